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

import "os"

func main() {
	os.Exit(run(os.Stdin, os.Stdout, os.Stderr, os.Args[1:]))
}
