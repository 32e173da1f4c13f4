package main

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lectio/lectio/rulesets/publish"
)

// secretCorpus is a corpus in which every text that is under embargo until 2040 has the
// word plover in it.
func secretCorpus(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("../../rulesets/starter/corpus")); err != nil {
		t.Fatal(err)
	}
	cite, err := os.ReadFile("../../CITATION.cff")
	if err != nil {
		t.Fatal(err)
	}
	record, err := os.ReadFile("../../rulesets/starter/corpus/evidence/records/EXAMPLE.1.yaml")
	if err != nil {
		t.Fatal(err)
	}
	ruleset, err := os.ReadFile("../../rulesets/starter/corpus/rulesets/definitions/three-in-a-row.yaml")
	if err != nil {
		t.Fatal(err)
	}
	changed := strings.NewReplacer(
		"{id: original, language: en, rights: not reproduced}",
		"{id: original, language: en, witness: P, rights: not reproduced, embargo: 2040-01-01, text: \"A plover has nine holes, plovering\", emendations: [{printed: plover, read: plovers}], note: plover}",
		"- {n: 1, text: The game is played on nine fields in three rows of three.}",
		"- {n: 1, in: original, text: The plover has nine fields., wording: plover has nine holes, note: plover, witnesses: [P], checked: [{by: A plover, doubt: plover}]}",
		"- {n: 6, text: The game is said to be older than the town., rule: no, why: about its history}",
		"- {n: 6, in: original, text: The plover is old., rule: no, why: a plover}\n  - {n: 7, text: Said elsewhere., rule: no, why: a note, witnesses: [{siglum: P, reads: a plover}], supports: SECRET.1#1}\n"+
			"witnesses: [{siglum: P, kind: manuscript}]\n"+
			"images:\n  - {id: shot, manifest: \"https://museum.example/plover\", shows: the plover, rights: ask, embargo: 2040-01-01}\n"+
			"observations: [{n: 8, text: The plover has a crest., image: shot, of: the plover, checked: [{by: A plover}]}]\n"+
			"relations: [{how: cites, to: SECRET.1, note: plover}]",
	).Replace(string(record))
	if strings.Count(changed, "plover") < 12 {
		t.Fatalf("the example has changed:\n%s", changed)
	}
	for name, content := range map[string]string{
		"CITATION.cff":                             string(cite),
		"evidence/records/EXAMPLE.1.yaml":          changed,
		"rulesets/definitions/three-in-a-row.yaml": strings.Replace(string(ruleset), "title: Three in a Row", "title: Three plovers in a Row", 1),
		"evidence/sources/secret.json":             `[{"id": "letter", "type": "personal_communication", "title": "A letter on plovers"}, {"id": "open", "type": "book", "title": "Open"}]`,
		"evidence/records/SECRET.1.yaml":           "id: SECRET.1\ngame: Plover\nsummary: a plover\nsource: {key: letter}\nembargo: yes\nextra: {plover: plover}\nclauses: [{n: 1, text: A plover., supports: OPEN.1#1}]\n",
		"evidence/records/OPEN.1.yaml":             "id: OPEN.1\ngame: Tern\nsource: {key: open}\nclauses: [{n: 1, text: Terns may move.}]\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// secrets are the files below a path, members of zip files among them, that have the word.
func secrets(t *testing.T, path string) (found []string) {
	t.Helper()
	has := func(name string, data []byte) {
		if bytes.Contains(bytes.ToLower(data), []byte("plover")) {
			found = append(found, name)
		}
	}
	err := filepath.WalkDir(path, func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		has(name, data)
		z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			return nil // no zip
		}
		for _, f := range z.File {
			r, err := f.Open()
			if err != nil {
				return err
			}
			content, err := io.ReadAll(r)
			if err != nil {
				return err
			}
			has(name+"!"+f.Name, content)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// TestEmbargo: what is under embargo stands in no export and in no release, and from the
// day on that it ends it does.
func TestEmbargo(t *testing.T) {
	corpus := secretCorpus(t)
	if shown := lectioIn(t, "evidence", "show", "EXAMPLE.1", "--corpus", corpus); !strings.Contains(shown, "plover") {
		t.Error("whoever has the corpus reads it")
	}
	t.Setenv("SOURCE_DATE_EPOCH", "2208988799") // the last second of 2039
	dir := t.TempDir()
	for _, e := range publish.Formats {
		out := filepath.Join(dir, e.Flag)
		lectioIn(t, "evidence", "export", "--"+e.Flag, "--out", out, "--corpus", corpus)
	}
	lectioIn(t, "release", filepath.Join(dir, "release"), "--corpus", corpus)
	if found := secrets(t, dir); len(found) > 0 {
		t.Errorf("what is under embargo stands in %s", strings.Join(found, ", "))
	}
	table := lectioIn(t, "evidence", "export", "--csv", "--corpus", corpus)
	for _, want := range []string{"Terns may move.", "Who has his three men in a row has won.", "… under embargo until 2040-01-01"} {
		if !strings.Contains(table, want) {
			t.Errorf("the export lacks %q", want)
		}
	}
	// What comes back from an export does not take away what it had not.
	for _, format := range []string{"csv", "xlsx"} {
		out := filepath.Join(t.TempDir(), "out."+format)
		lectioIn(t, "evidence", "export", "--"+format, "--out", out, "--corpus", corpus)
		if said := lectioIn(t, "evidence", "import", out, "--corpus", corpus); !strings.Contains(said, "no changes") {
			t.Errorf("%s: %s", format, said)
		}
	}
	t.Setenv("SOURCE_DATE_EPOCH", "2208988800")
	if table := lectioIn(t, "evidence", "export", "--csv", "--corpus", corpus); !strings.Contains(table, "The plover has nine fields.") || strings.Contains(table, "a letter on plovers") {
		t.Errorf("the embargo is over for the record, and never for another:\n%s", table)
	}
}

// beside gives a corpus a ruleset more that tells nothing of what is under embargo, although
// its record has a layer, a clause, an image and an observation that are.
func beside(t *testing.T, corpus string) {
	t.Helper()
	for from, to := range map[string][3]string{
		"../../rulesets/starter/corpus/evidence/records/EXAMPLE.1.yaml":          {"evidence/records/OPEN.2.yaml", "EXAMPLE.1", "OPEN.2"},
		"../../rulesets/starter/corpus/rulesets/definitions/three-in-a-row.yaml": {"rulesets/definitions/open-row.yaml", "three-in-a-row", "open-row"},
	} {
		text, err := os.ReadFile(from)
		if err != nil {
			t.Fatal(err)
		}
		open := strings.NewReplacer(to[1], to[2], "EXAMPLE.1", "OPEN.2",
			"{id: original, language: en, rights: not reproduced}", "{id: original, language: en, rights: not reproduced}\n  - {id: late, text: A plover, embargo: 2040-01-01}",
			"why: about its history}", "why: about its history}\n  - {n: 7, in: late, text: A plover., rule: no, why: a plover, checked: [{by: A plover}]}\n"+
				"  - {n: 9, text: A second plover., rule: no, why: a plover, rights: ask, embargo: yes}\n"+
				"images: [{id: shot, address: \"https://museum.example/plover\", shows: a plover, embargo: yes}]\n"+
				"observations: [{n: 8, text: A plover., image: shot, by: A plover}]").Replace(string(text))
		if strings.HasSuffix(from, "1.yaml") && strings.Count(open, "plover") < 8 {
			t.Fatalf("the example has changed:\n%s", open)
		}
		if err := os.WriteFile(filepath.Join(corpus, to[0]), []byte(open), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// What is under embargo stands on no page of an edition, nor does a ruleset that tells of
// it; a ruleset that does not is there.
func TestEditionKeepsAnEmbargo(t *testing.T) {
	corpus := secretCorpus(t)
	beside(t, corpus)
	out := filepath.Join(t.TempDir(), "site")
	lectioIn(t, "site", "--corpus", corpus, "--out", out, "--no-play", "--effort", "quick", "--games", "5", "--positions", "50")
	var made struct{ Version, Corpus string }
	if err := json.Unmarshal([]byte(lectioIn(t, "version", "--json", "--corpus", corpus)), &made); err != nil {
		t.Fatal(err)
	}
	foot := fmt.Sprintf("(lectio %s, corpus %.12s)", made.Version, strings.TrimPrefix(made.Corpus, "sha256:"))
	pages := 0
	err := filepath.WalkDir(out, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		if at := bytes.Index(bytes.ToLower(text), []byte("plover")); at >= 0 {
			t.Errorf("%s: %q", path, text[max(0, at-60):min(len(text), at+60)])
		}
		if strings.HasSuffix(path, ".html") && bytes.Contains(text, []byte("older than the town")) {
			pages++
		}
		if strings.HasSuffix(path, ".html") && !bytes.Contains(text, []byte(foot)) {
			t.Errorf("%s does not say %s", path, foot)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if pages == 0 {
		t.Error("what is open stands on no page")
	}
	var said, errs bytes.Buffer
	if status := run(strings.NewReader(""), &said, &errs, []string{"site", "three-in-a-row", "--corpus", corpus, "--out", out + "2"}); status == exitOK {
		t.Errorf("a ruleset under embargo is published: %d %s", status, errs.String())
	}
}

// What is under embargo stands in no report, whatever its format, and a report that is to
// have it says so.
func TestReportsKeepAnEmbargo(t *testing.T) {
	corpus := secretCorpus(t)
	beside(t, corpus)
	t.Setenv("SOURCE_DATE_EPOCH", "2208988799") // the last second of 2039
	dir := t.TempDir()
	little := []string{"--corpus", corpus, "--effort", "quick", "--games", "5", "--positions", "50", "--full", "--fail-on", "never"}
	args := append([]string{"verify", "--lines", filepath.Join(dir, "lines")}, little...)
	for _, ending := range []string{"xlsx", "html", "md", "csv", "json", "tex"} {
		args = append(args, "--out", filepath.Join(dir, "r."+ending))
	}
	said := lectioIn(t, args...)
	if strings.Contains(strings.ToLower(said), "plover") || !strings.Contains(said, "open-row") {
		t.Errorf("beside a report is said\n%s", said)
	}
	printed := lectioIn(t, append([]string{"verify", "--json"}, little...)...)
	compared := []string{"compare", "open-row{diagonals=*}", "--corpus", corpus, "--games", "5"}
	printed += lectioIn(t, append([]string{"--json"}, compared...)...)
	for _, ending := range []string{"xlsx", "html", "md", "csv", "json", "tex"} {
		compared = append(compared, "--out", filepath.Join(dir, "c."+ending))
	}
	lectioIn(t, compared...)
	if err := os.WriteFile(filepath.Join(dir, "printed.json"), []byte(printed), 0o644); err != nil {
		t.Fatal(err)
	}
	if found := secrets(t, dir); len(found) > 0 {
		t.Errorf("what is under embargo stands in %s", strings.Join(found, ", "))
	}
	if text, err := os.ReadFile(filepath.Join(dir, "r.md")); err != nil || !strings.Contains(string(text), "Who has his three men in a row has won.") {
		t.Errorf("what is open is missing: %v", err)
	}
	for _, args := range [][]string{{"verify", "three-in-a-row", "--json"}, {"compare", "three-in-a-row{diagonals=*}", "--out", filepath.Join(dir, "x.md")}} {
		var said, errs bytes.Buffer
		if status := run(strings.NewReader(""), &said, &errs, append(args, "--corpus", corpus)); status != exitUnusable || !strings.Contains(said.String()+errs.String(), "tells of what is under embargo") {
			t.Errorf("%v: %d %s %s", args, status, said.String(), errs.String())
		}
	}
	// Whoever asks for it has everything.
	if said := lectioIn(t, "verify", "three-in-a-row", "--embargoed", "--json", "--corpus", corpus, "--check", "TX001", "--games", "1", "--positions", "1"); !strings.Contains(said, "plover") {
		t.Error("--embargoed leaves something out")
	}
}
