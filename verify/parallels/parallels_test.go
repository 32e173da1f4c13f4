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

// planted are five texts of a game: one asks how many men may stand on a point, two answer it,
// one is a translation of an answer, one is silent, and one is a copy of the text that asks.
func planted(t *testing.T) *dimension.Corpus {
	files := fstest.MapFS{}
	text := func(name, date, language, more, settles string) {
		record := "id: T." + name + "\ngame: " + name + "\ndate: {edtf: " + date + ", of: composition}\nsource: {key: dlp}\nlocation: {name: Somewhere, coordinates: [0, " + more + "\n" +
			"texts: [{id: t, language: " + language + "}]\nclauses:\n  - {n: 1, text: What " + name + " says.}\n"
		files["evidence/records/T."+name+".yaml"] = &fstest.MapFile{Data: []byte(record)}
		files["rulesets/definitions/"+name+".yaml"] = &fstest.MapFile{Data: []byte("ruleset: " + name + "\ntitle: " + name + "\nfamily: tables\nevidence: {t: T." + name + "}\nassumed: a test\nstatements:\n" +
			"  - {id: players, players: [white, black]}\n" + settles)}
	}
	files["evidence/sources/s.json"] = &fstest.MapFile{Data: []byte(`[{"id": "dlp", "type": "book", "title": "A Book"}]`)}
	const question = "questions:\n  - id: how_many\n    asks: How many men?\n    kind: silence\n    weight: 1\n    bears-on: [breaking_points]\n    default: a\n" +
		"    readings: [{id: a, basis: attested, because: so}]\n"
	const says = "  - {id: says, settles: breaking_points, as: never, warrant: [t#1]}\n"
	text("asks", "1500", "en", "0]}", question)
	text("far", "1700", "en", "1]}", strings.ReplaceAll(says, "never", "may"))
	text("near", "1550/1590", "fr", "2]}", says)
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
			got = append(got, x.Refs()+" "+x.Answer+" "+strings.Join(x.Copies, " ")+"; "+x.Near.Words()+"; "+x.RestsOn)
		}
	}
	want := []string{
		"T.near#1 never T.translation#1; the same family of games, 50 years apart, 222 km away, in another language; the statement says of near, which cites it",
		"T.far#1 may ; the same family of games, 200 years apart, 111 km away, in the same language; the statement says of far, which cites it",
		"T.copy#1 never ; the same family of games, of the same time, from the same place, in the same language; the statement says of copy, which cites it",
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
