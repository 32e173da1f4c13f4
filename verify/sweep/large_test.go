package sweep

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"testing"
	"time"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/verify/playout"
)

// TestMillionRows merges a million rows, of an interpretation and a metric each, in a
// minute and a gigabyte. It makes some hundred megabytes of results, so it is run
// where LECTIO_ROWS is set.
func TestMillionRows(t *testing.T) {
	if os.Getenv("LECTIO_ROWS") == "" {
		t.Skip("LECTIO_ROWS is not set")
	}
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(800 << 20)) // as the program does
	const interpretations, metrics, units = 100000, 10, 64
	p := &Plan{Heading: Heading{Sweep: Format, Program: "lectio 1", Corpus: "sha256:c", Games: 100, Choices: 100, Cap: 10, Seeds: []uint64{1}, Lines: interpretations}}
	part := &Part{Ruleset: "g", Title: "G", Design: "sample:100000", Played: interpretations, Units: units, GamesPerSecond: 1, ChoicesPerSecond: 1}
	p.Parts = []*Part{part}
	p.Rules = p.Parts
	random := rand.New(rand.NewPCG(1, 1))
	for range interpretations {
		c, name := rulesets.Choice{}, ""
		for q := range 24 {
			if k := random.IntN(3); k > 0 {
				question, reading := fmt.Sprintf("question_%d", q), fmt.Sprintf("reading-%d", k)
				c[question] = reading
				name += "," + question + "=" + reading
			}
		}
		part.Interpretations = append(part.Interpretations, &Interpretation{"g", "g{" + name + "}", c})
	}
	data, err := p.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for unit := 1; unit <= units; unit++ {
		_, _, spans := p.unit(unit)
		var rows []resultRow
		for _, s := range spans {
			x := Tally{Games: s.games, Over: s.games, Wins: []int{s.games, 0}, Ends: map[string]int{"all_off": s.games}}
			for k := range metrics - 1 { // balance is the last
				n := int64(s.games)
				m := playout.Moments{Metric: fmt.Sprintf("metric %d", k), Grain: 1, N: n, Sum: n * (100 + random.Int64N(50))}
				if err := m.Squares.UnmarshalJSON(fmt.Appendf(nil, "%q", fmt.Sprint(m.Sum*m.Sum/n+n*random.Int64N(900)))); err != nil {
					t.Fatal(err)
				}
				x.Metrics = append(x.Metrics, m)
			}
			rows = append(rows, resultRow{s.at, x})
		}
		text, err := p.result(unit, rows)
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, ResultName(unit)), text, 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	p, part = nil, nil
	debug.FreeOSMemory()
	begun := time.Now()
	back, errs := Read("p.sweep", data)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	m, err := back.Merge(context.Background(), dir)
	if err != nil || len(m.Missing) > 0 {
		t.Fatal(err, m.Missing)
	}
	mergedIn := time.Since(begun)
	rows := 0
	for _, r := range m.Rows {
		rows += len(r.Estimates())
	}
	if rows != interpretations*metrics {
		t.Errorf("%d rows", rows)
	}
	begun = time.Now()
	if err := m.WriteJSON(io.Discard); err != nil {
		t.Fatal(err)
	}
	json := time.Since(begun)
	begun = time.Now()
	if err := m.WriteParquet(io.Discard); err != nil {
		t.Fatal(err)
	}
	parquet := time.Since(begun)
	begun = time.Now()
	if err := m.WriteSQLite(context.Background(), filepath.Join(dir, "a.sqlite")); err != nil {
		t.Fatal(err)
	}
	sqlite := time.Since(begun)
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	t.Logf("%d rows: merged in %.1f s, written as JSON with shares in %.1f s, as Parquet in %.1f s, as SQLite in %.1f s; %d MiB",
		rows, mergedIn.Seconds(), json.Seconds(), parquet.Seconds(), sqlite.Seconds(), memory.Sys>>20)
	if mergedIn > time.Minute || memory.Sys > 1<<30 {
		t.Error("that is more than a minute or a gigabyte")
	}
}
