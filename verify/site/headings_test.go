package site

import (
	"testing"

	"github.com/lectio/lectio/evidence"
)

// A field that is added to records is shown under the last heading until somebody says where
// it belongs.
func TestEveryFieldOfARecordHasItsHeading(t *testing.T) {
	for _, key := range evidence.Keys("") {
		if !underHeading(key) {
			t.Errorf("recordSections do not say under which heading %q stands", key)
		}
	}
}
