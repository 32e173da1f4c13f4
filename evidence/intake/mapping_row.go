package intake

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/date"
	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/ids"
	"golang.org/x/text/unicode/norm"
)

// mappedRow is a row in the making. Every cell of the row goes into a field, or is told: what a
// field cannot hold stands, as it is written, in a field that is called as its column is.
type mappedRow struct {
	*mapper
	row int
	// rows are those of each joined table that belong to the row.
	rows   [][]int
	cells  []mappedCell
	values map[string]string
}

// mappedCell is a cell that says something.
type mappedCell struct {
	placedColumn
	text string
	// nth is which of the rows of a joined table it stands in.
	nth int
}

// row makes the fields of a row.
func (a *mapper) row(i int) map[string]string {
	r := &mappedRow{mapper: a, row: i, values: map[string]string{}}
	r.read()
	for _, name := range a.fields.names {
		if !slices.Contains([]string{"id", "coordinates", "date", "source", "locator", "source as written", "sources", measuresField, "rights", "language"}, name) {
			r.values[name] = r.said(name)
		}
	}
	r.id()
	r.measures()
	r.coordinates()
	r.date()
	r.sources()
	r.confidence()
	r.about("date", "date", "date as written")
	r.about("location", "place", "coordinates", "place in", "place between", "geonames", "pleiades", "tgn", "whg", "wikidata", "syriaca", "trismegistos")
	for _, field := range []string{"rights", "language"} { // they are of the text of rules
		if r.values["rules"] != "" {
			r.values[field] = r.said(field)
		} else {
			r.keep("there is no text of rules that it could be of", field)
		}
	}
	return r.values
}

// read reads the cells of the row.
func (r *mappedRow) read() {
	for _, j := range r.joined {
		r.rows = append(r.rows, r.joins(j))
	}
	for _, c := range r.columns {
		if c.table < 0 {
			r.cell(c, cellAt(r.g, r.row, c.column), 0)
			continue
		}
		for n, there := range r.rows[c.table] {
			r.cell(c, cellAt(r.joined[c.table].grid, there, c.column), n)
		}
	}
}

// cell takes a cell, unless it says that there is nothing to say.
func (r *mappedRow) cell(c placedColumn, text string, nth int) {
	own := strings.HasPrefix(c.To, extraMark)
	switch {
	case text == "":
		return
	case own && saysNothing(text):
		r.tell(r.row, c, Understood{Field: toldAs(c.To), From: text, Doubt: "it may say that there is nothing to say"})
	case !own && saysNothingOf(c.To, text):
		r.tell(r.row, c, Understood{Field: toldAs(c.To), From: text, To: Nothing})
		return
	}
	r.cells = append(r.cells, mappedCell{c, text, nth})
}

// joins finds the rows of a joined table by the key that the row has, or by several.
func (r *mappedRow) joins(j joinedTable) (rows []int) {
	text := cellAt(r.g, r.row, j.mine)
	if text == "" || saysNothing(text) && j.rows[text] == 0 {
		return nil
	}
	keys := []string{text}
	if _, whole := j.rows[text]; !whole {
		for _, sep := range []string{";", "\n", ","} {
			several := itemsOf(text, sep)
			if all := !slices.ContainsFunc(several, func(key string) bool { return j.rows[key] == 0 }); len(several) > 1 && (all || sep != ",") {
				keys = several
				break
			}
		}
	}
	for _, key := range keys {
		there, ok := j.rows[key]
		if !ok {
			r.errs.Add(r.g.Pos(r.row, j.mine), diag.Quote(key), "a key of "+j.grid.File, "the joined table has no such row")
			continue
		}
		j.used[there] = true
		if !slices.Contains(rows, there) {
			rows = append(rows, there)
		}
	}
	return rows
}

// itemsOf are what stands between signs in a text.
func itemsOf(text, signs string) (items []string) {
	for _, item := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(signs, r) }) {
		if item = strings.TrimSpace(item); item != "" {
			items = append(items, item)
		}
	}
	return items
}

// of are the cells of a field.
func (r *mappedRow) of(field string) (list []mappedCell) {
	for _, c := range r.cells {
		if c.To == field {
			list = append(list, c)
		}
	}
	return list
}

// said is what the row says of a field, of several cells together, or what every row does.
func (r *mappedRow) said(field string) string {
	sep := "; "
	columns := everyColumn
	switch i := columnNamed(columns, field); {
	case field == "place" || field == "coordinates":
		sep = ", "
	case i >= 0 && columns[i].Maps:
		sep = "\n"
	}
	var parts []string
	for _, c := range r.of(field) {
		if !slices.Contains(parts, c.text) { // several rows of a joined table may say the same
			parts = append(parts, c.text)
		}
	}
	for _, c := range r.m.Set {
		if c.To == field && len(parts) == 0 {
			parts = append(parts, c.Heading)
		}
	}
	return strings.Join(parts, sep)
}

// keep puts the cells of fields into fields of their own, and tells why.
func (r *mappedRow) keep(why string, fields ...string) {
	for _, field := range fields {
		for _, c := range r.of(field) {
			r.keepCell(c, why)
		}
	}
}

func (r *mappedRow) keepCell(c mappedCell, why string) {
	own := extraMark + c.Heading
	r.fields.add(own, c.placedColumn)
	r.also(own, c.text)
	r.tell(r.row, c.placedColumn, Understood{Field: toldAs(c.To), From: c.text, Doubt: why + ", and it stands in " + FieldPath(own)})
}

// also adds a text to what a field says already.
func (r *mappedRow) also(field, text string) {
	switch known := r.values[field]; {
	case text == "" || known == text:
	case known == "":
		r.values[field] = text
	default:
		r.values[field] = known + "; " + text
	}
}

var placeholder = regexp.MustCompile(`\{([^{}]*)\}`)

var notInRecordID = regexp.MustCompile(`[^A-Za-z0-9._-]+`)

// id makes the id: what no id can have becomes a hyphen. Where nothing is said to make it of, or
// another text has made the same, it is made otherwise and told.
func (r *mappedRow) id() {
	pattern, from, missing := r.pattern(), []mappedCell(nil), false
	fill := func(pattern string) string {
		return placeholder.ReplaceAllStringFunc(pattern, func(s string) string {
			name := s[1 : len(s)-1]
			if name == "row" {
				return r.number()
			}
			c := placedColumn{MappedColumn: MappedColumn{Heading: name}}
			c.table, c.column = r.find(name)
			if k := slices.IndexFunc(r.columns, func(col placedColumn) bool { return col.table == c.table && col.column == c.column }); k >= 0 {
				c = r.columns[k]
			}
			text := ""
			if c.table < 0 {
				text = cellAt(r.g, r.row, c.column)
			} else if len(r.rows[c.table]) > 0 {
				text = cellAt(r.joined[c.table].grid, r.rows[c.table][0], c.column)
			}
			if saysNothing(text) {
				text = ""
			}
			missing = missing || text == ""
			from = append(from, mappedCell{placedColumn: c, text: text})
			return text
		})
	}
	text := fill(pattern)
	id := idOf(text)
	if missing || id == "" {
		id = idOf(fill(r.numbered()))
		r.tell(r.row, placedColumn{table: -1}, Understood{Field: "id", From: text, To: id})
	}
	key := ids.Caseless(id)
	for n := 2; r.ids[key] != "" && r.ids[key] != text; n++ {
		key = ids.Caseless(id) + "." + strconv.Itoa(n)
		if r.ids[key] == "" || r.ids[key] == text {
			id += "." + strconv.Itoa(n)
			r.tell(r.row, placedColumn{table: -1}, Understood{Field: "id", From: text, To: id})
		}
	}
	r.ids[key], r.values["id"] = text, id
	r.numbers(from, id)
}

// number is that of the row, in the table that it was left from where it is one of those.
func (r *mappedRow) number() string {
	if cell := cellAt(r.g, r.row, columnOf(r.g, RowHeading)); cell != "" && columnOf(r.g, ReasonsHeading) >= 0 {
		return cell
	}
	return strconv.Itoa(r.g.RowNumber(r.row))
}

// numbers keeps what the id was made of, and the other cells that are called ids: the number of
// an object is that where it is kept, and every other a field of its own.
func (r *mappedRow) numbers(from []mappedCell, id string) {
	for _, c := range r.of("id") {
		if !slices.ContainsFunc(from, func(f mappedCell) bool { return f.Heading == c.Heading }) {
			from = append(from, c)
		}
	}
	for _, c := range from {
		kept := extraMark + c.Heading
		inventory := headingField(c.Heading) == inventoryField && (c.To == "id" || c.To == "")
		if inventory && len(r.columnsOf(inventoryField)) == 0 {
			kept = inventoryField
		}
		switch {
		case c.text == "" || c.To != "id" && c.To != "", kept != inventoryField && (c.text == id || len(from) > 1 && strings.Contains(id, c.text)):
			continue
		}
		r.fields.add(kept, c.placedColumn)
		r.also(kept, c.text)
	}
}

// idOf makes an id of a text.
func idOf(text string) string {
	plain := strings.Map(func(r rune) rune {
		if r >= 0x300 && r < 0x370 { // marks
			return -1
		}
		return r
	}, norm.NFD.String(text))
	return strings.Trim(notInRecordID.ReplaceAllString(plain, "-"), "-._")
}

// measures reads the measures. What is not understood, or not all of it, is kept as well.
func (r *mappedRow) measures() {
	var all []string
	for _, c := range r.of(measuresField) {
		list, whole := measuresOf(c.Heading, c.text)
		all = append(all, list...)
		switch to := strings.Join(list, "; "); {
		case !whole:
			r.keepCell(c, "not all of it is a measure that is understood")
		case to != c.text:
			r.tell(r.row, c.placedColumn, Understood{Field: toldAs(c.To), From: c.text, To: to})
		}
	}
	if len(all) == 0 && len(r.of(measuresField)) == 0 {
		all = append(all, r.said(measuresField)) // what is so in every row
	}
	r.values[measuresField] = strings.Join(all, "; ")
}

// coordinates takes the latitude and the longitude, or what stands in one cell.
func (r *mappedRow) coordinates() {
	lat, lon := r.said("location.latitude"), r.said("location.longitude")
	text := r.said("coordinates")
	both := strings.ReplaceAll(lat, ",", ".") + ", " + strings.ReplaceAll(lon, ",", ".")
	_, _, err := evidence.ParseCoordinates(both)
	switch {
	case lat == "" && lon == "":
	case lat != "" && lon != "" && err == nil:
		if text != "" && text != both {
			r.keep("latitude and longitude are said as well", "coordinates")
		}
		r.values["coordinates"] = both
		return
	default:
		r.keep("it makes no coordinates", "location.latitude", "location.longitude")
	}
	if _, _, err := evidence.ParseCoordinates(text); text != "" && err != nil {
		r.keep("it is no coordinates", "coordinates")
		return
	}
	r.values["coordinates"] = text
}

// date takes the date, or the first and the last year, beside which the date is how the two are
// written.
func (r *mappedRow) date() {
	text, first, last := r.said("date"), r.said("date.earliest"), r.said("date.latest")
	between := strings.Trim(first+" to "+last, " ")
	edtf, ok := r.ends(first, last)
	switch {
	case first == "" && last == "":
		r.values["date"] = text
	case ok:
		r.values["date"] = edtf
		if text != edtf {
			r.also("date as written", text)
		}
		if plain := strings.Trim(first+"/"+last, "/"); !slices.Contains([]string{plain, first + "/..", "../" + last, first}, edtf) || first != last && edtf == first {
			r.tell(r.row, slices.Concat(r.columnsOf("date.earliest"), r.columnsOf("date.latest"))[0], Understood{Field: "date", From: between, To: edtf})
			if text == "" {
				r.also("date as written", between)
			}
		}
	case text != "":
		r.values["date"] = text
		r.keep("it makes no date with the other end", "date.earliest", "date.latest")
	default:
		r.values["date"] = between
	}
}

// ends makes a date of a first and a last year, unless one of them is no date.
func (r *mappedRow) ends(first, last string) (edtf string, ok bool) {
	end := func(text string, begin bool) (string, bool) {
		if text == "" {
			return "", true
		}
		read, err := date.Reader{Order: r.m.Order, Spans: r.m.Spans, Years: cmp.Or(r.m.Years, date.BCE)}.Read(text)
		switch {
		case err != nil:
			return text, false
		case read.Interval && begin:
			return read.Start.Text, true
		case read.Interval:
			return read.End.Text, true
		}
		return read.Text, true
	}
	a, ok1 := end(first, true)
	b, ok2 := end(last, false)
	switch {
	case !ok1 || !ok2:
		return "", false
	case a == b:
		return a, true
	case a == "":
		return "../" + b, true
	case b == "":
		return a + "/..", true
	}
	return a + "/" + b, true
}

// confidence keeps a confidence in words, which is no number.
func (r *mappedRow) confidence() {
	if text := r.values["confidence"]; text != "" && !strings.ContainsAny(text, "0123456789") {
		r.values["confidence"] = ""
		r.keep("it is no number from 0 to 100", "confidence")
	}
}

// about leaves what is said about a date or a place out where there is none.
func (r *mappedRow) about(part string, needs ...string) {
	if slices.ContainsFunc(needs, func(field string) bool { return r.values[field] != "" }) {
		return
	}
	for _, c := range everyColumn {
		if c.Path[0] == part && r.values[c.Name] != "" {
			r.values[c.Name] = ""
			r.keep("it is about a "+part+", and there is none", c.Name)
		}
	}
}
