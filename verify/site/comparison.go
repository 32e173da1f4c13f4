package site

import (
	"context"
	"fmt"
	"strings"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/dimension"
	"github.com/lectio/lectio/verify/compare"
	"github.com/lectio/lectio/verify/measure"
	"github.com/lectio/lectio/verify/report"
)

// comparisonView sets games side by side.
type comparisonView struct {
	Why     string
	Glosses []string // what readings are that somebody has picked
	Columns []link
	Boards  []*figureView
	Ways    [][]string
	Groups  []contrastGroup
	Pairs   []string
}

// contrastGroup are points of one sign: where the games differ, where they do the same by
// other rules, where they agree.
type contrastGroup struct {
	Title string
	Rows  []contrastRow
	Open  bool
}

type contrastRow struct {
	Asks  string
	Cells []contrastCell
}

// contrastCell is what a game answers, and what it rests on. What the rules say is shown at
// once where the answer refers to it, and else on demand.
type contrastCell struct {
	Answer    string
	Said      []string // sentences
	Refers    bool     // the answer refers to what is said
	Standing  string   // where nothing is to be named behind it
	Questions []link
	Clauses   []link
}

// comparisons writes a page for each comparison that the authors name, and a list of them.
func (s *Site) comparisons(ctx context.Context) error {
	if len(s.settings.Compare) == 0 {
		return nil
	}
	index := s.page("comparisons/index.html", "Comparisons")
	index.Up = []link{{"index.html", s.settings.Title}}
	index.Summary = "Games side by side: differences first."
	var list []comparedView
	for _, x := range s.settings.Compare {
		names := x.Of
		var sides []compare.Side
		var titles []string
		for _, name := range names {
			side, title, err := s.side(ctx, name)
			if err != nil {
				return err
			}
			if side == nil {
				s.Notes = append(s.Notes, fmt.Sprintf("no comparison of %s: there is no page of %s", strings.Join(names, ", "), name))
				break
			}
			sides, titles = append(sides, *side), append(titles, title)
		}
		if len(sides) < len(names) {
			continue
		}
		v := comparedView{link{"comparisons/" + slug(strings.Join(names, " ")) + "/index.html", strings.Join(titles, ", ")}, sentence(x.Because)}
		if x.Because == "" {
			v.Why = "The authors of the edition set these side by side; why these, they do not say."
		}
		if err := s.comparison(ctx, v, sides); err != nil {
			return err
		}
		list = append(list, v)
	}
	return index.write("comparisons", list)
}

// comparedView leads to a comparison, and says why it is made.
type comparedView struct {
	link
	Why string
}

// side is a game, or an interpretation of one, that is compared: NAME{QUESTION=READING,…};
// nil where the site has no page of it.
func (s *Site) side(ctx context.Context, name string) (*compare.Side, string, error) {
	id, rest, _ := strings.Cut(strings.TrimSuffix(name, "}"), "{")
	g := s.game(id)
	if g == nil {
		return nil, "", nil
	}
	choice := rulesets.Choice{}
	title := g.Definition.Title
	var pinned []string
	for pick := range strings.SplitSeq(rest, ",") {
		if pick == "" {
			continue
		}
		q, r, _ := strings.Cut(pick, "=")
		if question := g.Definition.Question(q); question != nil {
			pinned = append(pinned, question.ID)
			title += " with “" + called(question, r) + "”"
		}
		choice[q] = r
	}
	in, errs := g.Definition.Interpret(choice)
	if len(errs) > 0 {
		return nil, "", errs
	}
	return &compare.Side{Interpretation: in, Pinned: pinned}, title, nil
}

// signs say what a sign of a comparison means; the differences come first.
var signs = []struct {
	sign  compare.Difference
	title string
}{
	{compare.Differs, "Where they differ"}, {compare.Otherwise, "The same answer by other rules"}, {compare.Agrees, "Where they agree"},
	{compare.Unlike, "What is asked of them in different terms"}, {compare.Alone, "What only one of them settles"},
}

func (s *Site) comparison(ctx context.Context, l comparedView, sides []compare.Side) error {
	p := s.page(l.To, l.Text+": side by side")
	p.Up = []link{{"index.html", s.settings.Title}, {"comparisons/index.html", "Comparisons"}}
	p.Wide = true
	o := compare.Defaults()
	o.Games, o.Draws, o.Jobs = 0, 0, s.res.Options.Jobs
	c, errs := compare.Sides(ctx, s.res.Targets[0].Corpus, sides, o)
	if len(errs) > 0 {
		return errs
	}
	v := &comparisonView{Why: l.Why}
	for i, col := range c.Columns {
		g := s.game(col.Interpretation.Definition.ID)
		to := g.dir + "/index.html"
		for _, id := range sides[i].Pinned {
			v.Glosses = append(v.Glosses, g.gloss(g.Definition.Question(id), col.Game.Readings[id].ID))
		}
		v.Columns = append(v.Columns, link{to, strings.Split(l.Text, ", ")[i]})
		pic, ways := report.BoardWithWays(col.Game)
		f, err := p.figure(pic, boardWidth, ways, v.Columns[i].Text+".")
		if err != nil {
			return err
		}
		v.Boards, v.Ways = append(v.Boards, f), append(v.Ways, strings.Split(ways, "\n"))
	}
	for _, pair := range c.Pairs {
		if d := pair.Distance(); pair.Compared > 0 {
			v.Pairs = append(v.Pairs, fmt.Sprintf("%s and %s differ in %d of the %s that both settle (%.0f %%).", v.Columns[pair.A].Text, v.Columns[pair.B].Text,
				pair.Differ, measure.Plural(pair.Compared, "point"), 100*d))
		}
	}
	for i, x := range signs {
		g := contrastGroup{Title: x.title, Open: i == 0}
		for k := range c.Dimensions {
			d := &c.Dimensions[k]
			if d.Sign != x.sign {
				continue
			}
			row := contrastRow{Asks: d.Title()}
			for j := range d.Cells {
				row.Cells = append(row.Cells, s.game(c.Columns[j].Interpretation.Definition.ID).contrast(&d.Cells[j]))
			}
			g.Rows = append(g.Rows, row)
		}
		if len(g.Rows) > 0 {
			v.Groups = append(v.Groups, g)
		}
	}
	p.Summary = strings.Join(v.Pairs, " ")
	return p.write("comparison", v)
}

// contrast is what a game makes of a point.
func (g *game) contrast(cell *compare.ContrastCell) contrastCell {
	of := cell.Settlement
	if of == nil {
		return contrastCell{Answer: "not asked of such a game"}
	}
	out := contrastCell{Answer: "nothing was seen that settles it", Said: cell.Sentences}
	if of.Answer != nil {
		out.Answer = of.Sentence()
		if out.Refers = of.Answer.Detail && len(out.Said) > 0; out.Refers {
			out.Answer = strings.TrimSuffix(out.Answer, ".") + ":"
		}
	}
	if of.Standing != dimension.Assumed && of.Standing != dimension.Open {
		for _, q := range of.Questions {
			out.Questions = append(out.Questions, g.questionLink(q))
		}
		for _, c := range g.clauseRefs(of.Clauses) {
			out.Clauses = append(out.Clauses, link{g.dir + "/index.html#" + c.Anchor, c.Name})
		}
	}
	if len(out.Questions)+len(out.Clauses) == 0 {
		out.Standing = string(of.Standing)
	}
	return out
}

// figuresView lists the figures that can be taken into a paper.
type figuresView struct{ Games []figureGroup }

type figureGroup struct {
	Title   string
	Figures []figureLine
}

type figureLine struct {
	File, Title, Words, Cite string
	Grey                     string // the file in black and white
}

// figures writes pictures as files of their own, and the page that shows them.
func (s *Site) figures(context.Context) error {
	if len(s.games) == 0 {
		return nil
	}
	p := s.page("figures/index.html", "Figures")
	p.Up = []link{{"index.html", s.settings.Title}}
	p.Lede = "Pictures to take into a paper, as SVG. Each file says in itself what it shows and how it is cited; men are told apart without colour, and of each there is one for print in black and white. With scripts, every other board and chart can be saved where it stands."
	p.Summary = "Boards, and positions where readings part, as SVG files."
	v := &figuresView{}
	for _, g := range s.games {
		group := figureGroup{Title: g.Definition.Title}
		list, err := s.figuresOf(g)
		if err != nil {
			return err
		}
		for i := range list {
			l := &list[i]
			l.Grey = strings.TrimSuffix(l.File, ".svg") + "-grey.svg"
			s.Files[l.Grey] = []byte(grey(string(s.Files[l.File])))
		}
		group.Figures = list
		v.Games = append(v.Games, group)
	}
	return p.write("figures", v)
}

// pageError is an error of making a page.
func pageError(at string, err error) error {
	return diag.Error{Pos: diag.Pos{File: at}, Message: fmt.Sprintf("the page cannot be made: %v", err)}
}
