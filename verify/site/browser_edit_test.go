package site_test

import (
	"bufio"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/lectio/lectio/rulesets/starter"
)

// promised is what a promise of a page comes to.
func promised[T any](r *reader, expression string) T {
	r.Helper()
	return says[T](r, expression, func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) })
}

// TestPagesOfOthersCannotWrite has a page of the server write, and a page of another address try it: by fetch, with all
// that a page of the server sends, the token too; by what a browser sends without asking; and by forms.
func TestPagesOfOthersCannotWrite(t *testing.T) {
	if os.Getenv("LECTIO_BROWSER") == "" {
		t.Skip("set LECTIO_BROWSER to the path of a browser, or to find")
	}
	script, err := os.ReadFile("assets/watch.js")
	if err != nil {
		t.Fatal(err)
	}
	page := []byte(`<!doctype html><title>T</title><div class="top"></div><a href="other/index.html">other</a><script src="/assets/watch.js"></script>`)
	server, wrote := edited(t, "RIGHT", map[string][]byte{"index.html": page, "other/index.html": page, "assets/watch.js": script})
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte(`<!doctype html><title>another</title><iframe name="sink"></iframe>`))
	}))
	t.Cleanup(other.Close)

	r := look(t, t.TempDir(), 1280)
	r.root = server.URL
	r.open("")
	r.await(`document.querySelector(".trouble") !== null`)
	if says[bool](r, `!!globalThis.lectioEdit`) {
		t.Error("a page may write that does not know the token")
	}

	r.root = other.URL
	r.open("")
	tried := promised[[]string](r, `(async () => {
		const to = "`+server.URL+`/lectio-edit", body = JSON.stringify({ patch: "theirs" }), out = [];
		const as = async (how) => { try { const a = await fetch(to, { method: "POST", body, ...how }); out.push(a.type === "opaque" ? "sent" : "read " + a.status); } catch { out.push("refused"); } };
		await as({ headers: { "Lectio-Token": "RIGHT", "Content-Type": "application/json" } });
		await as({ headers: { "Lectio-Token": "RIGHT", "Content-Type": "application/json" }, credentials: "include" });
		await as({ headers: { "Content-Type": "application/json" } });
		await as({ headers: { "Content-Type": "text/plain" } });
		await as({ mode: "no-cors", headers: { "Content-Type": "text/plain" } });
		navigator.sendBeacon(to, body);
		for (const kind of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"]) {
			const f = document.createElement("form"), i = document.createElement("input");
			f.action = to; f.method = "post"; f.enctype = kind; f.target = "sink";
			i.name = '{"patch": "theirs", "x": "'; i.value = '"}';
			f.append(i);
			document.body.append(f);
			const done = new Promise((ready) => { document.querySelector("iframe").onload = ready; });
			f.submit();
			await Promise.race([done, new Promise((ready) => setTimeout(ready, 3000))]);
		}
		return out;
	})()`)
	if want := []string{"refused", "refused", "refused", "refused", "sent"}; !slices.Equal(tried, want) {
		t.Errorf("a page of another address: %q, want %q", tried, want)
	}
	if got := wrote.all(); len(got) > 0 {
		t.Fatalf("a page of another address has written %q", got)
	}

	r.root = server.URL
	r.open("#edit=RIGHT")
	r.await(`!!globalThis.lectioEdit`)
	if at := says[string](r, `location.href`); strings.Contains(at, "RIGHT") {
		t.Errorf("the token stays in the address: %s", at)
	}
	says[bool](r, `(document.querySelector("a").click(), true)`)
	r.await(`location.pathname.startsWith("/other/") && !!globalThis.lectioEdit`)
	if from := says[string](r, `document.referrer`); strings.Contains(from, "RIGHT") {
		t.Errorf("the token is told to the next page: %s", from)
	}
	if got := promised[string](r, `lectioEdit.write("bad").then((a) => a.errors[0].message + a.errors[0].line)`); got != "this is bad3" {
		t.Errorf("what is wrong is told as %q", got)
	}
	if got := promised[[]string](r, `lectioEdit.write("ours").then((a) => a.written)`); len(got) != 1 || !slices.Equal(wrote.all(), []string{"ours"}) {
		t.Errorf("a page of the server is told %q, and %q was written", got, wrote.all())
	}
}

// A record that is changed by form is written to its file by the server that shows the pages, comments and all, and the pages show it anew;
// what would leave the corpus with an error is not written, and the page says why.
func TestRecordIsWrittenToCorpus(t *testing.T) {
	if os.Getenv("LECTIO_BROWSER") == "" {
		t.Skip("set LECTIO_BROWSER to the path of a browser, or to find")
	}
	program, dir := filepath.Join(t.TempDir(), "lectio"), t.TempDir()
	if out, err := exec.Command("go", "build", "-o", program, "../../cmd/lectio").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if err := os.CopyFS(dir, starter.Examples()); err != nil {
		t.Fatal(err)
	}
	server := exec.Command(program, "site", "--corpus", dir, "--serve", "--edit", "--port", "0", "--effort", "quick")
	said, err := server.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = server.Process.Signal(os.Interrupt)
		_ = server.Wait()
	})
	var address []string
	lines := bufio.NewScanner(said)
	for address == nil && lines.Scan() {
		address = regexp.MustCompile(`^open (http://127\.0\.0\.1:[0-9]+)/(#edit=[A-Z2-7]+) in a browser`).FindStringSubmatch(lines.Text())
	}
	if address == nil {
		t.Fatal("no address is printed")
	}
	go func() { _, _ = io.Copy(io.Discard, said) }()
	file := filepath.Join(dir, "evidence/records/EXAMPLE.1.yaml")
	text := func() string {
		t.Helper()
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	was := text()
	want := strings.Replace(was, "game: Three in a Row\n", "game: Ninepins\n", 1)

	r := look(t, t.TempDir(), 1280)
	r.root = address[1]
	r.open(address[2])
	r.await(`!!globalThis.lectioEdit && document.querySelector("nav") !== null`)
	r.open("record/EXAMPLE.1/index.html")
	r.await(`document.querySelector(".mend a") !== null`)
	r.do(chromedp.Click(".mend a", chromedp.ByQuery))
	r.await(`document.body.dataset.ready === "yes" && document.getElementById("f-game") !== null`)
	change := func(id, to string) {
		t.Helper()
		r.do(chromedp.Click(field(id), chromedp.ByQuery), chromedp.KeyEvent("a", chromedp.KeyModifiers(input.ModifierCtrl)))
		r.write(id, to)
		r.await(`document.querySelector("#drafts .acts button:nth-of-type(2)") !== null`)
		r.do(chromedp.Click("#drafts .acts button:nth-of-type(2)", chromedp.ByQuery))
	}
	change("f-game", "Ninepins")
	r.await(`/^Written: evidence.records.EXAMPLE.1.yaml/.test(document.querySelector("#drafts .acts [role=status]")?.textContent) || /Nothing is changed yet/.test(document.getElementById("drafts")?.textContent)`)
	if got := text(); got != want || want == was {
		t.Errorf("the file is\n%s", got)
	}
	r.await(`document.body.dataset.ready === "yes" && document.getElementById("drafts")?.textContent.includes("Nothing is changed yet") && document.getElementById("f-game")?.value === "Ninepins"`)
	change("f-game", kb.Delete)
	r.await(`/^Nothing was written\. .*EXAMPLE\.1\.yaml:3: .*lacks the key "game"/.test(document.querySelector("#drafts .acts [role=status]")?.textContent)`)
	if got := text(); got != want {
		t.Errorf("it was written:\n%s", got)
	}
	r.open("record/EXAMPLE.1/index.html")
	r.await(`document.querySelector("main")?.textContent.includes("Ninepins")`)
}
