package rulesets

import (
	"io/fs"
	"sync"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/yamlpos"
)

// Inside returns fsys as seen from the folder that holds definitions and
// parts: a corpus laid out as the project has them below rulesets, the bundled
// one at its root.
func Inside(fsys fs.FS) fs.FS {
	if yamlpos.MayHold(fsys, "rulesets") {
		if sub, err := fs.Sub(fsys, "rulesets"); err == nil {
			return sub
		}
	}
	return fsys
}

// parser takes the text of a file apart.
type parser func(file string, data []byte) (*yamlpos.Node, diag.Errors)

// parserOf is how the rulesets of a corpus are taken apart: those inside the binary, which
// cannot change, once for all who load them.
func parserOf(fsys fs.FS) parser {
	if isInside(fsys) {
		return parseOnce
	}
	return yamlpos.Parse
}

func isInside(fsys fs.FS) bool { return fsys == fs.FS(Bundled) || fsys == Gallery }

// parsed are the files inside the binary that have been taken apart, by the names that
// messages show. Nobody changes a tree that has been read.
var parsed sync.Map

func parseOnce(file string, data []byte) (*yamlpos.Node, diag.Errors) {
	if root, known := parsed.Load(file); known {
		return root.(*yamlpos.Node), nil
	}
	root, errs := yamlpos.Parse(file, data)
	if len(errs) == 0 {
		parsed.Store(file, root)
	}
	return root, errs
}
