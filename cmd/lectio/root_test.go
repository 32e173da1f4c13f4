package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/jsonlines"
	"github.com/lectio/lectio/verify"
	"github.com/spf13/cobra"
)

// with adds a command to the tree for the length of a test.
func with(t *testing.T, command func(a *app) *cobra.Command) {
	t.Helper()
	before := commands
	commands = append(commands[:len(commands):len(commands)], command)
	t.Cleanup(func() { commands = before })
}

// try adds a command "try" that takes one argument, prints it and ends with err.
func try(t *testing.T, err func(ctx context.Context) error) {
	t.Helper()
	with(t, func(a *app) *cobra.Command {
		return &cobra.Command{
			Use:  "try WHAT",
			Args: takes(1, 1, "WHAT"),
			RunE: func(cmd *cobra.Command, args []string) error {
				fmt.Fprintln(a.stdout, args[0])
				return err(cmd.Context())
			},
		}
	})
}

func TestExitStatus(t *testing.T) {
	var inFile diag.Errors
	inFile.Add(diag.Pos{File: "a.yaml", Line: 3, Col: 5}, `"wen"`, `"when"`, "unknown key")
	inFile.Add(diag.Pos{File: "a.yaml", Line: 9, Col: 1}, "", "", "no such clause")
	advised := wrong("", "", "no records")
	advised.hint = "write something"
	all := errors.Join(fmt.Errorf("corpus: %w", inFile), advised, errors.New("a plain\nerror\x1b[31m"))
	tests := []struct {
		name           string
		err            error
		args           []string
		status         int
		stdout, stderr string
	}{
		{name: "well", args: []string{"try", "x"}, stdout: "x\n"},
		{name: "findings", err: fmt.Errorf("verify: %w", errFindings), args: []string{"try", "x"}, status: 1, stdout: "x\n"},
		{name: "input", err: all, args: []string{"try", "x"}, status: 2, stdout: "x\n", stderr: `error: a.yaml:3:5: unknown key; found "wen", expected "when"
error: a.yaml:9:1: no such clause
error: no records
error: a plain error␛[31m
hint: write something
`},
		{name: "input as JSON", err: all, args: []string{"try", "x", "--json"}, status: 2, stdout: `x
{"errors":[{"file":"a.yaml","line":3,"column":5,"found":"\"wen\"","expected":"\"when\"","message":"unknown key"},` +
			`{"file":"a.yaml","line":9,"column":1,"found":"","expected":"","message":"no such clause"},` +
			`{"file":"","line":0,"column":0,"found":"","expected":"","message":"no records"},` +
			`{"file":"","line":0,"column":0,"found":"","expected":"","message":"a plain\nerror\u001b[31m"}]}
`},
		{name: "missing argument", args: []string{"try"}, status: 2,
			stderr: "error: WHAT is missing\nhint: 'lectio try --help' shows how it is used\n"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			try(t, func(context.Context) error { return test.err })
			var stdout, stderr bytes.Buffer
			status := run(strings.NewReader(""), &stdout, &stderr, test.args)
			if status != test.status {
				t.Errorf("status %d, want %d", status, test.status)
			}
			if diff := cmp.Diff(test.stdout, stdout.String()); diff != "" {
				t.Errorf("stdout (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(test.stderr, stderr.String()); diff != "" {
				t.Errorf("stderr (-want +got):\n%s", diff)
			}
		})
	}
}

func TestProblems(t *testing.T) {
	one := diag.Error{Pos: diag.Pos{File: "c.yaml", Line: 7, Col: 2}, Message: "no such throw"}
	for _, test := range []struct {
		err  error
		want []diag.Error
	}{
		{nil, nil},
		{one, []diag.Error{one}},
		{fmt.Errorf("corpus: %w", one), []diag.Error{one}},
		{fmt.Errorf("corpus: %w", io.EOF), []diag.Error{{Message: "corpus: EOF"}}},
		{errors.Join(io.EOF, diag.Errors{one}), []diag.Error{{Message: "EOF"}, one}},
	} {
		if got, _ := problems(test.err); !cmp.Equal(test.want, got) {
			t.Errorf("%v: got %v, want %v", test.err, got, test.want)
		}
	}
}

func TestInterrupted(t *testing.T) {
	ctx, interrupt := context.WithCancel(context.Background())
	try(t, func(ctx context.Context) error {
		interrupt()
		<-ctx.Done()
		return fmt.Errorf("playing: %w", ctx.Err())
	})
	var stderr bytes.Buffer
	status := runContext(ctx, strings.NewReader(""), io.Discard, &stderr, []string{"try", "x"})
	if want := "error: interrupted before there was a result\n"; status != exitInterrupted || stderr.String() != want {
		t.Errorf("status %d, stderr %q; want %d, %q", status, stderr.String(), exitInterrupted, want)
	}
}

// full is a disk with no room left.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left") }

func TestOutputThatCannotBeWritten(t *testing.T) {
	for _, args := range [][]string{{"version"}, {"version", "--json"}, {"help"}} {
		var stderr bytes.Buffer
		status := run(strings.NewReader(""), full{}, &stderr, args)
		if status != exitUnusable || !strings.Contains(stderr.String(), "cannot write the output: no space left\n") {
			t.Errorf("%v: status %d, stderr %q", args, status, stderr.String())
		}
	}
}

func TestGroupsRefuseWhatTheyDoNotHold(t *testing.T) {
	with(t, func(*app) *cobra.Command {
		group := &cobra.Command{Use: "group", Short: "holds others"}
		group.AddCommand(&cobra.Command{Use: "inner", Short: "does nothing", RunE: func(*cobra.Command, []string) error { return nil }})
		return group
	})
	for _, test := range []struct {
		args   []string
		status int
		stderr string
	}{
		{args: []string{"group"}},
		{args: []string{"group", "inner"}},
		{args: []string{"help", "group", "inner"}},
		{[]string{"group", "iner"}, 2, "error: unknown command \"iner\"; expected inner\nhint: 'lectio group --help' lists the commands\n"},
		{[]string{"help", "group", "x"}, 2, "error: unknown command \"x\"\nhint: 'lectio group --help' lists the commands\n"},
	} {
		var stderr bytes.Buffer
		status := run(strings.NewReader(""), io.Discard, &stderr, test.args)
		if status != test.status || stderr.String() != test.stderr {
			t.Errorf("%v: status %d, stderr %q; want %d, %q", test.args, status, stderr.String(), test.status, test.stderr)
		}
	}
}

func TestWriteJSON(t *testing.T) {
	var b bytes.Buffer
	if err := jsonlines.Write(&b, map[string]any{"b": "1 < 2 & 3 > 2", "a": []string{}}); err != nil {
		t.Fatal(err)
	}
	if want := "{\"a\":[],\"b\":\"1 < 2 & 3 > 2\"}\n"; b.String() != want {
		t.Errorf("got %q, want %q", b.String(), want)
	}
	// What writes itself is no page either; and what looks like an escape is one only where no backslash stands before it.
	b.Reset()
	f := verify.Finding{Message: `1 < 2 & 3 > 2, \u003c and \\u003e`}
	if err := jsonlines.Write(&b, f); err != nil {
		t.Fatal(err)
	}
	var back verify.Finding
	if err := json.Unmarshal(b.Bytes(), &back); err != nil || back.Message != f.Message || !strings.Contains(b.String(), "1 < 2 & 3 > 2, ") {
		t.Errorf("%v: %q came back as %q: %s", err, f.Message, back.Message, b.String())
	}
}

func TestVersion(t *testing.T) {
	for _, test := range []struct {
		info debug.BuildInfo
		want string
	}{
		{debug.BuildInfo{}, release},
		{debug.BuildInfo{Main: debug.Module{Version: "(devel)"}}, release},
		{debug.BuildInfo{Main: debug.Module{Version: "v0.3.0"}}, "v0.3.0"},
		{debug.BuildInfo{Settings: []debug.BuildSetting{
			{Key: "vcs.revision", Value: "0123456789abcdef"}, {Key: "vcs.modified", Value: "true"},
		}}, release + " (0123456789ab+modified)"},
	} {
		if got := versionOf(&test.info); got != test.want {
			t.Errorf("got %q, want %q", got, test.want)
		}
	}
}
