package evidence

import (
	"regexp"
	"slices"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/fold"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/verify/severity"
)

// This check asks whether a reading that is called attested is attested by something.
var _ = add(Check{
	ID:    "EV015",
	Title: "a reading is called attested, and nothing attests it",
	Explanation: `Attested is a reading that a text states. So it has to point at the words that state it: a clause by its number, in its reason or as the warrant of one
of its statements, or a layer of the record, in its reason or as its holder. Where the question is one of silence that is asked of every such reading; elsewhere the clauses that
the question is about will do. And a text attests nothing by what it leaves out: a reason that the text names no other, or says nothing of it, makes a reading inferred.`,
	Bad:      "{id: none, basis: attested, because: the text names no draw}   # of a question of silence",
	Good:     "{id: none, basis: inferred, because: the text names no draw}",
	Limits:   "Whether the clause says what it is said to attest is for a reader. Reasons of silence are known by their wording, in English; “the examples say nothing” is one of them, whatever is meant.",
	Severity: severity.Warning,
}, attestedByNothing)

var (
	clauseNamed = regexp.MustCompile(`(?i)\bclauses? \d`)
	// silence is said of the text, not of the game: it names no other, says nothing.
	silence = regexp.MustCompile(`(?i)\b(?:(?:says?|said|names?|mentions?|states?|makes?) (?:nothing|nobody|no|none|not)|(?:nothing|nobody|no other|no \w+|none|never|nowhere|not) (?:is|are|was|else is)? ?(?:said|named|mentioned|stated|spoken of)|is silent|are silent)\b`)
)

func attestedByNothing(l *Library) (out []Oddity) {
	l.eachReading(func(r *evidence.Record, d *rulesets.Definition, q *rulesets.Question, x *rulesets.Reading) {
		if x.Basis != "attested" {
			return
		}
		name := q.Name() + "=" + x.ID
		if m := silence.FindString(x.Because); m != "" {
			out = append(out, Oddity{Record: r, Severity: severity.Warning, Pos: x.Pos, Message: name + " is called attested for what the text leaves out (“" + m + "”); that is inferred"})
			return
		}
		points := clauseNamed.MatchString(x.Because) || len(q.About) > 0 && q.Kind != "silence" ||
			slices.ContainsFunc(x.Statements, func(s *rulesets.Statement) bool { return len(s.Warrant) > 0 })
		layers := map[string]bool{}
		for _, id := range d.Records {
			if rec := l.Record(id); rec != nil {
				for _, t := range rec.Texts {
					learn(layers, t.ID)
				}
			}
		}
		for _, text := range append([]string{x.Because}, x.HeldBy...) {
			points = points || slices.ContainsFunc(fold.Words(text), func(w fold.Word) bool { return layers[w.Text] })
		}
		if !points {
			out = append(out, Oddity{Record: r, Severity: severity.Warning, Pos: x.Pos,
				Message: name + " is called attested in a question of silence, and neither its reason nor its statements name a clause or a layer that attests it"})
		}
	})
	return out
}
