package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/language"
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
	figure, err := boardFigure(r.Object, a.width())
	if err != nil {
		return err
	}
	t := &recordTeller{b, c, r}
	told := r.Tell()
	for _, s := range evidence.Sections {
		fields := s.Of(told)
		fields = slices.DeleteFunc(fields, func(f evidence.Told) bool { return slices.Contains([]string{"id", "game", "summary"}, f.Key) })
		if len(fields) == 0 && s.ID != "trust" {
			continue
		}
		fmt.Fprintf(b, "\n%s\n", s.Title)
		t.fields("  ", fields)
		switch s.ID {
		case "object":
			b.WriteString(figure)
		case "trust":
			b.paragraph("  Reckoned from that: ", r.Derived().String())
		}
	}
	_, err = a.stdout.Write(b.Bytes())
	return err
}

// recordTeller writes what a record has, by a walk over its fields.
type recordTeller struct {
	*page
	c *evidence.Corpus
	r *evidence.Record
}

// fields writes fields below each other, behind a margin.
func (t *recordTeller) fields(margin string, list []evidence.Told) {
	for _, f := range list {
		switch {
		case len(f.Items) > 0 && slices.ContainsFunc(f.Items, parted):
			for _, x := range f.Items {
				t.item(margin, f.Title, x)
			}
		case parted(f):
			t.item(margin, f.Title, f)
		default:
			t.paragraph(margin+f.Title+": ", t.line(f))
		}
	}
}

// parted reports whether something has fields of its own.
func parted(x evidence.Told) bool { return len(x.Fields) > 0 }

// item writes a part of a record: in a line, where none of its fields has parts, else with
// fields below each other. What has a number and words, as a clause has, begins with them.
func (t *recordTeller) item(margin, title string, x evidence.Told) {
	if words, ok := x.Field("text"); ok && x.Fields[0].Key == "n" {
		t.paragraph(fmt.Sprintf("%4s  ", x.Fields[0].Text), words.Text)
		t.fields("      ", slices.DeleteFunc(slices.Clone(x.Fields[1:]), func(f evidence.Told) bool { return f.Key == "text" }))
		return
	}
	nested := func(f evidence.Told) bool { return parted(f) || slices.ContainsFunc(f.Items, parted) }
	if parted(x) && slices.ContainsFunc(x.Fields, nested) {
		t.paragraph(margin+title+": ", t.line(x.Fields[0]))
		t.fields(margin+"  ", x.Fields[1:])
		return
	}
	t.paragraph(margin+title+": ", t.line(x))
}

// line writes something out in a line.
func (t *recordTeller) line(x evidence.Told) string {
	if x.Text != "" {
		return x.Said(t.c, t.r, language.Name)
	}
	var parts []string
	for _, item := range x.Items {
		parts = append(parts, t.line(item))
	}
	for i, f := range x.Fields {
		said := t.line(f)
		if i > 0 { // the first says what it is
			said = strings.ToLower(f.Title[:1]) + f.Title[1:] + ": " + said
		}
		parts = append(parts, said)
	}
	return strings.Join(parts, "; ")
}
