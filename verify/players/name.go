package players

import (
	"fmt"
	"math/big"
	"regexp"
	"strconv"
	"strings"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/verify/solve/strategies"
)

// Rung is a kind of program.
type Rung uint8

// The rungs of the ladder.
const (
	Random Rung = iota
	Weighing
	Searching
	Playouts
	Perfect
)

var rungs = [...]string{"random", "learned", "searching", "playouts", "perfect"}

// Name is a program as it is asked for: its text settles, with a ruleset, how it plays.
type Name struct {
	Rung       Rung
	Seed       uint64 // of the training, where it has learned
	Iterations int    // of a search, for each decision
	Errors     uint32 // of a million moves of a perfect program, those that are drawn from all that may be made
	OfDefault  bool   // what it has learned it learned of the default of the ruleset, and plays the interpretation by that
}

// ByDefault is the program that has learned the default and not the interpretation that it plays; itself where it has learned nothing.
func (n Name) ByDefault() Name {
	n.OfDefault = n.Learns()
	return n
}

// Learns reports whether the program plays by what it has learned.
func (n Name) Learns() bool { return n.Rung == Weighing || n.Rung == Searching }

// CanBeWritten are the names of programs, for messages and help.
const CanBeWritten = "random, learned, learned:SEED, searching:N, playouts:N (N lines followed for a decision), perfect or perfect:SHARE (a share of its moves is drawn); :default behind learned or searching (it learned the default, and plays a reading by that)"

// ofDefault is what stands behind the name of a program that has learned the default.
const ofDefault = ":default"

// mostIterations bounds a search; a decision of a million lines takes some seconds.
const mostIterations = 10_000_000

// decimal is how a share is written.
var decimal = regexp.MustCompile(`^[0-9]+(\.[0-9]+)?$`)

// LearnedByAll is the name of a program that learned which in some commands stands for those of all trainings.
const LearnedByAll = "learned"

// usualSeed is that of a training of which nobody says another.
const usualSeed = 1

// ParseName reads the name of a program.
func ParseName(text string) (Name, error) {
	refuse := func(message string) (Name, error) {
		return Name{}, diag.Error{Found: diag.Quote(text), Expected: CanBeWritten, Message: message}
	}
	name, byDefault := strings.CutSuffix(text, ofDefault)
	rung, number, more := strings.Cut(name, ":")
	if byDefault && rung != rungs[Weighing] && rung != rungs[Searching] {
		return refuse("only a program that learns can have learned the default")
	}
	switch rung {
	case "random":
		if more {
			return refuse("random has nothing behind it")
		}
		return Name{}, nil
	case "learned":
		n := Name{Rung: Weighing, Seed: usualSeed, OfDefault: byDefault}
		if more {
			seed, err := strconv.ParseUint(number, 10, 32)
			if err != nil {
				return refuse("the seed of a training is a whole number, written as learned:2")
			}
			n.Seed = seed
		}
		return n, nil
	case "searching", "playouts":
		n := Name{Rung: Searching, Seed: usualSeed, OfDefault: byDefault}
		if rung == "playouts" {
			n = Name{Rung: Playouts}
		}
		var err error
		if n.Iterations, err = strconv.Atoi(number); err != nil || n.Iterations < 1 || n.Iterations > mostIterations {
			return refuse(fmt.Sprintf("a search says how many lines it follows for a decision, from 1 to %d: %s:1000", mostIterations, rung))
		}
		return n, nil
	case "perfect":
		n := Name{Rung: Perfect}
		if more {
			share, ok := new(big.Rat).SetString(number)
			if ok {
				share.Mul(share, big.NewRat(strategies.Million, 1))
			}
			if !ok || !decimal.MatchString(number) || !share.IsInt() || share.Sign() <= 0 || share.Cmp(big.NewRat(strategies.Million, 1)) > 0 {
				return refuse("the share of moves that are drawn is a number above 0, at most 1, of at most six decimals, written as perfect:0.1")
			}
			n.Errors = uint32(share.Num().Int64())
		}
		return n, nil
	}
	message := "there is no such program"
	if near := diag.DidYouMean(rung, rungs[:]); near != "" {
		message += "; " + near
	}
	return refuse(message)
}

// MarshalText writes the name as ParseName reads it.
func (n Name) MarshalText() ([]byte, error) { return []byte(n.String()), nil }

// String is the name as ParseName reads it.
func (n Name) String() string {
	text := rungs[n.Rung]
	switch {
	case n.Rung == Weighing && n.Seed != usualSeed:
		text += fmt.Sprintf(":%d", n.Seed)
	case n.Iterations > 0:
		text += fmt.Sprintf(":%d", n.Iterations)
	case n.Errors > 0:
		text += ":" + strings.TrimRight(big.NewRat(int64(n.Errors), strategies.Million).FloatString(6), ".0")
	}
	if n.OfDefault {
		text += ofDefault
	}
	return text
}
