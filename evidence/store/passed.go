package store

import (
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence/diag"
)

// Layout are the folders that are read of each part of a corpus.
var Layout = map[string][]string{
	"evidence": {"records", "sources"},
	"rulesets": {"definitions", "parts", "dimensions", "measures"},
}

// looksRead matches the names of files that somebody may think are read, whatever
// stands behind the ending. JSON is read too, but there is much other JSON.
var looksRead = regexp.MustCompile(`(?i)\.(ya?ml|bib)(\.|$)`)

// PassedBy names what lies in a part of a corpus, or where that should be, and is
// not read although it looks as if it should be: folders whose name is nearly that
// of one that is read, and files beside the folders they belong in. What lies in
// these folders is named by who reads them.
func PassedBy(fsys fs.FS, root, part string) (errs diag.Errors) {
	for _, dir := range []string{".", part} {
		entries, _ := fs.ReadDir(fsys, dir) // who reads it says when it cannot be read
		known := Layout[dir]
		if dir == "." {
			known = []string{part}
		}
		for _, e := range entries {
			name := e.Name()
			at := path.Join(dir, name)
			place := diag.Pos{File: path.Join(root, at)}
			switch {
			case slices.Contains(known, name), strings.HasPrefix(name, "."):
			case e.IsDir():
				if meant := meantFor(fsys, dir, name, known); meant != "" && looksLikeData(fsys, at) {
					errs.Add(place, diag.Quote(name), "the name "+diag.Quote(meant), "a folder of this name is not read")
				}
			case dir != "." && looksRead.MatchString(name) && !strings.HasSuffix(name, "~"):
				errs.Add(place, "a file beside the folders", "a place in one of the folders "+strings.Join(known, ", "),
					"the file is not read here")
			}
		}
	}
	return errs
}

// meantFor is the folder that a name is nearly that of, "" when there is none. Beside
// that folder only the singular or other capitals are taken for it: what is called
// nearly the same may be an old copy.
func meantFor(fsys fs.FS, dir, name string, known []string) string {
	near := diag.Nearest(name, known)
	if len(near) == 0 {
		return ""
	}
	there, err := fs.Stat(fsys, path.Join(dir, near[0]))
	if err != nil {
		return near[0]
	}
	bare := func(s string) string { return strings.TrimSuffix(strings.ToLower(s), "s") }
	// Where a file system does not tell capitals apart, the two are one.
	if info, err := fs.Stat(fsys, path.Join(dir, name)); bare(name) != bare(near[0]) || err == nil && os.SameFile(info, there) {
		return ""
	}
	return near[0]
}

// looksLikeData reports whether a folder has a file that looks as if it should be
// read, or a folder that does, or cannot be looked into.
func looksLikeData(fsys fs.FS, dir string) bool {
	entries, err := fs.ReadDir(fsys, dir)
	if err != nil {
		return true
	}
	return slices.ContainsFunc(entries, func(e fs.DirEntry) bool {
		if e.IsDir() {
			return slices.Contains(Layout["evidence"], e.Name()) || slices.Contains(Layout["rulesets"], e.Name())
		}
		return looksRead.MatchString(e.Name()) || strings.HasSuffix(e.Name(), ".json")
	})
}
