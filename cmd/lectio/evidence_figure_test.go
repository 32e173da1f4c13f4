package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestObjectsBoard: the catalogue card of an object has its board, and a layout that is
// none is an error at its place in the record.
func TestObjectsBoard(t *testing.T) {
	shown := lectioIn(t, "evidence", "show", "Kinds.Grave", "--corpus", "../../testdata/kinds")
	const want = `
 c1---c2---c3---c4             c7---c8
 |    |    |    |              |    |
 b1---b2---b3---b4---b5---b6---b7---b8
 |    |    |    |              |    |
 a1---a2---a3---a4             a7---a8
`
	if !strings.Contains(shown, want) {
		t.Errorf("%s", shown)
	}
	dir := emptyCorpus(t)
	for name, text := range map[string]string{
		"records/A.1.yaml": "id: A.1\ngame: Tern\nsource: {key: own}\nobject:\n  board: {grid: {rows: 3, colums: 3}}\n",
		"sources/s.json":   `[{"id": "own", "type": "book", "title": "T"}]`,
	} {
		if err := os.WriteFile(filepath.Join(dir, "evidence", name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var out, errs bytes.Buffer
	status := run(strings.NewReader(""), &out, &errs, []string{"evidence", "show", "A.1", "--corpus", dir})
	if status != exitUnusable || !strings.Contains(errs.String(), "A.1.yaml:5:10: unknown key \"colums\" in a grid") {
		t.Errorf("%d: %s", status, errs.String())
	}
}
