package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Init that cannot write everything leaves nothing behind, neither files nor the
// folders for them.
func TestInitLeavesNothingBehind(t *testing.T) {
	parent := t.TempDir()
	for name, prepare := range map[string]func(string) error{
		// A file stands where a folder is needed, as nothing else stops root.
		"there":     func(dir string) error { return os.WriteFile(filepath.Join(dir, "rulesets"), nil, 0o644) },
		"elsewhere": func(dir string) error { return os.WriteFile(filepath.Join(dir, "evidence"), nil, 0o644) },
	} {
		dir := filepath.Join(parent, name)
		if err := os.Mkdir(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := prepare(dir); err != nil {
			t.Fatal(err)
		}
		before := tree(t, dir)
		var out, errs bytes.Buffer
		if status := run(strings.NewReader(""), &out, &errs, []string{"init", dir}); status != exitUnusable {
			t.Errorf("%s: status %d, %s", name, status, out.String())
		}
		if after := tree(t, dir); len(strings.Split(after, "\n")) != len(strings.Split(before, "\n")) {
			t.Errorf("%s: left behind:\n%s", name, after)
		}
	}
}
