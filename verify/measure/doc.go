// Package measure takes numbers of games and tests two samples against each other:
// the metrics, each with the aspect of play that it is about, the test that suits
// (pairs or independent samples, means or shares), the sign that becomes of it, and
// figures as people write them.
package measure
