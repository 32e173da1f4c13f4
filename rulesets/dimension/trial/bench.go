package trial

import (
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/ast"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/position"
)

// Bench is what trials of one interpretation begin with: positions of its games, and
// what has been found out about them.
type Bench struct {
	Game *rulesets.Game
	Seed uint64

	Kept     []*engine.State // decisions of its games
	Ways     map[[3]int]bool // how men have gone along the track: player, from, to
	Finished map[int]int     // games by their end, -1 where no rule provided for the position
	bases    [occasions][]*Base
	Found    map[string]any // what trials have shown
}

// NewBench is a bench without positions.
func NewBench(g *rulesets.Game, seed uint64) Bench {
	return Bench{Game: g, Seed: seed, Ways: map[[3]int]bool{}}
}

// MostPlies is how long the games are that a trial plays on.
const MostPlies = 250

// Spot is where in the games of a sample something was seen: the game, counted from
// 0, and the move of it, counted from 0, that was played or refused there.
type Spot struct {
	Game, Ply int
	Move      engine.Move // that was permitted there, or refused
	Refused   bool
}

// MenAt counts the men of a player at a place.
func MenAt(pos *position.Position, q, f int) int {
	n := 0
	for _, class := range pos.Men[q] {
		n += class[f]
	}
	return n
}

func OnBoard(pos *position.Position, r int) int {
	n := 0
	for f := range pos.Men[r][0] {
		n += MenAt(pos, r, f)
	}
	return n
}

func YesNo(yes bool) string {
	if yes {
		return "yes"
	}
	return "no"
}

// Words are the keys of a count, sorted, with commas.
func Words[V any](counts map[string]V) string {
	var list []string
	for w := range counts {
		if w != "" {
			list = append(list, w)
		}
	}
	sort.Strings(list)
	return strings.Join(list, ", ")
}

func atoi(s string) int {
	n, _ := strconv.Atoi(s)
	return n
}

// AlikeMoves reports whether two moves are the same but for how many men make them.
func AlikeMoves(a, b *engine.Move) bool {
	return a.Act == b.Act && a.Part == b.Part && a.From == b.From && a.To == b.To && a.Class == b.Class
}

// MenOn counts the men on the cell of a place of player q: his own, those of his opponents,
// and all.
func MenOn(p *engine.Program, s *engine.State, q, f int) (own, enemy, all int) {
	for r := range p.Players {
		n := 0
		for _, g := range p.Across(q, r, f) {
			n += s.MenAt(p, r, int(g))
		}
		all += n
		switch {
		case r == q:
			own += n
		case p.Team[r] != p.Team[q]:
			enemy += n
		}
	}
	return own, enemy, all
}

// everyEnd are all ends of games.
func (s *Bench) everyEnd() []int {
	return s.EndsWhere(func(int, *engine.End) bool { return true })
}

// MainDevice is what is thrown in most stages to move men by; -1 where nothing is.
func (s *Bench) MainDevice() int {
	p := s.Game.Program
	uses := make([]int, len(p.Devices))
	best := -1
	for i := range p.Stages {
		d := p.Stages[i].Device
		if d < 0 || s.Lots(d) {
			continue
		}
		if uses[d]++; best < 0 || uses[d] > uses[best] {
			best = d
		}
	}
	return best
}

// ThrowsOf are the throws of a device.
func (s *Bench) ThrowsOf(device int) []engine.Throw {
	if device < 0 {
		return nil
	}
	d := &s.Game.Program.Devices[device]
	return s.Game.Program.Throws[d.First : d.First+d.Count]
}

// EndsWhere are the ends for which f holds.
func (s *Bench) EndsWhere(f func(i int, e *engine.End) bool) (by []int) {
	for i := range s.Game.Program.Ends {
		if e := &s.Game.Program.Ends[i]; f(i, e) {
			by = append(by, e.Statement)
		}
	}
	return by
}

// Lots reports whether a device casts lots: it decides between players and gives no
// numbers.
func (s *Bench) Lots(device int) bool {
	return slices.ContainsFunc(s.Throwing(device), func(st int) bool { return s.Game.Statements[st].Body.(*ast.Throw).Drawn() })
}
