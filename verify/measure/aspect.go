package measure

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lectio/lectio/rulesets/ast"
)

// Aspect is what of play a metric is about. Those before matter more.
type Aspect int

// The aspects, in the order of ast.Aspects, in which doubts are told.
const (
	Ending Aspect = iota // whether a game ends
	Winner               // who prevails, or whether anybody does
	Score
	Length
	Choice
	Aspects // also where a measure is about none of them
)

// aspectOf is the aspect of a word of ast.Aspects.
func aspectOf(word string) Aspect {
	if k := slices.Index(ast.Aspects, word); k >= 0 {
		return Aspect(k)
	}
	return Aspects
}

var aspectWords = []string{"whether it ends", "who prevails", "score", "length", "choice", "anything else"}

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
