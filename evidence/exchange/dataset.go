package exchange

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Dataset is a set of tables that name rows of each other. [Frictionless] and
// [SQLite] write it.
type Dataset struct {
	Name        string // lower-case letters, digits, - and _
	Title       string
	Description string
	License     License
	Relations   []*Relation // a table stands behind those that it refers to

	// Progress, if set, is told of each row that SQLite writes.
	Progress func()
}

// License names a licence by its SPDX identifier; the zero License is none.
type License struct{ ID, Title, URL string }

// Relation is a table of a data set: columns with types, and rows of as many
// cells. A cell without text is a value that is not there.
type Relation struct {
	Name    string // lower-case letters and _: it becomes a file name and a table
	About   string // what a row is, for the reader of the data set
	Columns []Column
	Key     []string // the columns that make a row unique; required
	Rows    [][]string
	// Search are the text columns that a full-text search looks into; none when
	// it does not look into this table.
	Search []string
}

// Column is a column of a Relation.
type Column struct {
	Name, About string
	Type        Type
	Required    bool
	// OneOf are the values there can be; nil when any can.
	OneOf []string
	// Refers is the table whose rows the column names, by their key of one
	// column; "" when it names none.
	Refers string
}

// Type is what the cells of a column hold.
type Type int

// The types of columns.
const (
	Text    Type = iota
	Integer      // decimal, with - before it
	Number       // decimal, with a point
	Boolean      // true or false
)

var relationName = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)

// column returns the index of a column, -1 when there is none.
func (r *Relation) column(name string) int {
	return slices.IndexFunc(r.Columns, func(c Column) bool { return c.Name == name })
}

// Relation returns the table of a name, nil when there is none.
func (d *Dataset) Relation(name string) *Relation {
	for _, r := range d.Relations {
		if r.Name == name {
			return r
		}
	}
	return nil
}

// key is the key of a row as one text.
func (r *Relation) key(row []string) string {
	parts := make([]string, len(r.Key))
	for i, name := range r.Key {
		parts[i] = strconv.Quote(row[r.column(name)])
	}
	return strings.Join(parts, ",")
}

// Check returns the first thing that would make the data set disagree with
// itself: a row without its key, a key used twice, a value of another type, the
// name of a row that is not there. Every writer asks it before it writes.
func (d *Dataset) Check() error {
	keys := map[string]map[string]bool{}
	for _, r := range d.Relations {
		if !relationName.MatchString(r.Name) || keys[r.Name] != nil || len(r.Key) == 0 {
			return fmt.Errorf("the table %q cannot be called so, or has no key", r.Name)
		}
		for _, name := range slices.Concat(r.Key, r.Search) {
			if r.column(name) < 0 {
				return fmt.Errorf("the table %s has no column %s", r.Name, name)
			}
		}
		seen := map[string]bool{}
		for n, row := range r.Rows {
			if len(row) != len(r.Columns) {
				return fmt.Errorf("%s, row %d: %d cells for %d columns", r.Name, n+1, len(row), len(r.Columns))
			}
			for i, c := range r.Columns {
				if err := c.check(row[i]); err != nil {
					return fmt.Errorf("%s, row %d, %s: %w", r.Name, n+1, c.Name, err)
				}
				if c.Refers == "" || row[i] == "" {
					continue
				}
				// Within its own table a row may name one that comes later.
				if c.Refers != r.Name && !keys[c.Refers][strconv.Quote(row[i])] {
					return fmt.Errorf("%s, row %d, %s: %q is in no row of %s", r.Name, n+1, c.Name, row[i], c.Refers)
				}
			}
			k := r.key(row)
			if seen[k] {
				return fmt.Errorf("%s, row %d: the key %s is used twice", r.Name, n+1, k)
			}
			seen[k] = true
		}
		for n, row := range r.Rows {
			for i, c := range r.Columns {
				if c.Refers == r.Name && row[i] != "" && !seen[strconv.Quote(row[i])] {
					return fmt.Errorf("%s, row %d, %s: %q is in no row", r.Name, n+1, c.Name, row[i])
				}
			}
		}
		keys[r.Name] = seen
	}
	return nil
}

func (c *Column) check(cell string) error {
	if cell == "" {
		if c.Required {
			return fmt.Errorf("nothing, where something is required")
		}
		return nil
	}
	var err error
	switch c.Type {
	case Integer:
		_, err = strconv.ParseInt(cell, 10, 64)
	case Number:
		_, err = strconv.ParseFloat(cell, 64)
	case Boolean:
		if cell != "true" && cell != "false" {
			err = fmt.Errorf("%q is neither true nor false", cell)
		}
	}
	if err == nil && c.OneOf != nil && !slices.Contains(c.OneOf, cell) {
		err = fmt.Errorf("%q is not one of %s", cell, strings.Join(c.OneOf, ", "))
	}
	return err
}
