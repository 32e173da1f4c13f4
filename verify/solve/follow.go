package solve

// Next is what a position can lead to: another position, or the end of the game.
type Next uint32

// Over reports whether the game is over.
func (n Next) Over() bool { return uint32(n) >= endWon }

// Worth is what the end of a game is worth to who was to move before: 1 won, -1 lost, 0 where nobody prevails.
func (n Next) Worth() int {
	switch uint32(n) {
	case endWon:
		return 1
	case endLost:
		return -1
	}
	return 0
}

// Position is the number of the position, of a game that goes on.
func (n Next) Position() int { return int(n >> 1) }

// Turned reports whether another player is to move than before, in a game that goes on.
func (n Next) Turned() bool { return n&1 != 0 }

// Follow gives what follows from a position: for every throw, or the turn's one decision, in how many ways it falls, and
// among what who is to move chooses then, each once. The list lasts until the next.
func (g *Graph) Follow(i int, give func(ways int, among []Next)) {
	var list []Next
	g.throws(uint32(i), func(ways uint32, among []uint32) {
		list = list[:0]
		for _, f := range among {
			list = append(list, Next(f))
		}
		give(int(ways), list)
	})
}
