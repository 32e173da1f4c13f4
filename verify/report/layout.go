package report

import (
	"slices"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets/board/draw"
	"github.com/lectio/lectio/rulesets/dimension"
)

// Layout draws the board of an object. Its layout is read as that of a ruleset is, of which
// there is nothing but the board.
func Layout(layout *yamlpos.Node) (draw.Picture, diag.Errors) {
	say := func(id string, v yamlpos.Value) yamlpos.Value {
		return v.With("id", yamlpos.TextValue(id)).With("assumed", yamlpos.TextValue("only the board is drawn"))
	}
	one := yamlpos.TextValue("1")
	statements := []yamlpos.Value{
		say("players", yamlpos.MapValue().With("players", yamlpos.ListValue("first", "second")).With("begins", yamlpos.TextValue("first"))),
		say("board", yamlpos.ValueOf(layout)),
		say("men", yamlpos.MapValue().With("men", one)),
		say("set_up", yamlpos.MapValue().With("set_up", yamlpos.MapValue().With("hand", one))),
		say("play", yamlpos.MapValue().With("stage", yamlpos.MapValue())),
		say("turn", yamlpos.MapValue().With("agenda", yamlpos.MapValue().With("play", yamlpos.ListValue("place")))),
		say("place", yamlpos.MapValue().With("allow", yamlpos.TextValue("place"))),
	}
	file := yamlpos.Document(yamlpos.MapValue().With("ruleset", yamlpos.TextValue("object")).With("title", yamlpos.TextValue("object")).
		With("family", yamlpos.TextValue("object")).With("statements", yamlpos.Value{Kind: yamlpos.List, Values: statements}))
	d, errs := dimension.LoadOne("board", file, nil)
	if len(errs) == 0 {
		in, more := d.Interpret(nil)
		if errs = more; len(errs) == 0 {
			g, more := in.Compile()
			if errs = more; len(errs) == 0 {
				pic, _ := BoardWithWays(g)
				pic.Ways, pic.Players = nil, nil
				return pic, nil
			}
		}
	}
	// The places are those of a file that nobody has.
	errs = slices.Clone(errs)
	for i := range errs {
		errs[i].Pos, errs[i].Cell = layout.Pos, nil
	}
	return draw.Picture{}, errs
}
