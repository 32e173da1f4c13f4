package report

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"sort"
	"strings"

	"github.com/lectio/lectio/rulesets/lang"
	"github.com/lectio/lectio/verify/measure"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/playout"
)

// The sheets on play: edge cases, searches, what readings do, statistics.

func (v *verification) allEdges() *Table {
	t := &Table{Name: tAllEdges, Title: "Edge cases in full",
		About: "Positions at the edges of play, found by their properties in seeded games or constructed from those: what may " +
			"be played there, which statements and clauses decide it, and which readings would change it. Position and throw can be given to lectio moves.",
		Columns: []Column{{Key: "ruleset", Title: "Ruleset"}, {Key: "check", Title: "Check"}, {Key: "kind", Title: "Kind", MaxWidth: 24},
			{Key: "title", Title: "Case", MaxWidth: 40}, {Key: "throw", Title: "Throw"}, {Key: "player", Title: "To play"},
			{Key: "parts", Title: "Parts", MaxWidth: 24}, {Key: "legal", Title: "What may be played", MaxWidth: 40},
			{Key: "refused", Title: "What may not, and by which statement", MaxWidth: 50}, {Key: "move", Title: "Move in question"},
			{Key: "outcome", Title: "What comes of it", MaxWidth: 30}, {Key: "deciding", Title: "Statements that decide", MaxWidth: 40},
			{Key: "clauses", Title: "Clauses", MaxWidth: 28},
			{Key: "results", Title: "Results", Kind: KindInteger, About: "distinct positions that the rest of the throw can lead to"},
			{Key: "complete", Title: "All counted"}, {Key: "played", Title: "Most parts played", Kind: KindInteger},
			{Key: "line", Title: "One way of playing them", MaxWidth: 30}, replayColumn,
			{Key: "changes", Title: "Readings that would change it", MaxWidth: 60}, {Key: "asked", Title: "Readings asked", Kind: KindInteger},
			{Key: "source", Title: "Where the position comes from", MaxWidth: 30}, {Key: "state", Title: "Position as text", MaxWidth: 60}}}
	for i := range v.res.EdgeCases {
		c := &v.res.EdgeCases[i]
		asked := Integer(c.Asked)
		if c.ByHistory {
			asked = Text("rests on the history")
		}
		state, err := json.Marshal(c.Position)
		if err != nil { // numbers and names only: it cannot be
			state = []byte(err.Error())
		}
		complete := "yes"
		if !c.Complete {
			complete = "no"
		}
		t.Rows = append(t.Rows, Row{Cut: c.Cut, Cells: []Cell{Text(c.Ruleset), Text(c.Check).To(tMethod, c.Check), Text(c.Kind), Text(c.Title),
			Text(c.Throw), Text(c.Player), Text(strings.Join(c.Parts, " ")), Text(strings.Join(c.Legal, ", ")), Text(refusals(c)),
			Text(c.Move), Text(c.Outcome), v.statementCell(c.Ruleset, c.Question, c.Deciding), clauseCell(c.Clauses),
			Integer(c.Results), Text(complete), Integer(c.Played), Text(strings.Join(c.Line, " ")), Text(c.Written), edgeChanges(c), asked,
			Text(c.Source()), Text(string(state))}})
	}
	return t
}

// refusals lists the moves that are not allowed, each with the statements against it.
func refusals(c *verify.EdgeCase) string {
	var out []string
	for _, r := range c.Refused {
		out = append(out, r.Move+" ("+strings.Join(r.Statements, ", ")+")")
	}
	return strings.Join(out, ", ")
}

// edgeChanges lists the readings under which a case is another.
func edgeChanges(c *verify.EdgeCase) Cell {
	var texts []string
	out := Cell{}
	for _, x := range c.Changes {
		texts = append(texts, x.Question+"="+x.Reading+": "+x.How)
		out.Links = append(out.Links, Link{Table: tQuestions, Row: c.Ruleset + "/" + x.Question + "=" + x.Reading, Text: x.Question + "=" + x.Reading})
	}
	said := shortened(strings.Join(texts, "\n"), 3000)
	out.Text, out.Short = said.Text, said.Short
	return out
}

// statementCell lists statements, each leading to its row where there is one.
func (v *verification) statementCell(ruleset, question string, ids []string) Cell {
	c := Text(strings.Join(ids, ", "))
	tg := v.target(ruleset)
	if tg == nil {
		return c
	}
	for _, id := range ids {
		if key := v.statementRow(tg, verify.Finding{Statement: id, Ruleset: ruleset, Question: question}); key != "" {
			c.Links = append(c.Links, Link{Table: tStatements, Row: key, Text: id})
		}
	}
	return c
}

func (v *verification) searches() *Table {
	t := &Table{Name: tSearches, Title: "Searches over positions", About: "Every position that throws and moves can lead to, from the start, as far as the budget went: of the full game, and of scaled-down versions small enough to be searched whole. A complete search says none where it found nothing; one that was cut short says none seen. Repetition is no part of a position: a rule about it does not act here.",
		Columns: []Column{{Key: "ruleset", Title: "Ruleset"}, {Key: "interpretation", Title: "Interpretation", MaxWidth: 40}, {Key: "scale", Title: "Scaled down to", MaxWidth: 20}, {Key: "because", Title: "What that keeps", MaxWidth: 40},
			{Key: "positions", Title: "Positions", Kind: KindInteger}, {Key: "edges", Title: "Throws and moves", Kind: KindInteger}, {Key: "depth", Title: "Complete to moves", Kind: KindInteger, About: "single moves from the start within which every position was looked at"}, {Key: "complete", Title: "Complete"},
			{Key: "play", Title: "How play ends", MaxWidth: 50}, {Key: "cyclic", Title: "Positions play can come back to", Kind: KindInteger}, {Key: "avoidable", Title: "Where the end can be put off", Kind: KindInteger, About: "positions from which the players together can put off the end for ever, whatever is thrown"},
			{Key: "traps", Title: "Without an end", Kind: KindInteger, About: "positions from which no end can be reached"}, {Key: "stuck", Title: "Without a rule", Kind: KindInteger, About: "positions that nothing provides for"}, {Key: "ends", Title: "Ends reached", MaxWidth: 50}, {Key: "wins", Title: "Wins", MaxWidth: 40}, {Key: "verdicts", Title: "What the search says", MaxWidth: 80}}}
	for i := range v.res.Explorations {
		x := &v.res.Explorations[i]
		complete := "no"
		if x.Complete {
			complete = "yes"
		}
		var ends, wins []string
		for _, e := range x.Ends {
			if e.Positions > 0 {
				ends = append(ends, fmt.Sprintf("%s: %d positions, the nearest after %d moves", e.ID, e.Positions, e.Plies))
			} else {
				ends = append(ends, e.ID+": not reached")
			}
		}
		for _, w := range x.Wins {
			wins = append(wins, fmt.Sprintf("%s: %d positions won, no longer possible in %d", w.Player, w.Wins, w.Hopeless))
		}
		// What only a complete search can count is left empty in another.
		whole := func(n int) Cell {
			if !x.Complete {
				return Cell{}
			}
			return Integer(n)
		}
		t.Rows = append(t.Rows, Row{Cut: x.Cut, Cells: []Cell{Text(x.Ruleset), Text(x.Interpretation), Text(x.Scale), Text(x.Because), Integer(x.Positions), Integer(x.Edges), Integer(x.Depth), Text(complete),
			Text(x.Play), whole(x.Cyclic), whole(x.Avoidable), whole(x.Traps), Integer(x.Stuck), Text(strings.Join(ends, "\n")), Text(strings.Join(wins, "\n")), Text(strings.Join(x.Verdicts, "\n"))}})
	}
	return t
}

func (v *verification) ranking() *Table {
	t := &Table{Name: tRanking, Title: "Questions by consequence", About: "The questions of a ruleset, those with the greatest consequence first: by the largest change of any metric that the corrected interval guarantees, in units of the spread between games; then by the share of decisions, then of games, that a reading touches.",
		Columns: []Column{{Key: "ruleset", Title: "Ruleset"}, {Key: "rank", Title: "Rank", Kind: KindInteger}, {Key: "question", Title: "Question"}, {Key: "asks", Title: "What it asks", MaxWidth: 60}, {Key: "weight", Title: "Weight given", Kind: KindInteger},
			{Key: "shown", Title: "Weight that play shows", Kind: KindInteger, About: "3: who wins, or whether the game ends; 2: often what is legal; 1: rare; empty when the sample does not tell (RD006)"}, {Key: "off", Title: "The weight given is", About: "too low or too high for what play shows"},
			{Key: "guaranteed", Title: "Change guaranteed", Kind: KindNumber, Decimals: 3, About: "in standard deviations of the metric between games (of a share, in halves)"}, {Key: "metric", Title: "of"}, {Key: "reading", Title: "by the reading", MaxWidth: 30}, {Key: "sign", Title: "Sign"},
			{Key: "agent", Title: "Agent", About: "between whose games: programs that learned where it shows there, else at random"}, {Key: "change", Title: "Change", Kind: KindNumber, Decimals: 3}, {Key: "low", Title: "from", Kind: KindNumber, Decimals: 3, About: rangeAbout}, {Key: "high", Title: "to", Kind: KindNumber, Decimals: 3}, {Key: "holds", Title: "Under whom", About: holdsAbout},
			{Key: "decisions", Title: "Decisions touched", Kind: KindNumber, Decimals: 4}, {Key: "dby", Title: "by", MaxWidth: 30}, {Key: "games", Title: "Games touched", Kind: KindNumber}, {Key: "gby", Title: "by the reading ", MaxWidth: 30}}}
	for i := range v.res.Rankings {
		r := &v.res.Rankings[i]
		cells := []Cell{Text(r.Ruleset), Integer(r.Rank), v.question(r.Ruleset, r.Question.Name()), Text(r.Question.Asks), Integer(r.Question.Weight)}
		cells = append(append(cells, v.weighed(r)...), num(r.Guaranteed))
		if r.Change != nil {
			c := r.Change.First()
			low, high := c.Bounds()
			cells = append(cells, Text(c.Metric), Text(c.Reading.ID).To(tQuestions, readingKeyOf(r.Ruleset, r.Question, c.Reading)), Text(string(c.Sign)), Text(c.Play.Agent()), num(c.Difference.Value), num(low), num(high), Text(r.Change.Under()))
		} else {
			cells = append(cells, Cell{}, Cell{}, Text(string(measure.NoEvidence)), Cell{}, Cell{}, Cell{}, Cell{}, Cell{})
		}
		for _, x := range []struct {
			t     *verify.Touched
			share func(*verify.Touched) playout.Estimate
		}{{r.Decisions, func(t *verify.Touched) playout.Estimate { return t.Decisions }}, {r.Games, func(t *verify.Touched) playout.Estimate { return t.Games }}} {
			if x.t == nil {
				cells = append(cells, Cell{}, Cell{})
				continue
			}
			cells = append(cells, num(x.share(x.t).Value), Text(x.t.Reading.ID))
		}
		t.Rows = append(t.Rows, Row{Cut: r.Cut, Key: r.Ruleset + "/" + r.Question.Name(), Cells: cells})
	}
	return t
}

// weighed is what play shows of the weight of a question, in two cells.
func (v *verification) weighed(r *verify.Ranking) []Cell {
	out := []Cell{{}, {}}
	check := v.res.Contributing(verify.WeighingRows)
	for _, w := range v.res.Weighings {
		if w.Ruleset != r.Ruleset || w.Question != r.Question || w.Shown == 0 {
			continue
		}
		out[0] = Integer(w.Shown)
		switch {
		case w.Off > 0:
			out[1] = Text("too low").To(tMethod, check.ID)
		case w.Off < 0:
			out[1] = Text("too high").To(tMethod, check.ID)
		}
	}
	return out
}

func readingKeyOf(ruleset string, q *rulesets.Question, r *rulesets.Reading) string {
	return fmt.Sprintf("%s/%s=%s", ruleset, q.Name(), r.ID)
}

func (v *verification) touched() *Table {
	t := &Table{Name: tTouched, Title: "What the readings touch", About: "How much of play each alternative reading touches, all else as by default: the share of games, played in step with the same throws and moves, in which the two part before the end; and the share of decisions at which the legal moves, or the position after the move played, differ.",
		Columns: []Column{{Key: "ruleset", Title: "Ruleset"}, {Key: "question", Title: "Question"}, {Key: "reading", Title: "Reading"}, {Key: "against", Title: "Against", MaxWidth: 30}, {Key: "games", Title: "Games touched", Kind: KindNumber}, {Key: "glo", Title: "from", Kind: KindNumber}, {Key: "ghi", Title: "to", Kind: KindNumber}, {Key: "ng", Title: "of games", Kind: KindInteger},
			{Key: "decisions", Title: "Decisions touched", Kind: KindNumber, Decimals: 4}, {Key: "dlo", Title: "from ", Kind: KindNumber, Decimals: 4}, {Key: "dhi", Title: "to ", Kind: KindNumber, Decimals: 4}, {Key: "nd", Title: "of decisions", Kind: KindInteger},
			{Key: "not", Title: "Not carried over", Kind: KindInteger, About: "decisions whose position the reading does not know; they are in no share"}, {Key: "why", Title: "Why", MaxWidth: 40}, {Key: "afresh", Title: "Kept by the reading only", MaxWidth: 30, About: "begins anew in a position carried over"}, {Key: "lost", Title: "Kept by the other only", MaxWidth: 30},
			{Key: "agent", Title: "Agent"}, {Key: "seed", Title: "Seed", Kind: KindInteger}, {Key: "cap", Title: "Cap", Kind: KindInteger}}}
	for i := range v.res.Touched {
		x := &v.res.Touched[i]
		t.Rows = append(t.Rows, Row{Cut: x.Cut, Key: readingKeyOf(x.Ruleset, x.Question, x.Reading), Cells: append(append([]Cell{
			Text(x.Ruleset), v.question(x.Ruleset, x.Question.Name()), Text(x.Reading.ID).To(tQuestions, readingKeyOf(x.Ruleset, x.Question, x.Reading)), Text(x.Base)},
			append(interval(x.Games), interval(x.Decisions)...)...),
			Integer(x.NotCarried), Text(x.Why), Text(strings.Join(x.Afresh, ", ")), Text(strings.Join(x.Lost, ", ")), Text("random"), Integer(int(x.Seed)), Integer(x.Cap))})
	}
	return t
}

// interval is an estimate in four cells: value, ends, size of the sample.
func interval(e playout.Estimate) []Cell {
	if e.N == 0 {
		return []Cell{{}, {}, {}, Integer(0)}
	}
	return []Cell{num(e.Value), num(e.Low), num(e.High), Integer(e.N)}
}

func (v *verification) changes() *Table {
	t := &Table{Name: tChanges, Title: "What the readings change", About: "Every metric under every alternative reading, against the same games (common random numbers) of the base: at random, and in a row of its own between learned programs. The corrected interval holds for all comparisons of the ruleset at once; measures that somebody has written stand behind the others, are corrected among themselves and change no finding. Signs: + more, - less, ~ no evidence of a difference (not: no difference), = every pair of games alike.",
		Columns: []Column{{Key: "ruleset", Title: "Ruleset"}, {Key: "question", Title: "Question"}, {Key: "reading", Title: "Reading"}, {Key: "against", Title: "Against", MaxWidth: 30}, {Key: "metric", Title: "Metric", MaxWidth: 30}, {Key: "sign", Title: "Sign"}, {Key: "from", Title: "Base", Kind: KindNumber}, {Key: "to", Title: "Reading's", Kind: KindNumber},
			{Key: "change", Title: "Change", Kind: KindNumber}, {Key: "low", Title: "from", Kind: KindNumber, About: rangeAbout}, {Key: "high", Title: "to", Kind: KindNumber}, {Key: "clow", Title: "corrected from", Kind: KindNumber, About: "of learned programs the least of the corrected intervals under each training"}, {Key: "chigh", Title: "corrected to", Kind: KindNumber},
			{Key: "p", Title: "p", Kind: KindNumber, Decimals: 4}, {Key: "holm", Title: "p (Holm)", Kind: KindNumber, Decimals: 4}, {Key: "comparisons", Title: "Comparisons", Kind: KindInteger}, {Key: "pairs", Title: "Pairs of games", Kind: KindInteger}, {Key: "left", Title: "Pairs left out", Kind: KindInteger, About: "in which the metric has no value, such as the length of a game that was given up"}, {Key: "how", Title: "How"},
			{Key: "agent", Title: "Agent"}, {Key: "trainings", Title: "By training", MaxWidth: 40, About: "the change under each of the learned programs, with its corrected interval"}, {Key: "holds", Title: "Under whom", About: holdsAbout}, {Key: "unlearned", Title: "Why no learned programs", MaxWidth: 40}}}
	list := slices.Concat(v.res.Changes, v.res.Apart)
	for i := range list {
		random := &list[i]
		for _, c := range []*verify.Change{random, random.Learned} {
			if c == nil {
				continue
			}
			t.Rows = append(t.Rows, Row{Cut: c.Cut, Cells: []Cell{Text(c.Ruleset), v.question(c.Ruleset, c.Question.Name()), Text(c.Reading.ID).To(tQuestions, readingKeyOf(c.Ruleset, c.Question, c.Reading)), Text(c.Base), Text(c.Metric), Text(string(c.Sign)), num(c.From.Value), num(c.To.Value),
				num(c.Difference.Value), num(c.Difference.Low), num(c.Difference.High), num(c.Low), num(c.High), num(c.P), num(c.Holm), Integer(c.Comparisons), Integer(c.Difference.N), Integer(c.LeftOut), Text(c.Difference.How),
				Text(c.Play.Agent()), Text(byTraining(c.Trainings)), Text(random.Under()), Text(random.Unlearned)}})
		}
	}
	return t
}

// What columns say of games between programs that learned.
const (
	rangeAbout = "of learned programs the range over trainings: the least and the most change under one of them, and no interval"
	holdsAbout = "holds: at random and between learned programs the same way; turns round: the contrary; learned only, at random only: nothing that matters under the other; not known: chance could have done it under the other, or it was too little to tell"
)

func (v *verification) combinations() *Table {
	t := &Table{Name: tCombinations, Title: "Combinations of readings", About: v.coverage(),
		Columns: []Column{{Key: "ruleset", Title: "Ruleset"}, {Key: "row", Title: "Row", Kind: KindInteger}, {Key: "interpretation", Title: "Readings that are not defaults", MaxWidth: 100}, {Key: "games", Title: "Games", Kind: KindInteger}, {Key: "over", Title: "Ended", Kind: KindInteger}, {Key: "cap", Title: "Cap", Kind: KindInteger},
			{Key: "failure", Title: "What is wrong"}, {Key: "message", Title: "How", MaxWidth: 50}, {Key: "smallest", Title: "Smallest combination that shows it", MaxWidth: 50}}}
	for i := range v.res.Arrays {
		a := &v.res.Arrays[i]
		for n, c := range a.Rows {
			games, over := Cell{}, Cell{}
			if c.Stats != nil {
				games, over = Integer(c.Stats.Played), Integer(c.Stats.Over)
			}
			smallest := ""
			if c.Smallest != nil {
				smallest = c.Smallest.String()
			}
			t.Rows = append(t.Rows, Row{Cut: a.Cut, Cells: []Cell{Text(a.Ruleset), Integer(n + 1), Text(strings.TrimSuffix(strings.TrimPrefix(c.Interpretation, a.Ruleset+"{"), "}")), games, over, Integer(a.Cap), Text(c.Failure), Text(c.Message), Text(smallest)}})
		}
	}
	return t
}

func (v *verification) coverage() string {
	out := "A covering array: in the rows together every two playable readings of different questions occur in one interpretation, unless the ruleset says that they cannot."
	for i := range v.res.Arrays {
		a := &v.res.Arrays[i]
		out += fmt.Sprintf(" %s: %d rows, %d pairs, of which %d covered and %d declared impossible", a.Ruleset, len(a.Rows), a.Pairs, a.Covered, a.Impossible)
		if a.Undeclared > 0 {
			out += fmt.Sprintf(", %d impossible without being declared", a.Undeclared)
		}
		if a.Unsettled > 0 {
			out += fmt.Sprintf(", %d not settled", a.Unsettled)
		}
		if a.Cut {
			out += "; cut short"
		}
		out += "."
	}
	return out
}

func (v *verification) uses() *Table {
	t := &Table{Name: tUses, Title: "Statements in play", About: "How often each statement bit in a sample of games: at how many decisions the legal moves would be others without it, or how often it took effect. One that never bit in the sample may yet bite; whether it can is asked by the searches over positions.",
		Columns: []Column{{Key: "ruleset", Title: "Ruleset"}, {Key: "statement", Title: "Statement"}, {Key: "kind", Title: "Kind"}, {Key: "question", Title: "Question"}, {Key: "reading", Title: "Reading"}, {Key: "bit", Title: "Bit"}, {Key: "decisive", Title: "Decisions", Kind: KindInteger, About: "at which the legal moves would be others without it"}, {Key: "of", Title: "of", Kind: KindInteger}, {Key: "share", Title: "Share", Kind: KindNumber, Decimals: 4}, {Key: "explained", Title: "in games", Kind: KindInteger},
			{Key: "applied", Title: "Took effect", Kind: KindInteger}, {Key: "games", Title: "in games ", Kind: KindInteger}, {Key: "interpretation", Title: "Interpretation", MaxWidth: 40}, {Key: "agent", Title: "Agent"}, {Key: "seed", Title: "Seed", Kind: KindInteger}, {Key: "cap", Title: "Cap", Kind: KindInteger}}}
	for i := range v.res.Uses {
		u := &v.res.Uses[i]
		bit, share := "yes", Cell{}
		if !u.Bit() {
			bit = "did not"
		}
		if u.Decisions > 0 {
			share = Number(float64(u.Decisive) / float64(u.Decisions))
		}
		t.Rows = append(t.Rows, Row{Cut: u.Cut, Cells: []Cell{Text(u.Ruleset), v.statementCell(u.Ruleset, u.Question, []string{u.Statement.ID}), Text(u.Statement.Kind), Text(u.Question), Text(u.Reading), Text(bit), Integer(u.Decisive), Integer(u.Decisions), share, Integer(u.ExplainedGames),
			Integer(u.Applied), Integer(u.Games), Text(u.Interpretation), Text("random"), Integer(int(u.Seed)), Integer(u.Cap)}})
	}
	return t
}

func (v *verification) measures() *Table {
	t := &Table{Name: tMeasures, Title: "Measures", About: "What the measures that somebody has written for the corpus, or for a ruleset, came to: the mean over the games that have a value, with an interval at 95 %. By is what each tells values apart by.",
		Columns: []Column{{Key: "ruleset", Title: "Ruleset"}, {Key: "measure", Title: "Measure"}, {Key: "called", Title: "What it counts", MaxWidth: 40}, {Key: "interpretation", Title: "Interpretation", MaxWidth: 40}, {Key: "question", Title: "Question"}, {Key: "reading", Title: "Reading"},
			{Key: "by", Title: "By"}, {Key: "group", Title: "Of"}, {Key: "value", Title: "Value", Kind: KindNumber, Decimals: 4}, {Key: "low", Title: "from", Kind: KindNumber, Decimals: 4}, {Key: "high", Title: "to", Kind: KindNumber, Decimals: 4}, {Key: "games", Title: "Games with a value", Kind: KindInteger},
			{Key: "agent", Title: "Agent"}, {Key: "played", Title: "Games played", Kind: KindInteger}, {Key: "given_up", Title: "Given up", Kind: KindInteger}, {Key: "seed", Title: "Seed", Kind: KindInteger}, {Key: "cap", Title: "Cap", Kind: KindInteger}}}
	for _, m := range v.res.Measured {
		for _, x := range m.Rows {
			value, low, high := Cell{}, Cell{}, Cell{}
			if x.Value != nil {
				value = Number(*x.Value)
			}
			if x.Interval != nil {
				low, high = Number(x.Interval[0]), Number(x.Interval[1])
			}
			t.Rows = append(t.Rows, Row{Cells: []Cell{Text(m.Of), Text(m.Measure), Text(m.Title()), Text(m.Ruleset), Text(m.Question), Text(m.Reading), Text(m.By), Text(x.By), value, low, high, Integer(x.Games),
				Text(m.Player), Integer(m.Games), Integer(m.GivenUp), Integer(int(m.Seed)), Integer(m.Cap)}})
		}
	}
	return t
}

func (v *verification) scores() *Table {
	t := &Table{Name: tScores, Title: "Scores", About: "How many points the players had when games of the default interpretation ended, and how long those games were.",
		Columns: []Column{{Key: "ruleset", Title: "Ruleset"}, {Key: "what", Title: "Of"}, {Key: "value", Title: "Points or moves", Kind: KindFraction}, {Key: "games", Title: "Games", Kind: KindInteger}, {Key: "share", Title: "Share", Kind: KindNumber}, {Key: "low", Title: "from", Kind: KindNumber}, {Key: "high", Title: "to", Kind: KindNumber},
			{Key: "agent", Title: "Agent"}, {Key: "played", Title: "Games played", Kind: KindInteger}, {Key: "seed", Title: "Seed", Kind: KindInteger}, {Key: "cap", Title: "Cap", Kind: KindInteger}}}
	for _, m := range v.res.Metrics {
		tg := v.target(m.Ruleset)
		if !m.Default || tg == nil || tg.Game == nil {
			continue
		}
		s := m.Stats
		add := func(what, value string, n, of int) {
			e := playout.Share(n, of)
			t.Rows = append(t.Rows, Row{Cut: m.Cut, Cells: []Cell{Text(m.Ruleset), Text(what), Text(value), Integer(n), num(e.Value), num(e.Low), num(e.High), Text("random"), Integer(s.Played), Integer(int(s.Seed)), Integer(s.Cap)}})
		}
		for q, name := range tg.Game.Program.Players {
			for _, b := range s.ScoresOf(q) {
				add("points of "+name, lang.Fraction(b.Score, max(1, s.Denominator)), b.N, s.Over)
			}
		}
		for _, b := range s.Lengths() {
			add("moves", binName(b), b.N, s.Over)
		}
	}
	return t
}

func binName(b playout.Bin) string {
	if b.High == b.Low {
		return fmt.Sprintf("%.0f", b.Low)
	}
	return fmt.Sprintf("%.0f–%.0f", b.Low, b.High) // both ends belong to it
}

// charts are what is better seen than read.
func (v *verification) charts() []*Chart {
	var out []*Chart
	first := &Chart{Title: "The first player's share", Kind: Intervals, Across: "ruleset", Up: "share of the games with a winner",
		About: "Default interpretations, games at random. The intervals are at 95 %."}
	completion := &Chart{Title: "Games that a rule ended", Kind: Intervals, Across: "ruleset", Up: "share of all games",
		About: "Default interpretations, games at random; the rest were given up at the cap."}
	length := &Chart{Title: "Moves a game with passes", Kind: Intervals, Across: "ruleset", Up: "mean number of single moves",
		About: "Default interpretations, those games at random that ended."}
	var dists []*Chart
	for _, m := range v.res.Metrics {
		if !m.Default || m.Stats.Over == 0 {
			continue
		}
		add := func(c *Chart, e playout.Estimate) {
			if e.N > 0 {
				c.Points = append(c.Points, Point{Name: cutName(m.Ruleset, m.Cut), Value: e.Value, Low: e.Low, High: e.High})
			}
		}
		add(first, m.Stats.FirstPlayer())
		add(completion, m.Stats.Ended())
		add(length, m.Frame.Figure("moves", m.Stats))
		d := &Chart{Ruleset: m.Ruleset, Title: "How long games are: " + cutName(m.Ruleset, m.Cut), Kind: Distribution, Across: "single moves", Up: "games",
			About: fmt.Sprintf("%s of the default interpretation that ended, seed %d.", measure.AtRandom.Games(m.Stats.Over), m.Stats.Seed)}
		for _, b := range m.Stats.Lengths() {
			d.Points = append(d.Points, Point{Name: binName(b), Value: float64(b.N)})
		}
		dists = append(dists, d)
	}
	out = append(out, first, completion, length)
	for _, tg := range v.res.Targets {
		out = append(out, v.decisionChart(tg.Definition.ID), v.changeChart(tg.Definition.ID))
	}
	return append(out, dists...)
}

// cutName marks a name in a chart when what it shows was cut short.
func cutName(name string, cut bool) string {
	if cut {
		return name + " (cut short)"
	}
	return name
}

const charted = 15 // readings in one chart

// decisionChart shows the readings that touch most decisions.
func (v *verification) decisionChart(ruleset string) *Chart {
	c := &Chart{Ruleset: ruleset, Title: "Decisions touched: " + ruleset, Kind: Intervals, Across: "reading", Up: "share of decisions",
		About: fmt.Sprintf("The readings that change most decisions, at most %d; 95 %% intervals.", charted)}
	var list []*verify.Touched
	for i := range v.res.Touched {
		if x := &v.res.Touched[i]; x.Ruleset == ruleset && x.Decisions.N > 0 && x.DecisionsTouched > 0 {
			list = append(list, x)
		}
	}
	sort.SliceStable(list, func(a, b int) bool { return list[a].Decisions.Value > list[b].Decisions.Value })
	for _, x := range list[:min(len(list), charted)] {
		c.Points = append(c.Points, Point{Name: cutName(x.Question.Name()+" "+x.Reading.ID, x.Cut), Value: x.Decisions.Value, Low: x.Decisions.Low, High: x.Decisions.High})
	}
	return c
}

// changeChart shows the readings that lengthen or shorten games most.
func (v *verification) changeChart(ruleset string) *Chart {
	c := &Chart{Ruleset: ruleset, Title: "Change in moves a game with passes: " + ruleset, Kind: Intervals, Across: "reading", Up: "single moves more or fewer",
		About: fmt.Sprintf("Games at random: the readings whose corrected interval excludes no change, the greatest first, at most %d. Intervals hold for all comparisons at once.", charted)}
	var list []*verify.Change
	for i := range v.res.Changes {
		if x := &v.res.Changes[i]; x.Ruleset == ruleset && x.Metric == measure.MetricMoves && x.Shows() && !math.IsNaN(float64(x.Low)) {
			list = append(list, x)
		}
	}
	sort.SliceStable(list, func(a, b int) bool { return list[a].Guaranteed > list[b].Guaranteed })
	for _, x := range list[:min(len(list), charted)] {
		c.Points = append(c.Points, Point{Name: cutName(x.Question.Name()+" "+x.Reading.ID, x.Cut), Value: x.Difference.Value, Low: float64(x.Low), High: float64(x.High)})
	}
	return c
}
