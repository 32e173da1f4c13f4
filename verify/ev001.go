package verify

import "context"

// ev001 asks whether the records behind a ruleset say what a catalogue needs.
var ev001 = &Check{
	ID:    "EV001",
	Title: "a record lacks what a catalogue needs",
	Explanation: `A record that does not say what kind of evidence it is, when and where it comes from, cannot be found by these, and a
comparison cannot weigh it. The fields may be missing because the page has none; then the note says so.`,
	Bad:      "id: X.1\ngame: Merels\nsource: {key: anon}\nclauses: […]            # no type, no date, no place",
	Good:     "type: rules text\ndate: {edtf: 1888/1892, of: publication}\nlocation: {name: Iceland}",
	Limits:   `Whether a field is there is seen, not whether it is right; a record may say in a note why it has none.`,
	Severity: Note,
	Needs:    Static,
	Tasks: func(t *Target, o Options) []Task {
		return one("records of "+t.Definition.ID, func(context.Context) (out Outcome) {
			for _, r := range t.Evidence() {
				missing := ""
				add := func(bad bool, what string) {
					if bad {
						if missing != "" {
							missing += ", "
						}
						missing += what
					}
				}
				add(r.Type == "", "type")
				add(r.Date == nil, "date")
				add(r.Location == nil, "location")
				if missing != "" {
					f := t.finding(Note, r.Pos(), "%s has no %s", r.ID, missing)
					out.Findings = append(out.Findings, f)
				}
			}
			return out
		})
	},
}
