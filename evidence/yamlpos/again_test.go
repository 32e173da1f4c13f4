package yamlpos_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/lectio/lectio/evidence/yamlpos"
)

// written is a tree as one can compare it: texts, styles and places, of each place also that of its last byte.
func written(n *yamlpos.Node) string {
	var b strings.Builder
	var walk func(n *yamlpos.Node, depth int)
	walk = func(n *yamlpos.Node, depth int) {
		fmt.Fprintf(&b, "%*s%v %v %v %v %q %v %v %q\n", depth, "", n.Kind, n.Style, n.Flow, n.Null, n.Text, n.Pos, n.PosAt(len(n.Text)), n.SourceLine(n.Pos.Line))
		for _, k := range n.Keys {
			walk(k, depth+1)
		}
		for _, v := range n.Values {
			walk(v, depth+1)
		}
	}
	if n != nil {
		walk(n, 0)
	}
	return b.String()
}

// What a text is read as after a change is what it would be read as by itself, whatever is changed: letters typed and taken
// away, brackets and quotes left open, lines moved, whole items.
func TestRereader(t *testing.T) {
	files, _ := filepath.Glob("../../rulesets/gallery/rulesets/definitions/*.yaml")
	records, _ := filepath.Glob("../../rulesets/gallery/evidence/records/*.yaml")
	files = append(files, records...)
	if len(files) < 5 {
		t.Fatal("no files to change")
	}
	typed := []string{"a", " ", "\n", "\"", "'", "[", "]", "{", "}", ": ", " #", "- ", "\n- id: x\n", "\n  - id: x\n", "\n---\n", "&a", "*a", "!t", "\t", "|\n", "é", "id: y", "\nextra: 1\n", "...\n", "\r\n", "\n%x\n"}
	r := rand.New(rand.NewPCG(1, 2))
	for _, file := range files[:min(len(files), 24)] {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		again := yamlpos.NewRereader("f")
		again.Parse(data)
		for range 60 {
			at := r.IntN(len(data) + 1)
			for at > 0 && at < len(data) && data[at]&0xC0 == 0x80 {
				at--
			}
			to := at
			if r.IntN(3) == 0 {
				to = min(len(data), at+r.IntN(40))
				for to < len(data) && data[to]&0xC0 == 0x80 {
					to++
				}
			}
			put := typed[r.IntN(len(typed))]
			if r.IntN(4) == 0 {
				put = ""
			}
			now := slices.Concat(data[:at], []byte(put), data[to:])
			want, wanted := yamlpos.Parse("f", now)
			got, errs := again.Parse(now)
			if a, b := written(got), written(want); a != b {
				t.Fatalf("%s: %q for %q at %d is read as something else:\n%.300s\n%.300s", file, put, data[at:to], at, a, b)
			}
			if a, b := errs.Error(), wanted.Error(); a != b {
				t.Errorf("%s: %q for %q at %d:\n%s\nwant\n%s", file, put, data[at:to], at, a, b)
			}
			if len(errs) == 0 && r.IntN(3) > 0 {
				data = now // and it stays
			}
		}
	}
}

// A letter that is typed into a large file costs the reading of its item, not of the file.
func BenchmarkRereader(b *testing.B) {
	data, err := os.ReadFile("../../rulesets/definitions/piprjall.yaml")
	if err != nil {
		b.Fatal(err)
	}
	at := strings.Index(string(data), "questions:") / 2
	at += strings.Index(string(data[at:]), "because: ") + len("because: ")
	texts := [][]byte{data, slices.Concat(data[:at], []byte("x"), data[at:])}
	lines := [][]byte{data, slices.Concat([]byte("statements:"), data[1:])}
	lines[1] = slices.Concat(data[:at], []byte("x\n      "), data[at:])
	for name, texts := range map[string][][]byte{"letter": texts, "line": lines} {
		b.Run(name, func(b *testing.B) {
			again := yamlpos.NewRereader("f")
			again.Parse(data)
			for i := 0; b.Loop(); i++ {
				again.Parse(texts[i%2])
			}
		})
	}
}
