package solve

// Result says, of a game without chance, what becomes of it under best play: "wins" or "loses" of who begins, "draws" where neither
// can win and one of them at least can force an end, and else "endless": each can make play go on for ever, and neither can
// force an end but by giving away more.
func (x *Solved) Result() string {
	switch {
	case x.Low[0] > One/2:
		return "wins"
	case x.High[0] < One/2:
		return "loses"
	}
	forced := x.ends()
	if forced[0] || forced[1] {
		return "draws"
	}
	return "endless"
}

// ends finds where a player can force an end and have one half at least. It is kept by twice a position, of who is to move there, and
// one more, of the other.
func (x *Solved) ends() []bool {
	forced := make([]bool, 2*x.Positions())
	// done reports whether what follows ends so for a player: who, 0 or 1, is he who was to move before, or the other.
	done := func(f Next, who Next) bool {
		low, high := x.worth(f)
		if who == 1 {
			low, high = One-high, One-low
		}
		switch {
		case high < One/2:
			return false
		case f.Over() || low > One/2:
			return true
		}
		return forced[f&^1|(f&1^who)]
	}
	for moved := true; moved; {
		moved = false
		for i := range x.Positions() {
			some, all := false, true
			for _, f := range x.Following(i)[1:] {
				some, all = some || done(f, 0), all && done(f, 1)
			}
			moved = moved || some && !forced[2*i] || all && !forced[2*i+1]
			forced[2*i], forced[2*i+1] = some || forced[2*i], all || forced[2*i+1]
		}
	}
	return forced
}
