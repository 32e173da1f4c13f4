package publish

import (
	"maps"
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/exchange"
)

// head is what a document says of itself: its sources and witnesses, the object, when and
// where, and who had a part in it.
func (r *editedRecord) head() *exchange.Element {
	title := tag("titleStmt", tag("title", r.Game))
	published := tag("publicationStmt", tag("p", "As the corpus is published."))
	if r.Rights != "" || r.Licence != "" {
		published = tag("publicationStmt", tag("authority", "As the corpus"), tag("availability", r.licence(r.Rights, r.Licence)))
	}
	notes := r.notes(r.Note, lead("relation: ", r.relations()))
	file := tag("fileDesc", title, published)
	if len(notes) > 0 {
		file.In(tag("notesStmt", notes))
	}
	file.In(r.sources())
	profile := tag("profileDesc", r.creation())
	if r.Summary != "" {
		profile.In(tag("abstract", tag("p", r.Summary)))
	}
	if r.Type != "" {
		profile.In(tag("textClass", tag("keywords", tag("term", r.Type))))
	}
	if len(r.Persons) > 0 {
		list := tag("listPerson")
		for _, p := range r.Persons {
			list.In(r.person(p))
		}
		profile.In(tag("particDesc", list))
	}
	return tag("teiHeader", file, profile)
}

// licence is what may be done with a thing.
func (r *editedRecord) licence(rights, licence string) *exchange.Element {
	l := spdxLicense(licence)
	if l.URL != "" {
		return tag("licence", strings.TrimSpace(l.Title+" "+rights)).Set("target", l.URL)
	}
	return tag("p", strings.TrimSpace(l.Title+" "+rights))
}

func (r *editedRecord) relations() string {
	var said []string
	for _, rel := range r.Relations {
		text := string(rel.How) + " " + rel.To + lead(", said by ", r.who(rel.By)) + lead("; ", rel.Note)
		said = append(said, text)
	}
	return several(said)
}

// who is who says something, in words.
func (r *editedRecord) who(by evidence.By) string {
	if p := r.Person(string(by)); p != nil {
		return string(p.Name)
	}
	return r.holder(string(by))
}

// sources are the works that the record rests on, the object, the pictures and the
// witnesses.
func (r *editedRecord) sources() *exchange.Element {
	out := tag("sourceDesc")
	for _, s := range r.AllSources() {
		b := tag("bibl")
		if src := r.k.Evidence.Source(s.Key); src != nil {
			b.In(tag("ref", src.Cite()).To("target", "source "+s.Key))
		} else {
			b.In(s.AsWritten)
		}
		if s.Locator != "" {
			b.In(" ", tag("biblScope", s.Locator))
		}
		if s.SourceParts.Note != "" {
			b.In(" ", tag("note", s.SourceParts.Note))
		}
		if !b.Empty() {
			out.In(b.Set("type", strings.ReplaceAll(string(s.Of), " ", "-")))
		}
	}
	if r.Object != nil || r.Find != nil {
		out.In(tag("listObject", r.object()))
	}
	for _, i := range r.Images {
		b := tag("bibl", "image "+string(i.ID), lead(": ", i.Shows)).Set("type", "image")
		for _, address := range []string{string(i.Manifest), string(i.Address)} {
			if exchange.IsAddress(address) {
				b.In(" ", tag("ref", address).Set("target", address))
			} else {
				b.In(lead(" ", address))
			}
		}
		b.In(lead(" ", i.File), lead(", ", i.Canvas))
		if i.Rights != "" || i.Licence != "" {
			b.In(" ", tag("availability", r.licence(i.Rights, i.Licence)))
		}
		out.In(b)
	}
	if w := r.witnesses(); !w.Empty() {
		out.In(w)
	}
	if out.Empty() {
		out.In(tag("p", "No source is named."))
	}
	return out
}

// there joins the texts that there are.
func there(texts ...string) string {
	return strings.Join(slices.DeleteFunc(texts, func(s string) bool { return s == "" }), ", ")
}

// witnesses are those of the record, and the layers of text that are of none of them.
func (r *editedRecord) witnesses() *exchange.Element {
	list := tag("listWit")
	for _, w := range r.Witnesses {
		e := tag("witness", string(w.Siglum)+lead(", ", string(w.Kind))).ID("witness "+r.ID+" "+string(w.Siglum)).Set("n", string(w.Siglum))
		for _, part := range []*exchange.Element{tag("title", w.Title), tag("name", there(w.Institution, w.Present)).Set("type", "institution"), tag("idno", w.Shelfmark), tag("placeName", w.Place)} {
			if !part.Empty() {
				e.In(", ", part)
			}
		}
		if w.Date != nil {
			e.In(", ", r.date("date", w.Date))
		}
		if by := r.who(w.By); by != "" {
			e.In(", by " + by)
		}
		e.In(lead(", ", w.Extent))
		if len(w.From) > 0 {
			var from []string
			for _, f := range w.From {
				from = append(from, "witness "+r.ID+" "+f)
			}
			e.In(", from ", tag("ref", strings.Join(w.From, ", ")).To("target", from...))
		}
		if w.Source != nil && r.k.Evidence.Source(w.Source.Key) != nil {
			e.In(", ", tag("bibl", tag("ref", r.k.Evidence.Source(w.Source.Key).CiteAt(w.Source.Locator)).To("target", "source "+w.Source.Key)))
		}
		if w.Note != "" {
			e.In(" ", tag("note", w.Note))
		}
		list.In(e)
	}
	for _, l := range r.Texts {
		if l.Witness == "" {
			list.In(tag("witness", "the layer "+l.ID+lead(", by ", r.who(evidence.By(l.By)))+lead(", in the language ", l.Language)+lead("; rights: ", l.Rights), r.notes(l.Note)).
				ID("layer "+r.ID+" "+l.ID).Set("n", l.ID))
		}
	}
	return list
}

// date is a date in words, with the days between which it lies as ISO 8601 has them (0 is
// 1 BCE), unless it is only about a day or year.
func (r *editedRecord) date(name string, d *evidence.Date) *exchange.Element {
	words := d.AsWritten
	if !d.EDTF.IsZero() {
		words = d.EDTF.Words()
	}
	e := tag(name, words)
	if day, ok := d.EDTF.Earliest(); ok && !d.EDTF.Start.Approximate {
		e.Set("notBefore-iso", day.String())
	}
	if day, ok := d.EDTF.Latest(); ok && !d.EDTF.End.Approximate {
		e.Set("notAfter-iso", day.String())
	}
	return e
}

// creation says when and where, each date and place with what it is of and who says so.
func (r *editedRecord) creation() *exchange.Element {
	out := tag("creation")
	add := func(what string, by evidence.By, e *exchange.Element, more ...string) {
		if e.Empty() {
			return
		}
		if !out.Empty() {
			out.In("; ")
		}
		if what != "" {
			out.In(what + ": ")
		}
		out.In(e, lead(" (", strings.Join(more, "")))
		if len(more) > 0 && strings.Join(more, "") != "" {
			out.In(")")
		}
		out.In(lead(", said by ", r.who(by)))
	}
	for _, d := range r.AllDates() {
		add(d.Of, d.By, r.date("date", d))
	}
	places := r.Places
	if r.Location != nil {
		places = append([]*evidence.Location{r.Location}, places...)
	}
	for _, p := range places {
		add(string(p.Of), p.By, r.place(p))
	}
	if out.Empty() {
		return nil
	}
	return out
}

// place is the name of a place, with the address that a gazetteer has for it.
func (r *editedRecord) place(p *evidence.Location) *exchange.Element {
	words := []string{}
	for _, s := range []string{p.Name, lead("in ", p.In), lead("between ", strings.Join(p.Between, " and "))} {
		if s != "" {
			words = append(words, s)
		}
	}
	e := tag("placeName", strings.Join(words, ", "))
	if p.HasCoordinates {
		e.In(" ", tag("geo", degrees(p.Latitude)+" "+degrees(p.Longitude)))
	}
	var refs []string
	for _, g := range slices.Sorted(maps.Keys(p.Gazetteer)) {
		refs = append(refs, evidence.Gazetteers[g]+p.Gazetteer[g])
	}
	return e.Set("ref", strings.Join(refs, " "))
}

func (r *editedRecord) person(p *evidence.Person) *exchange.Element {
	roles := []string{}
	for _, role := range p.Roles {
		roles = append(roles, string(role))
	}
	e := tag("person", tag("persName", string(p.Name))).ID("person "+r.ID+" "+string(p.ID)).Set("role", strings.Join(roles, " "))
	for _, a := range slices.Sorted(maps.Keys(p.Authority)) {
		e.In(tag("idno", p.Authority[a]).Set("type", a))
	}
	if p.Life != nil {
		e.In(tag("floruit", "lived "+p.Life.Portable().Text))
	}
	return e.In(r.notes(p.Note))
}

// object is the thing: who has it, of what it is made, its measures, how it was found.
func (r *editedRecord) object() *exchange.Element {
	o := r.Object
	if o == nil {
		o = &evidence.Object{}
	}
	id := tag("objectIdentifier", tag("objectName", strings.TrimSpace(string(o.Kind)+" "+r.Game)))
	if o.Institution != "" {
		id.In(tag("institution", o.Institution))
	}
	if o.Inventory != "" {
		id.In(tag("idno", o.Inventory).Set("type", "inventory"))
	}
	for _, former := range o.Former {
		id.In(tag("idno", former).Set("type", "former"))
	}
	out := tag("object", id)
	support, extent := tag("p"), tag("extent")
	for i, m := range o.Material {
		if i > 0 {
			support.In(", ")
		}
		support.In(tag("material", m))
	}
	support.In(lead("; technique: ", strings.Join(o.Technique, ", ")))
	for i, m := range o.Measures {
		if i > 0 {
			extent.In(", ")
		}
		extent.In(measured(m))
	}
	physical := tag("supportDesc")
	if !support.Empty() {
		physical.In(tag("support", support))
	}
	if !extent.Empty() {
		physical.In(extent)
	}
	if o.State != "" || o.StateNote != "" {
		physical.In(tag("condition", tag("p", string(o.State)+lead(": ", o.StateNote))))
	}
	if !physical.Empty() {
		out.In(tag("physDesc", tag("objectDesc", physical)))
	}
	history := tag("history")
	if f := r.Find; f != nil {
		found := tag("p", "found")
		for _, s := range []string{lead("at ", f.Site), lead("context: ", f.Context), lead("number ", f.Number), lead("position: ", f.Position),
			lead("with ", strings.Join(f.FoundWith, "; ")), lead("disturbed: ", f.Disturbed), f.Note} {
			found.In(lead(", ", s))
		}
		history.In(tag("provenance", found).Set("type", "found"))
	}
	for _, p := range []struct {
		kind string
		at   *evidence.Location
	}{{"found", o.FindSpot}, {"observed", o.PresentPlace}} {
		if p.at != nil {
			history.In(tag("provenance", tag("p", r.place(p.at))).Set("type", p.kind))
		}
	}
	if !history.Empty() {
		out.In(history)
	}
	return out.In(r.notes(o.Note, lead("number of pieces: ", o.Number), lead("inscription: ", o.Inscription)))
}

// measured is a measure of an object.
func measured(m evidence.Measure) *exchange.Element {
	e := tag("dim", m.Text).Set("type", strings.ReplaceAll(m.Of, " ", "-")).Set("unit", m.Unit)
	switch {
	case m.From != m.To:
		e.Set("atLeast", degrees(m.From)).Set("atMost", degrees(m.To))
	case !m.About:
		e.Set("quantity", degrees(m.From))
	}
	return e
}
