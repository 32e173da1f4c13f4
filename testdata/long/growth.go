package long

import (
	"math"
	"runtime"
	"time"
)

// Growth is how many times as long work takes when there is four times as much of it: 4
// where all of it is looked at once, 16 where it is looked through again for each part. The
// time is that of the processor, where the system tells it, since others work on the
// machine as well; for the same reason it is measured anew, a few times, where more
// than enough came of it, and the least counts.
func Growth(enough float64, work func(times int)) float64 {
	cost := func(times int) time.Duration {
		runtime.GC() // what was left by others is not paid for here
		before := worked()
		work(times)
		return max(worked()-before, time.Millisecond)
	}
	least := math.Inf(1)
	for try := 0; try < 5 && least > enough; try++ {
		once := cost(1)
		least = min(least, float64(cost(4))/float64(once))
	}
	return least
}
