// Package jsonlines reads and writes JSON Lines: an object a line, for other programs. A line that is too long, or
// wrong, is told of with its number, and the others are read all the same.
package jsonlines

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"

	"github.com/lectio/lectio/evidence/diag"
)

// Longest is how many bytes a line may have: a longer one is refused rather than kept in memory.
const Longest = 16 << 20

// A Line is a line that holds anything.
type Line struct {
	N    int // its number in the file, from 1
	Text []byte
	Long bool // it is longer than [Longest], and its text is not kept
}

// Read hands on the lines of r that hold anything, until hand says that no more are
// wanted. One that is too long is handed on before it has come to its end.
func Read(ctx context.Context, r io.Reader, hand func(*Line) bool) error {
	in := bufio.NewReaderSize(r, 1<<16)
	for n := 1; ctx.Err() == nil; n++ {
		line := &Line{N: n}
		for {
			part, err := in.ReadSlice('\n')
			switch {
			case line.Long: // it was handed on, and the rest of the line is passed over
			case len(line.Text)+len(part) > Longest:
				line.Long, line.Text = true, nil
				if !hand(line) {
					return nil
				}
			default:
				line.Text = append(line.Text, part...)
			}
			if errors.Is(err, bufio.ErrBufferFull) {
				continue
			}
			if !line.Long && len(bytes.TrimSpace(line.Text)) > 0 && !hand(line) {
				return nil
			}
			if errors.Is(err, io.EOF) {
				return nil
			}
			if err != nil {
				return err
			}
			break
		}
	}
	return nil
}

// Place moves the places of errors in a line that was read by itself to the line of the
// file that it is. What ends a line within it, as JSON allows, does not end one of the
// file: columns are counted on. The errors come back in order.
func (l *Line) Place(errs diag.Errors, file string) diag.Errors {
	if len(errs) == 0 {
		return nil
	}
	before := []int{0} // how many characters stand before each line within the text
	for i, r := range []rune(string(l.Text)) {
		if r == 0x85 || r == 0x2028 || r == 0x2029 {
			before = append(before, i+1)
		}
	}
	within := func(line, col int) int { return before[min(line, len(before))-1] + col }
	move := func(p *diag.Pos) {
		if p.File == file && p.Line > 0 {
			if p.Col > 0 {
				p.Col = within(p.Line, p.Col)
			}
			p.Line = l.N
		}
	}
	named := regexp.MustCompile(regexp.QuoteMeta(file) + `:([0-9]+):([0-9]+)`)
	for i := range errs {
		e := &errs[i]
		move(&e.Pos)
		for j := range e.Related {
			move(&e.Related[j])
		}
		// A message may name another place of the line.
		e.Message = named.ReplaceAllStringFunc(e.Message, func(place string) string {
			at := named.FindStringSubmatch(place)
			line, _ := strconv.Atoi(at[1])
			col, _ := strconv.Atoi(at[2])
			return fmt.Sprintf("%s:%d:%d", file, l.N, within(max(line, 1), col))
		})
	}
	return errs.Sort()
}
