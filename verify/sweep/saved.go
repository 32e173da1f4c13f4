package sweep

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/verify/measure"
	"github.com/lectio/lectio/verify/playout"
)

// Saved is a merged sweep, read back from the file that [Merged.WriteJSON] wrote.
type Saved struct {
	About
	// Earlier are its games, by interpretation. One that could not be played, or of
	// which no result was there, is not among them.
	Earlier *playout.Earlier
}

// ReadMerged reads a merged sweep, and says what is wrong with it, with its place.
func ReadMerged(file string, data []byte) (*Saved, diag.Errors) {
	const wanted = "what lectio sweep merge --out FILE.json writes"
	const changed = "the merged sweep does not hold what it says: it was changed"
	var whole struct {
		Sweep           *About       `json:"sweep"`
		Interpretations []*mergedRow `json:"interpretations"`
	}
	if err := json.Unmarshal(data, &whole); err != nil {
		var syntax *json.SyntaxError
		at, what := int64(0), "this is no merged sweep"
		if errors.As(err, &syntax) {
			at = syntax.Offset
			if at >= int64(len(data)) {
				what = "the merged sweep is cut off"
			}
		}
		return nil, fault(file, data, at, strings.TrimPrefix(err.Error(), "json: "), wanted, what)
	}
	if whole.Sweep == nil {
		return nil, fault(file, data, 0, "another file", wanted, "this is no merged sweep")
	}
	s := &Saved{About: *whole.Sweep}
	if s.Sweep != Format {
		return nil, fault(file, data, 0, fmt.Sprintf("format %d", s.Sweep), fmt.Sprintf("format %d", Format), "the sweep was merged by another version of lectio")
	}
	if n := len(whole.Interpretations); n != s.Interpretations || len(s.Seeds) == 0 || s.Cap < 1 {
		return nil, fault(file, data, 0, counted(n, "interpretation"), fmt.Sprint(s.Interpretations), changed)
	}
	s.Earlier = &playout.Earlier{Name: file, Seeds: s.Seeds, Cap: s.Cap, Stats: map[string]*playout.Stats{}}
	games := 0
	for i, r := range whole.Interpretations {
		if !r.sound() {
			return nil, fault(file, data, 0, fmt.Sprintf("interpretation %d with counts that do not fit each other", i+1), wanted, changed)
		}
		if games += r.Games; r.Games == 0 || r.Failed != "" {
			continue
		}
		for _, e := range r.Estimates {
			if e.Metric != measure.MetricBalance {
				r.Metrics = append(r.Metrics, e.Moments)
			}
		}
		s.Earlier.Stats[r.Name] = r.stats(playout.Options{Games: r.Asked, Seed: s.Seeds[0], Cap: s.Cap})
	}
	if games != s.Counted {
		return nil, fault(file, data, 0, counted(games, "game"), fmt.Sprint(s.Counted), changed)
	}
	return s, nil
}

// sound reports whether the counts of an interpretation fit each other.
func (r *mergedRow) sound() bool {
	if r == nil || r.Interpretation == nil || r.Tally == nil || r.Games < 0 || r.Over+r.Stuck+r.OverCap != r.Games || r.Games > 0 && len(r.Wins) < 2 {
		return false
	}
	won, ended := r.NoWinner, 0
	for _, n := range r.Wins {
		won += n
	}
	for _, n := range r.Ends {
		ended += n
	}
	for _, e := range r.Estimates {
		if e.N < 0 || e.N > int64(r.Games) || e.Grain < 1 || e.Share && e.Metric != measure.MetricBalance && (e.Sum < 0 || e.Sum > e.N) {
			return false
		}
	}
	return won == r.Over && ended == r.Over
}
