package readings

import (
	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/measure"
)

// This check looks at the pairs of readings that were not seen to part.
var _ = group.Add(&verify.Check{
	ID:    "RD002",
	Title: "nothing tells two readings apart",
	Explanation: `The readings of a question of weight 3 should change who wins or leave the game unplayable. When neither a line of play nor a worked example
marked parts: shows a difference, the doubt may have no consequence, or the example is still to be found.`,
	Bad:      "two readings that no position distinguishes, and nobody has said why",
	Good:     "parts: {question: PIP-A25, readings: {six-pieces: {legal: [8/14*]}, six-points-doubled: {illegal: [8/14*]}}}",
	Limits:   `Partings are looked for as far as RD001 goes. An example marked parts: is taken at its word here; whether it holds is EX001.`,
	Least:    verify.Least{N: measure.LeastGames, Of: "games"},
	Severity: verify.Warning,
	Needs:    verify.Playouts,
	With:     []*verify.Check{parting},
	After: func(t *verify.Target, all *verify.Outcome, o verify.Options) (out verify.Outcome) {
		for i := range all.Partings {
			if p := &all.Partings[i]; p.Found == nil {
				out.Findings = append(out.Findings, inseparable(t, p)...)
			}
		}
		return out
	},
})

// inseparable is the finding that nothing tells a pair of readings apart.
func inseparable(t *verify.Target, p *verify.Parting) []verify.Finding {
	q, sr := p.Question, &p.Search
	var f verify.Finding
	switch {
	case sr.Exhausted:
		f = t.Finding(verify.Warning, q.Pos, "%s: %s and %s never part: all %d pairs of positions that can be reached were compared", q.Name(), p.A.ID, p.B.ID, sr.Positions)
	case p.Example == "" && q.Weight == 3:
		f = t.Finding(verify.Warning, q.Pos, "%s: nothing tells %s and %s apart: no parting was seen in %s in step and %d moves, and no example is marked parts:",
			q.Name(), p.A.ID, p.B.ID, measure.AtRandom.Games(sr.Games), sr.Plies)
		f.Sample = max(sr.Games, 1)
	default:
		return nil
	}
	f.Question = q.Name()
	return []verify.Finding{f}
}
