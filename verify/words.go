package verify

import "github.com/lectio/lectio/rulesets/engine"

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
