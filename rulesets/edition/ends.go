package edition

import (
	"slices"
	"strconv"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/ast"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/lang"
)

// Sentences, continued: points and ends.

// occasion is when an end or a score is tested.
func (sp *speaker) occasion(s *rulesets.Statement, b ast.Tested) string {
	sp.acts, sp.after = sp.actsOf(s), true
	if len(b.On) > 0 {
		return sp.happened(b.On)
	}
	return sp.momentNamed(b.At.Or("move"))
}

func (sp *speaker) score(s *rulesets.Statement, b *ast.Score) string {
	t := sp.inStages(s) + sp.whens(sp.occasion(s, b.Tested), b.When)
	who := "the player"
	if b.For.Text == "them" {
		who = sp.whom(view{their: true})
		if sp.many() {
			who = "each of his opponents"
		}
	}
	if b.Points == nil {
		given := "what " + who + " has scored so far at this moment"
		if by := sp.scoresBefore(s, false); len(by) > 0 {
			given = "what " + enumerate(by, "and") + map[bool]string{true: " gives ", false: " give "}[len(by) == 1] + who + " at this moment"
		}
		if b.Times.Said() {
			if b.Times.Written == "0" {
				return t + given + " counts for nothing"
			}
			return t + given + " is multiplied by " + fractionWord(b.Times.Written)
		}
		return t + given + " is rounded " + b.Round.Or("up") + " to whole points"
	}
	t += who + " " + sp.scored(b.Points)
	if by := sp.scoresWithIt(s, b); len(by) > 0 {
		t += " besides what " + enumerate(by, "and") + map[bool]string{true: " gives", false: " give"}[len(by) == 1]
	}
	if by := sp.scoresBefore(s, true); len(by) > 0 {
		t += "; " + enumerate(by, "and") + map[bool]string{true: " leaves", false: " leave"}[len(by) == 1] + " these points as they are"
	}
	return t
}

// scoresBefore are the scores that are reckoned before this one at the same moment and
// for the same side: those that change what has been scored, or those that add to it.
func (sp *speaker) scoresBefore(s *rulesets.Statement, changing bool) []string {
	p := sp.g.Program
	var out []string
	i := slices.IndexFunc(p.Scores, func(x engine.Score) bool { return x.ID == s.ID })
	for k := range max(i, 0) {
		a, b := &p.Scores[k], &p.Scores[i]
		together := a.At == b.At && a.Stages&b.Stages != 0 && (a.Acts == 0 || b.Acts == 0 || a.Acts&b.Acts != 0)
		if together && a.Their == b.Their && (a.Points == nil) == changing {
			out = append(out, title(sp.g.Statement(a.ID)))
		}
	}
	return out
}

// scoresWithIt are the scores to which this one always adds: each is given on the same
// occasion, under some of the conditions of this one and no others. What is scored then is
// the sum, which a text may well name instead.
func (sp *speaker) scoresWithIt(s *rulesets.Statement, b *ast.Score) (out []string) {
	asked := sp.askedBy(s)
	for _, x := range sp.g.Statements {
		o, score := x.Body.(*ast.Score)
		if !score || x == s || o.Points == nil || o.For.Or("me") != b.For.Or("me") ||
			sp.occasion(x, o.Tested) != sp.occasion(s, b.Tested) || sp.inStages(x) != sp.inStages(s) {
			continue
		}
		some := sp.askedBy(x)
		within := !slices.ContainsFunc(some, func(c string) bool { return !slices.Contains(asked, c) })
		if within && len(some) > 0 && len(some) < len(asked) {
			out = append(out, title(x))
		}
	}
	return out
}

// askedBy are the conditions of a statement that have to hold together.
func (sp *speaker) askedBy(s *rulesets.Statement) (out []string) {
	e := s.When().Tree()
	if e == nil {
		return nil
	}
	op, kids := sp.flat(term{e, false}, false)
	if op == "or" {
		return []string{e.String()}
	}
	for _, k := range kids {
		c := k.e.String()
		if k.neg {
			c = "not " + c
		}
		out = append(out, c)
	}
	return out
}

// scored says how many points are scored: "scores two points".
func (sp *speaker) scored(points *lang.Text) string {
	e := points.Expr
	if k, ok := literal(e); ok {
		if k < 0 {
			return "loses " + pointsOf(strconv.Itoa(-k))
		}
		return "scores " + pointsOf(strconv.Itoa(k))
	}
	if _, _, ok := lang.ParseFraction(points.Written); ok {
		return "scores " + points.Written + " of a point"
	}
	return "scores " + sp.points(e)
}

// points says how many points an expression comes to.
func (sp *speaker) points(e *lang.Expr) string {
	if k, ok := literal(e); ok {
		return pointsOf(strconv.Itoa(k))
	}
	if p, ok := sp.c.Params[e.Text]; ok && e.Op == "name" {
		name := called(sp.g.Statement(e.Text))
		if name == "" {
			name = quoted(e.Text)
		}
		return pointsOf(strconv.Itoa(p)) + " (" + name + ")"
	}
	if e.Op == "if" {
		return sp.points(e.Kids[1]) + " if " + sp.clause(e.Kids[0], view{}, false) + ", and otherwise " + sp.points(e.Kids[2])
	}
	return "as many points as " + sp.num(e, view{}, false)
}

func fractionWord(s string) string {
	if n, err := strconv.Atoi(s); err == nil {
		return numeral(n)
	}
	return s
}

func (sp *speaker) end(s *rulesets.Statement, b *ast.End) string {
	t := sp.inStages(s) + sp.whens(sp.occasion(s, b.Tested), b.When) + "the game is over (" + verbatim(guarded(b.Reason.Text)) + ")"
	if b.Winner.Said() {
		t += " and " + sp.wins(b.Winner.Text)
	} else if sp.namesWinners() {
		t += ", and it is not said here who wins" // a statement for all ends may say it
	}
	if len(b.Outranks) > 0 {
		var ends []string
		for _, x := range b.Outranks {
			if e := sp.g.Statement(x.Text); e != nil {
				ends = append(ends, title(e))
			} else {
				ends = append(ends, quoted(x.Text))
			}
		}
		t += "; this end goes before " + enumerate(ends, "and") + " where both would apply"
	}
	return t
}

// namesWinners reports whether any end of the game says who wins.
func (sp *speaker) namesWinners() bool {
	for _, s := range sp.g.Statements {
		if saysWinner(s) {
			return true
		}
	}
	return false
}

// saysWinner reports whether a statement says who wins.
func saysWinner(s *rulesets.Statement) bool {
	e, end := s.Body.(*ast.End)
	return s.Kind == "winner" || end && e.Winner.Said()
}

// wins says whom an end names.
func (sp *speaker) wins(who string) string {
	switch who {
	case "me":
		return "the player wins"
	case "them":
		return sp.he(view{their: true}) + " wins"
	case "none":
		return "nobody wins"
	case "higher_score":
		return "whoever has the higher score wins, and nobody if it is equal"
	}
	if i, ok := sp.c.Vars[who]; ok {
		if c := called(sp.g.Statement(sp.g.Program.Vars[i].ID)); c != "" {
			return c + " is the winner"
		}
		return sp.variable(i, view{}) + " wins"
	}
	return quoted(who) + " wins"
}

// through walks an expression and the definitions that it uses.
func (sp *speaker) through(e *lang.Expr, f func(*lang.Expr)) {
	seen := map[string]bool{}
	var visit func(*lang.Expr)
	visit = func(x *lang.Expr) {
		f(x)
		if d := sp.defines[x.Text]; (x.Op == "name" || x.Op == "call") && d != nil && !seen[x.Text] {
			seen[x.Text] = true
			meaning(d).Walk(visit)
		}
	}
	e.Walk(visit)
}
