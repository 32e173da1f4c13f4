package evidence

import (
	"cmp"
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/fold"
	"github.com/lectio/lectio/evidence/wording"
	"github.com/lectio/lectio/verify/severity"
)

// This check asks whether two records of one game can both be right.
var _ = add(Check{
	ID:    "EV010",
	Title: "two records of one game disagree",
	Explanation: `Two records of one game that give it other numbers of men, players, dice or sticks, or a board of another size, tell of two variants, or one
of them has a slip. Which of the two a ruleset follows has to be said; a variant is no ambiguity of either record. Records of one kind that draw on the same
pages of one source have to agree in date and place as well, for it is the same report. A find and a custom described in one article, and the finds of a
catalogue, are several things. Each disagreement is told once for a game. Years of publication of the same pages are left to EV005.`,
	Bad:      "game: Tern\nclauses: [{n: 1, text: Each player has fifteen men.}]\n# and in another record\ngame: Tern\nclauses: [{n: 4, text: Each player has twelve men.}]",
	Good:     "game: Tern\nclauses: [{n: 1, text: Each player has fifteen men.}]\n# and in another record\ngame: Tern\nclauses: [{n: 4, wording: 15 pieces per player, text: They have fifteen men each.}]",
	Limits:   "Records are of one game when its name is the same but for accents and capitals, or when one ruleset rests on both. Numbers are read from clauses in English that state them in the usual ways; what two clauses say of moves is not compared.",
	Severity: severity.Warning,
}, recordsDisagree)

func recordsDisagree(l *Library) (out []Oddity) {
	// The records of a game, under every name for the lot.
	lots := map[string][]*evidence.Record{}
	for _, r := range l.Records {
		if r.Unidentified() {
			continue
		}
		key := "game " + strings.ReplaceAll(fold.Text(r.Game), " ", "")
		lots[key] = append(lots[key], r)
	}
	for _, d := range l.Definitions {
		for _, id := range d.Records {
			if r := l.Record(id); r != nil {
				lots["ruleset "+d.ID] = append(lots["ruleset "+d.ID], r)
			}
		}
	}
	counts := map[*evidence.Record][]wording.Count{}
	compared := map[[2]*evidence.Record]bool{}
	for _, key := range sortedKeys(lots) {
		if lot := lots[key]; len(lot) > 1 {
			for _, r := range lot {
				if _, had := counts[r]; !had {
					counts[r] = wording.Counts(r)
				}
			}
			said := pairSaid{} // two records that disagree are enough to look at
			for _, r := range lot {
				for _, other := range lot {
					pair := [2]*evidence.Record{r, other}
					if r == other || compared[pair] {
						continue
					}
					compared[pair] = true
					out = append(out, numbersDisagree(r, other, counts[r], counts[other], said)...)
					out = append(out, l.reportsDisagree(r, other, said)...)
				}
			}
		}
	}
	return out
}

// pairSaid keeps which two records of a lot were said to disagree about what; each of
// the two says it.
type pairSaid map[string][2]string

// of reports whether two other records were said to disagree about that.
func (p pairSaid) of(what string, a, b *evidence.Record) bool {
	pair, had := p[what]
	return had && pair != [2]string{min(a.ID, b.ID), max(a.ID, b.ID)}
}

func (p pairSaid) note(what string, a, b *evidence.Record) {
	p[what] = [2]string{min(a.ID, b.ID), max(a.ID, b.ID)}
}

// numbersDisagree compares what two records say a game is played with. A record
// that has several numbers of one thing agrees with each of them.
func numbersDisagree(r, other *evidence.Record, mine, theirs []wording.Count, said pairSaid) (out []Oddity) {
	of := func(list []wording.Count, what string) (numbers []string) {
		for _, c := range list {
			if c.Of == what {
				numbers = append(numbers, c.Number)
			}
		}
		return numbers
	}
	for _, c := range mine {
		numbers := of(theirs, c.Of)
		if said.of(c.Of, r, other) || len(numbers) == 0 || slices.ContainsFunc(of(mine, c.Of), func(n string) bool { return slices.Contains(numbers, n) }) {
			continue
		}
		said.note(c.Of, r, other)
		at := slices.IndexFunc(theirs, func(x wording.Count) bool { return x.Of == c.Of })
		o := odd(r, known(r, severity.Warning, "sources disagree"), countPos(c), "the %s: %s in clause %d, and %s in %s", c.Of, c.Number, c.Clause.N, theirs[at].Number, other.Ref(theirs[at].Clause.N))
		out = append(out, related(o, countPos(theirs[at])))
	}
	return out
}

// countPos is where a number is stated.
func countPos(c wording.Count) diag.Pos {
	n := c.Clause.Node("text")
	if c.Wording >= 0 {
		n = c.Clause.Node("wording", c.Wording)
	}
	if n == nil {
		return c.Clause.Pos()
	}
	return n.PosAt(c.Start)
}

// reportsDisagree compares date and place of two records of the same report.
func (l *Library) reportsDisagree(r, other *evidence.Record, said pairSaid) (out []Oddity) {
	if !l.sameReport(r, other) {
		return nil
	}
	return append(l.datesReported(r, other, said), placesReported(r, other, said)...)
}

// sameReport reports whether two records tell of the same thing: texts of one kind on the same
// pages of a source. A catalogue has many finds, an article a find and a living custom, and a
// table a thing in each row, each with a date and place of its own.
func (l *Library) sameReport(r, other *evidence.Record) bool {
	s := l.Source(r.Source.Key)
	pages := pagesOf(r.Source.Locator)
	return r.Source.Key == other.Source.Key && s != nil && s.Type != "dataset" && r.Type == other.Type && !isFind(r) && !isFind(other) &&
		pages != "" && pages == pagesOf(other.Source.Locator)
}

// datesReported compares the dates of two records that draw on one source.
func (l *Library) datesReported(r, other *evidence.Record, said pairSaid) (out []Oddity) {
	d, e := r.Date, other.Date
	subject := "date of " + r.Source.Key
	if d == nil || e == nil || d.Of != e.Of || said.of(subject, r, other) {
		return nil
	}
	mine, ok1 := dated(d)
	theirs, ok2 := dated(e)
	if !ok1 || !ok2 || mine.meets(theirs) || d.Of == "publication" && l.samePagesTwoYears(r, other) {
		return nil
	}
	said.note(subject, r, other)
	weight := known(r, severity.Warning, "dates disagree", "date inferred")
	return append(out, related(odd(r, weight, d.At("edtf"), "the %s is %s, and %s has %s from the same source, %s", cmp.Or(d.Of, "date"), mine, other.ID, theirs, r.Source.Key), e.At("edtf")))
}

// placesReported compares the places of two records that draw on one source.
func placesReported(r, other *evidence.Record, said pairSaid) (out []Oddity) {
	p, q := r.Location, other.Location
	subject := "place of " + r.Source.Key
	if p == nil || q == nil || p.Name == "" || q.Name == "" || said.of(subject, r, other) {
		return nil
	}
	a, b := fold.Text(p.Name), fold.Text(q.Name)
	// Gaza, Palestine lies in Palestine.
	if strings.Contains(" "+a+" ", " "+b+" ") || strings.Contains(" "+b+" ", " "+a+" ") {
		return nil
	}
	said.note(subject, r, other)
	weight := known(r, severity.Warning, "place inferred", "sources disagree")
	return append(out, related(odd(r, weight, p.At("name"), "the place is %s, and %s has %s from the same source, %s", p.Name, other.ID, q.Name, r.Source.Key), q.At("name")))
}

// samePagesTwoYears reports whether two records cite the same pages of one source
// under two years of publication, which EV005 reports. Dates of anything else are
// not compared there.
func (l *Library) samePagesTwoYears(r, other *evidence.Record) bool {
	if p := pagesOf(r.Source.Locator); p == "" || p != pagesOf(other.Source.Locator) {
		return false
	}
	mine, ok1 := l.citedYears(r)
	theirs, ok2 := l.citedYears(other)
	return ok1 && ok2 && mine != theirs
}
