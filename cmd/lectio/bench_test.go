package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/lectio/lectio/rulesets/play"
	"github.com/lectio/lectio/verify/speed"
)

// Why the interpreter plays is said of each ruleset where a word is missing, and
// once where there is no compiler at all.
func TestBenchSaysWhyOnce(t *testing.T) {
	rows := func(missing ...string) []*speed.Row {
		var out []*speed.Row
		for i, m := range missing {
			out = append(out, &speed.Row{Ruleset: "game" + string(rune('a'+i)), Executor: "interpreter", Missing: m, Jobs: 1, Run: speed.Run{Games: 1, Moves: 1, Seconds: 1}})
		}
		return out
	}
	for _, c := range []struct {
		rows []*speed.Row
		want []string
	}{
		{rows(play.ErrNoCompiler.Error(), play.ErrNoCompiler.Error(), play.ErrNoCompiler.Error()),
			[]string{"the interpreter plays: there is no compiler of WebAssembly for this platform"}},
		{rows("not generated: follows (x)", "", "not generated: follows (y)"), []string{"gamea: not generated: follows (x)", "gamec: not generated: follows (y)"}},
		{rows("", ""), nil},
	} {
		var b bytes.Buffer
		a := &app{stdout: &b}
		if err := a.writeBench(c.rows, nil); err != nil {
			t.Fatal(err)
		}
		_, notes, _ := strings.Cut(b.String(), "\n\n")
		lines := strings.Split(strings.TrimSpace(notes), "\n")[1:]
		if strings.Join(lines, "|") != strings.Join(c.want, "|") {
			t.Errorf("%q, not %q", lines, c.want)
		}
	}
}

// Where there is no compiler the interpreter plays, and that is said once.
func TestSayWhoPlays(t *testing.T) {
	for _, c := range []struct {
		compiles bool
		want     int
	}{{true, 0}, {false, 1}} {
		var b bytes.Buffer
		a := &app{stderr: &b, compiles: func() bool { return c.compiles }}
		a.sayWhoPlays()
		a.sayWhoPlays()
		if n := strings.Count(b.String(), "warning: "); n != c.want || n > 0 && !strings.Contains(b.String(), "the interpreter plays") {
			t.Errorf("compiler %v: %q", c.compiles, b.String())
		}
	}
}
