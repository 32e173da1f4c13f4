package board

import "math"

// mostOnCircle is how many points are drawn on a circle; more would leave no room
// for men.
const mostOnCircle = 48

// layout places point i of n that has no coordinates: on a circle, or where there
// are many in rows that run to and fro, so that each point lies beside the next.
func layout(i, n int) (x, y float64) {
	if n <= mostOnCircle {
		return circle(i, n)
	}
	columns := int(math.Ceil(math.Sqrt(float64(n) * 5 / 4)))
	row, column := i/columns, i%columns
	if row%2 == 1 {
		column = columns - 1 - column
	}
	return float64(column), -float64(row)
}

func circle(i, n int) (x, y float64) {
	a := math.Pi/2 - 2*math.Pi*float64(i)/float64(n)
	r := float64(n) / 4
	return r * math.Cos(a), r * math.Sin(a)
}
