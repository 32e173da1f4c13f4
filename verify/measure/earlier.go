package measure

import (
	"fmt"
	"strings"

	"github.com/lectio/lectio/verify/playout"
)

// Resting says what of a report rests on games that were played earlier.
type Resting struct {
	From            string   `json:"from"`
	Seeds           []uint64 `json:"seeds"`
	Interpretations int      `json:"interpretations"`
	Games           int      `json:"games"`
	Fewer           int      `json:"on_fewer_games,omitempty"` // interpretations that rest on fewer games than were planned
	Played          []string `json:"played"`                   // interpretations that it does not hold
}

// RestingOn says which of some interpretations rest on earlier games, nil where there are
// no such games at all.
func RestingOn(e *playout.Earlier, interpretations []string) *Resting {
	if e == nil {
		return nil
	}
	r := &Resting{From: e.Name, Seeds: e.Seeds, Played: []string{}}
	seen := map[string]bool{}
	for _, name := range interpretations {
		s := e.Of(name)
		switch {
		case seen[name]:
		case s == nil:
			r.Played = append(r.Played, name)
		default:
			r.Interpretations++
			r.Games += s.Played
			if s.Played < s.Games {
				r.Fewer++
			}
		}
		seen[name] = true
	}
	return r
}

// namedAtMost are the interpretations that are named, of those that were played.
const namedAtMost = 5

// Words say it in a sentence.
func (r *Resting) Words() string {
	seeds := strings.Trim(strings.ReplaceAll(fmt.Sprint(r.Seeds), " ", ", "), "[]")
	text := fmt.Sprintf("%s of %s are those of the sweep %s (seed %s)", AtRandom.Games(r.Games), Plural(r.Interpretations, "interpretation"), r.From, seeds)
	if r.Fewer > 0 {
		text += fmt.Sprintf(", %s of them on fewer games than were planned", Thousands(r.Fewer))
	}
	if n := len(r.Played); n > 0 {
		text += "; played now, because it does not hold them: " + strings.Join(r.Played[:min(n, namedAtMost)], ", ")
		if n > namedAtMost {
			text += fmt.Sprintf(" and %s more", Thousands(n-namedAtMost))
		}
	}
	return text
}
