package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/dimension"
	"github.com/lectio/lectio/rulesets/edition"
)

func rulesetShowCommand(a *app) *cobra.Command {
	var f gameFlags
	whole := false
	cmd := &cobra.Command{
		Use:   "show RULESET",
		Short: "show a game as an edition: clause, what it is made of, questions, readings",
		Long: `Show prints a ruleset in the order of its text: each clause, the sentences made from
the statements that rest on it, and the questions about it with their readings.
What no clause says and is assumed comes last. With --reading the sentences are
those of other readings.

With --interpretation it prints the rules of one interpretation as running text
that a person can play from, without the evidence.`,
		Args: takes(1, 1, "RULESET"),
		RunE: func(_ *cobra.Command, args []string) error { return a.rulesetShow(args[0], &f, whole) },
	}
	f.register(cmd)
	cmd.Flags().BoolVar(&whole, "interpretation", false, "print the rules of the interpretation as running text")
	return cmd
}

func (a *app) rulesetShow(ruleset string, f *gameFlags, whole bool) error {
	w, err := f.wanted(ruleset)
	if err != nil {
		return err
	}
	c, err := a.rulesets()
	if err != nil {
		return err
	}
	g, err := w.game(c)
	if err != nil {
		return err
	}
	if a.json {
		return a.printJSON(showJSON(g))
	}
	var b bytes.Buffer
	if whole {
		writeRules(a.context(), &b, g, c)
	} else {
		e := editor{b: &b, g: g, corpus: c, games: map[*rulesets.Reading]*rulesets.Game{}, said: map[*rulesets.Statement]bool{}, asked: map[*rulesets.Question]bool{}}
		e.write()
	}
	_, err = a.stdout.Write(b.Bytes())
	return err
}

// editor writes a ruleset in the order of its text.
type editor struct {
	b      *bytes.Buffer
	g      *rulesets.Game
	corpus *dimension.Corpus
	games  map[*rulesets.Reading]*rulesets.Game // under which a reading's statements are spoken
	said   map[*rulesets.Statement]bool         // statements that have been printed
	last   *rulesets.Statement                  // the one whose sentence was printed last, if nothing followed
	asked  map[*rulesets.Question]bool
}

func (e *editor) write() {
	d := e.g.Definition
	fmt.Fprintf(e.b, "%s\n%s, %s; %s, %s\n", d.Title, e.g.Name(), d.Family, plural(len(d.Questions), "question"), plural(len(d.Examples), "worked example"))
	paragraph(e.b, "", "Below each clause stand the sentences made from the statements that rest on it (→, with the statement's name in brackets), and the questions about it (?) "+
		"with their readings: * is the one taken here, - the others. A sentence that has been printed before is only named.")
	for _, id := range d.Records {
		if r := e.corpus.Evidence.Record(id); r != nil {
			e.record(r)
		}
	}
	e.rest()
}

func (e *editor) record(r *evidence.Record) {
	fmt.Fprintf(e.b, "\n%s\n", r.ID)
	var about []string
	if s := e.corpus.Evidence.Source(r.Source.Key); s != nil {
		about = append(about, s.CiteAt(r.Source.Locator))
	}
	if r.Location != nil {
		about = append(about, r.Location.Name)
	}
	if r.Date != nil {
		about = append(about, strings.TrimSpace(r.Date.EDTF.String()+" "+of(r.Date.Of)))
	}
	if len(r.Uncertainty) > 0 {
		about = append(about, strings.Join(r.Uncertainty, ", "))
	}
	paragraph(e.b, "", strings.Join(about, "; "))
	for _, c := range r.Clauses {
		e.clause(r, c)
	}
}

func of(s string) string {
	if s == "" {
		return ""
	}
	return "(" + s + ")"
}

func (e *editor) clause(r *evidence.Record, c *evidence.Clause) {
	name := fmt.Sprintf("%s#%d", r.ID, c.N)
	fmt.Fprintln(e.b)
	label := fmt.Sprintf("%4s  ", fmt.Sprintf("#%d", c.N))
	text := c.Text
	if c.In != "" {
		text = "[" + c.In + "] " + text
	}
	paragraph(e.b, label, text)
	if len(c.Wording) > 0 {
		paragraph(e.b, "      wording: ", strings.Join(c.Wording, "; "))
	}
	if !c.Rule {
		paragraph(e.b, "      no rule: ", c.Why)
	}
	for _, s := range e.g.Statements {
		if rests(s, name) {
			e.statement("      → ", s)
		}
	}
	for _, q := range e.g.Definition.Questions {
		for _, a := range q.About {
			if a.String() == name {
				e.question(q)
				break
			}
		}
	}
}

func rests(s *rulesets.Statement, clause string) bool {
	for _, w := range s.Warrant {
		if w.String() == clause {
			return true
		}
	}
	return false
}

// statement prints the sentence of a statement of this interpretation, once.
func (e *editor) statement(label string, s *rulesets.Statement) {
	if e.said[s] {
		paragraph(e.b, label, "(see "+edition.Title(s)+")")
		e.last = nil
		return
	}
	e.said[s] = true
	by := s.ID
	if s.Question != nil {
		by += ", by " + s.Question.Name() + "=" + s.Reading.ID
	}
	paragraph(e.b, label, edition.SentenceAfter(e.g, s, e.last)+" ["+by+"]")
	e.last = s
	e.note(s, "        ")
}

// note prints what the author remarks on a statement.
func (e *editor) note(s *rulesets.Statement, indent string) {
	if s.Note != "" {
		paragraph(e.b, indent+"note: ", s.Note)
	}
}

func (e *editor) question(q *rulesets.Question) {
	chosen := e.g.Readings[q.ID]
	if e.asked[q] {
		paragraph(e.b, "      ? ", q.Name()+" (see above)")
		return
	}
	e.asked[q] = true
	head := fmt.Sprintf("%s %s (%s, weight %d)", q.Name(), q.Asks, q.Kind, q.Weight)
	if chosen == nil {
		head += " It does not arise here, only with " + readingsOf(e.g.Definition, q.AskedWhen) + "."
	}
	e.last = nil
	paragraph(e.b, "      ? ", head)
	for _, r := range q.Readings {
		mark := "-"
		if r == chosen {
			mark = "*"
		}
		text := fmt.Sprintf("%s (%s", r.ID, r.Basis)
		if len(r.HeldBy) > 0 {
			text += "; held by " + strings.Join(r.HeldBy, ", ")
		}
		text += "): " + withStop(r.Because)
		if r == chosen && r.ID == q.Default && q.DefaultWhy != "" {
			text += " It is the default: " + withStop(q.DefaultWhy)
		}
		if !r.Playable() {
			text += " It cannot be played yet: " + withStop(r.NotPlayable)
		}
		if len(r.Excludes) > 0 {
			text += " " + goesWithout(e.g.Definition, r.Excludes)
		}
		paragraph(e.b, "        "+mark+" ", text)
		if r != chosen {
			e.reading(q, r)
		}
	}
	if q.Note != "" {
		paragraph(e.b, "        note: ", q.Note)
	}
}

// withStop ends a text with a full stop.
func withStop(s string) string {
	if s == "" || strings.ContainsAny(s[len(s)-1:], ".?!") {
		return s
	}
	return s + "."
}

// goesWithout says with which readings another cannot be chosen: with none of them,
// which is not all of them at once.
func goesWithout(d *rulesets.Definition, list map[string][]string) string {
	if len(list) == 1 {
		return "It does not go together with " + readingsOf(d, list) + "."
	}
	var out []string
	for _, q := range d.Questions {
		for name, readings := range list {
			if d.Question(name) == q {
				out = append(out, q.Name()+"="+strings.Join(readings, " or "))
			}
		}
	}
	return "It goes together with none of these: " + strings.Join(out, "; ") + "."
}

// readingsOf names readings of questions: "PIP-A53=single-game or match".
func readingsOf(d *rulesets.Definition, list map[string][]string) string {
	var out []string
	for _, q := range d.Questions {
		for name, readings := range list {
			if d.Question(name) == q {
				out = append(out, q.Name()+"="+strings.Join(readings, " or "))
			}
		}
	}
	return strings.Join(out, " and ")
}

// reading prints what another reading would change: what it says itself, what no
// longer holds, and what then reads otherwise because a word in it means something else. Of a question that does not arise
// here it is what the reading changes where it does.
func (e *editor) reading(q *rulesets.Question, r *rulesets.Reading) {
	g := e.game(q, r)
	if g == nil {
		return
	}
	before := e.g
	if e.g.Readings[q.ID] == nil { // what changes is what changes where the question arises
		before = cmp.Or(e.game(q, q.Reading(q.Default)), e.g)
	}
	base := before
	if g == before { // the default itself stands against what is here
		base = e.g
	}
	const indent = "            "
	for _, s := range r.Statements {
		text := edition.Sentence(g, s)
		if old := base.Statement(s.Replaces); s.Replaces != "" && old != nil && rulesets.SameBut(old, s) && rulesets.SameOrder(old, s) {
			// What it rests on is another matter; printed again it would seem to be a change.
			text = "As before, but on other grounds" + grounds(s) + ": " + text
		} else if s.Replaces != "" {
			text += " [in place of " + s.Replaces + "]"
		}
		paragraph(e.b, indent+"→ ", text)
		if s.Assumed != "" {
			paragraph(e.b, indent+"  assumed: ", s.Assumed)
		}
		e.note(s, indent+"  ")
	}
	for _, w := range r.Without {
		if s := base.Statement(w); s != nil {
			paragraph(e.b, indent+"→ ", "No longer: "+edition.Sentence(base, s)+" ["+w+"]")
		} else if text := e.elsewhere(w); text != "" {
			paragraph(e.b, indent+"→ ", "No longer, where another reading brings it in: "+text+" ["+w+"]")
		}
	}
	for _, s := range g.Statements {
		if s.Reading == r || before.Statement(s.ID) != s {
			continue
		}
		if text := edition.Sentence(g, s); text != edition.Sentence(before, s) {
			paragraph(e.b, indent+"→ ", "Now reads: "+text+" ["+s.ID+"]")
		}
	}
}

// grounds says on what a statement rests.
func grounds(s *rulesets.Statement) string {
	var clauses []string
	for _, w := range s.Warrant {
		clauses = append(clauses, fmt.Sprintf("#%d", w.N))
	}
	if len(clauses) == 0 {
		return ""
	}
	return " (" + strings.Join(clauses, ", ") + ")"
}

// elsewhere is the sentence of a statement that only other readings bring in.
func (e *editor) elsewhere(id string) string {
	for _, q := range e.g.Definition.Questions {
		for _, r := range q.Readings {
			for _, s := range r.Statements {
				if s.ID != id {
					continue
				}
				if g := e.game(q, r); g != nil {
					return edition.Sentence(g, s)
				}
			}
		}
	}
	return ""
}

// game is the game in which a reading is played, all else as it is here, or where the
// two do not go together as far as possible as it is by default.
func (e *editor) game(q *rulesets.Question, r *rulesets.Reading) *rulesets.Game {
	if g, done := e.games[r]; done {
		return g
	}
	under := e.g.Definition.Under(q, r)
	choice := maps.Clone(under)
	for _, o := range e.g.Definition.Questions {
		if c := e.g.Readings[o.ID]; c != nil && c.ID != o.Default && choice[o.ID] == "" {
			choice[o.ID] = c.ID
		}
	}
	g, errs := e.g.Definition.Game(choice)
	if len(errs) > 0 {
		g, _ = e.g.Definition.Game(under)
	}
	e.games[r] = g
	return e.games[r]
}

// rest prints what no clause has brought up: assumptions, and questions that are
// about no clause.
func (e *editor) rest() {
	first := true
	for _, s := range e.g.Statements {
		if e.said[s] {
			continue
		}
		if first {
			fmt.Fprint(e.b, "\nWhat no clause says\n\n")
			first = false
		}
		e.statement("      → ", s)
		if s.Assumed != "" {
			paragraph(e.b, "        assumed: ", s.Assumed)
		}
	}
	first = true
	for _, q := range e.g.Definition.Questions {
		if e.asked[q] {
			continue
		}
		if first {
			fmt.Fprint(e.b, "\nQuestions that no clause raises\n\n")
			first = false
		}
		e.question(q)
	}
}

const settledBesides = "What is settled besides"

// chapters are the parts of the rules of a game, each with the kinds of
// statement that it holds. What words mean is said where they are first used.
var chapters = []struct {
	title string
	kinds []string
}{
	{"What it is played with", []string{"players", "begins", "tables", "merels", "grid", "holes", "cross", "graph", "track", "men", "marks", "set_up", "throw"}},
	{"The turn", []string{"stage", "agenda", "order", "blocked"}},
	{"What a player may do", []string{"allow"}},
	{"What he may not do", []string{"forbid", "except"}},
	{"What he must do", []string{"require"}},
	{"What follows", []string{"change"}},
	{"What is scored", []string{"score", "match"}},
	{"How the game ends", []string{"end", "winner"}},
	{settledBesides, []string{"settles"}},
}

// runningText writes the rules of an interpretation so that a person can play from them.
type runningText struct {
	b     *bytes.Buffer
	g     *rulesets.Game
	told  map[string]bool // definitions that have been explained
	words *rulesets.Glossary
}

// group is a rule with the exceptions that belong to it alone, to be told together.
type group []*rulesets.Statement

// chapterKind is the kind of a statement, but for what a throw adds to what is to be
// played, which is told with the turn.
func chapterKind(s *rulesets.Statement) string {
	if s.Kind == "change" && s.Node.Get("on") != nil && s.Node.Get("on").Text == "thrown" && edition.PutsParts(s) {
		return "agenda"
	}
	return s.Kind
}

// groups sorts the statements of a chapter; an exception goes with the rule from which it
// excepts.
func (t *runningText) groups(kinds []string) []group {
	var out []group
	at := map[string]int{}
	for _, s := range t.g.Statements {
		if !slices.Contains(kinds, chapterKind(s)) {
			continue
		}
		if k, ok := at[s.Excepts()]; ok && s.Kind == "except" {
			out[k] = append(out[k], s)
			continue
		}
		at[s.ID] = len(out)
		out = append(out, group{s})
	}
	return out
}

// rule writes a rule, after the words that it uses and that have not been explained.
func (t *runningText) rule(g group) {
	var rules []string
	var before *rulesets.Statement
	for _, s := range g {
		text := edition.SentenceAfter(t.g, s, before)
		if edition.SpokenOf(t.g, s) {
			text = edition.Title(s) + ": " + text
		}
		rules = append(rules, text)
		before = s
	}
	var means []string
	for _, s := range g {
		for _, d := range edition.Uses(t.g, s) {
			if t.told[d.ID] || d.Kind == "moment" || edition.SaysNothing(t.g, d) {
				continue
			}
			t.told[d.ID] = true
			means = append(means, edition.Sentence(t.g, d))
		}
	}
	text := strings.Join(append(means, rules...), " ")
	var words []string
	for _, w := range t.words.Explain(text) {
		words = append(words, w.Means)
	}
	paragraph(t.b, "  ", strings.Join(append(words, text), " "))
}

// settledBySilence says what a reading decides without a statement of its own, as
// that a man need not be taken: the answer that silence gives is part of the rules,
// and a player who is not told it would have to guess.
func settledBySilence(ctx context.Context, g *rulesets.Game, c *dimension.Corpus) []string {
	var out []string
	list := dimension.Settlements(ctx, g.Interpretation, c.DimensionsOf(g.Definition.Family))
	for i := range list {
		s := &list[i]
		if s.Standing == dimension.Decided && len(s.Statements) == 0 && s.Declared == nil {
			out = append(out, s.Dimension.Asks+" "+s.Answer.Sentence())
		}
	}
	return out
}

// writeRules prints the rules of an interpretation as running text. The corpus says
// what a game of its family must settle.
func writeRules(ctx context.Context, b *bytes.Buffer, g *rulesets.Game, c *dimension.Corpus) {
	fmt.Fprintf(b, "%s\n", g.Definition.Title)
	var chosen []string
	for _, q := range g.Definition.Questions {
		if r := g.Readings[q.ID]; r != nil && r.ID != q.Default {
			chosen = append(chosen, q.Name()+"="+r.ID)
		}
	}
	how := "as the default readings have them"
	if len(chosen) > 0 {
		how = "with " + strings.Join(chosen, ", ") + ", otherwise as the default readings have them"
	}
	paragraph(b, "", "The rules "+how+".")
	t := &runningText{b, g, map[string]bool{}, g.Definition.Glossary()}
	fmt.Fprintln(b)
	paragraph(b, "", strings.Join(edition.Course(g), " "))
	for _, ch := range chapters {
		groups := t.groups(ch.kinds)
		var besides []string
		switch ch.title {
		case settledBesides:
			besides = settledBySilence(ctx, g, c)
		case "How the game ends":
			besides = noWinner(g)
		}
		if len(groups)+len(besides) == 0 {
			continue
		}
		fmt.Fprintf(b, "\n%s\n\n", ch.title)
		if ch.title == settledBesides {
			// Question and answer, one after the other.
			for _, rule := range groups {
				besides = append(besides, edition.Sentence(g, rule[0]))
			}
			groups = nil
		}
		for _, rule := range groups {
			t.rule(rule)
		}
		if len(besides) > 0 {
			paragraph(b, "  ", strings.Join(besides, " "))
		}
	}
	writeNotation(b, g)
}

// noWinner says of a game of which no end names a winner what counts in it.
func noWinner(g *rulesets.Game) []string {
	scored := false
	for _, s := range g.Statements {
		if s.Kind == "winner" || s.Kind == "end" && s.Node.Get("winner") != nil {
			return nil
		}
		scored = scored || s.Kind == "score"
	}
	if scored {
		return []string{"No rule names a winner: what counts is the points."}
	}
	return []string{"No rule names a winner."}
}

// writeNotation says how moves are written, and what the places are called.
func writeNotation(b *bytes.Buffer, g *rulesets.Game) {
	p := g.Program
	fmt.Fprintf(b, "\nHow moves are written\n\n")
	paragraph(b, "  ", strings.Join(edition.Notation(g), "; ")+".")
	numbered, turned := false, false // whether a place is called otherwise than on the board; whether players see it as different places
	for q := range p.Players {
		for f := range p.Places {
			numbered = numbered || p.Names[q][f] != g.Board.Cells[p.CellOf[q][f]].Name
			turned = turned || p.CellOf[q][f] != p.CellOf[0][f]
		}
	}
	switch {
	case numbered:
		paragraph(b, "  ", "A player's moves name places by the numbers of his own way; where = follows, the name of the place on the board comes after it.")
	case turned:
		paragraph(b, "  ", "All moves name places as "+edition.PlayerName(g, 0)+" sees them. What a rule names is for each player what he sees in that place: "+
			edition.Elsewhere(g)+". The lists have for each player, in the order of the first list, what he sees there.")
	}
	for q := range p.Players {
		var places []string
		alike := q > 0
		for f := range p.Places {
			text := p.Names[q][f]
			cell := g.Board.Cells[p.CellOf[q][f]].Name
			if cell != text {
				text += "=" + cell
			}
			alike = alike && p.Names[q][f] == p.Names[0][f] && p.CellOf[q][f] == p.CellOf[0][f]
			places = append(places, text)
		}
		if alike {
			paragraph(b, "  "+edition.PlayerName(g, q)+": ", "the same places")
			continue
		}
		paragraph(b, "  "+edition.PlayerName(g, q)+": ", strings.Join(places, " "))
	}
}
