package main

import (
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/lectio/lectio/evidence/cells"
	"github.com/lectio/lectio/testdata/long"
)

// Rows take a line each in a pipe, and have room on every screen.
func TestColumns(t *testing.T) {
	rows := func() [][]string {
		return [][]string{
			{"record", "game", "source"},
			{"A.1", "Shōgi, that is 將棋 of Japan", "murray-1951"},
			{"A.2", "Sho\u0304gi", "-"},
		}
	}
	for _, c := range []struct{ columns, want string }{
		{"", `
record  game                          source
A.1     Shōgi, that is 將棋 of Japan  murray-1951
A.2     Sho\u0304gi                         -
`},
		{"40", `
record  game                 source
A.1     Shōgi, that is 將棋  murray-1951
        of Japan
A.2     Sho\u0304gi                -
`},
	} {
		t.Setenv("COLUMNS", c.columns)
		var b strings.Builder
		if err := (&app{stdout: io.Discard}).columns(&b, rows()); err != nil {
			t.Fatal(err)
		}
		if want := strings.TrimPrefix(strings.ReplaceAll(c.want, `\u0304`, "\u0304"), "\n"); b.String() != want {
			t.Errorf("at %q\n%swant\n%s", c.columns, b.String(), want)
		}
	}
}

// What commands print of the corpus has room on a screen of eighty columns.
func TestEightyColumns(t *testing.T) {
	long.Slow(t)
	t.Setenv("COLUMNS", "80")
	for _, command := range []string{
		"evidence list", "evidence show DLP.Evidence.1706", "evidence search man", "evidence source list", "evidence source show murray-1951",
		"ruleset list", "ruleset show mylna", "ruleset questions mylna", "ruleset dimensions mylna", "checks", "board mylna", "players barjis --games 4 --searched 4",
	} {
		var out, errs strings.Builder
		if status := run(strings.NewReader(""), &out, &errs, strings.Fields(command)); status != exitOK {
			t.Fatalf("%s: %d %s", command, status, errs.String())
		}
		for _, line := range strings.Split(out.String(), "\n") {
			if cells.Width(line) > 80 {
				t.Errorf("%s: %d cells in %q", command, cells.Width(line), line)
				break
			}
		}
	}
}

// Help has room on a screen of eighty columns, but for examples and how a command is called,
// which are to be copied.
func TestHelpHasRoom(t *testing.T) {
	t.Setenv("COLUMNS", "80")
	visited := 0
	var visit func(command []string)
	visit = func(command []string) {
		visited++
		var out, errs strings.Builder
		if status := run(strings.NewReader(""), &out, &errs, append(command, "--help")); status != exitOK {
			t.Fatalf("%s: %d %s", command, status, errs.String())
		}
		copied, commands := false, false
		for line := range strings.Lines(out.String()) {
			line = strings.TrimSuffix(line, "\n")
			if strings.HasSuffix(line, ":") && line[0] != ' ' {
				copied, commands = line == "Usage:" || line == "Examples:", line == "Commands:"
			}
			if !copied && cells.Width(line) > 80 {
				t.Errorf("%s: %d cells in %q", command, cells.Width(line), line)
			}
			if name, _, ok := strings.Cut(strings.TrimPrefix(line, "  "), " "); ok && commands && name != "" && name != "help" {
				visit(append(slices.Clone(command), name))
			}
		}
	}
	visit(nil)
	if visited <= len(commands) {
		t.Errorf("%d helps list %d commands", visited, len(commands))
	}
}
