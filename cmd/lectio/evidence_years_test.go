package main

import (
	"bytes"
	"database/sql"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestYearsAgree: the same question about years before Christ has one answer, asked of
// the program and of the tables that it exports.
func TestYearsAgree(t *testing.T) {
	dir := t.TempDir()
	corpus := filepath.Join(dir, "corpus")
	lectio := func(args ...string) string {
		t.Helper()
		var out, errs bytes.Buffer
		if status := run(strings.NewReader(""), &out, &errs, args); status != 0 {
			t.Fatalf("lectio %v: %d\n%s", args, status, &errs)
		}
		return out.String()
	}
	lectio("init", corpus)
	table := "Inv. no,Game,Date\n"
	for i, date := range []string{"c. 2600–2400 BC", "1001 BC", "1000 BC", "12000 BC", "7th century BC", "2nd millennium BC", "1500-900 BC", "before 1200 BC", "27 BC–AD 14", "1888", "reign of a king", "c. 1003 BC", "c. 995 BC", "c. 980 BC", "1001 BC (?)", "c. 9th century BC"} {
		table += fmt.Sprintf("%d,Merels,%s\n", i+1, date)
	}
	finds := filepath.Join(dir, "finds.csv")
	if err := os.WriteFile(finds, []byte(table), 0o600); err != nil {
		t.Fatal(err)
	}
	lectio("evidence", "import", finds, "--corpus", corpus, "--write")
	var found []struct {
		ID   string `json:"id"`
		Last *int   `json:"last-year"`
	}
	if err := json.Unmarshal([]byte(lectio("evidence", "list", "--corpus", corpus, "--date", "../-1000", "--certain", "--sort", "date", "--json")), &found); err != nil {
		t.Fatal(err)
	}
	var listed []string
	for _, r := range found {
		listed = append(listed, r.ID)
	}
	agreeInSQLite(t, lectio, corpus, filepath.Join(dir, "corpus.sqlite"))
	lectio("evidence", "export", "--datapackage", "--corpus", corpus, "--out", filepath.Join(dir, "tables"))
	data, err := os.ReadFile(filepath.Join(dir, "tables", "records.csv"))
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	last, first, date := slices.Index(rows[0], "search_last_year"), slices.Index(rows[0], "first_year"), slices.Index(rows[0], "date")
	year := func(text string, none int) int {
		n, err := strconv.Atoi(text)
		if err != nil {
			return none
		}
		return n
	}
	early := slices.DeleteFunc(rows[1:], func(row []string) bool { return year(row[last], 9999) > -1000 || strings.Contains(row[date], "?") })
	slices.SortStableFunc(early, func(a, b []string) int { return year(a[first], year(a[last], 0)) - year(b[first], year(b[last], 0)) })
	var exported []string
	for _, row := range early {
		exported = append(exported, row[0])
	}
	if want := []string{"4", "1", "6", "8", "2"}; !slices.Equal(listed, want) || !slices.Equal(exported, want) {
		t.Errorf("listed %v, exported %v, not %v", listed, exported, want)
	}
}

// agreeInSQLite asks which dates may lie before 1000 BCE, in their order, of the program
// and of its export.
func agreeInSQLite(t *testing.T, lectio func(...string) string, corpus, file string) {
	t.Helper()
	lectio("evidence", "export", "--sqlite", "--corpus", corpus, "--out", file)
	db, err := sql.Open("sqlite", file)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for question, where := range map[string]string{
		"../-1000":       "search_first_year IS NULL OR search_first_year <= -1000",
		"-1000/-0900":    "(search_first_year IS NULL OR search_first_year <= -900) AND (search_last_year IS NULL OR search_last_year >= -1000)",
		"before 1000 BC": "search_first_year IS NULL OR search_first_year <= -1000",
	} {
		var found []struct {
			ID string `json:"id"`
		}
		if err := json.Unmarshal([]byte(lectio("evidence", "list", "--corpus", corpus, "--date", question, "--sort", "date", "--json")), &found); err != nil {
			t.Fatal(err)
		}
		var listed, asked []string
		for _, r := range found {
			listed = append(listed, r.ID)
		}
		rows, err := db.Query("SELECT id FROM records WHERE date IS NOT NULL AND (" + where + ") ORDER BY date_order, id")
		if err != nil {
			t.Fatal(err)
		}
		for rows.Next() {
			var id string
			if err := rows.Scan(&id); err != nil {
				t.Fatal(err)
			}
			asked = append(asked, id)
		}
		if len(listed) < 5 || !slices.Equal(listed, asked) || rows.Err() != nil {
			t.Errorf("%s: the program lists %v, SQLite %v (%v)", question, listed, asked, rows.Err())
		}
	}
}
