package main

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/dimension"
	"github.com/lectio/lectio/rulesets/publish"
)

// guest is a corpus in a directory that stands before the id of a ruleset, DIR:RULESET.
type guest struct {
	corpus *rulesets.Corpus
	whole  *evidence.Corpus // also what is under embargo
	err    error
}

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

// publishableGuests takes what is under embargo from the corpora in directories that
// rulesets were named of. Of those that were named none may tell of it.
func (a *app) publishableGuests(c *dimension.Corpus, named []string) (errs diag.Errors) {
	told := map[string]bool{}
	for i, id := range named {
		d := c.Find(id)
		if d == nil { // looking it up says so
			continue
		}
		name, _ := rulesets.SplitID(id)
		g := a.guests[name]
		if g == nil {
			continue
		}
		if !told[name] {
			told[name] = true
			ev, err := a.published(g.whole)
			if err != nil {
				return diag.AsErrors(err)
			}
			g.corpus.Evidence = ev
		}
		if publish.Withheld(d, g.corpus.Evidence) {
			errs = append(errs, withheld(named, i))
		}
	}
	return errs
}

// withheld says that a ruleset which was named may not be published.
func withheld(named []string, i int) diag.Error {
	return diag.Error{Pos: oneOf(named, i).Pos, Found: diag.Quote(named[i]), Expected: "a ruleset that may be published",
		Message: "the ruleset tells of what is under embargo"}
}
