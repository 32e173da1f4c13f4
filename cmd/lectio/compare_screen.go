package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence/cells"
	"github.com/lectio/lectio/rulesets/dimension"
	"github.com/lectio/lectio/verify/compare"
	"github.com/lectio/lectio/verify/measure"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/verify/report"
)

// narrowest is how narrow a column of answers may become before they are listed
// below each other.
const narrowest = 15

// comparisonScreen writes a comparison for people at a screen.
type comparisonScreen struct {
	w     io.Writer
	c     *compare.Comparison
	width int
	// differences has what differs and nothing else.
	differences bool
}

func (s *comparisonScreen) write(out []string) {
	about := func(d *rulesets.Definition) string {
		return fmt.Sprintf("%s (%s), %s", d.Title, d.Family, strings.Join(d.Records, ", "))
	}
	if s.c.OneRuleset() {
		s.paragraph("", about(s.c.Columns[0].Interpretation.Definition), 4)
	}
	for i, col := range s.c.Columns {
		text := s.c.Heading(i)
		if !s.c.OneRuleset() {
			text += ": " + about(col.Interpretation.Definition)
		}
		s.paragraph("  ", text, 2)
	}
	if s.differences {
		s.heading("What differs, and the rules that make the difference")
		s.differing()
		s.end(out)
		return
	}
	s.heading("What each settles")
	s.dimensions()
	if same := s.c.Same(); len(s.c.Statements)+len(same) > 0 {
		s.heading("What the rules say differently")
		s.statements()
		for _, like := range same {
			s.paragraph("", strings.Join(like, ", ")+" state the same: the readings have other names, or other reasons, for the same rules", 0)
		}
	}
	s.heading("Distance over dimensions")
	s.distance()
	if how := s.c.Grouped(); how != "" {
		s.heading("Groups by distance")
		s.groups(how)
	}
	if len(s.c.Testimony) > 0 {
		s.heading("Testimony")
		s.testimony()
	}
	s.heading("Questions left")
	s.questions()
	if s.c.Options.Games > 0 {
		s.plays()
	}
	s.end(out)
}

// end says what was written, how far the work came, and how it is repeated.
func (s *comparisonScreen) end(out []string) {
	fmt.Fprintln(s.w)
	if len(out) > 0 {
		fmt.Fprintf(s.w, "written: %s\n", strings.Join(out, ", "))
	}
	if s.c.Interrupted {
		fmt.Fprintf(s.w, "interrupted: %d of %d games played\n", s.c.Done, s.c.Total)
		for _, x := range s.c.NotDone() {
			fmt.Fprintf(s.w, "%s: %d of %d games played\n", x.Name(), x.Played(), x.Games)
		}
		return
	}
	if r := s.c.Resting(); r != nil {
		fmt.Fprintln(s.w, r.Words())
	}
	fmt.Fprintf(s.w, "to repeat: %s\n", s.c.Again())
}

func (s *comparisonScreen) heading(text string) { fmt.Fprintf(s.w, "\n%s\n\n", text) }

// paragraph breaks a text into lines; those behind the first are indented.
func (s *comparisonScreen) paragraph(label, text string, indent int) {
	paragraph(s.w, s.width, label, text, indent+cells.Width(label))
}

// beside returns the width of a column when all stand beside each other, behind
// what takes up used characters; ok is false when that is too narrow.
func (s *comparisonScreen) beside(used int) (width int, ok bool) {
	width = (s.width-used)/len(s.c.Columns) - 2
	return min(width, 40), width >= narrowest
}

// means is the answer of a cell in words.
func means(x *compare.ContrastCell) string {
	if x.Settlement == nil {
		return "–"
	}
	return cmp.Or(x.Settlement.Words(), string(x.Settlement.Standing))
}

// unsettled is said where dimensions would stand.
const unsettled = "not found out: the work was interrupted (cut short)"

func (s *comparisonScreen) dimensions() {
	alone, alike := 0, 0
	var rows []*compare.Contrast
	for i := range s.c.Dimensions {
		switch row := &s.c.Dimensions[i]; {
		case len(row.AskedOf()) < 2:
			alone++
		case s.c.OneRuleset() && (row.Sign == compare.Agrees || row.Sign == compare.Alone):
			alike++ // what readings leave as it is would hide what they change
		default:
			rows = append(rows, row)
		}
	}
	if s.c.Unsettled {
		fmt.Fprintln(s.w, unsettled)
		return
	}
	switch width, ok := s.beside(dimensionWidth + 6); {
	case len(rows) == 0:
		fmt.Fprintln(s.w, "every dimension alike")
	case ok:
		s.table(rows, width, func(row *compare.Contrast, k int) string {
			x := &row.Cells[k]
			text := s.signed(x)
			if x.Settlement != nil && x.Settlement.Standing != dimension.Moot {
				text += "\n[" + s.c.Columns[k].Brief(x.Settlement) + "]"
			}
			return text
		})
	default:
		s.below(rows)
	}
	fmt.Fprintln(s.w)
	s.signs()
	s.titles(rows)
	if alike > 0 {
		s.paragraph("", fmt.Sprintf("not shown: %s without a mark of difference (--out has them)", plural(alike, "dimension")), 0)
	}
	if alone > 0 {
		s.paragraph("", fmt.Sprintf("not shown: %s asked of one column only ('lectio ruleset dimensions RULESET' and --out have them)", plural(alone, "dimension")), 0)
	}
}

// dimensionWidth is that of the column with the names of dimensions.
const dimensionWidth = 20

// signed is the answer of a cell with the sign of its difference.
func (s *comparisonScreen) signed(x *compare.ContrastCell) string {
	text := means(x)
	if x.Sign != compare.Agrees && x.Sign != compare.Alone {
		text = string(x.Sign) + " " + text
	}
	return text
}

// signs says what the signs mean and how many dimensions have each.
func (s *comparisonScreen) signs() {
	s.paragraph("", fmt.Sprintf("%d ≠ answers differ, %d ≈ same answer by rules that do not say the same, %d = alike, %d · asked in other terms; #5 is clause 5 of the record behind the column, +2 are two questions more",
		s.c.Marked(compare.Differs), s.c.Marked(compare.Otherwise), s.c.Marked(compare.Agrees), s.c.Marked(compare.Unlike)), 0)
}

// titles says what the questions are that the rows name.
func (s *comparisonScreen) titles(rows []*compare.Contrast) {
	var titles groups
	for _, row := range rows {
		for k := range row.Cells {
			x := row.Cells[k].Settlement
			if x == nil || x.Standing == dimension.Moot {
				continue
			}
			for _, q := range compare.Named(x) {
				if q.Title != "" && !slices.Contains(titles.of[q.Title], q.Name()) {
					titles.add(q.Title, q.Name())
				}
			}
		}
	}
	var said []string
	for _, title := range titles.order {
		said = append(said, strings.Join(titles.of[title], ", ")+" “"+title+"”")
	}
	if len(said) > 0 {
		s.paragraph("questions: ", strings.Join(said, "; "), 0)
	}
}

// table has a row for each dimension and a column for each interpretation.
func (s *comparisonScreen) table(rows []*compare.Contrast, width int, cell func(row *compare.Contrast, k int) string) {
	t := wordTable(s.w)
	head := table.Row{"", "dimension"}
	configs := []table.ColumnConfig{words(2, dimensionWidth)}
	for i := range s.c.Columns {
		head = append(head, s.c.Heading(i))
		configs = append(configs, words(i+3, width))
	}
	t.Style().Format.Header = 0 // as it is: names are not shouted
	t.SetColumnConfigs(headed(configs))
	t.AppendHeader(head)
	for _, row := range rows {
		line := table.Row{string(row.Sign), strings.ReplaceAll(row.ID, "_", " ")}
		for k := range row.Cells {
			line = append(line, cell(row, k))
		}
		t.AppendRow(line)
	}
	t.Render()
}

// differing has the dimensions that differ, each with the sentences of a column that
// another does not say.
func (s *comparisonScreen) differing() {
	if s.c.Unsettled {
		fmt.Fprintln(s.w, unsettled)
		return
	}
	var rows []*compare.Contrast
	for i := range s.c.Dimensions {
		if row := &s.c.Dimensions[i]; row.Sign == compare.Differs || row.Sign == compare.Otherwise {
			rows = append(rows, row)
		}
	}
	switch width, ok := s.beside(dimensionWidth + 6); {
	case len(rows) == 0:
		fmt.Fprintln(s.w, "nothing differs")
	case ok && width >= 2*narrowest:
		s.table(rows, width, func(row *compare.Contrast, k int) string {
			text := s.signed(&row.Cells[k])
			for _, sentence := range row.Cells[k].Own {
				text += "\n• " + sentence
			}
			return text
		})
	default:
		for _, row := range rows {
			s.paragraph(string(row.Sign)+" ", strings.ReplaceAll(row.ID, "_", " ")+": "+row.Title(), 0)
			// Columns that say the same stand together.
			var says groups
			for k := range row.Cells {
				if row.Cells[k].Settlement != nil {
					says.add(strings.Join(append([]string{means(&row.Cells[k])}, row.Cells[k].Own...), "\n"), s.c.Columns[k].Label)
				}
			}
			for _, text := range says.order {
				lines := strings.Split(text, "\n")
				s.paragraph("    "+strings.Join(says.of[text], " ")+"  ", lines[0], 0)
				for _, sentence := range lines[1:] {
					s.paragraph("       • ", sentence, 0)
				}
			}
		}
	}
	fmt.Fprintln(s.w)
	s.signs()
}

// treeWidth is how wide a tree is drawn, without the names.
const treeWidth = 40

// groups draws the tree, and lists its groups.
func (s *comparisonScreen) groups(how string) {
	l := &s.c.Likeness
	if l.Tree != nil {
		var names []string
		room := 0
		for i := range s.c.Columns {
			names = append(names, s.c.Heading(i))
			room = max(room, cells.Width(s.c.Heading(i)))
		}
		for _, line := range l.Tree.Text(names, min(treeWidth, max(16, s.width-room-2))) {
			fmt.Fprintln(s.w, line)
		}
		fmt.Fprintln(s.w)
	}
	for _, g := range l.Groups {
		text := fmt.Sprintf("at a mean distance of %.2f", g.Distance)
		if l.Drawn > 0 {
			text += fmt.Sprintf(", in %d of %s of readings", g.Stands, plural(l.Drawn, "combination"))
		}
		s.paragraph(strings.Join(g.Labels(), " ")+"  ", text, 0)
	}
	s.paragraph("", how, 0)
}

// below lists answers below each other, each with the columns that have it.
func (s *comparisonScreen) below(rows []*compare.Contrast) {
	for _, row := range rows {
		sign := string(row.Sign)
		if sign == "" {
			sign = " "
		}
		s.paragraph(sign+" ", strings.ReplaceAll(row.ID, "_", " ")+": "+row.Title(), 0)
		// The columns of each answer, those that have it by the same together.
		var answers groups
		by := map[string]*groups{}
		for k := range row.Cells {
			x := &row.Cells[k]
			if x.Settlement == nil {
				continue
			}
			text := means(x)
			if x.Sign == compare.Unlike {
				text = string(x.Sign) + " " + text
			}
			answers.add(text, "")
			if by[text] == nil {
				by[text] = &groups{}
			}
			why := ""
			if x.Settlement.Standing != dimension.Moot {
				why = s.c.Columns[k].Brief(x.Settlement)
			}
			who := s.c.Columns[k].Label
			if x.Sign == compare.Otherwise {
				who = string(x.Sign) + who
			}
			by[text].add(why, who)
		}
		for _, text := range answers.order {
			var who []string
			for _, why := range by[text].order {
				who = append(who, strings.TrimSpace(strings.Join(by[text].of[why], " ")+" "+why))
			}
			s.paragraph("    ", text+" ["+strings.Join(who, "; ")+"]", 2)
		}
	}
}

// groups are texts, each with what belongs to it, in the order in which they came.
type groups struct {
	order []string
	of    map[string][]string
}

func (g *groups) add(text, what string) {
	if g.of == nil {
		g.of = map[string][]string{}
	}
	if g.of[text] == nil {
		g.order = append(g.order, text)
	}
	g.of[text] = append(g.of[text], what)
}

// headed breaks headings as the text below them is broken.
func headed(configs []table.ColumnConfig) []table.ColumnConfig {
	for i := range configs {
		width := configs[i].WidthMax
		configs[i].TransformerHeader = func(v any) string { return wrapWords(fmt.Sprint(v), width) }
	}
	return configs
}

func (s *comparisonScreen) statements() {
	for _, row := range s.c.Statements {
		fmt.Fprintf(s.w, "%s/%s\n", row.Ruleset, row.ID)
		var says groups
		for k, st := range row.Statements {
			if s.c.Columns[k].Interpretation.Definition.ID != row.Ruleset {
				continue
			}
			text := "(there is no such statement)"
			if st != nil {
				text = row.Sentences[k]
			}
			says.add(text, s.c.Columns[k].Label)
		}
		for _, text := range says.order {
			s.paragraph("    "+strings.Join(says.of[text], " ")+"  ", text, 0)
		}
	}
}

func (s *comparisonScreen) distance() {
	if len(s.c.Pairs) > 1 && len(s.c.Columns) <= 10 && s.width >= 7*len(s.c.Columns)+40 {
		s.matrix()
		return
	}
	for i := range s.c.Pairs {
		if p := &s.c.Pairs[i]; p.A == 0 || len(s.c.Pairs) <= 3 {
			s.paragraph(s.c.Columns[p.A].Label+"–"+s.c.Columns[p.B].Label+"  ", s.apart(p), 0)
		}
	}
}

// matrix has the distances of every two, and what is nearest to each.
func (s *comparisonScreen) matrix() {
	t := wordTable(s.w)
	t.Style().Format.Header = 0
	head := table.Row{""}
	for _, col := range s.c.Columns {
		head = append(head, col.Label)
	}
	t.AppendHeader(append(head, "nearest"))
	t.SetColumnConfigs([]table.ColumnConfig{words(1, 28)})
	pairs := map[[2]int]*compare.Pairing{}
	for i := range s.c.Pairs {
		p := &s.c.Pairs[i]
		pairs[[2]int{p.A, p.B}] = p
	}
	same := false
	for i := range s.c.Columns {
		line := table.Row{s.c.Heading(i)}
		for j := range s.c.Columns {
			text := "–"
			if p := pairs[[2]int{min(i, j), max(i, j)}]; p != nil {
				text = "none"
				if d := p.Distance(); d == d {
					text = fmt.Sprintf("%.2f\n%d/%d", d, p.Differ, p.Compared)
				}
				if p.SameRuleset {
					text += fmt.Sprintf("\n%d st.", p.Statements)
					same = true
				}
			}
			line = append(line, text)
		}
		t.AppendRow(append(line, strings.Join(s.c.Columns[i].Nearest, " ")))
	}
	t.Render()
	fmt.Fprintln(s.w)
	how := "≠ of the dimensions that both settle in the same terms"
	if same {
		how += "; st.: statements of one ruleset that differ"
	}
	s.paragraph("", how+"; --out says what was left out", 0)
	for i := range s.c.Pairs {
		p := &s.c.Pairs[i]
		if text := s.untold(p); text != "" {
			s.paragraph(s.c.Columns[p.A].Label+"–"+s.c.Columns[p.B].Label+"  ", text, 0)
		}
	}
}

// untold says what two rulesets say differently that no dimension tells apart.
func (s *comparisonScreen) untold(p *compare.Pairing) string {
	var parts []string
	for k, list := range p.SaidByOne {
		if len(list) > 0 {
			parts = append(parts, "said in "+s.c.Columns[[]int{p.A, p.B}[k]].Label+" alone: "+strings.Join(idsOf(list), ", "))
		}
	}
	if x := p.Reordered; len(x[0])+len(x[1]) > 0 {
		parts = append(parts, "in another order: "+strings.Join(idsOf(x[0]), ", ")+" / "+strings.Join(idsOf(x[1]), ", "))
	}
	return strings.Join(parts, "; ")
}

// apart says how far two columns are apart, and what was left out.
func (s *comparisonScreen) apart(p *compare.Pairing) string {
	text := "no dimension can be compared"
	if s.c.Unsettled {
		text = unsettled
	}
	if d := p.Distance(); d == d {
		text = fmt.Sprintf("%.3f: %d of %d differ, %d agree by other rules", d, p.Differ, p.Compared, p.Otherwise)
	}
	if p.SameRuleset {
		text += ", " + plural(p.Statements, "statement") + " otherwise"
	}
	var left []string
	for _, x := range []struct {
		n   int
		why string
	}{{p.NotSettled, "not settled by both"}, {p.NoIssue, "no issue in one"}, {p.OtherTerms, "asked in other terms"}, {p.OneOnly, "asked of one only"}} {
		if x.n > 0 {
			left = append(left, fmt.Sprintf("%d %s", x.n, x.why))
		}
	}
	if len(left) > 0 {
		text += "; left out: " + strings.Join(left, ", ")
	}
	if more := s.untold(p); more != "" {
		text += "; " + more
	}
	return text
}

// idsOf lists the ids of statements.
func idsOf(list []*rulesets.Statement) []string {
	ids := []string{}
	for _, st := range list {
		ids = append(ids, st.ID)
	}
	return ids
}

func (s *comparisonScreen) testimony() {
	for _, t := range s.c.Testimony {
		text := fmt.Sprintf("%s and %s (%s): %s", t.A.ID, t.B.ID, strings.Join(t.Rulesets, ", "), t.Follows())
		if t.Shared > 0 {
			text += fmt.Sprintf("; %d of %d and %d clauses shared word for word", t.Shared, len(t.A.Clauses), len(t.B.Clauses))
		}
		if len(t.Relations) > 0 {
			text += "; " + strings.Join(t.Relations, ", ")
		}
		s.paragraph("", text, 2)
	}
}

func (s *comparisonScreen) questions() {
	var kinds []string
	for _, col := range s.c.Columns {
		for k := range col.ByKind {
			if !slices.Contains(kinds, k) {
				kinds = append(kinds, k)
			}
		}
	}
	slices.Sort(kinds)
	t := wordTable(s.w)
	t.Style().Format.Header = 0
	t.SetColumnConfigs([]table.ColumnConfig{words(1, max(14, s.width-66))})
	t.AppendHeader(table.Row{"", "left", "weight 3/2/1", "shared", "picked", "moot", "by kind"})
	for i, col := range s.c.Columns {
		n := col.QuestionCount
		var by []string
		for _, k := range kinds {
			if n.ByKind[k] > 0 {
				by = append(by, fmt.Sprintf("%s %d", k, n.ByKind[k]))
			}
		}
		t.AppendRow(table.Row{s.c.Heading(i), n.Left, fmt.Sprintf("%d/%d/%d", n.ByWeight[3], n.ByWeight[2], n.ByWeight[1]), n.Shared, n.Picked, n.Moot, wrapWords(strings.Join(by, ", "), max(18, s.width-62))})
	}
	t.Render()
	for i := range s.c.Questions {
		q := &s.c.Questions[i]
		if !q.Differ() || q.Rulesets > 1 {
			continue
		}
		var takes groups
		name := ""
		for k, x := range q.Cells {
			if x.Question == nil {
				continue
			}
			name = x.Question.Titled()
			reading := "does not arise"
			if x.Reading != nil {
				reading = x.Reading.Titled()
			}
			takes.add(reading, s.c.Columns[k].Label)
		}
		var list []string
		for _, reading := range takes.order {
			list = append(list, strings.Join(takes.of[reading], " ")+" "+reading)
		}
		s.paragraph("≠ ", fmt.Sprintf("%s: %s [%s]", name, q.Asks, strings.Join(list, "; ")), 2)
	}
}

// plays writes the statistics: of games between programs that learned first, then of those at random, for comparison.
func (s *comparisonScreen) plays() {
	told := s.c.Programs()
	tell := func() {
		for _, text := range told {
			s.paragraph("", text, 2)
		}
		told = nil
	}
	for _, x := range s.c.Play {
		switch {
		case x.Whose == measure.Learned:
			s.heading("Play " + string(x.Whose))
			tell()
			fmt.Fprintln(s.w)
		case s.c.Of(measure.Learned) != nil:
			s.heading("Play " + string(x.Whose) + ", for comparison")
		default:
			s.heading("Play")
			if len(told) > 0 {
				tell()
				fmt.Fprintln(s.w)
			}
		}
		s.play(x)
	}
}

// play writes the statistics of one kind of play: beside each other where there is room, otherwise a
// line for each column. Every row says with what it was taken.
func (s *comparisonScreen) play(x *compare.Play) {
	t := wordTable(s.w)
	t.Style().Format.Header = 0
	metrics := x.MetricNames()
	if width, ok := s.beside(18 + 23); ok {
		head := table.Row{"metric"}
		configs := []table.ColumnConfig{words(1, 16)}
		for i := range s.c.Columns {
			head = append(head, s.c.Heading(i))
			configs = append(configs, words(i+2, min(width, 28)))
		}
		t.AppendHeader(append(head, "agent, sample"))
		t.SetColumnConfigs(headed(append(configs, words(len(s.c.Columns)+2, 21))))
		for _, name := range metrics {
			line := table.Row{name}
			var samples []string
			for i := range s.c.Columns {
				m := x.Measure(i, name)
				line = append(line, report.Signed(m, "\n"))
				if m != nil && !slices.Contains(samples, m.Sample()) {
					samples = append(samples, m.Sample())
				}
			}
			t.AppendRow(append(line, strings.Join(samples, "; ")))
		}
	} else {
		t.AppendHeader(table.Row{"metric", "", "value", "agent", "games", "seed", "cap"})
		for _, name := range metrics {
			called := name
			for i, col := range s.c.Columns {
				if m := x.Measure(i, name); m != nil {
					t.AppendRow(table.Row{called, col.Label, report.Signed(m, " "), m.Whose.Agent(), m.Stats.Played, m.Stats.Seed, m.Stats.Cap})
					called = ""
				}
			}
		}
	}
	t.Render()
	if x.Whose == measure.Learned {
		fmt.Fprintln(s.w)
		s.paragraph("", fmt.Sprintf("range: of the figures under each of %d trainings, from the least to the most", s.c.Options.Trainings), 0)
	}
	if how := x.How(); how != "" {
		fmt.Fprintln(s.w)
		s.paragraph("", how, 0)
	}
	if made, different := x.Tested(); made > 0 && !s.c.Options.First && len(s.c.Columns) > 2 {
		s.paragraph("", fmt.Sprintf("%d of %d tests of every two columns show a difference; --out has them all", different, made), 0)
	}
}
