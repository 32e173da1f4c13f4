package form

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"strings"
	"testing"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/yamlpos"
)

// bundled are the texts of the bundled records, by their names.
func bundled(t *testing.T) map[string]string {
	files := map[string]string{}
	names, _ := fs.Glob(evidence.Bundled, "records/*.yaml")
	for _, name := range names {
		data, err := fs.ReadFile(evidence.Bundled, name)
		if err != nil {
			t.Fatal(err)
		}
		files[path.Base(name)] = string(data)
	}
	if len(files) < 5 {
		t.Fatalf("only %d records", len(files))
	}
	return files
}

// whole is a record with every part that a form has.
const whole = `# A comment on the whole.
id: Coast.Evidence.2
game: Tern   # as the sign has it
type: find
names: [{name: tarna, language: und, of: the game, by: informant}]
location: {in: the northern coast, between: [Porthaven, Reed Point], of: finding}
# When it was made.
date: {edtf: -0500~/-0300~, of: manufacture, by: smith-1900, locator: "40"}
dates:
  - {edtf: "1899", of: finding, by: digger}
  - {edtf: -0600/-0400, of: manufacture, by: Ben Jones}
source: {key: smith-1900, locator: "40", of: description}
persons:
  # who dug
  - {id: digger, name: Ann Smith, roles: [excavator, author], authority: {viaf: 12345678}, life: 1850/1921}

  # who told
  - id: informant
    name: a fisherman, of Porthaven
    roles: [informant]
    note: >-
      He would not be named,
      and nobody asked.
object:
  kind: board
  measures: [length 27.3 cm, width ~11 cm]
  board: {grid: {rows: 3, columns: 7}}
witnesses:
  - {siglum: A, kind: manuscript, date: {edtf: 13XX, of: copying}}
  - {siglum: B, kind: print, from: A, source: {key: smith-1900, locator: "12-14"}}
texts:
  - id: print
    language: en
    text: |
      Each hath nyne men. They
      cast lotts who shall begin.
    emendations:
      - {printed: nyne, read: nine, why: an old spelling}
clauses:
  - n: 3
    in: print
    text: Nine men stand on the board.
    wording: nyne men
    witnesses: [A, {siglum: B, locator: "12", reads: nyne}]
extra: {Reg. no.: "1859,0301.12"}
`

// texts calls visit with each text of the form of a record.
func texts(v Value, p Path, visit func(p Path, v Value)) {
	for _, f := range v.Fields {
		texts(f, p.with(f.Key), visit)
	}
	for i, item := range v.Items {
		texts(item, p.with(i), visit)
	}
	if v.Text != "" {
		visit(p, v)
	}
}

func parsed(t *testing.T, text string) *yamlpos.Node {
	t.Helper()
	root, errs := yamlpos.Parse("x.yaml", []byte(text))
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	return root
}

// another is a value that a field can be set to in place of its own, as somebody types it.
func another(f evidence.FormField, text string) string {
	switch f.Kind {
	case "choice":
		for _, w := range f.Words {
			if w.Word != text {
				return w.Word
			}
		}
		return ""
	case "date":
		return "1777"
	case "coordinates":
		return "1.5, 2.5"
	case "number":
		return "77"
	case "long":
		return "Other words, and: more.\n\nA second paragraph # no comment"
	}
	return "Other words: 'x', \"y\" # no comment"
}

// Every text of every bundled record, set to another value and back, leaves the file as it was, to the byte; and each stands
// where the form says.
func TestRoundTrip(t *testing.T) {
	files := bundled(t)
	files["whole.yaml"] = whole
	count := 0
	for name, text := range files {
		root := parsed(t, text)
		texts(Read(nil, root), nil, func(p Path, v Value) {
			f, ok := fieldAt(p)
			if !ok {
				t.Fatalf("%s: the form has no field %s", name, p)
			}
			if count++; count%5 != 0 && name != "whole.yaml" && os.Getenv("LECTIO_LONG") == "" { // the rest are alike
				return
			}
			edited := &Text{File: name, Data: []byte(text), Former: []byte(text)}
			to := another(f, v.Text)
			if to == "" {
				return
			}
			if errs := edited.Apply(Edit{Set: p, To: to}); len(errs) > 0 {
				t.Errorf("%s: %s cannot be set: %v", name, p, errs)
				return
			}
			if string(edited.Data) == text {
				t.Errorf("%s: %s was not set", name, p)
			}
			got, comments := parsed(t, string(edited.Data)), strings.Count(text, "#")
			if x := find(got, p); len(x.rest) > 0 || strings.TrimSpace(strings.Join(x.node.Texts(), ", ")) != written(f, to) {
				t.Errorf("%s: %s set to %q is %q", name, p, to, x.node.Texts())
			}
			if strings.Count(string(edited.Data), "#") < comments {
				t.Errorf("%s: %s: a comment is gone", name, p)
			}
			if errs := edited.Apply(Edit{Set: p, To: v.Text}); len(errs) > 0 || string(edited.Data) != text {
				t.Errorf("%s: %s (%s) set to %q and back leaves\n%s", name, p, f.Kind, to, differing(text, string(edited.Data)))
			}
		})
	}
	if count < 500 {
		t.Errorf("only %d texts were tried", count)
	}
}

// written is how a text that is set stands in the file.
func written(f evidence.FormField, to string) string {
	if f.Kind == "long" {
		return to
	}
	return strings.Join(strings.Fields(to), " ")
}

// differing are the lines in which two texts differ.
func differing(a, b string) string {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	var out strings.Builder
	for i := range max(len(x), len(y)) {
		var l, m string
		if i < len(x) {
			l = x[i]
		}
		if i < len(y) {
			m = y[i]
		}
		if l != m {
			fmt.Fprintf(&out, "-%s\n+%s\n", l, m)
			if out.Len() > 600 {
				break
			}
		}
	}
	return out.String()
}

// The form has every key that the schema has, with a title, a kind that is known and, but for parts, help.
func TestFormIsWhole(t *testing.T) {
	var look func(list []evidence.FormField, at string)
	look = func(list []evidence.FormField, at string) {
		for _, f := range list {
			known := false
			for _, k := range evidence.FormKinds {
				known = known || k == f.Kind
			}
			if !known || f.Title == "" || f.Help == "" || f.Kind == "choice" && len(f.Words) == 0 || f.Kind == "part" && len(f.Fields) == 0 {
				t.Errorf("%s.%s: %+v", at, f.Key, f)
			}
			look(f.Fields, at+"."+f.Key)
		}
	}
	look(evidence.FormFields(), "")
	n := 0
	for _, g := range evidence.Form() {
		n += len(g.Fields)
	}
	if n != len(evidence.FormFields()) {
		t.Errorf("%d of %d fields stand under headings", n, len(evidence.FormFields()))
	}
}

// What is added, taken away and moved stands where it belongs, with what was said of the others.
func TestChange(t *testing.T) {
	for _, x := range []struct {
		name  string
		edits []Edit
		want  []string // lines that are there then
		gone  []string
	}{
		{"a field", []Edit{{Set: Path{"summary"}, To: "A board."}}, []string{"type: find\nsummary: A board.\nnames:"}, nil},
		{"fields of a new part", []Edit{{Set: Path{"find", "site"}, To: "Reed Point"}, {Set: Path{"find", "number"}, To: "17"}}, []string{"find: {site: Reed Point, number: 17}"}, nil},
		{"a person", []Edit{{Set: Path{"persons", 2, "name"}, To: "Cora Lee"}, {Set: Path{"persons", 2, "roles", 0}, To: "reader"}, {Set: Path{"persons", 2, "roles", 1}, To: "editor"}},
			[]string{"  # who told\n", "and nobody asked.\n  - id: person-1\n    name: Cora Lee\n    roles: [reader, editor]\nobject:"}, nil},
		{"the first observation", []Edit{{Set: Path{"observations", 0, "text"}, To: "A rosette."}}, []string{"observations:\n  - n: 4\n    text: A rosette.\n"}, nil},
		{"a clause", []Edit{{Set: Path{"clauses", 1, "text"}, To: "Lots decide, it says."}}, []string{"reads: nyne}]\n  - n: 4\n    text: \"Lots decide, it says.\"\nextra:"}, nil},
		{"a second wording", []Edit{{Set: Path{"clauses", 0, "wording", 1}, To: "cast lotts"}}, []string{"    wording: [nyne men, cast lotts]\n"}, nil},
		{"a witness written out", []Edit{{Set: Path{"clauses", 0, "witnesses", 0, "reads"}, To: "nine"}}, []string{"witnesses: [{siglum: A, reads: nine}, {siglum: B,"}, nil},
		{"an item of a flow list away", []Edit{{Remove: Path{"persons", 0, "roles", 0}}}, []string{"roles: [author]"}, nil},
		{"the last of them away", []Edit{{Remove: Path{"object", "measures", 1}}}, []string{"measures: [length 27.3 cm]"}, nil},
		{"the only one away", []Edit{{Set: Path{"names", 0, "of"}}, {Remove: Path{"names", 0}}}, []string{"type: find\nlocation:"}, []string{"names"}},
		{"a field away with its part", []Edit{{Remove: Path{"extra", "Reg. no."}}}, nil, []string{"extra"}},
		{"the first person away", []Edit{{Remove: Path{"persons", 0}}}, []string{"persons:\n  # who told\n  - id: informant"}, []string{"who dug", "Ann Smith"}},
		{"the last person away", []Edit{{Remove: Path{"persons", 1}}}, []string{"# who dug", "life: 1850/1921}\nobject:"}, []string{"fisherman", "who told"}},
		{"a date moved", []Edit{{Move: Path{"dates", 1}, Index: 0}}, []string{"dates:\n  - {edtf: -0600/-0400, of: manufacture, by: Ben Jones}\n  - {edtf: \"1899\""}, nil},
		{"a date as people write it", []Edit{{Set: Path{"date", "edtf"}, To: "about 300 BC"}}, []string{"date: {edtf: -0299~, of: manufacture, as-written: about 300 BC, by:"}, nil},
		{"and again", []Edit{{Set: Path{"date", "edtf"}, To: "about 300 BC"}, {Set: Path{"date", "edtf"}, To: "late 12th century"}}, []string{"date: {edtf: 1167/1199, of: manufacture, as-written: late 12th century, by:"}, []string{"about 300"}},
		{"and in EDTF", []Edit{{Set: Path{"date", "edtf"}, To: "about 300 BC"}, {Set: Path{"date", "edtf"}, To: "1888"}}, []string{"date: {edtf: 1888, of: manufacture, by:"}, []string{"as-written"}},
		{"one that is not understood", []Edit{{Set: Path{"date", "edtf"}, To: "in the reign of the second king"}}, []string{"date: {of: manufacture, as-written: in the reign of the second king, by:"}, []string{"-0500"}},
		{"coordinates", []Edit{{Set: Path{"location", "coordinates"}, To: "64°58'N 19°1'W"}}, []string{"coordinates: [64.967, -19.017]"}, nil},
		{"a clause of selected words", []Edit{{Clause: &Clause{In: "print", From: 25, To: 35, Says: "Lots are cast.", Quoted: true}}}, []string{"  - n: 4\n    in: print\n    text: Lots are cast.\n    wording: cast lotts\n"}, nil},
		{"a field of the record's own", []Edit{{Set: Path{"extra", "Box"}, To: "7"}}, []string{"Box: 7"}, nil},
	} {
		edited := &Text{File: "x.yaml", Data: []byte(whole), Former: []byte(whole)}
		if errs := edited.Apply(x.edits...); len(errs) > 0 {
			t.Errorf("%s: %v", x.name, errs)
			continue
		}
		got := string(edited.Data)
		for _, w := range x.want {
			if !strings.Contains(got, w) {
				t.Errorf("%s: %q is not in\n%s", x.name, w, differing(whole, got))
			}
		}
		for _, g := range x.gone {
			if strings.Contains(got, g) {
				t.Errorf("%s: %q is still there:\n%s", x.name, g, differing(whole, got))
			}
		}
	}
}

// What cannot be done is refused, and leaves the file as it was.
func TestRefused(t *testing.T) {
	for _, x := range []struct {
		edit Edit
		says string
	}{
		{Edit{}, "says nothing"},
		{Edit{Set: Path{}, To: "x"}, "cannot be set"},
		{Edit{Set: Path{"nothing"}, To: "x"}, "cannot be set"},
		{Edit{Set: Path{"date"}, To: "x"}, "cannot be set"},
		{Edit{Set: Path{"dates", 7, "edtf"}, To: "1888"}, "behind the last"},
		{Edit{Set: Path{0}, To: "x"}, "cannot be set"},
		{Edit{Set: Path{"type"}, To: "poem"}, "none of the words"},
		{Edit{Set: Path{"location", "coordinates"}, To: "somewhere"}, "not understood"},
		{Edit{Set: Path{"persons", 0, "life"}, To: "long ago"}, "not understood"},
		{Edit{Set: Path{"object", "board"}, To: "x"}, "cannot be set"},
		{Edit{Remove: Path{}}, "cannot be taken away"},
		{Edit{Move: Path{"dates", 0}, Index: 5}, "cannot be moved"},
		{Edit{Move: Path{"game"}, Index: 0}, "cannot be moved"},
		{Edit{Move: Path{}, Index: 0}, "cannot be moved"},
		{Edit{Clause: &Clause{In: "none", From: 0, To: 1}}, "no such text"},
		{Edit{Clause: &Clause{In: "print", From: 5, To: 5}}, "no words"},
		{Edit{Clause: &Clause{In: "print", From: 0, To: 5000}}, "no words"},
		{Edit{Clause: &Clause{In: "print", From: -1, To: 5}}, "no words"},
	} {
		edited := &Text{File: "x.yaml", Data: []byte(whole)}
		errs := edited.Apply(Edit{Set: Path{"game"}, To: "Gull"}, x.edit)
		if len(errs) != 1 || !strings.Contains(errs[0].Message, x.says) {
			t.Errorf("%+v: %v; expected %q", x.edit, errs, x.says)
		}
		if string(edited.Data) != whole {
			t.Errorf("%+v: the file is another", x.edit)
		}
	}
}

// Errors are at the field that they are about.
func TestPlace(t *testing.T) {
	text := strings.NewReplacer("edtf: \"1899\"", "edtf: \"18z9\"", "game: Tern ", "gaem: Tern ", "roles: [informant]", "rolls: [informant]", "wording: nyne men", "wording: nine men",
		"type: find", "type: poem", "siglum: B, locator", "siglum: C, locator").Replace(whole)
	_, errs := evidence.ParseRecord("x.yaml", []byte(text))
	root := parsed(t, text)
	got := map[string]string{}
	for _, e := range errs {
		got[Place(root, e).String()] += e.Message + "\n"
	}
	for at, says := range map[string]string{"dates.0.edtf": "not a date", "game": "lacks the key", "gaem": "unknown key", "persons.1.roles": "lacks the key",
		"persons.1.rolls": "unknown key", "clauses.0.wording.0": "does not have these words", "type": "poem", "clauses.0.witnesses.1.siglum": "nowhere"} {
		if !strings.Contains(got[at], says) {
			t.Errorf("%s: %q is not at it; there is %q", at, says, got)
		}
	}
	if p := Place(root, diag.Error{Pos: diag.Pos{File: "x.yaml"}}); len(p) != 0 {
		t.Errorf("an error of the whole is at %s", p)
	}
}

// What is selected is counted as pages count, and found again.
func TestSelect(t *testing.T) {
	text := "𝔸 man may\nmove. A man may pass."
	for _, x := range []struct {
		from, to int
		words    string
		times    int
	}{{0, 2, "𝔸", 1}, {3, 15, "man may move", 1}, {3, 10, "man may", 2}, {0, 1, "", 0}, {2, 3, "", 0}, {9, 9, "", 0}, {0, 999, "", 0}} {
		got, ok := Select(text, x.from, x.to)
		if ok != (x.words != "") || got.Words != x.words || got.Times != x.times {
			t.Errorf("%d to %d: %+v, %v", x.from, x.to, got, ok)
		}
	}
	root := parsed(t, "texts:\n  - {id: p, text: \"𝔸 man may\\nmove.\"}\nclauses:\n  - {n: 3, in: p, wording: [may move, none]}\n  - {n: 4, in: q, wording: man}\n")
	if got := fmt.Sprint(Places(root, "p")); got != "[{3 7 15}]" {
		t.Error(got)
	}
}

// Whatever the file is, nothing panics and what is refused stays.
func FuzzApply(f *testing.F) {
	f.Add(whole, "clauses", 0, "text", "x")
	f.Add("a: [", "texts", 1, "id", "y\x00")
	f.Add("clauses: {n: 1}\nnames: x\ndate: [1]\nextra: [a]", "date", 0, "edtf", "1 BC")
	f.Fuzz(func(t *testing.T, text, list string, index int, key, to string) {
		for _, x := range []Edit{{Set: Path{list, max(index, 0), key}, To: to}, {Set: Path{key}, To: to}, {Remove: Path{list, max(index, 0)}}, {Move: Path{list, 0}, Index: index},
			{Clause: &Clause{In: to, From: index, To: index + 3}}, {Set: Path{list, key}, To: to}} {
			edited := &Text{File: "x.yaml", Data: []byte(text), Former: []byte(text)}
			if errs := edited.Apply(x); len(errs) > 0 && string(edited.Data) != text {
				t.Errorf("refused, and changed: %v", errs)
			}
			if root, errs := yamlpos.Parse("x.yaml", edited.Data); len(errs) == 0 {
				Read(nil, root)
				_, errs := evidence.ParseRecord("x.yaml", edited.Data)
				for _, e := range errs {
					Place(root, e)
				}
			}
		}
	})
}

// A name without a comma may be that of a body or of a person: it is said how it is understood.
func TestNamesUnderstood(t *testing.T) {
	for text, want := range map[string]Understood{
		"Smith, Ann\n":              {To: "Smith, Ann", Words: "family name Smith, given name Ann"},
		"Homer":                     {To: "Homer", Words: "the one name Homer"},
		"Petrel, A.\n\n Ann  Smith": {To: "Petrel, A.\nSmith, Ann", Words: "family name Petrel, given name A.; Ann Smith, a society or another body", Doubt: "if that is a person, write “Smith, Ann”"},
		" \n,":                      {},
	} {
		if got := Names(text); got != want {
			t.Errorf("%q is %+v, not %+v", text, got, want)
		}
	}
}
