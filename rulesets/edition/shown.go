package edition

import (
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/lang"
)

// Shown is an interpretation as other programs see it: what is on the board and what falls, by name, with a sentence for every statement.
type Shown struct {
	Players    []string           `json:"players"`
	Places     map[string][]Place `json:"places"` // by player
	Stores     []string           `json:"stores"`
	Marks      []string           `json:"marks"`
	Kinds      []string           `json:"kinds,omitempty"`
	Counters   []string           `json:"counters"`
	Throws     []Throw            `json:"throws"`
	Stages     []string           `json:"stages"`
	Statements []Said             `json:"statements"`
	Questions  rulesets.Questions `json:"questions"`
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
	ID       string               `json:"id"`
	Kind     string               `json:"kind"`
	Sentence string               `json:"sentence"`
	Warrant  []rulesets.ClauseRef `json:"warrant"`
	Assumed  *string              `json:"assumed"` // nil where a clause warrants it
	File     string               `json:"file"`
	Line     int                  `json:"line"`
}

// Show says everything of an interpretation.
func Show(g *rulesets.Game) *Shown {
	p := g.Program
	out := &Shown{
		Players: p.Players, Places: map[string][]Place{}, Stores: p.Stores, Marks: append([]string{}, p.Marks...), Kinds: p.Kinds,
		Counters: []string{}, Throws: []Throw{}, Stages: []string{}, Statements: []Said{}, Questions: g.Definition.Questions,
	}
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
	for _, v := range p.Vars {
		out.Counters = append(out.Counters, v.ID)
	}
	for _, s := range p.Stages {
		out.Stages = append(out.Stages, s.ID)
	}
	for _, s := range g.Statements {
		out.Statements = append(out.Statements, Said{s.ID, s.Kind, Sentence(g, s), append([]rulesets.ClauseRef{}, s.Warrant...), rulesets.OrNull(s.Assumed), s.Pos.File, s.Pos.Line})
	}
	return out
}
