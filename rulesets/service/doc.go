// Package service answers those who write the files of a corpus: what is wrong in them, what can be written at a place, what stands
// there, and what a ruleset consists of.
//
// # A workspace
//
// A [Workspace] holds the files by their paths in a corpus. [Workspace.Change] puts other texts in their place; what depends on them
// is read again, and nothing else: of a ruleset the statements, questions and examples that have changed. [Workspace.Errors] are
// those of all files, as the commands that check a corpus say them.
//
// # Questions
//
//   - [Workspace.Diagnose]: what is wrong in a file, each with the range of what it is about.
//   - [Workspace.Complete]: what can be written at a place, whether or not the text can be read at the moment.
//   - [Workspace.Explain]: the statement at a place, its sentence and clauses, and what the word there means.
//   - [Workspace.Outline]: the statements, questions, readings and examples of a ruleset, with the sentences beside them.
//
// A [Position] is a line and a character as editors count them, from 0, characters in units of UTF-16, so that an editor's protocol
// can hand them on. Everything else in Lectio counts lines and characters from 1: position.go converts them, and nobody else.
//
// # Where the words come from
//
// There is no list of words here. The keys of records, questions, readings and examples come from the schemas of their files, with
// what these say of them; those of statements and effects from rulesets/ast; words of conditions, acts and directions from
// rulesets/lang; what kinds of statements mean from the guide. Names are those of the ruleset as it last could be read.
//
// A text that is being written is no YAML most of the time. Where in maps and lists a place is, is therefore found out by
// indentation and brackets (scan.go), and what names there are from the last text that could be read.
package service
