package sweep

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/play"
	"github.com/lectio/lectio/verify/measure"
	"github.com/lectio/lectio/verify/players"
	"github.com/lectio/lectio/verify/players/training"
	"github.com/lectio/lectio/verify/playout"
)

// Plan says which interpretations are played in which games, and in which units.
type Plan struct {
	Heading
	Parts []*Part
	Files []File // the corpus; none where it is the one in the program
	ID    string // checksum of the file
}

// Heading is how the file of a plan begins.
type Heading struct {
	Sweep   int      `json:"lectio_sweep"` // version of the format
	Program string   `json:"program"`
	Corpus  string   `json:"corpus"` // its checksum
	Player  string   `json:"player"` // the program that has all sides
	About   string   `json:"about"`
	Games   int      `json:"games"` // of each interpretation and seed
	Seeds   []uint64 `json:"seeds"`
	Cap     int      `json:"cap"`
	Choices int      `json:"choices"` // games, the first of each seed, in which choices are counted
	Rules   []*Part  `json:"rulesets"`
	Checking
	Lines  int `json:"interpretations"` // so many lines follow
	Packed int `json:"files"`           // and behind them so many files of the corpus
}

// Format is the version of the format of plans and results.
const Format = 4

// Part is one ruleset of a plan.
type Part struct {
	Ruleset  string   `json:"ruleset"`
	Title    string   `json:"title"`
	Design   string   `json:"design"`
	DrawSeed uint64   `json:"design_seed"`
	Vary     []string `json:"questions,omitempty"` // that vary; none: all
	Measures []Meant  `json:"measures"`            // what metrics can be
	Played   int      `json:"interpretations"`
	Units    int      `json:"units"`
	// GamesPerSecond of one worker, ChoicesPerSecond where choices are counted, and
	// ReadySeconds before the first game of an interpretation, and CheckSeconds, are
	// measured with the default.
	GamesPerSecond   float64 `json:"games_per_second"`
	ChoicesPerSecond float64 `json:"choices_per_second"`
	ReadySeconds     float64 `json:"ready_seconds"`
	CheckSeconds     float64 `json:"check_seconds,omitempty"` // of all checks
	// Trial is the checksum of what a few games of the default come to.
	Trial           string            `json:"trial"`
	Interpretations []*Interpretation `json:"-"`
}

// Interpretation is one that is played, with the readings that are not defaults.
type Interpretation struct {
	Ruleset  string          `json:"ruleset"`
	Name     string          `json:"interpretation"`
	Readings rulesets.Choice `json:"readings"`
}

// File is a file of a corpus.
type File struct {
	Name string `json:"file"`
	Text string `json:"text"`
}

// Request is what a plan is made of.
type Request struct {
	Definitions []*rulesets.Definition
	Design      Design
	Games, Cap  int
	Choices     int // games, the first of each seed, in which choices are counted
	Seeds       []uint64
	Unit        time.Duration   // that a unit takes, about
	Units       int             // so many of each ruleset, instead; 0: by time
	Player      players.Name    // has all sides
	Programs    *training.Cache // keeps what has been learned; nil: nothing is kept
	Checking    Checking
	Ask         Ask // nil where nothing is checked
	Program     string
	Corpus      string
	Files       []File
	Measure     time.Duration // that the speed is measured for
	Progress    func()        // is told of each interpretation
}

// Make makes a plan.
func Make(ctx context.Context, r Request) (*Plan, diag.Errors) {
	p := &Plan{Heading: Heading{Sweep: Format, Program: r.Program, Corpus: r.Corpus, Player: r.Player.String(), Games: r.Games, Seeds: r.Seeds, Cap: r.Cap, Choices: min(r.Choices, r.Games), Checking: r.Checking, Packed: len(r.Files)}, Files: r.Files}
	var errs diag.Errors
	for _, d := range r.Definitions {
		part, more := r.part(ctx, d)
		errs.Merge(more)
		p.Parts = append(p.Parts, part)
	}
	if err := ctx.Err(); err != nil {
		errs = diag.AsErrors(err)
	}
	if len(errs) > 0 {
		return nil, errs
	}
	p.Rules = p.Parts
	for _, part := range p.Parts {
		p.Lines += part.Played
	}
	if p.Lines > Most {
		errs.Add(diag.Pos{File: "--interpretations"}, fmt.Sprint(p.Lines), fmt.Sprintf("%d at most", Most), "the plan has more interpretations than can be merged")
		return nil, errs
	}
	p.About = fmt.Sprintf("%s, %s played by %s, %s in %s of about %s", counted(p.Lines, "interpretation"), counted(p.TotalGames(), "game"), p.Player,
		p.takes(), counted(p.Units(), "unit"), p.unitTakes())
	return p, nil
}

// part plans one ruleset.
func (r *Request) part(ctx context.Context, d *rulesets.Definition) (*Part, diag.Errors) {
	part := &Part{Ruleset: d.ID, Title: d.Title, Design: r.Design.String(), DrawSeed: r.Design.Seed, Vary: r.Design.Questions, Measures: meant(d)}
	choices, errs := r.Design.choices(ctx, d, r.Progress)
	if len(errs) > 0 || ctx.Err() != nil {
		return nil, errs
	}
	for _, c := range choices {
		in, errs := d.Interpret(c)
		if len(errs) > 0 {
			return nil, errs
		}
		part.Interpretations = append(part.Interpretations, &Interpretation{d.ID, in.Name(), c})
	}
	part.Played = len(choices)
	g, errs := d.Game(nil)
	if len(errs) > 0 {
		return nil, errs
	}
	begun := time.Now()
	play.Of(g).Prepare(ctx)
	var by playout.By
	var err error
	failed := guarded(func() {
		if by, err = playingOf(r.Player, g, r.Programs).by(ctx); err == nil {
			part.ReadySeconds = rounded(time.Since(begun).Seconds())
			part.Trial, err = trial(ctx, g, by, r.Seeds[0], r.Cap)
		}
	})
	if failed != "" {
		errs.Add(d.Pos, "", "rules under which the default can be played", "%s makes the program fail: %s", d.ID, failed)
	}
	if err != nil && ctx.Err() == nil {
		expected := "another program"
		if r.Player.Rung != players.Perfect {
			expected += ", or another seed: learned:2"
		}
		errs.Add(diag.Pos{File: "--player"}, r.Player.String(), expected, "%s: %v", d.ID, err)
	}
	if err != nil || len(errs) > 0 {
		return nil, errs
	}
	if r.Ask != nil {
		begun := time.Now()
		r.Ask(ctx, d.ID, nil, r.Checking, r.Seeds[0], r.Cap)
		part.CheckSeconds = rounded(time.Since(begun).Seconds())
	}
	part.GamesPerSecond, part.ChoicesPerSecond = r.speed(ctx, g, by, true), r.speed(ctx, g, by, false)
	total := part.Played * r.Games * len(r.Seeds)
	if part.Units = r.Units; part.Units == 0 {
		part.Units = max(int(math.Ceil(part.seconds(r.Games, min(r.Choices, r.Games))*float64(len(r.Seeds))/r.Unit.Seconds())), fewestUnits)
	}
	part.Units = min(max(part.Units, 1), total)
	return part, nil
}

// fewestUnits are made however short they are, so that there is something to share.
const fewestUnits = 16

// rounded keeps three digits: more would say more than was measured.
func rounded(x float64) float64 {
	if x <= 0 {
		return 0
	}
	scale := math.Pow(10, 2-math.Floor(math.Log10(x)))
	return math.Round(x*scale) / scale
}

// speed measures how many games a second one worker plays.
func (r *Request) speed(ctx context.Context, g *rulesets.Game, by playout.By, noChoices bool) float64 {
	begun, played := time.Now(), 0
	for played == 0 || time.Since(begun) < r.Measure && ctx.Err() == nil {
		played += playout.Sample(ctx, g, playout.Options{Games: trialGames, First: played, Seed: r.Seeds[0], Cap: r.Cap, NoChoices: noChoices, By: by}).Played
	}
	return rounded(float64(played) / time.Since(begun).Seconds())
}

// seconds is what so many games of every interpretation take one worker, when choices
// are counted in some of them.
func (p *Part) seconds(games, choices int) float64 {
	return float64(p.Played) * (p.ReadySeconds + p.CheckSeconds + float64(games-choices)/p.GamesPerSecond + float64(choices)/p.ChoicesPerSecond)
}

// playing is who plays a ruleset of the plan, whose default is g. The plan has been read.
func (p *Plan) playing(g *rulesets.Game, kept *training.Cache) *playing {
	n, err := players.ParseName(p.Player)
	if err != nil {
		panic(err) // a plan with another name is none
	}
	return playingOf(n, g, kept)
}

// games is how many games of an interpretation are played.
func (p *Plan) games() int { return p.Games * len(p.Seeds) }

// TotalGames is how many games are played.
func (p *Plan) TotalGames() int { return p.Lines * p.games() }

// Units is how many units there are. They are numbered from 1.
func (p *Plan) Units() int {
	n := 0
	for _, part := range p.Parts {
		n += part.Units
	}
	return n
}

func (p *Plan) seconds() float64 {
	s := 0.0
	for _, part := range p.Parts {
		s += part.seconds(p.games(), p.Choices*len(p.Seeds))
	}
	return s
}

// CoreHours is how long the plan takes one worker, as far as was measured.
func (p *Plan) CoreHours() float64 { return p.seconds() / 3600 }

// takes says how long the plan takes one worker.
func (p *Plan) takes() string {
	hours := p.CoreHours()
	if hours < 0.01 {
		return "less than 0.01 core-hours"
	}
	return fmt.Sprintf("about %.3g core-hours", hours)
}

func (p *Plan) unitTakes() time.Duration {
	d := time.Duration(p.seconds() / float64(p.Units()) * float64(time.Second))
	switch {
	case d < time.Second:
		return d.Round(10*time.Millisecond) + 10*time.Millisecond
	case d < time.Minute:
		return d.Round(time.Second)
	}
	return d.Round(10 * time.Second)
}

// span is games of one interpretation: so many of a seed, from a number on, with
// choices counted in all of them or in none.
type span struct {
	at      int // interpretation of the part
	seed    uint64
	first   int
	games   int
	choices bool
}

// unit says what is played in a unit, from 1: games of one part, in their order.
func (p *Plan) unit(number int) (part *Part, at int, spans []span) {
	k := number - 1
	for i, x := range p.Parts {
		if k < x.Units {
			part, at = x, i
			break
		}
		k -= x.Units
	}
	each := p.games()
	total := part.Played * each
	from, to := share(total, k, part.Units), share(total, k+1, part.Units)
	for from < to {
		i, game := from/each, from%each
		first := game % p.Games
		counted := first < p.Choices
		n := min(to-from, p.Games-first)
		if counted {
			n = min(n, p.Choices-first)
		}
		spans = append(spans, span{i, p.Seeds[game/p.Games], first, n, counted})
		from += n
	}
	return part, at, spans
}

// share is where part k of so many parts of a total begins.
func share(total, k, parts int) int {
	return total/parts*k + total%parts*k/parts
}

// Bytes is the file of the plan.
func (p *Plan) Bytes() ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(p.Heading); err != nil {
		return nil, err
	}
	enc.SetIndent("", "")
	for _, part := range p.Parts {
		for _, in := range part.Interpretations {
			if err := enc.Encode(in); err != nil {
				return nil, err
			}
		}
	}
	for _, f := range p.Files {
		if err := enc.Encode(f); err != nil {
			return nil, err
		}
	}
	p.ID = fmt.Sprintf("sha256:%x", sha256.Sum256(b.Bytes()))
	return b.Bytes(), nil
}

// Read reads the file of a plan, and says what is wrong with it, with its place.
func Read(file string, data []byte) (*Plan, diag.Errors) {
	p := &Plan{ID: fmt.Sprintf("sha256:%x", sha256.Sum256(data))}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	next := func(v any, expected string) diag.Errors {
		err := dec.Decode(v)
		if err == nil {
			return nil
		}
		at := dec.InputOffset()
		var syntax *json.SyntaxError
		if errors.As(err, &syntax) {
			at = syntax.Offset
		}
		what := "this is no plan, or one that was changed"
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			what = "the plan is cut off"
		}
		return fault(file, data, at, strings.TrimPrefix(err.Error(), "json: "), expected+", as lectio sweep plan writes it", what)
	}
	if errs := next(&p.Heading, "the heading of a plan"); len(errs) > 0 {
		return nil, errs
	}
	p.Parts = p.Rules
	if errs := p.check(file, data); len(errs) > 0 {
		return nil, errs
	}
	for _, part := range p.Parts {
		for range part.Played {
			in := &Interpretation{}
			if errs := next(in, "a line for each interpretation"); len(errs) > 0 {
				return nil, errs
			}
			if in.Ruleset != part.Ruleset {
				return nil, fault(file, data, dec.InputOffset(), diag.Quote(in.Ruleset), part.Ruleset, "an interpretation of another ruleset")
			}
			part.Interpretations = append(part.Interpretations, in)
		}
	}
	for range p.Packed {
		var f File
		if errs := next(&f, "a line for each file of the corpus"); len(errs) > 0 {
			return nil, errs
		}
		p.Files = append(p.Files, f)
	}
	if dec.More() {
		return nil, fault(file, data, dec.InputOffset(), "more lines", fmt.Sprintf("%d, and %d files", p.Lines, p.Packed), "there is text behind the end of the plan")
	}
	return p, nil
}

// check says what numbers of a heading cannot be.
func (p *Plan) check(file string, data []byte) diag.Errors {
	if p.Sweep != Format {
		return fault(file, data, 0, fmt.Sprintf("format %d", p.Sweep), fmt.Sprintf("format %d", Format), "the plan was made for another version of lectio, or is none")
	}
	bad := p.Games < 1 || p.Cap < 1 || p.Choices < 0 || p.Choices > p.Games || len(p.Checks) > 0 && p.CheckGames < 1 || p.Packed < 0 || len(p.Seeds) == 0 || len(p.Parts) == 0 || p.Lines > Most || p.Games > math.MaxInt32 || p.Program == "" || p.Corpus == ""
	if _, err := players.ParseName(p.Player); err != nil {
		return fault(file, data, 0, fmt.Sprintf("player %q", p.Player), players.CanBeWritten, "the plan is of a program that there is not")
	}
	lines := 0
	for _, part := range p.Parts {
		if part == nil || part.Played < 1 || part.Played > Most || part.Units < 1 {
			bad = true
			break
		}
		lines += part.Played
	}
	if bad || lines != p.Lines || slices.ContainsFunc(p.Parts, func(x *Part) bool { return x.Units > x.Played*p.games() }) {
		return fault(file, data, 0, "a heading with numbers that do not fit", "the heading of a plan, as lectio sweep plan writes it", "this is no plan, or one that was changed")
	}
	return nil
}

// fault is an error at a byte of a file.
func fault(file string, data []byte, at int64, found, expected, message string) diag.Errors {
	before := string(data[:min(int(max(at, 0)), len(data))])
	var errs diag.Errors
	pos := diag.Pos{File: file, Line: 1 + strings.Count(before, "\n"), Col: 1 + len([]rune(before[strings.LastIndexByte(before, '\n')+1:]))}
	errs.Add(pos, found, expected, "%s", message)
	return errs
}

// counted says how many there are of something.
func counted(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return measure.Thousands(n) + " " + what
}
