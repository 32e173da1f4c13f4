package evidence

import (
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence/date"
	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/yamlpos"
)

// withheldMark begins what stands in the place of a text under embargo. No text begins
// so by chance, and [intake.Import] passes over it.
const withheldMark = "\u2026 under embargo"

// asPublishedMark stands behind the name of a file of which something is left out: its lines
// are others.
const asPublishedMark = " (without what is under embargo)"

// Withheld says what [Corpus.Published] left out.
type Withheld struct {
	Records []string // whole records
	// Parts are layers (RECORD/LAYER), clauses and observations (RECORD#NUMBER), and
	// images (RECORD/images/ID).
	Parts []string
}

// Published is the corpus as it may be published on a day. A record under embargo is
// not in it, nor is a source that only such records name, nor a relation to it. A
// layer, an image or what is said of them keeps its name, and a notice stands
// where the words were, so that what names it still finds it.
func (c *Corpus) Published(day date.Day) (*Corpus, Withheld) {
	var w Withheld
	out := map[string]bool{}
	for _, r := range c.Records {
		if r.Embargo.On(day) {
			out[r.ID] = true
			w.Records = append(w.Records, r.ID)
		}
	}
	p := c.Part(func(r *Record) bool { return !out[r.ID] })
	for i, r := range p.Records {
		x := withholder{r: r, day: day, out: out, v: yamlpos.ValueOf(r.node)}
		if !x.record() {
			continue
		}
		w.Parts = append(w.Parts, x.parts...)
		less, errs := ParseRecord(r.Pos().File+asPublishedMark, yamlpos.Document(x.v))
		if len(errs) > 0 {
			panic("a record with less in it cannot be read: " + errs.Error())
		}
		p.Records[i], p.records[r.ID] = less, less
	}
	// What no record names at all is no part of an embargo.
	named := map[string]bool{}
	for _, id := range w.Records {
		for _, key := range c.Record(id).SourceKeys() {
			named[key] = true
		}
	}
	p.Sources = nil
	for _, s := range c.Sources {
		if p.sources[s.Key] != nil || !named[s.Key] {
			p.sources[s.Key] = s
			p.Sources = append(p.Sources, s)
		}
	}
	return p, w
}

// withholder takes out of a record what is under embargo on a day.
type withholder struct {
	r     *Record
	day   date.Day
	out   map[string]bool // records that are not published
	v     yamlpos.Value
	parts []string
	less  bool // something was taken out
}

// record reports whether anything was taken out.
func (x *withholder) record() bool {
	layers, sigla, images := map[string]string{}, map[string]bool{}, map[string]string{}
	x.items("texts", func(v *yamlpos.Value) {
		if l := x.r.Layer(textOf(*v, "id")); l != nil && l.Embargo.On(x.day) {
			layers[l.ID] = notice(l.Embargo)
			if l.Witness != "" {
				sigla[string(l.Witness)] = true
			}
			x.withhold(v, x.r.ID+"/"+l.ID, "text", notice(l.Embargo), "id", "language", "by", "witness", "rights", "licence", "embargo")
		}
	})
	x.items("images", func(v *yamlpos.Value) {
		if i := x.r.Image(textOf(*v, "id")); i != nil && i.Embargo.On(x.day) {
			images[string(i.ID)] = notice(i.Embargo)
			x.withhold(v, x.r.ID+"/images/"+string(i.ID), "shows", notice(i.Embargo), "id", "rights", "licence", "embargo")
		}
	})
	x.items("clauses", func(v *yamlpos.Value) {
		say, out := layers[textOf(*v, "in")]
		if n, _ := diag.WholeNumber(textOf(*v, "n")); x.r.Clause(n) != nil && x.r.Clause(n).Embargo.On(x.day) {
			say, out = notice(x.r.Clause(n).Embargo), true
		}
		if out {
			x.withhold(v, x.r.ID+"#"+textOf(*v, "n"), "text", say, "n", "in", "rule", "rights", "embargo", "supports", "adds", "contradicts", "lacks")
			if textOf(*v, "rule") != "" {
				*v = v.With("why", yamlpos.TextValue(say))
			}
		}
		x.attestations(v, sigla)
		for _, key := range relationKeys {
			x.references(v, key)
		}
	})
	x.items("observations", func(v *yamlpos.Value) {
		say, out := images[textOf(*v, "image")]
		if n, _ := diag.WholeNumber(textOf(*v, "n")); x.r.Observation(n) != nil && x.r.Observation(n).Embargo.On(x.day) {
			say, out = notice(x.r.Observation(n).Embargo), true
		}
		if out {
			x.withhold(v, x.r.ID+"#"+textOf(*v, "n"), "text", say, "n", "image", "embargo")
		}
	})
	x.list(&x.v, "relations", func(item yamlpos.Value) bool {
		id, _, _ := strings.Cut(textOf(item, "to"), "#")
		return x.out[id]
	})
	return x.less
}

// relationKeys are the keys of a clause that name others.
var relationKeys = []string{"supports", "adds", "contradicts", "lacks"}

// Withheld reports whether a layer is under embargo, and a notice stands where its words were.
func (l *Layer) Withheld() bool { return l.Embargo != nil && l.Text == notice(l.Embargo) }

func notice(e *Embargo) string {
	if e.Until.IsZero() {
		return withheldMark
	}
	return withheldMark + " until " + e.Until.Text
}

// textOf is the text of a key of a map.
func textOf(v yamlpos.Value, key string) string {
	if i := slices.Index(v.Keys, key); i >= 0 {
		return v.Values[i].Text
	}
	return ""
}

// items changes the maps of a list.
func (x *withholder) items(key string, change func(*yamlpos.Value)) {
	if i := slices.Index(x.v.Keys, key); i >= 0 {
		for k := range x.v.Values[i].Values {
			change(&x.v.Values[i].Values[k])
		}
	}
}

// withhold leaves a map the keys that are named, and a notice in the place of its words.
func (x *withholder) withhold(v *yamlpos.Value, name, words, say string, keep ...string) {
	less := yamlpos.MapValue()
	for i, key := range v.Keys {
		if slices.Contains(keep, key) {
			less = less.With(key, v.Values[i])
		}
	}
	*v = less.With(words, yamlpos.TextValue(say))
	x.parts, x.less = append(x.parts, name), true
}

// attestations take away how a clause reads in witnesses whose text is withheld.
func (x *withholder) attestations(v *yamlpos.Value, sigla map[string]bool) {
	i := slices.Index(v.Keys, "witnesses")
	if i < 0 {
		return
	}
	for k, a := range v.Values[i].Values {
		if siglum := textOf(a, "siglum"); sigla[siglum] && len(a.Keys) > 1 {
			v.Values[i].Values[k] = yamlpos.MapValue().With("siglum", yamlpos.TextValue(siglum))
			x.less = true
		}
	}
}

// references take away the clauses of records that are not published.
func (x *withholder) references(v *yamlpos.Value, key string) {
	x.list(v, key, func(item yamlpos.Value) bool {
		ref, ok := ParseClauseRef(item.Text)
		return ok && x.out[ref.Record]
	})
}

// list takes items out of a list, or out of a list of one that is written without brackets.
func (x *withholder) list(v *yamlpos.Value, key string, goes func(yamlpos.Value) bool) {
	i := slices.Index(v.Keys, key)
	if i < 0 {
		return
	}
	all := v.Values[i].Values
	if v.Values[i].Kind != yamlpos.List {
		all = []yamlpos.Value{v.Values[i]}
	}
	kept := slices.DeleteFunc(slices.Clone(all), goes)
	if len(kept) == len(all) {
		return
	}
	x.less = true
	if len(kept) == 0 {
		v.Keys, v.Values = slices.Delete(slices.Clone(v.Keys), i, i+1), slices.Delete(slices.Clone(v.Values), i, i+1)
		return
	}
	v.Values[i] = yamlpos.Value{Kind: yamlpos.List, Values: kept}
}

// IsWithheld reports whether a clause or observation is only named, because of an embargo.
func (c *Corpus) IsWithheld(ref ClauseRef) bool {
	r := c.Record(ref.Record)
	if r == nil {
		return false
	}
	text, _ := r.Says(ref.N)
	return withheld(text)
}

// withheld reports whether a cell stands for something under embargo.
func withheld(cell string) bool { return strings.Contains(cell, withheldMark) }
