// Package trial asks what the rules would permit, or what would happen, if one thing
// were otherwise.
//
// Random games meet a row of six points or a last man with two against none off too
// seldom to say what the rules make of it. So at positions of games it is tried out: as
// two answers are had of one position with a single difference, the difference is the
// reason, however the rules are worded.
//
// # Words
//
// A [Bench] is what trials of one interpretation begin with: positions of its games, which
// a [Gatherer] keeps as [Base]s, and what has been found out about them. A [Trial] is one
// question; [Bench.Try] asks it at the positions of its occasion, and what comes out at
// each is [Tried]: a word, and the statements that make it so. The statements behind an
// answer are found by the methods of Bench in statements.go.
//
//	for _, x := range bench.Try(trial.Overshoot) {
//		fmt.Println(x.Is, x.By)
//	}
//
// What trials have in common is in trial.go and tester.go, count.go names them for files of dimensions. The
// other files are named by what is tried: men that meet (men.go), the order of parts
// (order.go), what throws give (throws.go), coming home (home.go), ends (end.go), going on
// (again.go). Package dimension, above, makes facts of the outcomes.
package trial
