package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/edition"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/lines"
	"github.com/lectio/lectio/testdata/bundled"
	"github.com/lectio/lectio/testdata/long"
)

// several are readings of so many questions, none of them a default, and the choice that plays them.
func several(d *rulesets.Definition, random *rand.Rand, n int) (asked, whole rulesets.Choice) {
	all, own := d.Alternatives(), []rulesets.Alternative{}
	for len(own) < n {
		a := all[random.IntN(len(all))]
		if !slices.ContainsFunc(own, func(b rulesets.Alternative) bool { return a.Question == b.Question }) {
			own = append(own, a)
		}
	}
	asked, whole = rulesets.Choice{}, rulesets.Choice{}
	for _, q := range d.Questions { // what is taken besides does not depend on the order in which they were picked
		for _, a := range own {
			if a.Question == q {
				maps.Copy(whole, a.Choice)
			}
		}
	}
	for _, a := range own {
		asked[a.Question.ID], whole[a.Question.ID] = a.Reading.ID, a.Reading.ID
	}
	return asked, whole
}

// game is a game that is played by the interpreter and, by requests that each bring the whole line, by a desk.
type game struct {
	*testing.T
	line func([]byte) []byte
	id   string
	as   rulesets.Choice
	w    *lines.Writer // plays it here
	now  *tableTold
	at   string // the position
}

// asks asks for what comes of the game when something is done.
func (x *game) asks(s sitting) {
	x.Helper()
	if s.Refused = true; x.now != nil && s.Line == "" {
		s.Line = x.now.Line
	}
	text, err := json.Marshal(request{Ruleset: x.id, Readings: x.as, Play: &s})
	if err != nil {
		x.Fatal(err)
	}
	text = x.line(text)
	var a answer
	var raw struct{ Play struct{ At json.RawMessage } } // states are written, and not read as what they are
	if err := errors.Join(json.Unmarshal(text, &a), json.Unmarshal(text, &raw)); err != nil {
		x.Fatal(err)
	}
	if len(a.Errors) > 0 || a.Play == nil || a.Play.Stopped != "" {
		x.Fatalf("%s: %+v: %v, %+v", x.w.Game.Name(), s, a.Errors, a.Play)
	}
	x.now, x.at = a.Play, string(raw.Play.At)
}

// same compares how the game stands there and here.
func (x *game) same() {
	x.Helper()
	g, in, s := x.w.Game, x.w.In, x.w.State
	if got, want := x.at, g.State(s).String(); got != want {
		x.Fatalf("%s: after %s the position is %s, want %s", g.Name(), x.now.Line, got, want)
	}
	if text, over := edition.Ending(g, s); over != (x.now.Turn.Awaits == "over") || over && s.Winner() >= 0 && !strings.Contains(x.now.Turn.Headline, "wins") {
		x.Fatalf("%s: after %s it says %+v, want %s", g.Name(), x.now.Line, x.now.Turn, text)
	}
	var got, want []string
	if s.Status() == engine.Decision {
		for _, m := range in.Moves(s, nil) {
			want = append(want, g.MoveName(in, s, m))
		}
		for _, r := range engine.NewInterpreter(g.Program).Explain(s).Refused {
			text := "refused " + g.MoveText(in, s, r.Move)
			for _, k := range r.Statements {
				text += " " + edition.Sentence(g, g.Statements[k])
			}
			want = append(want, text)
		}
	}
	for _, m := range x.now.Legal {
		got = append(got, m.Name)
	}
	for _, m := range x.now.Refused {
		text := "refused " + m.Name
		for _, w := range m.By {
			text += " " + w.Sentence
		}
		got = append(got, text)
	}
	if !slices.Equal(got, want) {
		x.Fatalf("%s: after %s it has\n%s, want\n%s", g.Name(), x.now.Line, got, want)
	}
	men := 0
	for _, cell := range x.now.Cells {
		for _, m := range cell {
			men += m.Count
		}
	}
	for q := range g.Program.Owners() {
		for f := range g.Program.Places {
			men -= s.MenAt(g.Program, q, f)
		}
	}
	if men != 0 {
		x.Fatalf("%s: after %s there are %d men too many on the board", g.Name(), x.now.Line, men)
	}
}

// draws makes a throw or a move at random, and returns it.
func draws(w *lines.Writer, random *rand.Rand) deed {
	p := w.Game.Program
	if w.State.Status() == engine.AwaitsThrow {
		d := p.Devices[w.State.Device(p)]
		k := d.First + random.IntN(d.Count)
		w.Throw(k)
		return deed{Throw: p.Throws[k].Name}
	}
	list := w.In.Moves(w.State, nil)
	name := w.Game.MoveName(w.In, w.State, list[random.IntN(len(list))])
	m, _ := w.Game.FindMove(w.In, w.State, name)
	w.Play(m)
	return deed{Move: name}
}

// play plays at random so many moves, or to the end.
func (x *game) play(random *rand.Rand, most int) {
	x.Helper()
	x.asks(sitting{})
	for x.same(); x.w.Moves < most && x.w.State.Status() != engine.Over; x.same() {
		x.asks(sitting{Then: []deed{draws(x.w, random)}})
	}
}

// mostSteps is about how many throws and moves a game is played on at random, to see how it ends.
const mostSteps = 2000

// playsAlike plays games at random, each under other readings of five questions, by lines that are answered and by the interpreter:
// so many games of each ruleset, and so many moves of each one by one, then on to its end.
func playsAlike(t *testing.T, line func([]byte) []byte, random *rand.Rand, drawn, moves int) {
	t.Helper()
	asked(t, line, request{Files: corpusFiles(t)})
	all, ended := 0, 0
	for _, def := range bundled.Corpus(t).Definitions {
		played, never := 0, 0
		for played < drawn && never < 50*drawn {
			as, whole := several(def, random, 5)
			g, errs := def.Game(whole)
			if len(errs) > 0 {
				if a := asked(t, line, request{Ruleset: def.ID, Readings: as, Play: &sitting{}}); a.Errors.Error() != errs.Error() {
					t.Errorf("%s with %v: %v, want %v", def.ID, as, a.Errors, errs)
				}
				never++
				continue
			}
			x := &game{T: t, line: line, id: def.ID, as: as, w: lines.NewWriter(g)}
			x.play(random, moves)
			for n := 0; n < mostSteps && x.w.State.Status() != engine.Over; n++ {
				draws(x.w, random)
			}
			x.asks(sitting{Line: x.w.Line()})
			x.same()
			if played++; x.w.State.Status() == engine.Over {
				ended++
			}
		}
		t.Logf("%s: %d combinations played, %d cannot be held together", def.ID, played, never)
		if all += played; played < drawn {
			t.Errorf("%s: of %d combinations %d only can be played", def.ID, drawn, played)
		}
	}
	if t.Logf("%d games of %d played to the end", ended, all); 2*ended < all {
		t.Error("too few end for the test to show how games do")
	}
}

// A game is played alike by requests and by the interpreter under any readings: positions, moves, what is refused and by
// what, and how it ends.
func TestDeskPlays(t *testing.T) {
	playsAlike(t, (&desk{}).line, rand.New(rand.NewPCG(46, 1)), long.Of(3, 20), long.Of(12, 40))
}

// What there is to choose from is told of every ruleset: its questions as readers call them, the default of each first, and by what a
// position writes the men.
func TestDeskTellsChoices(t *testing.T) {
	d := &desk{}
	asked(t, d.line, request{Files: corpusFiles(t)})
	for _, def := range d.corpus.Definitions {
		told := asked(t, d.line, request{Ruleset: def.ID, Play: &sitting{About: true}}).Play.About
		if told.Title != def.Title || len(told.Questions) != len(def.Questions) {
			t.Fatalf("%s: %+v", def.ID, told)
		}
		for i, q := range def.Questions {
			x := told.Questions[i]
			if x.Called != q.Called() || x.Asks != q.Asks || len(x.Readings) != len(q.Readings) || x.Readings[0].ID != q.Default {
				t.Errorf("%s: of %s is told %+v", def.ID, q.Name(), x)
			}
			for _, r := range x.Readings {
				if own := q.Reading(r.ID); own == nil || own.Called() != r.Called || own.Playable() != r.Playable {
					t.Errorf("%s: a reading of %s is told as %+v", def.ID, q.Name(), r)
				}
			}
		}
	}
	a := asked(t, d.line, request{Ruleset: "mylna", Play: &sitting{Then: []deed{{Move: "hand/b"}}}}).Play
	var men []string
	for _, list := range a.Cells {
		for _, m := range list {
			men = append(men, fmt.Sprint(m.Player, " ", m.At))
		}
	}
	if !slices.Equal(men, []string{"0 b"}) {
		t.Errorf("on the board are %q", men)
	}
}

// A line is taken back, played again under other readings as far as it goes, and read with what is wrong in it.
func TestDeskTakesBack(t *testing.T) {
	d := &desk{}
	asked(t, d.line, request{Files: corpusFiles(t)})
	def := d.corpus.Find("natt-klab-ash-shawk")
	g, errs := def.Game(nil)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	x := &game{T: t, line: d.line, id: def.ID, w: lines.NewWriter(g)}
	x.play(rand.New(rand.NewPCG(3, 1)), 9)
	whole, at := x.now, x.at
	x.asks(sitting{Back: 1})
	if x.now.Steps != whole.Steps-1 || !strings.HasPrefix(whole.Line, x.now.Line) {
		t.Errorf("taken back, %s is %s", whole.Line, x.now.Line)
	}
	before := x.now.Line
	d.table = table{} // another desk, which has not seen the game
	x.asks(sitting{Line: before, Then: []deed{{Move: whole.Line[strings.LastIndexByte(whole.Line, ' ')+1:]}}})
	if x.now.Line != whole.Line || x.at != at {
		t.Errorf("played again, %s is %s", whole.Line, x.now.Line)
	}
	kept, cut := 0, 0
	for _, a := range def.Alternatives() {
		got := asked(t, d.line, request{Ruleset: def.ID, Readings: rulesets.Choice{a.Question.ID: a.Reading.ID}, Play: &sitting{Line: whole.Line}}).Play
		if got == nil {
			t.Fatalf("%s: nothing is answered", a.Reading.ID)
		}
		if got.Stopped == "" && got.Moves != whole.Moves || got.Stopped != "" && got.Moves >= whole.Moves {
			t.Errorf("%s: %d moves of %d, stopped by %q", a.Reading.ID, got.Moves, whole.Moves, got.Stopped)
		}
		if got.Readings[a.Question.ID] != a.Reading.ID || !strings.Contains(got.Name, a.Reading.ID) {
			t.Errorf("%s is called %s, with %v", a.Reading.ID, got.Name, got.Readings)
		}
		if got.Stopped == "" {
			kept++
		} else {
			cut++
		}
	}
	if kept == 0 || cut == 0 {
		t.Errorf("under %d readings the game could be played on, under %d not: the test shows less than it should", kept, cut)
	}
	for text, want := range map[string]string{"nonsense": "no line of play", whole.Name + ": nobody: a1/a2": "another player"} {
		a := asked(t, d.line, request{Ruleset: def.ID, Play: &sitting{Line: text}})
		if a.Play != nil && strings.Contains(a.Play.Stopped, want) || strings.Contains(a.Errors.Error(), want) {
			continue
		}
		t.Errorf("%s: %v, %+v", text, a.Errors, a.Play)
	}
	for _, c := range []struct {
		then deed
		want string
	}{{deed{Move: "a1/z9"}, "a1/z9"}, {deed{Throw: "77"}, "77"}} {
		a := asked(t, d.line, request{Ruleset: def.ID, Play: &sitting{Then: []deed{c.then}}})
		if a.Play == nil || !strings.Contains(a.Play.Stopped, c.want) {
			t.Errorf("%+v: %+v", c.then, a.Play)
		}
	}
}

// A line that is told by the number of a random game is played as that game was.
func TestDeskPlaysGamesByNumber(t *testing.T) {
	d := &desk{}
	asked(t, d.line, request{Files: corpusFiles(t)})
	for _, def := range d.corpus.Definitions {
		g, errs := def.Game(nil)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		moves := 0
		var then *engine.State
		lines.Random(g, 1, 7, func(s *engine.State, throw int, _ engine.Move) bool {
			if then = s.Clone(); moves == 60 {
				return false
			}
			if throw < 0 {
				moves++
			}
			return true
		})
		at, err := json.Marshal(g.State(then))
		if err != nil {
			t.Fatal(err)
		}
		a := asked(t, d.line, request{Ruleset: def.ID, Play: &sitting{Line: fmt.Sprintf("%s: [game 7 of seed 1: 60 moves]", def.ID)}})
		b := asked(t, d.line, request{Ruleset: def.ID, Play: &sitting{At: string(at)}})
		if a.Play == nil || b.Play == nil || a.Play.Stopped != "" || a.Play.Moves != 60 || !slices.Equal(a.Play.Words, b.Play.Words) || a.Play.Turn.Headline != b.Play.Turn.Headline {
			t.Errorf("%s: %v %v, %+v, want %+v", def.ID, a.Errors, b.Errors, a.Play, b.Play)
		}
	}
}
