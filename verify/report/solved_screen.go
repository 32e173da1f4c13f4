package report

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence/cells"
	"github.com/lectio/lectio/verify/measure"
	"github.com/lectio/lectio/verify/solve/readings"
)

// solvedScreen sets what is proved of readings for a screen.
type solvedScreen struct {
	bytes.Buffer
	width int // of prose
	room  int // of tables
}

func (b *solvedScreen) prose(text string) { b.paragraph("", text) }

func (b *solvedScreen) paragraph(label, text string) {
	cells.Paragraph(b, b.width, label, text, cells.Width(label))
}

func (b *solvedScreen) columns(rows [][]string) { b.WriteString(cells.Columns(rows, b.room)) }

func (b *solvedScreen) writeTo(w io.Writer) error {
	_, err := w.Write(b.Bytes())
	return err
}

// WriteConsequences writes, for a screen, what each reading does to what a game is worth, in prose of so many cells and
// tables of so many; and what games at random would have told, so many of each interpretation, where any were played.
func WriteConsequences(w io.Writer, c *readings.Consequences, games, width, room int) error {
	b := &solvedScreen{width: width, room: room}
	tellReadings(b, c)
	tellSampled(b, c.Sampled, games)
	return b.writeTo(w)
}

// WritePairs writes in the same way how each two readings of one question stand to each other.
func WritePairs(w io.Writer, c *readings.Consequences, games, width int) error {
	b := &solvedScreen{width: width}
	tellPairs(b, c)
	tellSampled(b, c.Sampled, games)
	return b.writeTo(w)
}

// WriteShares writes in the same way which part of the variance of what a game is worth comes from which question.
func WriteShares(w io.Writer, p *readings.Product, width, room int) error {
	b := &solvedScreen{width: width, room: room}
	tellShares(b, p)
	return b.writeTo(w)
}

// tellSampled says of which interpretations games at random tell otherwise than what is proved.
func tellSampled(b *solvedScreen, list []readings.Sampled, games int) {
	if len(list) == 0 {
		return
	}
	misled := 0
	fmt.Fprintf(b, "\nWhat programs that move at random would have told otherwise\n\n")
	for i := range list {
		x := &list[i]
		why := x.Misleads()
		if why == "" {
			continue
		}
		misled++
		version, reading := "full game", "by default"
		if x.Scale != "" {
			version = x.Scale
		}
		if x.Reading != "" {
			reading = x.Reading
		}
		b.paragraph("  ", fmt.Sprintf("%s, %s: %s. Proved: %s. At random: %s.", reading, version, why, x.Solution.Value(), x.Words()))
	}
	b.paragraph("  ", fmt.Sprintf("%d of %s that were solved and played, %s each, seed 1; three standard errors are allowed for.",
		misled, measure.Plural(len(list), "interpretation"), measure.Plural(games, "game")))
}

// ofVersions says of what the values are.
func ofVersions(c *readings.Consequences) string {
	var solved, not []string
	for _, v := range c.Versions {
		name := "the full game"
		if v.Scale != "" {
			name = v.Scale
		}
		if v.RulesOnly {
			not = append(not, fmt.Sprintf("%s is not solved (%s)", name, v.Default.Why))
			continue
		}
		solved = append(solved, fmt.Sprintf("%s (%s; by default %s)", name, measure.Plural(v.Default.Positions, "position"), v.Default.Value()))
	}
	text := "nothing is solved"
	if len(solved) > 0 {
		text = "solved, every position: " + strings.Join(solved, "; ")
	}
	if len(not) > 0 {
		text += "; " + strings.Join(not, "; ")
	}
	return measure.Sentence(text)
}

// sections are what is told of readings, what weighs most first.
var sections = []struct {
	of    readings.Direction
	title string
}{
	{readings.OfGame, "In the full game, every position of which is solved"},
	{readings.Turns, "Another direction on another scale: of the full game nothing can be told from these"},
	{readings.Steady, "The same direction on every scale that could be solved, two at least"},
	{readings.Unlike, "Something on scales that do not compare: on one it is of who begins, on another of a player"},
	{readings.Partly, "Something on one scale, nothing on another"},
	{readings.OneOnly, "On one scale alone: whether it is so on another is not known"},
	{readings.Nothing, "Play differs, what the game is worth does not"},
	{readings.Alike, "The same game as the default, but for its looks, where it could be solved"},
	{readings.Proved, "The same rules as the default in the full game, once compiled: proved for every size"},
}

// tellReadings says what each reading does, against the default.
func tellReadings(b *solvedScreen, c *readings.Consequences) {
	b.prose(fmt.Sprintf("%s: what each reading does to what the game is worth when both sides play as well as can be.", c.Definition.ID))
	fmt.Fprintln(b)
	b.prose(ofVersions(c))
	b.prose("What holds of a scale need not hold of the game, nor of another scale. Differences are in hundredths of a game (a win counts one hundred, " +
		"no winner fifty), proved to the figures shown; who can force a win is told with the turns of both that it takes. Two readings are the same game " +
		"where positions correspond with the same choices, chances and winners, whatever the men are called; points, where they are counted, matter only for who prevails.")
	weightiest := slices.Clone(c.Pairs)
	slices.SortStableFunc(weightiest, func(p, q *readings.Pair) int { return cmp.Compare(q.Apart(), p.Apart()) })
	for _, s := range sections {
		rows := [][]string{{"question", "reading"}}
		for _, v := range c.Versions {
			if !v.RulesOnly {
				rows[0] = append(rows[0], v.Name())
			}
		}
		for _, p := range weightiest {
			if !p.OfDefault() || p.Direction() != s.of {
				continue
			}
			reading := p.Second.ID
			if len(p.Under) > 0 {
				reading += " (under " + p.Under.String() + ")"
			}
			row := []string{p.Question.Name(), reading}
			for i := range p.On {
				if !c.Versions[i].RulesOnly {
					row = append(row, p.On[i].Words())
				}
			}
			rows = append(rows, row)
		}
		if len(rows) == 1 {
			continue
		}
		fmt.Fprintf(b, "\n%s (%d)\n\n", s.title, len(rows)-1)
		b.columns(rows)
	}
	tellBetween(b, c)
	if list := c.Reasons(); len(list) > 0 {
		fmt.Fprintf(b, "\nNot known\n\n")
		for _, r := range list {
			b.paragraph("  ", fmt.Sprintf("%s, on %s: %s", strings.Join(r.Readings, ", "), r.Scale, r.Why))
		}
	}
}

// tellBetween says which readings that are no defaults are one game.
func tellBetween(b *solvedScreen, c *readings.Consequences) {
	all, known := 0, 0
	var same []string
	for _, p := range c.Pairs {
		if p.OfDefault() {
			continue
		}
		all++
		if p.Direction() != readings.Open {
			known++
		}
		if d := p.Direction(); d == readings.Alike || d == readings.Proved {
			same = append(same, fmt.Sprintf("%s=%s and %s", p.Question.Name(), p.First.ID, p.Second.ID))
		}
	}
	if all == 0 {
		return
	}
	fmt.Fprintf(b, "\nReadings of one question, neither of them the default\n\n")
	text := fmt.Sprintf("%s were compared; of %d it is known how they stand to each other.", measure.Plural(all, "pair"), known)
	if len(same) > 0 {
		text += " The same game wherever they could be solved: " + strings.Join(same, "; ") + "."
	}
	b.paragraph("  ", text+" With --question the pairs of one question are told one by one, with the line of play on which they part.")
}

// tellPairs tells of each pair of readings how the two stand to each other.
func tellPairs(b *solvedScreen, c *readings.Consequences) {
	b.prose(ofVersions(c))
	b.prose("What holds of a scale need not hold of the game.")
	for _, p := range c.Pairs {
		fmt.Fprintln(b)
		if len(p.Under) > 0 {
			b.prose("Both under " + p.Under.String() + ".")
		}
		for i := range p.On {
			o := &p.On[i]
			if o.Scale == "" && o.Relation == readings.NotKnown {
				continue
			}
			b.prose(o.Sentence(p.First.ID, p.Second.ID))
			if x := o.Parting; x != nil {
				where := "on no shorter line than: " + x.A.Text()
				if len(x.A.Plies) == 0 && x.A.Closing == "" {
					where = "at the start"
				}
				b.paragraph("    ", fmt.Sprintf("They part %s (%s)", where, partingKind(x.Kind)))
			}
		}
		if p.OfDefault() {
			b.paragraph("    ", "Over the scales: "+p.Direction().String()+".")
		}
	}
}

// partingKind says what differs at the end of a line on which two readings part.
func partingKind(kind string) string {
	switch kind {
	case "moves":
		return "then other moves are legal"
	case "outcome":
		return "then one is over or scored and the other is not, or otherwise"
	case "turn":
		return "then another is to move, or something else is due"
	case "throw":
		return "then other throws can fall"
	}
	return "then men lie otherwise"
}
