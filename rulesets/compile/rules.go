package compile

import (
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets/board/place"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/class"
	"github.com/lectio/lectio/rulesets/lang"
)

// Moments and events share their words.
var (
	momentNames = []string{"move", "thrown", "throw", "turn", "start", "no_move"}
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
		switch s.Kind {
		case "variable":
			c.initial(s)
		case "stage":
			p.Stages[c.stages[s.ID]].When = c.when(s, 0)
		case "allow":
			c.allow(i, s)
		case "forbid":
			p.Forbids = append(p.Forbids, engine.Forbid{RuleRef: ref(c, i), Acts: c.acts(s.Arg(), true), Stages: c.in_(s), When: c.when(s, lang.InMove|lang.InLeap|lang.InChoice)})
		case "require":
			c.require(i, s)
		case "do":
			c.change(i, s)
		case "end":
			c.end(i, s)
		case "score":
			c.score(i, s)
		case "blocked":
			c.blocked(i, s)
		case "match":
			c.read(func(r *yamlpos.Reader) { p.Match = c.PointParts * r.Int(s.Arg(), "the points of a match", 1, 10000) })
		case "always", "never":
			p.Invariants = append(p.Invariants, engine.Invariant{RuleRef: ref(c, i), Never: s.Kind == "never", Stages: c.in_(s), When: c.Want(s.Arg(), lang.Truth, s.Kind, 0)})
		case "define":
			c.checkDefine(s)
		}
	}
	for i, s := range c.Statements {
		if s.Kind == "except" {
			c.except(i, s)
		}
	}
	c.ranks()
}

// checkDefine types a definition that no rule may use, so that its mistakes show.
func (c *compiler) checkDefine(s *Statement) {
	if e, ok := c.Parse(s.Arg()); ok {
		k := &lang.Checker{Names: c.Names, At: s.Arg(), Scope: lang.InMove | lang.InLeap | lang.InScore | lang.InChoice, Using: []string{s.ID}}
		keep := c.Bound
		c.Bound = true
		k.Resolve(e)
		c.Bound = keep
	}
}

// acts reads a list of acts; "any" stands for all that move a man.
func (c *compiler) acts(n *yamlpos.Node, any bool) engine.Trigger {
	var t engine.Trigger
	for _, x := range n.Items() {
		if x.Text == "any" && any {
			for a := engine.Place; a <= engine.BearOff; a++ {
				t |= engine.OnAct(a)
			}
			continue
		}
		a, ok := engine.ActNamed(strings.ReplaceAll(x.Text, "_", "-"))
		if !ok {
			c.Errorf(x.Pos, yamlpos.Quote(x.Text), "an act: "+strings.Join(lang.ActWords, ", "), "there is no such act%s", lang.Renamed.Suggest(x.Text, lang.ActWords))
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
func (c *compiler) allow(i int, s *Statement) {
	n := s.Arg()
	act, ok := engine.ActNamed(strings.ReplaceAll(n.Text, "_", "-"))
	if !ok || n.Kind != yamlpos.Scalar {
		c.Errorf(n.Pos, yamlpos.Quote(n.Text), "an act: "+strings.Join(lang.ActWords, ", "), "there is no such act%s", lang.Renamed.Suggest(n.Text, lang.ActWords))
		return
	}
	a := engine.Allow{RuleRef: ref(c, i), Act: act, Stages: c.in_(s), Parts: c.actParts(s, act)}
	if act == engine.Place || act == engine.Enter {
		a.Stores = c.actStores(s, act)
	} else {
		a.From = c.Want(s.Node.Get("from"), lang.Places, "from", 0)
	}
	sc := lang.InMove | lang.InChoice
	if act == engine.Leap {
		sc |= lang.InLeap
	}
	a.To = c.Want(s.Node.Get("to"), lang.Places, "to", lang.InMove)
	a.Over = c.Want(s.Node.Get("over"), lang.Places, "over", lang.InMove)
	a.Men = c.Want(s.Node.Get("men"), lang.Number, "the number of men moved together", lang.InMove)
	a.When = c.ofKind(s, act, c.when(s, sc))
	if v := s.Node.Get("may_spare"); v != nil {
		c.read(func(r *yamlpos.Reader) { a.Sparing = r.Bool(v, "may_spare") })
	}
	if act == engine.Advance && a.To == nil && c.Rules.Next == nil {
		c.Errorf(n.Pos, "advance", "a track statement, or to:", "men advance along a track, and there is none")
	}
	if act == engine.BearOff {
		c.leaves(s, a.Parts)
	}
	c.Rules.Allows = append(c.Rules.Allows, a)
}

// leaves says so where a permission to bear men off could never permit anything, as a number
// takes a man off the end of a track and there is none. A track that leads nowhere is no
// mistake: it may be one of two readings.
func (c *compiler) leaves(s *Statement, parts []bool) {
	at := s.Arg()
	if w := s.Node.Get("with"); w != nil {
		at = w
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

// ofKind narrows the condition of a permission to men of the kinds that it is for.
func (c *compiler) ofKind(s *Statement, act engine.Act, when *engine.Node) *engine.Node {
	of := s.Node.Get("of")
	if of == nil {
		return when
	}
	if act != engine.Step && act != engine.Advance && act != engine.Leap && act != engine.BearOff {
		c.Errorf(of.Pos, "of: with "+act.String(), "of: with an act that moves a man on the board", "off the board men are of no kind, and a man removed is told by his place, as in from: enemy(king)")
	}
	var any *engine.Node
	for _, n := range of.Items() {
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

// actParts says with which parts an act goes: those that the statement names, or else
// with numbers where men go along a track or enter, and with the part of its own name for
// any other act. To stop takes none.
func (c *compiler) actParts(s *Statement, act engine.Act) []bool {
	parts := make([]bool, len(c.Rules.Parts))
	switch w := s.Node.Get("with"); {
	case w != nil:
		for _, x := range w.Items() {
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
			c.Errorf(s.Arg().Pos, act.String(), "with: and a part", "no agenda holds a part called %s, so it must be said with which part this goes", act)
		}
	}
	return parts
}

// partNamed looks up a part that an agenda puts up. It is no error to name one that
// only another reading puts up.
func (c *compiler) partNamed(n *yamlpos.Node) (part int, ok bool) {
	part, ok = c.Parts[n.Text]
	if !ok && !c.elsewhere[n.Text] {
		var names []string
		for _, pt := range c.Rules.Parts {
			names = append(names, pt.Name)
		}
		c.Errorf(n.Pos, yamlpos.Quote(n.Text), "a part that some agenda puts up: "+strings.Join(names, ", ")+", or number", "no agenda holds this part%s", yamlpos.Suggest(n.Text, names))
	}
	return part, ok
}

// actStores says from which stores men are placed or enter: the hand and the bar
// where the statement names none.
func (c *compiler) actStores(s *Statement, act engine.Act) []int {
	p := c.Rules
	stores := []int{p.StoreIndex(engine.HandStore)}
	if act == engine.Enter {
		stores[0] = p.StoreIndex(engine.BarStore)
	}
	if from := s.Node.Get("from"); from != nil {
		stores = nil
		for _, x := range from.Items() {
			st := p.StoreIndex(x.Text)
			if st < 0 {
				c.Errorf(x.Pos, yamlpos.Quote(x.Text), "a store: "+strings.Join(p.Stores, ", "), "men enter from a store")
				continue
			}
			stores = append(stores, st)
		}
	}
	if act == engine.Enter && s.Node.Get("to") == nil {
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

func (c *compiler) except(i int, s *Statement) {
	e := engine.Except{RuleRef: ref(c, i), When: c.when(s, lang.InMove|lang.InLeap|lang.InChoice)}
	for _, n := range s.Arg().Items() {
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
			c.Errorf(n.Pos, yamlpos.Quote(n.Text), "the id of a forbid statement: "+strings.Join(ids, ", "), "there is no such prohibition in this interpretation%s", yamlpos.Suggest(n.Text, ids))
		}
	}
}

func (c *compiler) require(i int, s *Statement) {
	n := s.Arg()
	r := engine.Require{RuleRef: ref(c, i), Stages: c.in_(s), When: c.when(s, 0)}
	c.read(func(rd *yamlpos.Reader) {
		if rd.Map(n, "a requirement", "that", "most", "least", "scope") == nil {
			return
		}
		scope := lang.InMove | lang.InLeap | lang.InChoice
		if v := n.Get("scope"); v != nil && rd.OneOf(v, "the scope", "step", "throw") == "throw" {
			r.AtLast, scope = true, lang.InAfter
		}
		most, least := n.Get("most"), n.Get("least")
		switch {
		case n.Get("that") != nil && r.AtLast:
			rd.Errorf(n.Pos, "keys "+strings.Join(n.KeyTexts(), ", "), "most: or least:", "a requirement over the whole throw must say what is to be greatest or least")
		case n.Get("that") != nil:
			r.That = c.Want(n.Get("that"), lang.Truth, "that", scope)
		case most != nil && r.AtLast && (most.Text == "parts" || most.Text == "pips"):
			r.AtLast, r.LineOnly = false, true
			if most.Text == "pips" {
				r.Line = engine.MostPips
			}
		case most != nil:
			r.Best = c.Want(most, lang.Number, "what is to be greatest", scope)
		case least != nil:
			r.Best, r.Least = c.Want(least, lang.Number, "what is to be least", scope), true
		default:
			rd.Errorf(n.Pos, "nothing", "that, most or least", "it is not said what is required")
		}
	})
	c.Rules.Requires = append(c.Rules.Requires, r)
}

// on reads the acts and events that a rule answers.
func (c *compiler) on(n *yamlpos.Node) engine.Trigger {
	var t engine.Trigger
	for _, x := range n.Items() {
		if e, ok := eventWords[x.Text]; ok {
			t |= e
			continue
		}
		if a, ok := engine.ActNamed(strings.ReplaceAll(x.Text, "_", "-")); ok {
			t |= engine.OnAct(a)
			continue
		}
		words := append(append([]string{}, lang.ActWords...), "thrown", "throw", "turn", "start")
		c.Errorf(x.Pos, yamlpos.Quote(x.Text), "an act or an event: "+strings.Join(words, ", "), "nothing of this name can happen%s", lang.Renamed.Suggest(x.Text, words))
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
		return sc
	}
	return 0
}

func (c *compiler) change(i int, s *Statement) {
	on := s.Node.Get("on")
	if on == nil {
		c.Errorf(s.Pos, "no on:", "on: and an act or event", "it is not said when this happens")
		return
	}
	ch := engine.Change{RuleRef: ref(c, i), On: c.on(on), Stages: c.in_(s)}
	sc := scopeOf(ch.On)
	if ch.On&^(acts|engine.OnThrow) == 0 { // something may be left to be played
		sc |= lang.InPlay
	}
	ch.When = c.when(s, sc)
	for _, n := range s.Arg().Items() {
		ch.Effects = append(ch.Effects, c.effect(n, sc)...)
	}
	thrown := false // in some stage of the statement
	for _, st := range c.stagesOf(ch.Stages) {
		thrown = thrown || c.Rules.Stages[st].Device >= 0
	}
	for _, e := range ch.Effects {
		if e.Kind == engine.AddParts && !thrown && throwOwed(e.Parts) {
			c.Errorf(s.Pos, "throw", "a stage with throws:, or parts without a throw", "nothing is thrown in any stage in which this happens")
		}
	}
	c.Rules.Changes = append(c.Rules.Changes, ch)
}

func (c *compiler) moment(n *yamlpos.Node, def engine.Moment) engine.Moment {
	if n == nil {
		return def
	}
	m, ok := c.moments[n.Text]
	if !ok {
		names := append([]string{}, momentNames...)
		for _, s := range c.Statements {
			if s.Kind == "moment" {
				names = append(names, s.ID)
			}
		}
		c.Errorf(n.Pos, yamlpos.Quote(n.Text), "a moment: "+strings.Join(names, ", "), "there is no such moment%s", yamlpos.Suggest(n.Text, names))
		return def
	}
	if _, word := momentWords[n.Text]; !word {
		c.Used[n.Text] = true
	}
	return m
}

// tested reads at: and on: of an end or a score.
func (c *compiler) tested(s *Statement) (engine.Moment, engine.Trigger, lang.Scope) {
	at := c.moment(s.Node.Get("at"), engine.AtMove)
	var on engine.Trigger
	sc := lang.InScore
	if n := s.Node.Get("on"); n != nil {
		on = c.on(n)
		if on&^acts != 0 {
			c.Errorf(n.Pos, yamlpos.Quote(n.Text), "acts; for other moments use at:", "an end or a score is tested after moves, or at a moment")
		}
		sc |= scopeOf(on)
		if at != engine.AtMove {
			c.Errorf(n.Pos, "on: with at: "+s.Node.Get("at").Text, "on: alone, or at: move", "moves are not what this moment is about")
		}
	}
	return at, on, sc
}

func (c *compiler) end(i int, s *Statement) {
	e := engine.End{RuleRef: ref(c, i), Stages: c.in_(s), Reason: s.Arg().Text}
	if s.Arg().Kind != yamlpos.Scalar || e.Reason == "" {
		c.Errorf(s.Arg().Pos, "nothing", "the reason in a few words", "an end must say why the game is over")
	}
	var sc lang.Scope
	e.At, e.Acts, sc = c.tested(s)
	e.When = c.when(s, sc)
	w := s.Node.Get("winner")
	if w == nil {
		if g := c.only("winner", false); g != nil {
			w = g.Arg()
		}
	}
	if w != nil {
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
		o := c.Statements[ends[i].Statement].Node.Get("outranks")
		if o == nil {
			continue
		}
		for _, x := range o.Items() {
			if k, ok := numbers[x.Text]; ok {
				below[i] = append(below[i], k)
				c.meet(x, ends[i].At, ends[k].At)
			} else if !c.Dropped[x.Text] {
				c.Errorf(x.Pos, yamlpos.Quote(x.Text), "the id of an end statement", "there is no such end")
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
			o := c.Statements[ends[i].Statement].Node.Get("outranks")
			c.Errorf(o.Pos, yamlpos.Quote(ends[i].ID), "an order in which one of two comes first", "this end outranks itself, by way of those that it names")
		}
	}
}

// meet refuses that an end come before one whose moment comes first: at x one at one moment
// names one at another. Of a player who cannot move it is known soon after his turn begins.
func (c *compiler) meet(x *yamlpos.Node, at, other engine.Moment) {
	name := func(m engine.Moment) string {
		return momentNames[slices.IndexFunc(momentNames, func(n string) bool { return momentWords[n] == m })]
	}
	switch thrown := slices.ContainsFunc(c.Rules.Stages, func(s engine.Stage) bool { return s.Device >= 0 }); {
	case at <= other:
	case at != engine.AtNoMove || other != engine.AtStart:
		c.Errorf(x.Pos, yamlpos.Quote(x.Text)+", an end at: "+name(other), "an end at: "+name(at)+", or of an end at: no_move one at: start",
			"%s comes before %s, so this end has ended the game before it can be outranked", name(other), name(at))
	case thrown:
		c.Errorf(x.Pos, yamlpos.Quote(x.Text)+", an end at: start", "an end at: no_move", "where something is thrown first it is not known at the start of a turn whether the player will be able to move")
	}
}

// winner reads whom an end names: me, them, none, higher_score or a variable.
func (c *compiler) winner(w *yamlpos.Node) (engine.Winner, int) {
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
		c.Errorf(w.Pos, yamlpos.Quote(w.Text), "me, them, none, higher_score, or a variable that holds a player", "this names no winner")
	}
	return engine.WinnerVar, v
}

func (c *compiler) score(i int, s *Statement) {
	sc := engine.Score{RuleRef: ref(c, i), Stages: c.in_(s), Num: 1, Den: 1}
	var scp lang.Scope
	sc.At, sc.Acts, scp = c.tested(s)
	sc.When = c.when(s, scp)
	n := s.Arg()
	if f := s.Node.Get("for"); f != nil {
		c.read(func(r *yamlpos.Reader) { sc.Their = r.OneOf(f, "for whom it counts", "me", "them") == "them" })
	}
	if n.Kind == yamlpos.Map {
		c.read(func(r *yamlpos.Reader) {
			r.Map(n, "a score", "times", "round")
			switch {
			case n.Get("times") != nil:
				a, b, ok := lang.ParseFraction(n.Get("times").Text)
				if !ok || a < 0 || a > 1000 || b > 1000 {
					r.Errorf(n.Get("times").Pos, yamlpos.Quote(n.Get("times").Text), "a number or a fraction such as 1/2", "scores are multiplied by a fraction")
				}
				sc.Num, sc.Den = a, max(b, 1)
			case n.Get("round") != nil:
				sc.Round = 1
				if r.OneOf(n.Get("round"), "the direction", "up", "down") == "down" {
					sc.Round = -1
				}
			default:
				r.Errorf(n.Pos, "nothing", "times or round", "it is not said what becomes of the score")
			}
		})
	} else if a, b, ok := lang.ParseFraction(n.Text); ok {
		sc.Points = lang.Lit(a * (c.PointParts / b))
	} else {
		sc.Points = c.Want(n, lang.Points, "the points", scp)
	}
	c.Rules.Scores = append(c.Rules.Scores, sc)
}

func (c *compiler) blocked(i int, s *Statement) {
	b := engine.Blocked{RuleRef: ref(c, i), Stages: c.in_(s), When: c.when(s, 0)}
	words := map[string]engine.BlockedPolicy{"stop": engine.BlockedStop, "skip": engine.BlockedSkip, "leave": engine.BlockedLeave, "lose": engine.BlockedLose, "other": engine.BlockedOther}
	c.read(func(r *yamlpos.Reader) {
		b.Policy = words[r.OneOf(s.Arg(), "what becomes of parts that cannot be played", "stop", "skip", "leave", "lose", "other")]
	})
	throws, _ := c.pattern(s.Node.Get("on"), -1)
	b.Throws = place.SetOf(throws...)
	c.Rules.Blocked = append(c.Rules.Blocked, b)
}

// initial compiles the first and the least value of a variable.
func (c *compiler) initial(s *Statement) {
	v := &c.Rules.Vars[c.Vars[s.ID]]
	t := valueType[v.Kind]
	n := s.Arg()
	v.Initial = c.Want(n.Get("starts"), t, "the first value", lang.InFirst)
	v.Least = c.Want(n.Get("least"), t, "the least value", lang.InFirst)
}
