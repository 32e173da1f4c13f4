package rulesets

import (
	"embed"
	"io/fs"
	"sync"

	"github.com/lectio/lectio/evidence"
)

// GalleryName is how the second corpus inside the binary is called, and what stands
// before the id of a game of it where another corpus is asked for that game.
const GalleryName = "gallery:"

// GalleryRoot is the folder of the gallery in the project.
const GalleryRoot = "rulesets/gallery"

//go:embed all:gallery
var galleryFiles embed.FS

// Gallery is the second corpus inside the binary: games with rules that are well
// known, laid out as any corpus is, with records and sources of its own.
var Gallery = func() fs.FS {
	inside, err := fs.Sub(galleryFiles, "gallery")
	if err != nil {
		panic(err) // the name is no path
	}
	return inside
}()

// OpenGallery returns the corpus that others find the games of the gallery in, by longer
// ids. A test reads it for errors.
var OpenGallery = sync.OnceValue(func() *Corpus {
	ev, errs := evidence.Load(Gallery, GalleryRoot)
	c, more := Load(Gallery, GalleryRoot, ev)
	errs.Merge(more)
	c = c.Sound(errs)
	for _, d := range c.Definitions {
		d.ID = GalleryName + d.ID
		d.home = c
	}
	return c
})

// Of is the corpus that a ruleset which c found is in, with its evidence: c itself, or
// the gallery.
func (c *Corpus) Of(d *Definition) *Corpus {
	if d.home != nil {
		return d.home
	}
	return c
}
