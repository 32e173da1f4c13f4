package main

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"strings"
	"testing"

	"github.com/lectio/lectio/evidence"
)

// asksRecord asks a desk about a record.
func asksRecord(t *testing.T, d *desk, request map[string]any) (a struct {
	Form    []evidence.FormGroup
	Sources []citedSource
	File    string
	Text    string
	Key     string
	Values  map[string]any
	Places  map[string][]map[string]int
	// The severities of messages are words.
	Messages, Refused []struct {
		Path                  []any
		Severity, Check, Text string
	}
	Understood struct{ To, Words, Doubt, Wrong string }
	Selected   struct {
		Words string
		Times int
	}
}) {
	t.Helper()
	line, err := json.Marshal(map[string]any{"record": request})
	if err != nil {
		t.Fatal(err)
	}
	var answer struct {
		Errors []any
		Record json.RawMessage
	}
	if err := json.Unmarshal(d.line(line), &answer); err != nil || len(answer.Errors) > 0 {
		t.Fatal(err, answer.Errors)
	}
	if err := json.Unmarshal(answer.Record, &a); err != nil {
		t.Fatal(err)
	}
	return a
}

// bundledEvidence are the bundled records and sources by the paths of their files.
func bundledEvidence(t *testing.T) map[string]string {
	files := map[string]string{}
	err := fs.WalkDir(evidence.Bundled, ".", func(name string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			data, err := fs.ReadFile(evidence.Bundled, name)
			files["evidence/"+name] = string(data)
			return err
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// A source is added, a record is made that rests on it, filled in by its fields, and has no errors then; what is wrong and what
// looks wrong stands at its field.
func TestRecordByForm(t *testing.T) {
	d := &desk{}
	asked(t, d.line, request{Files: bundledEvidence(t)})
	a := asksRecord(t, d, map[string]any{"form": true, "sources": true})
	if len(a.Form) != len(evidence.Sections) || len(a.Sources) < 10 || a.Sources[0].Cite == "" {
		t.Fatalf("%d groups, %d sources", len(a.Form), len(a.Sources))
	}
	if a = asksRecord(t, d, map[string]any{"source": map[string]any{"type": "book", "authors": []string{"Petrel, Ann"}, "year": "1900"}}); len(a.Refused) != 1 || fmt.Sprint(a.Refused[0].Path) != "[title]" {
		t.Fatalf("a source without a title: %+v", a.Refused)
	}
	a = asksRecord(t, d, map[string]any{"source": map[string]any{"type": "book", "title": "Games of a Coast", "authors": []string{"Petrel, Ann"}, "year": "1900"}})
	if a.Key != "petrel-1900" || len(a.Refused) > 0 {
		t.Fatalf("the source is %q; %+v", a.Key, a.Refused)
	}
	if a = asksRecord(t, d, map[string]any{"new": map[string]any{"game": "Tern", "source": "petrel"}}); len(a.Refused) != 1 || fmt.Sprint(a.Refused[0].Path) != "[source]" {
		t.Fatalf("a record of no source: %+v", a.Refused)
	}
	a = asksRecord(t, d, map[string]any{"new": map[string]any{"game": "Tern", "source": "petrel-1900"}})
	if a.File != "evidence/records/tern.1.yaml" {
		t.Fatalf("the file is %q; %+v", a.File, a.Refused)
	}
	text := "Each hath nyne men. They cast lotts who shall begin."
	edit := func(edits ...map[string]any) {
		t.Helper()
		a = asksRecord(t, d, map[string]any{"file": "evidence/records/tern.1.yaml", "edits": edits, "check": true})
	}
	set := func(to string, path ...any) map[string]any { return map[string]any{"set": path, "to": to} }
	edit(set("about 1890", "date", "edtf"), set("publication", "date", "of"), set("ethnography", "type"), set("en", "texts", 0, "language"), set(text, "texts", 0, "text"),
		map[string]any{"clause": map[string]any{"in": "text-1", "from": 5, "to": 18, "says": "Each has nine men.", "quoted": true}})
	want := `id: tern.1
game: Tern
type: ethnography
date: {edtf: 1890~, of: publication, as-written: about 1890}
source: {key: petrel-1900}
texts:
  - id: text-1
    language: en
    text: Each hath nyne men. They cast lotts who shall begin.
clauses:
  - n: 1
    in: text-1
    text: Each has nine men.
    wording: hath nyne men
`
	if a.Text != want {
		t.Errorf("the record is\n%s", a.Text)
	}
	if got := fmt.Sprint(a.Places); got != "map[text-1:[map[clause:1 from:5 to:18]]]" {
		t.Errorf("the clause stands at %s", got)
	}
	found := map[string]string{}
	for _, m := range a.Messages {
		found[fmt.Sprint(m.Path)] += m.Severity + " " + m.Check + ": " + m.Text
		if m.Severity == "error" {
			t.Errorf("%+v", m)
		}
	}
	if !strings.Contains(found["[]"], "note EV001: tern.1 has no location") || !strings.Contains(found["[date edtf]"], "EV002") && !strings.Contains(found["[date edtf]"], "EV003") {
		t.Errorf("the checks say %q", found)
	}
	edit(set("nine hundred", "clauses", 0, "wording", 0), set("nobody", "source", "key"))
	found = map[string]string{}
	for _, m := range a.Messages {
		found[fmt.Sprint(m.Path)] += m.Severity + ": " + m.Text
	}
	if !strings.Contains(found["[clauses 0 wording 0]"], "error: the text of the layer") || !strings.Contains(found["[source key]"], "error: ") {
		t.Errorf("the errors are at %q", found)
	}
	before := a.Text
	if edit(set("Gull", "game"), set("31 February 1888", "dates", 0, "edtf"), map[string]any{"remove": []any{}}); len(a.Refused) != 1 || a.Text != before {
		t.Errorf("refused: %+v", a.Refused)
	}
}

// What was understood of a date or of coordinates is said, and what was not.
func TestUnderstood(t *testing.T) {
	d := &desk{}
	for text, want := range map[string]string{"about 1890": "1890~ about 1890", "between 1888 and 1892": "1888/1892 1888–1892", "late 12th century": "1167/1199 1167–1199",
		"1888/1892": "1888/1892 1888–1892", "12 March 1705": "1705-03-12 12 March 1705", "5/6/1888": " ", "Han dynasty": " "} {
		u := asksRecord(t, d, map[string]any{"date": text}).Understood
		if got := u.To + " " + u.Words; got != want || (u.To == "") != (u.Wrong != "") {
			t.Errorf("%q is understood as %+v", text, u)
		}
	}
	if u := asksRecord(t, d, map[string]any{"coordinates": "64°58'N 19°1'W"}).Understood; u.To != "64.967, -19.017" || u.Words != "64.967° north, 19.017° west" {
		t.Errorf("%+v", u)
	}
	if u := asksRecord(t, d, map[string]any{"coordinates": "north of the river"}).Understood; u.Wrong == "" {
		t.Errorf("%+v", u)
	}
	if s := asksRecord(t, d, map[string]any{"select": map[string]any{"text": "a man, a man", "from": 2, "to": 5}}).Selected; s.Words != "man" || s.Times != 2 {
		t.Errorf("%+v", s)
	}
}
