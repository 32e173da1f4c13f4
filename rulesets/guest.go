package rulesets

import (
	"bytes"
	"io/fs"
	"slices"
	"strings"
	"sync"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/yamlpos"
)

// BundledName stands before the id of a ruleset of the bundled corpus where another
// corpus is asked for it, as [GalleryName] does for the gallery.
const BundledName = "bundled:"

// inside are the corpora of the program that every other one finds rulesets in.
var inside = map[string]func() *Corpus{GalleryName: OpenGallery, BundledName: openBundled}

// OpenGallery returns the corpus that others find the games of the gallery in, by longer
// ids. A test reads it for errors.
var OpenGallery = sync.OnceValue(func() *Corpus { return openInside(GalleryName, galleryTexts(), Gallery, GalleryRoot) })

var openBundled = sync.OnceValue(func() *Corpus { return openInside(BundledName, bundledTexts(), Bundled, "") })

// Families says of each record of what families the rulesets are that rest on it: those of the
// corpus, and those inside the program, of which nothing more is read.
func (c *Corpus) Families() map[string][]string {
	out := map[string][]string{}
	add := func(record, family string) {
		if family != "" && !slices.Contains(out[record], family) {
			out[record] = append(out[record], family)
		}
	}
	for _, d := range c.Definitions {
		for _, id := range d.Records {
			add(id, d.Family)
		}
	}
	for _, h := range headsInside() {
		for _, id := range h.records {
			add(id, h.family)
		}
	}
	return out
}

// head is what stands in a ruleset above its statements.
type head struct {
	family  string
	records []string
}

var headsInside = sync.OnceValue(func() (out []head) {
	for _, fsys := range []fs.FS{Inside(Bundled), Inside(Gallery)} {
		var errs diag.Errors // a test reads these corpora for errors
		EachFile(fsys, "definitions", func(f string) string { return f }, &errs, func(file string, data []byte) {
			above, _, _ := bytes.Cut(data, []byte("\nstatements:"))
			root, _ := yamlpos.Parse(file, above)
			if root == nil || root.Get("family") == nil {
				return
			}
			h := head{family: root.Get("family").Text}
			if ev := root.Get("evidence"); ev != nil {
				for _, v := range ev.Values {
					h.records = append(h.records, v.Text)
				}
			}
			out = append(out, h)
		})
	}
	return out
})

// IsInside reports whether the corpus is part of the program.
func (c *Corpus) IsInside() bool { return c.inside }

func openInside(name string, texts texts, definitions fs.FS, root string) *Corpus {
	ev, errs := texts.Corpus, slices.Clone(texts.errs)
	c, more := Load(definitions, root, ev)
	errs.Merge(more)
	c = c.Sound(errs)
	c.Guest(name)
	return c
}

// SplitID divides an id such as gallery:backgammon or DIR:backgammon into the name of
// the corpus, with its colon, and the id there. The name is empty for an id of the
// corpus that is asked.
func SplitID(id string) (corpus, own string) {
	at := strings.LastIndexByte(id, ':') + 1
	return id[:at], id[at:]
}

// Guest makes c a corpus that others find rulesets in. From now on the ids of its
// rulesets begin with name.
func (c *Corpus) Guest(name string) {
	c.name = name
	for _, d := range c.Definitions {
		d.ID = name + d.ID
		d.From = "" // the id says where it is
	}
	unsound := map[string][]string{}
	for id, files := range c.unsound {
		unsound[name+id] = files
	}
	c.unsound = unsound
}

// Holding is the corpus that a ruleset of that id has to be in: c itself, or the guest
// that the id names. An error says why that corpus cannot be read; nil with no error
// means that nobody knows it.
func (c *Corpus) Holding(id string) (*Corpus, error) {
	name, _ := SplitID(id)
	switch {
	case name == c.name || name == "":
		return c, nil
	case inside[name] != nil:
		return inside[name](), nil
	case c.Open != nil:
		return c.Open(name)
	}
	return nil, nil
}

// Of is the corpus that a ruleset which c found is in, with its evidence: c itself, or
// a guest.
func (c *Corpus) Of(d *Definition) *Corpus {
	if of, _ := c.Holding(d.ID); of != nil {
		return of
	}
	return c
}

// Find returns the ruleset of that id, or nil. Every corpus finds the rulesets of others
// besides its own, by ids such as gallery:backgammon; see [Corpus.Holding].
func (c *Corpus) Find(id string) *Definition {
	of, _ := c.Holding(id)
	if of == nil {
		return nil
	}
	for _, d := range of.Definitions {
		if d.ID == id {
			return d
		}
	}
	return nil
}
