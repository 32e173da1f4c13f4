package revise

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/store"
	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets/dimension"
)

// Migrate is the change of a corpus in which every word of the rule language that was written otherwise once is written
// as it is now. It goes by the errors of reading the corpus: what is refused is what is rewritten. Nothing else of a file
// changes. Where the corpus has other errors nothing is changed at all, for a word in what could not be read would stay.
func Migrate(ctx context.Context, fsys fs.FS, root string) (x Change, errs diag.Errors) {
	x = Change{What: "ruleset migrate", Words: map[string]int{}, ForGood: true}
	for ctx.Err() == nil {
		// What stands within a word that is refused is read once that is rewritten, so the corpus is read again.
		over := store.Overlay(fsys, x.Files)
		ev, wrong := evidence.LoadWith(ctx, over, "", evidence.ScanOptions{})
		c, more := dimension.Load(over, "", ev)
		wrong.Merge(more)
		wrong.Merge(store.PassedBy(fsys, "", "evidence"))
		wrong.Merge(store.PassedBy(fsys, "", "rulesets"))
		words, other := c.Former(wrong)
		if len(words) == 0 {
			slices.SortFunc(x.Files, func(a, b store.FileWrite) int { return cmp.Compare(a.Name, b.Name) })
			return x, placed(other, root, x.Files)
		}
		for len(words) > 0 {
			file := words[0].File
			n := slices.IndexFunc(words, func(e diag.Error) bool { return e.File != file })
			if n < 0 {
				n = len(words)
			}
			if errs = x.rewrite(fsys, file, words[:n]); len(errs) > 0 {
				return Change{}, placed(errs, root, nil)
			}
			words = words[n:]
		}
	}
	return Change{}, nil
}

// rewrite writes words of a file as they are written now.
func (x *Change) rewrite(fsys fs.FS, file string, words diag.Errors) (errs diag.Errors) {
	i := slices.IndexFunc(x.Files, func(f store.FileWrite) bool { return f.Name == file })
	if i < 0 {
		data, err := fs.ReadFile(fsys, file)
		if err != nil {
			errs.Add(diag.Pos{File: file}, "", "", "the file cannot be read: %v", yamlpos.WithoutPath(err))
			return errs
		}
		i = len(x.Files)
		x.Files = append(x.Files, store.FileWrite{Name: file, Old: data, New: data})
	}
	old := x.Files[i].New
	var now bytes.Buffer
	done := 0
	for _, w := range words {
		at := yamlpos.Offset(old, w.Pos)
		if at < len(old) && (old[at] == '"' || old[at] == '\'') {
			at++
		}
		rest, stands := bytes.CutPrefix(old[at:], []byte(w.Former))
		if r, _ := utf8.DecodeRune(rest); !stands || at < done || len(rest) > 0 && (r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r)) {
			errs.Add(w.Pos, "a word that is written with escapes or broken off", diag.Quote(w.Former)+" in so many letters", "%s, and cannot be rewritten here", w.Message)
			continue
		}
		now.Write(old[done:at])
		now.WriteString(w.Instead)
		done = at + len(w.Former)
	}
	now.Write(old[done:])
	x.Files[i].New = now.Bytes()
	x.Words[file] += len(words)
	return errs
}

// placed are errors of files below a root, with it; those of files as they would be written say so.
func placed(errs diag.Errors, root string, files []store.FileWrite) diag.Errors {
	for i := range errs {
		e := &errs[i]
		if slices.ContainsFunc(files, func(f store.FileWrite) bool { return f.Name == e.File }) {
			e.Message += AsWritten
		}
		e.File = path.Join(root, e.File)
		for k := range e.Related {
			e.Related[k].File = path.Join(root, e.Related[k].File)
		}
	}
	return errs
}

// Count is how many words of a file the change rewrites, for what is printed of it; "" where it is not said.
func (x *Change) Count(file string) string {
	switch n := x.Words[file]; n {
	case 0:
		return ""
	case 1:
		return ": 1 word"
	default:
		return fmt.Sprintf(": %d words", n)
	}
}
