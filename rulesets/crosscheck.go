package rulesets

import (
	"maps"
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/rulesets/ast"
)

// crossCheck looks at what statements, questions and readings say of each other.
func (l *loader) crossCheck() {
	d := l.def
	ids := map[string]diag.Pos{}
	for _, s := range d.Statements {
		l.unique(ids, s.ID, s.Pos, "statement")
		if s.Replaces != "" {
			l.Errorf(s.Pos, "replaces: "+s.Replaces, "a statement without replaces", "only the statement of a reading can replace another")
		}
	}
	l.checkQuestionIDs()
	c := &idChecker{loader: l, own: ids, all: maps.Clone(ids)}
	for _, q := range d.Questions {
		for _, r := range q.Readings {
			for _, s := range r.Statements {
				c.all[s.ID] = s.Pos
			}
		}
	}
	c.names = slices.Sorted(maps.Keys(c.all))
	for _, s := range d.Statements {
		c.refers(s)
	}
	for _, q := range d.Questions {
		for _, r := range q.Readings {
			c.brings(r.Statements)
			c.leavesOut(r.Without, r.WithoutPos)
			l.checkConditions(r.Excludes, r.Pos, "excludes")
		}
		l.checkConditions(q.AskedWhen, q.AskedPos, "asked-when")
	}
	scids := map[string]diag.Pos{}
	for _, sc := range d.Scales {
		l.unique(scids, sc.ID, sc.Pos, "scaled-down version")
		c.brings(sc.Statements)
		c.leavesOut(sc.Without, sc.withoutPos)
	}
	exids := map[string]diag.Pos{}
	for _, e := range d.Examples {
		l.unique(exids, e.ID, e.Pos, "example")
		l.checkExample(e)
	}
	for _, u := range d.Unpinned {
		c.mustExist(u.Statement, u.Pos, "unpinned")
	}
}

// checkQuestionIDs looks for questions that go by one name.
func (l *loader) checkQuestionIDs() {
	ids, alike := map[string]diag.Pos{}, map[string]diag.Pos{}
	for _, q := range l.def.Questions {
		if _, twice := ids[q.ID]; !twice {
			l.unlike(alike, q.ID, q.Pos, "question")
		}
		l.unique(ids, q.ID, q.Pos, "question")
		if q.See != "" && q.See != q.ID {
			l.unique(ids, q.See, q.Pos, "question")
		}
	}
}

// idChecker looks at the ids by which statements are referred to.
type idChecker struct {
	*loader
	own   map[string]diag.Pos // of the ruleset itself
	all   map[string]diag.Pos // of its readings too
	names []string            // all, in order
}

// mustExist complains of an id that no statement has; what is the key that names it.
func (c *idChecker) mustExist(id string, pos diag.Pos, what string) {
	if _, there := c.all[id]; id != "" && !there {
		c.Errorf(pos, diag.Quote(id), "the id of a statement", "%s names no statement%s", what, diag.Suggest(id, c.names))
	}
}

// refers checks the statements that a statement names.
func (c *idChecker) refers(s *Statement) {
	c.mustExist(s.Replaces, s.Pos, "replaces")
	c.mustExist(s.Before, s.Pos, "before")
	c.mustExist(s.After, s.Pos, "after")
	if b, ok := s.Body.(*ast.Except); ok {
		for _, t := range b.From {
			c.mustExist(t.Text, t.Pos, "except")
		}
	}
}

// brings checks the statements that a reading or a scaled-down version brings along.
func (c *idChecker) brings(list []*Statement) {
	mine := map[string]diag.Pos{}
	for _, s := range list {
		c.refers(s)
		c.unique(mine, s.ID, s.Pos, "statement")
		if at, taken := c.own[s.ID]; taken && s.Replaces == "" {
			c.Errs.AddRelated(s.Pos, []diag.Pos{at}, diag.Quote(s.ID), "replaces: "+s.ID+", or another id", "the ruleset has a statement of this id already (at %s)", at)
		}
	}
}

// leavesOut checks the statements that a reading or a scaled-down version leaves out.
func (c *idChecker) leavesOut(ids []string, at []diag.Pos) {
	for i, id := range ids {
		c.mustExist(id, at[i], "without")
	}
}

func (l *loader) checkConditions(c map[string][]string, pos diag.Pos, what string) {
	for name, readings := range c {
		q := l.def.Question(name)
		if q == nil {
			l.Errorf(pos, diag.Quote(name), "the id or number of a question", "%s names no question", what)
			continue
		}
		for _, r := range readings {
			if q.Reading(r) == nil {
				l.Errorf(pos, diag.Quote(r), "one of the readings: "+strings.Join(readingIDs(q), ", "), "%s names no reading of %s", what, q.Name())
			}
		}
	}
}

func (l *loader) checkExample(e *Example) {
	conds := map[string][]string{}
	for q, r := range e.Readings {
		conds[q] = []string{r}
	}
	if e.Question != "" {
		for _, p := range e.Parts {
			conds[e.Question] = append(conds[e.Question], p.Reading)
		}
	}
	l.checkConditions(conds, e.Pos, "the example "+e.ID)
}
