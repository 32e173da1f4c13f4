package playout

import (
	"math"
	"sort"
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
	k, n := min(more, fewer), more+fewer
	sum := 0.0
	for i := 0; i <= k; i++ {
		a, _ := math.Lgamma(float64(n + 1))
		b, _ := math.Lgamma(float64(i + 1))
		c, _ := math.Lgamma(float64(n - i + 1))
		sum += math.Exp(a - b - c - float64(n)*math.Ln2)
	}
	return math.Min(1, 2*sum)
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
func NormalQuantile(p float64) float64 { return math.Sqrt2 * math.Erfinv(2*p-1) }

// StudentQuantile is the point below which Student's t with df degrees of freedom
// lies with chance p.
func StudentQuantile(p, df float64) float64 {
	if p < 0.5 {
		return -StudentQuantile(1-p, df)
	}
	low, high := 0.0, 1.0
	for studentTail(high, df) > 1-p && high < 1e12 {
		high *= 2
	}
	for i := 0; i < 200 && high-low > 1e-12*high; i++ {
		if mid := (low + high) / 2; studentTail(mid, df) > 1-p {
			low = mid
		} else {
			high = mid
		}
	}
	return (low + high) / 2
}

// studentTail is the chance that Student's t with df degrees of freedom is more
// than t, which is not negative; by the incomplete beta function, so that small
// chances keep their figures.
func studentTail(t, df float64) float64 { return incompleteBeta(df/2, 0.5, df/(df+t*t)) / 2 }

// incompleteBeta is the regularised incomplete beta function, by its continued
// fraction (Abramowitz and Stegun 26.5.8) with Lentz's method.
func incompleteBeta(a, b, x float64) float64 {
	if x <= 0 {
		return 0
	}
	if x >= 1 {
		return 1
	}
	if x > (a+1)/(a+b+2) {
		return 1 - incompleteBeta(b, a, 1-x)
	}
	la, _ := math.Lgamma(a)
	lb, _ := math.Lgamma(b)
	lab, _ := math.Lgamma(a + b)
	front := math.Exp(lab-la-lb+a*math.Log(x)+b*math.Log1p(-x)) / a
	const tiny = 1e-300
	c, d := 1.0, 1-(a+b)*x/(a+1)
	if math.Abs(d) < tiny {
		d = tiny
	}
	d = 1 / d
	h := d
	for m := 1.0; m < 500; m++ {
		for _, num := range []float64{m * (b - m) * x / ((a + 2*m - 1) * (a + 2*m)), -(a + m) * (a + b + m) * x / ((a + 2*m) * (a + 2*m + 1))} {
			if d = 1 + num*d; math.Abs(d) < tiny {
				d = tiny
			}
			if c = 1 + num/c; math.Abs(c) < tiny {
				c = tiny
			}
			d = 1 / d
			h *= d * c
		}
		if math.Abs(d*c-1) < 1e-15 {
			break
		}
	}
	return front * h
}
