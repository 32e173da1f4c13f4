package wasm_test

import (
	"strings"
	"testing"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/ir/wasm"
	"github.com/lectio/lectio/testdata/bundled"
	"github.com/lectio/lectio/testdata/long"
)

// TestModulesForPages makes the modules of all games for a browser, but of those it names.
func TestModulesForPages(t *testing.T) {
	refused := map[string]string{
		"gallery:gomoku": "a board of more than 128 places",
	}
	for i, d := range append(bundled.Corpus(t).Definitions, rulesets.OpenGallery().Definitions...) {
		if !long.Form() && i%9 != 0 && refused[d.ID] == "" {
			continue
		}
		p := defaultGame(t, d.ID).Program
		_, err := wasm.Generate(p, wasm.Options{States: true, Explain: true, Weigh: true, Browser: true})
		switch want := refused[d.ID]; {
		case want == "" && err != nil:
			t.Errorf("%s: %v", d.ID, err)
		case want != "" && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("%s: %v, want that it has %s", d.ID, err, want)
		}
	}
}
