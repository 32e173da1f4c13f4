package measure

import (
	"fmt"
	"slices"
	"strings"
)

// Aspect is what of play a metric is about. Those before matter more.
type Aspect int

// The aspects, in the order in which doubts are told.
const (
	Ending Aspect = iota // whether a game ends
	Winner               // who prevails, or whether anybody does
	Score
	Length
	Choice
	Aspects
)

var aspectWords = []string{"whether it ends", "who prevails", "score", "length", "choice"}

func (a Aspect) String() string { return aspectWords[a] }

// MarshalText writes the aspect in words.
func (a Aspect) MarshalText() ([]byte, error) { return []byte(a.String()), nil }

// UnmarshalText reads what MarshalText writes.
func (a *Aspect) UnmarshalText(text []byte) error {
	k := slices.Index(aspectWords, string(text))
	if k < 0 {
		return fmt.Errorf("%q is none of: %s", text, strings.Join(aspectWords, ", "))
	}
	*a = Aspect(k)
	return nil
}
