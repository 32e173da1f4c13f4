// Package mutation changes the statements of a ruleset one at a time and asks the
// worked examples, and the checks, whether anything notices.
package mutation
