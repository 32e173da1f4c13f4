package intake

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/biblio"
	"github.com/lectio/lectio/evidence/exchange"
	"github.com/lectio/lectio/evidence/store"
)

// workbook writes the bundled corpus as a workbook.
func workbook(t *testing.T) (*evidence.Corpus, string) {
	t.Helper()
	c, errs := evidence.Load(evidence.Bundled, "")
	if errs != nil {
		t.Fatal(errs)
	}
	var b, again bytes.Buffer
	if _, err := WriteWorkbook(c, &b); err != nil {
		t.Fatal(err)
	}
	if _, err := WriteWorkbook(c, &again); err != nil || !bytes.Equal(b.Bytes(), again.Bytes()) {
		t.Error("two runs give other bytes")
	}
	path := filepath.Join(t.TempDir(), "records.xlsx")
	if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	return c, path
}

func TestWorkbookUnchanged(t *testing.T) {
	c, path := workbook(t)
	grids, errs := exchange.ReadXLSX(path)
	if errs != nil {
		t.Fatal(errs)
	}
	plan, errs := Import(c, evidence.Bundled, "", nil, grids, Options{})
	if errs != nil {
		t.Fatal(errs)
	}
	if !plan.Empty() || len(plan.Changes) > 0 || len(plan.Notes) > 0 {
		t.Errorf("%+v", plan)
	}
	rows := 0
	for _, g := range grids {
		rows += len(g.Rows)
	}
	if rows < 200 { // the bundled corpus has more clauses than that
		t.Errorf("only %d rows were read", rows)
	}
}

// TestWorkbookInLibreOffice changes three cells in LibreOffice: a workbook is
// turned into its flat format, changed there, and saved as a workbook again. It
// takes long: LECTIO_LIBREOFFICE=1 does it.
func TestWorkbookInLibreOffice(t *testing.T) {
	if os.Getenv("LECTIO_LIBREOFFICE") == "" {
		t.Skip("LECTIO_LIBREOFFICE is not set")
	}
	c, path := workbook(t)
	dir := t.TempDir()
	convert := func(format, file string) string {
		out, err := exec.Command("soffice", "-env:UserInstallation=file://"+dir+"/profile", "--headless", "--convert-to", format, "--outdir", dir, file).CombinedOutput()
		if err != nil {
			t.Fatalf("LibreOffice does not run: %v %s", err, out)
		}
		name, _, _ := strings.Cut(format, ":")
		return filepath.Join(dir, strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))+"."+name)
	}
	flat := convert("fods", path)
	data, err := os.ReadFile(flat)
	if err != nil {
		t.Fatal(err)
	}
	text := string(data)
	r := c.Records[0]
	changed := map[string]string{r.Game: "=1+1", oneCell(r.Clauses[1].Text): "Said again: this & that.", r.Date.EDTF.Text: "1694~"}
	for old, now := range changed {
		old, now = ">"+escape(old)+"</text:p>", ">"+escape(now)+"</text:p>"
		if !strings.Contains(text, old) {
			t.Fatalf("no cell %s", old)
		}
		text = strings.Replace(text, old, now, 1)
	}
	if err := os.WriteFile(flat, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	grids, errs := exchange.ReadXLSX(convert("xlsx:Calc MS Excel 2007 XML", flat))
	if errs != nil {
		t.Fatal(errs)
	}
	plan, errs := Import(c, evidence.Bundled, "", nil, grids, Options{})
	if errs != nil {
		t.Fatal(errs)
	}
	if len(plan.Changes) != 3 || len(plan.Records)+len(plan.Clauses) != 0 || len(plan.Files) != 1 {
		t.Fatalf("%+v", plan.Changes)
	}
	for _, ch := range plan.Changes {
		if ch.Record != r.ID || changed[ch.Old] != ch.New {
			t.Errorf("%+v", ch)
		}
	}
	// All other lines of the file are as they were.
	before := strings.Split(string(plan.Files[0].Old), "\n")
	after := strings.Split(string(plan.Files[0].New), "\n")
	different := 0
	for i := range before {
		if i < len(after) && before[i] != after[i] {
			different++
		}
	}
	if len(before) != len(after) || different != 3 {
		t.Errorf("%d lines of %d differ", different, len(before))
	}
	// LibreOffice keeps what the workbook held when it was made: a file that was
	// changed since is not turned back.
	file := "records/" + c.Records[1].ID + ".yaml"
	data, err = evidence.Bundled.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	later := store.Overlay(evidence.Bundled, []store.FileWrite{{Name: "evidence/" + file, Old: data, New: bytes.Replace(data, []byte("\ngame: "), []byte("\ngame: Later "), 1)}})
	newer, errs := evidence.Load(later, "")
	if errs != nil {
		t.Fatal(errs)
	}
	plan, errs = Import(newer, later, "", nil, grids, Options{})
	if errs != nil || len(plan.Changes) != 3 || len(plan.Notes) != 1 || !strings.Contains(plan.Notes[0], "1 cell is older than the corpus") {
		t.Errorf("%v %+v %v", errs, plan.Changes, plan.Notes)
	}
}

// sheets writes a corpus as a workbook and reads that again.
func sheets(t *testing.T, fsys fstest.MapFS) []*exchange.Grid {
	t.Helper()
	c, errs := evidence.Load(fsys, "")
	if errs != nil {
		t.Fatal(errs)
	}
	var b bytes.Buffer
	if _, err := WriteWorkbook(c, &b); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "book.xlsx")
	if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	grids, errs := exchange.ReadXLSX(path)
	if errs != nil {
		t.Fatal(errs)
	}
	for _, g := range grids {
		g.File = "book.xlsx"
	}
	return grids
}

// put changes a cell of a sheet that people see, in the row that begins with key.
func put(t *testing.T, grids []*exchange.Grid, sheet, key, column, value string) {
	t.Helper()
	for _, g := range grids {
		if g.Sheet != sheet {
			continue
		}
		c := slices.Index(g.Rows[0].Cells, column)
		for i := range g.Rows {
			if c >= 0 && strings.HasPrefix(strings.Join(g.Rows[i].Cells, "|")+"|", key+"|") {
				for len(g.Rows[i].Cells) <= c {
					g.Rows[i].Cells = append(g.Rows[i].Cells, "")
				}
				g.Rows[i].Cells[c] = value
				return
			}
		}
	}
	t.Fatalf("no %s in %s of %s", column, key, sheet)
}

func addRow(grids []*exchange.Grid, sheet string, cells ...string) {
	for _, g := range grids {
		if g.Sheet == sheet {
			g.Rows = append(g.Rows, exchange.GridRow{Line: len(g.Rows) + 1, Cells: cells})
		}
	}
}

// TestWorkbookAndFilesChanged: a workbook that is older than the files does not
// turn them back, and what both sides changed is refused and shown.
func TestWorkbookAndFilesChanged(t *testing.T) {
	const one = "id: A.1\ngame: Tern   # a bird\nnote: Old.\nsource: {key: own}\ntexts:\n  - id: print\n    language: en\n    text: |\n      Each hath nyne.\n\n      They play.\n" +
		"clauses:\n  - {n: 1, text: One.}\n  - {n: 2, text: Two.}\n  - {n: 3, text: Three.}\n"
	const other = "id: %s\ngame: Gull\nsource: {key: own}\nclauses:\n  - {n: 1, text: A.}\n"
	fsys := func(first string, others ...string) fstest.MapFS {
		m := fstest.MapFS{"evidence/sources/s.json": {Data: []byte(`[{"id": "own", "type": "book", "title": "T"}]`)}, "evidence/records/A.1.yaml": {Data: []byte(first)}}
		for _, id := range others {
			m["evidence/records/"+id+".yaml"] = &fstest.MapFile{Data: []byte(strings.Replace(other, "%s", id, 1))}
		}
		return m
	}
	grids := sheets(t, fsys(one, "A.2", "A.3"))
	// In the workbook:
	put(t, grids, "records", "A.1", "game", "Sea Tern")
	put(t, grids, "records", "A.1", "summary", "A game.")
	put(t, grids, "records", "A.1", "period", "Modern")
	put(t, grids, "records", "A.2", "game", "Storm Gull")
	put(t, grids, "clauses", "A.1|1", "text", "One man.")
	put(t, grids, "clauses", "A.1|3", "note", "Said twice.")
	put(t, grids, "texts", "A.1|print", "rights", "free")
	addRow(grids, "clauses", "A.1", "4", "", "Four.")
	addRow(grids, "texts", "A.1", "late", "en", "", "", "Each has nine.\n\nThey play.")
	// In the files: the game too, and the period to the same; a note, a clause and a
	// text on their own; two records are gone.
	now := strings.NewReplacer("game: Tern", "game: Arctic Tern", "note: Old.", "note: New.\nperiod: Modern", "Two.", "Twain.", "nyne", "nine").Replace(one)
	changes := func(o Options) (string, *Plan) {
		base := fsys(now)
		c, errs := evidence.Load(base, "")
		if errs != nil {
			t.Fatal(errs)
		}
		plan, errs := Import(c, base, "", nil, grids, o)
		if errs != nil {
			t.Fatal(errs)
		}
		var b strings.Builder
		for _, ch := range plan.Changes {
			fmt.Fprintf(&b, "%s %d %s %s: %s > %s", ch.Record, ch.Clause, ch.Layer, ch.Field, ch.Old, ch.New)
			if ch.Conflict {
				fmt.Fprintf(&b, " conflict, was %s", ch.Was)
			}
			b.WriteString("\n")
		}
		return b.String(), plan
	}
	got, plan := changes(Options{})
	want := `A.1 0  game: Arctic Tern > Sea Tern conflict, was Tern
A.1 0  summary:  > A game.
A.2 0  record (removed), game:  > Storm Gull conflict, was Gull
A.1 0 print rights:  > free
A.1 1  text: One. > One man.
A.1 3  note:  > Said twice.
`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if plan.Conflicts() != 2 || len(plan.Records) != 0 || len(plan.Clauses) != 1 || len(plan.Layers) != 1 || len(plan.Files) != 1 {
		t.Errorf("%+v", plan)
	}
	wanted := strings.NewReplacer("note: New.", "summary: A game.\nnote: New.", "  - {n: 1, text: One.}", "  - {n: 1, text: One man.}", "text: Three.}\n", "text: Three., note: Said twice.}\n  - {n: 4, text: Four.}\n",
		"    language: en\n", "    language: en\n    rights: free\n", "      They play.\n", "      They play.\n  - id: late\n    language: en\n    text: |-\n      Each has nine.\n\n      They play.\n").Replace(now)
	if diff := cmp.Diff(wanted, string(plan.Files[0].New)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	notes := strings.Join(plan.Notes, "\n")
	// The note, the second clause and the text are older; A.3 with its clause, and
	// that of A.2, are passed over. A record that is gone has one note.
	if strings.Count(notes, "A.3") != 1 {
		t.Errorf("more than one note on A.3:\n%s", notes)
	}
	for _, say := range []string{"3 cells are older than the corpus", ": A.3 is not in the corpus any more, and its 2 rows were", ": A.2 is not in the corpus any more, and its row was"} {
		if !strings.Contains(notes, say) {
			t.Errorf("no word that %s in\n%s", say, notes)
		}
	}
	// Whoever insists gets the cells.
	got, plan = changes(Options{PreferCells: true})
	if plan.Conflicts() != 0 || !strings.Contains(got, "game: Arctic Tern > Sea Tern\n") || len(plan.Records) != 1 || plan.Records[0].ID != "A.2" || strings.Contains(got, "Twain") {
		t.Errorf("%s %+v", got, plan.Records)
	}
}

// A table that has no past, such as one of CSV, is compared with the corpus alone.
func TestWorkbookWithoutItsPast(t *testing.T) {
	base := fstest.MapFS{"evidence/sources/s.json": {Data: []byte(`[{"id": "own", "type": "book", "title": "T"}]`)},
		"evidence/records/x.yaml": {Data: []byte("id: A.1\ngame: Tern\nsource: {key: own}\nclauses:\n  - {n: 1, text: One.}\n")}}
	grids := slices.DeleteFunc(sheets(t, base), func(g *exchange.Grid) bool { return g.Hidden })
	put(t, grids, "records", "A.1", "game", "Gull")
	c, _ := evidence.Load(base, "")
	plan, errs := Import(c, base, "", nil, grids, Options{})
	if errs != nil || len(plan.Changes) != 1 || plan.Changes[0].Kept || len(plan.Files) != 1 {
		t.Errorf("%v %+v", errs, plan)
	}
}

// A text that no cell holds comes out as a notice, and goes back as nothing.
func TestWorkbookWithALongText(t *testing.T) {
	long := strings.Repeat("Each hath nyne men. ", 2000)
	base := fstest.MapFS{"evidence/sources/s.json": {Data: []byte(`[{"id": "own", "type": "book", "title": "T"}]`)},
		"evidence/records/x.yaml": {Data: []byte("id: A.1\ngame: Tern\nsource: {key: own}\ntexts:\n  - {id: print, text: \"" + long + "\"}\nclauses:\n  - {n: 1, text: One.}\n")}}
	c, errs := evidence.Load(base, "")
	if errs != nil {
		t.Fatal(errs)
	}
	grids := sheets(t, base)
	for _, past := range []bool{true, false} {
		if !past {
			grids = slices.DeleteFunc(grids, func(g *exchange.Grid) bool { return g.Hidden })
		}
		plan, errs := Import(c, base, "", nil, grids, Options{})
		if errs != nil || !plan.Empty() || len(plan.Changes) != 0 || len(plan.Notes) != 1 || !strings.Contains(plan.Notes[0], "too long for a cell") {
			t.Errorf("%v %+v", errs, plan)
		}
	}
}

// alike compares records field by field, wherever they stand.
func alike(t *testing.T, want, got *evidence.Corpus) {
	t.Helper()
	if diff := cmp.Diff(want.Records, got.Records, cmpopts.IgnoreTypes(evidence.Fields{}), cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("records (-want +got)\n%s", diff)
	}
	if diff := cmp.Diff(string(biblio.WriteCSL(want.Sources)), string(biblio.WriteCSL(got.Sources))); diff != "" {
		t.Errorf("sources (-want +got)\n%s", diff)
	}
}

// carried imports a workbook into a corpus, and returns what comes of it.
func carried(t *testing.T, base fstest.MapFS, grids []*exchange.Grid, o Options) (*Plan, *evidence.Corpus) {
	t.Helper()
	c, errs := evidence.Load(base, "")
	if errs != nil {
		t.Fatal(errs)
	}
	plan, errs := Import(c, base, "", nil, grids, o)
	if errs != nil {
		t.Fatal(errs)
	}
	got, errs := evidence.Load(store.Overlay(base, plan.Files), "")
	if errs != nil {
		t.Fatal(errs)
	}
	return plan, got
}

// TestWorkbookIntoAnEmptyCorpus: the bundled corpus comes out of its workbook as
// it is, sources and emendations too.
func TestWorkbookIntoAnEmptyCorpus(t *testing.T) {
	c, path := workbook(t)
	grids, errs := exchange.ReadXLSX(path)
	if errs != nil {
		t.Fatal(errs)
	}
	plan, got := carried(t, fstest.MapFS{"evidence/records/.keep": {}, "evidence/sources/.keep": {}}, grids, Options{})
	alike(t, c, got)
	if len(plan.Notes) != 1 || !strings.Contains(plan.Notes[0], "none of the records of this workbook") || plan.Missing != 0 {
		t.Errorf("%q", plan.Notes)
	}
	// A second time there is nothing to do.
	plan, errs = Import(got, store.Overlay(fstest.MapFS{}, plan.Files), "", nil, grids, Options{})
	if errs != nil || !plan.Empty() || len(plan.Notes) > 0 {
		t.Errorf("%v %+v", errs, plan)
	}
}

// TestWorkbookCarriesEveryKey: each key of a record's file has a column, so that a
// new one is not forgotten.
func TestWorkbookCarriesEveryKey(t *testing.T) {
	has := map[string]bool{"texts": true, "clauses": true, "extra": true} // they have tables of their own, and columns by their names
	for prefix, columns := range map[string][]Column{"": everyColumn, "texts ": LayerColumns, "clauses ": ClauseColumns} {
		for _, col := range columns {
			for i := range col.Path {
				has[prefix+strings.Join(col.Path[:i+1], " ")] = true
			}
		}
	}
	for prefix, keys := range map[string][]string{"": evidence.Keys(""), "location ": evidence.Keys("location"), "date ": evidence.Keys("date"), "source ": evidence.Keys("source"), "texts ": evidence.Keys("texts"), "clauses ": evidence.Keys("clauses")} {
		for _, key := range keys {
			if !has[prefix+key] {
				t.Errorf("no column has %s%s", prefix, key)
			}
		}
	}
}

// TestWorkbookIntoAnotherCorpus: a corpus that has other records gets all of it;
// its own sources stay, whatever the workbook says of them.
func TestWorkbookIntoAnotherCorpus(t *testing.T) {
	const rules = "clauses:\n  - {n: 1, text: One.}\n"
	mine := fstest.MapFS{
		"evidence/sources/s.json":   {Data: []byte(`[{"id": "both", "type": "book", "title": "Mine"}, {"id": "CON", "type": "book", "title": "T"}, {"id": "con-2", "type": "book", "title": "T2", "issued": {"date-parts": [[1888, 5]]}, "custom": {"a": [1, "2", null]}}, {"id": "http://x.org/a", "type": "book", "title": "T3"}]`)},
		"evidence/records/A.1.yaml": {Data: []byte("id: A.1\ngame: Tern\nsource: {key: both}\nvia: [CON, con-2]\n" + rules)},
	}
	grids := sheets(t, mine)
	theirs := fstest.MapFS{
		"evidence/sources/source-con.json": {Data: []byte(`[{"id": "both", "type": "book", "title": "Theirs"}]`)},
		"evidence/records/B.1.yaml":        {Data: []byte("id: B.1\ngame: Gull\nsource: {key: both}\n" + rules)},
	}
	plan, got := carried(t, theirs, grids, Options{})
	var files []string
	for _, s := range plan.Sources {
		files = append(files, s.ID+" "+s.File)
	}
	want := []string{"CON evidence/sources/source-con-2.json", "con-2 evidence/sources/con-2.json", "http://x.org/a evidence/sources/http-x-org-a.json"}
	if diff := cmp.Diff(want, files); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if got.Source("both").Title != "Theirs" || len(got.Records) != 2 || got.Source("con-2").Issued != "1888" {
		t.Errorf("%v %v", got.RecordIDs(), got.SourceKeys())
	}
	if notes := strings.Join(plan.Notes, "\n"); !strings.Contains(notes, `book.xlsx!sources!C3: the source "both" differs from that of the corpus, which is kept; a source is changed in its file, evidence/sources/source-con.json`) {
		t.Errorf("%s", notes)
	}
}

// TestWorkbookAfterDeletion: what the corpus has deleted since stays away, unless
// it is asked for; a source that is gone comes back with a record that needs it.
func TestWorkbookAfterDeletion(t *testing.T) {
	record := func(id, source string) *fstest.MapFile {
		return &fstest.MapFile{Data: []byte("id: " + id + "\ngame: Tern\nsource: {key: " + source + "}\ntexts:\n  - {id: print}\n  - {id: late}\nclauses:\n  - {n: 1, text: One.}\n  - {n: 2, text: Two.}\n")}
	}
	first := &fstest.MapFile{Data: []byte(`{"id": "first", "type": "book", "title": "First"}`)}
	before := fstest.MapFS{"evidence/sources/f.json": first, "evidence/sources/g.json": {Data: []byte(`{"id": "gone", "type": "book", "title": "Gone"}`)},
		"evidence/records/A.1.yaml": record("A.1", "first"), "evidence/records/A.2.yaml": record("A.2", "gone")}
	grids := sheets(t, before)
	less := record("A.1", "first")
	less.Data = []byte(strings.NewReplacer("  - {id: late}\n", "", "  - {n: 2, text: Two.}\n", "").Replace(string(less.Data)))
	after := fstest.MapFS{"evidence/sources/f.json": first, "evidence/records/A.1.yaml": less}
	plan, _ := carried(t, after, grids, Options{})
	if !plan.Empty() || plan.Missing != 3 || len(plan.Notes) != 3 || !strings.Contains(strings.Join(plan.Notes, "\n"), "A.2 is not in the corpus any more, and its 5 rows were passed over") {
		t.Errorf("%d %q", plan.Missing, plan.Notes)
	}
	plan, got := carried(t, after, grids, Options{AddMissing: true})
	was, _ := evidence.Load(before, "")
	alike(t, was, got)
	if plan.Missing != 0 || len(plan.Notes) != 0 {
		t.Errorf("%d %q", plan.Missing, plan.Notes)
	}
	// A row that was changed and is insisted on needs its source.
	put(t, grids, "records", "A.2", "game", "Gull")
	plan, got = carried(t, after, grids, Options{PreferCells: true})
	if got.Record("A.2") == nil || got.Source("gone") == nil || len(plan.Sources) != 1 {
		t.Errorf("%v %v", got.RecordIDs(), got.SourceKeys())
	}
}

// TestWorkbookSourceErrors: what is wrong with a source has the place of its cell,
// and a new one comes in by its CSL-JSON.
func TestWorkbookSourceErrors(t *testing.T) {
	base := fstest.MapFS{"evidence/sources/s.json": {Data: []byte(`[{"id": "own", "type": "book", "title": "T"}]`)},
		"evidence/records/x.yaml": {Data: []byte("id: A.1\ngame: Old\nsource: {key: own}\nclauses:\n  - {n: 1, text: One.}\n")}}
	c, _ := evidence.Load(base, "")
	for _, tt := range []struct{ row, want string }{
		{`new,"{""id"": ""new"", ""type"": ""book"", ""title"": ""N""}"`, ""},
		{`new,"[{""id"": ""new"", ""type"": ""book"", ""title"": ""N""}]"`, ""},
		{`new,"{""id"": ""old"", ""type"": ""book"", ""title"": ""N""}"`, `t.csv:2:1: the key is not that of the source beside it (row 2, column A: key); found "new", expected "old"`},
		{`new,"{""id"": ""new"", ""type"": ""bok"", ""title"": ""N""}"`, `t.csv:2:5: the type of a source cannot be "bok"; expected one of: article`},
		{`new,"[]"`, "t.csv:2:5: a cell holds one source in CSL-JSON (row 2, column B: csl-json); found 0 sources"},
		{`new,`, "t.csv:2:5: the file is empty"},
		{`new,"{""id"": ""new"", ""type"": ""book"", ""title"": ""N""}"` + "\n" + `new,"{""id"": ""new"", ""type"": ""book"", ""title"": ""N""}"`, `t.csv:3:1: the source "new" is there twice; first at t.csv:2:1`},
	} {
		plan, errs := Import(c, base, "", nil, []*exchange.Grid{grid(t, "t.csv", "key,csl-json\n"+tt.row+"\n")}, Options{})
		switch {
		case tt.want == "" && (len(errs) > 0 || len(plan.Sources) != 1 || plan.Sources[0].File != "evidence/sources/new.json"):
			t.Errorf("%s: %v %+v", tt.row, errs, plan)
		case tt.want != "" && (len(errs) != 1 || !strings.HasPrefix(errs[0].Error(), tt.want)):
			t.Errorf("%s:\n got %v\nwant %s", tt.row, errs, tt.want)
		}
	}
}

// TestWorkbookEmendations: they are lines of a cell, and change where they stand.
func TestWorkbookEmendations(t *testing.T) {
	base := fstest.MapFS{"evidence/sources/s.json": {Data: []byte(`[{"id": "own", "type": "book", "title": "T"}]`)},
		"evidence/records/x.yaml": {Data: []byte("id: A.1\ngame: Tern\nsource: {key: own}\ntexts:\n  - id: print\n    emendations:\n      - {printed: nyne,   read: nine}   # as it stands\n      - printed: lotts\n        read: lots\n    note: N.\n  - id: late\nclauses:\n  - {n: 1, text: One.}\n")}}
	c, errs := evidence.Load(base, "")
	if errs != nil {
		t.Fatal(errs)
	}
	grids := sheets(t, base)
	put(t, grids, "texts", "A.1|print", "emendations", "{printed: nyne, read: nine}\n{printed: lotts, read: lots, why: \"old: see there\"}\n{printed: tyde, read: tide}")
	put(t, grids, "texts", "A.1|late", "emendations", "{printed: a, read: b}")
	plan, errs := Import(c, base, "", nil, grids, Options{})
	if errs != nil || len(plan.Changes) != 2 {
		t.Fatalf("%v %+v", errs, plan)
	}
	want := strings.NewReplacer("- printed: lotts\n        read: lots\n", "- {printed: lotts, read: lots, why: \"old: see there\"}\n      - {printed: tyde, read: tide}\n",
		"- id: late\n", "- id: late\n    emendations:\n      - printed: a\n        read: b\n").Replace(string(base["evidence/records/x.yaml"].Data))
	if diff := cmp.Diff(want, string(plan.Files[0].New)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	put(t, grids, "texts", "A.1|late", "emendations", "a for b")
	if _, errs := Import(c, base, "", nil, grids, Options{}); len(errs) != 1 || !strings.HasPrefix(errs[0].Error(), `book.xlsx!texts!G3: an emendation must be a map`) {
		t.Errorf("%v", errs)
	}
}

// TestWorkbookSaysWhatIsLost: what does not come back from a cell is named.
func TestWorkbookSaysWhatIsLost(t *testing.T) {
	long := strings.Repeat("Each hath nyne men. ", 2000)
	base := fstest.MapFS{"evidence/sources/s.json": {Data: []byte(`[{"id": "own", "type": "book", "title": "T", "abstract": "` + long + `"}]`)},
		"evidence/records/x.yaml": {Data: []byte("id: A.1\ngame: Tern\nsource: {key: own}\nages: [Adult; Child, All]\ngenders: All\ntexts:\n  - {id: print, text: \"" + long + "\"}\n" +
			"clauses:\n  - {n: 1, text: \" One. \", rule: yes}\n  - {n: 2, text: Two., wording: \"a\\nb\"}\n")}}
	c, errs := evidence.Load(base, "")
	if errs != nil {
		t.Fatal(errs)
	}
	lost, err := WriteWorkbook(c, io.Discard)
	if diff := cmp.Diff([]string{"A.1, ages", "A.1#2, wording", "A.1/print, text", "the source own"}, lost); diff != "" || err != nil {
		t.Errorf("%v (-want +got)\n%s", err, diff)
	}
	bundled, _ := evidence.Load(evidence.Bundled, "")
	if lost, err := WriteWorkbook(bundled, io.Discard); len(lost) > 0 || err != nil {
		t.Errorf("the bundled corpus: %v %v", lost, err)
	}
}

func escape(s string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(s)
}

// TestExtraInWorkbook: extra fields go out with the workbook and come back.
func TestExtraInWorkbook(t *testing.T) {
	source := &fstest.MapFile{Data: []byte(`[{"id": "s", "type": "book", "title": "T"}]`)}
	files := fstest.MapFS{"evidence/sources/s.json": source, "evidence/records/X.1.yaml": {Data: []byte(
		"id: X.1\ngame: Tern\nsource: {key: s}\nextra: {Reg. no.: a-1, material: bone}\n")}}
	c, errs := evidence.Load(files, "")
	if errs != nil {
		t.Fatal(errs)
	}
	var b bytes.Buffer
	if _, err := WriteWorkbook(c, &b); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "records.xlsx")
	if err := os.WriteFile(path, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	grids, errs := exchange.ReadXLSX(path)
	if errs != nil {
		t.Fatal(errs)
	}
	empty := fstest.MapFS{"evidence/sources/s.json": source, "evidence/records/Y.1.yaml": {Data: []byte("id: Y.1\ngame: Tern\nsource: {key: s}\n")}}
	other, _ := evidence.Load(empty, "")
	plan, errs := Import(other, empty, "", nil, grids, Options{})
	if errs != nil || len(plan.Records) != 1 || !strings.Contains(plan.Records[0].Content, "extra: {Reg. no.: a-1, material: bone}") {
		t.Fatalf("%+v, %v", plan, errs)
	}
	// A record without clauses gets its first ones.
	g, _ := exchange.ReadCSV("c.csv", "record,n,text\nX.1,2,Second.\nX.1,1,First.\n")
	plan, errs = Import(c, files, "", nil, []*exchange.Grid{g}, Options{})
	if errs != nil || len(plan.Files) != 1 || !strings.Contains(string(plan.Files[0].New), "clauses:\n  - n: 1\n    text: First.\n  - n: 2") {
		t.Fatalf("%+v, %v", plan, errs)
	}
}
