package evidence

import (
	"slices"
	"testing"
)

// A field that is added to records stands under the last heading until somebody says where it
// belongs.
func TestEveryFieldOfARecordHasItsHeading(t *testing.T) {
	for _, key := range Keys("") {
		if !slices.ContainsFunc(Sections, func(s Section) bool { return slices.Contains(s.Keys, key) }) {
			t.Errorf("Sections do not say under which heading %q stands", key)
		}
	}
	for i, s := range Sections {
		stand := s.Of(Told{Fields: []Told{{Key: "unheard-of"}}})
		if last := i == len(Sections)-1; (len(stand) == 1) != last {
			t.Errorf("what has no heading stands under %q: %v", s.Title, stand)
		}
	}
}
