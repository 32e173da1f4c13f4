package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence/cells"
	"github.com/lectio/lectio/verify/brief"

	"github.com/lectio/lectio/rulesets/board/draw"
	"github.com/lectio/lectio/rulesets/edition"
	"github.com/lectio/lectio/rulesets/scene"
	"github.com/lectio/lectio/verify"
)

// Briefs tells what matters about every ruleset of a run, with boards drawn.
func Briefs(res *verify.Result) []*brief.Brief {
	out := []*brief.Brief{}
	for _, t := range res.Targets {
		b := brief.Of(res, t)
		for i := range b.Doubts {
			if d := &b.Doubts[i]; d.Parted != nil {
				d.Board = draw.Text(scene.Board(d.Parted.Found.GameA, d.Parted.Found.EndA, 0))
			}
		}
		out = append(out, b)
	}
	return out
}

// WriteBrief prints a brief in full, as text in lines of so many cells.
func WriteBrief(w io.Writer, b *brief.Brief, width int) {
	p := &briefPrinter{w: w, width: width}
	p.line("", "%s (%s)", b.Title, b.Ruleset)
	p.fill("  ", "%s.", edition.Capitalised(b.Settled))
	if b.Cut {
		p.line("  ", "The run was stopped before all of this was done.")
	}
	for _, t := range b.Play {
		mark := "  "
		if t.Startling {
			mark = "! "
		}
		cut := ""
		if t.Cut {
			cut = " (cut short)"
		}
		p.fill(mark, "%s%s%s", t.Words, inBrackets(t.Figure), cut)
		p.terms("  ", t.Terms)
	}
	for i := range b.Doubts[:min(len(b.Doubts), brief.DoubtsTold)] {
		p.doubt(&b.Doubts[i])
	}
	if n := len(b.Doubts) - brief.DoubtsTold; n > 0 {
		p.line("  ", "%d more questions change something; --json and the report list them.", n)
	}
	for _, x := range b.Contradictions {
		p.fill("  ", "%s", x.Words)
	}
	for _, text := range slices.Concat(b.Weights, b.Without) {
		p.fill("  ", "%s.", edition.Capitalised(text))
	}
	p.throws(b.Throws)
	p.line("", "")
	p.fill("", "All of this rests on %s.", b.Run)
	p.fill("", "%s", brief.FiguresAbout)
}

// terms prints what words mean.
func (p *briefPrinter) terms(indent string, list []string) {
	for _, t := range list {
		p.fill(indent, "%s", t)
	}
}

type briefPrinter struct {
	w     io.Writer
	width int
}

func (p *briefPrinter) line(indent, format string, args ...any) {
	fmt.Fprintln(p.w, strings.TrimRight(indent+fmt.Sprintf(format, args...), " "))
}

// fill sets a paragraph; the lines after the first stand as far in as what is behind
// indent.
func (p *briefPrinter) fill(indent, format string, args ...any) {
	for i, l := range cells.Wrap(fmt.Sprintf(format, args...), p.width-cells.Width(indent)) {
		if i > 0 {
			indent = strings.Repeat(" ", cells.Width(indent))
		}
		p.line(indent, "%s", l)
	}
}

func inBrackets(s string) string {
	if s == "" {
		return ""
	}
	return " (" + s + ")"
}

// asked is the question of a doubt, with its clauses and the reading that is taken by default, and with what kind of doubt it is
// where that is to be said.
func asked(d *brief.Doubt, clauses string) string {
	behind := clauses
	for _, r := range d.Readings {
		if r.Default {
			behind = strings.TrimPrefix(behind+"; by default “"+cmp.Or(r.Title, r.ID)+"”", "; ")
		}
	}
	if d.Mark != "" {
		behind = strings.TrimPrefix(behind+"; "+d.Mark, "; ")
	}
	return d.Heading() + ": " + d.Asks + inBrackets(behind)
}

// doubt prints a question and what it does.
func (p *briefPrinter) doubt(d *brief.Doubt) {
	place := fmt.Sprintf("%d.", d.Place)
	if !d.Firm {
		place = fmt.Sprintf("%d=", d.Place)
	}
	p.line("", "")
	p.fill(place+" ", "%s", asked(d, strings.Join(d.Clauses, ", ")))
	p.terms("   ", d.Terms)
	p.fill("   ", "%s.", edition.Capitalised(d.Effect.Words))
	if d.Effect.Figure != "" {
		p.fill("   ", "%s", d.Effect.Figure)
	}
	for _, g := range d.Games {
		p.fill("   ", "%s.", edition.Capitalised(g.Words))
		for _, command := range g.Replay {
			p.line("   ", "%s", command)
		}
	}
	if d.Shared != "" {
		p.fill("   ", "The place is %s.", d.Shared)
	}
	for _, r := range d.Readings {
		mark := "   - "
		if r.Default {
			mark = "   * "
		}
		p.fill(mark, "%s", strings.Join(append([]string{r.Name() + ": " + r.Says()}, r.Terms...), " "))
	}
	if text := d.Settling(); text != "" {
		p.fill("   ", "%s", text)
		for _, c := range d.Nearest.Clauses {
			p.fill("     ", "%s: %s", c.Ref, c.Says)
		}
	}
	if d.Parting != "" {
		p.fill("   ", "%s.", edition.Capitalised(d.Parting))
	}
	for _, l := range strings.Split(strings.TrimRight(d.Board, "\n"), "\n") {
		if d.Board != "" {
			p.line("   ", "%s", l)
		}
	}
	if d.Replay != "" { // in one piece, so that it can be copied
		p.line("   ", "%s", "To play it again:")
		p.line("   ", "%s", d.Replay)
	}
}

// throws prints the table of throws.
func (p *briefPrinter) throws(list []brief.Layout) {
	if len(list) > 0 && list[0].Chance != "" {
		p.line("", "")
		p.fill("", "%s", brief.LayoutAbout)
	}
	for _, l := range list {
		p.line("", "")
		chance := ""
		if l.Chance != "" {
			chance = ", chance " + l.Chance
		}
		p.fill("", "%s: %s%s%s", l.Name(), l.Plays, chance, inBrackets(strings.Join(l.Clauses, ", ")))
		var under []string
		for _, r := range l.Readings {
			under = append(under, fmt.Sprintf("under %s: %s", r.Name(), r.Plays))
		}
		if len(under) > 0 {
			p.fill("   ", "%s.", edition.Capitalised(strings.Join(under, "; ")))
		}
		p.terms("   ", l.Terms)
		if course := l.Course(); course != "" {
			p.fill("   ", "%s", course)
		}
		if len(l.Why) > 0 { // the report has the others
			why := l.Why[0]
			p.fill("   ", "Why, %s: %s%s", why.Often(), why.Words, inBrackets(strings.Join(why.Clauses, ", ")))
		}
	}
}
