package main

import (
	"maps"
	"slices"

	"github.com/lectio/lectio/evidence/patch"
)

// patchOf is the patch between files as they were and as they are now, by their paths; "" where nothing has changed.
func patchOf(before, now map[string]string) string {
	var files []patch.File
	for _, name := range slices.Sorted(maps.Keys(before)) {
		if _, there := now[name]; !there {
			files = append(files, patch.File{Name: name, Old: []byte(before[name])})
		}
	}
	for _, name := range slices.Sorted(maps.Keys(now)) {
		f := patch.File{Name: name, New: []byte(now[name])}
		if text, there := before[name]; there {
			f.Old = []byte(text)
		}
		files = append(files, f)
	}
	return patch.Write(files)
}
