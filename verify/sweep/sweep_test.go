package sweep

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/exchange/sheet"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/testdata/long"
)

// bundled are the rulesets in the program.
var bundled = sync.OnceValue(func() *rulesets.Corpus {
	ev, errs := evidence.Load(evidence.Bundled, "")
	c, more := rulesets.Load(rulesets.Bundled, "", ev)
	if len(errs)+len(more) > 0 {
		panic(fmt.Sprint(errs, more))
	}
	return c
})

// planned makes a small plan in so many units, and reads it back.
func planned(t *testing.T, units int) *Plan {
	t.Helper()
	return plannedOf(t, Request{Units: units, Program: "lectio 1", Corpus: "sha256:c"})
}

func plannedOf(t *testing.T, r Request) *Plan {
	t.Helper()
	r.Definitions = []*rulesets.Definition{bundled().Find("mylna")}
	if r.Design.Kind == "" {
		r.Design = Design{Kind: All, Questions: []string{"MY-A06", "MY-A07"}}
	}
	r.Games, r.Choices, r.Cap, r.Seeds = 25, 16, 400, []uint64{3, 4}
	p, errs := Make(context.Background(), r)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	data, err := p.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	back, errs := Read("p.sweep", data)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	if again, err := back.Bytes(); err != nil || !bytes.Equal(again, data) || back.ID != p.ID {
		t.Fatalf("the plan reads back as another: %v", err)
	}
	return back
}

func runAll(t *testing.T, p *Plan, o RunOptions) *Ran {
	t.Helper()
	o.Find = bundled().Find
	if o.Jobs == 0 {
		o.Jobs = 2
	}
	ran, err := p.Run(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	return ran
}

// merged is what a merge writes.
func merged(t *testing.T, p *Plan, dirs ...string) string {
	t.Helper()
	m, err := p.Merge(context.Background(), dirs...)
	if err != nil {
		t.Fatal(err)
	}
	if len(m.Missing) > 0 || m.Games() != p.TotalGames() {
		t.Fatalf("units %v are missing; %d of %d games", m.Missing, m.Games(), p.TotalGames())
	}
	var b strings.Builder
	if err := m.WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// What is merged is the same whatever the number of units and workers, and whatever
// the order, the place and the repetition of results.
func TestMergeIsTheSameHowever(t *testing.T) {
	long.Slow(t)
	p := planned(t, 1)
	dir := t.TempDir()
	runAll(t, p, RunOptions{Dir: dir, Jobs: 1})
	want := merged(t, p, dir)
	if !strings.Contains(want, `"complete":true`) || p.Lines < 4 {
		t.Fatalf("%d interpretations: %.300s", p.Lines, want)
	}
	for _, units := range []int{2, 7, 256} {
		p := planned(t, units)
		if units = min(units, p.TotalGames()); p.Units() != units {
			t.Fatalf("%d units, want %d", p.Units(), units)
		}
		a, b := t.TempDir(), t.TempDir()
		order := rand.New(rand.NewPCG(1, uint64(units))).Perm(units)
		for i, n := range order {
			runAll(t, p, RunOptions{Dir: []string{a, b}[i%2], Units: []int{n + 1}, Jobs: 1 + i%3})
			if units > 10 && i > 3 { // the rest at once
				break
			}
		}
		runAll(t, p, RunOptions{Dir: b})
		if got := merged(t, p, a, b); got != want {
			t.Errorf("%d units give another result than one:\n%.600s\n%.600s", units, got, want)
		}
		if got := merged(t, p, b, a, b); got != want {
			t.Errorf("%d units in another order of folders, one twice, give another result", units)
		}
	}
}

// The checks of a plan are asked once of every interpretation, whatever the units are,
// and what they come to is merged to the same bytes.
func TestChecksAreAskedOnce(t *testing.T) {
	want := ""
	for _, units := range []int{1, 3, 40} {
		var mu sync.Mutex
		asked := map[string]int{}
		ask := func(_ context.Context, ruleset string, readings rulesets.Choice, c Checking, seed uint64, cap int) []Checked {
			mu.Lock()
			defer mu.Unlock()
			asked[readings.String()]++
			if ruleset != "mylna" || c.CheckGames != 7 || !slices.Equal(c.Checks, []string{"XX001"}) || seed != 3 || cap != 400 {
				t.Errorf("%s, %+v, seed %d, cap %d", ruleset, c, seed, cap)
			}
			out := Checked{Check: "XX001", Verdict: "none-seen"}
			if len(readings) == 2 {
				out.Verdict, out.Findings, out.Message = "found", 2, "both "+readings.String()
			}
			return []Checked{out}
		}
		p := plannedOf(t, Request{Units: units, Program: "lectio 1", Corpus: "sha256:c", Checking: Checking{[]string{"XX001"}, 7}, Ask: ask})
		clear(asked) // planning measures one
		a, b := t.TempDir(), t.TempDir()
		runAll(t, p, RunOptions{Dir: a, Units: []int{1}, Ask: ask})
		runAll(t, p, RunOptions{Dir: a, Ask: ask})
		if len(asked) != p.Lines {
			t.Fatalf("%d units: %d of %d interpretations were asked", units, len(asked), p.Lines)
		}
		for in, n := range asked {
			if n != 1 {
				t.Errorf("%d units: %q was asked %d times", units, in, n)
			}
		}
		runAll(t, p, RunOptions{Dir: b, Units: []int{units}, Ask: ask})
		got := merged(t, p, b, a)
		if want == "" {
			want = got
		}
		if got != want || !strings.Contains(got, `"checked":[{"check":"XX001","verdict":"found","findings":2,"message":"both `) {
			t.Errorf("%d units: %.900s", units, got)
		}
		m, err := p.Merge(context.Background(), a)
		if err != nil {
			t.Fatal(err)
		}
		if list := m.Checks(); len(list) != 1 || list[0].Asked != p.Lines || list[0].Found < 1 || list[0].Found == p.Lines || !strings.HasPrefix(list[0].Message, "both ") {
			t.Errorf("%+v", list)
		}
	}
}

// A finished unit is not played again.
func TestRunPassesOver(t *testing.T) {
	p, dir := planned(t, 3), t.TempDir()
	runAll(t, p, RunOptions{Dir: dir, Units: []int{2}})
	before, err := os.Stat(filepath.Join(dir, ResultName(2)))
	if err != nil {
		t.Fatal(err)
	}
	if ran := runAll(t, p, RunOptions{Dir: dir}); ran.Already != 1 || ran.Played != 2 {
		t.Errorf("%+v", ran)
	}
	after, err := os.Stat(filepath.Join(dir, ResultName(2)))
	if err != nil || !os.SameFile(before, after) {
		t.Errorf("the result was written again (%v)", err)
	}
}

// The table of failures: whatever happens, nothing is lost and nothing counted twice.
func TestFailures(t *testing.T) {
	long.Slow(t)
	p, clean := planned(t, 4), t.TempDir()
	runAll(t, p, RunOptions{Dir: clean})
	want := merged(t, p, clean)
	good := func(n int) []byte {
		data, err := os.ReadFile(filepath.Join(clean, ResultName(n)))
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	write := func(t *testing.T, dir string, n int, data []byte) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, ResultName(n)), data, 0o666); err != nil {
			t.Fatal(err)
		}
	}

	t.Run("a node killed in mid-unit", func(t *testing.T) {
		dir := t.TempDir()
		ctx, kill := context.WithCancel(context.Background())
		ran, err := p.Run(ctx, RunOptions{Dir: dir, Jobs: 1, Find: bundled().Find, Progress: func(done, total int) {
			if done*8 >= total*3 { // in the second of four units
				kill()
			}
		}})
		if err != nil || ran.Played != 1 || !slices.Equal(ran.NotDone, []int{2, 3, 4}) {
			t.Fatalf("%+v, %v", ran, err)
		}
		// One that is killed outright leaves half of what it wrote, under another name.
		if err := os.WriteFile(filepath.Join(dir, "."+ResultName(2)+".lectio-0-1-0.tmp"), good(2)[:300], 0o666); err != nil {
			t.Fatal(err)
		}
		if m, err := p.Merge(context.Background(), dir); err != nil || !slices.Equal(m.Missing, []int{2, 3, 4}) || m.Games() != ran.Games {
			t.Fatalf("%v, %v", m, err)
		}
		if ran := runAll(t, p, RunOptions{Dir: dir}); ran.Already != 1 || ran.Played != 3 {
			t.Errorf("%+v", ran)
		}
		if merged(t, p, dir) != want {
			t.Error("the result is another")
		}
	})

	t.Run("a unit run twice at once", func(t *testing.T) {
		dir := t.TempDir()
		var wg sync.WaitGroup
		for range 4 {
			wg.Go(func() {
				if _, err := p.Run(context.Background(), RunOptions{Dir: dir, Jobs: 1, Find: bundled().Find}); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if merged(t, p, dir) != want {
			t.Error("the result is another")
		}
		if list, err := os.ReadDir(dir); err != nil || len(list) != 4 {
			t.Errorf("%d files in the folder (%v)", len(list), err)
		}
	})

	t.Run("a disk full at rename", func(t *testing.T) {
		dir := t.TempDir()
		full := func(files ...sheet.File) error {
			if strings.HasSuffix(files[0].Path, ResultName(3)) {
				return &os.LinkError{Op: "rename", Old: "x", New: files[0].Path, Err: syscall.ENOSPC}
			}
			return sheet.WriteFiles(files...)
		}
		_, err := p.Run(context.Background(), RunOptions{Dir: dir, Jobs: 1, Find: bundled().Find, write: full})
		if !errors.Is(err, syscall.ENOSPC) {
			t.Fatalf("%v", err)
		}
		if m, err := p.Merge(context.Background(), dir); err != nil || !slices.Equal(m.Missing, []int{3, 4}) {
			t.Fatalf("%v, %v", m.Missing, err)
		}
		if ran := runAll(t, p, RunOptions{Dir: dir}); ran.Already != 2 || merged(t, p, dir) != want {
			t.Errorf("%+v", ran)
		}
	})

	t.Run("results cut off", func(t *testing.T) {
		whole := good(2)
		for _, n := range []int{0, 1, 200, bytes.IndexByte(whole, '\n') + 1, len(whole) / 2, bytes.LastIndexByte(whole[:len(whole)-1], '\n') + 1, len(whole) - 1} {
			dir := t.TempDir()
			for k := 1; k <= 4; k++ {
				write(t, dir, k, good(k))
			}
			write(t, dir, 2, whole[:n])
			m, err := p.Merge(context.Background(), dir)
			if err != nil || !slices.Equal(m.Missing, []int{2}) || len(m.CutOff) != 1 {
				t.Fatalf("cut to %d bytes: missing %v, %v, %v", n, m.Missing, m.CutOff, err)
			}
			if short := slices.ContainsFunc(m.Rows, (*Row).Short); !short || m.About().Complete || m.About().Missing != "2" {
				t.Errorf("cut to %d bytes, nothing rests on fewer games: %+v", n, m.About())
			}
			if ran := runAll(t, p, RunOptions{Dir: dir}); ran.Played != 1 || merged(t, p, dir) != want {
				t.Errorf("cut to %d bytes: %+v", n, ran)
			}
		}
		// A byte that was changed is seen as well.
		dir, changed := t.TempDir(), bytes.Clone(whole)
		changed[len(changed)/2] ^= 1
		write(t, dir, 2, changed)
		if m, err := p.Merge(context.Background(), dir); err != nil || len(m.CutOff) != 1 {
			t.Errorf("a changed byte: %v, %v", m, err)
		}
	})

	t.Run("clocks apart", func(t *testing.T) {
		dir := t.TempDir()
		runAll(t, p, RunOptions{Dir: dir, Units: []int{1, 3}})
		for n, year := range map[int]int{1: 1971, 3: 2099} {
			when := time.Date(year, 1, 1, 0, 0, 0, 0, time.UTC)
			if err := os.Chtimes(filepath.Join(dir, ResultName(n)), when, when); err != nil {
				t.Fatal(err)
			}
		}
		if ran := runAll(t, p, RunOptions{Dir: dir}); ran.Already != 2 || merged(t, p, dir) != want {
			t.Errorf("%+v", ran)
		}
	})

	t.Run("one node with an older binary", func(t *testing.T) {
		// It says which it is: its results are refused, and it would not have played.
		old := plannedOf(t, Request{Units: 4, Program: "lectio 0", Corpus: "sha256:c"})
		refused(t, p, old, "another version of the program", "lectio 0")
		// It does not say so, but plays otherwise.
		other := *p
		part := *p.Parts[0]
		part.Trial = "0" + part.Trial[1:]
		if part.Trial == p.Parts[0].Trial {
			part.Trial = "1" + part.Trial[1:]
		}
		other.Parts = []*Part{&part}
		dir := t.TempDir()
		if _, err := other.Run(context.Background(), RunOptions{Dir: dir, Jobs: 1, Find: bundled().Find}); err == nil || !strings.Contains(err.Error(), "another build") {
			t.Errorf("%v", err)
		}
		if list, err := os.ReadDir(dir); err != nil || len(list) > 0 {
			t.Errorf("%d results (%v)", len(list), err)
		}
	})

	t.Run("results of something else", func(t *testing.T) {
		refused(t, p, plannedOf(t, Request{Units: 4, Program: "lectio 1", Corpus: "sha256:d"}), "another corpus", "sha256:d")
		refused(t, p, plannedOf(t, Request{Units: 5, Program: "lectio 1", Corpus: "sha256:c"}), "another plan", "unit 5")
	})

	t.Run("two results that differ", func(t *testing.T) {
		dir := t.TempDir()
		_, _, spans := p.unit(2)
		write(t, dir, 2, lied(t, p, 2, spans))
		if _, err := p.Merge(context.Background(), clean, dir); err == nil || !strings.Contains(err.Error(), "two results of unit 2 differ") {
			t.Errorf("%v", err)
		}
	})
}

// lied is a whole result of a unit with other numbers.
func lied(t *testing.T, p *Plan, unit int, spans []span) []byte {
	t.Helper()
	var rows []resultRow
	for _, s := range spans {
		if len(rows) > 0 && rows[len(rows)-1].At == s.at {
			rows[len(rows)-1].Games += s.games
			continue
		}
		rows = append(rows, resultRow{s.at, Tally{Games: s.games}})
	}
	data, err := p.result(unit, rows)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// refused checks that the results of another plan are, by name, in running and in
// merging.
func refused(t *testing.T, p, other *Plan, why, name string) {
	t.Helper()
	dir := t.TempDir()
	runAll(t, other, RunOptions{Dir: dir})
	_, err := p.Merge(context.Background(), dir)
	if err == nil || !strings.Contains(err.Error(), why) || !strings.Contains(err.Error(), name) {
		t.Errorf("merging: %v; want %q of %q", err, why, name)
	}
	if _, err := p.Run(context.Background(), RunOptions{Dir: dir, Jobs: 1, Find: bundled().Find}); err == nil {
		t.Error("running passes over results of something else")
	}
}

// What cannot be a plan is refused with its place.
func TestReadRefuses(t *testing.T) {
	p := planned(t, 2)
	data, err := p.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	for n := 0; n < len(data)-1; n += max(1, len(data)/97) {
		if _, errs := Read("p.sweep", data[:n]); len(errs) == 0 || errs[0].Pos.Line < 1 {
			t.Fatalf("cut to %d bytes: %v", n, errs)
		}
	}
	for _, x := range []struct{ old, new, want string }{
		{`"games": 25`, `"games": 0`, "this is no plan"},
		{`"lectio_sweep": 4`, `"lectio_sweep": 3`, "another version"},
		{`"units": 2`, `"units": 200000000000`, "this is no plan"},
		{`"cap"`, `"cup"`, "this is no plan"},
		{`{"ruleset":"mylna"`, `{"ruleset":"other"`, "another ruleset"},
	} {
		text := strings.Replace(string(data), x.old, x.new, 1)
		if _, errs := Read("p.sweep", []byte(text)); len(errs) == 0 || !strings.Contains(errs.Error(), x.want) {
			t.Errorf("%s: %v", x.new, errs)
		}
	}
	if _, errs := Read("p.sweep", append(bytes.Clone(data), "{}\n"...)); len(errs) == 0 || !strings.Contains(errs.Error(), "behind the end") {
		t.Errorf("more at the end: %v", errs)
	}
}

// Every way of choosing gives interpretations that differ and can be compiled.
func TestDesigns(t *testing.T) {
	d := bundled().Find("natt-klab-ash-shawk")
	for _, x := range []struct {
		text        string
		least, most int
	}{{"each", len(d.Alternatives()) + 1, 2*len(d.Alternatives()) + 1}, {"cover:2", 5, 80}, {"cover", 5, 80}, {"sample:40", 40, 40}} {
		design, ok := ParseDesign(x.text)
		if !ok {
			t.Fatal(x.text)
		}
		design.Seed = 1
		list, errs := design.choices(context.Background(), d, nil)
		if len(errs) > 0 || len(list) < x.least || len(list) > x.most {
			t.Errorf("%s: %d interpretations, %v", x.text, len(list), errs)
		}
		seen := map[string]bool{}
		for _, c := range list {
			if seen[c.String()] {
				t.Errorf("%s: %v twice", x.text, c)
			}
			seen[c.String()] = true
		}
	}
	for _, text := range []string{"", "some", "cover:4", "sample", "sample:0", "each:2", "all:1"} {
		if _, ok := ParseDesign(text); ok {
			t.Errorf("%q is taken for a choice of interpretations", text)
		}
	}
	if _, errs := (Design{Kind: All}).choices(context.Background(), d, nil); len(errs) == 0 || !strings.Contains(errs.Error(), "more interpretations than can be played") {
		t.Errorf("all: %v", errs)
	}
}

// Tasks share the units between them, each unit once.
func TestTasks(t *testing.T) {
	p := planned(t, 7)
	for n := 1; n < 12; n++ {
		next := 1
		for _, x := range p.Tasks(n) {
			if x.From != next || x.To < x.From {
				t.Errorf("%d tasks: %+v after %d", n, x, next-1)
			}
			next = x.To + 1
		}
		if next != 8 {
			t.Errorf("%d tasks have units up to %d", n, next-1)
		}
	}
}
