package core

import (
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// A page as the edition has them, with no more rights.
const asking = `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Asking</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src blob:; connect-src 'self'">
<script src="desk.js" defer></script></head><body data-root=""></body></html>`

// A browser reads the script back from a disk, and from a server that says that it is in UTF-8, as servers do of all
// scripts; and the core answers.
func TestInBrowser(t *testing.T) {
	browser := os.Getenv("LECTIO_BROWSER")
	if browser == "" {
		t.Skip("set LECTIO_BROWSER to the path of a browser, or to find")
	}
	if browser == "find" {
		for _, name := range []string{"google-chrome", "chromium-browser", "chromium"} {
			if path, err := exec.LookPath(name); err == nil {
				browser = path
			}
		}
	}
	script, err := Script(t.Context(), func(string) {})
	if err != nil {
		t.Fatal(err)
	}
	desk, err := os.ReadFile("../assets/desk.js")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, data := range map[string][]byte{"asking.html": []byte(asking), "desk.js": desk, "assets/core.js": script} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, ".js") {
			w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
		}
		w.Header().Set("X-Content-Type-Options", "nosniff")
		http.ServeFile(w, r, filepath.Join(dir, filepath.FromSlash(r.URL.Path)))
	}))
	defer server.Close()
	ctx, cancel := chromedp.NewExecAllocator(t.Context(), append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(browser), chromedp.NoSandbox,
		chromedp.WSURLReadTimeout(2*time.Minute))...)
	defer cancel()
	ctx, cancel = chromedp.NewContext(ctx)
	defer cancel()
	ctx, cancel = context.WithTimeout(ctx, 10*time.Minute)
	defer cancel()
	for _, root := range []string{"file://" + filepath.ToSlash(dir), server.URL} {
		var said []string
		var took struct{ Loaded, Answers float64 }
		err := chromedp.Run(ctx, chromedp.Navigate(root+"/asking.html"),
			chromedp.Evaluate(`(async () => {
				const began = performance.now();
				window.said = [];
				const desk = await Desk.open((what) => { said.push(what); if (what.includes(" 0 %")) window.loaded = performance.now() - began; });
				const answer = await desk.ask({ ruleset: "none" });
				said.push(answer.errors[0].message);
				window.took = { loaded, answers: performance.now() - began };
			})()`, nil, func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }),
			chromedp.Evaluate(`said`, &said), chromedp.Evaluate(`took`, &took))
		if err != nil {
			t.Fatalf("%s: %v", root, err)
		}
		if all := strings.Join(said, "; "); !strings.Contains(all, "unpacking the program: 50 %") || !strings.HasSuffix(all, "no corpus has been brought yet") {
			t.Errorf("%s: %s", root, all)
		}
		t.Logf("%.5s: loaded after %.0f ms, answers after %.0f ms", root, took.Loaded, took.Answers)
	}
}
