package site

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/board/draw"
	"github.com/lectio/lectio/rulesets/edition"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/verify/brief"
)

// throwsTitle is what the page of throws is called; a game without throws has acts.
func (g *game) throwsTitle() string {
	if len(g.Game.Program.Devices) == 0 {
		return "What may be done"
	}
	return "Throw by throw"
}

// throwsView lays out every throw, with its chance.
type throwsView struct {
	About   string
	Terms   []string // what words of the table mean
	Throws  []throwView
	Chances bool
}

type throwView struct {
	*brief.Layout
	Percent  string
	Width    int // of the bar of its chance, in hundredths of the greatest
	Course   string
	Clauses  []clauseView
	Readings []throwReading
	Why      []throwWhy
}

type throwReading struct {
	To             link
	Reading, Plays string
}

type throwWhy struct {
	Words   string
	Often   string
	Clauses []clauseView
}

func (s *Site) throwsPage(_ context.Context, g *game) error {
	p := s.gamePageOf(g, "throws/index.html", g.Definition.Title+": "+strings.ToLower(g.throwsTitle()[:1])+g.throwsTitle()[1:], "throws/index.html")
	v := &throwsView{About: brief.LayoutAbout, Chances: len(g.Game.Program.Devices) > 0}
	if !v.Chances {
		v.About = "What the rules permit, how often it was permitted and refused in games played at random, and why."
	}
	p.Summary = g.throwsTitle() + " of " + g.Definition.Title + "."
	greatest := 0.0
	for i := range g.brief.Throws {
		greatest = max(greatest, chance(g.brief.Throws[i].Chance))
	}
	for i := range g.brief.Throws {
		l := &g.brief.Throws[i]
		v.Terms = append(v.Terms, l.Terms...)
		t := throwView{Layout: l, Course: l.Course(), Clauses: g.clauseNames(l.Clauses)}
		if c := chance(l.Chance); c > 0 {
			t.Percent, t.Width = fmt.Sprintf("%.1f %%", 100*c), int(100*c/greatest+0.5)
		}
		for _, r := range l.Readings {
			q := g.Definition.Question(r.Question)
			x := throwReading{Reading: called(q, r.Reading), Plays: r.Plays}
			if r.With != "" {
				x.Reading += " with " + r.With
			}
			if q != nil {
				x.To = g.questionLink(q)
			}
			t.Readings = append(t.Readings, x)
		}
		for _, w := range l.Why {
			t.Why = append(t.Why, throwWhy{w.Words, edition.Capitalised(w.Often()), g.clauseNames(w.Clauses)})
		}
		v.Throws = append(v.Throws, t)
	}
	return p.write("throws", v)
}

// chance reads a fraction.
func chance(text string) float64 {
	r, ok := new(big.Rat).SetString(text)
	if !ok {
		return 0
	}
	f, _ := r.Float64()
	return f
}

// examplesView is a page of worked examples.
type examplesView struct {
	Examples []exampleView
	Pages    []link
	Here     string
	First    int
	All      int
}

type exampleView struct {
	ID, Text string
	Note     string
	Under    string
	Throw    string
	Board    *figureView
	Clauses  []clauseView
	Cases    []caseView
	Worked   string
}

// caseView is what an example expects, or what a reading expects of it.
type caseView struct {
	Reading string
	Lines   []string
}

// examplesPerPage keeps a page short enough for a phone.
const examplesPerPage = 30

// examplesAt is where a page of worked examples is within its game.
func examplesAt(n int) string {
	if n == 0 {
		return "examples/index.html"
	}
	return fmt.Sprintf("examples/%d/index.html", n+1)
}

// exampleLink leads to a worked example.
func (g *game) exampleLink(id string) link {
	n := slices.IndexFunc(g.Definition.Examples, func(e *rulesets.Example) bool { return e.ID == id })
	return link{g.dir + "/" + examplesAt(n/examplesPerPage) + "#example-" + slug(id), edition.Capitalised(spaced(id))}
}

func (s *Site) examplePages(_ context.Context, g *game) error {
	games := map[string]*rulesets.Game{}
	all := g.Definition.Examples
	var pages []link
	for n := 0; n*examplesPerPage < len(all) || n == 0; n++ {
		last := min((n+1)*examplesPerPage, len(all))
		pages = append(pages, link{g.dir + "/" + examplesAt(n), fmt.Sprintf("%d–%d", n*examplesPerPage+1, last)})
	}
	for n, l := range pages {
		p := s.gamePageOf(g, strings.TrimPrefix(l.To, g.dir+"/"), g.Definition.Title+": worked examples", "examples/index.html")
		if n > 0 {
			p.Title += ", " + l.Text
			p.Before = &pages[n-1]
		}
		if n+1 < len(pages) {
			p.After = &pages[n+1]
		}
		p.Summary = "Worked examples that pin down the rules of " + g.Definition.Title + ": a position, a throw, and what then may or may not be done."
		v := &examplesView{Pages: pages, Here: l.To, First: n * examplesPerPage, All: len(all)}
		for _, e := range all[v.First:min(v.First+examplesPerPage, len(all))] {
			x, err := p.example(g, e, games)
			if err != nil {
				return err
			}
			v.Examples = append(v.Examples, x)
		}
		if err := p.write("examples", v); err != nil {
			return err
		}
	}
	return nil
}

// example shows a worked example.
func (p *page) example(g *game, e *rulesets.Example, games map[string]*rulesets.Game) (exampleView, error) {
	v := exampleView{ID: "example-" + slug(e.ID), Text: edition.Capitalised(spaced(e.ID)), Note: e.Note, Throw: e.Throw, Clauses: g.clauseRefs(e.Clauses),
		Worked: map[string]string{"hand": "worked out by hand", "reference": "worked out by a program written for this game alone"}[e.Worked]}
	choice := e.Choices(g.Definition)[0].Choice
	switch {
	case e.Every:
		v.Under = "Under every reading."
	case len(e.Readings) > 0:
		var names []string
		for _, q := range g.Definition.Questions {
			if r := e.Readings[q.ID] + e.Readings[q.See]; q.See != q.ID && r != "" {
				names = append(names, "“"+called(q, r)+"” ("+q.Called()+")")
			} else if q.See == q.ID && e.Readings[q.ID] != "" {
				names = append(names, "“"+called(q, e.Readings[q.ID])+"” ("+q.Called()+")")
			}
		}
		v.Under = "Under " + strings.Join(names, " and ") + "."
	}
	game := games[choice.String()]
	if game == nil {
		var errs error
		if x, list := g.Definition.Game(choice); len(list) > 0 {
			errs = list
		} else {
			game = x
		}
		if errs != nil {
			return v, errs
		}
		games[choice.String()] = game
	}
	state := opening(game)
	if e.At != nil {
		read, errs := game.ReadState(engine.NewInterpreter(game.Program), e.At)
		if len(errs) > 0 {
			return v, errs
		}
		state = read
	}
	caption := edition.Capitalised(edition.PlayerName(game, state.Player())) + " to move"
	if e.Throw != "" {
		caption += ", having thrown " + e.Throw
		if thrown := state.Clone(); len(game.MakeThrows(engine.NewInterpreter(game.Program), thrown, e.Throw)) == 0 {
			state = thrown
		}
	}
	var arrows []draw.Arrow
	for _, m := range expectedMoves(e) {
		if a, ok := arrowOf(game, state, m); ok {
			arrows = append(arrows, a)
		}
	}
	if len(arrows) > 6 {
		arrows = nil
	}
	var err error
	if v.Board, err = p.position(game, state, caption+".", arrows...); err != nil {
		return v, err
	}
	if e.Question == "" {
		v.Cases = []caseView{{Lines: expects(g, e.Expect)}}
		return v, nil
	}
	q := g.Definition.Question(e.Question)
	for _, c := range e.Parts {
		v.Cases = append(v.Cases, caseView{Reading: fmt.Sprintf("“%s” (%s)", called(q, c.Reading), q.Called()), Lines: expects(g, c.Expect)})
	}
	if e.Expect != nil {
		v.Cases = append(v.Cases, caseView{Reading: "by each of them", Lines: expects(g, e.Expect)})
	}
	return v, nil
}

// expectedMoves are the moves that an example calls legal by default, for arrows.
func expectedMoves(e *rulesets.Example) []string {
	if e.Expect == nil {
		return nil
	}
	return slices.Concat(e.Expect.Moves, e.Expect.Legal)
}

// expects says in words what an example expects.
func expects(g *game, x *rulesets.Expectation) (out []string) {
	moves := func(list []string) string {
		if len(list) == 0 {
			return "none"
		}
		return strings.Join(list, ", ")
	}
	switch {
	case x.HasMoves && passes(x.Moves):
		out = append(out, nothingPlayed)
	case x.HasMoves:
		out = append(out, "The moves are exactly these: "+moves(x.Moves)+".")
	}
	if len(x.Legal) > 0 {
		out = append(out, "Permitted: "+moves(x.Legal)+".")
	}
	if len(x.Illegal) > 0 {
		out = append(out, "Not permitted: "+moves(x.Illegal)+".")
	}
	for _, r := range x.Refused {
		why := r.Statement
		if st := g.Game.Statement(r.Statement); st != nil {
			why = edition.Sentence(g.Game, st)
		}
		out = append(out, fmt.Sprintf("%s is refused: %s", r.Move, why))
	}
	switch {
	case x.HasCount:
		out = append(out, fmt.Sprintf("The turn can lead to %d different positions.", x.Count))
	case x.HasList && len(x.Results) == 1:
		out = append(out, "The turn can lead to one position only.")
	case x.HasList:
		out = append(out, fmt.Sprintf("The turn can lead to %d positions.", len(x.Results)))
	}
	switch {
	case passes(x.Line) && !slices.Contains(out, nothingPlayed):
		out = append(out, nothingPlayed)
	case len(x.Line) > 0 && !passes(x.Line):
		out = append(out, "Play can go on so: "+goesOn(g.Game.Program.Throws, x.Line)+".")
	}
	return out
}

// nothingPlayed is said where a pass is the only move: it is what is left when nothing can be
// played, and no move that a player chooses.
const nothingPlayed = "Nothing can be played, and the player passes."

// passes reports whether moves are a pass and nothing else.
func passes(moves []string) bool { return slices.Equal(moves, []string{"pass"}) }

// goesOn tells a line, in which throws stand among moves: what is thrown, and what is played
// with it.
func goesOn(throws []engine.Throw, line []string) string {
	var out, played []string
	thrown := ""
	tell := func() {
		text := strings.Join(played, ", ")
		switch n := len(played); {
		case thrown == "" && n == 0:
			return
		case n == 0:
			text = thrown + " is thrown"
		case passes(played) && thrown != "":
			text = thrown + " is thrown, and nothing can be played"
		case passes(played):
			text = "nothing can be played"
		case played[n-1] == "pass":
			text = strings.Join(played[:n-1], ", ") + ", and no more can be played"
		}
		if thrown != "" && !strings.HasPrefix(text, thrown+" is thrown") {
			text = thrown + " is thrown: " + text
		}
		out, played = append(out, text), nil
	}
	for _, x := range line {
		if slices.ContainsFunc(throws, func(t engine.Throw) bool { return t.Name == x }) {
			tell()
			thrown = x
			continue
		}
		played = append(played, x)
	}
	tell()
	return strings.Join(out, "; ")
}
