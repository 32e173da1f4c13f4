package trace

import (
	"bytes"
	"fmt"
	"io"

	"github.com/lectio/lectio/evidence/jsonlines"
)

// keys are the keys that a line must have.
var keys = []string{"game", "ply", "player", "throw", "at", "legal", "move", "after"}

// What follows a line, as its member next says: another move of the game, another
// game, or nothing. A record that was cut off between two lines shows it so; a line
// without the member, as other programs may write it, promises nothing.
const (
	nextMove = "move"
	nextGame = "game"
	nextEnd  = "end"
)

// recorder writes a record. It holds every line back until it knows what follows.
type recorder struct {
	out  io.Writer
	held bytes.Buffer // the line, without what closes it; empty before the first
	game int
}

// line adds a line, an object, of a game.
func (r *recorder) line(game int, v any) error {
	next := nextMove
	if game != r.game {
		next = nextGame
	}
	if err := r.write(next); err != nil {
		return err
	}
	r.game = game
	if err := jsonlines.Write(&r.held, v); err != nil {
		return err
	}
	r.held.Truncate(r.held.Len() - len("}\n"))
	return nil
}

// end writes the last line.
func (r *recorder) end() error { return r.write(nextEnd) }

func (r *recorder) write(next string) error {
	if r.held.Len() == 0 {
		return nil
	}
	fmt.Fprintf(&r.held, ",\"next\":%q}\n", next)
	_, err := r.held.WriteTo(r.out)
	return err
}
