package draw

import (
	"bytes"
	"compress/zlib"
	"encoding/xml"
	"io"
	"regexp"
	"strings"
	"testing"
)

// content is what a PDF file draws.
func content(t *testing.T, pdf []byte) string {
	t.Helper()
	var out strings.Builder
	for _, m := range regexp.MustCompile(`(?s)/FlateDecode /Length \d+>>\nstream\n(.*?)\nendstream`).FindAllSubmatch(pdf, -1) {
		r, err := zlib.NewReader(bytes.NewReader(m[1]))
		if err != nil {
			continue
		}
		text, _ := io.ReadAll(r)
		out.Write(text)
	}
	return out.String()
}

// A PDF file draws as many bows for men as there are, says what it is, and is the same
// each time.
func TestPDF(t *testing.T) {
	for name, p := range pictures() {
		about := About{Title: "A board", Words: p.Words(), Citation: "ruleset"}
		pdf, err := PDF(p, widths[name], about)
		if err != nil {
			t.Fatal(name, err)
		}
		again, err := PDF(p, widths[name], about)
		if err != nil || !bytes.Equal(pdf, again) {
			t.Errorf("%s: another file for the same picture (%v)", name, err)
		}
		bare := p
		bare.Men, bare.Arrows, bare.Stores = nil, nil, nil
		empty, err := PDF(bare, widths[name], about)
		if err != nil {
			t.Fatal(name, err)
		}
		bows := regexp.MustCompile(` c\n`)
		if more := len(bows.FindAllString(content(t, pdf), -1)) - len(bows.FindAllString(content(t, empty), -1)); more < 4*len(p.Men) {
			t.Errorf("%s: %d bows more than on the empty board for %d groups of men", name, more, len(p.Men))
		}
		if !bytes.HasPrefix(pdf, []byte("%PDF-")) || bytes.Count(pdf, []byte("/Type /Page\n")) != 1 {
			t.Errorf("%s: not a file of one page", name)
		}
	}
	if _, err := PDF(Picture{}, 400, About{}); err == nil {
		t.Error("a board without cells was drawn")
	}
}

func TestSVGFile(t *testing.T) {
	for name, p := range pictures() {
		d, err := SVG(p, widths[name])
		if err != nil {
			t.Fatal(name, err)
		}
		var got struct {
			Role     string `xml:"role,attr"`
			Title    string `xml:"title"`
			Desc     string `xml:"desc"`
			Metadata string `xml:"metadata"`
		}
		if err := xml.Unmarshal([]byte(d.File(About{"A & B", p.Words(), "made <so>"})), &got); err != nil {
			t.Fatal(name, err)
		}
		if got.Role != "img" || got.Title != "A & B" || got.Desc != p.Words() || got.Metadata != "made <so>" {
			t.Errorf("%s says of itself %+v", name, got)
		}
	}
}
