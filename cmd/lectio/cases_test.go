package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/lectio/lectio/testdata/long"
)

// TestCases runs the case of each folder of testdata/cases: run.txtar is the script, and the
// other files are its inputs. A case asserts what is right, and not all that is printed. A
// folder without a script belongs to another test.
func TestCases(t *testing.T) {
	long.Slow(t)
	cases, err := filepath.Glob("../../testdata/cases/*/run.txtar")
	if err != nil || len(cases) == 0 {
		t.Fatalf("there are no cases: %v", err)
	}
	for _, script := range cases {
		dir := filepath.Dir(script)
		t.Run(filepath.Base(dir), func(t *testing.T) {
			testscript.Run(t, testscript.Params{
				Dir:                 dir,
				RequireExplicitExec: true,
				Setup: func(env *testscript.Env) error {
					env.Setenv("LECTIO_STATE", filepath.Join(env.WorkDir, "state"))
					return os.CopyFS(filepath.Join(env.WorkDir, "case"), os.DirFS(dir))
				},
				Cmds: scriptCommands,
			})
		})
	}
}
