package rulesets

import "embed"

// Bundled is without definitions, parts and dimensions where pages ask the program: they bring the rulesets that they are about.
//
//go:embed all:measures
var Bundled embed.FS

// What readings borrow from is looked up in the records of the gallery, which are here for that.
//
//go:embed all:gallery/evidence
var galleryFiles embed.FS
