package yamlpos

import (
	"bytes"
	"fmt"

	"github.com/lectio/lectio/evidence/diag"
)

// How much is read, of anything. Nothing a person writes comes near these
// limits; without them a hostile file could take all memory, all time or the
// stack of every walker. Whoever meets one says it, and the way round.
const (
	// MaxFile is how many bytes a file of a corpus may have: a record, a
	// ruleset, a list of sources.
	MaxFile = 16 << 20
	// MaxLine is how many bytes a line of such a file may have. A list of some
	// thousand sources that a program wrote on one line fits.
	MaxLine = 1 << 20
	// MaxValues is how many keys, values and items a file may have; 16 MiB of
	// nothing but commas would become gigabytes of empty texts.
	MaxValues = 2_000_000
	// MaxDepth is how deep maps and lists may be nested.
	MaxDepth = 100
	// MaxFiles is how many files a folder of a corpus may have.
	MaxFiles = 100_000
	// MaxInput is how many bytes a file may have that is imported: a page, a
	// table, a workbook. Recorded games are read line by line, however many.
	MaxInput = 64 << 20
	// MaxOwn is how many bytes a file may have that this program wrote itself: a
	// report, a plan with its corpus, the results of a sweep.
	MaxOwn = 512 << 20
	// MaxTableRows, MaxTableColumns and MaxTableCells are how much a table may
	// hold that is imported. No catalogue comes near it.
	MaxTableRows    = 200_000
	MaxTableColumns = 256
	MaxTableCells   = 5_000_000
)

// tooDeep is said of what is nested deeper than MaxDepth.
const tooDeep = "maps and lists are nested too deep to be read; look for brackets that are never closed"

// fits reports what is too long in a file of a corpus: the whole, or a line.
func fits(file string, data []byte) diag.Errors {
	if len(data) > MaxFile {
		return diag.Errors{TooLarge(file, int64(len(data)), MaxFile)}
	}
	for line, rest := 1, data; len(rest) > MaxLine; line++ {
		i := bytes.IndexAny(rest, "\n\r")
		n := i
		if i < 0 {
			n, i = len(rest), len(rest)-1
		}
		if n > MaxLine {
			return diag.Errors{{Pos: diag.Pos{File: file, Line: line, Col: 1}, Found: bytesOf(int64(n)), Expected: "at most " + bytesOf(MaxLine),
				Message: "the line is too long to be read; write what it holds on several lines (programs that write JSON can indent it)"}}
		}
		if rest[i] == '\r' && i+1 < len(rest) && rest[i+1] == '\n' {
			i++
		}
		rest = rest[i+1:]
	}
	return nil
}

// TooLarge says that a file has more bytes than are read.
func TooLarge(file string, size, limit int64) diag.Error {
	return diag.Error{Pos: diag.Pos{File: file}, Found: bytesOf(size), Expected: "at most " + bytesOf(limit),
		Message: "the file is too large to be read; put what it holds into several files"}
}

// bytesOf writes a size so that it can be compared with what a file manager says.
func bytesOf(n int64) string {
	if n >= 1<<20 {
		return fmt.Sprintf("%d bytes (%.1f MiB)", n, float64(n)/(1<<20))
	}
	return fmt.Sprintf("%d bytes", n)
}
