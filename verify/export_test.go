package verify

// Add appends what another task contributes.
func (o *Outcome) Add(x Outcome) { o.add(x) }

// Figure is figure, for tests.
var Figure = figure
