package main

import (
	"bytes"
	"io"
	"os"
	"unicode/utf8"

	"github.com/lectio/lectio/evidence/yamlpos"
	"golang.org/x/term"
)

// checkedWriter remembers the first error of w, because most of what prints
// does not look at errors and a full disk must not pass for success.
type checkedWriter struct {
	w   io.Writer
	err error
}

// Write passes b on until the first error, and fails with that one from then on.
func (c *checkedWriter) Write(b []byte) (int, error) {
	if c.err != nil {
		return 0, c.err
	}
	n, err := c.w.Write(b)
	c.err = err
	return n, err
}

// textWriter writes text for people: what would act on a terminal is made visible,
// wherever it came from. Everything that is printed goes through one.
type textWriter struct {
	w    io.Writer
	part []byte // of a character that has not been written to its end
}

// Write passes text on, but for the beginning of a character at its end.
func (t *textWriter) Write(b []byte) (int, error) {
	text := append(t.part, b...)
	end := len(text)
	for i := 1; i < utf8.UTFMax && i <= len(text); i++ {
		if last := text[len(text)-i:]; utf8.RuneStart(last[0]) {
			if !utf8.FullRune(last) {
				end -= i
			}
			break
		}
	}
	t.part = bytes.Clone(text[end:])
	if _, err := io.WriteString(t.w, yamlpos.Visible(string(text[:end]))); err != nil {
		return 0, err
	}
	return len(b), nil
}

// isTerminal reports whether somebody is watching w.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// bare is a stream for what is no text: a workbook, a meter, colours of our own.
func bare(w io.Writer) io.Writer {
	if t, ok := w.(*textWriter); ok {
		return t.w
	}
	return w
}

// underneath is a stream as it was given to the program.
func underneath(w io.Writer) io.Writer {
	w = bare(w)
	if c, ok := w.(*checkedWriter); ok {
		return c.w
	}
	return w
}
