package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/service"
)

// request is what is asked. What it does not ask for is not worked out.
type request struct {
	ID       json.RawMessage       `json:"id,omitempty"`      // comes back with the answer
	Files    map[string]string     `json:"files,omitempty"`   // a whole corpus by the paths of its files, in place of the one before
	Settles  rulesets.SettledWords `json:"settles,omitempty"` // words for what statements settle, from then on
	Ruleset  string                `json:"ruleset,omitempty"`
	Readings rulesets.Choice       `json:"readings,omitempty"`
	Say      *saying               `json:"say,omitempty"`
	Record   *recordRequest        `json:"record,omitempty"`
	Patch    bool                  `json:"patch,omitempty"`    // between the files that were brought first and those of now
	Examples bool                  `json:"examples,omitempty"` // all of the ruleset are run
	Example  *exampleRequest       `json:"example,omitempty"`
	Think    *thinking             `json:"think,omitempty"` // where the game stands
	Play     *sitting              `json:"play,omitempty"`  // a game that is being played
	questions
}

// answer is what is known of it.
type answer struct {
	ID       json.RawMessage `json:"id,omitempty"`
	Errors   diag.Errors     `json:"errors,omitempty"`
	Rulesets []string        `json:"rulesets,omitempty"` // of the files that came with the request
	Think    *thought        `json:"think,omitempty"`
	Record   *recordAnswer   `json:"record,omitempty"`
	Patch    string          `json:"patch,omitempty"` // "" where nothing has changed
	Examples []workedExample `json:"examples,omitempty"`
	Example  *exampleAnswer  `json:"example,omitempty"`
	Play     *tableTold      `json:"play,omitempty"`
	Said     *spoken         `json:"said,omitempty"`
	answers
}

// desk answers questions about one corpus, the last that was brought.
type desk struct {
	workspace *service.Workspace // nil before files were brought
	corpus    *rulesets.Corpus   // of the workspace
	before    map[string]string  // the files as they were first brought
	files     map[string]string  // and as they are now
	settles   rulesets.SettledWords
	played    *rulesets.Game // that was asked about last
	of        string         // its ruleset, with the readings that were asked for
	table     table
}

// line answers a line with a line.
func (d *desk) line(text []byte) []byte {
	var r request
	var a answer
	in := json.NewDecoder(bytes.NewReader(text))
	in.DisallowUnknownFields()
	if err := in.Decode(&r); err != nil {
		a.Errors.Add(diag.Pos{File: "request"}, "", "a JSON object such as {\"ruleset\": \"x\", \"play\": {}}", "the request cannot be read: %v", err)
	} else {
		a = d.answer(&r)
	}
	out, err := json.Marshal(a)
	if err != nil { // no answer holds what JSON cannot
		panic(err)
	}
	return out
}

func (d *desk) answer(r *request) answer {
	a := answer{ID: r.ID}
	d.load(r, &a)
	a.serve(d.workspace, &r.questions)
	if r.Patch {
		a.Patch = patchOf(d.before, d.files)
	}
	if r.Record != nil {
		var errs diag.Errors
		a.Record, errs = d.record(r.Record)
		a.Errors.Merge(errs)
	}
	if r.Ruleset == "" {
		return a
	}
	g, taken, errs := d.game(r)
	if a.Errors.Merge(errs); g == nil {
		return a
	}
	if r.Play != nil {
		a.Errors.Merge(d.play(g, taken, r, &a))
	}
	if r.Say != nil {
		a.Said = r.Say.of(g, taken)
	}
	if r.Examples {
		a.Examples = examples(g.Definition)
	}
	if r.Example != nil {
		a.Example, errs = d.written(g, taken, r.Example)
		a.Errors.Merge(errs)
	}
	return a
}

// load takes the files of a request for the corpus, and changes those that it changes.
func (d *desk) load(r *request, a *answer) {
	if r.Settles != nil {
		d.settles = r.Settles
	}
	if r.Files == nil && r.Change == nil {
		return
	}
	if r.Files != nil || d.workspace == nil {
		d.workspace = service.New()
		d.workspace.Bring(r.Files)
		d.files = map[string]string{}
		maps.Copy(d.files, r.Files)
		if d.before == nil {
			d.before = r.Files
		}
	}
	d.change(r.Change)
	a.Errors.Merge(d.workspace.Errors())
	a.Rulesets = d.corpus.IDs()
}

// change puts texts in the place of those of files, nil for one that is taken away, and reads what depends on them.
func (d *desk) change(texts map[string]*string) {
	if texts != nil {
		d.workspace.Change(texts)
	}
	for name, text := range texts {
		if text == nil {
			delete(d.files, name)
		} else {
			d.files[name] = *text
		}
	}
	d.corpus, d.played, d.table = d.workspace.Corpus, nil, table{}
	for _, def := range d.corpus.Definitions {
		d.settles.Look(def)
	}
}

// definition finds the ruleset of that id.
func (d *desk) definition(id string) (*rulesets.Definition, diag.Errors) {
	var errs diag.Errors
	if d.corpus == nil {
		errs.Add(diag.Pos{File: "request"}, "", "files, as a map of paths to texts", "no corpus has been brought yet")
		return nil, errs
	}
	def := d.corpus.Find(id)
	if def == nil {
		errs.Add(diag.Pos{File: "request"}, diag.Quote(id), fmt.Sprint("one of: ", d.corpus.IDs()), "there is no ruleset of that id")
	}
	return def, errs
}

// game compiles what a request names, and says which readings it takes.
func (d *desk) game(r *request) (*rulesets.Game, interpretation, diag.Errors) {
	def, errs := d.definition(r.Ruleset)
	if def == nil {
		return nil, interpretation{}, errs
	}
	whole, also := choice(def, r.Readings)
	of := fmt.Sprint(def.ID, whole) // maps are printed in order
	if d.played == nil || d.of != of {
		g, errs := def.Game(whole)
		if len(errs) > 0 {
			return nil, interpretation{}, errs
		}
		d.played, d.of = g, of
	}
	return d.played, interpretationOf(d.played, also), nil
}
