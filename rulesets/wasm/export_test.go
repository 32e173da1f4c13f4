package wasm

// SetBudget says how many single moves the next batch may have.
func (p *Player) SetBudget(moves int) { p.budget = float64(moves) }

// SetBase says what the next search counts its records from.
func (p *Player) SetBase(base uint32) { p.search.base = base }
