package players

import "math"

// Chances come out alike on every machine: a product is written as float64(a*b), which keeps a compiler from fusing it
// with a sum (The Go Programming Language Specification, Floating-point operators), and the exponential is our own, because
// that of the standard library is written in assembly on some machines.

// Logistic is the chance of log odds z.
func Logistic(z float64) float64 {
	if z < 0 {
		e := exp(z)
		return e / (1 + e)
	}
	return 1 / (1 + exp(-z))
}

// exp is e to the power of x, for x of at most 0, to fifteen digits: the power of two next to it, times the
// series of the rest.
func exp(x float64) float64 {
	if x < -700 {
		return 0
	}
	const ln2High, ln2Low = 6.93147180369123816490e-01, 1.90821492927058770002e-10
	k := math.Floor(float64(x*math.Log2E) + 0.5)
	r := float64(x-float64(k*ln2High)) - float64(k*ln2Low)
	sum := 1.0
	for n := 13; n > 0; n-- {
		sum = 1 + float64(float64(r*sum)/float64(n))
	}
	return math.Ldexp(sum, int(k))
}
