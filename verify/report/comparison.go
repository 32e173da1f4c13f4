package report

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/playout"
)

// Names of the sheets of a comparison.
const (
	tCompared   = "Compared"
	tSideBySide = "Side by side"
	tPlay       = "Play"
	tDistance   = "Distance"
	tPairs      = "Pairs"
	tTestimony  = "Testimony"
	tShared     = "Shared clauses"
	tLeft       = "Questions left"
	tSays       = "Rules that differ"
	// tQuestionsOne has the questions that stand beside no other.
	tQuestionsOne = "Questions of one"
	tSettled      = "Settled"
	tStatistics   = "Statistics"
	tTests        = "Tests"
)

// abreast is how many columns stand beside each other on one sheet, so that they
// can be read on a landscape page; further ones get a sheet of their own, with the
// first column repeated.
const abreast = 8

// pageChars is how many characters a landscape page holds side by side.
const pageChars = 200

// Comparison makes the report of a comparison. version is that of the program.
func Comparison(c *verify.Comparison, version string) *Report {
	v := &comparison{c}
	var names, titles []string
	for i, col := range c.Columns {
		names = append(names, c.Heading(i))
		if t := col.Interpretation.Definition.Title; !slices.Contains(titles, t) {
			titles = append(titles, t)
		}
	}
	r := &Report{
		Title:    "Comparison of " + strings.Join(titles, ", "),
		Subtitle: fmt.Sprintf("%d interpretations side by side: what each settles, on which testimony, what each leaves open, and what play is like", len(c.Columns)),
		About: []string{
			"Side by side has a row for every dimension, something that a game of its kind must settle, and a column for every interpretation. ≠: the answers differ. ≈: the answer is the same, but the rules behind it do not say the same. =: both are the same. ·: the kinds of games ask it in other terms, so that answers cannot be set against each other. A sign within a cell stands for the comparison with the first column that has an answer.",
			"Below each answer stands what settles it: clauses (stated), the reading of a question (decided), or an assumption (assumed). Open means that nothing settles it; no issue, that it does not arise; –, that games of this kind are not asked.",
			"Likeness is no proof of descent, and two records of one passage are one testimony: see Testimony.",
		},
		Facts: [][2]string{{"Lectio", version}, {"Compared", strings.Join(names, "; ")}},
	}
	if c.Options.Games > 0 {
		r.Facts = append(r.Facts, [2]string{"Agent", "uniformly random among the legal single moves"}, [2]string{"Games of each", fmt.Sprint(c.Options.Games)},
			[2]string{"Seed", fmt.Sprint(c.Options.Seed)}, [2]string{"Cap", fmt.Sprintf("%d single moves a game", c.Options.Cap)})
	}
	if how := c.How(); how != "" {
		r.Facts = append(r.Facts, [2]string{"Signs of play", how})
	}
	if c.Interrupted {
		r.Facts = append(r.Facts, [2]string{"Interrupted", v.interrupted()})
	}
	var tables []*Table
	tables = append(tables, v.sideBySide()...)
	tables = append(tables, v.says()...)
	tables = append(tables, v.play()...)
	tables = append(tables, v.distance()...)
	tables = append(tables, v.pairs(), v.testimony(), v.shared(), v.left())
	tables = append(tables, v.questions()...)
	tables = append(tables, v.compared(), v.settled(), v.clauses(), v.statistics(), v.tests(), v.method(version))
	for _, t := range tables {
		if len(t.Rows) == 0 {
			continue
		}
		t.markCut()
		t.DropEmpty()
		r.Tables = append(r.Tables, t)
	}
	r.AddCharts(v.charts()...)
	return r
}

type comparison struct{ *verify.Comparison }

// interrupted says how far the games came of a comparison that was stopped.
func (v *comparison) interrupted() string {
	var short []string
	for i, col := range v.Columns {
		if v.Short(i) {
			short = append(short, fmt.Sprintf("%s %d", col.Label, col.Played()))
		}
	}
	return fmt.Sprintf("after %d of %d games; what rests on fewer than %d of a column is marked as cut short (%s)",
		v.Done, v.Total, v.Options.Games, strings.Join(short, ", "))
}

// group is a set of columns that stand beside each other.
type group struct {
	suffix  string // of the name of the sheet
	columns []int
}

func (v *comparison) groups() []group {
	var out []group
	n := len(v.Columns)
	if n <= abreast {
		all := make([]int, n)
		for i := range all {
			all[i] = i
		}
		return []group{{"", all}}
	}
	for first := 1; first < n; {
		g := group{columns: []int{0}}
		for ; first < n && len(g.columns) < abreast; first++ {
			g.columns = append(g.columns, first)
		}
		if len(out) > 0 {
			g.suffix = " " + strconv.Itoa(len(out)+1)
		}
		out = append(out, g)
	}
	return out
}

// columns makes the columns of a group, each so wide that all fit the page beside
// what takes up used characters.
func (v *comparison) columns(g group, used int) []Column {
	width := min(max((pageChars-used)/len(g.columns), 16), 48)
	var out []Column
	for _, i := range g.columns {
		out = append(out, Column{Key: v.Columns[i].Label, Title: v.Heading(i), MaxWidth: width})
	}
	return out
}

func settledKey(col *verify.Compared, id string) string { return col.Label + "/" + id }

// answer is what a cell of the table says.
func answer(col *verify.Compared, x *verify.ContrastCell) string {
	s := x.Settlement
	switch {
	case s == nil:
		return "–"
	case s.Standing == rulesets.Moot:
		return "no issue"
	case s.Answer == nil:
		return "open"
	}
	text := s.Answer.Means
	if x.Sign == verify.Differs || x.Sign == verify.Otherwise || x.Sign == verify.Unlike {
		text = string(x.Sign) + " " + text
	}
	text += "\n" + string(s.Standing)
	if by := col.Brief(s); by != string(s.Standing) {
		text += " " + by
	}
	return text
}

func (v *comparison) sideBySide() []*Table {
	var out []*Table
	alone := 0
	for _, g := range v.groups() {
		t := &Table{Name: tSideBySide + g.suffix, Title: "Side by side" + g.suffix,
			Columns: append([]Column{{Key: "sign", Title: "Sign", Kind: KindSeverity, About: "the greatest difference between any two columns: ≠ answers differ, ≈ same answer by other rules, = alike, · asked in other terms", MaxWidth: 6},
				{Key: "dimension", Title: "Dimension", MaxWidth: 18, About: "leads to what each settles in full"}, {Key: "asks", Title: "What it asks", MaxWidth: 28}}, v.columns(g, 52)...)}
		for i := range v.Dimensions {
			row := &v.Dimensions[i]
			if row.AskedOf() < 2 {
				if g.suffix == "" {
					alone++
				}
				continue
			}
			// A cell that leads somewhere does not wrap in every program: the name alone does.
			link := Text(strings.ReplaceAll(row.ID, "_", " "))
			cells := []Cell{Text(string(row.Sign)), link, Text(row.Title())}
			linked := false
			for _, k := range g.columns {
				if row.Cells[k].Settlement != nil && !linked {
					cells[1], linked = link.To(tSettled, settledKey(v.Columns[k], row.ID)), true
				}
				cells = append(cells, Text(answer(v.Columns[k], &row.Cells[k])))
			}
			t.Rows = append(t.Rows, Row{Key: row.ID, Cells: cells})
		}
		t.About = fmt.Sprintf("What each settles, by dimension. Numbers with # are clauses of the record behind the column, before them stand the questions (+2: two more). Of %d dimensions %d have ≠, %d ≈ and %d =.",
			len(v.Dimensions), v.Marked(verify.Differs), v.Marked(verify.Otherwise), v.Marked(verify.Agrees))
		if alone > 0 {
			t.About += fmt.Sprintf(" %d are asked of one column only; they stand in Settled.", alone)
		}
		out = append(out, t)
	}
	return out
}

func (v *comparison) says() []*Table {
	var out []*Table
	same := ""
	for _, like := range v.Same() {
		same += " " + strings.Join(like, ", ") + " state the same: the readings have other names, or other reasons, for the same rules."
	}
	for _, g := range v.groups() {
		t := &Table{Name: tSays + g.suffix, Title: "Rules that differ" + g.suffix, About: "Statements that interpretations of one ruleset have differently, as sentences made from the rules that are played. ≠: otherwise than in the first column of the ruleset; –: there is no such statement." + same,
			Columns: append([]Column{{Key: "ruleset", Title: "Ruleset"}, {Key: "statement", Title: "Statement", MaxWidth: 24}}, v.columns(g, 40)...)}
		for _, s := range v.Statements {
			cells := []Cell{Text(s.Ruleset), Text(s.ID)}
			first, differs := -1, false
			for _, k := range g.columns {
				text, sign := "", ""
				own := v.Columns[k].Interpretation.Definition.ID == s.Ruleset
				if own && first < 0 {
					first = k
				}
				if own && s.Sentences[k] != s.Sentences[first] {
					sign, differs = string(verify.Differs)+" ", true
				}
				switch st := s.Statements[k]; {
				case !own:
				case st == nil:
					text = sign + "–"
				default:
					text = sign + s.Sentences[k]
					if st.Question != nil {
						text += "\n" + st.Question.Name() + "=" + st.Reading.ID
					}
					if by := rulesets.ClauseRanges(st.Warrant, v.Columns[k].RecordName); by != "" {
						text += "\n" + by
					}
				}
				cells = append(cells, Text(text))
			}
			if differs {
				t.Rows = append(t.Rows, Row{Key: s.Ruleset + "/" + s.ID, Cells: cells})
			}
		}
		out = append(out, t)
	}
	return out
}

// Figures writes an estimate and its interval, with as many decimals as tell
// something; the value is "–" where there is nothing, the interval "" where there
// is none.
func Figures(e playout.Estimate, share bool) (value, interval string) {
	if math.IsNaN(e.Value) || e.N == 0 {
		return "–", ""
	}
	decimals := 3
	if !share {
		switch a := math.Abs(e.Value); {
		case a >= 100:
			decimals = 1
		case a >= 10:
			decimals = 2
		}
	}
	value = fmt.Sprintf("%.*f", decimals, e.Value)
	if math.IsNaN(e.Low) || math.IsInf(e.Low, 0) || math.IsInf(e.High, 0) {
		return value, ""
	}
	return value, fmt.Sprintf("[%.*f, %.*f]", decimals, e.Low, decimals, e.High)
}

// Signed writes a measure with the sign of its test behind the value, and the
// interval behind the divider.
func Signed(m *verify.Measure, divider string) string {
	if m == nil {
		return "–"
	}
	value, interval := Figures(m.Estimate, m.Share)
	if m.Sign != verify.TooFew {
		value += " " + string(m.Sign)
	}
	if interval != "" {
		value += divider + interval
	}
	if m.Cut {
		value += divider + "cut short"
	}
	return value
}

func (v *comparison) play() []*Table {
	var out []*Table
	for _, g := range v.groups() {
		t := &Table{Name: tPlay + g.suffix, Title: "Play" + g.suffix, About: "Random play: value, interval at 95 %, and the sign of the test against column A. Timeouts are counted apart from draws; balance is to be read beside completion. How people play is another matter.",
			Columns: append([]Column{{Key: "metric", Title: "Metric", MaxWidth: 22, About: v.How()}}, v.columns(g, 62)...)}
		t.Columns = append(t.Columns, Column{Key: "agent", Title: "Agent"}, Column{Key: "games", Title: "Games", MaxWidth: 12, About: "of each column, where they differ"}, Column{Key: "seed", Title: "Seed", Kind: KindInteger}, Column{Key: "cap", Title: "Cap", Kind: KindInteger, About: "single moves after which a game is given up"})
		for _, name := range v.MetricNames() {
			cells := []Cell{Text(name)}
			var games []string
			cut := false
			for _, k := range g.columns {
				m := v.Measure(k, name)
				cut = cut || v.Short(k)
				cells = append(cells, Text(Signed(m, "\n")))
				if m == nil {
					continue
				}
				games = append(games, fmt.Sprintf("%s %d", v.Columns[k].Label, m.Stats.Played))
			}
			if len(games) == 0 {
				continue
			}
			t.Rows = append(t.Rows, Row{Cut: cut, Key: name, Cells: append(cells, Text("random"), Text(v.games(g, games)), Integer(int(v.Options.Seed)), Integer(v.Options.Cap))})
		}
		out = append(out, t)
	}
	return out
}

// games says how many games a row has: a number where it is the same for all.
func (v *comparison) games(g group, each []string) string {
	same := true
	n := -1
	for _, k := range g.columns {
		if s := v.Columns[k].Stats; s != nil {
			same = same && (n < 0 || n == s.Played)
			n = s.Played
		}
	}
	if same {
		return strconv.Itoa(n)
	}
	return strings.Join(each, ", ")
}

func (v *comparison) pairOf(a, b int) *verify.Pairing {
	for i := range v.Pairs {
		if p := &v.Pairs[i]; p.A == min(a, b) && p.B == max(a, b) {
			return p
		}
	}
	return nil
}

func (v *comparison) distance() []*Table {
	var out []*Table
	for _, g := range v.groups() {
		t := &Table{Name: tDistance + g.suffix, Title: "Distance over dimensions" + g.suffix,
			About:   "The share of the dimensions that both must settle, and do, in which their answers differ; ≈ counts those that agree in the answer and not in the rules behind it. What is left out of account stands in Pairs. Two interpretations of one ruleset may have other rules and yet the same answers: the last figure counts the statements that differ.",
			Columns: append([]Column{{Key: "of", Title: "Distance", MaxWidth: 40}}, v.columns(g, 44)...)}
		for i := range v.Columns {
			cells := []Cell{Text(v.Heading(i))}
			for _, k := range g.columns {
				p := v.pairOf(i, k)
				if p == nil {
					cells = append(cells, Text("–"))
					continue
				}
				text := "nothing to compare"
				if d, ok := p.Distance(); ok {
					text = fmt.Sprintf("%.2f\n%d of %d, %d ≈", d, p.Differ, p.Compared, p.Otherwise)
				}
				if p.SameRuleset {
					text += fmt.Sprintf("\n%s", count(p.Statements, "statement"))
				}
				cells = append(cells, Text(text))
			}
			t.Rows = append(t.Rows, Row{Key: v.Columns[i].Label, Cells: cells})
		}
		out = append(out, t)
	}
	return out
}

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

func (v *comparison) pairs() *Table {
	t := &Table{Name: tPairs, Title: "Every two", About: "How every two stand to each other over the dimensions, and what was left out of account.",
		Columns: []Column{{Key: "pair", Title: "Pair"}, {Key: "first", Title: "First", MaxWidth: 26}, {Key: "second", Title: "Second", MaxWidth: 26},
			{Key: "distance", Title: "Distance", Kind: KindNumber, Decimals: 2, About: "differ / compared"}, {Key: "differ", Title: "Differ", Kind: KindInteger, About: "≠, other answers"},
			{Key: "compared", Title: "Compared", Kind: KindInteger, About: "dimensions that both settle, with the same answers to choose from"},
			{Key: "otherwise", Title: "≈", Kind: KindInteger, About: "same answer, the rules behind it say different things"},
			{Key: "not_settled", Title: "Not settled", Kind: KindInteger, About: "left out: nothing settles it in one of them"}, {Key: "no_issue", Title: "No issue", Kind: KindInteger, About: "left out: it does not arise in one of them"},
			{Key: "terms", Title: "Other terms", Kind: KindInteger, About: "left out: both kinds of games are asked, with other answers to choose from"}, {Key: "one", Title: "Of one only", Kind: KindInteger, About: "left out: the kind of one of them is not asked"},
			{Key: "statements", Title: "Statements", Kind: KindInteger, About: "of one ruleset that differ"},
			{Key: "testimony", Title: "Testimony", MaxWidth: 24}, {Key: "differing", Title: "Dimensions in which they differ", MaxWidth: 60}}}
	for i := range v.Pairs {
		p := &v.Pairs[i]
		distance := Cell{}
		if d, ok := p.Distance(); ok {
			distance = Number(d)
		}
		statements := Cell{}
		if p.SameRuleset {
			statements = Integer(p.Statements)
		}
		testimony := ""
		if p.OneTestimony {
			testimony = "one passage: where they agree it is said once"
		}
		var differing []string
		for _, id := range p.Differing {
			differing = append(differing, strings.ReplaceAll(id, "_", " "))
		}
		for k, list := range p.SaidByOne {
			for _, st := range list {
				differing = append(differing, "said in "+v.Columns[[]int{p.A, p.B}[k]].Label+" alone: "+st.ID)
			}
		}
		for k, list := range p.Reordered {
			for _, st := range list {
				differing = append(differing, "in another order in "+v.Columns[[]int{p.A, p.B}[k]].Label+": "+st.ID)
			}
		}
		a, b := v.Columns[p.A], v.Columns[p.B]
		t.Rows = append(t.Rows, Row{Key: a.Label + "–" + b.Label, Cells: []Cell{Text(a.Label + "–" + b.Label), Text(v.Heading(p.A)), Text(v.Heading(p.B)), distance,
			Integer(p.Differ), Integer(p.Compared), Integer(p.Otherwise), Integer(p.NotSettled), Integer(p.NoIssue), Integer(p.OtherTerms), Integer(p.OneOnly), statements, Text(testimony), Text(strings.Join(differing, ", "))}})
	}
	return t
}

func (v *comparison) testimony() *Table {
	t := &Table{Name: tTestimony, Title: "Testimony", About: "Records behind different rulesets that hang together: of one passage or of one source, or where clauses of one speak of clauses of the other. Clauses alike are those with the same words; accents, capitals and punctuation do not count.",
		Columns: []Column{{Key: "first", Title: "One record"}, {Key: "second", Title: "The other"}, {Key: "rulesets", Title: "Rulesets", MaxWidth: 24}, {Key: "follows", Title: "What follows", MaxWidth: 40},
			{Key: "shared", Title: "Clauses alike", Kind: KindInteger}, {Key: "clauses", Title: "Clauses", About: "of the one and of the other"}, {Key: "source", Title: "Source", MaxWidth: 60}, {Key: "relations", Title: "Relations", MaxWidth: 40}}}
	for _, x := range v.Testimony {
		cite := func(key, locator string) string {
			if s := v.Corpus.Evidence.Source(key); s != nil {
				return s.CiteAt(locator)
			}
			if locator != "" {
				return key + ", " + locator
			}
			return key
		}
		source := cite(x.A.Source.Key, x.A.Source.Locator)
		switch {
		case x.Passage:
		case x.Source && x.B.Source.Locator != "":
			source += " and " + x.B.Source.Locator
		case !x.Source:
			source += "; " + cite(x.B.Source.Key, x.B.Source.Locator)
		}
		t.Rows = append(t.Rows, Row{Key: x.A.ID + " " + x.B.ID, Cells: []Cell{Text(x.A.ID), Text(x.B.ID), Text(strings.Join(x.Rulesets, ", ")), Text(x.Follows()), Integer(x.Shared),
			Text(fmt.Sprintf("%d and %d", len(x.A.Clauses), len(x.B.Clauses))), Text(source), Text(strings.Join(x.Relations, ", "))}})
	}
	return t
}

// clauseRange lists clauses briefly and leads to the first of them.
func clauseRange(refs []rulesets.ClauseRef) Cell {
	if len(refs) == 0 {
		return Cell{}
	}
	return Text(rulesets.ClauseRanges(refs, nil)).To(tClauses, refs[0].String())
}

func (v *comparison) shared() *Table {
	t := &Table{Name: tShared, Title: "Clauses shared word for word", About: "Clauses that records of several rulesets have in the same words, which are our own. Where the records are of one passage that is one testimony, not two; where they are of several, the same words say the same thing and nothing of dependence.",
		Columns: []Column{{Key: "text", Title: "What it says (our words)", MaxWidth: 80}, {Key: "clauses", Title: "Clauses", MaxWidth: 50}, {Key: "follows", Title: "Testimony", MaxWidth: 40}}}
	for i := range v.Clauses {
		s := &v.Clauses[i]
		follows := "several passages"
		if v.OnePassage(s) {
			follows = "one passage: one testimony"
		}
		t.Rows = append(t.Rows, Row{Cells: []Cell{Text(s.Text), clauseCell(refNames(s.Clauses)), Text(follows)}})
	}
	return t
}

func (v *comparison) left() *Table {
	t := &Table{Name: tLeft, Title: "Questions left", About: "What each leaves open: questions that arise and are answered by a default. Weight 3 changes who wins or leaves the game unplayable, 2 often changes what is legal, 1 is rare or cosmetic. A question that two rulesets ask in the same words is shared; where they rest on one passage it is one question, not two.",
		Columns: []Column{{Key: "column", Title: "Interpretation", MaxWidth: 40}, {Key: "left", Title: "Left", Kind: KindInteger}, {Key: "weight3", Title: "Weight 3", Kind: KindInteger}, {Key: "weight2", Title: "Weight 2", Kind: KindInteger}, {Key: "weight1", Title: "Weight 1", Kind: KindInteger}}}
	kinds := v.kinds()
	for _, k := range kinds {
		t.Columns = append(t.Columns, Column{Key: k, Title: strings.ToUpper(k[:1]) + k[1:], Kind: KindInteger})
	}
	t.Columns = append(t.Columns, Column{Key: "shared", Title: "Shared", Kind: KindInteger, About: "of those left, asked by another ruleset here in the same words"}, Column{Key: "picked", Title: "Picked", Kind: KindInteger, About: "the reading was picked by whoever asked"},
		Column{Key: "moot", Title: "Do not arise", Kind: KindInteger})
	for i, col := range v.Columns {
		n := col.Left
		cells := []Cell{Text(v.Heading(i)), Integer(n.Left), Integer(n.ByWeight[3]), Integer(n.ByWeight[2]), Integer(n.ByWeight[1])}
		for _, k := range kinds {
			cells = append(cells, Integer(n.ByKind[k]))
		}
		t.Rows = append(t.Rows, Row{Key: col.Label, Cells: append(cells, Integer(n.Shared), Integer(n.Pinned), Integer(n.Moot))})
	}
	return t
}

// kinds lists the kinds of the questions that are left, in order.
func (v *comparison) kinds() []string {
	var out []string
	for _, col := range v.Columns {
		for k := range col.Left.ByKind {
			if !slices.Contains(out, k) {
				out = append(out, k)
			}
		}
	}
	slices.Sort(out)
	return out
}

func (v *comparison) questions() []*Table {
	var out []*Table
	for _, g := range v.groups() {
		t := &Table{Name: tQuestions + g.suffix, Title: "Questions side by side" + g.suffix, About: "The questions of two columns or more, with the reading that each takes. Those in which columns differ have ≠; a reading that was picked has *.",
			Columns: append([]Column{{Key: "sign", Title: "Sign", Kind: KindSeverity, MaxWidth: 6}, {Key: "question", Title: "Question", MaxWidth: 40}}, v.columns(g, 48)...)}
		for i := range v.Questions {
			q := &v.Questions[i]
			sign := ""
			if q.Differ() {
				sign = string(verify.Differs)
			}
			if q.AskedOf() < 2 {
				continue
			}
			cells := []Cell{Text(sign), Text(q.Asks)}
			any := false
			for _, k := range g.columns {
				x := &q.Cells[k]
				text := ""
				switch {
				case x.Question == nil:
				case x.Reading == nil:
					text, any = x.Question.Name()+": does not arise", true
				default:
					text, any = fmt.Sprintf("%s: %s\n%s, weight %d", x.Question.Name(), x.Reading.ID, x.Question.Kind, x.Question.Weight), true
					if x.Pinned {
						text = "* " + text
					}
				}
				cells = append(cells, Text(text))
			}
			if any {
				t.Rows = append(t.Rows, Row{Cells: cells})
			}
		}
		out = append(out, t)
	}
	t := &Table{Name: tQuestionsOne, Title: "Questions of one only", About: "The questions that one column alone has, with the reading it takes.",
		Columns: []Column{{Key: "column", Title: "Interpretation", MaxWidth: 30}, {Key: "question", Title: "Question"}, {Key: "asks", Title: "What it asks", MaxWidth: 70}, {Key: "kind", Title: "Kind"}, {Key: "weight", Title: "Weight", Kind: KindInteger},
			{Key: "about", Title: "About", MaxWidth: 30}, {Key: "reading", Title: "Reading", MaxWidth: 30}, {Key: "picked", Title: "Picked"}}}
	for i, col := range v.Columns {
		for k := range v.Questions {
			q := &v.Questions[k]
			x := &q.Cells[i]
			if x.Question == nil || q.AskedOf() > 1 {
				continue
			}
			reading, picked := "does not arise", ""
			if x.Reading != nil {
				reading = x.Reading.ID
			}
			if x.Pinned {
				picked = "*"
			}
			t.Rows = append(t.Rows, Row{Key: col.Label + "/" + q.ID, Cells: []Cell{Text(v.Heading(i)), Text(x.Question.Name()), Text(q.Asks), Text(x.Question.Kind), Integer(x.Question.Weight), clauseRange(x.Question.About), Text(reading), Text(picked)}})
		}
	}
	return append(out, t)
}

func (v *comparison) compared() *Table {
	t := &Table{Name: tCompared, Title: "What is compared", Columns: []Column{{Key: "column", Title: "Column"}, {Key: "ruleset", Title: "Ruleset"}, {Key: "title", Title: "Game"}, {Key: "family", Title: "Kind of game"}, {Key: "readings", Title: "Readings", MaxWidth: 50, About: "picked, or no defaults; all other questions take their defaults"},
		{Key: "record", Title: "Records", MaxWidth: 24}, {Key: "date", Title: "Date (EDTF)"}, {Key: "place", Title: "Place", MaxWidth: 24}, {Key: "source", Title: "Source", MaxWidth: 60}, {Key: "statements", Title: "Statements", Kind: KindInteger}, {Key: "assumed", Title: "Assumed", Kind: KindInteger, About: "statements without a clause behind them"},
		{Key: "questions", Title: "Questions", Kind: KindInteger}, {Key: "failure", Title: "Failure in play", MaxWidth: 60}}}
	for _, col := range v.Columns {
		d := col.Interpretation.Definition
		var dates, places, sources []string
		for _, id := range d.Records {
			r := v.Corpus.Evidence.Record(id)
			if r == nil {
				continue
			}
			if r.Date != nil {
				dates = append(dates, strings.TrimSpace(r.Date.EDTF.String()+" "+r.Date.Of))
			}
			if r.Location != nil {
				places = append(places, r.Location.Name)
			}
			if s := v.Corpus.Evidence.Source(r.Source.Key); s != nil {
				sources = append(sources, s.CiteAt(r.Source.Locator))
			}
		}
		assumed := 0
		for _, s := range col.Interpretation.Statements {
			if len(s.Warrant) == 0 {
				assumed++
			}
		}
		readings := strings.Join(col.Picks(), ", ")
		if readings == "" {
			readings = "defaults"
		}
		t.Rows = append(t.Rows, Row{Key: col.Label, Cells: []Cell{Text(col.Label), Text(d.ID), Text(d.Title), Text(d.Family), Text(readings), Text(strings.Join(d.Records, ", ")), Text(strings.Join(dates, "; ")), Text(strings.Join(places, "; ")), Text(strings.Join(sources, "; ")),
			Integer(len(col.Interpretation.Statements)), Integer(assumed), Integer(len(d.Questions)), Text(col.Failure)}})
	}
	return t
}

func (v *comparison) settled() *Table {
	t := &Table{Name: tSettled, Title: "What each settles, in full", About: "A row for every dimension and every interpretation of which it is asked: the answer, what it rests on, and what the rules that show it say.",
		Columns: []Column{{Key: "dimension", Title: "Dimension", MaxWidth: 24}, {Key: "kind", Title: "Asked of", MaxWidth: 18}, {Key: "asks", Title: "What it asks", MaxWidth: 36}, {Key: "column", Title: "Column"}, {Key: "ruleset", Title: "Ruleset"}, {Key: "sign", Title: "Sign", Kind: KindSeverity, About: "to the first column that has an answer"},
			{Key: "standing", Title: "Standing"}, {Key: "id", Title: "Answer"}, {Key: "answer", Title: "In words", MaxWidth: 36}, {Key: "clauses", Title: "Clauses", MaxWidth: 30}, {Key: "questions", Title: "Questions", MaxWidth: 20}, {Key: "assumed", Title: "Assumed because", MaxWidth: 40}, {Key: "sentences", Title: "What the rules say (generated)", MaxWidth: 60}}}
	for i := range v.Dimensions {
		row := &v.Dimensions[i]
		for k, col := range v.Columns {
			x := &row.Cells[k]
			s := x.Settlement
			if s == nil {
				continue
			}
			id, means := "", ""
			var questions []string
			var refs []rulesets.ClauseRef
			var assumed []string
			if s.Answer != nil && s.Standing != rulesets.Moot {
				id, means, refs, assumed = s.Answer.ID, s.Answer.Means, s.Clauses(), s.Assumptions()
				for _, q := range s.Questions {
					questions = append(questions, q.Name())
				}
			}
			t.Rows = append(t.Rows, Row{Key: settledKey(col, row.ID), Cells: []Cell{Text(row.ID), Text(s.Dimension.Family), Text(s.Dimension.Asks), Text(col.Label), Text(col.Interpretation.Definition.ID), Text(string(x.Sign)),
				Text(string(s.Standing)), Text(id), Text(means), clauseRange(refs), Text(strings.Join(questions, ", ")), Text(strings.Join(assumed, "\n")), Text(strings.Join(slices.Concat(x.Sentences, x.Definitions), "\n"))}})
		}
	}
	return t
}

func (v *comparison) clauses() *Table {
	t := &Table{Name: tClauses, Title: "Clauses", About: "Every clause of the records behind the rulesets.",
		Columns: []Column{{Key: "clause", Title: "Clause"}, {Key: "game", Title: "Game"}, {Key: "layer", Title: "Layer"}, {Key: "text", Title: "What it says (our words)", MaxWidth: 80}, {Key: "wording", Title: "Wording in doubt", MaxWidth: 30}, {Key: "why", Title: "Why it is no rule", MaxWidth: 40}}}
	for _, r := range v.Records() {
		for _, c := range r.Clauses {
			t.Rows = append(t.Rows, Row{Key: r.Ref(c.N).String(), Cells: []Cell{Text(r.Ref(c.N).String()), Text(r.Game), Text(c.In), Text(c.Text), Text(strings.Join(c.Wording, "; ")), Text(c.Why)}})
		}
	}
	return t
}

func (v *comparison) statistics() *Table {
	t := &Table{Name: tStatistics, Title: "Statistics of play", About: "One row for every interpretation and metric, for other programs; Play has the same side by side.",
		Columns: []Column{{Key: "column", Title: "Column"}, {Key: "interpretation", Title: "Interpretation", MaxWidth: 50}, {Key: "metric", Title: "Metric"}, {Key: "value", Title: "Value", Kind: KindNumber}, {Key: "low", Title: "From", Kind: KindNumber, About: "lower end of the interval at 95 %"}, {Key: "high", Title: "To", Kind: KindNumber},
			{Key: "interval", Title: "Interval", About: "Wilson's for shares, Student's t for means, Agresti and Min's for balance"}, {Key: "n", Title: "N", Kind: KindInteger, About: "games in which the metric has a value"}, {Key: "left_out", Title: "Left out", Kind: KindInteger, About: "games in which it has none"}, {Key: "sign", Title: "Against A"},
			{Key: "agent", Title: "Agent"}, {Key: "games", Title: "Games", Kind: KindInteger}, {Key: "seed", Title: "Seed", Kind: KindInteger}, {Key: "cap", Title: "Cap", Kind: KindInteger}}}
	for _, m := range v.Metrics {
		e := m.Estimate
		low, high, how := num(e.Low), num(e.High), e.How
		value := num(e.Value)
		if e.N == 0 {
			value, low, high, how = Text("–"), Cell{}, Cell{}, ""
		}
		col := v.Columns[m.Column]
		t.Rows = append(t.Rows, Row{Cut: m.Cut, Key: col.Label + "/" + m.Metric, Cells: []Cell{Text(col.Label), Text(col.Name()), Text(m.Metric), value, low, high, Text(how), Integer(e.N), Integer(m.LeftOut), Text(string(m.Sign)),
			Text("random"), Integer(m.Stats.Played), Integer(int(m.Stats.Seed)), Integer(m.Stats.Cap)}})
	}
	return t
}

func (v *comparison) tests() *Table {
	t := &Table{Name: tTests, Title: "Tests of difference", About: v.How(),
		Columns: []Column{{Key: "pair", Title: "Pair"}, {Key: "first", Title: "First", MaxWidth: 26}, {Key: "second", Title: "Second", MaxWidth: 26}, {Key: "metric", Title: "Metric"}, {Key: "sign", Title: "Sign", About: "+ the second is greater, - less, ~ no evidence of a difference, = every game alike"},
			{Key: "from", Title: "In the first", Kind: KindNumber, About: "over the games that the test has"}, {Key: "to", Title: "In the second", Kind: KindNumber}, {Key: "difference", Title: "Difference", Kind: KindNumber, About: "the second less the first"},
			{Key: "low", Title: "From", Kind: KindNumber, About: "lower end of the interval at 95 %"}, {Key: "high", Title: "To", Kind: KindNumber}, {Key: "clow", Title: "Corrected from", Kind: KindNumber, About: "lower end of the interval that holds for all tests at once (Bonferroni)"}, {Key: "chigh", Title: "Corrected to", Kind: KindNumber},
			{Key: "p", Title: "P", Kind: KindNumber, Decimals: 4, About: "the chance of so great a difference if there were none, not corrected"}, {Key: "holm", Title: "P corrected", Kind: KindNumber, Decimals: 4, About: "by Holm's method, for all tests"}, {Key: "test", Title: "Test"}, {Key: "level", Title: "Level", Kind: KindNumber, Decimals: 2}, {Key: "tests", Title: "Tests", Kind: KindInteger},
			{Key: "n1", Title: "N first", Kind: KindInteger}, {Key: "n2", Title: "N second", Kind: KindInteger}, {Key: "left_out", Title: "Left out", Kind: KindInteger, About: "pairs, or games of both, in which the metric has no value"},
			{Key: "agent", Title: "Agent"}, {Key: "games", Title: "Games"}, {Key: "seed", Title: "Seed", Kind: KindInteger}, {Key: "cap", Title: "Cap", Kind: KindInteger}}}
	for i := range v.Tests {
		x := &v.Tests[i]
		a, b := v.Columns[x.A], v.Columns[x.B]
		d := x.Difference
		t.Rows = append(t.Rows, Row{Cut: x.Cut, Key: a.Label + "–" + b.Label + "/" + x.Metric, Cells: []Cell{Text(a.Label + "–" + b.Label), Text(v.Heading(x.A)), Text(v.Heading(x.B)), Text(x.Metric), Text(string(x.Sign)),
			num(x.From.Value), num(x.To.Value), num(d.Value), num(d.Low), num(d.High), num(x.Low), num(x.High), num(d.P), num(x.Holm), Text(x.Name), Number(verify.Level), Integer(x.Comparisons), Integer(x.From.N), Integer(x.To.N), Integer(x.LeftOut),
			Text("random"), Text(fmt.Sprintf("%d and %d", a.Stats.Played, b.Stats.Played)), Integer(int(v.Options.Seed)), Integer(v.Options.Cap)}})
	}
	return t
}

func (v *comparison) method(version string) *Table {
	o := v.Options
	t := &Table{Name: tMethod, Title: "Method", About: "How the figures were made. The same program, corpus, games and seed give the same report, with any number of workers.",
		Columns: []Column{{Key: "what", Title: "What", MaxWidth: 40}, {Key: "how", Title: "How", MaxWidth: 110}}}
	add := func(what, format string, args ...any) {
		t.Rows = append(t.Rows, Row{Cells: []Cell{Text(what), Text(fmt.Sprintf(format, args...))}})
	}
	add("To repeat", "%s   (%s)", Again(v.Comparison), version)
	if v.Interrupted {
		add("Interrupted", "%s", v.interrupted())
	}
	add("Answers", "recognised in the statements of each interpretation, never by a label: a dimension has a list of answers, each known by statements that are there or are not")
	add("≠ and ≈", "≠: another answer; ≈: the same answer, while the sentences made from the statements that show it are not the same word for word (what the players are called does not count); · where kinds of games have other answers to choose from")
	add("Distance", "≠ divided by the dimensions that both settle in the same terms. Left out: what one of them leaves open, what does not arise in one, what is asked in other terms, what the kind of one is not asked. No dimension counts more than another, and dimensions hang together: the distance is a way to sort, not a measure of descent")
	add("Shared clauses", "the texts of clauses compared word for word; accents, capitals and punctuation do not count")
	add("Shared questions", "the same id and the same words")
	if o.Games > 0 {
		add("Games", "%d of each interpretation, uniformly random among the legal single moves; seed and number of a game settle its throws and moves (xoshiro256**, seeded by splitmix64); a game is given up after %d single moves and then counted apart", o.Games, o.Cap)
		add("Intervals", "at 95 %%: Wilson's for shares (Wilson 1927), Student's t for means (Student 1908), of games that ended; Agresti and Min's for balance (2005)")
		which := "every two columns"
		if o.First {
			which = "every column against A"
		}
		add("Tests", "%s in every metric but balance. Interpretations of one ruleset: games of one number have the same throws and, until the two part, the same moves (common random numbers), so they are compared in pairs: paired t for means, McNemar's exact test for shares. Two rulesets: independent samples, Welch's t for means (Welch 1947), Fisher's exact test for shares with Newcombe's interval (Newcombe 1998). Points are tested within a ruleset only", which)
		add("Correction", "Holm's for all tests of the comparison at once (Holm 1979), level %g; corrected intervals are Bonferroni's", verify.Level)
	}
	return t
}

// Again is the command line that repeats a comparison.
func Again(c *verify.Comparison) string {
	parts := []string{"lectio compare"}
	for _, col := range c.Columns {
		name := col.Asked()
		if strings.Contains(name, "{") {
			name = "'" + name + "'"
		}
		parts = append(parts, name)
	}
	if c.Options.First {
		parts = append(parts, "--against-first")
	}
	if c.Options.Games == 0 {
		return strings.Join(append(parts, "--no-play"), " ")
	}
	return strings.Join(append(parts, fmt.Sprintf("--games %d --seed %d --cap %d", c.Options.Games, c.Options.Seed, c.Options.Cap)), " ")
}

// equalChances says what the first player's share would be if all chances were
// equal, for each number of players that there is.
func (v *comparison) equalChances() string {
	var numbers []int
	for _, col := range v.Columns {
		if !slices.Contains(numbers, col.Players()) {
			numbers = append(numbers, col.Players())
		}
	}
	slices.Sort(numbers)
	var parts []string
	for _, n := range numbers {
		parts = append(parts, fmt.Sprintf("with %d players of equal chances it would be %.3g", n, 1/float64(n)))
	}
	return strings.Join(parts, ", ")
}

// charts show lengths, the first player's share and completion, where they say
// more than numbers.
func (v *comparison) charts() []*Chart {
	var out []*Chart
	for _, x := range []struct{ metric, title, up, about string }{
		{verify.MetricMoves, "Moves a game with passes", "mean number of single moves", "Random play, games that ended. Each bar runs from the lower to the upper end of the 95 % interval; where its two shades meet is the value."},
		{verify.MetricFirstShare, "The first player's share", "share of the games with a winner", "Random play, 95 % intervals; " + v.equalChances() + "."},
		{"completion", "Completion", "share of all games with a winner", "Random play, 95 % intervals."},
		{"branching factor", "Branching factor", "mean number of legal moves", "Random play, forced moves included, 95 % intervals."},
	} {
		c := &Chart{Title: x.title, Kind: Intervals, Across: "interpretation", Up: x.up, About: x.about}
		for i := range v.Columns {
			if m := v.Measure(i, x.metric); m != nil && m.Estimate.N > 0 {
				c.Points = append(c.Points, Point{Name: cutName(v.Heading(i), m.Cut), Value: m.Estimate.Value, Low: m.Estimate.Low, High: m.Estimate.High})
			}
		}
		if slices.ContainsFunc(c.Points, func(p Point) bool { return p.Value != c.Points[0].Value }) {
			out = append(out, c) // what is the same everywhere needs no picture
		}
	}
	return out
}
