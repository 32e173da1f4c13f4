package dimension

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets/ast"
	"github.com/lectio/lectio/rulesets/dimension/trial"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/lang"
)

// Facts that are data: a file of dimensions says under which condition on what was seen each of
// their values holds, and which statements are then behind it.

// The parts of a fact that are worked out of what a sample has seen.
type (
	number     func(s *Sample) int
	truth      func(s *Sample) bool
	statements func(s *Sample) []int
)

// verdict is a value with the condition under which it holds, and the statements behind it.
type verdict struct {
	value string
	when  truth
	by    statements
}

// verdicts are the values of a fact: the first that holds, or all that do in their order.
type verdicts struct {
	is, all []verdict
	only    func(s *Sample) string // the word of an event, or what comes out of a trial, where it is always the same
	always  *event                 // an event that says yes or no: where neither is alone, sometimes
	number  number                 // the value is this number
	seen    int                    // how often it must have been seen
	unless  truth                  // where it holds, nothing is told
	by      statements             // those behind a value that names none
}

// Names for numbers in conditions: how often something must have been seen, or not have been, to
// be told of.
var oftenWords = map[string]int{
	"often":    20, // as often as this, what has not been seen is not there
	"enough":   12, // must something be refused before it is said that it always is
	"some":     10,
	"few":      5,
	"at_times": 3, // of what is rare
}

// find is the value of a fact that is data, and the statements behind it.
func (v *verdicts) find(s *Sample) (string, []int) {
	if v.unless(s) {
		return "", nil
	}
	if v.only != nil {
		if value := v.only(s); value != "" {
			return value, v.by(s)
		}
	}
	for i := range v.is {
		if x := &v.is[i]; x.when(s) {
			return x.value, x.by(s)
		}
	}
	switch {
	case v.always != nil:
		return v.ever(s)
	case v.number != nil:
		return fmt.Sprint(v.number(s)), v.by(s)
	}
	var words []string
	var by []int
	for i := range v.all {
		if x := &v.all[i]; x.when(s) {
			words, by = append(words, x.value), trial.Union(by, x.by(s))
		}
	}
	if len(words) == 0 {
		return "", v.by(s)
	}
	return strings.Join(words, ", "), by
}

// ever says whether something that can be so or not always is, never is, or at times.
func (v *verdicts) ever(s *Sample) (string, []int) {
	name := v.always.name
	switch yes, no := s.times(name, "yes"), s.times(name, "no"); {
	case yes > 0 && no > 0:
		return "sometimes", trial.Union(v.by(s), s.behind(name))
	case yes >= v.seen:
		return "yes", trial.Union(v.by(s), s.behind(name, "yes"))
	case no >= v.seen:
		return "no", trial.Union(v.by(s), s.behind(name, "no"))
	}
	return "", nil
}

// ofGames are those numbers that rest on what happened in games.
var ofGames = []string{"giving", "could_give", "came_far", "moved_to", "unseen_ends", "most_on_one", "came_back", "stood_at_end"}

// numberOf are the numbers, besides those of events and trials, that conditions can ask for.
var numberOf = map[string]func(s *Sample, args []string) int{
	"decisions": func(s *Sample, _ []string) int { return s.Decisions },
	"scores":    func(s *Sample, _ []string) int { return len(s.Game.Program.Scores) },
	// asked_of_figures is 1 where a score or an end asks where a player's own men stand.
	"asked_of_figures": func(s *Sample, _ []string) int { return bit(s.AsksOfFigures()) },
	// way_there is 1 where the track of a player leads to where men of an opponent began,
	// stood_at_end where a man has come to the last place of a way.
	"way_there":    func(s *Sample, _ []string) int { return bit(reached(s.Game)) },
	"stood_at_end": func(s *Sample, _ []string) int { return bit(s.stoodAtEnd()) },
	"player_count": func(s *Sample, _ []string) int { return len(s.Game.Program.Players) },
	"cells":        func(s *Sample, _ []string) int { return s.Game.Program.Cells },
	"rows":         func(s *Sample, _ []string) int { return len(s.Game.Board.Lines) },
	"marked_cells": func(s *Sample, _ []string) int { return len(s.Game.Board.Sets["marked"]) },
	"most_on_one":  func(s *Sample, _ []string) int { return s.story.mostOwn },
	"match_points": func(s *Sample, _ []string) int { return max(0, s.Game.Program.Match) / s.Game.Program.Denominator },
	"partings": func(s *Sample, _ []string) (n int) {
		for _, next := range s.Game.Program.Next {
			n += bit(len(next) > 1)
		}
		return n
	},
	"other_plays": func(s *Sample, _ []string) (n int) {
		for _, b := range s.Game.Program.Blocked {
			n += bit(b.Policy == engine.BlockedOther)
		}
		return n
	},
	"giving":     givesAnother,
	"could_give": couldGive,
	"came_far":   func(s *Sample, _ []string) int { return bit(s.story.far) },
	"moved_to":   func(s *Sample, _ []string) int { return s.story.stood.Count() },
	// unseen_ends are the ends that somebody wins and that were never seen.
	"unseen_ends": func(s *Sample, _ []string) (n int) {
		s.EndsWhere(func(i int, e *engine.End) bool {
			n += bit(e.Winner != engine.NoWinner && s.story.finished[i] == 0)
			return false
		})
		return n
	},
	"winnerless_ends": func(s *Sample, _ []string) int { return len(s.EndsWhere(winnerless)) },
	"came_back":       func(s *Sample, _ []string) int { return s.story.cameBack },
	"middle":          func(s *Sample, _ []string) int { return bit(s.middleOf(0) >= 0) },
	// no_move_ends are the ends of a player who cannot move, by what they are to him.
	"no_move_ends": func(s *Sample, args []string) int {
		list, _ := s.ShutOut()
		n := 0
		for _, e := range list {
			n += bit(len(args) == 0 || args[0] == shutOutWord(e))
		}
		return n
	},
	// unsure_ends is 1 where such an end was neither seen nor brought about by trying.
	"unsure_ends": func(s *Sample, _ []string) int {
		_, sure := s.ShutOut()
		return bit(!sure)
	},
}

// winnerless reports whether a game can end without a winner by an end.
func winnerless(_ int, e *engine.End) bool {
	return e.Winner == engine.NoWinner || e.Winner == engine.HigherScore
}

// shutOutWord is what an end is to the player who cannot move.
func shutOutWord(e *engine.End) string {
	word, known := map[engine.Winner]string{engine.Them: "loses", engine.Me: "wins", engine.NoWinner: "draws"}[e.Winner]
	if !known {
		return "score"
	}
	return word
}

// actsNamed are the acts of some names; those by which men come to places where none is named.
func actsNamed(names []string) (out []engine.Act) {
	for _, n := range names {
		if a, ok := engine.ActNamed(strings.ReplaceAll(n, "_", "-")); ok {
			out = append(out, a)
		}
	}
	if len(names) == 0 {
		return trial.Landing
	}
	return out
}

// tables name statements by what the compiled rules say.
var tables = map[string]func(s *Sample, args []string) []int{
	"each_time": func(s *Sample, args []string) []int { return s.mostlyBehind(args[0], false, args[1:]...) },
	"sends":     func(s *Sample, args []string) []int { return s.Sends(actsNamed(args)...) },
	"puts_up": func(s *Sample, args []string) []int {
		acts := actsNamed(args)
		return s.PuttingUp(acts[0], acts[1:]...)
	},
	"permits": func(s *Sample, args []string) []int { return s.Permitting(actsNamed(args)...) },
	"sends_after_turn": func(s *Sample, _ []string) []int {
		return s.Changing(engine.OnTurnEnd|engine.OnPlayed, trial.OfKind(engine.Send))
	},
	"marks":      func(s *Sample, _ []string) []int { return s.Changing(trial.AnyTrigger, trial.OfKind(engine.AddMark)) },
	"promotions": func(s *Sample, _ []string) []int { return s.Changing(trial.AnyTrigger, becomesAnother) },
	"stated":     func(s *Sample, args []string) []int { return s.Kinds(args...) },
	"boards":     func(s *Sample, _ []string) []int { return s.Kinds(ast.BoardKinds...) },
	"scores":     func(s *Sample, _ []string) []int { return s.Scoring() },
	"in_order":   func(s *Sample, _ []string) []int { return s.InOrder() },
	"blocking":   func(s *Sample, _ []string) []int { return s.Blocking() },
	"bearing":    func(s *Sample, _ []string) []int { return s.bearing() },
	"throws":     func(s *Sample, _ []string) []int { return s.ThrowGiving(trial.AnyTrigger) },
	"throws_for": throwsFor,
	"throws_of_throws": func(s *Sample, _ []string) []int {
		if by := s.ThrowGiving(trial.ByThrows); len(by) > 0 {
			return by
		}
		return s.ThrowGiving(trial.AnyTrigger)
	},
	"mostly": func(s *Sample, args []string) []int {
		by := s.mostlyBehind(args[0], true, args[1:]...)
		return append(by, s.Definitions(by)...)
	},
	"optional_parts": func(s *Sample, _ []string) []int {
		return s.Agendas(func(a *engine.Agenda) bool {
			return slices.ContainsFunc(a.Parts, func(x uint8) bool { return x&engine.OptionalPart != 0 && x&^engine.OptionalPart != engine.PartThrow })
		})
	},
	"answers_to_no_move": func(s *Sample, _ []string) (by []int) {
		for _, b := range s.Game.Program.Blocked {
			if b.Policy == engine.BlockedOther || s.times("passed") > 0 {
				by = append(by, b.Statement)
			}
		}
		return by
	},
	"winning_ends": func(s *Sample, _ []string) []int {
		return s.EndsWhere(func(_ int, e *engine.End) bool { return e.Winner != engine.NoWinner })
	},
	"winnerless_ends": func(s *Sample, _ []string) []int { return s.EndsWhere(winnerless) },
	"next_player": func(s *Sample, _ []string) []int {
		return s.Changing(engine.OnTurnEnd|engine.OnPlayed, trial.OfKind(engine.NextIs))
	},
	"moves_of_several": func(s *Sample, _ []string) []int {
		return s.Allowing(func(a *engine.Allow) bool { return a.Men != nil })
	},
	"moves_to_places": func(s *Sample, _ []string) []int {
		return s.Allowing(func(a *engine.Allow) bool { return a.Act == engine.Advance && a.To != nil })
	},
	"forbids": func(s *Sample, args []string) (by []int) {
		for i := range s.Game.Program.Forbids {
			if f := &s.Game.Program.Forbids[i]; f.Acts == trial.OnActs(actsNamed(args)...) {
				by = append(by, f.Statement)
			}
		}
		return by
	},
	"removing": func(s *Sample, _ []string) []int { return s.removingFor() },
	"turns_after_placing": func(s *Sample, _ []string) (by []int) {
		return s.Changing(engine.OnAct(engine.Place), trial.OfKind(engine.NextIs, engine.StageIs))
	},
	"no_move_ends": func(s *Sample, args []string) (by []int) {
		list, _ := s.ShutOut()
		for _, e := range list {
			if len(args) == 0 || slices.Contains(args, shutOutWord(e)) {
				by = append(by, e.Statement)
			}
		}
		return by
	},
}

// factReader reads a fact that is data.
type factReader struct {
	*dimensionReader
	f *fact
	t *lang.Text // the expression that is being read
}

// fact reads a fact that is data.
func (r *dimensionReader) fact(n *yamlpos.Node, f *fact) {
	m := r.Map(n, "a fact", factKeys...)
	if m == nil {
		return
	}
	x := &factReader{dimensionReader: r, f: f}
	f.doc = r.String(r.Need(m, "says", "a fact"), "what a fact says")
	v := &verdicts{by: x.statements(m.Get("by")), unless: func(*Sample) bool { return false }}
	if u := m.Get("unless"); u != nil {
		v.unless = x.condition(u)
	}
	v.is, v.all = x.verdicts(m.Get("is"), v.by), x.verdicts(m.Get("all"), v.by)
	if n := m.Get("number"); n != nil {
		if x.t = ast.Expression(&r.Reader, n); x.t.Expr != nil {
			v.number = x.number(x.t.Expr)
		}
	}
	if o := m.Get("only"); o != nil {
		v.only = x.only(o, v, m.Get("by") == nil)
	}
	if a := m.Get("always"); a != nil {
		x.always(v, a, r.Need(m, "seen", "a fact with always"))
	} else if m.Get("is") == nil && m.Get("all") == nil && m.Get("only") == nil && m.Get("number") == nil {
		r.Errorf(n.Pos, foundKeysOf(m), "is:, all:, only:, number: or always: with values and their conditions", "the fact has no values")
	}
	// Two interpretations differ in what comes out of the trials behind the values.
	if by := x.trialsAt(m.Get("by")); len(by) > 0 {
		f.tries = by
	}
	f.find = func(s *Sample) (string, []int) {
		delete(s.spots, f.name)
		return v.find(s)
	}
}

// trialsAt are the trials that a list names.
func (r *factReader) trialsAt(n *yamlpos.Node) (out []*trial.Trial) {
	for _, k := range n.Items() {
		if tr := trial.Named(k.Text); tr != nil {
			out = append(out, tr)
		}
	}
	return out
}

// verdicts reads values with their conditions; by are the statements behind a value that names none.
func (r *factReader) verdicts(n *yamlpos.Node, by statements) (out []verdict) {
	if n == nil {
		return nil
	}
	if n.Kind != yamlpos.Map {
		r.Errorf(n.Pos, n.Kind.String(), "values with conditions, as in {yes: leap > 0}", "it is not said when a value holds")
		return nil
	}
	for i, k := range n.Keys {
		for _, when := range n.Values[i].Items() {
			v := verdict{value: k.Text, by: by}
			if when.Kind == yamlpos.Map {
				m := r.Map(when, "a value of a fact", verdictKeys...)
				if b := m.Get("by"); b != nil {
					v.by = r.statements(b)
				}
				when = r.Need(m, "when", "a value of a fact")
			}
			v.when = r.condition(when)
			out = append(out, v)
		}
	}
	return out
}

// only reads of which event or trial the value is the word that is always said; where nothing else is
// named, its statements are those behind it.
func (r *factReader) only(n *yamlpos.Node, v *verdicts, behind bool) func(s *Sample) string {
	tr, ev := trial.Named(n.Text), eventNamed(n.Text)
	if behind && (tr != nil || ev != nil) {
		v.by = r.statements(n)
	}
	switch {
	case tr != nil:
		r.f.tries, r.f.sampled = append(r.f.tries, tr), true
		return func(s *Sample) string {
			found, _ := trial.Outcomes(s.Try(tr))
			return theOnly(found)
		}
	case ev != nil:
		r.count(ev)
		return func(s *Sample) string {
			found := map[string]int{}
			s.cases(ev.name, words{}, func(w words, t *tally) { found[w[0]] += t.n })
			return theOnly(found)
		}
	}
	r.Errorf(n.Pos, diag.Quote(n.Text), "an event or a trial", "nothing of that name is counted%s", diag.Suggest(n.Text, eventNames()))
	return nil
}

// theOnly is the only word of a count, "" where there are several or none.
func theOnly(found map[string]int) string {
	if len(found) != 1 {
		return ""
	}
	return trial.Words(found)
}

// count notes that a fact rests on an event.
func (r *factReader) count(ev *event) {
	r.f.closely, r.f.sampled = r.f.closely || ev.closely, r.f.sampled || !ev.closely
}

// always reads of which event it is asked whether it always says yes, and how often it must be seen.
func (r *factReader) always(v *verdicts, n, seen *yamlpos.Node) {
	if v.always = eventNamed(n.Text); v.always == nil || len(v.always.words) != 1 || v.always.words[0] != "yes|no" {
		r.Errorf(n.Pos, diag.Quote(n.Text), "an event that says yes or no", "it cannot be asked whether this is always so%s", diag.Suggest(n.Text, eventNames()))
		return
	}
	r.count(v.always)
	if seen == nil {
		return
	}
	var known bool
	if v.seen, known = oftenWords[seen.Text]; !known {
		v.seen = r.Int(seen, "how often an event must have been seen", 1, 1000)
	}
}

// condition reads a condition on what was seen.
func (r *factReader) condition(n *yamlpos.Node) truth {
	if n == nil {
		return nil
	}
	if r.t = ast.Expression(&r.Reader, n); r.t.Expr == nil {
		return nil
	}
	return r.truth(r.t.Expr)
}

// refuse reports a part of the expression that is being read.
func (r *factReader) refuse(e *lang.Expr, found, expected, format string, args ...any) {
	r.Errorf(placeIn(r.t, e), diag.Quote(found), expected, format, args...)
}

// truth makes a condition of an expression.
func (r *factReader) truth(e *lang.Expr) truth {
	compares := map[string]func(a, b int) bool{
		"=": func(a, b int) bool { return a == b }, "!=": func(a, b int) bool { return a != b }, "<": func(a, b int) bool { return a < b },
		"<=": func(a, b int) bool { return a <= b }, ">": func(a, b int) bool { return a > b }, ">=": func(a, b int) bool { return a >= b },
	}
	switch compare := compares[e.Op]; {
	case compare != nil:
		a, b := r.number(e.Kids[0]), r.number(e.Kids[1])
		return func(s *Sample) bool { return compare(a(s), b(s)) }
	case e.Op == "not":
		a := r.truth(e.Kids[0])
		return func(s *Sample) bool { return !a(s) }
	case e.Op == "and" || e.Op == "or":
		a, b := r.truth(e.Kids[0]), r.truth(e.Kids[1])
		if e.Op == "and" {
			return func(s *Sample) bool { return a(s) && b(s) }
		}
		return func(s *Sample) bool { return a(s) || b(s) }
	case e.Op == "call" && e.Text == "told" && len(e.Kids) == 1:
		f := r.factCalled(e)
		return func(s *Sample) bool {
			value, _ := f.find(s)
			return value != ""
		}
	case e.Op == "call" && e.Text == "fact" && len(e.Kids) > 1:
		f, values := r.factCalled(e), argsOf(e)[1:]
		return func(s *Sample) bool {
			value, _ := f.find(s)
			return slices.Contains(values, value)
		}
	}
	r.refuse(e, e.String(), "a comparison, as in step > 0, or fact(NAME, VALUE)", "this is no condition on what was seen")
	return nil
}

// factCalled is the fact of which it is asked whether it has a value.
func (r *factReader) factCalled(e *lang.Expr) *fact {
	name := e.Kids[0].Text
	f := r.lookUp(name)
	if f == nil {
		r.refuse(e, name, "a fact", "there is no such fact%s", diag.Suggest(name, r.factNames()))
		return nil
	}
	r.f.with = append(r.f.with, f)
	return f
}

// number makes a number of an expression: of how often an event was seen, or what came out of a
// trial, in the cases that are named, or one of the sample or of the program.
func (r *factReader) number(e *lang.Expr) number {
	args := argsOf(e)
	switch n, known := oftenWords[e.Text]; {
	case e.Op == "num":
		return func(*Sample) int { return e.Num }
	case (e.Op == "+" || e.Op == "-" || e.Op == "*") && len(e.Kids) == 2:
		a, b := r.number(e.Kids[0]), r.number(e.Kids[1])
		switch e.Op {
		case "+":
			return func(s *Sample) int { return a(s) + b(s) }
		case "-":
			return func(s *Sample) int { return a(s) - b(s) }
		}
		return func(s *Sample) int { return a(s) * b(s) }
	case e.Op != "name" && e.Op != "call":
		r.refuse(e, e.String(), "a number, as in step(near)", "this is no number")
		return nil
	case known:
		return func(*Sample) int { return n }
	case numberOf[e.Text] != nil:
		f := numberOf[e.Text]
		r.f.sampled = r.f.sampled || slices.Contains(ofGames, e.Text)
		return func(s *Sample) int { return f(s, args) }
	case trial.Named(e.Text) != nil:
		tr := trial.Named(e.Text)
		r.f.tries, r.f.sampled = append(r.f.tries, tr), true
		return func(s *Sample) int { return len(trial.Of(s.Try(tr), args)) }
	}
	ev := eventNamed(e.Text)
	if ev == nil {
		r.refuse(e, e.Text, "an event, a trial, or one of: decisions, often, enough, some, few, at_times", "nothing of that name is counted%s", diag.Suggest(e.Text, eventNames()))
		return nil
	}
	r.words(ev, e)
	r.count(ev)
	return func(s *Sample) int { return s.times(ev.name, args...) }
}

// words checks the words with which an event is asked for.
func (r *factReader) words(ev *event, e *lang.Expr) {
	for i, a := range argsOf(e) {
		_, err := strconv.Atoi(a)
		switch {
		case i >= len(ev.words):
			r.refuse(e, e.String(), fmt.Sprintf("%d words at most", len(ev.words)), "%s has not so many words", ev.name)
			return
		case ev.words[i] != "*" && a != anyWord && err != nil && !slices.Contains(strings.Split(ev.words[i], "|"), a):
			r.refuse(e.Kids[i], a, "one of: any, "+strings.ReplaceAll(ev.words[i], "|", ", "), "%s knows no such word", ev.name)
		}
	}
}

// statements reads which statements are behind a value: those of events and trials, and such as
// the tables of the program name.
func (r *factReader) statements(n *yamlpos.Node) statements {
	var list []statements
	for _, k := range n.Items() {
		r.t = ast.Expression(&r.Reader, k)
		e := r.t.Expr
		if e == nil {
			continue
		}
		args := argsOf(e)
		switch table, tr, ev := tables[e.Text], trial.Named(e.Text), eventNamed(e.Text); {
		case table != nil:
			list = append(list, func(s *Sample) []int { return table(s, args) })
		case tr != nil:
			list = append(list, func(s *Sample) []int {
				_, by := trial.Outcomes(trial.Of(s.Try(tr), args))
				return by
			})
		case ev != nil:
			r.words(ev, e)
			list = append(list, func(s *Sample) []int { return s.behind(ev.name, args...) })
		default:
			names := slices.Sorted(maps.Keys(tables))
			r.refuse(e, e.Text, "an event, a trial or one of: "+strings.Join(names, ", "), "it is not said which statements are behind the value%s", diag.Suggest(e.Text, names))
		}
	}
	return func(s *Sample) (by []int) {
		for _, f := range list {
			by = append(by, f(s)...)
		}
		return trial.Union(by)
	}
}

// argsOf are the words in the brackets of a call.
func argsOf(e *lang.Expr) (out []string) {
	for _, k := range e.Kids {
		out = append(out, k.Text)
	}
	return out
}

// placeIn is where a part of an expression stands.
func placeIn(t *lang.Text, e *lang.Expr) diag.Pos {
	for _, tok := range lang.Tokens(t.Written) {
		if tok.Text == e.Text && t.At != nil {
			return t.At(tok.Off)
		}
	}
	return t.Pos
}

// event is something that is counted at the decisions and along the games of a sample.
type event struct {
	name, doc string
	words     []string // at each place those that tell cases apart, with | between; * for any number or name
	closely   bool     // it takes looking closer at decisions: see observe
	// at, where it is set, says the words of the moves of a decision.
	at func(l *look, say sayer)
	// rests are words on which answers rest that were said at all; of others it matters of which
	// moves they are said.
	rests []string
}
