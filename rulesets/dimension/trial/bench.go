package trial

import (
	"sort"
	"strconv"
	"strings"

	"github.com/lectio/lectio/rulesets"
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

// Base is a position of a sample with what is about to happen in it.
type Base struct {
	St       *engine.State
	act      engine.Act
	Part     int
	From, To int
	Throw    int   // on a throw: which, while st awaits it
	At       *Spot // the decision before which it was met; nil where it was not met in a game
}

// occasion is where a trial is made.
type occasion int

// The occasions.
const (
	onLanding occasion = iota // a man goes along the track to an empty place
	onEntry                   // a man comes from a store to an empty place
	onLeaving                 // a man leaves the board
	onThrow                   // a throw of several dice at the beginning of a turn
	onPass                    // a player who has something left to play can play nothing
	onOpening                 // the first position
	onTaking                  // a sowing takes men of nobody
	occasions
)

// Once finds something out about a sample and keeps it.
func Once[T any](s *Bench, key string, find func() T) T {
	if v, ok := s.Found[key]; ok {
		return v.(T)
	}
	v := find()
	if s.Found == nil {
		s.Found = map[string]any{}
	}
	s.Found[key] = v
	return v
}

func (s *Bench) keep(on occasion, b *Base) {
	b.St = b.St.Clone()
	s.bases[on] = append(s.bases[on], b)
}

// Tried is what came out of a trial.
type Tried struct {
	*Base
	Is string
	By []int
}

func PlaysOn(m engine.Move) bool { return m.Act != engine.Stop && m.Act != engine.Pass }
