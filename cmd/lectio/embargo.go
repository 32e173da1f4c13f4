package main

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/date"
	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/dimension"
	"github.com/lectio/lectio/rulesets/publish"
)

// published is what of a corpus may be published today, and says what was left out.
// SOURCE_DATE_EPOCH, where it is set, is the time that counts, so that an export can be
// made again.
func (a *app) published(c *evidence.Corpus) (*evidence.Corpus, error) {
	now := time.Now()
	if text := os.Getenv("SOURCE_DATE_EPOCH"); text != "" {
		seconds, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return nil, wrong(diag.Quote(text), "seconds since 1970", "SOURCE_DATE_EPOCH is no time")
		}
		now = time.Unix(seconds, 0)
	}
	year, month, day := now.UTC().Date()
	p, left := c.Published(date.Day{Year: year, Month: int(month), Day: day})
	if n := len(left.Records) + len(left.Parts); n > 0 {
		names := slices.Concat(left.Records, left.Parts)
		if len(names) > 10 {
			names = append(slices.Clone(names[:10]), fmt.Sprintf("and %d more", n-10))
		}
		fmt.Fprintf(a.stderr, "hint: under embargo, and left out: %s\n", oneLine(strings.Join(names, ", ")))
	}
	return p, nil
}

// publishable is what of a corpus may be published today: the evidence, and the rulesets
// that tell nothing of what is under embargo. Of those that somebody named none may be
// left out.
func (a *app) publishable(c *dimension.Corpus, named []string) (*dimension.Corpus, error) {
	ev, err := a.published(c.Evidence)
	if err != nil {
		return nil, err
	}
	errs := a.publishableGuests(c, named)
	of := *c.Corpus
	of.Evidence = ev
	of.Definitions = nil
	for _, d := range c.Definitions {
		if !publish.Withheld(d, ev) {
			of.Definitions = append(of.Definitions, d)
		} else if i := slices.Index(named, d.ID); i >= 0 {
			errs = append(errs, withheld(named, i))
		}
	}
	if len(of.Definitions) == 0 && len(c.Definitions) > 0 && len(named) == 0 {
		errs.Add(diag.Pos{File: a.corpus}, "", "a ruleset that may be published", "every ruleset tells of what is under embargo")
	}
	return &dimension.Corpus{Corpus: &of, Dimensions: c.Dimensions}, errs.Err()
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
