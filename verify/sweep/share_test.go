package sweep

import (
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/verify/playout"
)

// known is a merge of which it is known where the variance comes from: a question of
// two readings and one of three add up, two more act only together, a fifth does
// nothing, and games vary by chance.
func known(design Design, only func(levels []int) bool) *Merged {
	sizes := []int{2, 3, 2, 2, 2}
	p := &Plan{Heading: Heading{Games: 100, Choices: 100, Cap: 10, Seeds: []uint64{1}}}
	part := &Part{Ruleset: "g", Design: design.String()}
	p.Parts = []*Part{part}
	m := &Merged{Plan: p}
	random := rand.New(rand.NewPCG(7, 7))
	var walk func(levels []int)
	walk = func(levels []int) {
		if len(levels) < len(sizes) {
			for k := range sizes[len(levels)] {
				walk(append(levels, k))
			}
			return
		}
		if !only(levels) {
			return
		}
		in := &Interpretation{Ruleset: "g", Readings: rulesets.Choice{}}
		for q, k := range levels {
			if k > 0 {
				in.Readings[fmt.Sprintf("q%d", q)] = fmt.Sprintf("r%d", k)
			}
		}
		mean := 1000 + 100*float64(levels[0]) + 60*float64(levels[1])
		if levels[2] != levels[3] {
			mean += 80
		}
		t := Tally{Games: 100, Over: 100, Wins: []int{50, 50}}
		x := playout.Moments{Metric: "moves", Grain: 1, N: 100}
		var sum, squares int64
		for range 100 {
			v := int64(mean + 40*random.NormFloat64())
			sum, squares = sum+v, squares+v*v
		}
		x.Sum = sum
		if err := x.Squares.UnmarshalJSON([]byte(fmt.Sprintf("%q", fmt.Sprint(squares)))); err != nil {
			panic(err)
		}
		t.Metrics = []playout.Moments{x}
		m.Rows = append(m.Rows, &Row{Interpretation: in, Part: part, Asked: 100, Tally: t})
	}
	walk(nil)
	part.Played, p.Lines = len(m.Rows), len(m.Rows)
	return m
}

// What the variance is made of is found where it is known.
func TestVariances(t *testing.T) {
	// 100 of half, 60, 0 and 120 of a third each, 80 of half: variances of the parts.
	parts := map[string]float64{"q0": 2500, "q1": 2400, "q2 with q3": 1600}
	whole := 6500.0
	v := known(Design{Kind: All}, func([]int) bool { return true }).Variances()
	if len(v) != 1 || v[0].Interpretations != 48 || math.Abs(v[0].Between/whole-1) > 0.15 {
		t.Fatalf("%+v", v[0])
	}
	if want := 40.0 * 40 / 100; math.Abs(v[0].Chance/want-1) > 0.2 {
		t.Errorf("games vary the mean by %.1f, want %.1f", v[0].Chance, want)
	}
	for _, s := range v[0].Shares {
		want := parts[s.Words()] / whole
		if math.Abs(s.Share-want) > 0.03 || s.Low > want || s.High < want {
			t.Errorf("%s has %.3f (%.3f to %.3f), want %.3f", s.Words(), s.Share, s.Low, s.High, want)
		}
	}
	if len(v[0].Shares) != 5+10 {
		t.Errorf("%d shares", len(v[0].Shares))
	}
	// Each reading against the default sees no pairs: q2 and q3 seem to act alone.
	v = known(Design{Kind: Each}, func(levels []int) bool {
		n := 0
		for _, k := range levels {
			n += min(k, 1)
		}
		return n <= 1
	}).Variances()
	for _, s := range v[0].Shares {
		want := map[string]float64{"q0": 2500, "q1": 2400, "q2": 1600, "q3": 1600}[s.Words()] / 8100
		if math.Abs(s.Share-want) > 0.05 || s.Low > want || s.High < want {
			t.Errorf("each: %s has %.3f (%.3f to %.3f), want %.3f", s.Words(), s.Share, s.Low, s.High, want)
		}
	}
	if len(v[0].Shares) != 5 || !strings.Contains(v[0].How, "of pairs this design tells nothing") {
		t.Errorf("each: %+v", v[0])
	}
	// Where nothing but chance differs, no question is named.
	same := known(Design{Kind: All}, func(levels []int) bool { return levels[0] == 0 && levels[1] == 0 && levels[2] == levels[3] })
	for _, s := range same.Variances()[0].Told() {
		t.Errorf("by chance alone: %s has %.3f (%.3f to %.3f)", s.Words(), s.Share, s.Low, s.High)
	}
}

// What is written is read back, row for row, and twice is the same.
func TestData(t *testing.T) {
	m := known(Design{Kind: All}, func([]int) bool { return true })
	m.Rows[3].Failed, m.Rows[3].Tally = "it fails", Tally{Failed: "it fails"}
	var a, b bytes.Buffer
	for _, w := range []*bytes.Buffer{&a, &b} {
		if err := m.WriteParquet(w); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(a.Bytes(), b.Bytes()) {
		t.Error("the same rows give other bytes")
	}
	rows, err := parquet.Read[dataRow](bytes.NewReader(a.Bytes()), int64(a.Len()))
	if err != nil {
		t.Fatal(err)
	}
	var want []dataRow
	for _, r := range m.Rows {
		want = r.data(want)
	}
	shown := func(list []dataRow) (out []string) {
		for _, x := range list {
			value := "none"
			if x.Value != nil {
				value = fmt.Sprint(*x.Value)
			}
			out = append(out, fmt.Sprint(x.Interpretation, x.Readings, x.Metric, value, x.N, x.Games, x.Failed))
		}
		return out
	}
	if got, want := shown(rows), shown(want); len(want) != 2*47+1 || strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("%d rows were read of %d", len(got), len(want))
	}
	file := filepath.Join(t.TempDir(), "a.sqlite")
	if err := m.WriteSQLite(context.Background(), file); err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", file)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for query, want := range map[string]int{
		"SELECT count(*) FROM rows": len(want), "SELECT count(*) FROM variance": 15, "SELECT count(*) FROM rows WHERE failed != ''": 1,
		"SELECT count(*) FROM pragma_table_info('rows') p JOIN columns c ON c.\"column\" = p.name":                                       len(Columns),
		"SELECT count(*) FROM interpretations i JOIN readings r ON r.interpretation = i.id WHERE r.question = 'q1' AND r.reading = 'r2'": 16,
	} {
		var n int
		if err := db.QueryRow(query).Scan(&n); err != nil || n != want {
			t.Errorf("%s: %d, want %d (%v)", query, n, want, err)
		}
	}
}
