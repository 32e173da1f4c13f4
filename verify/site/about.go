package site

import "context"

// aboutView says how the edition was made and how it is read.
type aboutView struct {
	Games, Positions int
	Trainings        int // programs that learned each game
	Seed             uint64
	Files            []link
	Play             bool
}

func (s *Site) about(context.Context) error {
	p := s.page("about/index.html", "About this edition")
	p.Up = []link{{"index.html", s.settings.Title}}
	p.Summary = "How this edition was made, how it is read, and how it is cited."
	o := s.res.Options
	v := &aboutView{Games: o.Games, Positions: o.Positions, Trainings: o.Trainings, Seed: o.Seed, Play: s.asks()}
	for _, g := range s.games {
		v.Files = append(v.Files, link{g.dir + "/index.html", g.Definition.Title + ", version " + g.Definition.Version})
	}
	return p.write("about", v)
}
