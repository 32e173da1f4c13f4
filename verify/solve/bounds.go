package solve

import (
	"encoding/json"
	"math/big"
)

// Bounds are two numbers between which one is proved to lie. In JSON they are decimal text of twelve places, rounded outward.
type Bounds struct{ Low, High *big.Rat }

// Parts are bounds in parts of [One].
func Parts(low, high int64) Bounds {
	return Bounds{big.NewRat(low, int64(One)), big.NewRat(high, int64(One))}
}

// MarshalJSON writes both bounds.
func (b Bounds) MarshalJSON() ([]byte, error) {
	return json.Marshal([2]string{Outward(b.Low, 12, false), Outward(b.High, 12, true)})
}

// Hundredths are the same bounds of a hundred times as much.
func (b Bounds) Hundredths() Bounds {
	hundred := big.NewRat(100, 1)
	return Bounds{new(big.Rat).Mul(b.Low, hundred), new(big.Rat).Mul(b.High, hundred)}
}

// Percent writes a share in percent with two places, once where its bounds are alike so far.
func (b Bounds) Percent() string { return b.Hundredths().String() }

// String writes a number rounded to two places, or, where its bounds are not alike so far, these rounded outward.
func (b Bounds) String() string {
	if low := b.Low.FloatString(2); low == b.High.FloatString(2) {
		return low
	}
	return Outward(b.Low, 2, false) + " to " + Outward(b.High, 2, true)
}

// Outward writes a number with so many places, rounded down or up.
func Outward(x *big.Rat, places int, up bool) string {
	unit := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(places)), nil)
	n := new(big.Int).Mul(x.Num(), unit)
	if up { // Euclidean division rounds down, of negative numbers too
		n.Neg(n)
	}
	if n.Div(n, x.Denom()); up {
		n.Neg(n)
	}
	return new(big.Rat).SetFrac(n, unit).FloatString(places)
}
