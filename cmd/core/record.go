package main

import (
	"cmp"
	"slices"
	"strings"
	"testing/fstest"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/biblio"
	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/form"
	"github.com/lectio/lectio/evidence/yamlpos"
	evidencechecks "github.com/lectio/lectio/verify/evidence"
	"github.com/lectio/lectio/verify/severity"
)

// recordRequest is what is asked about a record of the files as the fields of a form. What it does not ask for is not worked out.
type recordRequest struct {
	Form        bool            `json:"form,omitempty"`
	Sources     bool            `json:"sources,omitempty"`
	File        string          `json:"file,omitempty"`  // of the record
	Edits       []form.Edit     `json:"edits,omitempty"` // change the file
	Check       bool            `json:"check,omitempty"`
	New         *newRecord      `json:"new,omitempty"`    // adds a file
	Source      *form.NewSource `json:"source,omitempty"` // adds to a file, or adds one
	Date        string          `json:"date,omitempty"`
	Coordinates string          `json:"coordinates,omitempty"`
	Names       string          `json:"names,omitempty"` // of a new source, one a line
	Select      *selection      `json:"select,omitempty"`
}

type newRecord struct {
	ID     string `json:"id"` // "" proposes one
	Game   string `json:"game"`
	Source string `json:"source"`
}

type selection struct {
	Text string `json:"text"`
	From int    `json:"from"`
	To   int    `json:"to"`
}

// recordAnswer is what is known of a record.
type recordAnswer struct {
	Form        []evidence.FormGroup     `json:"form,omitempty"`
	SourceTypes []string                 `json:"source_types,omitempty"`
	Sources     []citedSource            `json:"sources,omitempty"`
	Records     []string                 `json:"records,omitempty"`
	File        string                   `json:"file,omitempty"`
	Text        string                   `json:"text,omitempty"` // of the file, with the edits
	Values      *form.Value              `json:"values,omitempty"`
	Places      map[string][]form.Placed `json:"places,omitempty"` // of clauses, by the text that they are in
	Messages    []message                `json:"messages,omitempty"`
	Refused     []message                `json:"refused,omitempty"` // why the edits were not made
	Key         string                   `json:"key,omitempty"`     // of the new source
	Understood  *form.Understood         `json:"understood,omitempty"`
	Selected    *form.Selected           `json:"selected,omitempty"`
}

// citedSource is a source to be chosen.
type citedSource struct {
	Key  string `json:"key"`
	Cite string `json:"cite"`
}

// message is what is to be said at a field.
type message struct {
	Path     form.Path         `json:"path"`
	Severity severity.Severity `json:"severity"`
	Check    string            `json:"check,omitempty"` // whose finding it is
	Text     string            `json:"text"`
	Line     int               `json:"line,omitempty"`
}

// record answers what is asked about a record. What it makes of files are those of the desk from then on.
func (d *desk) record(r *recordRequest) (*recordAnswer, diag.Errors) {
	a := &recordAnswer{}
	if d.workspace == nil && (r.New != nil || r.Source != nil || r.File != "" || r.Sources) {
		var errs diag.Errors
		errs.Add(diag.Pos{File: "request"}, "", "files, as a map of paths to texts", "no corpus has been brought yet")
		return a, errs
	}
	if r.Form {
		a.Form, a.SourceTypes = evidence.Form(), biblio.Types()
	}
	switch {
	case r.New != nil:
		d.newRecord(r.New, a)
	case r.Source != nil:
		d.newSource(r.Source, a)
	case r.File != "":
		d.open(r, a)
	}
	if r.Sources {
		c := d.corpus.Evidence
		for _, s := range c.Sources {
			a.Sources = append(a.Sources, citedSource{s.Key, s.Cite()})
		}
		a.Records = c.RecordIDs()
	}
	if r.Date != "" {
		u := form.Date(r.Date)
		a.Understood = &u
	}
	if r.Coordinates != "" {
		u := form.Coordinates(r.Coordinates)
		a.Understood = &u
	}
	if r.Names != "" {
		u := form.Names(r.Names)
		a.Understood = &u
	}
	if x := r.Select; x != nil {
		if chosen, ok := form.Select(x.Text, x.From, x.To); ok {
			a.Selected = &chosen
		}
	}
	return a, nil
}

// open makes the edits of a record and gives what it has in each field.
func (d *desk) open(r *recordRequest, a *recordAnswer) {
	text, is := d.files[r.File]
	if !is {
		a.Refused = append(a.Refused, message{Path: form.Path{}, Severity: severity.Error, Text: "there is no file " + diag.Quote(r.File)})
		return
	}
	edited := &form.Text{File: r.File, Data: []byte(text)}
	if was, is := d.before[r.File]; is {
		edited.Former = []byte(was)
	}
	for _, e := range edited.Apply(r.Edits...) {
		a.Refused = append(a.Refused, message{Path: form.PathOf(e.File), Severity: severity.Error, Text: said(e)})
	}
	a.File, a.Text = r.File, string(edited.Data)
	d.keep(a)
	root, _ := yamlpos.Parse(r.File, edited.Data) // what is wrong with it the check says
	if root != nil {
		values := form.Read(d.corpus.Evidence, root)
		a.Values = &values
		if texts, ok := values.Field("texts"); ok {
			a.Places = map[string][]form.Placed{}
			for _, x := range texts.Items {
				if id, ok := x.Field("id"); ok {
					a.Places[id.Text] = form.Places(root, id.Text)
				}
			}
		}
	}
	if r.Check {
		a.Messages = d.check(r.File, root)
	}
}

// check is what is wrong with a record, and what looks wrong, each at its field.
func (d *desk) check(file string, root *yamlpos.Node) (list []message) {
	for _, e := range d.workspace.Errors() {
		if e.File == file {
			list = append(list, message{form.Place(root, e), severity.Error, "", said(e), e.Line})
		}
	}
	if len(list) > 0 { // what looks wrong is asked when nothing is
		return list
	}
	for _, check := range evidencechecks.Checks {
		for _, o := range check.Find(&evidencechecks.Library{Corpus: d.corpus.Evidence}) {
			if o.Pos.File == file {
				list = append(list, message{form.Place(root, diag.Error{Pos: o.Pos}), o.Severity, check.ID, strings.TrimPrefix(o.Message, o.Record.ID+": "), o.Pos.Line})
			}
		}
	}
	slices.SortStableFunc(list, func(x, y message) int { return cmp.Compare(x.Line, y.Line) })
	return slices.CompactFunc(list, func(x, y message) bool { return x.Line == y.Line && x.Text == y.Text })
}

// said is an error without its place, which stands beside it.
func said(e diag.Error) string {
	e.Pos = diag.Pos{}
	return e.Error()
}

// keep has the file of an answer be one of the desk.
func (d *desk) keep(a *recordAnswer) {
	if a.Text != d.files[a.File] {
		d.change(map[string]*string{a.File: &a.Text})
	}
}

// newRecord makes the file of a new record.
func (d *desk) newRecord(n *newRecord, a *recordAnswer) {
	c := d.corpus.Evidence
	id := cmp.Or(n.ID, form.FreeID(c, n.Game))
	for _, e := range form.NewProblems(c, id, n.Game, n.Source) {
		a.Refused = append(a.Refused, message{Path: form.PathOf(e.File), Severity: severity.Error, Text: said(e)})
	}
	if len(a.Refused) == 0 {
		name, data := form.New(id, n.Game, n.Source)
		a.File, a.Text = name, string(data)
		d.keep(a)
	}
}

// newSource makes the file that a new source goes into.
func (d *desk) newSource(n *form.NewSource, a *recordAnswer) {
	c := d.corpus.Evidence
	if n.Key == "" {
		n.Key = n.FreeKey(c)
	}
	s, errs := n.Source(c)
	var name string
	var content []byte
	if len(errs) == 0 {
		fsys := fstest.MapFS{}
		for name, text := range d.files {
			fsys[name] = &fstest.MapFile{Data: []byte(text)}
		}
		var err error
		if name, _, content, err = form.SourceFile(c, s, fsys, ""); err != nil {
			errs = diag.AsErrors(err)
		}
	}
	for _, e := range errs {
		a.Refused = append(a.Refused, message{Path: form.Path{strings.ToLower(strings.TrimPrefix(e.File, "--"))}, Severity: severity.Error, Text: said(e)})
	}
	if len(errs) == 0 {
		a.File, a.Text, a.Key = name, string(content), s.Key
		d.keep(a)
	}
}
