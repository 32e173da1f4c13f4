package measure

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/lectio/lectio/verify/playout"
)

// A difference between programs that learned is told where it shows under every training to one side, and its
// range is that of the trainings; those at random are corrected apart from them.
func TestEveryTrainingHasToShowIt(t *testing.T) {
	sample := func(seed uint64, longer int32) *playout.Stats {
		random := rand.New(rand.NewPCG(seed, 1))
		s := &playout.Stats{Denominator: 1, Played: 200}
		for range s.Played {
			s.Outcomes = append(s.Outcomes, playout.Outcome{Winner: -1, Plies: 50 + longer + random.Int32N(20), Turns: 5, Chosen: 5, Branch: 10})
		}
		return s
	}
	moves := twoSides(t).Metrics()[0]
	base := []*playout.Stats{sample(1, 0), sample(2, 0), sample(3, 0)}
	for _, tt := range []struct {
		name   string
		longer [3]int32
		want   Sign
	}{
		{"every one", [3]int32{10, 12, 8}, More},
		{"every one, the other way", [3]int32{-10, -12, -8}, Less},
		{"one does not", [3]int32{10, 0, 30}, NoEvidence},
		{"one turns round", [3]int32{10, -10, 30}, NoEvidence},
	} {
		var other []*playout.Stats
		for k, n := range tt.longer {
			other = append(other, sample(uint64(10+k), n))
		}
		learned, random := moves.TestLearned(base, other, true), moves.Test(AtRandom, base[0], sample(20, 0), true)
		second := moves.Test(AtRandom, base[0], sample(21, 40), true)
		Correct([]*Test{&learned, &random, &second}, (*Contest).Least)
		if learned.Sign != tt.want || random.Sign != NoEvidence || second.Sign != More {
			t.Errorf("%s: %q, at random %q and %q", tt.name, learned.Sign, random.Sign, second.Sign)
		}
		if learned.Comparisons != 1 || random.Comparisons != 2 {
			t.Errorf("%s: corrected for %d, and at random for %d", tt.name, learned.Comparisons, random.Comparisons)
		}
		least, most := math.Inf(1), math.Inf(-1)
		for _, x := range learned.Trainings {
			if x.Low < learned.Low || x.High > learned.High || x.To.Value < learned.To.Low || x.To.Value > learned.To.High || x.P > learned.P {
				t.Errorf("%s: [%v, %v] is not within the range [%v, %v]", tt.name, x.Low, x.High, learned.Low, learned.High)
			}
			least, most = min(least, x.Difference.Value), max(most, x.Difference.Value)
		}
		if low, high := learned.Bounds(); low != least || high != most {
			t.Errorf("%s: differences from %v to %v are told as [%v, %v]", tt.name, least, most, low, high)
		}
		if low, high := random.Bounds(); playout.Number(low) != random.Low || playout.Number(high) != random.High {
			t.Errorf("%s: the corrected interval at random is told as [%v, %v]", tt.name, low, high)
		}
	}
}

// What is told of all trainings together is of the pairs under each, and of no further games of one sample: those that follow here are
// a hundred moves longer, and would lay the difference outside the range that stands beside it.
func TestLearnedIsToldOfItsPairs(t *testing.T) {
	sample := func(games, plies int) *playout.Stats {
		s := &playout.Stats{Denominator: 1, Played: games}
		for i := range games {
			x := playout.Outcome{Winner: -1, Plies: int32(plies + i%5), Turns: 5, Chosen: 5, Branch: 10}
			if i >= 80 {
				x.Plies += 100
			}
			s.Outcomes = append(s.Outcomes, x)
		}
		return s
	}
	moves := twoSides(t).Metrics()[0]
	test := moves.TestLearned([]*playout.Stats{sample(500, 50), sample(500, 60), sample(500, 70)}, []*playout.Stats{sample(80, 54), sample(80, 66), sample(80, 75)}, true)
	Correct([]*Test{&test}, (*Contest).Least)
	low, high := test.Bounds()
	if d := test.Difference; d.Value != 5 || low != 4 || high != 6 || test.From.N != 240 || test.To.N != 240 || test.To.Value-test.From.Value != 5 {
		t.Errorf("%v in %d and %d games from %v to %v, range %v to %v; expected 5 in 240 and 240, range 4 to 6", d.Value, test.From.N, test.To.N, test.From.Value, test.To.Value, low, high)
	}
}
