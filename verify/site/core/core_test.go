package core

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/testdata/long"
)

// mostBytes is how large the script may be as a program writes it that builds it itself: as much more than in a release as
// it is packed less well.
const mostBytes = MostBytes * 8 / 7

// corpus has the files of the bundled corpus by their paths in a corpus of one's own.
func corpus(t *testing.T) map[string]string {
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

// questions are lines for the core, which make it collect its garbage many times, and grow its stack.
func questions(t *testing.T) []byte {
	t.Helper()
	var lines bytes.Buffer
	ask := func(what map[string]any) {
		if err := json.NewEncoder(&lines).Encode(what); err != nil {
			t.Fatal(err)
		}
	}
	files := corpus(t)
	for _, text := range []string{strings.Repeat("[", 500), "a: " + strings.Repeat("{b: ", 500) + strings.Repeat("}", 500)} {
		ask(map[string]any{"files": map[string]string{"rulesets/definitions/deep.yaml": text}})
	}
	for range 4 {
		ask(map[string]any{"files": files})
	}
	c, _ := rulesets.Load(rulesets.Bundled, "", nil)
	for _, d := range c.Definitions {
		ask(map[string]any{"ruleset": d.ID, "rules": true, "at": "start"})
		ask(map[string]any{"ruleset": d.ID, "play": map[string]any{"refused": true, "rules": true}, "think": map[string]any{"program": "playouts:20", "seed": 1}})
	}
	ask(map[string]any{"ruleset": "none"})
	lines.WriteString("{\n")
	return lines.Bytes()
}

// The script holds a core that answers in JavaScript as it does here, and is no larger than it may be.
func TestInJavaScript(t *testing.T) {
	if !long.Form() {
		t.Skip("builds for another platform; LECTIO_LONG=1")
	}
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("there is no node to run it")
	}
	script, err := Script(t.Context(), func(what string) { t.Log(what) })
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d bytes", len(script))
	if len(script) > mostBytes {
		t.Errorf("%d bytes: more than %d", len(script), mostBytes)
	}
	lines := questions(t)
	dir := t.TempDir()
	for name, data := range map[string][]byte{"core.js": script, "ask.js": []byte(askInNode)} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	there := exec.Command(node, filepath.Join(dir, "ask.js"), "../assets/desk.js", filepath.Join(dir, "core.js"))
	here := exec.Command("go", "run", "github.com/lectio/lectio/cmd/core")
	var answers [2][]byte
	for i, run := range []*exec.Cmd{there, here} {
		run.Stdin, run.Stderr = bytes.NewReader(lines), os.Stderr
		began := time.Now()
		if answers[i], err = run.Output(); err != nil {
			t.Fatal(err)
		}
		t.Logf("%s answers in %v", run.Args[0], time.Since(began))
	}
	asked, got, want := bufio.NewScanner(bytes.NewReader(lines)), bytes.Split(answers[0], []byte("\n")), bytes.Split(answers[1], []byte("\n"))
	asked.Buffer(nil, len(lines))
	for i := 0; asked.Scan(); i++ {
		if i >= len(got) || i >= len(want) || !bytes.Equal(got[i], want[i]) {
			t.Fatalf("asked %.200s, there are %d answers there and %d here, or others: %.300s", asked.Text(), len(got), len(want), got[min(i, len(got)-1)])
		}
	}
}

// askInNode has the script read as a page does, and asks its worker what stands on standard input.
const askInNode = `
const fs = require("fs"), vm = require("vm"), zlib = require("zlib");
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
	if (said.what === "answer") fs.writeSync(1, said.line + "\n");
	if (said.what === "progress") console.error(performance.now().toFixed(), "ms:", said.text);
	if (said.what !== "ready") return;
	console.error(performance.now().toFixed(), "ms: it answers");
	for (const line of fs.readFileSync(0, "utf8").trimEnd().split("\n")) send({ id: 1, line });
	process.exit(0);
};
run(zlib.inflateRawSync(bytesOf(core.source)).toString());
send({ parts: core.parts.map((p) => ({ size: p.size, bytes: bytesOf(p) })) });
`
