package evidence

import (
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence/biblio"
)

// Citation finds what an id names: a record, a clause or observation of one
// ("RECORD#6"), or a source by its key. False when there is nothing of that name.
func (c *Corpus) Citation(id string) (biblio.Citation, bool) {
	name := id
	if ref, ok := ParseClauseRef(id); ok {
		r := c.Record(ref.Record)
		if r == nil {
			return biblio.Citation{}, false
		}
		if _, said := r.Says(ref.N); !said {
			return biblio.Citation{}, false
		}
		name = ref.Record
	}
	if r := c.Record(name); r != nil {
		out := biblio.Citation{Object: c.objectSource(r), Source: c.Source(r.Source.Key), Locator: r.Source.Locator, Record: id}
		for _, key := range r.Via {
			if s := c.Source(key); s != nil {
				out.Via = append(out.Via, s)
			}
		}
		return out, out.Source != nil
	}
	s := c.Source(id)
	return biblio.Citation{Source: s}, s != nil
}

// objectSource describes the object of a record as bibliographies do: who holds it and
// where, under which number. Nil when nobody is said to hold it, and it has no number.
func (c *Corpus) objectSource(r *Record) *biblio.Source {
	o := r.Object
	if o == nil || o.Institution == "" && o.Inventory == "" {
		return nil
	}
	s := &biblio.Source{Key: r.ID, Title: r.Game, Type: "graphic", Archive: o.Institution, CallNumber: o.Inventory}
	s.Stand(o.Pos())
	for c.Source(s.Key) != nil { // a source may be called as the record is
		s.Key += ".object"
	}
	if o.PresentPlace != nil && !strings.Contains(o.Institution, o.PresentPlace.Name) {
		s.Archive = strings.TrimPrefix(o.Institution+", "+o.PresentPlace.Name, ", ")
	}
	if o.Kind != "" {
		s.Title += " (" + string(o.Kind) + ")"
	}
	made := []string{"manufacture"}
	switch o.Kind {
	case "manuscript":
		s.Type, made = "manuscript", []string{"copying", "composition"}
	case "print":
		s.Type, made = "book", []string{"printing", "publication"}
	}
	for _, of := range made {
		for _, d := range r.AllDates() {
			if s.Issued == "" && d.Of == of && !d.EDTF.IsZero() {
				s.Issued = strings.Replace(d.EDTF.Words(), "about ", "c. ", 1)
			}
		}
	}
	for _, p := range r.Persons {
		if slices.Contains(p.Roles, "maker") || slices.Contains(p.Roles, "artist") {
			s.Authors = append(s.Authors, biblio.Name{Literal: string(p.Name)})
		}
	}
	return s
}
