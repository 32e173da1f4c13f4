package rulesets

import (
	"strings"

	"github.com/lectio/lectio/rulesets/compile"
)

// Same reports whether the carrier takes states as they are; Slow makes it take
// them apart all the same.
func (c *Carrier) Same() bool { return c.same }
func (c *Carrier) Slow()      { c.same = false }

// Said is what the statements of an interpretation say, without what is talk about
// them: while it stays the same, the same game is to be played.
func (in *Interpretation) Said() string {
	var b strings.Builder
	for _, s := range in.Statements {
		b.WriteString(s.ID + ":" + s.Likeness() + "\n")
	}
	return b.String()
}

// WithBoardsOfItsOwn is the ruleset, which shares no board with what has been compiled of it.
func (d *Definition) WithBoardsOfItsOwn() *Definition {
	out := *d
	out.boards = &compile.Boards{}
	return &out
}
