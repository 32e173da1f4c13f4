// Package long decides how much a test asserts. A test that repeats one question
// over many seeds, readings or games has a short form, which go test runs, and a
// long one, which asks the same of more and runs with LECTIO_LONG=1, as .ci/run
// and .ci/long set it. Only tests import this package.
package long

import "os"

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
