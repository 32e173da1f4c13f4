package emit

import (
	"errors"
	"testing"

	"github.com/lectio/lectio/rulesets/ir"
	"github.com/lectio/lectio/rulesets/ir/wasm/asm"
	"github.com/lectio/lectio/rulesets/ir/wasm/state"
)

// TestBrowserLocals places a function of as many local variables as a browser takes, and of one
// more: that is refused for a browser, and for nothing else.
func TestBrowserLocals(t *testing.T) {
	for locals, refused := range map[int]bool{browserLocals: false, browserLocals + 1: true} {
		for _, browser := range []bool{false, true} {
			g := &gen{m: asm.NewModule(nil), Memory: &state.Memory{Options: state.Options{Browser: browser}}}
			f := g.m.Declare("f", []asm.Type{asm.I32}, nil) // its parameter is one of them
			for range locals - 1 {
				f.Variable(asm.Lit(1))
			}
			_, _, err := g.place()
			var lacks ir.Unsupported
			if want := refused && browser; errors.As(err, &lacks) != want || err == nil == want {
				t.Errorf("%d local variables, for a browser %v: %v", locals, browser, err)
			}
		}
	}
}
