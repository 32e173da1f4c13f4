package main

import (
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// Before a command has looked at its arguments it has not made much: what only some
// commands need is made when it is first needed. What packages make for a start is
// counted in bytes, as time hangs on what else the machine does.
func TestStartIsLight(t *testing.T) {
	cmd := exec.Command(os.Args[0], "-test.run=^$")
	cmd.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	const each, together = 5 << 20, 12 << 20
	packages, sum := 0, 0
	for _, m := range regexp.MustCompile(`(?m)^init (\S+) @.* (\d+) bytes,`).FindAllStringSubmatch(string(out), -1) {
		n, err := strconv.Atoi(m[2])
		if err != nil {
			t.Fatal(err)
		}
		if sum += n; strings.HasPrefix(m[1], module) {
			packages++
			if n > each {
				t.Errorf("%s makes %d bytes at every start, %d are plenty", m[1], n, each)
			}
		}
	}
	if packages == 0 || sum > together {
		t.Errorf("%d bytes are made at every start, %d are plenty; %d packages of ours were seen", sum, together, packages)
	}
}
