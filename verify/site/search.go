package site

import (
	"bytes"
	"compress/flate"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/lectio/lectio/evidence/fold"
	"github.com/lectio/lectio/evidence/language"
	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets/edition"
)

// finding is something that can be found: a kind of thing, where it stands, and its words.
type finding struct {
	Kind, To, Title, Text string
}

// search writes the page of the search and its index, as a script, since browsers refuse to
// fetch a file from a disk, and deflated: it has all that the pages say.
func (s *Site) search(context.Context) error {
	for _, g := range s.games {
		s.findable(g)
	}
	for _, r := range s.everyRecord() {
		s.findableRecord(r)
	}
	rows := [][]string{}
	for _, f := range s.finds {
		rows = append(rows, []string{f.Kind, f.To, f.Title, f.Text})
	}
	index, err := json.Marshal(map[string]any{"rows": rows, "letters": foldings()})
	if err != nil {
		return pageError("search/index.js", err)
	}
	packed, err := deflated(yamlpos.VisibleJSON(index))
	if err != nil {
		return pageError("search/index.js", err)
	}
	s.put("search/index.js", fmt.Appendf(nil, "lectioIndex(%q);\n", base64.StdEncoding.EncodeToString(packed)))
	p := s.page("search/index.html", "Search")
	p.Up = []link{{"index.html", s.settings.Title}}
	p.Summary = "Search the clauses, rules, questions and records of the edition."
	p.Scripts = append(p.Scripts, "assets/packed.js", "assets/search.js", "search/index.js")
	return p.write("search", nil)
}

// deflated presses parts of a file together.
func deflated(parts ...[]byte) ([]byte, error) {
	var packed bytes.Buffer
	w, err := flate.NewWriter(&packed, flate.BestCompression)
	if err != nil {
		return nil, err
	}
	for _, part := range parts {
		if _, err := w.Write(part); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return packed.Bytes(), nil
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
			texts = append(texts, f.All(language.Name)...)
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
