package main

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/rulesets"
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
		return writeJSON(a.stdout, showJSON(g))
	}
	var b bytes.Buffer
	if whole {
		writeRules(a.context(), &b, g, c)
	} else {
		e := edition{b: &b, g: g, corpus: c, games: map[*rulesets.Reading]*rulesets.Game{}, said: map[*rulesets.Statement]bool{}, asked: map[*rulesets.Question]bool{}}
		e.write()
	}
	_, err = a.stdout.Write(b.Bytes())
	return err
}

// edition writes a ruleset in the order of its text.
type edition struct {
	b      *bytes.Buffer
	g      *rulesets.Game
	corpus *rulesets.Corpus
	games  map[*rulesets.Reading]*rulesets.Game // under which a reading's statements are spoken
	said   map[*rulesets.Statement]bool         // statements that have been printed
	asked  map[*rulesets.Question]bool
}

func (e *edition) write() {
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

func (e *edition) record(r *evidence.Record) {
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

func (e *edition) clause(r *evidence.Record, c *evidence.Clause) {
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
func (e *edition) statement(label string, s *rulesets.Statement) {
	if e.said[s] {
		paragraph(e.b, label, "(see "+s.ID+")")
		return
	}
	e.said[s] = true
	by := s.ID
	if s.Question != nil {
		by += ", by " + s.Question.Name() + "=" + s.Reading.ID
	}
	paragraph(e.b, label, e.g.Sentence(s)+" ["+by+"]")
}

func (e *edition) question(q *rulesets.Question) {
	chosen := e.g.Readings[q.ID]
	if e.asked[q] {
		paragraph(e.b, "      ? ", q.Name()+" (see above)")
		return
	}
	e.asked[q] = true
	head := fmt.Sprintf("%s %s (%s, weight %d)", q.Name(), q.Asks, q.Kind, q.Weight)
	if chosen == nil {
		head += " It does not arise here."
	}
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

// reading prints what another reading would change.
func (e *edition) reading(q *rulesets.Question, r *rulesets.Reading) {
	g := e.game(q, r)
	if g == nil {
		return
	}
	for _, s := range r.Statements {
		text := g.Sentence(s)
		if old := e.g.Statement(s.Replaces); s.Replaces != "" && old != nil && e.g.Sentence(old) == text {
			// What it rests on is another matter; printed again it would seem to be a change.
			text = s.Replaces + " says the same, on other grounds"
		} else if s.Replaces != "" {
			text += " [in place of " + s.Replaces + "]"
		}
		paragraph(e.b, "            → ", text)
	}
	var out, elsewhere []string
	for _, w := range r.Without {
		if e.g.Statement(w) != nil {
			out = append(out, w)
		} else {
			elsewhere = append(elsewhere, w)
		}
	}
	if len(out) > 0 {
		paragraph(e.b, "            → ", "left out: "+strings.Join(out, ", "))
	}
	if len(elsewhere) > 0 {
		paragraph(e.b, "            → ", "left out where another reading brings it in: "+strings.Join(elsewhere, ", "))
	}
}

// game is the game in which a reading is played, all else as far as possible as
// it is by default.
func (e *edition) game(q *rulesets.Question, r *rulesets.Reading) *rulesets.Game {
	if g, done := e.games[r]; done {
		return g
	}
	for _, alt := range e.g.Definition.Alternatives() {
		if alt.Reading == r {
			e.games[r], _ = e.g.Definition.Game(alt.Choice)
		}
	}
	if q.Default == r.ID {
		e.games[r], _ = e.g.Definition.Game(nil)
	}
	return e.games[r]
}

// rest prints what no clause has brought up: assumptions, and questions that are
// about no clause.
func (e *edition) rest() {
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
// statement that it holds.
var chapters = []struct {
	title string
	kinds []string
}{
	{"What it is played with", []string{"players", "begins", "tables", "merels", "grid", "holes", "cross", "graph", "track", "men", "marks", "set_up", "throw"}},
	{"What the words mean", []string{"define", "parameter", "variable", "moment"}},
	{"The turn", []string{"stage", "agenda", "order", "blocked"}},
	{"What a player may do", []string{"allow"}},
	{"What he may not do", []string{"forbid", "except"}},
	{"What he must do", []string{"require"}},
	{"What follows", []string{"change"}},
	{"What is scored", []string{"score", "match"}},
	{"How the game ends", []string{"end", "winner"}},
	{settledBesides, []string{"settles"}},
}

// takenForGranted explains the words of the rule language that the sentences
// of a game use without saying what they mean: the bar, and parts that are no
// numbers.
func takenForGranted(g *rulesets.Game) []string {
	var out []string
	for _, s := range g.Statements {
		if (s.Kind == "allow" || s.Kind == "change") && strings.Contains(g.Sentence(s), "the bar") {
			out = append(out, "Men “on the bar” have been sent off the board and have to come in again.")
			break
		}
	}
	var names []string
	for _, p := range g.Program.Parts {
		if !p.IsNumber && p.Name != "throw" {
			names = append(names, "“"+strings.ReplaceAll(p.Name, "_", " ")+"”")
		}
	}
	if len(names) > 0 && len(g.Program.Devices) > 0 {
		verb := " is a part that is no number."
		if len(names) > 1 {
			verb = " are parts that are no numbers."
		}
		out = append(out, "What a throw gives to play are its parts, each of which is played by one move; "+strings.Join(names, ", ")+verb)
	}
	return out
}

// settledBySilence says what a reading decides without a statement of its own, as
// that a man need not be taken: the answer that silence gives is part of the rules,
// and a player who is not told it would have to guess.
func settledBySilence(ctx context.Context, g *rulesets.Game, c *rulesets.Corpus) []string {
	var out []string
	list := g.Settlements(ctx, c.DimensionsOf(g.Definition.Family))
	for i := range list {
		s := &list[i]
		if s.Standing == rulesets.Decided && len(s.Statements) == 0 && s.Declared == nil {
			out = append(out, s.Dimension.Asks+" "+s.Answer.Means)
		}
	}
	return out
}

// writeRules prints the rules of an interpretation as running text. The corpus says
// what a game of its family must settle.
func writeRules(ctx context.Context, b *bytes.Buffer, g *rulesets.Game, c *rulesets.Corpus) {
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
	// What the engine does in every game, and no statement says.
	fmt.Fprintln(b)
	paragraph(b, "", "The players have their turns in the order stated; one whose turn fits no stage is passed over. "+
		"A move plays a part of what the turn, the throw or a rule gives its player to play; what can be played must be played, "+
		"unless it may be left or the player may stop. What no rule forbids, such as any number of men on one place, is permitted.")
	for _, ch := range chapters {
		var sentences []string
		for _, s := range g.Statements {
			for _, k := range ch.kinds {
				if s.Kind != k {
					continue
				}
				sentences = append(sentences, g.Sentence(s))
			}
		}
		if ch.kinds[0] == "define" {
			sentences = append(takenForGranted(g), sentences...)
		}
		if ch.title == settledBesides {
			sentences = append(sentences, settledBySilence(ctx, g, c)...)
		}
		if len(sentences) > 0 {
			fmt.Fprintf(b, "\n%s\n\n", ch.title)
			paragraph(b, "  ", strings.Join(sentences, " "))
		}
	}
	p := g.Program
	fmt.Fprintf(b, "\nHow moves are written\n\n")
	numbered, turned := false, false // whether a place is called otherwise than on the board; whether players see it as different places
	for q := range p.Players {
		for f := range p.Places {
			numbered = numbered || p.Names[q][f] != g.Board.Cells[p.CellOf[q][f]].Name
			turned = turned || p.CellOf[q][f] != p.CellOf[0][f]
		}
	}
	switch {
	case numbered:
		paragraph(b, "  ", "A player's moves name places by the numbers of his own track; where = follows, the name of the place on the board comes after it.")
	case turned:
		paragraph(b, "  ", "Moves of all players call a place by the same name. The lists have each player's places in the order in which he sees them, so "+
			"that what the rules above call by the name in the first list is for another player what stands at the same point of his.")
	}
	for q, name := range p.Players {
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
			paragraph(b, "  "+name+": ", "the same places")
			continue
		}
		paragraph(b, "  "+name+": ", strings.Join(places, " "))
	}
}
