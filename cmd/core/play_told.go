package main

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/board/draw"
	"github.com/lectio/lectio/rulesets/edition"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/position"
	"github.com/lectio/lectio/rulesets/lang"
	"github.com/lectio/lectio/rulesets/scene"
)

// tableTold is what a page shows of a game that is being played.
type tableTold struct {
	interpretation
	Line    string         `json:"line"`
	Moves   int            `json:"moves"`             // that were played
	Steps   int            `json:"steps"`             // throws and moves
	Stopped string         `json:"stopped,omitempty"` // what kept the line from being played on
	At      rulesets.State `json:"at"`

	Board   boardTold   `json:"board"`
	Cells   [][]manTold `json:"cells"`         // who stands on each
	Bar     [][]manTold `json:"bar,omitempty"` // and on the halves of a bar that is drawn
	Sides   []sideTold  `json:"sides"`
	Common  []string    `json:"common,omitempty"` // counters of nobody alone
	Words   []string    `json:"words"`            // the position
	Turn    turnTold    `json:"turn"`
	Legal   []moveTold  `json:"legal"`
	Refused []moveTold  `json:"refused,omitempty"`
	Last    []int       `json:"last,omitempty"` // the cells that the last move led from and to
	About   *aboutTold  `json:"about,omitempty"`
}

// aboutTold is what there is to choose from in a ruleset: readings, and what a position is set up with.
type aboutTold struct {
	Title     string      `json:"title"`
	Kinds     []string    `json:"kinds"`            // of men
	Nobody    string      `json:"nobody,omitempty"` // what a position calls who has the men that are nobody's, where there are any
	Questions []askedTold `json:"questions"`
}

// askedTold is a question with its readings, the default first.
type askedTold struct {
	ID       string        `json:"id"`
	Name     string        `json:"name"`
	Called   string        `json:"called"`
	Asks     string        `json:"asks"`
	Readings []readingTold `json:"readings"`
}

type readingTold struct {
	ID       string `json:"id"`
	Called   string `json:"called"`
	Playable bool   `json:"playable"`
}

// aboutOf tells what there is to choose from.
func aboutOf(g *rulesets.Game) *aboutTold {
	out := &aboutTold{Title: g.Definition.Title, Kinds: append([]string{}, g.Program.Kinds...), Questions: []askedTold{}}
	if g.Program.Nobodys {
		out.Nobody = engine.NobodysName
	}
	for _, q := range g.Definition.Questions {
		x := askedTold{ID: q.ID, Name: q.Name(), Called: q.Called(), Asks: q.Asks, Readings: []readingTold{}}
		for _, r := range q.Readings {
			at := len(x.Readings)
			if r.ID == q.Default {
				at = 0
			}
			x.Readings = slices.Insert(x.Readings, at, readingTold{r.ID, r.Called(), r.Playable()})
		}
		out.Questions = append(out.Questions, x)
	}
	return out
}

// manTold is men on a cell who are alike.
type manTold struct {
	Player  int        `json:"player"`
	At      string     `json:"at,omitempty"` // how a position writes where they stand, and what they are; "" on the bar
	Colour  int        `json:"colour"`       // of the palette of all drawings
	Count   int        `json:"count"`
	Mark    string     `json:"mark,omitempty"` // written on them
	Picture *drawnTold `json:"picture,omitempty"`
	Words   string     `json:"words"`
}

// sideTold is a player with what he has beside the board.
type sideTold struct {
	Name    string      `json:"name"`
	Colour  int         `json:"colour"`
	Picture *drawnTold  `json:"picture,omitempty"`
	Counts  []string    `json:"counts"` // his points, and what is counted of him
	Stores  []storeTold `json:"stores"`
}

type storeTold struct {
	Name  string `json:"name"`
	Count int    `json:"count"`
}

// turnTold says what is awaited, and of whom.
type turnTold struct {
	Player   int          `json:"player"`
	Awaits   string       `json:"awaits"` // throw, move or over
	Headline string       `json:"headline"`
	Throws   []thrownTold `json:"throws,omitempty"` // that can fall
	Thrown   []thrownTold `json:"thrown,omitempty"`
	Left     []string     `json:"left,omitempty"` // parts still to be played
	InOrder  bool         `json:"inOrder,omitempty"`
}

// moveTold is a move, from and to where: c and the number of a cell, or s and the name of a store.
type moveTold struct {
	Name  string          `json:"name"`
	Act   string          `json:"act"`
	Part  string          `json:"part,omitempty"`
	From  string          `json:"from,omitempty"`
	To    string          `json:"to,omitempty"`
	Words string          `json:"words"`
	By    []statementTold `json:"by,omitempty"` // what refuses it
}

// statementTold is what a statement says, and on what it rests.
type statementTold struct {
	Rule     string       `json:"rule"` // its id
	Sentence string       `json:"sentence"`
	Clauses  []clauseTold `json:"clauses"`
	Assumed  string       `json:"assumed,omitempty"`
	Question string       `json:"question,omitempty"` // whose reading it is of
	By       string       `json:"by,omitempty"`       // question and reading as readers call them
}

// clauseTold is a clause: its number, and the record where there are several.
type clauseTold struct {
	Record string `json:"record,omitempty"`
	N      int    `json:"n"`
}

// tell says how the game stands.
func (t *table) tell(s *sitting, out *tableTold) {
	g, w := t.g, t.w
	p, st := g.Program, w.State
	out.Line, out.Moves, out.Steps, out.At = w.Line(), w.Moves, w.Steps(), g.State(st)
	pic := scene.Board(g, st, 0)
	out.Board = boardOf(g, &pic, s.Board)
	pos := position.Read(p, st)
	t.men(&pic, pos, out)
	for q, name := range p.Players {
		out.Sides = append(out.Sides, sideTold{Name: name, Colour: pic.Colour(q), Picture: pictured(p.Picture(q, 0), len(p.Kinds) == 0), Counts: counts(g, pos, q), Stores: stores(p, pos, q)})
	}
	for v := range p.Vars {
		if d := &p.Vars[v]; d.Common && lasting(d) && pos.Nums[v][0] != 0 {
			out.Common = append(out.Common, fmt.Sprint(spaced(d.ID), " ", pos.Nums[v][0]))
		}
	}
	t.turn(pos, out)
	out.Legal = []moveTold{}
	if st.Status() == engine.Decision {
		moves := w.In.Moves(st, nil)
		for i, name := range g.MoveNames(w.In, st, moves) {
			x := t.move(moves[i], name)
			out.Legal = append(out.Legal, x)
		}
		if s.Refused {
			for _, r := range engine.NewInterpreter(p).Explain(st).Refused {
				x := t.move(r.Move, g.MoveText(w.In, st, r.Move))
				x.By = statements(g, r.Statements...)
				out.Refused = append(out.Refused, x)
			}
		}
	}
	if m, player, ok := w.Last(); ok {
		q := slices.Index(p.Players, player)
		from, to := t.spot(q, m.From), t.spot(q, m.To)
		if m.Act != engine.Remove && strings.HasPrefix(from, "c") && strings.HasPrefix(to, "c") {
			out.Last = []int{p.CellOf[q][m.From], p.CellOf[q][m.To]}
		}
	}
}

// spot is where a move begins or ends.
func (t *table) spot(q int, f int16) string {
	p := t.g.Program
	switch {
	case f < 0:
		return ""
	case int(f) < p.Places:
		return fmt.Sprint("c", p.CellOf[q][f])
	}
	return "s" + p.Stores[int(f)-p.Places]
}

// move tells a move of the player to move.
func (t *table) move(m engine.Move, name string) moveTold {
	p, q := t.g.Program, t.w.State.Player()
	x := moveTold{Name: name, Act: m.Act.String(), Part: t.g.PartText(m), From: t.spot(q, m.From), To: t.spot(q, m.To)}
	switch m.Act {
	case engine.Stop, engine.Pass, engine.ThrowAgain, engine.Declare:
		x.From, x.To, x.Words = "", "", spaced(x.Act)
		return x
	case engine.Remove:
		x.To, x.Words = "", "the man on "+p.PlaceName(q, int(m.From))+" is removed"
		return x
	}
	x.Words = "from " + p.PlaceName(q, int(m.From)) + " to " + p.PlaceName(q, int(m.To))
	if strings.Contains(name, "*") {
		x.Words += ", takes"
	}
	return x
}

// men tells who stands where.
func (t *table) men(pic *draw.Picture, pos *position.Position, out *tableTold) {
	p := t.g.Program
	out.Cells = make([][]manTold, len(t.g.Board.Cells))
	for i := range out.Cells {
		out.Cells[i] = []manTold{}
	}
	for q := range pos.Men {
		owner, seat := "nobody", q%len(p.Players)
		if q < len(p.Players) {
			owner = capital(p.Players[q])
		}
		var words []string
		for f := range p.Places {
			for c := range pos.Men[q] {
				n := pos.Men[q][c][f]
				if n == 0 {
					continue
				}
				cell := p.CellOf[seat][f]
				name := p.Names[seat][f] + p.ClassName(c)
				m := t.man(pic, q, c, n, owner)
				m.At = name
				out.Cells[cell] = append(out.Cells[cell], m)
				if n > 1 {
					name += fmt.Sprintf(" (%d)", n)
				}
				words = append(words, name)
			}
		}
		said := "Nobody’s: "
		if q < len(p.Players) {
			said = owner + ", as this player names the places: "
			for _, st := range stores(p, pos, q) {
				if st.Count > 0 {
					words = append(words, fmt.Sprint(st.Name, " ", st.Count))
				}
			}
		}
		if len(words) == 0 {
			words = []string{"no men"}
		}
		out.Words = append(out.Words, said+strings.Join(words, ", ")+".")
	}
	if pic.Board.Bar == (draw.Bounds{}) {
		return
	}
	out.Bar = [][]manTold{{}, {}}
	for _, s := range pic.Stores {
		if s.OnBar {
			out.Bar[s.Player%2] = append(out.Bar[s.Player%2], manTold{Player: s.Player, Colour: pic.Colour(s.Player), Count: s.Count, Picture: pictured(p.Picture(s.Player, 0), len(p.Kinds) == 0)})
		}
	}
}

// man tells men of a class.
func (t *table) man(pic *draw.Picture, q, class, n int, owner string) manTold {
	p := t.g.Program
	m := manTold{Player: q, Colour: pic.Colour(q), Count: n}
	kind, look := "", ""
	if k := p.KindOf(class); k < len(p.Kinds) {
		kind, look = p.Kinds[k], p.Pictures[k]
	} else if q < len(p.Players) {
		look = p.Picture(q, 0)
	}
	var marks []string
	for i, name := range p.Marks {
		if p.Bears(class, i) {
			marks = append(marks, spaced(name))
			_, size := utf8.DecodeRuneInString(name)
			m.Mark += name[:size]
		}
	}
	m.Picture = pictured(look, true)
	switch {
	case kind != "":
		if m.Picture == nil || n > 1 || m.Mark != "" {
			m.Mark = p.Letter(class) + m.Mark
		}
		m.Words = fmt.Sprint(n, " ", spaced(kind))
	case n == 1:
		m.Words = "1 man"
	default:
		m.Words = fmt.Sprint(n, " men")
	}
	m.Words += " of " + owner
	if len(marks) > 0 {
		m.Words += " (" + strings.Join(marks, ", ") + ")"
	}
	return m
}

// lasting reports whether a variable is a number that lasts longer than a turn.
func lasting(d *engine.Var) bool {
	return d.Kind == engine.NumberVar && d.Per != engine.PerTurn && d.Per != engine.PerThrow
}

// counts are the points of a player, where anybody has any, and what is counted of him.
func counts(g *rulesets.Game, pos *position.Position, q int) []string {
	p, out := g.Program, []string{}
	if slices.ContainsFunc(pos.Score, func(n int) bool { return n != 0 }) {
		out = append(out, lang.Fraction(pos.Score[q], p.Denominator)+" points")
	}
	for v := range p.Vars {
		if d := &p.Vars[v]; !d.Common && lasting(d) && pos.Nums[v][q] != 0 {
			out = append(out, fmt.Sprint(spaced(d.ID), " ", pos.Nums[v][q]))
		}
	}
	return out
}

func stores(p *engine.Program, pos *position.Position, q int) []storeTold {
	out := []storeTold{}
	for st, name := range p.Stores {
		out = append(out, storeTold{name, pos.Stores[q][st]})
	}
	return out
}

// turn says what is awaited.
func (t *table) turn(pos *position.Position, out *tableTold) {
	g, st := t.g, t.w.State
	p := g.Program
	x := turnTold{Player: st.Player()}
	who := capital(p.Players[st.Player()])
	switch st.Status() {
	case engine.Over:
		x.Awaits = "over"
		ending, _ := edition.Ending(g, st)
		x.Headline = "The game is " + ending + "."
	case engine.AwaitsThrow:
		x.Awaits, x.Headline = "throw", who+" to throw."
		d := p.Devices[st.Device(p)]
		for k := d.First; k < d.First+d.Count; k++ {
			x.Throws = append(x.Throws, thrownOf(g, k))
		}
	default:
		x.Awaits, x.Headline = "move", who+" to move."
		if pos.Turn != nil {
			for _, k := range pos.Turn.Throws {
				x.Thrown = append(x.Thrown, thrownOf(g, k))
			}
			for _, l := range pos.Turn.Left {
				name := p.Parts[l.Part].Name
				if l.Optional {
					name += " (may be left)"
				}
				x.Left = append(x.Left, name)
			}
			x.InOrder = pos.Turn.Fixed && len(x.Left) > 1
		}
	}
	out.Turn = x
}

// statements tells statements, by their numbers.
func statements(g *rulesets.Game, numbers ...int) []statementTold {
	out := []statementTold{}
	for _, k := range numbers {
		out = append(out, statement(g, g.Statements[k]))
	}
	return out
}

// statement tells a statement.
func statement(g *rulesets.Game, s *rulesets.Statement) statementTold {
	x := statementTold{Rule: s.ID, Sentence: edition.Sentence(g, s), Clauses: []clauseTold{}, Assumed: s.Assumed}
	for _, c := range s.Warrant {
		record := ""
		if len(g.Definition.Records) > 1 {
			record = g.Definition.RecordName(c.Record)
		}
		x.Clauses = append(x.Clauses, clauseTold{record, c.N})
	}
	if s.Question != nil {
		x.Question, x.By = s.Question.Name(), s.Question.Called()+": "+s.Reading.Called()
	}
	return x
}

// spaced is an id as words.
func spaced(id string) string { return strings.NewReplacer("-", " ", "_", " ").Replace(id) }

func capital(s string) string {
	_, size := utf8.DecodeRuneInString(s)
	return strings.ToUpper(s[:size]) + s[size:]
}
