package report

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/exchange/word"
	"github.com/lectio/lectio/testdata/parts"

	"github.com/google/go-cmp/cmp"
)

// cited are two records of one source and one of another.
func cited() map[string]*Cited {
	return map[string]*Cited{
		"a#1": {Record: "a", Full: "Ann Author, A Book (Town, 1900), 12", Short: "Author 1900", Place: "clause 1", Says: "Men are set.", Wording: "set"},
		"a#2": {Record: "a", Full: "Ann Author, A Book (Town, 1900), 12", Short: "Author 1900", Place: "clause 2", Says: "Men are moved"},
		"b#1": {Record: "b", Full: "Bob Buch, Ein Buch (Ort, 1950)", Short: "Buch 1950", Place: "observation 1", Says: "Holes."},
	}
}

// A source is cited in full once, a clause says once what it says, and names in a row have
// one note behind the last; a name that nothing is known of has none.
func TestNotes(t *testing.T) {
	n := newNotes(&Report{Cited: cited()})
	var got []string
	numbers := map[*word.Note]string{}
	for _, text := range []string{"It is so (a#1, a#2); a#2.", "b#1, a#1 and c#1, not a#12", "none"} {
		line := ""
		for _, s := range n.noted(word.Span{Text: text}) {
			line += s.Text
			if s.Note == nil {
				continue
			}
			if numbers[s.Note] == "" {
				numbers[s.Note] = string(rune('1' + len(numbers)))
				said := ""
				for _, x := range s.Note.Text {
					said += x.Text + numbers[x.Note]
				}
				got = append(got, numbers[s.Note]+": "+said)
			}
			line += "[" + numbers[s.Note] + "]"
		}
		got = append(got, line)
	}
	want := []string{
		"1: Ann Author, A Book (Town, 1900), 12 [a], clause 1: Men are set. Its wording: “set”. Clause 2: Men are moved.",
		"2: Author 1900 (note 1) [a], clause 2 (as in note 1).",
		"It is so (a#1, a#2[1]); a#2[2].",
		"3: Bob Buch, Ein Buch (Ort, 1950) [b], observation 1: Holes. Author 1900 (note 1) [a], clause 1 (as in note 1).",
		"b#1, a#1[3] and c#1, not a#12",
		"none",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error("notes (-want +got):\n" + diff)
	}
}

// Records of one id in two corpora need not say the same: a note has the clause of the corpus that
// a name is of, and a name that means two things has none.
func TestNotesOfTwoCorpora(t *testing.T) {
	const id = "DLP.Evidence.1560"
	load := func() *evidence.Corpus {
		c, errs := evidence.Load(evidence.Bundled, "")
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		return c
	}
	own, other := load(), load()
	other.Record(id).Clauses[0].Text = "Another text."
	for _, tt := range []struct {
		called string // what the record of the other corpus is
		want   []string
	}{
		{id, []string{"", own.Record(id).Clauses[1].Text}},
		{"other:" + id, []string{own.Record(id).Clauses[0].Text, own.Record(id).Clauses[1].Text, "Another text."}},
	} {
		r := &Report{}
		r.cite(own, []string{id}, asItIs)
		r.cite(other, []string{id}, func(string) string { return tt.called })
		n := newNotes(r)
		for i, name := range []string{id + "#1", id + "#2", "other:" + id + "#1"}[:len(tt.want)] {
			said := ""
			for _, s := range n.noted(word.Span{Text: "See " + name + "."}) {
				if s.Note != nil {
					said += s.Note.Text.String()
				}
			}
			if tt.want[i] == "" && said != "" || !strings.Contains(said, tt.want[i]) {
				t.Errorf("where the other is called %s the note on %s says %q, want %q", tt.called, name, said, tt.want[i])
			}
		}
	}
}

// What a line of the document says is not said again in its notes, which lead there; where the
// first of a record stands, its source is cited.
func TestNotesOnWhatTheDocumentSays(t *testing.T) {
	r := &Report{Title: "A game", Cited: cited(), Briefs: []*Brief{{Title: "A", Parts: []Part{{Heading: "a", Lines: []BriefLine{
		{Label: "Clause 1", Text: "Men are set.", Says: "a#1"}, {Label: "Rule", Text: "Set them.", Depth: 1, Rests: []string{"a#2", "a#1", "b#1"}},
		{Label: "Clause 2", Text: "Men are moved.", Says: "a#2"}}}}}}}
	r.Cited["key"] = &Cited{Record: "key", Full: "Holder, Book", Short: "Holder"}
	r.Briefs[0].Parts[0].Lines = append(r.Briefs[0].Parts[0].Lines, BriefLine{Text: "Held by key.", Depth: 2, Rests: []string{"key", "nobody"}}, BriefLine{Text: "Held by nobody.", Depth: 3, Rests: []string{"nobody"}})
	var b bytes.Buffer
	if err := r.WriteDOCX(&b); err != nil {
		t.Fatal(err)
	}
	d := parts.Read(t, b.Bytes())
	want := []string{" Ann Author, A Book (Town, 1900), 12 [a], from clause 1 on.", " Bob Buch, Ein Buch (Ort, 1950) [b], observation 1: Holes. See clause 2, clause 1 [a].", " Holder, Book [key]."}
	if diff := cmp.Diff(want, d.Notes); diff != "" {
		t.Error("the notes (-want +got):\n" + diff)
	}
	if want := []string{"Quote", "List", "Quote", "List2", "List3"}; !slices.Equal(d.Styles[3:8], want) {
		t.Errorf("the styles %q, want %q", d.Styles[3:8], want)
	}
}

func TestWriteDOCX(t *testing.T) {
	board := dot()
	r := &Report{Title: "A game", Subtitle: "what is known", About: []string{"About a#1."}, AboutWorkbook: []string{"of the workbook"},
		Facts: [][2]string{{"Seed", "1"}}, Citation: "Ruleset a, seed 1", Cited: cited(),
		Briefs: []*Brief{{Ruleset: "a", Title: "A", Parts: []Part{{Heading: "In play", Lines: []BriefLine{
			{Label: "who wins", Text: "Nobody.", Detail: "0 of 10; a#2", Link: &Link{Table: "Other"}},
			{Label: "It may move.", Text: "Twice.", Strong: true, Depth: 1, Rests: []string{"b#1"}},
			{Label: "readings", Text: "• one\n• two"},
			{Label: "see", Text: "the rows", Link: &Link{Table: "Printed", Row: "x"}},
			{Picture: board, Caption: "The end"}}}}}},
		Tables: []*Table{
			{Name: "Printed", Title: "What differs", About: "All of it.", Printed: FirstLines, Columns: []Column{{Key: "a", Title: "Name"}, {Key: "n", Title: "N", Kind: KindInteger}, {Key: "seed", Cited: true}},
				Rows: []Row{{Key: "x", Cells: []Cell{{Text: "first\nsecond [#1]", Rests: []string{"a#1"}}, Integer(3), Integer(1)}}}},
			{Name: "Other", Columns: []Column{{Key: "a", Title: "Name"}}, Rows: []Row{{Cells: []Cell{Text("unprinted")}}}}}}
	r.AddCharts(&Chart{Title: "Lengths", About: "In moves", Kind: Distribution, Points: []Point{{Name: "1", Value: 3}}})
	var b bytes.Buffer
	if err := r.WriteDOCX(&b); err != nil {
		t.Fatal(err)
	}
	d := parts.Read(t, b.Bytes())
	var got []string
	for i, s := range d.Styles {
		if s != "Gap" && s != "Figure" {
			got = append(got, s+": "+d.Texts[i])
		}
	}
	want := []string{
		"Title: A game", "Subtitle: what is known", "BodyText: About a#1.",
		"BodyText: The notes say what clauses say in words of the corpus, which are not those of the source; the source's own stand in quotation marks.",
		"Heading1: In play", "BodyText: Who wins: Nobody. 0 of 10; a#2", "List: It may move. Twice.",
		"BodyText: Readings: ", "List: •\tone", "List: •\ttwo", "BodyText: See: the rows", "Caption: Figure 1. The end.",
		"Heading1: Figures", "Caption: Figure 2. Lengths. In moves.",
		"TableCaption: Table 1. What differs. All of it.", "TableText: Name", "TableText: N", "TableText: first\nsecond [#1]1", "TableText: 3",
		"Heading1: How this was made", "BodyText: Ruleset a, seed 1.", "List: Seed: 1",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error("the document (-want +got):\n" + diff)
	}
	if len(d.Notes) != 3 || d.Again != 2 || len(d.Alts) != 2 || d.Alts[0] != "The end: "+board.Words() {
		t.Errorf("%d notes, %d references again, pictures %q", len(d.Notes), d.Again, d.Alts)
	}
	var again bytes.Buffer
	if err := r.WriteDOCX(&again); err != nil || !bytes.Equal(b.Bytes(), again.Bytes()) {
		t.Errorf("the same report is another file when it is written again (%v)", err)
	}
}

// What is true of one format alone is said in that one.
func TestProseBelongsToItsFormat(t *testing.T) {
	r := &Report{Title: "A game", About: []string{"Of all."}, AboutWorkbook: []string{"It has columns for remarks."},
		Briefs: []*Brief{{Ruleset: "a", Title: "A", Parts: []Part{{Heading: "In play", Lines: []BriefLine{{Label: "figures", Text: "So they are read.", Detail: "of 10", InGrey: true}}}}}}}
	grey, remarks := []string{".xlsx", ".html", ".docx"}, []string{".xlsx"}
	for _, f := range Within(EveryReport) {
		if f.Stream == nil {
			continue
		}
		var b bytes.Buffer
		if err := f.Stream(r, &b); err != nil {
			t.Fatal(f.Name(), err)
		}
		text := b.String()
		switch f {
		case document:
			text = parts.Read(t, b.Bytes()).Text()
		case workbook:
			w, err := r.Workbook()
			if err != nil {
				t.Fatal(err)
			}
			text = ""
			for _, row := range w.Sheets[0].Rows {
				for _, c := range row {
					text += c.Text + "\n"
				}
			}
		}
		if is, want := strings.Contains(text, "in grey"), slices.Contains(grey, f.Ending()); is != want {
			t.Errorf("%s speaks of grey: %v, want %v", f.Name(), is, want)
		}
		if is, want := strings.Contains(text, "columns for remarks"), slices.Contains(remarks, f.Ending()); is != want {
			t.Errorf("%s speaks of what a workbook has: %v, want %v", f.Name(), is, want)
		}
	}
}

// What stands below another line stands so in every format that is read, a label that is a
// sentence has no colon behind it, and a board says what it shows.
func TestLinesBelowOthers(t *testing.T) {
	board := dot()
	r := &Report{Title: "A game", Briefs: []*Brief{{Ruleset: "a", Title: "A", Parts: []Part{{Heading: "a", Lines: []BriefLine{
		{Label: "Clause 1", Text: "Men are set."}, {Label: "Rule", Text: "Set them.", Depth: 1}, {Label: "Note", Text: "Or not.", Depth: 2},
		{Label: "It may move.", Text: "Twice."}, {Picture: &board, Caption: "The end"}}}}}}}
	for format, want := range map[string][]string{
		"md":   {"\n- Clause 1: Men are set.\n  - Rule: Set them.\n    - Note: Or not.\n- It may move. Twice.\n- The end\n"},
		"html": {`<dt>Clause 1</dt><dd>`, `<dt class="below1">Rule</dt><dd class="below1">`, `<dt class="below2">Note</dt><dd class="below2">`, `<dd>The end<svg`},
		"tex":  {"\nClause 1 & Men", "\n~~Rule & Set", "\n~~~~Note & Or"},
	} {
		var b bytes.Buffer
		if err := r.Write(&b, format); err != nil {
			t.Fatal(format, err)
		}
		for _, w := range want {
			if !strings.Contains(b.String(), w) {
				t.Errorf("%s: there is no %q", format, w)
			}
		}
	}
}
