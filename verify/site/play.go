package site

import (
	"context"
	"slices"
	"strings"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/measure"
)

// IsPage reports whether a file of a site is a page to read.
func IsPage(path string) bool { return strings.HasSuffix(path, ".html") }

// playHash is the part of an address that says which readings are played: all of an interpretation that are no defaults, also those
// under which alone a question arises.
func playHash(g *rulesets.Game) string {
	var list []string
	for _, q := range g.Definition.Questions {
		if r := g.Readings[q.ID]; r != nil && r.ID != q.Default {
			list = append(list, q.ID+"="+r.ID)
		}
	}
	return strings.Join(list, "&")
}

// playView is the page to play on.
type playView struct {
	Rules    string        // where they are read, "" where they are not
	Programs []programView // that can be played against
	Learned  string        // what program learned the game, "" where none did
}

// programView is a program: what lectio play --player calls it, and what it does.
type programView struct{ Value, Text string }

// playPage writes the page on which a game is played.
func (s *Site) playPage(_ context.Context, g *game) error {
	if !s.asks() {
		return nil
	}
	p := s.gamePageOf(g, "play/index.html", g.Definition.Title+": play", "play/index.html")
	p.Wide = true
	p.Summary = "Play " + g.Definition.Title + " on the board, under the readings of your choice."
	p.asks(g, append([]string{"assets/work.js"}, playScripts...)...)
	v := &playView{Rules: p.Rules()}
	var learned []programView
	if l := s.learningOf(g); l != nil {
		v.Learned = measure.Sentence(l.Words())
		if s.weights(g) != nil {
			learned = append(learned, programView{"learned", "learned: looks one move ahead, by what it learned"})
			for _, n := range []string{"50", "200", "800"} {
				learned = append(learned, programView{"searching:" + n, "searching:" + n + ": follows " + n + " lines, by what was learned"})
			}
		}
	}
	v.Programs = programs(learned...)
	return p.write("play", v)
}

// playScripts are those of a page to play on, beside those by which it asks the program and knows the draft.
var playScripts = []string{"assets/board.js", "assets/table.js", "assets/opponents.js", "assets/play.js"}

// programs are those that can be played against, with those that learned the game.
func programs(learned ...programView) []programView {
	list := append([]programView{{"random", "random: draws its moves"}}, learned...)
	for _, n := range []string{"50", "200", "800"} {
		list = append(list, programView{"playouts:" + n, "playouts:" + n + ": plays " + n + " games at random to see"})
	}
	return append(list, programView{"perfect", "perfect: where the game can be solved in five seconds"})
}

// learningOf is the program that learned a game and plays on its page, the first of those that did; nil where none is worth
// the name.
func (s *Site) learningOf(g *game) *verify.Learning {
	i := slices.IndexFunc(s.res.Learnings, func(l *verify.Learning) bool { return l.Ruleset == g.Definition.ID && l.Worth() })
	if i < 0 {
		return nil
	}
	return &verify.Learning{Ruleset: g.Definition.ID, Programs: s.res.Learnings[i].Programs[:1]}
}

// weights are what a program learned of a game, as pages have it play; none where none did.
func (s *Site) weights(g *game) []int16 {
	if l := s.learningOf(g); l != nil {
		if by := l.Programs[0].By(g.Game.Program); by != nil {
			return by.Weights[0]
		}
	}
	return nil
}
