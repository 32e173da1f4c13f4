// Package brief tells what a run found out about a game in a page: what holds of
// play, and the doubts that matter most.
package brief
