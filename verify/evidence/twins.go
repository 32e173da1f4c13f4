package evidence

import (
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/biblio"
	"github.com/lectio/lectio/evidence/fold"
	"github.com/lectio/lectio/verify/severity"
)

// This check asks whether one work stands in the bibliography twice.
var _ = add(Check{
	ID:    "EV011",
	Title: "two sources look like one",
	Explanation: `A work that is described twice, under two years or with its title spelt in two ways, makes two witnesses of one: records that rest on it seem to
confirm each other. When the years differ there may be two editions, and then the description should say which is which.`,
	Bad:      "{\"id\": \"jones-1853\", \"title\": \"A Book of Play\", \"author\": [{\"family\": \"Jones\"}], \"issued\": 1853}\n{\"id\": \"jones-1855\", \"title\": \"A Book of Play\", \"author\": [{\"family\": \"Jones\"}], \"issued\": 1855}",
	Good:     "{\"id\": \"jones-1853\", …, \"edition\": \"1\"}\n{\"id\": \"jones-1855\", …, \"edition\": \"2\"}",
	Limits:   "Titles and names of authors are compared, folded, with a slip or two allowed. Volumes, parts and issues that the descriptions tell apart are different works. Only sources that records rest on are compared.",
	Severity: severity.Warning,
}, worksTwice)

func worksTwice(l *Library) (out []Oddity) {
	used := map[string][]*evidence.Record{}
	for _, r := range l.Records {
		keys := append([]string{r.Source.Key}, r.Via...)
		for _, key := range keys {
			used[key] = append(used[key], r)
		}
	}
	// Titles that are near share their beginning or their end, and the numbers in
	// them; comparing only those keeps a large bibliography quick.
	buckets := map[string][]*biblio.Source{}
	for _, s := range l.Sources {
		f := []rune(fold.Text(s.Title))
		if len(used[s.Key]) == 0 || len(f) == 0 {
			continue
		}
		half := len(f) / 2
		for _, part := range []string{"<" + string(f[:half]), string(f[half:]) + ">", string(f)} {
			key := part + "|" + numbersIn(string(f))
			buckets[key] = append(buckets[key], s)
		}
	}
	seen := map[[2]string]bool{}
	for _, key := range sortedKeys(buckets) {
		for i, a := range buckets[key] {
			for _, b := range buckets[key][i+1:] {
				if a == b || seen[[2]string{a.Key, b.Key}] || seen[[2]string{b.Key, a.Key}] {
					continue
				}
				seen[[2]string{a.Key, b.Key}] = true
				if !oneWork(a, b) {
					continue
				}
				for _, pair := range [][2]*biblio.Source{{a, b}, {b, a}} {
					r := used[pair[0].Key][0]
					weight := known(r, severity.Warning, "dates disagree")
					pos := r.Source.At("key")
					if r.Source.Key != pair[0].Key {
						pos = r.At("via", slices.Index(r.Via, pair[0].Key))
					}
					out = append(out, related(odd(r, weight, pos, "the source %s (%s, %s) looks like %s (%s, %s)",
						pair[0].Key, pair[0].Title, orNone(pair[0].Issued), pair[1].Key, pair[1].Title, orNone(pair[1].Issued)), pair[0].Pos(), pair[1].Pos()))
				}
			}
		}
	}
	return out
}

// oneWork reports whether two descriptions may be of one work: nearly the same
// title by nearly the same authors, and nothing that tells them apart but year
// and place.
func oneWork(a, b *biblio.Source) bool {
	x, y := fold.Text(a.Title), fold.Text(b.Title)
	// Titles that differ in a number are parts of a series.
	if !fold.Near(x, y) || numbersIn(x) != numbersIn(y) {
		return false
	}
	for _, f := range [][2]string{{a.Edition, b.Edition}, {a.Volume, b.Volume}, {a.Issue, b.Issue}, {a.Page, b.Page}, {a.Container, b.Container}} {
		if fold.Text(f[0]) != fold.Text(f[1]) {
			return false
		}
	}
	mine, theirs := familyNames(a), familyNames(b)
	if len(mine) == 0 && len(theirs) == 0 {
		return x == y && len(strings.Fields(x)) > 2 // Rules of the game has no author, and many
	}
	return slices.ContainsFunc(mine, func(p string) bool {
		return slices.ContainsFunc(theirs, func(q string) bool { return fold.Near(fold.Text(p), fold.Text(q)) })
	})
}

// numbersIn are the words of a folded title that hold figures.
func numbersIn(title string) string {
	var out []string
	for _, w := range strings.Fields(title) {
		if strings.ContainsAny(w, "0123456789") {
			out = append(out, w)
		}
	}
	return strings.Join(out, " ")
}
