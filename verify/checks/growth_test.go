package checks_test

import (
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/lectio/lectio/verify/checks"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/rulesets/dimension"
	"github.com/lectio/lectio/testdata/long"
	"github.com/lectio/lectio/verify"
)

// growthTemplates are the games of which a large corpus is made: rulesets and the
// records that they are bound to. One ruleset in ten is a copy of the last, which is
// ten times as long as the others and has thirty alternative readings.
var growthTemplates = []struct{ ruleset, record string }{
	{"../../testdata/own/rulesets/definitions/three-rows.yaml", "../../testdata/own/evidence/records/OWN.1.yaml"},
	{"../../testdata/own/rulesets/definitions/race-to-the-middle.yaml", "../../testdata/own/evidence/records/OWN.2.yaml"},
	{"../../rulesets/definitions/mylna.yaml", "../../evidence/records/DLP.Evidence.1560.yaml"},
}

// growthSources is how many sources the generated records rest on.
const growthSources = 400

// writeCorpus writes a corpus of that many records and rulesets below dir. Each
// ruleset is a copy of a template, under an id and a title of its own, and bound
// to a record of its own, a copy too. The other records are of the length of a
// catalogue's: ten clauses or so, with dates, places, sources, doubts and spellings
// of their own.
func writeCorpus(t testing.TB, dir string, records, definitions int) {
	t.Helper()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, d := range []string{"evidence/records", "evidence/sources", "rulesets/definitions"} {
		must(os.MkdirAll(filepath.Join(dir, d), 0o777))
	}
	read := func(name string) string {
		data, err := os.ReadFile(name)
		must(err)
		return string(data)
	}
	write := func(name, text string) {
		must(os.WriteFile(filepath.Join(dir, filepath.FromSlash(name)), []byte(text), 0o666))
	}
	for _, from := range []string{"../../evidence/sources", "../../testdata/own/evidence/sources"} {
		files, err := filepath.Glob(from + "/*.json")
		must(err)
		for _, f := range files {
			write("evidence/sources/"+filepath.Base(f), read(f))
		}
	}
	var sources []string
	for i := range growthSources {
		sources = append(sources, fmt.Sprintf(`{"id": "author-%d", "type": "book", "title": "On the games of region %d", "author": [{"family": %q, "given": "A."}], "issued": {"date-parts": [[%d]]}}`, i, i, surname(i), 1700+i%250))
	}
	write("evidence/sources/generated.json", "[\n"+strings.Join(sources, ",\n")+"\n]\n")
	line := func(text, key, value string) string {
		re := regexp.MustCompile(`(?m)^` + key + `: .*$`)
		if !re.MatchString(text) {
			t.Fatalf("no line %s", key)
		}
		return re.ReplaceAllLiteralString(text, key+": "+value)
	}
	var texts []struct{ ruleset, record string }
	for _, m := range growthTemplates {
		texts = append(texts, struct{ ruleset, record string }{read(m.ruleset), read(m.record)})
	}
	for i := range definitions {
		m := texts[i%2]
		if i%10 == 9 {
			m = texts[2]
		}
		bound := regexp.MustCompile(`(?m)^evidence: \{(\w+): `).FindStringSubmatch(m.ruleset)[1]
		id := fmt.Sprintf("GEN.Rules.%d", i)
		d := line(m.ruleset, "ruleset", fmt.Sprintf("game-%d", i))
		d = line(d, "title", fmt.Sprintf("Game %d", i))
		write(fmt.Sprintf("rulesets/definitions/game-%d.yaml", i), line(d, "evidence", "{"+bound+": "+id+"}"))
		write("evidence/records/"+id+".yaml", line(line(m.record, "id", id), "game", fmt.Sprintf("Game %d", i)))
	}
	about := []string{"The board has %d holes.", "Each player has %d men.", "The men are set on the row nearest to the player, %d in each hole.", "%d sticks are thrown, flat on one side.",
		"Who throws %d may throw again.", "A man goes as many holes as were thrown, but no more than %d.", "An opposing man in the hole moved to is taken, %d at most in a turn.",
		"No hole holds more than %d men.", "A man in the last %d holes is safe.", "Who has lost %d men has lost the game."}
	for i := range records - definitions {
		var b strings.Builder
		year := 1700 + i%growthSources%250
		fmt.Fprintf(&b, "id: GEN.Page.%d\ngame: %s\ntype: rules text\n", i, []string{"Row game", "Rowgame", "Ròw game"}[i%7%3]+fmt.Sprintf(" of village %d", i/5))
		fmt.Fprintf(&b, "location: {name: Village %d, coordinates: [%d.%02d, %d.%02d]}\n", i/5, i/5%80, i/5%100, i/5%170, i/5%97)
		fmt.Fprintf(&b, "date: {edtf: %d, of: publication, as-written: %d}\n", year, year)
		fmt.Fprintf(&b, "source: {key: author-%d, locator: \"%d-%d\"}\nvia: [dlp]\nconfidence: %d\nuncertainty: [translated, summarised]\nclauses:\n", i%growthSources, i*37%900+1, i*37%900+4, 40+i%50)
		for n := range 8 + i%5 {
			fmt.Fprintf(&b, "  - {n: %d, text: %q}\n", n+1, fmt.Sprintf(about[n%len(about)], 2+(i+n)%20))
		}
		write(fmt.Sprintf("evidence/records/GEN.Page.%d.yaml", i), b.String())
	}
}

// surname makes names that differ in more than a letter or two.
func surname(i int) string {
	parts := []string{"ben", "dorf", "gal", "hus", "kem", "lind", "mor", "nas", "pet", "rok", "sund", "tav", "vik", "wal", "yor", "zim", "ul", "eck", "is", "om"}
	n := len(parts)
	x := parts[i%n] + parts[(i/n*7+i)%n] + parts[(i/n/n+3*i+i/n)%n]
	return strings.ToUpper(x[:1]) + x[1:]
}

// staticGroups are the groups of checks that nothing need be played for.
var staticGroups = []string{"EV", "TX", "RS"}

// A growing is what loading and checking a corpus came to.
type growing struct {
	result      *verify.Result
	load, check time.Duration
	allocated   uint64 // bytes, in all
	peak        uint64 // the most bytes that the heap and what belongs to it took at a time
}

// growth loads a corpus and runs all checks for which nothing is played.
func growth(t testing.TB, dir string) (g growing) {
	t.Helper()
	defer debug.SetGCPercent(debug.SetGCPercent(200)) // as in the program
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(800 << 20))
	runtime.GC()
	var before, m runtime.MemStats
	runtime.ReadMemStats(&before)
	var most atomic.Uint64
	done, measured := make(chan bool), make(chan bool)
	go func() {
		defer close(measured)
		var m runtime.MemStats
		for {
			runtime.ReadMemStats(&m)
			most.Store(max(most.Load(), m.HeapInuse+m.StackInuse+m.MSpanInuse+m.MCacheInuse+m.GCSys))
			select {
			case <-done:
				return
			case <-time.After(20 * time.Millisecond):
			}
		}
	}()
	begun := time.Now()
	files := os.DirFS(dir)
	ev, errs := evidence.Load(files, "")
	c, more := dimension.Load(files, "", ev)
	errs.Merge(more)
	if len(errs) > 0 {
		t.Fatalf("%d errors, first %v", len(errs), errs[0])
	}
	g.load = time.Since(begun)
	o := verify.Defaults()
	o.Jobs = runtime.GOMAXPROCS(0)
	for _, group := range staticGroups {
		o.Only = append(o.Only, checks.All().Group(group)...)
	}
	g.result = verify.Run(context.Background(), checks.All(), c, c.Definitions, o)
	g.check = time.Since(begun) - g.load
	close(done)
	<-measured
	runtime.ReadMemStats(&m)
	g.allocated, g.peak = m.TotalAlloc-before.TotalAlloc, most.Load()
	runtime.KeepAlive(c)
	return g
}

// corpusSize is how many records the environment asks for; a tenth as many rulesets
// go with them.
func corpusSize(t testing.TB, usual int) (records, definitions int) {
	t.Helper()
	records = usual
	if s := os.Getenv("LECTIO_RECORDS"); s != "" {
		n, err := strconv.Atoi(s)
		if err != nil || n < 10 {
			t.Fatalf("LECTIO_RECORDS=%s: expected a number of 10 or more", s)
		}
		records = n
	}
	return records, records / 10
}

// TestGrowth: a corpus four times as large takes four times as much to load and to
// check, counted in bytes allocated, which another program on the machine does not
// change; and every ruleset is told of its own record, in a large corpus as in a
// small one. LECTIO_RECORDS=10000 checks the size that is promised, and its limits.
func TestGrowth(t *testing.T) {
	long.Slow(t)
	records, definitions := corpusSize(t, long.Of(80, 400))
	var some [2]growing
	for i, part := range []int{4, 1} {
		dir := t.TempDir()
		writeCorpus(t, dir, records/part, definitions/part)
		g := growth(t, dir)
		t.Logf("%d records, %d rulesets: loaded in %.2f s, checked in %.2f s, %d MiB at most, %d MiB allocated, %d findings",
			records/part, definitions/part, g.load.Seconds(), g.check.Seconds(), g.peak>>20, g.allocated>>20, len(g.result.Findings))
		if len(g.result.Targets) != definitions/part || g.result.Run.Done != g.result.Run.Tasks {
			t.Errorf("%d of %d rulesets, %d of %d tasks", len(g.result.Targets), definitions/part, g.result.Run.Done, g.result.Run.Tasks)
		}
		// The copies of one template differ in the findings that compare records only.
		alone := map[string]string{}
		for k, target := range g.result.Targets {
			id := target.Definition.ID
			kinds := map[string]int{}
			for _, f := range g.result.Findings {
				if f.Ruleset == id && f.ID != "EV006" && f.ID != "EV007" {
					kinds[f.ID]++
				}
				if f.Ruleset == id && strings.HasPrefix(f.ID, "EV") && path.Base(f.Pos.File) != target.Definition.Records[0]+".yaml" {
					t.Fatalf("%s is told of another's record: %s %s", id, f.Pos, f.Message)
				}
			}
			template := target.Definition.Family
			if k > 50 {
				break
			}
			if had, ok := alone[template]; ok && had != fmt.Sprint(kinds) {
				t.Errorf("%s has the findings %v, and another copy %s", id, kinds, had)
			}
			alone[template] = fmt.Sprint(kinds)
		}
		g.result = nil // and with it the corpus
		some[i] = g
	}
	if ratio := float64(some[1].allocated) / float64(some[0].allocated); ratio > 4.6 {
		t.Errorf("four times as large a corpus takes %.1f times as much", ratio)
	}
	if g := some[1]; records >= 10000 && (g.load+g.check > 20*time.Second || g.peak > 1<<30) {
		t.Errorf("%v and %d MiB; expected less than 20 s on two free cores and 1 GiB", g.load+g.check, g.peak>>20)
	}
}

// BenchmarkGrowth loads and checks a corpus of 1,000 records and 100 rulesets;
// LECTIO_RECORDS=10000 for the size that is promised.
func BenchmarkGrowth(b *testing.B) {
	records, definitions := corpusSize(b, 1000)
	dir := b.TempDir()
	writeCorpus(b, dir, records, definitions)
	var load, check time.Duration
	var peak uint64
	for b.Loop() {
		g := growth(b, dir)
		load, check, peak = load+g.load, check+g.check, max(peak, g.peak)
	}
	b.ReportMetric(load.Seconds()/float64(b.N), "load-s")
	b.ReportMetric(check.Seconds()/float64(b.N), "check-s")
	b.ReportMetric(float64(peak>>20), "MiB-at-most")
	b.ReportMetric(float64(definitions)*float64(b.N)/(load+check).Seconds(), "rulesets/s")
}
