package main

import (
	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/rulesets/board/draw"
	"github.com/lectio/lectio/verify/report"
)

// boardFigure draws the board of an object, as wide as a screen is, "" where the record
// has no layout of one.
func boardFigure(o *evidence.Object, width int) (string, error) {
	if o == nil || o.Board == nil {
		return "", nil
	}
	pic, errs := report.Layout(o.Node("board"))
	if len(errs) > 0 {
		return "", errs
	}
	return draw.Style{Width: width}.Text(pic), nil
}
