package yamlpos_test

import (
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/testdata/fuzz"
)

// FuzzYAML: whatever a file holds, there is a tree or an error; all places lie
// within the file, where the thing itself stands; and what was read is read
// again as the same when it is written.
func FuzzYAML(f *testing.F) {
	fuzz.Target(f, "yaml", func(t *testing.T, data []byte) {
		n, errs := yamlpos.Parse("f", data)
		lines := fuzz.Lines(data)
		fuzz.Errors(t, "f", lines, errs)
		if n == nil {
			if len(errs) == 0 {
				t.Fatal("neither a tree nor an error")
			}
			return
		}
		placed(t, lines, n, len(errs) == 0)
		if len(errs) == 0 {
			rewritten(t, n)
		}
	})
}

// placed fails unless the places of a tree are within its file. In a file
// without errors they are where the things stand, too.
func placed(t *testing.T, lines []string, n *yamlpos.Node, exact bool) {
	t.Helper()
	fuzz.Inside(t, "f", lines, n.Pos)
	if t.Failed() {
		return
	}
	yamlpos.CutShort(n)
	if len(n.Text) < 200 {
		for i := range len(n.Text) + 2 {
			fuzz.Inside(t, "f", lines, n.PosAt(i))
		}
	}
	begin := ""
	switch {
	case n.Kind == yamlpos.Map && n.Flow && len(n.Keys) != 1: // [a: b] has no braces
		begin = "{"
	case n.Kind == yamlpos.List && n.Flow:
		begin = "["
	case n.Kind == yamlpos.Scalar && n.Style == yamlpos.Plain:
		begin, _, _ = strings.Cut(fuzz.Lines([]byte(n.Text))[0], " ")
	}
	if there := string([]rune(lines[n.Pos.Line-1])[n.Pos.Col-1:]); exact && !strings.HasPrefix(there, begin) {
		t.Errorf("%q is not at %v, where there is %q", begin, n.Pos, there)
	}
	for _, k := range n.Keys {
		placed(t, lines, k, exact)
	}
	for _, v := range n.Values {
		placed(t, lines, v, exact)
	}
}

// rewritten fails unless a tree that is written is read as the same.
func rewritten(t *testing.T, n *yamlpos.Node) {
	t.Helper()
	want := fuzz.ValueOf(n)
	texts := map[string]string{"JSON": want.FlowText(true)}
	if !longKey(want) { // YAML has keys of at most 1024 characters
		texts["flow style"] = want.FlowText(false)
		if n.Kind == yamlpos.Map && len(n.Keys) > 0 {
			texts["a document"] = string(yamlpos.Document(want))
		}
	}
	for how, text := range texts {
		again, errs := yamlpos.Parse("f", []byte(text))
		if len(errs) > 0 {
			t.Errorf("written as %s it is refused: %v\n%q", how, errs, text)
		} else if got := fuzz.ValueOf(again); !reflect.DeepEqual(want, got) {
			t.Errorf("written as %s it says something else: %q\n%+v\n%+v", how, text, want, got)
		}
	}
}

func longKey(v yamlpos.Value) bool {
	for i, item := range v.Values {
		if v.Kind == yamlpos.Map && utf8.RuneCountInString(v.Keys[i]) > 1000 || longKey(item) {
			return true
		}
	}
	return false
}
