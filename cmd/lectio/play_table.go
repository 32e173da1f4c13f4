package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/edition"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/history"
	"github.com/lectio/lectio/rulesets/engine/random"
	"github.com/lectio/lectio/rulesets/play"
	"github.com/lectio/lectio/verify/players"
	"github.com/lectio/lectio/verify/trace"
)

// freshSeed is a seed for a game that nobody wants to repeat; it is printed,
// in case somebody does.
func freshSeed() uint64 { return uint64(time.Now().UnixNano()) % 1_000_000_000 }

// sitting is a game in the terminal.
type sitting struct {
	a     *app
	g     *rulesets.Game
	in    *engine.Interpreter // plays, and remembers positions
	aside *engine.Interpreter // tries moves, and remembers nothing
	s     *engine.State
	begin trace.Begin
	rnd   *random.Source
	who   *players.Seated
	out   io.Writer
	done  []deed
}

// deed is a throw or a move that has been made; taking one back plays the
// others again, because the game remembers its positions.
type deed struct {
	throw  int // -1 for a move
	move   engine.Move
	person bool // somebody typed it
}

const tableHelp = `a move as it is listed, or its number
throw [T]   make a throw, at random or the one that fell on your own table
moves       list the legal moves
why [MOVE]  which rules refuse the other moves
undo        take back your last move or throw
state       print the position, for --at
quit        leave the game
`

// playAtTable lets people play in the terminal, or programs.
func (a *app) playAtTable(ctx context.Context, g *rulesets.Game, begin trace.Begin, f *playFlags, who *players.Seated) error {
	t := &sitting{
		a: a, g: g, in: engine.NewInterpreter(g.Program), aside: engine.NewInterpreter(g.Program),
		s: g.Program.NewState(), begin: begin, rnd: random.New(f.seed, 1), who: who, out: a.stdout,
	}
	t.in.History = history.New()
	begin(t.in, t.s)
	against := ""
	if text := who.String(); text != "" {
		against = ", " + text
	}
	fmt.Fprintf(t.out, "%s%s, seed %d; 'help' lists what can be typed\n\n", g.Name(), against, f.seed)

	a.waitsForSomebody()
	lines := make(chan string)
	failed := make(chan error, 1)
	go func() {
		defer close(lines)
		in := bufio.NewScanner(a.stdin)
		for in.Scan() {
			select {
			case lines <- in.Text():
			case <-ctx.Done():
				return
			}
		}
		failed <- in.Err()
	}()
	show := true
	for {
		if err := t.playPrograms(ctx); err != nil {
			fmt.Fprintln(t.out)
			if ctx.Err() != nil {
				return errInterrupted
			}
			fmt.Fprintf(t.out, "%v: the game was given up\n", err)
			return nil
		}
		if show {
			t.show()
		}
		if t.s.Status() == engine.Over {
			fmt.Fprintf(t.out, "%s\n", edition.Headline(g, t.s))
		}
		fmt.Fprintf(t.out, "%s> ", g.Program.Players[t.s.Player()])
		var line string
		var open bool
		select {
		case line, open = <-lines:
		case <-ctx.Done():
		}
		if !open {
			fmt.Fprintln(t.out)
			if ctx.Err() != nil {
				return errInterrupted
			}
			return <-failed
		}
		var quit bool
		if show, quit = t.obey(strings.Fields(line)); quit {
			return nil
		}
	}
}

// playPrograms plays for the programs, until somebody has to do something.
func (t *sitting) playPrograms(ctx context.Context) error {
	p := t.g.Program
	var failed error
	steps := 0 // throws and moves
	play.Run(t.s, benchCap+1, play.Hands{
		Look: func(int) bool {
			if t.s.Status() == engine.Over || t.who.Programs[t.s.Player()] == nil {
				return false
			}
			if failed = ctx.Err(); failed == nil && steps > benchCap {
				failed = errors.New("no end in sight")
			}
			steps++
			return failed == nil
		},
		Throw: func() bool {
			throw := p.Draw(t.rnd, t.s.Device(p))
			fmt.Fprintf(t.out, "%s throws %s\n", p.Players[t.s.Player()], p.Throws[throw].Name)
			t.do(deed{throw: throw})
			return true
		},
		Move: func() bool {
			moves := t.in.Moves(t.s, nil)
			d := players.Decision{State: t.s, Moves: moves, Random: t.rnd, Pick: func() int { return t.in.Pick(t.rnd, moves) }}
			m := moves[players.Choose(ctx, t.who.Programs[t.s.Player()], &d, 0)]
			if failed = ctx.Err(); failed != nil {
				return false
			}
			fmt.Fprintf(t.out, "%s plays %s\n", p.Players[t.s.Player()], t.g.MoveText(t.in, t.s, m))
			t.do(deed{throw: -1, move: m})
			return true
		},
	})
	return failed
}

// do carries out a deed and remembers it.
func (t *sitting) do(d deed) {
	t.done = append(t.done, d)
	t.carryOut(d)
}

func (t *sitting) carryOut(d deed) {
	if d.throw >= 0 {
		t.in.Throw(t.s, d.throw)
	} else {
		t.in.Play(t.s, d.move)
	}
}

// show draws the board as the player to move sees it.
func (t *sitting) show() {
	_ = t.a.say(t.a.stdout, t.a.board(t.g, t.s)+edition.ScoreLine(t.g, t.s)) // whether it was received is asked at the end
	if t.s.Status() == engine.Over {
		return
	}
	fmt.Fprintf(t.out, "\n%s\n", edition.Headline(t.g, t.s))
	t.list()
}

// list lists what can be done now.
func (t *sitting) list() {
	if t.s.Status() == engine.AwaitsThrow {
		fmt.Fprintln(t.out, "type 'throw'")
		return
	}
	moves := t.in.Moves(t.s, nil)
	names := t.g.MoveNames(t.in, t.s, moves)
	const columns = 6
	w := tabwriter.NewWriter(t.out, 0, 0, 3, ' ', 0)
	for i, name := range names {
		fmt.Fprintf(w, "%d %s", i+1, name)
		if i%columns == columns-1 || i == len(names)-1 {
			fmt.Fprintln(w)
		} else {
			fmt.Fprint(w, "\t")
		}
	}
	w.Flush()
}

// obey does what was typed. It reports whether the board is to be shown again,
// and whether the game is to be left.
func (t *sitting) obey(words []string) (show, quit bool) {
	say := func(format string, args ...any) { fmt.Fprintf(t.out, format+"\n", args...) }
	if len(words) == 0 {
		return false, false
	}
	rest := strings.Join(words[1:], " ")
	switch words[0] {
	case "quit", "exit":
		say("bye")
		return false, true
	case "help", "?":
		fmt.Fprint(t.out, tableHelp)
		return false, false
	case "state":
		say("%s", t.g.State(t.s))
		return false, false
	case "undo":
		return t.undo(), false
	}
	if t.s.Status() == engine.Over {
		say("the game is over; 'undo' takes the last move back, 'quit' leaves")
		return false, false
	}
	switch words[0] {
	case "moves":
		t.list()
		return false, false
	case "why":
		t.why(rest)
		return false, false
	case "throw":
		if t.s.Status() == engine.AwaitsThrow {
			return t.throw(rest), false
		}
		if rest != "" {
			say("no throw is due")
			return false, false
		}
	}
	if t.s.Status() == engine.AwaitsThrow {
		say("a throw is due: type 'throw'%s", meantWord(words[0]))
		return false, false
	}
	text := strings.Join(words, " ")
	m, ok := t.find(text)
	if !ok {
		if meant := meantWord(words[0]); meant != "" {
			say("no such move: %s%s", oneLine(text), meant)
			return false, false
		}
		say("no such move: %s", oneLine(text))
		t.why(text)
		return false, false
	}
	t.do(deed{throw: -1, move: m, person: true})
	return true, false
}

// meantWord says which word may have been meant by one that is misspelt.
func meantWord(word string) string {
	known := []string{"throw", "moves", "why", "undo", "state", "quit", "exit", "help"}
	if near := diag.DidYouMean(word, known); near != "" && !slices.Contains(known, word) {
		return "; " + near
	}
	return ""
}

// find finds the move that was typed: by its number in the list, or by its name.
func (t *sitting) find(text string) (engine.Move, bool) {
	moves := t.in.Moves(t.s, nil)
	if n, err := strconv.Atoi(text); err == nil && n >= 1 && n <= len(moves) {
		return moves[n-1], true
	}
	return t.g.FindMove(t.in, t.s, text)
}

// throw makes a throw: the one that is named, or one at random.
func (t *sitting) throw(name string) bool {
	p := t.g.Program
	d := t.s.Device(p)
	throw := p.Draw(t.rnd, d)
	if name != "" {
		if throw = t.g.ThrowNamed(d, name); throw < 0 {
			var all []string
			for x := range throws(p, t.s) {
				all = append(all, p.Throws[x].Name)
			}
			fmt.Fprintf(t.out, "no such throw: %s; there are %s\n", oneLine(name), strings.Join(all, ", "))
			return false
		}
	}
	fmt.Fprintf(t.out, "%s throws %s\n", p.Players[t.s.Player()], p.Throws[throw].Name)
	t.do(deed{throw: throw, person: true})
	return true
}

// undo takes back everything since, and with, the last deed of a person.
func (t *sitting) undo() bool {
	n := len(t.done) - 1
	for n >= 0 && !t.done[n].person && t.who.Vacant() >= 0 {
		n--
	}
	if n < 0 {
		fmt.Fprintln(t.out, "there is nothing to take back")
		return false
	}
	t.done = t.done[:n]
	t.begin(t.in, t.s)
	for _, d := range t.done {
		t.carryOut(d)
	}
	return true
}

// why says which rules refuse a move, or all that are refused.
func (t *sitting) why(text string) {
	if t.s.Status() == engine.AwaitsThrow {
		fmt.Fprintln(t.out, "a throw is due")
		return
	}
	w := tabwriter.NewWriter(t.out, 0, 0, 2, ' ', 0)
	var shown []rulesets.Move
	refused := t.aside.Explain(t.s).Refused
	for _, r := range refused {
		j := t.g.Refused(t.aside, t.s, r)
		if text != "" && strings.TrimSuffix(j.Move, "*") != strings.TrimSuffix(text, "*") {
			continue
		}
		shown = append(shown, j)
		fmt.Fprintf(w, "%s\trefused by %s\n", j.Move, reasons(j.By))
	}
	w.Flush()
	switch {
	case len(shown) > 0:
		writeSentences(t.out, t.g, shown)
	case text != "":
		fmt.Fprintln(t.out, "no rule allows it here; 'moves' lists what is permitted")
	default:
		fmt.Fprintln(t.out, "no other move is allowed by any rule")
	}
}
