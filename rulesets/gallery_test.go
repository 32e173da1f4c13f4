package rulesets_test

import (
	"strings"
	"testing"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/testdata/bundled"
)

// The gallery is read without errors, and every corpus finds its games besides its own,
// by longer ids and with their own evidence.
func TestGalleryIsFound(t *testing.T) {
	ours := bundled.Corpus(t)
	for _, d := range bundled.Gallery(t).Definitions {
		other := ours.Find(rulesets.GalleryName + d.ID)
		if other == nil || other.ID != rulesets.GalleryName+d.ID || other.Version != d.Version {
			t.Fatalf("%s is found as %v", d.ID, other)
		}
		if ours.Find(d.ID) != nil {
			t.Errorf("%s is found among our own", d.ID)
		}
		for _, id := range d.Records {
			if ours.Of(other).Evidence.Record(id) == nil {
				t.Errorf("the record %s of %s is not found", id, other.ID)
			}
			if ours.Evidence.Record(id) != nil {
				t.Errorf("%s is a record of both corpora", id)
			}
		}
		in, errs := other.Default()
		if len(errs) > 0 || !strings.HasPrefix(in.Name(), other.ID) {
			t.Errorf("%s: %v, %v", other.ID, in, errs)
		}
	}
	own := ours.Definitions[0]
	if ours.Find(own.ID) != own || ours.Of(own) != ours.Corpus {
		t.Errorf("%s is not found as before", own.ID)
	}
}
