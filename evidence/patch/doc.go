// Package patch writes changes to files as a patch, reads such a patch, and makes the changes.
//
// A patch is what git diff writes: the names of each file before and after, from the top of a folder, and hunks of
// lines with three lines around each. [Write] makes one of files before and after; [Read] reads one and says of every
// mistake where it stands; [Patch.Apply] says what the files are to hold:
//
//	text := patch.Write([]patch.File{{Name: "records/a.yaml", Old: before, New: now}})
//	p, errs := patch.Read("mend.patch", []byte(text))
//	files, errs := p.Apply("corpus", func(name string) ([]byte, error) { return fs.ReadFile(fsys, name) })
//
// What is read here is stricter than what git apply takes: lines must stand where the patch says, letter by letter,
// and nothing may stand between the hunks. What is taken gives the files that git apply gives. The package touches no
// file and needs no library.
//
// Files: write.go, patches and hunks of two texts; match.go, the lines that two texts share; read.go and header.go, the
// reader; name.go, names as git writes them; apply.go, changes made.
package patch
