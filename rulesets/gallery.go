package rulesets

import "io/fs"

// GalleryName is how the second corpus inside the binary is called, and what stands
// before the id of a game of it where another corpus is asked for that game.
const GalleryName = "gallery:"

// GalleryRoot is the folder of the gallery in the project.
const GalleryRoot = "rulesets/gallery"

// Gallery is the second corpus inside the binary: games with rules that are well
// known, laid out as any corpus is, with records and sources of its own.
var Gallery = func() fs.FS {
	inside, err := fs.Sub(galleryFiles, "gallery")
	if err != nil {
		panic(err) // the name is no path
	}
	return inside
}()
