package sweep

import (
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
	"gonum.org/v1/gonum/mat"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/verify/playout"
)

// known is a merge of which it is known where the variance comes from: a question of
// two readings and one of three add up, two more act only together, a fifth does
// nothing, and games vary by chance.
func known(design Design, only func(levels []int) bool) *Merged { return knownFrom(7, 1, design, only) }

// knownFrom is known with chance from a seed, and with so many questions that do nothing.
func knownFrom(seed uint64, idle int, design Design, only func(levels []int) bool) *Merged {
	sizes := append([]int{2, 3, 2, 2}, slices.Repeat([]int{2}, idle)...)
	p := &Plan{Heading: Heading{Games: 100, Choices: 100, Cap: 10, Seeds: []uint64{1}}}
	part := &Part{Ruleset: "g", Design: design.String()}
	p.Parts = []*Part{part}
	m := &Merged{Plan: p}
	random := rand.New(rand.NewPCG(seed, 7))
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

// The intervals hold what is known at least as often as they say, over sweeps that differ
// by chance, whether all interpretations were played or some drawn at random; and they
// are narrow enough to tell what acts from what does not.
func TestIntervalsHold(t *testing.T) {
	parts := map[string]float64{"q0": 2500, "q1": 2400, "q2 with q3": 1600}
	const sweeps, idle = 60, 4
	for _, drawn := range []bool{false, true} {
		held, told := map[string]int{}, map[string]int{}
		for seed := range uint64(sweeps) {
			random := rand.New(rand.NewPCG(seed, 3))
			v := knownFrom(seed, idle, Design{Kind: All}, func([]int) bool { return !drawn || random.IntN(4) > 0 }).Variances()[0]
			for _, s := range v.Shares {
				if want := parts[s.Words()] / 6500; s.Low <= want && want <= s.High {
					held[s.Words()]++
				}
			}
			for _, s := range v.Told() {
				told[s.Words()]++
			}
		}
		if len(held) != 8+28 {
			t.Errorf("drawn %v: %d intervals", drawn, len(held))
		}
		for name, n := range held {
			if n < sweeps*9/10 {
				t.Errorf("drawn %v: the interval of %s held %d times of %d", drawn, name, n, sweeps)
			}
			if acts := parts[name] > 0; acts && told[name] < sweeps*9/10 || !acts && told[name] > sweeps/10 {
				t.Errorf("drawn %v: %s was told from nothing %d times of %d", drawn, name, told[name], sweeps)
			}
		}
	}
}

// What least squares make of the same rows, with an effect for each reading and each two
// of them, says the same but for what so few rows leave open.
func TestSharesByLeastSquares(t *testing.T) {
	m := known(Design{Kind: All}, func([]int) bool { return true })
	sizes := []int{2, 3, 2, 2, 2}
	names := []string{"q0", "q1", "q2", "q3", "q4"}
	// Contrasts of a question are orthogonal, each with a sum of squares of its size.
	contrasts := func(q, level int) []float64 {
		if sizes[q] == 2 {
			return []float64{[]float64{-1, 1}[level]}
		}
		return []float64{[]float64{-math.Sqrt(1.5), 0, math.Sqrt(1.5)}[level], []float64{math.Sqrt(0.5), -math.Sqrt2, math.Sqrt(0.5)}[level]}
	}
	var labels []string
	var cells []float64
	y := mat.NewVecDense(len(m.Rows), nil)
	for i, r := range m.Rows {
		row, own := []float64{1}, []string{""}
		var single [][]float64
		for q := range sizes {
			level := 0
			if reading := r.Readings[names[q]]; reading != "" {
				level = int(reading[1] - '0')
			}
			single = append(single, contrasts(q, level))
			for _, x := range single[q] {
				row, own = append(row, x), append(own, names[q])
			}
		}
		for q := range sizes {
			for o := q + 1; o < len(sizes); o++ {
				for _, a := range single[q] {
					for _, b := range single[o] {
						row, own = append(row, a*b), append(own, names[q]+" with "+names[o])
					}
				}
			}
		}
		cells, labels = append(cells, row...), own
		y.SetVec(i, float64(r.Metrics[0].Sum)/float64(r.Metrics[0].N))
	}
	var b mat.VecDense
	design := mat.NewDense(len(m.Rows), len(labels), cells)
	if err := b.SolveVec(design, y); err != nil {
		t.Fatal(err)
	}
	var rest mat.VecDense
	rest.MulVec(design, &b)
	rest.SubVec(y, &rest)
	noise := mat.Dot(&rest, &rest) / float64(len(m.Rows)-len(labels)) // of one row
	effects := map[string]float64{}
	for k, name := range labels[1:] {
		x := b.AtVec(k + 1)
		effects[name] += x*x - noise/float64(len(m.Rows))
	}
	v := m.Variances()[0]
	for _, s := range v.Shares {
		if want := effects[s.Words()] / v.Between; math.Abs(s.Share-max(want, 0)) > 0.03 {
			t.Errorf("%s has %.4f, by least squares %.4f", s.Words(), s.Share, want)
		}
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
