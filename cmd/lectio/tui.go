package main

// The wording of the interface, stated once. Everything printed on standard
// error passes through this file.
//
//   - An error is one line, "error: " and what is wrong; a hint is one line
//     below it, "hint: " and what to do. No capital at the beginning, no full
//     stop at the end, no line break within.
//   - An error in a file begins with its place, FILE:LINE:COLUMN, and says what
//     was found and what was expected.
//   - Every error of a run is printed, not only the first; one hint at most.
//   - What was typed or read is quoted with "..."; what to type is quoted with
//     '...'.
//   - The words are those of the field: record, clause, ruleset, statement,
//     reading; man, point, throw. The reader has never seen the code.
//   - Results go to standard output, all else to standard error. With --json
//     standard output holds JSON and nothing else, errors included.
//   - Progress is drawn for somebody who watches; where nobody does, and work is long,
//     a line says from time to time how far it has come.

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/jsonlines"
	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/board/draw"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/ir/wasm"
	"github.com/lectio/lectio/rulesets/play"
	"github.com/lectio/lectio/rulesets/scene"
	"golang.org/x/term"
)

// fail prints err, as text or as JSON, behind what was noted before, and returns
// the exit status for input that could not be used.
func (a *app) fail(err error) int {
	all, hint := problems(err)
	if errors.Is(err, errLeftOut) {
		all = nil
	}
	said := append(slices.Clone(a.errs), all...)
	all = slices.DeleteFunc(slices.Clone(all), func(e diag.Error) bool { return toldBy(said, e) })
	if a.json {
		a.told = true
		// If even this cannot be written, run finds out from the writer.
		_ = jsonlines.Write(a.stdout, struct {
			Errors      []diag.Error `json:"errors"`
			Interrupted bool         `json:"interrupted,omitempty"`
		}{append(slices.Clone(a.errs), all...), a.interrupted})
		return exitUnusable
	}
	for _, e := range all {
		a.sayError(e)
	}
	a.sayHint(hint)
	return exitUnusable
}

// sayError prints an error as text.
func (a *app) sayError(e diag.Error) {
	fmt.Fprintf(a.stderr, "error: %s\n", oneLine(e.Error()))
	a.former = a.former || e.Former != ""
}

// sayHint prints a hint as text.
func (a *app) sayHint(hint string) {
	if hint != "" {
		fmt.Fprintf(a.stderr, "hint: %s\n", oneLine(hint))
	}
}

// printJSON prints the result of a command, an object, as JSON. Errors that were
// noted stand beside it, as its member errors.
func (a *app) printJSON(v any) error {
	a.told = true
	if !a.leftOut() {
		return jsonlines.Write(a.stdout, v)
	}
	var b, errs bytes.Buffer
	if err := errors.Join(jsonlines.Write(&b, v), jsonlines.Write(&errs, a.errs)); err != nil {
		return err
	}
	text := strings.TrimSuffix(strings.TrimSpace(b.String()), "}")
	_, err := fmt.Fprintf(a.stdout, "%s,\"errors\":%s}\n", text, strings.TrimSpace(errs.String()))
	return err
}

// printList is printJSON for a result that is a list. It is printed as it is,
// unless errors were noted: then as the member of that name of an object.
func (a *app) printList(name string, list any) error {
	if a.leftOut() {
		return a.printJSON(map[string]any{name: list})
	}
	a.told = true
	return jsonlines.Write(a.stdout, list)
}

// bareStdout is standard output as it was given.
func (a *app) bareStdout() io.Writer { return underneath(a.stdout) }

// width is how many cells a line of the screen holds: what COLUMNS says, or the
// terminal; [pipedWidth] where there is none.
func (a *app) width() int {
	if n := columnsSaid(); n > 0 {
		return max(n, 40)
	}
	if f, ok := a.bareStdout().(*os.File); ok && isTerminal(f) {
		if n, _, err := term.GetSize(int(f.Fd())); err == nil && n > 0 {
			return max(n, 40)
		}
	}
	return pipedWidth
}

// columnsSaid is what COLUMNS says of the width, 0 for nothing.
func columnsSaid() int {
	n, _ := strconv.Atoi(os.Getenv("COLUMNS"))
	return max(n, 0)
}

// onScreen reports whether lines that are too long are broken by what shows them.
func (a *app) onScreen() bool { return columnsSaid() > 0 || isTerminal(a.bareStdout()) }

// colours are those that men have on a screen, by player, as a terminal calls them.
var colours = []string{"36", "33", "35", "32", "34", "31"} // cyan, yellow, magenta, green, blue, red

// What is to be coloured stands between these two in a text; the second follows the
// number of the colour. They are no characters, so no text holds them.
// bold stands where a text is to be in bold, up to the second too.
const paint, bold, unpaint = '\uFDE0', '\uFDE7', '\uFDE8'

// painted marks a text to be written in a colour, where there are colours.
func painted(colour int, text string) string {
	return string(rune(paint+colour%len(colours))) + text + string(unpaint)
}

// inColour reports whether what is printed on w may have colours: on a terminal,
// unless NO_COLOR says otherwise.
func (a *app) inColour(w io.Writer) bool {
	return a.coloured || os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && isTerminal(underneath(w))
}

// say prints a text of which some is painted.
func (a *app) say(w io.Writer, text string) error {
	bright := a.inColour(w)
	names := []string{string(unpaint), "", string(bold), ""}
	if bright {
		names[1], names[3] = "\x1b[0m", "\x1b[1m"
	}
	for i, colour := range colours {
		code := ""
		if bright {
			code = "\x1b[" + colour + "m"
		}
		names = append(names, string(rune(paint+i)), code)
	}
	// Made visible first: only the escapes that are put in here act on the terminal.
	_, err := io.WriteString(bare(w), strings.NewReplacer(names...).Replace(yamlpos.Visible(text)))
	return err
}

// board draws the position as the player to move sees it.
func (a *app) board(g *rulesets.Game, s *engine.State) string {
	return draw.Style{Width: a.width(), Man: painted}.Text(scene.Board(g, s, s.Player()))
}

// sayWhoPlays says, once a run, that games are played by the interpreter where
// code generated from the rules cannot be. It changes how long they take and
// nothing else.
func (a *app) sayWhoPlays() {
	compiles := wasm.Compiles
	if a.compiles != nil {
		compiles = a.compiles
	}
	if a.slow || compiles() {
		return
	}
	a.slow = true
	fmt.Fprintf(a.stderr, "warning: %v; the interpreter plays, which takes longer\n", play.ErrNoCompiler)
}

// pipedWidth is how wide text is set where there is no screen; prose is never wider, for
// long lines are hard to read.
const pipedWidth = 100
