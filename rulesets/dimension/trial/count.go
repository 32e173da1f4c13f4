package trial

import (
	"slices"
	"strings"
	"sync"
)

// byName are the trials by their names.
var byName = sync.OnceValue(func() map[string]*Trial {
	out := map[string]*Trial{}
	for _, tr := range All() {
		out[tr.Named()] = tr
	}
	return out
})

// Named returns the trial of a name, written with _ for spaces; nil for none.
func Named(name string) *Trial { return byName()[name] }

// Named is the name of a trial as files have it.
func (tr *Trial) Named() string { return strings.NewReplacer(" ", "_", ",", "").Replace(tr.Name) }

// All are all trials.
func All() []*Trial {
	return []*Trial{BesideOwn, BesideOwnEntering, OntoEnemies, ThroughRow, ClosingRow, Past, OntoOne, OntoOneEntering, HeldEntry, WhereTo, WaitingFirst,
		HowFar, HowFarThen, Overshoot, InsteadOf, GrandSlam, HeldBack, LastOffFar, LastOffWaiting, LastOffOver, Figures, ShutIn, PinnedEnds, SoughtOut, Again, AgainTaking,
		Compelled, Owes, PutUp[false], PutUp[true], InTurn[false], InTurn[true], Unplayable[false], Unplayable[true]}
}

// Of are the trials that came out like this: an outcome is one word or several, of which the first are asked for,
// and may be of parts with commas, of which one is enough. Without words it is all that came out.
func Of(list []Tried, words []string) (out []Tried) {
	alike := func(part string) bool {
		is := strings.Fields(part)
		return len(is) >= len(words) && slices.Equal(is[:len(words)], words)
	}
	for i := range list {
		if slices.ContainsFunc(strings.Split(list[i].Is, ", "), alike) {
			out = append(out, list[i])
		}
	}
	return out
}
