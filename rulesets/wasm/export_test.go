package wasm

// SetBudget says how many single moves the next batch may have.
func (p *Player) SetBudget(moves int) { p.budget = float64(moves) }
