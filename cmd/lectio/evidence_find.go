package main

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/date"
	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/index"
	"github.com/lectio/lectio/evidence/intake"
	"github.com/lectio/lectio/evidence/store"
	"github.com/lectio/lectio/rulesets/naming"
	"github.com/spf13/cobra"
)

// filterFlags are the flags of every command that picks records.
type filterFlags struct {
	game, place, source, typ, kind, date, dateOf, box string
	uncertainty                                       []string
	certain, questions                                bool
}

func (f *filterFlags) register(cmd *cobra.Command) {
	fs := cmd.Flags()
	fs.StringVar(&f.game, "game", "", "only games whose name has these `WORDS`; accents and capitals do not matter")
	fs.StringVar(&f.typ, "type", "", "only evidence of this `TYPE`; 'lectio evidence terms' lists them")
	fs.StringVar(&f.kind, "kind", "", "only evidence of this `KIND`: text, object, image, find, ethnography or oral report")
	fs.StringVar(&f.date, "date", "", "only what is certainly or possibly dated within `RANGE`: 1888, 1800/1850, 1800/.., ../-1000, or in words: \"7th century BC\", \"before 1850\"")
	fs.StringVar(&f.dateOf, "date-of", "", "only what has a date of `THIS`: publication, play, manufacture, finding …; 'lectio evidence terms' lists them")
	fs.StringVar(&f.place, "place", "", "only places whose name has these `WORDS`")
	fs.StringVar(&f.box, "box", "", "only what certainly or possibly lies within `SOUTH,WEST,NORTH,EAST`, in decimal degrees")
	fs.BoolVar(&f.certain, "certain", false, "with --date or --box: only what certainly lies within")
	fs.StringVar(&f.source, "source", "", "only what rests on (source), came through (via), or has a text by a source (layer) whose key, author or title has these `WORDS`, or by such a person; found in says which")
	fs.StringArrayVar(&f.uncertainty, "uncertainty", nil, "only records that name this `FACTOR`; may be repeated")
	fs.BoolVar(&f.questions, "questions", false, "only records with a clause that a ruleset has an open question about")
}

// filter reads the flags; every mistake counts.
func (f *filterFlags) filter() (*evidence.Filter, error) {
	out := &evidence.Filter{Type: f.typ, Kind: f.kind, DateOf: f.dateOf, Certain: f.certain, Uncertainty: slices.Clone(f.uncertainty), Questions: f.questions}
	var errs diag.Errors
	words := func(flag, text string, to *evidence.Query) {
		if text == "" {
			return
		}
		q, err := evidence.ParseQuery(text)
		if err != nil {
			errs.Add(diag.Pos{File: flag}, diag.Quote(text), "words", "%v", err)
		}
		*to = q
	}
	words("--game", f.game, &out.Game)
	words("--place", f.place, &out.Place)
	words("--source", f.source, &out.Source)
	oneOf := func(flag, text string, allowed []string) {
		if text == "" || slices.Contains(allowed, text) {
			return
		}
		hint := ""
		if near := diag.DidYouMean(text, allowed); near != "" {
			hint = "; " + near
		}
		errs.Add(diag.Pos{File: flag}, diag.Quote(text), "one of: "+strings.Join(allowed, ", "), "there is no such word for %s%s", flag, hint)
	}
	word := func(flag, field string, text *string, allowed []string) {
		if w, ok := intake.KnownWord(field, allowed, *text); ok {
			*text = w
		}
		oneOf(flag, *text, allowed)
	}
	word("--type", "type", &out.Type, evidence.Types)
	oneOf("--kind", f.kind, evidence.Kinds)
	word("--date-of", "date of", &out.DateOf, evidence.DateOf)
	for i := range out.Uncertainty {
		word("--uncertainty", "uncertainty", &out.Uncertainty[i], factorNames())
	}
	if f.date != "" {
		var err error
		var read date.Written
		if read, err = date.Read(f.date); err != nil {
			var bad *date.Problem
			errors.As(err, &bad)
			errs.Add(diag.Pos{File: "--date"}, diag.Quote(f.date), bad.Expected, "the date is not understood: %s", bad.Message)
		}
		out.Date = read.EDTF
	}
	if f.box != "" {
		box, err := evidence.ParseBox(f.box)
		if err != nil {
			errs.Add(diag.Pos{File: "--box"}, diag.Quote(f.box), "", "%v", err)
		}
		out.Box = &box
	}
	if f.certain && f.date == "" && f.box == "" {
		errs.Add(diag.Pos{File: "--certain"}, "", "--date or --box beside it", "--certain says how sure a date or place must be, and none is asked for")
	}
	return out, errs.Err()
}

func factorNames() []string {
	names := make([]string, len(evidence.Factors))
	for i, f := range evidence.Factors {
		names[i] = f.Name
	}
	return names
}

// find answers a filter in the quickest way there is: from the index when the
// corpus has one, by reading the corpus otherwise. At most limit records are
// returned, all when it is 0; total counts all.
func (a *app) find(ctx context.Context, f *evidence.Filter, limit int) (found []evidence.Found, total int, err error) {
	var errs diag.Errors
	err = a.steadily(func() error {
		progress, end := a.reading()
		defer end()
		found, total, errs, err = a.findIn(ctx, f, limit, progress)
		return err
	})
	if err != nil {
		return nil, 0, err
	}
	fsys, root := a.evidenceFiles()
	errs.Merge(store.PassedBy(fsys, root, "evidence"))
	a.note(errs.Sort())
	return found, total, nil
}

// findIn is find once. What is wrong in files, which were left out, are the errors.
func (a *app) findIn(ctx context.Context, f *evidence.Filter, limit int, progress func(done, all int)) (found []evidence.Found, total int, errs diag.Errors, err error) {
	if !a.inside() {
		x, _, err := index.Open(ctx, store.Open(a.corpus), a.corpusFiles(), a.indexOptions(progress))
		switch {
		case err == nil:
			found, total, err = x.Find(ctx, f, limit)
			if total > 0 || err != nil || x.Records() > 0 {
				return found, total, nil, err
			}
		case ctx.Err() != nil:
			return nil, 0, nil, err
		}
		// There is none, or it cannot be written in this folder, or has nothing, or
		// there are errors in files: the corpus itself answers.
	}
	var questions map[string][]string
	var wrong diag.Errors
	if f.Questions {
		questions, wrong = a.openQuestions()
	}
	fsys, root := a.evidenceFiles()
	records := 0
	_, errs = evidence.Scan(ctx, fsys, root, evidence.ScanOptions{Progress: progress}, func(c *evidence.Corpus, r *evidence.Record) {
		records++
		card := c.Card(r)
		card.Questions = questions[r.ID]
		if x, ok := f.Match(card); ok {
			f.Show(&x)
			card.Texts, card.Folded = nil, "" // hits keep what is shown
			found = append(found, x)
		}
	})
	if ctx.Err() != nil {
		return nil, 0, nil, ctx.Err()
	}
	errs.Merge(wrong)
	if records == 0 {
		a.note(errs)
		return nil, 0, nil, a.nothingRead("record", "evidence", "records")
	}
	files := errs.Files()
	found = slices.DeleteFunc(found, func(x evidence.Found) bool { return files[x.File] })
	slices.SortFunc(found, func(a, b evidence.Found) int { return strings.Compare(a.ID, b.ID) })
	total = len(found)
	if limit > 0 && total > limit {
		found = found[:limit]
	}
	return found, total, errs, nil
}

// indexOptions are what the index of the corpus is built from besides evidence.
func (a *app) indexOptions(progress func(done, total int)) index.Options {
	return index.Options{
		Questions: func() (map[string][]string, error) {
			questions, errs := a.openQuestions()
			return questions, cmp.Or(a.context().Err(), errs.Err())
		},
		Stamp:    index.Stamp(a.corpusFiles(), "rulesets/definitions", "rulesets/parts"),
		Progress: progress,
	}
}

// openQuestions lists the questions of all rulesets without errors by the records
// that they are about: RULESET#QUESTION, in order.
func (a *app) openQuestions() (map[string][]string, diag.Errors) {
	c, errs := a.loadRulesets(nil)
	questions := map[string][]string{}
	for _, d := range c.Sound(errs).Definitions {
		for _, q := range d.Questions {
			name := d.ID + "#" + q.ID
			for _, ref := range q.About {
				if !slices.Contains(questions[ref.Record], name) {
					questions[ref.Record] = append(questions[ref.Record], name)
				}
			}
		}
	}
	return questions, errs
}

// findRecord returns the record of an id.
func findRecord(c *evidence.Corpus, id string) (*evidence.Record, error) {
	if r := c.Record(id); r != nil {
		return r, nil
	}
	if file := c.Unsound(id); file != "" {
		return nil, naming.Unusable("record", naming.Argument("RECORD", id), file)
	}
	return nil, naming.NoneOf("record", naming.Argument("RECORD", id), c.RecordIDs(), c.Unread())
}

// clauseNamed reads RECORD#NUMBER, or RECORD NUMBER, and returns the other arguments.
func clauseNamed(args []string) (evidence.ClauseRef, []string, error) {
	if ref, ok := evidence.ParseClauseRef(args[0]); ok {
		return ref, args[1:], nil
	}
	if n, ok := diag.WholeNumber(args[1]); ok && n > 0 && !strings.Contains(args[0], "#") {
		return evidence.ClauseRef{Record: args[0], N: n}, args[2:], nil
	}
	return evidence.ClauseRef{}, nil, wrong(diag.Quote(args[0]), "RECORD#NUMBER, such as Coast.Evidence.1#2", "this names no clause")
}
