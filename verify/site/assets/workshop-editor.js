// The editor of the workshop: CodeMirror in a shadow root, since there it styles itself without elements that the policy of
// the pages forbids. What is wrong, what can be written and what stands there is asked of the program.
"use strict";

class Editor {
  // host is where it stands, and name says what the text is. on has changed(text), moved(line) and complete(text, offset), which all may be asked at any time.
  constructor(host, text, name, on) {
    const C = CodeMirror, root = host.attachShadow({ mode: "open" });
    const colour = (tag, name, more = {}) => ({ tag, color: `var(--${name})`, ...more });
    const marks = C.HighlightStyle.define([colour(C.tags.propertyName, "accent"), colour([C.tags.string, C.tags.content], "ink"), colour(C.tags.comment, "soft", { fontStyle: "italic" }),
      colour([C.tags.punctuation, C.tags.separator, C.tags.squareBracket, C.tags.brace], "soft"), colour([C.tags.keyword, C.tags.labelName, C.tags.typeName], "link")]);
    const theme = C.EditorView.theme({
      "&": { color: "var(--ink)", backgroundColor: "var(--paper)", fontSize: "0.86rem", height: "100%" },
      "&.cm-focused": { outline: "3px solid var(--focus)" },
      ".cm-scroller": { fontFamily: "'DejaVu Sans Mono', Menlo, Consolas, monospace", lineHeight: "1.5" },
      ".cm-content": { caretColor: "var(--ink)" },
      ".cm-cursor, .cm-dropCursor": { borderLeftColor: "var(--ink)" },
      ".cm-gutters": { backgroundColor: "var(--wash)", color: "var(--soft)", border: "0" },
      ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--wash)" },
      "&.cm-focused .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "var(--mark) !important" },
      ".cm-tooltip, .cm-panels": { backgroundColor: "var(--wash)", color: "var(--ink)", border: "1px solid var(--line)" },
      ".cm-tooltip-autocomplete ul li[aria-selected]": { backgroundColor: "var(--accent)", color: "var(--paper)" },
      ".cm-said": { backgroundColor: "var(--mark)" },
      ".cm-completionDetail": { color: "inherit" },
      ".cm-diagnostic": { fontFamily: "var(--sans)", fontSize: "0.9rem" },
      ".cm-diagnostic-error": { borderLeftColor: "var(--gone)" },
      ".cm-searchMatch": { backgroundColor: "var(--mark)" },
    });
    const state = C.EditorState.create({
      doc: text,
      extensions: [
        C.lineNumbers(), C.highlightSpecialChars(), C.history(), C.drawSelection(), C.indentOnInput(), C.indentUnit.of("  "), C.bracketMatching(),
        C.highlightActiveLine(), C.highlightActiveLineGutter(), C.highlightSelectionMatches(), C.yaml(), C.syntaxHighlighting(marks), theme, C.lintGutter(),
        C.EditorView.lineWrapping, C.EditorView.contentAttributes.of({ "aria-label": name, tabindex: "0" }),
        C.autocompletion({ override: [(context) => on.complete(context)], icons: false }),
        C.keymap.of([...C.completionKeymap, ...C.lintKeymap, ...C.searchKeymap, ...C.historyKeymap, ...C.defaultKeymap]),
        C.EditorView.updateListener.of((update) => {
          if (update.docChanged) on.changed(this.text());
          if (update.docChanged || update.selectionSet) on.moved(this.line());
        }),
      ],
    });
    this.view = new C.EditorView({ state, parent: root, root });
  }

  text() { return this.view.state.doc.toString(); }

  // line is where the cursor is, from 1.
  line() { return this.view.state.doc.lineAt(this.view.state.selection.main.head).number; }

  // put writes another text in the place of all, as one change that can be taken back.
  put(text) {
    const doc = this.text();
    let from = 0, end = 0;
    while (from < doc.length && from < text.length && doc[from] === text[from]) from++;
    while (end < doc.length - from && end < text.length - from && doc[doc.length - 1 - end] === text[text.length - 1 - end]) end++;
    this.view.dispatch({ changes: { from, to: doc.length - end, insert: text.slice(from, text.length - end) } });
  }

  // replace writes a text in the place of a range, of which lines and characters are counted from 0.
  replace({ start, end }, text) {
    this.view.dispatch({ changes: { from: this.offset(start), to: this.offset(end), insert: text } });
    this.view.focus();
  }

  // go leads to a line, and to a character of it.
  go(line, column = 1) {
    const doc = this.view.state.doc, at = doc.line(Math.max(1, Math.min(line, doc.lines)));
    this.view.dispatch({ selection: { anchor: Math.min(at.to, at.from + Math.max(0, column - 1)) }, effects: CodeMirror.EditorView.scrollIntoView(at.from, { y: "center" }) });
    this.view.focus();
  }

  // offset is where a place of the text is, of which lines and characters are counted from 0.
  offset({ line, character }) {
    const doc = this.view.state.doc;
    if (line >= doc.lines) return doc.length;
    const at = doc.line(line + 1);
    return Math.min(at.to, at.from + character);
  }

  // place is an offset as a line and a character, counted from 0.
  place(offset) {
    const at = this.view.state.doc.lineAt(offset);
    return { line: at.number - 1, character: offset - at.from };
  }

  // wrong marks what is wrong: {from, to, message}, from and to as offsets.
  wrong(list) {
    const most = this.view.state.doc.length;
    this.view.dispatch(CodeMirror.setDiagnostics(this.view.state, list.map((d) => ({ severity: "error", message: d.message, from: Math.min(d.from, most), to: Math.min(Math.max(d.to, d.from), most) }))));
  }
}
