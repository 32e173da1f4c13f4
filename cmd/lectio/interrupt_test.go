package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// large lays a corpus of n records.
func large(t *testing.T, n int) string {
	t.Helper()
	dir := t.TempDir()
	for _, folder := range []string{"records", "sources"} {
		if err := os.MkdirAll(filepath.Join(dir, "evidence", folder), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	put := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	put("CITATION.cff", "cff-version: 1.2.0\nmessage: Cite it.\ntitle: T\nauthors:\n  - name: N\n")
	put("evidence/sources/s.json", `[{"id": "s", "type": "book", "title": "T"}]`)
	for i := range n {
		put(fmt.Sprintf("evidence/records/%05d.yaml", i), fmt.Sprintf("id: L.%d\ngame: Tern %d\nlocation: {name: Rocky Coast, coordinates: [1.%05d, 2]}\ndate: {edtf: 1888, of: play}\nsource: {key: s}\nclauses:\n"+
			"  - {n: 1, text: The board has %d fields.}\n  - {n: 2, text: Two play.}\n", i, i, i, i))
	}
	return dir
}

// Whoever stops an export, at whatever moment, finds a whole file or none, and no
// litter; and it stops at once.
func TestExportsStop(t *testing.T) {
	dir := large(t, 1500)
	for _, command := range []string{"evidence export --csv --out", "evidence export --xlsx --out", "evidence export --sqlite --out", "evidence export --geojson --out",
		"evidence export --cldf --out", "evidence export --datapackage --out", "release"} {
		stopped := 0
		for _, after := range []time.Duration{0, 30 * time.Millisecond, 100 * time.Millisecond, 300 * time.Millisecond, 700 * time.Millisecond} {
			temp, place := t.TempDir(), t.TempDir()
			t.Setenv("TMPDIR", temp)
			ctx, cancel := context.WithTimeoutCause(context.Background(), after, errors.New("Ctrl-C"))
			defer cancel()
			out := filepath.Join(place, "out")
			var stdout, stderr bytes.Buffer
			status := runContext(canceled{ctx}, strings.NewReader(""), &stdout, &stderr, append(strings.Fields(command), out, "--corpus", dir))
			late := time.Duration(0)
			if at, ok := ctx.Deadline(); ok {
				late = time.Since(at)
			}
			_, err := os.Stat(out)
			switch status {
			case exitOK:
				if err != nil {
					t.Errorf("%s: %v", command, err)
				}
			case exitInterrupted:
				stopped++
				if err == nil || !strings.Contains(stderr.String(), "interrupted before there was a result") || stdout.Len() > 0 {
					t.Errorf("%s after %v: %v %s%s", command, after, err, stdout.String(), stderr.String())
				}
				if late > 10*time.Second {
					t.Errorf("%s stopped %v after it was asked to", command, late)
				}
			default:
				t.Errorf("%s: exit status %d: %s", command, status, stderr.String())
			}
			for _, folder := range []string{place, temp} {
				left, _ := os.ReadDir(folder)
				for _, e := range left {
					if e.Name() != "out" {
						t.Errorf("%s after %v left %s", command, after, e.Name())
					}
				}
			}
		}
		if stopped == 0 {
			t.Errorf("%s was never stopped: is the corpus too small?", command)
		}
	}
}

// canceled is a context that says, as after a signal, that it was canceled.
type canceled struct{ context.Context }

func (c canceled) Err() error {
	if c.Context.Err() != nil {
		return context.Canceled
	}
	return nil
}
