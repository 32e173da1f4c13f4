package exchange

import (
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/lectio/lectio/evidence/exchange/sheet"
)

// twoTables is a small data set with everything that a writer must get right:
// cells that would act, quotes, line breaks, values that are not there.
func twoTables() *Dataset {
	return &Dataset{Name: "two", Title: "Two tables", Description: "For the tests.", License: License{"CC0-1.0", "CC0", "https://example.org/cc0"}, Relations: []*Relation{
		{Name: "places", About: "A place.", Key: []string{"id"}, Columns: []Column{{Name: "id", Required: true}, {Name: "latitude", Type: Number}},
			Rows: [][]string{{"north", "64.96"}, {"nowhere", ""}}},
		{Name: "records", About: "A record.", Key: []string{"id"}, Search: []string{"title", "note"}, Columns: []Column{
			{Name: "id", Required: true}, {Name: "title", Required: true, About: "as it is called"}, {Name: "note"}, {Name: "place_id", Refers: "places"},
			{Name: "after", Refers: "records"}, {Name: "year", Type: Integer}, {Name: "rule", Type: Boolean, Required: true}, {Name: "kind", OneOf: []string{"text", "it's"}}},
			Rows: [][]string{
				{"a", "Kiôz", "=cmd|' /C calc'!A0", "north", "b", "-43", "true", "it's"},
				{"b", "Davíðsson, \"Ólafur\"", "two\nlines", "nowhere", "", "1888", "false", ""},
				{"c", "'); DROP TABLE records; --", "", "", "a", "", "true", "text"},
			}},
	}}
}

// fold stands for evidence.Fold.
func fold(s string) string {
	return strings.NewReplacer("ô", "o", "í", "i", "ð", "d", "Ó", "o").Replace(strings.ToLower(s))
}

func file(t *testing.T, files []sheet.File, path string) []byte {
	t.Helper()
	for _, f := range files {
		if f.Path == path {
			return f.Content
		}
	}
	t.Fatalf("there is no file %s", path)
	return nil
}

func readCSV(t *testing.T, data []byte) (rows [][]string) {
	t.Helper()
	rows, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows {
		for i, cell := range row {
			if cell != "" && strings.ContainsRune("=+@\t\r", rune(cell[0])) {
				t.Errorf("the cell %q acts", cell)
			}
			row[i] = undefused(cell)
		}
	}
	return rows
}

func TestDatasetCheckFindsEachFault(t *testing.T) {
	if err := twoTables().Check(); err != nil {
		t.Fatalf("nothing is wrong, but: %v", err)
	}
	for _, test := range []struct {
		want  string
		spoil func(places, records *Relation)
	}{
		{"used twice", func(p, _ *Relation) { p.Rows[1][0] = "north" }},
		{"something is required", func(_, r *Relation) { r.Rows[0][1] = "" }},
		{`"south" is in no row of places`, func(_, r *Relation) { r.Rows[0][3] = "south" }},
		{`"z" is in no row`, func(_, r *Relation) { r.Rows[2][4] = "z" }},
		{"invalid syntax", func(_, r *Relation) { r.Rows[1][5] = "1888/1892" }},
		{"neither true nor false", func(_, r *Relation) { r.Rows[1][6] = "yes" }},
		{"is not one of text", func(_, r *Relation) { r.Rows[2][7] = "texts" }},
		{"7 cells for 8 columns", func(_, r *Relation) { r.Rows[2] = r.Rows[2][:7] }},
		{"cannot be called so", func(p, _ *Relation) { p.Name = "../places" }},
		{"has no column title2", func(_, r *Relation) { r.Search[0] = "title2" }},
	} {
		d := twoTables()
		test.spoil(d.Relations[0], d.Relations[1])
		err := d.Check()
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("got %v, want %q", err, test.want)
		}
		if _, ferr := Frictionless(d); ferr == nil {
			t.Errorf("%s: Frictionless writes it all the same", test.want)
		}
		if serr := SQLite(context.Background(), io.Discard, d, fold); serr == nil {
			t.Errorf("%s: SQLite writes it all the same", test.want)
		}
	}
}

func TestFrictionlessReadsBack(t *testing.T) {
	d := twoTables()
	files, err := Frictionless(d)
	if err != nil {
		t.Fatal(err)
	}
	again, _ := Frictionless(twoTables())
	if diff := cmp.Diff(files, again); diff != "" {
		t.Errorf("the second time it is another: %s", diff)
	}
	var pkg struct {
		Profile   string
		Licenses  []struct{ Name, Path string }
		Resources []struct {
			Name, Path, Profile, Hash string
			Bytes                     int
			Schema                    struct {
				Fields []struct {
					Name, Type  string
					Constraints struct {
						Required bool
						Enum     []string
					}
				}
				PrimaryKey  []string
				ForeignKeys []struct {
					Fields    []string
					Reference struct {
						Resource string
						Fields   []string
					}
				}
			}
		}
	}
	if err := json.Unmarshal(file(t, files, "datapackage.json"), &pkg); err != nil {
		t.Fatal(err)
	}
	if pkg.Profile != "tabular-data-package" || len(pkg.Licenses) != 1 || pkg.Licenses[0].Name != "CC0-1.0" || len(pkg.Resources) != 2 || len(files) != 3 {
		t.Fatalf("the package is %+v", pkg)
	}
	for i, res := range pkg.Resources {
		r := d.Relations[i]
		data := file(t, files, res.Path)
		if res.Bytes != len(data) || res.Hash != fmt.Sprintf("sha256:%x", sha256.Sum256(data)) {
			t.Errorf("%s: size or checksum is another", res.Path)
		}
		rows := readCSV(t, data)
		for k, f := range res.Schema.Fields {
			c := r.Columns[k]
			if f.Name != c.Name || f.Name != rows[0][k] || f.Constraints.Required != c.Required || !slices.Equal(f.Constraints.Enum, c.OneOf) {
				t.Errorf("%s: field %+v for column %+v", res.Path, f, c)
			}
		}
		if diff := cmp.Diff(r.Rows, rows[1:]); diff != "" {
			t.Errorf("%s: %s", res.Path, diff)
		}
	}
	foreign := pkg.Resources[1].Schema.ForeignKeys
	if len(foreign) != 2 || foreign[0].Reference.Resource != "places" || foreign[1].Reference.Resource != "" || foreign[1].Reference.Fields[0] != "id" {
		t.Errorf("the foreign keys are %+v", foreign)
	}
	if got := pkg.Resources[1].Schema.Fields[5].Type; got != "integer" {
		t.Errorf("the year is of type %s", got)
	}
}

// database writes the data set to a file.
func database(t *testing.T, d *Dataset) string {
	t.Helper()
	var content, again bytes.Buffer
	for _, b := range []*bytes.Buffer{&content, &again} {
		if err := SQLite(context.Background(), b, d, fold); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(content.Bytes(), again.Bytes()) {
		t.Error("the second file has other bytes")
	}
	file := filepath.Join(t.TempDir(), "d.sqlite")
	if err := os.WriteFile(file, content.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestSQLiteReadsBack(t *testing.T) {
	d := twoTables()
	db, err := sql.Open("sqlite", database(t, d)+"?_pragma=foreign_keys(1)")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	one := func(query string) (s string) {
		t.Helper()
		var v sql.NullString
		if err := db.QueryRow(query).Scan(&v); err != nil {
			t.Errorf("%s: %v", query, err)
		}
		return v.String
	}
	for _, r := range d.Relations {
		for _, row := range r.Rows {
			for i, c := range r.Columns {
				want := row[i]
				if c.Type == Boolean {
					want = map[string]string{"true": "1", "false": "0"}[want]
				}
				if got := one("SELECT CAST(" + sqlName(c.Name) + " AS TEXT) FROM " + r.Name + " WHERE id = " + literal(row[0])); got != want {
					t.Errorf("%s %s %s: %q, want %q", r.Name, row[0], c.Name, got, want)
				}
			}
		}
	}
	find := func(words string) string {
		return one("SELECT group_concat(id, ' ') FROM records WHERE rowid IN (SELECT rowid FROM records_fts WHERE records_fts MATCH " + literal(words) + ")")
	}
	for words, want := range map[string]string{"kioz": "a", "KIÔZ": "a", "davidsson": "b", "Davíðsson": "b", "lines": "b", "note:calc": "a", "title:calc": "", "north": ""} {
		if got := find(words); got != want {
			t.Errorf("%s finds %q, want %q", words, got, want)
		}
	}
	if got := one("SELECT year IS NULL AND typeof(after) = 'text' AND kind = 'text' FROM records WHERE id = 'c'"); got != "1" {
		t.Error("a value that is not there is not NULL")
	}
	// What keeps the data right, and the search up to date.
	for _, q := range []string{
		"INSERT INTO records VALUES ('d', 't', NULL, 'south', NULL, NULL, 1, NULL, '')",
		"INSERT INTO records VALUES ('d', 't', NULL, NULL, NULL, NULL, 2, NULL, '')",
		"INSERT INTO records VALUES ('d', 't', NULL, NULL, NULL, NULL, 1, 'texts', '')",
		"INSERT INTO records VALUES ('a', 't', NULL, NULL, NULL, NULL, 1, NULL, '')",
		"DELETE FROM places WHERE id = 'north'",
	} {
		if _, err := db.Exec(q); err == nil {
			t.Errorf("this is taken: %s", q)
		}
	}
	for _, q := range []string{
		"INSERT INTO records VALUES ('d', 'Tâb', NULL, NULL, NULL, NULL, 1, NULL, 'tab')",
		"UPDATE records SET title = 'Sîga', folded = 'siga', after = NULL WHERE id = 'a'",
		"DELETE FROM records WHERE id = 'b'",
	} {
		if _, err := db.Exec(q); err != nil {
			t.Errorf("%s: %v", q, err)
		}
	}
	if find("tab") != "d" || find("siga") != "a" || find("kioz") != "" || find("davidsson") != "" {
		t.Error("the search did not follow the changes")
	}
	if _, err := db.Exec("INSERT INTO records_fts (records_fts, rank) VALUES ('integrity-check', 1)"); err != nil {
		t.Errorf("the search disagrees with its table: %v", err)
	}
	if got := one("PRAGMA integrity_check"); got != "ok" {
		t.Error(got)
	}
	// This is how Datasette looks for the search of a table.
	if got := one(`SELECT name FROM sqlite_master WHERE rootpage = 0 AND sql LIKE '%VIRTUAL TABLE%USING FTS%content="records"%'`); got != "records_fts" {
		t.Errorf("Datasette would find %q", got)
	}
}

func TestSQLiteForDebian(t *testing.T) {
	program, err := exec.LookPath("sqlite3")
	if err != nil {
		t.Skip("sqlite3 is not installed")
	}
	out, err := exec.Command(program, database(t, twoTables()),
		"SELECT id FROM records WHERE rowid IN (SELECT rowid FROM records_fts WHERE records_fts MATCH 'kioz'); PRAGMA foreign_key_check; PRAGMA integrity_check").CombinedOutput()
	if err != nil || string(out) != "a\nok\n" {
		t.Errorf("%v: %s", err, out)
	}
}

func TestWriteFolderIsWholeAndMindsOthers(t *testing.T) {
	base := t.TempDir()
	dir := filepath.Join(base, "out")
	files := []sheet.File{{Path: "a.csv", Content: []byte("a\n")}, {Path: "sub/b.csv", Content: []byte("b\n")}}
	foreign := func(want ...string) {
		t.Helper()
		err := WriteFolder(dir, []sheet.File{{Path: "a.csv", Content: []byte("new\n")}})
		e, ok := err.(*ForeignError)
		if !ok || !slices.Equal(e.Files, want) {
			t.Errorf("got %v, want %v to be foreign", err, want)
		}
		if data, err := os.ReadFile(filepath.Join(dir, "sub", "b.csv")); err != nil || string(data) != "b\n" {
			t.Errorf("the folder was touched: %q %v", data, err)
		}
	}
	write := func(path, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, path), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for range 2 { // over its own it may write
		if err := WriteFolder(dir, files); err != nil {
			t.Fatal(err)
		}
	}
	write("mine.txt", "mine")
	foreign("mine.txt")
	os.Remove(filepath.Join(dir, "mine.txt"))
	write("a.csv", "changed")
	foreign("a.csv")
	write("a.csv", "a\n")
	if err := os.Mkdir(filepath.Join(dir, ".git"), 0o755); err != nil {
		t.Fatal(err)
	}
	foreign(".git/")
	os.Remove(filepath.Join(dir, ".git"))
	if err := os.Symlink("a.csv", filepath.Join(dir, "link")); err == nil {
		foreign("link")
		os.Remove(filepath.Join(dir, "link"))
	}
	os.Remove(filepath.Join(dir, Sums))
	foreign("a.csv", "sub/")
	os.RemoveAll(dir)
	for _, path := range []string{"../x", "/x", "a/../../x", ""} {
		if err := WriteFolder(dir, []sheet.File{files[0], {Path: path}}); err == nil {
			t.Errorf("the path %q is taken", path)
		}
	}
	// A file twice cannot be written, and nothing is left of the attempt.
	if err := WriteFolder(dir, append(slices.Clone(files), files[0])); err == nil {
		t.Error("a path is taken twice")
	}
	if left, _ := os.ReadDir(base); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
	if err := os.WriteFile(dir, []byte("a file"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := WriteFolder(dir, files); err == nil {
		t.Error("a file was taken for a folder")
	}
	if err := os.Remove(dir); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := WriteFolder(dir, files); err != nil {
		t.Errorf("an empty folder: %v", err)
	}
	if data, _ := os.ReadFile(filepath.Join(dir, Sums)); !strings.HasSuffix(string(data), "  a.csv\n"+fmt.Sprintf("%x", sha256.Sum256([]byte("b\n")))+"  sub/b.csv\n") {
		t.Errorf("the checksums are %q", data)
	}
}
