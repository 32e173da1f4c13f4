// Package fuzz is what the fuzz targets of all packages share: their seeds, and
// what holds for every reader. Each target has a folder here, and each file in
// it is a seed as it stands, so adding one is adding a file. Only tests import
// this package.
package fuzz

import (
	"cmp"
	"embed"
	"path"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/yamlpos"
)

//go:embed all:*
var seeds embed.FS

const (
	// mostBytes is how long an input is at most: what is longer is only slower.
	mostBytes = 64 << 10
	// patience is far more than any reader needs for an input of that length,
	// on a machine with other work and with the counters of the fuzzer.
	patience = 10 * time.Second
)

// Target fuzzes read, beginning with the seeds in a folder. An input is to be
// read in bounded time, without a panic, and as read itself demands.
func Target(f *testing.F, folder string, read func(t *testing.T, data []byte)) {
	f.Helper()
	entries, err := seeds.ReadDir(folder)
	if err != nil {
		f.Fatal(err)
	}
	names := map[string]string{}
	for _, e := range entries {
		data, err := seeds.ReadFile(path.Join(folder, e.Name()))
		if err != nil {
			f.Fatal(err)
		}
		names[string(data)] = e.Name()
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > mostBytes {
			return
		}
		defer func() {
			if t.Failed() {
				t.Logf("the input (%s): %.300q", cmp.Or(names[string(data)], "no seed"), data)
			}
		}()
		begun := time.Now()
		read(t, data)
		if time.Since(begun) < patience {
			return
		}
		// The machine may have been asleep; a slow reader is slow again.
		begun = time.Now()
		if read(t, data); time.Since(begun) > patience {
			t.Errorf("%d bytes took %v", len(data), time.Since(begun))
		}
	})
}

// Lines splits a text where YAML ends lines: the places of errors in YAML and
// JSON are among them.
func Lines(data []byte) []string {
	return strings.Split(lineEnds.Replace(strings.TrimPrefix(string(data), "\uFEFF")), "\n")
}

var lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\u0085", "\n", "\u2028", "\n", "\u2029", "\n")

// Errors fails unless the errors of a reader can be shown: each says something
// and lies within the file, and they are in order. A place without a line
// stands for the file as a whole.
func Errors(t *testing.T, file string, lines []string, errs diag.Errors) {
	t.Helper()
	for _, e := range errs {
		if e.Message == "" {
			t.Errorf("an error that says nothing: %#v", e)
		}
		for _, p := range append(slices.Clone(e.Related), e.Pos) {
			Inside(t, file, lines, p)
		}
	}
	sorted := slices.Clone(errs)
	if sorted.Sort(); !slices.EqualFunc(errs, sorted, func(a, b diag.Error) bool { return a.Error() == b.Error() }) {
		t.Errorf("the errors are not in order, or one is there twice:\n%v", errs)
	}
}

// Inside fails unless a place lies within a file, or one column behind the end
// of a line.
func Inside(t *testing.T, file string, lines []string, p diag.Pos) {
	t.Helper()
	whole := p.Line == 0 && p.Col == 0
	if p.File != file || !whole && (p.Line < 1 || p.Line > len(lines) || p.Col < 1 || p.Col > len([]rune(lines[p.Line-1]))+1) {
		t.Errorf("the place %q is outside %s with its %d lines", p, file, len(lines))
	}
}

// ValueOf is what a tree says, however it is written.
func ValueOf(n *yamlpos.Node) yamlpos.Value {
	v := yamlpos.Value{Kind: n.Kind, Text: n.Text}
	for i, item := range n.Values {
		if n.Kind == yamlpos.Map {
			v.Keys = append(v.Keys, n.Keys[i].Text)
		}
		v.Values = append(v.Values, ValueOf(item))
	}
	return v
}
