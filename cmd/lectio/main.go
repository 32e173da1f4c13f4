// Lectio keeps the evidence for the rules of historical games, links it clause
// by clause to executable rulesets, and verifies what the texts leave open.
//
//	lectio verify --out report.xlsx
//
// checks the whole corpus, prints what it finds and writes a workbook. The
// other commands are listed by
//
//	lectio --help
package main

import (
	"os"
	"runtime/debug"
)

func main() {
	if os.Getenv("GOGC") == "" && os.Getenv("GOMEMLIMIT") == "" {
		// Rubbish is collected seldom while there is room, and more often towards
		// the 1 GiB in which a corpus of 10,000 records and 1,000 rulesets has to
		// be checked.
		debug.SetGCPercent(200)
		debug.SetMemoryLimit(800 << 20)
		frugal = true
	}
	os.Exit(run(os.Stdin, os.Stdout, os.Stderr, os.Args[1:]))
}
