// Package index finds records in a large corpus without reading it.
//
// # Words
//
// An index is one file in the user's own state directory, for the corpus that it is made from. It holds the card of
// every record, and nothing that is not in the YAML files; it can be deleted at any time. [Build] makes it, [Open]
// reads it and brings it up to date, [Index.Find] asks [evidence.Filter] of each card, as reading the corpus does.
//
//	x, changed, err := index.Open(ctx, folder, folder.FS(), index.Options{})
//	if errors.Is(err, index.ErrNone) { ... read the corpus instead ... }
//	found, total, err := x.Find(ctx, &filter, 100)
//
// # When files change
//
// The index remembers the name, size and time of every file. Opening it looks at all of them; when a record was
// changed, added or removed, that record alone is read again, and when a source was, everything is. Wrong input is
// reported as everywhere else, and then the index stays as it was. A file that is damaged, or of another version, is
// made anew.
//
// # The file
//
// It is written whole, and read whole: its version; a sum over what follows; the facts, in the encoding of Go; the
// texts of all records, each in JSON, of which only those are decoded that are shown; and the words of these texts as
// they are compared.
package index
