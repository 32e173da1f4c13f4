package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/exchange/sheet"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/board/draw"
	"github.com/lectio/lectio/rulesets/edition"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/scene"
	"github.com/lectio/lectio/verify/report"
	"github.com/spf13/cobra"
)

// boardFlags are the flags of board.
type boardFlags struct {
	gameFlags
	positionFlags
	caption, seenBy string
	files           []string
	width           int
	bare            bool
}

// boardCommand is lectio board.
func boardCommand(a *app) *cobra.Command {
	f := &boardFlags{}
	cmd := &cobra.Command{
		Use:   "board RULESET",
		Short: "draw a position, for a paper",
		Long: `Draws a position: on the screen, or as a figure for a paper, SVG, PDF or PNG by the
ending of the file.

With --throw what was thrown lies below the board as it fell: dice with their numbers up,
sticks, cowries and pyramids on the one side or the other.

Below the board stand what it shows and a citation: the ruleset with its version, which
are the first digits of the SHA-256 of its file, the readings, and the program; an SVG or
PDF file has them besides in its title, its description and its metadata. --no-caption
prints none of it.`,
		Example: `  lectio board RULESET --out start.svg --out start.pdf
  lectio board RULESET --throw 2-1 --out thrown.svg
  lectio board 'RULESET{QUESTION=READING}' --at STATE --out figure.pdf --caption 'The prisoners'`,
		Args: takes(1, 1, "RULESET"),
		RunE: func(_ *cobra.Command, args []string) error { return a.drawBoard(f, args[0]) },
	}
	f.gameFlags.register(cmd)
	f.positionFlags.register(cmd, "the position")
	f.throwFlag(cmd)
	cmd.Flags().StringArrayVar(&f.files, "out", nil, "draw the board to `FILE`: "+inWords(report.EndingsOf(report.Within(report.FiguresOnly)))+"; may be repeated")
	cmd.Flags().IntVar(&f.width, "width", 700, "how wide the figure is, in `PIXELS` of 1/96 inch")
	cmd.Flags().StringVar(&f.seenBy, "seen-by", "", "name the places as this `PLAYER` does (default: the player to move)")
	cmd.Flags().StringVar(&f.caption, "caption", "", "`TEXT` to stand below the board, before the citation (default: who is to move)")
	cmd.Flags().BoolVar(&f.bare, "no-caption", false, "print nothing below the board but who the players are")
	return cmd
}

func (a *app) drawBoard(f *boardFlags, ruleset string) error {
	if errs := f.check(); len(errs) > 0 {
		return errs
	}
	g, err := a.game(ruleset, &f.gameFlags)
	if err != nil {
		return err
	}
	in := engine.NewInterpreter(g.Program)
	s, err := a.position(g, in, &f.positionFlags)
	errs := diag.AsErrors(err)
	seat := slices.Index(g.Program.Players, f.seenBy)
	switch {
	case f.seenBy != "":
		if seat < 0 {
			errs.Add(diag.Pos{File: "--seen-by"}, diag.Quote(f.seenBy), "one of "+strings.Join(g.Program.Players, ", "), "there is no such player")
		}
	case len(errs) == 0:
		seat = s.Player()
	}
	if len(errs) > 0 {
		return errs
	}
	if len(f.files) == 0 && !a.json {
		return a.say(a.stdout, draw.Style{Width: a.width(), Man: painted}.Text(scene.Board(g, s, seat))+edition.ScoreLine(g, s)+"\n")
	}
	pic := scene.Board(g, s, seat)
	about := draw.About{Title: g.Definition.Title, Words: pic.Words(), Citation: citeBoard(g)}
	shown := f.caption
	if shown == "" {
		shown = toMove(g, s)
	}
	about.Words += "; " + shown
	if !f.bare {
		pic.Caption = shown + "\n" + about.Citation
	}
	var files []sheet.File
	for _, name := range f.files {
		data, err := report.DrawFigure(pic, name, f.width, about)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		files = append(files, sheet.File{Path: name, Content: data})
	}
	if err := sheet.WriteFiles(files...); err != nil {
		return err
	}
	if a.json {
		return a.printJSON(struct {
			At       rulesets.State `json:"at"`
			Title    string         `json:"title"`
			Words    string         `json:"words"`
			Citation string         `json:"citation"`
			Written  []string       `json:"written"`
		}{g.State(s), about.Title, about.Words, about.Citation, append([]string{}, f.files...)})
	}
	return a.say(a.stdout, "written: "+strings.Join(f.files, ", ")+"\n")
}

// check says what is wrong with the flags, before anything is read.
func (f *boardFlags) check() diag.Errors {
	var errs diag.Errors
	seen := map[string]bool{}
	for _, name := range f.files {
		switch {
		case seen[filepath.Clean(name)]:
			errs.Add(diag.Pos{File: "--out"}, name, "another name for each file", "the file is named twice")
		case !slices.Contains(report.Within(report.FiguresOnly), report.FormatOf(name)):
			errs.Add(diag.Pos{File: "--out"}, name, "a name that ends in "+strings.Join(report.EndingsOf(report.Within(report.FiguresOnly)), ", "), "the format of a figure is its ending")
		}
		seen[filepath.Clean(name)] = true
	}
	if f.width < draw.MinWidth || f.width > draw.MaxWidth {
		errs.Add(diag.Pos{File: "--width"}, fmt.Sprint(f.width), fmt.Sprintf("%d to %d pixels", draw.MinWidth, draw.MaxWidth), "a figure cannot be so wide")
	}
	return errs
}

// citeBoard says of what a figure is and what made it. Nothing of it is by chance, so
// there is no seed.
func citeBoard(g *rulesets.Game) string {
	d := g.Definition
	readings := "default readings"
	var picks []string
	for _, q := range d.Questions {
		if r := g.Interpretation.Readings[q.ID]; r != nil && r.ID != q.Default {
			picks = append(picks, q.Name()+"="+r.ID)
		}
	}
	if len(picks) > 0 {
		readings = strings.Join(picks, ", ")
	}
	return fmt.Sprintf("%s: ruleset %s, version %s, %s. Lectio %s.", d.Title, d.ID, d.Version, readings, release)
}

// toMove says who is to move, or how the game ended.
func toMove(g *rulesets.Game, s *engine.State) string {
	who := g.Program.Players[s.Player()]
	switch s.Status() {
	case engine.AwaitsThrow:
		return "To throw: " + who + "."
	case engine.Over:
		text, _ := edition.Ending(g, s)
		return "The game is " + text + "."
	}
	if t := edition.ThrowText(g.Program, s); t != "" {
		return "To move: " + who + ", having thrown " + t + "."
	}
	return "To move: " + who + "."
}
