package site

import (
	"context"

	"github.com/lectio/lectio/evidence/biblio"
)

// sourcesView are the records that a game rests on, with where they are known from.
type sourcesView struct{ Records []sourceView }

type sourceView struct {
	Anchor      string
	Record      link
	About, Cite string
	Found       foundView
	Via         []viaView
}

// viaView is a source by way of which a text has come.
type viaView struct {
	Cite  string
	Found foundView
}

// foundView says where a source is found: on the web, or in an archive.
type foundView struct{ Address, Kept string }

func found(s *biblio.Source) foundView { return foundView{s.Address(), s.Kept()} }

func (s *Site) sourcesPage(_ context.Context, g *game) error {
	p := s.gamePageOf(g, "sources/index.html", g.Definition.Title+": sources", "sources/index.html")
	p.Summary = "What is known of " + g.Definition.Title + ", and from where."
	v := &sourcesView{}
	for _, r := range g.records(s) {
		x := sourceView{Anchor: "record-" + slug(r.ID), Record: link{r.page(), r.called()}, About: r.Summary}
		if c, ok := r.of.Citation(r.ID); ok {
			x.Cite, x.Found = c.Source.CiteAt(c.Locator), found(c.Source)
			for _, via := range c.Via {
				x.Via = append(x.Via, viaView{via.Cite(), found(via)})
			}
		}
		v.Records = append(v.Records, x)
	}
	return p.write("sources", v)
}

// records are those that the ruleset of the game rests on.
func (g *game) records(s *Site) (out []*record) {
	for _, r := range g.Evidence() {
		out = append(out, s.record(g.Corpus.Of(g.Definition).Evidence, r.ID))
	}
	return out
}
