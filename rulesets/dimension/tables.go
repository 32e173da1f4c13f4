package dimension

import (
	"slices"
	"strings"

	"github.com/lectio/lectio/rulesets/ast"
	"github.com/lectio/lectio/rulesets/board"
	"github.com/lectio/lectio/rulesets/dimension/trial"
	"github.com/lectio/lectio/rulesets/engine"
)

// What conditions on what was seen can ask for besides events and trials, and the statements that
// they can name: those of the compiled rules.

// counted is a number that a condition can ask for; args are the words that it can be asked with,
// with | between.
type counted struct {
	args    string
	ofGames bool // it rests on what happened in games
	of      func(s *Sample, args []string) int
}

// plainNumber is a number that is asked for without a word.
func plainNumber(of func(s *Sample) int) counted {
	return counted{of: func(s *Sample, _ []string) int { return of(s) }}
}

// seenNumber is such a number that rests on games.
func seenNumber(of func(s *Sample) int) counted {
	c := plainNumber(of)
	c.ofGames = true
	return c
}

var numbers = map[string]counted{
	"decisions": plainNumber(func(s *Sample) int { return s.Decisions }),
	// Equipment
	"player_count": plainNumber(func(s *Sample) int { return len(s.Game.Program.Players) }),
	"cells":        plainNumber(func(s *Sample) int { return s.Game.Program.Cells }),
	"rows":         plainNumber(func(s *Sample) int { return len(s.Game.Board.Lines) }),
	"large_holes":  plainNumber(func(s *Sample) int { return countOf(s.Game.Board.Cells, func(c board.Cell) bool { return c.Tall > 0 }) }),
	"marked_cells": plainNumber(func(s *Sample) int { return len(s.Game.Board.Sets["marked"]) }),
	"middle":       plainNumber(func(s *Sample) int { return bit(s.middleOf(0) >= 0) }),
	"partings": plainNumber(func(s *Sample) int {
		return countOf(s.Game.Program.Next, func(next []int) bool { return len(next) > 1 })
	}),
	// way_there is 1 where the track of a player leads to where men of an opponent began.
	"way_there": plainNumber(func(s *Sample) int { return bit(reached(s.Game)) }),
	"endless":   plainNumber(func(s *Sample) int { return bit(s.endless()) }),
	// Rules
	"scores":       plainNumber(func(s *Sample) int { return len(s.Game.Program.Scores) }),
	"match_points": plainNumber(func(s *Sample) int { return max(0, s.Game.Program.Match) / s.Game.Program.Denominator }),
	"other_plays": plainNumber(func(s *Sample) int {
		return countOf(s.Game.Program.Blocked, func(b engine.Blocked) bool { return b.Policy == engine.BlockedOther })
	}),
	// asked_of_figures is 1 where a score or an end asks where a player's own men stand.
	"asked_of_figures": plainNumber(func(s *Sample) int { return bit(s.AsksOfFigures()) }),
	"winnerless_ends":  plainNumber(func(s *Sample) int { return len(s.EndsWhere(winnerless)) }),
	// no_move_ends are the ends of a player who cannot move, by what they are to him; unsure_ends is 1
	// where one was neither seen nor brought about by trying.
	"no_move_ends": {args: "loses|wins|draws|score", of: func(s *Sample, args []string) int { return len(noMoveEnds(s, args)) }},
	"unsure_ends": plainNumber(func(s *Sample) int {
		_, sure := s.ShutOut()
		return bit(!sure)
	}),
	// Games
	"unseen_ends": seenNumber(func(s *Sample) int {
		return len(s.EndsWhere(func(i int, e *engine.End) bool { return e.Winner != engine.NoWinner && s.story.finished[i] == 0 }))
	}),
	"most_on_one":   seenNumber(func(s *Sample) int { return s.story.mostOwn }),
	"came_far":      seenNumber(func(s *Sample) int { return bit(s.story.far) }),
	"moved_to":      seenNumber(func(s *Sample) int { return s.story.stood.Count() }),
	"came_back":     seenNumber(func(s *Sample) int { return s.story.cameBack }),
	"stood_at_end":  seenNumber(func(s *Sample) int { return bit(s.stoodAtEnd()) }),
	"open_partings": seenNumber((*Sample).openPartings),
	"giving":        {args: "throw|taking|place|home|otherwise", ofGames: true, of: givesAnother},
	"could_give":    {args: "throw|taking|place", ofGames: true, of: couldGive},
}

// winnerless reports whether a game can end without a winner by an end.
func winnerless(_ int, e *engine.End) bool {
	return e.Winner == engine.NoWinner || e.Winner == engine.HigherScore
}

// noMoveEnds are the statements of the ends of a player who cannot move, by what they are to him.
func noMoveEnds(s *Sample, args []string) (by []int) {
	list, _ := s.ShutOut()
	for _, e := range list {
		if len(args) == 0 || slices.Contains(args, shutOutWord(e)) {
			by = append(by, e.Statement)
		}
	}
	return by
}

// shutOutWord is what an end is to the player who cannot move.
func shutOutWord(e *engine.End) string {
	word, known := map[engine.Winner]string{engine.Them: "loses", engine.Me: "wins", engine.NoWinner: "draws"}[e.Winner]
	return either(known, word, "score")
}

// table names statements by what the compiled rules say. args are the words with which it is
// asked: acts, kinds of statements, an event with its words, or those of a list with | between.
type table struct {
	args string
	of   func(s *Sample, args []string) []int
}

// The words that tables are asked with, where they are no list.
const (
	acts      = "acts"
	kinds     = "kinds"
	ofAnEvent = "event"
)

// ofActs makes a table that is asked with acts.
func ofActs(of func(s *Sample, acts []engine.Act) []int) table {
	return table{acts, func(s *Sample, args []string) []int { return of(s, actsNamed(args)) }}
}

// plainTable is one that is asked without a word.
func plainTable(of func(s *Sample) []int) table {
	return table{of: func(s *Sample, _ []string) []int { return of(s) }}
}

// actsNamed are the acts of some names; those by which men come to places where none is named.
func actsNamed(names []string) (out []engine.Act) {
	for _, n := range names {
		if a, ok := engine.ActNamed(strings.ReplaceAll(n, "_", "-")); ok {
			out = append(out, a)
		}
	}
	if len(out) == 0 {
		return trial.Landing
	}
	return out
}

var tables = map[string]table{
	"stated":  {kinds, func(s *Sample, args []string) []int { return s.Kinds(args...) }},
	"boards":  plainTable(func(s *Sample) []int { return s.Kinds(ast.BoardKinds...) }),
	"permits": ofActs(func(s *Sample, a []engine.Act) []int { return s.Permitting(a...) }),
	"sends":   ofActs(func(s *Sample, a []engine.Act) []int { return s.Sends(a...) }),
	"puts_up": ofActs(func(s *Sample, a []engine.Act) []int { return s.PuttingUp(a[0], a[1:]...) }),
	"forbids": ofActs(func(s *Sample, a []engine.Act) (by []int) {
		for i := range s.Game.Program.Forbids {
			if f := &s.Game.Program.Forbids[i]; f.Acts == trial.OnActs(a...) {
				by = append(by, f.Statement)
			}
		}
		return by
	}),
	// each_time are the statements that were behind every one of some cases of an event, mostly those
	// behind at least half of them, with what they use.
	"each_time": {ofAnEvent, func(s *Sample, args []string) []int { return s.mostlyBehind(args[0], false, args[1:]...) }},
	"mostly": {ofAnEvent, func(s *Sample, args []string) []int {
		by := s.mostlyBehind(args[0], true, args[1:]...)
		return append(by, s.Definitions(by)...)
	}},
	"sends_after_turn": plainTable(func(s *Sample) []int { return s.Changing(engine.OnTurnEnd|engine.OnPlayed, trial.OfKind(engine.Send)) }),
	"next_player": plainTable(func(s *Sample) []int {
		return s.Changing(engine.OnTurnEnd|engine.OnPlayed, trial.OfKind(engine.NextIs))
	}),
	"turns_after_placing": plainTable(func(s *Sample) []int {
		return s.Changing(engine.OnAct(engine.Place), trial.OfKind(engine.NextIs, engine.StageIs))
	}),
	"marks":    plainTable(func(s *Sample) []int { return s.Changing(trial.AnyTrigger, trial.OfKind(engine.AddMark)) }),
	"removing": plainTable(func(s *Sample) []int { return s.removingFor() }),
	"bearing":  plainTable(func(s *Sample) []int { return s.bearing() }),
	"scores":   plainTable(func(s *Sample) []int { return s.Scoring() }),
	"in_order": plainTable(func(s *Sample) []int { return s.InOrder() }),
	"blocking": plainTable(func(s *Sample) []int { return s.Blocking() }),
	"optional_parts": plainTable(func(s *Sample) []int {
		return s.Agendas(func(a *engine.Agenda) bool {
			return slices.ContainsFunc(a.Parts, func(x uint8) bool { return x&engine.OptionalPart != 0 && x&^engine.OptionalPart != engine.PartThrow })
		})
	}),
	"answers_to_no_move": plainTable(func(s *Sample) (by []int) {
		for _, b := range s.Game.Program.Blocked {
			if b.Policy == engine.BlockedOther || s.times("passed") > 0 {
				by = append(by, b.Statement)
			}
		}
		return by
	}),
	"no_move_ends": {"loses|wins|draws|score", noMoveEnds},
	"winning_ends": plainTable(func(s *Sample) []int {
		return s.EndsWhere(func(_ int, e *engine.End) bool { return e.Winner != engine.NoWinner })
	}),
	"winnerless_ends":  plainTable(func(s *Sample) []int { return s.EndsWhere(winnerless) }),
	"moves_of_several": plainTable(func(s *Sample) []int { return s.Allowing(func(a *engine.Allow) bool { return a.Men != nil }) }),
	"moves_to_places": plainTable(func(s *Sample) []int {
		return s.Allowing(func(a *engine.Allow) bool { return a.Act == engine.Advance && a.To != nil })
	}),
	"throws":     plainTable(func(s *Sample) []int { return s.ThrowGiving(trial.AnyTrigger) }),
	"throws_for": {"throw|taking|place", throwsFor},
	"throws_of_throws": plainTable(func(s *Sample) []int {
		if by := s.ThrowGiving(trial.ByThrows); len(by) > 0 {
			return by
		}
		return s.ThrowGiving(trial.AnyTrigger)
	}),
}
