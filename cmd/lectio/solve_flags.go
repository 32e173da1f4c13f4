package main

import (
	"strconv"
	"strings"
)

// solveFlags are the flags of solve.
type solveFlags struct {
	gameFlags
	scale, out, check string
	all               bool
	question          string   // whose readings are compared pair by pair
	games             int      // at random, laid beside what is proved of each reading
	over              []string // the questions over whose readings the variance is shared out
	positions         int
	memory, folder    string
	bytes             int64    // what memory says
	strategies        []string // programs of which it is proved what comes of their games
	line              bool
	programFlags      programFlags
}

// sized reads what --memory says.
func (f *solveFlags) sized() error {
	if f.memory == "" {
		return nil
	}
	const most = 1 << 14 // gigabytes
	for unit, n := range map[string]int64{"GB": 1 << 30, "MB": 1 << 20} {
		text, ok := strings.CutSuffix(strings.ToUpper(f.memory), unit)
		x, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
		if ok && err == nil && x*float64(n) >= 2*ownMemory && x*float64(n) < most<<30 {
			f.bytes = int64(x * float64(n))
			return nil
		}
	}
	return wrong(f.memory, "a number with its unit, as 12GB or 500MB, and 200MB at least", "--memory says no size")
}

// mostOfReading is how many positions each of many readings may have, unless it is said: one may have no end of them.
const mostOfReading = 1_000_000
