package core

import (
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"fmt"
	"slices"
	"sync"

	"github.com/lectio/lectio/verify/kept"
)

// What the script is made of besides the core: the worker that runs it, what unpacks it there, and whose it all is.
var (
	//go:embed worker.js
	worker []byte
	//go:embed brotli.js
	decoder []byte
	//go:embed licences.txt
	licences []byte
)

// form is raised with every change that makes another script of the same core.
const form = 2

// once has those who ask at the same time wait for one who makes it.
var once sync.Mutex

// Script is the script for a page: the one inside the program, or else the one that is kept of the same
// core, or it is made, which takes a minute or two of a processor. Progress is told what is being done.
func Script(ctx context.Context, progress func(string)) ([]byte, error) {
	if inside != nil {
		return inside, nil
	}
	once.Lock()
	defer once.Unlock()
	progress("building the program that pages ask")
	module, runner, err := built(ctx)
	if err != nil {
		return nil, err
	}
	scripts := kept.InUserCache("core", nil)
	sum := sha256.New()
	for _, of := range [][]byte{module, runner, decoder, worker, licences} {
		fmt.Fprintf(sum, "%d %d %s", form, len(of), of)
	}
	name := hex.EncodeToString(sum.Sum(nil)[:16]) + ".js"
	if script := scripts.Read(name); script != nil {
		return script, nil
	}
	script, err := script(ctx, module, runner, progress)
	if err == nil {
		scripts.Keep(name, script)
	}
	return script, err
}

//go:generate go run ./make core.js

// MostBytes is how large the script may be in a release.
const MostBytes = 3_000_000

// Make makes the script that a release has inside.
func Make(ctx context.Context, progress func(string)) ([]byte, error) {
	progress("building the program that pages ask")
	module, runner, err := built(ctx)
	if err != nil {
		return nil, err
	}
	out, err := script(ctx, module, runner, progress)
	if len(out) > MostBytes {
		return nil, fmt.Errorf("the script for pages has %d bytes, and may have %d", len(out), MostBytes)
	}
	return out, err
}

// script makes the script of a core as Go built it.
func script(ctx context.Context, module, runner []byte, progress func(string)) ([]byte, error) {
	module, err := shrink(module)
	if err != nil {
		return nil, err
	}
	progress("packing the program that pages ask")
	parts, err := pack(ctx, module)
	if err != nil {
		return nil, err
	}
	program, err := deflated(slices.Concat(runner, []byte("\n"), decoder, []byte("\n"), worker))
	if err != nil {
		return nil, err
	}
	out := appendText(nil, "\ufeff/*\n"+string(licences)+"*/\nlectioCore({\n\"source\": ")
	out = appendPacked(out, program)
	for i, p := range parts {
		out = appendText(out, []string{",\n\"parts\": [\n", ",\n"}[min(i, 1)])
		out = appendPacked(out, p)
	}
	return appendText(out, "\n]});\n"), nil
}
