// Package checks lists the checks: all groups, in the order in which they are
// reported. Its tests hold every check against its two cases in testdata/checks.
package checks
