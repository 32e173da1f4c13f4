package report

import "github.com/lectio/lectio/verify/playout"

// lineColumn is the heading of lines of play: it says what plays them again.
var lineColumn = Column{Key: "line", Title: "Line of play (for lectio play --replay -)", MaxWidth: 60, Copied: true,
	About: "ruleset and readings, then the turns: player, throw, moves; lectio play --replay - reads it from standard input and plays it again"}

// replayColumn is the heading of lines that stand beside what is shown of them.
var replayColumn = Column{Key: "replay", Title: "As a line of play (for lectio play --replay -)", MaxWidth: 40, Copied: true,
	About: "the same with the position that it begins from, as lectio play --replay - reads it"}

// LineCell returns a cell with a line of play, whole for programs.
func LineCell(l *playout.Line) Cell {
	c := Text(l.Text())
	if s := l.Short(); s != c.Text {
		c.Short = s
	}
	return c
}
