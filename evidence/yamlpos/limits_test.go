package yamlpos

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lectio/lectio/evidence/diag"
	cost "github.com/lectio/lectio/testdata/long"
)

// long is a text of about n bytes that repeats a pattern; %d in it counts.
func long(n int, before, pattern, after string) string {
	var b strings.Builder
	b.WriteString(before)
	for i := 0; b.Len() < n; i++ {
		b.WriteString(strings.ReplaceAll(pattern, "%d", fmt.Sprint(i)))
	}
	b.WriteString(after)
	return b.String()
}

// longLines are files of a size, most of one long line.
func longLines(size int) map[string]string {
	return map[string]string{
		"list":               long(size, "a: [", "word, ", "]\n"),
		"list of letters":    long(size, "a: [", "þú, ", "]\n"),
		"list of maps":       long(size, "[", "{a: b}, ", "]"),
		"map":                long(size, "{", "k%d: v, ", "}"),
		"keys twice":         long(size, "{", "a: b, ", "}"),
		"JSON":               long(size, "[", `{"id": "a%d", "title": "þulur"}, `, "1]"),
		"JSON map":           long(size, "{", `"k%d": 1, `, `"x": 1}`),
		"list cut off":       long(size, "a: [", "word, ", ""),
		"quote left open":    long(size, `a: "`, "word ", ""),
		"JSON with a slip":   long(size, "[", `"a", `, "}"),
		"conditions":         long(size, "a: [", "count(a, b), ", "]\n"),
		"spaces in a text":   "a: [b c, d" + strings.Repeat(" ", size) + "e f]\n",
		"one quoted text":    long(size, `a: "`, `word \n `, "\"\n"),
		"text in many lines": long(size, "a: \"", "word\n ", "\"\n"),
		"many documents":     long(size, "", "--- a\n", ""),
	}
}

// A file of one long line is read, and every place in it found, about as fast as
// one of many short lines. Where each value was looked for from the beginning of
// its line this took half a minute and more.
func TestLongLines(t *testing.T) {
	const size, most = 40_000, 9
	few, many := longLines(size), longLines(4*size)
	for name := range few {
		t.Run(name, func(t *testing.T) {
			growth := cost.Growth(most, func(times int) {
				root, _ := Parse("f", []byte(map[int]string{1: few[name], 4: many[name]}[times]))
				var visit func(*Node)
				visit = func(n *Node) {
					if n.PosAt(len(n.Text)).Line < 1 {
						t.Fatal("a place without a line")
					}
					CutShort(n)
					for i, v := range n.Values {
						if n.Kind == Map {
							visit(n.Keys[i])
						}
						visit(v)
					}
				}
				if root != nil {
					visit(root)
				}
			})
			if growth > most {
				t.Errorf("a file four times as long takes %.1f times as long", growth)
			}
		})
	}
}

// What is found on a long line stands where it would be on a short one.
func TestPlacesOnLongLines(t *testing.T) {
	text := long(3000, "a: [", `þ, "q\"ú", 'x''y', `, "last, 'c d']")
	root, errs := Parse("f", []byte(text))
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	line := []rune(text)
	for i, n := range root.Get("a").Values {
		first, last := line[n.Pos.Col-1], line[n.PosAt(len(n.Text)).Col-2]
		want := map[string]string{"þ": "þþ", `q"ú`: `"ú`, "x'y": "'y", "last": "lt", "c d": "'d"}[n.Text]
		if got := string(first) + string(last); got != want {
			t.Fatalf("item %d, %q at %s, begins and ends with %q, expected %q", i, n.Text, n.Pos, got, want)
		}
	}
}

// A slip far into a file is found at the same place whether the file is read in
// blocks up to it or byte by byte from its beginning.
func TestSyntaxErrorFarIn(t *testing.T) {
	good := long(9000, "", "- {text: 'a þing', more: [b, c]} # d\n", "")
	for _, slip := range []string{"- a: b: c\n", "- @\n", "- [a\n- b\n", "- 'a\n", "-\tb: {\n", "a\n", "- \"\\q\"\n", "- *x\n", "- {a: b} c\n", "- !x!y z\n"} {
		text := []byte(good + slip + good)
		_, errs := Parse("f", text)
		p := &parser{doc: newDocument("f", string(text))}
		in := &countingReader{data: text}
		if root := p.parseFrom(in); root != nil {
			t.Fatalf("%q is no slip", slip)
		}
		if errs.Error() != p.errs.Error() {
			t.Errorf("%q:\n%v\nbyte by byte:\n%v", slip, errs, p.errs)
		}
	}
}

func TestLimits(t *testing.T) {
	deep := strings.Repeat("[", 200) + strings.Repeat("]", 200)
	for _, c := range []struct{ name, text, want string }{
		{"file", strings.Repeat("# c\n", MaxFile/4) + "a: b\n", fmt.Sprintf("f: the file is too large to be read; put what it holds into several files; found %d bytes (16.0 MiB), expected at most %d bytes (16.0 MiB)", MaxFile+5, MaxFile)},
		{"line", "a: b\nc: " + strings.Repeat("d", MaxLine) + "\n", "f:2:1: the line is too long to be read; write what it holds on several lines (programs that write JSON can indent it); found 1048579 bytes (1.0 MiB), expected at most 1048576 bytes (1.0 MiB)"},
		{"last line", "a: b\r\n\rc: " + strings.Repeat("d", MaxLine), "f:3:1: the line is too long"},
		{"values", strings.Repeat("- a\n", MaxValues/2+1), "f: the file holds too much to be read; put it into several files; found 2000002 line ends"},
		{"values of JSON", "[" + strings.Repeat("1,\n", MaxValues) + "1]", "f: the file holds too much to be read; put it into several files; expected at most 2000000 keys"},
		{"depth", deep, "f:1:101: maps and lists are nested too deep"},
		{"depth of JSON beyond its own reader", strings.Repeat("[", 20000) + strings.Repeat("]", 20000), "nested too deep"},
		{"depth of YAML", strings.Repeat("- ", 20000) + "a", "nested too deep"},
	} {
		_, errs := Parse("f", []byte(c.text))
		if len(errs) != 1 || !strings.Contains(errs.Error(), c.want) {
			t.Errorf("%s: %.300v\nexpected %s", c.name, errs, c.want)
		}
	}
	// A line end more, and it can be read.
	if _, errs := Parse("f", []byte("a: >\n "+strings.Repeat("d", MaxLine-1)+"\n "+strings.Repeat("d", MaxLine-1))); len(errs) > 0 {
		t.Error(errs)
	}
}

// Of very many mistakes the first are told, and that there are more.
func TestManyErrors(t *testing.T) {
	_, errs := Parse("f", []byte(strings.Repeat("- &a b\n", diag.MaxErrors+100)))
	if len(errs) != diag.MaxErrors+1 || !strings.Contains(errs[0].Error(), "there are more than 10000 mistakes") {
		t.Errorf("%d errors, the first: %v", len(errs), errs[0])
	}
}
