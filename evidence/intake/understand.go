package intake

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/date"
	"github.com/lectio/lectio/evidence/exchange"
	"github.com/lectio/lectio/evidence/fold"
	"github.com/lectio/lectio/evidence/yamlpos"
)

// Understood says what cells were taken for.
type Understood struct {
	Field string `json:"field"`
	From  string `json:"from"`
	// To is what is written for it, "" for a date that stays as it is written.
	To string `json:"to,omitempty"`
	// Words say a date to people.
	Words string `json:"words,omitempty"`
	// Doubt says what else it could mean, or why it is not read.
	Doubt string `json:"doubt,omitempty"`
	Count int    `json:"count"`
	At    string `json:"at"` // the first of the cells
	// Rows are those of a date that stays as it is written, as [exchange.Grid.Cell] has them.
	Rows []string `json:"rows,omitempty"`
}

// synonyms are words that people use for those of a vocabulary, folded.
var synonyms = map[string]map[string]string{
	"type": {
		"artefact": "artifact", "object": "artifact", "objekt": "artifact", "objet": "artifact", "objeto": "artifact", "oggetto": "artifact",
		"find": "artifact", "fund": "artifact", "archaeological find": "artifact", "archaeological object": "artifact", "artefakt": "artifact",
		"reperto": "artifact", "hallazgo": "artifact", "museum object": "artifact",
		"ethnographic": "ethnography", "ethnographic account": "ethnography", "ethnographic record": "ethnography", "ethnographie": "ethnography",
		"etnografia": "ethnography", "field notes": "ethnography", "fieldwork": "ethnography",
		"depiction": "artistic depiction", "image": "artistic depiction", "picture": "artistic depiction", "painting": "artistic depiction",
		"relief": "artistic depiction", "art": "artistic depiction", "bild": "artistic depiction", "darstellung": "artistic depiction",
		"representation": "artistic depiction", "imagen": "artistic depiction", "immagine": "artistic depiction",
		"rule text": "rules text", "rules": "rules text", "ruleset": "rules text", "regeltext": "rules text", "regeln": "rules text",
		"rulebook": "rules text", "rule description": "rules text", "regles": "rules text",
		"contemporary description": "contemporary rule description", "historical description": "historical rule description",
		"contemporary rules description": "contemporary rule description", "historical rules description": "historical rule description",
		"contemporary source": "contemporary text", "historical source": "historical text", "text": "historical text",
	},
	"date of": {
		"published": "publication", "publishing": "publication", "printing": "publication", "written": "composition", "writing": "composition",
		"observed": "observation", "fieldwork": "observation", "collected": "observation", "played": "play", "playing": "play", "use": "play", "used": "play",
		"made": "manufacture", "making": "manufacture", "production": "manufacture", "produced": "manufacture", "creation": "manufacture",
		"created": "manufacture", "herstellung": "manufacture", "fabrication": "manufacture", "burial": "deposition", "deposit": "deposition",
		"buried": "deposition", "context": "deposition", "find context": "deposition",
	},
}

// KnownWord finds the word of a vocabulary that somebody means: capitals, spaces and
// hyphens do not matter, and some other words mean the same. The field names the
// synonyms: "type" or "date of".
func KnownWord(field string, words []string, text string) (string, bool) {
	if slices.Contains(words, text) {
		return text, true
	}
	folded := fold.Text(text)
	for _, w := range words {
		if folded != "" && (fold.Text(w) == folded || strings.ReplaceAll(fold.Text(w), " ", "") == strings.ReplaceAll(folded, " ", "")) {
			return w, true
		}
	}
	for _, form := range []string{folded, strings.TrimSuffix(folded, "s")} {
		if w, ok := synonyms[field][form]; ok && slices.Contains(words, w) {
			return w, true
		}
	}
	return "", false
}

// understands notes what a cell was taken for.
func (p *planner) understands(g *exchange.Grid, row, column int, u Understood) {
	key := [3]string{u.Field, u.From, u.To}
	i, had := p.understood[key]
	if !had {
		i = len(p.plan.Understood)
		p.understood[key] = i
		u.At = g.Where(row, column)
		p.plan.Understood = append(p.plan.Understood, u)
	}
	known := &p.plan.Understood[i]
	if known.Count++; u.To == "" {
		place := g.Cell(row, column)
		if place == "" {
			place = g.Where(row, column)
		}
		known.Rows = append(known.Rows, place)
	}
}

// understand makes a table of records in which dates, words of vocabularies and
// coordinates stand as the corpus has them. What is not a word of the vocabulary
// stays, and the reader of the record says so. at are the columns of the table; those
// that are added stand behind, and have nothing in rows that need none.
func (p *planner) understand(g *exchange.Grid, columns []Column, at []int) (*exchange.Grid, []int) {
	u := &understander{p: p, from: g, columns: columns, at: slices.Clone(at), source: map[int]int{}}
	for c, h := range g.Rows[0].Cells {
		if name := columnName(h); name == "first year" || name == "last year" {
			u.years = append(u.years, c)
		}
	}
	out := &exchange.Grid{File: g.File, Sheet: g.Sheet, Hidden: g.Hidden, Places: g.Places}
	for i, row := range g.Rows {
		u.row, u.cells = i, slices.Clone(row.Cells)
		if i > 0 {
			u.understandRow()
		}
		row.Cells = u.cells
		out.Rows = append(out.Rows, row)
	}
	out.From = func(row, column int) (*exchange.Grid, int, int) {
		if c, added := u.source[column]; added {
			column = c
		}
		return g, row, column
	}
	return out, u.at
}

type understander struct {
	p       *planner
	from    *exchange.Grid
	columns []Column
	at      []int
	source  map[int]int // of the columns that were added, where what they say stands
	years   []int       // the columns of the first and the last year, in a list of our own
	row     int
	cells   []string
}

// column finds the column of a field, -1 when the table has none.
func (u *understander) column(name string) int {
	return slices.IndexFunc(u.at, func(k int) bool { return k >= 0 && u.columns[k].Name == name })
}

// fill puts a text into the cell of a field unless something stands there.
func (u *understander) fill(name, text string, from int) {
	c := u.column(name)
	if c < 0 {
		c = len(u.at)
		u.at = append(u.at, columnNamed(u.columns, name))
		u.source[c] = from
	}
	for len(u.cells) <= c {
		u.cells = append(u.cells, "")
	}
	if oneCell(u.cells[c]) == "" {
		u.cells[c] = text
	}
}

func (u *understander) understandRow() {
	width := len(u.at)
	for c := 0; c < min(width, len(u.cells)); c++ {
		cell := oneCell(u.cells[c])
		if u.at[c] < 0 || cell == "" {
			continue
		}
		col := u.columns[u.at[c]]
		switch {
		case col.Name == "date":
			u.date(c, cell)
		case col.Name == "coordinates":
			u.coordinates(c, cell)
		case col.Name == "confidence":
			u.to(c, col.Name, cell, strings.TrimSpace(strings.TrimSuffix(cell, "%")))
		case col.Name == "uncertainty":
			items := col.items(cell)
			for i, item := range items {
				if w, ok := KnownWord(col.Name, evidence.FactorNames(), item); ok {
					items[i] = w
				}
			}
			if joined := strings.Join(items, col.Sep); !col.same(cell, joined) {
				u.to(c, col.Name, cell, joined)
			}
		case len(col.Words) > 0:
			if w, ok := KnownWord(col.Name, col.Words, cell); ok {
				u.to(c, col.Name, cell, w)
			}
		}
	}
}

// to puts another text into a cell, and notes it.
func (u *understander) to(c int, field, cell, text string) {
	if text == cell {
		return
	}
	u.cells[c] = text
	u.p.understands(u.from, u.row, c, Understood{Field: field, From: cell, To: text})
}

// exportedYear is a date of our own list that a spreadsheet program took the zeros from:
// 0079 is 79 then, and so are the first and the last year beside it.
func (u *understander) exportedYear(cell string) (string, bool) {
	year, err := strconv.Atoi(cell)
	if err != nil || len(u.years) < 2 {
		return "", false
	}
	for _, c := range u.years {
		if c >= len(u.cells) || oneCell(u.cells[c]) != cell {
			return "", false
		}
	}
	return date.Year(year), true
}

func (u *understander) date(c int, cell string) {
	if edtf, ok := u.exportedYear(cell); ok {
		u.cells[c], cell = edtf, edtf
	}
	read, err := u.p.Dates[u.from].Read(cell)
	var problem *date.Problem
	switch {
	case err == nil && read.Text == cell && read.Doubt == "":
	case err == nil:
		u.cells[c] = read.Text
		if read.Text != cell && !(u.p.Typed && u.written()) {
			u.fill("date as written", cell, c)
		}
		u.p.understands(u.from, u.row, c, Understood{Field: "date", From: cell, To: read.Text, Words: read.Words(), Doubt: read.Doubt})
	case !errors.As(err, &problem):
	case problem.Impossible:
		u.cells[c] = ""
		u.fill("date as written", cell, c)
		u.p.errs.Add(u.from.Pos(u.row, c), yamlpos.Quote(cell), "another date", "the date cannot be: %s", problem.Message)
	case u.dated() != nil && oneCell(u.dated().AsWritten) == cell: // it was dated in the corpus since
		u.cells[c] = u.dated().EDTF.Text
	case u.dated() != nil:
		// A record keeps the date that it has until there is another one.
		u.p.errs.Add(u.from.Pos(u.row, c), yamlpos.Quote(cell), problem.Expected, "the date is not understood: %s", problem.Message)
		u.cells[c] = ""
	default:
		u.cells[c] = ""
		u.fill("date as written", cell, c)
		u.p.understands(u.from, u.row, c, Understood{Field: "date", From: cell, Doubt: problem.Message})
	}
}

// written reports whether the row's record has its date as it is written.
func (u *understander) written() bool {
	c := u.column("id")
	if c < 0 || c >= len(u.cells) {
		return false
	}
	r := u.p.c.Record(oneCell(u.cells[c]))
	return r != nil && r.Date != nil && r.Date.AsWritten != ""
}

// dated is the date of the row's record in the corpus, nil when that has none.
func (u *understander) dated() *evidence.Date {
	c := u.column("id")
	if c < 0 || c >= len(u.cells) {
		return nil
	}
	if r := u.p.c.Record(oneCell(u.cells[c])); r != nil && r.Date != nil && !r.Date.EDTF.IsZero() {
		return r.Date
	}
	return nil
}

func (u *understander) coordinates(c int, cell string) {
	lat, lon, err := evidence.ParseCoordinates(cell)
	if err != nil {
		return // the reader of the record says what is wrong
	}
	if plain := evidence.DecimalCoordinates(cell); plain {
		return
	}
	text := lat.Decimal() + ", " + lon.Decimal()
	u.to(c, "coordinates", cell, text)
	if within := max(lat.Within, lon.Within); within > 0 {
		u.fill("precision", withinText(within), c)
	}
}

// withinText writes how far off a place may be.
func withinText(km float64) string {
	if km < 1 {
		return fmt.Sprintf("%.0f m", km*1000)
	}
	return fmt.Sprintf("%.0f km", km)
}
