package wasm

import (
	"fmt"

	"github.com/lectio/lectio/rulesets/engine"
)

// exchange says where a host that is no Go program, such as a page, finds things in the
// memory of a module: numbers that it reads states, moves and refusals by, and nothing of
// what they mean. Offsets in a state count from its frame, those of a player from his block.
type exchange struct {
	Fault     int `json:"fault"` // address of what the module could not do, 0 for nothing
	Frame     int `json:"frame"` // address of the first frame
	FrameSize int `json:"frameSize"`
	Raw       int `json:"raw"`  // bytes of a state
	List      int `json:"list"` // offset of the moves listed, eight bytes each
	// Refused is the address of what explain writes down, RefusalSize the bytes of each: a
	// move, and a bit for every statement.
	Refused     int `json:"refused"`
	RefusalSize int `json:"refusalSize"`

	// Single bytes of the head.
	To, Stage, Over, Winner, LeftN, ThrowN int
	Active                                 int // … but for this one, of two: one more than the place of the man that must go on
	Fixed                                  int
	Throws                                 int
	// Left is where the parts left lie, PartBits bits each, of which the highest says that
	// the part may be left.
	Left     int `json:"left"`
	PartBits int `json:"partBits"`

	Players    int `json:"players"` // offset of the first player's block
	PlayerSize int `json:"playerSize"`
	Score      int `json:"score"`
	Stores     int `json:"stores"`
	Men        int `json:"men"`
	// Words is how many words of eight bytes a set of places has, and Planes how many sets
	// the men of a class have: the i-th holds the places where their number has bit i.
	// Where Sliced is set there is one class of sets instead: where men stand, and, for each
	// mark, where those bear it.
	Words  int   `json:"words"`
	Planes int   `json:"planes"`
	Sliced int   `json:"sliced"` // marks
	Vars   []int `json:"vars"`   // by variable, in the block of a player
	Common []int `json:"common"` // … from the frame, for those that all share
}

// exchange says where a host finds things in the memory of the module.
func (mem *plan) exchange() exchange {
	lay := mem.lay
	x := exchange{
		Fault: atFault, Frame: mem.frameAt, FrameSize: mem.frameSize, Raw: mem.stateEnd, List: mem.offList,
		Refused: mem.refusedAt, RefusalSize: mem.refusalSize(),
		To: lay.To, Stage: lay.Stage, Over: lay.Over, Winner: lay.Winner, LeftN: lay.LeftN, ThrowN: lay.ThrowN,
		Active: lay.Active, Fixed: lay.Fixed, Throws: lay.Throws, Left: mem.offAgenda, PartBits: 8,
		Players: mem.offPlayers, PlayerSize: mem.playerSize, Score: mem.inScore, Stores: mem.inStores, Men: mem.inMen,
		Words: mem.w, Planes: mem.planes, Vars: mem.inVars, Common: mem.offCommon,
	}
	if mem.packed() {
		x.PartBits = 4
	}
	if mem.sliced() {
		x.Sliced = mem.markCount()
	}
	return x
}

// stateOf is the state that a host has read from a frame: its first Exchange.Raw bytes.
func (mem *plan) stateOf(raw []byte) (*engine.State, error) {
	if len(raw) != mem.stateEnd {
		return nil, fmt.Errorf("a state of %d bytes, where the module keeps %d", len(raw), mem.stateEnd)
	}
	return mem.p.StateOf(mem.appendState(nil, raw))
}
