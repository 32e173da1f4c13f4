package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The page for those who change the program names files and tests that are there.
func TestContributorsPage(t *testing.T) {
	page, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	root, tests := filepath.Join("..", ".."), map[string]bool{}
	declared := regexp.MustCompile(`(?m)^func (Test\w+)\(`)
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		for _, m := range declared.FindAllSubmatch(text, -1) {
			tests[string(m[1])] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	named := 0
	for _, m := range regexp.MustCompile("`([^`\n]+)`").FindAllStringSubmatch(string(page), -1) {
		switch name := m[1]; {
		case strings.HasPrefix(name, "Test"):
			if named++; !tests[name] {
				t.Errorf("there is no test %s", name)
			}
		case regexp.MustCompile(`^[.\w]+(/[\w.*-]+)+$`).MatchString(name):
			if found, _ := filepath.Glob(filepath.Join(root, name)); len(found) == 0 {
				t.Errorf("there is no file %s", name)
			}
			named++
		}
	}
	if named < 40 {
		t.Errorf("%d files and tests found on the page: it names more", named)
	}
}
