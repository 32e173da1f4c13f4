// Package index finds records in a large corpus without reading it.
//
// # Words
//
// An index is one SQLite file in the user's own state directory, for the corpus
// that it is made from. It holds nothing that is not in the YAML files and can be
// deleted at any time. [Build] makes it, [Open] opens it and brings it up to
// date, [Index.Find] asks it. What it answers is what [evidence.Filter] answers
// for every record one by one; a test holds the two together.
//
//	x, changed, err := index.Open(ctx, folder, folder.FS(), index.Options{})
//	if errors.Is(err, index.ErrNone) { ... read the corpus instead ... }
//	found, total, err := x.Find(ctx, &filter, 100)
//
// # When files change
//
// The index remembers the name, size and time of every file. Opening it looks at
// all of them; when a record was changed, added or removed, that record alone is
// read again, and when a source was, everything is. Wrong input is reported as
// everywhere else, and then the index stays as it was.
//
// # Words of texts
//
// Texts are folded and cut into words by package evidence, not by SQLite, so
// that a word is the same with and without an index. A character of private use
// stands between two texts of a record, so that no phrase runs across.
package index
