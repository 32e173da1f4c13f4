package intake

import (
	"regexp"
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence/exchange"
	"github.com/lectio/lectio/evidence/fold"
)

// inventoryField is the column of the number that an object has where it is kept.
const inventoryField = "object inventory"

// titlesOf are what columns are called, folded, by the field that they are: in tables of
// people's own and in those of museums, in English, German, French, Spanish and Italian. What
// stands first is the surer name where several columns could be the field.
var titlesOf = map[string]string{
	"id": "id, identifier, record id, catalogue number, catalogue no, cat no, catalog number, catalog no, cat nr, kat nr, katalognummer, number, no, nr, num, nummer, numero, n, " +
		"game id, object id, lfd nr, entry, entry no",
	inventoryField: "inventory number, inventory no, inv no, inv nr, inv, inventory, museum number, museum no, accession number, accession no, accession, registration number, registration no, " +
		"reg number, reg no, object number, object no, shelfmark, signatur, inventarnummer, inventar nr, inventarnr, ident nr, identnr, identnummer, objektnummer, " +
		"numero d inventaire, no d inventaire, n d inventaire, n inv, no inv, numero principal, numero de inventario, n inventario, numero di inventario, numero inventario, inventario, inventaire",
	"object former inventory": "former number, former inventory number, other number, other numbers, old number, previous number, alte inventarnummer, autre numero d inventaire, autres numeros, " +
		"bm big number, big number, add ids",
	"game": "game, game name, name of game, name of the game, games, spiel, spielname, name des spiels, jeu, nom du jeu, juego, nombre del juego, gioco, nome del gioco, " +
		"common name, local name, vernacular name, native name",
	"type": "type, evidence type, type of evidence, kind of evidence, evidenztyp, kind",
	"summary": "summary, description, brief description, physical description, beschreibung, kurzbeschreibung, descripcion, descrizione, resume, resumen, " +
		"what is it, object name, object title, object, objekt, objektbezeichnung, bezeichnung, sachbegriff, designation, denomination, denominazione, oggetto, objet, title, titel, titre, titulo, titolo",
	"object kind": "object kind, object type, kind of object, objekttyp, objektart, gegenstand, type d objet, tipo di oggetto, tipo de objeto",
	"place": "place, find spot, findspot, find place, find site, where found, place found, found at, site, provenience, fundort, fundstelle, lieu de decouverte, lieu de provenance, luogo di rinvenimento, " +
		"luogo di ritrovamento, lugar de hallazgo, locality, location, place of origin, origin, provenance, herkunft, ort, geogr bezug, geographischer bezug, lieu, lugar, procedencia, luogo, provenienza, " +
		"production place, place of production, lieu de creation, herstellungsort, site name, city",
	"place in":           "country, region, land, pays, paese, pais, regione, geography",
	"coordinates":        "coordinates, coords, lat long, latlong, lat lon, lat lng, latitude longitude, koordinaten, coordonnees, coordenadas, coordinate",
	"location.latitude":  "latitude, lat, breite, breitengrad, geogr breite, latitud, latitudine",
	"location.longitude": "longitude, long, lon, lng, lange, langengrad, geogr lange, longitud, longitudine",
	"geonames":           "geonames, geonames id",
	"pleiades":           "pleiades, pleiades id",
	"tgn":                "tgn, tgn id",
	"wikidata":           "wikidata, wikidata id, place wikidata",
	"date": "date, dating, dated, object date, production date, date made, date of production, date of manufacture, date of object, primary date, datierung, datation, date de creation, " +
		"date de creation fabrication, datazione, datacion, cronologia, fecha, datum, data, zeit, zeitstellung, jahrhundert, century, siecle, siglo, secolo, jahr, year, years, annee, ano, anno",
	"date.earliest": "date from, from, from date, earliest, earliest date, earliest year, early date, object begin date, start, start date, start year, begin, begin date, not before, date min, " +
		"min date, year from, date start, terminus post quem, tpq, von, datierung von, de, date debut, desde, da, first year",
	"date.latest": "date to, to, to date, latest, latest date, latest year, late date, object end date, end, end date, end year, not after, date max, max date, year to, date end, " +
		"terminus ante quem, taq, bis, datierung bis, date fin, hasta, a, last year",
	"date of": "date of, dated event",
	"source":  "source, source key, quelle, fuente, fonte",
	"source.reference": "reference, references, bibliography, bibliographic reference, bibliographic references, bib references, literature, literatur, literaturangaben, bibliographie, publication, publications, " +
		"published, bibliografia, citation, published in, refs, ref",
	"source.title":     "source title, title of source, book title, book, titel der quelle",
	"source.author":    "author, authors, source author, autor, autoren, verfasser, auteur, auteurs, autore, autori, autores",
	"source.year":      "year of publication, publication year, source year, pub year, published year, erscheinungsjahr, annee de publication, ano de publicacion, anno di pubblicazione",
	"source.publisher": "publisher, verlag, editeur, editorial, editore",
	"source.place":     "place of publication, publication place, erscheinungsort, lieu de publication, luogo di pubblicazione, lugar de publicacion",
	"source.container": "journal, zeitschrift, revue, rivista, revista, book or journal",
	"source.doi":       "doi",
	"source.url":       "url, source url, link, weblink",
	"locator":          "locator, page, pages, pp, p, seite, seiten, s, pagina, paginas, pagine, folio, fol",
	"confidence":       "confidence, certainty, sicherheit, certitude, certezza, certeza",
	"uncertainty":      "uncertainty, uncertainties, doubts, doubt, zweifel, doute, dubbio, duda",
	"ages":             "ages, age, age group, alter",
	"genders":          "genders, gender, sex, geschlecht, genre, genero, genere",
	"period":           "period, periode, epoche, epoque, epoque periode, periodo, epoca, culture period",
	"note": "note, notes, remark, remarks, comment, comments, curators comments, curator s comments, bemerkung, bemerkungen, anmerkung, anmerkungen, remarque, remarques, observations, nota, notas, " +
		"note e osservazioni, observaciones, osservazioni",
	"rules":              "rules, rules text, text of rules, how to play, regeln, spielregeln, regles, regles du jeu, reglas, regole",
	"source as written":  "source as written",
	"date as written":    "date as written",
	"object institution": "museum, institution, collection, holding institution, repository, sammlung, musee, museo, collezione, collection name, owner institution, kept at, held by, aufbewahrungsort, lieu de conservation, luogo di conservazione, localisation actuelle",
	"object material":    "material, materials, medium, materialien, material technik, materials and techniques, materialien und techniken, materiau, materiaux, matiere, matieres, matiere et technique, materiaux et techniques, materiale, materia e tecnica, materiali, materia",
	"object technique":   "technique, techniques, technik, tecnica, herstellungstechnik",
	"object inscription": "inscription, inscriptions, inschrift, inschriften, iscrizione, iscrizioni, marks and inscriptions, inscripcion",
	"object state note":  "condition, zustand, erhaltung, erhaltungszustand, etat, etat de conservation, stato di conservazione, estado de conservacion",
	"object state":       "object state, state of preservation",
	"find context":       "context, find context, fundkontext, kontext, befund, contexte, contesto, contexto, locus",
	"find number":        "find number, find no, fundnummer, fund nr, numero de fouille",
	measuresField: "size, sizes, dimension, dimensions, measurements, measures, measure, length, width, height, depth, thickness, diameter, outside diameter, weight, " +
		"masse, masze, abmessungen, hohe, tiefe, dicke, starke, durchmesser, gewicht, grosse, taille, mesures, hauteur, largeur, longueur, profondeur, epaisseur, diametre, poids, " +
		"misure, dimensioni, altezza, larghezza, lunghezza, profondita, spessore, diametro, peso, dimensiones, medidas, alto, ancho, largo, grosor",
}

// titles are the names, by what they are when they are folded, with the field and how sure it is.
var titles = func() map[string]title {
	list := map[string]title{}
	for field, names := range titlesOf {
		for i, name := range strings.Split(names, ",") {
			if name = strings.TrimSpace(name); name != "" {
				list[name] = title{field, i}
			}
		}
	}
	return list
}()

type title struct {
	field string
	rank  int
}

var (
	camel      = regexp.MustCompile(`([\p{Ll}0-9])(\p{Lu})`)
	inBrackets = regexp.MustCompile(`\([^()]*\)|\[[^\[\]]*\]`)
)

// headingField guesses the field of a column by its name.
func headingField(heading string) string {
	field, _ := titled(heading)
	return field
}

// titled finds the field that a column is called after, and how sure the name is. What stands in
// brackets counts where the name has a meaning with it only.
func titled(heading string) (field string, rank int) {
	if fold.Text(heading) == ReasonsHeading {
		return notWanted, 0
	}
	own, known := FieldNamed(heading)
	if columns := everyColumn; known && own != notWanted && strings.Contains(heading, ".") || known && columnNamed(columns, own) >= 0 && columns[columnNamed(columns, own)].Maps {
		return own, 0
	}
	for _, form := range []string{heading, inBrackets.ReplaceAllString(heading, " ")} {
		folded := fold.Text(camel.ReplaceAllString(form, "$1 $2"))
		for _, name := range []string{folded, strings.TrimSuffix(folded, "s")} {
			if t, ok := titles[name]; ok {
				return t.field, t.rank
			}
		}
	}
	if known && own != notWanted {
		return own, 0
	}
	return "", 0
}

// bookTitles are what a column of titles is called.
var bookTitles = strings.Fields("title titel titre titulo titolo")

// tableTitles are the headings of a table together: what one means hangs on the others.
type tableTitles struct {
	g *exchange.Grid
	// book is set where a title and an author stand side by side: the title, the year and the
	// place of publication are those of a book.
	book bool
	// size is set where Breite and Länge are measures and no degrees, and spots where both of
	// them, or latitude and longitude, are there.
	size, spots bool
	rules       bool
}

func newTitles(g *exchange.Grid) tableTitles {
	t := tableTitles{g: g}
	fields := map[string]bool{}
	title := false
	for c, h := range g.Rows[0].Cells {
		field := headingField(h)
		fields[field] = true
		title = title || slices.Contains(bookTitles, fold.Text(inBrackets.ReplaceAllString(h, " ")))
		degrees := field == "location.latitude" || field == "location.longitude"
		t.size = t.size || field == measuresField || degrees && (unitInTitle.MatchString(h) || shareThat(some(g, c), unitSomewhere.MatchString) > 0.5)
	}
	t.book = fields["source.author"] && (title || fields["source.title"])
	t.spots = fields["location.latitude"] && fields["location.longitude"]
	t.rules = fields["rules"]
	return t
}

// saidYear reports whether a column is called a year and nothing more.
func (t tableTitles) saidYear(heading string) bool { return headingField(heading) == "date" }

// field is the field that a column of the table is called after.
func (t tableTitles) field(heading string) (field string, rank int) {
	field, rank = titled(heading)
	name := fold.Text(inBrackets.ReplaceAllString(heading, " "))
	german := name == "breite" || name == "lange"
	switch {
	case field == notWanted:
		return "", 0
	case (field == "location.latitude" || field == "location.longitude") && german && t.size:
		return measuresField, rank
	case (field == "location.latitude" || field == "location.longitude") && !t.spots:
		return "", 0
	case t.book && slices.Contains(bookTitles, name):
		return "source.title", rank
	case t.book && field == "date" && slices.Contains([]string{"year", "jahr", "annee", "ano", "anno"}, name):
		return "source.year", 100
	case field == "source.url" && !t.book, (field == "rights" || field == "language") && !t.rules:
		return "", 0
	}
	return field, rank
}
