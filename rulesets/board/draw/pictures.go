package draw

import (
	"fmt"
	"slices"
	"strings"
)

// outline is part of the picture of a kind of men: an outline, or where it has a radius a
// disc about its first point, with a hole in its middle where that has one too. The man's own
// disc has radius 1, with y downwards.
type outline struct {
	radius, hole float64
	points       []Point
}

func corners(numbers ...float64) (o outline) {
	for i := 0; i < len(numbers); i += 2 {
		o.points = append(o.points, Point{numbers[i], numbers[i+1]})
	}
	return o
}

func disc(x, y, radius float64) outline { return outline{radius: radius, points: []Point{{x, y}}} }

// slanting is a bar of so much length and breadth that leans to the left, or to the right.
func slanting(left bool) outline {
	const end, half = 0.66, 0.1 // of the middle of an end, and of its breadth, along each axis
	if left {
		return corners(-end-half, -end+half, -end+half, -end-half, end+half, end-half, end-half, end+half)
	}
	return corners(end-half, -end-half, end+half, -end+half, -end+half, end+half, -end-half, end-half)
}

// signsWritten are the pictures that are no man's but stand alone on a cell, as a sign that somebody
// wrote there.
var signsWritten = []string{"cross", "nought"}

// foot is what most men of wood stand on.
var foot = corners(-0.5, 0.62, 0.5, 0.62, 0.5, 0.44, -0.5, 0.44)

// silhouettes are the pictures of the kinds of men that have one.
var silhouettes = map[string][]outline{
	"pawn":   {disc(0, -0.24, 0.25), corners(-0.14, -0.1, 0.14, -0.1, 0.3, 0.44, -0.3, 0.44), foot},
	"rook":   {corners(-0.42, -0.58, -0.24, -0.58, -0.24, -0.42, -0.1, -0.42, -0.1, -0.58, 0.1, -0.58, 0.1, -0.42, 0.24, -0.42, 0.24, -0.58, 0.42, -0.58, 0.42, -0.22, 0.28, -0.14, 0.32, 0.44, -0.32, 0.44, -0.28, -0.14, -0.42, -0.22), foot},
	"knight": {corners(-0.14, -0.66, 0.02, -0.54, 0.26, -0.42, 0.4, -0.12, 0.42, 0.44, -0.34, 0.44, -0.22, 0.16, 0.02, -0.02, -0.02, -0.12, -0.28, 0.04, -0.42, 0.06, -0.5, -0.08, -0.28, -0.36, -0.22, -0.5), foot},
	"bishop": {disc(0, -0.64, 0.09), corners(0, -0.58, 0.2, -0.34, 0.26, -0.12, 0.14, 0.06, 0.3, 0.44, -0.3, 0.44, -0.14, 0.06, -0.26, -0.12, -0.2, -0.34), foot},
	"queen":  {disc(-0.5, -0.44, 0.09), disc(-0.2, -0.58, 0.09), disc(0.2, -0.58, 0.09), disc(0.5, -0.44, 0.09), corners(-0.5, -0.4, -0.26, 0, -0.2, -0.52, 0, -0.02, 0.2, -0.52, 0.26, 0, 0.5, -0.4, 0.36, 0.44, -0.36, 0.44), foot},
	"king":   {corners(-0.06, -0.72, 0.06, -0.72, 0.06, -0.6, 0.18, -0.6, 0.18, -0.48, 0.06, -0.48, 0.06, -0.3, -0.06, -0.3, -0.06, -0.48, -0.18, -0.48, -0.18, -0.6, -0.06, -0.6), corners(0, -0.14, 0.2, -0.36, 0.44, -0.34, 0.54, -0.12, 0.36, 0.44, -0.36, 0.44, -0.54, -0.12, -0.44, -0.34, -0.2, -0.36), foot},
	"crown":  {corners(-0.56, -0.36, -0.28, 0.02, 0, -0.46, 0.28, 0.02, 0.56, -0.36, 0.44, 0.4, -0.44, 0.4)},
	"cross":  {slanting(true), slanting(false)},
	"nought": {{radius: 0.86, hole: 0.58, points: []Point{{}}}},
}

// picture draws the silhouette of a kind on a man.
func (c *canvas) picture(name string, x, y, r float64) {
	for _, o := range silhouettes[name] {
		if o.hole > 0 {
			c.dc.DrawCircle(x+o.points[0].X*r, y+o.points[0].Y*r, (o.radius+o.hole)/2*r)
			c.dc.SetLineWidth((o.radius - o.hole) * r)
			c.dc.SetLineCapRound() // where its ends meet nothing is left open
			c.dc.Stroke()
			continue
		}
		if o.radius > 0 {
			c.dc.DrawCircle(x+o.points[0].X*r, y+o.points[0].Y*r, o.radius*r)
			c.dc.Fill()
			continue
		}
		for i, q := range o.points {
			if i == 0 {
				c.dc.MoveTo(x+q.X*r, y+q.Y*r)
			} else {
				c.dc.LineTo(x+q.X*r, y+q.Y*r)
			}
		}
		c.dc.ClosePath()
		c.dc.Fill()
	}
}

// Outline is the picture of a kind of men as the data of an SVG path, about a man whose
// disc has radius 1 about the origin, with y downwards; "" where there is none of that name.
// All its parts go round in one direction, so that those that overlap are filled, and only
// holes the other way. It is alone where it stands in the place of the disc, and not on it.
func Outline(name string) (path string, alone bool) {
	var b strings.Builder
	for _, o := range silhouettes[name] {
		if o.radius > 0 {
			for i, r := range []float64{o.radius, o.hole} {
				if r > 0 {
					fmt.Fprintf(&b, "M%.3g %.3ga%.3g %.3g 0 1 %d %.3g 0a%.3g %.3g 0 1 %d %.3g 0Z", o.points[0].X-r, o.points[0].Y, r, r, 1-i, 2*r, r, r, 1-i, -2*r)
				}
			}
			continue
		}
		points, area := slices.Clone(o.points), 0.0
		for i, q := range points {
			next := points[(i+1)%len(points)]
			area += q.X*next.Y - next.X*q.Y
		}
		if area < 0 {
			slices.Reverse(points)
		}
		for i, q := range points {
			fmt.Fprintf(&b, "%c%.3g %.3g", "ML"[min(i, 1)], q.X, q.Y)
		}
		b.WriteByte('Z')
	}
	return b.String(), slices.Contains(signsWritten, name)
}
