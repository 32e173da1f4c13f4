package edition

import (
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/lang"
)

// Shown is an interpretation as other programs see it: what is on the board and what falls, by name, with a sentence for every statement.
type Shown struct {
	Game       *rulesets.Game
	_          struct{}           `member:"players" as:"Game.Program.Players"`
	Places     map[string][]Place `json:"places"` // by player
	_          struct{}           `member:"stores" as:"Game.Program.Stores"`
	_          struct{}           `member:"marks" as:"Game.Program.Marks" none:"[]"`
	_          struct{}           `member:"kinds,omitempty" as:"Game.Program.Kinds"`
	_          struct{}           `member:"counters" as:"Game.Program.Vars.ID" none:"[]"`
	Throws     []Throw            `json:"throws" none:"[]"`
	_          struct{}           `member:"stages" as:"Game.Program.Stages.ID" none:"[]"`
	Statements []Said             `json:"statements" none:"[]"`
	_          struct{}           `member:"questions" as:"Game.Definition.Questions" none:"[]"`
}

// Place is a place of a player, with the cell on which it lies.
type Place struct {
	Place string `json:"place"`
	Cell  string `json:"cell"`
}

// Throw is what a device can give, with its chance.
type Throw struct {
	Device string `json:"device"`
	rulesets.Throw
}

// Said is a statement with its sentence.
type Said struct {
	Statement *rulesets.Statement
	_         struct{} `member:"id" as:"Statement.ID"`
	_         struct{} `member:"kind" as:"Statement.Kind"`
	Sentence  string   `json:"sentence"`
	_         struct{} `member:"warrant" as:"Statement.Warrant.String" none:"[]"`
	_         struct{} `member:"assumed" as:"Statement.Assumed" none:"null"`
	_         struct{} `member:"file" as:"Statement.Pos.File"`
	_         struct{} `member:"line" as:"Statement.Pos.Line"`
}

// Show says everything of an interpretation.
func Show(g *rulesets.Game) *Shown {
	p := g.Program
	out := &Shown{Game: g, Places: map[string][]Place{}, Statements: Say(g)}
	for q, name := range p.Players {
		for f := range p.Places {
			out.Places[name] = append(out.Places[name], Place{p.Names[q][f], g.Board.Cells[p.CellOf[q][f]].Name})
		}
	}
	for _, d := range p.Devices {
		for _, t := range p.Throws[d.First : d.First+d.Count] {
			out.Throws = append(out.Throws, Throw{d.ID, rulesets.Throw{Throw: t.Name, Ways: lang.Fraction(t.Ways, d.Ways)}})
		}
	}
	return out
}

// Say makes a sentence of every statement.
func Say(g *rulesets.Game) (list []Said) {
	for _, s := range g.Statements {
		list = append(list, Said{Statement: s, Sentence: Sentence(g, s)})
	}
	return list
}
