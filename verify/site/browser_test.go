package site_test

import (
	"context"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// browser starts a headless browser, and skips where there is none.
func browser(t *testing.T, width, height int) context.Context {
	t.Helper()
	path := os.Getenv("LECTIO_BROWSER")
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path == "" {
			path, _ = exec.LookPath(name)
		}
	}
	if path == "" {
		t.Skip("there is no browser here")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.WindowSize(width, height))
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	ctx, cancel = context.WithTimeout(ctx, 10*time.Minute)
	t.Cleanup(cancel)
	return ctx
}

func TestZZShot(t *testing.T) {
	dir := os.Getenv("SHOT_DIR")
	if dir == "" {
		t.Skip()
	}
	ctx := browser(t, 1280, 1400)
	run := func(a ...chromedp.Action) {
		if err := chromedp.Run(ctx, a...); err != nil {
			t.Fatal(err)
		}
	}
	var b []byte
	run(chromedp.Navigate("file://"+dir+"/"+os.Getenv("SHOT_PATH")), chromedp.Sleep(1500*time.Millisecond))
	if js := os.Getenv("SHOT_JS"); js != "" {
		var out any
		run(chromedp.Evaluate(js, &out), chromedp.Sleep(800*time.Millisecond))
		t.Log(out)
	}
	run(chromedp.CaptureScreenshot(&b))
	os.WriteFile("/tmp/site/shot.png", b, 0o644)
}
