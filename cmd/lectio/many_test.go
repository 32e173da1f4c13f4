package main

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/publish"
	"github.com/lectio/lectio/testdata/long"
)

// manyDir lays out a corpus as large as is wanted, the same for the same seed: copies of
// the ten shortest rulesets of the gallery and of all its records, which they rest on,
// and records drawn to make up the number, of sources drawn as well.
func manyDir(t *testing.T, seed uint64, records, copies int) (dir string) {
	t.Helper()
	dir = t.TempDir()
	put := func(name, text string) {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	r := rand.New(rand.NewPCG(seed, 0))

	texts := map[string]string{} // of the records, rulesets and whatever else there is, by name
	var ids, defs []string
	err := fs.WalkDir(rulesets.Gallery, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(rulesets.Gallery, name)
		texts[name] = string(data)
		switch path.Dir(name) {
		case "evidence/records":
			ids = append(ids, strings.TrimSuffix(path.Base(name), ".yaml"))
		case "rulesets/definitions":
			defs = append(defs, name)
		default:
			put(name, texts[name])
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.SortFunc(ids, func(a, b string) int { return len(b) - len(a) }) // the longer name before what it begins with
	slices.SortFunc(defs, func(a, b string) int { return len(texts[a]) - len(texts[b]) })
	title := regexp.MustCompile(`(?m)^ruleset: (.*)$`)
	for n := range copies {
		var renames []string
		for _, id := range ids {
			renames = append(renames, id, fmt.Sprintf("%s.%d", id, n))
		}
		renamed := strings.NewReplacer(renames...)
		for _, id := range ids {
			put(fmt.Sprintf("evidence/records/%s.%d.yaml", id, n), renamed.Replace(texts["evidence/records/"+id+".yaml"]))
			records--
		}
		for _, name := range defs[:10] {
			text := title.ReplaceAllString(renamed.Replace(texts[name]), fmt.Sprintf("ruleset: ${1}_%d", n))
			put(fmt.Sprintf("%s_%d.yaml", strings.TrimSuffix(name, ".yaml"), n), text)
		}
	}

	pick := func(list []string) string { return list[r.IntN(len(list))] }
	syllables := strings.Fields("ka ne tru lo ís vé ðar mi pool gan shah tab ur hne fa tal þi ni")
	word := func() string {
		w := ""
		for range 2 + r.IntN(3) {
			w += pick(syllables)
		}
		return w
	}
	verbs := strings.Fields("moves enters takes leaps throws blocks passes counts")
	sentence := func() string {
		s := "The " + word()
		for range 4 + r.IntN(15) {
			if r.IntN(4) == 0 {
				s += " " + pick(verbs)
			} else {
				s += " " + word()
			}
		}
		return s + "."
	}
	type source struct {
		ID     string              `json:"id"`
		Type   string              `json:"type"`
		Title  string              `json:"title"`
		Author []map[string]string `json:"author"`
		Issued map[string][][]int  `json:"issued"`
	}
	var sources []source
	for i := range max(1, records/5) {
		sources = append(sources, source{fmt.Sprintf("drawn-%d", i), "book", sentence(), []map[string]string{{"family": word(), "given": word()}}, map[string][][]int{"date-parts": {{1500 + r.IntN(500)}}}})
	}
	list, err := json.MarshalIndent(sources, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	put("evidence/sources/drawn.json", string(list))
	games := make([]string, 200)
	for i := range games {
		games[i] = strings.ToUpper(word()[:1]) + word()
	}
	for i := range max(0, records) {
		var b strings.Builder
		fmt.Fprintf(&b, "id: Drawn.%d\ngame: %s\ntype: rules text\nsummary: %s\n", i, pick(games), sentence())
		fmt.Fprintf(&b, "location: {name: %s, coordinates: [%.2f, %.2f]}\n", word(), r.Float64()*160-80, r.Float64()*340-170)
		fmt.Fprintf(&b, "date: {edtf: \"%d/%d\", of: publication}\nsource: {key: drawn-%d, locator: \"%d\"}\nuncertainty: [summarised]\nclauses:\n", 1000+r.IntN(400), 1400+r.IntN(500), r.IntN(len(sources)), 1+r.IntN(300))
		for n := range 5 + r.IntN(20) {
			fmt.Fprintf(&b, "  - {n: %d, text: \"%s\"}\n", n+1, sentence())
		}
		put(fmt.Sprintf("evidence/records/Drawn.%d.yaml", i), b.String())
	}
	return dir
}

// A command on a corpus of four times as many records and rulesets takes about four
// times as long: what grew with the square would take sixteen times. The time is that
// of the processor, as others work on the machine as well; what is made at every start
// is in both.
func TestCostGrowsWithTheCorpus(t *testing.T) {
	long.Slow(t)
	const times, most = 4, 8
	records, copies := long.Of(60, 500), long.Of(1, 5)
	few, more := manyDir(t, 1, records, copies), manyDir(t, 1, times*records, times*copies)
	commands := []string{"evidence list", "evidence search takes", "evidence check", "ruleset list", "evidence export --csv"}
	if long.Form() {
		for _, f := range publish.Formats {
			if f.Flag != "csv" {
				commands = append(commands, "evidence export --"+f.Flag)
			}
		}
	}
	cost := func(command, corpus string) time.Duration {
		cmd := exec.Command("lectio", append(strings.Fields(command), "--corpus", corpus)...)
		if strings.Contains(command, "export") {
			cmd.Args = append(cmd.Args, "--out", filepath.Join(t.TempDir(), "out"))
		}
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v: %.500s", command, err, out)
		}
		return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	}
	for _, command := range commands {
		a, b := cost(command, few), cost(command, more)
		if b > most*a {
			t.Errorf("%s takes %v for %d records and %d rulesets, and %v for %d times as many", command, a, records, 10*copies, b, times)
		}
	}
}
