package word

import (
	"bytes"
	"image"
	"image/png"
	"strings"
	"testing"

	"github.com/lectio/lectio/testdata/parts"

	"github.com/google/go-cmp/cmp"
)

func drawn(t *testing.T, width, height int) []byte {
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, width, height))); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// sample has one of everything, and what is written twice.
func sample(t *testing.T) *Document {
	first := &Note{Plain("A manuscript, fol. 2r.")}
	second := &Note{Text{{Text: "As in note "}, {Note: first}, {Text: ", and elsewhere: "}, {Text: "https://example.org/?a=1&b=2", To: "https://example.org/?a=1&b=2"}}}
	board := drawn(t, 40, 20)
	return &Document{Title: "A game & <its> doubts", Subtitle: "of one record", Creator: "lectio", Description: "What is known.", Language: "en-GB", Blocks: []Block{
		Heading{Level: 1, Text: Plain("The throw")},
		Paragraph{Text: Text{{Text: "Three dice are thrown.", Note: first}, {Text: " See "}, {Text: "the table", To: "rows"}, {Text: "."}}},
		Paragraph{Style: Quote, Text: Text{{Text: "first line\nsecond\x07line"}}},
		Paragraph{Style: Item, Text: Text{{Text: "•\tlectio play", Code: true}}},
		Paragraph{Style: Item2, Text: Text{{Text: "51 %", Muted: true, Bold: true}}},
		Figure{PNG: board, Width: 90, Alt: "an empty board", Caption: Plain("The board.")},
		Table{Caption: Plain("What follows"), Name: "rows", Columns: []Column{{Title: "Clause", Share: 1}, {Title: "N", Share: 3, Right: true}},
			Rows: []Row{{Cells: []Text{{{Text: "a", Note: first}}, Plain("1")}, Name: "row a"}, {Cells: []Text{{{Text: "b", Note: second}}, nil}}}},
		Table{Caption: Plain("A wide one"), Wide: true, Columns: []Column{{Title: "All", Share: 1}}, Rows: []Row{{Cells: []Text{{{Text: "first row", To: "row a"}}}}}},
		Figure{PNG: board, Width: 500, Alt: "the same board"},
	}}
}

func written(t *testing.T, d *Document) []byte {
	var b bytes.Buffer
	if err := d.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestWrite(t *testing.T) {
	data := written(t, sample(t))
	d := parts.Read(t, data)
	want := []string{
		"Title: A game & <its> doubts", "Subtitle: of one record", "Heading1: The throw", "BodyText: Three dice are thrown. See the table.",
		"Quote: first line\nsecond␇line", "List: •\tlectio play", "List2: 51 %", "Figure: ", "Caption: Figure 1. The board.",
		"TableCaption: Table 1. What follows", "TableText: Clause", "TableText: N", "TableText: a1", "TableText: 1", "TableText: b", "TableText: ", "Gap: ",
		"Gap: ", "TableCaption: Table 2. A wide one", "TableText: All", "TableText: first row", "Gap: ", "Gap: ", "Picture: ",
	}
	var got []string
	for i, s := range d.Styles {
		got = append(got, s+": "+d.Texts[i])
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error("the paragraphs (-want +got):\n" + diff)
	}
	if diff := cmp.Diff([]string{" A manuscript, fol. 2r.", " As in note 1, and elsewhere: https://example.org/?a=1&b=2"}, d.Notes); diff != "" {
		t.Error("the notes (-want +got):\n" + diff)
	}
	if d.Again != 2 || d.Repeated != 2 || d.Turned != 1 {
		t.Errorf("%d references again, %d repeated rows, %d turned sections; want 2, 2, 1", d.Again, d.Repeated, d.Turned)
	}
	if strings.Count(d.Main, `r:embed="rId6"`) != 2 || strings.Contains(d.Main, `cx="18000000"`) {
		t.Error("two pictures that are the same are one part, and none is wider than the page")
	}
	if !bytes.Equal(data, written(t, sample(t))) {
		t.Error("the same document is another file when it is written again")
	}
}

// What would be mended by Word, or lost, is not written.
func TestWriteRefuses(t *testing.T) {
	for name, x := range map[string]struct {
		d    Document
		want string
	}{
		"no title":       {Document{}, "the document has no title"},
		"no alternative": {Document{Title: "t", Blocks: []Block{Figure{PNG: drawn(t, 1, 1)}}}, "a figure does not say what is to be seen on it"},
		"no picture":     {Document{Title: "t", Blocks: []Block{Figure{PNG: []byte("<svg></svg>"), Alt: "a"}}}, "a figure is no picture in PNG: png: invalid format: not a PNG file"},
		"no place":       {Document{Title: "t", Blocks: []Block{Paragraph{Text: Text{{Text: "x", To: "there"}}}}}, `a link leads to "there", which is not there`},
		"a name twice":   {Document{Title: "t", Blocks: []Block{Paragraph{Name: "a"}, Paragraph{Name: "a"}}}, `two blocks are called "a"`},
		"a short row":    {Document{Title: "t", Blocks: []Block{Table{Columns: []Column{{Share: 1}}, Rows: []Row{{}}}}}, "table 1, row 1 has 0 cells for 1 columns"},
		"no columns":     {Document{Title: "t", Blocks: []Block{Table{}}}, "table 1 has no columns, or none of any width"},
		"a note too late": {Document{Title: "t", Blocks: []Block{Paragraph{Text: Text{{Note: &Note{Text{{Note: &Note{}}}}}}}}},
			"a note leads to another that does not stand before it"},
	} {
		var b bytes.Buffer
		if err := x.d.Write(&b); err == nil || err.Error() != x.want || b.Len() > 0 {
			t.Errorf("%s: %v, %d bytes; want %s", name, err, b.Len(), x.want)
		}
	}
}
