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
// A [Sample] plays random games (watch.go) and keeps one log of them: events are counted
// at every decision and along the games, each by the words that tell its cases apart, with
// the statements that make it so (seen.go, sample.go; events.go lists them). Some are moves
// that a file of dimensions counts in the language of the rules; the others are noted by
// the program: what became of moves (sights*.go), what moves would have been without others
// (look.go, ways*.go), and what happened along games (story*.go). How places lie to one
// another, where each man of a game has been, and what a board would let men do are
// packages of their own (lie, roster, offered). What random games meet too seldom is tried
// (package trial): at a position of the sample it is asked what would be permitted if one
// thing were otherwise.
//
// Facts are named values of a sample. Most are data: a file of dimensions says under which
// condition on what was counted each value holds, and which statements are then behind it
// (verdict.go; tables.go has what it can ask of the compiled rules). Those that have to be
// worked out otherwise are functions (facts*.go, and package stated, which reads tables of
// the program alone). An answer is recognised by its [Signs]: facts, and moves that are
// permitted or refused.
//
//	c, errs := dimension.Load(rulesets.Bundled, "", ev)
//	in, errs := c.Find("three-rows").Default()
//	for _, s := range c.Settle(ctx, in) {
//		fmt.Println(s.Dimension.Asks, s.Key())
//	}
//
// Which questions bear on an answer is found by holding the interpretation against
// others at the same positions (bearing.go, partings.go); readings that part and get one
// answer all the same are found so as well (conflicts.go).
//
// A file uses only what stands in files that are further down: conflicts, settle, bearing,
// settlement, watch, the files of facts, the events, what notes them, sample, seen. One
// arrow goes round: a sample is made for dimensions, whose facts are found in samples.
//
// The package lies above rulesets: definitions know nothing of dimensions, and what a
// statement settles is looked up when a [Corpus] is loaded.
package dimension
