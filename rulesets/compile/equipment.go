package compile

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/rulesets/ast"
	"github.com/lectio/lectio/rulesets/board"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/class"
)

// equipment reads players, board, track, marks and what is thrown.
func (c *compiler) equipment() {
	players, seenBy := c.players()
	bs := c.boardStatement()
	if bs == nil {
		c.Errorf(c.Pos, "no board", "one of: "+strings.Join(ast.BoardKinds, ", "), "the ruleset does not say what it is played on")
		return
	}
	if !c.layOut(players, bs, seenBy) {
		return
	}
	c.marks()
	c.kinds()
	for _, s := range c.Statements {
		if t, ok := s.Body.(*ast.Throw); ok {
			c.device(s, t)
		}
	}
}

// layOut makes the board and settles the places on it, or takes both from where they are
// shared; false where there is no board to play on.
func (c *compiler) layOut(players, bs *ast.Statement, seenBy board.View) bool {
	by := layout{players: players, board: bs, track: c.only("track", false)}
	if l := c.Boards.get(by); l != nil {
		c.Board, c.Rules.Board, c.PlaceAt, c.Legs, c.Numbered = l.board, l.places, l.placeAt, l.legs, l.numbered
		return true
	}
	c.makeBoard(bs)
	if c.Board == nil || len(c.Rules.Players) == 0 || !c.seeBoard(bs, seenBy) {
		return false
	}
	c.track(bs, by.track)
	if len(c.Errs) == 0 {
		c.Rules.Board.Share()
		c.Boards.keep(by, &groundwork{c.Board, c.Rules.Board, c.PlaceAt, c.Legs, c.Numbered})
	}
	return true
}

// players reads who plays, with whom, who begins, and how they see the board; "" where
// that is not said.
func (c *compiler) players() (s *ast.Statement, seenBy board.View) {
	s = c.only("players", true)
	if s == nil {
		return nil, ""
	}
	p, b := c.Rules, s.Body.(*ast.Players)
	p.Players, seenBy = ast.Texts(b.Names), board.View(b.Seen.Text)
	if len(p.Players) < 2 || len(p.Players) > 8 {
		c.Errorf(s.Pos, fmt.Sprint(len(p.Players)), "2 to 8 players", "so many players cannot play")
		p.Players = p.Players[:min(len(p.Players), 8)]
	}
	for _, w := range b.Names {
		if w.Text == engine.NobodysName {
			c.Errorf(w.Pos, w.Text, "another name", "nobody is who has the men that are no player's")
		}
	}
	c.teams(s, b)
	c.firstPlayer(b)
	return s, seenBy
}

// teams gives each player the number of the first of his partners, or his own.
func (c *compiler) teams(s *ast.Statement, b *ast.Players) {
	p := c.Rules
	p.Team = make([]int, len(p.Players))
	for i := range p.Team {
		p.Team[i] = i
		for j := 0; j < i; j++ {
			if p.Players[i] == p.Players[j] {
				c.Errorf(s.Pos, p.Players[i], "a name for each player", "two players have one name")
			}
		}
	}
	for _, partners := range b.Partners {
		first := -1
		for _, n := range partners {
			if q := c.player(n); q >= 0 {
				if first < 0 {
					first = q
				}
				p.Team[q] = first
			}
		}
	}
}

// firstPlayer reads who begins, from the players' statement or from one of its own.
func (c *compiler) firstPlayer(s *ast.Players) {
	first := s.Begins
	if own := c.only("begins", false); own != nil {
		who := own.Body.(*ast.Begins).Player
		if first.Said() {
			c.Errs.AddRelated(own.Pos, []diag.Pos{first.Pos}, "begins: "+who.Text, "one statement of who begins", "the players' statement says it already (at %s)", first.Pos)
		}
		first = who
	}
	if first.Said() {
		if q := c.player(first); q >= 0 {
			c.Rules.First = q
		}
	}
}

// boardStatement finds the one statement of a board; nil where there is none.
func (c *compiler) boardStatement() (bs *ast.Statement) {
	for _, s := range c.Statements {
		if _, board := s.Body.(ast.Board); !board {
			continue
		}
		if bs != nil {
			c.Errs.AddRelated(s.Pos, []diag.Pos{bs.Pos}, s.Kind, "one board", "there is another board (%s, at %s)", bs.ID, bs.Pos)
		}
		bs = s
	}
	return bs
}

// seeBoard settles how each player sees the cells of the board. Where it is not said,
// players sit across from each other, but for boards that look alike from every side.
func (c *compiler) seeBoard(bs *ast.Statement, seenBy board.View) bool {
	if seenBy == "" {
		seenBy = board.Same
		if !slices.Contains(ast.SeenAlike, bs.Kind) {
			seenBy = board.Rotated
		}
	}
	for q := range c.Rules.Players {
		cells, err := c.Board.Seen(seenBy, q, len(c.Rules.Players))
		if err != nil {
			pos := bs.Pos
			if g, ok := bs.Body.(*ast.Grid); ok && len(g.Without) > 0 {
				pos = g.Without[0].Pos
			}
			c.Errorf(pos, string(seenBy), "seen: rotated, mirrored or same", "%v", err)
			return false
		}
		c.seen = append(c.seen, cells)
	}
	return true
}

// marks reads the marks that men can bear.
func (c *compiler) marks() {
	s := c.only("marks", false)
	if s == nil {
		return
	}
	c.Rules.Marks = ast.Texts(s.Body.(*ast.Marks).Names)
	if len(c.Rules.Marks) > class.MostMarks {
		c.Errorf(s.Pos, fmt.Sprint(len(c.Rules.Marks)), fmt.Sprintf("at most %d marks", class.MostMarks), "so many marks cannot be kept on a man")
	}
}
