package compile

import (
	"sync"

	"github.com/lectio/lectio/rulesets/board"
	"github.com/lectio/lectio/rulesets/board/place"
)

// Boards keeps boards with their places, so that a ruleset which is compiled again and
// again with other rules lays out its board once: that takes half of a compilation.
// Nothing changes a board once it is laid out.
type Boards struct {
	mu   sync.Mutex
	laid map[layout]*laid
}

// layout is what a board and its places come from: statements, nil where there is none.
type layout struct{ players, board, track *Statement }

// laid is what a compilation settles before it comes to rules.
type laid struct {
	board    *board.Board
	places   place.Board
	placeAt  [][][]int
	legs     map[string]place.Set
	numbered bool
}

// get returns what was kept, nil when there is nothing, or nothing is shared.
func (b *Boards) get(by layout) *laid {
	if b == nil {
		return nil
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.laid[by]
}

func (b *Boards) keep(by layout, l *laid) {
	if b == nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.laid == nil {
		b.laid = map[layout]*laid{}
	}
	b.laid[by] = l
}
