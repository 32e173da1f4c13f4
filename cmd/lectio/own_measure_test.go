package main

import (
	"database/sql"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"
)

// ofTheMiddle is a measure as somebody writes one: all that is to be done for a number of his own.
const ofTheMiddle = `family: all games
measures:
  - measure: middle
    called: men in the middle of {who}
    unit: men
    at: move
    when: to = b2
    by: player
    asks: How often is a man placed in the middle?
    says: "{who} placed {value} men there in {games}"
`

// A measure that somebody writes is found wherever metrics are told, and changes nothing of what is said of those of the program.
func TestAMeasureOfOnesOwn(t *testing.T) {
	dir := t.TempDir()
	corpus, name := filepath.Join(dir, "corpus"), "men in the middle of white"
	lectioIn(t, "init", corpus)
	verify := []string{"verify", "three-in-a-row", "--corpus", corpus, "--games", "600", "--check", "ST,RD004", "--players", "random", "--json"}
	compare := []string{"compare", "three-in-a-row", "three-in-a-row{diagonals=do-not-count}", "--corpus", corpus, "--games", "600", "--players", "random", "--json"}
	before := []map[string]any{object(t, lectioIn(t, verify...)), object(t, lectioIn(t, compare...))}
	if err := os.WriteFile(filepath.Join(corpus, "rulesets/measures/own.yaml"), []byte(ofTheMiddle), 0o644); err != nil {
		t.Fatal(err)
	}
	after := []map[string]any{object(t, lectioIn(t, verify...)), object(t, lectioIn(t, compare...))}

	// It stands there, under every reading, and is tested, though apart.
	if list := having(after[0]["measures"], "measure", "middle"); len(list) < 2 {
		t.Errorf("verify has it %d times", len(list))
	}
	list := having(after[0]["changes_apart"], "metric", name) // corrected for that of black, and no other
	if len(list) != 1 || drawn(list[0])["p"].(float64) >= 0.5 || drawn(list[0])["p_corrected"] != 2*drawn(list[0])["p"].(float64) {
		t.Errorf("its changes are %v", list)
	}
	if len(having(after[1]["metrics"], "metric", name)) != 2 || len(having(after[1]["tests"], "metric", name)) != 1 {
		t.Errorf("compare has it %d and %d times", len(having(after[1]["metrics"], "metric", name)), len(having(after[1]["tests"], "metric", name)))
	}

	// What is said of all others is the same, corrected for as many comparisons.
	for i := range before {
		for key, want := range before[i] {
			got := after[i][key]
			if key == "metrics" || key == "tests" {
				got = slices.DeleteFunc(got.([]any), func(x any) bool {
					metric, _ := x.(map[string]any)["metric"].(string)
					return strings.HasPrefix(metric, "men in the middle")
				})
			}
			if key != "measures" && key != "made" && key != "run" && !reflect.DeepEqual(got, want) {
				t.Errorf("%s is %v, was %v", key, got, want)
			}
		}
	}

	// It stands in workbooks, and in a picture where it differs.
	for command, sheets := range map[string][]string{"verify": {"Measures"}, "compare": {"Play", "Statistics", "Tests", "Chart data"}} {
		args := slices.Clone(verify)
		if command == "compare" {
			args = slices.Clone(compare)
		}
		file := filepath.Join(dir, command+".xlsx")
		args[len(args)-1] = "--out"
		lectioIn(t, append(args, file)...)
		book, err := excelize.OpenFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, title := range sheets {
			rows, err := book.GetRows(title)
			if err != nil || !slices.ContainsFunc(rows, func(row []string) bool { return strings.Contains(strings.ToLower(strings.Join(row, " ")), "middle") }) {
				t.Errorf("%s: nothing of it in %q of %v (%v)", command, title, book.GetSheetList(), err)
			}
		}
	}

	// It is in a sweep that is merged of two units, and in the database with what it means.
	plan, merged, base := filepath.Join(dir, "p.sweep"), filepath.Join(dir, "m.json"), filepath.Join(dir, "m.sqlite")
	lectioIn(t, "sweep", "plan", "three-in-a-row", "--corpus", corpus, "--interpretations", "each", "--games", "40", "--units", "2", "--out", plan)
	lectioIn(t, "sweep", "run", plan, "--dir", filepath.Join(dir, "results"))
	lectioIn(t, "sweep", "merge", plan, filepath.Join(dir, "results"), "--out", merged, "--out", base)
	db, err := sql.Open("sqlite", base)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var unit, means string
	var value float64
	var games int
	if err := db.QueryRow("SELECT unit, means FROM measures WHERE measure = 'middle' AND own").Scan(&unit, &means); err != nil || unit != "men" || !strings.Contains(means, "How often") {
		t.Errorf("its unit is %q, it means %q: %v", unit, means, err)
	}
	if err := db.QueryRow("SELECT value, n FROM rows WHERE metric = ? AND readings = ''", name).Scan(&value, &games); err != nil || games != 40 || value <= 0 || value > 5 {
		t.Errorf("it comes to %v in %d games: %v", value, games, err)
	}
	// What rests on the sweep has it from there, to the digit.
	from := object(t, lectioIn(t, "verify", "three-in-a-row", "--corpus", corpus, "--games", "40", "--check", "ST003", "--from", merged, "--players", "random", "--json"))
	rows := having(from["measures"], "measure", "middle")[0]["rows"].([]any)
	if got := rows[0].(map[string]any); got["by"] != "white" || got["value"] != value {
		t.Errorf("from the sweep it is %v, expected %v", got, value)
	}
}

// drawn is what a change comes to in games at random.
func drawn(change map[string]any) map[string]any {
	out, _ := change["random"].(map[string]any)
	return out
}

// object reads what a command prints as JSON.
func object(t *testing.T, text string) (out map[string]any) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// having are the members of a list that have such a value.
func having(list any, key string, value any) (out []map[string]any) {
	members, _ := list.([]any)
	for _, x := range members {
		if m, ok := x.(map[string]any); ok && m[key] == value {
			out = append(out, m)
		}
	}
	return out
}
