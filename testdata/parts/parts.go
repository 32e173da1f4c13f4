// Package parts reads documents for Word back, for the tests of what writes them.
package parts

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"io"
	"path"
	"strings"
	"testing"
)

// Document is what stands in a document for Word.
type Document struct {
	Styles   []string // of its paragraphs, in their order
	Texts    []string // of the same paragraphs
	Notes    []string // the footnotes, in their order
	Again    int      // references to a footnote that stands before
	Alts     []string // of its pictures
	Repeated int      // rows that are repeated on every page
	Turned   int      // sections whose pages lie on their side
	Main     string   // the XML of the body
}

// Text is all that the body says, a paragraph on a line.
func (d *Document) Text() string { return strings.Join(d.Texts, "\n") }

// Read reads a document back, and fails where Word would have something to mend: a reference
// to a note, a part, a style or a place that is not there, an id given twice, a picture of
// which nothing is said.
func Read(t *testing.T, data []byte) *Document {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	r := &reader{t: t, files: map[string][]byte{}, ids: map[string]map[string]bool{}}
	for _, f := range z.File {
		in, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(in)
		if err != nil {
			t.Fatalf("%s: %v", f.Name, err)
		}
		if r.files[f.Name] != nil {
			t.Errorf("%s is packed twice", f.Name)
		}
		r.files[f.Name] = content
	}
	r.relations("_rels/.rels", "")
	for _, name := range []string{"word/styles.xml", "word/settings.xml", "word/header1.xml", "word/footer1.xml", "docProps/core.xml"} {
		r.walk(name, nil)
	}
	r.out.Texts, r.out.Styles = nil, nil
	r.walk("word/footnotes.xml", r.relations("word/_rels/footnotes.xml.rels", "word"))
	r.out.Notes = r.out.Texts[2:] // the first two are lines between text and notes
	r.out.Texts, r.out.Styles = nil, nil
	r.walk("word/document.xml", r.relations("word/_rels/document.xml.rels", "word"))
	r.out.Main = string(r.files["word/document.xml"])
	for _, used := range r.used {
		if !r.ids[used[0]][used[1]] {
			t.Errorf("there is no %s %q", used[0], used[1])
		}
	}
	if n := len(r.ids["reference to note"]); n != len(r.out.Notes) {
		t.Errorf("%d notes are referred to, and there are %d", n, len(r.out.Notes))
	}
	return &r.out
}

type reader struct {
	t     *testing.T
	files map[string][]byte
	ids   map[string]map[string]bool // by what they are of
	used  [][2]string
	out   Document
}

// relations reads what a part leads to, and returns the ids; folder is that of the part.
func (r *reader) relations(name, folder string) map[string]bool {
	var list struct {
		Relationship []struct {
			ID     string `xml:"Id,attr"`
			Target string `xml:",attr"`
			Mode   string `xml:"TargetMode,attr"`
		}
	}
	if err := xml.Unmarshal(r.files[name], &list); err != nil {
		r.t.Fatalf("%s: %v", name, err)
	}
	ids := map[string]bool{}
	for _, x := range list.Relationship {
		if ids[x.ID] {
			r.t.Errorf("%s: two are called %s", name, x.ID)
		}
		ids[x.ID] = true
		if x.Mode != "External" && r.files[path.Join(folder, x.Target)] == nil {
			r.t.Errorf("%s: there is no part %s", name, x.Target)
		}
	}
	return ids
}

// give takes down an id, which must be new.
func (r *reader) give(what, id string) {
	if r.ids[what] == nil {
		r.ids[what] = map[string]bool{}
	}
	if r.ids[what][id] {
		r.t.Errorf("the %s %q is there twice", what, id)
	}
	r.ids[what][id] = true
}

func (r *reader) use(what, id string) { r.used = append(r.used, [2]string{what, id}) }

// walk reads a part through; relations are the ids of what it leads to.
func (r *reader) walk(name string, relations map[string]bool) {
	d := xml.NewDecoder(bytes.NewReader(r.files[name]))
	inText := false
	for {
		token, err := d.Token()
		if err == io.EOF {
			return
		}
		if err != nil {
			r.t.Fatalf("%s: %v", name, err)
		}
		switch x := token.(type) {
		case xml.StartElement:
			inText = x.Name.Local == "t"
			r.element(x, name, relations)
		case xml.EndElement:
			inText = false
		case xml.CharData:
			n := len(r.out.Texts) - 1
			switch {
			case inText && n >= 0:
				r.out.Texts[n] += string(x)
			case strings.HasPrefix(strings.TrimSpace(string(x)), "NOTEREF "):
				r.use("bookmark", strings.Fields(string(x))[1])
				r.out.Again++
			}
		}
	}
}

func (r *reader) element(x xml.StartElement, part string, relations map[string]bool) {
	val := func(name string) string {
		for _, a := range x.Attr {
			if a.Name.Local == name {
				return a.Value
			}
		}
		return ""
	}
	for _, a := range x.Attr {
		if strings.HasSuffix(a.Name.Space, "/relationships") && !relations[a.Value] {
			r.t.Errorf("%s: %s leads to %s, which is not there", part, x.Name.Local, a.Value)
		}
	}
	switch x.Name.Local {
	case "p":
		r.out.Texts, r.out.Styles = append(r.out.Texts, ""), append(r.out.Styles, "")
	case "br", "tab":
		if n := len(r.out.Texts) - 1; n >= 0 {
			r.out.Texts[n] += map[string]string{"br": "\n", "tab": "\t"}[x.Name.Local]
		}
	case "pStyle":
		r.out.Styles[len(r.out.Styles)-1] = val("val")
		r.use("style", val("val"))
	case "rStyle", "tblStyle", "basedOn", "next":
		r.use("style", val("val"))
	case "style":
		r.give("style", val("styleId"))
	case "footnote":
		if part == "word/footnotes.xml" {
			r.give("note", val("id"))
		} else {
			r.use("note", val("id"))
		}
	case "footnoteReference":
		r.use("note", val("id"))
		r.give("reference to note", val("id"))
	case "bookmarkStart":
		r.give("id of a bookmark", val("id"))
		r.give("bookmark", val("name"))
	case "hyperlink":
		if a := val("anchor"); a != "" {
			r.use("bookmark", a)
		}
	case "docPr":
		r.give("id of a picture", val("id"))
		r.out.Alts = append(r.out.Alts, val("descr"))
		if strings.TrimSpace(val("descr")) == "" {
			r.t.Error("nothing says what is to be seen on a picture")
		}
	case "tblHeader":
		r.out.Repeated++
	case "pgSz":
		if val("orient") == "landscape" {
			r.out.Turned++
		}
	case "script", "object", "control":
		r.t.Errorf("%s: %s does not belong in a document", part, x.Name.Local)
	}
}
