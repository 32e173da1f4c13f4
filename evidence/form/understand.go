package form

import (
	"cmp"
	"errors"
	"strings"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/date"
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
