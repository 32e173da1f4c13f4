//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The long run in CI may be done in steps: what is named runs, in the order of the list,
// until one fails, and nothing runs where one of them is none.
func TestLongInSteps(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip(err)
	}
	dir := t.TempDir() // with a go that says what it is asked for, and fails at one thing
	const standIn = "#!/bin/sh\necho \"go $*\"\ncase \"$*\" in *\"$FAILS\"*) exit 3 ;; esac\n"
	if err := os.WriteFile(filepath.Join(dir, "go"), []byte(standIn), 0o700); err != nil {
		t.Fatal(err)
	}
	long := func(fails string, args ...string) (string, int) {
		cmd := exec.Command(bash, append([]string{"../../.ci/long"}, args...)...)
		cmd.Env = append(os.Environ(), "PATH="+dir+":"+os.Getenv("PATH"), "FAILS="+fails)
		out, _ := cmd.CombinedOutput()
		return string(out), cmd.ProcessState.ExitCode()
	}
	list, _ := long("-", "--list")
	script, err := os.ReadFile("../../.ci/long")
	if err != nil {
		t.Fatal(err)
	}
	steps := strings.Split(strings.TrimSpace(list), "\n")
	for _, line := range steps {
		if name, _, _ := strings.Cut(line, " "); !strings.Contains(string(script), "\nstep_"+name+"() {\n") {
			t.Errorf("the step %q does nothing", name)
		}
	}
	if len(steps) != strings.Count(string(script), "\nstep_") || len(steps) < 10 {
		t.Errorf("the list has %d steps:\n%s", len(steps), list)
	}
	if out, status := long("nothing fails", "gallery", "net"); status != 0 || strings.Count(out, "\n== ") != 3 ||
		strings.Index(out, "TestNet") > strings.Index(out, "gallery: verify") || !strings.HasSuffix(out, "== passed\n") {
		t.Errorf("two steps: %d\n%s", status, out)
	}
	if out, status := long("TestNet", "net", "gallery"); status == 0 || strings.Contains(out, "gallery: verify") || strings.Contains(out, "passed") {
		t.Errorf("the first step fails: %d\n%s", status, out)
	}
	if out, status := long("-", "net", "nets"); status == 0 || strings.Contains(out, "go test") || !strings.Contains(out, "there is no step nets; the steps are: cross-build arm64 fuzz ") {
		t.Errorf("a step that is none: %d\n%s", status, out)
	}
}
