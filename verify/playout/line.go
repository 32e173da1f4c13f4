package playout

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/lines"
)

// Ply is one move of a recorded game, as INTERFACE.md writes it: the state
// before it, what was legal, what was played and what came of it. Throw names
// the throws made since the move before.
type Ply struct {
	Game   int            `json:"game"`
	Ply    int            `json:"ply"`
	Player string         `json:"player"`
	Throw  *string        `json:"throw"`
	At     rulesets.State `json:"at"`
	Legal  []string       `json:"legal"`
	Move   string         `json:"move"`
	After  rulesets.State `json:"after"`
}

// Line is a line of play that anyone can replay: which interpretation, and the
// throws and moves from the opening.
type Line struct {
	Ruleset  string            `json:"ruleset"`
	Readings map[string]string `json:"readings"`
	Scale    string            `json:"scale,omitempty"` // the scaled-down version that is played
	Written  string            `json:"text"`            // as it is printed, and as play --replay reads it
	Plies    []Ply             `json:"plies"`
	// Closing is a throw made after the last move, when the line ends on it.
	Closing string `json:"closing_throw,omitempty"`

	from  string       // the corpus of the ruleset
	drawn *lines.Begun // the random game that it is the beginning of, nil for none
	short string       // told by the number of that game
}

// Step is one step of a line in the making: a throw, or a move.
type Step struct {
	Throw int // index into Program.Throws; -1 for a move
	Move  engine.Move
}

// Record plays steps from the start and writes the line.
func Record(g *rulesets.Game, number int, steps []Step) *Line { return record(g, nil, number, steps) }

// record is Record; seed is that of the random game of which the steps may be the
// beginning, nil for none.
func record(g *rulesets.Game, seed *uint64, number int, steps []Step) *Line {
	l := newLine(g)
	w := lines.NewWriter(g)
	var after *rulesets.State // of the move before, when nothing has happened since: it is shared
	for _, st := range steps {
		if st.Throw >= 0 {
			w.Throw(st.Throw)
			after = nil
			continue
		}
		p := Ply{Game: number, Ply: len(l.Plies) + 1, Player: w.Player(), Legal: g.MoveTexts(w.In, w.State), Move: g.MoveText(w.In, w.State, st.Move)}
		if after != nil {
			p.At = *after
		} else {
			p.At = g.State(w.State)
		}
		if t := strings.Join(w.Thrown(), ","); t != "" {
			p.Throw = &t
		}
		w.Play(st.Move)
		p.After = g.State(w.State)
		after = &p.After
		l.Plies = append(l.Plies, p)
	}
	l.Closing = strings.Join(w.Thrown(), ",")
	atoms := w.Atoms()
	l.Written = lines.Write(g.Name(), "", nil, atoms)
	if n := len(l.Plies); seed != nil && n > 0 && begins(g, *seed, number, steps) {
		l.drawn = &lines.Begun{Seed: *seed, Game: number, Moves: n}
		l.short = lines.Write(g.Name(), "", l.drawn, atoms[n:])
		if n > longestTold && len(l.Written) > mostShown { // unless it is told by its cycle
			l.Written = l.short
		}
	}
	return l
}

// newLine is the line of a game in which nothing has happened.
func newLine(g *rulesets.Game) *Line {
	l := &Line{Ruleset: g.Definition.ID, from: g.Definition.From, Readings: map[string]string{}, Plies: []Ply{}}
	for _, q := range g.Definition.Questions {
		if r := g.Readings[q.ID]; r != nil && r.ID != q.Default {
			l.Readings[q.Name()] = r.ID
		}
	}
	if g.Scale != nil {
		l.Scale = g.Scale.ID
	}
	return l
}

// begins reports whether a random game begins with the moves of steps, and with what
// was thrown between them.
func begins(g *rulesets.Game, seed uint64, number int, steps []Step) bool {
	for len(steps) > 0 && steps[len(steps)-1].Throw >= 0 {
		steps = steps[:len(steps)-1]
	}
	same := true
	i := 0
	playLine(g, seed, number, func(_ *engine.State, st Step) bool {
		same = i < len(steps) && steps[i] == st
		i++
		return same && i < len(steps)
	})
	return same && i == len(steps)
}

// playLine plays a random game, and hands on the state before each step, and the
// step, as long as it is told to go on.
func playLine(g *rulesets.Game, seed uint64, number int, visit func(before *engine.State, st Step) bool) {
	lines.Random(g, seed, number, func(before *engine.State, throw int, m engine.Move) bool { return visit(before, Step{throw, m}) })
}

// Text is the line in one row, as play --replay reads it.
func (l *Line) Text() string { return l.Written }

// Turns is what Short says behind the name of the interpretation.
func (l *Line) Turns() string {
	_, turns := lines.Divided(l.Short())
	return turns
}

// Name is the name of the interpretation that is played.
func (l *Line) Name() string {
	name, _ := lines.Divided(l.Written)
	return name
}

// mostShown is how many characters of a line are read on a screen or on paper.
const mostShown = 1200

// Brief is the line in as few words as can be played again: where it is long, a
// random game is told by its number.
func (l *Line) Brief() string {
	if len(l.Written) > mostShown && l.short != "" {
		return l.short
	}
	return l.Written
}

// Drawn is the random game by whose number Brief tells the line; nil where it tells the moves.
func (l *Line) Drawn() *lines.Begun {
	if l.drawn == nil || l.Brief() != l.short {
		return nil
	}
	return l.drawn
}

// Command is what plays the line again; "" where it is too long to be shown.
func (l *Line) Command() string {
	if text := l.Brief(); len(text) <= mostShown {
		return l.Replaying(text)
	}
	return ""
}

// Replaying is the command that plays what is printed of the line again.
func (l *Line) Replaying(text string) string { return Replaying(text, l.from) }

// Replaying is the command that plays a printed line again, of a ruleset of a corpus.
func Replaying(line, corpus string) string {
	return "echo " + shellWord(line) + " | lectio play --replay -" + InCorpus(corpus)
}

// Playing is the command that plays a game of a seed between programs called so.
func Playing(g *rulesets.Game, program string, seed uint64, number int) string {
	return fmt.Sprintf("lectio play %s --player %s --seed %d --game %d%s", Quoted(g.Name()), program, seed, number, InCorpus(g.Definition.From))
}

// InCorpus is what a command needs to find the corpus that --corpus names so; "" for
// the bundled one.
func InCorpus(corpus string) string {
	if corpus == "" {
		return ""
	}
	return " --corpus " + Quoted(corpus)
}

// plainWord is what every shell takes as it stands.
var plainWord = regexp.MustCompile(`^[A-Za-z0-9_./:,=%@+][A-Za-z0-9_./:,=%@+-]*$`)

// Quoted is a text as a shell takes it for one word.
func Quoted(s string) string {
	if plainWord.MatchString(s) {
		return s
	}
	return shellWord(s)
}

func shellWord(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

// Short is the line for a reader: Brief, or where that is too long how long it is.
// Programs, and play --replay, take Text.
func (l *Line) Short() string {
	if text := l.Brief(); len(text) <= mostShown {
		return text
	}
	return fmt.Sprintf("%s: %d moves, too many to be shown here; a report in CSV or JSON has them, and verify --lines writes them",
		l.Name(), len(l.Plies))
}

// Replay plays game number of a sample again and records it up to its end, or
// the cap.
func Replay(g *rulesets.Game, o Options, number int) *Line {
	return record(g, &o.Seed, number, steps(g, o, number))
}

// steps are those of game number of a sample, up to its end or the cap.
func steps(g *rulesets.Game, o Options, number int) []Step {
	var out []Step
	plies := 0
	playLine(g, o.Seed, number, func(_ *engine.State, st Step) bool {
		if plies >= o.Cap {
			return false
		}
		out = append(out, st)
		if st.Throw < 0 {
			plies++
		}
		return true
	})
	return out
}

// GivenUp is the line of game number of a sample, which was given up at the cap: by
// its cycle where it ends in one, and otherwise by its number, without the moves,
// which would fill a book.
func GivenUp(g *rulesets.Game, o Options, number int) *Line {
	all := steps(g, o, number)
	for p := 1; p <= lines.LongestCycle && p*lines.LeastTimes <= len(all); p++ {
		tail := all[len(all)-p*lines.LeastTimes:]
		if p*lines.LeastTimes >= lines.LeastRepeated && slices.Equal(tail[p:], tail[:len(tail)-p]) {
			return record(g, &o.Seed, number, all)
		}
	}
	l := newLine(g)
	n := 0
	for _, st := range all {
		if st.Throw < 0 {
			n++
		}
	}
	l.Written = lines.Write(g.Name(), "", &lines.Begun{Seed: o.Seed, Game: number, Moves: n}, nil)
	return l
}

// standing is how many passes on end make a standstill: far more than bad luck.
const standing = 1000

// Standstill looks at the first game of a sample that was given up, and says
// whether it has come to a standstill: passes and nothing else up to the cap. It
// returns the line up to the last move that was none, how many single moves that
// are, and the number of the game; nil when there is no such game.
func Standstill(ctx context.Context, g *rulesets.Game, o Options, s *Stats) (line *Line, after, number int) {
	if number = s.GivenUp; number < 0 {
		return nil, 0, 0
	}
	var steps []Step
	plies, played := 0, 0 // single moves so far, and up to the last that was no pass
	keep := 0             // steps up to that one
	playLine(g, o.Seed, number, func(_ *engine.State, st Step) bool {
		if plies >= o.Cap || ctx.Err() != nil {
			return false
		}
		steps = append(steps, st)
		if st.Throw < 0 {
			plies++
			if st.Move.Act != engine.Pass {
				played, keep = plies, len(steps)
			}
		}
		return true
	})
	if plies-played < standing {
		return nil, 0, 0
	}
	return record(g, &o.Seed, number, steps[:keep]), played, number
}
