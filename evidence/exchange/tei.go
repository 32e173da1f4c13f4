package exchange

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/lectio/lectio/evidence/yamlpos"
)

// Element is an element of a text in TEI P5, with what is in it. [TEI] writes it.
type Element struct {
	name string
	id   string // any text, its own in the document; "" when nothing points here
	attr []Property
	in   []any // elements and texts
}

// Tag makes an element. What is in it are elements and texts; what is nil or empty is
// left out.
func Tag(name string, in ...any) *Element { return (&Element{name: name}).In(in...) }

// In puts more into the element.
func (e *Element) In(in ...any) *Element {
	for _, x := range in {
		switch x := x.(type) {
		case *Element:
			if x != nil {
				e.in = append(e.in, x)
			}
		case []*Element:
			for _, y := range x {
				e.In(y)
			}
		case string:
			if x != "" {
				e.in = append(e.in, x)
			}
		}
	}
	return e
}

// Empty reports whether nothing is in the element.
func (e *Element) Empty() bool { return len(e.in) == 0 }

// ID names the element, so that [Element.To] can point to it: any text, which becomes an
// xml:id.
func (e *Element) ID(id string) *Element {
	e.id = id
	return e
}

// Set gives an attribute; one without value is left out.
func (e *Element) Set(name, value string) *Element {
	if value != "" {
		e.attr = append(e.attr, Property{name, value})
	}
	return e
}

// To gives an attribute that points to elements, by their ids.
func (e *Element) To(name string, ids ...string) *Element {
	if len(ids) > 0 {
		e.attr = append(e.attr, Property{name, ids})
	}
	return e
}

// TEI writes a document in TEI P5. Two elements with one id, and a pointer that leads to
// none, are errors.
func TEI(w io.Writer, root *Element) error {
	t := teiWriter{ids: newCLDFIDs(), at: map[string]*Element{}, b: bufio.NewWriterSize(w, 64<<10)}
	t.collect(root)
	t.b.WriteString(xml.Header)
	root.attr = slices.Concat([]Property{{"xmlns", "http://www.tei-c.org/ns/1.0"}}, root.attr)
	t.write(root, 0, true)
	t.b.WriteByte('\n')
	if t.err != nil {
		return t.err
	}
	return t.b.Flush()
}

type teiWriter struct {
	ids *cldfIDs
	at  map[string]*Element
	b   *bufio.Writer // keeps what cannot be written, until it is flushed
	err error
}

func (t *teiWriter) fail(format string, args ...any) {
	if t.err == nil {
		t.err = fmt.Errorf(format, args...)
	}
}

// collect finds the elements that have ids.
func (t *teiWriter) collect(e *Element) {
	if e.id != "" {
		if t.at[e.id] != nil {
			t.fail("two elements are called %q", e.id)
		}
		t.at[e.id] = e
	}
	for _, x := range e.in {
		if x, ok := x.(*Element); ok {
			t.collect(x)
		}
	}
}

// xmlID is the id of an element as XML allows it: it begins with a letter.
func (t *teiWriter) xmlID(id string) string { return "x-" + t.ids.id(id) }

// write writes an element; loose says that lines may be broken around it.
func (t *teiWriter) write(e *Element, depth int, loose bool) {
	t.b.WriteString("<" + e.name)
	if e.id != "" {
		t.b.WriteString(` xml:id="` + t.xmlID(e.id) + `"`)
	}
	for _, a := range e.attr {
		t.b.WriteString(" " + a.Name + `="`)
		switch v := a.Value.(type) {
		case string:
			t.text(v)
		case []string:
			for i, id := range v {
				if t.at[id] == nil {
					t.fail("%s of %s leads to %q, which is not there", a.Name, e.name, id)
				}
				if i > 0 {
					t.b.WriteByte(' ')
				}
				t.b.WriteString("#" + t.xmlID(id))
			}
		}
		t.b.WriteByte('"')
	}
	if len(e.in) == 0 {
		t.b.WriteString("/>")
	} else {
		// Space between elements means something where there is text beside them.
		loose = loose && !slices.ContainsFunc(e.in, func(x any) bool { _, text := x.(string); return text })
		line := func(depth int) {
			if loose {
				t.b.WriteString("\n" + strings.Repeat("  ", depth))
			}
		}
		t.b.WriteByte('>')
		for _, x := range e.in {
			switch x := x.(type) {
			case *Element:
				line(depth + 1)
				t.write(x, depth+1, loose)
			case string:
				t.text(x)
			}
		}
		line(depth)
		t.b.WriteString("</" + e.name + ">")
	}
}

// text writes text. A character that acts on a terminal is written by its number, and one
// that XML does not have is replaced.
func (t *teiWriter) text(s string) {
	from := 0 // of what is not written yet
	for i, r := range s {
		if r > ' ' && yamlpos.Acts(r) && xmlHas(r) {
			t.escape(s[from:i])
			t.b.WriteString("&#" + strconv.Itoa(int(r)) + ";")
			from = i + utf8.RuneLen(r)
		}
	}
	t.escape(s[from:])
}

func (t *teiWriter) escape(s string) {
	if err := xml.EscapeText(t.b, []byte(s)); err != nil {
		t.fail("%v", err)
	}
}

// xmlHas reports whether XML 1.0 has a character.
func xmlHas(r rune) bool {
	return r == '\t' || r == '\n' || r == '\r' || r >= 0x20 && r <= 0xD7FF || r >= 0xE000 && r <= 0xFFFD || r >= 0x10000
}
