package verify

// AddForTests appends what another task contributes.
func (o *Outcome) AddForTests(x Outcome) { o.Add(x) }

// Outcome is what one task contributes to a result.
type Outcome struct {
	Findings  []Finding   `json:"findings"`
	Verdicts  []Verdict   `json:"verdicts"`
	Withheld  []Withheld  `json:"no_verdict"` // the verdicts that are not given, for want of a sample
	Metrics   []Metrics   `json:"metrics"`
	Changes   []Change    `json:"changes"`
	Apart     []Change    `json:"changes_apart,omitempty"` // in measures that somebody has written: no finding rests on them
	Learnings []*Learning `json:"programs,omitempty"`
	// Weighings hold the weights of questions against their consequences, in the order of Rankings.
	Weighings []Weighing  `json:"weights"`
	Measured  []*Measured `json:"measures"` // what measures came to that somebody has written

	Partings     []Parting      `json:"-"`
	Sequences    []Sequence     `json:"-"`
	EdgeCases    []EdgeCase     `json:"-"`
	Explorations []Exploration  `json:"-"` // the searches over positions
	Took         []Effects      `json:"-"` // what took effect in games, for PB009
	Courses      []*Courses     `json:"-"`
	Touched      []Touched      `json:"-"`
	Recounts     []Recount      `json:"-"`
	Rankings     []Ranking      `json:"-"`
	Arrays       []Combinations `json:"-"`
	Proved       []Proved       `json:"-"`
	Uses         []Use          `json:"-"`
}

// Add appends what another task contributes.
func (o *Outcome) Add(x Outcome) {
	o.Findings = append(o.Findings, x.Findings...)
	o.Verdicts = append(o.Verdicts, x.Verdicts...)
	o.Partings = append(o.Partings, x.Partings...)
	o.Metrics = append(o.Metrics, x.Metrics...)
	o.Learnings = append(o.Learnings, x.Learnings...)
	o.Sequences = append(o.Sequences, x.Sequences...)
	o.EdgeCases = append(o.EdgeCases, x.EdgeCases...)
	o.Explorations = append(o.Explorations, x.Explorations...)
	o.Withheld = append(o.Withheld, x.Withheld...)
	o.Took = append(o.Took, x.Took...)
	o.Courses = append(o.Courses, x.Courses...)
	o.Touched = append(o.Touched, x.Touched...)
	o.Changes = append(o.Changes, x.Changes...)
	o.Apart = append(o.Apart, x.Apart...)
	o.Recounts = append(o.Recounts, x.Recounts...)
	o.Rankings = append(o.Rankings, x.Rankings...)
	o.Weighings = append(o.Weighings, x.Weighings...)
	o.Arrays = append(o.Arrays, x.Arrays...)
	o.Proved = append(o.Proved, x.Proved...)
	o.Uses = append(o.Uses, x.Uses...)
	o.Measured = append(o.Measured, x.Measured...)
}

// cutShort makes an outcome that of work which was not done to its end. What was not
// looked at is not known, so that there is no finding and no verdict; rows count what was
// looked at, and are marked.
func (o *Outcome) cutShort() {
	o.Findings = nil
	o.noVerdicts()
	o.markRows()
}

func (o *Outcome) noVerdicts() { o.Verdicts, o.Withheld = nil, nil }

// markRows marks the rows of an outcome as resting on work that was not done to its end.
func (o *Outcome) markRows() {
	Mark(o.Partings, func(x *Parting) *bool { return &x.Cut })
	Mark(o.Metrics, func(x *Metrics) *bool { return &x.Cut })
	Mark(o.Sequences, func(x *Sequence) *bool { return &x.Cut })
	Mark(o.EdgeCases, func(x *EdgeCase) *bool { return &x.Cut })
	Mark(o.Explorations, func(x *Exploration) *bool { return &x.Cut })
	Mark(o.Touched, func(x *Touched) *bool { return &x.Cut })
	Mark(o.Changes, func(x *Change) *bool { return &x.Cut })
	Mark(o.Apart, func(x *Change) *bool { return &x.Cut })
	Mark(o.Recounts, func(x *Recount) *bool { return &x.Cut })
	Mark(o.Rankings, func(x *Ranking) *bool { return &x.Cut })
	Mark(o.Weighings, func(x *Weighing) *bool { return &x.Cut })
	Mark(o.Arrays, func(x *Combinations) *bool { return &x.Cut })
	Mark(o.Proved, func(x *Proved) *bool { return &x.Cut })
	Mark(o.Uses, func(x *Use) *bool { return &x.Cut })
}

// Mark sets a field of every item.
func Mark[T any](list []T, field func(*T) *bool) {
	for i := range list {
		*field(&list[i]) = true
	}
}
