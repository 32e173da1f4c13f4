package service

import (
	"fmt"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/ast"
)

// bundled are the files of the bundled corpus by their paths in a corpus of one's own.
func bundled(t testing.TB) map[string]string {
	t.Helper()
	files := map[string]string{}
	for folder, fsys := range map[string]fs.FS{"evidence": evidence.Bundled, "rulesets": rulesets.Bundled} {
		err := fs.WalkDir(fsys, ".", func(name string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() {
				return err
			}
			data, err := fs.ReadFile(fsys, name)
			files[path.Join(folder, name)] = string(data)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return files
}

const largest = "rulesets/definitions/piprjall.yaml"

func opened(t testing.TB) (*Workspace, map[string]string) {
	files := bundled(t)
	w := New()
	w.Bring(files)
	if errs := w.Errors(); len(errs) > 0 {
		t.Fatal(errs)
	}
	return w, files
}

// word is a word of a statement that is offered to who writes it.
type word struct {
	path string
	line int // from 0
	off  int
	text string
	key  bool
}

var name = regexp.MustCompile(`[\pL_][\pL\pN_]*`)

// wordsOf are the keys of a statement, and the words and names of its values; not its own names, texts for people, and numbers.
func wordsOf(path string, text []string, s *rulesets.Statement) (list []word) {
	own := slices.Concat(rulesets.ProseKeys, []string{"id", "checked", "of", "counts", "faces", "lots", "names", "picture", "at", "unit", "as"})
	add := func(n *yamlpos.Node, off int, w string, key bool) {
		p := n.PosAt(off)
		line, at := byteOf(text, p)
		if strings.HasPrefix(text[line][at:], w) {
			list = append(list, word{path, line, at, w, key})
		}
	}
	var walk func(n *yamlpos.Node, under string, expr bool)
	walk = func(n *yamlpos.Node, under string, expr bool) {
		for i, k := range n.Keys {
			free := under == "set_up" || under == "men" || under == "legs" || under == "but" || under == "chances" || under == "letters" || under == "pictures" || under == "set" || under == "add"
			if name.FindString(k.Text) == k.Text || !free {
				add(k, 0, k.Text, true)
			}
			if slices.Contains(own, k.Text) && !(k.Text == "of" && s.Kind != "define") && !(k.Text == "names" && s.Kind == "grid") {
				continue
			}
			walk(n.Values[i], k.Text, slices.Contains(expressions, k.Text) || under == "set" || under == "add" || n.Kind == yamlpos.Map && k.Text == "score")
		}
		if n.Kind == yamlpos.List {
			for _, v := range n.Values {
				walk(v, under, expr)
			}
		}
		if n.Kind == yamlpos.Scalar && !n.Null {
			switch {
			case under == "warrant" || under == "replaces" || under == "except" || under == "before" || under == "after" || under == "outranks":
				add(n, 0, n.Text, false)
			case under == "end" || under == "rows" || under == "lines" || under == "points" || under == "numbered" || under == "order" && s.Kind == "track" || under == "run" || under == "legs" || under == "but" || under == "on" && strings.ContainsAny(n.Text, "0123456789"):
			default:
				for _, m := range name.FindAllStringIndex(n.Text, -1) {
					if !expr && (m[0] != 0 || m[1] != len(strings.TrimSuffix(n.Text, "?"))) {
						if strings.Contains(n.Text, "-") {
							add(n, 0, n.Text, false)
						}
						break
					}
					add(n, m[0], n.Text[m[0]:m[1]], false)
				}
			}
		}
	}
	walk(s.Node, "", false)
	return list
}

var expressions = []string{"when", "to", "from", "over", "men", "define", "that", "most", "least", "always", "never", "score", "send", "take", "sow", "set_down", "next", "times", "starts", "skips", "leaves", "at_most", "play", "put", "after", "value", "among"}

// Whatever stands in a statement of a bundled ruleset is among what is offered at its place, when the rest of the line is taken away
// and when the rest of the file is.
func TestCompletionOffersWhatIsWritten(t *testing.T) {
	w, files := opened(t)
	total, missed := 0, map[string]int{}
	for _, d := range w.Corpus.Definitions {
		text := lines(files[d.File])
		for i, s := range d.EveryStatement() {
			if s.Pos.File != d.File || testing.Short() && i%7 > 0 {
				continue
			}
			for _, x := range wordsOf(d.File, text, s) {
				for _, rest := range []bool{true, false} {
					total++
					now := slices.Clone(text)
					now[x.line] = now[x.line][:x.off]
					if !rest {
						now = now[:x.line+1]
					}
					w.texts[d.File] = now
					got := w.Complete(d.File, position(now, x.line, x.off))
					if !slices.ContainsFunc(got.Items, func(i Item) bool { return strings.Trim(i.Insert, "(: ") == x.text }) {
						missed[fmt.Sprintf("%s %v %v", x.text, x.key, rest)]++
						if missed[fmt.Sprintf("%s %v %v", x.text, x.key, rest)] == 1 && len(missed) < 60 {
							t.Logf("%s:%d: %q is not offered (key %v, rest %v, of %d)", d.File, x.line+1, x.text, x.key, rest, len(got.Items))
						}
					}
				}
			}
		}
		w.texts[d.File] = text
	}
	n := 0
	for _, k := range missed {
		n += k
	}
	share := 100 * float64(total-n) / float64(total)
	t.Logf("%d of %d words are offered, %.2f %%", total-n, total, share)
	if total < 1000 || share < 92 { // names of places that a track lists, and words of conditions over several lines, are not offered yet
		t.Errorf("%.2f %% of %d words are offered; most missed: %v", share, total, slices.Sorted(maps.Keys(missed))[:min(len(missed), 40)])
	}
}

// A file that is cut off at any of its lines is answered, whatever is asked.
func TestBeginningsAreAnswered(t *testing.T) {
	w, files := opened(t)
	for _, file := range []string{largest, "rulesets/definitions/mylna.yaml", "evidence/records/DLP.Evidence.1706.yaml", "rulesets/parts/home-and-off.yaml"} {
		text := strings.SplitAfter(files[file], "\n")
		step := max(1, len(text)/40)
		for n := 0; n < len(text); n += step {
			begun := strings.Join(text[:n], "") + "  - {id: x, when: \"count("
			w.Change(map[string]*string{file: &begun})
			w.Diagnose(file, 0)
			w.Outline(file, false)
			last := Position{len(lines(begun)) - 1, 1000}
			w.Complete(file, last)
			w.Explain(file, last)
			w.Explain(file, Position{n / 2, 8})
		}
		whole := files[file]
		w.Change(map[string]*string{file: &whole})
	}
	if errs := w.Errors(); len(errs) > 0 {
		t.Error(errs)
	}
}

// What is wrong is said as the checks of a corpus say it, at the range of the word.
func TestDiagnose(t *testing.T) {
	w, files := opened(t)
	text := files[largest]
	for _, c := range []struct{ old, new, message, at string }{
		{"kind: silence", "kind: silense", `the kind of a question cannot be "silense"`, "silense"},
		{"  - id: board\n", "  - id: board\n    alow: step\n", `unknown key "alow"`, "alow"},
		{"warrant: [p#5]", "warrant: [p#5", "not valid YAML", ""},
	} {
		if !strings.Contains(text, c.old) {
			t.Fatalf("%q is not there any more", c.old)
		}
		now := strings.Replace(text, c.old, c.new, 1)
		w.Change(map[string]*string{largest: &now})
		got := w.Diagnose(largest, 0)
		again := New()
		all := maps.Clone(files)
		all[largest] = now
		again.Bring(all)
		if a, b := fmt.Sprint(w.Errors()), fmt.Sprint(again.Errors()); a != b {
			t.Errorf("after a change: %s\nafresh: %s", a, b)
		}
		i := slices.IndexFunc(got.List, func(d Diagnosis) bool { return strings.Contains(d.Message, c.message) })
		if i < 0 {
			t.Errorf("%q: %+v", c.new, got.List)
			continue
		}
		r := got.List[i].Range
		if line := lines(now)[r.Start.Line]; c.at != "" && line[r.Start.offset(line):r.End.offset(line)] != c.at {
			t.Errorf("%q: %v is %q", c.new, r, line)
		}
	}
	w.Change(map[string]*string{largest: &text})
	if got := w.Diagnose(largest, time.Hour); len(got.List) > 0 || got.Left > 0 || got.Readings == 0 {
		t.Errorf("%+v", got)
	}
}

// Every kind of statement and every effect has a line of help.
func TestWordsHaveHelp(t *testing.T) {
	w := New()
	for i := range ast.Kinds {
		if w.guide(ast.Kinds[i].Word) == "" {
			t.Errorf("the guide says nothing of %s", ast.Kinds[i].Word)
		}
	}
	for _, keys := range ast.DeclaredEffects() {
		if w.guide(keys[0].Name) == "" {
			t.Errorf("the guide says nothing of the effect %s", keys[0].Name)
		}
	}
	for _, k := range ast.Kinds {
		for _, key := range k.Declared() {
			if key.What == "" {
				t.Errorf("%s: nothing is said of %s", k.Word, key.Name)
			}
		}
	}
}

// In the midst of a line in brackets, at whatever letter, an answer comes: what stands behind the place is read as well.
func TestCompletionWithinBrackets(t *testing.T) {
	const file, line = "rulesets/definitions/x.yaml", `  - {id: full, end: "all, are: down", at: start, whe: count(own) = 3, winner: none}`
	text := "ruleset: x\ntitle: X\nfamily: rows\nstatements:\n" + line + "\n"
	w := New()
	w.Bring(map[string]string{file: text})
	for i := range len(line) + 1 {
		w.Complete(file, Position{4, i})
	}
	got := w.Complete(file, Position{4, strings.Index(line, "whe") + 3})
	if !slices.ContainsFunc(got.Items, func(i Item) bool { return i.Label == "when" }) {
		t.Errorf("when is not offered: %v", got.Items)
	}
}

// A letter typed into the largest ruleset, and what is asked then.
func BenchmarkService(b *testing.B) {
	w, files := opened(b)
	text := files[largest]
	at := strings.Index(text, "when: ") + len("when: ")
	texts := [2]string{text, text[:at] + "own >= 0 and " + text[at:]}
	line := strings.Count(text[:at], "\n")
	where := Position{line, at - strings.LastIndex(text[:at], "\n") - 1}
	change := func(i int) { w.Change(map[string]*string{largest: &texts[i%2]}) }
	for name, ask := range map[string]func(){
		"Change":   func() {},
		"Diagnose": func() { w.Diagnose(largest, 0) },
		"Complete": func() { w.Complete(largest, where) },
		"Explain":  func() { w.Explain(largest, where) },
		"Outline":  func() { w.Outline(largest, false) },
	} {
		b.Run(name, func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				change(i)
				ask()
			}
		})
	}
}
