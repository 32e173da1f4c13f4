package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// guidedBlock is a block of code that a walk-through has a newcomer type or
// save. What stands behind ``` says which: "console" holds commands behind "$ ",
// each with what it prints, "LANGUAGE > FILE" is to be saved as a file and
// "LANGUAGE >> FILE" to be added to the end of one.
var guidedBlock = regexp.MustCompile("(?ms)^```(console|\\w+ >>? \\S+)\n(.*?)^```$")

// skipped stands for any number of lines of output that a guide leaves out.
const skipped = "…"

// walk carries out the blocks of a guide in the current folder, one by one. It
// returns the guide with what the commands really print, and what differs from
// the guide.
func walk(guide string) (really string, steps int, differences []string) {
	really = guidedBlock.ReplaceAllStringFunc(guide, func(block string) string {
		m := guidedBlock.FindStringSubmatch(block)
		steps++
		if m[1] != "console" {
			parts := strings.Fields(m[1])
			if err := save(parts[2], m[2], parts[1] == ">>"); err != nil {
				differences = append(differences, err.Error())
			}
			return block
		}
		var b strings.Builder
		for i, part := range strings.Split("\n"+m[2], "\n$ ") {
			if i == 0 {
				if part != "" {
					differences = append(differences, "a block does not begin with a command: "+part)
				}
				continue
			}
			command, want, _ := strings.Cut(part, "\n")
			if want != "" && !strings.HasSuffix(want, "\n") {
				want += "\n"
			}
			got, err := carryOut(command)
			switch {
			case err != nil:
				differences = append(differences, err.Error())
			case !prints(want, got):
				differences = append(differences, fmt.Sprintf("%s prints\n%swhere the guide has\n%s", command, got, want))
				want = got
			}
			b.WriteString("$ " + command + "\n" + want)
		}
		return "```console\n" + b.String() + "```"
	})
	return really, steps, differences
}

func save(name, text string, more bool) error {
	name = filepath.FromSlash(name)
	if !filepath.IsLocal(name) {
		return fmt.Errorf("%s is not in the folder of the walk", name)
	}
	if more {
		old, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		text = string(old) + text
	}
	return os.WriteFile(name, []byte(text), 0o644)
}

// carryOut runs a command of a guide and returns what a person sees of it.
func carryOut(command string) (string, error) {
	args, ok := strings.CutPrefix(command, "lectio ")
	if !ok || strings.ContainsAny(args, "'|<>&;$*\\") || strings.Count(args, `"`)%2 != 0 {
		return "", fmt.Errorf("%s: only plain commands of lectio are run", command)
	}
	var out bytes.Buffer
	if status := run(strings.NewReader(""), &out, &out, typedWords(args)); status != exitOK {
		fmt.Fprintf(&out, "[exit status %d]\n", status)
	}
	return out.String(), nil
}

var spacesAtEnd = regexp.MustCompile(` +\n`)

// typedWords are the words of a command line, as a shell takes them apart: spaces
// within quotes part nothing.
func typedWords(line string) (words []string) {
	for i, part := range strings.Split(line, `"`) {
		if i%2 == 1 {
			words = append(words, part)
		} else {
			words = append(words, strings.Fields(part)...)
		}
	}
	return words
}

// prints reports whether an output is what a guide has, where … stands for lines.
// Spaces at the end of a line, which nobody sees, do not count.
func prints(want, got string) bool {
	want, got = spacesAtEnd.ReplaceAllString(want, "\n"), spacesAtEnd.ReplaceAllString(got, "\n")
	var pattern strings.Builder
	for line := range strings.Lines(want) {
		if line == skipped+"\n" {
			pattern.WriteString("(?:.*\n)*?")
		} else {
			pattern.WriteString(regexp.QuoteMeta(line))
		}
	}
	return regexp.MustCompile("^" + pattern.String() + "$").MatchString(got)
}

// TestWalkthrough does what the guide to evidence has a newcomer do, in an empty
// folder beside testdata. With -update the guide gets what the commands print.
func TestWalkthrough(t *testing.T) {
	file, err := filepath.Abs("../../evidence/README.md")
	if err != nil {
		t.Fatal(err)
	}
	guide, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, "testdata", "pages"), os.DirFS("../../testdata/pages")); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	really, steps, differences := walk(string(guide))
	if *update && really != string(guide) {
		if err := os.WriteFile(file, []byte(really), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, d := range differences {
		t.Error(d)
	}
	if steps < 8 {
		t.Errorf("only %d blocks of the guide were followed", steps)
	}
	for _, command := range []string{"init", "evidence import", "evidence split", "verify", "evidence set", "evidence clause move", "compare"} {
		if !strings.Contains(string(guide), "\n$ lectio "+command) {
			t.Errorf("the walk-through lacks lectio %s", command)
		}
	}
}

// A guide that says something else than the program is noticed, and corrected.
func TestWalkthroughThatIsWrong(t *testing.T) {
	t.Chdir(t.TempDir())
	block := func(info, text string) string { return "```" + info + "\n" + text + "```\n" }
	right := block("console", "$ lectio schema recrod\nerror: KIND: there is no schema\n[exit status 2]\n")
	really, _, differences := walk(right)
	if len(differences) != 1 || !strings.Contains(really, "found \"recrod\"") {
		t.Errorf("%q %q", really, differences)
	}
	if again, _, differences := walk(really); again != really || len(differences) != 0 {
		t.Errorf("%q %q", again, differences)
	}
	for guide, n := range map[string]int{
		block("console", "$ lectio schema recrod\n…\n[exit status 2]\n"):          0,
		block("console", "$ lectio schema recrod\n…\n"):                           0,
		block("console", "$ lectio schema recrod\n"):                              1,
		block("console", "$ lectio schema recrod\n…\n[exit status 1]\n"):          1,
		block("console", "lectio version\n"):                                      1,
		block("console", "$ rm -r x\n"):                                           1,
		block("console", "$ lectio checks \"XY\n"):                                1,
		block("yaml > ../x", "a: b\n"):                                            1,
		block("yaml >> x", "a: b\n"):                                              1,
		block("yaml > y", "a: b\n") + block("yaml >> y", "c: d\n"):                0,
		block("sh", "lectio frobnicate\n"):                                        0, // shown, not followed
		block("console", "$ lectio schema recrod\n…\n$ lectio checks XY\nnone\n"): 1,
	} {
		if _, _, differences := walk(guide); len(differences) != n {
			t.Errorf("%s: %q", guide, differences)
		}
	}
	if text, err := os.ReadFile("y"); err != nil || string(text) != "a: b\nc: d\n" {
		t.Errorf("%q %v", text, err)
	}
}
