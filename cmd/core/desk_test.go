package main

import (
	"encoding/json"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/patch"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/edition"
	"github.com/lectio/lectio/rulesets/engine"
)

// corpusFiles are the files of the bundled corpus by their paths in a corpus of one's own.
func corpusFiles(t *testing.T) map[string]string {
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

// asked asks a desk, or whatever answers lines, and reads the answer.
func asked(t *testing.T, line func([]byte) []byte, r request) (a answer) {
	t.Helper()
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(line(text), &a); err != nil {
		t.Fatal(err)
	}
	return a
}

// What the core answers of every bundled ruleset is what the packages around it say.
func TestDesk(t *testing.T) {
	d := &desk{}
	a := asked(t, d.line, request{Files: corpusFiles(t)})
	if len(a.Errors) > 0 || len(a.Rulesets) != 7 {
		t.Fatalf("%v: %v", a.Rulesets, a.Errors)
	}
	ev, _ := evidence.Load(evidence.Bundled, "")
	c, _ := rulesets.Load(rulesets.Bundled, "", ev)
	for _, def := range c.Definitions {
		g, errs := def.Game(nil)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		a := asked(t, d.line, request{Ruleset: def.ID, Rules: true, At: json.RawMessage(`"start"`)})
		if len(a.Errors) > 0 {
			t.Errorf("%s: %v", def.ID, a.Errors)
		}
		var got, want []string
		for i, s := range g.Statements {
			want = append(want, s.ID+": "+edition.Sentence(g, s))
			if i < len(a.Rules) {
				got = append(got, a.Rules[i].Rule+": "+a.Rules[i].Sentence)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %d sentences, %d wanted, or others", def.ID, len(got), len(want))
		}
		in := engine.NewInterpreter(g.Program)
		s, _ := g.ParseState(in, "", "start")
		var moves []string
		for _, m := range a.Moves {
			moves = append(moves, m.Move)
		}
		if s.Status() == engine.AwaitsThrow {
			if len(a.Throws) != len(g.Throws(s)) || len(a.Moves) > 0 {
				t.Errorf("%s: %d throws, %d moves", def.ID, len(a.Throws), len(a.Moves))
			}
		} else if !slices.Equal(moves, g.MoveTexts(in, s)) {
			t.Errorf("%s: the moves are %v", def.ID, moves)
		}
	}
}

// Under each reading of a question the rules are said that it makes, and after a throw what that permits and refuses,
// with the statements behind it.
func TestDeskUnderReadings(t *testing.T) {
	d := &desk{}
	asked(t, d.line, request{Files: corpusFiles(t)})
	said := map[string]string{}
	q := d.corpus.Find("piprjall").Question("PIP-A14")
	for _, r := range q.Readings {
		choice := rulesets.Choice{q.ID: r.ID}
		g, errs := d.corpus.Find("piprjall").Game(choice)
		if len(errs) > 0 {
			continue // it cannot be played yet
		}
		a := asked(t, d.line, request{Ruleset: "piprjall", Readings: choice, Rules: true, At: json.RawMessage(`"start"`), Throw: "2-1"})
		if len(a.Errors) > 0 {
			t.Fatal(a.Errors)
		}
		var all strings.Builder
		for _, w := range a.Rules {
			all.WriteString(w.Sentence + "\n")
		}
		if other := said[all.String()]; other != "" {
			t.Errorf("%s and %s say the same", other, r.ID)
		}
		said[all.String()] = r.ID
		in := engine.NewInterpreter(g.Program)
		s, _ := g.ParseState(in, "", "start")
		if errs := g.MakeThrows(in, s, "2-1"); len(errs) > 0 {
			t.Fatal(errs)
		}
		if got, want := len(a.Moves), len(in.Moves(s, nil)); got != want || want == 0 {
			t.Errorf("%s: %d moves, want %d", r.ID, got, want)
		}
		if got, want := len(a.Refused), len(in.Explain(s).Refused); got != want {
			t.Errorf("%s: %d refused, want %d", r.ID, got, want)
		}
		for _, m := range append(a.Moves, a.Refused...) {
			if len(m.By) == 0 {
				t.Errorf("%s: %s is permitted or refused by nothing", r.ID, m.Move)
			}
		}
	}
	if len(said) < 2 {
		t.Errorf("%d readings were said", len(said))
	}
}

// What has become of the files that were brought first is a patch, which makes the files of now of them.
func TestDeskPatch(t *testing.T) {
	d := &desk{}
	first := map[string]string{"evidence/records/a.yaml": "id: a # mine\ngame: G", "evidence/records/b.yaml": "id: b\n", "evidence/records/same.yaml": "id: same\n"}
	if a := asked(t, d.line, request{Files: first, Patch: true}); a.Patch != "" {
		t.Errorf("nothing has changed, and the patch is %q", a.Patch)
	}
	now := map[string]string{"evidence/records/a.yaml": "id: a # mine\ngame: H\n", "evidence/records/c.yaml": "", "evidence/records/same.yaml": "id: same\n"}
	asked(t, d.line, request{Files: map[string]string{}})
	text := asked(t, d.line, request{Files: now, Patch: true}).Patch
	p, errs := patch.Read("patch", []byte(text))
	if len(errs) > 0 {
		t.Fatalf("%v\n%s", errs, text)
	}
	files, errs := p.Apply("", func(name string) ([]byte, error) { return fs.ReadFile(mapped(first), name) })
	if len(errs) > 0 {
		t.Fatalf("%v\n%s", errs, text)
	}
	got := maps.Clone(first)
	for _, f := range files {
		if delete(got, f.Name); f.New != nil {
			got[f.Name] = string(f.New)
		}
	}
	if !maps.Equal(got, now) || strings.Contains(text, "same") {
		t.Errorf("%v\n%s", got, text)
	}
}

// mapped are files as a file system.
func mapped(files map[string]string) fs.FS {
	fsys := fstest.MapFS{}
	for name, text := range files {
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return fsys
}

// What is wrong is said, all of it, and the next request is answered.
func TestDeskRefuses(t *testing.T) {
	d := &desk{}
	for _, c := range []struct{ line, want string }{
		{`{`, "cannot be read"},
		{`{"rulesets": "x"}`, "unknown field"},
		{`{"ruleset": "x"}`, "no corpus has been brought"},
		{`{"files": {}, "ruleset": "x"}`, "there is no ruleset of that id"},
		{`{"files": {"rulesets/definitions/x.yaml": "ruleset: x\nstatements:\n- {id: a, alow: step}\n"}}`, "x.yaml"},
	} {
		var a answer
		out := d.line([]byte(c.line))
		if err := json.Unmarshal(out, &a); err != nil || len(a.Errors) == 0 || !strings.Contains(string(out), c.want) {
			t.Errorf("%s: %s (%v)", c.line, out, err)
		}
	}
	if a := asked(t, d.line, request{Files: corpusFiles(t)}); len(a.Errors) > 0 {
		t.Error(a.Errors)
	}
}
