package site

import (
	"fmt"
	"strings"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/language"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/verify/parallels"
)

// parallelsView is what other texts say to a question.
type parallelsView struct {
	Asked             []string // of every text
	Measure           string
	Near, Far, Copies []parallelView // of the same family of games, of others, and of the text itself
	Open              []link         // To is empty where the edition has no page of it
	Told, Known       []string       // by works without a record, and by nobody in particular
}

// parallelView is a text that answers.
type parallelView struct {
	*parallels.Text
	Quoted   []quotedView
	Language string
}

// quotedView is a clause of a text, with where it stands in the edition; To is empty for one
// that is not in it.
type quotedView struct{ Ref, To, Text string }

// quoted leads to a clause of a record that a question quotes.
func (s *Site) quoted(g *game, ref evidence.ClauseRef, says string) quotedView {
	v := quotedView{Ref: ref.String(), Text: says}
	of, _ := rulesets.Texts(g.Corpus.Evidence, ref.Record)
	if r := s.record(of, ref.Record); r != nil {
		v.To = r.page() + "#" + r.anchor(ref.N)
	}
	return v
}

// parallels says what other texts answer to a question; nil where it names no dimension by
// which they could be found.
func (p *page) parallels(g *game, q *rulesets.Question) *parallelsView {
	f := g.found[q]
	if len(f.Dimensions) == 0 {
		return nil
	}
	v := &parallelsView{Measure: parallels.Measure}
	for _, d := range f.Dimensions {
		v.Asked = append(v.Asked, d.Asks)
	}
	for i := range f.Texts {
		list := &v.Near
		if !f.Texts[i].Near.SameFamily {
			list = &v.Far
		}
		*list = append(*list, p.site.parallel(g, &f.Texts[i]))
	}
	for i := range f.Same {
		v.Copies = append(v.Copies, p.site.parallel(g, &f.Same[i]))
	}
	for _, o := range f.Open {
		d := g.Corpus.Find(o.Ruleset)
		also := d.Question(o.Question)
		l := link{Text: fmt.Sprintf("%s, %s. %s", d.Title, also.Called(), o.Asks)}
		if other := p.site.game(d.ID); other != nil {
			l.To = other.questionLink(also).To
		}
		v.Open = append(v.Open, l)
	}
	for _, e := range f.Told {
		v.Told = append(v.Told, e.Words())
	}
	for _, e := range f.Known {
		v.Known = append(v.Known, e.Words())
	}
	return v
}

func (s *Site) parallel(g *game, t *parallels.Text) parallelView {
	v := parallelView{Text: t}
	for _, c := range t.Clauses {
		if ref, ok := evidence.ParseClauseRef(c.Ref); ok {
			v.Quoted = append(v.Quoted, s.quoted(g, ref, c.Says))
		}
	}
	var names []string
	for _, tag := range t.Languages {
		names = append(names, language.Name(tag))
	}
	v.Language = strings.Join(names, ", ")
	return v
}
