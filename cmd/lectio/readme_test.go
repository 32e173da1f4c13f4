package main

import (
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// A command stands in the README in a block of code or between backquotes.
var (
	codeBlock  = regexp.MustCompile("(?ms)^```[^`\n]*\n(.*?)^```$")
	codeInline = regexp.MustCompile("`([^`\n]+)`")
)

// readmeCommands returns the lectio commands in a Markdown text, without the
// word lectio. A comment behind # is not part of a command.
func readmeCommands(text string) []string {
	var lines []string
	for _, block := range codeBlock.FindAllStringSubmatch(text, -1) {
		lines = append(lines, strings.Split(block[1], "\n")...)
	}
	for _, code := range codeInline.FindAllStringSubmatch(codeBlock.ReplaceAllString(text, ""), -1) {
		lines = append(lines, code[1])
	}
	var commands []string
	for _, line := range lines {
		line, _, _ = strings.Cut(line, " #")
		line = strings.TrimSpace(line)
		for _, program := range []string{"lectio ", "$ lectio ", "go run ./cmd/lectio "} {
			if command, ok := strings.CutPrefix(line, program); ok {
				commands = append(commands, strings.TrimSpace(command))
			}
		}
	}
	return commands
}

// parseCommand says what is wrong with a command line, without running it.
func parseCommand(line string) error {
	root := newRoot(&app{stdin: strings.NewReader(""), stdout: io.Discard, stderr: io.Discard})
	cmd, args, err := root.Find(typedWords(line))
	if err != nil {
		return err
	}
	if err := cmd.ParseFlags(args); err != nil {
		return err
	}
	if cmd.HasSubCommands() && len(cmd.Flags().Args()) == 0 {
		return fmt.Errorf("%s needs one of its commands", cmd.CommandPath())
	}
	if err := cmd.ValidateArgs(cmd.Flags().Args()); err != nil {
		return err
	}
	return cmd.ValidateRequiredFlags()
}

// TestReadmeCommands fails for every command in the README that the program
// would refuse: an unknown command, an unknown flag, a missing argument.
func TestReadmeCommands(t *testing.T) {
	text := readme(t)
	commands := readmeCommands(text)
	if len(commands) < 10 {
		t.Errorf("%d commands found in the README: is the search right?", len(commands))
	}
	for _, command := range commands {
		if err := parseCommand(command); err != nil {
			t.Errorf("lectio %s: %v", command, err)
		}
	}
	// The guides in the folders are held to the same.
	guide, err := os.ReadFile("../../evidence/README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, command := range readmeCommands(string(guide)) {
		if err := parseCommand(command); err != nil {
			t.Errorf("evidence/README.md: lectio %s: %v", command, err)
		}
	}
	mentioned := func(name string) bool {
		return slices.ContainsFunc(commands, func(c string) bool { return c == name || strings.HasPrefix(c, name+" ") })
	}
	for _, sub := range newRoot(&app{}).Commands() {
		if name := sub.Name(); name != "help" && name != "version" && !mentioned(name) {
			t.Errorf("the README does not mention lectio %s", name)
		}
	}
}

// TestReadmeOpening holds the promise of the first block: two commands that
// need nothing else.
func TestReadmeOpening(t *testing.T) {
	text := readme(t)
	block := codeBlock.FindStringSubmatch(text)
	if want := "go run ./cmd/lectio verify --out report.xlsx\ngo test ./...\n"; block == nil || block[1] != want {
		t.Errorf("the first block of code is %q, want %q", block, want)
	}
	if n := strings.Count(text, "\n"); n > 120 {
		t.Errorf("the README has %d lines, more than anybody reads", n)
	}
}

func TestReadmeCommandsThatAreWrong(t *testing.T) {
	text := "Run `lectio frobnicate`, or `lectio version --bogus`:\n\n```sh\ngo run ./cmd/lectio version extra # why\nlectio version\n```\n"
	want := map[string]string{
		"frobnicate":      `unknown command "frobnicate"`,
		"version --bogus": "unknown flag: --bogus",
		"version extra":   `unexpected argument "extra"`,
		"version":         "",
	}
	commands := readmeCommands(text)
	if len(commands) != len(want) {
		t.Errorf("found %q", commands)
	}
	for _, command := range commands {
		got := ""
		if err := parseCommand(command); err != nil {
			got = err.Error()
		}
		if got != want[command] {
			t.Errorf("lectio %s: got %q, want %q", command, got, want[command])
		}
	}
}

func readme(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(string(text), "\r\n", "\n")
}
