package playout

import (
	"math"
	"sort"

	"gonum.org/v1/gonum/stat/distuv"
)

// Difference is a difference between games of the same number under two
// interpretations, with an interval and the chance of one as great if there were
// no difference.
type Difference struct {
	Estimate
	P float64 // two-sided, not corrected; NaN where nothing can be said
	// Same is set when every pair was alike: then there is nothing to estimate a
	// spread from, and the interval is a point that promises too much.
	Same bool
}

// PairedMean estimates a mean difference from the differences of pairs, with
// Student's t (Student, "The probable error of a mean", 1908): interval at
// 1 − alpha, and the test of no difference. Differences between games are skewed,
// so with few pairs it is a rough guide.
func PairedMean(d []float64, alpha float64) Difference {
	n := len(d)
	out := Difference{Estimate: Estimate{Value: math.NaN(), Low: math.NaN(), High: math.NaN(), N: n, How: "paired t"}, P: math.NaN()}
	if n < 2 {
		return out
	}
	sum := 0.0
	out.Same = true
	for _, x := range d {
		sum += x
		out.Same = out.Same && x == 0
	}
	m := sum / float64(n)
	v := 0.0
	for _, x := range d {
		v += (x - m) * (x - m)
	}
	se := math.Sqrt(v / float64(n-1) / float64(n))
	out.Value = m
	half := StudentQuantile(1-alpha/2, float64(n-1)) * se
	out.Low, out.High = m-half, m+half
	switch {
	case se > 0:
		out.P = math.Min(1, 2*studentTail(math.Abs(m)/se, float64(n-1)))
	case m == 0:
		out.P = 1
	default:
		// Every pair differs by the same: a sign test, each side as likely.
		out.P = math.Min(1, 2*math.Pow(0.5, float64(n)))
	}
	return out
}

// MeanInterval is the interval of a mean of n values, given by their sum and their
// sum of squares, that point standard errors make.
func MeanInterval(sum, squares float64, n int, point float64) (low, high float64) {
	m := sum / float64(n)
	half := point * math.Sqrt(math.Max(0, squares-sum*m)/float64(n-1)/float64(n))
	return m - half, m + half
}

// SharesInterval is the interval of [PairedShares] for a point of the normal
// distribution.
func SharesInterval(more, fewer, n int, point float64) (low, high float64) {
	f := float64(n) + 2
	d := float64(more-fewer) / f
	half := point * math.Sqrt(float64(more+fewer+1)-float64(more-fewer)*float64(more-fewer)/f) / f
	return math.Max(-1, d-half), math.Min(1, d+half)
}

// PairedShares estimates the difference of two shares of the same n pairs, when
// in more of them only the second, in fewer only the first, has the property: the
// adjusted Wald interval at 1 − alpha (Agresti and Min, "Simple improved
// confidence intervals for comparing matched proportions", Statistics in Medicine
// 24, 2005) and McNemar's exact test ("Note on the sampling error of the
// difference between correlated proportions", Psychometrika 12, 1947).
func PairedShares(more, fewer, n int, alpha float64) Difference {
	out := Difference{Estimate: Estimate{Value: math.NaN(), Low: math.NaN(), High: math.NaN(), N: n, How: "agresti-min"}, P: math.NaN()}
	if n == 0 {
		return out
	}
	out.Value = float64(more-fewer) / float64(n)
	out.Same = more+fewer == 0
	out.Low, out.High = SharesInterval(more, fewer, n, NormalQuantile(1-alpha/2))
	out.P = SignTest(more, fewer)
	return out
}

// SignTest is the two-sided chance that so many pairs, or more, differ one way and so
// few the other if each way is as likely.
func SignTest(more, fewer int) float64 {
	ways := distuv.Binomial{N: float64(more + fewer), P: 0.5}
	return math.Min(1, 2*ways.CDF(float64(min(more, fewer))))
}

// Holm corrects the chances of many comparisons so that the chance of calling
// even one difference that is none stays below what one looks for (Holm, "A
// simple sequentially rejective multiple test procedure", Scandinavian Journal of
// Statistics 6, 1979). NaN stays NaN and is no comparison.
func Holm(p []float64) []float64 {
	out := append([]float64(nil), p...)
	var order []int
	for i, x := range p {
		if !math.IsNaN(x) {
			order = append(order, i)
		}
	}
	sort.SliceStable(order, func(i, j int) bool { return p[order[i]] < p[order[j]] })
	least := 0.0
	for k, i := range order {
		least = math.Max(least, math.Min(1, p[i]*float64(len(order)-k)))
		out[i] = least
	}
	return out
}

// NormalQuantile is the point below which a normal variable lies with chance p.
func NormalQuantile(p float64) float64 { return distuv.UnitNormal.Quantile(p) }

// StudentQuantile is the point below which Student's t with df degrees of freedom
// lies with chance p.
func StudentQuantile(p, df float64) float64 { return student(df).Quantile(p) }

// studentTail is the chance that Student's t with df degrees of freedom is more
// than t.
func studentTail(t, df float64) float64 { return student(df).Survival(t) }

func student(df float64) distuv.StudentsT { return distuv.StudentsT{Sigma: 1, Nu: df} }
