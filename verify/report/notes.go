package report

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/biblio"
	"github.com/lectio/lectio/evidence/exchange/word"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/edition"
)

// Cited is what a note says of a clause or an observation, or of a source.
type Cited struct {
	Record      string // whose it is, or the key of the source
	Full, Short string // citations of what the record rests on
	Place       string // in the record: clause 5; "" for a source
	Says        string // in our words
	Wording     string // of the source, where a doubt hangs on it
}

// cite takes down what can be said in notes of the clauses and observations of records, as the
// report calls them, and of the sources by whose keys readings are held. Of a name that means
// something else in another corpus no note says anything.
func (r *Report) cite(c *evidence.Corpus, records []string, called func(record string) string) {
	if r.Cited == nil {
		r.Cited = map[string]*Cited{}
	}
	add := func(name string, x Cited) {
		if other, known := r.Cited[name]; known && (other == nil || *other != x) {
			r.Cited[name] = nil
			return
		}
		r.Cited[name] = &x
	}
	for _, s := range c.Sources {
		x := biblio.Citation{Source: s}
		add(s.Key, Cited{Record: s.Key, Full: x.Note(), Short: x.Short()})
	}
	for _, id := range records {
		rec := c.Record(id)
		if rec == nil {
			continue
		}
		full, short := rec.Game, rec.Game // where no source is named
		if x, ok := c.Citation(id); ok {
			full, short = x.Note(), x.Short()
		}
		tell := func(what string, n int, says, wording string) {
			ref := rulesets.ClauseRef{Record: called(id), N: n}
			add(ref.String(), Cited{Record: ref.Record, Full: full, Short: short, Place: what + " " + strconv.Itoa(n), Says: says, Wording: wording})
		}
		for _, cl := range rec.Clauses {
			tell("clause", cl.N, cl.Text, strings.Join(cl.Wording, "”, “"))
		}
		for _, o := range rec.Observations {
			tell("observation", int(o.N), string(o.Text), "")
		}
	}
}

// asItIs calls a record by its id.
func asItIs(record string) string { return record }

// notes are the footnotes of a document while it is written: a source is cited in full once,
// and a clause says once what it says; after that the note is named in which it does.
type notes struct {
	of    map[string]*Cited
	made  map[string]*word.Note // by the names of their clauses
	cited map[string]*word.Note // by citation in full, the note that has it
	said  map[string]*word.Note // by name of a clause
	lines map[string]bool       // the clauses whose words lines of the document have
	begun map[string]bool       // records of which a line has been told
}

func newNotes(r *Report) *notes {
	n := &notes{of: r.Cited, made: map[string]*word.Note{}, cited: map[string]*word.Note{}, said: map[string]*word.Note{}, lines: map[string]bool{}, begun: map[string]bool{}}
	for _, b := range r.Briefs {
		for _, p := range b.Parts {
			for i := range p.Lines {
				n.lines[p.Lines[i].Says] = true
			}
		}
	}
	return n
}

// on is the note on clauses, nil where nothing is known of any.
func (n *notes) on(names []string) *word.Note {
	key := strings.Join(names, " ")
	if n.made[key] != nil {
		return n.made[key]
	}
	note := &word.Note{}
	add := func(format string, args ...any) {
		note.Text = append(note.Text, word.Span{Text: fmt.Sprintf(format, args...)})
	}
	var before *Cited
	for _, name := range names {
		c := n.of[name]
		if c == nil || n.lines[name] {
			continue
		}
		if before != nil {
			add(" ")
		}
		if c.Place == "" { // it is a source
			n.source(note, c)
			before = c
			continue
		}
		where := c.Place
		if before == nil || before.Record != c.Record {
			n.source(note, c)
		} else {
			where = edition.Capitalised(where)
		}
		before = c
		if in := n.said[name]; in != nil {
			add("%s (as in note ", where)
			note.Text = append(note.Text, word.Span{Note: in})
			add(").")
			continue
		}
		n.said[name] = note
		add("%s: %s", where, sentence(c.Says))
		if c.Wording != "" {
			add(" Its wording: “%s”.", c.Wording)
		}
	}
	if see := n.see(names); len(see) > 0 {
		if before != nil {
			add(" ")
		}
		note.Text = append(note.Text, see...)
	}
	if len(note.Text) == 0 {
		return nil
	}
	n.made[key] = note
	return note
}

// see leads to those of the clauses whose words lines of the document have.
func (n *notes) see(names []string) (text word.Text) {
	record := ""
	for _, name := range names {
		c := n.of[name]
		if c == nil || !n.lines[name] {
			continue
		}
		between := ", "
		switch {
		case record == "":
			between = "See "
		case record != c.Record:
			between = " [" + record + "]; "
		}
		record = c.Record
		text = append(text, word.Span{Text: between}, word.Span{Text: c.Place, To: name})
	}
	if record != "" {
		text = append(text, word.Span{Text: " [" + record + "]."})
	}
	return text
}

// where is the note on where a clause stands whose words a line has: a source is cited where
// the first of a record stands, and no clause is said again in notes.
func (n *notes) where(name string) *word.Note {
	c := n.of[name]
	if c == nil || n.begun[c.Record] {
		return nil
	}
	n.begun[c.Record] = true
	note := &word.Note{}
	n.source(note, c)
	note.Text = append(note.Text, word.Span{Text: "from " + c.Place + " on."})
	return note
}

// source cites what a record rests on.
func (n *notes) source(note *word.Note, c *Cited) {
	text := c.Full
	if in := n.cited[c.Full]; in == note {
		text = "" // another record of it stands just before
	} else if in != nil {
		note.Text = append(note.Text, word.Span{Text: c.Short + " (note "}, word.Span{Note: in})
		text = ")"
	} else {
		n.cited[c.Full] = note
	}
	text += " [" + c.Record + "]"
	if c.Place == "" {
		text += "."
	} else {
		text += ", "
	}
	note.Text = append(note.Text, word.Span{Text: text})
}

// aName is what looks like the name of a clause, with that of its corpus.
var aName = regexp.MustCompile(`[\pL\pN][\pL\pN.:/_-]*#\d+`)

// noted is a text with a note behind the clauses that it names; of several in a row, which
// commas divide, behind the last.
func (n *notes) noted(s word.Span) (out word.Text) {
	begin, end := 0, 0 // of a piece, up to the last name of the row
	var row []string
	cut := func() {
		if len(row) > 0 {
			piece := s
			piece.Text, piece.Note = s.Text[begin:end], n.on(row)
			out = append(out, piece)
			begin, row = end, nil
		}
	}
	for _, m := range aName.FindAllStringIndex(s.Text, -1) {
		name := s.Text[m[0]:m[1]]
		if s.Text[end:m[0]] != ", " {
			cut()
		}
		if n.of[name] != nil {
			row, end = append(row, name), m[1]
		}
	}
	cut()
	rest := s
	rest.Text = s.Text[begin:]
	return append(out, rest)
}
