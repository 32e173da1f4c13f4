package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"testing"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/jsonlines"
	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/testdata/fuzz"
	"github.com/lectio/lectio/verify/permit"
	"github.com/lectio/lectio/verify/playout"
)

// FuzzTrace reads whatever somebody might give to play --replay: it is refused
// with places in it, or is a record that is accepted again when it is written.
func FuzzTrace(f *testing.F) {
	var games []*rulesets.Game
	for id, corpus := range map[string]string{"race": "testdata/corpus", "three-in-a-row": "../../rulesets/starter/corpus"} {
		g, err := (&app{corpus: corpus}).game(id, &gameFlags{})
		if err != nil {
			f.Fatal(err)
		}
		games = append(games, g)
	}
	fuzz.Target(f, "trace", func(t *testing.T, data []byte) {
		for _, g := range games {
			said, err := replayed(t, g, data)
			if err != nil {
				fuzz.Errors(t, "standard input", strings.Split(string(data), "\n"), diag.AsErrors(err))
				continue
			}
			again := retraced(t, g, data)
			if now, err := replayed(t, g, again); err != nil || now != said {
				t.Errorf("written again it is %s (%v), not %s\n%s", now, err, said, again)
			}
		}
	})
}

// replayed gives what play --replay says of a record.
func replayed(t *testing.T, g *rulesets.Game, data []byte) (string, error) {
	t.Helper()
	var out bytes.Buffer
	a := &app{stdout: &out, stderr: io.Discard, json: true}
	start := func(in *engine.Interpreter, s *engine.State) { in.Start(s) }
	err := a.replayRecord(t.Context(), g, start, bytes.NewReader(data), "standard input")
	if err == nil == (out.Len() == 0) {
		t.Errorf("said %q, with the error %v", out.String(), err)
	}
	return out.String(), err
}

// retraced writes a record that was accepted, as play --trace writes one.
func retraced(t *testing.T, g *rulesets.Game, data []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	in := engine.NewInterpreter(g.Program)
	for text := range bytes.Lines(data) {
		if len(bytes.TrimSpace(text)) == 0 {
			continue
		}
		root, errs := yamlpos.Parse("f", text)
		r := yamlpos.Reader{Errs: errs}
		state := func(key string) rulesets.State {
			s, errs := g.ReadState(in, root.Get(key))
			r.Errs.Merge(errs)
			return g.State(s)
		}
		line := playout.Ply{
			Game: r.Int(root.Get("game"), "", -1<<31, 1<<31-1), Ply: r.Int(root.Get("ply"), "", 1, 1<<31-1),
			Player: root.Get("player").Text, Move: root.Get("move").Text, Legal: r.Strings(root.Get("legal"), ""),
			At: state("at"), After: state("after"),
		}
		if throw := root.Get("throw"); !throw.Null {
			line.Throw = &throw.Text
		}
		if len(r.Errs) > 0 {
			t.Fatalf("accepted, but: %v", r.Errs)
		}
		if err := jsonlines.Write(&out, &line); err != nil {
			t.Fatal(err)
		}
	}
	return out.Bytes()
}

// FuzzRequests reads whatever somebody might give to moves --batch: each line
// that holds anything is answered by one line, with moves or with errors that
// have a place in it.
func FuzzRequests(f *testing.F) {
	fuzz.Target(f, "requests", func(t *testing.T, data []byte) {
		var out bytes.Buffer
		a := &app{corpus: "testdata/corpus", stdin: bytes.NewReader(data), stdout: &out, stderr: io.Discard}
		if err := a.batch(t.Context()); err != nil {
			t.Fatal(err)
		}
		answers := bufio.NewScanner(&out)
		answers.Buffer(nil, 1<<30)
		lines := strings.Split(string(data), "\n")
		for i, line := range lines {
			if strings.TrimSpace(line) == "" {
				continue
			}
			if !answers.Scan() {
				t.Fatalf("line %d has no answer", i+1)
			}
			var answer struct {
				Moves  []json.RawMessage `json:"moves"`
				Errors []struct {
					File, Message string
					Line, Column  int
				} `json:"errors"`
			}
			if err := json.Unmarshal(answers.Bytes(), &answer); err != nil {
				t.Fatalf("line %d: %v: %s", i+1, err, answers.Bytes())
			}
			for _, e := range answer.Errors {
				at := diag.Pos{File: e.File, Line: e.Line, Col: e.Column}
				if e.File == permit.BatchFile { // else it is in the corpus
					fuzz.Inside(t, permit.BatchFile, lines, at)
				}
				if e.Message == "" || e.File == permit.BatchFile && e.Line != i+1 {
					t.Errorf("line %d has the error %+v", i+1, e)
				}
			}
		}
		if answers.Scan() {
			t.Errorf("an answer that nobody asked for: %s", answers.Bytes())
		}
	})
}
