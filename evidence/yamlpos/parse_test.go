package yamlpos

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// dump writes a tree on one line, with the place of every scalar.
func dump(n *Node) string {
	if n == nil {
		return "nil"
	}
	var b strings.Builder
	switch n.Kind {
	case Map:
		b.WriteString("{")
		for i, k := range n.Keys {
			if i > 0 {
				b.WriteString(" ")
			}
			b.WriteString(dump(k) + "=" + dump(n.Values[i]))
		}
		b.WriteString("}")
	case List:
		b.WriteString("[")
		for i, v := range n.Values {
			if i > 0 {
				b.WriteString(" ")
			}
			b.WriteString(dump(v))
		}
		b.WriteString("]")
	default:
		text := n.Text
		if n.Null {
			text = "∅"
		}
		fmt.Fprintf(&b, "%s@%d:%d", text, n.Pos.Line, n.Pos.Col)
	}
	return b.String()
}

func TestParse(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"a: no\nb: 0800\nc: 1283-05-01\n", "{a@1:1=no@1:4 b@2:1=0800@2:4 c@3:1=1283-05-01@3:4}"},
		{"a:\nb: ~\nc: null\nd: \"null\"\n", "{a@1:1=∅@1:3 b@2:1=∅@2:4 c@3:1=∅@3:4 d@4:1=null@4:4}"},
		{"# note\n- x\n- {k: [1, 2]}\n", "[x@2:3 {k@3:4=[1@3:8 2@3:11]}]"},
		{"þú: ö # late\n", "{þú@1:1=ö@1:5}"},
		{"\uFEFFa: 1\r\nb: 2\r\n", "{a@1:1=1@1:4 b@2:1=2@2:4}"},
		{"a: 1\n...\n", "{a@1:1=1@1:4}"},
		{"%YAML 1.1\n---\na: 1\n", "{a@3:1=1@3:4}"},
		{"{\n\t\"a\": 01,\n}", "{a@2:2=01@2:7}"},                                          // YAML in braces, no JSON
		{"{\n\t\"a\":1,\n\t\"b\":[true, null]}", "{a@2:2=1@2:6 b@3:2=[true@3:7 ∅@3:13]}"}, // JSON
		{`{"a":"\ud83d\ude00","b":{}}`, "{a@1:2=😀@1:6 b@1:21={}}"},
		{"null: x\n", "{null@1:1=x@1:7}"},
	} {
		n, errs := Parse("f", []byte(c.src))
		if len(errs) > 0 {
			t.Errorf("%q: %v", c.src, errs)
		}
		if got := dump(n); got != c.want {
			t.Errorf("%q\n got %s\nwant %s", c.src, got, c.want)
		}
	}
}

func TestParseErrors(t *testing.T) {
	deep := strings.Repeat("[", 200) + strings.Repeat("]", 200)
	for _, c := range []struct{ name, src, want string }{
		{"empty", "", "f:1:1: the file is empty; found nothing, expected a document"},
		{"only a comment", "# x\n", "f:1:1: the file is empty; found nothing, expected a document"},
		{"only a dash line", "---\n", "f:1:1: the file is empty; found nothing, expected a document"},
		{"duplicate key", "a: 1\nb: 2\n\"a\": 3\n", "f:3:1: the key \"a\" is used twice; it was first used at f:1:1; expected each key once"},
		{"duplicate key in JSON", `{"a":1,"a":2}`, "f:1:8: the key \"a\" is used twice; it was first used at f:1:2; expected each key once"},
		{"all errors of a file", "a: &x 1\nb: *x\nc: !!str 1\nd: ! 1\n", "f:1:4: anchors are not allowed; write the value out where it is needed; found &x\n" +
			"f:2:4: aliases are not allowed; write the value out where it is needed; found *x\n" +
			"f:3:4: tags are not allowed; every value is read as the text written; found !!str\n" +
			"f:4:4: tags are not allowed; every value is read as the text written; found !!int"},
		{"alias to nothing", "a: *x\n", "f:1:4: aliases are not allowed; write the value out where it is needed, or put a text that begins with * in quotes"},
		{"merge", "<<: {a: 1}\n", "f:1:1: merge keys are not allowed; write the keys out where they are needed; found \"<<\""},
		{"two documents", "a: 1\n---\nb: 2\n", "f:2:1: several documents in one file; put each into a file of its own; found a second document, expected one document"},
		{"list as key", "{[a]: 1}\n", "f:1:2: a key must be a plain text; a text that begins with a brace or bracket needs quotes; found a map or list"},
		{"UTF-8", "a: é\nb: \xff\n", "f:2:4: the file is not valid UTF-8; save it in that encoding; found byte 0xFF"},
		{"control", "a: b\x01\n", "f:1:5: control characters are not allowed; found U+0001, expected text"},
		{"deep", deep, "f:1:101: maps and lists are nested too deep to be read; look for brackets that are never closed; expected at most 100 levels"},
		{"deep YAML", "# no JSON\n" + deep, "f:2:101: maps and lists are nested too deep to be read; look for brackets that are never closed; expected at most 100 levels"},
		{"colon in a text", "text: he said: no\n", "f:1:14: not valid YAML: a colon and a space (\": \") make a map, and none can stand here; divide two lines that have run together, or put the text in quotes; write text: \"he said: no\""},
		{"comma in a text", "{n: 1, text: Two, dice,and x}\n", "f:1:19: within braces a comma ends a text that has no quotes; write text: \"Two, dice,and x\""},
		{"comma, then a line", "{text: Two,\n  dice}\n", "f:2:3: within braces a comma ends a text that has no quotes; write text: \"Two, dice\""},
		{"comma and a key of the language", "{text: one, in, note: x}\n", "f:1:13: within braces a comma ends a text that has no quotes; write text: \"one, in\""},
		{"comma behind quotes", "{text: \"one\", two}\n", "f:1:15: within braces a comma ends a text that has no quotes; write text: \"one, two\""},
		{"no space", "{n:1, text: one}\n", "f:1:2: there is no space behind the colon; write n: 1; found \"n:1\""},
		{"no value", "{a, b: c}\n", "f:1:2: a key without a value stands within braces; put a text with braces or commas in quotes; found \"a\", expected a key and its value, key: value"},
		{"colon in braces", "- {n: 1, text: They say: no, note: x}\n", "f:1:24: not valid YAML: within braces and brackets a text without quotes ends here; a comma is missing before say:, or else write text: \"They say: no\""},
		{"quotes and more", "- {n: 1, text: \"a\" and b}\n", "f:1:20: not valid YAML: within braces and brackets a text without quotes ends here; write text: '\"a\" and b'"},
		{"brackets in braces", "- {n: 1, text: a [b] c}\n", "f:1:18: not valid YAML: within braces and brackets a text without quotes ends here; write text: \"a [b] c\""},
		{"open quote", "x: 1\na: 'foo\nb: 2\n", "f:2:1: not valid YAML: the file ends inside a quoted text that begins on this line; the closing quote is missing"},
		{"open list", "a: [1, 2\nb: 3\n", "f:2:4: not valid YAML: expected \",\" or \"]\"; close the list, or put a text with brackets or braces in quotes"},
		{"set in flow", "a: {x in {q}}\n", "f:1:13: not valid YAML: expected \",\" or \"}\"; close the map, or put a text with brackets or braces in quotes"},
		{"comment in flow", "a:\n  - {when: count(b #c)}\n  - d\n", "f:3:5: not valid YAML: expected \",\" or \"}\"; close the map, or put a text with brackets or braces in quotes; the \" #\" at f:2:20 begins a comment, so put a text that has one in quotes"},
		{"no colon", "a: 1\nb:2\nc: 3\n", "f:2:1: not valid YAML: a line without a colon and a space where a key was expected; indent the lines of a long text, or put it in quotes"},
		{"tab", "a:\n\tb: 1\n", "f:2:1: not valid YAML: a tab stands before the first word of this line; indent with spaces"},
		{"at", "a: `x`\n", "f:1:4: not valid YAML: a value cannot begin with this character; indent with spaces, not tabs, and put a text that begins with @, % or ` in quotes"},
		{"after quotes", "a: \"x\" y\n", "f:1:8: not valid YAML: expected a key here; check the indentation, and that a text with quotes or brackets inside is quoted as a whole; write a: '\"x\" y'"},
		{"picture", "a:\n  b: |\n      x-y\n     / \n  c: [1]\n", "f:4:6: not valid YAML: this row begins farther left than the first row of the text behind |, which says how far all are indented; write |2, and indent the text by two more than the line that ends so"},
		{"comma before a key", "- {id: a, allow: sow from: row_1}\n", "f:1:26: not valid YAML: within braces and brackets a text without quotes ends here; a comma is missing before from:, or else write allow: \"sow from: row_1\""},
		{"comma before a key of an inner map", "- {id: a, holes: {rows: 2 columns: 6}}\n", "f:1:34: not valid YAML: within braces and brackets a text without quotes ends here; a comma is missing before columns:, or else write rows: \"2 columns: 6\""},
		{"comma behind an inner map", "- {id: a, men: {rows: 2, b: 3}}\n- {n: {r: 5 s: 2}}\n", "f:2:14: not valid YAML: within braces and brackets a text without quotes ends here; a comma is missing before s:, or else write r: \"5 s: 2\""},
		{"colon behind a key", "- {r1c1: 5, r2c5 2}\n", "f:1:13: within braces a comma ends a text that has no quotes; if r2c5 is a key, its colon is missing, r2c5: 2; or else write r1c1: \"5, r2c5 2\""},
		{"brace not closed", "- {id: a, holes: {rows: 2}\n- {id: b, track: {run: [1], places: cells}}\n- {id: c}\n", "f:1:3: not valid YAML: the { here is not closed before line 2 begins something else; expected }"},
		{"inner brace not closed", "- {id: a, when: x}\n- {id: b,\n   track: [a, b}\n- {id: c}\n", "f:3:16: not valid YAML: a ] is missing before this }: the [ at 3:11 is not closed"},
		{"quote not closed", "- {id: a, when: 'x = 1}\n- {id: b}\n- {id: c, when: 'x = 1'}\n", "f:1:17: not valid YAML: the quote that opens here is closed only on line 3; the closing quote is missing"},
		{"quote not closed in a block", "- id: a\n  when: \"x = 1\n- id: b\n  when: \"x = 2\"\n", "f:2:9: not valid YAML: the quote that opens here is closed only on line 4; the closing quote is missing"},
		{"tab before a key", "- id: a\n  allow: b\n\tfrom: c\n", "f:3:1: not valid YAML: a tab stands before the first word of this line; indent with spaces"},
		{"escape", "a: \"\\q\"\n", "f:1:5: not valid YAML: unknown escape after a backslash; use single quotes for a text with backslashes"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, errs := Parse("f", []byte(c.src))
			if diff := cmp.Diff(c.want, errs.Error()); diff != "" {
				t.Errorf("%q (-want +got)\n%s", c.src, diff)
			}
		})
	}
}

func TestPosAt(t *testing.T) {
	for _, c := range []struct{ src, at, want string }{
		{"a: to in run(enemy >= 2)\n", "run", "1:10"},
		{"a: \"to in run\"\n", "run", "1:11"},
		{"a: 'it''s run'\n", "run", "1:11"},
		{`a: "é\u00e9\n run"`, "run", "1:15"},
		{`a: "x \"y\" run"`, "run", "1:13"},
		{"a: one\n  two\n  run\n", "run", "3:3"},
		{"a: 'one\n  two\n\n  run'\n", "run", "4:3"},
		{"a: |\n  one\n\n    two run\n", "run", "4:9"},
		{"a: >-\n  one\n  two\n  run\n", "run", "4:3"},
		{"a: \"one \\\n   run\"\n", "run", "2:4"},
		{`{"a": "\ud83d\ude00 run"}`, "run", "1:21"},
	} {
		n, errs := Parse("f", []byte(c.src))
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		v := n.Get("a")
		p := v.PosAt(strings.Index(v.Text, c.at))
		if got := fmt.Sprintf("%d:%d", p.Line, p.Col); got != c.want {
			t.Errorf("%q: %q stands at %s, want %s", c.src, c.at, got, c.want)
		}
	}
}

func TestCutShort(t *testing.T) {
	value := func(n *Node) *Node { return n.Get("when") }
	for _, c := range []struct {
		src  string
		pick func(*Node) *Node
		want string // part of the reason; "" when YAML is not to blame
	}{
		{"[count(a, b)]", func(n *Node) *Node { return n.Values[1] }, "comma"},
		{"when: count(a #b)\n", value, "comment"},
		{"when: a >= 2 # two\n", value, "comment"},
		{"when: #b\n", value, "comment"},
		{"when:\n  a: b\n", value, "colon"},
		{"when: [a, b]\n", value, "brackets"},
		{"when: count(a, b)\n", value, ""},
		{"when: count(a\n", value, ""},
		{"{when: \"count(a\", b: 1}", value, ""},
		{"{when: a, b: c}", value, ""},
		{"{when: {a: b}}", value, "braces"},
	} {
		n, errs := Parse("f", []byte(c.src))
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		reason, hint, ok := CutShort(c.pick(n))
		if ok != (c.want != "") || !strings.Contains(reason, c.want) || ok && hint == "" {
			t.Errorf("%q: got %q, %q, %v; want %q", c.src, reason, hint, ok, c.want)
		}
	}
	if _, _, ok := CutShort(nil); ok {
		t.Error("nothing cannot be cut short")
	}
}

func TestReader(t *testing.T) {
	src := `
name: x
wen: count(a
men: many
few: 3
kind: colour
list: {a: 1}
empty:
words: [a, [b], c]
word: one
flag: no
bad: [1]
`
	n, errs := Parse("f", []byte(src))
	r := Reader{Errs: errs}
	m := r.Map(n, "a game", "name", "when", "men", "few", "kind", "list", "empty", "words", "word", "flag", "bad")
	if got := r.String(r.Need(m, "name", "a game"), "the name"); got != "x" {
		t.Error(got)
	}
	r.String(r.Need(m, "title", "a game"), "the title")
	r.Int(m.Get("men"), "the number of men", 1, 9)
	if got := r.Int(m.Get("few"), "few", 1, 9); got != 3 {
		t.Error(got)
	}
	r.Int(m.Get("few"), "few", 4, 9)
	r.OneOf(m.Get("kind"), "the kind", "color", "size")
	r.List(m.Get("list"), "the list")
	r.String(m.Get("empty"), "the empty")
	if got := r.Strings(m.Get("words"), "a word"); len(got) != 2 {
		t.Error(got)
	}
	if got := r.Strings(m.Get("word"), "a word"); len(got) != 1 {
		t.Error(got)
	}
	if r.Bool(m.Get("flag"), "the flag") {
		t.Error("no is false")
	}
	r.Map(m.Get("bad"), "the bad")
	r.String(m.Get("bad"), "the bad one")
	want := `f:2:1: a game lacks the key "title"; found the keys name, wen, men, few, kind, list, empty, words, …
f:3:1: unknown key "wen" in a game; expected one of: name, when, men, few, kind, list, empty, words, word, flag, bad; did you mean "when" or "men"?
f:4:6: the number of men must be a whole number from 1 to 9; found "many"
f:5:6: few must be a whole number from 4 to 9; found "3"
f:6:7: the kind cannot be "colour"; expected one of: color, size; did you mean "color"?
f:7:7: the list must be a list; found a map
f:8:7: the empty must be a text; found nothing
f:9:12: a word must be a text; found a list
f:12:6: the bad must be a map; found a list
f:12:6: the bad one must be a text; found a list`
	if diff := cmp.Diff(want, r.Errs.Sort().Error()); diff != "" {
		t.Error(diff)
	}
	// A nil node is passed over in silence.
	var quiet Reader
	quiet.Map(nil, "x")
	quiet.String(nil, "x")
	quiet.Need(nil, "k", "x")
	quiet.Int(nil, "x", 0, 1)
	quiet.OneOf(nil, "x", "y")
	quiet.List(nil, "x")
	quiet.Strings(nil, "x")
	if quiet.Errs != nil {
		t.Error(quiet.Errs)
	}
}
