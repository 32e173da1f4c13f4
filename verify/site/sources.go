package site

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/biblio"
)

// sourcesView are the records of a game with their sources, to be cited.
type sourcesView struct{ Records []sourceView }

type sourceView struct {
	ID, Anchor, Type, About  string
	Cite, Plain, BibTeX, CSL string
	Found                    foundView
	Via                      []viaView
	Where, When, Note        string
	Care                     []careView
	Confidence               string
	Texts                    []layerView
	Rights                   string
}

// viaView is a source by way of which a text has come.
type viaView struct {
	Cite  string
	Found foundView
}

// foundView says where a source is found: on the web, or in an archive.
type foundView struct{ Address, Kept string }

func found(s *biblio.Source) foundView { return foundView{s.Address(), s.Kept()} }

type careView struct{ Name, Why string }

type layerView struct {
	ID, Language, By, Words string
	Emendations             []*evidence.Emendation
}

func (s *Site) sourcesPage(_ context.Context, g *game) error {
	p := s.gamePageOf(g, "sources/index.html", g.Definition.Title+": sources", "sources/index.html")
	p.Summary = "What is known of " + g.Definition.Title + ", and from where."
	v := &sourcesView{}
	for _, r := range g.Evidence() {
		x := sourceView{ID: r.ID, Anchor: "record-" + slug(r.ID), Type: r.Type, About: r.Summary, When: dated(r), Note: r.Note}
		if c, ok := g.Corpus.Evidence.Citation(r.ID); ok {
			x.Plain = c.Plain()
			x.BibTeX, x.CSL = string(biblio.CiteBibTeX([]biblio.Citation{c})), string(biblio.CiteCSL([]biblio.Citation{c}))
			x.Cite, x.Found = c.Source.CiteAt(c.Locator), found(c.Source)
			for _, via := range c.Via {
				x.Via = append(x.Via, viaView{via.Cite(), found(via)})
			}
		}
		if l := r.Location; l != nil {
			x.Where = l.Name
			if l.HasCoordinates {
				x.Where += fmt.Sprintf(" (%.*f, %.*f, within about %.0f km)", l.Decimals, l.Latitude, l.Decimals, l.Longitude, precision(l))
			}
		}
		for _, name := range r.Uncertainty {
			f, _ := evidence.FactorNamed(name)
			x.Care = append(x.Care, careView{name, f.Meaning})
		}
		if r.Confidence != nil {
			x.Confidence = fmt.Sprintf("%d %%", *r.Confidence)
		}
		for _, l := range r.Texts {
			y := layerView{ID: spaced(l.ID), Language: evidence.LanguageName(l.Language), By: l.By, Words: words(l), Emendations: l.Emendations}
			if src := g.Corpus.Evidence.Source(l.By); src != nil {
				y.By = src.Cite()
			}
			x.Texts = append(x.Texts, y)
		}
		x.Rights = stated(r.Rights, r.Licence)
		v.Records = append(v.Records, x)
	}
	return p.write("sources", v)
}

// words says whether the words of a layer of text stand in the corpus, and if not what is
// known of why: an embargo, or what the record says of rights and licence.
func words(l *evidence.Layer) string {
	switch {
	case l.Withheld() && l.Embargo.Until.IsZero():
		return "Its words are under embargo, without a day on which that ends."
	case l.Withheld():
		return "Its words are under embargo until " + l.Embargo.Until.Text + "."
	case l.Text == "":
		return "Its words are not reproduced. " + cmp.Or(stated(l.Rights, l.Licence), "The record says nothing of rights or a licence.")
	}
	return strings.TrimSpace("The corpus holds its words; this edition tells what they say and does not repeat them. " + stated(l.Rights, l.Licence))
}

// stated is what a record says of rights and of a licence, "" where it says nothing.
func stated(rights, licence string) string {
	switch {
	case rights == "" && licence == "":
		return ""
	case licence == "":
		return "Of rights the record says: " + rights + ". It names no licence."
	case rights == "":
		return "Licence: " + licence + "."
	}
	return "Of rights the record says: " + rights + ". Licence: " + licence + "."
}
