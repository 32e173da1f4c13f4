package evidence

import (
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/lectio/lectio/evidence/date"
	"github.com/lectio/lectio/evidence/fold"
	"github.com/lectio/lectio/evidence/schema"
)

// TestREADME loads the examples of the guide, and looks for the errors it lists
// in the expected outputs.
func TestREADME(t *testing.T) {
	data, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	guide := string(data)
	block := func(language string, n int) []byte {
		rest := guide
		for range n {
			_, rest, _ = strings.Cut(rest, "```"+language+"\n")
		}
		text, _, ok := strings.Cut(rest, "```")
		if !ok {
			t.Fatalf("no example in %s", language)
		}
		return []byte(text)
	}
	c, errs := Load(fstest.MapFS{
		"records/x.yaml": {Data: block("yaml", 1)},
		"records/y.yaml": {Data: block("yaml", 2)},
		"records/z.yaml": {Data: []byte("id: Coast.Evidence.3\ngame: Tern\nsource: {key: smith-1900}\n")},
		"sources/x.json": {Data: block("json", 1)},
	}, "")
	if errs != nil {
		t.Fatal(errs)
	}
	if len(c.Records) != 3 || len(c.Records[0].Clauses) != 4 || len(c.Records[1].Observations) != 2 {
		t.Error("the examples have a record of four clauses, and one of two observations")
	}
	for _, typ := range []any{Parts{}, LayerParts{}, ClauseParts{}, DateParts{}, PlaceParts{}, SourceParts{}, LocalName{}, Person{}, Object{}, Find{}, Image{}, Witness{}, Attestation{},
		Observation{}, Reported{}, Relation{}, Check{}} {
		for _, key := range schema.Keys(typ) {
			if !strings.Contains(guide, "`"+key+"`") && !strings.Contains(guide, "`"+key+": yes`") {
				t.Errorf("the guide lacks the key %q of %T", key, typ)
			}
		}
	}
	words := slices.Concat(Types, DateOf, PlaceOf, SourceOf, Roles, ObjectKinds, ObjectStates, WitnessKinds, RelationKinds, Verdicts, Units, slices.Sorted(maps.Keys(Authorities)))
	for _, f := range Factors {
		if !strings.Contains(fold.OneLine(guide), "*"+f.Name+"*") {
			t.Errorf("the guide lacks the factor %q", f.Name)
		}
	}
	for _, word := range words {
		if !strings.Contains(fold.OneLine(guide), word) {
			t.Errorf("the guide lacks %q", word)
		}
	}
	// Dates in the table are dates.
	_, table, _ := strings.Cut(guide, "| you know | write |")
	table, _, _ = strings.Cut(table, "\n\n")
	for _, m := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(table, -1) {
		text := m[1]
		if len(text) == 3 {
			text = "1888" + text
		}
		if _, err := date.ParseEDTF(text); err != nil {
			t.Error(err)
		}
	}
	golden := ""
	dirs, _ := os.ReadDir(testdata + "/bad")
	for _, d := range dirs {
		data, err := os.ReadFile(testdata + "/bad/" + d.Name() + "/errors.golden")
		if err != nil {
			t.Fatal(err)
		}
		golden += string(data)
	}
	_, table, _ = strings.Cut(guide, "| message | what to do |")
	for _, m := range regexp.MustCompile("(?m)^\\| `(.*?)` \\|").FindAllStringSubmatch(table, -1) {
		// Names in quotes and what … stands for may differ.
		pattern := regexp.QuoteMeta(m[1])
		pattern = regexp.MustCompile(`"[^" ]+"`).ReplaceAllString(pattern, `"[^"]+"`)
		pattern = strings.ReplaceAll(pattern, "…", ".*")
		if !regexp.MustCompile(pattern).MatchString(golden) {
			t.Errorf("no test gives the error of the guide: %s", m[1])
		}
	}
}
