package players

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/lectio/lectio/evidence/yamlpos"
)

// Rung is a kind of program.
type Rung uint8

// The rungs of the ladder. None plays by exact values yet.
const (
	Random Rung = iota
	Weighing
	Searching
	Playouts
)

var rungs = [...]string{"random", "learned", "searching", "playouts"}

// Name is a program as it is asked for: its text settles, with a ruleset, how it plays.
type Name struct {
	Rung       Rung
	Seed       uint64 // of the training, where it has learned
	Iterations int    // of a search, for each decision
}

// CanBeWritten are the names of programs, for messages and help.
const CanBeWritten = "random, learned, learned:SEED, searching:N or playouts:N (N lines followed for a decision)"

// mostIterations bounds a search; a decision of a million lines takes some seconds.
const mostIterations = 10_000_000

// usualSeed is that of a training of which nobody says another.
const usualSeed = 1

// ParseName reads the name of a program.
func ParseName(text string) (Name, error) {
	refuse := func(message string) (Name, error) {
		return Name{}, yamlpos.Error{Found: yamlpos.Quote(text), Expected: CanBeWritten, Message: message}
	}
	rung, number, more := strings.Cut(text, ":")
	switch rung {
	case "random":
		if more {
			return refuse("random has nothing behind it")
		}
		return Name{}, nil
	case "learned":
		n := Name{Rung: Weighing, Seed: usualSeed}
		if more {
			seed, err := strconv.ParseUint(number, 10, 32)
			if err != nil {
				return refuse("the seed of a training is a whole number, written as learned:2")
			}
			n.Seed = seed
		}
		return n, nil
	case "searching", "playouts":
		n := Name{Rung: Searching, Seed: usualSeed}
		if rung == "playouts" {
			n = Name{Rung: Playouts}
		}
		var err error
		if n.Iterations, err = strconv.Atoi(number); err != nil || n.Iterations < 1 || n.Iterations > mostIterations {
			return refuse(fmt.Sprintf("a search says how many lines it follows for a decision, from 1 to %d: %s:1000", mostIterations, rung))
		}
		return n, nil
	case "perfect":
		return refuse("'lectio solve' finds exact values, but no program plays by them yet")
	}
	message := "there is no such program"
	if near := yamlpos.DidYouMean(rung, rungs[:]); near != "" {
		message += "; " + near
	}
	return refuse(message)
}

// String is the name as ParseName reads it.
func (n Name) String() string {
	text := rungs[n.Rung]
	switch {
	case n.Rung == Weighing && n.Seed != usualSeed:
		text += fmt.Sprintf(":%d", n.Seed)
	case n.Iterations > 0:
		text += fmt.Sprintf(":%d", n.Iterations)
	}
	return text
}
