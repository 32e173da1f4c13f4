// Package yamlpos reads strict YAML and remembers where everything stands.
//
// A historian edits records and rulesets by hand, so every message of Lectio
// has to point at a line and a column. Decoding YAML into Go structs loses
// those places, and yaml.v3 is lenient where a research corpus must not be: it
// turns an unquoted 1283-05-01 into a time and 017 into 15, ignores a second
// document, and keeps silent about a key that nobody reads. This package
// therefore reads a document into a tree of nodes that keep the text as
// written, and offers a [Reader] that walks such a tree strictly.
//
// # Words
//
// A [Node] is a scalar (a text), a map or a list. Each has its place, a
// [diag.Pos]; lines and columns count from 1, and a column counts characters, not
// bytes. What is wrong is gathered as [diag.Errors], all of a run, because a list
// of ten mistakes is one round of corrections and not ten.
//
// # What is read, and what is refused
//
// Scalars are the text written, as in YAML 1.2 and beyond: no, on, 0800 and
// 1283-05-01 stay what they are, and whoever wants a number asks for one with
// [Reader.Int], which takes 10 and neither 010 nor +10. An empty value (nothing, ~ or null, unquoted) is a scalar with
// an empty text. JSON is YAML here. Refused, each with its place: keys used
// twice, anchors and aliases, merge keys, tags, several documents in a file,
// empty files, keys that are no scalars, bytes that are no UTF-8, and nesting
// deeper than [MaxDepth].
//
// # Example
//
//	root, errs := yamlpos.Parse("game.yaml", data)
//	r := yamlpos.Reader{Errs: errs}
//	if m := r.Map(root, "a game", "name", "men"); m != nil {
//		name := r.String(r.Need(m, "name", "a game"), "the name")
//		men := r.Int(m.Get("men"), "the number of men", 1, 100)
//		...
//	}
//	if err := r.Errs.Sort().Err(); err != nil { ... }
//
// All methods of [Reader] accept a nil node and stay silent about it, so that
// one missing key gives one error and not a chain of them.
//
// # Writing
//
// An [Editor] changes single values of a file in place and leaves everything
// else, comments and blank lines included, as it is; it reads its own result
// again and refuses what would change more. A [Value] is what is written;
// [Document] writes a file of its own.
//
//	e, errs := yamlpos.NewEditor("game.yaml", data)
//	e.Set([]any{"date", "edtf"}, yamlpos.TextValue("1888"))
//	data, errs = e.Bytes()
//
// # What YAML takes apart
//
// In braces a comma ends a text without quotes, and a colon begins another value.
// [Parse] puts such a text together again, goes on with it, and says how it is written:
// write text: "Two men, and a die".
//
// Expressions stand in YAML as plain text, and YAML has its own ideas about
// commas in flow style, about " #" and about ": ". [CutShort] recognises what
// is left of such an expression and says how to write it.
package yamlpos
