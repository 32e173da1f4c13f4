package verify

import (
	"fmt"
	"sort"
	"strings"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/verify/explore"
)

// pb009 draws together what the searches of pb006 and the games of pb004 have
// counted.
var pb009 = &Check{
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
	Least:    Least{leastGames, "games"},
	Severity: Note,
	Needs:    Graph,
	With:     []string{"PB004", "PB006"},
	Tasks:    func(*Target, Options) []Task { return nil },
	After:    func(t *Target, all *Outcome, o Options) Outcome { return t.idle(all, o) },
}

// idle reports the statements that took no effect.
func (t *Target) idle(all *Outcome, o Options) (out Outcome) {
	type record struct {
		seen      bool
		games     int
		searched  int      // positions of the full game
		scales    []string // in which it took effect
		exhausted []string // complete searches in which it did not
	}
	records := map[*rulesets.Statement]*record{}
	tell := func(k took, positions int) {
		on := explore.OnRepetition(k.game)
		for i, s := range k.game.Statements {
			if watched(s.Kind) == "" {
				continue
			}
			r := records[s]
			if r == nil {
				r = &record{}
				records[s] = r
			}
			scale := ""
			if k.game.Scale != nil {
				scale = k.game.Scale.ID
			}
			switch {
			case scale == "":
				r.seen = r.seen || k.counts[i] > 0
				r.games += k.games
				r.searched += positions
			case k.counts[i] > 0:
				r.scales = append(r.scales, scale)
			case k.complete && !on[i]:
				r.exhausted = append(r.exhausted, fmt.Sprintf("%s (%d positions)", scale, positions))
			}
		}
	}
	for _, k := range all.took {
		tell(k, 0)
	}
	for _, e := range all.Explorations {
		tell(e.took, e.Positions)
	}
	for _, s := range t.Definition.EveryStatement() {
		r := records[s]
		if r == nil || r.seen || r.games == 0 {
			continue
		}
		what := watched(s.Kind)
		v := Verdict{Check: "PB009", Ruleset: t.Definition.ID, Subject: s.ID, Verdict: NoneSeen,
			Scope: map[string]string{"games": fmt.Sprint(r.games), "seed": fmt.Sprint(o.Seed), "cap": fmt.Sprint(o.Cap), "positions": fmt.Sprint(r.searched)}}
		sev := Note
		var message string
		switch {
		case len(r.scales) > 0:
			v.Verdict = Found
			v.Scope["scale"] = strings.Join(distinct(r.scales), ", ")
			message = fmt.Sprintf("%s %s in %d games, but does take effect in the scaled-down version %s", s.ID, what, r.games, v.Scope["scale"])
		case len(r.exhausted) > 0:
			if s.Question == nil {
				sev = Warning
			}
			v.Verdict = None
			v.Scope["scale"] = strings.Join(distinct(r.exhausted), ", ")
			message = fmt.Sprintf("%s %s: it cannot in the scaled-down version %s, all of whose positions were looked at, and did not in %d games", s.ID, what, v.Scope["scale"], r.games)
		default:
			message = fmt.Sprintf("%s %s in %d games; whether it can is not known", s.ID, what, r.games)
		}
		f := t.finding(sev, s.Pos, "%s", message)
		f.ID, f.Statement, f.Clauses = "PB009", s.ID, clauseNames(s.Warrant)
		if v.Verdict != None {
			f.Sample = r.games
		}
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
