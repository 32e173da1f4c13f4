package core

import (
	"testing"

	"github.com/lectio/lectio/testdata/long"
)

// mostBytes is how large the script may be as a program writes it that builds it itself: as much more than in a release as
// it is packed less well.
const mostBytes = MostBytes * 8 / 7

// The script is no larger than it may be. What it answers is compared in package cmd/core.
func TestSize(t *testing.T) {
	if !long.Form() {
		t.Skip("builds for another platform; LECTIO_LONG=1")
	}
	script, err := Script(t.Context(), func(what string) { t.Log(what) })
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d bytes", len(script))
	if len(script) > mostBytes {
		t.Errorf("%d bytes: more than %d", len(script), mostBytes)
	}
}
