package report

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/edition"
	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/compare"
	"github.com/lectio/lectio/verify/measure"
)

// Names of the sheets of a comparison.
const (
	tCompared    = "Compared"
	tDifferences = "Differences"
	tSideBySide  = "Side by side"
	tPlay        = "Play"
	tPlayLearned = "Play learned"
	tDistance    = "Distance"
	tGroups      = "Groups"
	tPairs       = "Pairs"
	tTestimony   = "Testimony"
	tShared      = "Shared clauses"
	tLeft        = "Questions left"
	tSays        = "Rules that differ"
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
func Comparison(c *compare.Comparison, version string) *Report {
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
			"A dimension is something that a game of its kind must settle; for each that differs the rules are given that make the difference. ≠: the answers differ. ≈: the answer is the same, but the rules behind it do not say the same. =: both are the same. ·: the kinds of games ask it in other terms, so that answers cannot be set against each other. A sign within a cell stands for the comparison with the first column that has an answer.",
			"With each answer stands what settles it: clauses (stated), the reading of a question (decided), or an assumption (assumed). Open means that nothing settles it; no issue, that it does not arise; –, that games of this kind are not asked.",
			"Likeness is no proof of descent, and two records of one passage are one testimony.",
		},
		Facts: [][2]string{{"Lectio", version}, {"Compared", strings.Join(names, "; ")}},
	}
	if c.Options.Games > 0 {
		r.Facts = append(r.Facts, [2]string{"Agent", agents(c.Options.Trainings)}, [2]string{"Games of each", fmt.Sprint(c.Options.Games)},
			[2]string{"Seed", fmt.Sprint(c.Options.Seed)}, [2]string{"Cap", fmt.Sprintf("%d single moves a game", c.Options.Cap)})
	}
	if how := v.hows(); how != "" {
		r.Facts = append(r.Facts, [2]string{"Signs of play", how})
	}
	if told := c.Programs(); len(told) > 0 {
		r.Facts = append(r.Facts, [2]string{"Learned programs", strings.Join(told, " ")})
	}
	if c.Interrupted {
		r.Facts = append(r.Facts, [2]string{"Interrupted", v.interrupted()})
	}
	var tables []*Table
	tables = append(tables, v.differences()...)
	tables = append(tables, v.sideBySide()...)
	tables = append(tables, v.says()...)
	tables = append(tables, v.play()...)
	tables = append(tables, v.distance()...)
	tables = append(tables, v.boards()...)
	tables = append(tables, v.treeTable(), v.grouped(), v.pairs(), v.testimony(), v.shared(), v.left())
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
	if d := v.tree(); d != nil {
		r.Figures = append(r.Figures, Figure{Name: tTree, About: v.treeAbout(), Drawn: d})
	}
	r.AddCharts(v.charts()...)
	r.Citation = v.citation(version)
	for _, col := range c.Columns {
		d := col.Interpretation.Definition
		r.cite(c.Corpus.Of(d).Evidence, d.Records, func(id string) string { return c.Called(col, rulesets.ClauseRef{Record: id})[0].Record })
	}
	r.Phylogeny = v.phylogeny(version)
	return r
}

type comparison struct{ *compare.Comparison }

// agents says who plays the games.
func agents(trainings int) string {
	random := "uniformly random among the legal single moves"
	if trainings == 0 {
		return random
	}
	return fmt.Sprintf("%d programs that learned each ruleset by default and look one move ahead, where a program could learn it; beside them, never put together with theirs, games %s", trainings, random)
}

// interrupted says how far the games came of a comparison that was stopped.
func (v *comparison) interrupted() string {
	var short []string
	for _, x := range v.NotDone() {
		short = append(short, fmt.Sprintf("%s %d", x.Column.Label, x.Played))
	}
	return fmt.Sprintf("after %d of %d games; what rests on fewer than %d of a column is marked as cut short (%s)",
		v.Done, v.Total, v.Options.Games, strings.Join(short, ", "))
}

// citation says of what the figures are, and how they were made.
func (v *comparison) citation(version string) string {
	var of []string
	for _, col := range v.Columns {
		d := col.Interpretation.Definition
		readings := "default readings"
		if picks := col.Picks(); len(picks) > 0 {
			readings = strings.Join(picks, ", ")
		}
		of = append(of, fmt.Sprintf("%s: %s (ruleset %s, version %s, %s)", col.Label, d.Title, d.ID, d.Version, readings))
	}
	text := strings.Join(of, "; ") + ". Made with " + edition.Capitalised(version)
	if v.Options.Games > 0 {
		text += fmt.Sprintf("; %d games at random of each, seed %d, given up after %d single moves", v.Options.Games, v.Options.Seed, v.Options.Cap)
		if v.Of(measure.Learned) != nil {
			text += fmt.Sprintf(", and as many under each of %d learned programs, given up after %d", v.Options.Trainings, min(v.Options.Cap, verify.LearnedCap))
		}
	}
	if v.Likeness.Drawn > 0 {
		text += fmt.Sprintf("; %s of readings drawn, seed %d", count(v.Likeness.Drawn, "combination"), v.Options.Seed)
	}
	return text
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

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

func (v *comparison) method(version string) *Table {
	o := v.Options
	t := &Table{Name: tMethod, Title: "Method", About: "How the figures were made. The same program, corpus, games and seed give the same report, with any number of workers.",
		Columns: []Column{{Key: "what", Title: "What", MaxWidth: 40}, {Key: "how", Title: "How", MaxWidth: 110}}}
	add := func(what, format string, args ...any) {
		t.Rows = append(t.Rows, Row{Cells: []Cell{Text(what), Text(fmt.Sprintf(format, args...))}})
	}
	t.Rows = append(t.Rows, Row{Cells: []Cell{Text("To repeat"), {Text: v.Again(), Copied: true}}})
	add("Program", "%s", version)
	if v.Interrupted {
		add("Interrupted", "%s", v.interrupted())
	}
	add("Answers", "recognised in the statements of each interpretation, never by a label: a dimension has a list of answers, each known by statements that are there or are not")
	add("≠ and ≈", "≠: another answer; ≈: the same answer, while the sentences made from the statements that show it are not the same word for word (what the players are called does not count); · where kinds of games have other answers to choose from")
	add("Distance", "≠ divided by the dimensions that both settle in the same terms. Left out: what one of them leaves open, what does not arise in one, what is asked in other terms, what the kind of one is not asked. No dimension counts more than another, and dimensions hang together: the distance is a way to sort, not a measure of descent")
	if how := v.Grouped(); how != "" {
		add("Groups", "%s", how)
	}
	if v.Likeness.Tree != nil {
		add("Tree", "%s", v.Newick())
	}
	add("Shared clauses", "the texts of clauses compared word for word; accents, capitals and punctuation do not count")
	add("Shared questions", "the same id and the same words")
	if r := v.Resting(); r != nil {
		add("Games of a sweep", "%s. Only sums are kept of them, so they are compared as independent samples", r.Words())
	}
	if o.Games > 0 {
		add("Games", "%d of each interpretation, uniformly random among the legal single moves; seed and number of a game settle its throws and moves (xoshiro256**, seeded by splitmix64); a game is given up after %d single moves and then counted apart", o.Games, o.Cap)
		add("Intervals", "at 95 %%: Wilson's for shares (Wilson 1927), Student's t for means (Student 1908), of games that ended; Agresti and Min's for balance (2005)")
		which := "every two columns"
		if o.First {
			which = "every column against A"
		}
		add("Tests", "%s in every metric but balance. Interpretations of one ruleset: games of one number have the same throws and, until the two part, the same moves (common random numbers), so they are compared in pairs: paired t for means, McNemar's exact test for shares. Two rulesets: independent samples, Welch's t for means (Welch 1947), Fisher's exact test for shares with Newcombe's interval (Newcombe 1998). Points are tested within a ruleset only", which)
		add("Correction", "Holm's for all tests of the comparison at once (Holm 1979), level %g; corrected intervals are Bonferroni's", measure.Level)
	}
	return t
}
