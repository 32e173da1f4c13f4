package main

import (
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/verify/measure"
	"github.com/lectio/lectio/verify/playout"
	"github.com/lectio/lectio/verify/sweep"
)

// earlier reads a merged sweep whose games are taken in place of playing; nil of "". One
// of another version, corpus, program that plays or cap, or that has none of the rulesets, is refused.
func (a *app) earlier(file string, defs []*rulesets.Definition, cap int) (*playout.Earlier, error) {
	if file == "" {
		return nil, nil
	}
	data, err := a.readFile(file, "what lectio sweep merge --out FILE.json writes", yamlpos.MaxOwn)
	if err != nil {
		return nil, err
	}
	s, errs := sweep.ReadMerged(file, data)
	if len(errs) > 0 {
		return nil, errs
	}
	_, sum, err := a.corpusText()
	if err != nil {
		return nil, err
	}
	var held []string
	for _, part := range s.Rulesets {
		held = append(held, part.Ruleset)
	}
	again := "play it anew: lectio sweep plan, run and merge"
	switch {
	case s.Program != version():
		return nil, hinted(again, s.Program, version(), "%s was played by another version of lectio", file)
	case s.Corpus != sum:
		return nil, hinted(again, s.Corpus, sum, "%s is of another corpus", file)
	case s.Agent != measure.AtRandom.Agent():
		return nil, hinted("plan it with --player random", s.Agent, measure.AtRandom.Agent(), "%s was played by another program than the games that it would stand for", file)
	case s.Cap != cap:
		return nil, hinted("lectio sweep plan and lectio compare have --cap", plural(s.Cap, "move"), plural(cap, "move"), "%s gave games up after another number of moves than this run does", file)
	}
	for _, d := range defs {
		if slices.Contains(held, d.ID) {
			return s.Earlier, nil
		}
	}
	var asked []string
	for _, d := range defs {
		asked = append(asked, d.ID)
	}
	slices.Sort(asked)
	return nil, wrong(strings.Join(held, ", "), strings.Join(slices.Compact(asked), ", "), "%s holds none of the rulesets that are asked for", file)
}
