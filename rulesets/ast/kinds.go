package ast

import (
	"strings"

	"github.com/lectio/lectio/evidence/diag"

	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets/lang"
)

// Kinds lists the kinds in the order in which their words are looked for: "men" is a statement
// of its own, but also a word of "allow".
var Kinds = []Kind{
	kind(func() Body { return &Allow{} }),
	kind(func() Body { return &Forbid{} }),
	kind(func() Body { return &Except{} }),
	kind(func() Body { return &Require{} }),
	kind(func() Body { return &End{} }),
	kind(func() Body { return &Score{} }),
	kind(func() Body { return &Blocked{} }),
	kind(func() Body { return &Order{} }),
	kind(func() Body { return &Agenda{} }),
	kind(func() Body { return &Stage{} }),
	kind(func() Body { return &Do{} }),
	kind(func() Body { return &Define{} }),
	kind(func() Body { return &Variable{} }),
	kind(func() Body { return &Parameter{} }),
	kind(func() Body { return &Moment{} }),
	kind(func() Body { return &Match{} }),
	kind(func() Body { return &Winner{} }),
	kind(func() Body { return &Settles{} }),
	kind(func() Body { return &Claim{} }),
	kind(func() Body { return &Claim{Never: true} }),
	kind(func() Body { return &Throw{} }),
	kind(func() Body { return &Marks{} }),
	kind(func() Body { return &SetUp{} }),
	kind(func() Body { return &Track{} }),
	kind(func() Body { return &Players{} }),
	kind(func() Body { return &Begins{} }),
	kind(func() Body { return &Tables{} }),
	kind(func() Body { return &Merels{} }),
	kind(func() Body { return &Grid{} }),
	kind(func() Body { return &Grid{Holes: true} }),
	kind(func() Body { return &Hexagon{} }),
	kind(func() Body { return &Cross{} }),
	kind(func() Body { return &Picture{} }),
	kind(func() Body { return &Graph{} }),
	kind(func() Body { return &Men{} }),
}

// Where are the stages that a statement is for: none for all.
type Where struct{ In []Word }

func (w *Where) stages() []Word { return w.In }

func (w *Where) in() field { return some("in", "a stage", &w.In) }

// Condition is under what a statement holds: nil for always.
type Condition struct{ When *lang.Text }

func (c *Condition) condition() *lang.Text { return c.When }

func (c *Condition) when() field { return expression("when", &c.When) }

// Allow permits moves of an act.
type Allow struct {
	Act      Word
	Of       []Word     // kinds of men, and nobody for men of nobody; none: all of the player's
	With     []Word     // parts, or "number" for all that are numbers
	Stores   []Word     // from which men are placed or enter
	From     *lang.Text // where men stand that are moved
	To, Over *lang.Text
	Men      *lang.Text // how many move together
	MaySpare bool
	Sowing
	Where
	Condition
}

func (a *Allow) keys() []field {
	from := func(r *reader, n *yamlpos.Node) {
		if a.Act.Text == "place" || a.Act.Text == "enter" {
			a.Stores = Words(&r.Reader, n, "a store")
		} else {
			a.From = Expression(&r.Reader, n)
		}
	}
	return append([]field{word("allow", "an act", &a.Act), some("of", "a kind of men", &a.Of), some("with", "a part", &a.With), {key: "from", read: from, says: func(say sayer) { say(a.From, false) }, what: "a store, or places", form: OfExpression},
		expression("to", &a.To), expression("over", &a.Over), expression("men", &a.Men), yes("may_spare", &a.MaySpare), a.in(), a.when()}, a.sown()...)
}

// Sowing says how men of nobody are laid along the track.
type Sowing struct {
	Skips  *lang.Text // places passed over
	Leaves *lang.Text // how many stay where they were taken up
	Back   Word       // yes: against the track; no: along it
}

// Said reports whether anything is said of a sowing, and where.
func (w *Sowing) Said() (pos diag.Pos, said bool) {
	for _, t := range []*lang.Text{w.Skips, w.Leaves} {
		if t != nil {
			return t.Pos, true
		}
	}
	return w.Back.Pos, w.Back.Said()
}

func (w *Sowing) sown() []field {
	return []field{expression("skips", &w.Skips), expression("leaves", &w.Leaves), oneOf("back", "whether it goes against the track", &w.Back, "yes", "no")}
}

// Forbid strikes out moves of some acts that are allowed.
type Forbid struct {
	Acts []Word // "any" for all that move a man
	Where
	Condition
}

func (f *Forbid) keys() []field {
	return []field{words("forbid", "an act", &f.Acts), f.in(), f.when()}
}

// Except lifts prohibitions.
type Except struct {
	From []Word // the ids of their statements
	Condition
}

func (e *Except) keys() []field {
	return []field{words("except", "the id of a prohibition", &e.From), e.when()}
}

// Require keeps, of the moves that can be made, those that it is about.
type Require struct {
	That, Most, Least *lang.Text
	Scope             Word // step or throw
	Where
	Condition
}

func (q *Require) keys() []field {
	return []field{inner("require", "a requirement", func(r *reader, n *yamlpos.Node) {
		switch said := q.That != nil; {
		case said && q.Scope.Text == "throw":
			r.Errorf(n.Pos, "keys "+strings.Join(n.KeyTexts(), ", "), "most: or least:", "a requirement over the whole throw must say what is to be greatest or least")
		case !said && q.Most == nil && q.Least == nil:
			r.Errorf(n.Pos, "nothing", "that, most or least", "it is not said what is required")
		}
	}, expression("that", &q.That), expression("most", &q.Most), expression("least", &q.Least), oneOf("scope", "the scope", &q.Scope, "step", "throw")),
		q.in(), q.when()}
}

// Tested is when an end or a score is tested: at a moment, or after some acts.
type Tested struct {
	At Word // a moment, or the name of one
	On []Word
}

func (t *Tested) at() field { return reference("at", "a moment", &t.At) }

func (t *Tested) on() field { return words("on", "an act", &t.On) }

// End ends the game.
type End struct {
	Reason Word
	Tested
	Where
	Condition
	Winner   Word   // me, them, none, higher_score or a variable
	Outranks []Word // the ends before which it comes
}

func (e *End) keys() []field {
	reason := func(r *reader, n *yamlpos.Node) {
		if e.Reason = (Word{n.Text, n.Pos}); n.Text == "" {
			r.Errorf(n.Pos, "nothing", "the reason in a few words", "an end must say why the game is over")
		}
	}
	return []field{{key: "end", read: reason, manner: talk, what: "why the game is over"}, e.at(), e.on(), e.in(), e.when(), reference("winner", "the winner", &e.Winner), words("outranks", "the id of an end", &e.Outranks)}
}

// Score gives points, or changes those that have been given at the same moment.
type Score struct {
	Points *lang.Text // nil where they are changed
	Times  Fraction
	Round  Word // up or down
	Tested
	Where
	Condition
	For Word // me or them
}

func (s *Score) keys() []field {
	changed := inner("score", "a score", func(r *reader, n *yamlpos.Node) {
		if n.Get("times") == nil && n.Get("round") == nil {
			r.Errorf(n.Pos, "nothing", "times or round", "it is not said what becomes of the score")
		}
	}, fraction("times", &s.Times), oneOf("round", "the direction", &s.Round, "up", "down"))
	points := func(r *reader, n *yamlpos.Node) {
		if n.Kind == yamlpos.Map {
			changed.read(r, n)
		} else {
			s.Points = Expression(&r.Reader, n)
		}
	}
	return []field{{key: "score", what: "points", form: OfExpression, fields: changed.fields, read: points, says: func(say sayer) { say(s.Points, false) }}, s.at(), s.on(), s.in(), s.when(), oneOf("for", "for whom it counts", &s.For, "me", "them")}
}

// Blocked says what becomes of parts that cannot be played.
type Blocked struct {
	Policy Word // stop, skip, leave, lose or other
	Throws []Word
	Where
	Condition
}

func (b *Blocked) keys() []field {
	return []field{oneOf("blocked", "what becomes of parts that cannot be played", &b.Policy, "stop", "skip", "leave", "lose", "other"),
		throws("on", &b.Throws), b.in(), b.when()}
}

// Order settles the order of parts for some throws, whatever their agendas say.
type Order struct {
	Parts  Word // fixed or any
	Throws []Word
	Where
}

func (o *Order) keys() []field {
	return []field{order("order", &o.Parts), throws("on", &o.Throws), o.in()}
}

// order is a key that says whether parts have to be played in their order.
func order(key string, to *Word) field { return oneOf(key, "the order of parts", to, "fixed", "any") }

// throws is a key with throws: some by themselves, doublet, other or any.
func throws(key string, to *[]Word) field { return some(key, "a throw", to) }

// Agenda says what is to be played of some throws, or in a turn without one.
type Agenda struct {
	On    []Word // throws
	Play  []Part
	Order Word // fixed or any
	Where
	Condition
}

func (a *Agenda) keys() []field {
	return []field{inner("agenda", "an agenda", func(r *reader, n *yamlpos.Node) { r.Need(n, "play", "an agenda") },
		throws("on", &a.On), parts("play", &a.Play), order("order", &a.Order)), a.in(), a.when()}
}

// Stage is a part of the game, which is a player's as long as its condition holds for him.
type Stage struct {
	Throws Word // the statement of what is thrown when a turn begins
	Called Word
	Condition
}

func (s *Stage) keys() []field {
	stage := inner("stage", "a stage", nil, word("throws", "what is thrown", &s.Throws), word("called", "what the stage is called", &s.Called).as(talk))
	return []field{{key: "stage", what: stage.what, form: OfMap, fields: stage.fields, read: func(r *reader, n *yamlpos.Node) {
		if n.Kind == yamlpos.Map {
			stage.read(r, n)
		}
	}}, s.when()}
}

// Variable is something that is remembered.
type Variable struct {
	Kind          Word // number, place, set, lines or player
	Starts, Least *lang.Text
	Per           Word // game, turn, throw or match
	Shared, Aside bool
}

func (v *Variable) keys() []field {
	return []field{inner("variable", "a variable", nil, oneOf("kind", "the kind of a variable", &v.Kind, "number", "place", "set", "lines", "player"),
		expression("starts", &v.Starts), expression("least", &v.Least), oneOf("per", "how long a variable lasts", &v.Per, "game", "turn", "throw", "match"),
		yes("shared", &v.Shared), yes("aside", &v.Aside))}
}

// Define gives an expression a name. It may be about a place, which the expression calls by a name of its own.
type Define struct {
	As *lang.Text
	Of Word
}

func (d *Define) keys() []field {
	return []field{expression("define", &d.As), word("of", "what the definition calls the place that it is about", &d.Of)}
}

// Parameter gives a number a name.
type Parameter struct{ Value Number }

func (p *Parameter) keys() []field {
	return []field{number("parameter", "a parameter", &p.Value, -32767, 32767)}
}

// Moments are the names of the moments at which ends and scores are tested.
var Moments = func() (names []string) {
	for _, m := range lang.Moments {
		names = append(names, m.Name)
	}
	return names
}()

// Moment gives a moment a name.
type Moment struct{ Is Word } // one of Moments

func (m *Moment) keys() []field { return []field{oneOf("moment", "a moment", &m.Is, Moments...)} }

// Match says that games are played one after another until somebody has so many points.
type Match struct{ Points Number }

func (m *Match) keys() []field {
	return []field{number("match", "the points of a match", &m.Points, 1, 10000)}
}

// Winner says who wins by ends that do not say it.
type Winner struct{ Who Word } // me, them, none, higher_score or a variable

func (w *Winner) keys() []field { return []field{reference("winner", "the winner", &w.Who)} }

// Settles says that a dimension has an answer which no rule shows.
type Settles struct{ Dimension, As Word }

func (s *Settles) keys() []field {
	return []field{word("settles", "the dimension", &s.Dimension), word("as", "the answer", &s.As)}
}

// Claim is an invariant: what always holds, or never does.
type Claim struct {
	Never bool
	That  *lang.Text
	Where
}

func (c *Claim) keys() []field {
	key := "always"
	if c.Never {
		key = "never"
	}
	return []field{expression(key, &c.That), c.in()}
}

// Players says who plays, in order of play.
type Players struct {
	Names    []Word
	Seen     Word // how they see the board: rotated, mirrored or same
	Partners [][]Word
	Begins   Word
}

func (p *Players) keys() []field {
	partners := func(r *reader, n *yamlpos.Node) {
		for _, x := range n.Items() {
			p.Partners = append(p.Partners, Words(&r.Reader, x, "a player"))
		}
	}
	return []field{words("players", "the players", &p.Names), oneOf("seen", "how players see the board", &p.Seen, "rotated", "mirrored", "same"),
		{key: "partners", read: partners, what: "a player", form: OfNames}, word("begins", "who begins", &p.Begins)}
}

// Marks are what men can bear.
type Marks struct{ Names []Word }

func (m *Marks) keys() []field { return []field{words("marks", "the marks", &m.Names)} }

// Begins says who begins.
type Begins struct{ Player Word }

func (b *Begins) keys() []field { return []field{word("begins", "who begins", &b.Player)} }
