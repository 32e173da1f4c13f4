//go:build !unix

package long

import "time"

var begun = time.Now()

// worked is how long this program has run: the time of the processor is not asked for here.
func worked() time.Duration { return time.Since(begun) }
