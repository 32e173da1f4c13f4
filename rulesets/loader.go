package rulesets

import (
	"fmt"
	"regexp"
	"slices"
	"sort"
	"strings"
	"unicode"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/ids"
	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets/ast"
)

// loader reads one definition.
type loader struct {
	yamlpos.Reader
	def     *Definition
	corpus  *evidence.Corpus
	parts   map[string]*part
	assumed string // the reason of statements that give neither a warrant nor a reason
}

// part is a group of statements that several rulesets share; every user
// supplies warrants of his own.
type part struct {
	id         string
	pos        diag.Pos
	statements []*yamlpos.Node
	acting     []yamlpos.ActingText
	text       []byte
}

// name reads an id: letters, digits and _; with hyphens, - as well.
func (l *loader) name(n *yamlpos.Node, what string, hyphens bool) string {
	s := l.Words(n, what)
	if n == nil || s == "" {
		return s
	}
	if e := ids.LengthProblem(what, s); e != nil {
		e.Pos = n.Pos
		l.Errs = append(l.Errs, *e)
		return s
	}
	for i, r := range s {
		letter := (unicode.IsLetter(r) || unicode.IsMark(r) && i > 0) &&
			!unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
		if !letter && r != '_' && !(r >= '0' && r <= '9' && (i > 0 || hyphens)) && !(r == '-' && hyphens) {
			l.Errorf(n.Pos, diag.Quote(s), "letters, digits and _, beginning with a letter", "%s cannot be written so", what)
			break
		}
	}
	return s
}

// see reads the number of a question in an analysis. It stands in the names of
// files and in commands, as ids do.
func (l *loader) see(n *yamlpos.Node) string {
	s := l.String(n, "the number in the analysis")
	if n == nil || s == "" {
		return ""
	}
	e := ids.LengthProblem("the number in the analysis", s)
	if e == nil && !seePattern.MatchString(s) {
		e = &diag.Error{Found: diag.Quote(s), Expected: "letters, digits, and . _ - between them",
			Message: "the number in the analysis cannot be written so"}
	}
	if e != nil {
		e.Pos = n.Pos
		l.Errs = append(l.Errs, *e)
	}
	return s
}

var seePattern = regexp.MustCompile(`^[\pL\pN][\pL\pN\pM._-]*$`)

// fileName reads the id of something that files are named after.
func (l *loader) fileName(n *yamlpos.Node, what string) string {
	s := l.name(n, what, true)
	if e := ids.FileNameProblem(s); e != nil {
		e.Pos = n.Pos
		l.Errs = append(l.Errs, *e)
	}
	return s
}

func (l *loader) evidence(n *yamlpos.Node) {
	if n == nil {
		return
	}
	if n.Kind != yamlpos.Map {
		l.Errorf(n.Pos, n.Kind.String(), "a map of short names to record ids, as in {p: DLP.Evidence.1706}", "the evidence must name its records")
		return
	}
	for i, k := range n.Keys {
		id := l.String(n.Values[i], "the record")
		l.def.Aliases[k.Text] = id
		l.def.Records = append(l.def.Records, id)
		l.def.Citations = append(l.def.Citations, Citation{Pos: n.Values[i].Pos, Record: id})
		if l.corpus != nil && l.corpus.Record(id) == nil {
			l.Errorf(n.Values[i].Pos, diag.Quote(id), "the id of a record in the corpus", "the record %s is %s%s", diag.Quote(id), evidence.Nowhere(l.corpus.Unread()), diag.Suggest(id, l.corpus.RecordIDs()))
		}
	}
}

func (l *loader) clauses(n *yamlpos.Node) []ClauseRef {
	if n == nil {
		return nil
	}
	var out []ClauseRef
	for _, c := range l.Items(n) {
		t := l.String(c, "a clause")
		alias, num, ok := strings.Cut(t, "#")
		k, whole := diag.WholeNumber(num)
		if !ok || !whole || k < 1 {
			l.Errorf(c.Pos, diag.Quote(t), "a clause such as p#6", "this names no clause%s", diag.NumberHint(num))
			continue
		}
		id, known := l.def.Aliases[alias]
		if !known {
			var names []string
			for a := range l.def.Aliases {
				names = append(names, a)
			}
			sort.Strings(names)
			l.Errorf(c.Pos, diag.Quote(alias), "one of the short names under evidence: "+strings.Join(names, ", "), "no record goes by this name here")
			continue
		}
		l.def.Citations = append(l.def.Citations, Citation{Pos: c.Pos, Record: id, N: k, Alias: alias})
		if l.corpus != nil {
			if r := l.corpus.Record(id); r != nil {
				if _, says := r.Says(k); !says {
					l.Errorf(c.Pos, diag.Quote(t), fmt.Sprintf("a clause of %s, which has %d", id, len(r.Clauses)), "there is no clause %d in %s", k, id)
					continue
				}
			}
		}
		out = append(out, ClauseRef{id, k, c.Pos})
	}
	return out
}

// statement reads one statement: its kind, its id and its warrant. What the
// kind's own words mean is read when an interpretation is compiled.
func (l *loader) statement(n *yamlpos.Node) *Statement {
	if n.Kind != yamlpos.Map {
		l.Errorf(n.Pos, n.Kind.String(), "a map with an id", "this is no statement")
		return nil
	}
	kind := ast.KindOf(n)
	if kind == nil {
		var words []string
		for _, k := range ast.Kinds {
			words = append(words, k.Word)
		}
		found := "keys " + strings.Join(n.KeyTexts(), ", ")
		hint := ""
		for _, k := range n.KeyTexts() {
			if d := diag.Suggest(k, words); d != "" && !slices.Contains(commonKeys, k) {
				hint = d
			}
		}
		l.Errorf(n.Pos, found, "one of: "+strings.Join(words, ", "), "a statement must say what it states%s", hint)
		return nil
	}
	if l.Map(n, "a statement of the kind "+kind.Word, slices.Concat([]string{kind.Word}, kind.Keys, commonKeys)...) == nil {
		return nil
	}
	s := &Statement{Statement: kind.Read(n)}
	s.Replaces = l.String(n.Get("replaces"), "the statement replaced")
	if id := n.Get("id"); id != nil || s.Replaces == "" {
		s.ID = l.name(l.Need(n, "id", "a statement"), "the id of a statement", false)
	} else {
		s.ID = s.Replaces
	}
	s.Warrant = l.clauses(n.Get("warrant"))
	s.Assumed = l.Words(n.Get("assumed"), "the reason of an assumption")
	if s.Assumed == "" && n.Get("warrant") == nil {
		s.Assumed = l.assumed
	}
	s.Note = l.String(n.Get("note"), "a note")
	s.Checked = evidence.ReadChecks(&l.Reader, n.Get("checked"), "a statement")
	s.Before = l.String(n.Get("before"), "the statement it comes before")
	s.After = l.String(n.Get("after"), "the statement it comes after")
	return s
}

// assuming takes the reason that a file, a reading or a scaled-down version gives for all of
// its statements that give none; what it returns goes back to the reason before.
func (l *loader) assuming(m *yamlpos.Node) (back func()) {
	before := l.assumed
	if n := m.Get("assumed"); n != nil {
		l.assumed = l.Words(n, "the reason of an assumption")
	}
	return func() { l.assumed = before }
}

// use expands a part: {use: NAME, warrants: {STATEMENT: [clauses]}, assumed: {STATEMENT: reason}}.
func (l *loader) use(n *yamlpos.Node) []*Statement {
	m := l.Map(n, "the use of a part", useKeys...)
	if m == nil {
		return nil
	}
	id := l.String(m.Get("use"), "the part")
	p := l.parts[id]
	if p == nil {
		var names []string
		for k := range l.parts {
			names = append(names, k)
		}
		sort.Strings(names)
		l.Errorf(m.Get("use").Pos, diag.Quote(id), "one of the parts: "+strings.Join(names, ", "), "there is no such part")
		return nil
	}
	l.def.Parts = append(l.def.Parts, id)
	l.def.Acting = append(l.def.Acting, p.acting...)
	var out []*Statement
	seen := map[string]bool{}
	for _, sn := range p.statements {
		s := l.statement(sn)
		if s == nil {
			continue
		}
		seen[s.ID] = true
		if w := m.Get("warrants").Get(s.ID); w != nil {
			s.Warrant, s.Assumed = l.clauses(w), ""
		}
		if a := m.Get("assumed").Get(s.ID); a != nil {
			s.Assumed = l.Words(a, "the reason of an assumption")
		}
		out = append(out, s)
	}
	for _, key := range []string{"warrants", "assumed"} {
		if g := m.Get(key); g != nil {
			for _, k := range g.Keys {
				if !seen[k.Text] {
					l.Errorf(k.Pos, diag.Quote(k.Text), "a statement of the part "+id, "the part has no such statement")
				}
			}
		}
	}
	return out
}

func (l *loader) question(n *yamlpos.Node) *Question {
	m := l.Map(n, "a question", questionKeys...)
	if m == nil {
		return nil
	}
	q := &Question{Pos: n.Pos}
	q.ID = l.name(l.Need(m, "id", "a question"), "the id of a question", true)
	q.Title = l.Words(m.Get("title"), "the title of a question")
	q.See = l.see(m.Get("see"))
	q.Asks = l.Words(l.Need(m, "asks", "a question"), "what the question asks")
	q.Kind = l.OneOf(l.Need(m, "kind", "a question"), "the kind of a question", questionKinds...)
	q.Weight = l.Int(l.Need(m, "weight", "a question"), "the weight", 1, 3)
	q.About = l.clauses(m.Get("about"))
	for _, n := range l.Items(m.Get("bears-on")) {
		name := l.Words(n, "the dimension")
		if slices.Contains(q.Dimensions(), name) {
			l.Errorf(n.Pos, diag.Quote(name), "each dimension once", "the question bears on it already")
		} else if name != "" {
			q.BearsOn = append(q.BearsOn, Named{name, n.Pos})
		}
	}
	q.Checked = evidence.ReadChecks(&l.Reader, m.Get("checked"), "a question")
	q.DefaultWhy = l.String(m.Get("because"), "the reason of the default")
	q.Note = l.String(m.Get("note"), "a note")
	seen, alike := map[string]diag.Pos{}, map[string]diag.Pos{}
	for _, rn := range l.List(l.Need(m, "readings", "a question"), "the readings") {
		r := l.reading(rn, q)
		if r == nil {
			continue
		}
		if at, dup := seen[r.ID]; dup {
			l.Errs.AddRelated(r.Pos, []diag.Pos{at}, diag.Quote(r.ID), "an id not used by another reading of "+q.Name(), "the reading id is used twice in one question (first at %s)", at)
			continue
		}
		l.unlike(alike, r.ID, r.Pos, "reading")
		seen[r.ID] = r.Pos
		q.Readings = append(q.Readings, r)
	}
	q.Default = l.String(l.Need(m, "default", "a question"), "the default reading")
	if q.Default != "" && len(q.Readings) > 0 {
		switch r := q.Reading(q.Default); {
		case r == nil:
			l.Errorf(m.Get("default").Pos, diag.Quote(q.Default), "one of the readings: "+strings.Join(readingIDs(q), ", "), "the default is no reading of this question")
		case !r.Playable():
			l.Errorf(m.Get("default").Pos, diag.Quote(q.Default), "a reading that can be played", "the default reading is marked not-playable")
		}
	}
	if a := m.Get("asked-when"); a != nil {
		q.AskedWhen = l.conditions(a, "asked-when")
		q.AskedPos = a.Pos
	}
	return q
}

// borrowed reads the clauses of other texts on which a reading rests. They are written with
// the ids of their records, for a ruleset has short names for its own alone.
func (l *loader) borrowed(n *yamlpos.Node, basis string) (out []ClauseRef) {
	if n != nil && basis != "borrowed" {
		l.Errorf(n.Pos, "basis: "+basis, "basis: borrowed", "a reading that rests on other texts is borrowed")
	}
	for _, c := range l.Items(n) {
		t := l.Words(c, "a clause of another text")
		ref, ok := evidence.ParseClauseRef(t)
		switch {
		case t == "":
			continue
		case !ok:
			l.Errorf(c.Pos, diag.Quote(t), "a clause, RECORD#NUMBER", "this names no clause of another text")
			continue
		case slices.Contains(l.def.Records, ref.Record):
			l.Errorf(c.Pos, diag.Quote(t), "a clause of a record that the ruleset does not rest on", "%s is a record of the ruleset itself, and nothing is borrowed from it", ref.Record)
			continue
		}
		l.def.Citations = append(l.def.Citations, Citation{Pos: c.Pos, Record: ref.Record, N: ref.N, Alias: ref.Record})
		out = append(out, ClauseRef{ref.Record, ref.N, c.Pos})
	}
	return out
}

// conditions reads a map of questions to readings.
func (l *loader) conditions(n *yamlpos.Node, what string) map[string][]string {
	if n.Kind != yamlpos.Map {
		l.Errorf(n.Pos, n.Kind.String(), "a map of questions to readings", "%s cannot be read", what)
		return nil
	}
	out := map[string][]string{}
	for i, k := range n.Keys {
		out[k.Text] = l.Strings(n.Values[i], "readings")
	}
	return out
}

func (l *loader) reading(n *yamlpos.Node, q *Question) *Reading {
	m := l.Map(n, "a reading", readingKeys...)
	if m == nil {
		return nil
	}
	r := &Reading{Pos: n.Pos}
	r.ID = l.name(l.Need(m, "id", "a reading"), "the id of a reading", true)
	r.Title = l.Words(m.Get("title"), "the title of a reading")
	r.Basis = l.OneOf(l.Need(m, "basis", "a reading"), "the basis", bases...)
	r.Because = l.Words(l.Need(m, "because", "a reading"), "the reason")
	r.Borrowed = l.borrowed(m.Get("borrowed-from"), r.Basis)
	r.HeldBy = l.Strings(m.Get("held-by"), "who holds it")
	r.NotPlayable = l.Words(m.Get("not-playable"), "why it cannot be played")
	r.Without, r.WithoutPos = l.without(m.Get("without"))
	defer l.assuming(m)()
	for _, sn := range l.List(m.Get("statements"), "the statements of a reading") {
		if s := l.statement(sn); s != nil {
			s.Question, s.Reading = q, r
			r.Statements = append(r.Statements, s)
		}
	}
	if e := m.Get("excludes"); e != nil {
		r.Excludes = l.conditions(e, "excludes")
	}
	r.Checked = evidence.ReadChecks(&l.Reader, m.Get("checked"), "a reading")
	return r
}

// without reads a list of statements left out.
func (l *loader) without(n *yamlpos.Node) (ids []string, at []diag.Pos) {
	for _, w := range l.Items(n) {
		if w != nil {
			ids = append(ids, l.String(w, "a statement left out"))
			at = append(at, w.Pos)
		}
	}
	return ids, at
}

func (l *loader) scale(n *yamlpos.Node) *Scale {
	m := l.Map(n, "a scaled-down version", scaleKeys...)
	if m == nil {
		return nil
	}
	sc := &Scale{Pos: n.Pos}
	sc.ID = l.name(l.Need(m, "id", "a scaled-down version"), "the id of a scaled-down version", true)
	sc.Because = l.String(l.Need(m, "because", "a scaled-down version"), "what it keeps of the game")
	sc.Without, sc.withoutPos = l.without(m.Get("without"))
	defer l.assuming(m)()
	for _, sn := range l.List(l.Need(m, "statements", "a scaled-down version"), "the statements of a scaled-down version") {
		if s := l.statement(sn); s != nil {
			sc.Statements = append(sc.Statements, s)
		}
	}
	return sc
}

func (l *loader) unique(seen map[string]diag.Pos, id string, pos diag.Pos, what string) {
	if id == "" {
		return
	}
	if at, dup := seen[id]; dup {
		l.Errs.AddRelated(pos, []diag.Pos{at}, diag.Quote(id), "an id of its own", "the %s id is used twice (first at %s)", what, at)
		return
	}
	seen[id] = pos
}

// unlike reports an id that differs from another in capitals only: the lines of
// play of the two are files that would be one on some systems. alike has the ids
// as [ids.Caseless] makes them.
func (l *loader) unlike(alike map[string]diag.Pos, id string, pos diag.Pos, what string) {
	at, there := alike[ids.Caseless(id)]
	if !there {
		alike[ids.Caseless(id)] = pos
	} else if id != "" {
		l.Errs.AddRelated(pos, []diag.Pos{at}, diag.Quote(id), "another id",
			"the %s id differs from another one (at %s) in capitals only, and on some systems "+
				"files named after them would be one", what, at)
	}
}
