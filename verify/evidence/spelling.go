package evidence

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/biblio"
	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/fold"
	"github.com/lectio/lectio/verify/severity"
)

// This check asks whether a name is spelt in two ways.
var _ = add(Check{
	ID:    "EV006",
	Title: "a name is spelt in two ways",
	Explanation: `A reference that spells the author otherwise than the description of the source does was copied by somebody who did not have the book at
hand, or it is another author. Both matter: the first for trust in the rest of the copy, the second for finding the book. Names of games that
differ in a letter or an accent are reported too, because a list by game would take them for two.`,
	Bad:      "source: {key: jones-1853, as-written: \"Jonnes 1853: 4\"}   # the source has Jones\ngame: Tâb     # and in another record\ngame: Tab",
	Good:     "source: {key: jones-1853, as-written: \"Jones 1853: 4\"}",
	Limits:   "Names of fewer than four letters are not compared, and names that differ in more than a sixth of their letters are taken for different ones.",
	Severity: severity.Warning,
}, namesSpeltTwice)

// capitals are the words of a text that begin with a capital, as written.
func capitals(text string) (list []string) {
	for _, w := range fold.Words(text) {
		s := text[w.Start:w.End]
		if r, _ := utf8.DecodeRuneInString(s); unicode.IsUpper(r) {
			list = append(list, s)
		}
	}
	return list
}

func namesSpeltTwice(l *Library) (out []Oddity) {
	for _, r := range l.Records {
		s := l.Source(r.Source.Key)
		if s == nil {
			continue
		}
		spelt := func(text string, at diag.Pos, where string) {
			words := capitals(text)
			for _, family := range familyNames(s) {
				parts := strings.Fields(family)
				name := parts[len(parts)-1] // von der Hagen is cited as Hagen
				if slices.Contains(words, name) || strings.Contains(text, family) {
					continue
				}
				// The nearest word is the one that was meant.
				best, word := -1, ""
				for _, w := range words {
					if d := fold.Edits(fold.Text(w), fold.Text(name)); fold.Near(fold.Text(w), fold.Text(name)) && (best < 0 || d < best) {
						best, word = d, w
					}
				}
				switch {
				case best < 0:
				case best == 0:
					out = append(out, related(odd(r, severity.Note, at, "%s spells the name %s, and the source %s", where, word, name), s.At("author")))
				default:
					out = append(out, related(odd(r, known(r, severity.Warning, "transcription slips"), at, "%s spells the name %s, and the source %s", where, word, name), s.At("author")))
				}
			}
		}
		if r.Source.AsWritten != "" {
			spelt(r.Source.AsWritten, r.Source.At("as-written"), "the reference as written")
		}
	}
	out = append(out, authorsSpeltTwice(l)...)
	return append(out, gamesSpeltTwice(l)...)
}

// authorsSpeltTwice compares the names of sources that records use.
func authorsSpeltTwice(l *Library) (out []Oddity) {
	type author struct {
		source *biblio.Source
		name   biblio.Name
	}
	var all []author
	used := map[string][]*evidence.Record{}
	for _, r := range l.Records {
		used[r.Source.Key] = append(used[r.Source.Key], r)
	}
	for _, s := range l.Sources {
		for _, n := range s.Authors {
			if n.Family != "" && len(used[s.Key]) > 0 {
				all = append(all, author{s, n})
			}
		}
	}
	// Names that are near share their beginning or their end; comparing only
	// those keeps a large bibliography quick.
	buckets := map[string][]int{}
	for i, a := range all {
		f := []rune(fold.Text(a.name.Family))
		half := len(f) / 2
		for _, key := range []string{"<" + string(f[:half]), string(f[len(f)-half:]) + ">"} {
			buckets[key] = append(buckets[key], i)
		}
	}
	seen := map[[2]int]bool{}
	for _, key := range sortedKeys(buckets) {
		for _, i := range buckets[key] {
			for _, j := range buckets[key] {
				a, b := all[i], all[j]
				if i >= j || seen[[2]int{i, j}] || a.name.Family == b.name.Family || a.source == b.source {
					continue
				}
				seen[[2]int{i, j}] = true
				if !fold.Near(fold.Text(a.name.Family), fold.Text(b.name.Family)) || initial(a.name) != initial(b.name) {
					continue
				}
				weight := severity.Warning
				if fold.Text(a.name.Family) == fold.Text(b.name.Family) {
					weight = severity.Note
				}
				for _, pair := range [][2]author{{a, b}, {b, a}} {
					r := used[pair[0].source.Key][0]
					out = append(out, related(odd(r, weight, r.Source.At("key"), "the source %s has the author %s, and %s has %s", pair[0].source.Key, pair[0].name, pair[1].source.Key, pair[1].name),
						pair[0].source.At("author"), pair[1].source.At("author")))
				}
			}
		}
	}
	return out
}

func initial(n biblio.Name) string {
	f := []rune(fold.Text(n.Given))
	if len(f) == 0 {
		return ""
	}
	return string(f[:1])
}

// gamesSpeltTwice finds names of games that fold to the same words.
func gamesSpeltTwice(l *Library) (out []Oddity) {
	first := map[string]*evidence.Record{}
	for _, r := range l.Records {
		key := strings.ReplaceAll(fold.Text(r.Game), " ", "")
		other := first[key]
		if r.Unidentified() {
			continue
		}
		if other == nil {
			first[key] = r
			continue
		}
		if other.Game != r.Game {
			out = append(out, related(odd(r, severity.Note, r.At("game"), "the game is written %s here and %s in %s", r.Game, other.Game, other.ID), other.At("game")))
		}
	}
	return out
}
