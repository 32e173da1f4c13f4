package rulesets

import (
	"fmt"
	"io/fs"
	"slices"
	"sync"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/diag"
)

// texts are the records of a corpus inside the program, with what is wrong in them.
type texts struct {
	*evidence.Corpus
	errs diag.Errors
}

var (
	bundledTexts = sync.OnceValue(func() texts { return readTexts(evidence.Bundled, "") })
	galleryTexts = sync.OnceValue(func() texts { return readTexts(Gallery, GalleryRoot) })
)

func readTexts(fsys fs.FS, root string) texts {
	ev, errs := evidence.Load(fsys, root)
	return texts{ev, errs}
}

// Texts returns the evidence that has a record, and the record: ev, or else that of a corpus
// inside the program; nil where nobody has it. No ruleset is read for it.
func Texts(ev *evidence.Corpus, record string) (*evidence.Corpus, *evidence.Record) {
	if r := ev.Record(record); r != nil {
		return ev, r
	}
	for _, open := range []func() texts{galleryTexts, bundledTexts} {
		if t := open(); t.Record(record) != nil {
			return t.Corpus, t.Record(record)
		}
	}
	return nil, nil
}

// NoClause says what is wrong with a reference to a clause or observation of a record that is
// in ev or inside the program; nil where it is there.
func NoClause(ev *evidence.Corpus, ref evidence.ClauseRef) *diag.Error {
	_, r := Texts(ev, ref.Record)
	if r == nil {
		known := slices.Concat(ev.RecordIDs(), bundledTexts().RecordIDs(), galleryTexts().RecordIDs())
		return &diag.Error{Found: diag.Quote(ref.String()), Expected: "a clause of a record of the corpus, or of one inside the program",
			Message: "the record " + diag.Quote(ref.Record) + " is " + evidence.Nowhere(ev.Unread()) + diag.Suggest(ref.Record, known)}
	}
	if _, says := r.Says(ref.N); !says {
		return &diag.Error{Found: diag.Quote(ref.String()), Expected: fmt.Sprintf("a clause of %s, which has %d", r.ID, len(r.Clauses)),
			Message: fmt.Sprintf("there is no clause %d in %s", ref.N, r.ID)}
	}
	return nil
}

// checkBorrowed looks up the clauses of other texts on which readings rest.
func (d *Definition) checkBorrowed(ev *evidence.Corpus, errs *diag.Errors) {
	if ev == nil {
		return
	}
	for _, q := range d.Questions {
		for _, r := range q.Readings {
			for _, ref := range r.Borrowed {
				if e := NoClause(ev, evidence.ClauseRef{Record: ref.Record, N: ref.N}); e != nil {
					errs.Add(ref.Pos, e.Found, e.Expected, "%s", e.Message)
				}
			}
		}
	}
}
