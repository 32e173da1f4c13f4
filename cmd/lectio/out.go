package main

import (
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/rulesets/dimension"
	"github.com/lectio/lectio/verify/report"
	"github.com/spf13/cobra"
)

// standardOut is how --out names standard output.
const standardOut = "-"

// outFlags say where the reports of a command go: to files, of which the endings
// tell the formats, or to standard output, in the format that --format names. What
// is otherwise printed there then goes to standard error.
type outFlags struct {
	files  []string
	format string
	mark   bool // CSV begins with a byte-order mark
	// embargoed reports are for whoever makes them, and have everything.
	embargoed bool
	// prose is written in formats that are read from beginning to end.
	prose bool
	// also are the scopes of formats that this command writes, beside those of every report.
	also []report.Scope
}

// formats are those that can be written.
func (f *outFlags) formats() []*report.Format {
	all := report.Within(append([]report.Scope{report.EveryReport}, f.also...)...)
	return slices.DeleteFunc(all, func(x *report.Format) bool { return f.prose && !x.Prose })
}

// written lists the endings in words.
func (f *outFlags) written() string { return inWords(report.EndingsOf(f.formats())) }

// outFlag registers --out, which writes what is named.
func (f *outFlags) outFlag(cmd *cobra.Command, what string) {
	cmd.Flags().StringArrayVar(&f.files, "out", nil, "write "+what+" to `FILE`: "+f.written()+"; - is standard output; may be repeated")
	f.formatFlag(cmd)
	cmd.Flags().BoolVar(&f.embargoed, "embargoed", false, "put into reports, and into what --json prints, what is under embargo as well: they are then for nobody else")
}

// reportable is what of a corpus a report may have, for it is made to be handed on; what
// goes to the screen alone has everything. elsewhere says that something is written besides.
func (f *outFlags) reportable(a *app, c *dimension.Corpus, named []string, elsewhere bool) (*dimension.Corpus, error) {
	if f.embargoed || len(f.files) == 0 && !a.json && !elsewhere {
		return c, nil
	}
	c, err := a.publishable(c, named)
	errs := diag.AsErrors(err)
	for i := range errs {
		errs[i].Expected += " (--embargoed makes a report that you keep to yourself)"
	}
	return c, errs.Err()
}

// formatFlag registers --format beside the command's own --out.
func (f *outFlags) formatFlag(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.format, "format", "",
		"with --out -, which is standard output: the `FORMAT`, "+strings.Join(report.Streamed(f.formats()), ", "))
	cmd.Flags().BoolVar(&f.mark, "bom", false, "begin CSV files with a byte-order mark, without which Excel misreads letters")
}

// toStandardOut reports whether a report goes to standard output.
func (f *outFlags) toStandardOut() bool { return slices.Contains(f.files, standardOut) }

// check says, before any work is done, what cannot be written.
func (f *outFlags) check(a *app) diag.Errors {
	var errs diag.Errors
	at, format := diag.Pos{File: "--out"}, diag.Pos{File: "--format"}
	seen := map[string]bool{}
	for _, out := range f.files {
		if seen[filepath.Clean(out)] {
			errs.Add(at, out, "another name for each file", "the file is named twice")
		}
		seen[filepath.Clean(out)] = true
		if out == standardOut {
			continue
		}
		if err := report.Writable(out, f.formats()); err != nil {
			errs.Add(at, out, "a file that can be written, ending in "+f.written(), "%v", err)
		}
	}
	formats := strings.Join(report.Streamed(f.formats()), ", ")
	named := report.FormatOf("." + f.format)
	switch {
	case !f.toStandardOut() && f.format != "":
		errs.Add(format, diag.Quote(f.format), "--out - beside it", "the format of a file is its ending")
	case !f.toStandardOut():
	case f.format == "":
		errs.Add(at, standardOut, "--format beside it, one of "+formats,
			"standard output has no ending that tells the format")
	case !slices.Contains(f.formats(), named) || named.Name() != f.format:
		errs.Add(format, diag.Quote(f.format), "one of "+formats, "there is no such format")
	case named.Stream == nil:
		errs.Add(format, diag.Quote(f.format), "one of "+formats+"; or a FILE that ends in "+named.Ending(),
			"a report in %s is several files, and standard output is one", strings.ToUpper(f.format))
	case a.json:
		errs.Add(at, "--json and --out -", "one of them", "only one thing can be printed on standard output")
	case named.Binary && isTerminal(a.bareStdout()):
		errs.Add(at, "a terminal", "a file, or a pipe to another program", "what is in it is no text")
	}
	return errs
}

// write writes a report wherever it goes; errors are those of all files.
func (f *outFlags) write(a *app, r *report.Report) diag.Errors {
	var errs diag.Errors
	r.ByteOrderMark = f.mark
	for _, out := range f.files {
		var err error
		if out == standardOut {
			err = r.Write(bare(a.stdout), f.format) // it may be a workbook
		} else {
			err = r.WriteFile(out)
		}
		errs.Merge(diag.AsErrors(err))
	}
	return errs
}

// text is where the result goes as text.
func (f *outFlags) text(a *app) io.Writer {
	if f.toStandardOut() {
		return a.stderr
	}
	return a.stdout
}

// named are the files among them.
func (f *outFlags) named() []string {
	return slices.DeleteFunc(slices.Clone(f.files), func(out string) bool { return out == standardOut })
}

// noFolder refuses - as the name of a folder.
func noFolder(name, what string) error {
	if name != standardOut {
		return nil
	}
	return wrong(diag.Quote(standardOut), "the name of a folder (./- is one)",
		"%s is a folder, and standard output is none", what)
}
