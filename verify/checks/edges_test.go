package checks_test

import (
	"context"
	"encoding/json"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/lectio/lectio/verify/checks"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/dimension"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/verify"
)

// edges runs the edge checks on a corpus of the tests.
func edges(t testing.TB, c *dimension.Corpus) *verify.Result {
	t.Helper()
	o := verify.Budget(100, 6000)
	for _, x := range checks.All() {
		if strings.HasPrefix(x.ID, "ED") {
			o.Only = append(o.Only, x.ID)
		}
	}
	return verify.Run(context.Background(), checks.All(), c, c.Definitions, o)
}

// typed sets up the position of a case as its report prints it.
func typed(t *testing.T, g *rulesets.Game, in *engine.Interpreter, c *verify.EdgeCase) *engine.State {
	t.Helper()
	at, err := json.Marshal(c.Position)
	if err != nil {
		t.Fatal(err)
	}
	s, errs := g.ParseState(in, "position", string(at))
	if len(errs) > 0 {
		return nil
	}
	if c.Throw != "" {
		if errs := g.MakeThrows(in, s, c.Throw); len(errs) > 0 {
			return nil
		}
	}
	return s
}

// What a case says holds of its position typed in anew, under the default and
// under every reading; and its line leads there.
func TestEdgeCasesHold(t *testing.T) {
	c := own(t, nil)
	res := edges(t, c)
	kinds := map[string]int{}
	changed := 0
	for i := range res.EdgeCases {
		x := &res.EdgeCases[i]
		kinds[x.Kind]++
		if x.Title == "" || len(x.Deciding) == 0 && x.Throw == "" && !slices.Contains(x.Legal, "pass") {
			t.Errorf("%s %q has no title, or nothing decides it", x.Check, x.Title)
		}
		in := engine.NewInterpreter(x.Game.Program)
		s := typed(t, x.Game, in, x)
		if s == nil {
			t.Fatalf("%s %s: its position is not accepted", x.Check, x.Title)
		}
		if legal := x.Game.MoveTexts(in, s); !slices.Equal(legal, x.Legal) {
			t.Errorf("%s %s: legal moves %v, typed in anew %v", x.Check, x.Title, x.Legal, legal)
		}
		if x.Constructed {
			continue
		}
		line := x.Record()
		end := x.Game.Program.NewState()
		in.Start(end)
		for _, st := range x.Steps {
			if st.Throw >= 0 {
				in.Throw(end, st.Throw)
			} else {
				in.Play(end, st.Move)
			}
		}
		a, _ := json.Marshal(x.Game.State(end))
		b, _ := json.Marshal(x.Position)
		if string(a) != string(b) || line.Ruleset != x.Ruleset {
			t.Errorf("%s %s: the line leads to %s, not to %s", x.Check, x.Title, a, b)
		}
		listed := map[string]string{}
		for _, y := range x.Changes {
			listed[y.Question+"="+y.Reading] = y.How
			changed++
		}
		for _, alt := range x.Game.Definition.Alternatives() {
			g, errs := x.Game.Definition.Game(alt.Choice)
			if len(errs) > 0 {
				t.Fatal(errs)
			}
			other := engine.NewInterpreter(g.Program)
			how, is := listed[alt.Question.Name()+"="+alt.Reading.ID]
			u := typed(t, g, other, x)
			if u == nil {
				continue
			}
			same := slices.Equal(g.MoveTexts(other, u), x.Legal)
			if !same && !is {
				t.Errorf("%s %s: other moves are legal under %s, and it is not listed", x.Check, x.Title, alt.Reading.ID)
			}
			if is && same && strings.Contains(how, "legal") {
				t.Errorf("%s %s: the same moves are legal under %s, and it is listed: %s", x.Check, x.Title, alt.Reading.ID, how)
			}
		}
	}
	for _, k := range []string{"opening", "crowded middle", "forced pass", "prohibition", "score or end", "last man", "what a move sets off"} {
		if kinds[k] == 0 {
			t.Errorf("no case of the kind %q; there are %v", k, kinds)
		}
	}
	if changed == 0 {
		t.Error("no reading changes any case")
	}
}

// Where a statement alone refuses a move, the move is legal without it; and a
// move on which a statement scores or ends the game does not do so without it.
func TestEdgeCasesBite(t *testing.T) {
	c := own(t, nil)
	res := edges(t, c)
	tried := map[string]int{}
	for i := range res.EdgeCases {
		x := &res.EdgeCases[i]
		if x.Kind != "prohibition" && x.Kind != "score or end" && x.Kind != "forced pass" {
			continue
		}
		for _, id := range x.Deciding {
			st := x.Game.Statement(id)
			if st.Kind != "forbid" && st.Kind != "end" && st.Kind != "blocked" {
				continue
			}
			interp, errs := x.Game.Definition.Edited(func(s *rulesets.Statement) *rulesets.Statement {
				if s.ID == id {
					return nil
				}
				return s
			}).Interpret(nil)
			if len(errs) > 0 {
				t.Fatal(errs)
			}
			g, errs := interp.Compile()
			if len(errs) > 0 {
				t.Fatal(errs)
			}
			in := engine.NewInterpreter(g.Program)
			s := typed(t, g, in, x)
			if s == nil {
				t.Fatalf("%s: not accepted without %s", x.Title, id)
			}
			tried[st.Kind]++
			switch st.Kind {
			case "forbid":
				if len(g.MoveTexts(in, s)) <= len(x.Legal) && x.Legal[0] != "pass" {
					t.Errorf("%s: without %s no more is legal than %v", x.Title, id, x.Legal)
				}
			default:
				m, ok := g.FindMove(in, s, x.Move)
				if !ok {
					t.Fatalf("%s: %s is not legal without %s", x.Title, x.Move, id)
				}
				in.Play(s, m)
				if end, over := s.End(); st.Kind == "end" && over && end >= 0 {
					t.Errorf("%s: the game ends without %s", x.Title, id)
				} else if st.Kind == "blocked" && (!over || end >= 0) {
					t.Errorf("%s: the pass is provided for without %s", x.Title, id)
				}
			}
		}
	}
	for _, kind := range []string{"forbid", "end", "blocked"} {
		if tried[kind] == 0 {
			t.Errorf("nothing was tried of the kind %s: %v", kind, tried)
		}
	}
}

// A throw said to be playable to a length can be played to that length and no
// further.
func TestLengthsOfThrows(t *testing.T) {
	const game = "three-rows.yaml"
	c := own(t, map[string][2]string{game: {"agenda: {on: [2, 3], play: [thrown]}", "agenda: {on: [2, 3], play: [thrown, thrown, thrown], order: fixed}"}})
	res := edges(t, c)
	seen := map[int]bool{}
	for i := range res.EdgeCases {
		x := &res.EdgeCases[i]
		if x.Kind != "throw played in part" || x.Ruleset != "three-rows" || !strings.HasPrefix(x.Title, "two_or_three") {
			continue
		}
		title := strings.NewReplacer("no part", "0", "one part", "1", "all 3", "3").Replace(strings.TrimPrefix(x.Title, "two_or_three: "))
		want, err := strconv.Atoi(strings.Fields(title)[0])
		if err != nil {
			t.Fatal(err)
		}
		seen[want] = true
		if !x.Complete || x.Played != want {
			t.Errorf("%s: %d parts are played at most in %d results", x.Title, x.Played, x.Results)
		}
	}
	if !reflect.DeepEqual(seen, map[int]bool{0: true, 1: true, 2: true, 3: true}) {
		t.Errorf("lengths seen: %v; %v", seen, res.Findings)
	}
}

// Cases shown are as many as the options say, and the verdicts do not change
// with that.
func TestEdgeCasesAreCapped(t *testing.T) {
	c := own(t, nil)
	o := verify.Budget(60, 4000)
	o.Only = []string{"ED005", "ED008"}
	all := verify.Run(context.Background(), checks.All(), c, c.Definitions, o)
	o.EdgeCases = 1
	one := verify.Run(context.Background(), checks.All(), c, c.Definitions, o)
	groups := map[string]bool{}
	for _, x := range all.EdgeCases {
		groups[x.Check+x.Ruleset] = true
	}
	if len(one.EdgeCases) != len(groups) || len(all.EdgeCases) <= len(groups) {
		t.Errorf("%d cases, and %d with a cap of one for each check and ruleset", len(all.EdgeCases), len(one.EdgeCases))
	}
	for i := range all.Verdicts {
		if all.Verdicts[i].Verdict != one.Verdicts[i].Verdict || all.Verdicts[i].Subject != one.Verdicts[i].Subject {
			t.Errorf("%+v with a cap is %+v", all.Verdicts[i], one.Verdicts[i])
		}
	}
}
