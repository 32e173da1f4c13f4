package wasm

// SetBudget says how many single moves the next batch may have.
func (p *Player) SetBudget(moves int) { p.budget = float64(moves) }

// SetBase says what the next search counts its records from.
func (p *Player) SetBase(base uint32) { p.search.base = base }

// SetRoom says how many records a search of the module has room for, and returns
// how many it had.
func (p *Player) SetRoom(records int) int {
	had := p.code.frames.mostRecords
	p.code.frames.mostRecords = records
	return had
}

// SetPushed makes the module believe that so many positions have been pushed.
func (p *Player) SetPushed(n uint32) { p.memory.WriteUint32Le(atOccur, n) }
