package evidence

import (
	"strings"

	"github.com/lectio/lectio/verify/severity"
)

// This check asks whether the records behind a ruleset say what a catalogue needs.
var _ = add(Check{
	ID:    "EV001",
	Title: "a record lacks what a catalogue needs",
	Explanation: `A record that does not say of what game it is (game: unidentified), what kind of evidence it is, when and where it comes from, cannot be found by
these, and a comparison cannot weigh it. The fields may be missing because the page has none; then the note says so.`,
	Bad:      "id: X.1\ngame: Merels\nsource: {key: anon}\nclauses: […]            # no type, no date, no place",
	Good:     "type: rules text\ndate: {edtf: 1888/1892, of: publication}\nlocation: {name: Iceland}",
	Limits:   `Whether a field is there is seen, not whether it is right; a record may say in a note why it has none.`,
	Severity: severity.Note,
}, recordsWithGaps)

func recordsWithGaps(l *Library) (out []Oddity) {
	for _, r := range l.Records {
		var missing []string
		for _, field := range []struct {
			bad  bool
			name string
		}{{r.Unidentified(), "game that anybody knows"}, {r.Type == "", "type"}, {r.Date == nil || r.Date.EDTF.IsZero(), "date"}, {r.Location == nil, "location"}} {
			if field.bad {
				missing = append(missing, field.name)
			}
		}
		if len(missing) > 0 {
			out = append(out, Oddity{Record: r, Severity: severity.Note, Pos: r.Pos(), Message: r.ID + " has no " + strings.Join(missing, ", ")})
		}
	}
	return out
}
