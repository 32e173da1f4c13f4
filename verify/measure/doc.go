// Package measure takes numbers of games and tests two samples against each other. A metric is a measure of the rules'
// language (rulesets/README.md, "Measures") in a game and one of its groups, and nothing else: its name, what it is about and
// where two interpretations are compared in it stand in the YAML. To add one, add an entry to rulesets/measures.
//
//	f := measure.FrameOf(game)       // what figures of its games can be of
//	for _, m := range f.Metrics() {
//		e, leftOut := m.Of(sample)   // the share or the mean, with its interval
//	}
//	for _, m := range f.Common(&other) {
//		t := m.Test(measure.AtRandom, a, b, true)
//	}
//
// Files: asked.go, a measure in a game; groups.go, what its values are told apart by, in words; frame.go, which measures games
// have and where two interpretations are compared; metric.go, one of their numbers; teller.go, metrics of games that have been
// played; contest.go, two samples against each other, and what becomes of it; typical.go, the game that shows a difference best;
// aspect.go, whose.go, least.go, earlier.go and words.go, figures as people write them.
package measure
