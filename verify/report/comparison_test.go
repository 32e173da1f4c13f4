package report_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/lectio/lectio/rulesets/dimension"
	"github.com/lectio/lectio/verify/compare"
	"github.com/lectio/lectio/verify/measure"

	"github.com/lectio/lectio/evidence/exchange/sheet"
	"github.com/lectio/lectio/testdata/bundled"
	"github.com/lectio/lectio/testdata/long"
	"github.com/lectio/lectio/testdata/parts"
	"github.com/lectio/lectio/verify/report"
)

func compared(t *testing.T, c *dimension.Corpus, sides []compare.Side) *report.Report {
	t.Helper()
	res, errs := compare.Sides(context.Background(), c, sides, compare.Options{Games: 12, Seed: 2, Cap: 3000, Jobs: 2})
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	r := report.Comparison(res, "test")
	if err := r.Validate(); err != nil {
		t.Fatal(err)
	}
	return r
}

func table(t *testing.T, r *report.Report, name string) *report.Table {
	t.Helper()
	for _, x := range r.Tables {
		if x.Name == name {
			return x
		}
	}
	t.Fatalf("there is no table %s", name)
	return nil
}

func columnOf(t *testing.T, x *report.Table, key string) int {
	t.Helper()
	at := slices.IndexFunc(x.Columns, func(c report.Column) bool { return c.Key == key })
	if at < 0 {
		t.Fatalf("%s has no column %s", x.Name, key)
	}
	return at
}

// All games at once fit a landscape page, in every format.
func TestComparisonOfAll(t *testing.T) {
	c := bundled.Corpus(t)
	var sides []compare.Side
	for _, d := range c.Definitions {
		if !long.Form() && !slices.Contains([]string{"contraere-puff", "lange-puff", "mylna"}, d.ID) {
			continue
		}
		in, errs := d.Default()
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		sides = append(sides, compare.Side{Interpretation: in})
	}
	r := compared(t, c, sides)
	var b bytes.Buffer
	if err := r.Write(&b, "docx"); err != nil {
		t.Fatal(err)
	}
	if d := parts.Read(t, b.Bytes()); len(d.Notes) < len(sides) || !strings.Contains(strings.Join(d.Notes, "\n"), "Its wording: “") {
		t.Errorf("a document of %d games has %d notes, or none with a wording", len(sides), len(d.Notes))
	}
	side := table(t, r, "Side by side")
	width := 0
	for _, col := range side.Columns {
		width += col.MaxWidth
	}
	if len(side.Columns) != 3+len(sides) || width > 205 {
		t.Errorf("side by side has %d columns of %d characters for %d games", len(side.Columns), width, len(sides))
	}
	for _, name := range []string{"Play", "Statistics", "Tests"} {
		x := table(t, r, name)
		for _, key := range []string{"agent", "games", "seed", "cap"} {
			at := columnOf(t, x, key)
			for _, row := range x.Rows {
				if row.Cells[at].Empty() {
					t.Errorf("%s: row %q has no %s", name, row.Key, key)
				}
			}
		}
	}
	play := table(t, r, "Play")
	for i, row := range play.Rows {
		if row.Key == measure.MetricBalance && !slices.ContainsFunc(play.Rows[:i], func(r report.Row) bool { return r.Key == "completion" }) {
			t.Error("balance is shown without completion")
		}
	}
	if len(r.Charts) == 0 {
		t.Error("there are no charts")
	}
	dir := t.TempDir()
	for _, ext := range []string{"xlsx", "html", "md", "csv", "json"} {
		if err := r.WriteFile(filepath.Join(dir, "all."+ext)); err != nil {
			t.Error(err)
		}
	}
	w, err := sheet.Read(filepath.Join(dir, "all.xlsx"))
	if err != nil {
		t.Fatal(err)
	}
	at := slices.IndexFunc(w.Sheets, func(s *sheet.Sheet) bool { return s.Name == "Side by side" })
	if at < 0 || w.Sheets[at].FrozenRows != 2 || w.Sheets[at].RepeatRows != 2 || len(w.Sheets[at].Rows) != len(side.Rows)+2 {
		t.Fatal("the sheet is not as it was written: heading frozen and repeated, landscape")
	}
	for c, cell := range w.Sheets[at].Rows[1][3:] {
		if cell.Text != side.Columns[c+3].Title {
			t.Errorf("column %d is headed %q, want %q", c+3, cell.Text, side.Columns[c+3].Title)
		}
	}
	csv, err := os.ReadFile(filepath.Join(dir, "all-testimony.csv"))
	if err != nil || !bytes.Contains(csv, []byte("one testimony, not two")) {
		t.Errorf("the testimony of the Puffs is not in the CSV file: %v\n%s", err, csv)
	}
}

// More columns than a page holds are divided, the first repeated; what is alike
// everywhere in a group is left out of the rules that differ.
func TestComparisonOfMany(t *testing.T) {
	long.Slow(t)
	c := bundled.Corpus(t)
	d := c.Find("natt-klab-ash-shawk")
	in, errs := d.Default()
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	sides := []compare.Side{{Interpretation: in}}
	apart := d.Alternatives()[:long.Of(3, 10)]
	for i := range 10 {
		a := apart[i%len(apart)] // a column need not be another interpretation
		in, errs := d.Interpret(a.Choice)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		sides = append(sides, compare.Side{Interpretation: in, Pinned: []string{a.Question.ID}})
	}
	r := compared(t, c, sides)
	one, two := table(t, r, "Side by side"), table(t, r, "Side by side 2")
	var keys []string
	for _, x := range append(one.Columns[3:len(one.Columns):len(one.Columns)], two.Columns[3:]...) {
		keys = append(keys, x.Key)
	}
	if got := strings.Join(keys, ""); got != "ABCDEFGHAIJK" {
		t.Errorf("the columns are %s", got)
	}
	if len(one.Rows) != len(two.Rows) {
		t.Errorf("%d and %d rows", len(one.Rows), len(two.Rows))
	}
	marked := 0
	for _, row := range table(t, r, "Rules that differ").Rows {
		n := 0
		for _, cell := range row.Cells {
			if strings.HasPrefix(cell.Text, "≠ ") {
				n++
			}
		}
		if n == 0 {
			t.Errorf("nothing is marked in %s", row.Key)
		}
		marked += n
	}
	if marked == 0 {
		t.Error("no reading changes a rule")
	}
	method := fmt.Sprint(table(t, r, "Method").Rows)
	if !strings.Contains(method, "lectio compare natt-klab-ash-shawk 'natt-klab-ash-shawk{") || !strings.Contains(method, "--games 12 --seed 2 --cap 3000") {
		t.Errorf("the method does not say how to repeat it: %s", method)
	}
}

// What the first player's share would be by equal chances is said for as many as play.
func TestComparisonChartOfUnequalNumbersOfPlayers(t *testing.T) {
	long.Slow(t)
	c := bundled.Corpus(t)
	var sides []compare.Side
	for _, id := range []string{"kioz", "barjis"} {
		in, errs := c.Find(id).Default()
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		sides = append(sides, compare.Side{Interpretation: in})
	}
	for _, chart := range compared(t, c, sides).Charts {
		if chart.Title == "The first player's share" {
			if !strings.Contains(chart.About, "with 2 players of equal chances it would be 0.5, with 4 players of equal chances it would be 0.25") {
				t.Errorf("the chart is about %q", chart.About)
			}
			return
		}
	}
	t.Error("there is no chart of the first player's share")
}
