package exchange

import (
	"bytes"
	"encoding/xml"
	"io"
	"strings"
	"testing"
)

func TestTEI(t *testing.T) {
	var b bytes.Buffer
	root := Tag("TEI", Tag("text", Tag("ab", "a < b & \u202e\x00\u0007 ", Tag("note", Tag("q", "x"))).ID("clause R.1#2").Set("n", "\"2\"").Set("type", ""),
		[]*Element{Tag("ab").ID("clause R.1-2").To("corresp", "clause R.1#2", "clause R.1-2"), nil}, ""))
	if err := TEI(&b, root); err != nil {
		t.Fatal(err)
	}
	want := `<?xml version="1.0" encoding="UTF-8"?>
<TEI xmlns="http://www.tei-c.org/ns/1.0">
  <text>
    <ab xml:id="x-clause-R-1-2" n="&#34;2&#34;">a &lt; b &amp; &#8238;` + "\uFFFD\uFFFD" + ` <note><q>x</q></note></ab>
    <ab xml:id="x-clause-R-1-2-2" corresp="#x-clause-R-1-2 #x-clause-R-1-2-2"/>
  </text>
</TEI>
`
	if b.String() != want {
		t.Errorf("got %s", b.String())
	}
	for d := xml.NewDecoder(&b); ; {
		if _, err := d.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	for want, root := range map[string]*Element{
		`leads to "y"`:                Tag("TEI", Tag("ab").To("corresp", "y")).ID("x"),
		`two elements are called "x"`: Tag("TEI", Tag("ab").ID("x")).ID("x"),
	} {
		if err := TEI(&bytes.Buffer{}, root); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}
