package exchange

import (
	"bytes"
	"crypto/sha256"
	"fmt"

	"github.com/lectio/lectio/evidence/exchange/sheet"
)

// defusedNote tells the reader of a CSV file what was done to its texts.
const defusedNote = "A text that a spreadsheet program would take for a formula has an apostrophe in front."

// Frictionless writes a data set as a tabular data package of Data Package 1
// (https://specs.frictionlessdata.io/tabular-data-package/): a CSV file for each
// table, and datapackage.json, which describes them with types, keys, sizes and
// checksums. The paths of the files are their names.
func Frictionless(d *Dataset) ([]sheet.File, error) {
	if err := d.Check(); err != nil {
		return nil, err
	}
	var files []sheet.File
	var resources []pairs
	for _, r := range d.Relations {
		var b bytes.Buffer
		if err := CSV(&b, r.table()); err != nil {
			return nil, err
		}
		name := r.Name + ".csv"
		files = append(files, sheet.File{Path: name, Content: b.Bytes()})
		resources = append(resources, pairs{
			{"name", r.Name}, {"path", name}, {"profile", "tabular-data-resource"}, {"description", r.About},
			{"format", "csv"}, {"mediatype", "text/csv"}, {"encoding", "utf-8"},
			{"bytes", b.Len()}, {"hash", fmt.Sprintf("sha256:%x", sha256.Sum256(b.Bytes()))},
			{"dialect", pairs{{"delimiter", ","}, {"lineTerminator", "\n"}, {"quoteChar", `"`}, {"doubleQuote", true}, {"header", true}}},
			{"schema", d.tableSchema(r)},
		})
	}
	pkg := pairs{{"profile", "tabular-data-package"}, {"name", d.Name}, {"title", d.Title}, {"description", d.Description + " " + defusedNote}}
	if l := d.License; l.ID != "" {
		pkg = append(pkg, Property{"licenses", []pairs{{{"name", l.ID}, {"path", l.URL}, {"title", l.Title}}}})
	}
	pkg = append(pkg, Property{"resources", resources})
	var b bytes.Buffer
	if err := indented(&b, pkg); err != nil {
		return nil, err
	}
	return append(files, sheet.File{Path: "datapackage.json", Content: b.Bytes()}), nil
}

// table is the relation as rows of text.
func (r *Relation) table() Table {
	t := Table{Rows: r.Rows}
	for _, c := range r.Columns {
		t.Heading = append(t.Heading, c.Name)
	}
	return t
}

// typeNames are those of Table Schema.
var typeNames = map[Type]string{Text: "string", Integer: "integer", Number: "number", Boolean: "boolean"}

func (d *Dataset) tableSchema(r *Relation) pairs {
	var fields, foreign []pairs
	for _, c := range r.Columns {
		f := pairs{{"name", c.Name}, {"type", typeNames[c.Type]}}
		if c.About != "" {
			f = append(f, Property{"description", c.About})
		}
		constraints := pairs{}
		if c.Required {
			constraints = append(constraints, Property{"required", true})
		}
		if c.OneOf != nil {
			constraints = append(constraints, Property{"enum", c.OneOf})
		}
		if len(constraints) > 0 {
			f = append(f, Property{"constraints", constraints})
		}
		fields = append(fields, f)
		if c.Refers != "" {
			resource := c.Refers
			if resource == r.Name {
				resource = "" // Table Schema's name for the table itself
			}
			foreign = append(foreign, pairs{{"fields", []string{c.Name}},
				{"reference", pairs{{"resource", resource}, {"fields", d.Relation(c.Refers).Key}}}})
		}
	}
	s := pairs{{"fields", fields}, {"missingValues", []string{""}}, {"primaryKey", r.Key}}
	if foreign != nil {
		s = append(s, Property{"foreignKeys", foreign})
	}
	return s
}
