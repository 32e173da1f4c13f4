package parallels

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence"
)

// Measure says in a sentence by what texts are set in order.
const Measure = "The nearest come first: those of the same family of games, then those fewer years away (between the nearest ends of the dates), then those fewer kilometres away, then those in the same language; what is not known comes last."

// Nearness is how near a text is to the one that is asked.
type Nearness struct {
	SameFamily bool `json:"same_family"`
	Years      *int `json:"years"`      // between the nearest ends of the dates; nil where a date is not known
	Kilometres *int `json:"kilometres"` // nil where a place has no coordinates
	// SameLanguage is nil where a language is not known.
	SameLanguage *bool `json:"same_language"`
}

// Words says how near a text is.
func (n Nearness) Words() string {
	words := []string{"another family of games", "years apart not known", "distance not known", "language not known"}
	if n.SameFamily {
		words[0] = "the same family of games"
	}
	switch {
	case n.Years == nil:
	case *n.Years == 0:
		words[1] = "of the same time"
	case *n.Years == 1:
		words[1] = "1 year apart"
	default:
		words[1] = fmt.Sprintf("%d years apart", *n.Years)
	}
	switch {
	case n.Kilometres == nil:
	case *n.Kilometres == 0:
		words[2] = "from the same place"
	default:
		words[2] = fmt.Sprintf("%d km away", *n.Kilometres)
	}
	switch {
	case n.SameLanguage == nil:
	case *n.SameLanguage:
		words[3] = "in the same language"
	default:
		words[3] = "in another language"
	}
	return strings.Join(words, ", ")
}

// compare orders the nearer before the farther.
func (n Nearness) compare(o Nearness) int {
	rank := func(b bool) int {
		if b {
			return 0
		}
		return 1
	}
	number := func(p *int) int {
		if p == nil {
			return math.MaxInt
		}
		return *p
	}
	language := func(p *bool) int {
		if p == nil {
			return 2
		}
		return rank(*p)
	}
	return cmp.Or(cmp.Compare(rank(n.SameFamily), rank(o.SameFamily)), cmp.Compare(number(n.Years), number(o.Years)),
		cmp.Compare(number(n.Kilometres), number(o.Kilometres)), cmp.Compare(language(n.SameLanguage), language(o.SameLanguage)))
}

// nearness measures how near a record is to the records that are asked: to the nearest of
// them in each respect.
func nearness(asked []*evidence.Record, family string, r *evidence.Record, families []string) (n Nearness) {
	n.SameFamily = slices.Contains(families, family)
	for _, a := range asked {
		n.Years = lesser(n.Years, yearsApart(a, r))
		n.Kilometres = lesser(n.Kilometres, kilometres(a, r))
		ours, theirs := languages(a), languages(r)
		if len(ours) > 0 && len(theirs) > 0 {
			same := slices.ContainsFunc(ours, func(l string) bool { return slices.Contains(theirs, l) }) || n.SameLanguage != nil && *n.SameLanguage
			n.SameLanguage = &same
		}
	}
	return n
}

func lesser(a, b *int) *int {
	if a == nil || b != nil && *b < *a {
		return b
	}
	return a
}

func yearsApart(a, b *evidence.Record) *int {
	if a.Date == nil || b.Date == nil {
		return nil
	}
	gap := 0
	for _, pair := range [][2]*evidence.Date{{a.Date, b.Date}, {b.Date, a.Date}} {
		first, ok := pair[0].EDTF.Earliest()
		last, known := pair[1].EDTF.Latest()
		if !ok || !known {
			return nil
		}
		gap = max(gap, first.Year-last.Year)
	}
	return &gap
}

func kilometres(a, b *evidence.Record) *int {
	if a.Location == nil || b.Location == nil || !a.Location.HasCoordinates || !b.Location.HasCoordinates {
		return nil
	}
	km := int(math.Round(a.Location.Distance(b.Location)))
	return &km
}

// languages are those in which a text was written, as far as its witnesses say, or else its
// layers. A summary of it is no witness to its language.
func languages(r *evidence.Record) (out []string) {
	add := func(tag string) {
		if tag != "" && tag != "und" && !slices.Contains(out, tag) {
			out = append(out, tag)
		}
	}
	for _, w := range r.Witnesses {
		if w.Kind != "summary" && w.Kind != "translation" {
			add(string(w.Language))
		}
	}
	if len(out) == 0 {
		for _, l := range r.Texts {
			add(l.Language)
		}
	}
	return out
}
