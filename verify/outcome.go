package verify

// AddForTests appends what another task contributes.
func (o *Outcome) AddForTests(x Outcome) { o.Add(x) }

// Outcome is what one task contributes to a result.
type Outcome struct {
	Findings  []Finding
	Verdicts  []Verdict
	Partings  []Parting
	Metrics   []Metrics
	Learnings []*Learning
	Sequences []Sequence
	EdgeCases []EdgeCase
	// Explorations are the searches over positions.
	Explorations []Exploration
	// Withheld are the verdicts that are not given, for want of a sample.
	Withheld []Withheld

	Took     []Effects // what took effect in games, for PB009
	Courses  []*Courses
	Touched  []Touched
	Changes  []Change
	Recounts []Recount
	Rankings []Ranking
	// Weighings hold the weights of questions against their consequences, in the order of Rankings.
	Weighings []Weighing
	Arrays    []Combinations
	Proved    []Proved
	Uses      []Use
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
	o.Recounts = append(o.Recounts, x.Recounts...)
	o.Rankings = append(o.Rankings, x.Rankings...)
	o.Weighings = append(o.Weighings, x.Weighings...)
	o.Arrays = append(o.Arrays, x.Arrays...)
	o.Proved = append(o.Proved, x.Proved...)
	o.Uses = append(o.Uses, x.Uses...)
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
