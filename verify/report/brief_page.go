package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence/cells"
	"github.com/lectio/lectio/rulesets/edition"
	"github.com/lectio/lectio/verify/brief"
	"github.com/lectio/lectio/verify/measure"
)

// A page has at most so many lines of so many cells, and two more that say what made it.
// Each part of it has a share of the lines; what holds of play has what is left.
const (
	PageLines   = 58
	PageColumns = 80

	titleLines   = 2
	settledLines = 3
	playLines    = 6 // at least
	toldLines    = 3 // of one thing that holds of play
	doubtLines   = 7
	asksLines    = 3
	effectLines  = 5 // its figures are not cut for what stands beside them
	withoutLines = 3

	contradictionLines = 2 // that name those for which there is no room
	footLines          = 9
	runLines           = 4
	termLines          = 3
)

// WritePage prints a brief as a page: what holds, the first doubts, and how much more there
// is of either. What does not fit is counted where it is left out.
func WritePage(w io.Writer, b *brief.Brief, width int) {
	p := &briefPage{width: min(width, PageColumns)}
	p.set("", b.Title+" ("+b.Ruleset+")"+ofRecords(b.Records), titleLines)
	p.set("", edition.Capitalised(b.Settled)+".", settledLines)
	if b.Cut {
		p.set("", "The run was stopped before all of this was done.", 1)
	}
	doubts := &briefPage{width: p.width}
	told := b.Doubts[:min(len(b.Doubts), brief.DoubtsTold)]
	room := PageLines - footLines - len(p.lines) - playLines - withoutLines - 3
	for i := range told {
		doubts.doubt(&told[i], b.Records, min(doubtLines, (room-len(doubts.lines))/(len(told)-i)))
	}
	doubts.contradictions(b, PageLines-footLines-len(p.lines)-playLines-len(doubts.lines)-withoutLines-2)
	doubts.others(b, len(told))
	p.play(b.Play, PageLines-footLines-len(p.lines)-len(doubts.lines)-2)
	p.part(doubts.lines)
	left := p.terms(slices.Concat(termsOfPlay(b.Play), termsOfDoubts(told)))
	p.foot(b, left)
	for _, l := range p.lines {
		fmt.Fprintln(w, strings.TrimRight(l, " "))
	}
}

// briefPage is a page that is being set.
type briefPage struct {
	width int
	lines []string
}

// set puts a text behind a label, in at most so many lines; those after the first stand as
// far in as the text.
func (p *briefPage) set(label, text string, most int) {
	for i, l := range fitted(text, max(1, p.width-cells.Width(label)), most) {
		if i > 0 {
			label = strings.Repeat(" ", cells.Width(label))
		}
		p.lines = append(p.lines, label+l)
	}
}

// fitted breaks a text into at most so many lines. Of a longer one it gives as much as fits,
// to the end of a clause where one is near, and says how many words are left out.
func fitted(text string, width, most int) []string {
	lines := cells.Wrap(text, width)
	if len(lines) <= most {
		return lines
	}
	words := strings.Fields(text)
	short := func(n int) []string {
		kept := strings.TrimRight(strings.Join(words[:n], " "), ",;:.")
		return cells.Wrap(fmt.Sprintf("%s … (%s)", kept, measure.Plural(len(words)-n, "more word")), width)
	}
	n := len(strings.Fields(strings.Join(lines[:most], " ")))
	for n = min(n, len(words)-1); n > 0 && len(short(n)) > most; {
		n--
	}
	for k := n; k > 2*n/3; k-- {
		if strings.ContainsAny(words[k-1][len(words[k-1])-1:], ",;:.") {
			n = k
			break
		}
	}
	lines = short(n)
	return lines[:min(len(lines), most)]
}

// part adds lines behind an empty one, unless there are none.
func (p *briefPage) part(lines []string) {
	if len(lines) > 0 {
		p.lines = append(append(p.lines, ""), lines...)
	}
}

// play tells what holds, the startling first, in at most so many lines: each thing at such
// length as leaves room for all, and in three lines where there is no room for all.
func (p *briefPage) play(list []brief.Told, most int) {
	x := &briefPage{width: p.width}
	var ends []int // of each thing, in lines
	for each := doubtLines; each >= toldLines && (ends == nil || len(x.lines) > most); each-- {
		x.lines, ends = nil, make([]int, len(list))
		for i := range list {
			x.holds(&list[i], each)
			ends[i] = len(x.lines)
		}
	}
	if n := len(list); len(x.lines) > most {
		for n > 0 && ends[n-1] >= most {
			n--
		}
		x.lines = x.lines[:slices.Concat([]int{0}, ends)[n]]
		x.set("  ", measure.Plural(len(list)-n, "thing")+" more "+plural(len(list)-n, "holds", "hold")+".", 1)
	}
	p.part(x.lines)
}

// holds tells something that holds of play, in at most so many lines.
func (p *briefPage) holds(t *brief.Told, most int) {
	text, mark := t.Words, "  "
	if t.Cut {
		text += " (cut short)"
	}
	if t.Startling {
		mark = "! "
	}
	p.set(mark, text, most)
}

// contradictions names those inside the source that are no doubts of the page: each with what
// play says of it, as far as there is room for so many lines, and else by its question.
func (p *briefPage) contradictions(b *brief.Brief, most int) {
	var named []string
	for i := range b.Contradictions {
		x := &briefPage{width: p.width}
		x.set("", b.Contradictions[i].Words, toldLines)
		if most -= len(x.lines); most < contradictionLines || len(named) > 0 {
			named = append(named, b.Contradictions[i].Name())
			continue
		}
		p.lines = append(p.lines, x.lines...)
	}
	if n := len(named); n > 0 {
		p.set("", "The source contradicts itself in "+measure.Plural(n, "more question")+": "+strings.Join(named, ", ")+".", contradictionLines)
	}
}

// others counts the questions that are not told of as doubts.
func (p *briefPage) others(b *brief.Brief, told int) {
	rest := slices.Clone(b.Without)
	if n := len(b.Doubts) - told; n > 0 {
		rest = append([]string{measure.Plural(n, "more question") + " " + plural(n, "changes", "change") + " something"}, rest...)
	}
	if len(rest) == 0 {
		return
	}
	if told > 0 {
		p.lines = append(p.lines, "")
	}
	p.set("", edition.Capitalised(strings.Join(rest, "; "))+".", withoutLines)
}

// doubt asks a question with its clauses, and says what it does and where its readings part, in about so many lines.
// What it does has room before all else; where the readings part is left out where there is none.
func (p *briefPage) doubt(d *brief.Doubt, records []string, lines int) {
	label := fmt.Sprintf("%d. ", d.Place)
	if !d.Firm {
		label = fmt.Sprintf("%d= ", d.Place)
	}
	indent := strings.Repeat(" ", cells.Width(label))
	effect := &briefPage{width: p.width}
	effect.set(indent, edition.Capitalised(d.Effect.Words)+".", effectLines)
	near := d.InShort()
	left := lines - len(effect.lines)
	if near != "" {
		left--
	}
	before := len(p.lines)
	p.set(label, asked(d, clausesInShort(d.Clauses, records)), max(1, min(asksLines, left)))
	left -= len(p.lines) - before
	p.lines = append(p.lines, effect.lines...)
	if d.InALine != "" && left > 0 {
		before := len(p.lines)
		p.set(indent, edition.Capitalised(d.InALine)+".", left)
		left -= len(p.lines) - before
	}
	if near != "" {
		p.set(indent, near, 1+max(0, left))
	}
}

// ofRecords says which records a ruleset is of.
func ofRecords(records []string) string {
	if len(records) == 0 {
		return ""
	}
	return ", of " + strings.Join(records, ", ")
}

// clausesNamed are the clauses that a page names of those that a question is about.
const clausesNamed = 4

// clausesInShort names clauses: by their numbers alone where the ruleset is of one record, which
// the page names above.
func clausesInShort(names, records []string) string {
	shown, what := slices.Clone(names[:min(len(names), clausesNamed)]), ""
	others := func(name string) bool { return len(records) != 1 || !strings.HasPrefix(name, records[0]+"#") }
	if len(names) > 0 && !slices.ContainsFunc(names, others) {
		what = plural(len(names), "clause ", "clauses ")
		for i := range shown {
			shown[i] = strings.TrimPrefix(shown[i], records[0]+"#")
		}
	}
	text := what + strings.Join(shown, ", ")
	if more := len(names) - len(shown); more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

// plural is a word for one, or for several.
func plural(n int, one, several string) string {
	if n == 1 {
		return one
	}
	return several
}

func termsOfPlay(list []brief.Told) (out []string) {
	for _, t := range list {
		out = append(out, t.Terms...)
	}
	return out
}

func termsOfDoubts(list []brief.Doubt) (out []string) {
	for _, d := range list {
		out = append(out, d.Terms...)
	}
	return out
}

// terms says what words of the page mean where it has room for them, and returns how many
// are left.
func (p *briefPage) terms(list []string) (left int) {
	for i, t := range list {
		if room := PageLines - footLines - len(p.lines); room < termLines+1 {
			return len(list) - i
		}
		if i == 0 {
			p.lines = append(p.lines, "")
		}
		p.set("", t, termLines)
	}
	return 0
}

// foot says what the page rests on, how its figures are read, and what more there is.
func (p *briefPage) foot(b *brief.Brief, terms int) {
	p.lines = append(p.lines, "")
	p.set("", edition.Capitalised(b.Run)+".", runLines)
	p.set("", brief.FiguresInShort, 2)
	more := "--full has all readings, boards where they part, lines to replay, and throws"
	if terms > 0 {
		more += ", and says what " + measure.Plural(terms, "word") + " " + plural(terms, "means", "mean")
	}
	p.set("", more+".", 2)
}
