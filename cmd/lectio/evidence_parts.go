package main

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/lectio/lectio/evidence"
)

// showParts prints what a record has beyond the short form, a line for each.
func showParts(c *evidence.Corpus, r *evidence.Record, field func(name, text string)) {
	for _, n := range r.Names {
		field("name", phrase(yamlName(n.Name, n.Of), string(n.Language), meaning(n.Meaning), n.Note)+says(c, r, n.By, ""))
	}
	for _, l := range r.Places {
		field("place", placeText(l)+says(c, r, l.By, l.Locator))
	}
	for _, d := range r.Dates {
		field("date", dateText(d)+says(c, r, d.By, d.Locator))
	}
	for _, s := range r.Sources {
		text, note := s.Key, ""
		if source := c.Source(s.Key); source != nil {
			text, note = source.CiteAt(s.Locator)+" ["+s.Key+"]", source.Note
		}
		field("source", phrase(text, string(s.Of), s.Note)+says(c, r, s.By, ""))
		field("", note)
	}
	for _, p := range r.Persons {
		life, numbers := "", ""
		if p.Life != nil {
			life = p.Life.Words()
		}
		for _, k := range sorted(p.Authority) {
			numbers = strings.TrimPrefix(numbers+", "+k+" "+p.Authority[k], ", ")
		}
		field("person", phrase(string(p.Name)+" ["+string(p.ID)+"]", joinWords(p.Roles), life, numbers, p.Note))
	}
	showObject(r.Object, field)
	if f := r.Find; f != nil {
		field("find", phrase(f.Site, f.Context, behind("no. ", f.Number), f.Position, behind("found with ", strings.Join(f.FoundWith, ", ")), behind("disturbed: ", f.Disturbed), f.Note))
	}
	for _, i := range r.Images {
		field("image", phrase(string(i.ID), i.Shows, cmp.Or(i.File, string(i.Manifest), string(i.Address)), i.Canvas, behind("by ", person(r, i.By)), i.Rights, i.Licence, embargoText(i.Embargo), i.Note))
	}
	for _, w := range r.Witnesses {
		date := ""
		if w.Date != nil {
			date = w.Date.EDTF.Words()
		}
		from := ""
		if len(w.From) > 0 {
			from = "from " + strings.Join(w.From, ", ")
		}
		field("witness", phrase(string(w.Siglum), string(w.Kind), w.Title, w.Institution, w.Present, w.Shelfmark, string(w.Language), date, w.Place, from, behind("by ", person(r, w.By)), w.Extent, w.Note))
	}
	for _, rel := range r.Relations {
		field("relation", phrase(string(rel.How)+" "+rel.To, rel.Note)+says(c, r, rel.By, ""))
	}
	field("rights", phrase(r.Rights, r.Licence, embargoText(r.Embargo)))
	for _, k := range r.Checked {
		field("checked", checkText(k))
	}
}

func showObject(o *evidence.Object, field func(name, text string)) {
	if o == nil {
		return
	}
	var measures []string
	for _, m := range o.Measures {
		measures = append(measures, m.Text)
	}
	field("object", phrase(string(o.Kind), o.Institution, o.Inventory, behind("formerly ", strings.Join(o.Former, ", ")), o.Number))
	field("found at", placeText(o.FindSpot))
	field("now at", placeText(o.PresentPlace))
	field("material", phrase(strings.Join(o.Material, ", "), strings.Join(o.Technique, ", ")))
	field("measures", strings.Join(measures, "; "))
	field("state", phrase(string(o.State), o.StateNote))
	field("inscription", o.Inscription)
	field("note", o.Note)
}

// showObservation prints what is seen.
func showObservation(b *page, r *evidence.Record, o *evidence.Observation) {
	b.paragraph(fmt.Sprintf("%4d  ", o.N), "(seen) "+string(o.Text))
	if more := phrase(o.Of, o.Where, o.Count, behind("image ", o.Image), behind("by ", person(r, o.By)), o.Note); more != "" {
		b.paragraph("      on: ", more)
	}
	if o.Embargo != nil {
		b.paragraph("      rights: ", embargoText(o.Embargo))
	}
	for _, k := range o.Checked {
		b.paragraph("      checked: ", checkText(k))
	}
}

// showAttestations prints where a clause stands, and who checked it.
func showAttestations(b *page, cl *evidence.Clause) {
	for _, a := range cl.Witnesses {
		text := phrase(string(a.Siglum), a.Locator)
		switch {
		case bool(a.Lacks):
			text += " lacks it"
		case a.Reads != "":
			text += " reads " + a.Reads
		}
		b.paragraph("      witness: ", phrase(text, a.Note))
	}
	for _, k := range cl.Checked {
		b.paragraph("      checked: ", checkText(k))
	}
}

// phrase joins what there is.
func phrase(parts ...string) string {
	var there []string
	for _, p := range parts {
		if p != "" {
			there = append(there, p)
		}
	}
	return strings.Join(there, ", ")
}

// behind is a text behind a word that says what it is, "" when there is none.
func behind(prefix, text string) string {
	if text == "" {
		return ""
	}
	return prefix + text
}

func meaning(text string) string {
	if text == "" {
		return ""
	}
	return "“" + text + "”"
}

func yamlName(name evidence.Said, of string) string {
	if of == "" {
		return string(name)
	}
	return string(name) + " (" + of + ")"
}

func joinWords(list []evidence.Role) string {
	var words []string
	for _, w := range list {
		words = append(words, string(w))
	}
	return strings.Join(words, " and ")
}

// person is who a record names: a person of its own by name.
func person(r *evidence.Record, by evidence.By) string {
	if p := r.Person(string(by)); p != nil {
		return string(p.Name)
	}
	return string(by)
}

// says is who says something, and where.
func says(c *evidence.Corpus, r *evidence.Record, by evidence.By, locator string) string {
	if by == "" {
		return ""
	}
	text := person(r, by)
	if s := c.Source(text); s != nil {
		text = s.Key
	}
	return " (says " + phrase(text, locator) + ")"
}

func embargoText(e *evidence.Embargo) string {
	switch {
	case e == nil:
		return ""
	case e.Until.IsZero():
		return "under embargo"
	}
	return "under embargo until " + e.Until.Text
}

// checkText is who checked, and what came of it.
func checkText(k *evidence.Check) string {
	on := ""
	if k.On != nil {
		on = k.On.Text
	}
	return phrase(string(k.Verdict)+", says "+string(k.By), on, behind("against ", k.Against), k.Doubt, k.Note)
}
