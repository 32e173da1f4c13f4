package evidence

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lectio/lectio/evidence/exchange"
)

// workbook writes the bundled corpus as a workbook.
func workbook(t *testing.T) (*Corpus, string) {
	t.Helper()
	c, errs := Load(Bundled, "")
	if errs != nil {
		t.Fatal(errs)
	}
	var b, again bytes.Buffer
	if err := c.WriteWorkbook(&b); err != nil {
		t.Fatal(err)
	}
	if err := c.WriteWorkbook(&again); err != nil || !bytes.Equal(b.Bytes(), again.Bytes()) {
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
	plan, errs := Import(c, Bundled, "", nil, grids)
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
// turned into its flat format, changed there, and saved as a workbook again.
func TestWorkbookInLibreOffice(t *testing.T) {
	office, err := exec.LookPath("soffice")
	if err != nil || testing.Short() {
		t.Skip("no LibreOffice")
	}
	c, path := workbook(t)
	dir := t.TempDir()
	convert := func(format, file string) string {
		out, err := exec.Command(office, "-env:UserInstallation=file://"+dir+"/profile", "--headless", "--convert-to", format, "--outdir", dir, file).CombinedOutput()
		if err != nil {
			t.Skipf("LibreOffice does not run: %v %s", err, out)
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
	plan, errs := Import(c, Bundled, "", nil, grids)
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
}

func escape(s string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(s)
}
