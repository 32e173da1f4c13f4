package rulesets

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"runtime"
	"slices"
	"sort"
	"strings"
	"sync"
	"unicode"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets/lang"
)

// ClauseRef names a clause of a record, or an observation, which has a number among those of the clauses.
type ClauseRef struct {
	Record string // record id, "DLP.Evidence.1706"
	N      int
	Pos    yamlpos.Pos
}

func (c ClauseRef) String() string { return fmt.Sprintf("%s#%d", c.Record, c.N) }

// Statement is anything in a ruleset that a text can settle.
type Statement struct {
	ID       string
	Kind     string // the word that says what it states: "allow", "define", "tables", …
	Pos      yamlpos.Pos
	Node     *yamlpos.Node // the whole statement
	Warrant  []ClauseRef
	Assumed  string
	Note     string
	Checked  []*evidence.Check // who compared its sentence with the clauses
	Replaces string            // statement whose place it takes (in readings only)
	Before   string            // statement it is declared before, or after
	After    string
	Question *Question // the question whose reading contributes it; nil for the ruleset's own
	Reading  *Reading

	// Settled is what a statement settles, once it has been looked up: the question of
	// the dimension, and the answer that the statement gives.
	Settled [2]string
}

// Arg returns the value of the statement's own word.
func (s *Statement) Arg() *yamlpos.Node { return s.Node.Get(s.keyword()) }

func (s *Statement) keyword() string {
	if s.Kind == "change" {
		return "do"
	}
	return s.Kind
}

// Reading is one answer to a question.
type Reading struct {
	ID          string
	Pos         yamlpos.Pos
	Basis       string
	Because     string
	HeldBy      []string
	Statements  []*Statement
	Without     []string
	WithoutPos  []yamlpos.Pos
	NotPlayable string // the reason; "" when it can be played
	Excludes    map[string][]string
	Checked     []*evidence.Check // who weighed it
}

// Playable reports whether the reading can be played.
func (r *Reading) Playable() bool { return r.NotPlayable == "" }

// Question is a place where the evidence is ambiguous, silent, contradictory
// or corrupt.
type Question struct {
	ID         string
	See        string // number in an analysis
	Asks       string
	Kind       string
	Weight     int
	About      []ClauseRef
	Default    string
	DefaultWhy string
	Pos        yamlpos.Pos
	AskedWhen  map[string][]string // question → readings under which this one arises
	AskedPos   yamlpos.Pos
	Readings   []*Reading
	Note       string
	Checked    []*evidence.Check // who looked whether the default is the likeliest reading
}

// Reading returns the reading of that id, or nil.
func (q *Question) Reading(id string) *Reading {
	for _, r := range q.Readings {
		if r.ID == id {
			return r
		}
	}
	return nil
}

// Name is what messages call the question: its number where it has one.
func (q *Question) Name() string {
	if q.See != "" {
		return q.See
	}
	return q.ID
}

// Definition is a ruleset as written: statements, questions with readings, and
// worked examples.
type Definition struct {
	ID      string
	Title   string
	Family  string
	File    string
	Pos     yamlpos.Pos
	Aliases map[string]string // alias → record id
	Records []string          // record ids in the order of the file
	// Version tells one text of the ruleset from another: the first twelve digits of the
	// SHA-256 of its file, and of the parts it uses behind it. Where there are none,
	// sha256sum FILE begins with them.
	Version    string
	Statements []*Statement
	Questions  []*Question
	Examples   []*Example
	Unpinned   []Unpinned
	Scales     []*Scale
	Terms      []Term
	Draft      bool
	Parts      []string // ids of parts used
	// Acting are texts for people with characters that are not to be in a text.
	Acting []yamlpos.ActingText
	// Unasked are statements that settle a dimension which a game of this family is not
	// asked, because nobody has described the family.
	Unasked []*Statement

	// Citations are the places that name records and clauses.
	Citations []Citation

	home *Corpus // that it is in, where one asked another corpus for it; see Corpus.Of
	edit Edit    // of every interpretation; see Edited
}

// Citation is a place in a ruleset that names a record, or a clause of one.
type Citation struct {
	Pos    yamlpos.Pos
	Record string
	// N is the number of the clause, 0 where the record itself is named, and Alias
	// what the record is called before the number.
	N     int
	Alias string
}

// Unpinned says why no example can pin down a statement, or some changes of it.
type Unpinned struct {
	Statement string
	Reading   string   // "question=reading" that contributes it; "": whichever
	Changes   []string // as Mutant.What has them; none: all
	Because   string
	Pos       yamlpos.Pos
}

// Covers reports whether the entry speaks of a mutant.
func (u *Unpinned) Covers(m *Mutant) bool {
	s := m.Statement
	return u.Statement == s.ID && (u.Reading == "" || s.Reading != nil && u.Reading == s.Question.Name()+"="+s.Reading.ID) &&
		(len(u.Changes) == 0 || slices.Contains(u.Changes, m.What))
}

// Scale is a scaled-down version of a game: fewer men, a smaller board, so that
// every position of it can be looked at. What is found there is found in the
// rules; that nothing is found there says nothing certain of the full game.
type Scale struct {
	ID         string
	Because    string // what it keeps of the game
	Pos        yamlpos.Pos
	Statements []*Statement // each replaces one of the ruleset's, or is added
	Without    []string
	withoutPos []yamlpos.Pos
}

// Scale returns the scaled-down version of that id, or nil.
func (d *Definition) Scale(id string) *Scale {
	for _, s := range d.Scales {
		if s.ID == id {
			return s
		}
	}
	return nil
}

// Question returns the question of that id or number, or nil.
func (d *Definition) Question(name string) *Question {
	for _, q := range d.Questions {
		if q.ID == name || q.See != "" && q.See == name {
			return q
		}
	}
	return nil
}

// EveryStatement lists the ruleset's own statements, then those of all readings.
func (d *Definition) EveryStatement() []*Statement {
	out := append([]*Statement(nil), d.Statements...)
	for _, q := range d.Questions {
		for _, r := range q.Readings {
			out = append(out, r.Statements...)
		}
	}
	return out
}

// kinds lists the words that make a statement what it is, in the order in
// which they are looked for: "men" is a statement of its own, but also a word
// of "allow".
var kinds = []struct {
	word string
	keys []string // further keys the statement may have
}{
	{"allow", []string{"of", "with", "from", "to", "over", "men", "may_spare", "in", "when"}},
	{"forbid", []string{"in", "when"}},
	{"except", []string{"when"}},
	{"require", []string{"in", "when"}},
	{"end", []string{"at", "on", "in", "when", "winner", "outranks"}},
	{"score", []string{"at", "on", "in", "when", "for"}},
	{"blocked", []string{"on", "in", "when"}},
	{"order", []string{"on", "in"}},
	{"agenda", []string{"in", "when"}},
	{"stage", []string{"when"}},
	{"do", []string{"on", "in", "when"}},
	{"define", nil},
	{"variable", nil},
	{"parameter", nil},
	{"moment", nil},
	{"match", nil},
	{"winner", nil},
	{"settles", []string{"as"}},
	{"always", []string{"in"}},
	{"never", []string{"in"}},
	{"throw", []string{"chances"}},
	{"marks", nil},
	{"set_up", nil},
	{"track", nil},
	{"players", []string{"seen", "partners", "begins"}},
	{"begins", nil},
	{"tables", nil}, {"merels", nil}, {"grid", nil}, {"holes", nil}, {"cross", nil}, {"graph", nil},
	{"men", []string{"letters", "pictures"}},
}

var commonKeys = []string{"id", "warrant", "assumed", "note", "called", "replaces", "before", "after", "checked"}

// questionKinds, bases and workedWays are the vocabularies of DESIGN.md, section 4.
var (
	questionKinds = []string{"wording", "silence", "contradiction", "slip", "translation"}
	bases         = []string{"attested", "inferred", "borrowed", "conjectured"}
	workedWays    = []string{"hand", "reference"} // of examples
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
	pos        yamlpos.Pos
	statements []*yamlpos.Node
	acting     []yamlpos.ActingText
	text       []byte
}

// loadDefinition reads a ruleset. The definition is returned as far as it
// could be read.
func loadDefinition(file string, data []byte, corpus *evidence.Corpus, parts map[string]*part) (*Definition, yamlpos.Errors) {
	root, errs := yamlpos.Parse(file, data)
	l := &loader{Reader: yamlpos.Reader{Renamed: lang.Renamed}, corpus: corpus, parts: parts}
	l.Errs = errs
	d := &Definition{File: file, Aliases: map[string]string{}}
	l.def = d
	if root == nil {
		return d, l.Errs
	}
	m := l.Map(root, "a ruleset", rulesetKeys...)
	if m == nil {
		return d, l.Errs
	}
	d.Pos = root.Pos
	d.Acting = l.Names(root, ProseKeys...)
	d.ID = l.fileName(l.Need(m, "ruleset", "a ruleset"), "the id of the ruleset")
	d.Title = l.Words(l.Need(m, "title", "a ruleset"), "the title")
	d.Family = l.String(l.Need(m, "family", "a ruleset"), "the family")
	l.evidence(m.Get("evidence"))
	l.assuming(m)
	for _, n := range l.List(l.Need(m, "statements", "a ruleset"), "the statements") {
		if n.Get("use") != nil {
			d.Statements = append(d.Statements, l.use(n)...)
		} else if s := l.statement(n); s != nil {
			d.Statements = append(d.Statements, s)
		}
	}
	for _, n := range l.List(m.Get("questions"), "the questions") {
		if q := l.question(n); q != nil {
			d.Questions = append(d.Questions, q)
		}
	}
	for _, n := range l.List(m.Get("examples"), "the examples") {
		if e := l.example(n); e != nil {
			d.Examples = append(d.Examples, e)
		}
	}
	for _, n := range l.List(m.Get("unpinned"), "the list of what no example pins down") {
		if u := l.Map(n, "an entry", unpinnedKeys...); u != nil {
			d.Unpinned = append(d.Unpinned, Unpinned{
				Statement: l.String(l.Need(u, "statement", "an entry"), "the statement"),
				Reading:   l.String(u.Get("reading"), "the reading"),
				Changes:   l.Strings(u.Get("changes"), "the changes"),
				Because:   l.String(l.Need(u, "because", "an entry"), "the reason"),
				Pos:       n.Pos,
			})
		}
	}
	for _, n := range l.List(m.Get("scales"), "the scaled-down versions") {
		if sc := l.scale(n); sc != nil {
			d.Scales = append(d.Scales, sc)
		}
	}
	for _, n := range l.List(m.Get("terms"), "the words explained") {
		l.term(n)
	}
	l.crossCheck()
	sum := sha256.New()
	sum.Write(data)
	for _, id := range d.Parts {
		sum.Write(parts[id].text)
	}
	d.Version = fmt.Sprintf("%x", sum.Sum(nil))[:12]
	return d, l.Errs
}

// name reads an id: letters, digits and _; with hyphens, - as well.
func (l *loader) name(n *yamlpos.Node, what string, hyphens bool) string {
	s := l.Words(n, what)
	if n == nil || s == "" {
		return s
	}
	if e := evidence.LengthProblem(what, s); e != nil {
		e.Pos = n.Pos
		l.Errs = append(l.Errs, *e)
		return s
	}
	for i, r := range s {
		letter := (unicode.IsLetter(r) || unicode.IsMark(r) && i > 0) &&
			!unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
		if !letter && r != '_' && !(r >= '0' && r <= '9' && (i > 0 || hyphens)) && !(r == '-' && hyphens) {
			l.Errorf(n.Pos, yamlpos.Quote(s), "letters, digits and _, beginning with a letter", "%s cannot be written so", what)
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
	e := evidence.LengthProblem("the number in the analysis", s)
	if e == nil && !seePattern.MatchString(s) {
		e = &yamlpos.Error{Found: yamlpos.Quote(s), Expected: "letters, digits, and . _ - between them",
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
	if e := evidence.FileNameProblem(s); e != nil {
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
			l.Errorf(n.Values[i].Pos, yamlpos.Quote(id), "the id of a record in the corpus", "there is no such record%s", yamlpos.Suggest(id, l.corpus.RecordIDs()))
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
		k, whole := yamlpos.WholeNumber(num)
		if !ok || !whole || k < 1 {
			l.Errorf(c.Pos, yamlpos.Quote(t), "a clause such as p#6", "this names no clause%s", yamlpos.NumberHint(num))
			continue
		}
		id, known := l.def.Aliases[alias]
		if !known {
			var names []string
			for a := range l.def.Aliases {
				names = append(names, a)
			}
			sort.Strings(names)
			l.Errorf(c.Pos, yamlpos.Quote(alias), "one of the short names under evidence: "+strings.Join(names, ", "), "no record goes by this name here")
			continue
		}
		l.def.Citations = append(l.def.Citations, Citation{Pos: c.Pos, Record: id, N: k, Alias: alias})
		if l.corpus != nil {
			if r := l.corpus.Record(id); r != nil {
				if _, says := r.Says(k); !says {
					l.Errorf(c.Pos, yamlpos.Quote(t), fmt.Sprintf("a clause of %s, which has %d", id, len(r.Clauses)), "there is no clause %d in %s", k, id)
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
	s := &Statement{Pos: n.Pos, Node: n}
	var known []string
	for _, k := range kinds {
		if n.Get(k.word) != nil {
			s.Kind = k.word
			known = append(append([]string{k.word}, k.keys...), commonKeys...)
			break
		}
	}
	if s.Kind == "" {
		var words []string
		for _, k := range kinds {
			words = append(words, k.word)
		}
		found := "keys " + strings.Join(n.KeyTexts(), ", ")
		hint := ""
		for _, k := range n.KeyTexts() {
			if d := yamlpos.Suggest(k, words); d != "" && !slices.Contains(commonKeys, k) {
				hint = d
			}
		}
		l.Errorf(n.Pos, found, "one of: "+strings.Join(words, ", "), "a statement must say what it states%s", hint)
		return nil
	}
	if l.Map(n, "a statement of the kind "+s.Kind, known...) == nil {
		return nil
	}
	if s.Kind == "do" {
		s.Kind = "change"
	}
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
		l.Errorf(m.Get("use").Pos, yamlpos.Quote(id), "one of the parts: "+strings.Join(names, ", "), "there is no such part")
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
					l.Errorf(k.Pos, yamlpos.Quote(k.Text), "a statement of the part "+id, "the part has no such statement")
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
	q.See = l.see(m.Get("see"))
	q.Asks = l.Words(l.Need(m, "asks", "a question"), "what the question asks")
	q.Kind = l.OneOf(l.Need(m, "kind", "a question"), "the kind of a question", questionKinds...)
	q.Weight = l.Int(l.Need(m, "weight", "a question"), "the weight", 1, 3)
	q.About = l.clauses(m.Get("about"))
	q.Checked = evidence.ReadChecks(&l.Reader, m.Get("checked"), "a question")
	q.DefaultWhy = l.String(m.Get("because"), "the reason of the default")
	q.Note = l.String(m.Get("note"), "a note")
	seen, alike := map[string]yamlpos.Pos{}, map[string]yamlpos.Pos{}
	for _, rn := range l.List(l.Need(m, "readings", "a question"), "the readings") {
		r := l.reading(rn, q)
		if r == nil {
			continue
		}
		if at, dup := seen[r.ID]; dup {
			l.Errs.AddRelated(r.Pos, []yamlpos.Pos{at}, yamlpos.Quote(r.ID), "an id not used by another reading of "+q.Name(), "the reading id is used twice in one question (first at %s)", at)
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
			l.Errorf(m.Get("default").Pos, yamlpos.Quote(q.Default), "one of the readings: "+strings.Join(readingIDs(q), ", "), "the default is no reading of this question")
		case !r.Playable():
			l.Errorf(m.Get("default").Pos, yamlpos.Quote(q.Default), "a reading that can be played", "the default reading is marked not-playable")
		}
	}
	if a := m.Get("asked-when"); a != nil {
		q.AskedWhen = l.conditions(a, "asked-when")
		q.AskedPos = a.Pos
	}
	return q
}

func readingIDs(q *Question) []string {
	var out []string
	for _, r := range q.Readings {
		out = append(out, r.ID)
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
	r.Basis = l.OneOf(l.Need(m, "basis", "a reading"), "the basis", bases...)
	r.Because = l.Words(l.Need(m, "because", "a reading"), "the reason")
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
func (l *loader) without(n *yamlpos.Node) (ids []string, at []yamlpos.Pos) {
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

// crossCheck looks at what statements, questions and readings say of each other.
func (l *loader) crossCheck() {
	d := l.def
	ids := map[string]yamlpos.Pos{}
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
	scids := map[string]yamlpos.Pos{}
	for _, sc := range d.Scales {
		l.unique(scids, sc.ID, sc.Pos, "scaled-down version")
		c.brings(sc.Statements)
		c.leavesOut(sc.Without, sc.withoutPos)
	}
	exids := map[string]yamlpos.Pos{}
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
	ids, alike := map[string]yamlpos.Pos{}, map[string]yamlpos.Pos{}
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
	own   map[string]yamlpos.Pos // of the ruleset itself
	all   map[string]yamlpos.Pos // of its readings too
	names []string               // all, in order
}

// mustExist complains of an id that no statement has; what is the key that names it.
func (c *idChecker) mustExist(id string, pos yamlpos.Pos, what string) {
	if _, there := c.all[id]; id != "" && !there {
		c.Errorf(pos, yamlpos.Quote(id), "the id of a statement", "%s names no statement%s", what, yamlpos.Suggest(id, c.names))
	}
}

// refers checks the statements that a statement names.
func (c *idChecker) refers(s *Statement) {
	c.mustExist(s.Replaces, s.Pos, "replaces")
	c.mustExist(s.Before, s.Pos, "before")
	c.mustExist(s.After, s.Pos, "after")
	if s.Kind == "except" {
		for _, t := range c.Items(s.Arg()) {
			c.mustExist(t.Text, t.Pos, "except")
		}
	}
}

// brings checks the statements that a reading or a scaled-down version brings along.
func (c *idChecker) brings(list []*Statement) {
	mine := map[string]yamlpos.Pos{}
	for _, s := range list {
		c.refers(s)
		c.unique(mine, s.ID, s.Pos, "statement")
		if at, taken := c.own[s.ID]; taken && s.Replaces == "" {
			c.Errs.AddRelated(s.Pos, []yamlpos.Pos{at}, yamlpos.Quote(s.ID), "replaces: "+s.ID+", or another id", "the ruleset has a statement of this id already (at %s)", at)
		}
	}
}

// leavesOut checks the statements that a reading or a scaled-down version leaves out.
func (c *idChecker) leavesOut(ids []string, at []yamlpos.Pos) {
	for i, id := range ids {
		c.mustExist(id, at[i], "without")
	}
}

func (l *loader) unique(seen map[string]yamlpos.Pos, id string, pos yamlpos.Pos, what string) {
	if id == "" {
		return
	}
	if at, dup := seen[id]; dup {
		l.Errs.AddRelated(pos, []yamlpos.Pos{at}, yamlpos.Quote(id), "an id of its own", "the %s id is used twice (first at %s)", what, at)
		return
	}
	seen[id] = pos
}

// unlike reports an id that differs from another in capitals only: the lines of
// play of the two are files that would be one on some systems. alike has the ids
// as [evidence.Caseless] makes them.
func (l *loader) unlike(alike map[string]yamlpos.Pos, id string, pos yamlpos.Pos, what string) {
	at, there := alike[evidence.Caseless(id)]
	if !there {
		alike[evidence.Caseless(id)] = pos
	} else if id != "" {
		l.Errs.AddRelated(pos, []yamlpos.Pos{at}, yamlpos.Quote(id), "another id",
			"the %s id differs from another one (at %s) in capitals only, and on some systems "+
				"files named after them would be one", what, at)
	}
}

func (l *loader) checkConditions(c map[string][]string, pos yamlpos.Pos, what string) {
	for name, readings := range c {
		q := l.def.Question(name)
		if q == nil {
			l.Errorf(pos, yamlpos.Quote(name), "the id or number of a question", "%s names no question", what)
			continue
		}
		for _, r := range readings {
			if q.Reading(r) == nil {
				l.Errorf(pos, yamlpos.Quote(r), "one of the readings: "+strings.Join(readingIDs(q), ", "), "%s names no reading of %s", what, q.Name())
			}
		}
	}
}

// Corpus is everything below one directory: evidence and rulesets.
type Corpus struct {
	Evidence    *evidence.Corpus
	Definitions []*Definition // by id

	parts map[string]*part
	// unsound are, by their ids, the rulesets that Sound left out, with the files
	// that have the errors.
	unsound map[string][]string
}

// Sound is the corpus without what errs, which evidence.Load and [Load] returned,
// are about: rulesets with errors in their own file, in a part that they use or in
// a record that they rest on, and these records.
func (c *Corpus) Sound(errs yamlpos.Errors) *Corpus {
	files := errs.Files()
	s := &Corpus{parts: c.parts, unsound: map[string][]string{}}
	if c.Evidence != nil {
		s.Evidence = c.Evidence.Sound(errs)
	}
	for _, d := range c.Definitions {
		var wrong []string
		rests := func(file string) {
			if files[file] && !slices.Contains(wrong, file) {
				wrong = append(wrong, file)
			}
		}
		for _, file := range c.Files(d) {
			rests(file)
		}
		for _, id := range d.Records {
			if s.Evidence != nil {
				rests(s.Evidence.Unsound(id))
			}
		}
		if len(wrong) > 0 {
			s.unsound[d.ID] = wrong
			continue
		}
		s.Definitions = append(s.Definitions, d)
	}
	return s
}

// Files are the files that a ruleset is read from: its own, and those of parts that it uses.
func (c *Corpus) Files(d *Definition) []string {
	out := []string{d.File}
	for _, id := range d.Parts {
		out = append(out, c.parts[id].pos.File)
	}
	return out
}

// Unsound are the files with the errors for which [Corpus.Sound] left a ruleset
// out, none for any other.
func (c *Corpus) Unsound(id string) []string { return c.unsound[id] }

// Find returns the ruleset of that id, or nil. Every corpus finds the games of the
// gallery besides its own, by ids such as gallery:backgammon.
func (c *Corpus) Find(id string) *Definition {
	if strings.HasPrefix(id, GalleryName) && c != OpenGallery() {
		return OpenGallery().Find(id)
	}
	for _, d := range c.Definitions {
		if d.ID == id {
			return d
		}
	}
	return nil
}

// IDs lists the ids of all rulesets.
func (c *Corpus) IDs() []string {
	var out []string
	for _, d := range c.Definitions {
		out = append(out, d.ID)
	}
	return out
}

// Load reads the rulesets in rulesets/definitions, and the parts in
// rulesets/parts, of a corpus: a directory laid out like the project, shown in
// messages as root, or Bundled with the root "". Every error of every file is
// returned, sorted; definitions are returned as far as they could be read.
func Load(fsys fs.FS, root string, ev *evidence.Corpus) (*Corpus, yamlpos.Errors) {
	c := &Corpus{Evidence: ev}
	var errs yamlpos.Errors
	fsys = Inside(fsys)
	shown := func(f string) string { return path.Join(root, "rulesets", f) }
	parts := map[string]*part{}
	c.parts = parts
	EachFile(fsys, "parts", shown, &errs, func(f string, data []byte) {
		p, perrs := loadPart(f, data)
		errs.Merge(perrs)
		if p == nil {
			return
		}
		p.text = data
		if old := parts[p.id]; old != nil {
			errs.AddRelated(p.pos, []yamlpos.Pos{old.pos}, yamlpos.Quote(p.id), "an id of its own", "the part id is used twice (first at %s)", old.pos)
		}
		parts[p.id] = p
	})
	files := yamlFiles(fsys, "definitions", shown, &errs)
	type read struct {
		d    *Definition
		errs yamlpos.Errors
	}
	all := make([]read, len(files))
	var wg sync.WaitGroup
	next := make(chan int)
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for i := range next {
				r, f := &all[i], shown(files[i])
				data, err := fs.ReadFile(fsys, files[i])
				if err != nil {
					r.errs.Add(yamlpos.Pos{File: f}, "", "", "the file cannot be read: %v", withoutPath(err))
					continue
				}
				r.d, r.errs = loadDefinition(f, data, ev, parts)
			}
		})
	}
	for i := range files {
		next <- i
	}
	close(next)
	wg.Wait()
	seen, alike := map[string]*Definition{}, map[string]*Definition{}
	for _, r := range all {
		d := r.d
		errs.Merge(r.errs)
		if d == nil {
			continue
		}
		if d.ID == "" {
			continue
		}
		if old := seen[d.ID]; old != nil {
			errs.AddRelated(d.Pos, []yamlpos.Pos{old.Pos}, yamlpos.Quote(d.ID), "an id of its own", "the ruleset id is used twice (first at %s)", old.Pos)
			continue
		}
		// Two ids that differ in capitals only give their files one name on some systems.
		if old := alike[evidence.Caseless(d.ID)]; old != nil {
			errs.AddRelated(d.Pos, []yamlpos.Pos{old.Pos}, yamlpos.Quote(d.ID), "another id",
				"the ruleset id differs from %s (at %s) in capitals only, and on some systems their files would be one",
				yamlpos.Quote(old.ID), old.Pos)
		}
		seen[d.ID], alike[evidence.Caseless(d.ID)] = d, d
		c.Definitions = append(c.Definitions, d)
	}
	sort.Slice(c.Definitions, func(i, j int) bool { return c.Definitions[i].ID < c.Definitions[j].ID })
	errs.Sort()
	return c, errs
}

// Read reads a ruleset that is not in the corpus, against its evidence and with
// its parts.
func (c *Corpus) Read(file string, data []byte) (*Definition, yamlpos.Errors) {
	d, errs := loadDefinition(file, data, c.Evidence, c.parts)
	errs.Sort()
	return d, errs
}

// LoadOne reads a single ruleset against a body of evidence (nil: clause
// references are not looked up).
func LoadOne(file string, data []byte, ev *evidence.Corpus) (*Definition, yamlpos.Errors) {
	d, errs := loadDefinition(file, data, ev, nil)
	errs.Sort()
	return d, errs
}

// EachFile reads the files of a folder of a corpus and calls f with the name that
// messages show and the text of each; what cannot be read is an error.
func EachFile(fsys fs.FS, dir string, shown func(string) string, errs *yamlpos.Errors, f func(file string, data []byte)) {
	for _, file := range yamlFiles(fsys, dir, shown, errs) {
		data, err := fs.ReadFile(fsys, file)
		if err != nil {
			errs.Add(yamlpos.Pos{File: shown(file)}, "", "", "the file cannot be read: %v", withoutPath(err))
			continue
		}
		f(shown(file), data)
	}
}

// yamlFiles lists the files of a folder that are read. A corpus need not have every
// folder; but what lies in one and is not read is an error, as it is in evidence:
// nothing may be dropped in silence.
func yamlFiles(fsys fs.FS, dir string, shown func(string) string, errs *yamlpos.Errors) []string {
	entries, err := fs.ReadDir(fsys, dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		errs.Add(yamlpos.Pos{File: shown(dir)}, "", "a folder of "+dir,
			"the folder cannot be read: %v", withoutPath(err))
	}
	var out []string
	for _, e := range entries {
		name := e.Name()
		file := path.Join(dir, name)
		switch ext := path.Ext(name); {
		case strings.HasPrefix(name, "."), strings.HasSuffix(name, "~"), strings.EqualFold(ext, ".md"):
		case e.IsDir():
			errs.Add(yamlpos.Pos{File: shown(file)}, "a folder", "files only", "folders in %s are not read", dir)
		case ext == ".yaml", ext == ".json":
			out = append(out, file)
		default:
			errs.Add(yamlpos.Pos{File: shown(file)}, yamlpos.Quote(ext), "a name that ends in .yaml (.json is read too)",
				"the file is not read under this name")
		}
	}
	return out
}

// withoutPath is what is wrong with a file, without the path of this machine.
func withoutPath(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}

func loadPart(file string, data []byte) (*part, yamlpos.Errors) {
	root, errs := yamlpos.Parse(file, data)
	r := &yamlpos.Reader{Errs: errs, Renamed: lang.Renamed}
	m := r.Map(root, "a part", partKeys...)
	if m == nil {
		return nil, r.Errs
	}
	p := &part{id: r.String(r.Need(m, "part", "a part"), "the id of the part"), pos: root.Pos}
	p.acting = r.Names(root, ProseKeys...)
	p.statements = r.List(r.Need(m, "statements", "a part"), "the statements")
	for _, s := range p.statements {
		if w := s.Key("warrant"); w != nil {
			r.Errorf(w.Pos, "warrant", "no warrant", "the statements of a part have no warrant: each ruleset that uses it supplies its own")
		}
	}
	return p, r.Errs
}
