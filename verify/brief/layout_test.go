package brief

import (
	"cmp"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/random"
	"github.com/lectio/lectio/testdata/bundled"
	"github.com/lectio/lectio/testdata/long"
	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/measure"
	"github.com/lectio/lectio/verify/playout"
)

// definitions are the rulesets that come with the program, the gallery's among them.
func definitions(t *testing.T) map[string]*rulesets.Definition {
	t.Helper()
	c := bundled.Corpus(t)
	out := map[string]*rulesets.Definition{}
	for _, d := range slices.Concat(c.Definitions, rulesets.OpenGallery().Definitions) {
		out[strings.TrimPrefix(d.ID, rulesets.GalleryName)] = d
	}
	return out
}

// target is a ruleset as it is verified.
func target(t *testing.T, d *rulesets.Definition) *verify.Target {
	t.Helper()
	g, errs := d.Game(nil)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	return &verify.Target{Definition: d, Game: g}
}

// What a throw gives is told with all that is owed, for each case in which it is another.
func TestGiven(t *testing.T) {
	games := definitions(t)
	for _, tt := range []struct{ game, question, reading, throw, want string }{
		{"barjis", "", "", "1", "grace 10, in any order"},
		{"barjis", "", "", "2", "2"},
		{"barjis", "BJ-A14", "grace-first", "1", "grace 10, in this order"},
		{"barjis", "BJ-A16", "with-a-grace", "1", "grace 10, in any order, and a further throw"},
		{"barjis", "BJ-A17", "collected", "1", "grace 10, in any order, after a further throw"},
		{"barjis", "BJ-A29", "highest-throw", "1", "grace 10, in any order"}, // the lots of the beginning are another throw
		{"kioz", "KZ-A06", "collected", "1", "1, after a further throw"},
		{"kioz", "KZ-A09", "may", "1", "1, and if the player likes a further throw"},
		{"lange-puff", "", "", "3-3", "3 3 4? 4?, in this order, unless an earlier doublet counts; " +
			"3 3 3 3 4? 4? 4? 4?, in this order, and a further throw, if an earlier doublet counts"},
		{"contraere-puff", "", "", "2-1", "1 2, in this order"},
		{"backgammon", "", "", "6-6", "6 6 6 6"},
		{"royal-game-of-ur", "how_many_pyramids", "three", "0", "4"},
	} {
		tg := target(t, games[tt.game])
		g := tg.Game
		for _, a := range tg.Definition.Alternatives() {
			if a.Question.Name() == tt.question && a.Reading.ID == tt.reading {
				g, _ = tg.GameOf(a.Choice)
			}
		}
		x := giftsOf(g, 1)
		k := slices.IndexFunc(g.Program.Throws, func(x engine.Throw) bool { return x.Name == tt.throw && x.Ways > 0 })
		if got, _ := x.told(k); got != tt.want {
			t.Errorf("%s with %s=%s: a throw of %s gives %q; expected %q", tt.game, tt.question, tt.reading, tt.throw, got, tt.want)
		}
	}
}

// Of what has no numbers on it the row says how it fell, and which side was counted.
func TestThrowsAreNamed(t *testing.T) {
	games := definitions(t)
	for _, tt := range []struct{ game, throw, want string }{
		{"kioz", "0", "0 of 4 sticks with the white side up"},
		{"kioz", "1", "1 of 4 sticks with the white side up"},
		{"piprjall", "2-1", "2-1"},
	} {
		g := target(t, games[tt.game]).Game
		k := slices.IndexFunc(g.Program.Throws, func(x engine.Throw) bool { return x.Name == tt.throw && x.Ways > 0 })
		c := &verify.Courses{Game: g, Of: make([]*verify.Course, len(g.Program.Throws))}
		c.Of[k] = &verify.Course{}
		l := throw(c, giftsOf(g, 1), k)
		if got := l.Name(); got != tt.want {
			t.Errorf("%s: a throw of %s is called %q; expected %q", tt.game, tt.throw, got, tt.want)
		}
	}
}

// In all games the chances of what is thrown in a stage add to 1, and in games that were not
// looked at each throw gives what is told of it.
func TestThrowsAreToldWhole(t *testing.T) {
	long.Slow(t)
	for id, d := range definitions(t) {
		g := target(t, d).Game
		p := g.Program
		x := giftsOf(g, 1)
		for _, dev := range x.thrown() {
			sum := new(big.Rat)
			for k := p.Devices[dev].First; k < p.Devices[dev].First+p.Devices[dev].Count; k++ {
				if p.Throws[k].Ways == 0 {
					continue
				}
				chance, ok := new(big.Rat).SetString(x.chance(k))
				if plays, _ := x.told(k); !ok || plays == "" {
					t.Errorf("%s: of %s nothing is told, or no chance: %q", id, p.Throws[k].Name, x.chance(k))
					continue
				}
				sum.Add(sum, chance)
			}
			if sum.Cmp(big.NewRat(1, 1)) != 0 {
				t.Errorf("%s: the chances of %s add to %s", id, p.Devices[dev].ID, sum)
			}
		}
		if len(p.Devices) > 0 {
			throwsAsTold(t, id, x)
		}
	}
}

// throwsAsTold plays a game with another seed and compares every throw with what is told.
func throwsAsTold(t *testing.T, id string, x *gifts) {
	p := x.g.Program
	in, s, r := engine.NewInterpreter(p), p.NewState(), random.New(99, 7)
	in.Start(s)
	var buf []engine.Move
	for moves := 0; moves < 300 && s.Status() != engine.Over; moves++ {
		if s.Status() != engine.AwaitsThrow {
			var k int
			k, buf = in.Choose(s, r, buf[:0])
			in.Play(s, buf[k])
			continue
		}
		k := p.Draw(r, s.Device(p))
		after := s.Clone()
		in.ThrowOnly(after, k)
		plays, _ := x.told(k)
		if gives := given(p, s, after); !strings.Contains("; "+plays, "; "+gives) {
			t.Errorf("%s: a throw of %s gives %q, and told is %q", id, p.Throws[k].Name, gives, plays)
		}
		in.Throw(s, k)
	}
}

// What is said to be impossible is said with how far it was sought, and not where it was found.
func TestRuledOut(t *testing.T) {
	tg := target(t, definitions(t)["mylna"])
	v := func(games string, is verify.Answer) verify.Verdict {
		return verify.Verdict{Ruleset: "mylna", Subject: verify.InvariantSought, Verdict: is, Scope: map[string]string{"games": games}}
	}
	for _, tt := range []struct {
		verdicts []verify.Verdict
		want     string
	}{
		{nil, ""},
		{[]verify.Verdict{v("10", verify.NoneSeen), v("8", verify.NoneSeen)},
			"What the rules are held to rule out (8 claims, each with its reason beside its clause) was not seen in 18 games at random under 2 interpretations."},
		{[]verify.Verdict{v("10", verify.NoneSeen), v("8", verify.Found)}, ""},
	} {
		got := ""
		for _, x := range ruledOut(&verify.Result{Outcome: verify.Outcome{Verdicts: tt.verdicts}}, tg) {
			got += x.Words
		}
		if got != tt.want {
			t.Errorf("%v: %q; expected %q", tt.verdicts, got, tt.want)
		}
	}
}

// What is found of a scaled-down version is told of no game: it need not be so of it.
func TestScalesAreNotTheGame(t *testing.T) {
	tg := target(t, definitions(t)["mylna"])
	r := &verify.Result{Checks: verify.Set{{ID: "XX001", Brief: verify.TellsWorst}}}
	for _, scale := range []string{"", "three-men"} {
		r.Findings = append(r.Findings, verify.Finding{ID: "XX001", Severity: verify.Warning, Ruleset: "mylna", Scale: scale, Message: "found of " + cmp.Or(scale, "the game")})
	}
	var got []string
	for _, x := range ofPlay(r, tg) {
		got = append(got, x.Words)
	}
	if want := []string{"Found of the game."}; !slices.Equal(got, want) {
		t.Errorf("told %q, want %q", got, want)
	}
}

// Of two sides one is told of, which leaves the other what it has not won; and that all games without a winner
// ended in one way is said as such.
func TestWhoPrevailsIsToldOnce(t *testing.T) {
	tg := target(t, definitions(t)["natt-klab-ash-shawk"])
	p := tg.Game.Program
	draw := slices.IndexFunc(p.Ends, func(e engine.End) bool { return e.Draws() })
	f := measure.FrameOf(tg.Game)
	f.Sides = []uint64{1, 2} // as if they were unlike
	s := &playout.Stats{Played: 100, Over: 100, NoWinner: 20, Wins: []int{50, 30}, Ends: map[string]int{p.Ends[draw].ID: 20}}
	for q, n := range []int{50, 30, 20} {
		for range n {
			s.Outcomes = append(s.Outcomes, playout.Outcome{Winner: int8(q), Opener: 0})
		}
	}
	for i := range s.Outcomes {
		if s.Outcomes[i].Winner == 2 {
			s.Outcomes[i].Winner = -1
		}
	}
	x := figures{t: tg, m: &verify.Metrics{Frame: f}, play: measure.AtRandom, s: s}
	var got []string
	for _, told := range x.ordinary() {
		if strings.Contains(told.Words, " won ") || strings.Contains(told.Words, "without a winner") {
			got = append(got, told.Words)
		}
	}
	if len(got) != 2 || !strings.Contains(strings.Join(got, " "), " of the 80 games at random that had a winner") || !strings.Contains(strings.Join(got, " "), "without a winner, all because ") {
		t.Errorf("told %q", got)
	}
}

// How many games went on and on is laid beside games at random that were as long, and not beside those that were given up; and only
// where these are surely fewer do programs that learned the game put off its end.
func TestPuttingOffTheEnd(t *testing.T) {
	games := func(length, long, all, limit int) *playout.Stats {
		s := &playout.Stats{Played: all, OverCap: 0, Options: playout.Options{Cap: limit}}
		for i := range all {
			x := playout.Outcome{Plies: 20}
			if i < long {
				x.Plies = int32(length)
			}
			if int(x.Plies) >= limit {
				x.Close = playout.TimedOut
				s.OverCap++
			}
			s.Outcomes = append(s.Outcomes, x)
		}
		return s
	}
	for _, tt := range []struct {
		random *playout.Stats
		want   string
	}{
		{games(5000, 10, 200, 100_000), "; at random, 5.0 % [2.7 %, 9.0 %] of 200 games were so long: programs that learned the game put off its end."},
		{games(5000, 130, 200, 100_000), "; at random, 65.0 % [58.2 %, 71.3 %] of 200 games were so long."},
		{games(300, 10, 200, 300), "; at random, 5.0 % [2.7 %, 9.0 %] of 200 games after 300 moves."},
	} {
		x := figures{play: measure.Learned, s: games(4000, 60, 100, 4000), behind: &figures{play: measure.AtRandom, s: tt.random}}
		if got := x.unended().Words; !strings.HasSuffix(got, tt.want) {
			t.Errorf("%s\nwant at its end %s", got, tt.want)
		}
	}
}
