package main

import (
	"strings"
	"testing"
)

// Who begins is said as a reading where others say otherwise, and a reading of a
// question that arises under another reading alone is held against what holds there:
// what that other reading changes is no change of its own.
func TestEditionOfReadings(t *testing.T) {
	text := lectioIn(t, "ruleset", "show", "barjis")
	if !strings.Contains(strings.Join(strings.Fields(text), " "), "→ Now reads: South, the player settled on beforehand by any means, begins the first game, by a reading of “The first turn”. [first_to_play]") {
		t.Error("that South begins is not said to be a reading")
	}
	_, part, _ := strings.Cut(text, " (BJ-A32): ")
	part, _, found := strings.Cut(part, "- plays-for-the-partner")
	if !found || !strings.Contains(part, "- waits") || strings.Contains(part, "Now reads") {
		t.Errorf("a reading that changes nothing is printed so:\n%s", part)
	}
}
