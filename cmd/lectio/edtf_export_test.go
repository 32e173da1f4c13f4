package main

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lectio/lectio/evidence/intake"
)

// TestExportsWritePortableDates: EDTF that other programs for level 1 refuse goes out as bounds,
// and as it is where the export comes back.
func TestExportsWritePortableDates(t *testing.T) {
	corpus := emptyCorpus(t)
	for name, content := range map[string]string{
		"sources/s.json": `[{"id": "s", "type": "book", "title": "T"}]`,
		"records/P.1.yaml": "id: P.1\ngame: Tern\ntype: find\ndate: {edtf: \"16XX~\", of: play}\nlocation: {name: Coast, coordinates: [1.5, 2.5]}\nsource: {key: s}\n" +
			"dates: [{edtf: \"197X?/1985\", of: finding}]\npersons: [{id: p, name: Ann, roles: [finder], life: \"185X~/1921\"}]\nchecked: [{by: Bo, on: \"200X~\"}]\n",
	} {
		if err := os.WriteFile(filepath.Join(corpus, "evidence", name), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	export := func(format string) string {
		out := filepath.Join(t.TempDir(), "out")
		lectioIn(t, "evidence", "export", "--"+format, "--out", out, "--corpus", corpus)
		if info, err := os.Stat(out); err == nil && !info.IsDir() {
			data, err := os.ReadFile(out)
			if err != nil {
				t.Fatal(err)
			}
			return string(data)
		}
		files, _ := filepath.Glob(filepath.Join(out, "*.csv"))
		var b strings.Builder
		for _, file := range files {
			if filepath.Base(file) == intake.CorpusTable {
				continue
			}
			f, err := os.Open(file)
			if err != nil {
				t.Fatal(err)
			}
			rows, err := csv.NewReader(f).ReadAll()
			f.Close()
			if err != nil {
				t.Fatal(err)
			}
			for _, row := range rows {
				b.WriteString(strings.Join(row, "|") + "\n")
			}
		}
		return b.String()
	}
	for format, want := range map[string][]string{
		"geojson": {"1600~/1699~"}, "linked-places": {"1600-01-01"}, "crm": {"1600~/1699~", "1970?/1985", "1850~/1921"},
		"datapackage": {"1600~/1699~", "1970?/1985", "1850~/1921", "2000~/2009~"},
	} {
		text := export(format)
		for _, date := range want {
			if !strings.Contains(text, date) {
				t.Errorf("%s lacks %s:\n%.2000s", format, date, text)
			}
		}
		for _, date := range []string{"16XX", "197X", "185X", "200X"} {
			if strings.Contains(text, date) {
				t.Errorf("%s has %s, which other programs refuse", format, date)
			}
		}
	}
	if text := lectioIn(t, "evidence", "export", "--csv", "--corpus", corpus); !strings.Contains(text, "16XX~") || !strings.Contains(text, "197X?/1985") {
		t.Errorf("the table that comes back has other dates than the record:\n%s", text)
	}
}
