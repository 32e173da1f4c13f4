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
const Measure = "The nearest come first: those of the same family of games, then those fewer years away (between the nearest ends of the dates; the year in which a description was published tells nothing of it), then those fewer kilometres away, then those in the same language; what is not known comes last."

// Nearness is how near a text is to the one that is asked.
type Nearness struct {
	SameFamily bool `json:"same_family"`
	Years      *int `json:"years"` // between the nearest ends of the dates; nil where a date is not known
	// Published is when a description was published whose own date is not known, in words.
	Published  string `json:"published,omitempty"`
	Kilometres *int   `json:"kilometres"` // nil where a place has no coordinates, or they are no closer than the two are apart
	// Within is by how many kilometres the places may be nearer or farther.
	Within int `json:"within_km,omitempty"`
	// SameLanguage is nil where a language is not known, or is that of a modern description.
	SameLanguage *bool `json:"same_language"`
	// From is the record from which all this was measured, where several were asked.
	From string `json:"measured_from,omitempty"`
}

// Words says how near a text is.
func (n Nearness) Words() string {
	words := []string{"another family of games", "years apart not known", "distance not known"}
	if n.SameFamily {
		words[0] = "the same family of games"
	}
	switch {
	case n.Years == nil && n.Published != "":
		words[1] = "years apart not known, since the date is that of its publication"
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
	case *n.Kilometres == 0 && n.Within == 0:
		words[2] = "from the same place"
	case *n.Kilometres == 0:
		words[2] = "from the same region"
	case n.Within == 0:
		words[2] = fmt.Sprintf("%d km away", *n.Kilometres)
	default:
		unit := math.Pow10(int(math.Log10(float64(n.Within))))
		rounded := func(km int) float64 { return math.Round(float64(km)/unit) * unit }
		words[2] = fmt.Sprintf("about %.0f km away, give or take %.0f km", rounded(*n.Kilometres), rounded(n.Within))
	}
	switch {
	case n.SameLanguage == nil: // a modern description is near to nobody by its language
	case *n.SameLanguage:
		words = append(words, "in the same language")
	default:
		words = append(words, "in another language")
	}
	if n.From != "" {
		words = append(words, "measured from "+n.From)
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

// nearness measures how near a record is to the nearest of the records that are asked.
func nearness(asked []*evidence.Record, family string, r *evidence.Record, families []string) Nearness {
	n := Nearness{SameFamily: slices.Contains(families, family)}
	if r.Date != nil && when(r) == nil && r.Date.Of == "publication" {
		n.Published = r.Date.EDTF.Words()
	}
	nearest := n
	for _, a := range asked {
		n := n
		n.Years = yearsApart(when(a), when(r))
		n.Kilometres, n.Within = kilometres(a.Location, r.Location)
		// Where one is known from a description, its language is not the game's.
		if ours, theirs := languages(a), languages(r); when(a) != nil && when(r) != nil && !described(a) && !described(r) && len(ours) > 0 && len(theirs) > 0 {
			same := slices.ContainsFunc(ours, func(l string) bool { return slices.Contains(theirs, l) })
			n.SameLanguage = &same
		}
		if len(asked) > 1 {
			n.From = a.ID
		}
		if n.compare(nearest) < 0 {
			nearest = n
		}
	}
	return nearest
}

// when is the date that tells when the game was played or its rules were written. The year in
// which a book was published is one only where the book is itself a text of the game, not a
// description of what was played or written elsewhere at another time; then there is none.
// Who describes what is played in his own time dates it.
func when(r *evidence.Record) *evidence.Date {
	for _, d := range r.AllDates() {
		switch d.Of {
		case "publication", "printing":
			if r.Type == "rules text" || r.Type == "contemporary text" || described(r) {
				return d
			}
		case "composition", "observation", "play", "manufacture", "deposition", "recording", "":
			return d
		}
	}
	return nil
}

// described reports whether a record is a description of play by one who lived at its time: not
// one that reports, or makes up again, what others have written.
func described(r *evidence.Record) bool {
	return r.Type == "contemporary rule description" && !slices.Contains(r.Uncertainty, "secondary text")
}

func yearsApart(a, b *evidence.Date) *int {
	if a == nil || b == nil {
		return nil
	}
	gap := 0
	for _, pair := range [][2]*evidence.Date{{a, b}, {b, a}} {
		first, ok := pair[0].EDTF.Earliest()
		last, known := pair[1].EDTF.Latest()
		if !ok || !known {
			return nil
		}
		gap = max(gap, first.Year-last.Year)
	}
	return &gap
}

// kilometres are how far two places are apart, and by how much that may be wrong; nil where it
// may be wrong by as much as it is, unless the two have the same coordinates.
func kilometres(a, b *evidence.Location) (km *int, within int) {
	if a == nil || b == nil || !a.HasCoordinates || !b.HasCoordinates {
		return nil, 0
	}
	apart := int(math.Round(a.Distance(b)))
	within = int(math.Round(a.Radius() + b.Radius()))
	if apart <= within && apart > 0 {
		return nil, 0
	}
	return &apart, within
}

// languages are those in which a text was written, as far as its witnesses say, or else its
// layers. A summary of it is no witness to its language, and neither is a layer that gives one.
func languages(r *evidence.Record) (out []string) {
	add := func(tag string) {
		if tag != "" && tag != "und" && !slices.Contains(out, tag) {
			out = append(out, tag)
		}
	}
	for _, w := range r.Witnesses {
		if !paraphrase(w) {
			add(string(w.Language))
		}
	}
	if len(out) == 0 {
		for _, l := range r.Texts {
			if !paraphrase(r.Witness(string(l.Witness))) {
				add(l.Language)
			}
		}
	}
	return out
}

// paraphrase reports whether a witness, which may be nil, gives the text in other words.
func paraphrase(w *evidence.Witness) bool {
	return w != nil && (w.Kind == "summary" || w.Kind == "translation")
}
