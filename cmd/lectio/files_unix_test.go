//go:build unix

package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/lectio/lectio/evidence/store"
	"github.com/lectio/lectio/verify/sweep"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// fileArguments are all the places of the command line that name a file to be read:
// the ending it has, and the command, with FILE in its place and CORPUS for a corpus.
var fileArguments = []struct{ ending, command string }{
	{".json", "verify --corpus CORPUS race --since FILE"},
	{".json", "verify --corpus CORPUS race --from FILE"},
	{".json", "brief race --corpus CORPUS --from FILE"},
	{".json", "compare race race{alone=safe} --corpus CORPUS --from FILE"},
	{".gz", "solve race --corpus CORPUS --check FILE"},
	{".yaml", "ruleset check FILE --corpus CORPUS"},
	{".xlsx", "ruleset verdicts FILE --corpus CORPUS"},
	{".csv", "evidence import FILE --corpus CORPUS"},
	{".tsv", "evidence import FILE --corpus CORPUS"},
	{".ris", "evidence import FILE --corpus CORPUS"},
	{".lud", "evidence import FILE --corpus CORPUS"},
	{".html", "evidence import FILE --corpus CORPUS"},
	{".xlsx", "evidence import FILE --corpus CORPUS"},
	{".csv", "evidence import CORPUS/finds.csv --with FILE:Id --corpus CORPUS"},
	{store.MappingEnding, "evidence import STEM.csv --corpus CORPUS"},
	{".txt", "evidence split FILE"},
	{".patch", "evidence apply FILE --corpus CORPUS"},
	{".txt", "evidence new --rules FILE --corpus CORPUS"},
	{".trace", "play race --corpus CORPUS --replay FILE"},
	{".line", "play --corpus CORPUS --replay FILE"},
	{".sweep", "sweep run FILE"},
	{".sweep", "sweep merge FILE"},
	{".sweep", "sweep slurm FILE"},
	{"/" + sweep.ResultName(1), "sweep merge CORPUS/p.sweep FOLDER"},
	{"/" + sweep.ResultName(1), "sweep run CORPUS/p.sweep --dir FOLDER"},
}

// What is no file, or more of one than anybody reads, is refused wherever a file is
// named, at once and in words.
func TestFileArgumentsAreBounded(t *testing.T) {
	corpus := t.TempDir()
	if err := os.CopyFS(corpus, os.DirFS("testdata/corpus")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(corpus, "finds.csv"), []byte("Inv. no.,Title\n1,Race\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	output(t, "", "sweep", "plan", "race", "--corpus", corpus, "--games", "1", "--out", filepath.Join(corpus, "p.sweep"))
	for kind, make := range map[string]func(name string) error{
		"a pipe":    func(name string) error { return syscall.Mkfifo(name, 0o600) },
		"a device":  func(name string) error { return os.Symlink("/dev/zero", name) },
		"a folder":  func(name string) error { return os.Mkdir(name, 0o700) },
		"too large": func(name string) error { return sparse(name, 20<<30) },
	} {
		for _, arg := range fileArguments {
			stem := filepath.Join(t.TempDir(), "the file")
			name := stem + arg.ending
			if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := make(name); err != nil {
				t.Skip(err)
			}
			if arg.ending == store.MappingEnding {
				if err := os.WriteFile(stem+".csv", []byte("Inv. no.,Title\n1,Race\n"), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			args := strings.Fields(arg.command)
			for i := range args {
				args[i] = strings.NewReplacer("FILE", name, "STEM", stem, "FOLDER", stem, "CORPUS", corpus).Replace(args[i])
			}
			var stdout, stderr bytes.Buffer
			begun := time.Now()
			status := runContext(t.Context(), strings.NewReader(""), &stdout, &stderr, args)
			if took := time.Since(begun); took > 5*time.Second {
				t.Errorf("%s of %s: it took %v", arg.command, kind, took)
			}
			said := stderr.String()
			if status != exitUnusable || !strings.Contains(said, name) || !strings.Contains(said, kind) && !strings.Contains(said, "the folder cannot be imported") {
				t.Errorf("%s of %s: exit status %d, and it is said: %s", arg.command, kind, status, said)
			}
		}
	}
}

// sparse makes a file of a size that takes no room.
func sparse(name string, size int64) error {
	if err := os.WriteFile(name, nil, 0o600); err != nil {
		return err
	}
	return os.Truncate(name, size)
}

// Every flag that takes a file to be read is among those that are tried.
func TestFileArgumentsAreAllTried(t *testing.T) {
	var tried strings.Builder
	for _, arg := range fileArguments {
		tried.WriteString(arg.command + "\n")
	}
	written := []string{"out", "trace", "merged"} // these name what is written
	file := regexp.MustCompile("`(FILE|MERGED|PLAN|FILE:COLUMN)`|names? of a file")
	var visit func(cmd *cobra.Command)
	visit = func(cmd *cobra.Command) {
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			for _, name := range written {
				if f.Name == name {
					return
				}
			}
			if file.MatchString(f.Usage) && !strings.Contains(tried.String(), "--"+f.Name+" FILE") {
				t.Errorf("%s --%s takes a file, and is not tried", cmd.CommandPath(), f.Name)
			}
		})
		for _, sub := range cmd.Commands() {
			visit(sub)
		}
	}
	visit(newRoot(&app{stdin: strings.NewReader(""), stdout: io.Discard, stderr: io.Discard}))
}

// Whoever waits for what is typed, or comes through a pipe, stops when asked to.
func TestReadingStops(t *testing.T) {
	corpus := t.TempDir()
	if err := os.CopyFS(corpus, os.DirFS("testdata/corpus")); err != nil {
		t.Fatal(err)
	}
	for _, command := range []string{"play --replay -", "play race --replay -", "play race", "moves --batch", "evidence new --ask"} {
		in, pipe := io.Pipe() // nobody writes to it
		defer pipe.Close()
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer cancel()
		begun := time.Now()
		var stdout, stderr bytes.Buffer
		status := runContext(ctx, in, &stdout, &stderr, append(strings.Fields(command), "--corpus", corpus))
		if took := time.Since(begun); status != exitInterrupted || took > 3*time.Second {
			t.Errorf("%s: exit status %d after %v: %s", command, status, took, stderr.String())
		}
	}
}
