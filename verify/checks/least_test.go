package checks_test

import (
	"context"
	"regexp"
	"strconv"
	"testing"

	"github.com/lectio/lectio/verify/checks"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/dimension"
	"github.com/lectio/lectio/testdata/bundled"
	"github.com/lectio/lectio/testdata/long"
	"github.com/lectio/lectio/verify"
)

// general matches what findings say of all games, or of whatever was sampled.
var general = regexp.MustCompile(`(?:all|none of|never \S+ in|without effect in|was seen in|effect in|was seen with .*, in) (\d+) (game|decision|position|throw)`)

// However little a run looks at, no verdict that none was seen and nothing that is
// said in general rests on less than its check promises, and what is not said for
// want of a sample is listed.
func TestNoVerdictOnTooSmallASample(t *testing.T) {
	mine, corpus := own(t, nil), bundled.Corpus(t)
	kioz, natt := corpus.Find("kioz"), corpus.Find("natt-klab-ash-shawk")
	given, withheld := map[string]bool{}, map[string]bool{}
	for _, x := range []struct {
		c                *dimension.Corpus
		defs             []*rulesets.Definition
		games, positions int
	}{
		{mine, mine.Definitions, 1, 20}, {mine, mine.Definitions, 40, 300}, {mine, mine.Definitions, 300, 2000},
		{corpus, []*rulesets.Definition{kioz}, 40, 300}, {corpus, []*rulesets.Definition{natt}, 300, 1000},
	} {
		if x.c == corpus && !long.Form() {
			continue
		}
		budget := x.games
		o := verify.Budget(x.games, x.positions)
		o.Cap = 5000
		res := verify.Run(context.Background(), checks.All(), x.c, x.defs, o)
		for _, v := range res.Verdicts {
			c := checks.All().Find(v.Check)
			if v.Verdict != verify.NoneSeen {
				continue
			}
			given[v.Check] = true
			if n, err := strconv.Atoi(v.Scope[c.Least.Of]); err != nil || n < c.Least.N || c.Least.N == 0 {
				t.Errorf("%d games: %s of %s says that none was seen, with %v; the least is %+v", budget, v.Check, v.Subject, v.Scope, c.Least)
			}
		}
		for _, f := range res.Findings {
			least := map[string]int{"game": 10, "decision": 50, "position": 100, "throw": 1}
			for _, m := range general.FindAllStringSubmatch(f.Message, -1) {
				if n, _ := strconv.Atoi(m[1]); n < least[m[2]] && n > 0 {
					t.Errorf("%d games: %s says in general: %s", budget, f.ID, f.Message)
				}
			}
		}
		for _, w := range res.Withheld {
			withheld[w.Check] = true
			if w.Why == "" && (w.Sample >= w.Least.N || w.Least != checks.All().Find(w.Check).Least) {
				t.Errorf("%d games: %s is withheld with a sample of %d: the least is %+v", budget, w.Check, w.Sample, w.Least)
			}
		}
	}
	ids := []string{"PB002", "PB003", "PB010", "RD004"}
	if long.Form() {
		ids = append(ids, "RD003")
	}
	for _, id := range ids {
		if !given[id] || id != "PB010" && !withheld[id] {
			t.Errorf("%s: it is said that none was seen: %v; that is withheld: %v", id, given[id], withheld[id])
		}
	}
}

// One game that ends before anybody has moved is no error of the rules; ten are.
func TestGamesThatAreOverAtOnce(t *testing.T) {
	d, errs := dimension.LoadOne("over.yaml", []byte(`
ruleset: over
title: Over
family: lessons
statements:
  - {id: players, players: [white, black], seen: mirrored, assumed: a lesson}
  - {id: board, tables: {points: 4}, assumed: a lesson}
  - {id: route, track: {run: [1..4], off: no, but: {black: [4..1]}}, assumed: a lesson}
  - {id: men, men: 1, assumed: a lesson}
  - {id: set_up, set_up: {1: 1}, assumed: a lesson}
  - {id: turn, stage: {}, assumed: a lesson}
  - {id: one, agenda: {play: [step]}, assumed: a lesson}
  - {id: go, allow: advance, with: step, to: "ahead(from, 1) and not enemy", assumed: a lesson}
  - {id: at_once, end: nobody has moved, at: start, winner: me, assumed: a lesson}
`), nil)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	corpus := own(t, nil)
	for games, want := range map[int]int{1: 0, 9: 0, 10: 1} {
		o := verify.Budget(games, 300)
		o.Only = []string{"PB002"}
		res := verify.Run(context.Background(), checks.All(), corpus, []*rulesets.Definition{d}, o)
		if len(res.Findings) != want {
			t.Errorf("%d games: %v", games, res.Findings)
		}
		if want == 0 && len(res.Withheld) != 1 {
			t.Errorf("%d games: a verdict is given", games)
		}
	}
}
