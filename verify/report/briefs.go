package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lectio/lectio/rulesets/edition"
	"github.com/lectio/lectio/verify/brief"
)

// briefs are the briefs of a run as parts that every writer of reports prints, the
// gravest game first.
func (v *verification) briefs() []*Brief {
	var out []*Brief
	briefs := Briefs(v.res)
	slices.SortStableFunc(briefs, (*brief.Brief).Graver)
	for _, b := range briefs {
		x := &Brief{Ruleset: b.Ruleset, Title: b.Title, Gravest: gravest(b), Startling: startling(b)}
		add := func(heading string, lines ...BriefLine) {
			if len(lines) > 0 {
				x.Parts = append(x.Parts, Part{heading, lines})
			}
		}
		settled := []BriefLine{{Label: "How far it is settled", Text: edition.Capitalised(b.Settled) + ".", Detail: strings.Join(b.Records, ", ")}}
		if b.Cut {
			settled = append(settled, BriefLine{Label: "Cut short", Text: "The run was stopped before all of this was done.", Strong: true})
		}
		add("What it is", append(settled, BriefLine{Label: "How to read the figures", Text: brief.FiguresAbout, InGrey: true})...)
		var play []BriefLine
		for _, t := range b.Play {
			play = append(play, BriefLine{Text: t.Words, Detail: t.Figure, Strong: t.Startling})
			play = append(play, terms(t.Terms)...)
		}
		add("What holds of play by default", play...)
		add("The doubts that matter most", v.doubts(b)...)
		var rest []BriefLine
		for _, x := range b.Contradictions {
			rest = append(rest, BriefLine{Text: x.Words})
		}
		for _, text := range b.Without {
			rest = append(rest, BriefLine{Text: edition.Capitalised(text) + "."})
		}
		add("What else is known of the questions", rest...)
		if len(b.Throws) > 0 && b.Throws[0].Chance != "" {
			add("Throw by throw", append([]BriefLine{{Text: brief.LayoutAbout}}, throwLines(b.Throws)...)...)
		} else {
			add("What may be done", throwLines(b.Throws)...)
		}
		add("What all of this rests on", BriefLine{Text: edition.Capitalised(b.Run) + "."})
		out = append(out, x)
	}
	return out
}

// gravest says in a sentence what the gravest doubt is and what it does.
func gravest(b *brief.Brief) string {
	if len(b.Doubts) == 0 {
		return "Nothing was found that matters to play."
	}
	d := &b.Doubts[0]
	return strings.Join(append([]string{fmt.Sprintf("%s: %s %s.", d.Heading(), d.Asks, edition.Capitalised(d.Effect.Words))}, d.Terms...), " ")
}

// terms are what words mean as lines of a brief.
func terms(list []string) (out []BriefLine) {
	for _, t := range list {
		out = append(out, BriefLine{Label: "in other words", Text: t})
	}
	return out
}

// startling says in a sentence what nobody would expect of play by default; "" where
// nothing startles.
func startling(b *brief.Brief) string {
	if len(b.Play) > 0 && b.Play[0].Startling {
		return b.Play[0].Words
	}
	return ""
}

// doubts tells the first doubts in full, each with the board where its readings part.
func (v *verification) doubts(b *brief.Brief) (out []BriefLine) {
	for i := range b.Doubts {
		d := &b.Doubts[i]
		if i == brief.DoubtsTold {
			n := len(b.Doubts) - i
			out = append(out, BriefLine{Text: fmt.Sprintf("%s more %s something.", count(n, "question"), plural(n, "changes", "change")),
				Link: &Link{Table: tQuestions}, Label: "Other questions"})
			break
		}
		place := fmt.Sprintf("%d. %s", d.Place, d.Heading())
		if !d.Firm {
			place = fmt.Sprintf("%d= %s", d.Place, d.Heading())
		}
		ask := BriefLine{Label: place, Text: d.Asks, Detail: strings.Join(d.Clauses, ", ")}
		if d.Mark != "" {
			ask.Detail = strings.TrimPrefix(ask.Detail+"; "+d.Mark, "; ")
		}
		if row := v.questionRow(b.Ruleset, d.Question); row != "" {
			ask.Link = &Link{Table: tQuestions, Row: row}
		}
		figure := d.Effect.Figure
		if d.Shared != "" {
			figure = strings.TrimPrefix(figure+"; its place is "+d.Shared, "; ")
		}
		var readings []string
		for _, r := range d.Readings {
			text := "• " + r.Name()
			if r.Default {
				text += ", the default"
			}
			readings = append(readings, strings.Join(append([]string{text + ": " + r.Says()}, r.Terms...), " "))
		}
		out = append(append(out, ask), terms(d.Terms)...)
		out = append(out, BriefLine{Label: "what it does", Text: edition.Capitalised(d.Effect.Words) + ".", Detail: figure, Strong: i == 0},
			BriefLine{Label: "readings", Text: strings.Join(readings, "\n")})
		for _, g := range d.Games {
			out = append(out, BriefLine{Label: "a game that shows it", Text: edition.Capitalised(g.Words) + "."},
				BriefLine{Label: "to play it again", Text: strings.Join(g.Replay[:], "\n"), Copied: true})
		}
		if d.Nearest != nil {
			var said []string
			for _, c := range d.Nearest.Clauses {
				said = append(said, c.Ref+": "+c.Says)
			}
			out = append(out, BriefLine{Label: "nearest text that answers it", Text: d.Nearest.Says() + "\n" + strings.Join(said, "\n"), Detail: d.Nearest.Of() + "; " + d.Nearest.Near.Words()})
		}
		if d.Parting == "" {
			continue
		}
		out = append(out, BriefLine{Label: "where they part", Text: edition.Capitalised(d.Parting) + "."})
		if d.Parted != nil {
			board := boardCell(d.Parted.Found.GameA, d.Parted.Found.EndA, "")
			out = append(out, BriefLine{Picture: board.Picture, Caption: fmt.Sprintf("The board where the readings “%s” and “%s” of %s part, as “%[1]s” has it", d.Parted.A.Called(), d.Parted.B.Called(), d.Parted.Question.Quoted())})
		}
		if d.Replay != "" {
			out = append(out, BriefLine{Label: "to play it again", Text: d.Replay, Copied: true})
		}
	}
	return out
}

// throwLines lay out every throw: what is played, what readings make of it, where it
// stops and why.
func throwLines(list []brief.Layout) (out []BriefLine) {
	for i := range list {
		l := &list[i]
		label, text := l.Name(), l.Plays
		if l.Chance != "" {
			label += " (" + l.Chance + ")"
		}
		if len(l.Clauses) > 0 {
			text += " (" + strings.Join(l.Clauses, ", ") + ")"
		}
		for _, r := range l.Readings {
			text += fmt.Sprintf("\n%s: %s", r.Name(), r.Plays)
		}
		detail := l.Course()
		if len(l.Why) > 0 {
			why := l.Why[0]
			detail += fmt.Sprintf(" Why, %s: %s", why.Often(), why.Words)
			if len(why.Clauses) > 0 {
				detail += " (" + strings.Join(why.Clauses, ", ") + ")"
			}
		}
		out = append(out, BriefLine{Label: label, Text: text, Detail: strings.TrimSpace(detail)})
		out = append(out, terms(l.Terms)...)
	}
	return out
}
