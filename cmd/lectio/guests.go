package main

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/dimension"
)

// on is the program on another corpus, by the name of its directory; errors that were
// noted are noted once.
func (a *app) on(dir string) *app {
	b := *a
	b.read, b.readErrs, b.files, b.packed, b.corpus = nil, nil, nil, nil, dir
	if dir == bundledName {
		b.corpus = ""
	}
	return &b
}

// another reads a corpus by the name of its directory. Made names the program, and the
// corpus by its digest.
func (a *app) another(dir string) (corpus *dimension.Corpus, made string, err error) {
	corpus, err = a.rulesetsOn(dir)
	return corpus, a.on(dir).made(), err
}

// rulesetsOn is rulesets for another corpus.
func (a *app) rulesetsOn(dir string) (*dimension.Corpus, error) {
	b := a.on(dir)
	c, err := b.rulesets()
	a.errs, a.noted, a.unfinished = b.errs, b.noted, b.unfinished
	return c, err
}

// beside opens, once, the corpus in a directory for another one that is asked for
// DIR:RULESET; name is DIR with its colon.
func (a *app) beside(name string) (*rulesets.Corpus, error) {
	if g := a.guests[name]; g != nil {
		return g.corpus, g.err
	}
	g := &guest{}
	if g.err = isFolder(strings.TrimSuffix(name, ":")); g.err == nil {
		var c *dimension.Corpus
		if c, g.err = a.rulesetsOn(strings.TrimSuffix(name, ":")); g.err == nil {
			g.corpus, g.whole = c.Corpus, c.Evidence
			g.corpus.Guest(name)
		}
	}
	if a.guests == nil {
		a.guests = map[string]*guest{}
	}
	a.guests[name] = g
	return g.corpus, g.err
}

// isFolder says why a directory is none that a corpus can be in.
func isFolder(dir string) error {
	info, err := os.Stat(dir)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return fmt.Errorf("there is no such folder")
	case err != nil:
		return yamlpos.WithoutPath(err)
	case !info.IsDir():
		return errors.New("it is no folder")
	}
	return nil
}

// homeOf is the program on the corpus that a ruleset is in.
func (a *app) homeOf(d *rulesets.Definition) *app {
	switch name, _ := rulesets.SplitID(d.ID); name {
	case "":
		return a
	case rulesets.BundledName:
		return a.on(bundledName)
	case rulesets.GalleryName:
		return a.on(rulesets.GalleryName)
	default:
		return a.on(strings.TrimSuffix(name, ":"))
	}
}

// bundledName is how the corpus inside the binary is called where a directory is
// asked for.
const bundledName = "bundled"
