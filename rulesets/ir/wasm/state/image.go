package state

import "github.com/lectio/lectio/rulesets/engine"

// StateImage is how a frame begins with a state, in a module made for searches: it keeps no mirrors.
func (mem *Memory) StateImage() engine.Image {
	p, lay := mem.Program, mem.Layout
	im := engine.Image{Size: mem.StateEnd, Whole: !mem.Cells && mem.inTotal == 0, Part: lay.Left, Bits: 0xff,
		Put: func(image []byte, s *engine.State) bool { return mem.PutState(image[:mem.StateEnd], s.Bytes()) },
		Get: func(s *engine.State, image []byte) { mem.ToState(s.Bytes(), image) }}
	own := func(at, n int) { im.Own = append(im.Own, [2]int{at, at + n}) }
	own(0, lay.Left)
	if mem.Packed() {
		im.Part, im.Bits = mem.offAgenda, 0x0f
		own(mem.offAgenda, 8)
	} else {
		own(lay.Left, 16)
	}
	for q := range p.Owners() {
		home := mem.offPlayers + q*mem.PlayerSize
		own(home+mem.inMen, 8*mem.W*mem.setsOfMen())
		for set := range mem.setsOfMen() {
			im.Boards = append(im.Boards, engine.OnBoard{At: home + mem.inMen + 8*mem.W*set, Size: 8 * mem.W, Player: q % len(p.Players), As: engine.BitPlaces})
		}
	}
	for q := range p.Players {
		home := mem.offPlayers + q*mem.PlayerSize
		for v := range p.Vars {
			n, at := 4, home+mem.inVars[v]
			if p.Vars[v].Kind.IsSet() {
				n = 8 * mem.VarWords(v)
			}
			if p.Vars[v].Common {
				at = mem.offCommon[v]
			}
			if q > 0 && p.Vars[v].Common {
				continue
			}
			own(at, n)
			if as, is := p.Vars[v].Kind.OnBoard(); is {
				im.Boards = append(im.Boards, engine.OnBoard{At: at, Size: n, Player: q, As: as})
			}
		}
		own(home+mem.inScore, 4)
		own(home+mem.inStores, 2*len(p.Stores))
	}
	if len(p.Players) == 2 {
		im.Swaps = [][3]int{{mem.offPlayers, mem.offPlayers + mem.PlayerSize, mem.PlayerSize}}
	}
	return im
}
