// Package word writes documents for Word (.docx, WordprocessingML) that can be worked on:
// real headings, footnotes, tables and captions, not a picture of them.
//
// # Words
//
// A [Document] has blocks: a [Heading], a [Paragraph], a [Table], a [Figure]. What they say is
// a [Text] of [Span] values, each with its look, the place it leads to, and the [Note] at its
// end. A block that has a name can be led to.
//
// # What it promises
//
//   - The same document gives the same bytes: parts have one order and one date.
//   - A note is a footnote where it first stands; where the same note stands again its number
//     is a cross-reference, which Word keeps right when notes are added.
//   - The first row of a table is repeated on every page, its columns have the widths that
//     they are given, and a Wide table lies on pages of its own that are turned.
//   - Tables and figures are numbered by fields, so that a list of them can be made.
//   - A picture has a text for readers who do not see it: without one it is an error, and so
//     is a link to a name that no block has.
//   - No macros, and nothing that Word asks about when it opens the file.
//
// # Example
//
//	d := &word.Document{Title: "A game", Language: "en-GB", Blocks: []word.Block{
//		word.Heading{Level: 1, Text: word.Plain("The throw")},
//		word.Paragraph{Text: word.Text{{Text: "Three dice are thrown.",
//			Note: &word.Note{Text: word.Plain("A manuscript, fol. 2r.")}}}},
//	}}
//	err := d.Write(w)
package word
