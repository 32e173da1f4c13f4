package rulesets

import "encoding/json"

// What a result points to stands in it for its name. Only lists of all questions of a ruleset, and of all
// readings of a question, tell what they hold.

// MarshalText writes the id of the ruleset.
func (d *Definition) MarshalText() ([]byte, error) { return []byte(d.ID), nil }

// MarshalText writes the id of the scaled-down version.
func (s *Scale) MarshalText() ([]byte, error) { return []byte(s.ID), nil }

// MarshalText writes the id of the statement.
func (s *Statement) MarshalText() ([]byte, error) { return []byte(s.ID), nil }

// MarshalText writes the name of the question.
func (q *Question) MarshalText() ([]byte, error) { return []byte(q.Name()), nil }

// MarshalText writes the id of the reading.
func (r *Reading) MarshalText() ([]byte, error) { return []byte(r.ID), nil }

// MarshalText writes RECORD#NUMBER.
func (c ClauseRef) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// MarshalText writes the name without its place.
func (n Named) MarshalText() ([]byte, error) { return []byte(n.Name), nil }

// MarshalJSON writes each question with its readings.
func (list Questions) MarshalJSON() ([]byte, error) {
	type question Question
	type whole struct {
		*question
		See *string `json:"see"`
	}
	out := make([]whole, len(list))
	for i, q := range list {
		out[i] = whole{(*question)(q), OrNull(q.See)}
	}
	return json.Marshal(out)
}

// MarshalJSON writes each reading, and why it cannot be played.
func (list Readings) MarshalJSON() ([]byte, error) {
	type reading Reading
	type whole struct {
		*reading
		Playable bool    `json:"playable"`
		WhyNot   *string `json:"why-not"`
	}
	out := make([]whole, len(list))
	for i, r := range list {
		out[i] = whole{(*reading)(r), r.Playable(), OrNull(r.NotPlayable)}
	}
	return json.Marshal(out)
}

// OrNull is what a result tells of a value that is not known where it is the zero value: null in JSON.
func OrNull[T comparable](v T) *T {
	if v == *new(T) {
		return nil
	}
	return &v
}
