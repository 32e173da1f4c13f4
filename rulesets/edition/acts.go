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
	case a.Name == "remove" && sp.removesNobodys():
		a = lang.NobodyRemoved
	case a.Name == "thrown" && sp.lots() != nil:
		a.Happened = lang.LotDrawn
	}
	a.Happened = sp.fill(a.Happened, &saying{})
	return a
}

// removesNobodys reports whether all who can be removed are nobody's.
func (sp *speaker) removesNobodys() bool {
	some := false
	for _, a := range sp.g.Program.Allows {
		if a.Act == engine.Remove {
			if some = a.Nobodys; !some {
				return false
			}
		}
	}
	return some
}

// moveOf names a move by its act.
func (sp *speaker) moveOf(a engine.Act) string { return sp.act(a.String()).Move }
