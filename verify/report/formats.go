package report

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence/exchange/sheet"
)

// Formats lists the formats of reports, in the order in which they are named. A new format
// is a file that defines it and a line here.
var Formats = []*Format{workbook, pages, markdown, commaSeparated, jsonText, latex, document, nexus, svgFigures, pdfFigures, pngFigures}

// Format is a way to write a report.
type Format struct {
	Endings []string // of its files, the first of which names it; others mean the same
	Scope   Scope
	// Stream writes a report as one stream of bytes; nil where it takes several files.
	Stream func(r *Report, w io.Writer) error
	// Files writes a report to files, of which the path names the first; nil where the
	// stream is the file.
	Files func(r *Report, path string) error
	// Draw draws one figure; nil where a format is of no figures.
	Draw   drawer
	Binary bool // a terminal is no place for it
	Prose  bool // it is for what is read from beginning to end
	// Replaces says why a file must not be replaced, if something in it would be lost.
	Replaces func(path string) error
}

// Scope says which reports a format is for.
type Scope int

// Some formats are for what only comparisons have.
const (
	EveryReport     Scope = iota
	ComparisonsOnly       // it has trees, or distances
	FiguresOnly           // of comparisons: every figure is a file
)

// Name is what --format calls a format.
func (f *Format) Name() string { return f.Ending()[1:] }

// Ending is that of its files.
func (f *Format) Ending() string { return f.Endings[0] }

// Within lists the formats of some scopes.
func Within(scopes ...Scope) []*Format {
	return slices.DeleteFunc(slices.Clone(Formats), func(f *Format) bool { return !slices.Contains(scopes, f.Scope) })
}

// EndingsOf lists the endings by which formats are named.
func EndingsOf(formats []*Format) (list []string) {
	for _, f := range formats {
		list = append(list, f.Ending())
	}
	return list
}

// Streamed lists the names of those formats that are one stream of bytes.
func Streamed(formats []*Format) (list []string) {
	for _, f := range formats {
		if f.Stream != nil {
			list = append(list, f.Name())
		}
	}
	return list
}

// FormatOf returns the format that a path's ending names, nil where there is none.
func FormatOf(path string) *Format {
	ending := strings.ToLower(filepath.Ext(path))
	for _, f := range Formats {
		if slices.Contains(f.Endings, ending) {
			return f
		}
	}
	return nil
}

func noFormat(path string, formats []*Format) error {
	return fmt.Errorf("%s: the format of a report is its extension: one of %s", path, strings.Join(EndingsOf(formats), ", "))
}

// WriteFile writes the report in the format that the ending of the path names. What takes
// several files has the others beside the one named.
func (r *Report) WriteFile(path string) error {
	f := FormatOf(path)
	switch {
	case f == nil:
		return noFormat(path, Within(EveryReport))
	case f.Files != nil:
		return f.Files(r, path)
	}
	var buf bytes.Buffer
	if err := f.Stream(r, &buf); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return sheet.WriteFiles(sheet.File{Path: path, Content: buf.Bytes()})
}

// Write writes the report in the format of that name, as one stream of bytes.
func (r *Report) Write(w io.Writer, name string) error {
	if f := FormatOf("." + name); f != nil && f.Stream != nil {
		return f.Stream(r, w)
	}
	return fmt.Errorf("%q is no format of one stream: they are %s", name, strings.Join(Streamed(Within(EveryReport)), ", "))
}

// Writable says, before any work is done, why no report can be written to path:
// an ending that is none of the formats', a folder that is not there or cannot be
// written to. Nothing is left behind.
func Writable(path string, formats []*Format) error {
	format := FormatOf(path)
	if !slices.Contains(formats, format) {
		return noFormat(path, formats)
	}
	if info, err := os.Stat(path); err == nil && !info.IsDir() && !info.Mode().IsRegular() {
		return nil // a device or a pipe, which to open may change
	}
	f, err := sheet.Create(path)
	if err != nil {
		return err
	}
	f.Abandon()
	if format.Replaces != nil {
		return format.Replaces(path)
	}
	return nil
}
