package core

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/lectio/lectio/evidence/diag"
)

// built is the core as Go builds it for a page, and Go's script that runs it.
func built(ctx context.Context) (module, runner []byte, err error) {
	root, err := sources(ctx)
	if err != nil {
		return nil, nil, err
	}
	goroot, err := command(ctx, root, "env", "GOROOT")
	if err != nil {
		return nil, nil, err
	}
	runner, err = os.ReadFile(filepath.Join(strings.TrimSpace(string(goroot)), "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return nil, nil, err
	}
	dir, err := os.MkdirTemp("", "lectio-core-*")
	if err != nil {
		return nil, nil, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "core.wasm")
	// Calls stay calls: written out in place they make the file a fifth larger to send, and what plays fast is the module it generates.
	if _, err = command(ctx, root, "build", "-trimpath", "-buildvcs=false", "-gcflags=all=-l", "-ldflags=-s -w -buildid=", "-o", file, "./cmd/core"); err != nil {
		return nil, nil, err
	}
	module, err = os.ReadFile(file)
	return module, runner, err
}

// sources is the folder of the sources that this program was built from: where the compiler saw them, or, for a program that was
// built with -trimpath, where the go command finds its module.
func sources(ctx context.Context) (string, error) {
	_, file, _, _ := runtime.Caller(0)
	root := filepath.Join(filepath.Dir(file), "..", "..", "..")
	if !filepath.IsAbs(file) {
		found, err := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Dir}}", "github.com/lectio/lectio").Output()
		if err == nil {
			root = strings.TrimSpace(string(found))
		}
	}
	if _, err := os.Stat(filepath.Join(root, "cmd", "core", "doc.go")); err != nil {
		return "", none(root, "the sources that this program was built from, where they were then")
	}
	return root, nil
}

// none says that the core is not to be had, and what to do.
func none(found, expected string) error {
	return diag.Errors{{Found: diag.Quote(found), Expected: expected +
		"; or a released program, which has it inside, as one has that is built by: go generate ./verify/site/core && go build -tags core ./cmd/lectio",
		Message: "the core that plays in pages is not in this program, and cannot be built"}}
}

// command runs Go for a page's kind of machine.
func command(ctx context.Context, dir string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0")
	cmd.WaitDelay = 10 * time.Second // for what it started
	var said bytes.Buffer
	cmd.Stderr = &said
	out, err := cmd.Output()
	switch {
	case err == nil:
		return out, nil
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.Is(err, exec.ErrNotFound):
		return nil, none("no command go", "Go, to be found by the PATH")
	}
	return nil, none("go "+args[0]+": "+err.Error()+"\n"+strings.TrimSpace(said.String()), "sources that build")
}
