package core

import (
	"testing"

	"github.com/lectio/lectio/testdata/long"
)

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
	if len(script) > MostBytes {
		t.Errorf("%d bytes: more than %d", len(script), MostBytes)
	}
}
