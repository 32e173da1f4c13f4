// Package severity says how much what is found matters.
package severity

import "fmt"

// Severity says how much a finding matters.
type Severity int

// The severities, in ascending order.
const (
	Note Severity = iota
	Warning
	Error
)

func (s Severity) String() string { return [...]string{"note", "warning", "error"}[s] }

// MarshalText writes the severity as a word.
func (s Severity) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads what MarshalText writes.
func (s *Severity) UnmarshalText(text []byte) error {
	named, ok := Named(string(text))
	if !ok {
		return fmt.Errorf("%q is none of: note, warning, error", text)
	}
	*s = named
	return nil
}

// Named returns the severity of that name, and whether there is one.
func Named(name string) (Severity, bool) {
	for s := Note; s <= Error; s++ {
		if s.String() == name {
			return s, true
		}
	}
	return Note, false
}
