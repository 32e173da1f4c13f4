package edges

import (
	"context"
	"fmt"
	"sort"
	"strings"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/measure"
)

// This check shows throws that can be played in part.
var _ = group.Add(&verify.Check{
	ID:    "ED004",
	Title: "a length to which a throw can be played was not seen",
	Explanation: `A throw that puts up several parts (a doublet played as a sequence, both dice of an ordinary throw) can often be played in part only. For
each statement that puts up several parts and each length a position is looked for in which exactly so many parts can be played at
most, and shown with what becomes of the rest. What a text says of a sequence is mostly said of the whole; what happens when it
breaks off is where readings part.`,
	Bad:      "a sequence of six parts of which five are never the most that can be played: nobody has looked at what becomes of the sixth alone",
	Good:     "3-3 with two men left to bear off: of 3 3 2 2 1 1 two are played, and the rest falls",
	Limits:   `The positions are those of a sample of games, and a position in which too many ways of playing would have to be looked at is left out. A length that was not seen may be impossible.`,
	Least:    verify.Least{N: measure.LeastPositions, Of: "positions"},
	Severity: verify.Note,
	Needs:    verify.Playouts,
	Tasks: func(t *verify.Target, o verify.Options) []verify.Task {
		return verify.OneTask("throws of "+t.Definition.ID+" played in part", func(ctx context.Context) (out verify.Outcome) {
			es, b := sampled(ctx, t, o), newBuilder(t, o)
			defer b.turns.Close(ctx)
			p := t.Game.Program
			best := map[[2]int]*candidate{}
			lengths := map[int]int{} // by statement of the agenda: its parts
			steps := max(2000, o.Positions*4)
			tried := 0
			for _, e := range es.turns {
				if ctx.Err() != nil {
					return out
				}
				for _, x := range b.everyThrow(e) {
					s := x.state
					a := b.in.AgendaFor(s, s.Player(), x.throw)
					if a == nil || s.Status() != engine.Decision {
						continue
					}
					parts := 0
					for _, part := range a.Parts {
						if part&0x7f != engine.PartThrow {
							parts++
						}
					}
					if parts < 2 {
						continue
					}
					lengths[a.Statement] = max(lengths[a.Statement], parts)
					if steps <= 0 {
						continue
					}
					l := &longest{in: b.in, p: p, parts: parts, mover: s.Player(), seen: map[string]bool{}, budget: min(steps, 400)}
					before := l.budget
					l.walk(s, 0)
					steps -= before - l.budget
					tried++
					if l.budget <= 0 && l.most < parts {
						continue
					}
					key := [2]int{a.Statement, min(l.most, parts)}
					if old := best[key]; old == nil || x.rank < old.rank {
						best[key] = x
					}
				}
			}
			var statements []int
			for st := range lengths {
				statements = append(statements, st)
			}
			sort.Ints(statements)
			var list []choice
			for _, st := range statements {
				s := t.Game.Statements[st]
				var missing []string
				for k := 0; k <= lengths[st]; k++ {
					if e := best[[2]int{st, k}]; e != nil {
						list = append(list, choice{kind: kindPart, title: fmt.Sprintf("%s: %s can be played", s.ID, count(k, lengths[st])), at: e, keep: true})
					} else {
						missing = append(missing, fmt.Sprint(k))
					}
				}
				v := verify.Verdict{Ruleset: t.Definition.ID, Subject: s.ID + ": every length from 0 to " + fmt.Sprint(lengths[st]), Verdict: verify.Found}
				if len(missing) > 0 {
					v.Verdict = verify.NoneSeen
					v.Subject = s.ID + ": exactly " + strings.Join(missing, ", ") + " of its parts played"
					f := t.Finding(verify.Note, s.Pos, "%s puts up %d parts; no position was seen in which exactly %s of them can be played, in %s from %s", s.ID, lengths[st],
						strings.Join(missing, ", "), measure.Plural(tried, "throw"), measure.Plural(len(es.turns), "position"))
					f.Statement, f.Clauses, f.Sample = s.ID, verify.ClauseNames(s.Warrant), max(es.positions, 1)
					if s.Question != nil {
						f.Question = s.Question.Name()
					}
					out.Findings = append(out.Findings, f)
				}
				out.Verdicts = append(out.Verdicts, v)
			}
			more, _ := casesOf(ctx, t, o, b, list)
			scope := es.scope(o, len(more.EdgeCases), len(list))
			scope["turns"], scope["throws"] = fmt.Sprint(len(es.turns)), fmt.Sprint(tried)
			for i := range out.Verdicts {
				out.Verdicts[i].Scope = scope
			}
			out.Add(more)
			return out
		})
	},
})

// count says how many of so many parts.
func count(k, of int) string {
	switch k {
	case 0:
		return "no part"
	case of:
		return fmt.Sprintf("all %d parts", of)
	case 1:
		return fmt.Sprintf("one part of %d", of)
	}
	return fmt.Sprintf("%d parts of %d", k, of)
}

// longest looks for the most parts of a throw that can be played.
type longest struct {
	in     *engine.Interpreter
	p      *engine.Program
	parts  int
	mover  int
	most   int
	seen   map[string]bool
	budget int // positions still to be looked at
}

func (l *longest) walk(s *engine.State, played int) {
	l.most = max(l.most, played)
	if l.most >= l.parts || s.Status() != engine.Decision || s.Player() != l.mover {
		return
	}
	for _, m := range l.in.Moves(s, nil) {
		if m.Act == engine.Pass || m.Act == engine.Stop || l.budget <= 0 {
			continue
		}
		t := s.Clone()
		l.in.Play(t, m)
		l.budget--
		n := played
		if m.Act != engine.Declare {
			n++
		}
		if t.Status() == engine.Decision && t.Player() == l.mover && t.Played() <= s.Played() && m.Act != engine.Declare {
			l.most = max(l.most, n) // another turn of the same player
			continue
		}
		if k := t.Key(); !l.seen[k] {
			l.seen[k] = true
			l.walk(t, n)
		}
		if l.most >= l.parts {
			return
		}
	}
}
