// Package long decides how much a test asserts. A test that repeats one question
// over many seeds, readings or games has a short form, which go test runs, and a
// long one, which asks the same of more and runs with LECTIO_LONG=1, as .ci/run
// and .ci/long set it. Only tests import this package.
//
// Whoever imports it also lets rubbish lie longer: tests throw away nearly all that
// they make, and collecting it at every doubling took a fifth of their time.
package long

import (
	"os"
	"runtime/debug"
	"testing"
)

func init() {
	if os.Getenv("GOGC") == "" && os.Getenv("GOMEMLIMIT") == "" {
		debug.SetGCPercent(800)
		debug.SetMemoryLimit(1 << 30) // a few packages are tested side by side
	}
}

// Form reports whether tests run in their long form: LECTIO_LONG is set, and
// neither empty nor 0.
func Form() bool {
	s := os.Getenv("LECTIO_LONG")
	return s != "" && s != "0"
}

// Of is how many of something a test asks about: few, or in its long form many.
func Of(few, many int) int {
	if Form() {
		return many
	}
	return few
}

// Slow leaves a test that takes seconds out of go test -short, which is for whoever has
// changed a line and wants to know within a minute whether much is broken.
func Slow(t testing.TB) {
	t.Helper()
	if testing.Short() {
		t.Skip("it takes seconds: left out by -short")
	}
}
