package service

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/ast"
	"github.com/lectio/lectio/rulesets/engine"
)

// names are what the names of a ruleset stand for, those of its readings with them.
type names struct {
	definition *rulesets.Definition // nil where there is none
	game       *rulesets.Game       // nil where none could be compiled
	statements []*rulesets.Statement
	of         map[string][]string // what there is, by what messages call one of it
}

// namesOf are the names of the ruleset in a file, as it last could be read.
func (w *Workspace) namesOf(path string) *names {
	n := &names{of: map[string][]string{}}
	if k := w.kept[path]; k != nil {
		n.definition, n.game, n.statements = k.definition, k.play(), k.definition.EveryStatement()
	}
	add := func(what string, words ...string) {
		for _, word := range words {
			if word != "" && !slices.Contains(n.of[what], word) {
				n.of[what] = append(n.of[what], word)
			}
		}
	}
	add("a store", engine.HandStore, engine.BarStore, engine.OffStore, engine.OutStore)
	for _, s := range n.statements {
		add("a statement", s.ID)
		add("the statement of "+s.Kind, s.ID)
		for _, p := range s.Parts() {
			add("a part", p.Name())
		}
		switch b := s.Body.(type) {
		case *ast.Players:
			add("a player", ast.Texts(b.Names)...)
		case *ast.Marks:
			add("a mark", ast.Texts(b.Names)...)
		case *ast.Men:
			n.counted(b.Count, add)
		case *ast.Track:
			for _, leg := range b.Legs {
				add("a leg", leg.Name.Text)
			}
		case *ast.Throw:
			add("a lot", ast.Texts(b.Lots)...)
		case *ast.Agenda:
			add("a throw", ast.Texts(b.On)...)
		case *ast.Blocked:
			add("a throw", ast.Texts(b.Throws)...)
		}
	}
	if g := n.game; g != nil && g.Board != nil {
		for i := range g.Board.Cells {
			add("a cell", g.Board.Cells[i].Name)
		}
		add("a set of cells", slices.Sorted(maps.Keys(g.Board.Sets))...)
	}
	return n
}

// counted notes the kinds of men that are counted.
func (n *names) counted(c ast.Count, add func(what string, words ...string)) {
	for _, e := range c.Each {
		if w := e.Word().Text; w != "nobody" && (n.game == nil || !slices.Contains(n.game.Program.Players, w)) {
			add("a kind of men", w)
		}
		n.counted(e.Count, add)
	}
}

// statement is the statement of an id; nil for none.
func (n *names) statement(id string) *rulesets.Statement {
	i := slices.IndexFunc(n.statements, func(s *rulesets.Statement) bool { return s.ID == id })
	if i < 0 {
		return nil
	}
	return n.statements[i]
}

// help says what a statement of an id is, as far as that is known without saying its rule anew.
func (a *asking) helpOf(id string) string {
	s := a.names.statement(id)
	if s == nil {
		return ""
	}
	if k := a.kept[a.path]; k != nil && k.sentences[id] != "" {
		return k.sentences[id]
	}
	if s.Called != "" {
		return s.Called
	}
	return s.Likeness()
}

// offerStatements offers the ids of statements, of one kind or of all.
func (a *asking) offerStatements(kind string) {
	what := "a statement"
	if kind != "" {
		what = "the statement of " + kind
	}
	for _, id := range a.names.of[what] {
		a.offer("name", a.helpOf(id), id)
	}
}

// offerClauses offers the clauses of the records of the ruleset or, with others, of all other records by their ids.
func (a *asking) offerClauses(others bool) {
	d := a.names.definition
	if d == nil {
		return
	}
	from := map[string]*evidence.Record{}
	if others {
		for _, r := range a.Corpus.Evidence.Records {
			if !slices.Contains(d.Records, r.ID) {
				from[r.ID] = r
			}
		}
	} else {
		for alias, id := range d.Aliases {
			if r := a.Corpus.Evidence.Record(id); r != nil {
				from[alias] = r
			}
		}
	}
	for _, alias := range slices.Sorted(maps.Keys(from)) {
		for _, n := range from[alias].Numbers() {
			text, _ := from[alias].Says(n)
			a.offer("clause", text, fmt.Sprintf("%s#%d", alias, n))
		}
	}
}

// offerReadings offers the readings of a question.
func (a *asking) offerReadings(question string) {
	if d := a.names.definition; d != nil {
		if q := d.Question(question); q != nil {
			for _, r := range q.Readings {
				a.offer("name", r.Because, r.ID)
			}
		}
	}
}

func (a *asking) offerQuestions() {
	if d := a.names.definition; d != nil {
		for _, q := range d.Questions {
			a.offer("name", q.Asks, q.Name(), q.ID)
		}
	}
}

func (a *asking) offerSources() {
	for _, s := range a.Corpus.Evidence.Sources {
		a.offer("source", s.Cite(), s.Key)
	}
}

func (a *asking) offerRecords() {
	for _, r := range a.Corpus.Evidence.Records {
		a.offer("record", r.Game+": "+r.Summary, r.ID)
	}
}

// dimensions are the ids of those that the corpus names or describes.
func (a *asking) offerDimensions() {
	for _, d := range a.Corpus.Definitions {
		for _, q := range d.Questions {
			a.offer("name", "a dimension", q.Dimensions()...)
		}
		for _, s := range d.EveryStatement() {
			if b, is := s.Body.(*ast.Settles); is {
				a.offer("name", "a dimension", b.Dimension.Text)
			}
		}
	}
	for file := range a.files {
		if strings.HasPrefix(file, "rulesets/dimensions/") {
			for _, line := range a.text(file) {
				if key, _, ok := keyOf(strings.TrimLeft(line, "- ") + " "); ok && key == "dimension" {
					_, id, _ := strings.Cut(line, ":")
					a.offer("name", "a dimension", strings.TrimSpace(id))
				}
			}
		}
	}
}

// namedKeys offers the names that can be keys where the schema allows any.
func (a *asking) namedKeys() {
	key, in := a.under()
	switch key {
	case "asked-when", "excludes":
		a.offerQuestions()
	case "readings":
		if in != nil && in.values["question"] != "" {
			a.offerReadings(in.values["question"])
		} else {
			a.offerQuestions()
		}
	case "warrants", "assumed":
		if in != nil && in.values["use"] != "" {
			a.offerStatements("")
		}
	}
	for i := range a.items {
		if a.items[i].Kind == "name" {
			a.items[i].Insert += ": "
		}
	}
}

// namedValues offers the names that a value can be.
func (a *asking) namedValues() {
	key, in := a.under()
	if a.kind == "record" {
		a.recordValues(key, in)
		return
	}
	for _, above := range []string{a.at(1), a.at(2)} {
		switch above {
		case "asked-when", "excludes", "readings":
			a.offerReadings(key)
		case "refused":
			a.offerStatements("")
		case "evidence":
			a.offerRecords()
		case "warrants":
			a.offerClauses(false)
		}
	}
	switch key {
	case "about", "clauses", "warrant":
		a.offerClauses(false)
	case "borrowed-from":
		a.offerClauses(true)
	case "default":
		a.offerReadings(in.values["id"])
	case "without", "statement":
		a.offerStatements("")
	case "reading":
		for _, q := range a.questions() {
			for _, r := range q.Readings {
				a.offer("name", r.Because, q.Name()+"="+r.ID)
			}
		}
	case "question":
		a.offerQuestions()
	case "bears-on":
		a.offerDimensions()
	case "at":
		a.offer("word", "the opening position", "start")
	case "use":
		a.offerParts()
	case "family":
		for _, d := range a.Corpus.Definitions {
			a.offer("word", "the kind of game", d.Family)
		}
	}
}

func (a *asking) questions() rulesets.Questions {
	if d := a.names.definition; d != nil {
		return d.Questions
	}
	return nil
}

// offerParts offers the parts that rulesets share.
func (a *asking) offerParts() {
	for _, file := range slices.Sorted(maps.Keys(a.files)) {
		if kind(file) == "part" {
			if root := a.rulesets.Tree(file); root != nil && root.Get("part") != nil {
				help := ""
				if t := root.Get("title"); t != nil {
					help = t.Text
				}
				a.offer("name", help, root.Get("part").Text)
			}
		}
	}
}

// recordValues offers the names that a value of a record can be.
func (a *asking) recordValues(key string, in *frame) {
	var r *evidence.Record
	for _, x := range a.Corpus.Evidence.Records {
		if x.Pos().File == a.path {
			r = x
		}
	}
	switch key {
	case "key", "via":
		a.offerSources()
	case "by":
		a.offerSources()
	case "to":
		a.offerRecords()
	case "in":
		if r != nil {
			for _, l := range r.Texts {
				a.offer("name", l.Language, l.ID)
			}
		}
	case "supports", "adds", "contradicts", "lacks":
		if r != nil {
			for _, n := range r.Numbers() {
				text, _ := r.Says(n)
				a.offer("clause", text, fmt.Sprint(n))
			}
		}
		for _, x := range a.Corpus.Evidence.Records {
			if x != r {
				for _, n := range x.Numbers() {
					text, _ := x.Says(n)
					a.offer("clause", text, fmt.Sprintf("%s#%d", x.ID, n))
				}
			}
		}
	}
}

// defined is where a name of a ruleset is given what it stands for.
func (n *names) defined(word string) (pos diag.Pos, ok bool) {
	if s := n.statement(word); s != nil {
		if id := s.Node.Get("id"); id != nil {
			return id.Pos, true
		}
		return s.Pos, true
	}
	for _, s := range n.statements {
		for _, w := range declares(s) {
			if w.Text == word {
				return w.Pos, true
			}
		}
	}
	if n.definition == nil {
		return pos, false
	}
	for _, q := range n.definition.Questions {
		if q.ID == word || q.See == word {
			return q.Pos, true
		}
	}
	return pos, false
}

// declares are the names that a statement gives to things other than itself.
func declares(s *rulesets.Statement) (list []ast.Word) {
	switch b := s.Body.(type) {
	case *ast.Players:
		return b.Names
	case *ast.Marks:
		return b.Names
	case *ast.Men:
		for _, e := range b.Each {
			list = append(list, e.Word())
		}
	case *ast.Track:
		for _, leg := range b.Legs {
			list = append(list, leg.Name)
		}
	}
	return list
}
