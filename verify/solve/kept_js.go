package solve

// A page has no folder: nothing is kept, and what is asked to be kept is refused.
type folder struct{}

func (x *exploring) open() (all bool, err error) {
	return false, &Refused{Why: "there is no folder in which work could be kept"}
}

func (x *exploring) keepPositions(bool) error    { return nil }
func (x *Solved) keepValues(int) error           { return nil }
func (x *Solved) takeUpValues(int) (bool, error) { return false, nil }
