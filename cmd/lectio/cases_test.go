package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestCases runs the case of each folder of testdata/cases: run.txtar is the script, and the
// other files are its inputs. A case asserts what is right, and not all that is printed.
func TestCases(t *testing.T) {
	root := filepath.Join("..", "..", "testdata", "cases")
	folders, err := os.ReadDir(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, folder := range folders {
		if !folder.IsDir() {
			continue
		}
		dir := filepath.Join(root, folder.Name())
		t.Run(folder.Name(), func(t *testing.T) {
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
