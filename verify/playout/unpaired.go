package playout

import (
	"math"

	"gonum.org/v1/gonum/stat/combin"
)

// Welch estimates the difference of the means of two independent samples, the
// second less the first, without supposing that they spread alike: interval at
// 1 − alpha, and the test of no difference (Welch, "The generalization of
// 'Student's' problem when several different population variances are involved",
// Biometrika 34, 1947). N is the size of the smaller sample.
func Welch(a, b []float64, alpha float64) Difference {
	out := Difference{Estimate: Estimate{Value: math.NaN(), Low: math.NaN(), High: math.NaN(), N: min(len(a), len(b)), How: "welch t"}, P: math.NaN()}
	if len(a) < 2 || len(b) < 2 {
		return out
	}
	ma, va := moments(a)
	mb, vb := moments(b)
	return welch(spread{ma, va, len(a)}, spread{mb, vb, len(b)}, alpha)
}

// WelchOf is Welch of two samples of which sums are kept.
func WelchOf(a, b *Moments, alpha float64) Difference {
	if a.N < 2 || b.N < 2 {
		return Welch(nil, nil, alpha)
	}
	ma, va := a.MeanAndVariance()
	mb, vb := b.MeanAndVariance()
	return welch(spread{ma, va, int(a.N)}, spread{mb, vb, int(b.N)}, alpha)
}

// spread is what a sample comes to.
type spread struct {
	mean, variance float64
	n              int
}

func welch(a, b spread, alpha float64) Difference {
	out := Difference{Estimate: Estimate{N: min(a.n, b.n), How: "welch t"}}
	ea, eb := a.variance/float64(a.n), b.variance/float64(b.n)
	se := math.Sqrt(ea + eb)
	out.Value = b.mean - a.mean
	if se == 0 {
		// Neither sample varies: there is nothing to estimate a spread from. Equal
		// means show no difference; others are told apart as two shares are.
		out.Low, out.High = out.Value, out.Value
		out.Same = out.Value == 0
		out.P = 1
		if !out.Same {
			out.P = fisher(0, a.n, b.n, b.n)
		}
		return out
	}
	df := (ea + eb) * (ea + eb) / (ea*ea/float64(a.n-1) + eb*eb/float64(b.n-1))
	half := StudentQuantile(1-alpha/2, df) * se
	out.Low, out.High = out.Value-half, out.Value+half
	out.P = math.Min(1, 2*studentTail(math.Abs(out.Value)/se, df))
	return out
}

// moments are the mean of a sample and its variance.
func moments(x []float64) (mean, variance float64) {
	for _, v := range x {
		mean += v
	}
	mean /= float64(len(x))
	for _, v := range x {
		variance += (v - mean) * (v - mean)
	}
	return mean, variance / float64(len(x)-1)
}

// TwoShares estimates the difference of two independent shares, k of n in the
// first sample and l of m in the second, the second less the first: the interval
// at 1 − alpha made of Wilson's two (Newcombe, "Interval estimation for the
// difference between independent proportions", method 10, Statistics in Medicine
// 17, 1998), and Fisher's exact test, two-sided (Fisher, "The logic of inductive
// inference", 1935). N is the size of the smaller sample.
func TwoShares(k, n, l, m int, alpha float64) Difference {
	out := Difference{Estimate: Estimate{Value: math.NaN(), Low: math.NaN(), High: math.NaN(), N: min(n, m), How: "newcombe"}, P: math.NaN()}
	if n == 0 || m == 0 {
		return out
	}
	p, q := float64(k)/float64(n), float64(l)/float64(m)
	zz := NormalQuantile(1 - alpha/2)
	pl, ph := wilson(k, n, zz)
	ql, qh := wilson(l, m, zz)
	out.Value = q - p
	out.Low = out.Value - math.Hypot(q-ql, ph-p)
	out.High = out.Value + math.Hypot(qh-q, p-pl)
	out.Same = out.Value == 0 && (k == 0 || k == n)
	out.P = fisher(k, n, l, m)
	return out
}

// wilson is Wilson's interval with another point of the normal distribution than
// Share has.
func wilson(k, n int, z float64) (low, high float64) {
	p, f := float64(k)/float64(n), float64(n)
	mid := (p + z*z/(2*f)) / (1 + z*z/f)
	half := z / (1 + z*z/f) * math.Sqrt(p*(1-p)/f+z*z/(4*f*f))
	low, high = math.Max(0, mid-half), math.Min(1, mid+half)
	if k == 0 {
		low = 0
	}
	if k == n {
		high = 1
	}
	return low, high
}

// fisher is the chance, with both margins of the table held, of a table that is
// no more likely than the one seen.
func fisher(k, n, l, m int) float64 {
	all := k + l
	choose := func(a, b int) float64 { return combin.LogGeneralizedBinomial(float64(a), float64(b)) }
	whole := choose(n+m, all)
	chance := func(i int) float64 { return choose(n, i) + choose(m, all-i) - whole }
	seen := chance(k) + 1e-7 // tables as likely as the one seen, but for rounding, count
	sum := 0.0
	// Tables beyond forty standard deviations add nothing that a number can hold.
	size, share := float64(n+m), float64(all)/float64(n+m)
	middle, far := float64(n)*share, 40*math.Sqrt(float64(n)*float64(m)/size*share*(1-share))+1
	least, most := max(0, all-m, int(middle-far)), min(n, all, int(middle+far)+1)
	for i := least; i <= most; i++ {
		if c := chance(i); c <= seen {
			sum += math.Exp(c)
		}
	}
	return math.Min(1, sum)
}
