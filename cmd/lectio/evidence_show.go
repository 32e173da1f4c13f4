package main

import (
	"fmt"
	"strings"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/date"
	"github.com/lectio/lectio/evidence/yamlpos"
)

func (a *app) evidenceShow(id string) error {
	c, err := a.evidence()
	if err != nil {
		return err
	}
	r, err := findRecord(c, id)
	if err != nil {
		return err
	}
	if a.json {
		return a.printJSON(r)
	}
	b := a.page()
	fmt.Fprintf(b, "%s  %s\n", r.ID, r.Game)
	if r.Summary != "" {
		b.paragraph("", r.Summary)
	}
	b.WriteByte('\n')
	showFields(b, c, r)
	figure, err := boardFigure(r.Object, a.width())
	if err != nil {
		return err
	}
	if figure != "" {
		fmt.Fprintf(b, "\n%s", figure)
	}
	b.WriteByte('\n')
	for _, o := range r.Observations {
		showObservation(b, r, o)
	}
	for _, cl := range r.Clauses {
		showClause(b, cl)
	}
	_, err = a.stdout.Write(b.Bytes())
	return err
}

// showFields prints the fields of a record, those that it has.
func showFields(b *page, c *evidence.Corpus, r *evidence.Record) {
	field := func(name, text string) {
		if text != "" {
			b.paragraph(fmt.Sprintf("%-12s ", name), text)
		}
	}
	field("type", r.Type)
	if r.Location != nil {
		field("place", placeText(r.Location)+says(c, r, r.Location.By, r.Location.Locator))
	}
	if r.Date != nil {
		field("date", dateText(r.Date)+says(c, r, r.Date.By, r.Date.Locator))
	}
	if s := c.Source(r.Source.Key); s != nil {
		text := s.Cite()
		if r.Source.Locator != "" {
			text = s.CiteAt(r.Source.Locator)
		}
		field("source", phrase(text+" ["+r.Source.Key+"]", string(r.Source.Of), r.Source.Note))
		field("", s.Note)
	}
	if r.Source.AsWritten != "" {
		field("reference", "written "+yamlpos.Quote(r.Source.AsWritten))
	}
	field("via", strings.Join(r.Via, ", "))
	if r.Confidence != nil {
		field("confidence", fmt.Sprintf("%d %%, as stated", *r.Confidence))
	}
	field("derived", r.Derived().String())
	field("uncertainty", strings.Join(r.Uncertainty, ", "))
	field("doubts", strings.Join(r.Doubts, "; "))
	field("ages", strings.Join(r.Ages, ", "))
	field("genders", strings.Join(r.Genders, ", "))
	field("period", r.Period)
	for _, t := range r.Texts {
		text := t.ID
		field("text", phrase(text, t.Language, behind("witness ", string(t.Witness)), person(r, evidence.By(t.By)), t.Rights, t.Licence, embargoText(t.Embargo)))
	}
	showParts(c, r, field)
	for _, x := range r.Extra {
		field("extra", x.Name+": "+x.Text)
	}
	field("note", r.Note)
}

// placeText is a place with what is known of where it lies.
func placeText(l *evidence.Location) string {
	if l == nil {
		return ""
	}
	text := l.Called()
	if l.HasCoordinates {
		text += fmt.Sprintf(" (%g, %g", l.Latitude, l.Longitude)
		if l.Precision > 0 {
			text += fmt.Sprintf(", within %g km", l.Precision)
		}
		text += ")"
	}
	for _, k := range sorted(l.Gazetteer) {
		text += fmt.Sprintf("; %s %s", k, l.Gazetteer[k])
	}
	if l.Of != "" {
		text += ", place of " + string(l.Of)
	}
	return text
}

// dateText is a date in words and in EDTF, with the days that it can mean.
func dateText(d *evidence.Date) string {
	if d == nil {
		return ""
	}
	text := d.EDTF.Words()
	if text != d.EDTF.Text {
		text += " (" + d.EDTF.Text + ")"
	}
	if d.EDTF.IsZero() {
		text = "not dated"
	}
	if d.Of != "" {
		text += ", date of " + d.Of
	}
	if bounds := bounds(d.EDTF); bounds != "" {
		text += ", " + bounds
	}
	if d.AsWritten != "" {
		text += ", written " + yamlpos.Quote(d.AsWritten)
	}
	return text
}

// showClause prints a clause with what belongs to it.
func showClause(b *page, cl *evidence.Clause) {
	text := cl.Text
	if cl.In != "" {
		text = "(" + cl.In + ") " + text
	}
	b.paragraph(fmt.Sprintf("%4d  ", cl.N), text)
	more := func(label, text string) {
		if text != "" {
			b.paragraph("      "+label+": ", text)
		}
	}
	if !cl.Rule {
		more("not a rule", cl.Why)
	}
	for _, w := range cl.Wording {
		more("wording", yamlpos.Quote(w))
	}
	for _, rel := range []struct {
		name string
		refs []evidence.ClauseRef
	}{{"supports", cl.Supports}, {"adds to", cl.Adds}, {"contradicts", cl.Contradicts}, {"lacks", cl.Lacks}} {
		var refs []string
		for _, ref := range rel.refs {
			refs = append(refs, ref.String())
		}
		more(rel.name, strings.Join(refs, ", "))
	}
	showAttestations(b, cl)
	more("rights", phrase(cl.Rights, embargoText(cl.Embargo)))
	more("note", cl.Note)
}

// bounds says in days what a date can mean, "" when it names years as they are.
func bounds(e date.EDTF) string {
	plain := func(p date.Part) bool {
		return !p.Dated() || p.Precision == date.PrecisionYear && !p.Approximate && !p.Uncertain
	}
	if plain(e.Start) && plain(e.End) || e.IsZero() {
		return ""
	}
	var s string
	if day, ok := e.Earliest(); ok {
		s = "from " + day.String()
	}
	if day, ok := e.Latest(); ok {
		s = strings.TrimSpace(s + " to " + day.String())
	}
	if e.Start.Approximate || e.End.Approximate {
		s += ", approximately"
	}
	if e.Start.Uncertain || e.End.Uncertain {
		s += ", uncertain"
	}
	return s
}
