package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"
	"unicode"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/dimension"
	"github.com/lectio/lectio/rulesets/edition"
	"github.com/lectio/lectio/rulesets/lines"
	"github.com/lectio/lectio/rulesets/naming"
	"github.com/lectio/lectio/verify/playout"
)

// longestLines is the size, in bytes, from which a file of lines of play is refused.
const longestLines = 64 << 20

// replayed is a line of play that has been played again.
type replayedLine struct {
	Ruleset  string         `json:"ruleset"` // with its readings
	Moves    int            `json:"moves"`
	Position rulesets.State `json:"position"` // that the line leads to

	g    *rulesets.Game
	last *lines.Writer
}

// replay plays again what --replay names: records of games, as --trace writes them,
// or lines of play, as they are printed.
func (a *app) replay(ctx context.Context, args []string, f *playFlags, atGiven bool) error {
	name, in := "standard input", a.stdin
	if f.replay == "-" {
		a.waitsForSomebody()
	} else {
		file, err := yamlpos.Open(f.replay, "a file written by --trace, or lines of play (- is standard input)")
		if err != nil {
			return err
		}
		defer file.Close()
		name, in = f.replay, file
	}
	buffered := bufio.NewReaderSize(heeding{ctx, in}, 1<<16)
	if beginsWithName(buffered) || len(args) == 0 {
		return a.replayLines(ctx, buffered, name, args, f, atGiven)
	}
	g, err := a.game(args[0], &f.gameFlags)
	if err != nil {
		return err
	}
	begin, _, err := f.beginning(a, g)
	if err != nil {
		return err
	}
	return a.replayRecord(ctx, g, begin, buffered, name)
}

// beginsWithName reports whether a text begins as a line of play does, and not as
// JSON does. It reads nothing.
func beginsWithName(in *bufio.Reader) bool {
	for n := 64; ; n *= 2 {
		head, err := in.Peek(n)
		text := strings.TrimLeftFunc(string(head), unicode.IsSpace)
		if text != "" {
			r := []rune(text)[0]
			return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' || r == '#' // a remark
		}
		if err != nil {
			return false
		}
	}
}

// replayLines plays lines of play again.
func (a *app) replayLines(ctx context.Context, in io.Reader, name string, args []string, f *playFlags, atGiven bool) error {
	var errs diag.Errors
	if atGiven {
		errs.Add(diag.Pos{}, "", "", "--at is not needed to replay a line of play, which says where it begins")
	}
	if len(f.readings) > 0 && len(args) == 0 {
		errs.Add(diag.Pos{}, "", "", "--reading is not needed to replay a line of play, which says its readings")
	}
	if len(errs) > 0 {
		return errs
	}
	text, err := io.ReadAll(io.LimitReader(in, longestLines+1))
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return diag.Error{Pos: diag.Pos{File: name}, Message: fmt.Sprintf("the file cannot be read: %v", yamlpos.WithoutPath(err))}
	case len(text) > longestLines:
		return yamlpos.TooLarge(name, int64(len(text)), longestLines)
	}
	scripts, errs := lines.Read(name, string(text))
	c, err := a.rulesets()
	if err != nil {
		return err
	}
	var only string // the interpretation that was asked for
	if len(args) > 0 {
		g, err := a.game(args[0], &f.gameFlags)
		if err != nil {
			return err
		}
		only = g.Name()
	}
	games := map[string]*rulesets.Game{}
	var done []*replayedLine
	for _, s := range scripts {
		g, err := gameOf(c, games, s)
		if err != nil {
			errs.Merge(diag.AsErrors(err))
			continue
		}
		if only != "" && g.Name() != only {
			errs.Add(s.NamePos, diag.Quote(s.Name), only, "the line of play is of another ruleset, or under other readings")
			continue
		}
		last, more := s.Play(ctx, g)
		if err := ctx.Err(); err != nil {
			return err
		}
		if errs.Merge(more); len(more) == 0 {
			done = append(done, &replayedLine{g.Name(), last.Moves, g.State(last.State), g, last})
		}
	}
	if err := errs.Sort().Err(); err != nil { // in the order of the lines, whoever found them
		return err
	}
	return a.sayReplayed(done)
}

// gameOf compiles the interpretation that a line of play names, once.
func gameOf(c *dimension.Corpus, games map[string]*rulesets.Game, s *lines.Script) (*rulesets.Game, error) {
	if g := games[s.Name]; g != nil {
		return g, nil
	}
	w, err := naming.Read(naming.Input{Text: s.Name, Pos: s.NamePos})
	if err != nil {
		return nil, err
	}
	g, err := w.Game(c)
	if err == nil {
		games[s.Name] = g
	}
	return g, err
}

// sayReplayed prints where lines of play lead to.
func (a *app) sayReplayed(done []*replayedLine) error {
	moves := 0
	for _, x := range done {
		moves += x.Moves
	}
	if a.json {
		return a.printJSON(map[string]any{"games": len(done), "moves": moves, "wrong": 0, "lines": done})
	}
	if len(done) == 1 {
		x := done[0]
		return a.say(a.stdout, fmt.Sprintf("%s: %s, all permitted\n\n%s%s\n%s\n%s\n", x.Ruleset, plural(x.Moves, "move"),
			a.board(x.g, x.last.State), edition.ScoreLine(x.g, x.last.State), edition.Headline(x.g, x.last.State), x.g.State(x.last.State).String()))
	}
	for _, x := range done {
		fmt.Fprintf(a.stdout, "%s: %s; %s\n", x.Ruleset, plural(x.Moves, "move"), edition.Headline(x.g, x.last.State))
	}
	_, err := fmt.Fprintf(a.stdout, "%s of play, %s, all permitted\n", plural(len(done), "line"), plural(moves, "move"))
	return err
}

// replayCommand is the command that plays a line of play again.
func (a *app) replayCommand(line string) string {
	return playout.Replaying(line, a.corpus)
}
