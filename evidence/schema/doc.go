// Package schema makes JSON Schemas of the Go types that name the keys of a
// file, so that an editor completes and underlines what the program will read.
//
// # Words
//
// The keys of a file are written down once, as a Go struct with json tags: the
// loader asks [Keys] for them, and [Of] makes the schema from the same struct. A
// key without omitempty is required. What YAML takes for a number or for yes and
// no is a text to the loader, so [Text] allows all of them.
//
//	type fileKeys struct {
//		ID   schema.Text  `json:"id" jsonschema_description:"its name"`
//		Tags schema.Texts `json:"tags,omitempty"`
//	}
//
//	reader.Map(node, "a file", schema.Keys(fileKeys{})...)
//	data, err := schema.Of(fileKeys{}, "A file")
//
// A schema sees one file and the shape of it: what names another file, and what
// a condition means, is for the loader.
package schema
