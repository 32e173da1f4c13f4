package intake

import (
	"regexp"
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/date"
	"github.com/lectio/lectio/evidence/exchange"
	"github.com/lectio/lectio/evidence/fold"
)

// GuessMapping guesses what the columns of a table are by their names and by what is
// in them. A field is given to one column, but measures to several; what has no field is kept
// as an extra one. Where other columns could have been the field as well, the guess names them.
func GuessMapping(g *exchange.Grid) *Mapping {
	m := &Mapping{}
	if len(g.Rows) == 0 {
		return m
	}
	for _, h := range g.Rows[0].Cells {
		if heading := fold.OneLine(h); heading != "" {
			m.Columns = append(m.Columns, MappedColumn{Heading: heading})
		}
	}
	m.guessNames(g)
	taken := func(field string) bool {
		return slices.ContainsFunc(m.Columns, func(c MappedColumn) bool { return c.To == field })
	}
	for i, col := range m.Columns {
		if col.To == "" {
			if field := contents(g, columnOf(g, col.Heading)); field != "" && !taken(field) && !(field == "date" && taken("date.earliest")) {
				m.Columns[i].To, m.Columns[i].How = field, "contents"
			}
		}
	}
	for i, col := range m.Columns {
		if col.To == "" {
			m.Columns[i].To = extraMark + col.Heading
			if madeUp.MatchString(col.Heading) {
				m.Columns[i].How = "letters"
			}
		}
	}
	if columnOf(g, ReasonsHeading) >= 0 {
		m.Put(RowHeading, notWanted)
	}
	m.guessIDs(g)
	m.guessDates(g)
	return m
}

// guessNames gives columns the fields that they are called after.
func (m *Mapping) guessNames(g *exchange.Grid) {
	t := newTitles(g)
	type candidate struct {
		column, rank int
		suits        bool
	}
	candidates := map[string][]candidate{}
	var order []string
	for i, col := range m.Columns {
		field, rank := t.field(col.Heading)
		if field == "" {
			continue
		}
		if field == measuresField && suits(field, g, columnOf(g, col.Heading)) {
			m.Columns[i].To, m.Columns[i].How = field, "name"
			continue
		}
		if candidates[field] == nil {
			order = append(order, field)
		}
		candidates[field] = append(candidates[field], candidate{i, rank, suits(field, g, columnOf(g, col.Heading))})
		if field == "source.year" && t.saidYear(col.Heading) { // which could be the date as well
			candidates["date"] = append(candidates["date"], candidate{i, rank, false})
		}
	}
	for _, field := range order {
		list := candidates[field]
		best := slices.MinFunc(list, func(a, b candidate) int {
			if a.suits != b.suits {
				return map[bool]int{true: -1, false: 1}[a.suits]
			}
			return a.rank - b.rank
		})
		if !best.suits || m.Columns[best.column].To != "" {
			continue
		}
		to := &m.Columns[best.column]
		to.To, to.How = field, "name"
		for _, other := range list {
			if other != best {
				to.Or = append(to.Or, m.Columns[other.column].Heading)
			}
		}
	}
}

// guessIDs makes the ids of inventory numbers where no column has ids.
func (m *Mapping) guessIDs(g *exchange.Grid) {
	inventory := ""
	for _, c := range m.Columns {
		if c.To == "id" {
			return
		}
		if c.To == inventoryField {
			inventory = c.Heading
		}
	}
	if inventory != "" && suits("id", g, columnOf(g, inventory)) {
		m.ID = "{" + inventory + "}"
	}
}

// columnOf is the column of a heading, -1 when there is none.
func columnOf(g *exchange.Grid, heading string) int {
	if len(g.Rows) == 0 {
		return -1
	}
	return slices.IndexFunc(g.Rows[0].Cells, func(h string) bool { return strings.EqualFold(fold.OneLine(h), fold.OneLine(heading)) })
}

// some are the first texts of a column.
func some(g *exchange.Grid, c int) (texts []string) {
	for i := 1; i < len(g.Rows) && len(texts) < 500; i++ {
		if text := cellAt(g, i, c); text != "" {
			texts = append(texts, text)
		}
	}
	return texts
}

// shareThat is how many of the texts fit, from 0 to 1.
func shareThat(texts []string, fits func(string) bool) float64 {
	if len(texts) == 0 {
		return 0
	}
	n := 0
	for _, t := range texts {
		if fits(t) {
			n++
		}
	}
	return float64(n) / float64(len(texts))
}

// flags are what a column has that says whether something is so.
var flags = strings.Fields("0 1 yes no true false y n x ja nein oui non si j")

// suits reports whether what is in a column can be what its name says: Type is often
// that of an object, Date a remark, and Game whether it is one.
func suits(field string, g *exchange.Grid, c int) bool {
	texts := slices.DeleteFunc(some(g, c), saysNothing)
	share := func(fits func(string) bool) float64 { return shareThat(texts, fits) }
	columns := everyColumn
	if i := columnNamed(columns, field); i >= 0 && len(texts) > 0 {
		switch col := columns[i]; {
		case col.Maps:
			return holdsMaps(g, c)
		case len(col.Words) > 0:
			return share(func(s string) bool { _, ok := KnownWord(field, col.Words, s); return ok }) > 0.5
		}
	}
	figures := func(s string) bool { return strings.ContainsAny(s, "0123456789") }
	switch {
	case len(texts) == 0:
		return true
	case field == "id": // the number of a thing is no other's
		seen := map[string]int{}
		for _, text := range texts {
			seen[text]++
		}
		return len(seen) > len(texts)*9/10
	case field == "game":
		return share(func(s string) bool { return onlyFigures.MatchString(s) || slices.Contains(flags, strings.ToLower(s)) }) < 0.9
	case field == measuresField:
		return share(figures) > 0.2
	case field == "location.latitude", field == "location.longitude", field == "date.earliest", field == "date.latest":
		return share(figures) > 0.5
	case field == "confidence":
		return share(func(s string) bool { return onlyFigures.MatchString(strings.TrimSuffix(s, "%")) }) > 0
	}
	return true
}

// contents guesses the field of a column by what is in it.
func contents(g *exchange.Grid, c int) string {
	texts := some(g, c)
	const most = 0.8
	switch {
	case len(texts) < 3:
	case shareThat(texts, func(s string) bool {
		_, _, err := evidence.ParseCoordinates(s)
		return err == nil && strings.ContainsAny(s, ".°'")
	}) > most:
		return "coordinates"
	case shareThat(texts, func(s string) bool { _, ok := KnownWord("type", evidence.Types, s); return ok }) > most:
		return "type"
	case shareThat(texts, func(s string) bool {
		_, err := date.Read(s)
		return err == nil && strings.IndexFunc(s, func(r rune) bool { return r > '9' }) >= 0
	}) > most:
		return "date"
	}
	return ""
}

// guessDates guesses how dates are written from all those of the table.
func (m *Mapping) guessDates(g *exchange.Grid) {
	var texts []string
	for _, col := range m.Columns {
		if strings.HasPrefix(col.To, "date") {
			texts = append(texts, some(g, columnOf(g, col.Heading))...)
		}
	}
	r := date.ReaderFor(texts)
	m.Order, m.Spans = r.Order, r.Spans
	if slices.Contains(texts, "0") {
		m.Years = date.Astronomical
	}
}

// ofYears reports whether a column of dates has years before Christ as numbers with a minus:
// its heading speaks of years, it was said how they are counted, or one of them is none of
// EDTF, which has four digits.
func (m *Mapping) ofYears(g *exchange.Grid, column int) bool {
	if column < 0 {
		return false
	}
	signed := slices.DeleteFunc(some(g, column), func(s string) bool { return !signedYears.MatchString(s) })
	return len(signed) > 0 && (m.Years != "" || yearHeading.MatchString(fold.Text(g.Rows[0].Cells[column])) ||
		slices.ContainsFunc(signed, func(s string) bool { _, err := date.ParseEDTF(s); return err != nil }))
}

var (
	signedYears = regexp.MustCompile(`^\D{0,7}[-–−][0-9]{1,5}(?:\D|$)`)
	yearHeading = regexp.MustCompile(`\b(?:years?|yrs?|jahre?|annees?|anos?|anno|anni|jaar|aar|ar)\b`)
)
