package yamlpos

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/lectio/lectio/evidence/diag"
)

const edited = `# A record, with comments.
id: A.1   # never changed

game: Old   # the game
location: {name: Here, note: "x, y"}   # a place
date:
  # the date
  edtf: 1888
  of: publication
summary: >-
  A summary over
  two lines.

uncertainty: [translated, hearsay]
via:
  - one   # the nearest
  - two
clauses:
  # the first
  - n: 1
    text: One.

  - n: 3
    text: 'It''s three.'
    wording: [a, b]
note: the end
`

func TestEditor(t *testing.T) {
	for _, tt := range []struct {
		name string
		do   func(*Editor)
		want []string // pairs of what goes and what comes
	}{
		{"plain", func(e *Editor) { e.Set([]any{"game"}, TextValue("New: it")) }, []string{"game: Old ", `game: "New: it" `}},
		{"flow", func(e *Editor) { e.Set([]any{"location", "note"}, TextValue("z")) }, []string{`note: "x, y"`, `note: "z"`}},
		{"folded", func(e *Editor) { e.Set([]any{"summary"}, TextValue("Short.")) }, []string{">-\n  A summary over\n  two lines.\n", "Short.\n"}},
		{"quoted", func(e *Editor) { e.Set([]any{"clauses", 1, "text"}, TextValue("- three")) }, []string{`'It''s three.'`, `'- three'`}},
		{"flow list", func(e *Editor) { e.Set([]any{"uncertainty"}, ListValue("hearsay")) }, []string{"[translated, hearsay]", "[hearsay]"}},
		{"block list", func(e *Editor) { e.Set([]any{"via"}, ListValue("one", "2", "three")) }, []string{"  - two\n", "  - 2\n  - three\n"}},
		{"block list shorter", func(e *Editor) { e.Set([]any{"via"}, ListValue("one")) }, []string{"  - two\n", ""}},
		{"new key", func(e *Editor) { e.Set([]any{"type"}, TextValue("artifact"), "id", "game", "type", "location") },
			[]string{"# the game\n", "# the game\ntype: artifact\n"}},
		{"new key in flow", func(e *Editor) { e.Set([]any{"location", "precision"}, TextValue("5 km"), "name", "precision", "note") },
			[]string{"name: Here,", "name: Here, precision: 5 km,"}},
		{"new map", func(e *Editor) { e.Set([]any{"location", "gazetteer", "geonames"}, TextValue("12")) },
			[]string{`"x, y"`, `"x, y", gazetteer: {geonames: 12}`}},
		{"two new values of a new map", func(e *Editor) {
			e.Set([]any{"source", "key"}, TextValue("k"), "date", "source")
			e.Set([]any{"source", "locator"}, TextValue("1-2"), "date", "source")
		}, []string{"of: publication\n", "of: publication\nsource: {key: k, locator: 1-2}\n"}},
		{"new key in an item", func(e *Editor) { e.Set([]any{"clauses", 0, "note"}, TextValue("n")) }, []string{"text: One.\n", "text: One.\n    note: n\n"}},
		{"remove", func(e *Editor) { e.Remove([]any{"date", "of"}) }, []string{"  of: publication\n", ""}},
		{"remove in flow", func(e *Editor) { e.Remove([]any{"location", "note"}) }, []string{`, note: "x, y"`, ""}},
		{"remove all", func(e *Editor) { e.Remove([]any{"date", "of"}); e.Remove([]any{"date", "edtf"}) },
			[]string{"date:\n  # the date\n  edtf: 1888\n  of: publication\n", ""}},
		{"insert", func(e *Editor) {
			e.Insert([]any{"clauses"}, 1, MapValue().With("n", TextValue("2")).With("text", TextValue("Two, too.")))
		}, []string{"text: One.\n", "text: One.\n  - n: 2\n    text: \"Two, too.\"\n"}},
		{"remove a block", func(e *Editor) { e.Remove([]any{"summary"}) }, []string{"summary: >-\n  A summary over\n  two lines.\n", ""}},
	} {
		for _, crlf := range []bool{false, true} {
			in := edited
			want := strings.Replace(edited, tt.want[0], tt.want[1], 1)
			if want == in {
				t.Fatalf("%s: nothing to replace", tt.name)
			}
			if crlf {
				in, want = strings.ReplaceAll(in, "\n", "\r\n"), strings.ReplaceAll(want, "\n", "\r\n")
			}
			e, errs := NewEditor("x.yaml", []byte(in))
			if errs != nil {
				t.Fatal(errs)
			}
			tt.do(e)
			got, errs := e.Bytes()
			if errs != nil || string(got) != want {
				t.Errorf("%s (CRLF %v): %v\ngot:\n%s\nwant:\n%s", tt.name, crlf, errs, got, want)
			}
		}
	}
}

func TestEditorJSON(t *testing.T) {
	e, errs := NewEditor("x.json", []byte("\uFEFF{\"id\": \"A\",\n \"date\": {\"edtf\": \"1888\"}, \"clauses\": [{\"n\": 1}]}\n"))
	if errs != nil {
		t.Fatal(errs)
	}
	e.Set([]any{"game"}, TextValue("G"), "id", "game")
	e.Set([]any{"date", "edtf"}, TextValue("1889"))
	e.Set([]any{"clauses", 0, "n"}, TextValue("3"))
	e.Insert([]any{"clauses"}, 1, MapValue().With("n", TextValue("2")))
	got, errs := e.Bytes()
	want := "\uFEFF{\"id\": \"A\", \"game\": \"G\",\n \"date\": {\"edtf\": \"1889\"}, \"clauses\": [{\"n\": 3}, {\"n\": \"2\"}]}\n"
	if errs != nil || string(got) != want {
		t.Errorf("%v\n%s", errs, got)
	}
}

// TestWrittenIsRead writes texts of every kind and reads the same again.
func TestWrittenIsRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		gen := rapid.OneOf(rapid.String(), rapid.StringMatching(`[a-z:#&*!|>'"\-?~ \n%@{}\[\],]{0,30}`),
			rapid.StringMatching(`([a-zé"']{1,9} ?){0,60}`), rapid.Just("null"), rapid.Just("<<"))
		s := strings.ToValidUTF8(gen.Draw(t, "text"), "")
		doc := "a: " + BlockText(s, 2) + "\nb: " + TextValue(s).FlowText(false) + "\nc: [" + TextValue(s).FlowText(false) + ", x]\nd: {k: " +
			TextValue(s).FlowText(true) + ", l: 1}\n"
		root, errs := Parse("x", []byte(doc))
		if errs != nil {
			t.Fatalf("%q: %v\n%s", s, errs, doc)
		}
		for _, n := range []*Node{root.Get("a"), root.Get("b"), root.Get("c").Values[0], root.Get("d").Get("k")} {
			if n.Text != s {
				t.Fatalf("%q read as %q\n%s", s, n.Text, doc)
			}
		}
	})
}

// TestEditorAtRandom sets every value of the record to any text: each time the
// result reads back, or the change is refused.
func TestEditorAtRandom(t *testing.T) {
	paths := [][]any{{"game"}, {"location", "name"}, {"date", "edtf"}, {"summary"}, {"clauses", 0, "text"}, {"clauses", 1, "text"}, {"note"}, {"new"}, {"date", "note"}}
	rapid.Check(t, func(t *rapid.T) {
		e, errs := NewEditor("x", []byte(edited))
		if errs != nil {
			t.Fatal(errs)
		}
		picked := map[int]string{}
		for i := range paths {
			if rapid.Bool().Draw(t, "pick") {
				picked[i] = strings.ToValidUTF8(rapid.String().Draw(t, "text"), "")
				e.Set(paths[i], TextValue(picked[i]))
			}
		}
		got, errs := e.Bytes()
		if errs != nil {
			t.Fatal(errs)
		}
		again, errs := NewEditor("x", got)
		if errs != nil {
			t.Fatal(errs)
		}
		for i, s := range picked {
			if n, _, rest := again.at(paths[i]); len(rest) > 0 || n.Text != s {
				t.Fatalf("%v: %q", paths[i], s)
			}
		}
		for _, comment := range []string{"# A record", "# never changed", "# the game", "# a place", "# the date", "# the nearest", "# the first"} {
			if !strings.Contains(string(got), comment) {
				t.Fatalf("the comment %q is gone:\n%s", comment, got)
			}
		}
	})
}

// What belongs to the last item of a list comes before an item put behind it.
func TestEditorInsertsBehindWhatIsAdded(t *testing.T) {
	for text, want := range map[string]string{
		"l:\n  - n: 1\n    t: a\nm: x\n":        "l:\n  - n: 1\n    t: a\n    note: b\n  - n: 2\nm: x\n",
		"l: [{n: 1, t: a}]\nm: x\n":             "l: [{n: 1, t: a, note: b}, {n: 2}]\nm: x\n",
		"m: x\nl:\n  - {n: 1, t: a}   # kept\n": "m: x\nl:\n  - {n: 1, t: a, note: b}   # kept\n  - {n: 2}\n",
	} {
		e, errs := NewEditor("x", []byte(text))
		if errs != nil {
			t.Fatal(errs)
		}
		e.Insert([]any{"l"}, 1, MapValue().With("n", TextValue("2")))
		e.Set([]any{"l", 0, "note"}, TextValue("b"))
		if got, errs := e.Bytes(); errs != nil || string(got) != want {
			t.Errorf("%v\n%s", errs, got)
		}
	}
}

// A text that turns the direction of a line is written so that it can be seen.
func TestTurningCharactersAreSeen(t *testing.T) {
	const s = "one \u202e two"
	for _, got := range []string{BlockText(s, 2), TextValue(s).FlowText(false), TextValue(s).FlowText(true), BlockText(strings.Repeat(s+" ", 40)+"x", 2), BlockText(s+"\n"+s, 2)} {
		if strings.Contains(got, "\u202e") || !strings.Contains(got, `\u202e`) {
			t.Errorf("%s", got)
		}
	}
	// Marks that such texts need are left alone.
	if got := BlockText("مرحبا \u200f a", 2); !strings.Contains(got, "مرحبا \u200f a") {
		t.Errorf("%s", got)
	}
}

// Items change places with their comments; a line end that is missing at the end of
// the file is added.
func TestEditorReorders(t *testing.T) {
	for text, want := range map[string]string{
		"l:\n  # the first\n  - n: 1   # one\n    t: a\n\n  - n: 2\n    t: |\n      b\n      c\n  # the third\n  # of them\n  - {n: 3}\nm: x\n": "l:\n  # the third\n  # of them\n  - {n: 3}\n" +
			"  # the first\n  - n: 1   # one\n    t: a\n\n  - n: 2\n    t: |\n      b\n      c\nm: x\n",
		"l: [{n: 1, t: a}, {n: 2}, # two\n  {n: 3}]\nm: x\n": "l: [{n: 3}, {n: 1, t: a}, # two\n  {n: 2}]\nm: x\n",
		"m: x\nl:\n- n: 1\n-\n  n: 2\n# three\n- n: 3":       "m: x\nl:\n# three\n- n: 3\n- n: 1\n-\n  n: 2\n",
		"{\"l\": [{\"n\": 1}, 2, 3]}":                        "{\"l\": [3, {\"n\": 1}, 2]}",
	} {
		for _, crlf := range []bool{false, true} {
			in, out := text, want
			if crlf {
				in, out = strings.ReplaceAll(text, "\n", "\r\n"), strings.ReplaceAll(want, "\n", "\r\n")
			}
			e, errs := NewEditor("x", []byte(in))
			if errs != nil {
				t.Fatal(errs)
			}
			if !e.Reorder([]any{"l"}, []int{2, 0, 1}) {
				t.Fatal("not reordered")
			}
			if got, errs := e.Bytes(); errs != nil || string(got) != out {
				t.Errorf("%v\ngot:\n%s\nwant:\n%s", errs, got, out)
			}
		}
	}
	e, errs := NewEditor("x", []byte("l: [1, 2]\n"))
	if errs != nil || e.Reorder([]any{"l"}, []int{0, 0}) || e.Reorder([]any{"l"}, []int{0}) || e.Reorder([]any{"m"}, []int{0, 1}) {
		t.Errorf("%v, or an order that is none was taken", errs)
	}
}

// A text at a place changes and stays written as it is.
func TestEditorSetAt(t *testing.T) {
	e, errs := NewEditor("x", []byte("a: {b: [\"R#1\", 'R#2', R#3]}\nc:\n  - R#4   # four\n"))
	if errs != nil {
		t.Fatal(errs)
	}
	for i, at := range []diag.Pos{{Line: 1, Col: 9}, {Line: 1, Col: 16}, {Line: 1, Col: 23}, {Line: 3, Col: 5}} {
		if !e.SetAt(at, "S#"+string(rune('1'+i))) {
			t.Errorf("nothing stands at %v", at)
		}
	}
	if e.SetAt(diag.Pos{Line: 1, Col: 2}, "x") {
		t.Error("a text was found where none is")
	}
	got, errs := e.Bytes()
	if want := "a: {b: [\"S#1\", 'S#2', S#3]}\nc:\n  - S#4   # four\n"; errs != nil || string(got) != want {
		t.Errorf("%v\n%s", errs, got)
	}
}
