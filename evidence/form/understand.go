package form

import (
	"cmp"
	"errors"
	"strings"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/date"
	"github.com/lectio/lectio/evidence/fold"
)

// Understood is what a text was taken for that somebody typed.
type Understood struct {
	To    string `json:"to,omitempty"`    // what is written for it
	Words string `json:"words,omitempty"` // what that is, in words
	Doubt string `json:"doubt,omitempty"` // what else it could mean
	Wrong string `json:"wrong,omitempty"` // why it is not understood
}

// Date reads a date as people write it: "about 1890", "late 12th century", "1888/1892".
func Date(text string) Understood {
	read, err := date.Read(text)
	var p *date.Problem
	switch {
	case errors.As(err, &p):
		return Understood{Wrong: p.Error()}
	case err != nil:
		return Understood{Wrong: err.Error()}
	}
	return Understood{To: read.Text, Words: cmp.Or(read.Words(), read.Text), Doubt: read.Doubt}
}

// Names reads the authors or editors of a new source, one a line. What is written for them takes names of several words apart
// that have no comma, since they may be those of persons.
func Names(text string) Understood {
	var to, words, doubts []string
	for line := range strings.Lines(text) {
		line = fold.OneLine(line)
		name := nameOf(line)
		parts := strings.Fields(name.Literal)
		written := line
		switch {
		case name.String() == "":
			continue
		case name.Literal == "" && name.Family != "" && name.Given != "":
			words = append(words, "family name "+name.Family+", given name "+name.Given)
		case name.Literal == "":
			words = append(words, "family name "+cmp.Or(name.Family, "none, given name "+name.Given))
		case len(parts) == 1:
			words = append(words, "the one name "+name.Literal)
		default:
			last := len(parts) - 1
			written = parts[last] + ", " + strings.Join(parts[:last], " ")
			words = append(words, name.Literal+", a society or another body")
			doubts = append(doubts, "“"+written+"”")
		}
		to = append(to, written)
	}
	u := Understood{To: strings.Join(to, "\n"), Words: strings.Join(words, "; ")}
	if len(doubts) > 0 {
		u.Doubt = "if that is a person, write " + strings.Join(doubts, " and ")
	}
	return u
}

// Coordinates reads a latitude and a longitude: "64.96, -19.02", "64°58'N 19°1'W".
func Coordinates(text string) Understood {
	lat, lon, err := evidence.ParseCoordinates(text)
	if err != nil {
		return Understood{Wrong: err.Error()}
	}
	half := func(d evidence.Degrees, letters [2]string) string {
		if south, is := strings.CutPrefix(d.Decimal(), "-"); is {
			return south + "° " + letters[1]
		}
		return d.Decimal() + "° " + letters[0]
	}
	return Understood{To: lat.Decimal() + ", " + lon.Decimal(),
		Words: half(lat, [2]string{"north", "south"}) + ", " + half(lon, [2]string{"east", "west"})}
}
