package gather

import (
	"context"
	"fmt"
	"math"
	"strings"

	"github.com/lectio/lectio/verify/measure"
	"github.com/lectio/lectio/verify/players"
	"github.com/lectio/lectio/verify/players/training"
	"github.com/lectio/lectio/verify/playout"
)

// Result is what a measure came to in games of one program against itself.
type Result struct {
	Measure string `json:"measure"`
	Asks    string `json:"asks,omitempty"`
	Called  string `json:"called,omitempty"`
	Ruleset string `json:"ruleset"` // the interpretation
	Player  string `json:"player"`
	Games   int    `json:"games"`
	GivenUp int    `json:"given_up"` // of them, after Cap single moves
	Cap     int    `json:"cap"`
	Seed    uint64 `json:"seed"`
	At      string `json:"at"`
	When    string `json:"when,omitempty"`
	Value   string `json:"value,omitempty"` // what is gathered; "" for 1 each time
	Gather  string `json:"gather"`
	By      string `json:"by"`
	Rows    []Row  `json:"rows"`
	// Drawn is the share of the moves of a program that are drawn all the same, so that no game is played again and again.
	Drawn float64 `json:"drawn_moves"`
	// Trainings are the programs that learned, whose games these are.
	Trainings []training.Trained `json:"trainings,omitempty"`

	of *measure.Asked
}

// Row is what a measure came to in one group.
type Row struct {
	By       string      `json:"by"`
	Value    *float64    `json:"value"`    // nil: no game has a value here
	Interval *[2]float64 `json:"interval"` // at 95 %; nil where fewer than two games have a value
	Games    int         `json:"games"`    // that have a value here
	// Range are the least and the most of the trainings.
	Range *[2]float64 `json:"range,omitempty"`
}

// Between plays games of the program of a name against itself, or of all that learned, and says what a measure came to.
// Of trainings that gave no program there are no games; where none did, that is the error.
func Between(ctx context.Context, a *measure.Asked, m *training.Maker, name string, o Options) (*Result, error) {
	n, err := players.ParseName(name)
	if err != nil {
		return nil, err
	}
	r := resultOf(a, name, o)
	if n.Rung != players.Random && n.Rung != players.Perfect {
		r.Drawn = float64(players.DrawnShare(a.Game.Program)) / 256
	}
	names := []players.Name{n}
	if name == players.LearnedByAll {
		if names, err = r.trained(ctx, m); err != nil {
			return nil, err
		}
	}
	all := newSums(a)
	var each []*Sums
	for i, n := range names {
		share := o
		share.Games = (o.Games*(i+1))/len(names) - o.Games*i/len(names)
		s, err := Play(ctx, a, m.As(n), share)
		if err != nil {
			return nil, err
		}
		each = append(each, s)
		all.join(s)
	}
	r.came(a, all)
	if len(r.Trainings) > 0 {
		for i := range r.Rows {
			r.Rows[i].Range = rangeOver(each, i)
		}
	}
	return r, nil
}

// Told says what a measure came to in a sample of games with drawn moves, group by group.
func Told(list []measure.Metric, s *playout.Stats) *Result {
	r := resultOf(list[0].Asked, players.Name{}.String(), Options{Cap: s.Cap, Seed: s.Seed})
	r.Games, r.GivenUp = s.Played, s.OverCap
	for _, m := range list {
		e, _ := m.Of(s)
		r.Rows = append(r.Rows, rowOf(m.Who(), e))
	}
	return r
}

// resultOf says what is measured, and in whose games.
func resultOf(a *measure.Asked, player string, o Options) *Result {
	r := &Result{Measure: a.ID.Text, Asks: a.Asks, Called: a.Called, Ruleset: a.Game.Name(), Player: player, Cap: o.Cap, Seed: o.Seed,
		At: a.At.Text, Gather: a.Gather.Text, By: a.By.Text, of: a}
	if a.When != nil {
		r.When = a.When.Written
	}
	if a.Value != nil {
		r.Value = a.Value.Written
	}
	return r
}

// came fills in what the measure came to.
func (r *Result) came(a *measure.Asked, s *Sums) {
	r.Games, r.GivenUp = s.Games, s.GivenUp
	for i, group := range a.Groups {
		r.Rows = append(r.Rows, rowOf(group, s.Of(i)))
	}
}

// trained are the programs of all trainings that gave one.
func (r *Result) trained(ctx context.Context, m *training.Maker) (names []players.Name, err error) {
	for seed := range uint64(training.Trainings) {
		l, err := m.Learned(ctx, 1+seed)
		if err != nil {
			return nil, err
		}
		r.Trainings = append(r.Trainings, training.Trained{Learned: l})
		if l.Accepted() {
			names = append(names, l.Name())
		}
	}
	if len(names) == 0 {
		return nil, training.Refused{Seed: 1}
	}
	return names, nil
}

// rowOf is a row, without what no game tells.
func rowOf(group string, e playout.Estimate) Row {
	row := Row{By: group, Games: e.N}
	if !math.IsNaN(e.Value) {
		row.Value = &e.Value
	}
	if e.N > 1 {
		row.Interval = &[2]float64{e.Low, e.High}
	}
	return row
}

// rangeOver are the least and the most that a group came to in the games of one training; nil where none has a value.
func rangeOver(each []*Sums, group int) *[2]float64 {
	var of *[2]float64
	for _, s := range each {
		switch v := s.Of(group).Value; {
		case math.IsNaN(v):
		case of == nil:
			of = &[2]float64{v, v}
		default:
			of[0], of[1] = min(of[0], v), max(of[1], v)
		}
	}
	return of
}

// Whose says of what interpretation, and in whose games, the measure was taken: "piprjall, in 1,000 games at random (seed 1)".
func (r *Result) Whose() string {
	whose := "between programs called " + r.Player
	switch {
	case len(r.Trainings) > 0:
		whose = string(measure.Learned) + r.taught()
	case r.Player == players.Name{}.String():
		whose = string(measure.AtRandom)
	}
	if r.Drawn > 0 {
		whose += fmt.Sprintf(", %s of whose moves are drawn", measure.Percent(r.Drawn))
	}
	text := fmt.Sprintf("%s, in %s %s (seed %d)", r.Ruleset, measure.Plural(r.Games, "game"), whose, r.Seed)
	if r.GivenUp > 0 {
		text += fmt.Sprintf(", of which %s given up after %s", are(r.GivenUp), measure.Plural(r.Cap, "single move"))
	}
	return text
}

// taught says what is to be known of the programs that learned, "" where each training gave one worth the name.
func (r *Result) taught() (text string) {
	accepted, worth := 0, 0
	for _, t := range r.Trainings {
		if t.Learned.Accepted() {
			accepted++
		}
		if t.Learned.Accepted() && t.Learned.Worth() {
			worth++
		}
	}
	if accepted < len(r.Trainings) {
		text = fmt.Sprintf(" (%d of %d trainings gave one)", accepted, len(r.Trainings))
	}
	if worth < accepted {
		text += fmt.Sprintf(" (%d of them hardly better than drawn moves)", accepted-worth)
	}
	return text
}

// are says that so many are, or were, something.
func are(n int) string {
	if n == 1 {
		return "1 was"
	}
	return measure.Thousands(n) + " were"
}

// Sentence says what the rows came to: in the words of the measure, unless it has none, there are more rows than most, or no
// game has a value; else what was measured.
func (r *Result) Sentence(most int) string {
	var each []string
	for i, m := range r.of.Metrics() {
		if row := r.Rows[i]; row.Value != nil && m.Says != "" && len(r.Rows) <= most {
			each = append(each, m.Sentence(r.Figure(*row.Value), m.Who(), r.Cap, func(that string) string { return "the games" + that }))
		}
	}
	if len(each) == 0 {
		each = append(each, r.Title())
	}
	return r.Whose() + ": " + strings.Join(each, "; ") + "."
}

// Figure writes a value as people do: a share in percent.
func (r *Result) Figure(v float64) string {
	if r.Gather == "share" {
		return measure.Percent(v)
	}
	return measure.Figure(v)
}

// Title says what was measured: what the measure is called or, of one without a name, how it is written.
func (r *Result) Title() string {
	if r.Called != "" {
		return r.Called
	}
	at := r.At + "s"
	if r.When != "" {
		at += " of which " + r.When
	}
	switch {
	case r.Gather == "share":
		return fmt.Sprintf("the share of all %ss of which %s", r.At, r.When)
	case r.Value == "":
		return "how many " + at
	}
	how := map[string]string{"sum": "sum", "mean": "mean", "most": "greatest", "least": "least"}[r.Gather]
	return fmt.Sprintf("the %s of %s over %s", how, r.Value, at)
}
