package form

import (
	"fmt"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/ids"
	"github.com/lectio/lectio/evidence/yamlpos"
)

// FreeID is an id for a new record of a game that no record of the corpus has.
func FreeID(c *evidence.Corpus, game string) string {
	base := ids.Of(game)
	if base == "" || len(base) > ids.Max/2 {
		base = "record"
	}
	taken := map[string]bool{}
	for _, r := range c.Records {
		taken[ids.Caseless(r.ID)] = true
	}
	for n := 1; ; n++ {
		if id := fmt.Sprintf("%s.%d", base, n); !taken[ids.Caseless(id)] {
			return id
		}
	}
}

// New is the file of a new record, and its name below the folder of the corpus.
func New(id, game, source string) (name string, data []byte) {
	v := yamlpos.MapValue().With("id", yamlpos.TextValue(id)).With("game", yamlpos.TextValue(game)).
		With("source", yamlpos.MapValue().With("key", yamlpos.TextValue(source)))
	return "evidence/records/" + id + ".yaml", yamlpos.Document(v)
}

// NewProblems is what is wrong with a new record of an id, a game and the key of a source; the place of an error is the field.
func NewProblems(c *evidence.Corpus, id, game, source string) (errs diag.Errors) {
	if e := ids.Problem("the id of the record", id); e != nil {
		e.Pos = diag.Pos{File: "id"}
		errs = append(errs, *e)
	}
	for _, r := range c.Records {
		if ids.Caseless(r.ID) == ids.Caseless(id) {
			errs.Add(diag.Pos{File: "id"}, diag.Quote(id), "an id of its own", "there is a record of this id already, at %s", r.At("id"))
		}
	}
	if yamlpos.Blank(game) {
		errs.Add(diag.Pos{File: "game"}, "nothing", "the game, as the evidence names it", "a record says of what game it is")
	}
	if c.Source(source) == nil {
		errs.Add(diag.Pos{File: "source"}, diag.Quote(source), "a source of the list, or a new one", "there is no such source")
	}
	return errs
}
