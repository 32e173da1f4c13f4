package edition

import (
	"cmp"
	"slices"
	"strings"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/ast"
	"github.com/lectio/lectio/rulesets/engine"
)

// Sentences, continued: what a text made of sentences needs beside them.

// Course tells what a turn is in this game, and what holds of every move. It says
// what the engine does in any game, as far as this is true of this one.
func Course(g *rulesets.Game) []string {
	sp := newSpeaker(g)
	out := []string{sp.aTurn()}
	if sp.throwsAgain() {
		out = append(out, "a further throw that a rule gives belongs to the same turn")
	}
	must := "whoever can make a move must make one"
	var but []string
	if sp.mayLeave() {
		but = append(but, "what may be left need not be played")
	}
	if sp.letsStop() {
		but = append(but, "a player may stop or pass where a rule lets him")
	}
	out = append(out, must+prefixed("; but ", enumerate(but, "and"), ""))
	next := "when nothing is left to be played, the next player has his turn"
	if sp.turnsGoElsewhere() {
		next += ", unless a rule gives it to another"
	}
	out = append(out, next, "a player can do only what these rules allow, and of that only what they do not forbid")
	for i := range out {
		out[i] = sp.finish(verbatim(out[i]))
	}
	return out
}

// aTurn says what a player has to do in his turn.
func (sp *speaker) aTurn() string {
	devices, none := []string(nil), false
	for _, st := range sp.g.Program.Stages {
		if st.Device < 0 {
			none = true
			continue
		}
		if !thrownBy(sp.g, st.Device).Drawn() {
			d := strings.Replace(sp.device(sp.g.Program.Devices[st.Device].ID), "a throw of", "throws", 1)
			if !slices.Contains(devices, d) {
				devices = append(devices, d)
			}
		}
	}
	each := "each number"
	for _, pt := range sp.g.Program.Parts {
		if !pt.IsNumber && pt.Name != "throw" {
			each += " and, where a rule gives it, " + strings.TrimPrefix(sp.partWord(pt.Name), "the part ")
		}
	}
	how := " by one move"
	if !slices.ContainsFunc(sp.g.Program.Changes, func(c engine.Change) bool {
		return slices.ContainsFunc(c.Effects, func(e engine.Effect) bool { return e.Kind == engine.GoOn })
	}) {
		how += ", with the same man or another"
	}
	switch {
	case len(devices) > 0 && !none:
		return "in his turn a player " + orList(devices) + " and plays what the throw gives, " + each + how
	case len(devices) > 0:
		return "in his turn a player " + orList(devices) + " and plays what the throw gives, " + each + how + "; in a turn without a throw he plays what the turn gives"
	}
	var what []string
	for _, a := range sp.g.Program.Agendas {
		if a.Throw >= 0 {
			continue
		}
		var parts []string
		for _, p := range a.Parts {
			parts = append(parts, sp.played(sp.g.Program.Parts[p&0x7f].Name)+map[bool]string{true: mayBeLeft}[p&0x80 != 0])
		}
		if w := partsSaid(parts); !slices.Contains(what, w) {
			what = append(what, w)
		}
	}
	t := "a player's turn is " + orList(what)
	if slices.ContainsFunc(sp.g.Statements, func(s *rulesets.Statement) bool { return PutsParts(s) }) {
		t += ", and what follows from it by these rules"
	}
	return t
}

// turnsGoElsewhere reports whether a rule says who has the next turn.
func (sp *speaker) turnsGoElsewhere() bool {
	for _, s := range sp.g.Statements {
		for _, e := range effects(s) {
			if _, ok := e.(*ast.Next); ok {
				return true
			}
		}
	}
	return false
}

// SpokenOf tells which rules the sentences of other statements name, by their ids.
func SpokenOf(g *rulesets.Game) map[string]bool {
	out, says := map[string]bool{}, make([]string, len(g.Statements))
	for i, s := range g.Statements {
		says[i] = Sentence(g, s)
	}
	for _, s := range g.Statements {
		if !slices.Contains([]string{"forbid", "except", "do", "score", "end", "agenda"}, s.Kind) {
			continue
		}
		for i, o := range g.Statements {
			if o != s && o.Excepts() != s.ID && strings.Contains(says[i], Title(s)) {
				out[s.ID] = true
			}
		}
	}
	return out
}

// PlayerName is what sentences call a player.
func PlayerName(g *rulesets.Game, player int) string { return playerName(g.Program.Players[player]) }

// PutsParts reports whether a statement puts up something to be played.
func PutsParts(s *rulesets.Statement) bool {
	return len(puts(s)) > 0
}

// Title is what sentences call a statement.
func Title(s *rulesets.Statement) string { return unguarded(title(s)) }

// StageName is what sentences call a stage, with its article.
func StageName(g *rulesets.Game, id string) string {
	return unguarded(newSpeaker(g).stageName(id))
}

// Uses lists the definitions, variables and the like that a statement uses, in an
// order in which each comes after those that it uses itself.
func Uses(g *rulesets.Game, s *rulesets.Statement) []*rulesets.Statement {
	sp := newSpeaker(g)
	var out []*rulesets.Statement
	done := map[string]bool{s.ID: true}
	var visit func(s *rulesets.Statement)
	visit = func(s *rulesets.Statement) {
		for _, id := range sp.names(s) {
			if done[id] {
				continue
			}
			done[id] = true
			if d := g.Statement(id); d != nil {
				visit(d)
				out = append(out, d)
			}
		}
	}
	visit(s)
	return out
}

// Notation says how the moves of this game are written, by examples.
func Notation(g *rulesets.Game) []string {
	p := g.Program
	name := func(f int) string { return p.Names[0][f] }
	next := func(f int) int {
		if p.Next != nil && len(p.Next[f]) > 0 {
			return p.Next[f][0]
		}
		return max(p.Near[0][f].First(), 0)
	}
	var out []string
	sp := newSpeaker(g)
	add := func(text string) {
		if text = sp.inItsWords(text); !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	takes := false
	for i := range p.Allows {
		a := &p.Allows[i]
		switch a.Act {
		case engine.Place, engine.Enter:
			for _, st := range a.Stores {
				add(p.Stores[st] + "/" + name(0) + " brings a man from the " + p.Stores[st] + " to " + name(0))
			}
		case engine.Step, engine.Advance:
			add(name(0) + "/" + name(next(0)) + " moves a man from " + name(0) + " to " + name(next(0)))
		case engine.Leap:
			for f, l := range p.Leaps[0] {
				if len(l) > 0 {
					add(name(f) + "/" + name(l[0].To) + " is a leap from " + name(f) + " to " + name(l[0].To))
					break
				}
			}
		case engine.Remove:
			add(name(0) + "/out takes an opposing man from " + name(0))
		case engine.BearOff:
			add(name(p.Places-1) + "/off bears a man off from " + name(p.Places-1))
		case engine.Declare:
			add("declare is a declaration")
		}
		if a.Men != nil {
			add("a number in brackets behind a move says how many men move together")
		}
	}
	for _, c := range p.Changes {
		ofMove := c.On&(engine.OnThrow-1) != 0 // acts come before events
		takes = takes || ofMove && slices.ContainsFunc(c.Effects, func(e engine.Effect) bool {
			return e.Kind == engine.Send && e.Whose != engine.Own && e.Whose != engine.OwnAnyLap
		})
	}
	if letters := lettersOf(g); letters != "" {
		add("a letter before a move says which man moves: " + letters)
	}
	if takes {
		add("* behind a move says that men are taken")
	}
	if sp.letsStop() || sp.mayLeave() {
		add("stop leaves what may be left")
	}
	if !lostWithoutMove(g) {
		add("pass is written where nothing can be played")
	}
	if part, move := partUnclear(g); part != "" {
		add("what is played is written behind a colon where it is not plain, as in " + move + ":" + part)
	}
	return out
}

// lostWithoutMove reports whether the game always ends where a player can play nothing.
func lostWithoutMove(g *rulesets.Game) bool {
	return !newSpeaker(g).throwsAnything() && slices.ContainsFunc(g.Program.Ends, func(e engine.End) bool {
		return e.At == engine.AtNoMove && e.When == nil
	})
}

// partUnclear is a move that several parts allow, with one of them; nothing where a
// move tells its part. Numbers tell where an advance leads, not from where a man is borne off.
func partUnclear(g *rulesets.Game) (part, move string) {
	p := g.Program
	names := p.Names[0]
	byAct := map[engine.Act][]int{}
	for _, a := range p.Allows {
		for i, with := range a.Parts {
			if name := p.Parts[i].Name; with && name != "throw" && !slices.Contains(byAct[a.Act], i) {
				byAct[a.Act] = append(byAct[a.Act], i)
			}
		}
	}
	last := func(list []int, number bool) string {
		out := ""
		for _, i := range list {
			if p.Parts[i].IsNumber == number {
				out = p.Parts[i].Name
			}
		}
		return out
	}
	if list := byAct[engine.BearOff]; len(list) > 1 && p.Row {
		return cmp.Or(last(list, false), last(list, true)), names[p.Places-1] + "/off"
	}
	if list := byAct[engine.Advance]; len(list) > 1 && last(list, false) != "" && p.Next != nil && len(p.Next[0]) > 0 {
		return last(list, false), names[0] + "/" + names[p.Next[0][0]]
	}
	if list := byAct[engine.Step]; len(list) > 1 {
		return last(list, false), names[0] + "/" + names[max(p.Near[0][0].First(), 0)]
	}
	if list := byAct[engine.Leap]; len(list) > 1 {
		for f, l := range p.Leaps[0] {
			if len(l) > 0 {
				return last(list, false), names[f] + "/" + names[l[0].To]
			}
		}
	}
	return "", ""
}

// Elsewhere says of a game whose players see the board differently what a place that a
// rule names is for the others; "" where all see the same.
func Elsewhere(g *rulesets.Game) string {
	p := g.Program
	sp := newSpeaker(g)
	if !sp.differ() {
		return ""
	}
	var out []string
	for q := 1; q < len(p.Players); q++ {
		out = append(out, "for "+playerName(p.Players[q])+" "+sp.cellRuns([]int{p.CellOf[q][0]}))
	}
	return "what a rule calls " + p.Names[0][0] + " is on the board " + strings.Join(append([]string{"for " + playerName(p.Players[0]) + " " + sp.cellRuns([]int{p.CellOf[0][0]})}, out...), ", ")
}
