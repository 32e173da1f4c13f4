package diff

import (
	"encoding/json"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/testdata/whole"
)

// Whatever a record has, and another state of it has not, is told: of each field all texts.
func TestEveryFieldIsCompared(t *testing.T) {
	record := whole.Record(t)
	data, err := json.Marshal(record)
	if err != nil {
		t.Fatal(err)
	}
	load := func(all1 string) *evidence.Record {
		files := fstest.MapFS{}
		for name, text := range map[string]string{
			"evidence/records/All.1.yaml": all1,
			"evidence/records/All.2.yaml": "id: All.2\ngame: Tern\nsource: {key: s-1}\nclauses: [{n: 1, text: They play.}]\n",
			"evidence/images/all.png":     "\x89PNG\r\n\x1a\n",
			"evidence/sources/s.json":     `[{"id": "s-1", "type": "book", "title": "A book"}, {"id": "s-2", "type": "book", "title": "Another"}]`,
		} {
			files[name] = &fstest.MapFile{Data: []byte(text)}
		}
		c, errs := evidence.Load(files, "")
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		return c.Record("All.1")
	}
	bare, full := load("id: All.1\ngame: Kite\nsource: {key: s-2}\n"), load(string(data))
	told := func(was, is *evidence.Record, of func(Edit) string) string {
		var b strings.Builder
		for _, e := range diffRecord(was, is) {
			b.WriteString(e.What + ": " + of(e) + "\n")
		}
		return b.String()
	}
	added, taken := told(bare, full, func(e Edit) string { return e.New }), told(full, bare, func(e Edit) string { return e.Old })
	for _, x := range whole.Leaves(record) {
		if x == "All.1" || x == "no" || x == "yes" { // its name; and that a clause is no rule is told by why
			continue
		}
		for _, said := range []string{added, taken} {
			if !strings.Contains(said, x) {
				t.Errorf("nothing is told of %q in\n%s", x, said)
			}
		}
	}
	if edits := diffRecord(full, load(string(data))); len(edits) > 0 {
		t.Errorf("of a record and itself it is told: %v", edits)
	}
}
