package site

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/lectio/lectio/evidence/fold"
	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets/edition"
)

// finding is something that can be found: a kind of thing, where it stands, and its words.
type finding struct {
	Kind, To, Title, Text string
}

// search writes the page of the search and its index, as a script: browsers refuse to
// fetch a file from a disk.
func (s *Site) search(context.Context) error {
	for _, g := range s.games {
		s.findable(g)
	}
	for _, r := range s.everyRecord() {
		s.findableRecord(r)
	}
	var rows [][]string
	var before finding
	for _, f := range s.finds {
		rows = append(rows, []string{after(before.Kind, f.Kind), after(before.To, f.To), after(before.Title, f.Title), f.Text})
		before = f
	}
	if err := s.script("search/index.js", "lectioIndex", map[string]any{"rows": rows, "letters": foldings()}); err != nil {
		return err
	}
	p := s.page("search/index.html", "Search")
	p.Up = []link{{"index.html", s.settings.Title}}
	p.Summary = "Search the clauses, rules, questions and records of the edition."
	p.Scripts = append(p.Scripts, "assets/search.js", "search/index.js")
	return p.write("search", nil)
}

// after writes a text by how much of its beginning the one before has, in two digits to
// the base of 36, and the rest: rows that follow each other are mostly of one game.
func after(before, text string) string {
	same, at := 0, 0
	for i, r := range text {
		if !strings.HasPrefix(before, text[:i]+string(r)) || same+2 > 36*36-1 {
			break
		}
		same, at = same+utf16.RuneLen(r), i+utf8.RuneLen(r)
	}
	digits := strconv.FormatInt(int64(same), 36)
	return strings.Repeat("0", 2-len(digits)) + digits + text[at:]
}

// foldings are letters that a browser cannot take apart into a plain letter and a mark,
// as fold.Text writes them.
func foldings() map[string]string {
	out := map[string]string{}
	for _, r := range "ðþøæœßłđħıȷŋəſĸ" {
		out[string(r)] = fold.Text(string(r))
	}
	return out
}

// findable lists what can be found of a game.
func (s *Site) findable(g *game) {
	title := g.Definition.Title
	add := func(kind, to, name string, texts ...string) {
		s.finds = append(s.finds, finding{kind, to, name, plain(strings.Join(texts, " "))})
	}
	home := g.dir + "/index.html"
	add("Game", home, title, g.kind(), strings.Join(g.twoSentences(), " "))
	for i := range g.Clauses {
		c := &g.Clauses[i]
		v := g.clauseNames([]string{c.Name()})
		for _, x := range v {
			add("Clause", home+"#"+x.Anchor, fmt.Sprintf("%s, clause %s", title, x.Name), x.Text, strings.Join(x.Wording, "; "))
		}
	}
	for _, st := range g.Game.Statements {
		add("Rule", home+"#"+ruleAnchor(st.ID), title+", "+edition.Title(st), edition.Sentence(g.Game, st))
	}
	for _, q := range g.Definition.Questions {
		texts := []string{q.Asks}
		for _, r := range q.Readings {
			texts = append(texts, r.Called()+":", sentence(g.prose(q, r.Because)))
			texts = append(texts, strings.Join(r.HeldBy, ", "))
		}
		add("Question", g.questionLink(q).To, title+", "+q.Called(), texts...)
	}
}

// findableRecord lists what can be found of a record. The clauses of one that a game rests
// on are found with the game.
func (s *Site) findableRecord(r *record) {
	var texts []string
	told := r.Tell()
	for _, f := range told.Fields {
		if f.Key != "clauses" {
			texts = append(texts, f.All()...)
		}
	}
	for _, key := range r.SourceKeys() {
		if src := r.of.Source(key); src != nil {
			texts = append(texts, src.Cite())
		}
	}
	s.finds = append(s.finds, finding{"Record", r.page(), r.called(), plain(strings.Join(texts, " "))})
	if len(r.games) > 0 {
		return
	}
	for _, c := range r.Clauses {
		s.finds = append(s.finds, finding{"Clause", r.page() + "#" + r.anchor(c.N), fmt.Sprintf("%s, clause %d", r.ID, c.N), plain(c.Text + " " + strings.Join(c.Wording, "; "))})
	}
}

// script writes data as a script that hands it over to a function.
func (s *Site) script(at, function string, data any) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s(", function)
	enc := json.NewEncoder(&b)
	if err := enc.Encode(data); err != nil {
		return pageError(at, err)
	}
	b.Truncate(b.Len() - 1)
	b.WriteString(");\n")
	s.put(at, yamlpos.VisibleJSON(b.Bytes()))
	return nil
}
