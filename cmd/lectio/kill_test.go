//go:build unix

package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/lectio/lectio/evidence/exchange"
	"github.com/lectio/lectio/evidence/exchange/sheet"
	"github.com/lectio/lectio/rulesets/publish"
	"github.com/lectio/lectio/testdata/long"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

var (
	kills      = flag.Int("kills", long.Of(10, 50), "how many times TestKills kills a command")
	killSeed   = flag.Uint64("killseed", 0, "the seed of TestKills and TestImportsAtOnce; 0 for a new one")
	killRounds = flag.Int("killrounds", long.Of(5, 40), "how many rounds of imports at once TestImportsAtOnce makes")
)

// writing is a command that writes, as it is typed in the folder of a run: there
// the corpus is in corpus, what is imported in in, and what is made goes to out.
type writing struct {
	command string
	corpus  bool     // it writes into the corpus
	whole   string   // the folder that it makes or replaces as a whole
	indexed bool     // the corpus has an index
	after   snapshot // the folder of the run when the command has ended well
	old     snapshot // what a run may find at out before
	lists   []string // what evidence list says before and after
	status  int
	takes   time.Duration
}

func writings() []*writing {
	var all []*writing
	for _, file := range []string{"records.csv", "clauses.csv", "texts.csv", "page.txt", "ruleset.txt", "game.lud", "book.xlsx"} {
		all = append(all, &writing{command: "evidence import in/" + file + " --write --corpus corpus", corpus: true})
	}
	all = append(all,
		&writing{command: "evidence import in/records.csv in/page.txt --write --corpus corpus", corpus: true, indexed: true},
		&writing{command: "evidence new --corpus corpus --id New.1 --game Tern --source s --clause One. --clause Two.", corpus: true},
		&writing{command: "evidence rename L.05 K.05 --corpus corpus", corpus: true},
		&writing{command: "evidence source merge s s2 --write --corpus corpus", corpus: true},
		&writing{command: "evidence clause add L.05 Four. n=4 --corpus corpus", corpus: true},
		&writing{command: "evidence index --corpus corpus", corpus: true},
		&writing{command: "ruleset verdicts in/report.xlsx --write --corpus corpus", corpus: true},
		&writing{command: "release out/release --corpus corpus", whole: "out/release"},
		&writing{command: "init out/new", whole: "out/new"})
	for _, e := range publish.Formats {
		out := "out/" + strings.TrimSuffix(e.Name, "/")
		w := &writing{command: "evidence export --" + e.Flag + " --out " + out + " --corpus corpus"}
		if e.Files != nil {
			w.whole = out
		}
		all = append(all, w)
	}
	const quick = " --corpus corpus --effort quick --games 20 --positions 100 "
	for _, ext := range []string{"xlsx", "csv"} {
		all = append(all, &writing{command: "verify race" + quick + "--out out/report." + ext})
	}
	return append(all,
		&writing{command: "verify race" + quick + "--lines out/lines"},
		&writing{command: "brief race" + quick + "--out out/brief.docx"},
		&writing{command: "ruleset show race --corpus corpus --out out/race.docx --out out/race.md"},
		&writing{command: "site race" + quick + "--no-play --out out/site"},
		&writing{command: "compare race{alone=*} --corpus corpus --games 50 --out out/readings.xlsx --out out/readings.md"},
		&writing{command: "board race --corpus corpus --out out/board.svg --out out/board.pdf --out out/board.png"},
		&writing{command: "play race --corpus corpus --random --games 20 --trace out/games.jsonl"},
		&writing{command: "solve lange-puff --scale two-men --out out/proof.gz"},
		&writing{command: "sweep plan race --corpus corpus --games 20 --units 3 --out out/p.sweep"},
		&writing{command: "sweep run in/p.sweep --dir out/results"},
		&writing{command: "sweep merge in/p.sweep --out out/a.json --out out/a.sqlite --out out/a.parquet"},
		&writing{command: "sweep slurm in/p.sweep --out out/slurm"})
}

// TestEveryWritingCommandIsKilled finds the commands that write by their flags.
func TestEveryWritingCommandIsKilled(t *testing.T) {
	var walk func(name string, cmd *cobra.Command)
	walk = func(name string, cmd *cobra.Command) {
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if !slices.Contains([]string{"out", "lines", "trace", "write"}, f.Name) {
				return
			}
			if !slices.ContainsFunc(writings(), func(w *writing) bool {
				return strings.HasPrefix(w.command, name+" ") && slices.Contains(strings.Fields(w.command), "--"+f.Name)
			}) {
				t.Errorf("'lectio %s --%s' writes, and TestKills does not kill it", name, f.Name)
			}
		})
		for _, sub := range cmd.Commands() {
			walk(strings.TrimSpace(name+" "+sub.Name()), sub)
		}
	}
	walk("", newRoot(&app{}))
}

// snapshot is what a folder holds: the content of each file by its path, and
// "/" for a folder. An index is only there or not: it holds times.
type snapshot map[string]string

// In a corpus with a last change, it says when it was made. A plan says what was
// measured.
var (
	whenChanged = regexp.MustCompile(`"at":"[^"]*"`)
	howFast     = regexp.MustCompile(`("games_per_second|"choices_per_second|"ready_seconds|"about)": [^\n]*`)
)

func snap(t *testing.T, dir string) snapshot {
	t.Helper()
	s := snapshot{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(p string, d fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil // it was just taken away
		case err != nil:
			return err
		case p == "in" || p == "state":
			return fs.SkipDir
		case d.IsDir():
			s[p] = "/"
		default:
			data, err := os.ReadFile(filepath.Join(dir, p))
			s[p] = strings.ReplaceAll(string(data), dir, "DIR") // each run has a folder of its own
			s[p] = whenChanged.ReplaceAllString(s[p], `"at":"then"`)
			if strings.HasSuffix(p, ".sweep") {
				s[p] = howFast.ReplaceAllString(s[p], "$1")
			}
			return err
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// under is the part of a snapshot in a folder, the folder itself included.
func (s snapshot) under(folder string) snapshot {
	part := snapshot{}
	for p, content := range s {
		if p == folder || strings.HasPrefix(p, folder+"/") {
			part[p] = content
		}
	}
	return part
}

// shown is what is not the program's own: names that begin with a full stop are
// for its work.
func (s snapshot) shown() snapshot {
	part := snapshot{}
	for p, content := range s {
		if !strings.HasPrefix(p, ".") && !strings.Contains(p, "/.") {
			part[p] = content
		}
	}
	return part
}

// differences lists the paths that two snapshots have differently.
func (s snapshot) differences(o snapshot) string {
	all := maps.Clone(s)
	maps.Copy(all, o)
	var out []string
	for _, p := range slices.Sorted(maps.Keys(all)) {
		a, inA := s[p]
		b, inB := o[p]
		switch {
		case !inB:
			out = append(out, "+"+p)
		case !inA:
			out = append(out, "-"+p)
		case a != b:
			out = append(out, "~"+p)
		}
	}
	return strings.Join(out, " ")
}

// runs are the folders in which commands run.
type runs struct {
	seed uint64
	base string // what each begins with
}

// command is a run of the program in a folder, with folders of its own for what
// it keeps elsewhere.
func command(dir, line string) *exec.Cmd {
	cmd := exec.Command("lectio", strings.Fields(line)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "TMPDIR="+filepath.Join(dir, "tmp"), "HOME="+filepath.Join(dir, "state"), "XDG_STATE_HOME="+filepath.Join(dir, "state"))
	return cmd
}

// ended runs a command to its end.
func ended(t *testing.T, dir, line string) (status int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	cmd := command(dir, line)
	cmd.Stdout, cmd.Stderr = &out, &errs
	var exit *exec.ExitError
	if err := cmd.Run(); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), out.String(), errs.String()
}

const listing = "evidence list --json --corpus corpus"

// newRuns lays the folder that each run begins with.
func newRuns(t *testing.T, records int) *runs {
	t.Helper()
	r := &runs{seed: *killSeed, base: t.TempDir()}
	if r.seed == 0 {
		r.seed = uint64(time.Now().UnixNano())
	}
	put := func(name, text string) {
		t.Helper()
		at := filepath.Join(r.base, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(at), 0o755), os.WriteFile(at, []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.CopyFS(filepath.Join(r.base, "corpus"), os.DirFS("testdata/corpus")); err != nil {
		t.Fatal(err)
	}
	for _, folder := range []string{"in", "out", "tmp", "state"} {
		if err := os.Mkdir(filepath.Join(r.base, folder), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	put("corpus/CITATION.cff", "cff-version: 1.2.0\nmessage: Cite it.\ntitle: T\nauthors:\n  - name: N\n")
	put("corpus/evidence/sources/s.json", `[{"id": "s", "type": "book", "title": "T"}, {"id": "s2", "type": "book", "title": "T"}]`)
	table, clauses, texts := "id,game,source,note,rules\n", "record,n,text\n", "record,layer,rights,text\n"
	for i := range records {
		put(fmt.Sprintf("corpus/evidence/records/L.%02d.yaml", i), fmt.Sprintf("# kept\nid: L.%02d\ngame: Tern %d\nlocation: {name: Coast, coordinates: [1.%02d, 2]}\n"+
			"date: {edtf: 1888, of: play}\nsource: {key: s}\n\nclauses:\n  - {n: 1, text: The board has %d fields.}\n", i, i, i, i))
		switch i % 3 {
		case 0:
			table += fmt.Sprintf("L.%02d,Tern %d,s,changed,\n", i, i)
			clauses += fmt.Sprintf("L.%02d,2,Two play.\n", i)
		case 1:
			table += fmt.Sprintf("N.%02d,Gull,s,,Two play. One wins.\n", i)
			texts += fmt.Sprintf("L.%02d,print,free,Each hath nyne.\n", i)
		}
	}
	put("in/records.csv", table)
	put("in/clauses.csv", clauses)
	put("in/texts.csv", texts)
	for name, page := range map[string]string{"page.txt": "place.txt", "ruleset.txt": "ruleset.txt", "game.lud": "gull.lud"} {
		text, err := os.ReadFile(filepath.Join("../../testdata/pages", page))
		if err != nil {
			t.Fatal(err)
		}
		put("in/"+name, string(text))
	}
	book := &sheet.Workbook{Sheets: []*sheet.Sheet{{Name: "records"}}}
	for line := range strings.Lines(table) {
		var cells []sheet.Cell
		for cell := range strings.SplitSeq(strings.TrimSpace(line), ",") {
			cells = append(cells, sheet.Text(cell))
		}
		book.Sheets[0].Rows = append(book.Sheets[0].Rows, cells)
	}
	if err := book.Save(filepath.Join(r.base, "in", "book.xlsx")); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"verify race --corpus corpus --check TX001 --games 1 --positions 1 --fail-on never --out in/report.xlsx", "sweep plan race --corpus corpus --games 20 --units 3 --out in/p.sweep", "sweep run in/p.sweep"} {
		if status, _, errs := ended(t, r.base, line); status != exitOK {
			t.Fatal(errs)
		}
	}
	writeInto(t, filepath.Join(r.base, "in", "report.xlsx"), "Questions", "safe", map[string]string{"Verdict": "holds", "Name": "Ann", "Date": "2026-11-23"})
	return r
}

// folder makes a folder for a run.
func (r *runs) folder(t *testing.T, indexed bool) string {
	t.Helper()
	dir, err := os.MkdirTemp(filepath.Dir(r.base), "run-*")
	if err == nil {
		err = os.CopyFS(dir, os.DirFS(r.base))
	}
	if err != nil {
		t.Fatal(err)
	}
	if indexed {
		if status, _, errs := ended(t, dir, "evidence index --corpus corpus"); status != exitOK {
			t.Fatal(errs)
		}
	}
	return dir
}

// learn runs a command to its end, to see what it makes and how long it takes.
func (r *runs) learn(t *testing.T, w *writing) {
	t.Helper()
	dir := r.folder(t, w.indexed)
	defer os.RemoveAll(dir)
	list := func() {
		status, out, errs := ended(t, dir, listing)
		if status != exitOK {
			t.Errorf("%s: %s", listing, errs)
		}
		w.lists = append(w.lists, out)
	}
	if w.corpus {
		list()
	}
	begun := time.Now()
	status, _, errs := ended(t, dir, w.command)
	w.takes = time.Since(begun)
	if status == exitUnusable {
		t.Errorf("lectio %s: %s", w.command, errs)
	}
	if w.status, w.after = status, snap(t, dir); w.corpus {
		list()
	}
	if left := w.after.under("tmp"); len(left) > 1 {
		t.Errorf("lectio %s leaves %v", w.command, slices.Sorted(maps.Keys(left)))
	}
	// An earlier export, and files of the same names.
	if w.old = w.after.under("out"); w.whole != "" {
		w.old = snapshot{w.whole + "/old.txt": "old\n"}
	}
}

// layOld puts there what a command is to replace.
func (w *writing) layOld(t *testing.T, dir string) {
	t.Helper()
	if w.whole != "" {
		if err := exchange.WriteFolder(filepath.Join(dir, w.whole), []sheet.File{{Path: "old.txt", Content: []byte("old\n")}}); err != nil {
			t.Fatal(err)
		}
		return
	}
	for p, content := range w.old {
		at := filepath.Join(dir, p)
		var err error
		if content == "/" {
			err = os.MkdirAll(at, 0o755)
		} else {
			old := []byte("old\n")
			if filepath.Ext(at) == ".xlsx" { // only a workbook is replaced by one
				if old, err = os.ReadFile(filepath.Join(dir, "in", "book.xlsx")); err != nil {
					t.Fatal(err)
				}
			}
			err = errors.Join(os.MkdirAll(filepath.Dir(at), 0o755), os.WriteFile(at, old, 0o644))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// TestKills kills every command that writes, at random moments: half of them at
// any moment of their work, half when they have begun to write. What is there
// then is as it was or as it was to be, can be read, and is as it was to be, with
// nothing left over, when the command has been run again.
func TestKills(t *testing.T) {
	long.Slow(t)
	r := newRuns(t, 30)
	all := writings()
	sideBySide(len(all), func(i int) { r.learn(t, all[i]) })
	if t.Failed() {
		return
	}
	var mu sync.Mutex
	tally := map[string]int{}
	count := func(what string) {
		mu.Lock()
		tally[what]++
		mu.Unlock()
	}
	first := rand.New(rand.NewPCG(r.seed, 0)).IntN(len(all))
	sideBySide(*kills, func(i int) {
		k := &kill{runs: r, writing: all[(first+i)%len(all)], rnd: rand.New(rand.NewPCG(r.seed, uint64(i)+1)), number: i, count: count}
		k.run(t)
	})
	t.Logf("%d commands killed (-killseed %d): %d were at work, %d of these had begun to write, %d left files of their work; %d had ended",
		*kills, r.seed, tally["killed"], tally["begun"], tally["left"], tally["ended"])
}

// sideBySide does something n times, on all processors.
func sideBySide(n int, do func(i int)) {
	var wg sync.WaitGroup
	next := make(chan int)
	for range max(2, runtime.GOMAXPROCS(0)) {
		wg.Go(func() {
			for i := range next {
				do(i)
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	wg.Wait()
}

// kill is one command that is killed.
type kill struct {
	*runs
	*writing
	rnd    *rand.Rand
	number int
	count  func(string)
	when   string // it was killed
}

// fail reports a promise that was not kept.
func (k *kill) fail(t *testing.T, promise, format string, args ...any) {
	t.Helper()
	t.Errorf("%s: kill %d of -killseed %d, 'lectio %s' %s: %s", promise, k.number, k.seed, k.command, k.when, fmt.Sprintf(format, args...))
}

func (k *kill) run(t *testing.T) {
	dir := k.folder(t, k.indexed)
	defer os.RemoveAll(dir)
	if !k.corpus && k.rnd.IntN(2) == 0 && k.whole != "out/new" {
		k.layOld(t, dir)
	}
	before := snap(t, dir)
	k.cut(t, dir)
	now := snap(t, dir)
	if k.differs(now, before) {
		k.count("left")
	}
	k.pieces(t, before, now)
	if k.corpus {
		k.reads(t, dir, now)
		if k.rnd.IntN(2) == 0 {
			k.recovers(t, dir, before)
		}
	}
	done := len(snap(t, dir).shown().differences(k.after.shown())) == 0
	status, _, errs := ended(t, dir, k.command)
	if status != k.status {
		if !done {
			k.fail(t, "run again", "it ends with status %d: %s", status, errs)
		}
		return // what is there already is refused, before anything is touched
	}
	if d := snap(t, dir).differences(k.after); d != "" {
		k.fail(t, "left over", "run again, it leaves other things than undisturbed: %s", d)
	}
}

// differs reports whether there are files of the program's work.
func (k *kill) differs(now, before snapshot) bool {
	return len(now)-len(now.shown()) != len(before)-len(before.shown()) || len(now.under("tmp")) > 1
}

// cut starts the command and kills it.
func (k *kill) cut(t *testing.T, dir string) {
	t.Helper()
	cmd := command(dir, k.command)
	begun := k.watch(dir)
	started := time.Now()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	moment := time.Duration(k.rnd.Int64N(int64(k.takes) + 1))
	var err error
	alive := true
	if k.rnd.IntN(2) == 0 {
		for alive && !begun() {
			select {
			case err = <-ended:
				alive = false
			case <-time.After(100 * time.Microsecond):
			}
		}
		// Most writes are short, and some long: as likely within a tenth of a
		// millisecond as within a tenth of the command.
		shortest := 20 * time.Microsecond
		moment = time.Duration(float64(shortest) * math.Pow(float64(k.takes/shortest), k.rnd.Float64()))
	}
	if alive {
		select {
		case err = <-ended:
			alive = false
		case <-time.After(moment):
		}
	}
	if alive {
		_ = cmd.Process.Kill() // it may have just ended
		err = <-ended
	}
	k.when = fmt.Sprintf("was killed after %v", time.Since(started))
	if err == nil || cmd.ProcessState.Exited() {
		k.when = "had ended"
		k.count("ended")
		return
	}
	k.count("killed")
	if begun() {
		k.count("begun")
	}
}

// watch reports, when it is called again, whether something was made or taken
// away in the folders where the command may work.
func (k *kill) watch(dir string) func() bool {
	folders := []string{"tmp", "out", "corpus", "corpus/.lectio", "corpus/evidence/records", "corpus/evidence/sources"}
	look := func() (times [6]time.Time) {
		for i, f := range folders {
			if info, err := os.Stat(filepath.Join(dir, f)); err == nil {
				times[i] = info.ModTime()
			}
		}
		return times
	}
	was := look()
	return func() bool { return look() != was }
}

// pieces fails unless every file is as it was or as it is to be, and a folder
// that is made as a whole is one or the other.
func (k *kill) pieces(t *testing.T, before, now snapshot) {
	t.Helper()
	if k.whole != "" {
		part := now.under(k.whole)
		switch {
		case part.differences(before.under(k.whole)) == "", part.differences(k.after.under(k.whole)) == "":
		case len(part) == 0 && kept(now):
			// Between two renames: nothing is lost, and the next run clears up.
		default:
			k.fail(t, "in pieces", "%s is neither as it was nor as it was to be: %s", k.whole, part.differences(k.after.under(k.whole)))
		}
		return
	}
	for p, content := range now.shown() {
		old, was := before[p]
		end, is := k.after[p]
		if !(was && old == content || is && end == content) {
			k.fail(t, "in pieces", "%s is neither as it was nor as it was to be: %.100q", p, content)
		}
	}
	for p := range before.shown() {
		if _, is := k.after[p]; is {
			if _, there := now[p]; !there {
				k.fail(t, "in pieces", "%s is gone", p)
			}
		}
	}
}

// kept reports whether an earlier export is in a folder of the program's work.
func kept(now snapshot) bool {
	for p, content := range now {
		if strings.HasPrefix(p, "out/.") && path.Base(p) == "old.txt" && content == "old\n" {
			return true
		}
	}
	return false
}

// reads fails unless the corpus can be read at once, as it was or as it is to
// be, and reading changes nothing.
func (k *kill) reads(t *testing.T, dir string, now snapshot) {
	t.Helper()
	status, out, errs := ended(t, dir, listing)
	if status != exitOK || !slices.Contains(k.lists, out) {
		k.fail(t, "reading", "evidence list ends with status %d: %s%s", status, errs, out)
	}
	if d := snap(t, dir).shown().differences(now.shown()); d != "" {
		k.fail(t, "reading writes", "evidence list changed %s", d)
	}
}

// recovers fails unless evidence recover leaves the corpus as it was or as it is
// to be, without anything of an unfinished write.
func (k *kill) recovers(t *testing.T, dir string, before snapshot) {
	t.Helper()
	status, _, errs := ended(t, dir, "evidence recover --corpus corpus")
	if status != exitOK {
		k.fail(t, "recover", "status %d: %s", status, errs)
		return
	}
	now := snap(t, dir)
	if now.shown().differences(before.shown()) != "" && now.shown().differences(k.after.shown()) != "" {
		k.fail(t, "recover", "the corpus is neither as it was nor as it was to be: %s", now.differences(before))
	}
	for p := range now {
		if strings.Contains(p, "/.lectio/writing") {
			k.fail(t, "recover", "it leaves %s", p)
		}
	}
}

// TestImportsAtOnce imports two or three tables into one corpus at the same time.
// Each import is there whole, or ends with an error that says why it is not, and
// is not there at all.
func TestImportsAtOnce(t *testing.T) {
	long.Slow(t)
	r := newRuns(t, 6)
	var refused atomic.Int64
	sideBySide(*killRounds, func(round int) {
		refused.Add(r.importsAtOnce(t, rand.New(rand.NewPCG(r.seed, uint64(round)))))
	})
	t.Logf("%d rounds of imports at once (-killseed %d): %d imports were refused", *killRounds, r.seed, refused.Load())
}

// importsAtOnce is one round; it returns how many imports were refused.
func (r *runs) importsAtOnce(t *testing.T, rnd *rand.Rand) (refused int64) {
	dir := r.folder(t, rnd.IntN(2) == 0)
	defer os.RemoveAll(dir)
	type table struct {
		note, line string
		status     int
		stderr     string
	}
	tables := make([]table, 2+rnd.IntN(2))
	shared := rnd.IntN(2) == 0 // all change one record, each another field
	for i := range tables {
		x := &tables[i]
		x.note = fmt.Sprintf("table %d was here", i)
		text := fmt.Sprintf("id,game,source,note,rules\nL.%02d,Tern %d,s,%s,\nN.%d,Gull,s,%[3]s,Two play. One wins.\n", i, i, x.note, i)
		if shared {
			field := []string{"note", "period", "place note"}[i]
			text = fmt.Sprintf("id,game,source,%s\nL.05,Tern 5,s,%s\n", field, x.note)
		}
		name := fmt.Sprintf("in/%d.csv", i)
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		x.line = "evidence import " + name + " --write --corpus corpus"
	}
	var wg sync.WaitGroup
	for i := range tables {
		x := &tables[i]
		wait := time.Duration(rnd.Int64N(int64(5 * time.Millisecond)))
		wg.Go(func() {
			time.Sleep(wait)
			x.status, _, x.stderr = ended(t, dir, x.line)
		})
	}
	wg.Wait()
	all := snap(t, dir)
	for _, x := range tables {
		n := 0
		for _, content := range all.under("corpus/evidence/records") {
			n += strings.Count(content, x.note)
		}
		whole := 2
		if shared {
			whole = 1
		}
		switch {
		case x.status == exitOK && n == whole:
		case x.status == exitUnusable && n == 0 && refusal(x.stderr):
			refused++
		default:
			t.Errorf("-killseed %d: 'lectio %s' ended with status %d, and its table is there %d times: %s", r.seed, x.line, x.status, n, x.stderr)
		}
	}
	if refused == int64(len(tables)) {
		t.Error("every import was refused")
	}
	// What was refused can be done now, and nothing is left of the work.
	for _, x := range tables {
		if x.status == exitOK {
			continue
		}
		if status, _, errs := ended(t, dir, x.line); status != exitOK {
			t.Errorf("'lectio %s', once it is alone, ends with status %d: %s", x.line, status, errs)
		}
	}
	for p := range snap(t, dir) {
		if strings.Contains(p, "writing") || strings.HasPrefix(p, "tmp/") {
			t.Errorf("left over: %s", p)
		}
	}
	if status, _, errs := ended(t, dir, "evidence check --corpus corpus"); status != exitOK {
		t.Errorf("evidence check ends with status %d: %s", status, errs)
	}
	return refused
}

// refusal reports whether an error says that another program is at work, or was.
func refusal(stderr string) bool {
	for _, why := range []string{"another program is writing", "has changed since it was read", "is there already"} {
		if strings.Contains(stderr, why) {
			return true
		}
	}
	return false
}
