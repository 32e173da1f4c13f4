package board

import "math"

func circle(i, n int) (x, y float64) {
	a := math.Pi/2 - 2*math.Pi*float64(i)/float64(n)
	r := float64(n) / 4
	return r * math.Cos(a), r * math.Sin(a)
}
