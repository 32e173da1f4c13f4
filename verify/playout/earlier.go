package playout

// Earlier are games that were played before and summed up: they stand in place of
// games that would be played now.
type Earlier struct {
	Name  string // as reports call them
	Seeds []uint64
	Cap   int
	Stats map[string]*Stats // by the name of the interpretation
}

// Of are the games of an interpretation, nil where there are none.
func (e *Earlier) Of(interpretation string) *Stats {
	if e == nil {
		return nil
	}
	return e.Stats[interpretation]
}
