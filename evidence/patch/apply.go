package patch

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"unicode/utf8"

	"github.com/lectio/lectio/evidence/diag"
)

// Apply says what the files of a patch hold now and are to hold. read reads a file as it stands: its error is
// [fs.ErrNotExist] of one that is not there, and any other is told at the place where the patch names the file. Each
// hunk that does not fit is told, with what stands in its place; root stands before the names of files there. Where all
// of the patch has been done already, that is all that is told.
func (p *Patch) Apply(root string, read func(name string) ([]byte, error)) ([]File, diag.Errors) {
	a := &applying{root: root, read: read}
	files := a.all(p)
	if len(a.errs) == 0 {
		return files, nil
	}
	back := &applying{root: root, read: read, back: true}
	if back.all(p); len(back.errs) == 0 {
		return nil, diag.Errors{{Pos: p.files[0].pos, Found: "the files as they are to be", Expected: "the files as they were before",
			Message: "the patch has been applied already"}}
	}
	return nil, a.errs.Sort()
}

// applying is a patch while it is applied, or taken back.
type applying struct {
	root string
	read func(name string) ([]byte, error)
	back bool
	errs diag.Errors
}

// shown is a file as whoever applies the patch calls it.
func (a *applying) shown(name string) string { return path.Join(a.root, name) }

func (a *applying) all(p *Patch) (files []File) {
	for _, c := range p.files {
		from, to := c.from, c.to
		if a.back {
			from, to = to, from
		}
		old, ok := a.before(c.pos, from)
		if to != from && to != "" {
			ok = a.free(c.pos, to) && ok
		}
		if !ok {
			continue
		}
		now, ok := a.after(c, from, old)
		switch {
		case !ok:
		case to == "" && len(now) > 0:
			a.errs.Add(c.pos, "more lines", "a file that ends where the patch says", "%s is to be taken away, and has more in it than the patch knows", a.shown(from))
		case to == "":
			files = append(files, File{from, old, nil})
		case from == "" || from == to:
			files = append(files, File{to, old, now})
		default:
			files = append(files, File{from, old, nil}, File{to, nil, now})
		}
	}
	return files
}

// before is what a file holds that is to change.
func (a *applying) before(at diag.Pos, name string) ([]byte, bool) {
	if name == "" {
		return nil, true
	}
	data, err := a.read(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		a.errs.Add(at, "no such file", "the file as it was when the patch was made", "%s is not there", a.shown(name))
	case err != nil:
		a.unread(at, name, err)
	case data == nil:
		return []byte{}, true
	}
	return data, err == nil
}

// free reports whether there is no file of a name, and says it where there is.
func (a *applying) free(at diag.Pos, name string) bool {
	_, err := a.read(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return true
	case err != nil:
		a.unread(at, name, err)
	default:
		a.errs.AddRelated(at, []diag.Pos{{File: a.shown(name)}}, "a file", "none, for the patch makes it", "%s is there already", a.shown(name))
	}
	return false
}

// unread says why a file cannot be read.
func (a *applying) unread(at diag.Pos, name string, err error) {
	e := diag.AsErrors(err)[0]
	if e.Found == "" {
		e.Found = diag.Quote(name)
	}
	e.Pos = at
	a.errs.Merge(diag.Errors{e})
}

// after is what a file comes to hold, every line in its place. name is how it is called now.
func (a *applying) after(c change, name string, old []byte) (now []byte, fits bool) {
	f := &fitting{applying: a, name: name, rest: old, now: make([]byte, 0, len(old))}
	fits = true
	for i := range c.hunks {
		fits = f.hunk(&c.hunks[i]) && fits
	}
	return append(f.now, f.rest...), fits
}

// fitting is a file while hunks are fitted into it.
type fitting struct {
	*applying
	name string
	rest []byte // what has not been passed
	n    int    // the number of its first line, from 0
	now  []byte // what the file comes to hold, up to there
}

// hunk fits in a hunk, and reports whether that can be done.
func (f *fitting) hunk(h *hunk) bool {
	at, gone, come := h.atOld, byte('-'), byte('+')
	if f.back {
		at, gone, come = h.atNow, come, gone
	}
	for ; f.n < at && len(f.rest) > 0; f.n++ {
		line, behind := cutLine(f.rest)
		f.now, f.rest = append(f.now, line...), behind
	}
	if f.n < at {
		f.errs.Add(h.pos, fmt.Sprintf("%d lines", f.n), fmt.Sprintf("line %d", at+1), "the hunk does not fit: %s ends before it now", f.shown(f.name))
		return false
	}
	ended := false // by a line that stays
	for l := range h.lines {
		if l.op == come {
			f.now, ended = append(f.now, l.text...), false
			continue
		}
		line, behind := cutLine(f.rest)
		if !bytes.Equal(line, l.text) {
			f.differs(diag.Pos{File: h.pos.File, Line: l.n, Col: l.col}, line, l.text)
			return false
		}
		if ended = l.op != gone; ended {
			f.now = append(f.now, line...)
		}
		f.rest, f.n = behind, f.n+1
	}
	if ended || len(f.rest) == 0 {
		return true
	}
	line, _ := cutLine(f.rest)
	stands := diag.Pos{File: f.shown(f.name), Line: f.n + 1, Col: 1}
	f.errs.AddRelated(h.pos, []diag.Pos{stands}, around(line, 0), "the end of the file, for no line that stays follows the last change of the hunk", "the hunk does not fit: the file goes on at %s", stands)
	return false
}

// differs says how the next line of the file is another than a patch says.
func (f *fitting) differs(at diag.Pos, line, want []byte) {
	same := sameLetters(line, want)
	stands := diag.Pos{File: f.shown(f.name), Line: f.n + 1, Col: same + 1}
	at.Col += same
	found, expected := around(line, same), around(want, same)
	switch {
	case len(line) == 0:
		f.errs.Add(at, "the end of the file", expected, "the hunk does not fit: %s has no line %d now", stands.File, stands.Line)
		return
	case bytes.Equal(bytes.TrimRight(line, "\r\n"), bytes.TrimRight(want, "\r\n")):
		found, expected = "one that ends with "+ending(line), "one that ends with "+ending(want)
	}
	f.errs.AddRelated(at, []diag.Pos{stands}, found, expected, "the hunk does not fit: another line stands at %s now", stands)
}

// around is a line in quotes, from a little before one of its letters on.
func around(line []byte, letter int) string {
	const before, longest = 20, 1000
	text := []rune(string(bytes.ToValidUTF8(line[:min(len(line), longest)], []byte("�"))))
	if letter <= before || letter > len(text) {
		return diag.Quote(string(text))
	}
	return diag.Quote("…" + string(text[letter-before:]))
}

// ending says how a line ends.
func ending(line []byte) string {
	switch {
	case bytes.HasSuffix(line, []byte("\r\n")):
		return "a carriage return and a line feed"
	case bytes.HasSuffix(line, []byte("\n")):
		return "a line feed"
	}
	return "the file, without a line feed"
}

// sameLetters is how many letters two lines begin with that are the same.
func sameLetters(a, b []byte) (n int) {
	for len(a) > 0 && len(b) > 0 {
		_, size := utf8.DecodeRune(a)
		if !bytes.HasPrefix(b, a[:size]) {
			break
		}
		a, b, n = a[size:], b[size:], n+1
	}
	return n
}
