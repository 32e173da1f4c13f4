package compile

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/rulesets/ast"
	"github.com/lectio/lectio/rulesets/board/place"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/class"
	"github.com/lectio/lectio/rulesets/lang"
)

// Moments and events share their words.
var (
	momentWords = map[string]engine.Moment{"move": engine.AtMove, "thrown": engine.AtThrown, "throw": engine.AtPlayed,
		"turn": engine.AtTurn, "start": engine.AtStart, "no_move": engine.AtNoMove}
	eventWords = map[string]engine.Trigger{"thrown": engine.OnThrow, "throw": engine.OnPlayed, "turn": engine.OnTurnEnd, "start": engine.OnTurn}
)

// rules compiles every statement that says what may, must or will happen.
func (c *compiler) rules() {
	p := c.Rules
	p.Denominator = c.PointParts
	c.agendas() // first: what throws put up settles which parts there are
	for i, s := range c.Statements {
		c.Errs.Merge(s.Errs)
		switch b := s.Body.(type) {
		case *ast.Variable:
			c.initial(s, b)
		case *ast.Stage:
			p.Stages[c.stages[s.ID]].When = c.when(s, 0)
		case *ast.Require:
			c.require(i, s, b)
		case *ast.End:
			c.end(i, s, b)
		case *ast.Score:
			c.score(i, s, b)
		case *ast.Do:
			c.change(i, s, b)
		case *ast.Allow:
			c.allow(i, s, b)
		case *ast.Forbid:
			p.Forbids = append(p.Forbids, engine.Forbid{RuleRef: ref(c, i), Acts: c.acts(b.Acts, true), Stages: c.in_(s), When: c.when(s, lang.InMove|lang.InLeap|lang.InChoice)})
		case *ast.Blocked:
			c.blocked(i, s, b)
		case *ast.Match:
			p.Match = c.PointParts * b.Points.N
		case *ast.Claim:
			p.Invariants = append(p.Invariants, engine.Invariant{RuleRef: ref(c, i), Never: b.Never, Stages: c.in_(s), When: c.Want(b.That, lang.Truth, s.Kind, 0)})
		case *ast.Define:
			c.checkDefine(s, b)
		}
	}
	for i, s := range c.Statements {
		if b, ok := s.Body.(*ast.Except); ok {
			c.except(i, s, b)
		}
	}
	c.ranks()
}

// checkDefine types a definition that no rule may use, so that its mistakes show.
func (c *compiler) checkDefine(s *ast.Statement, b *ast.Define) {
	if e := b.As.Expr; e != nil {
		k := &lang.Checker{Names: c.Names, At: b.As, Scope: lang.InMove | lang.InLeap | lang.InScore | lang.InChoice, Using: []string{s.ID}}
		if b.Of.Said() {
			k.About(b.Of.Text)
		}
		keep := c.Bound
		c.Bound = true
		k.Resolve(e)
		c.Bound = keep
	}
}

// acts reads a list of acts; "any" stands for all that move a man.
func (c *compiler) acts(list []ast.Word, any bool) engine.Trigger {
	var t engine.Trigger
	for _, x := range list {
		if x.Text == "any" && any {
			for a := engine.Place; a <= engine.Sow; a++ {
				t |= engine.OnAct(a)
			}
			continue
		}
		a, ok := engine.ActNamed(strings.ReplaceAll(x.Text, "_", "-"))
		if !ok {
			c.Errorf(x.Pos, diag.Quote(x.Text), "an act: "+strings.Join(lang.ActWords, ", "), "there is no such act%s", lang.SuggestAct(x.Text))
			continue
		}
		if a == engine.Pass {
			c.Errorf(x.Pos, "pass", "an act that a player chooses", "a pass is what is left when nothing can be played: no rule can forbid it")
		}
		t |= engine.OnAct(a)
	}
	return t
}

// allow reads that an act can be done: with which parts, from and to which places.
func (c *compiler) allow(i int, s *ast.Statement, b *ast.Allow) {
	n := b.Act
	act, ok := engine.ActNamed(strings.ReplaceAll(n.Text, "_", "-"))
	switch {
	case !n.Said():
		return
	case !ok:
		c.Errorf(n.Pos, diag.Quote(n.Text), "an act: "+strings.Join(lang.ActWords, ", "), "there is no such act%s", lang.SuggestAct(n.Text))
		return
	}
	a := engine.Allow{RuleRef: ref(c, i), Act: act, Stages: c.in_(s), Parts: c.actParts(b, act), Sparing: b.MaySpare}
	a.Nobodys = c.ofNobody(b, act)
	if act == engine.Sow {
		a.Sown = c.sowingOf(&b.Sowing, n.Pos)
		c.sownAlone(b)
	} else if pos, said := b.Sowing.Said(); said {
		c.Errorf(pos, "allow: "+act.String(), "allow: sow", "only what is sown is laid along the track one by one")
	}
	if act == engine.Place || act == engine.Enter {
		a.Stores = c.actStores(s, b, act)
	} else {
		a.From = c.Want(b.From, lang.Places, "from", 0)
	}
	sc := lang.InMove | lang.InChoice
	if act == engine.Leap {
		sc |= lang.InLeap
	}
	a.To = c.Want(b.To, lang.Places, "to", lang.InMove)
	a.Over = c.Want(b.Over, lang.Places, "over", lang.InMove)
	a.Men = c.Want(b.Men, lang.Number, "the number of men moved together", lang.InMove)
	a.When = c.ofKind(b, act, c.when(s, sc))
	if act == engine.Advance && a.To == nil && c.Rules.Next == nil {
		c.Errorf(n.Pos, "advance", "a track statement, or to:", "men advance along a track, and there is none")
	}
	if act == engine.BearOff {
		c.leaves(b, a.Parts)
	}
	c.Rules.Allows = append(c.Rules.Allows, a)
}

// leaves says so where a permission to bear men off could never permit anything, as a number
// takes a man off the end of a track and there is none. A track that leads nowhere is no
// mistake: it may be one of two readings.
func (c *compiler) leaves(b *ast.Allow, parts []bool) {
	at := b.Act
	if len(b.With) > 0 {
		at = b.With[0]
	}
	p := c.Rules
	if p.Next != nil {
		return
	}
	for j, goes := range parts {
		if goes && p.Parts[j].IsNumber {
			c.Errorf(at.Pos, "bear-off with "+p.Parts[j].Name, "a track statement, or with: and a word that an agenda puts up, as in allow: bear-off, with: stone, from: corners",
				"a number takes a man off the end of a track, and there is none")
			return
		}
	}
}

// sownAlone refuses what other permissions say, and a sowing cannot: where it goes is settled by the track.
func (c *compiler) sownAlone(b *ast.Allow) {
	for _, x := range []struct {
		key  string
		said *lang.Text
	}{{"to", b.To}, {"over", b.Over}, {"men", b.Men}} {
		if x.said != nil {
			c.Errorf(x.said.Pos, x.key+":", "skips:, leaves:, or when: and a condition, as in when: to in row_1", "all men of a place are sown, one on each place that follows on the track")
		}
	}
	if b.MaySpare {
		c.Errorf(b.Act.Pos, "may_spare:", "an act that takes men by itself", "what a sowing takes is said by what answers it")
	}
}

// ofKind narrows the condition of a permission to men of the kinds that it is for.
func (c *compiler) ofKind(b *ast.Allow, act engine.Act, when *engine.Node) *engine.Node {
	if len(b.Of) == 0 || len(b.Of) == 1 && b.Of[0].Text == engine.NobodysName {
		return when
	}
	if act == engine.Sow {
		c.Errorf(b.Of[0].Pos, "of: with sow", "sow without of:", "all men of nobody on a place are sown, of whatever kind")
		return when
	}
	if act != engine.Step && act != engine.Advance && act != engine.Leap && act != engine.BearOff {
		c.Errorf(b.Of[0].Pos, "of: with "+act.String(), "of: with an act that moves a man on the board", "off the board men are of no kind, and a man removed is told by his place, as in from: enemy(king)")
	}
	var any *engine.Node
	for _, n := range b.Of {
		if n.Text == engine.NobodysName {
			continue
		}
		kind := c.kind(n)
		if kind < 0 {
			continue
		}
		is := &engine.Node{Op: engine.BMark, N: class.FirstKind + kind}
		if any == nil {
			any = is
		} else {
			any = lang.Node(engine.BOr, any, is)
		}
	}
	if when == nil || any == nil {
		return any
	}
	return lang.Node(engine.BAnd, any, when)
}

// ofNobody reports whether a permission is for men of nobody, of whom there must be some.
func (c *compiler) ofNobody(b *ast.Allow, act engine.Act) bool {
	at, of := b.Act, act == engine.Sow
	for _, n := range b.Of {
		if n.Text == engine.NobodysName {
			at, of = n, true
		}
	}
	if of && !c.Rules.Nobodys {
		c.Errorf(at.Pos, diag.Quote(at.Text), "men of nobody, as in men: {nobody: 48}", "all men belong to players here")
	}
	return of
}

// sowingOf is the way in which a permission sows; those that say the same share it, and their moves are alike.
func (c *compiler) sowingOf(b *ast.Sowing, at diag.Pos) *engine.Sowing {
	said := fmt.Sprint(ast.WordOf(b.Skips).Text, "|", ast.WordOf(b.Leaves).Text, "|", b.Back.Text == "yes")
	w := c.sown[said]
	if w == nil {
		w = c.sowing(b, at, lang.InMove)
		w.Number = len(c.Rules.Sowings)
		c.Rules.Sowings = append(c.Rules.Sowings, w)
		if c.sown == nil {
			c.sown = map[string]*engine.Sowing{}
		}
		c.sown[said] = w
	}
	return w
}

// actParts says with which parts an act goes: those that the statement names, or else
// with numbers where men go along a track or enter, and with the part of its own name for
// any other act. To stop takes none.
func (c *compiler) actParts(b *ast.Allow, act engine.Act) []bool {
	parts := make([]bool, len(c.Rules.Parts))
	switch {
	case len(b.With) > 0:
		for _, x := range b.With {
			if x.Text == "number" {
				c.allNumbers(parts)
			} else if j, ok := c.partNamed(x); ok {
				parts[j] = true
			}
		}
	case act == engine.Advance || act == engine.Enter || act == engine.BearOff && c.Rules.Next != nil:
		c.allNumbers(parts)
	case act == engine.Stop:
	default:
		if j, ok := c.Parts[act.String()]; ok {
			parts[j] = true
		} else {
			c.Errorf(b.Act.Pos, act.String(), "with: and a part", "no agenda holds a part called %s, so it must be said with which part this goes", act)
		}
	}
	return parts
}

// partNamed looks up a part that an agenda puts up. It is no error to name one that
// only another reading puts up.
func (c *compiler) partNamed(n ast.Word) (part int, ok bool) {
	part, ok = c.Parts[n.Text]
	if !ok && !c.elsewhere[n.Text] {
		var names []string
		for _, pt := range c.Rules.Parts {
			names = append(names, pt.Name)
		}
		c.Errorf(n.Pos, diag.Quote(n.Text), "a part that some agenda puts up: "+strings.Join(names, ", ")+", or number", "no agenda holds this part%s", diag.Suggest(n.Text, names))
	}
	return part, ok
}

// actStores says from which stores men are placed or enter: the hand and the bar
// where the statement names none.
func (c *compiler) actStores(s *ast.Statement, b *ast.Allow, act engine.Act) []int {
	p := c.Rules
	stores := []int{p.StoreIndex(engine.HandStore)}
	if act == engine.Enter {
		stores[0] = p.StoreIndex(engine.BarStore)
	}
	if len(b.Stores) > 0 {
		stores = nil
		for _, x := range b.Stores {
			st := p.StoreIndex(x.Text)
			if st < 0 {
				c.Errorf(x.Pos, diag.Quote(x.Text), "a store: "+strings.Join(p.Stores, ", "), "men enter from a store")
				continue
			}
			stores = append(stores, st)
		}
	}
	if act == engine.Enter && b.To == nil {
		c.Errorf(s.Pos, "no to:", "to: and where men enter", "it is not said where men enter")
	}
	return stores
}

func (c *compiler) allNumbers(parts []bool) {
	for j, pt := range c.Rules.Parts {
		if pt.IsNumber {
			parts[j] = true
		}
	}
}

func (c *compiler) except(i int, s *ast.Statement, b *ast.Except) {
	e := engine.Except{RuleRef: ref(c, i), When: c.when(s, lang.InMove|lang.InLeap|lang.InChoice)}
	for _, n := range b.From {
		found := false
		for j := range c.Rules.Forbids {
			if c.Rules.Forbids[j].ID == n.Text {
				c.Rules.Forbids[j].Excepts = append(c.Rules.Forbids[j].Excepts, e)
				found = true
			}
		}
		if !found {
			var ids []string
			for j := range c.Rules.Forbids {
				ids = append(ids, c.Rules.Forbids[j].ID)
			}
			if c.Dropped[n.Text] {
				continue // the prohibition is left out by a reading, and its exception with it
			}
			c.Errorf(n.Pos, diag.Quote(n.Text), "the id of a forbid statement: "+strings.Join(ids, ", "), "there is no such prohibition in this interpretation%s", diag.Suggest(n.Text, ids))
		}
	}
}

func (c *compiler) require(i int, s *ast.Statement, b *ast.Require) {
	r := engine.Require{RuleRef: ref(c, i), Stages: c.in_(s), When: c.when(s, 0)}
	scope := lang.InMove | lang.InLeap | lang.InChoice
	if b.Scope.Text == "throw" {
		r.AtLast, scope = true, lang.InAfter
	}
	switch {
	case b.That != nil:
		r.That = c.Want(b.That, lang.Truth, "that", scope)
	case b.Most != nil && r.AtLast && (b.Most.Written == "parts" || b.Most.Written == "pips"):
		r.AtLast, r.LineOnly = false, true
		if b.Most.Written == "pips" {
			r.Line = engine.MostPips
		}
	case b.Most != nil:
		r.Best = c.Want(b.Most, lang.Number, "what is to be greatest", scope)
	case b.Least != nil:
		r.Best, r.Least = c.Want(b.Least, lang.Number, "what is to be least", scope), true
	}
	c.Rules.Requires = append(c.Rules.Requires, r)
}

// on reads the acts and events that a rule answers.
func (c *compiler) on(list []ast.Word) engine.Trigger {
	var t engine.Trigger
	for _, x := range list {
		if e, ok := eventWords[x.Text]; ok {
			t |= e
			continue
		}
		if a, ok := engine.ActNamed(strings.ReplaceAll(x.Text, "_", "-")); ok {
			t |= engine.OnAct(a)
			continue
		}
		words := slices.Clone(lang.ActWords)
		for _, e := range lang.Events {
			words = append(words, e.Name)
		}
		c.Errorf(x.Pos, diag.Quote(x.Text), "an act or an event: "+strings.Join(words, ", "), "nothing of this name can happen%s", diag.Suggest(x.Text, words))
	}
	return t
}

const acts = engine.Trigger(1<<16 - 1)

// scopeOf says what rules answering t can refer to.
func scopeOf(t engine.Trigger) lang.Scope {
	if t != 0 && t&^acts == 0 {
		sc := lang.InMove
		if t == engine.OnAct(engine.Leap) {
			sc |= lang.InLeap
		}
		if t&engine.OnAct(engine.Sow) != 0 {
			sc |= lang.InSown
		}
		return sc
	}
	return 0
}

func (c *compiler) change(i int, s *ast.Statement, b *ast.Do) {
	ch := engine.Change{RuleRef: ref(c, i), On: c.on(b.On), Stages: c.in_(s)}
	sc := scopeOf(ch.On)
	if ch.On&^(acts|engine.OnThrow) == 0 { // something may be left to be played
		sc |= lang.InPlay
	}
	ch.When = c.when(s, sc)
	for _, e := range b.Effects {
		ch.Effects = append(ch.Effects, c.effect(e, sc)...)
	}
	thrown := false // in some stage of the statement
	for _, st := range c.stagesOf(ch.Stages) {
		thrown = thrown || c.Rules.Stages[st].Device >= 0
	}
	sown := 0
	for _, e := range ch.Effects {
		if e.Kind == engine.Sowed {
			sown++
		}
		if e.Kind == engine.AddParts && !thrown && throwOwed(e.Parts) {
			c.Errorf(s.Pos, "throw", "a stage with throws:, or parts without a throw", "nothing is thrown in any stage in which this happens")
		}
	}
	if sown > 1 {
		c.Errorf(s.Pos, fmt.Sprintf("%d effects sow", sown), "one; for several laps what answers a sowing is asked again, and a set of places with after: is sown at once", "men are sown once by one statement")
	}
	c.Rules.Changes = append(c.Rules.Changes, ch)
}

func (c *compiler) moment(n ast.Word, def engine.Moment) engine.Moment {
	if !n.Said() {
		return def
	}
	m, ok := c.moments[n.Text]
	if !ok {
		names := slices.Clone(ast.Moments)
		for _, s := range c.Statements {
			if s.Kind == "moment" {
				names = append(names, s.ID)
			}
		}
		c.Errorf(n.Pos, diag.Quote(n.Text), "a moment: "+strings.Join(names, ", "), "there is no such moment%s", diag.Suggest(n.Text, names))
		return def
	}
	if _, word := momentWords[n.Text]; !word {
		c.Used[n.Text] = true
	}
	return m
}

// tested looks up when an end or a score is tested.
func (c *compiler) tested(b ast.Tested) (engine.Moment, engine.Trigger, lang.Scope) {
	at := c.moment(b.At, engine.AtMove)
	on := c.on(b.On)
	sc := lang.InScore
	if len(b.On) > 0 {
		if on&^acts != 0 {
			c.Errorf(b.On[0].Pos, diag.Quote(b.On[0].Text), "acts; for other moments use at:", "an end or a score is tested after moves, or at a moment")
		}
		sc |= scopeOf(on)
		if at != engine.AtMove {
			c.Errorf(b.On[0].Pos, "on: with at: "+b.At.Text, "on: alone, or at: move", "moves are not what this moment is about")
		}
	}
	return at, on, sc
}

func (c *compiler) end(i int, s *ast.Statement, b *ast.End) {
	e := engine.End{RuleRef: ref(c, i), Stages: c.in_(s), Reason: b.Reason.Text}
	var sc lang.Scope
	e.At, e.Acts, sc = c.tested(b.Tested)
	e.When = c.when(s, sc)
	w := b.Winner
	if g := c.only("winner", false); g != nil && !w.Said() {
		w = g.Body.(*ast.Winner).Who
	}
	if w.Said() {
		e.Winner, e.Var = c.winner(w)
	}
	c.Rules.Ends = append(c.Rules.Ends, e)
}

// ranks reads before which ends others come. What an end comes before, it comes before all
// that this comes before.
func (c *compiler) ranks() {
	ends := c.Rules.Ends
	numbers := map[string]int{}
	for i := range ends {
		numbers[ends[i].ID] = i
	}
	below := make([][]int, len(ends))
	for i := range ends {
		for _, x := range c.outranks(ends[i]) {
			if k, ok := numbers[x.Text]; ok {
				below[i] = append(below[i], k)
				c.meet(x, ends[i].At, ends[k].At)
			} else if !c.Dropped[x.Text] {
				c.Errorf(x.Pos, diag.Quote(x.Text), "the id of an end statement", "there is no such end")
			}
		}
	}
	for i := range ends {
		var visit func(k int)
		visit = func(k int) {
			for _, l := range below[k] {
				if !slices.Contains(ends[i].Outranks, l) {
					ends[i].Outranks = append(ends[i].Outranks, l)
					visit(l)
				}
			}
		}
		visit(i)
		c.Rules.StartWaits = c.Rules.StartWaits || slices.ContainsFunc(ends[i].Outranks, func(k int) bool { return ends[k].At < ends[i].At })
		if slices.Contains(ends[i].Outranks, i) {
			c.Errorf(c.outranks(ends[i])[0].Pos, diag.Quote(ends[i].ID), "an order in which one of two comes first", "this end outranks itself, by way of those that it names")
		}
	}
}

// outranks are the ends that an end names as coming after it.
func (c *compiler) outranks(e engine.End) []ast.Word {
	return c.Statements[e.Statement].Body.(*ast.End).Outranks
}

// meet refuses that an end come before one whose moment comes first: at x one at one moment
// names one at another. Of a player who cannot move it is known soon after his turn begins.
func (c *compiler) meet(x ast.Word, at, other engine.Moment) {
	name := func(m engine.Moment) string {
		return ast.Moments[slices.IndexFunc(ast.Moments, func(n string) bool { return momentWords[n] == m })]
	}
	switch thrown := slices.ContainsFunc(c.Rules.Stages, func(s engine.Stage) bool { return s.Device >= 0 }); {
	case at <= other:
	case at != engine.AtNoMove || other != engine.AtStart:
		c.Errorf(x.Pos, diag.Quote(x.Text)+", an end at: "+name(other), "an end at: "+name(at)+", or of an end at: no_move one at: start",
			"%s comes before %s, so this end has ended the game before it can be outranked", name(other), name(at))
	case thrown:
		c.Errorf(x.Pos, diag.Quote(x.Text)+", an end at: start", "an end at: no_move", "where something is thrown first it is not known at the start of a turn whether the player will be able to move")
	}
}

// winner reads whom an end names: me, them, none, higher_score or a variable.
func (c *compiler) winner(w ast.Word) (engine.Winner, int) {
	switch w.Text {
	case "me":
		return engine.Me, 0
	case "them":
		if len(c.Rules.Players) > 2 {
			c.Errorf(w.Pos, "them", "me, none, higher_score, or a variable that holds a player", "among several opponents it must be said who wins")
		}
		return engine.Them, 0
	case "none":
		return engine.NoWinner, 0
	case "higher_score":
		return engine.HigherScore, 0
	}
	v, ok := c.Vars[w.Text]
	if !ok || c.Rules.Vars[v].Kind != engine.PlayerVar {
		c.Errorf(w.Pos, diag.Quote(w.Text), "me, them, none, higher_score, or a variable that holds a player", "this names no winner")
	}
	return engine.WinnerVar, v
}

func (c *compiler) score(i int, s *ast.Statement, b *ast.Score) {
	sc := engine.Score{RuleRef: ref(c, i), Stages: c.in_(s), Num: 1, Den: 1, Their: b.For.Text == "them"}
	var scp lang.Scope
	sc.At, sc.Acts, scp = c.tested(b.Tested)
	sc.When = c.when(s, scp)
	switch {
	case b.Points != nil:
		if x, y, ok := lang.ParseFraction(b.Points.Written); ok {
			sc.Points = lang.Lit(x * (c.PointParts / y))
		} else {
			sc.Points = c.Want(b.Points, lang.Points, "the points", scp)
		}
	case b.Times.Said():
		sc.Num, sc.Den = b.Times.A, b.Times.B
	case b.Round.Text == "down":
		sc.Round = -1
	default:
		sc.Round = 1
	}
	c.Rules.Scores = append(c.Rules.Scores, sc)
}

func (c *compiler) blocked(i int, s *ast.Statement, b *ast.Blocked) {
	made := engine.Blocked{RuleRef: ref(c, i), Stages: c.in_(s), When: c.when(s, 0)}
	policies := map[string]engine.BlockedPolicy{"stop": engine.BlockedStop, "skip": engine.BlockedSkip, "leave": engine.BlockedLeave, "lose": engine.BlockedLose, "other": engine.BlockedOther}
	made.Policy = policies[b.Policy.Text]
	throws, _ := c.pattern(b.Throws, -1)
	made.Throws = place.SetOf(throws...)
	c.Rules.Blocked = append(c.Rules.Blocked, made)
}

// initial compiles the first and the least value of a variable.
func (c *compiler) initial(s *ast.Statement, b *ast.Variable) {
	v := &c.Rules.Vars[c.Vars[s.ID]]
	t := valueType[v.Kind]
	v.Initial = c.Want(b.Starts, t, "the first value", lang.InFirst)
	v.Least = c.Want(b.Least, t, "the least value", lang.InFirst)
}
