package exchange

import (
	"bytes"
	"strings"

	"github.com/lectio/lectio/evidence/exchange/sheet"
)

// CSVWFile is where a program that reads CSV on the Web looks for what describes the
// tables of a folder.
const CSVWFile = "csv-metadata.json"

// csvwColumn is a column of a table as CSV on the Web describes it.
type csvwColumn struct {
	name, about string
	property    string // the IRI of what it means; "" for a column of our own
	required    bool
	datatype    any
	separator   string // parts the items of a cell; "" where a cell is one
	refers      string // the file of the rows whose key, of one column, the cells are
	key         string // that column
	value       string // a template of the IRI that a cell stands for, "" when it is itself
}

// csvwTable is a table with its rows as CSV on the Web describes it.
type csvwTable struct {
	url, about string
	conforms   string   // the IRI of the kind of table, or ""
	subject    string   // a template of the IRI that a row is about, or ""
	key        []string // the columns that make a row unique
	columns    []csvwColumn
	rows       [][]string
}

// metadata describes the table, as the Metadata Vocabulary for Tabular Data has it
// (W3C Recommendation of 17 December 2015).
func (t *csvwTable) metadata() pairs {
	var columns, foreign []pairs
	for _, c := range t.columns {
		m := pairs{{"name", c.name}, {"titles", c.name}, {"required", c.required}, {"datatype", c.datatype}}
		for _, more := range []Property{{"propertyUrl", c.property}, {"dc:description", c.about}, {"separator", c.separator}, {"valueUrl", c.value}} {
			if more.Value != "" {
				m = append(m, more)
			}
		}
		columns = append(columns, m)
		if c.refers != "" {
			foreign = append(foreign, pairs{{"columnReference", []string{c.name}},
				{"reference", pairs{{"resource", c.refers}, {"columnReference", []string{c.key}}}}})
		}
	}
	schema := pairs{{"columns", columns}, {"primaryKey", t.key}}
	if t.subject != "" {
		schema = append(schema, Property{"aboutUrl", t.subject})
	}
	if foreign != nil {
		schema = append(schema, Property{"foreignKeys", foreign})
	}
	out := pairs{{"url", t.url}}
	if t.conforms != "" {
		out = append(out, Property{"dc:conformsTo", t.conforms})
	}
	return append(out, Property{"dc:description", t.about}, Property{"dc:extent", len(t.rows)}, Property{"tableSchema", schema})
}

// csvwContext is the vocabulary, with the language of what is not data.
var csvwContext = []any{"http://www.w3.org/ns/csvw", pairs{{"@language", "en"}}}

// csvwDialect says how our tables are written: a line that begins with # is a row.
var csvwDialect = pairs{{"commentPrefix", nil}, {"encoding", "utf-8"}}

// csvwTypes are the datatypes of CSV on the Web.
var csvwTypes = map[Type]any{Text: "string", Integer: "integer", Number: "double",
	Boolean: pairs{{"base", "boolean"}, {"format", "true|false"}}}

// CSVW describes the tables that [Frictionless] writes of a data set a second time, as
// CSV on the Web (https://www.w3.org/TR/tabular-metadata/): types, keys, which column
// names rows of which table, and an address for each row, FILE.csv#KEY, so that a
// converter makes linked data of the folder. The file stands beside theirs.
func CSVW(d *Dataset) (sheet.File, error) {
	if err := d.Check(); err != nil {
		return sheet.File{}, err
	}
	var tables []pairs
	for _, r := range d.Relations {
		t := csvwTable{url: r.Name + ".csv", about: r.About, key: r.Key, rows: r.Rows,
			subject: r.Name + ".csv#{" + strings.Join(r.Key, "}/{") + "}"}
		for _, c := range r.Columns {
			col := csvwColumn{name: c.Name, about: c.About, required: c.Required, datatype: csvwTypes[c.Type]}
			if c.OneOf != nil {
				col.datatype = pairs{{"base", "string"}, {"format", anyOf(c.OneOf)}}
			}
			if c.Refers != "" {
				col.refers, col.key = c.Refers+".csv", d.Relation(c.Refers).Key[0]
				col.value = col.refers + "#{" + c.Name + "}"
			}
			t.columns = append(t.columns, col)
		}
		tables = append(tables, t.metadata())
	}
	meta := pairs{{"@context", csvwContext}, {"dc:title", d.Title}, {"dc:description", d.Description + " " + defusedNote}}
	if d.License.URL != "" {
		meta = append(meta, Property{"dc:license", pairs{{"@id", d.License.URL}}})
	}
	meta = append(meta, Property{"dialect", csvwDialect}, Property{"tables", tables})
	var b bytes.Buffer
	err := indented(&b, meta)
	return sheet.File{Path: CSVWFile, Content: b.Bytes()}, err
}

// anyOf is a regular expression for one of the texts, in the syntax of XML Schema and
// of ECMAScript alike.
func anyOf(list []string) string {
	var quoted []string
	for _, s := range list {
		var b strings.Builder
		for _, r := range s {
			if strings.ContainsRune(`\.?*+()|[]{}^$-`, r) {
				b.WriteByte('\\')
			}
			b.WriteRune(r)
		}
		quoted = append(quoted, b.String())
	}
	return strings.Join(quoted, "|")
}
