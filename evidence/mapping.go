package evidence

import (
	"errors"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/lectio/lectio/evidence/exchange"
	"github.com/lectio/lectio/evidence/yamlpos"
	"golang.org/x/text/unicode/norm"
)

// Mapping says what the columns of a table are that was not made for a corpus.
type Mapping struct {
	Columns []MappedColumn
	// ID is the pattern of ids: {HEADING} stands for a cell, {row} for the number of
	// the row.
	ID string
	// Set are fields that are the same in every row.
	Set []MappedColumn
	// With are tables that are joined: FILE:COLUMN, or FILE:COLUMN=THEIRS.
	With  []string
	Order DateOrder
	// Spans reads 1911-12 as two years (see [DateReader]).
	Spans bool
	// Astronomical counts years through 0; else -600 is 600 BCE.
	Astronomical bool
}

// MappedColumn is a column, or for [Mapping.Set] a text, and the field that it is.
type MappedColumn struct {
	Heading string `json:"column"`
	// To is the name of a column of [RecordColumns], one of the others that Fields
	// lists, "extra:NAME", or "-" for what is left out.
	To string `json:"field"`
	// How is "name" or "contents" for what was guessed, "" for what was said.
	How string `json:"guessed-by,omitempty"`
}

// tableFields are the fields of a table that are no columns of RecordColumns.
var tableFields = strings.Fields("location.latitude location.longitude date.earliest date.latest source.reference source.title source.author source.year " +
	"source.publisher source.place source.container source.url source.doi rules rights language")

// notWanted is the field of a column that is not wanted.
const notWanted = "-"

// FieldNamed finds the field that somebody names, by the name of a column or by its
// path in a record, "place" or "location.name".
func FieldNamed(name string) (string, bool) {
	trimmed := strings.TrimSpace(name)
	if trimmed == notWanted || slices.Contains(tableFields, trimmed) {
		return trimmed, true
	}
	if column := columnName(trimmed); strings.HasPrefix(column, extraMark) {
		return column, true
	}
	for _, c := range RecordColumns {
		if strings.Join(c.Path, ".") == trimmed {
			return c.Name, true
		}
	}
	if i := columnNamed(RecordColumns, trimmed); i >= 0 {
		return RecordColumns[i].Name, true
	}
	return "", false
}

// FieldNames are the names that [FieldNamed] finds.
func FieldNames() []string {
	var names []string
	for _, c := range RecordColumns {
		names = append(names, strings.Join(c.Path, "."))
	}
	return append(append(names, tableFields...), "extra:NAME", notWanted)
}

// headings are what columns are called, folded, by the field that they are.
var headings = map[string]string{}

func init() {
	for field, names := range map[string]string{
		"id": "id, identifier, record id, inventory number, inventory no, inv no, inv nr, accession number, accession no, accession, object number, object no, " +
			"object id, registration number, registration no, reg no, museum number, museum no, catalogue number, catalogue no, cat no, catalog number, " +
			"nr, no, number, nummer, numero, inventarnummer, inventar nr, objektnummer, numero d inventaire, n d inventaire, no d inventaire, numero de inventario, n inventario, numero di inventario",
		"game":    "game, game name, name of game, name of the game, games, spiel, spielname, name des spiels, jeu, nom du jeu, juego, nombre del juego, gioco, nome del gioco",
		"type":    "type, evidence type, type of evidence, kind of evidence, evidenztyp",
		"summary": "summary, description, beschreibung, descripcion, descrizione, physical description, kurzbeschreibung, resume, resumen",
		"place": "place, location, find spot, findspot, find place, find site, site, locality, origin, place of origin, provenance, provenience, fundort, herkunft, ort, " +
			"fundstelle, lieu, lieu de decouverte, lugar, lugar de hallazgo, procedencia, luogo, luogo di ritrovamento, provenienza",
		"coordinates":        "coordinates, coords, lat long, latlong, lat lon, lat lng, latitude longitude, koordinaten, coordonnees, coordenadas, coordinate",
		"location.latitude":  "latitude, lat, breite, breitengrad, geogr breite, latitud, latitudine",
		"location.longitude": "longitude, long, lon, lng, lange, langengrad, geogr lange, longitud, longitudine",
		"geonames":           "geonames, geonames id", "pleiades": "pleiades, pleiades id", "tgn": "tgn, tgn id", "wikidata": "wikidata, wikidata id, place wikidata",
		"date": "date, dating, dated, production date, date made, date of production, date of object, century, year, years, datierung, datum, jahr, jahrhundert, zeit, zeitstellung, " +
			"datation, annee, siecle, fecha, datacion, ano, siglo, data, datazione, anno, secolo",
		"date.earliest": "date from, from, from date, earliest, earliest date, earliest year, start, start date, start year, begin, begin date, not before, date min, min date, " +
			"year from, terminus post quem, tpq, von, datierung von, de, date debut, desde, da, first year",
		"date.latest": "date to, to, to date, latest, latest date, latest year, end, end date, end year, not after, date max, max date, year to, terminus ante quem, taq, bis, " +
			"datierung bis, date fin, hasta, a, last year",
		"date of":           "date of, dated event",
		"source":            "source, source key, quelle, fuente, fonte",
		"source.reference":  "reference, references, bibliography, bibliographic reference, literature, literatur, bibliographie, publication, bibliografia, citation, published in",
		"source.title":      "source title, title of source, book title, book, titel der quelle",
		"source.author":     "author, authors, source author, autor, autoren, verfasser, auteur, auteurs, autore, autori, autores",
		"source.year":       "year of publication, publication year, source year, pub year, erscheinungsjahr, annee de publication, ano de publicacion, anno di pubblicazione",
		"source.publisher":  "publisher, verlag, editeur, editorial, editore",
		"source.url":        "url, source url",
		"locator":           "locator, page, pages, pp, seite, seiten, pagina, paginas, pagine, folio",
		"confidence":        "confidence, certainty, sicherheit",
		"uncertainty":       "uncertainty, uncertainties, doubts",
		"ages":              "ages, age, age group, alter",
		"genders":           "genders, gender, sex, geschlecht, genre, genero, genere",
		"period":            "period, periode, epoche, epoque, periodo, epoca, culture period",
		"note":              "note, notes, remark, remarks, comment, comments, bemerkung, bemerkungen, anmerkung, anmerkungen, remarque, remarques, nota, notas, note e osservazioni, observaciones, osservazioni",
		"rules":             "rules, rules text, text of rules, how to play, regeln, spielregeln, regles, regles du jeu, reglas, regole",
		"source as written": "source as written", "date as written": "date as written",
	} {
		for name := range strings.SplitSeq(names, ",") {
			headings[strings.TrimSpace(name)] = field
		}
	}
}

var camel = regexp.MustCompile(`([\p{Ll}0-9])(\p{Lu})`)

// headingField guesses the field of a column by its name.
func headingField(heading string) string {
	if field, ok := FieldNamed(heading); ok && field != notWanted {
		return field
	}
	folded := Fold(camel.ReplaceAllString(heading, "$1 $2"))
	if folded == ReasonsHeading {
		return notWanted
	}
	if field := headings[folded]; field != "" {
		return field
	}
	return headings[strings.TrimSuffix(folded, "s")]
}

// GuessMapping guesses what the columns of a table are by their names and by what is
// in them. A field is given to one column; what has no field is kept as an extra one.
func GuessMapping(g *exchange.Grid) *Mapping {
	m := &Mapping{}
	taken := map[string]bool{}
	if len(g.Rows) == 0 {
		return m
	}
	for c, h := range g.Rows[0].Cells {
		if heading := oneLine(h); heading != "" {
			col := MappedColumn{Heading: heading}
			if field := headingField(heading); field != "" && !taken[field] && suits(field, g, c) {
				col.To, col.How, taken[field] = field, "name", true
			}
			m.Columns = append(m.Columns, col)
		}
	}
	for i, col := range m.Columns {
		if col.To == "" {
			if field := contents(g, columnOf(g, col.Heading)); field != "" && !taken[field] && !(field == "date" && taken["date.earliest"]) {
				m.Columns[i].To, m.Columns[i].How, taken[field] = field, "contents", true
			}
		}
	}
	for i, col := range m.Columns {
		if col.To == "" {
			m.Columns[i].To = extraMark + col.Heading
		}
	}
	if columnOf(g, ReasonsHeading) >= 0 {
		m.Put(RowHeading, notWanted)
	}
	m.guessDates(g)
	return m
}

// columnOf is the column of a heading, -1 when there is none.
func columnOf(g *exchange.Grid, heading string) int {
	if len(g.Rows) == 0 {
		return -1
	}
	return slices.IndexFunc(g.Rows[0].Cells, func(h string) bool { return strings.EqualFold(oneLine(h), oneLine(heading)) })
}

// some are the first texts of a column.
func some(g *exchange.Grid, c int) (texts []string) {
	for i := 1; i < len(g.Rows) && len(texts) < 500; i++ {
		if c >= 0 && c < len(g.Rows[i].Cells) && oneCell(g.Rows[i].Cells[c]) != "" {
			texts = append(texts, oneCell(g.Rows[i].Cells[c]))
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

// suits reports whether what is in a column can be what its name says: Type is often
// that of an object, and Date a remark.
func suits(field string, g *exchange.Grid, c int) bool {
	texts := some(g, c)
	if field == "type" {
		return len(texts) == 0 || shareThat(texts, func(s string) bool { _, ok := KnownWord("type", Types, s); return ok }) > 0.5
	}
	if field == "id" { // the number of a thing is no other's
		seen := map[string]int{}
		for _, text := range texts {
			seen[text]++
		}
		return len(seen) > len(texts)*9/10
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
		_, _, err := ParseCoordinates(s)
		return err == nil && strings.ContainsAny(s, ".°'")
	}) > most:
		return "coordinates"
	case shareThat(texts, func(s string) bool { _, ok := KnownWord("type", Types, s); return ok }) > most:
		return "type"
	case shareThat(texts, func(s string) bool {
		_, err := ReadDate(s)
		return err == nil && strings.IndexFunc(s, func(r rune) bool { return r > '9' }) >= 0
	}) > most:
		return "date"
	}
	return ""
}

// guessDates guesses the order of figures, and whether 1911-12 are two years, from
// all dates of the table.
func (m *Mapping) guessDates(g *exchange.Grid) {
	day, month, iso, spans := false, false, false, false
	for _, col := range m.Columns {
		if !strings.HasPrefix(col.To, "date") {
			continue
		}
		for _, text := range some(g, columnOf(g, col.Heading)) {
			if p := inFigures.FindStringSubmatch(text); p != nil && p[1] != "" {
				a, _ := strconv.Atoi(p[1])
				b, _ := strconv.Atoi(p[3])
				day, month = day || a > 12, month || b > 12
			} else if p != nil {
				iso = iso || p[7] == "-"
			}
			if p := hyphenated.FindStringSubmatch(text); p != nil {
				iso, spans = iso || p[3] <= p[2], spans || p[3] > p[2]
			}
			if text == "0" {
				m.Astronomical = true
			}
		}
	}
	switch {
	case day && !month:
		m.Order = DayMonthYear
	case month && !day:
		m.Order = MonthDayYear
	}
	m.Spans = spans && !iso
}

// MappingEnding ends the name of the file of a mapping.
const MappingEnding = ".mapping.yaml"

// MappingFile is the name of the file in which the mapping of a table is kept.
func MappingFile(table string) string {
	return strings.TrimSuffix(strings.TrimSuffix(table, path.Ext(table)), "-rest") + MappingEnding
}

// Document writes the mapping as a file.
func (m *Mapping) Document(table string) []byte {
	columns := yamlpos.MapValue()
	for _, c := range m.Columns {
		columns = columns.With(c.Heading, yamlpos.TextValue(FieldPath(c.To)))
	}
	v := yamlpos.MapValue()
	v.Comment = "What the columns of " + path.Base(table) + " are. Change what is wrong: the next import reads it here.\n" +
		"- leaves a column out, extra:NAME keeps it as a field of its own."
	columns.Comment = ""
	v = v.With("columns", columns)
	v = set(v, "id", m.ID)
	if len(m.Set) > 0 {
		fixed := yamlpos.MapValue()
		for _, c := range m.Set {
			fixed = fixed.With(FieldPath(c.To), yamlpos.TextValue(c.Heading))
		}
		v = v.With("set", fixed)
	}
	if len(m.With) > 0 {
		v = v.With("with", yamlpos.ListValue(m.With...))
	}
	v = set(v, "dates", string(m.Order))
	yes := map[bool]string{true: "yes"}
	v = set(set(v, "spans", yes[m.Spans]), "astronomical", yes[m.Astronomical])
	return yamlpos.Document(v)
}

// ReadMapping reads a mapping from its file.
func ReadMapping(file string, data []byte) (*Mapping, yamlpos.Errors) {
	root, errs := yamlpos.Parse(file, data)
	r := yamlpos.Reader{Errs: errs}
	m := &Mapping{}
	top := r.Map(root, "a mapping", "columns", "id", "set", "with", "dates", "spans", "astronomical")
	if top == nil {
		return nil, r.Errs.Sort()
	}
	fields := func(key string, add func(name *yamlpos.Node, value *yamlpos.Node)) {
		n := top.Get(key)
		if n == nil {
			return
		}
		if n.Kind != yamlpos.Map {
			r.Errorf(n.Pos, n.Kind.String(), "a map", "%q is a map", key)
			return
		}
		for i, k := range n.Keys {
			add(k, n.Values[i])
		}
	}
	field := func(n *yamlpos.Node, text string) string {
		name, ok := FieldNamed(text)
		if !ok {
			r.Errorf(n.Pos, yamlpos.Quote(text), "one of: "+strings.Join(FieldNames(), ", "), "there is no such field")
		}
		return name
	}
	fields("columns", func(name, value *yamlpos.Node) {
		m.Columns = append(m.Columns, MappedColumn{Heading: name.Text, To: field(value, r.String(value, "the field"))})
	})
	fields("set", func(name, value *yamlpos.Node) {
		m.Set = append(m.Set, MappedColumn{Heading: r.String(value, "the text"), To: field(name, name.Text)})
	})
	m.ID = r.String(top.Get("id"), "the pattern of ids")
	m.With = r.Strings(top.Get("with"), "a table to join")
	m.Order = DateOrder(r.OneOf(top.Get("dates"), "the order of dates", string(DayMonthYear), string(MonthDayYear)))
	for key, to := range map[string]*bool{"spans": &m.Spans, "astronomical": &m.Astronomical} {
		if n := top.Get(key); n != nil {
			*to = r.Bool(n, key)
		}
	}
	return m, r.Errs.Sort()
}

// RenameInMapping is the file of a mapping in which a record or source that it gives
// to every row has another id or key.
func RenameInMapping(file string, data []byte, from, to string) ([]byte, yamlpos.Errors) {
	editor, errs := yamlpos.NewEditor(file, data)
	if editor == nil {
		return data, errs
	}
	if every := editor.Root().Get("set"); every != nil && every.Kind == yamlpos.Map {
		for i, key := range every.Keys {
			if field, _ := FieldNamed(key.Text); !slices.Contains([]string{"id", "source", "via"}, field) {
				continue
			}
			items := strings.Split(every.Values[i].Text, "; ")
			for k := range items {
				if items[k] == from {
					items[k] = to
				}
			}
			if text := strings.Join(items, "; "); text != every.Values[i].Text {
				editor.SetAt(every.Values[i].Pos, text)
			}
		}
	}
	return editor.Bytes()
}

// Put sets the field of a column.
func (m *Mapping) Put(heading, to string) bool {
	i := slices.IndexFunc(m.Columns, func(c MappedColumn) bool { return strings.EqualFold(c.Heading, oneLine(heading)) })
	if i < 0 {
		return false
	}
	if to == "extra" {
		to = extraMark + m.Columns[i].Heading
	}
	// A field that was only guessed for another column goes to this one.
	for k := range m.Columns {
		if k != i && m.Columns[k].To == to && m.Columns[k].How != "" {
			m.Columns[k] = MappedColumn{Heading: m.Columns[k].Heading, To: extraMark + m.Columns[k].Heading}
		}
	}
	m.Columns[i].To, m.Columns[i].How = to, ""
	return true
}

// MappedTable is a table as [Import] reads it, made of another one.
type MappedTable struct {
	Grid *exchange.Grid
	// Table is the one that it was made of; their rows are the same.
	Table *exchange.Grid
	// Sources are those that the columns describe, by key, as items of CSL-JSON.
	Sources map[string]yamlpos.Value
	Dates   DateReader
	Notes   []string
}

// mapper makes a table by a mapping.
type mapper struct {
	m      *Mapping
	c      *Corpus
	g      *exchange.Grid
	joined []joinedTable
	errs   yamlpos.Errors
	draft  *drafter
	out    *exchange.Grid
	at     [][2]int // of the columns of out: the joined table, or -1, and the column there
	bySrc  map[string]string
}

// joinedTable is a table that belongs to another by a key.
type joinedTable struct {
	grid   *exchange.Grid
	mine   int
	rows   map[string]int // of the joined table, by key
	column int
}

// Apply makes the table of records that a mapping says. joined are the tables of
// m.With, in their order.
func (m *Mapping) Apply(c *Corpus, g *exchange.Grid, joined []*exchange.Grid) (*MappedTable, yamlpos.Errors) {
	a := &mapper{m: m, c: c, g: g, bySrc: map[string]string{}, draft: &drafter{c: c, sources: map[string]yamlpos.Value{}, refs: map[string]string{}}}
	t := &MappedTable{Table: g, Dates: DateReader{Order: m.Order, Spans: m.Spans}}
	for i, with := range m.With {
		if i < len(joined) {
			a.join(with, joined[i])
		}
	}
	a.rows()
	if !slices.ContainsFunc(slices.Concat(m.Columns, m.Set), func(c MappedColumn) bool { return c.To == "game" }) {
		a.errs.Add(yamlpos.Pos{File: g.File}, "", `--map "COLUMN=game", or --set "game=NAME" for all`, "no column says of what game a row is")
	}
	t.Grid, t.Sources = a.out, a.draft.sources
	a.errs.Merge(a.draft.errs)
	return t, a.errs.Sort()
}

// ParseJoin reads FILE:COLUMN or FILE:COLUMN=THEIRS.
func ParseJoin(text string) (file, mine, theirs string, err error) {
	i := strings.LastIndexByte(text, ':')
	if i <= 0 || i == len(text)-1 {
		return "", "", "", errors.New("expected FILE:COLUMN, or FILE:COLUMN=COLUMN-THERE")
	}
	mine, theirs, two := strings.Cut(text[i+1:], "=")
	if !two {
		theirs = mine
	}
	return text[:i], mine, theirs, nil
}

func (a *mapper) join(with string, g *exchange.Grid) {
	_, mine, theirs, _ := ParseJoin(with) // it was read when the file was
	j := joinedTable{grid: g, mine: columnOf(a.g, mine), column: columnOf(g, theirs), rows: map[string]int{}}
	if j.mine < 0 || j.column < 0 {
		a.errs.Add(yamlpos.Pos{File: a.g.File}, yamlpos.Quote(with), "a column of both tables", "the tables cannot be joined: one has no such column")
		return
	}
	for i := 1; i < len(g.Rows); i++ {
		key := cellAt(g, i, j.column)
		if first, twice := j.rows[key]; twice && key != "" {
			a.errs.Add(g.Pos(i, j.column), yamlpos.Quote(key), "each key once", "the key is there twice; first at %s", g.Where(first, j.column))
			continue
		}
		j.rows[key] = i
	}
	a.joined = append(a.joined, j)
	books := slices.ContainsFunc(g.Rows[0].Cells, func(h string) bool {
		return slices.Contains([]string{"source.author", "source.title"}, joinedField(h, true))
	})
	has := func(fits func(MappedColumn) bool) bool { return slices.ContainsFunc(a.m.Columns, fits) }
	for c, h := range g.Rows[0].Cells {
		heading := oneLine(h)
		if c == j.column || heading == "" || has(func(m MappedColumn) bool { return m.Heading == heading }) {
			continue
		}
		to := joinedField(heading, books)
		if to == "" || has(func(m MappedColumn) bool { return m.To == to }) {
			to = extraMark + heading
		}
		a.m.Columns = append(a.m.Columns, MappedColumn{Heading: heading, To: to, How: "name"})
	}
}

// joinedField guesses the field of a column of a joined table. Title, year and place
// are those of a book where the table is of books.
func joinedField(heading string, books bool) string {
	field := headingField(heading)
	switch {
	case field == "id":
		return ""
	case !books:
		return field
	case slices.Contains([]string{"title", "titel", "titre", "titulo", "titolo"}, Fold(heading)):
		return "source.title"
	case field == "date":
		return "source.year"
	case field == "place":
		return "source.place"
	}
	return field
}

// cellAt is the text of a cell.
func cellAt(g *exchange.Grid, row, column int) string {
	if column < 0 || column >= len(g.Rows[row].Cells) {
		return ""
	}
	return oneCell(g.Rows[row].Cells[column])
}

// find is where the column of a heading is: in the table, or in a joined one.
func (a *mapper) find(heading string) (table, column int) {
	if c := columnOf(a.g, heading); c >= 0 {
		return -1, c
	}
	for t, j := range a.joined {
		if c := columnOf(j.grid, heading); c >= 0 {
			return t, c
		}
	}
	return -1, -1
}

// text is what a row has under a heading.
func (a *mapper) text(row int, heading string) string {
	t, c := a.find(heading)
	if t < 0 {
		return cellAt(a.g, row, c)
	}
	j := a.joined[t]
	if there, ok := j.rows[cellAt(a.g, row, j.mine)]; ok {
		return cellAt(j.grid, there, c)
	}
	return ""
}

// fields are the columns of a field.
func (a *mapper) fields(field string) (list []MappedColumn) {
	for _, c := range a.m.Columns {
		if c.To == field {
			list = append(list, c)
		}
	}
	return list
}

// joinedText is what a row says of a field, of several columns together.
func (a *mapper) joinedText(row int, field string) string {
	sep := "; "
	if field == "place" || field == "coordinates" {
		sep = ", "
	}
	var parts []string
	for _, c := range a.fields(field) {
		if text := a.text(row, c.Heading); text != "" {
			parts = append(parts, text)
		}
	}
	for _, c := range a.m.Set {
		if c.To == field && len(parts) == 0 {
			parts = append(parts, c.Heading)
		}
	}
	return strings.Join(parts, sep)
}

// rows makes the table.
func (a *mapper) rows() {
	a.out = &exchange.Grid{File: a.g.File, Sheet: a.g.Sheet}
	var order []string // of the fields of out
	add := func(field string, from ...string) {
		if slices.Contains(order, field) {
			return
		}
		order = append(order, field)
		at := [2]int{-1, 0}
		for _, f := range append([]string{field}, from...) {
			if list := a.fields(f); len(list) > 0 {
				t, c := a.find(list[0].Heading)
				at = [2]int{t, max(c, 0)}
				break
			}
		}
		a.at = append(a.at, at)
	}
	add("id")
	for _, c := range slices.Concat(a.m.Columns, a.m.Set) {
		switch {
		case c.To == notWanted || strings.HasPrefix(c.To, "source."):
		case c.To == "location.latitude" || c.To == "location.longitude":
			add("coordinates", "location.latitude")
		case c.To == "date.earliest" || c.To == "date.latest":
			add("date", "date.earliest", "date.latest")
		default:
			add(c.To)
		}
	}
	add("source", "source.reference", "source.title", "source.author")
	add("locator", "source.reference")
	add("date as written", "date")
	if list := a.idColumns(); len(list) == 1 { // what an id was made of is kept
		add(extraMark+list[0], "id")
	}
	a.out.Rows = append(a.out.Rows, exchange.GridRow{Cells: order})
	for i := 1; i < len(a.g.Rows); i++ {
		row := exchange.GridRow{Line: a.g.Rows[i].Line}
		if strings.TrimSpace(strings.Join(a.g.Rows[i].Cells, "")) != "" {
			row.Cells = a.row(i, order)
			row.Dates = a.dateCells(i, order)
		}
		a.out.Rows = append(a.out.Rows, row)
	}
	a.out.From = func(row, column int) (*exchange.Grid, int, int) {
		at := [2]int{-1, 0}
		if column < len(a.at) {
			at = a.at[column]
		}
		if at[0] < 0 || row == 0 {
			return a.g, row, at[1]
		}
		j := a.joined[at[0]]
		return a.g, row, j.mine
	}
}

// dateCells are the cells of a row that a workbook keeps as dates. In a field of the
// table's own they are taken as they are shown.
func (a *mapper) dateCells(row int, order []string) map[int]string {
	var cells map[int]string
	for k, field := range order {
		problem, is := a.g.Rows[row].Dates[a.at[k][1]]
		if !is || a.at[k][0] >= 0 || len(a.fields(field)) == 0 || strings.HasPrefix(field, extraMark) || field == "date as written" {
			continue
		}
		if cells == nil {
			cells = map[int]string{}
		}
		cells[k] = problem
	}
	return cells
}

var placeholder = regexp.MustCompile(`\{([^{}]*)\}`)

// idColumns are the columns that ids are made of.
func (a *mapper) idColumns() (list []string) {
	for _, m := range placeholder.FindAllStringSubmatch(a.pattern(), -1) {
		if m[1] != "row" {
			list = append(list, m[1])
		}
	}
	return list
}

// pattern is that of ids: what was said, the column of ids, or the name of the table
// with the number of the row.
func (a *mapper) pattern() string {
	if a.m.ID != "" {
		return a.m.ID
	}
	if list := a.fields("id"); len(list) > 0 {
		return "{" + list[0].Heading + "}"
	}
	name := a.g.Table()
	return strings.TrimSuffix(strings.TrimSuffix(path.Base(name), path.Ext(name)), "-rest") + ".{row}"
}

var notInRecordID = regexp.MustCompile(`[^A-Za-z0-9._-]+`)

// id makes the id of a row: what no id can have becomes a hyphen.
func (a *mapper) id(row int) string {
	missing := false
	text := placeholder.ReplaceAllStringFunc(a.pattern(), func(s string) string {
		name := s[1 : len(s)-1]
		if name == "row" {
			if cell := cellAt(a.g, row, columnOf(a.g, RowHeading)); cell != "" && columnOf(a.g, ReasonsHeading) >= 0 {
				return cell // of the table that the row was left from
			}
			return strconv.Itoa(a.g.RowNumber(row))
		}
		cell := a.text(row, name)
		missing = missing || cell == ""
		return cell
	})
	if missing {
		return ""
	}
	plain := strings.Map(func(r rune) rune {
		if r >= 0x300 && r < 0x370 { // marks
			return -1
		}
		return r
	}, norm.NFD.String(text))
	return strings.Trim(notInRecordID.ReplaceAllString(plain, "-"), "-._")
}

// row makes the cells of a row.
func (a *mapper) row(i int, order []string) []string {
	for _, j := range a.joined {
		key := cellAt(a.g, i, j.mine)
		if _, ok := j.rows[key]; key != "" && !ok {
			a.errs.Add(a.g.Pos(i, j.mine), yamlpos.Quote(key), "a key of "+j.grid.File, "the joined table has no such row")
		}
	}
	values := map[string]string{}
	for _, field := range order {
		values[field] = a.joinedText(i, field)
	}
	values["id"] = a.id(i)
	if list := a.idColumns(); len(list) == 1 {
		if original := a.text(i, list[0]); original != values["id"] {
			values[extraMark+list[0]] = original
		}
	}
	if lat, lon := a.joinedText(i, "location.latitude"), a.joinedText(i, "location.longitude"); lat != "" || lon != "" {
		values["coordinates"] = strings.ReplaceAll(lat, ",", ".") + ", " + strings.ReplaceAll(lon, ",", ".")
	}
	if edtf := a.ends(i); edtf != "" {
		if written := values["date"]; written != "" && written != edtf {
			values["date as written"] = written
		}
		values["date"] = edtf
	}
	key, locator := a.source(i)
	values["source"] = key
	if values["locator"] == "" {
		values["locator"] = locator
	}
	cells := make([]string, len(order))
	for k, field := range order {
		cells[k] = values[field]
	}
	return cells
}

var plainYear = regexp.MustCompile(`^[-−–]?[0-9]{1,5}$`)

// ends makes a date of a first and a last year, "" when there is neither or they are
// no years.
func (a *mapper) ends(row int) string {
	end := func(field string) (string, bool) {
		text := a.joinedText(row, field)
		if text == "" {
			return "", true
		}
		if plainYear.MatchString(text) {
			n, _ := strconv.Atoi(strings.NewReplacer("−", "-", "–", "-").Replace(text))
			if n < 0 && !a.m.Astronomical {
				n++
			}
			return edtfYear(n), true
		}
		read, err := DateReader{Order: a.m.Order, Spans: a.m.Spans}.Read(text)
		if err != nil {
			return text, false
		}
		if read.Interval && field == "date.earliest" {
			return read.Start.Text, true
		} else if read.Interval {
			return read.End.Text, true
		}
		return read.Text, true
	}
	first, ok1 := end("date.earliest")
	last, ok2 := end("date.latest")
	switch {
	case first == "" && last == "":
		return ""
	case !ok1 || !ok2:
		return strings.Trim(first+" to "+last, " ")
	case first == last:
		return first
	case first == "":
		return "../" + last
	case last == "":
		return first + "/.."
	}
	return first + "/" + last
}

// source finds or makes the source of a row.
func (a *mapper) source(row int) (key, locator string) {
	said := a.joinedText(row, "source")
	if said != "" {
		for _, k := range a.c.SourceKeys() {
			if strings.EqualFold(k, said) {
				return k, ""
			}
		}
		if KeyProblem("", said) == nil { // it looks like a key, and is not there
			return said, ""
		}
	}
	reference := said
	if text := a.joinedText(row, "source.reference"); text != "" {
		reference = text
	}
	part := map[string]string{}
	for _, field := range tableFields {
		if name, ok := strings.CutPrefix(field, "source."); ok && name != "reference" {
			part[name] = a.joinedText(row, field)
		}
	}
	switch {
	case part["title"] != "" || part["author"] != "":
		return a.described(part), ""
	case reference != "":
		return a.draft.source(a.g.Pos(row, 0), reference, "")
	}
	return a.table(), ""
}

// described makes a source of its parts.
func (a *mapper) described(part map[string]string) string {
	text := fmt.Sprint(part)
	if key := a.bySrc[text]; key != "" {
		return key
	}
	authors := yamlpos.Value{Kind: yamlpos.List}
	family := ""
	for name := range strings.SplitSeq(strings.NewReplacer(" & ", ";", " and ", ";").Replace(part["author"]), ";") {
		if name = oneLine(name); name == "" {
			continue
		}
		last, given, parted := strings.Cut(name, ",")
		v := set(yamlpos.MapValue(), "literal", name)
		if parted {
			v = set(set(yamlpos.MapValue(), "family", last), "given", given)
		}
		if family == "" {
			family = last
			if i := strings.LastIndexByte(name, ' '); !parted && i >= 0 {
				family = name[i+1:]
			}
		}
		authors.Values = append(authors.Values, v)
	}
	if family == "" {
		family = part["title"]
	}
	words := strings.Fields(Fold(family))
	base := "source"
	if len(words) > 0 {
		base = words[0]
	}
	year := yearIn.FindString(part["year"])
	base = strings.Trim(base+"-"+strings.NewReplacer("/", "-", "–", "-").Replace(year), "-")
	key := base
	for n := 2; a.c.Source(key) != nil || a.draft.refs[key] != ""; n++ {
		key = base + "-" + strconv.Itoa(n)
	}
	kind := "book"
	if part["container"] != "" {
		kind = "article-journal"
	}
	title := part["title"]
	if title == "" {
		title = "(title not stated)"
	}
	item := set(set(set(yamlpos.MapValue(), "id", key), "type", kind), "title", title)
	if len(authors.Values) > 0 {
		item = item.With("author", authors)
	}
	if m := yearIn.FindStringSubmatch(part["year"]); m != nil {
		item = item.With("issued", yamlpos.MapValue().With("date-parts", yamlpos.Value{Kind: yamlpos.List, Values: []yamlpos.Value{yamlpos.ListValue(m[1])}}))
	}
	for _, f := range [][2]string{{"publisher", "publisher"}, {"publisher-place", "place"}, {"container-title", "container"}, {"URL", "url"}, {"DOI", "doi"}} {
		item = set(item, f[0], part[f[1]])
	}
	a.draft.sources[key], a.draft.refs[key], a.bySrc[text] = set(item, "note", "Made of the columns of "+path.Base(a.g.File)+"."), text, key
	return key
}

// table is the source of rows that name none: the table itself.
func (a *mapper) table() string {
	if key := a.bySrc[""]; key != "" {
		return key
	}
	base := strings.TrimSuffix(strings.TrimSuffix(path.Base(a.g.File), path.Ext(a.g.File)), "-rest")
	key := strings.Trim(notInID.ReplaceAllString(Fold(base), "-"), "-")
	if key == "" {
		key = "table"
	}
	if a.c.Source(key) == nil {
		a.draft.sources[key] = set(set(set(set(yamlpos.MapValue(), "id", key), "type", "dataset"), "title", path.Base(a.g.File)),
			"note", "The table that the records were taken from; nothing else is known of it yet.")
		a.draft.refs[key] = "the table"
	}
	a.bySrc[""] = key
	return key
}

// ReasonsHeading is the column in which a table of rows that were not taken says why.
const ReasonsHeading = "reasons"

// RowHeading is the column beside it with the number that the row had.
const RowHeading = "row"

// FieldPath is a field as its path in a record, as --map names it.
func FieldPath(field string) string {
	if i := columnNamed(RecordColumns, field); i >= 0 && field != notWanted {
		return strings.Join(RecordColumns[i].Path, ".")
	}
	return strings.Replace(field, extraMark, "extra:", 1)
}
