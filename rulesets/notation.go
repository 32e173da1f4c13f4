package rulesets

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/lang"
)

// takes lists what a move takes from the opponents: the places, as the mover
// names them, that lose opposing men; and from nobody: those from which a rule sends
// men away, with how many, as in c3:2.
func (g *Game) takes(in *engine.Interpreter, s *engine.State, m engine.Move) []string {
	p := g.Program
	out := []string{}
	q := s.Player()
	if m.Act == engine.Stop || m.Act == engine.Pass || m.Act == engine.ThrowAgain {
		return out
	}
	after := s.Clone()
	keep := in.History
	in.History = nil
	in.Sent = func(f, men int) { out = append(out, fmt.Sprintf("%s:%d", p.Names[q][f], men)) }
	in.PlayOnly(after, m)
	in.History, in.Sent = keep, nil
	for r := range p.Players {
		if p.Team[r] == p.Team[q] {
			continue
		}
		for f := 0; f < p.Places; f++ {
			if after.MenAt(p, r, f) < s.MenAt(p, r, f) {
				for g2 := 0; g2 < p.Places; g2++ {
					if p.CellOf[q][g2] == p.CellOf[r][f] {
						if !slices.Contains(out, p.Names[q][g2]) {
							out = append(out, p.Names[q][g2])
						}
						break
					}
				}
			}
		}
	}
	return out
}

// MoveText writes a move: FROM/TO, a star behind TO when something is taken.
func (g *Game) MoveText(in *engine.Interpreter, s *engine.State, m engine.Move) string {
	return g.moveText(s, m, func() bool { return len(g.takes(in, s, m)) > 0 })
}

// moveText writes a move, with a star where it takes something; that is asked only of a
// move that may, since it has to be played to find out.
func (g *Game) moveText(s *engine.State, m engine.Move, takes func() bool) string {
	switch m.Act {
	case engine.Stop, engine.Pass, engine.ThrowAgain, engine.Declare:
		return m.Act.String()
	}
	p := g.Program
	q := s.Player()
	text := g.manFrom(s, q, m) + "/" + p.PlaceName(q, int(m.To))
	if m.Act != engine.Remove && takes() {
		text += "*"
	}
	if m.Men > 1 {
		text += "(" + string(rune('0'+m.Men)) + ")"
	}
	return text
}

// manFrom names where a man comes from: behind the letter of his kind, or where men of
// different kinds or marks stand together, before his own.
func (g *Game) manFrom(s *engine.State, q int, m engine.Move) string {
	p := g.Program
	name := p.PlaceName(q, int(m.From))
	if m.Act == engine.Remove || int(m.From) >= p.Places || p.Classes() == 1 {
		return name
	}
	alike := 0
	for c := range p.Classes() {
		if s.MenOfClass(p, q, c, int(m.From)) > 0 {
			alike++
		}
	}
	if alike > 1 {
		return name + p.ClassName(int(m.Class))
	}
	return p.Letter(int(m.Class)) + name
}

// MoveTexts lists the legal moves as text, in the defined order.
func (g *Game) MoveTexts(in *engine.Interpreter, s *engine.State) []string {
	out := []string{}
	for _, m := range in.Moves(s, nil) {
		out = append(out, g.MoveText(in, s, m))
	}
	return out
}

// FindMove finds the legal move that a text names. The star may be left out
// where nothing else would be meant, and the letter of a man's kind always. Of several moves with one name, which
// differ in the part they play, the first in the defined order is meant; a part
// behind a colon picks another: 22/off:6.
func (g *Game) FindMove(in *engine.Interpreter, s *engine.State, text string) (engine.Move, bool) {
	if list := g.FindMoves(in, s, text); len(list) > 0 {
		return list[0], true
	}
	return engine.Move{}, false
}

// FindMoves finds every legal move that a text names.
func (g *Game) FindMoves(in *engine.Interpreter, s *engine.State, text string) []engine.Move {
	var list []LegalMove
	for _, m := range in.Moves(s, nil) {
		if g.mayMean(text, g.moveText(s, m, func() bool { return false }), m) {
			list = append(list, LegalMove{m, g.MoveText(in, s, m)})
		}
	}
	fits := g.Named(list, text)
	for _, m := range fits {
		if m.Text != fits[0].Text && (m.Sparing != fits[0].Sparing || m.Act != fits[0].Act) {
			return nil // with or without the star would be another move
		}
	}
	var out []engine.Move
	for _, m := range fits {
		out = append(out, m.Move)
	}
	return out
}

// mayMean reports whether a text can mean a move that is written so but for the star,
// whether or not there is one: with or without what stands behind a colon.
func (g *Game) mayMean(text, starless string, m engine.Move) bool {
	starless = strings.ReplaceAll(starless, "*", "")
	for {
		if g.Means(strings.ReplaceAll(text, "*", ""), starless, m) {
			return true
		}
		i := strings.LastIndexByte(text, ':')
		if i < 0 {
			return false
		}
		text = text[:i]
	}
}

// LegalMove is a legal move with its text.
type LegalMove struct {
	engine.Move
	Text string
}

// Legal lists the legal moves with their texts, in the defined order.
func (g *Game) Legal(in *engine.Interpreter, s *engine.State) (list []LegalMove) {
	for _, m := range in.Moves(s, nil) {
		list = append(list, LegalMove{m, g.MoveText(in, s, m)})
	}
	return list
}

// Named picks the moves that a text names: those written just so, or else those written so
// but for what may be left out; or else, behind a colon, by the part that they play.
func (g *Game) Named(list []LegalMove, text string) []LegalMove {
	exact := slices.DeleteFunc(slices.Clone(list), func(m LegalMove) bool { return m.Text != text })
	if len(exact) > 0 {
		return exact
	}
	loose := slices.DeleteFunc(slices.Clone(list), func(m LegalMove) bool { return !g.Means(text, m.Text, m.Move) })
	if i := strings.LastIndexByte(text, ':'); i >= 0 && len(loose) == 0 {
		return g.Named(slices.DeleteFunc(slices.Clone(list), func(m LegalMove) bool { return g.PartText(m.Move) != text[i+1:] }), text[:i])
	}
	return loose
}

// Means reports whether a text means a move that is written as name: the star and the letter
// of the man's kind may be left out. A star that is written says that something is taken.
func (g *Game) Means(text, name string, m engine.Move) bool {
	if !strings.HasSuffix(text, "*") {
		name = strings.TrimSuffix(name, "*")
	}
	return name == text || name == g.Program.Letter(int(m.Class))+text
}

// MoveName is the text of a legal move, with the part that it plays where another legal
// move has the same text and plays another: FindMove finds the move by it, or one that only
// the rule tells from it which permits it.
func (g *Game) MoveName(in *engine.Interpreter, s *engine.State, m engine.Move) string {
	text := g.MoveText(in, s, m)
	part := g.PartText(m)
	if part == "" {
		return text
	}
	for _, other := range in.Moves(s, nil) {
		if other.Part != m.Part && other.From == m.From && other.To == m.To && g.MoveText(in, s, other) == text {
			return text + ":" + part
		}
	}
	return text
}

// MoveNames are the names of all legal moves of a state.
func (g *Game) MoveNames(in *engine.Interpreter, s *engine.State, moves []engine.Move) []string {
	names := make([]string, len(moves))
	alike := map[string][]int{}
	for i, m := range moves {
		names[i] = g.MoveText(in, s, m)
		alike[names[i]] = append(alike[names[i]], i)
	}
	for text, list := range alike {
		for _, i := range list {
			others := func(k int) bool {
				return moves[k].Part != moves[i].Part && moves[k].From == moves[i].From && moves[k].To == moves[i].To
			}
			if part := g.PartText(moves[i]); part != "" && slices.ContainsFunc(list, others) {
				names[i] = text + ":" + part
			}
		}
	}
	return names
}

// PartText names the part a move plays; "" for stop and pass.
func (g *Game) PartText(m engine.Move) string {
	switch m.Act {
	case engine.Stop, engine.Pass:
		return ""
	}
	return g.Program.Parts[m.Part].Name
}

// Why is a statement that stands behind a move or a refusal.
type Why struct {
	Rule     string   `json:"rule"`
	Warrant  []string `json:"warrant"`
	Question string   `json:"question,omitempty"`
	Reading  string   `json:"reading,omitempty"`
	Sentence string   `json:"sentence,omitempty"`
}

// Why describes the statement of that index.
func (g *Game) Why(statement int) Why {
	s := g.Statements[statement]
	w := Why{Rule: s.ID, Warrant: []string{}}
	for _, c := range s.Warrant {
		w.Warrant = append(w.Warrant, c.String())
	}
	if s.Question != nil {
		w.Question, w.Reading = s.Question.Name(), s.Reading.ID
	}
	return w
}

// Move is a move as INTERFACE.md writes it.
type Move struct {
	Move  string   `json:"move"`
	Act   string   `json:"act"`
	From  *string  `json:"from,omitempty"`
	To    *string  `json:"to,omitempty"`
	Over  *string  `json:"over,omitempty"`
	Part  string   `json:"part,omitempty"`
	Takes []string `json:"takes"`
	By    []Why    `json:"by"`
	After *State   `json:"after,omitempty"`
}

// permitted describes a legal move, with the state it leads to.
func (g *Game) permitted(in *engine.Interpreter, s *engine.State, m engine.Move) Move {
	j := g.describe(in, s, m)
	if r := m.Rule(g.Program); r != nil {
		j.By = append(j.By, g.Why(r.Statement))
	}
	t := s.Clone()
	keep := in.History
	in.History = nil
	in.Play(t, m)
	in.History = keep
	after := g.State(t)
	j.After = &after
	return j
}

// Refused describes a refused candidate with every statement against it.
func (g *Game) Refused(in *engine.Interpreter, s *engine.State, r engine.Refusal) Move {
	j := g.describe(in, s, r.Move)
	for _, st := range r.Statements {
		j.By = append(j.By, g.Why(st))
	}
	return j
}

// Permits describes the legal moves of a state that awaits one, each with the state it leads to, in their order.
func (g *Game) Permits(in *engine.Interpreter, s *engine.State) []Move {
	list := []Move{}
	for _, m := range in.Moves(s, nil) {
		list = append(list, g.permitted(in, s, m))
	}
	return list
}

// Refuses describes what some rule allows in a state and others refuse.
func (g *Game) Refuses(in *engine.Interpreter, s *engine.State) []Move {
	list := []Move{}
	for _, r := range in.Explain(s).Refused {
		list = append(list, g.Refused(in, s, r))
	}
	return list
}

func (g *Game) describe(in *engine.Interpreter, s *engine.State, m engine.Move) Move {
	p := g.Program
	q := s.Player()
	j := Move{Move: g.MoveText(in, s, m), Act: m.Act.String(), Part: g.PartText(m), Takes: g.takes(in, s, m), By: []Why{}}
	name := func(f int16) *string {
		if f < 0 {
			return nil
		}
		n := p.PlaceName(q, int(f))
		return &n
	}
	j.From, j.To, j.Over = name(m.From), name(m.To), name(m.Over)
	if m.Act == engine.Remove {
		j.Takes = []string{*j.From}
	}
	return j
}

// Throws lists the throws a state awaits, with the chance of each.
func (g *Game) Throws(s *engine.State) []Throw {
	out := []Throw{}
	d := s.Device(g.Program)
	if d < 0 {
		return out
	}
	dev := g.Program.Devices[d]
	for _, t := range g.Program.Throws[dev.First : dev.First+dev.Count] {
		out = append(out, Throw{t.Name, lang.Fraction(t.Ways, dev.Ways)})
	}
	return out
}

// Throw is a throw with its chance.
type Throw struct {
	Throw string `json:"throw"`
	Ways  string `json:"ways"`
}

// MakeThrows makes the throws named, "6-2" or "1-1,3-3", one after the other,
// as far as the state awaits them.
func (g *Game) MakeThrows(in *engine.Interpreter, s *engine.State, text string) diag.Errors {
	var errs diag.Errors
	for _, name := range strings.Split(text, ",") {
		name = strings.TrimSpace(name)
		if s.Status() != engine.AwaitsThrow {
			errs.Add(diag.Pos{}, diag.Quote(name), "a state that awaits a throw", "no throw is due here")
			return errs
		}
		t := g.ThrowNamed(s.Device(g.Program), name)
		if t < 0 {
			errs.Add(diag.Pos{}, diag.Quote(name), "a throw such as "+g.throwExamples(s.Device(g.Program)), "the dice or sticks cannot give this throw")
			return errs
		}
		in.Throw(s, t)
	}
	return errs
}
