package rulesets

import (
	"embed"
	"io/fs"

	"github.com/lectio/lectio/evidence/yamlpos"
)

// Bundled is the corpus of rulesets inside the binary: definitions, parts
// and dimensions.
//
//go:embed all:definitions all:parts all:dimensions
var Bundled embed.FS

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
