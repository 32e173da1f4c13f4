package index

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"math/rand"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/date"
	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/store"
)

// generate writes a corpus of n records, the same for the same n: games, places,
// dates, sources and clauses drawn from lists, with letters that fold.
func generate(t testing.TB, dir string, n int) {
	t.Helper()
	r := rand.New(rand.NewSource(int64(n)))
	pick := func(list ...string) string { return list[r.Intn(len(list))] }
	for _, folder := range []string{"records", "sources"} {
		if err := os.MkdirAll(filepath.Join(dir, "evidence", folder), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	var sources []string
	for i := range 50 {
		sources = append(sources, fmt.Sprintf(`{"id": "source-%d", "type": "book", "title": "%s %d", "author": [{"family": "%s", "given": "A."}], "issued": {"date-parts": [[%d]]}}`,
			i, pick("Þulur", "Games of the Coast", "De Ludis", "Leikir"), i, pick("Davíðsson", "Árnason", "Hyde", "Smith"), 1700+i))
	}
	write(t, dir, "sources/all.json", "["+strings.Join(sources, ",\n")+"]")
	words := strings.Fields("men man board mill throw lots stick þrír fjórir Kiôz ash-Shawk house point capture leap row column home track safe doublet bear off enter again turn lose win walnut cowrie")
	for i := range n {
		var b strings.Builder
		fmt.Fprintf(&b, "id: Gen.%06d\ngame: %s %s\n", i, pick("Kiôz", "Tâb", "Mylna", "Barjis", "Natt Klab ash-Shawk", "Puff"), pick("", "of the North", "of Þórshöfn", strconv.Itoa(i)))
		if r.Intn(5) > 0 {
			fmt.Fprintf(&b, "type: %s\n", pick(evidence.Types...))
		}
		if r.Intn(5) > 0 {
			year := r.Intn(2400) - 200
			text := fmt.Sprintf("%04d", year)
			if year < 0 {
				text = fmt.Sprintf("-%04d", -year)
			}
			text += pick("", "", "~", "?", "/..", "/")
			fmt.Fprintf(&b, "date: {edtf: %q, of: %s}\n", text, pick(evidence.DateOf...))
		}
		if r.Intn(5) > 0 {
			fmt.Fprintf(&b, "location: {name: %s", pick("Iceland", "Palestine", "Þórshöfn", "Łódź"))
			if r.Intn(3) > 0 {
				fmt.Fprintf(&b, ", coordinates: [%.2f, %.1f]", r.Float64()*178-89, r.Float64()*358-179)
				if r.Intn(2) > 0 {
					fmt.Fprintf(&b, ", precision: %d km", 1+r.Intn(300))
				}
			}
			b.WriteString("}\n")
		}
		fmt.Fprintf(&b, "source: {key: source-%d, locator: \"%d\"}\n", r.Intn(50), r.Intn(500))
		if r.Intn(2) > 0 {
			fmt.Fprintf(&b, "uncertainty: [%s]\n", evidence.Factors[r.Intn(len(evidence.Factors))].Name)
		}
		b.WriteString("clauses:\n")
		for k := range 3 + r.Intn(8) {
			fmt.Fprintf(&b, "  - n: %d\n    text: The", k+1)
			for range 8 + r.Intn(8) {
				b.WriteString(" " + words[r.Intn(len(words))])
			}
			b.WriteString(".\n")
		}
		write(t, dir, fmt.Sprintf("records/%06d.yaml", i), b.String())
	}
}

func write(t testing.TB, dir, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, "evidence", filepath.FromSlash(name)), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func query(t testing.TB, s string) evidence.Query {
	t.Helper()
	if s == "" {
		return evidence.Query{}
	}
	q, err := evidence.ParseQuery(s)
	if err != nil {
		t.Fatal(err)
	}
	return q
}

// corpusAt is the corpus in a directory.
func corpusAt(dir string) *store.Folder { return store.Open(dir) }

// file is where the index of the corpus in a directory lies.
func file(t testing.TB, dir string) string {
	t.Helper()
	file, err := Path(corpusAt(dir))
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// TestMain keeps what belongs to the user who tests out of the tests.
func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "lectio-state-*")
	if err != nil {
		panic(err)
	}
	os.Setenv("LECTIO_STATE", dir)
	status := m.Run()
	os.RemoveAll(dir)
	os.Exit(status)
}

// cards reads the corpus without an index.
func cards(t testing.TB, dir string, questions map[string][]string) []*evidence.Card {
	t.Helper()
	var list []*evidence.Card
	_, errs := evidence.Scan(context.Background(), os.DirFS(dir), dir, evidence.ScanOptions{}, func(c *evidence.Corpus, r *evidence.Record) {
		card := c.Card(r)
		card.Questions = questions[r.ID]
		list = append(list, card)
	})
	if errs != nil {
		t.Fatal(errs)
	}
	slices.SortFunc(list, func(a, b *evidence.Card) int { return strings.Compare(a.ID, b.ID) })
	return list
}

// match answers without an index.
func match(list []*evidence.Card, f *evidence.Filter) []evidence.Found {
	var found []evidence.Found
	for _, c := range list {
		if x, ok := f.Match(c); ok {
			f.Show(&x)
			found = append(found, x)
		}
	}
	return found
}

func filters(t testing.TB) []evidence.Filter {
	date := func(s string) date.EDTF {
		e, err := date.ParseEDTF(s)
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	box := func(s string) *evidence.Box {
		b, err := evidence.ParseBox(s)
		if err != nil {
			t.Fatal(err)
		}
		return &b
	}
	list := []evidence.Filter{
		{}, {Questions: true}, {Type: "ethnography"}, {DateOf: "play"}, {Uncertainty: []string{"hearsay"}},
		{Uncertainty: []string{"hearsay", "translated"}},
	}
	for _, words := range []string{"kioz", "ash-shawk", `"ash shawk"`, "mil", "mill walnut fjor", `"thrir fjorir"`, "davidsson", "nothing-of-the-kind", "men Þulur", `"men the"`, "AND", "texts", "near"} {
		list = append(list, evidence.Filter{Words: query(t, words)})
	}
	for _, game := range []string{"kioz", "thorsho", "klab ash-shawk"} {
		list = append(list, evidence.Filter{Game: query(t, game)}, evidence.Filter{Place: query(t, game)}, evidence.Filter{Words: query(t, "mill"), Game: query(t, game), Type: "artifact"})
	}
	list = append(list, evidence.Filter{Source: query(t, "source-7")}, evidence.Filter{Source: query(t, "arnason thulur")}, evidence.Filter{Place: query(t, "lodz")})
	for _, d := range []string{"1800/1900", "18XX", "-0100/0100", "1888~", "1900/..", "../0000", "1700-05", "1888?"} {
		list = append(list, evidence.Filter{Date: date(d)}, evidence.Filter{Date: date(d), Certain: true}, evidence.Filter{Date: date(d), DateOf: "play", Words: query(t, "kioz")})
	}
	for _, b := range []string{"0,0,60,60", "-90,-180,90,180", "-20,170,20,-170", "0,0,0,0"} {
		list = append(list, evidence.Filter{Box: box(b)}, evidence.Filter{Box: box(b), Certain: true}, evidence.Filter{Box: box(b), Date: date("1000/1500"), Certain: true})
	}
	return list
}

// With and without an index the answer is the same.
func TestIndexAnswersLikeAScan(t *testing.T) {
	dir := t.TempDir()
	generate(t, dir, 400)
	ctx := context.Background()
	questions := map[string][]string{"Gen.000003": {"a#b", "a#c"}, "Gen.000005": {"a#b"}}
	o := Options{Questions: func() (map[string][]string, error) { return questions, nil }, Stamp: "1"}
	if _, _, err := Open(ctx, corpusAt(dir), corpusAt(dir).FS(), o); !errors.Is(err, ErrNone) {
		t.Fatalf("there is no index yet: %v", err)
	}
	if n, err := Build(ctx, corpusAt(dir), corpusAt(dir).FS(), o); n != 400 || err != nil {
		t.Fatal(n, err)
	}
	x, changed, err := Open(ctx, corpusAt(dir), corpusAt(dir).FS(), o)
	if err != nil || changed != 0 {
		t.Fatal(changed, err)
	}
	empty, all := 0, cards(t, dir, questions)
	for i, f := range filters(t) {
		want := match(all, &f)
		got, total, err := x.Find(ctx, &f, 0)
		if err != nil {
			t.Fatal(err)
		}
		if len(want) == 0 {
			empty++
		}
		if diff := cmp.Diff(want, got, cmpopts.EquateEmpty(), cmpopts.IgnoreFields(evidence.Card{}, "Origins", "Texts", "Folded")); diff != "" || total != len(want) {
			t.Errorf("filter %d %+v: %d, want %d\n%.2000s", i, f, total, len(want), diff)
		}
		some, total, err := x.Find(ctx, &f, 3)
		if err != nil || len(some) != min(3, len(want)) || total != len(want) {
			t.Errorf("filter %d: %d of %d with a limit, want of %d: %v", i, len(some), total, len(want), err)
		}
	}
	if empty > 15 {
		t.Errorf("%d filters find nothing: the corpus is too poor for them", empty)
	}
}

// The index follows the files, and what is wrong in them is reported.
func TestIndexFollowsTheFiles(t *testing.T) {
	dir := t.TempDir()
	generate(t, dir, 30)
	ctx := context.Background()
	o := Options{}
	if _, err := Build(ctx, corpusAt(dir), corpusAt(dir).FS(), o); err != nil {
		t.Fatal(err)
	}
	ids := func(words string) (string, int) {
		t.Helper()
		x, changed, err := Open(ctx, corpusAt(dir), corpusAt(dir).FS(), o)
		if err != nil {
			t.Fatal(err)
		}
		found, _, err := x.Find(ctx, &evidence.Filter{Words: query(t, words)}, 0)
		if err != nil {
			t.Fatal(err)
		}
		var list []string
		for _, f := range found {
			list = append(list, f.ID)
		}
		return strings.Join(list, " "), changed
	}
	record := func(id, text string) string {
		return "id: " + id + "\ngame: Tern\nsource: {key: source-1}\nclauses: [{n: 1, text: " + text + "}]\n"
	}
	check := func(words, want string, wantChanged int) {
		t.Helper()
		if got, changed := ids(words); got != want || changed != wantChanged {
			t.Errorf("%q after %d changes, want %q after %d", got, changed, want, wantChanged)
		}
	}
	check("zebra", "", 0)
	write(t, dir, "records/new.yaml", record("New.1", "A zebra."))
	check("zebra", "New.1", 1)
	check("zebra", "New.1", 0)
	write(t, dir, "records/new.yaml", record("New.1", "A quagga."))
	check("zebra", "", 1)
	check("quagga", "New.1", 0)
	write(t, dir, "records/000003.yaml", record("Gen.000003", "Another quagga, supports: \"Gen.000004#1\""))
	check("quagga", "Gen.000003 New.1", 1)
	os.Remove(filepath.Join(dir, "evidence", "records", "new.yaml"))
	check("quagga", "Gen.000003", 0)

	// The same size and an older time are a change too.
	changed3 := filepath.Join(dir, "evidence", "records", "000003.yaml")
	write(t, dir, "records/000003.yaml", record("Gen.000003", "Another quagge, supports: \"Gen.000004#1\""))
	if err := os.Chtimes(changed3, time.Unix(1e9, 0), time.Unix(1e9, 0)); err != nil {
		t.Fatal(err)
	}
	check("quagge", "Gen.000003", 1)

	wrong := func(name, text, message string) {
		t.Helper()
		write(t, dir, name, text)
		_, _, err := Open(ctx, corpusAt(dir), corpusAt(dir).FS(), o)
		if errs := diag.AsErrors(err); len(errs) == 0 || !strings.Contains(err.Error(), message) || errs[0].File == "" {
			t.Errorf("%s: %v", name, err)
		}
		os.Remove(filepath.Join(dir, "evidence", filepath.FromSlash(name)))
	}
	wrong("records/w.yaml", record("Gen.000007", "Twice."), `the id "Gen.000007" is used twice; it was first used in `+dir+`/evidence/records/000007.yaml`)
	wrong("records/w.yaml", strings.Replace(record("W.1", "x"), "source-1", "source-99", 1), `the source "source-99" is nowhere`)
	wrong("records/w.yaml", record("W.1", "x, adds: \"Gen.000007#99\""), "names clause 99 of Gen.000007")
	wrong("records/w.yaml", "id: [", "not valid YAML")
	check("quagge", "Gen.000003", 0) // as it was

	// Other sources: everything is read again.
	data, err := os.ReadFile(filepath.Join(dir, "evidence", "sources", "all.json"))
	if err != nil {
		t.Fatal(err)
	}
	write(t, dir, "sources/all.json", strings.ReplaceAll(string(data), `"title": "`, `"title": "Quokka `))
	x, changed, err := Open(ctx, corpusAt(dir), corpusAt(dir).FS(), o)
	if err != nil || changed != 30 {
		t.Fatal(changed, err)
	}
	if _, total, err := x.Find(ctx, &evidence.Filter{Source: query(t, "quokka")}, 0); total != 30 || err != nil {
		t.Error(total, err)
	}

	// Other rulesets: the questions are asked again, the records are not read.
	o = Options{Stamp: "2", Questions: func() (map[string][]string, error) { return map[string][]string{"Gen.000003": {"g#q"}}, nil }}
	x, changed, err = Open(ctx, corpusAt(dir), corpusAt(dir).FS(), o)
	if err != nil || changed != 0 {
		t.Fatal(changed, err)
	}
	if found, _, err := x.Find(ctx, &evidence.Filter{Questions: true}, 0); err != nil || len(found) != 1 || !slices.Equal(found[0].Questions, []string{"g#q"}) {
		t.Error(found, err)
	}

	// A damaged index is made anew, also one whose sum is right and whose lengths or parts are not.
	whole, err := os.ReadFile(file(t, dir))
	if err != nil {
		t.Fatal(err)
	}
	long := slices.Clone(whole)
	long[len(version)+4+7] = 0x7f
	binary.LittleEndian.PutUint32(long[len(version):], crc32.ChecksumIEEE(long[len(version)+4:]))
	y, err := read(file(t, dir))
	if err != nil {
		t.Fatal(err)
	}
	y.Entries[0].Texts.To = 1 << 40
	outside := filepath.Join(t.TempDir(), "outside")
	if err := y.write(outside); err != nil {
		t.Fatal(err)
	}
	far, err := os.ReadFile(outside)
	if err != nil {
		t.Fatal(err)
	}
	for _, damaged := range [][]byte{[]byte("no index"), whole[:len(whole)/2], long, far} {
		if err := os.WriteFile(file(t, dir), damaged, 0o644); err != nil {
			t.Fatal(err)
		}
		check("quagge", "Gen.000003", 30)
	}
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(file(t, dir)), "*.tmp")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// What is nought is kept as what is there: the year 0, and a place on the equator.
func TestIndexKeepsNoughts(t *testing.T) {
	dir := t.TempDir()
	generate(t, dir, 3)
	write(t, dir, "records/nought.yaml", "id: N.1\ngame: Tern\nsource: {key: source-1}\ndate: {edtf: \"0000\"}\nlocation: {name: Coast, coordinates: [0, 0]}\n")
	if _, err := Build(t.Context(), corpusAt(dir), corpusAt(dir).FS(), Options{}); err != nil {
		t.Fatal(err)
	}
	x, changed, err := Open(t.Context(), corpusAt(dir), corpusAt(dir).FS(), Options{})
	if err != nil || changed != 0 {
		t.Fatal(changed, err)
	}
	found, _, err := x.Find(t.Context(), &evidence.Filter{Game: query(t, "tern"), Box: &evidence.Box{South: -1, West: -1, North: 1, East: 1}}, 0)
	if err != nil || len(found) != 1 || found[0].FirstYear == nil || *found[0].FirstYear != 0 || found[0].LastYear == nil || found[0].Where != "certainly" {
		t.Errorf("%+v, %v", found, err)
	}
}

// A build that is stopped or fails leaves the index as it was.
func TestBuildIsWholeOrNotAtAll(t *testing.T) {
	dir := t.TempDir()
	generate(t, dir, 200)
	if _, err := Build(context.Background(), corpusAt(dir), corpusAt(dir).FS(), Options{}); err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(file(t, dir))
	if err != nil {
		t.Fatal(err)
	}
	for _, at := range []int{1, 50, 199} {
		ctx, cancel := context.WithCancel(context.Background())
		_, err := Build(ctx, corpusAt(dir), corpusAt(dir).FS(), Options{Progress: func(done, total int) {
			if done == at {
				cancel()
			}
		}})
		cancel()
		if err == nil {
			t.Errorf("stopped after %d records it did not say so", at)
		}
	}
	write(t, dir, "records/w.yaml", "game: x\n")
	if _, err := Build(context.Background(), corpusAt(dir), corpusAt(dir).FS(), Options{}); err == nil {
		t.Error("wrong input was accepted")
	}
	after, err := os.ReadFile(file(t, dir))
	if err != nil || !slices.Equal(before, after) {
		t.Error("the index is not as it was")
	}
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(file(t, dir)), "*.tmp")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// TestHundredThousand measures what issue 6 asks for. It takes minutes and a
// gigabyte of small files, so it runs only when LECTIO_RECORDS says how many:
//
//	LECTIO_RECORDS=100000 go test ./evidence/index -run HundredThousand -v
func TestHundredThousand(t *testing.T) {
	n, err := strconv.Atoi(os.Getenv("LECTIO_RECORDS"))
	if err != nil {
		t.Skip("LECTIO_RECORDS is not set")
	}
	dir := os.Getenv("LECTIO_RECORDS_DIR")
	if dir == "" {
		dir = t.TempDir()
	}
	if _, err := os.Stat(filepath.Join(dir, "evidence")); err != nil {
		generate(t, dir, n)
	}
	ctx := context.Background()
	// Processor time of all threads is what a quiet machine needs at most; a
	// busy one says nothing about the program.
	clock := func(what string, limit time.Duration, work func()) {
		start, before := time.Now(), processor()
		work()
		took, used := time.Since(start), processor()-before
		t.Logf("%-50s %8.3f s, %8.3f s of processor", what, took.Seconds(), used.Seconds())
		if limit > 0 && used > limit {
			t.Errorf("%s took %v of processor time, more than %v", what, used, limit)
		}
	}
	clock("building the index", 0, func() {
		if got, err := Build(ctx, corpusAt(dir), corpusAt(dir).FS(), Options{}); err != nil || got != n {
			t.Fatal(got, err)
		}
	})
	if info, err := os.Stat(file(t, dir)); err == nil {
		t.Logf("index: %d MB", info.Size()>>20)
	}
	for i, f := range filters(t) {
		limit := 100
		if f.Words.IsZero() {
			limit = 0
		}
		var total int
		clock(fmt.Sprintf("filter %d with the index", i), time.Second, func() {
			x, _, err := Open(ctx, corpusAt(dir), corpusAt(dir).FS(), Options{})
			if err != nil {
				t.Fatal(err)
			}
			if _, total, err = x.Find(ctx, &f, limit); err != nil {
				t.Fatal(err)
			}
		})
		t.Logf("  %d found: %+v", total, f)
	}
	clock("scanning without it", 0, func() {
		f := evidence.Filter{Words: query(t, "kioz")}
		t.Logf("%d found", len(match(cards(t, dir, nil), &f)))
	})
	write(t, dir, "records/000007.yaml", "id: Gen.000007\ngame: x\nsource: {key: source-1}\nclauses: [{n: 1, text: x}]\n")
	clock("one record changed", 2*time.Second, func() {
		_, changed, err := Open(ctx, corpusAt(dir), corpusAt(dir).FS(), Options{})
		if err != nil || changed != 1 {
			t.Fatal(changed, err)
		}
	})
}
