package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/lectio/lectio/rulesets"
)

// A page of the address that is printed writes to the corpus, what is wrong is told with its place in the patch or in
// the files as they would be, and undo takes back what was written.
func TestSiteEdit(t *testing.T) {
	dir := t.TempDir()
	record := filepath.Join(dir, "evidence", "records", "Coast.1.yaml")
	const was = "id: Coast.1\ngame: Tern # its name\n"
	if err := os.MkdirAll(filepath.Dir(record), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(record, []byte(was), 0o644); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	said, stderr := io.Pipe()
	ended := make(chan int, 1)
	go func() {
		status := runContext(ctx, strings.NewReader(""), io.Discard, stderr, []string{"site", "--corpus", dir, "--serve", "--edit", "--port", "0"})
		stderr.Close()
		ended <- status
	}()
	lines := bufio.NewScanner(said)
	var address []string
	for address == nil && lines.Scan() {
		address = regexp.MustCompile(`^open (http://127\.0\.0\.1:[0-9]+)/#edit=([A-Z2-7]{26}) in a browser`).FindStringSubmatch(lines.Text())
	}
	if address == nil {
		t.Fatal("no address with a token was printed")
	}
	go func() { _, _ = io.Copy(io.Discard, said) }()
	send := func(origin, token, patch string) (int, string) {
		t.Helper()
		body, err := json.Marshal(map[string]string{"patch": patch})
		if err != nil {
			t.Fatal(err)
		}
		r, err := http.NewRequest("POST", address[1]+"/lectio-edit", bytes.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header = http.Header{"Origin": {origin}, "Lectio-Token": {token}, "Content-Type": {"application/json"}}
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		text, err := io.ReadAll(answer.Body)
		if err != nil {
			t.Fatal(err)
		}
		return answer.StatusCode, string(text)
	}
	const head = "diff --git a/evidence/records/Coast.1.yaml b/evidence/records/Coast.1.yaml\n--- a/evidence/records/Coast.1.yaml\n+++ b/evidence/records/Coast.1.yaml\n@@ -1,2 +1,2 @@\n id: Coast.1\n"
	const mends, breaks = head + "-game: Tern # its name\n+game: Gull # its name\n", head + "-game: Tern # its name\n+gam: Gull # its name\n"
	const leaves = "diff --git a/../x b/../x\nnew file mode 100644\n"
	for _, c := range []struct {
		origin, token, patch string
		status               int
		want                 string
	}{
		{"http://example.org", address[2], mends, 403, "only the pages of this edition"},
		{address[1], "AAAAAAAAAAAAAAAAAAAAAAAAAA", mends, 403, "token"},
		{address[1], address[2], breaks, 422, `unknown key`},
		{address[1], address[2], leaves, 422, `"line":1,"column":1`},
		{address[1], address[2], strings.Replace(mends, "-game: Tern", "-game: Puffin", 1), 422, `"line":6,"column":8`},
	} {
		if status, text := send(c.origin, c.token, c.patch); status != c.status || !strings.Contains(text, c.want) {
			t.Errorf("%d, %s; want %d, %s", status, text, c.status, c.want)
		}
	}
	text := func() string {
		data, err := os.ReadFile(record)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	if text() != was {
		t.Fatalf("it was written: %s", text())
	}
	if status, said := send(address[1], address[2], mends); status != 200 || text() != "id: Coast.1\ngame: Gull # its name\n" || !strings.Contains(said, `{"written":["evidence/records/Coast.1.yaml"]}`) {
		t.Errorf("%d, %s: %s", status, said, text())
	}
	cancel()
	select {
	case <-ended:
	case <-time.After(time.Minute):
		t.Fatal("it does not end")
	}
	if out := output(t, "", "evidence", "undo", "--corpus", dir); text() != was || !strings.Contains(out, "takes back: apply of patch of a page") {
		t.Errorf("%s%s", out, text())
	}
}

// Pages write only to a corpus of one's own, while they are served.
func TestSiteEditIsRefused(t *testing.T) {
	for args, want := range map[string]string{
		"site --edit --out x": "pages write to a corpus only while they are served",
		"site --serve --edit": "the corpus inside the program cannot be changed",
		"site --serve --edit --corpus " + rulesets.GalleryName: "the corpus inside the program cannot be changed",
		"site --serve --edit --out x --corpus y":               "pages are shown to a browser, or written to a folder",
	} {
		if status, out := ran(t, strings.Fields(args)...); status != exitUnusable || !strings.Contains(out, want) {
			t.Errorf("%s: %d, %s", args, status, out)
		}
	}
}
