package cells

import "testing"

// Where even words have no room each row is a list, headings before what they are of; in columns lines of a cell stay lines.
func TestColumns(t *testing.T) {
	rows := [][]string{{"record", "game", "source"}, {"A.1", "Shōgi, that is 將棋 of Japan", "murray-1951"}, {"A.2", "one\ntwo lines", "-"}}
	for room, want := range map[int]string{
		80: "record  game                          source\nA.1     Shōgi, that is 將棋 of Japan  murray-1951\nA.2     one                           -\n        two lines\n",
		40: "record  game                 source\nA.1     Shōgi, that is 將棋  murray-1951\n        of Japan\nA.2     one                  -\n        two lines\n",
		20: "A.1\n  game    Shōgi, that is 將棋\n          of Japan\n  source  murray-1951\n\nA.2\n  game    one two lines\n  source  -\n",
	} {
		if got := Columns(rows, room); got != want {
			t.Errorf("in %d cells:\n%swant\n%s", room, got, want)
		}
	}
}
