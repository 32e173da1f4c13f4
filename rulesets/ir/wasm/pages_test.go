package wasm_test

import (
	"testing"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/ir/wasm"
	"github.com/lectio/lectio/testdata/bundled"
	"github.com/lectio/lectio/testdata/long"
)

// TestModulesForPages makes the modules of all games for a browser.
func TestModulesForPages(t *testing.T) {
	for i, d := range append(bundled.Corpus(t).Definitions, rulesets.OpenGallery().Definitions...) {
		if !long.Form() && i%9 != 0 && d.ID != "gallery:gomoku" {
			continue
		}
		p := defaultGame(t, d.ID).Program
		if _, err := wasm.Generate(p, wasm.Options{States: true, Explain: true, Weigh: true, Browser: true}); err != nil {
			t.Errorf("%s: %v", d.ID, err)
		}
	}
}
