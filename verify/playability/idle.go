package playability

import (
	"fmt"
	"sort"
	"strings"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/explore"
	"github.com/lectio/lectio/verify/measure"
)

// This check draws together what the searches and the watched games have counted.
var _ = group.Add(&verify.Check{
	ID:    "PB009",
	Title: "a statement that never takes effect",
	Explanation: `A rule that could be left out without anything being different, an end that is never reached, a score that is never scored, a throw that
is never made: either the ruleset says something that it does not do, or the text provides for a case that cannot arise. Every position
found in the searches and every position of seeded games is looked at, for the ruleset's own statements and for those of every reading, under
an interpretation that plays it. Two things are told apart: that a statement cannot take effect in a scaled-down version, all of whose positions
were looked at, and was not seen to in games of the full one; and that it was merely not seen to.`,
	Bad:      "- id: both_dice_required\n  require: {most: parts, scope: throw}\n  when: thrown > 12",
	Good:     "each statement took effect in some game, or the finding says in how many it did not",
	Limits:   "definitions, variables and equipment are not judged; in a scaled-down version neither is what a rule on repetition does. A rare case may not come up in a sample",
	Least:    verify.Least{N: measure.LeastGames, Of: "games"},
	Severity: verify.Note,
	Needs:    verify.Graph,
	Brief:    verify.CountsWorst,
	Counted:  "can never apply, as far as was looked",
	With:     []*verify.Check{invariants, forever},
	After:    func(t *verify.Target, all *verify.Outcome, o verify.Options) verify.Outcome { return unused(t, all, o) },
})

// unused reports the statements that took no effect.
func unused(t *verify.Target, all *verify.Outcome, o verify.Options) (out verify.Outcome) {
	records := map[*rulesets.Statement]*used{}
	for _, k := range all.Took {
		note(records, k, 0)
	}
	for _, e := range all.Explorations {
		note(records, e.Took, e.Positions)
	}
	for _, s := range t.Definition.EveryStatement() {
		r := records[s]
		if r == nil || r.seen || r.games == 0 {
			continue
		}
		v := verify.Verdict{Ruleset: t.Definition.ID, Subject: s.ID, Verdict: verify.NoneSeen,
			Scope: map[string]string{"games": fmt.Sprint(r.games), "seed": fmt.Sprint(o.Seed), "cap": fmt.Sprint(o.Cap), "positions": fmt.Sprint(r.searched)}}
		f := r.finding(t, s, &v)
		if s.Question != nil {
			f.Question, v.Question = s.Question.Name(), s.Question.Name()
			v.Subject = s.Reading.ID + ": " + s.ID
			f.Message = s.Reading.ID + ": " + f.Message
		}
		out.Findings = append(out.Findings, f)
		out.Verdicts = append(out.Verdicts, v)
	}
	return out
}

// used is where a statement was looked for.
type used struct {
	seen      bool // in the full game
	games     int
	searched  int      // positions of the full game
	scales    []string // in which it took effect
	exhausted []string // complete searches in which it did not
}

// note adds what one interpretation showed, in games or in so many positions.
func note(records map[*rulesets.Statement]*used, k verify.Effects, positions int) {
	on := explore.OnRepetition(k.Game)
	for i, s := range k.Game.Statements {
		if watched(s.Kind) == "" {
			continue
		}
		r := records[s]
		if r == nil {
			r = &used{}
			records[s] = r
		}
		scale := ""
		if k.Game.Scale != nil {
			scale = k.Game.Scale.ID
		}
		switch {
		case scale == "":
			r.seen = r.seen || k.Counts[i] > 0
			r.games += k.Games
			r.searched += positions
		case k.Counts[i] > 0:
			r.scales = append(r.scales, scale)
		case k.Complete && !on[i]:
			r.exhausted = append(r.exhausted, fmt.Sprintf("%s (%d positions)", scale, positions))
		}
	}
}

// finding is that a statement took no effect in games, and what searches of scaled-down
// versions add to that.
func (r *used) finding(t *verify.Target, s *rulesets.Statement, v *verify.Verdict) verify.Finding {
	what, sev := watched(s.Kind), verify.Note
	message := fmt.Sprintf("%s %s in %s; whether it can is not known", s.ID, what, measure.AtRandom.Games(r.games))
	switch {
	case len(r.scales) > 0:
		v.Verdict = verify.Found
		v.Scope["scale"] = strings.Join(distinct(r.scales), ", ")
		message = fmt.Sprintf("%s %s in %s, but does take effect in the scaled-down version %s", s.ID, what, measure.AtRandom.Games(r.games), v.Scope["scale"])
	case len(r.exhausted) > 0:
		if s.Question == nil {
			sev = verify.Warning
		}
		v.Verdict = verify.None
		v.Scope["scale"] = strings.Join(distinct(r.exhausted), ", ")
		message = fmt.Sprintf("%s %s: it cannot in the scaled-down version %s, all of whose positions were looked at, and did not in %s", s.ID, what, v.Scope["scale"], measure.AtRandom.Games(r.games))
	}
	f := t.Finding(sev, s.Pos, "%s", message)
	f.Statement, f.Clauses = s.ID, verify.ClauseNames(s.Warrant)
	if v.Verdict != verify.None {
		f.Sample = r.games
	}
	return f
}

// distinct sorts a list and leaves out what is in it twice.
func distinct(list []string) []string {
	sort.Strings(list)
	var out []string
	for i, s := range list {
		if i == 0 || s != list[i-1] {
			out = append(out, s)
		}
	}
	return out
}
