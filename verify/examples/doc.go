// Package examples holds the checks EX: do the worked examples hold, are they about
// the clauses they name, and what would none of them notice.
package examples
