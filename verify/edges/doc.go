// Package edges holds the checks ED, which look at edges of the rules. They share one
// sample of games, played at random and steered towards scores and ends; they find
// positions by properties (men waiting, parts left, what takes effect) and lay them out
// as cases: what the rules allow there, which statements decide, and which readings
// would change it.
package edges
