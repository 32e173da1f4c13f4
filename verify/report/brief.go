package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence/cells"
	"github.com/lectio/lectio/verify/brief"

	"github.com/lectio/lectio/rulesets/board/draw"
	"github.com/lectio/lectio/rulesets/edition"
	"github.com/lectio/lectio/verify"
)

// Briefs tells what matters about every ruleset of a run, with boards drawn.
func Briefs(res *verify.Result) []*brief.Brief {
	out := []*brief.Brief{}
	for _, t := range res.Targets {
		b := brief.Of(res, t)
		for i := range b.Doubts {
			if d := &b.Doubts[i]; d.Parted != nil {
				d.Board = draw.Text(Board(d.Parted.Found.GameA, d.Parted.Found.EndA, 0))
			}
		}
		out = append(out, b)
	}
	return out
}

// WriteBrief prints a brief as text, in lines of so many cells. In short it has no boards
// and no throws, and at most 25 lines.
func WriteBrief(w io.Writer, b *brief.Brief, short bool, width int) {
	p := &briefPrinter{w: w, short: short, width: width, most: 2}
	p.line("", "%s (%s)", b.Title, b.Ruleset)
	p.fill("  ", "%s.", edition.Capitalised(b.Settled))
	if b.Cut {
		p.line("  ", "The run was stopped before all of this was done.")
	}
	play := b.Play
	if short {
		play = play[:min(len(play), 4)]
	}
	for _, t := range play {
		mark := "  "
		if t.Startling {
			mark = "! "
		}
		cut := ""
		if t.Cut {
			cut = " (cut short)"
		}
		if short {
			p.fill(mark, "%s %s%s", t.Words, t.Interval, cut)
		} else {
			p.fill(mark, "%s%s%s", t.Words, inBrackets(t.Figure), cut)
		}
		p.terms("  ", t.Terms)
	}
	for i, d := range b.Doubts {
		if i == brief.DoubtsTold {
			break
		}
		p.doubt(&d)
	}
	if n := len(b.Doubts) - brief.DoubtsTold; n > 0 {
		p.line("  ", "%d more questions change something; --json and the report list them.", n)
	}
	for _, text := range slices.Concat(b.Weights, b.Without) {
		p.fill("  ", "%s.", edition.Capitalised(text))
	}
	if short {
		return
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
	short bool
	width int
	lines int
	most  int // lines of a paragraph, in short
}

// briefLines is how many lines a short brief has at most.
const briefLines = 25

func (p *briefPrinter) line(indent, format string, args ...any) {
	if p.lines++; p.short && p.lines > briefLines {
		return
	}
	fmt.Fprintln(p.w, strings.TrimRight(indent+fmt.Sprintf(format, args...), " "))
}

// fill sets a paragraph; the lines after the first stand as far in as what is behind
// indent. In short it is cut at the end of a line.
func (p *briefPrinter) fill(indent, format string, args ...any) {
	lines := cells.Wrap(fmt.Sprintf(format, args...), p.width-cells.Width(indent))
	if p.short && len(lines) > p.most {
		lines = lines[:p.most]
		lines[p.most-1] += " …"
	}
	for i, l := range lines {
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

// doubt prints a question and what it does.
func (p *briefPrinter) doubt(d *brief.Doubt) {
	place := fmt.Sprintf("%d.", d.Place)
	if !d.Firm {
		place = fmt.Sprintf("%d=", d.Place)
	}
	if !p.short {
		p.line("", "")
	}
	p.most = 1
	p.fill(place+" ", "%s %s%s", d.Question, d.Asks, inBrackets(clauses(d.Clauses, p.short)))
	p.most = 2
	p.terms("   ", d.Terms)
	if p.short {
		p.fill("   ", "%s. %s", edition.Capitalised(d.Effect.Words), d.Effect.Interval)
		return
	}
	p.fill("   ", "%s.", edition.Capitalised(d.Effect.Words))
	if d.Effect.Figure != "" {
		p.fill("   ", "%s", d.Effect.Figure)
	}
	if d.Shared != "" {
		p.fill("   ", "The place is %s.", d.Shared)
	}
	for _, r := range d.Readings {
		mark := "   - "
		if r.Default {
			mark = "   * "
		}
		p.fill(mark, "%s", strings.Join(append([]string{r.ID + ": " + r.Because}, r.Terms...), " "))
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

// clauses names clauses; in short only the first.
func clauses(list []string, short bool) string {
	if short && len(list) > 1 {
		return list[0] + " and others"
	}
	return strings.Join(list, ", ")
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
