package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/lectio/lectio/evidence/jsonlines"
	"github.com/lectio/lectio/testdata/long"
	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "rewrite the expected outputs in testdata/scripts")

// TestMain makes lectio a command of the scripts. It is the test binary under
// another name, so that a script needs no build and has a working directory
// and an exit status of its own.
func TestMain(m *testing.M) {
	reminder = 0
	if os.Getenv("LECTIO_STATE") == "" { // not a program that a test started
		dir, err := os.MkdirTemp("", "lectio-state-*")
		if err != nil {
			panic(err)
		}
		os.Setenv("LECTIO_STATE", dir)
		os.Setenv("LECTIO_PLAYERS", "random")
		defer os.RemoveAll(dir)
	}
	testscript.Main(m, map[string]func(){
		"lectio": main,
	})
}

// scriptCommands are what scripts can do beside the commands of testscript.
var scriptCommands = map[string]func(*testscript.TestScript, bool, []string){
	"status":  status,
	"json":    jsonAt,
	"replace": replace,
}

// TestScripts runs every script in testdata/scripts. Adding a case is adding a
// file; go test ./cmd/lectio -update rewrites what cmp compares with.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/scripts",
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("LECTIO_STATE", filepath.Join(env.WorkDir, "state"))
			env.Setenv("LECTIO_PLAYERS", "random") // a script that looks at programs that learn asks for them
			env.Setenv("GOGC", "800")              // as in the tests themselves: there are hundreds of short commands
			workbooks, err := filepath.Abs("../../testdata/workbooks")
			if err != nil {
				return err
			}
			env.Setenv("WORKBOOKS", workbooks)
			return os.CopyFS(filepath.Join(env.WorkDir, "corpus"), os.DirFS("testdata/corpus"))
		},
		Condition: func(cond string) (bool, error) {
			if cond != "long" {
				return false, fmt.Errorf("unknown condition %q", cond)
			}
			return long.Form(), nil
		},
		Cmds: scriptCommands,
	})
}

// jsonAt PATH WANT looks into what the last command printed on standard output,
// which must be JSON, and demands a value, written as JSON. A path is keys and
// list indexes joined by dots; len is the length of a list and keys the sorted
// keys of an object.
func jsonAt(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 2 {
		ts.Fatalf("usage: json PATH WANT")
	}
	var v any
	ts.Check(json.Unmarshal([]byte(ts.ReadFile("stdout")), &v))
	for _, key := range strings.Split(args[0], ".") {
		switch x := v.(type) {
		case map[string]any:
			if key == "keys" {
				keys := []any{}
				for _, k := range sorted(x) {
					keys = append(keys, k)
				}
				v = keys
				continue
			}
			value, there := x[key]
			if !there {
				ts.Fatalf("%s: no key %q in %v", args[0], key, sorted(x))
			}
			v = value
		case []any:
			if key == "len" {
				v = len(x)
				continue
			}
			i, err := strconv.Atoi(key)
			if err != nil || i < 0 || i >= len(x) {
				ts.Fatalf("%s: no item %q in a list of %d", args[0], key, len(x))
			}
			v = x[i]
		default:
			ts.Fatalf("%s: %q leads into %v", args[0], key, v)
		}
	}
	var got bytes.Buffer
	ts.Check(jsonlines.Write(&got, v))
	if text := strings.TrimSpace(got.String()); (text == args[1]) == neg {
		ts.Fatalf("%s is %s, want %s", args[0], text, args[1])
	}
}

// replace FILE LINE OLD NEW changes a line of a file.
func replace(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 4 {
		ts.Fatalf("usage: replace FILE LINE OLD NEW")
	}
	lines := strings.SplitAfter(ts.ReadFile(args[0]), "\n")
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	if n < 1 || n > len(lines) || !strings.Contains(lines[n-1], args[2]) {
		ts.Fatalf("line %d of %s has no %q", n, args[0], args[2])
	}
	lines[n-1] = strings.Replace(lines[n-1], args[2], args[3], 1)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(strings.Join(lines, "")), 0o644))
}

// status N COMMAND [ARG...] runs a command of the script and demands its exit
// status, which exec cannot tell apart from any other failure. What the command
// printed is there for stdout, stderr and cmp, as after exec.
func status(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status N COMMAND [ARG...]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	err = ts.Exec(args[1], args[2:]...)
	if exit := new(exec.ExitError); errors.As(err, &exit) {
		got = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("%s: exit status %d, want %d", args[1], got, want)
	}
}
