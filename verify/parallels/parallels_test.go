package parallels

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/dimension"
)

// planted are six texts of a game: one asks how many men may stand on a point, two answer it,
// one is a translation of an answer, one is silent, and one is a copy of the text that asks.
// Two rulesets rest on one of those that answer, each on a clause of it, and one says that a
// part of the question does not arise.
func planted(t *testing.T) *dimension.Corpus {
	files := fstest.MapFS{}
	ruleset := func(name, record, more string) {
		files["rulesets/definitions/"+name+".yaml"] = &fstest.MapFile{Data: []byte("ruleset: " + name + "\ntitle: " + name + "\nfamily: tables\nevidence: {t: " + record + "}\nassumed: a test\nstatements:\n" +
			"  - {id: players, players: [white, black]}\n" + more)}
	}
	text := func(name, date, language, more, settles string) {
		record := "id: T." + name + "\ngame: " + name + "\ndate: {edtf: " + date + ", of: composition}\nsource: {key: dlp}\nlocation: {name: Somewhere, coordinates: [0, " + more + "\n" +
			"texts: [{id: t, language: " + language + "}]\nclauses:\n  - {n: 1, text: What " + name + " says.}\n  - {n: 2, text: And again.}\n"
		files["evidence/records/T."+name+".yaml"] = &fstest.MapFile{Data: []byte(record)}
		ruleset(name, "T."+name, settles)
	}
	files["evidence/sources/s.json"] = &fstest.MapFile{Data: []byte(`[{"id": "dlp", "type": "book", "title": "A Book"}]`)}
	const question = "questions:\n  - id: how_many\n    asks: How many men?\n    kind: silence\n    weight: 1\n    bears-on: [breaking_points, stacking]\n    default: a\n" +
		"    readings: [{id: a, basis: attested, because: so}]\n"
	const says = "  - {id: says, settles: breaking_points, as: never, warrant: [t#1]}\n"
	text("asks", "1500", "en", "0]}", question)
	text("far", "1700", "en", "1]}", strings.ReplaceAll(says, "never", "may")+"  - {id: no_stack, settles: stacking, as: no_issue, warrant: [t#1]}\n")
	text("near", "1550/1590", "fr", "2]}", says)
	ruleset("near-again", "T.near", strings.ReplaceAll(says, "t#1", "t#2"))
	text("translation", "1600", "en", "0]}\nrelations: [{how: translated from, to: T.near}]", says)
	text("copy", "1500", "en", "0]}\nrelations: [{how: copy of, to: T.asks}]", says)
	text("silent", "1500", "en", "0]}", "  - {id: says, settles: breaking_points, as: never, assumed: nothing is said}\n"+question)
	ev, errs := evidence.Load(files, "")
	c, more := dimension.Load(files, "", ev)
	if errs.Merge(more); len(errs) > 0 {
		t.Fatal(errs)
	}
	return c
}

// Texts that answer are found, the nearest first, each once however often it was copied; the
// copy of the text that asks stands apart, and silence is no answer.
func TestOf(t *testing.T) {
	c := planted(t)
	d := c.Find("asks")
	f := Of(c, d, d.Question("how_many"))
	var got []string
	for _, x := range slices.Concat(f.Texts, f.Same) {
		if strings.HasPrefix(x.Record, "T.") {
			got = append(got, x.Refs()+" "+x.Answer+" "+strings.Join(x.Copies, " ")+"; "+x.Near.Words()+"; "+x.ReadSo)
		}
	}
	want := []string{
		"T.near#1, T.near#2 never T.translation#1; the same family of games, 50 years apart, about 200 km away, give or take 100 km, in another language; the ruleset near, statement says; the ruleset near-again, statement says",
		"T.far#1 may ; the same family of games, 200 years apart, distance not known, in the same language; the ruleset far, statement says",
		"T.copy#1 never ; the same family of games, of the same time, from the same region, in the same language; the ruleset copy, statement says",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if n := f.Nearest(); n == nil || n.Record != "T.near" {
		t.Errorf("the nearest is %v", n)
	}
	if diff := cmp.Diff([]Open{{"silent", "how_many", "How many men?"}}, f.Open); diff != "" {
		t.Error(diff)
	}
	// The bundled files of dimensions speak of texts inside the program, whatever corpus asks.
	if i := slices.IndexFunc(f.Texts, func(x Text) bool { return x.Refs() == "Gallery.tabula#7" }); i < 0 {
		t.Error("nothing is said of the gallery")
	}
}

// The year of a book that only describes a game dates no game, nor is its language one; rules
// that were printed are dated by their print. Of places no more is said than is known of them.
func TestNearness(t *testing.T) {
	const asked = "type: rules text\ndate: {edtf: 1850, of: publication}\nlocation: {name: A, coordinates: [50, 10], precision: 400 km}\ntexts: [{id: t, language: de}]\n"
	layer := "texts: [{id: t, language: en}]\n"
	for _, x := range []struct{ about, record, want string }{
		{"a description at second hand", "type: contemporary rule description\ndate: {edtf: 2007, of: publication}\nuncertainty: [secondary text]\n" + layer,
			"the same family of games, years apart not known, since the date is that of its publication, distance not known"},
		{"a description of one's own time", "type: contemporary rule description\ndate: {edtf: 1694, of: publication}\n" + layer,
			"the same family of games, 156 years apart, distance not known"},
		{"a description with a date of play", "type: ethnography\ndate: {edtf: 2007, of: publication}\ndates: [{edtf: 1880, of: play}]\n" + layer,
			"the same family of games, 30 years apart, distance not known, in another language"},
		{"printed rules", "type: rules text\ndate: {edtf: 1970, of: publication}\n" + layer,
			"the same family of games, 120 years apart, distance not known, in another language"},
		{"no language but that of a summary", "type: rules text\ndate: {edtf: 1970, of: publication}\ntexts: [{id: t, language: de, witness: S}]\nwitnesses: [{siglum: S, kind: summary, language: de}]\n",
			"the same family of games, 120 years apart, distance not known"},
		{"a region far off", "date: {edtf: 1850}\nlocation: {name: B, coordinates: [64, -18], precision: 300 km}\n",
			"the same family of games, of the same time, about 2300 km away, give or take 700 km"},
		{"a region that may be the same", "date: {edtf: 1850}\nlocation: {name: B, coordinates: [52, 10], precision: 10 km}\n",
			"the same family of games, of the same time, distance not known"},
		{"another name for the same place", "date: {edtf: 1850}\nlocation: {name: B, coordinates: [50, 10], precision: 400 km}\n",
			"the same family of games, of the same time, from the same region"},
		{"the same region", "date: {edtf: 1850}\nlocation: {name: A, coordinates: [50, 10], precision: 400 km}\n",
			"the same family of games, of the same time, from the same region"},
	} {
		files := fstest.MapFS{"evidence/sources/s.json": &fstest.MapFile{Data: []byte(`[{"id": "dlp", "type": "book", "title": "A Book"}]`)}}
		for id, text := range map[string]string{"T.asked": asked, "T.other": x.record} {
			files["evidence/records/"+id+".yaml"] = &fstest.MapFile{Data: []byte("id: " + id + "\ngame: a\nsource: {key: dlp}\n" + text + "clauses: [{n: 1, text: So.}]\n")}
		}
		ev, errs := evidence.Load(files, "")
		if len(errs) > 0 {
			t.Fatal(x.about, errs)
		}
		n := nearness([]*evidence.Record{ev.Record("T.asked")}, "tables", ev.Record("T.other"), []string{"tables"})
		if got := n.Words(); got != x.want {
			t.Errorf("%s:\n got %s\nwant %s", x.about, got, x.want)
		}
	}
}

// Where several records are asked, all that is said of how near a text is is so of one of them,
// which is named, and nobody is named where nothing is known.
func TestNearnessOfOneRecord(t *testing.T) {
	files := fstest.MapFS{"evidence/sources/s.json": &fstest.MapFile{Data: []byte(`[{"id": "dlp", "type": "book", "title": "A Book"}]`)}}
	for id, text := range map[string]string{
		"T.old":   "date: {edtf: 0200}\nlocation: {name: A, coordinates: [50, 10], precision: 10 km}\n",
		"T.late":  "date: {edtf: 1800}\nlocation: {name: B, coordinates: [60, 10], precision: 10 km}\n",
		"T.other": "date: {edtf: 1900}\nlocation: {name: C, coordinates: [50, 11], precision: 10 km}\n",
		"T.none":  "",
	} {
		files["evidence/records/"+id+".yaml"] = &fstest.MapFile{Data: []byte("id: " + id + "\ngame: a\nsource: {key: dlp}\n" + text + "clauses: [{n: 1, text: So.}]\n")}
	}
	ev, errs := evidence.Load(files, "")
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	asked := []*evidence.Record{ev.Record("T.old"), ev.Record("T.late")}
	for id, want := range map[string]string{
		"T.other": "another family of games, 100 years apart, about 1110 km away, give or take 20 km, measured from T.late",
		"T.none":  "another family of games, years apart not known, distance not known",
	} {
		if got := nearness(asked, "tables", ev.Record(id), nil).Words(); got != want {
			t.Errorf("%s:\n got %s\nwant %s", id, got, want)
		}
	}
}

// What a text of another family says to what all games are asked is told, and settles nothing.
func TestNearestIsOfTheFamily(t *testing.T) {
	f := Found{Texts: []Text{{Record: "a", common: true}, {Record: "b"}}}
	if n := f.Nearest(); n.Record != "b" {
		t.Errorf("the nearest is %s", n.Record)
	}
	if f.Texts = f.Texts[:1]; f.Nearest() != nil {
		t.Error("a text of another family settles what all games are asked")
	}
}

// Every clause that the bundled files of dimensions name, and every one that readings of the
// corpora inside the program borrow, is there; and what is read above the statements of a
// ruleset is what the whole ruleset says.
func TestClausesInside(t *testing.T) {
	ev, errs := evidence.Load(evidence.Bundled, "")
	c, more := dimension.Load(rulesets.Bundled, "", ev)
	if errs.Merge(more); len(errs) > 0 {
		t.Fatal(errs)
	}
	named := 0
	check := func(ref rulesets.ClauseRef) {
		named++
		if e := rulesets.NoClause(ev, evidence.ClauseRef{Record: ref.Record, N: ref.N}); e != nil {
			t.Errorf("%s: %s", ref.Pos, e.Message)
		}
	}
	for _, dim := range c.Dimensions {
		for _, a := range slices.Concat(dim.Answers, dim.Given) {
			for _, ref := range a.Parallels {
				check(ref)
			}
		}
	}
	families := (&rulesets.Corpus{}).Families()
	for _, d := range slices.Concat(c.Definitions, rulesets.OpenGallery().Definitions) {
		for _, id := range d.Records {
			if !slices.Contains(families[id], d.Family) {
				t.Errorf("%s is said to be of %v, and %s is of the family %s", id, families[id], d.ID, d.Family)
			}
		}
		for _, q := range d.Questions {
			for _, r := range q.Readings {
				for _, ref := range r.Borrowed {
					check(ref)
				}
			}
		}
	}
	if named < 100 {
		t.Errorf("only %d clauses are named", named)
	}
}
