package compile

import (
	"sync"

	"github.com/lectio/lectio/rulesets/ast"
	"github.com/lectio/lectio/rulesets/board"
	"github.com/lectio/lectio/rulesets/board/place"
)

// Boards keeps boards with their places, so that a ruleset which is compiled again and
// again with other rules lays out its board once: that takes a third of a compilation.
// Nothing changes a board once it is laid out.
type Boards struct {
	mu   sync.Mutex
	laid map[layout]*groundwork
}

// layout is what a board and its places come from: statements, nil where there is none.
type layout struct{ players, board, track *ast.Statement }

// groundwork is what a compilation settles before it comes to rules.
type groundwork struct {
	board    *board.Board
	places   place.Board
	placeAt  [][][]int
	legs     map[string]place.Set
	numbered bool
}

// mostBoards are kept at once: readings bring few boards, but whoever changes statements to
// see what comes of it makes a board each time.
const mostBoards = 32

// get returns what was kept, nil when there is nothing.
func (b *Boards) get(by layout) *groundwork {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.laid[by]
}

func (b *Boards) keep(by layout, l *groundwork) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.laid == nil || len(b.laid) == mostBoards {
		b.laid = map[layout]*groundwork{}
	}
	b.laid[by] = l
}
