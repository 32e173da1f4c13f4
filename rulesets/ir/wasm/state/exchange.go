package state

import (
	"fmt"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/ir/wasm/asm"
)

// Exchange says where a host that is no Go program, such as a page, finds things in the
// memory of a module: numbers that it reads states, moves and refusals by, and nothing of
// what they mean. Offsets in a state count from its frame, those of a player from his block.
type Exchange struct {
	Fault     int `json:"fault"` // address of what the module could not do, 0 for nothing
	Frame     int `json:"frame"` // address of the first frame
	FrameSize int `json:"frameSize"`
	Raw       int `json:"raw"`  // bytes of a state
	List      int `json:"list"` // offset of the moves listed, eight bytes each
	// Move says of what a move tells in which of its bits that lies: from which on, and how many. None lie across the middle.
	Move map[string][2]int `json:"move"`
	// Refused is the address of what explain writes down, RefusalSize the bytes of each: a
	// move, and a bit for every statement.
	Refused     int `json:"refused"`
	RefusalSize int `json:"refusalSize"`

	// Weights is the address of a number for each player, where his weights lie; WeightsAt is where there is room for
	// them. Both are 0 where positions are not weighed.
	Weights   int `json:"weights"`
	WeightsAt int `json:"weightsAt"`

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
	// Stores holds two bytes for each store. Words is how many words of eight bytes a set of places has, and Planes how many sets
	// the men of a class have: the i-th holds the places where their number has bit i.
	// Where Sliced is set there is one class of sets instead: where men stand, and, for each
	// mark, where those bear it.
	Words  int   `json:"words"`
	Planes int   `json:"planes"`
	Sliced int   `json:"sliced"` // marks
	Vars   []int `json:"vars"`   // by variable, in the block of a player
	Common []int `json:"common"` // … from the frame, for those that all share
}

// Exchange says where a host finds things in the memory of the module.
func (mem *Memory) Exchange() Exchange {
	lay := mem.Layout
	x := Exchange{
		Fault: AtFault, Frame: mem.FrameAt, FrameSize: mem.FrameSize, Raw: mem.StateEnd, List: mem.OffList,
		Refused: mem.RefusedAt, RefusalSize: mem.RefusalSize(),
		To: lay.To, Stage: lay.Stage, Over: lay.Over, Winner: lay.Winner, LeftN: lay.LeftN, ThrowN: lay.ThrowN,
		Active: lay.Active, Fixed: lay.Fixed, Throws: lay.Throws, Left: mem.offAgenda, PartBits: 8,
		Players: mem.offPlayers, PlayerSize: mem.PlayerSize, Score: mem.inScore, Stores: mem.inStores, Men: mem.inMen,
		Words: mem.W, Planes: mem.Planes, Vars: mem.inVars, Common: mem.offCommon,
	}
	x.Move = map[string][2]int{}
	for of, b := range map[string]asm.Bits{"act": MoveAct, "part": MovePart, "from": MoveFrom, "to": MoveTo, "over": MoveOver, "cls": MoveClass, "men": MoveMen, "sparing": MoveSpar} {
		x.Move[of] = [2]int{b.At, b.Count}
	}
	if mem.Options.Weigh {
		x.Weights, x.WeightsAt = AtWeights, mem.WeightsAt
	}
	if mem.Packed() {
		x.PartBits = 4
	}
	if mem.Sliced() {
		x.Sliced = mem.markCount()
	}
	return x
}

// StateOf is the state that a host has read from a frame: its first Exchange.Raw bytes.
func (mem *Memory) StateOf(raw []byte) (*engine.State, error) {
	if len(raw) != mem.StateEnd {
		return nil, fmt.Errorf("a state of %d bytes, where the module keeps %d", len(raw), mem.StateEnd)
	}
	return mem.Program.StateOf(mem.AppendState(nil, raw))
}
