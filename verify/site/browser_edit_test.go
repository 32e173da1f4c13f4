package site_test

import (
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/runtime"
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
