package exchange

import (
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What the metadata says of the tables holds of the files: every column is there and
// takes its datatype, keys are kept, and what names another row names one.
func TestCSVWDescribesTheTables(t *testing.T) {
	d := twoTables()
	files, err := Frictionless(d)
	if err != nil {
		t.Fatal(err)
	}
	f, err := CSVW(d)
	if err != nil {
		t.Fatal(err)
	}
	if again, _ := CSVW(twoTables()); f.Path != "csv-metadata.json" || !cmp.Equal(f, again) {
		t.Errorf("%s, and the second time it is another", f.Path)
	}
	type described struct {
		URL         string
		Extent      int `json:"dc:extent"`
		TableSchema struct {
			Columns []struct {
				Name, Titles, ValueURL string
				Required               bool
				Datatype               any
			}
			PrimaryKey  []string
			AboutURL    string
			ForeignKeys []struct {
				ColumnReference []string
				Reference       struct {
					Resource        string
					ColumnReference []string
				}
			}
		}
	}
	var meta struct {
		Context []any  `json:"@context"`
		Title   string `json:"dc:title"`
		Tables  []described
	}
	if err := json.Unmarshal(f.Content, &meta); err != nil {
		t.Fatal(err)
	}
	if meta.Context[0] != "http://www.w3.org/ns/csvw" || meta.Title != d.Title || len(meta.Tables) != 2 {
		t.Errorf("%v describes %q with %d tables", meta.Context, meta.Title, len(meta.Tables))
	}
	cells := map[string][]string{} // by file and column
	for _, table := range meta.Tables {
		rows := readCSV(t, file(t, files, table.URL))
		if len(rows) != table.Extent+1 {
			t.Errorf("%s: %d rows, not %d", table.URL, len(rows)-1, table.Extent)
		}
		for i, c := range table.TableSchema.Columns {
			if rows[0][i] != c.Name || c.Titles != c.Name {
				t.Errorf("%s: column %d is %s, not %s (%s)", table.URL, i, rows[0][i], c.Name, c.Titles)
			}
			for _, row := range rows[1:] {
				if row[i] != "" {
					cells[table.URL+" "+c.Name] = append(cells[table.URL+" "+c.Name], row[i])
				}
				if row[i] == "" && c.Required || row[i] != "" && !takes(c.Datatype, row[i]) {
					t.Errorf("%s, %s: %q is not %v", table.URL, c.Name, row[i], c.Datatype)
				}
			}
		}
		if key := table.TableSchema.PrimaryKey; !cmp.Equal(key, []string{"id"}) || table.TableSchema.AboutURL != table.URL+"#{id}" {
			t.Errorf("%s: the key is %v, a row is %s", table.URL, key, table.TableSchema.AboutURL)
		}
	}
	links := 0
	for _, table := range meta.Tables {
		for _, k := range table.TableSchema.ForeignKeys {
			for _, cell := range cells[table.URL+" "+k.ColumnReference[0]] {
				if links++; !slices.Contains(cells[k.Reference.Resource+" "+k.Reference.ColumnReference[0]], cell) {
					t.Errorf("%s, %s: %s is no row of %s", table.URL, k.ColumnReference, cell, k.Reference.Resource)
				}
			}
		}
	}
	if links != 4 {
		t.Errorf("%d cells name rows, not 4", links)
	}
	if c := meta.Tables[1].TableSchema.Columns[3]; c.ValueURL != "places.csv#{place_id}" {
		t.Errorf("a place is %s", c.ValueURL)
	}
	d.Relations[1].Rows[0][3] = "south"
	if _, err := CSVW(d); err == nil {
		t.Error("a name that leads nowhere is written")
	}
}

// takes reports whether a text is of a datatype of CSV on the Web.
func takes(datatype any, text string) bool {
	var err error
	switch datatype := datatype.(type) {
	case map[string]any:
		return regexp.MustCompile(`^(?:` + datatype["format"].(string) + `)$`).MatchString(text)
	case string:
		switch datatype {
		case "integer":
			_, err = strconv.Atoi(text)
		case "double":
			_, err = strconv.ParseFloat(text, 64)
		case "string":
		default:
			return false
		}
	}
	return err == nil
}

func TestAnyOfQuotes(t *testing.T) {
	list := []string{"a.b", "c|d (e)", "f-g", "x^y"}
	re := regexp.MustCompile(`^(?:` + anyOf(list) + `)$`)
	for _, s := range list {
		if !re.MatchString(s) {
			t.Errorf("%s does not take %q", re, s)
		}
	}
	for _, s := range []string{"aXb", "c", "d (e)", strings.Join(list, "|")} {
		if re.MatchString(s) {
			t.Errorf("%s takes %q", re, s)
		}
	}
}
