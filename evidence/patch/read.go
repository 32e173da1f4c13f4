package patch

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"github.com/lectio/lectio/evidence/diag"
)

// Patch is a patch that has been read.
type Patch struct {
	files []change
}

// change is what becomes of one file.
type change struct {
	pos      diag.Pos // of its first line
	from, to string   // "" where there is no such file
	hunks    []hunk
}

// hunk is a run of lines that changes. Its lines are left as they stand in the patch: a patch has many.
type hunk struct {
	pos        diag.Pos
	atOld, old int // its first line, from 0, and how many it has, of the file before
	atNow, now int // and of the file afterwards
	body       []byte
}

// line is a line of a hunk. Its text has its end, unless the file ends with it.
type line struct {
	op   byte // ' ' for one that stays, '-' for one that goes, '+' for one that comes
	text []byte
	n    int // its line in the patch
	col  int // and the column at which its text begins
}

// lines visits the lines of a hunk that has been read.
func (h *hunk) lines(visit func(line) bool) {
	for body, n := h.body, h.pos.Line+1; len(body) > 0; n++ {
		text, rest := cutLine(body)
		l := line{op: text[0], text: text[1:], n: n, col: 2}
		if text[0] == '\n' { // a blank line that has lost the blank before it
			l = line{op: ' ', text: text, n: n, col: 1}
		}
		if body = rest; len(rest) > 0 && rest[0] == '\\' {
			l.text = l.text[:len(l.text)-1]
			_, body = cutLine(rest)
			n++
		}
		if !visit(l) {
			return
		}
	}
}

// cutLine takes the first line with its end from a text.
func cutLine(text []byte) (line, rest []byte) {
	if i := bytes.IndexByte(text, '\n'); i >= 0 {
		return text[:i+1], text[i+1:]
	}
	return text, nil
}

// reader reads a patch line by line.
type reader struct {
	name string
	rest []byte // from the current line on
	n    int    // its number
	errs diag.Errors
}

// line is the current line without its end; more reports whether there is one.
func (r *reader) line() (text string, more bool) {
	line, _ := cutLine(r.rest)
	return strings.TrimSuffix(string(line[:min(len(line), longest)]), "\n"), len(r.rest) > 0
}

// longest is how much of a line is looked at that is none of a hunk: no name of a file is as long.
const longest = 1 << 16

func (r *reader) next() {
	var line []byte
	if line, r.rest = cutLine(r.rest); bytes.HasSuffix(line, []byte("\n")) {
		r.n++
	}
}

func (r *reader) pos(col int) diag.Pos { return diag.Pos{File: r.name, Line: r.n, Col: col} }

// wrong says what is wrong with the current line.
func (r *reader) wrong(expected, format string, args ...any) {
	found := "the end of the patch"
	if text, more := r.line(); more {
		found = diag.Quote(strings.ToValidUTF8(text, "�"))
	}
	r.errs.Add(r.pos(1), found, expected, format, args...)
}

// header is how the part of a patch begins that is about one file.
const header = "diff --git "

// brokenOff says that the end of a patch is missing.
const brokenOff = "the patch is broken off"

// howMade says how a patch comes about, where something else was given.
const howMade = "a patch as git diff writes it, which begins each file with: diff --git a/FILE b/FILE"

// Read reads a patch; name is what mistakes in it are placed in. Of each file the first mistake is told.
func Read(name string, data []byte) (*Patch, diag.Errors) {
	r := &reader{name: name, rest: data, n: 1}
	p := &Patch{}
	if why := unreadable(data); why != "" {
		r.errs.Add(diag.Pos{File: name}, why, howMade+", in UTF-8, each line ended by a line feed alone", "this is no patch that can be applied")
		return nil, r.errs
	}
	r.prose()
	if len(r.rest) == 0 && len(r.errs) == 0 {
		r.n = 1
		first, _ := cutLine(data)
		r.errs.Add(r.pos(1), diag.Quote(strings.ToValidUTF8(string(first), "�")), howMade, "there is no change in the patch")
	}
	where := map[string]diag.Pos{}
	for len(r.rest) > 0 {
		c, ok := r.file()
		if !ok {
			r.recover()
			continue
		}
		for _, name := range []string{c.from, c.to} {
			if at, twice := where[name]; twice && name != "" && at != c.pos {
				r.errs.AddRelated(c.pos, []diag.Pos{at}, diag.Quote(name), "each file once", "the patch changes a file twice, first in line %d", at.Line)
			}
			where[name] = c.pos
		}
		p.files = append(p.files, c)
		r.between()
	}
	if len(r.errs) == 0 && !bytes.HasSuffix(data, []byte("\n")) {
		r.errs.Add(r.pos(1), "", "a line feed behind the last line, as git diff writes one", brokenOff)
	}
	if len(r.errs) > 0 {
		return nil, r.errs.Sort()
	}
	return p, nil
}

// unreadable says why a file cannot be a patch as a whole, "" where it may be one.
func unreadable(data []byte) string {
	first, _ := cutLine(data)
	switch {
	case bytes.HasPrefix(data, []byte("\xff\xfe")), bytes.HasPrefix(data, []byte("\xfe\xff")):
		return "a file in UTF-16, as > in PowerShell writes it (git diff --output=FILE does not)"
	case bytes.HasPrefix(data, []byte("\xef\xbb\xbf")):
		return "a byte order mark, which an editor put before the patch"
	case bytes.HasPrefix(data, []byte(header)) && bytes.HasSuffix(first, []byte("\r\n")):
		return "lines that end with a carriage return too, as an editor or a mail program for Windows writes them"
	}
	return ""
}

// prose passes over what a mail says before the patch in it.
func (r *reader) prose() {
	for {
		text, more := r.line()
		switch {
		case !more, strings.HasPrefix(text, header):
			return
		case strings.HasPrefix(text, "--- ") || strings.HasPrefix(text, "+++ ") || strings.HasPrefix(text, "@@ -"):
			r.wrong(howMade, "a change stands before the line that says which file it is of")
			r.recover()
			return
		}
		r.next()
	}
}

// recover goes on with the next file behind a mistake.
func (r *reader) recover() {
	for r.next(); len(r.rest) > 0 && !bytes.HasPrefix(r.rest, []byte(header)); r.next() {
	}
}

// between looks at what stands behind a file: the next one, or the end of a mail.
func (r *reader) between() {
	for {
		text, more := r.line()
		switch {
		case !more, strings.HasPrefix(text, header):
			return
		case text == "":
			r.next()
			continue
		case text == "-- ":
			r.prose()
			return
		case strings.HasPrefix(text, "+") || strings.HasPrefix(text, "-") || strings.HasPrefix(text, " "):
			r.wrong("no more lines than the head of the hunk says", "the hunk has more lines than its head counts")
		default:
			r.wrong("a hunk, which begins with @@, or the next file, which begins with diff --git", "this is no part of a patch")
		}
		r.recover()
		return
	}
}

// file reads what a patch says of one file. Without ok a mistake was told.
func (r *reader) file() (c change, ok bool) {
	c.pos = r.pos(1)
	h, ok := r.header()
	if !ok {
		return c, false
	}
	c.from, c.to = h.from, h.to
	grown, behind := 0, 0 // how many more lines the file has by now, and the line behind the last hunk
	for bytes.HasPrefix(r.rest, []byte("@@")) {
		if !h.named {
			r.wrong("--- and +++, each with the name of the file", "a hunk stands before the names of its file")
			return c, false
		}
		k, ok := r.hunk()
		switch {
		case !ok:
			return c, false
		case len(c.hunks) > 0 && k.atOld <= behind:
			r.errs.Add(k.pos, fmt.Sprint("line ", k.atOld+1), fmt.Sprintf("a line behind %d", behind+1), "the hunks of a file must be in order, with a line between them")
		case k.atNow != k.atOld+grown:
			r.errs.Add(k.pos, fmt.Sprint("line ", k.atNow+1), fmt.Sprint("line ", k.atOld+grown+1), "by the hunks before it this hunk begins at another line of the changed file")
		case c.from == "" && k.old > 0:
			r.errs.Add(k.pos, "", "@@ -0,0", "a new file has no lines that stay or go")
		case c.to == "" && k.now > 0:
			r.errs.Add(k.pos, "", "+0,0 @@", "a file that is taken away has no lines that stay or come")
		default:
			grown, behind = grown+k.now-k.old, k.atOld+k.old
			c.hunks = append(c.hunks, k)
			continue
		}
		return c, false
	}
	if h.named && len(c.hunks) == 0 {
		r.wrong("a hunk, which begins with @@ -LINE,LINES +LINE,LINES @@", "the patch does not say what changes in the file")
		return c, false
	}
	return c, true
}

// hunk reads a hunk.
func (r *reader) hunk() (h hunk, ok bool) {
	h.pos = r.pos(1)
	text, _ := r.line()
	rest, found := strings.CutPrefix(text, "@@ -")
	if found {
		h.atOld, h.old, rest, found = numbers(rest, " +")
	}
	if found {
		h.atNow, h.now, rest, found = numbers(rest, " @@")
	}
	if !found || rest != "" && rest[0] != ' ' {
		r.wrong("@@ -LINE,LINES +LINE,LINES @@, in whole numbers", "the head of a hunk cannot be read")
		return h, false
	}
	r.next()
	body := r.rest
	if !r.body(h.old, h.now) {
		return h, false
	}
	h.body = body[:len(body)-len(r.rest)]
	return h, true
}

// numbers reads a place in the head of a hunk, LINE,LINES or LINE of one line, up to a mark behind it. The line comes
// back counted from 0.
func numbers(text, mark string) (at, n int, rest string, ok bool) {
	text, rest, ok = strings.Cut(text, mark)
	line, count, counted := strings.Cut(text, ",")
	n = 1
	if counted {
		n, counted = natural(count)
		ok = ok && counted
	}
	at, counted = natural(line)
	if n > 0 {
		at-- // of none it is the line before
	}
	return at, n, rest, ok && counted && at >= 0
}

// natural reads a number as a patch has it.
func natural(text string) (int, bool) {
	if text == "" || len(text) > 9 || strings.Trim(text, "0123456789") != "" {
		return 0, false
	}
	n, err := strconv.Atoi(text)
	return n, err == nil
}

// body passes over the lines of a hunk, which has so many of either file.
func (r *reader) body(old, now int) bool {
	changed := false
	for last := byte(0); ; {
		begin := byte(0)
		if len(r.rest) > 0 {
			begin = r.rest[0]
		}
		switch {
		case begin == '\\':
			if ended := last == '-' && old == 0 || last == '+' && now == 0 || last == ' ' && old+now == 0; !ended || !bytes.HasPrefix(r.rest, []byte(noNewline[:12])) {
				r.wrong("\\ No newline at end of file, below the last line of a file", "no file can end here")
				return false
			}
			last = 0
		case old+now == 0:
			if !changed {
				r.errs.Add(r.pos(1), "", "a line that begins with + or -", "the hunk above changes nothing")
			}
			return changed
		case len(r.rest) == 0:
			r.wrong(linesLeft(old, now), brokenOff)
			return false
		case (begin == ' ' || begin == '\n') && old > 0 && now > 0:
			last, old, now = ' ', old-1, now-1
		case begin == '-' && old > 0:
			last, old, changed = '-', old-1, true
		case begin == '+' && now > 0:
			last, now, changed = '+', now-1, true
		case begin == ' ' || begin == '\n' || begin == '-' || begin == '+':
			r.wrong(linesLeft(old, now), "the head of the hunk counts other lines than it has")
			return false
		default:
			r.wrong("a line that begins with a blank, + or -; "+linesLeft(old, now), "this is no line of a hunk")
			return false
		}
		if bytes.IndexByte(r.rest, '\n') < 0 {
			r.wrong("a line feed behind it, as git diff writes one", brokenOff)
			return false
		}
		r.next()
	}
}

// linesLeft says what a hunk still lacks.
func linesLeft(old, now int) string {
	return fmt.Sprintf("%d more of the file as it was and %d of the file as it is to be", old, now)
}
