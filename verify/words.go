package verify

import (
	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets/engine"
)

// ActingIn says what stands in a text and is to be taken out.
func ActingIn(a yamlpos.ActingText) string {
	what := "the text"
	if len(a.Keys) > 0 {
		what = a.Keys[len(a.Keys)-1]
	}
	return diag.Quote(what) + " has " + a.What() + "; take it out"
}

// PartNames are the names of parts; those that may be left have a question mark.
func PartNames(p *engine.Program, parts []uint8) (names []string) {
	for _, part := range parts {
		name := p.Parts[part&0x7f].Name
		if part&0x80 != 0 {
			name += "?"
		}
		names = append(names, name)
	}
	return names
}

// TrimPlace takes the place off the front of a message that is shown beside it.
func TrimPlace(msg, place string) string {
	if len(place) > 0 && len(msg) > len(place)+2 && msg[:len(place)] == place {
		return msg[len(place)+2:]
	}
	return msg
}
