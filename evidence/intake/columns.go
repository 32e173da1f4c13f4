package intake

import (
	"reflect"
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/biblio"
	"github.com/lectio/lectio/evidence/exchange"
	"github.com/lectio/lectio/evidence/fold"
	"github.com/lectio/lectio/evidence/yamlpos"
)

// Column is a field of records, or of clauses, as a table has it.
type Column struct {
	Name string
	// Path leads to the value from the record, or from the clause.
	Path []string
	// Sep stands between the items of a list; "" for a single text.
	Sep string
	// Maps is set for a list of maps, each written on one line in braces, and without
	// Sep for a single map.
	Maps bool
	// Note says what belongs into it.
	Note string
	// Words are the only texts allowed; nil when any is.
	Words []string
	// Fixed columns name the record or clause and are never changed.
	Fixed bool
}

// RecordColumns are the columns of a table of records, in order: those of the short
// form, which every table has. [PartColumns] are the others.
var RecordColumns = []Column{
	{Name: "id", Path: []string{"id"}, Fixed: true, Note: "a name of its own: letters, digits and . _ -; never changed once others cite it"},
	{Name: "game", Path: []string{"game"}, Note: "the name of the game, as the source gives it"},
	{Name: "type", Path: []string{"type"}, Words: evidence.Types, Note: "what kind of evidence it is"},
	{Name: "summary", Path: []string{"summary"}, Note: "what the evidence is, in a sentence of your own"},
	{Name: "place", Path: []string{"location", "name"}, Note: "where the game was played or the object found"},
	{Name: "coordinates", Path: []string{"location", "coordinates"}, Sep: ", ", Note: "latitude, longitude in decimal degrees, south and west negative: 64.96, -19.02"},
	{Name: "precision", Path: []string{"location", "precision"}, Note: "how far off the coordinates may be: 300 km, 50 m"},
	{Name: "geonames", Path: []string{"location", "gazetteer", "geonames"}, Note: "the number of the place in GeoNames"},
	{Name: "pleiades", Path: []string{"location", "gazetteer", "pleiades"}, Note: "the number of the place in Pleiades"},
	{Name: "tgn", Path: []string{"location", "gazetteer", "tgn"}, Note: "the number of the place in the Getty Thesaurus of Geographic Names"},
	{Name: "whg", Path: []string{"location", "gazetteer", "whg"}, Note: "the number of the place in the World Historical Gazetteer"},
	{Name: "wikidata", Path: []string{"location", "gazetteer", "wikidata"}, Note: "the number of the place in Wikidata, such as Q189"},
	{Name: "syriaca", Path: []string{"location", "gazetteer", "syriaca"}, Note: "the number of the place in Syriaca"},
	{Name: "trismegistos", Path: []string{"location", "gazetteer", "trismegistos"}, Note: "the number of the place in Trismegistos"},
	{Name: "place note", Path: []string{"location", "note"}, Note: "anything about the place"},
	{Name: "date", Path: []string{"date", "edtf"}, Note: "EDTF: 1888, 1888-05, 1888/1892, 1888~ (about), 1888? (perhaps), 188X, 18XX, 1888/.. (since), -0043 (44 BCE)"},
	{Name: "date of", Path: []string{"date", "of"}, Words: evidence.DateOf, Note: "what the date is the date of"},
	{Name: "date as written", Path: []string{"date", "as-written"}, Note: "the date as the page gave it, when that differs"},
	{Name: "date note", Path: []string{"date", "note"}, Note: "anything about the date"},
	{Name: "source", Path: []string{"source", "key"}, Note: "the key of a source in evidence/sources"},
	{Name: "locator", Path: []string{"source", "locator"}, Note: "pages"},
	{Name: "source as written", Path: []string{"source", "as-written"}, Note: "the reference as the page gave it, when that differs"},
	{Name: "via", Path: []string{"via"}, Sep: "; ", Note: "keys of the sources through which the text came, nearest first, with ; between"},
	{Name: "confidence", Path: []string{"confidence"}, Note: "a whole number from 0 to 100"},
	{Name: "uncertainty", Path: []string{"uncertainty"}, Sep: "; ", Note: "reasons to be careful, with ; between; the sheet of words has them all"},
	{Name: "ages", Path: []string{"ages"}, Sep: "; ", Note: "who plays, with ; between"},
	{Name: "genders", Path: []string{"genders"}, Sep: "; ", Note: "who plays, with ; between"},
	{Name: "period", Path: []string{"period"}, Note: "as the Ludii Games Database has it"},
	{Name: "note", Path: []string{"note"}, Note: "anything else"},
}

// extraMark begins the heading of a column of an extra field.
const extraMark = "extra: "

// ExtraColumn is the column of an extra field.
func ExtraColumn(name string) Column {
	return Column{Name: extraMark + name, Path: []string{"extra", name}, Note: "a field of its own"}
}

// Columns are those of a table of the records: RecordColumns, those of PartColumns in
// which a record has something, and one for each extra field that a record has.
func Columns(c *evidence.Corpus) []Column {
	columns, seen := slices.Clone(RecordColumns), map[string]bool{}
	for _, col := range PartColumns {
		if slices.ContainsFunc(c.Records, func(r *evidence.Record) bool { return col.cell(r.Node()) != "" }) {
			columns = append(columns, col)
		}
	}
	for _, r := range c.Records {
		for _, x := range r.Extra {
			if !seen[x.Name] {
				seen[x.Name] = true
				columns = append(columns, ExtraColumn(x.Name))
			}
		}
	}
	return columns
}

// ClauseColumns are the columns of a table of clauses, in order.
var ClauseColumns = append([]Column{
	{Name: "record", Fixed: true, Note: "the id of the record"},
	{Name: "n", Path: []string{"n"}, Fixed: true, Note: "the number of the clause; others cite it, so it is never changed"},
	{Name: "in", Path: []string{"in"}, Note: "the layer of text that the clause comes from"},
	{Name: "text", Path: []string{"text"}, Note: "what it says, in your own words"},
	{Name: "wording", Path: []string{"wording"}, Sep: "\n", Note: "the few words of the source on which a doubt hangs, a line for each"},
	{Name: "rule", Path: []string{"rule"}, Words: []string{"yes", "no"}, Note: "no for a clause that states no rule"},
	{Name: "why", Path: []string{"why"}, Note: "why it states no rule"},
	{Name: "supports", Path: []string{"supports"}, Sep: "; ", Note: "numbers of clauses, or RECORD#NUMBER, with ; between"},
	{Name: "adds", Path: []string{"adds"}, Sep: "; ", Note: "numbers of clauses that it says more than"},
	{Name: "contradicts", Path: []string{"contradicts"}, Sep: "; ", Note: "numbers of clauses that it contradicts"},
	{Name: "lacks", Path: []string{"lacks"}, Sep: "; ", Note: "numbers of clauses whose content is missing in this one"},
	{Name: "note", Path: []string{"note"}, Note: "anything a reader should know"},
}, columnsOfPart(reflect.TypeFor[evidence.ClauseParts](), nil)...)

// LayerColumns are the columns of a table of layers of text, in order.
var LayerColumns = append([]Column{
	{Name: "record", Fixed: true, Note: "the id of the record"},
	{Name: "layer", Path: []string{"id"}, Fixed: true, Note: "the id of the layer; clauses name it, so it is never changed"},
	{Name: "language", Path: []string{"language"}, Note: "a language tag: en, is, la"},
	{Name: "by", Path: []string{"by"}, Note: "the key of a source, or a person"},
	{Name: "rights", Path: []string{"rights"}, Note: "who may reproduce the text"},
	{Name: "text", Path: []string{"text"}, Note: "the words themselves, letters as printed; nothing where the corpus does not reproduce them"},
	{Name: "emendations", Path: []string{"emendations"}, Sep: "\n", Maps: true,
		Note: "what is printed wrong and set right, a line for each: {printed: nyne, read: nine, why: an old spelling}"},
	{Name: "note", Path: []string{"note"}, Note: "anything a reader should know"},
}, columnsOfPart(reflect.TypeFor[evidence.LayerParts](), nil)...)

// SourceColumns are the columns of a table of sources, in order; a column
// citation beside them is for people. The whole source is in one cell, as a
// bibliography manager exports it, so that nothing of it is lost.
var SourceColumns = []Column{
	{Name: "key", Path: []string{"id"}, Fixed: true, Note: "the key of the source, which records name"},
	{Name: "csl json", Fixed: true,
		Note: "the source in CSL-JSON, as Zotero exports it; a source that is there is changed in its file"},
}

// cell is what a table shows of the value of a column below a node.
func (c Column) cell(n *yamlpos.Node) string {
	for _, key := range c.Path {
		n = n.Get(key)
	}
	if c.Name == "rule" {
		if n != nil && (n.Text == "no" || n.Text == "false") {
			return "no"
		}
		return "yes"
	}
	if n == nil {
		return ""
	}
	if n.Kind == yamlpos.Map {
		return yamlpos.ValueOf(n).FlowText(false)
	}
	if n.Kind == yamlpos.List {
		var items []string
		for _, item := range n.Values {
			if c.Maps && item.Kind == yamlpos.Map {
				items = append(items, yamlpos.ValueOf(item).FlowText(false))
				continue
			}
			items = append(items, oneCell(item.Text))
		}
		return strings.Join(items, c.Sep)
	}
	return oneCell(n.Text)
}

// oneCell is a text as a cell of a workbook keeps it.
func oneCell(s string) string { return strings.TrimSpace(lineEnds.Replace(s)) }

var lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// items are what a cell says, one for each item of a list.
func (c Column) items(cell string) []string {
	cell = oneCell(cell)
	if cell == "" {
		return nil
	}
	if c.Sep == "" {
		if c.Maps {
			cell = mapItem(cell).FlowText(false)
		}
		return []string{cell}
	}
	var out []string
	for item := range strings.SplitSeq(cell, c.Sep[:1]) {
		if item = strings.TrimSpace(item); item != "" {
			if c.Maps {
				item = mapItem(item).FlowText(false)
			}
			out = append(out, item)
		}
	}
	return out
}

// mapItem is a map as it stands on a line; a text when it is none, which whoever
// reads the record finds.
func mapItem(line string) yamlpos.Value {
	if !strings.HasSuffix(line, "}") { // a comment behind it would be lost
		return yamlpos.TextValue(line)
	}
	n, errs := yamlpos.Parse("", []byte(line))
	if len(errs) > 0 || n.Kind != yamlpos.Map {
		return yamlpos.TextValue(line)
	}
	return yamlpos.ValueOf(n)
}

// same reports whether two cells of the column say the same.
func (c Column) same(a, b string) bool {
	if c.Name == "rule" {
		no := func(s string) bool { return s == "no" || s == "false" }
		known := func(s string) bool { return slices.Contains([]string{"", "yes", "no", "true", "false"}, s) }
		a, b = oneCell(a), oneCell(b)
		return known(a) && known(b) && no(a) == no(b)
	}
	return oneCell(a) == oneCell(b) || c.Sep != "" && slices.Equal(c.items(a), c.items(b))
}

// value is a cell as it is written; ok is false for an empty one.
func (c Column) value(cell string) (v yamlpos.Value, ok bool) {
	items := c.items(cell)
	switch {
	case len(items) == 0:
		return v, false
	case c.Name == "rule" && (items[0] == "yes" || items[0] == "true"):
		return v, false // what is not said is a rule
	case c.Sep == "" && c.Maps:
		return mapItem(items[0]), true
	case c.Sep == "":
		return yamlpos.TextValue(items[0]), true
	case c.Maps:
		v = yamlpos.Value{Kind: yamlpos.List}
		for _, item := range items {
			v.Values = append(v.Values, mapItem(item))
		}
		return v, true
	}
	return yamlpos.ListValue(items...), true
}

// carries reports whether a cell of the column holds the value below a node, so
// that the same can be read from it again: it cannot be too long, and no item of
// a list may hold what stands between the items. White space around a text does
// not count.
func (c Column) carries(n *yamlpos.Node) bool {
	cell := c.cell(n)
	for _, key := range c.Path {
		n = n.Get(key)
	}
	if n == nil || c.Path == nil || c.Name == "rule" {
		return true
	}
	items := []*yamlpos.Node{n}
	if n.Kind == yamlpos.List {
		items = n.Values
	}
	var said []string
	for _, item := range items {
		text := oneCell(item.Text)
		if item.Kind == yamlpos.Map {
			text = yamlpos.ValueOf(item).FlowText(false)
		}
		if text != "" {
			said = append(said, text)
		}
	}
	return exchange.FitsCell(cell) && slices.Equal(said, c.items(cell))
}

// RecordCells are the cells of a record, one for each of the columns.
func RecordCells(r *evidence.Record, columns []Column) []string {
	cells := make([]string, len(columns))
	for i, c := range columns {
		cells[i] = c.cell(r.Node())
	}
	return cells
}

// ClauseCells are the cells of a clause, one for each of ClauseColumns.
func ClauseCells(r *evidence.Record, cl *evidence.Clause) []string {
	cells := make([]string, len(ClauseColumns))
	for i, c := range ClauseColumns {
		if c.Path == nil {
			cells[i] = r.ID
			continue
		}
		cells[i] = c.cell(cl.Node())
	}
	return cells
}

// LayerCells are the cells of a layer, one for each of LayerColumns.
func LayerCells(r *evidence.Record, l *evidence.Layer) []string {
	cells := make([]string, len(LayerColumns))
	for i, c := range LayerColumns {
		if c.Path == nil {
			cells[i] = r.ID
			continue
		}
		cells[i] = c.cell(l.Node())
	}
	return cells
}

// SourceCells are the cells of a source: key, citation and CSL-JSON.
func SourceCells(s *biblio.Source) []string { return []string{s.Key, s.Cite(), string(s.CSL())} }

// tooLong stands in a cell for a text that no cell holds. It begins with a sign
// that no text of a record can begin with by chance.
const tooLong = "\u2026 too long for a cell"

// columnNamed finds a column by what somebody may have called it: capitals,
// hyphens and underscores do not matter.
func columnNamed(columns []Column, name string) int {
	name = columnName(name)
	return slices.IndexFunc(columns, func(c Column) bool { return c.Name == name })
}

func columnName(s string) string {
	s = fold.OneLine(s)
	if mark := strings.TrimSpace(extraMark); len(s) > len(mark) && strings.EqualFold(s[:len(mark)], mark) {
		return extraMark + strings.TrimSpace(s[len(mark):]) // the name is the table's own
	}
	s = strings.NewReplacer("-", " ", "_", " ").Replace(strings.ToLower(s))
	switch s {
	case "location":
		return "place"
	case "edtf":
		return "date"
	}
	return s
}
