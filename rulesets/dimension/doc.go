// Package dimension says what every game of a kind must settle, and finds out how a
// game settles it by asking the compiled rules.
//
// # Words
//
// A [Dimension] is a question with its answers, read from rulesets/dimensions; a
// [Corpus] is a corpus of rulesets together with them. A [Settlement] is how one
// interpretation settles one dimension: the answer, the statements behind it, the
// questions that bear on it. Where nothing tells, the answer is not seen.
//
// # How an answer is found
//
// A [Sample] plays random games and looks at every decision: what is permitted, what is
// refused, and by which statements (probe.go). Facts are named values of a sample
// (facts*.go): some are read from the tables of the program (package stated), some from
// what was seen at decisions (sights*.go, ways*.go, look.go), some from what happened along
// games (story*.go). How places lie to one another, where each man of a game has been, and
// what a board would let men do are packages of their own (lie, roster, offered). What
// random games meet too seldom is tried (package trial): at a position of the sample it is
// asked what would be permitted if one thing were otherwise. An answer is recognised by
// its [Signs]: facts, and moves that are permitted or refused.
//
//	c, errs := dimension.Load(rulesets.Bundled, "", ev)
//	in, errs := c.Find("three-rows").Default()
//	for _, s := range c.Settle(ctx, in) {
//		fmt.Println(s.Dimension.Asks, s.Key())
//	}
//
// Which questions bear on an answer is found by holding the interpretation against
// others at the same positions (bearing.go, contrary.go).
//
// The package lies above rulesets: definitions know nothing of dimensions, and what a
// statement settles is looked up when a [Corpus] is loaded.
package dimension
