// Package core makes the one file by which pages ask the program itself: cmd/core, built for a browser, with what
// starts it there. Pages load it when somebody plays or writes, by assets/desk.js.
package core

import (
	"bytes"
	"compress/gzip"
	"context"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

//go:embed worker.js
var worker string

// Script is the text of assets/core.js: a call of lectioCore with the source of a worker and the packed program that the
// worker runs. progress is told what is being done, since a first build takes half a minute.
func Script(ctx context.Context, progress func(what string)) ([]byte, error) {
	progress("building the program that pages ask")
	wasm, err := build(ctx)
	if err != nil {
		return nil, err
	}
	glue, err := glueOf(ctx)
	if err != nil {
		return nil, err
	}
	var packed bytes.Buffer
	z, _ := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if _, err := z.Write(wasm); err != nil {
		return nil, err
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	source, err := json.Marshal(glue + worker)
	if err != nil {
		return nil, err
	}
	return fmt.Appendf(nil, "lectioCore(%s, %q);\n", source, base64.StdEncoding.EncodeToString(packed.Bytes())), nil
}

// build builds cmd/core by the sources that this program was built from.
func build(ctx context.Context) ([]byte, error) {
	_, here, _, _ := runtime.Caller(0)
	dir, err := os.MkdirTemp("", "lectio-core")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "core.wasm")
	cmd := exec.CommandContext(ctx, "go", "build", "-trimpath", "-gcflags=all=-l", "-ldflags=-s -w", "-o", file, "./cmd/core")
	cmd.Dir = filepath.Join(filepath.Dir(here), "..", "..", "..")
	if !filepath.IsAbs(here) { // built with -trimpath
		found, err := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Dir}}", "github.com/lectio/lectio").Output()
		if err != nil {
			return nil, err
		}
		cmd.Dir = strings.TrimSpace(string(found))
	}
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("the program that pages ask could not be built: %v: %s", err, out)
	}
	return os.ReadFile(file)
}

// glueOf is what Go has to start its programs in a browser, which has to be of the version that built the program.
func glueOf(ctx context.Context) (string, error) {
	root, err := exec.CommandContext(ctx, "go", "env", "GOROOT").Output()
	if err != nil {
		return "", err
	}
	text, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib/wasm/wasm_exec.js"))
	return string(text), err
}
