package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/lines"
	"github.com/lectio/lectio/testdata/bundled"
	"github.com/lectio/lectio/testdata/long"
	"github.com/lectio/lectio/verify/site/core"
)

// inJavaScript has the core run in node as pages are given it: packed, and read by the script of the page. It answers lines. What stands
// in before is run first.
func inJavaScript(t *testing.T, before string) (line func([]byte) []byte) {
	t.Helper()
	if !long.Form() {
		t.Skip("packs the program anew, which takes a minute or two; LECTIO_LONG=1")
	}
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("there is no node to run it")
	}
	script, err := core.Script(t.Context(), func(what string) { t.Log(what) })
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, data := range map[string][]byte{"core.js": script, "ask.js": []byte(before + askInNode)} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	run := exec.Command(node, filepath.Join(dir, "ask.js"), "../../verify/site/assets/desk.js", filepath.Join(dir, "core.js"))
	var said bytes.Buffer
	run.Stderr = &said
	in, err := run.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := run.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := run.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		in.Close()
		if err := run.Wait(); err != nil && !t.Failed() {
			t.Errorf("node: %v\n%s", err, said.Bytes())
		}
	})
	answers := bufio.NewReader(out)
	return func(text []byte) []byte {
		t.Helper()
		_, wrong := in.Write(append(text, '\n'))
		answer, err := answers.ReadBytes('\n')
		if wrong != nil || err != nil {
			run.Wait()
			t.Fatalf("asked %.200s, it answers no more: %v, %v\n%s", text, wrong, err, said.Bytes())
		}
		return bytes.TrimSuffix(answer, []byte("\n"))
	}
}

// askInNode has the script read as a page does, and asks its worker what stands on the lines of standard input.
const askInNode = `
const fs = require("fs"), readline = require("readline"), vm = require("vm"), zlib = require("zlib");
const run = (code) => vm.runInThisContext(code);
globalThis.document = { body: { dataset: { root: "" } } };
run(fs.readFileSync(process.argv[2], "utf8"));
let core;
run("(set) => { coreArrives = set; }")((c) => { core = c; });
run(new TextDecoder("utf-16le").decode(fs.readFileSync(process.argv[3])));
const bytesOf = run("bytesOf");
let send;
globalThis.addEventListener = (_, listener) => { send = (data) => listener({ data }); };
globalThis.postMessage = (said) => {
	if (said.what === "dead") throw new Error(said.text);
	if (said.what === "answer") process.stdout.write(said.line + "\n");
	if (said.what !== "ready") return;
	const lines = readline.createInterface({ input: process.stdin, crlfDelay: Infinity });
	lines.on("line", (line) => send({ id: 1, line }));
	lines.on("close", () => process.exit(0));
};
run(zlib.inflateRawSync(bytesOf(core.source)).toString());
send({ parts: core.parts.map((p) => ({ size: p.size, bytes: bytesOf(p) })) });
`

// alike asks there and here, and compares the answers; it returns that of here.
func alike(t *testing.T, there, here func([]byte) []byte, r request) []byte {
	t.Helper()
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	got, want := there(text), here(text)
	if !bytes.Equal(got, want) {
		t.Fatalf("asked %.300s, it answers there\n%.600s, and here\n%.600s", text, got, want)
	}
	return want
}

// It answers in JavaScript as it does here, files nested too deep to be read among what it is asked, its garbage collected many
// times and its stack grown.
func TestInJavaScript(t *testing.T) {
	there, here := inJavaScript(t, ""), (&desk{}).line
	const deep = 9000 // calls that lie on each other are more than JavaScript's stack takes
	for _, text := range []string{strings.Repeat("[", deep), "# x\n" + strings.Repeat("[", deep) + strings.Repeat("]", deep), strings.Repeat("- ", deep) + "a",
		"a: " + strings.Repeat("{b: ", deep) + strings.Repeat("}", deep), strings.Repeat("[", 2*deep)} {
		alike(t, there, here, request{Files: map[string]string{"rulesets/definitions/deep.yaml": text}})
	}
	files := corpusFiles(t)
	for range 4 {
		alike(t, there, here, request{Files: files})
	}
	for _, d := range bundled.Corpus(t).Definitions {
		alike(t, there, here, request{Ruleset: d.ID, Say: &saying{Changes: true, Text: true}, Play: &sitting{Refused: true}})
	}
	alike(t, there, here, request{Ruleset: "none"})
	if got, want := there([]byte("{")), here([]byte("{")); !bytes.Equal(got, want) {
		t.Errorf("%s, here %s", got, want)
	}
}

// Under combinations of readings it plays in JavaScript as the interpreter does here.
func TestPlaysInJavaScript(t *testing.T) {
	playsAlike(t, inJavaScript(t, ""), rand.New(rand.NewPCG(46, 2)), 20, 12)
}

// thinks compares what programs make of positions of games there and here, so many positions a game.
func thinks(t *testing.T, there func([]byte) []byte, programs map[string]int, ids ...string) {
	t.Helper()
	took := [2]time.Duration{}
	timed := func(line func([]byte) []byte, i int) func([]byte) []byte {
		return func(text []byte) []byte {
			defer func(from time.Time) { took[i] += time.Since(from) }(time.Now())
			return line(text)
		}
	}
	there, here := timed(there, 0), timed((&desk{}).line, 1)
	alike(t, there, here, request{Files: corpusFiles(t)})
	for _, id := range ids {
		for program, most := range programs {
			n := 0
			took = [2]time.Duration{}
			played(t, bundled.Corpus(t).Find(id), nil, program, most, func(r request, _ *rulesets.Game, _ *thought) {
				alike(t, there, here, r)
				n++
			})
			t.Logf("%s, %s: %d positions in %v there, %v here", id, program, n, took[0].Round(time.Millisecond), took[1].Round(time.Millisecond))
		}
	}
}

// refusing makes a host that refuses what the core generates, as browsers do what is too large for them, and ends as it should not where
// nothing was to be refused.
const refusing = `
let refused = 0;
WebAssembly.%[1]s = new Proxy(WebAssembly.%[1]s, { construct() { refused++; throw new %[2]s("too large"); } });
process.on("exit", () => { if (refused === 0) process.exitCode = 3; });
`

// What the host does not take is played by the interpreter, and nobody sees it in what is answered.
func TestRefusedInJavaScript(t *testing.T) {
	for what, with := range map[string]string{"Module": "WebAssembly.CompileError", "Instance": "RangeError"} {
		t.Run(what, func(t *testing.T) {
			there := inJavaScript(t, fmt.Sprintf(refusing, what, with))
			thinks(t, there, map[string]int{"learned": 20, "searching:20": 4, "playouts:10": 3}, "mylna", "piprjall")
			proves(t, there, 20000, "natt-klab-ash-shawk")
		})
	}
}

// Programs choose in JavaScript what they choose here, and reckon alike.
func TestThinkInJavaScript(t *testing.T) {
	thinks(t, inJavaScript(t, ""), map[string]int{"random": 60, "learned": 60, "searching:400": 6, "playouts:400": 4}, "mylna", "piprjall", "natt-klab-ash-shawk")
}

// proves compares what perfect programs make of positions there and here: games of drawn moves are taken back from their ends until
// there is too much to be solved.
func proves(t *testing.T, there func([]byte) []byte, positions int, ids ...string) {
	t.Helper()
	here := (&desk{}).line
	alike(t, there, here, request{Files: corpusFiles(t)})
	solved, unsolved := 0, map[string]bool{}
	for _, id := range ids {
		d := bundled.Corpus(t).Find(id)
		g, errs := d.Game(nil)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		random, w := rand.New(rand.NewPCG(46, 3)), lines.NewWriter(g)
		for w.State.Status() != engine.Over {
			draws(w, random)
		}
		for why := ""; why == ""; {
			w.Back(1)
			if w.State.Status() != engine.Decision || len(w.In.Moves(w.State, nil)) < 2 {
				continue
			}
			var a struct{ Think struct{ Unsolved string } }
			answer := alike(t, there, here, request{Ruleset: d.ID, Play: &sitting{Line: w.Line()},
				Think: &thinking{Program: "perfect", Seed: 1, Seconds: 600, Positions: positions}})
			if err := json.Unmarshal(answer, &a); err != nil {
				t.Fatal(err)
			}
			if why = a.Think.Unsolved; why == "" {
				solved++
			}
			unsolved[why] = true
		}
	}
	if solved < 3 || len(unsolved) < 2 {
		t.Errorf("%d positions are solved, and others not for %v: the test shows less than it should", solved, unsolved)
	}
	t.Logf("%d positions are solved, others not for %q", solved, slices.Sorted(maps.Keys(unsolved)))
}

// Perfect programs prove in JavaScript what they prove here, and say what keeps them from it.
func TestPerfectInJavaScript(t *testing.T) {
	proves(t, inJavaScript(t, ""), 3000, bundled.Corpus(t).IDs()...)
}
