package edition

import (
	"strings"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/lang"
)

// Sentences, continued: acts and events, as words say them.

// act says an act or event in this game; the zero value for another word.
func (sp *speaker) act(name string) lang.Act {
	a := lang.ActNamed(strings.ReplaceAll(name, "_", "-"))
	switch {
	case a.Name == "step" && sp.stepsFar():
		return lang.AnyStep
	case a.Name == "thrown" && sp.lots() != nil:
		a.Happened = lang.LotDrawn
	}
	a.Happened = sp.fill(a.Happened, &saying{})
	return a
}

// moveOf names a move by its act.
func (sp *speaker) moveOf(a engine.Act) string { return sp.act(a.String()).Move }
