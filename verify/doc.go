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
// The checks are in folders, one for each group (verify/evidence, verify/edges …), and
// verify/checks lists the groups. What several checks need of a Target, such as the
// games of an interpretation, is worked out once and kept in its Memo.
//
// To add a check, write a file in the folder of its group that adds a *Check to the
// group, and put a bad and a good case into testdata/checks, as its README says.
// Nothing else names it.
package verify
