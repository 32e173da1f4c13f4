package evidence

import (
	"strings"
	"testing"
	"testing/fstest"
	"unicode/utf8"

	"github.com/lectio/lectio/evidence/exchange"
)

// FuzzImport: whatever a page or table says, what would be written is a corpus
// that loads, below evidence/records and evidence/sources, and says the same
// again.
func FuzzImport(f *testing.F) {
	f.Add("1 pieces of evidence found.\nId DLP.Evidence.1\nType Artifact\nGame G\nDate 1900-01-01 - 1901-12-31\nRules R. &a *b !!c {d: [e\nSource S. 1900. T. P: Q.\n", 0)
	f.Add("Ruleset: G\n\nRules\n\n- x: y\n\nReference\n\nA 1900: 2\n\nIdentifiers\n\nDLP.GameRulesets.1\n", 0)
	f.Add("(game \"G: #\") (metadata (info {(rules \"R\") (id \"7\") (source \"| > - x\")}))", 1)
	f.Add("id,game,rules,note\nB.1,\"&x\",\"*y. Z\",\"a\n b\n\"\nA.1,Other,,note\n", 2)
	f.Add("record,n,text,wording\nA.1,1,\"x: y\",\"a\nb\"\nA.1,2,new,\n", 2)
	f.Add("record,layer,text,rights\nA.1,print,\"Each: hath\n\n#nyne\",free\nA.1,late,x,\n", 2)
	f.Add("id,game,note,period\nA.1,New,n,\nA.2,G,,\n---\nid,game,note,period\nA.1,Old,,Modern\nA.2,G,,\n", 3)
	f.Add("record,n,text\nA.1,1,Two.\nA.1,4,x\nA.3,1,y\n---\nrecord,n,text\nA.1,1,Then.\nA.1,4,x\nA.3,1,z\n", 3)
	f.Add("key,csl-json\nnew,\"{\"\"id\"\": \"\"new\"\", \"\"type\"\": \"\"book\"\", \"\"title\"\": \"\"N\"\"}\"\nown,[]\n", 2)
	f.Add("record,layer,emendations\nA.1,print,\"{printed: a, read: b}\n{c\"\n", 2)
	f.Add("id,game,rules,source\nB.1,New,R.,own\n---\nid,game\nB.1,Old\n", 3)
	base := fstest.MapFS{"evidence/sources/s.json": {Data: []byte(`[{"id": "own", "type": "book", "title": "T"}]`)},
		"evidence/records/x.yaml": {Data: []byte("# c\nid: A.1\ngame: Old   # keep\nsource: {key: own}\n\nclauses:\n  - {n: 1, text: One.}\n")}}
	f.Fuzz(func(t *testing.T, data string, kind int) {
		c, errs := Load(base, "")
		if errs != nil {
			t.Fatal(errs)
		}
		text, _, errs := exchange.Decode("f", []byte(data), false)
		if errs != nil {
			return
		}
		var pieces []*exchange.Piece
		var grids []*exchange.Grid
		switch kind % 4 {
		case 0:
			pieces, errs = exchange.Page("f", text)
		case 1:
			pieces, errs = exchange.Lud("f", text)
		case 3: // a sheet, and what it was when it was made
			now, then, _ := strings.Cut(text, "\n---\n")
			for i, part := range []string{now, then} {
				g, more := exchange.ReadCSV("f", part)
				errs.Merge(more)
				if g != nil {
					if g.Sheet = "s"; i == 1 {
						g.Sheet, g.Hidden = exportedSheet(gridKind(g)), true
					}
					grids = append(grids, g)
				}
			}
		default:
			var g *exchange.Grid
			if g, errs = exchange.ReadCSV("f", text); g != nil {
				grids = append(grids, g)
			}
		}
		if len(errs) > 0 {
			return
		}
		plan, errs := Import(c, base, "", pieces, grids, ImportOptions{})
		if len(errs) > 0 {
			for _, e := range errs {
				if e.Message == "" || e.File == "" {
					t.Errorf("%+v", e)
				}
			}
			return
		}
		for _, file := range plan.Files {
			if strings.Count(file.Name, "/") != 2 || !strings.HasPrefix(file.Name, "evidence/") || strings.Contains(file.Name, "..") && strings.Contains(file.Name, "/..") {
				t.Errorf("would write %q", file.Name)
			}
			if file.Name == "evidence/records/x.yaml" && !strings.Contains(string(file.New), "# keep\n") {
				t.Errorf("a comment is gone:\n%s", file.New)
			}
		}
		after := overlay(base, plan.Files)
		got, errs := Load(after, "")
		if errs != nil {
			t.Fatalf("%v", errs)
		}
		// Done twice, an import does nothing more.
		again, errs := Import(got, after, "", pieces, grids, ImportOptions{})
		if errs != nil {
			t.Fatalf("%v", errs)
		}
		for _, ch := range again.Changes {
			if !ch.Kept {
				t.Errorf("again: %+v", ch)
			}
		}
		if len(again.Records)+len(again.Clauses)+len(again.Layers)+len(again.Sources) > 0 {
			t.Errorf("again: %+v", again)
		}
	})
}

// FuzzSplit: no word of a text is lost or moved.
func FuzzSplit(f *testing.F) {
	f.Add("Two. (Three. Four. \"Five.\" 6.. Six")
	f.Fuzz(func(t *testing.T, text string) {
		if !utf8.ValidString(text) { // Decode lets nothing else through
			return
		}
		var all []string
		for _, p := range Split(text) {
			all = append(all, strings.Fields(p.Text)...)
		}
		if got, want := strings.Join(all, ""), strings.Join(strings.Fields(text), ""); got != want {
			t.Errorf("%q became %q", want, got)
		}
	})
}

// FuzzWordings: what is found lies within the text, in its order, and is cut
// between characters.
func FuzzWordings(f *testing.F) {
	f.Add("Two die, the the (first in a row… may take 4x22 of our, three: hin- um “opposite")
	f.Add("ſix ) ] » \" þ>að K i.e. Frou 3x8 rectangles, If")
	f.Fuzz(func(t *testing.T, text string) {
		if !utf8.ValidString(text) {
			return
		}
		for _, k := range WordingKinds() {
			end := 0
			for _, e := range k.Extents(text) {
				if e.Start < end || e.End <= e.Start || e.End > len(text) {
					t.Fatalf("%s: %v after %d in %q", k.ID, e, end, text)
				}
				if !utf8.ValidString(text[e.Start:e.End]) {
					t.Errorf("%s cuts a character: %q", k.ID, text[e.Start:e.End])
				}
				end = e.End
			}
		}
		c := &Clause{N: 1, Text: text, Rule: true, Wording: []string{text}}
		r := &Record{ID: "R", Clauses: []*Clause{c}, Texts: []*Layer{{ID: "l", Text: text}}}
		seen := map[string]bool{}
		for _, h := range r.Hints(15) {
			key := h.Kind.ID
			if h.Clause == nil {
				key += " layer"
			}
			if seen[key] || len(h.Words) == 0 {
				t.Errorf("%s twice, or without words", key)
			}
			seen[key] = true
		}
	})
}
