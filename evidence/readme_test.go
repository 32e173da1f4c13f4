package evidence

import (
	"os"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"
)

// TestREADME loads the examples of the guide, and looks for the errors it lists
// in the expected outputs.
func TestREADME(t *testing.T) {
	data, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	guide := string(data)
	block := func(language string) []byte {
		_, rest, _ := strings.Cut(guide, "```"+language+"\n")
		text, _, ok := strings.Cut(rest, "```")
		if !ok {
			t.Fatalf("no example in %s", language)
		}
		return []byte(text)
	}
	c, errs := Load(fstest.MapFS{
		"records/x.yaml": {Data: block("yaml")},
		"sources/x.json": {Data: block("json")},
	}, "")
	if errs != nil {
		t.Fatal(errs)
	}
	if len(c.Records) != 1 || len(c.Records[0].Clauses) != 4 {
		t.Error("the example has one record of four clauses")
	}
	for _, f := range Factors {
		if !strings.Contains(oneLine(guide), "*"+f.Name+"*") {
			t.Errorf("the guide lacks the factor %q", f.Name)
		}
	}
	for _, word := range append(append([]string{}, Types...), DateOf...) {
		if !strings.Contains(oneLine(guide), word) {
			t.Errorf("the guide lacks %q", word)
		}
	}
	// Dates in the table are dates.
	_, table, _ := strings.Cut(guide, "| you know | write |")
	table, _, _ = strings.Cut(table, "\n\n")
	for _, m := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(table, -1) {
		date := m[1]
		if len(date) == 3 {
			date = "1888" + date
		}
		if _, err := ParseEDTF(date); err != nil {
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
