package rulesets_test

import (
	"io/fs"
	"os"
	"slices"
	"testing"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/testdata/bundled"
)

// A ruleset of a corpus inside the program is read alone where it is named: it lies in a file of
// its name. In a folder, whose errors are to be told, and where
// one that is named is not there, all are read.
func TestLoadNamedAlone(t *testing.T) {
	ids := func(fsys fs.FS, root string, only ...string) (out []string) {
		c, errs := rulesets.Load(fsys, root, nil, only...)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		for _, d := range c.Definitions {
			out = append(out, d.ID)
		}
		return out
	}
	for root, c := range map[string]*rulesets.Corpus{"": bundled.Corpus(t).Corpus, rulesets.GalleryRoot: bundled.Gallery(t).Corpus} {
		fsys := fs.FS(rulesets.Bundled)
		if root != "" {
			fsys = rulesets.Gallery
		}
		all := ids(fsys, root)
		for _, d := range c.Definitions {
			if got := ids(fsys, root, d.ID); !slices.Equal(got, []string{d.ID}) {
				t.Errorf("named %s in %q: %v were read", d.ID, root, got)
			}
		}
		if got := ids(fsys, root, all[0], "nobody"); !slices.Equal(got, all) {
			t.Errorf("with one that is not there in %q %v were read, expected %v", root, got, all)
		}
	}
	if got := ids(os.DirFS("../testdata/own"), "own", "three-rows"); len(got) < 2 {
		t.Errorf("in a folder %v were read", got)
	}
}
