// Package store writes files of a corpus, all of a change or none of it.
//
// A [Folder] is the folder of a corpus. [Folder.Write] puts several files into their places; when
// the program is killed on the way, who reads through [Folder.Steadily] sees the old contents, and
// the next write, [Folder.Recover] or [Folder.Tidy] puts them back. [Folder.Change] keeps what it
// replaced, so that [Folder.LastChange] can take it back.
//
//	f := store.Open("corpus")
//	err := f.Change("add a record", []store.FileWrite{{Name: "evidence/records/a.yaml", New: text}})
//
// A [WorkingCopy] is what an editor opens, and [Overlay] shows a corpus as it would be after a
// write, so that it can be checked before. The package knows names of files, and nothing of what
// is in them.
package store
