package main

import (
	"errors"
	"flag"
	"os/exec"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "rewrite the expected outputs in testdata/scripts")

// TestMain makes lectio a command of the scripts. It is the test binary under
// another name, so that a script needs no build and has a working directory
// and an exit status of its own.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"lectio": main,
	})
}

// TestScripts runs every script in testdata/scripts. Adding a case is adding a
// file; go test ./cmd/lectio -update rewrites what cmp compares with.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/scripts",
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"status": status,
		},
	})
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
