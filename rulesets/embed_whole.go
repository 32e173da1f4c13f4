//go:build !js

package rulesets

import "embed"

// Bundled is the corpus of rulesets inside the binary: definitions, parts,
// dimensions and measures.
//
//go:embed all:definitions all:parts all:dimensions all:measures
var Bundled embed.FS

//go:embed all:gallery
var galleryFiles embed.FS
