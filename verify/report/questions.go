package report

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence/cells"
	"github.com/lectio/lectio/rulesets"
)

// WriteQuestions writes what the text of a ruleset leaves open, and the readings, for a screen, in lines of so many
// cells. Those of the interpretation are marked.
func WriteQuestions(w io.Writer, in *rulesets.Interpretation, width int) error {
	var b bytes.Buffer
	paragraph := func(label, text string) { cells.Paragraph(&b, width, label, text, cells.Width(label)) }
	for i, q := range in.Definition.Questions {
		if i > 0 {
			b.WriteByte('\n')
		}
		names := q.ID // that commands take
		if q.See != "" && q.See != q.ID {
			names = q.See + ", " + q.ID
		}
		if q.Title != "" {
			names = q.Title + " (" + names + ")"
		}
		paragraph("", fmt.Sprintf("%s [%s, weight %d]", names, q.Kind, q.Weight))
		paragraph("    ", q.Asks)
		if len(q.About) > 0 {
			paragraph("    about: ", strings.Join(clauses(q.About), " "))
		}
		if len(q.BearsOn) > 0 {
			paragraph("    bears on: ", strings.Join(q.Dimensions(), " "))
		}
		if len(q.AskedWhen) > 0 {
			paragraph("    arises when: ", arises(in, q))
		}
		for _, r := range q.Readings {
			sign := "-"
			if in.Readings[q.ID] == r {
				sign = "*"
			}
			paragraph("  "+sign+" ", r.Titled()+": "+grounds(q, r))
		}
	}
	if len(in.Definition.Questions) == 0 {
		fmt.Fprintf(&b, "%s has no questions\n", in.Definition.ID)
	}
	_, err := w.Write(b.Bytes())
	return err
}

// arises says under which readings of others a question arises.
func arises(in *rulesets.Interpretation, q *rulesets.Question) string {
	var when []string
	for _, k := range slices.Sorted(maps.Keys(q.AskedWhen)) {
		when = append(when, k+"="+strings.Join(q.AskedWhen[k], " or "))
	}
	moot := ""
	if in.Readings[q.ID] == nil {
		moot = " (moot here)"
	}
	return strings.Join(when, " and ") + moot
}

// grounds says why a reading is one, who holds it, and whether it can be played.
func grounds(q *rulesets.Question, r *rulesets.Reading) string {
	text := r.Because + " [" + attested(r)
	if r.ID == q.Default {
		text += "; default"
		if q.DefaultWhy != "" {
			text += ": " + q.DefaultWhy
		}
	}
	text += "]"
	if !r.Playable() {
		text += " cannot be played yet: " + r.NotPlayable
	}
	return text
}

// attested says on what basis a reading stands, and who holds it.
func attested(r *rulesets.Reading) string {
	text := r.Basis
	if len(r.Borrowed) > 0 {
		text += " from " + strings.Join(clauses(r.Borrowed), ", ")
	}
	if len(r.HeldBy) > 0 {
		text += "; held by " + strings.Join(r.HeldBy, ", ")
	}
	return text
}

func clauses(refs []rulesets.ClauseRef) []string {
	out := []string{}
	for _, r := range refs {
		out = append(out, r.String())
	}
	return out
}
