package site

import (
	"context"
	"encoding/binary"
	"slices"
	"strings"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/measure"
)

// IsPage reports whether a file of a site is a page to read.
func IsPage(path string) bool { return strings.HasSuffix(path, ".html") }

// playHash is the part of an address that says which reading is played.
func playHash(q *rulesets.Question, r *rulesets.Reading) string {
	if r.ID == q.Default {
		return ""
	}
	return q.ID + "=" + r.ID
}

// playView is the page to play on.
type playView struct {
	Title     string
	Players   []string
	Questions []askedView
	Programs  []programView // that can be played against
	Learned   string        // what program learned the game, "" where none did
}

// programView is a program: what lectio play --player calls it, and what it does.
type programView struct{ Value, Text string }

// playData is what the page tells the program that it asks.
type playData struct {
	ID      string   `json:"id"`
	Home    string   `json:"home"`    // the way from the page to the page of the game
	Files   []string `json:"files"`   // that the game is read from
	Weights []byte   `json:"weights"` // of the program that learned it, two bytes each; none where none did
}

// playPage writes the page on which a game is played.
func (s *Site) playPage(_ context.Context, g *game) error {
	if !s.options.Play {
		return nil
	}
	p := s.gamePageOf(g, "play/index.html", g.Definition.Title+": play", "play/index.html")
	p.Wide = true
	p.Summary = "Play " + g.Definition.Title + " on the board, under the readings of your choice."
	p.Scripts = append(p.Scripts, "assets/draft.js", "assets/desk.js", "assets/board.js", "assets/table.js", "assets/opponents.js", "assets/play.js", g.dir+"/play/game.js")
	v := &playView{Title: g.Definition.Title, Players: g.Game.Program.Players}
	data := playData{ID: g.Definition.ID, Home: "../", Files: s.filesOf(g.Definition), Weights: []byte{}}
	v.Programs = []programView{{"random", "random: draws its moves"}}
	if l := s.learningOf(g); l != nil {
		v.Learned = measure.Sentence(l.Words())
		if by := l.Programs[0].By(g.Game.Program); by != nil {
			for _, w := range by.Weights[0] {
				data.Weights = binary.LittleEndian.AppendUint16(data.Weights, uint16(w))
			}
			v.Programs = append(v.Programs, programView{"learned", "learned: looks one move ahead, by what it learned"})
			for _, n := range []string{"50", "200", "800"} {
				v.Programs = append(v.Programs, programView{"searching:" + n, "searching:" + n + ": follows " + n + " lines, by what was learned"})
			}
		}
	}
	for _, n := range []string{"50", "200", "800"} {
		v.Programs = append(v.Programs, programView{"playouts:" + n, "playouts:" + n + ": plays " + n + " games at random to see"})
	}
	v.Programs = append(v.Programs, programView{"perfect", "perfect: where the game can be solved in five seconds"})
	for _, r := range g.ranked {
		q := r.Question
		v.Questions = append(v.Questions, askedView{Question: q, To: g.questionLink(q).To, Readings: choices(q)})
	}
	if err := s.script(g.dir+"/play/game.js", "lectioGame", data); err != nil {
		return err
	}
	return p.write("play", v)
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
