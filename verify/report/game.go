package report

import (
	"fmt"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/edition"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/scene"
)

// OfGame begins a report of one game: its board at the beginning, and what its clauses say.
// Whoever makes it adds parts to its brief. version is that of the program.
func OfGame(g *rulesets.Game, c *evidence.Corpus, version string) *Report {
	d := g.Definition
	s := g.Program.NewState()
	engine.NewInterpreter(g.Program).Start(s)
	start := scene.Board(g, s, 0)
	b := &Brief{Ruleset: d.ID, Title: d.Title, Parts: []Part{{Heading: "The board", Lines: []BriefLine{{Picture: &start, Caption: "The board at the beginning"}}}}}
	r := &Report{Title: d.Title, Briefs: []*Brief{b}, Facts: [][2]string{{"Lectio", version}, {"Ruleset", g.Name()}, {"Version", d.Version}},
		Citation: fmt.Sprintf("%s: ruleset %s, version %s. Made with %s", d.Title, g.Name(), d.Version, edition.Capitalised(version))}
	r.cite(c, d.Records, asItIs)
	return r
}
