// Package verify asks of every ruleset what a careful reader would ask: is
// every clause taken up, does every statement have a warrant, do the worked
// examples hold and would anything notice if a rule were changed, is there a
// position no rule provides for, and where do two readings part?
//
// A Check is one Go value in one file, with its documentation. A check gives
// tasks for a Target (a ruleset with its default interpretation compiled);
// Run carries out all tasks on any number of workers and puts what they bring
// together in a defined order, so the same corpus and options give the same
// Result.
//
// What a check reports is a Finding. A claim about play is a Verdict with three
// values: Found, with a line that replays; None, after an exhaustive search;
// NoneSeen, for a sample, with its size and seed. A search that was cut short
// never says None. A check that samples names the Least sample on which it says
// anything general; on a smaller one the verdict is Withheld, and only the cases
// that were seen are shown.
//
// Checks that look at edges of the rules (ED) share one sample of games, played at
// random and steered towards scores and ends; they find positions by properties
// (men waiting, parts left, what takes effect) and lay them out as EdgeCases.
//
// Compare sets rulesets, or interpretations of one, side by side: by dimension, by
// what they rest on, by the questions they leave, and by play.
//
// To add a check, write a file with a *Check, add it to the list in Checks, and
// put a bad and a good case into testdata/checks, as its README says.
package verify
