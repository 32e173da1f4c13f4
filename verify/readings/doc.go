// Package readings holds the checks RD: where two readings part, how much of play a
// doubt touches, what each reading changes, which questions matter most, and which
// readings do not work together.
package readings
