// Package revise works out changes to a corpus: what becomes of its files when a record has another name or a clause
// another number, whether the corpus would have errors then that it has not now, and where prose still speaks of what
// was changed. It writes nothing.
package revise

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/intake"
	"github.com/lectio/lectio/evidence/patch"
	"github.com/lectio/lectio/evidence/store"
	"github.com/lectio/lectio/rulesets/dimension"
)

// Change is a change to a corpus: what it does, in words that undo says again, and the files.
type Change struct {
	What  string
	Files []store.FileWrite
	// Beside are mapping files that follow and lie outside the corpus.
	Beside []store.FileWrite
	// Numbers are the clauses that got others.
	Numbers map[int]int
	// Words are, by file, how many words of the rule language are written otherwise.
	Words map[string]int
	// Mentions are places of prose that name what was changed, and were left.
	Mentions []diag.Pos
	// ForGood says that it cannot be taken back, since with the words it had the corpus would have errors.
	ForGood bool
}

// Diff shows a change line by line; root is the folder of the corpus.
func (x *Change) Diff(root string) string {
	var b strings.Builder
	for i, f := range slices.Concat(x.Files, x.Beside) {
		name := f.Name
		if i < len(x.Files) {
			name = path.Join(root, name)
		}
		from, to := name, name
		if f.Old == nil {
			from = "/dev/null"
		}
		if f.New == nil {
			to = "/dev/null"
		}
		b.WriteString(patch.Unified(from, to, f.Old, f.New))
	}
	return b.String()
}

// AsWritten stands behind an error with a place in a file that was not written.
const AsWritten = " (as it would be written; nothing was)"

// Checked is the corpus as it would be with files written, and the errors that it would have then beside those that it
// has before.
func Checked(ctx context.Context, before diag.Errors, fsys fs.FS, root string, files []store.FileWrite) (*dimension.Corpus, diag.Errors) {
	over := store.Overlay(fsys, files)
	c, after := evidence.LoadWith(ctx, over, root, evidence.ScanOptions{})
	now, errs := dimension.Load(over, root, c)
	after.Merge(errs)
	for part := range store.Layout {
		after.Merge(store.PassedBy(over, root, part))
	}
	fresh := evidence.Fresh(before, after)
	for i := range fresh {
		for _, f := range files {
			if path.Join(root, f.Name) == fresh[i].File {
				fresh[i].Message += AsWritten
			}
		}
	}
	return now, fresh.Sort()
}

// References are the places of the rulesets that name records and clauses.
func References(c *dimension.Corpus) (list []evidence.Reference) {
	for _, d := range c.Definitions {
		for _, x := range d.Citations {
			list = append(list, evidence.Reference{Pos: x.Pos, Ref: evidence.ClauseRef{Record: x.Record, N: x.N}, Alias: x.Alias})
		}
	}
	return list
}

// WholeName finds a name in prose that is no part of another.
func WholeName(name string) *regexp.Regexp {
	return regexp.MustCompile(`(?:^|[^\pL\pN._-])(` + regexp.QuoteMeta(name) + `)(?:$|[^\pL\pN_-])`)
}

// ClausesNamed finds clauses of a record in prose that have got other numbers; nil when none has. They are named by their record,
// or by what rulesets call it.
func ClausesNamed(record string, numbers map[int]int, refs []evidence.Reference) *regexp.Regexp {
	var moved []string
	for n, to := range numbers {
		if to != n {
			moved = append(moved, fmt.Sprint(n))
		}
	}
	if len(moved) == 0 {
		return nil
	}
	names := []string{regexp.QuoteMeta(record)}
	for _, x := range refs {
		if x.Ref.Record == record && x.Alias != "" && !slices.Contains(names, regexp.QuoteMeta(x.Alias)) {
			names = append(names, regexp.QuoteMeta(x.Alias))
		}
	}
	one := "(?:" + strings.Join(moved, "|") + ")"
	return regexp.MustCompile(`(?:^|[^\pL\pN._-])((?:(?:` + strings.Join(names, "|") + `)#|[Cc]lauses? )` + one + `)(?:$|[^\pN])`)
}

// Mentions are the places of prose, in the corpus as it would be with files written, that a pattern fits: not those
// that name a record or a clause for the program. When among is given, only these files are looked into.
func Mentions(now *dimension.Corpus, fsys fs.FS, root string, files []store.FileWrite, pattern *regexp.Regexp, among ...store.FileWrite) (list []diag.Pos, err error) {
	texts := map[string][]byte{}
	over := store.Overlay(fsys, files)
	for _, f := range among {
		if f.New != nil {
			texts[path.Join(root, f.Name)] = f.New
		}
	}
	for _, dir := range []string{"evidence/records", "evidence/sources", "rulesets/definitions"} {
		entries, err := fs.ReadDir(over, dir)
		if err != nil && !errors.Is(err, fs.ErrNotExist) { // one that is not there has no prose
			return nil, err
		}
		for _, e := range entries {
			if name := dir + "/" + e.Name(); len(among) == 0 && !e.IsDir() {
				if texts[path.Join(root, name)], err = fs.ReadFile(over, name); err != nil {
					return nil, err
				}
			}
		}
	}
	places := now.Evidence.ReferencePlaces()
	for _, x := range References(now) {
		places = append(places, x.Pos)
	}
	named := map[diag.Pos]bool{}
	for _, at := range places {
		named[at] = true
		at.Col++ // behind a quote
		named[at] = true
	}
	for _, at := range evidence.Mentions(texts, pattern) {
		if !named[at] {
			list = append(list, at)
		}
	}
	return list, nil
}

// Mappings are the files of mappings below a folder, but for those of hidden folders and of the corpus proper, as they
// are when a record or source has another name; left says which could not be changed, and why.
func Mappings(fsys fs.FS, from, to string, deep bool) (files []store.FileWrite, left []string) {
	_ = fs.WalkDir(fsys, ".", func(name string, e fs.DirEntry, err error) error {
		switch {
		case err != nil: // what cannot be read has no mapping that could be changed
			return nil
		case e.IsDir() && name != "." && (!deep || strings.HasPrefix(name, ".") || name == "evidence" || name == "rulesets"):
			return fs.SkipDir
		case !e.Type().IsRegular() || !strings.HasSuffix(name, store.MappingEnding):
			return nil
		}
		data, err := fs.ReadFile(fsys, name)
		if err == nil {
			content, errs := intake.RenameInMapping(name, data, from, to)
			if err = errs.Err(); err == nil && string(content) != string(data) {
				files = append(files, store.FileWrite{Name: name, Old: data, New: content})
			}
		}
		if err != nil {
			left = append(left, fmt.Sprintf("%s was left as it is: %v", name, err))
		}
		return nil
	})
	return files, left
}
