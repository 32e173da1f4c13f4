// Package schema makes JSON Schemas of the Go types that name the keys of a
// file, so that an editor completes and underlines what the program will read.
//
// # Words
//
// The keys of a file are written down once, as a Go struct with json tags: the
// loader asks [Keys] for them, and [Of] makes the schema from the same struct. A
// key without omitempty is required. What YAML takes for a number or for yes and
// no is a text to the loader, so [Text] allows all of them. The tag about says what a key is for, and limits between
// which numbers it is, or how many items it has. What fields do not tell a type says itself: all that it allows by a
// method Schema, what it demands besides by Narrow, the struct under whose keys it is written by WrittenAs, and the
// words that a text may be by Words.
//
//	type fileKeys struct {
//		ID   schema.Text  `json:"id" about:"its name"`
//		Tags schema.Texts `json:"tags,omitempty" limits:"maxItems=9"`
//	}
//
//	reader.Map(node, "a file", schema.Keys(fileKeys{})...)
//	data, err := schema.Of(fileKeys{}, "A file")
//
// A schema sees one file and the shape of it: what names another file, and what
// a condition means, is for the loader. The package needs no library: records and rulesets are loaded where none is.
package schema
