package biblio

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/lectio/lectio/evidence/fold"
	"github.com/lectio/lectio/evidence/yamlpos"
)

// WriteRIS gives sources in RIS. lost names what RIS has no tag for: in each
// source, its keys in CSL-JSON.
func WriteRIS(sources []*Source) (out []byte, lost []string) {
	var b bytes.Buffer
	for i, s := range sources {
		if i > 0 {
			b.WriteByte('\n')
		}
		if left := s.ris(&b); len(left) > 0 {
			lost = append(lost, s.Key+": "+strings.Join(left, ", "))
		}
	}
	return b.Bytes(), lost
}

// ris writes a source, and lists the keys that are not written.
func (s *Source) ris(b *bytes.Buffer) (left []string) {
	item, _ := yamlpos.Parse("", yamlpos.VisibleJSON(s.CSL()))
	own := item.Get("custom").Get("ris")
	w := risWriter{b: b, item: item, done: map[string]bool{"id": true, "type": true}}
	kind := risTypeOf(s.Type)
	if of := own.Get("TY"); of != nil && len(of.Values) == 1 {
		kind = of.Values[0].Text
	}
	w.line("TY", kind)
	w.line("ID", s.Key)
	w.people()
	w.texts(s.Type == "book")
	for _, l := range risLines {
		if v := w.text(l.key); v != "" {
			for line := range strings.SplitSeq(strings.Trim(v, "\n"), "\n") {
				w.line(l.tag, line)
			}
		}
	}
	w.dates()
	w.pagesAndWords()
	if own != nil {
		w.done["custom"] = len(item.Get("custom").Keys) == 1
		for i, k := range own.Keys {
			for _, v := range own.Values[i].Values {
				if k.Text != "TY" {
					w.line(k.Text, v.Text)
				}
			}
		}
	}
	b.WriteString("ER  - \n")
	for _, k := range item.Keys {
		if !w.done[k.Text] {
			left = append(left, k.Text)
		}
	}
	return append(left, w.left...)
}

// risWriter writes one item, and notes which of its keys are written.
type risWriter struct {
	b    *bytes.Buffer
	item *yamlpos.Node
	done map[string]bool
	left []string
}

func (w *risWriter) line(tag, text string) {
	fmt.Fprintf(w.b, "%s  - %s\n", tag, yamlpos.Visible(fold.OneLine(text)))
}

// text is the text of a key, which is written then; "" when there is none, or
// when it was written already.
func (w *risWriter) text(key string) string {
	v := w.item.Get(key)
	if v == nil || v.Kind != yamlpos.Scalar || v.Null || w.done[key] {
		return ""
	}
	w.done[key] = true
	return v.Text
}

func (w *risWriter) people() {
	var r cslReader
	for _, p := range risPeople {
		list := w.item.Get(p.key)
		if list == nil || w.done[p.key] {
			continue
		}
		w.done[p.key] = true
		for _, n := range r.cslNames(list) {
			switch {
			case n.Literal != "":
				if strings.Contains(n.Literal, ",") {
					w.left = append(w.left, "the comma in the name of a body, "+n.Literal)
				}
				w.line(p.tag, n.Literal)
			case n.Suffix != "":
				w.line(p.tag, n.Family+", "+n.Given+", "+n.Suffix)
			default:
				w.line(p.tag, n.Family+", "+n.Given)
			}
		}
	}
}

func (w *risWriter) texts(book bool) {
	for _, t := range risTexts {
		if book && t.key == "container-title" && t.tag != "JO" { // T2 of a book is its series
			continue
		}
		if v := w.text(t.key); v != "" {
			w.line(t.tag, v)
		}
	}
}

func (w *risWriter) dates() {
	for _, d := range []struct{ key, year, day string }{{"issued", "PY", "DA"}, {"accessed", "Y2", "Y2"}} {
		date := w.item.Get(d.key)
		parts := date.Get("date-parts")
		if date == nil {
			continue
		}
		w.done[d.key] = true
		if parts == nil {
			for _, key := range []string{"literal", "raw"} {
				if v := date.Get(key); v != nil {
					w.line(d.year, v.Text)
				}
			}
			continue
		}
		if c := date.Get("circa"); c != nil && c.Text != "false" && c.Text != "0" {
			w.left = append(w.left, "that the date is about so")
		}
		w.parts(d.year, d.day, parts, date.Get("season"))
	}
}

// parts writes the numbers of a date, as a year or a range, or as DA.
func (w *risWriter) parts(year, day string, parts, season *yamlpos.Node) {
	var years []string
	for _, p := range parts.Values {
		years = append(years, p.Values[0].Text)
		if len(p.Values) > 1 && len(parts.Values) > 1 {
			w.left = append(w.left, "the days of "+p.Values[0].Text)
		}
	}
	if first := parts.Values[0]; len(years) == 1 && (len(first.Values) > 1 || season != nil || year == day) {
		numbers := []string{"", "", "", ""}
		for i, n := range first.Values {
			numbers[i] = n.Text
			if i > 0 && len(n.Text) == 1 {
				numbers[i] = "0" + n.Text
			}
		}
		if season != nil {
			numbers[3] = season.Text
		}
		if year != day {
			w.line(year, years[0])
		}
		w.line(day, strings.Join(numbers, "/"))
		return
	}
	w.line(year, strings.Join(years, "-"))
}

func (w *risWriter) pagesAndWords() {
	if v := w.text("page"); v != "" {
		if m := risPages.FindStringSubmatch(v); m != nil {
			w.line("SP", m[1])
			w.line("EP", m[2])
		} else {
			w.line("SP", v)
		}
	}
	if v := w.text("keyword"); v != "" {
		sep := ","
		if strings.Contains(v, ";") {
			sep = ";"
		}
		for word := range strings.SplitSeq(v, sep) {
			if !yamlpos.Blank(word) {
				w.line("KW", word)
			}
		}
	}
}

// risTypeOf is the type that is written for one of CSL.
func risTypeOf(csl string) string {
	for _, t := range risTypes {
		if t.csl == csl {
			return t.ris
		}
	}
	return "GEN"
}
