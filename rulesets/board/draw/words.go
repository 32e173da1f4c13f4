package draw

import (
	"fmt"
	"strconv"
	"strings"
)

// Words says who stands where, for readers who do not see the picture.
func (p Picture) Words() string {
	var parts []string
	for q := range max(len(p.Players), p.players()) {
		name := "player " + strconv.Itoa(q+1)
		if q < len(p.Players) {
			name = p.Players[q]
		}
		var at []string
		for i := range p.Board.Cells {
			for _, m := range p.Men {
				if m.Cell != i || m.Player != q || m.Count == 0 {
					continue
				}
				text := p.cellName(i)
				if m.Count > 1 {
					text = fmt.Sprintf("%d on %s", m.Count, text)
				}
				if m.Label != "" {
					text += " (" + m.Label + ")"
				}
				at = append(at, text)
			}
		}
		for _, s := range p.Stores {
			if s.Player == q && s.Count > 0 {
				at = append(at, strings.TrimSpace(fmt.Sprintf("%d %s", s.Count, s.Name)))
			}
		}
		if len(at) == 0 {
			at = []string{"no men"}
		}
		parts = append(parts, name+": "+strings.Join(at, ", "))
	}
	if len(p.Throws) > 0 {
		parts = append(parts, "thrown: "+p.thrown())
	}
	for _, s := range p.Board.legends() {
		parts = append(parts, s.Look.String()+": "+s.Text)
	}
	if p.Caption != "" {
		parts = append(parts, p.Caption)
	}
	return strings.Join(parts, "; ")
}

// thrown says how what was thrown fell, the first throw first.
func (p *Picture) thrown() string {
	var said []string
	for _, t := range p.Throws {
		said = append(said, t.Words)
	}
	return strings.Join(said, ", then ")
}

// players is how many players have anything in the picture.
func (p *Picture) players() int {
	n := 0
	for _, m := range p.Men {
		n = max(n, m.Player+1)
	}
	for _, s := range p.Stores {
		n = max(n, s.Player+1)
	}
	return n
}

func (p *Picture) cellName(i int) string {
	if i < 0 || i >= len(p.Board.Cells) {
		return ""
	}
	if n := p.Board.Cells[i].Name; n != "" {
		return n
	}
	return "cell " + strconv.Itoa(i)
}
