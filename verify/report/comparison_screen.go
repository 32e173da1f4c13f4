package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence/cells"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/dimension"
	"github.com/lectio/lectio/verify/compare"
	"github.com/lectio/lectio/verify/measure"
)

// narrowest is how narrow a column of answers may become before they are listed
// below each other.
const narrowest = 15

// WriteComparison writes a comparison for people at a screen so many cells wide: with differences what differs and
// nothing else. written are the files that were written of it.
func WriteComparison(w io.Writer, c *compare.Comparison, width int, differences bool, written []string) {
	s := &comparisonScreen{comparison{c}, w, width}
	s.write(differences)
	s.end(written)
}

// widest is how wide a column of answers becomes: longer lines are hard to read.
const widest = 40

type comparisonScreen struct {
	comparison
	w     io.Writer
	width int
}

func (s *comparisonScreen) write(differences bool) {
	about := func(d *rulesets.Definition) string {
		return fmt.Sprintf("%s (%s), %s", d.Title, d.Family, strings.Join(d.Records, ", "))
	}
	if s.OneRuleset() {
		s.paragraph("", about(s.Columns[0].Interpretation.Definition), 4)
	}
	for i, col := range s.Columns {
		text := s.Heading(i)
		if !s.OneRuleset() {
			text += ": " + about(col.Interpretation.Definition)
		}
		s.paragraph("  ", text, 2)
	}
	if differences {
		s.heading("What differs, and the rules that make the difference")
		s.differing()
		return
	}
	s.heading("What each settles")
	s.dimensions()
	if same := s.Same(); len(s.Statements)+len(same) > 0 {
		s.heading("What the rules say differently")
		s.says()
		for _, like := range same {
			s.paragraph("", strings.Join(like, ", ")+" state the same: the readings have other names, or other reasons, for the same rules", 0)
		}
	}
	s.heading("Distance over dimensions")
	s.distances()
	if how := s.Grouped(); how != "" {
		s.heading("Groups by distance")
		s.tree(how)
	}
	if len(s.Testimony) > 0 {
		s.heading("Testimony")
		s.witnesses()
	}
	s.heading("Questions left")
	s.left()
	if s.Options.Games > 0 {
		s.plays()
	}
}

// end says what was written, how far the work came, and how it is repeated.
func (s *comparisonScreen) end(out []string) {
	fmt.Fprintln(s.w)
	if len(out) > 0 {
		fmt.Fprintf(s.w, "written: %s\n", strings.Join(out, ", "))
	}
	if s.Interrupted {
		fmt.Fprintf(s.w, "interrupted: %d of %d games played\n", s.Done, s.Total)
		for _, x := range s.NotDone() {
			fmt.Fprintf(s.w, "%s: %d of %d games played\n", x.Name, x.Played, x.Games)
		}
		return
	}
	if r := s.Resting(); r != nil {
		fmt.Fprintln(s.w, r.Words())
	}
	fmt.Fprintf(s.w, "to repeat: %s\n", s.Again())
}

func (s *comparisonScreen) heading(text string) { fmt.Fprintf(s.w, "\n%s\n\n", text) }

// paragraph breaks a text into lines; those behind the first are indented.
func (s *comparisonScreen) paragraph(label, text string, indent int) {
	cells.Paragraph(s.w, s.width, label, text, indent+cells.Width(label))
}

// beside is how wide a column can be when all stand beside each other, behind the names of dimensions.
func (s *comparisonScreen) beside() int {
	const names = 26
	return (s.width-names)/len(s.Columns) - 2
}

// means is the answer of a cell in words.
func means(x *compare.ContrastCell) string {
	if x.Settlement == nil {
		return "–"
	}
	return cmp.Or(x.Settlement.Words, string(x.Settlement.Standing))
}

// unsettled is said where dimensions would stand.
const unsettled = "not found out: the work was interrupted (cut short)"

func (s *comparisonScreen) dimensions() {
	alone, alike := 0, 0
	var rows []*compare.Contrast
	for i := range s.Dimensions {
		switch row := &s.Dimensions[i]; {
		case len(row.AskedOf()) < 2:
			alone++
		case s.OneRuleset() && (row.Sign == compare.Agrees || row.Sign == compare.Alone):
			alike++ // what readings leave as it is would hide what they change
		default:
			rows = append(rows, row)
		}
	}
	if s.Unsettled {
		fmt.Fprintln(s.w, unsettled)
		return
	}
	switch {
	case len(rows) == 0:
		fmt.Fprintln(s.w, "every dimension alike")
	case s.beside() >= narrowest:
		s.table(rows, func(x *compare.ContrastCell) string {
			text := s.signed(x)
			if x.Settlement != nil && x.Settlement.Standing != dimension.Moot {
				text += "\n[" + x.Column.Brief(x.Settlement) + "]"
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
		s.paragraph("", fmt.Sprintf("not shown: %s without a mark of difference (--out has them)", count(alike, "dimension")), 0)
	}
	if alone > 0 {
		s.paragraph("", fmt.Sprintf("not shown: %s asked of one column only ('lectio ruleset dimensions RULESET' and --out have them)", count(alone, "dimension")), 0)
	}
}

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
		s.Marked(compare.Differs), s.Marked(compare.Otherwise), s.Marked(compare.Agrees), s.Marked(compare.Unlike)), 0)
}

// titles says what the questions are that the rows name.
func (s *comparisonScreen) titles(rows []*compare.Contrast) {
	var titles grouping
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
func (s *comparisonScreen) table(rows []*compare.Contrast, cell func(x *compare.ContrastCell) string) {
	head := []string{"", "dimension"}
	for i := range s.Columns {
		head = append(head, s.Heading(i))
	}
	lines := [][]string{head}
	for _, row := range rows {
		line := []string{string(row.Sign), strings.ReplaceAll(row.ID, "_", " ")}
		for k := range row.Cells {
			line = append(line, strings.Join(cells.Wrap(cell(&row.Cells[k]), min(s.beside(), widest)), "\n"))
		}
		lines = append(lines, line)
	}
	fmt.Fprint(s.w, cells.Columns(lines, s.width))
}

// differing has the dimensions that differ, each with the sentences of a column that
// another does not say.
func (s *comparisonScreen) differing() {
	if s.Unsettled {
		fmt.Fprintln(s.w, unsettled)
		return
	}
	var rows []*compare.Contrast
	for i := range s.Dimensions {
		if row := &s.Dimensions[i]; row.Sign == compare.Differs || row.Sign == compare.Otherwise {
			rows = append(rows, row)
		}
	}
	switch {
	case len(rows) == 0:
		fmt.Fprintln(s.w, "nothing differs")
	case s.beside() >= 2*narrowest:
		s.table(rows, func(x *compare.ContrastCell) string {
			text := s.signed(x)
			for _, sentence := range x.Own {
				text += "\n• " + sentence
			}
			return text
		})
	default:
		for _, row := range rows {
			s.paragraph(string(row.Sign)+" ", strings.ReplaceAll(row.ID, "_", " ")+": "+row.Title(), 0)
			// Columns that say the same stand together.
			var says grouping
			for k := range row.Cells {
				if row.Cells[k].Settlement != nil {
					says.add(strings.Join(append([]string{means(&row.Cells[k])}, row.Cells[k].Own...), "\n"), s.Columns[k].Label)
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

// tree draws the tree, and lists its groups.
func (s *comparisonScreen) tree(how string) {
	l := &s.Likeness
	if l.Tree != nil {
		var names []string
		room := 0
		for i := range s.Columns {
			names = append(names, s.Heading(i))
			room = max(room, cells.Width(s.Heading(i)))
		}
		for _, line := range l.Tree.Text(names, min(treeWidth, max(16, s.width-room-2))) {
			fmt.Fprintln(s.w, line)
		}
		fmt.Fprintln(s.w)
	}
	for _, g := range l.Groups {
		text := fmt.Sprintf("at a mean distance of %.2f", g.Distance)
		if l.Drawn > 0 {
			text += fmt.Sprintf(", in %d of %s of readings", g.Stands, count(l.Drawn, "combination"))
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
		var answers grouping
		by := map[string]*grouping{}
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
				by[text] = &grouping{}
			}
			why := ""
			if x.Settlement.Standing != dimension.Moot {
				why = s.Columns[k].Brief(x.Settlement)
			}
			who := s.Columns[k].Label
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

// grouping are texts, each with what belongs to it, in the order in which they came.
type grouping struct {
	order []string
	of    map[string][]string
}

func (g *grouping) add(text, what string) {
	if g.of == nil {
		g.of = map[string][]string{}
	}
	if g.of[text] == nil {
		g.order = append(g.order, text)
	}
	g.of[text] = append(g.of[text], what)
}

func (s *comparisonScreen) says() {
	for _, row := range s.Statements {
		fmt.Fprintf(s.w, "%s/%s\n", row.Ruleset, row.ID)
		var says grouping
		for k, st := range row.Statements {
			if s.Columns[k].Interpretation.Definition.ID != row.Ruleset {
				continue
			}
			text := "(there is no such statement)"
			if st != nil {
				text = row.Sentences[k]
			}
			says.add(text, s.Columns[k].Label)
		}
		for _, text := range says.order {
			s.paragraph("    "+strings.Join(says.of[text], " ")+"  ", text, 0)
		}
	}
}

func (s *comparisonScreen) distances() {
	if len(s.Pairs) <= 1 || len(s.Columns) > abreast || s.width < 7*len(s.Columns)+40 {
		for i := range s.Pairs {
			if p := &s.Pairs[i]; p.A == 0 || len(s.Pairs) <= 3 {
				s.paragraph(p.LabelA()+"–"+p.LabelB()+"  ", s.apart(p), 0)
			}
		}
		return
	}
	for _, t := range s.distance() {
		fmt.Fprint(s.w, t.Screen(s.width))
	}
	fmt.Fprintln(s.w)
	s.paragraph("", "≠ of the dimensions that both settle in the same terms; ≈ those that agree by other rules; --out says what was left out", 0)
	for i := range s.Pairs {
		p := &s.Pairs[i]
		if text := s.untold(p); text != "" {
			s.paragraph(p.LabelA()+"–"+p.LabelB()+"  ", text, 0)
		}
	}
}

// untold says what two rulesets say differently that no dimension tells apart.
func (s *comparisonScreen) untold(p *compare.Pairing) string {
	var parts []string
	for k, list := range p.SaidByOne {
		if len(list) > 0 {
			parts = append(parts, "said in "+[]string{p.LabelA(), p.LabelB()}[k]+" alone: "+strings.Join(idsOf(list), ", "))
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
	if s.Unsettled {
		text = unsettled
	}
	if d := p.Distance(); d == d {
		text = fmt.Sprintf("%.3f: %d of %d differ, %d agree by other rules", d, p.Differ, p.Compared, p.Otherwise)
	}
	if p.SameRuleset {
		text += ", " + count(p.Statements, "statement") + " otherwise"
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

func (s *comparisonScreen) witnesses() {
	for _, t := range s.Testimony {
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

func (s *comparisonScreen) left() {
	rows := [][]string{{"", "left", "weight 3/2/1", "shared", "picked", "moot", "by kind"}}
	for i, col := range s.Columns {
		var by []string
		for _, k := range s.kinds() {
			if n := col.ByKind[k]; n > 0 {
				by = append(by, fmt.Sprintf("%s %d", k, n))
			}
		}
		rows = append(rows, []string{s.Heading(i), fmt.Sprint(col.Left), fmt.Sprintf("%d/%d/%d", col.ByWeight[3], col.ByWeight[2], col.ByWeight[1]),
			fmt.Sprint(col.Shared), fmt.Sprint(col.Picked), fmt.Sprint(col.Moot), strings.Join(by, ", ")})
	}
	fmt.Fprint(s.w, cells.Columns(rows, s.width))
	for i := range s.Questions {
		q := &s.Questions[i]
		if !q.Differ() || q.Rulesets > 1 {
			continue
		}
		var takes grouping
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
			takes.add(reading, s.Columns[k].Label)
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
	told := s.Programs()
	tables := s.play()
	for _, x := range s.Play {
		name, title := s.playTitle(x.Whose)
		s.heading(title)
		for _, text := range told {
			s.paragraph("", text, 2)
		}
		if len(told) > 0 {
			fmt.Fprintln(s.w)
		}
		told = nil
		for _, t := range tables {
			if strings.TrimRight(t.Name, " 0123456789") == name {
				fmt.Fprint(s.w, t.Screen(s.width))
			}
		}
		fmt.Fprintln(s.w)
		if x.Whose == measure.Learned {
			s.paragraph("", fmt.Sprintf("range: of the figures under each of %d trainings, from the least to the most", s.Options.Trainings), 0)
		}
		if how := x.How(); how != "" {
			s.paragraph("", how, 0)
		}
		if made, different := x.Tested(); made > 0 && !s.Options.First && len(s.Columns) > 2 {
			s.paragraph("", fmt.Sprintf("%d of %d tests of every two columns show a difference; --out has them all", different, made), 0)
		}
	}
}
