package brief

import (
	"fmt"
	"math"
	"strings"

	"github.com/lectio/lectio/verify/measure"
	"github.com/lectio/lectio/verify/playout"
)

// figured is a metric with its value and interval.
func figured(name string, e playout.Estimate) string {
	switch {
	case e.N == 0 || math.IsNaN(e.Low):
		return fmt.Sprintf("%s %s", name, measure.Figure(e.Value))
	case alike(e):
		return fmt.Sprintf("%s %s in each of %s", name, measure.Figure(e.Value), measure.Thousands(e.N))
	case e.How == "wilson" || name == measure.MetricDecisions: // a share, as exact as its sentence has it
		n := places(e.Value) + 2
		return fmt.Sprintf("%s %.*f %s of %s", name, n, e.Value, apart(e.Low, e.High, n, plainly), measure.Thousands(e.N))
	}
	return fmt.Sprintf("%s %s %s of %s", name, measure.Figure(e.Value), interval(e, false), measure.Thousands(e.N))
}

// interval is that of an estimate, "" where there is none, or it is a single point; of a share for people in
// percent.
func interval(e playout.Estimate, inPercent bool) string {
	switch {
	case e.N == 0 || math.IsNaN(e.Low) || alike(e):
		return ""
	case inPercent:
		return apart(100*e.Low, 100*e.High, places(e.Value), func(x float64, places int) string { return plainly(x, places) + " %" })
	case measure.Figure(e.Low) == measure.Figure(e.High):
		return apart(e.Low, e.High, 1, plainly)
	}
	return fmt.Sprintf("[%s, %s]", measure.Figure(e.Low), measure.Figure(e.High))
}

// alike reports whether an estimate was the same in every game, so that its interval is a single point.
func alike(e playout.Estimate) bool { return e.High-e.Low <= 1e-9*max(1, math.Abs(e.High)) }

// apart writes the two bounds of an interval with so many decimals, and with more where they would look alike.
func apart(low, high float64, places int, write func(x float64, places int) string) string {
	for write(low, places) == write(high, places) {
		places++
	}
	return "[" + write(low, places) + ", " + write(high, places) + "]"
}

func plainly(x float64, places int) string { return fmt.Sprintf("%.*f", places, x) }

// places is how many decimals percent gives a share, at least one.
func places(x float64) int {
	_, decimals, _ := strings.Cut(strings.TrimSuffix(measure.Percent(x), " %"), ".")
	return max(1, len(decimals))
}

// valued is an estimate for people, with its interval: of a share in percent.
func valued(e playout.Estimate, share bool) string {
	text := rounded(e.Value)
	if share {
		text = measure.Percent(e.Value)
	}
	if x := interval(e, share); x != "" {
		text += " " + x
	} else if all := share && (e.Value == 0 || e.Value == 1); e.N > 1 && !math.IsNaN(e.Low) && !all { // of a share that says it
		text += fmt.Sprintf(" (alike in all %s)", measure.Thousands(e.N))
	}
	return text
}

// shareWords is a share of games of a play in words, with its interval.
func shareWords(play measure.Play, e playout.Estimate) string {
	k, n := int(math.Round(e.Value*float64(e.N))), e.N
	all := play.Games(n)
	within := "; " + interval(e, true)
	switch {
	case k == 0:
		return "none of " + all
	case k == n:
		return "every one of " + all
	case n >= measure.LeastGames && k*3 > n:
		return fmt.Sprintf("%s of the games %s (%s of %s%s)", measure.Percent(e.Value), play, measure.Thousands(k), measure.Thousands(n), within)
	case n >= measure.LeastGames && k*40 >= n:
		return fmt.Sprintf("one game %s in %s (%s of %s%s)", play, measure.NumberWord((n+k/2)/k), measure.Thousands(k), measure.Thousands(n), within)
	}
	return fmt.Sprintf("%s of %s (%s)", measure.Thousands(k), all, interval(e, true))
}

// rounded writes a mean with as many places as one reads.
func rounded(x float64) string {
	switch {
	case math.IsNaN(x):
		return "unknown"
	case math.Abs(x) >= 100:
		return measure.Thousands(int(math.Round(x)))
	}
	return fmt.Sprintf("%.1f", x)
}
