package main

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/dimension"
	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/brief"
	"github.com/lectio/lectio/verify/checks"
	"github.com/lectio/lectio/verify/site"
	"github.com/spf13/cobra"
)

// siteFlags are the flags of site.
type siteFlags struct {
	verifyFlags
	out     string
	noPlay  bool
	modules int
	with    []string
}

func siteCommand(a *app) *cobra.Command {
	f := &siteFlags{}
	cmd := &cobra.Command{
		Use:   "site [RULESET...]",
		Short: "the corpus as a static edition to read, click and play",
		Long: `Writes the corpus, or the rulesets named, as a folder of pages: what matters about
each game, its text clause by clause beside the rules made of it and the questions that
hang on it, where readings part and what they do to play, worked examples, sources,
figures, and a board to play on. The pages need no server, no network and, for reading,
no scripts; the same corpus gives the same files.

What stands on every page (title, authors, licence), which games are set side by side,
and pages of one's own in Markdown, are in the folder site/ of a corpus: site/site.yaml.`,
		Example: `  lectio site --out public
  lectio site RULESET --out public --effort quick`,
		Args: takes(0, -1, "RULESET"),
		RunE: func(cmd *cobra.Command, args []string) error { return a.site(cmd, f, args) },
	}
	cmd.Flags().StringVar(&f.out, "out", "", "write the pages to the folder `DIR`")
	cmd.Flags().BoolVar(&f.noPlay, "no-play", false, "leave out the pages to play on")
	cmd.Flags().IntVar(&f.modules, "modules", 25, "at most so many `MEGABYTES` of modules to play with")
	cmd.Flags().StringArrayVar(&f.with, "with", nil, "write a module to play `INTERPRETATION` with besides, RULESET{QUESTION=READING,...}; may be repeated")
	cmd.Flags().StringVar(&f.effort, "effort", "normal", "how far games and searches go: quick, normal or deep")
	cmd.Flags().IntVar(&f.games, "games", 0, "games of the default interpretation (0: what --effort says)")
	cmd.Flags().IntVar(&f.positions, "positions", 0, "positions that a search looks at before it is cut short (0: what --effort says)")
	cmd.Flags().IntVar(&f.jobs, "jobs", 0, "workers; the result does not depend on it (0: one for each processor)")
	cmd.Flags().Uint64Var(&f.seed, "seed", 1, "seed of all random throws and moves")
	return cmd
}

func (a *app) site(cmd *cobra.Command, f *siteFlags, args []string) error {
	if f.out == "" {
		return wrong("", "--out DIR", "it is not said where the pages are to be written")
	}
	if f.modules < 0 {
		return wrong(fmt.Sprint(f.modules), "0 or more", "--modules cannot be negative")
	}
	o, err := f.options(cmd)
	if err != nil {
		return err
	}
	o.Only = brief.Checks(checks.All())
	s, err := a.makeSite(cmd, f, o, args)
	if err != nil {
		return err
	}
	if err := s.Write(f.out); err != nil {
		return err
	}
	return a.sayWritten(f.out, s)
}

// makeSite verifies the rulesets and makes the pages of what was found out.
func (a *app) makeSite(cmd *cobra.Command, f *siteFlags, o verify.Options, args []string) (*site.Site, error) {
	set, errs := a.siteSettings()
	if len(errs) > 0 {
		return nil, errs
	}
	corpus, err := a.rulesets()
	if err != nil {
		return nil, err
	}
	defs, err := a.playable(corpus, args)
	if err != nil {
		return nil, err
	}
	with, errs := a.playedBesides(corpus, f.with)
	if len(errs) > 0 {
		return nil, errs
	}
	a.sayWhoPlays()
	res := a.verifying(func(progress func(done, all int, what string)) *verify.Result {
		o.Progress = progress
		return verify.Run(cmd.Context(), checks.All(), corpus, defs, o)
	})
	if res.Interrupted {
		return nil, errInterrupted
	}
	var s *site.Site
	a.measured("writing", func(progress func(done, all int, what string)) {
		s, errs = site.Make(cmd.Context(), res, set, site.Options{Version: "lectio " + release, Command: siteRun(f, o, args), Play: !f.noPlay, Modules: f.modules << 20, With: with, Progress: progress})
	})
	if len(errs) > 0 {
		return nil, errs
	}
	return s, cmd.Context().Err()
}

// siteRun is the command that makes the same pages.
func siteRun(f *siteFlags, o verify.Options, args []string) string {
	text := "lectio site"
	for _, x := range args {
		text += " " + x
	}
	for _, x := range f.with {
		text += " --with " + shellQuoted(x)
	}
	return text + fmt.Sprintf(" --games %d --positions %d --seed %d --out DIR", o.Games, o.Positions, o.Seed)
}

// siteSettings are what the authors of the corpus say about its edition.
func (a *app) siteSettings() (*site.Settings, yamlpos.Errors) {
	if a.corpus == "" {
		return site.BundledSettings()
	}
	return site.ReadSettings(a.corpusFiles(), func(name string) string { return filepath.Join(a.corpus, filepath.FromSlash(name)) })
}

// sayWritten says what was written, and what was left out.
func (a *app) sayWritten(dir string, s *site.Site) error {
	pages, bytes, modules := 0, 0, 0
	for path, data := range s.Files {
		switch {
		case site.IsModule(path):
			modules += len(data)
		default:
			bytes += len(data)
		}
		if strings.HasSuffix(path, ".html") {
			pages++
		}
	}
	if a.json {
		return a.printJSON(struct {
			Written []string `json:"written"`
			Pages   int      `json:"pages"`
			Bytes   int      `json:"bytes"`
			Modules int      `json:"module_bytes"`
			LeftOut []string `json:"left_out"`
		}{listed(s.Paths()), pages, bytes, modules, listed(s.Notes)})
	}
	for _, note := range s.Notes {
		fmt.Fprintf(a.stderr, "note: %s\n", oneLine(note))
	}
	return a.say(a.stdout, fmt.Sprintf("%s written to %s: %.1f MB, and %.1f MB of modules to play with; open %s\n",
		plural(pages, "page"), dir, float64(bytes)/1e6, float64(modules)/1e6, filepath.Join(dir, "index.html")))
}

// playedBesides are the combinations of readings that --with names, by ruleset.
func (a *app) playedBesides(c *dimension.Corpus, names []string) (map[string][]rulesets.Choice, yamlpos.Errors) {
	out := map[string][]rulesets.Choice{}
	var errs yamlpos.Errors
	for _, name := range names {
		w, err := want(argument("--with", name))
		if err != nil {
			errs.Merge(yamlpos.AsErrors(err))
			continue
		}
		if w.scale.text != "" {
			errs.Add(w.scale.pos, yamlpos.Quote("scale "+w.scale.text), "the full game", "scaled-down versions are not played on pages")
			continue
		}
		g, err := w.game(c)
		if err != nil {
			errs.Merge(yamlpos.AsErrors(err))
			continue
		}
		choice := rulesets.Choice{}
		for q, r := range g.Readings {
			choice[q] = r.ID
		}
		out[g.Definition.ID] = append(out[g.Definition.ID], choice)
	}
	return out, errs.Sort()
}
