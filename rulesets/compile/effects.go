package compile

import (
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/class"
	"github.com/lectio/lectio/rulesets/lang"
)

// effectWord is a word for what a change does.
type effectWord struct {
	word string
	keys []string // that may stand beside the word
	read func(*effectReader)
}

// effectTable has every word for an effect; where two stand in one map the first
// is the effect, and the other a key that it does not know.
var effectTable = []effectWord{
	{"send", []string{"to", "at_most"}, (*effectReader).send},
	{"set", nil, func(x *effectReader) { x.variables(engine.Assign) }},
	{"add", nil, (*effectReader).add},
	{"mark", []string{"at"}, func(x *effectReader) { x.mark(engine.AddMark) }},
	{"unmark", []string{"at"}, func(x *effectReader) { x.mark(engine.DropMark) }},
	{"become", []string{"at"}, (*effectReader).become},
	{"put", []string{"times", "where"}, (*effectReader).put},
	{"drop", nil, (*effectReader).drop},
	{"next", nil, (*effectReader).next},
	{"stage", nil, (*effectReader).stage},
	{"go_on", nil, (*effectReader).goOn},
	{"hand_over", nil, (*effectReader).handOver},
	{"take", []string{"from", "to", "of"}, (*effectReader).take},
	{"place", []string{"from", "of"}, (*effectReader).place},
}

func effectWords() (words []string) {
	for _, e := range effectTable {
		words = append(words, e.word)
	}
	return words
}

// effectReader reads one effect of a change.
type effectReader struct {
	*compiler
	r     *yamlpos.Reader
	word  string
	n     *yamlpos.Node // the effect
	value *yamlpos.Node // what stands behind the word
	scope lang.Scope
	out   []engine.Effect
}

// effect reads one effect, which sets several variables at once where it names
// several; nothing where it cannot be read.
func (c *compiler) effect(n *yamlpos.Node, sc lang.Scope) []engine.Effect {
	words := strings.Join(effectWords(), ", ")
	if n.Kind != yamlpos.Map {
		c.Errorf(n.Pos, n.Kind.String(), "a map with one of: "+words, "this is no effect")
		return nil
	}
	x := &effectReader{compiler: c, n: n, scope: sc}
	c.read(func(r *yamlpos.Reader) {
		for _, e := range effectTable {
			if x.value = n.Get(e.word); x.value == nil {
				continue
			}
			if r.Map(n, "the effect "+e.word, append([]string{e.word}, e.keys...)...) != nil {
				x.r, x.word = r, e.word
				e.read(x)
			}
			return
		}
		r.Errorf(n.Pos, "keys "+strings.Join(n.KeyTexts(), ", "), "one of: "+words, "it is not said what happens%s", suggestAny(n.KeyTexts(), effectWords()))
	})
	return x.out
}

func suggestAny(found, candidates []string) string {
	for _, f := range found {
		if d := yamlpos.DidYouMean(f, candidates); d != "" {
			return "; " + d
		}
	}
	return ""
}

func (x *effectReader) is(e engine.Effect) { x.out = append(x.out, e) }

// want reads the expression behind a key; nil where the key is not there.
func (x *effectReader) want(key string, t lang.Type, what string) *engine.Node {
	return x.Want(x.n.Get(key), t, what, x.scope)
}

// store reads the store behind a key that has to be there.
func (x *effectReader) store(key string) int {
	stores := x.Rules.Stores
	t := x.n.Get(key)
	if t == nil {
		x.Errorf(x.n.Pos, "no "+key+":", key+": and a store", "it is not said where the men go")
		return 0
	}
	st := x.Rules.StoreIndex(t.Text)
	if st < 0 {
		x.Errorf(t.Pos, yamlpos.Quote(t.Text), "a store: "+strings.Join(stores, ", "), "there is no such store%s", yamlpos.Suggest(t.Text, stores))
		return 0
	}
	return st
}

// send reads men that go to a store: those of somebody at a place, or on a set of places.
func (x *effectReader) send() {
	v := x.value
	men, ok := x.Parse(v)
	if !ok {
		return
	}
	whose, ok := lang.Whose(men.Text)
	if men.Op != "call" || !ok || len(men.Kids) != 1 {
		x.r.Errorf(v.Pos, yamlpos.Quote(v.Text), "enemy(…), own(…), mine(…), allied(…) or anyone(…) of a place, or a set of places", "send must say whose men, and where they stand")
		return
	}
	k := &lang.Checker{Names: x.Names, At: v, Scope: x.scope}
	e := engine.Effect{Kind: engine.Send, Whose: whose, Store: x.store("to")}
	at := lang.Place
	switch k.Resolve(men.Kids[0]).Type {
	case lang.Places, lang.Counts:
		at, e.Many = lang.Places, true
	}
	e.A = k.Want(men.Kids[0], at, "where the men stand")
	e.B = x.want("at_most", lang.Number, "at_most")
	if e.Many && e.B != nil {
		x.r.Errorf(x.n.Pos, "at_most", "send: without at_most, or men at one place", "of the men at several places all are sent")
	}
	x.is(e)
}

// add reads what is added to variables; a variable by itself becomes one more.
func (x *effectReader) add() {
	if x.value.Kind != yamlpos.Scalar {
		x.variables(engine.Raise)
		return
	}
	if v, their, ok := x.varNamed(x.value); ok {
		x.is(engine.Effect{Kind: engine.Raise, Var: v, Their: their, A: lang.Lit(1)})
	}
}

// valueType says what the values of each kind of variable are.
var valueType = map[engine.VarKind]lang.Type{
	engine.NumberVar: lang.Number, engine.PlaceVar: lang.Place, engine.SetVar: lang.Places,
	engine.LinesVar: lang.Lines, engine.PlayerVar: lang.Player,
}

// variables reads a map of variables to the values that they take or are raised by.
func (x *effectReader) variables(kind engine.EffectKind) {
	v := x.value
	if v.Kind != yamlpos.Map {
		x.r.Errorf(v.Pos, v.Kind.String(), "a map of variables to values", "%s must say which variable", x.word)
		return
	}
	for i, key := range v.Keys {
		index, their, ok := x.varNamed(key)
		if !ok {
			continue
		}
		t := valueType[x.Rules.Vars[index].Kind]
		if kind == engine.Raise && t != lang.Number {
			x.r.Errorf(key.Pos, key.Text, "a variable of the kind number", "only numbers can be added to")
		}
		x.is(engine.Effect{Kind: kind, Var: index, Their: their, A: x.Want(v.Values[i], t, "the value of "+key.Text, x.scope)})
	}
}

func (c *compiler) varNamed(n *yamlpos.Node) (index int, their, ok bool) {
	name, their := strings.CutPrefix(n.Text, "their.")
	i, ok := c.Vars[name]
	if !ok {
		var ids []string
		for _, v := range c.Rules.Vars {
			ids = append(ids, v.ID)
		}
		c.Errorf(n.Pos, yamlpos.Quote(n.Text), "one of the variables: "+strings.Join(ids, ", "), "there is no such variable%s", yamlpos.Suggest(name, ids))
	}
	return i, their, ok
}

// mark reads a mark that men get or lose.
func (x *effectReader) mark(kind engine.EffectKind) {
	v, marks := x.value, x.Rules.Marks
	m := slices.Index(marks, v.Text)
	if m < 0 {
		x.r.Errorf(v.Pos, yamlpos.Quote(v.Text), "one of the marks: "+strings.Join(marks, ", "), "there is no such mark%s", yamlpos.Suggest(v.Text, marks))
		return
	}
	x.remark(engine.Effect{Kind: kind, Var: m}, "bear a mark")
}

// become reads the kind of men that men become.
func (x *effectReader) become() {
	if kind := x.kind(x.value); kind >= 0 {
		x.remark(engine.Effect{Kind: engine.AddMark, Var: class.FirstKind + kind}, "become another")
	}
}

// remark reads whom an effect on men is about: those of the player at every place of a set,
// or else the man who moves.
func (x *effectReader) remark(e engine.Effect, could string) {
	e.A = x.want("at", lang.Places, "where the men stand")
	e.Many = x.n.Get("at") != nil
	if !e.Many && x.scope&lang.InMove == 0 {
		x.r.Errorf(x.n.Pos, x.word, x.word+": with at: and where the men stand", "no man is moved here that could %s", could)
		return
	}
	x.is(e)
}

// put reads parts that are added to what is left to play.
func (x *effectReader) put() {
	e := engine.Effect{Kind: engine.AddParts}
	for _, n := range x.value.Items() {
		if part, ok := x.fixedPart(n); ok {
			e.Parts = append(e.Parts, part)
		}
	}
	e.A = x.want("times", lang.Number, "times")
	if w := x.n.Get("where"); w != nil && x.r.OneOf(w, "where parts are put", "front", "end") == "end" {
		e.Where = engine.AtEnd
	}
	x.is(e)
}

// fixedPart reads a part that does not depend on a throw.
func (c *compiler) fixedPart(n *yamlpos.Node) (uint8, bool) {
	t, opt := strings.CutSuffix(strings.TrimSpace(n.Text), "?")
	i, ok := c.Parts[t]
	if !ok {
		c.Errorf(n.Pos, yamlpos.Quote(n.Text), "a number, or a word such as remove", "this is no part")
		return 0, false
	}
	return partByte(i, opt), true
}

// drop reads that what is left of the throw, or of the turn, is not played.
func (x *effectReader) drop() {
	kind := engine.DropRest
	if x.r.OneOf(x.value, "what is dropped", "throw", "turn") == "turn" {
		kind = engine.DropTurn
	}
	x.is(engine.Effect{Kind: kind})
}

// next reads whose turn it will be.
func (x *effectReader) next() {
	v := x.value
	e := engine.Effect{Kind: engine.NextIs}
	switch v.Text {
	case "me":
		e.A = lang.Node(engine.NPlayer)
	case "them":
		if len(x.Rules.Players) > 2 {
			x.r.Errorf(v.Pos, "them", "a player, or a variable that holds one", "among several opponents it must be said who is next")
		}
		e.A = lang.Node(engine.NTheir, lang.Node(engine.NPlayer))
	default:
		e.A = x.Want(v, lang.Player, "the next player", x.scope)
	}
	x.is(e)
}

// stage reads the stage that comes next.
func (x *effectReader) stage() {
	st, ok := x.stages[x.value.Text]
	if !ok {
		x.r.Errorf(x.value.Pos, yamlpos.Quote(x.value.Text), "a stage", "there is no such stage")
		return
	}
	x.is(engine.Effect{Kind: engine.StageIs, Var: st})
}

// goOn reads that the man who has moved goes on.
func (x *effectReader) goOn() {
	if x.r.OneOf(x.value, x.word, "yes") == "" {
		return
	}
	if x.scope&lang.InMove == 0 {
		x.r.Errorf(x.n.Pos, x.word, "an effect without a man", "no man is moved here that could go on")
	}
	x.is(engine.Effect{Kind: engine.GoOn})
}

// handOver reads that the next player plays what is left.
func (x *effectReader) handOver() {
	if x.r.OneOf(x.value, x.word, "yes") != "" {
		x.is(engine.Effect{Kind: engine.HandOver})
	}
}

// take reads men that go from one store to another.
func (x *effectReader) take() {
	x.is(engine.Effect{Kind: engine.Transfer, B: x.Want(x.value, lang.Number, "how many men are taken", x.scope), Var: x.store("from"), Store: x.store("to"), Their: x.theirs()})
}

// theirs reads whether an effect is about the men of opponents.
func (x *effectReader) theirs() bool {
	of := x.n.Get("of")
	return of != nil && x.r.OneOf(of, "whose men", "me", "them") == "them"
}

// place reads men that are put on the board from a store.
func (x *effectReader) place() {
	e := engine.Effect{Kind: engine.SetDown, A: x.Want(x.value, lang.Places, "where men are put", x.scope), Var: x.store("from"), Their: x.theirs()}
	if e.Their && len(x.Rules.Players) > 2 {
		x.r.Errorf(x.n.Get("of").Pos, "them", "of: me, or two players", "of several opponents it is not said whose men are put on the board")
	}
	x.is(e)
}
