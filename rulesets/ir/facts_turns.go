package ir

import (
	"slices"

	"github.com/lectio/lectio/rulesets/engine"
)

// TurnFacts say what happens between decisions.
type TurnFacts struct {
	Answered  engine.Trigger // acts and events that some change answers
	NextIs    bool           // a rule says who has the next turn
	StageIs   bool           // a rule says of what stage it is
	ForOthers bool           // another player may come to play the rest of a turn
	NoThrow   bool           // there is a stage in which nothing is thrown
	// NoMove are the stages in which a player without a move is an end.
	NoMove uint64
	// Idle: turns may come in which nothing is decided or thrown.
	Idle bool
	// EveryDecided: nothing is ever thrown, and in every turn just one decision comes before
	// anything has been played in it.
	EveryDecided bool
	// ScoresEnd: points are scored only where the game ends, so that no position in which a
	// turn begins differs in them from another.
	ScoresEnd bool
}

// Answers reports whether some change answers an act or event.
func (t *TurnFacts) Answers(on engine.Trigger) bool { return t.Answered&on != 0 }

func (f *finder) turns() {
	t, p := &f.Turn, f.p
	for i := range p.Changes {
		t.Answered |= p.Changes[i].On
	}
	for i := range p.Ends {
		if p.Ends[i].At == engine.AtNoMove {
			t.NoMove |= p.Ends[i].Stages
		}
	}
	t.NextIs, t.StageIs = f.Effects(engine.NextIs), f.Effects(engine.StageIs)
	t.ForOthers = f.Effects(engine.HandOver) ||
		slices.ContainsFunc(p.Blocked, func(b engine.Blocked) bool { return b.Policy == engine.BlockedOther })
	t.NoThrow = slices.ContainsFunc(p.Stages, func(s engine.Stage) bool { return s.Device < 0 })
	t.Idle = f.idle()
	t.EveryDecided = f.everyDecided()
	t.ScoresEnd = !slices.ContainsFunc(p.Scores, func(r engine.Score) bool { return !f.scoresAtEnd(&r) })
}

// idle finds TurnFacts.Idle.
func (f *finder) idle() bool {
	p := f.p
	if p.Match > 0 || f.Turn.Answers(engine.OnTurnEnd) {
		return true
	}
	drops := func(e *engine.Effect) bool {
		return slices.Contains([]engine.EffectKind{engine.DropRest, engine.DropTurn, engine.HandOver, engine.AddParts}, e.Kind)
	}
	if f.anyEffect(engine.OnTurn, drops) {
		return true
	}
	for st := range p.Stages {
		thrown := p.Stages[st].Device >= 0
		begun := thrown // by a throw, or by what has to be played
		for i := range p.Agendas {
			a := &p.Agendas[i]
			if a.Throw >= 0 || a.Stages>>st&1 == 0 {
				continue
			}
			if !thrown && !obliges(a) {
				return true
			}
			begun = begun || a.When == nil
		}
		if !begun {
			return true
		}
	}
	return false
}

// everyDecided finds TurnFacts.EveryDecided.
func (f *finder) everyDecided() bool {
	if len(f.p.Throws) > 0 || f.Turn.Idle || f.Move.Stop {
		return false
	}
	optional := func(a engine.Agenda) bool {
		return slices.ContainsFunc(a.Parts, func(x uint8) bool { return x&engine.OptionalPart != 0 })
	}
	goesOn := func(b engine.Blocked) bool { return b.Policy != engine.BlockedStop && b.Policy != engine.BlockedLose }
	if slices.ContainsFunc(f.p.Agendas, optional) || slices.ContainsFunc(f.p.Blocked, goesOn) {
		return false
	}
	// what is put up after these is decided before anything has been played
	before := engine.OnAct(engine.Pass) | engine.OnAct(engine.Stop) | engine.OnAct(engine.ThrowAgain) | engine.OnPlayed
	return !f.anyEffect(before, func(e *engine.Effect) bool { return e.Kind == engine.AddParts || e.Kind == engine.HandOver })
}

// scoresAtEnd reports whether a score is only added where an end holds too.
func (f *finder) scoresAtEnd(r *engine.Score) bool {
	return r.Points == nil || // what multiplies nothing gives nothing
		slices.ContainsFunc(f.p.Ends, func(x engine.End) bool {
			return x.At == r.At && r.When != nil && x.When != nil && f.of(x.When) == f.of(r.When) &&
				r.Stages&^x.Stages == 0 && (x.Acts == 0 || r.Acts != 0 && r.Acts&^x.Acts == 0)
		})
}
