// What the workshop uses of CodeMirror: bundle.sh makes one file of it, which pages have as CodeMirror.
export { EditorState, StateEffect, StateField } from "@codemirror/state";
export { Decoration, EditorView, drawSelection, highlightActiveLine, highlightActiveLineGutter, highlightSpecialChars, keymap, lineNumbers } from "@codemirror/view";
export { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
export { HighlightStyle, bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
export { autocompletion, completionKeymap, startCompletion } from "@codemirror/autocomplete";
export { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
export { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
export { yaml } from "@codemirror/lang-yaml";
export { tags } from "@lezer/highlight";
