package compile

import (
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/rulesets/ast"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/class"
	"github.com/lectio/lectio/rulesets/lang"
)

// effectMaker makes what an effect does.
type effectMaker struct {
	*compiler
	at    diag.Pos // of the effect
	scope lang.Scope
	out   []engine.Effect
}

// effect makes one effect, which sets several variables at once where it names
// several; nothing where something is wrong with it.
func (c *compiler) effect(e ast.Effect, sc lang.Scope) []engine.Effect {
	x := &effectMaker{compiler: c, at: e.Place(), scope: sc}
	switch e := e.(type) {
	case *ast.Send:
		x.send(e)
	case *ast.Assign:
		x.assign(e)
	case *ast.Mark:
		x.mark(e)
	case *ast.Become:
		if kind := x.kind(e.Kind); kind >= 0 {
			x.remark(engine.Effect{Kind: engine.AddMark, Var: class.FirstKind + kind}, e.Men, "become", "become another")
		}
	case *ast.Put:
		x.put(e)
	case *ast.Drop:
		kind := engine.DropRest
		if e.Rest.Text == "turn" {
			kind = engine.DropTurn
		}
		x.is(engine.Effect{Kind: kind})
	case *ast.Next:
		x.next(e)
	case *ast.ToStage:
		if st, ok := x.stages[e.Stage.Text]; ok {
			x.is(engine.Effect{Kind: engine.StageIs, Var: st})
		} else {
			x.Errorf(e.Stage.Pos, diag.Quote(e.Stage.Text), "a stage", "there is no such stage")
		}
	case *ast.GoOn:
		if sc&lang.InMove == 0 {
			x.Errorf(x.at, "go_on", "an effect without a man", "no man is moved here that could go on")
		}
		x.is(engine.Effect{Kind: engine.GoOn})
	case *ast.HandOver:
		x.is(engine.Effect{Kind: engine.HandOver})
	case *ast.Take:
		x.is(engine.Effect{Kind: engine.Transfer, B: x.want(e.Men, lang.Number, "how many men are taken"), Var: x.store("from", e.From), Store: x.store("to", e.To), Their: e.Of.Text == "them"})
	case *ast.Sow:
		x.sow(e)
	case *ast.SetDown:
		x.setDown(e)
	}
	return x.out
}

func (x *effectMaker) is(e engine.Effect) { x.out = append(x.out, e) }

// want compiles an expression; nil where there is none.
func (x *effectMaker) want(t *lang.Text, as lang.Type, what string) *engine.Node {
	return x.Want(t, as, what, x.scope)
}

// store looks up the store behind a key that has to be there.
func (x *effectMaker) store(key string, w ast.Word) int {
	stores := x.Rules.Stores
	if !w.Said() {
		x.Errorf(x.at, "no "+key+":", key+": and a store", "it is not said where the men go")
		return 0
	}
	st := x.Rules.StoreIndex(w.Text)
	if st < 0 {
		x.Errorf(w.Pos, diag.Quote(w.Text), "a store: "+strings.Join(stores, ", "), "there is no such store%s", diag.Suggest(w.Text, stores))
		return 0
	}
	return st
}

// send makes men go to a store: those of somebody at a place, or on a set of places.
func (x *effectMaker) send(s *ast.Send) {
	men := s.Men.Expr
	whose, ok := lang.Whose(men.Text)
	if men.Op != "call" || !ok || len(men.Kids) != 1 {
		x.Errorf(s.Men.Pos, diag.Quote(s.Men.Written), "enemy(…), own(…), own_any_lap(…), allied(…), anyone(…) or nobody(…) of a place, or a set of places", "send must say whose men, and where they stand")
		return
	}
	e := engine.Effect{Kind: engine.Send, Whose: whose, Their: s.Of.Text == "them"}
	if to := s.To.Tree(); whose == engine.Nobodys && to != nil && x.Rules.StoreIndex(s.To.Written) < 0 {
		e.To = x.want(s.To, lang.Place, "to")
	} else if w := ast.WordOf(s.To); w.Said() && x.Rules.StoreIndex(w.Text) < 0 && diag.Suggest(w.Text, x.Rules.Stores) == "" {
		x.Errorf(w.Pos, diag.Quote(w.Text), "a store: "+strings.Join(x.Rules.Stores, ", "), "men of players are sent to stores, and men of nobody alone to a place")
	} else {
		e.Store = x.store("to", ast.WordOf(s.To))
	}
	switch {
	case s.Of.Said() && (whose != engine.Nobodys || e.To != nil):
		x.Errorf(s.Of.Pos, "of: "+s.Of.Text, "nobody(…) sent to a store, or no of:", "men of players come to stores of their own, and places are nobody's")
	case e.Their:
		x.oneOpponent(s.Of, "in whose store they come")
	}
	e.A, e.Many = x.placeOrPlaces(s.Men, men.Kids[0])
	e.B = x.want(s.AtMost, lang.Number, "at_most")
	if e.Many && e.B != nil {
		x.Errorf(x.at, "at_most", "send: without at_most, or men at one place", "of the men at several places all are sent")
	}
	x.is(e)
}

// placeOrPlaces compiles where men stand, in a text: at a place, or with many on all places of a set.
func (x *effectMaker) placeOrPlaces(t *lang.Text, e *lang.Expr) (at *engine.Node, many bool) {
	k := &lang.Checker{Names: x.Names, At: t, Scope: x.scope}
	as := lang.Place
	switch k.Resolve(e).Type {
	case lang.Places, lang.Counts:
		as, many = lang.Places, true
	}
	return k.Want(e, as, "where the men stand"), many
}

// sowing reads how men of nobody are laid along the track, which must lead on from wherever it leads to.
func (c *compiler) sowing(b *ast.Sowing, at diag.Pos, sc lang.Scope) *engine.Sowing {
	next := c.Rules.Next
	ends := next == nil
	for _, on := range next {
		for _, f := range on {
			ends = ends || len(next[f]) == 0
		}
	}
	if ends {
		c.Errorf(at, "sow", "a track that goes round, as in track: {run: [r1c1..r1c6, r2c6..r2c1], ring: yes, places: cells}", "men are sown along a track that has no end, and there is none")
	}
	return &engine.Sowing{Skips: c.Want(b.Skips, lang.Places, "skips", sc), Leaves: c.Want(b.Leaves, lang.Number, "leaves", sc), Back: b.Back.Text == "yes"}
}

// sow takes men of nobody up and sows them.
func (x *effectMaker) sow(s *ast.Sow) {
	if s.From.Tree() == nil {
		return
	}
	e := engine.Effect{Kind: engine.Sowed, B: x.want(s.After, lang.Place, "after"), Sown: x.sowing(&s.Sowing, x.at, x.scope)}
	if _, men := lang.Whose(s.From.Expr.Text); men && s.From.Expr.Op == "call" {
		x.Errorf(s.From.Pos, diag.Quote(s.From.Written), "a place, as in sow: to, or a set of places", "all men of nobody who stand there are sown, so that only the place is named")
		return
	}
	e.A, e.Many = x.placeOrPlaces(s.From, s.From.Expr)
	if e.Many && e.B == nil {
		x.Errorf(x.at, "no after:", "after: and a place, or one_of(…) of a set of one place", "of men taken up on several places it is not said where sowing begins")
	}
	if e.Many && e.Sown.Leaves != nil {
		x.Errorf(s.Leaves.Pos, "leaves", "sow: of one place, or without leaves:", "of men taken up on several places it is not said where some stay")
	}
	e.Sown.AsMove = !s.Back.Said()
	x.is(e)
}

// valueType says what the values of each kind of variable are.
var valueType = map[engine.VarKind]lang.Type{
	engine.NumberVar: lang.Number, engine.PlaceVar: lang.Place, engine.SetVar: lang.Places,
	engine.LinesVar: lang.Lines, engine.PlayerVar: lang.Player,
}

// assign gives variables values, or adds to them.
func (x *effectMaker) assign(a *ast.Assign) {
	kind := engine.Assign
	if a.Adds {
		kind = engine.Raise
	}
	for _, v := range a.Values {
		index, their, ok := x.varNamed(v)
		if !ok {
			continue
		}
		e := engine.Effect{Kind: kind, Var: index, Their: their, A: lang.Lit(1)}
		if v.To != nil {
			t := valueType[x.Rules.Vars[index].Kind]
			if a.Adds && t != lang.Number {
				x.Errorf(v.Variable.Pos, v.Variable.Text, "a variable of the kind number", "only numbers can be added to")
			}
			e.A = x.want(v.To, t, "the value of "+v.Variable.Text)
		}
		x.is(e)
	}
}

func (c *compiler) varNamed(v ast.Value) (index int, their, ok bool) {
	name, their := v.Name()
	i, ok := c.Vars[name]
	if !ok {
		var ids []string
		for _, v := range c.Rules.Vars {
			ids = append(ids, v.ID)
		}
		c.Errorf(v.Variable.Pos, diag.Quote(v.Variable.Text), "one of the variables: "+strings.Join(ids, ", "), "there is no such variable%s", diag.Suggest(name, ids))
	}
	return i, their, ok
}

// mark gives men a mark, or takes it from them.
func (x *effectMaker) mark(e *ast.Mark) {
	marks := x.Rules.Marks
	m := slices.Index(marks, e.Mark.Text)
	if m < 0 {
		x.Errorf(e.Mark.Pos, diag.Quote(e.Mark.Text), "one of the marks: "+strings.Join(marks, ", "), "there is no such mark%s", diag.Suggest(e.Mark.Text, marks))
		return
	}
	kind, word := engine.AddMark, "mark"
	if e.Takes {
		kind, word = engine.DropMark, "unmark"
	}
	x.remark(engine.Effect{Kind: kind, Var: m}, e.Men, word, "bear a mark")
}

// remark says whom an effect on men is about: those of the player at every place of a set,
// or else the man who moves.
func (x *effectMaker) remark(e engine.Effect, men *lang.Text, word, could string) {
	e.A = x.want(men, lang.Places, "where the men stand")
	e.Many = men != nil
	if !e.Many && x.scope&lang.InMove == 0 {
		x.Errorf(x.at, word, word+": with at: and where the men stand", "no man is moved here that could %s", could)
		return
	}
	x.is(e)
}

// put adds parts to what is left to play.
func (x *effectMaker) put(p *ast.Put) {
	e := engine.Effect{Kind: engine.AddParts, A: x.want(p.Times, lang.Number, "times")}
	for _, part := range p.Parts {
		i, ok := x.Parts[part.Name()]
		if !ok { // it depends on a throw
			x.Errorf(part.Pos, diag.Quote(part.Written), "a number, or a word such as remove", "this is no part")
			continue
		}
		e.Parts = append(e.Parts, partByte(i, part.MayBeLeft))
	}
	if p.Where.Text == "end" {
		e.Where = engine.AtEnd
	}
	x.is(e)
}

// next says whose turn it will be.
func (x *effectMaker) next(n *ast.Next) {
	e := engine.Effect{Kind: engine.NextIs}
	switch n.Player.Written {
	case "me":
		e.A = lang.Node(engine.NPlayer)
	case "them":
		if len(x.Rules.Players) > 2 {
			x.Errorf(n.Player.Pos, "them", "a player, or a variable that holds one", "among several opponents it must be said who is next")
		}
		e.A = lang.Node(engine.NTheir, lang.Node(engine.NPlayer))
	case engine.NobodysName:
		x.Errorf(n.Player.Pos, n.Player.Written, "me, them, a player, or a variable that holds one", "somebody must have the next turn")
	default:
		e.A = x.want(n.Player, lang.Player, "the next player")
	}
	x.is(e)
}

// setDown puts men on the board from a store.
func (x *effectMaker) setDown(s *ast.SetDown) {
	e := engine.Effect{Kind: engine.SetDown, A: x.want(s.On, lang.Places, "where men are put"), Var: x.store("from", s.From), Their: s.Of.Text == "them"}
	if e.Their {
		x.oneOpponent(s.Of, "whose men are put on the board")
	}
	x.is(e)
}

// oneOpponent refuses of: them where there are several.
func (x *effectMaker) oneOpponent(of ast.Word, what string) {
	if len(x.Rules.Players) > 2 {
		x.Errorf(of.Pos, "them", "of: me, or two players", "of several opponents it is not said %s", what)
	}
}
