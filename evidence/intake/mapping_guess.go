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
	folded := fold.Text(camel.ReplaceAllString(heading, "$1 $2"))
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
		if heading := fold.OneLine(h); heading != "" {
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
			if madeUp.MatchString(col.Heading) {
				m.Columns[i].How = "letters"
			}
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

// suits reports whether what is in a column can be what its name says: Type is often
// that of an object, and Date a remark.
func suits(field string, g *exchange.Grid, c int) bool {
	texts := some(g, c)
	if field == "type" {
		return len(texts) == 0 || shareThat(texts, func(s string) bool { _, ok := KnownWord("type", evidence.Types, s); return ok }) > 0.5
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
