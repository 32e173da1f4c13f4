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
	if os.Getenv("GOGC") == "" {
		// A corpus of 10,000 records and 1,000 rulesets has to be checked in 1 GiB.
		debug.SetGCPercent(75)
	}
	os.Exit(run(os.Stdin, os.Stdout, os.Stderr, os.Args[1:]))
}
