package gather_test

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/ast"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/weigh"
	"github.com/lectio/lectio/rulesets/play"
	"github.com/lectio/lectio/testdata/bundled"
	"github.com/lectio/lectio/testdata/long"
	"github.com/lectio/lectio/verify/gather"
	"github.com/lectio/lectio/verify/measure"
	"github.com/lectio/lectio/verify/playout"
)

const mostPlies = 3000

// everyGame calls f with the default of each ruleset inside the program.
func everyGame(t *testing.T, f func(t *testing.T, c *rulesets.Corpus, g *rulesets.Game)) {
	for _, c := range []*rulesets.Corpus{bundled.Corpus(t).Corpus, bundled.Gallery(t).Corpus} {
		for _, d := range c.Definitions {
			g, errs := d.Game(nil)
			if len(errs) > 0 {
				t.Fatal(errs)
			}
			t.Run(d.ID, func(t *testing.T) { f(t, c, g) })
		}
	}
}

// gallery is the default of a game of the gallery.
func gallery(t *testing.T, id string) *rulesets.Game {
	t.Helper()
	g, errs := bundled.Gallery(t).Find(id).Game(nil)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	return g
}

// written is a measure as somebody writes it.
func written(t *testing.T, g *rulesets.Game, keys map[string]string) *measure.Asked {
	t.Helper()
	m, errs := ast.AskedMeasure(keys, func(key string) string { return key })
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	a, errs := measure.Of(g, m)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	return a
}

func played(t *testing.T, a *measure.Asked, games, workers int) *gather.Sums {
	t.Helper()
	s, err := gather.Play(context.Background(), a, play.Of(a.Game), gather.Options{Games: games, Seed: 3, Cap: mostPlies, Workers: workers})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// What the metrics of a game come to is what the engine's tallies do, whether they are worked out as the games are played or of what
// is kept of them.
func TestMeasuresAgreeWithTallies(t *testing.T) {
	games := long.Of(3, 40)
	everyGame(t, func(t *testing.T, c *rulesets.Corpus, g *rulesets.Game) {
		stats := playout.Sample(context.Background(), g, playout.Options{Games: games, Seed: 3, Cap: mostPlies})
		frame, tested := measure.FrameOf(g), 0
		for _, m := range frame.Kept() {
			kept, _ := m.Of(stats)
			sums := played(t, m.Asked, games, 1)
			if got := sums.Of(slices.Index(m.Groups, m.Who())); !same(got, kept) {
				t.Errorf("%s: %+v as games are played, %+v of what is kept", m.Name, got, kept)
			}
			if want, ok := tallied(g, stats)[m.Name]; ok {
				if tested++; !same(kept, want) {
					t.Errorf("%s: %+v, expected %+v", m.Name, kept, want)
				}
			}
		}
		if tested < 6 {
			t.Errorf("%d metrics tested", tested)
		}
	})
}

// same reports whether two estimates are one, but for how they are rounded.
func same(a, b playout.Estimate) bool {
	near := func(x, y float64) bool {
		return x == y || math.IsNaN(x) && math.IsNaN(y) || math.Abs(x-y) <= 1e-9*(1+math.Abs(y))
	}
	return a.N == b.N && a.How == b.How && near(a.Value, b.Value) && near(a.Low, b.Low) && near(a.High, b.High)
}

// tallied are metrics as they are counted without any measure.
func tallied(g *rulesets.Game, s *playout.Stats) map[string]playout.Estimate {
	mean := func(of func(x *playout.Outcome) int32) playout.Estimate { // of the games that ended
		sum, squares := 0.0, 0.0
		for i := range s.Outcomes {
			if x := &s.Outcomes[i]; x.Close == playout.Ended {
				v := float64(of(x))
				sum, squares = sum+v, squares+v*v
			}
		}
		return playout.Mean(sum, squares, s.Over)
	}
	ratio := func(of func(x *playout.Outcome) int32) playout.Estimate { // a move
		sums := make([][2]int64, len(s.Outcomes))
		for i := range s.Outcomes {
			sums[i] = [2]int64{int64(of(&s.Outcomes[i])), int64(s.Outcomes[i].Plies)}
		}
		sum, squares := 0.0, 0.0
		for _, v := range playout.Ratio(sums) {
			sum, squares = sum+v, squares+v*v
		}
		return playout.Mean(sum, squares, len(sums))
	}
	out := map[string]playout.Estimate{"moves a game with passes": mean(func(x *playout.Outcome) int32 { return x.Plies }),
		"moves a game without passes": mean(func(x *playout.Outcome) int32 { return x.Plies - x.Passes }), "turns a game": mean(func(x *playout.Outcome) int32 { return x.Turns }),
		"decision moves":   ratio(func(x *playout.Outcome) int32 { return x.Chosen }),
		"branching factor": ratio(func(x *playout.Outcome) int32 { return x.Branch + x.Plies - x.Chosen }), "timeouts": s.Timeouts(), "completion": s.Completion(),
		"drawishness": s.Drawishness(), "first player's share": s.FirstPlayer()}
	teams, ahead, first, level := g.Program.Team, 0, 0, 0
	by := make([]int, len(teams))
	points, leads := make([][2]float64, len(teams)), [2]float64{}
	for i := range s.Outcomes {
		x := &s.Outcomes[i]
		switch who := x.Ahead(teams); {
		case who >= 0:
			ahead++
			for q := range teams {
				if teams[q] == teams[who] {
					by[q]++
				}
			}
			if teams[who] == teams[x.Opener] {
				first++
			}
		case x.Close == playout.Ended:
			level++
		}
		if x.Close != playout.Ended {
			continue
		}
		for q, n := range x.Scores {
			v := float64(n) / float64(s.Denominator)
			points[q][0] += v
			points[q][1] += v * v
		}
		lead := float64(x.Scores[0]-slices.Max(x.Scores[1:])) / float64(s.Denominator)
		leads[0] += lead
		leads[1] += lead * lead
	}
	out["games led by somebody"], out["games led by nobody"], out["games led by the first player"] = playout.Share(ahead, s.Played), playout.Share(level, s.Played), playout.Share(first, ahead)
	for q, name := range g.Program.Players {
		out["games led by "+name] = playout.Share(by[q], ahead)
		out["points of "+name] = playout.Mean(points[q][0], points[q][1], s.Over)
		wins := 0
		for r, n := range s.Wins {
			if teams[r] == teams[q] {
				wins += n
			}
		}
		total := 0
		for _, n := range s.Wins {
			total += n
		}
		out["wins of "+name] = playout.Share(wins, total)
	}
	out["lead of "+g.Program.Players[0]] = playout.Mean(leads[0], leads[1], s.Over)
	return out
}

// watched plays games as a measure's are, and calls f before each move, with the state that it leads to.
func watched(t *testing.T, g *rulesets.Game, games int, f func(before, after *engine.State, m engine.Move)) {
	t.Helper()
	in, before, after := engine.NewInterpreter(g.Program), g.Program.NewState(), g.Program.NewState()
	s := play.Series{Seed: 3, Count: games, Cap: mostPlies, Watch: &play.Watch{Move: func(s *engine.State, moves []engine.Move, chosen int) {
		before.CopyFrom(s)
		after.CopyFrom(s)
		in.PlayOnly(after, in.Moves(s, nil)[chosen])
		f(before, after, moves[chosen])
	}}}
	if err := play.Of(g).Play(context.Background(), s, func(*play.Played) {}); err != nil {
		t.Fatal(err)
	}
}

// near reports whether a mean over games is a total.
func near(got playout.Estimate, total, games int) bool {
	return math.Abs(got.Value*float64(games)-float64(total)) < 1e-6*float64(total)+1e-9
}

// What a measure counts by a condition is what states show: men that were sent to the bar by an advance.
func TestHitsAreThoseThatStatesShow(t *testing.T) {
	const games = 20
	g, errs := bundled.Corpus(t).Find("piprjall").Game(nil)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	p, hits := g.Program, make([]int, 2)
	watched(t, g, games, func(before, after *engine.State, m engine.Move) {
		bar, q := p.StoreIndex(engine.BarStore), before.Player()
		if m.Act == engine.Advance && after.InStore(p, 1-q, bar) == before.InStore(p, 1-q, bar)+1 {
			hits[q]++
		}
	})
	a := written(t, g, map[string]string{"when": "act = advance and enemy(to) = 1", "by": "player"})
	s := played(t, a, games, 1)
	for q, n := range hits {
		if got := s.Of(q); n == 0 || !near(got, n, games) {
			t.Errorf("%s hits %v men a game, expected %d in %d games", p.Players[q], got.Value, n, games)
		}
	}
	of := written(t, g, map[string]string{"value": "after(their.bar) - their.bar", "when": "act = advance and enemy(to) = 1"})
	if got := played(t, of, games, 1).Of(0); !near(got, hits[0]+hits[1], games) {
		t.Errorf("the bar grows by %v in a game, expected %d in %d games", got.Value, hits[0]+hits[1], games)
	}
}

// Men taken, and lines along which men move, are those that states and moves show.
func TestTakenAndLines(t *testing.T) {
	const games = 10
	for _, id := range []string{"english-draughts", "tablut", "alquerque", "fanorona"} {
		g := gallery(t, id)
		p, lost, ran := g.Program, make([]int, 2), 0
		men := func(s *engine.State, q int) (n int) {
			for f := range p.Places {
				n += s.MenAt(p, q, f)
			}
			return n
		}
		watched(t, g, games, func(before, after *engine.State, m engine.Move) {
			q := before.Player()
			lost[q] += men(before, 1-q) - men(after, 1-q)
			switch {
			case m.From < 0 || m.To < 0 || int(m.From) >= p.Places || int(m.To) >= p.Places:
			case m.Act == engine.Leap:
				ran += 2
			case id == "tablut": // along a row or a column, as far as it likes
				a, b := g.Board.Cells[p.CellOf[q][m.From]], g.Board.Cells[p.CellOf[q][m.To]]
				ran += int(math.Round(math.Abs(a.X-b.X) + math.Abs(a.Y-b.Y)))
			default:
				ran++
			}
		})
		a := written(t, g, map[string]string{"value": "taken", "by": "player"})
		s := played(t, a, games, 1)
		for q, n := range lost {
			if got := s.Of(q); n == 0 || !near(got, n, games) {
				t.Errorf("%s: %s takes %v men a game, expected %d in %d games", id, p.Players[q], got.Value, n, games)
			}
		}
		lines := written(t, g, map[string]string{"by": "line"})
		s, total := played(t, lines, games, 1), 0.0
		for i := range lines.Groups {
			total += s.Of(i).Value
		}
		if math.Abs(total*games-float64(ran)) > 1e-6*float64(ran) {
			t.Errorf("%s: men move along %v lines a game, expected %d in %d games", id, total, ran, games)
		}
	}
}

// Seeds brought out of the rows are those that lie in no row any more when a sowing is over, whoever has them.
func TestSeedsOutOfTheRows(t *testing.T) {
	const games = 10
	for _, id := range []string{"oware", "kalah", "congkak", "toguz-korgool"} {
		g := gallery(t, id)
		p, out := g.Program, make([]int, 2)
		inRows := func(s *engine.State) (n int) {
			for f := range p.Places {
				if cell := p.CellOf[0][f]; g.Board.Cells[cell].Tall == 0 {
					n += s.MenAt(p, p.Nobody(), f)
				}
			}
			return n
		}
		watched(t, g, games, func(before, after *engine.State, m engine.Move) {
			out[before.Player()] += inRows(before) - inRows(after)
		})
		all := g.Definition.AllMeasures()
		i := slices.IndexFunc(all, func(m *ast.Measure) bool { return m.ID.Text == "seeds_out_of_rows" })
		if i < 0 {
			t.Fatalf("%s: there is no such measure", id)
		}
		a, errs := measure.Of(g, all[i])
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		s := played(t, a, games, 1)
		for q, n := range out {
			if got := s.Of(q); n == 0 || !near(got, n, games) {
				t.Errorf("%s: %s brings %v seeds out of the rows in a game, expected %d in %d games", id, p.Players[q], got.Value, n, games)
			}
		}
	}
}

// Any number of workers says the same, and each group that moves are told apart by has its part of all.
func TestGroupsMakeTheWhole(t *testing.T) {
	const games = 70
	g := gallery(t, "royal-game-of-ur")
	all := written(t, g, map[string]string{"when": "act != pass"})
	whole := played(t, all, games, 1).Of(0).Value
	for _, by := range []string{"player", "role", "statement", "throw"} {
		a := written(t, g, map[string]string{"when": "act != pass", "by": by})
		s, total := played(t, a, games, 1), 0.0
		if many := played(t, a, games, 3); !reflect.DeepEqual(s, many) {
			t.Errorf("by %s: %v, with three workers %v", by, s, many)
		}
		for i := range a.Groups {
			total += s.Of(i).Value
		}
		if math.Abs(total-whole) > 1e-9*whole {
			t.Errorf("by %s: the groups %s come to %v of %v moves", by, strings.Join(a.Groups, ", "), total, whole)
		}
	}
}

// An act is written with hyphens, too, as moves are.
func TestActsAreWrittenAsInMoves(t *testing.T) {
	g := gallery(t, "royal-game-of-ur")
	one, other := written(t, g, map[string]string{"when": "act = bear_off"}), written(t, g, map[string]string{"when": "act = bear-off"})
	if a, b := played(t, one, 5, 1).Of(0), played(t, other, 5, 1).Of(0); a != b || a.Value == 0 {
		t.Errorf("%v and %v men are borne off in a game", a, b)
	}
}

// An act is meant where one is compared, also where a part of the game has its name.
func TestActsHaveNamesOfParts(t *testing.T) {
	const games = 5
	g, errs := bundled.Corpus(t).Find("mylna").Game(nil)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	removed := 0
	watched(t, g, games, func(_, _ *engine.State, m engine.Move) {
		if m.Act == engine.Remove {
			removed++
		}
	})
	a := written(t, g, map[string]string{"when": "remove = act"})
	if got := played(t, a, games, 1).Of(0); removed == 0 || !near(got, removed, games) {
		t.Errorf("%v men are removed in a game, expected %d in %d games", got.Value, removed, games)
	}
}

// What comes of a move is the same whoever plays: also of a stop, of which generated code does not say by which rule.
func TestWhatComesOfMovesIsTheSameWhoeverPlays(t *testing.T) {
	d := withStatement(t, "{id: may_stop, allow: stop, assumed: for the test}") // of what has to be played, too
	g, errs := d.Game(nil)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	a := written(t, g, map[string]string{"when": "act = stop", "value": "1 + 10 * after(parts_left)"})
	var got []playout.Estimate
	for _, means := range []play.Means{play.Interpreted, play.Generated} {
		s, err := gather.Play(context.Background(), a, play.NewExecutor(g.Program, means), gather.Options{Games: 5, Seed: 3, Cap: mostPlies})
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, s.Of(0))
	}
	if got[0] != got[1] || got[0].Value == 0 {
		t.Errorf("%v by the interpreter, %v by generated code", got[0], got[1])
	}
}

// Games that somebody watches are those that nobody does.
func TestWatchedGamesAreTheSame(t *testing.T) {
	for _, id := range []string{"royal-game-of-ur", "english-draughts", "makruk"} {
		g := gallery(t, id)
		ends := func(w *play.Watch) (out [][]byte) {
			s := play.Series{Seed: 5, First: 2, Count: 5, Cap: mostPlies, Watch: w, Branching: true}
			if err := play.Of(g).Play(context.Background(), s, func(x *play.Played) {
				out = append(out, bytes.Clone(x.State.Bytes()), []byte(strings.Repeat("x", x.Plies+x.Branch)))
			}); err != nil {
				t.Fatal(err)
			}
			return out
		}
		if !reflect.DeepEqual(ends(nil), ends(&play.Watch{})) {
			t.Errorf("%s: games that are watched end otherwise", id)
		}
	}
}

// A measure that means nothing in a game says why.
func TestMeasuresThatMeanNothing(t *testing.T) {
	g := gallery(t, "english-draughts")
	for _, c := range []struct {
		keys map[string]string
		want string
	}{
		{map[string]string{"by": "throw"}, "nothing is thrown in this game"},
		{map[string]string{"at": "throw"}, "nothing is thrown in this game"},
		{map[string]string{"value": "score"}, "no points are counted in this game"},
		{map[string]string{"when": "taken > 0", "at": "turn"}, "taken asks about a move that is made"},
		{map[string]string{"when": "player = winner"}, "winner is known when a game is over"},
		{map[string]string{"when": "choices > 1", "at": "game"}, "choices asks what there was to choose from"},
		{map[string]string{"when": "ended_by(nothing)", "at": "game"}, "there is no such end"},
		{map[string]string{"value": "occurrences"}, "occurrences is nothing that a measure can ask"},
		{map[string]string{"by": "line", "at": "decision"}, "only a move has one line"},
		{map[string]string{"value": "taken > 0"}, "value must be a number"},
		{map[string]string{"when": "act = advanse"}, `there is no such act; did you mean "advance"?`},
		{map[string]string{"when": "act > leap"}, "acts have no order"},
		{map[string]string{"when": "act = leap", "at": "turn"}, "act asks about a move that is made"},
	} {
		m, errs := ast.AskedMeasure(c.keys, func(key string) string { return "--" + key })
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		_, errs = measure.Of(g, m)
		if len(errs) == 0 || !strings.Contains(errs.Error(), c.want) || !strings.HasPrefix(errs.Error(), "--") {
			t.Errorf("%v: %v, expected %q", c.keys, errs, c.want)
		}
	}
}

// withStatement is a game of the tests with one statement more.
func withStatement(t *testing.T, statement string) *rulesets.Definition {
	t.Helper()
	text, err := os.ReadFile("../../testdata/own/rulesets/definitions/three-rows.yaml")
	if err != nil {
		t.Fatal(err)
	}
	d, errs := rulesets.LoadOne("f", bytes.Replace(text, []byte("statements:\n"), []byte("statements:\n  - "+statement+"\n"), 1), nil)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	return d
}

// Each measure that comes with the program means something in some game and says what it asks, with whose it is where it has
// groups; where it means nothing that is for want of something in the game.
func TestMeasuresOfTheProgram(t *testing.T) {
	means := map[string]bool{}
	everyGame(t, func(t *testing.T, c *rulesets.Corpus, g *rulesets.Game) {
		for _, m := range g.Definition.AllMeasures() {
			_, errs := measure.Of(g, m)
			means[m.ID.Text] = means[m.ID.Text] || len(errs) == 0
			for _, e := range errs {
				if !strings.HasSuffix(e.Message, "in this game") && !strings.HasPrefix(e.Message, "the rules of this game") {
					t.Errorf("%s: %s", m.ID.Text, e.Message)
				}
			}
			if m.Asks == "" || !strings.Contains(m.Says, "{value}") || (m.By.Text == "nothing") == strings.Contains(m.Says, "{who}") {
				t.Errorf("%s: asks %q, says %q", m.ID.Text, m.Asks, m.Says)
			}
		}
	})
	for name, any := range means {
		if !any {
			t.Errorf("%s means nothing in any game", name)
		}
	}
}

// The words of measures are free for what rulesets name, and no rule can ask for them.
func TestWordsOfMeasuresAreFreeElsewhere(t *testing.T) {
	for want, statement := range map[string]string{
		"":                               "{id: taken, define: own(to) > 0}",
		"has a meaning in measures only": "{id: often, define: moves_made > 3}",
	} {
		d := withStatement(t, statement[:len(statement)-1]+", assumed: for the test}")
		if _, errs := d.Game(nil); (want == "") != (len(errs) == 0) || !strings.Contains(errs.Error(), want) {
			t.Errorf("%s: %v, expected %q", statement, errs, want)
		}
	}
}

// Generated code gathers what is gathered step by step, of measures of every kind that it can gather.
func TestGeneratedCodeGathersTheSame(t *testing.T) {
	games := long.Of(20, 200)
	list := []map[string]string{
		{"when": "taken > 0", "by": "player"}, {"value": "taken", "gather": "most"}, {"value": "taken", "by": "role"}, {"by": "line"}, {"by": "place"},
		{"by": "kind"}, {"by": "throw"}, {"value": "moves_made - 7", "gather": "least"}, {"value": "choices", "gather": "mean", "at": "decision", "by": "player"},
		{"when": "choices > 1", "gather": "share", "by": "role"}, {"value": "count(own)", "gather": "mean"}, {"value": "after(count(own)) - count(own)", "by": "place"},
		{"when": "after(score) > score", "gather": "share"}, {"when": "player = opener and turns_begun > 2"}, {"value": "score", "at": "game", "by": "player"},
		{"when": "act = pass"}, {"among": "act != pass", "when": "taken > 0", "gather": "share", "by": "player"}, {"when": "act = leap", "by": "line"}, {"at": "decision", "value": "count(enemy)", "gather": "least", "by": "player"},
	}
	everyGame(t, func(t *testing.T, _ *rulesets.Corpus, g *rulesets.Game) {
		var asked []engine.Measure
		var names []string
		for _, keys := range list {
			m, errs := ast.AskedMeasure(keys, func(key string) string { return key })
			if len(errs) > 0 {
				t.Fatal(errs)
			}
			if a, errs := measure.Of(g, m); len(errs) == 0 {
				asked, names = append(asked, a.Rule), append(names, fmt.Sprint(keys))
			}
		}
		came := func(means play.Means) (out [][]float64) {
			s := play.Series{Seed: 3, First: 1, Count: games, Cap: 300, Measures: asked}
			err := play.NewExecutor(g.Program, means).Play(context.Background(), s, func(p *play.Played) {
				for i := range asked {
					var row []float64
					for k := range p.Cells[i] {
						value, of := asked[i].Parts(&p.Cells[i][k])
						row = append(row, float64(value)/float64(of))
					}
					out = append(out, row)
				}
			})
			if err != nil {
				t.Fatal(err)
			}
			return out
		}
		generated, interpreted := came(play.Generated), came(play.Interpreted)
		for i := range generated {
			if fmt.Sprint(generated[i]) != fmt.Sprint(interpreted[i]) {
				t.Fatalf("game %d, %s: %v by generated code, %v step by step", i/len(asked), names[i%len(asked)], generated[i], interpreted[i])
			}
		}
	})
}

// The lines that men pass along are the same by whatever means games between programs are played.
func TestLinesOfPrograms(t *testing.T) {
	g := gallery(t, "royal-game-of-ur")
	form := weigh.FormOf(g.Program, false)
	s := play.Series{Seed: 3, Count: 3, Cap: mostPlies, Measures: []engine.Measure{written(t, g, map[string]string{"by": "line"}).Rule},
		By: &weigh.Players{Form: form, Weights: [][]int16{make([]int16, form.Weights()), nil}}}
	var came [2][]int
	for i, means := range []play.Means{play.Generated, play.Interpreted} {
		x := play.NewExecutor(g.Program, means)
		defer x.Close(context.Background())
		if err := x.Play(context.Background(), s, func(p *play.Played) {
			for _, c := range p.Cells[0] {
				came[i] = append(came[i], c.Sum)
			}
		}); err != nil {
			t.Fatal(err)
		}
	}
	if !slices.Equal(came[0], came[1]) || slices.Max(came[0]) < 10 {
		t.Errorf("%v by generated code, %v step by step", came[0], came[1])
	}
}

// Measures asked together are those asked one by one, also where some need nobody to watch and players weigh.
func TestMeasuresTogether(t *testing.T) {
	const games = 6
	g := gallery(t, "royal-game-of-ur")
	var together []engine.Measure
	for _, keys := range []map[string]string{{"at": "game", "value": "moves_made"}, {"by": "line"}, {"at": "turn"}, {"value": "choices", "gather": "most"}, {"at": "decision", "value": "choices", "gather": "mean"}} {
		together = append(together, written(t, g, keys).Rule)
	}
	form := weigh.FormOf(g.Program, false)
	weights := make([]int16, form.Weights())
	for i := range weights {
		weights[i] = int16(i*37%11 - 5)
	}
	for _, by := range []*weigh.Players{nil, {Form: form, Weights: [][]int16{weights, nil}}} {
		came := func(list []engine.Measure) (out [][]float64) {
			s := play.Series{Seed: 3, Count: games, Cap: mostPlies, Measures: list, By: by}
			if err := play.Of(g).Play(context.Background(), s, func(p *play.Played) {
				var row []float64
				for i := range list {
					for k := range p.Cells[i] {
						value, of := list[i].Parts(&p.Cells[i][k])
						row = append(row, float64(value), float64(of))
					}
				}
				out = append(out, append(row, float64(p.Plies)))
			}); err != nil {
				t.Fatal(err)
			}
			return out
		}
		all, from := came(together), 0
		for i := range together {
			one := came(together[i : i+1])
			for n := range games {
				row := one[n][:len(one[n])-1]
				if !slices.Equal(all[n][from:from+len(row)], row) || one[n][len(row)] != all[n][len(all[n])-1] {
					t.Errorf("game %d, measure %d: %v together, %v alone", n, i, all[n][from:], one[n])
				}
			}
			from += len(one[0]) - 1
		}
	}
}
