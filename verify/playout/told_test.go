package playout_test

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/lectio/lectio/verify/playout"
)

// What is not known, or has no bound, is null: encoding/json refuses to write it as a number.
func TestEstimatesAsJSON(t *testing.T) {
	for want, v := range map[string]any{
		`{"value":null,"low":null,"high":null,"n":0,"interval":"wilson"}`:   playout.Share(0, 0),
		`{"value":3,"low":null,"high":null,"n":1,"interval":"t"}`:           playout.Mean(3, 9, 1),
		`{"value":0.5,"low":0.25,"high":0.75,"n":4,"interval":"of a test"}`: playout.Estimate{Value: 0.5, Low: 0.25, High: 0.75, N: 4, How: "of a test"},
		`{"value":null,"low":null,"high":null,"n":1,"interval":"paired t"}`: playout.PairedMean([]float64{1}, 0.05),
		`[null,null,-1e+300,0.1]`: []playout.Number{playout.Number(math.Inf(-1)), 2e300, -1e300, 0.1},
		`[null,2]`:                playout.Estimate{Low: math.Inf(-1), High: 2}.Interval(),
	} {
		if got, err := json.Marshal(v); err != nil || string(got) != want {
			t.Errorf("%s, %v, not %s", got, err, want)
		}
	}
}
