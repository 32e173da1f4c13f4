package intake

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/date"
	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/exchange"
	"github.com/lectio/lectio/evidence/fold"
)

// Understood says what cells were taken for.
type Understood struct {
	Field string `json:"field"`
	From  string `json:"from"`
	// To is what is written for it: "" where it stays as it is written, [Nothing] where it says
	// that there is nothing to say.
	To string `json:"to,omitempty"`
	// Words say a date to people.
	Words string `json:"words,omitempty"`
	// Doubt says what else it could mean, or why it is not read.
	Doubt string `json:"doubt,omitempty"`
	Count int    `json:"count"`
	At    string `json:"at"` // the first of the cells
	// Rows are those of a cell that stays as it is written, as [exchange.Grid.Cell] has them.
	Rows []string `json:"rows,omitempty"`
}

// toldAs is what a field is called where it is told what its cells were taken for.
func toldAs(field string) string {
	switch {
	case field == measuresField:
		return "measures"
	case strings.HasPrefix(field, extraMark):
		return FieldPath(field)
	}
	return field
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
	u := &understander{p: p, from: g, columns: columns, at: slices.Clone(at), source: map[int]int{}, theirs: !p.Typed && !IsExport(g) && p.exported[g.File] == nil}
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
	// theirs is set for a table that holds what people wrote into it, and is neither an export
	// nor typed for a record.
	theirs bool
	row    int
	cells  []string
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

// also adds a text to what the cell of a field says.
func (u *understander) also(name, text string, from int) {
	u.fill(name, text, from)
	if c := u.column(name); !slices.Contains(itemsOf(u.cells[c], ";"), text) && oneCell(u.cells[c]) != text {
		u.cells[c] = oneCell(u.cells[c]) + "; " + text
	}
}

// cell is what the row has in the column of a field.
func (u *understander) cell(name string) string {
	if c := u.column(name); c >= 0 && c < len(u.cells) {
		return oneCell(u.cells[c])
	}
	return ""
}

// record is the row's record in the corpus, nil where that has none.
func (u *understander) record() *evidence.Record { return u.p.c.Record(u.cell("id")) }

func (u *understander) understandRow() {
	if u.theirs && u.record() == nil {
		u.passNothing()
		u.game()
	}
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
			u.uncertainty(c, col, cell)
		case len(col.Words) > 0:
			if w, ok := KnownWord(col.Name, col.Words, cell); ok {
				u.to(c, col.Name, cell, w)
			}
		}
	}
}

// passNothing empties the cells of a row that say that there is nothing to say.
func (u *understander) passNothing() {
	for c, cell := range u.cells {
		if c >= len(u.at) || u.at[c] < 0 {
			continue
		}
		if name := u.columns[u.at[c]].Name; name != "game" && !strings.HasPrefix(name, extraMark) && saysNothingOf(name, oneCell(cell)) {
			u.cells[c] = ""
			u.p.understands(u.from, u.row, c, Understood{Field: toldAs(name), From: cell, To: Nothing})
		}
	}
}

// game says of a row that tells of something, and not of what game, that nobody knows it.
func (u *understander) game() {
	c := u.column("game")
	if c < 0 || c >= len(u.cells) {
		return
	}
	game := oneCell(u.cells[c])
	others := 0
	for k, cell := range u.cells {
		if k < len(u.at) && k != c && u.at[k] >= 0 && !slices.Contains([]string{"id", "source"}, u.columns[u.at[k]].Name) && oneCell(cell) != "" {
			others++
		}
	}
	if game == "" && others == 0 || game != "" && !saysNothing(game) && !slices.Contains(unknownGames, fold.Text(game)) {
		return
	}
	u.to(c, "game", game, evidence.UnidentifiedGame)
}

// uncertainty parts reasons to be careful into the factors of the corpus and doubts in words of
// their own. What looks like a slip in a factor stays, and the reader of the record says so.
func (u *understander) uncertainty(c int, col Column, cell string) {
	var factors, doubts []string
	for _, item := range col.items(cell) {
		w, known := KnownWord(col.Name, evidence.FactorNames(), item)
		switch {
		case known && slices.Contains(factors, w):
		case known:
			factors = append(factors, w)
		case u.p.Typed || diag.DidYouMean(item, evidence.FactorNames()) != "":
			factors = append(factors, item)
		default:
			doubts = append(doubts, item)
		}
	}
	if len(doubts) > 0 {
		said := strings.Join(doubts, "; ")
		u.also("doubts", said, c)
		u.p.understands(u.from, u.row, c, Understood{Field: "doubts", From: cell, To: said})
	}
	if joined := strings.Join(factors, col.Sep); !col.same(cell, joined) {
		if u.cells[c] = joined; joined != "" {
			u.p.understands(u.from, u.row, c, Understood{Field: col.Name, From: cell, To: joined})
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
		u.p.errs.Add(u.from.Pos(u.row, c), diag.Quote(cell), "another date", "the date cannot be: %s", problem.Message)
	case u.dated() != nil && oneCell(u.dated().AsWritten) == cell: // it was dated in the corpus since
		u.cells[c] = u.dated().EDTF.Text
	case u.dated() != nil:
		// A record keeps the date that it has until there is another one.
		u.p.errs.Add(u.from.Pos(u.row, c), diag.Quote(cell), problem.Expected, "the date is not understood: %s", problem.Message)
		u.cells[c] = ""
	default:
		u.cells[c] = ""
		u.also("date as written", cell, c)
		u.p.understands(u.from, u.row, c, Understood{Field: "date", From: cell, Doubt: problem.Message})
	}
}

// written reports whether the row's record has its date as it is written.
func (u *understander) written() bool {
	r := u.record()
	return r != nil && r.Date != nil && r.Date.AsWritten != ""
}

// dated is the date of the row's record in the corpus, nil when that has none.
func (u *understander) dated() *evidence.Date {
	if r := u.record(); r != nil && r.Date != nil && !r.Date.EDTF.IsZero() {
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
