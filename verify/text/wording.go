package text

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/fold"
	"github.com/lectio/lectio/evidence/wording"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/verify"
)

// doubtful helps to see the doubts that nobody has seen yet.
var doubtful = group.Add(&verify.Check{
	ID:    "TX005",
	Title: "a wording that often hides a doubt",
	Explanation: `Most doubts of a rule text sit in a few kinds of wording. Each clause, and the words quoted in it, is looked through for them; a hint
names the words, says what to ask of them, and which question takes the doubt up. Hints on clauses about which nobody asks come first, then
those on clauses about which something else is asked: there a doubt may have been passed over. A hint is an invitation to read again and no fault; where the words are clear it needs no answer.

` + wordingsExplained(),
	Bad:      "- n: 4\n  text: A player with three men in a row may take a man.\n  wording: can remove        # and no question is about clause 4",
	Good:     "- n: 4\n  text: A player with three men on neighbouring points of one line must take an enemy man.",
	Limits:   "It knows words, in English, and no meaning: a doubt without such a word is not seen, and a question counts as taking a hint up when it is about the clause and speaks of something of the kind. Slips are looked for in every language, also in clauses that state no rule.",
	Severity: verify.Note,
	Needs:    verify.Static,
	Tasks: func(t *verify.Target, o verify.Options) []verify.Task {
		return verify.OneTask("wordings of "+t.Definition.ID, func(context.Context) (out verify.Outcome) {
			men := 0
			if t.Game != nil {
				men = t.Game.Program.Men(0)
			}
			for _, r := range t.Evidence() {
				for _, h := range wording.Hints(r, men) {
					f := hint(r, h, t.Definition.Questions)
					f.Ruleset = t.Definition.ID
					out.Findings = append(out.Findings, f)
				}
			}
			return out
		})
	},
})

// wordingsExplained lists the kinds of wording, a line each.
func wordingsExplained() string {
	var b strings.Builder
	for _, k := range wording.Kinds() {
		if !k.Draft {
			fmt.Fprintf(&b, "  %s: %s\n", k.Name, k.Why)
		}
	}
	return strings.TrimRight(b.String(), "\n")
}

// Hints are the findings of TX005 on records, whether a ruleset rests on them or
// not, the more urgent first and then by place. Questions are those of all
// definitions.
func Hints(records []*evidence.Record, definitions []*rulesets.Definition) []verify.Finding {
	var questions []*rulesets.Question
	for _, d := range definitions {
		questions = append(questions, d.Questions...)
	}
	var out []verify.Finding
	for _, r := range records {
		for _, h := range wording.Hints(r, 0) {
			f := hint(r, h, questions)
			f.ID = doubtful.ID
			out = append(out, f)
		}
	}
	slices.SortStableFunc(out, func(a, b verify.Finding) int { return cmp.Or(a.Rank-b.Rank, a.Pos.Compare(b.Pos)) })
	return out
}

// hint makes the finding of a hint.
func hint(r *evidence.Record, h wording.ClauseHint, questions []*rulesets.Question) verify.Finding {
	var quoted []string
	for _, w := range h.Words {
		quoted = append(quoted, fmt.Sprintf("%q", w))
	}
	what := strings.Join(quoted, ", ")
	if h.Says != "" {
		what += " (" + h.Says + ")"
	}
	var where string
	if h.Clause != nil {
		where = r.Ref(h.Clause.N).String()
	} else {
		where = fmt.Sprintf("%s, the layer %s", r.ID, h.Layer.ID)
	}
	f := verify.Finding{Severity: verify.Note, Pos: h.Pos, Related: h.More}
	var taken string
	taken, f.Question, f.Rank = takenUp(r, h, questions)
	f.Message = fmt.Sprintf("%s: %s: %s; %s (%s)", where, h.Kind.Name, what, h.Kind.Ask, taken)
	if h.Clause != nil {
		f.Clauses = append(f.Clauses, where)
	}
	for _, o := range h.Others {
		if !slices.Contains(f.Clauses, o.String()) {
			f.Clauses = append(f.Clauses, o.String())
		}
	}
	return f
}

// What has become of a hint, the more urgent first.
const (
	nobodyAsks   = iota // no question asks about the clause
	fullerClause        // nor here, but another clause has what this one lacks
	asksElse            // questions ask about the clause, and of something else
	asked               // a question, or an emendation, takes the hint up
)

// takenUp says what has become of a hint, with the name of the first question
// that takes it up.
func takenUp(r *evidence.Record, h wording.ClauseHint, questions []*rulesets.Question) (says, question string, rank int) {
	if e := h.Emended; e != nil {
		return fmt.Sprintf("emended: read %q", e.Read), "", asked
	}
	if h.Clause == nil {
		return "no clause quotes these words", "", nobodyAsks
	}
	var about, same []string
	for _, q := range questions {
		if !slices.ContainsFunc(q.About, func(a rulesets.ClauseRef) bool { return a.Record == r.ID && a.N == h.Clause.N }) {
			continue
		}
		about = append(about, q.Name())
		if speaks(q, h) {
			same = append(same, q.Name())
		}
	}
	switch {
	case len(same) > 0:
		return "taken up by " + someOf(same), same[0], asked
	case len(about) > 0:
		return "asked about for something else: " + someOf(about), "", asksElse
	case len(h.Clause.Lacks) > 0:
		var fuller []string
		for _, c := range h.Clause.Lacks {
			fuller = append(fuller, c.String())
		}
		return "no question asks about this clause; fuller is " + someOf(fuller), "", fullerClause
	}
	return "no question asks about this clause", "", nobodyAsks
}

// speaks reports whether a question is about what a hint is about: its words are
// of the kind's topic, or it has the words of the hint.
func speaks(q *rulesets.Question, h wording.ClauseHint) bool {
	if h.Kind.Topic != nil && h.Kind.Topic.MatchString(q.Asks) {
		return true
	}
	asks := " " + fold.Text(q.Asks) + " "
	return slices.ContainsFunc(h.Words, func(w string) bool {
		w = fold.Text(w)
		return w != "" && strings.Contains(asks, " "+w+" ")
	})
}

// someOf names up to three.
func someOf(names []string) string {
	if len(names) > 3 {
		return strings.Join(names[:3], ", ") + fmt.Sprintf(" and %d more", len(names)-3)
	}
	return strings.Join(names, ", ")
}
