package publish

import (
	"errors"
	"maps"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/biblio"
	"github.com/lectio/lectio/evidence/date"
	"github.com/lectio/lectio/evidence/exchange"
	"github.com/lectio/lectio/evidence/fold"
	"github.com/lectio/lectio/evidence/intake"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/edition"
)

// Catalogue is what leaves for other programs: records, and the rulesets that rest on them. Package exchange
// knows the formats and neither of the two, so what a format holds is said here.
type Catalogue struct {
	Evidence *evidence.Corpus
	Rulesets []*rulesets.Definition
	Citation *Citation // who made the corpus; nil where it does not say

	// Progress is told how many rows are to be written, where it is not nil; each is then a step, and the last has
	// an end.
	Progress func(rows int) (step, end func())

	root  string // of the corpus; places in files are given from there
	name  string // of the data set
	title string
}

// New makes the catalogue of records with those of the rulesets that may be published with them. The root is that of
// the corpus, empty for the bundled one.
func New(ev *evidence.Corpus, all []*rulesets.Definition, root string, cite *Citation) *Catalogue {
	c := &Catalogue{Evidence: ev, Citation: cite, name: "lectio", title: "Records of historical games, with executable rulesets"}
	if root != "" {
		c.name, c.root = "corpus", path.Clean(filepath.ToSlash(root))+"/"
	}
	if cite != nil {
		c.title = cite.title
	}
	for _, d := range all {
		if !Withheld(d, ev) {
			c.Rulesets = append(c.Rulesets, d)
		}
	}
	return c
}

// Withheld reports whether a ruleset rests on a record that is not published, or says
// something of a clause under embargo, which would tell what is in it.
func Withheld(d *rulesets.Definition, ev *evidence.Corpus) bool {
	return slices.ContainsFunc(d.Records, func(id string) bool { return ev.Record(id) == nil }) ||
		slices.ContainsFunc(d.Citations, func(x rulesets.Citation) bool { return ev.IsWithheld(evidence.ClauseRef{Record: x.Record, N: x.N}) })
}

// license is that of the corpus; the zero License where it names none.
func (c *Catalogue) license() exchange.License {
	if c.Citation == nil {
		return exchange.License{}
	}
	return c.Citation.license()
}

// authors are those who made the corpus, where it says so.
func (c *Catalogue) authors() []exchange.Agent {
	if c.Citation == nil {
		return nil
	}
	return c.Citation.authors
}

// says reports whether there is a clause or observation of that number.
func (c *Catalogue) says(record string, n int) bool {
	r := c.Evidence.Record(record)
	if r == nil {
		return false
	}
	_, ok := r.Says(n)
	return ok
}

// layer is the text of a record of a ruleset that somebody named as holding a reading; nil
// when no text, or more than one, is called so.
func (c *Catalogue) layer(d *rulesets.Definition, name string) (r *evidence.Record, l *evidence.Layer) {
	for _, id := range d.Records {
		if rec := c.Evidence.Record(id); rec != nil && rec.Layer(name) != nil {
			if l != nil {
				return nil, nil
			}
			r, l = rec, rec.Layer(name)
		}
	}
	return r, l
}

// column makes a column of text.
func column(name, about string) exchange.Column { return exchange.Column{Name: name, About: about} }

// need makes a column that must have a value.
func need(name, about string) exchange.Column {
	return exchange.Column{Name: name, About: about, Required: true}
}

// refers makes a column that names a row of another table.
func refers(name, table, about string, required bool) exchange.Column {
	return exchange.Column{Name: name, About: about, Refers: table, Required: required}
}

// typedAs makes a column of another type.
func typedAs(t exchange.Type, name, about string, required bool) exchange.Column {
	return exchange.Column{Name: name, About: about, Type: t, Required: required}
}

// degrees writes a number in the shortest way that reads back the same.
func degrees(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }

// several joins values of a column that can have more than one.
func several(list []string) string { return strings.Join(list, "; ") }

// dataset gives the catalogue as tables.
func (c *Catalogue) dataset() (*exchange.Dataset, error) {
	d := &exchange.Dataset{Name: c.name, Title: c.title, License: c.license(),
		Description: "Records with their clauses, sources and places; rulesets with their statements, questions and readings; and which clause stands behind which statement."}
	d.Relations = append(d.Relations, c.sourceTable())
	places, placeOf := c.placeTable()
	d.Relations = append(d.Relations, places)
	d.Relations = append(d.Relations, c.recordTables(placeOf)...)
	more, err := c.rulesetTables()
	if err != nil {
		return nil, err
	}
	d.Relations = append(d.Relations, more...)
	return d, nil
}

func (c *Catalogue) sourceTable() *exchange.Relation {
	r := &exchange.Relation{Name: "sources", About: "A book, article, page or object that records rest on.", Key: []string{"id"},
		Search: []string{"citation", "note"}, Columns: []exchange.Column{
			need("id", "the key of the source"), column("type", "a type of CSL"), column("authors", "parted by ; "), column("editors", "parted by ; "),
			column("title", ""), column("container", "the book or journal that it is part of"), column("issued", "the year or years"),
			typedAs(exchange.Integer, "first_year", "the first of these years", false), typedAs(exchange.Integer, "last_year", "the last of these years", false),
			column("publisher", ""), column("place", "where it was published"), column("language", ""), column("url", ""), column("doi", ""),
			column("archive", "who keeps it"), column("call_number", "under which number"), column("note", ""), need("citation", "the source on one line")}}
	people := func(list []biblio.Name) string {
		var out []string
		for _, n := range list {
			out = append(out, n.String())
		}
		return several(out)
	}
	for _, s := range c.Evidence.Sources {
		first, last := "", ""
		if a, b, ok := s.Years(); ok {
			first, last = strconv.Itoa(a), strconv.Itoa(b)
		}
		r.Rows = append(r.Rows, []string{s.Key, s.Type, people(s.Authors), people(s.Editors), s.Title, s.Container, s.Issued, first, last,
			s.Publisher, s.Place, s.Language, s.URL, s.DOI, s.Archive, s.CallNumber, s.Note, s.Cite()})
	}
	return r
}

// placeTable gives every place once, and which one a record has.
func (c *Catalogue) placeTable() (r *exchange.Relation, of map[string]string) {
	gazetteers := slices.Sorted(maps.Keys(evidence.Gazetteers))
	r = &exchange.Relation{Name: "places", About: "A place that records name: where a game was played, or an object found.", Key: []string{"id"},
		Search: []string{"name", "note"}, Columns: []exchange.Column{
			need("id", "made of the name"), column("name", "empty where only the coordinates are known"), typedAs(exchange.Number, "latitude", "decimal degrees", false),
			typedAs(exchange.Number, "longitude", "decimal degrees", false),
			typedAs(exchange.Number, "precision_km", "how far from there the place may be, in kilometres", false), column("note", "")}}
	for _, g := range gazetteers {
		r.Columns = append(r.Columns, column(g, "its number at "+evidence.Gazetteers[g]))
	}
	of = map[string]string{}
	known, used, next := map[string]string{}, map[string]bool{}, map[string]int{}
	for _, rec := range c.Evidence.Records {
		l := rec.Location
		if l == nil {
			continue
		}
		row := []string{"", l.Name, "", "", "", l.Note}
		if l.HasCoordinates {
			row[2], row[3] = degrees(l.Latitude), degrees(l.Longitude)
		}
		if l.Precision > 0 {
			row[4] = degrees(l.Precision)
		}
		for _, g := range gazetteers {
			row = append(row, l.Gazetteer[g])
		}
		same := strings.Join(row, "\x00")
		if known[same] == "" {
			base := strings.ReplaceAll(fold.Text(l.Name), " ", "-")
			if base == "" {
				base = "place"
			}
			id := base
			for n := max(next[base], 2); used[id]; n++ {
				id = base + "-" + strconv.Itoa(n)
				next[base] = n + 1
			}
			known[same], used[id], row[0] = id, true, id
			r.Rows = append(r.Rows, row)
		}
		of[rec.ID] = known[same]
	}
	return r, of
}

// dateOrder is the place of each record with a date among all, the earliest first; dates
// that are alike have one.
func (c *Catalogue) dateOrder() map[string]string {
	var dated []*evidence.Record
	for _, r := range c.Evidence.Records {
		if r.Date != nil && !r.Date.EDTF.IsZero() {
			dated = append(dated, r)
		}
	}
	slices.SortStableFunc(dated, func(a, b *evidence.Record) int { return a.Date.EDTF.Compare(b.Date.EDTF) })
	order, n := map[string]string{}, 0
	for i, r := range dated {
		if i == 0 || r.Date.EDTF.Compare(dated[i-1].Date.EDTF) != 0 {
			n++
		}
		order[r.ID] = strconv.Itoa(n)
	}
	return order
}

func (c *Catalogue) recordTables(placeOf map[string]string) []*exchange.Relation {
	records := &exchange.Relation{Name: "records", About: "One piece of evidence: a source, what it says, when and where.", Key: []string{"id"},
		Search: []string{"game", "summary", "note", "citation"}, Columns: []exchange.Column{
			need("id", ""), need("game", ""), {Name: "type", About: "as the Ludii Games Database names it", OneOf: evidence.Types},
			column("summary", "what the evidence is"), refers("place_id", "places", "where the game was played or the object found", false),
			column("date", "EDTF level 1 (ISO 8601-2)"), {Name: "date_of", About: "what the date is the date of", OneOf: evidence.DateOf},
			typedAs(exchange.Integer, "first_year", "the first year the date can mean: 0 is 1 BCE, -176 is 177 BCE; empty when it is open or unknown", false),
			typedAs(exchange.Integer, "last_year", "the last year the date can mean, counted in the same way", false),
			typedAs(exchange.Integer, "search_first_year", "first_year for a search, which looks further where the date is about a year; empty when it is open", false),
			typedAs(exchange.Integer, "search_last_year", "last_year for a search, in the same way", false),
			typedAs(exchange.Integer, "date_order", "1 is the earliest date; the order of 'lectio evidence list --sort date'", false),
			column("first_day", "the first day the date can mean, as EDTF writes it; years before 0 do not sort as text"),
			column("last_day", "the last day the date can mean, written in the same way"), column("date_as_written", ""),
			refers("source_id", "sources", "the source", true), column("locator", "the place in the source"), column("source_as_written", ""),
			typedAs(exchange.Integer, "confidence", "per cent, as stated", false), typedAs(exchange.Integer, "derived_confidence", "per cent, worked out from the uncertainty", true),
			column("uncertainty", "factors, parted by ; "), column("doubts", "in words of their own, parted by ; "), column("ages", "parted by ; "), column("genders", "parted by ; "), column("period", ""),
			column("note", ""), column("citation", "an object by who holds it and its number, and the source with the place in it, on one line")}}
	via := &exchange.Relation{Name: "record_via", About: "The chain of transmission of a record, nearest first.", Key: []string{"record_id", "step"}, Columns: []exchange.Column{
		refers("record_id", "records", "", true), typedAs(exchange.Integer, "step", "1 is the nearest", true), refers("source_id", "sources", "", true)}}
	extra := &exchange.Relation{Name: "record_extra", About: "A field of a record that no column is for.", Key: []string{"record_id", "name"}, Search: []string{"value"}, Columns: []exchange.Column{
		refers("record_id", "records", "", true), need("name", "as the table had it that the record came from"), need("value", "")}}
	layers := &exchange.Relation{Name: "layers", About: "A text of a record: the old text, a translation, a summary.", Key: []string{"id"}, Search: []string{"text", "note"}, Columns: []exchange.Column{
		need("id", "RECORD/LAYER"), refers("record_id", "records", "", true), need("layer", "its id within the record"), column("language", "a BCP 47 tag"),
		column("by", "the key of a source, or a person"), column("rights", ""), column("text", "empty when the corpus does not reproduce it"), column("note", "")}}
	list := &exchange.Relation{Name: "clauses", About: "The smallest statement of a record that can be enforced or doubted.", Key: []string{"id"}, Search: []string{"text", "wording", "note"}, Columns: []exchange.Column{
		need("id", "RECORD#NUMBER"), refers("record_id", "records", "", true), typedAs(exchange.Integer, "n", "its number within the record", true),
		need("text", "in the words of the corpus"), refers("layer_id", "layers", "the text that it is in", false), column("wording", "the words on which a doubt hangs, parted by ; "),
		typedAs(exchange.Boolean, "rule", "false for a clause that states no rule", true), column("why", "why it is no rule"), column("note", "")}}
	relations := &exchange.Relation{Name: "clause_relations", About: "How a clause stands to another one.", Key: []string{"clause_id", "relation", "other_id"}, Columns: []exchange.Column{
		refers("clause_id", "clauses", "", true), {Name: "relation", Required: true, OneOf: []string{"supports", "adds", "contradicts", "lacks"}}, refers("other_id", "clauses", "", true)}}
	order := c.dateOrder()
	for _, r := range c.Evidence.Records {
		records.Rows = append(records.Rows, c.recordRow(r, placeOf[r.ID], order[r.ID]))
		for i, key := range r.Via {
			via.Rows = append(via.Rows, []string{r.ID, strconv.Itoa(i + 1), key})
		}
		for _, x := range r.Extra {
			extra.Rows = append(extra.Rows, []string{r.ID, x.Name, x.Text})
		}
		for _, l := range r.Texts {
			layers.Rows = append(layers.Rows, []string{r.ID + "/" + l.ID, r.ID, l.ID, l.Language, l.By, l.Rights, l.Text, l.Note})
		}
		for _, cl := range r.Clauses {
			layer := ""
			if cl.In != "" {
				layer = r.ID + "/" + cl.In
			}
			list.Rows = append(list.Rows, []string{r.Ref(cl.N).String(), r.ID, strconv.Itoa(cl.N), cl.Text, layer, several(cl.Wording),
				strconv.FormatBool(cl.Rule), cl.Why, cl.Note})
			for _, rel := range []struct {
				name string
				refs []evidence.ClauseRef
			}{{"supports", cl.Supports}, {"adds", cl.Adds}, {"contradicts", cl.Contradicts}, {"lacks", cl.Lacks}} {
				for _, ref := range rel.refs {
					// A relation that leads out of what was picked has no other end.
					if c.Evidence.Clause(ref) != nil {
						relations.Rows = append(relations.Rows, []string{r.Ref(cl.N).String(), rel.name, ref.String()})
					}
				}
			}
		}
	}
	return append([]*exchange.Relation{records, via, extra, layers, list, relations}, c.partTables()...)
}

// recordRow is a record in the table of records.
func (c *Catalogue) recordRow(r *evidence.Record, place, order string) []string {
	confidence := ""
	if r.Confidence != nil {
		confidence = strconv.Itoa(*r.Confidence)
	}
	row := []string{r.ID, r.Game, r.Type, r.Summary, place, "", "", "", "", "", "", order, "", "", "", r.Source.Key, r.Source.Locator, r.Source.AsWritten,
		confidence, strconv.Itoa(r.Derived().Value), several(r.Uncertainty), several(r.Doubts), several(r.Ages), several(r.Genders), r.Period, r.Note, ""}
	if d := r.Date; d != nil {
		row[5], row[6], row[14] = d.EDTF.Portable().Text, d.Of, d.AsWritten // other programs read it
		span := d.EDTF.Span()
		if day, ok := d.EDTF.Earliest(); ok {
			row[7], row[12] = strconv.Itoa(day.Year), day.String()
			row[9] = strconv.Itoa(date.Numbered(*span.First).Year)
		}
		if day, ok := d.EDTF.Latest(); ok {
			row[8], row[13] = strconv.Itoa(day.Year), day.String()
			row[10] = strconv.Itoa(date.Numbered(*span.Last).Year)
		}
	}
	if citation, ok := c.Evidence.Citation(r.ID); ok {
		citation.Record = ""
		row[len(row)-1] = citation.Plain()
	}
	return row
}

// partTables are the tables of what records have beyond the short form, where one has it.
func (c *Catalogue) partTables() (list []*exchange.Relation) {
	snake := strings.NewReplacer("-", "_", " ", "_")
	for _, t := range intake.PartTables(c.Evidence) {
		of := refers("record_id", "records", "", true)
		if t.OfClauses {
			of = need("clause_id", "a clause, or an observation: RECORD#NUMBER")
		}
		r := &exchange.Relation{Name: snake.Replace(t.Name), About: t.About, Key: []string{of.Name, "row"},
			Columns: []exchange.Column{of, typedAs(exchange.Integer, "row", "among those of the same "+strings.TrimSuffix(of.Name, "_id"), true)}}
		for _, col := range t.Columns {
			name := snake.Replace(col.Name)
			about, typ := col.Note, exchange.Text
			if strings.HasSuffix(name, "_value") {
				typ = exchange.Number
			}
			r.Columns = append(r.Columns, typedAs(typ, name, about, false))
			if slices.Contains([]string{"name", "text", "note", "material", "institution", "shows", "title", "reads"}, name) {
				r.Search = append(r.Search, name)
			}
		}
		for _, row := range t.Rows {
			r.Rows = append(r.Rows, append([]string{row.Of, strconv.Itoa(row.N)}, row.Cells...))
		}
		list = append(list, r)
	}
	return list
}

func (c *Catalogue) rulesetTables() ([]*exchange.Relation, error) {
	list := &exchange.Relation{Name: "rulesets", About: "An executable description of a game.", Key: []string{"id"}, Search: []string{"title"}, Columns: []exchange.Column{
		need("id", ""), column("title", ""), column("family", ""), need("file", "in the corpus")}}
	of := &exchange.Relation{Name: "ruleset_records", About: "The records that a ruleset rests on.", Key: []string{"ruleset_id", "record_id"}, Columns: []exchange.Column{
		refers("ruleset_id", "rulesets", "", true), refers("record_id", "records", "", true)}}
	questions := &exchange.Relation{Name: "questions", About: "A place where the evidence is ambiguous, silent, contradictory or corrupt.", Key: []string{"id"}, Search: []string{"asks", "note"}, Columns: []exchange.Column{
		need("id", "RULESET/QUESTION"), refers("ruleset_id", "rulesets", "", true), need("question", "its id within the ruleset"), column("see", "its number in an analysis"),
		column("asks", ""), column("kind", ""), typedAs(exchange.Integer, "weight", "how much hangs on it, as its author thinks", true),
		column("asked_when", "the readings of other questions under which it arises; empty when it always does"), column("default_reading", "the reading of the default interpretation"),
		column("default_why", "why that one"), column("note", "")}}
	about := &exchange.Relation{Name: "question_clauses", About: "The clauses that a question is about.", Key: []string{"question_id", "clause_id"}, Columns: []exchange.Column{
		refers("question_id", "questions", "", true), refers("clause_id", "clauses", "", true)}}
	readings := &exchange.Relation{Name: "readings", About: "One answer to a question.", Key: []string{"id"}, Search: []string{"because", "not_playable"}, Columns: []exchange.Column{
		need("id", "RULESET/QUESTION/READING"), refers("question_id", "questions", "", true), need("reading", "its id within the question"), column("basis", ""),
		column("because", "the reason for it"), column("held_by", "who holds it, parted by ; "), typedAs(exchange.Boolean, "is_default", "whether the default interpretation takes it", true),
		typedAs(exchange.Boolean, "playable", "", true), column("not_playable", "why it cannot be played yet"), column("without", "the statements that it drops, parted by ; ")}}
	statements := &exchange.Relation{Name: "statements", About: "Anything in a ruleset that a text can settle.", Key: []string{"id"}, Search: []string{"sentence", "assumed", "note"}, Columns: []exchange.Column{
		need("id", "RULESET/STATEMENT, or RULESET/QUESTION/READING/STATEMENT"), refers("ruleset_id", "rulesets", "", true), need("statement", "its id within the ruleset"), need("kind", ""),
		column("sentence", "what it states, in plain English; empty when its reading cannot be played yet"), column("assumed", "the reason for it where no clause stands behind it"), column("note", ""),
		refers("reading_id", "readings", "the reading that contributes it; empty for the ruleset's own", false), column("replaces", "the statement whose place it takes"),
		typedAs(exchange.Boolean, "in_default", "whether the default interpretation has it", true), need("file", "in the corpus"), typedAs(exchange.Integer, "line", "in that file", true)}}
	links := &exchange.Relation{Name: "clause_statements", About: "The clauses that warrant a statement.", Key: []string{"clause_id", "statement_id"}, Columns: []exchange.Column{
		refers("clause_id", "clauses", "", true), refers("statement_id", "statements", "", true)}}

	file := func(s string) string { return strings.TrimPrefix(s, c.root) }
	all, err := c.sentences()
	if err != nil {
		return nil, err
	}
	for i, d := range c.Rulesets {
		list.Rows = append(list.Rows, []string{d.ID, d.Title, d.Family, file(d.File)})
		for _, r := range slices.Compact(slices.Sorted(slices.Values(d.Records))) {
			of.Rows = append(of.Rows, []string{d.ID, r})
		}
		said := all[i]
		add := func(s *rulesets.Statement, within, reading string) {
			id := within + "/" + s.ID
			words := said[s]
			statements.Rows = append(statements.Rows, []string{id, d.ID, s.ID, s.Kind, words.sentence, s.Assumed, s.Note, reading, s.Replaces,
				strconv.FormatBool(words.byDefault), file(s.Pos.File), strconv.Itoa(s.Pos.Line)})
			for _, ref := range once(s.Warrant) {
				if !c.seen(ref) {
					links.Rows = append(links.Rows, []string{ref, id})
				}
			}
		}
		for _, s := range d.Statements {
			add(s, d.ID, "")
		}
		for _, q := range d.Questions {
			id := questionName(d, q)
			var when []string
			for _, k := range slices.Sorted(maps.Keys(q.AskedWhen)) {
				when = append(when, k+"="+strings.Join(q.AskedWhen[k], " or "))
			}
			questions.Rows = append(questions.Rows, []string{id, d.ID, q.ID, q.See, q.Asks, q.Kind, strconv.Itoa(q.Weight), strings.Join(when, " and "), q.Default, q.DefaultWhy, q.Note})
			for _, ref := range once(q.About) {
				if !c.seen(ref) {
					about.Rows = append(about.Rows, []string{id, ref})
				}
			}
			for _, r := range q.Readings {
				reading := id + "/" + r.ID
				readings.Rows = append(readings.Rows, []string{reading, id, r.ID, r.Basis, r.Because, several(r.HeldBy), strconv.FormatBool(r.ID == q.Default),
					strconv.FormatBool(r.Playable()), r.NotPlayable, several(r.Without)})
				for _, s := range r.Statements {
					add(s, reading, reading)
				}
			}
		}
	}
	tables := append([]*exchange.Relation{list, of, questions, about, readings, statements, links}, c.seenTables()...)
	if checked := c.checkedTable(); checked != nil {
		tables = append(tables, checked)
	}
	return tables, nil
}

// seen reports whether a reference is to an observation.
func (c *Catalogue) seen(ref string) bool {
	x, _ := evidence.ParseClauseRef(ref)
	return c.Evidence.Clause(x) == nil
}

// questionName names a question among those of all rulesets.
func questionName(d *rulesets.Definition, q *rulesets.Question) string { return d.ID + "/" + q.ID }

// once writes clauses, each one time.
func once(refs []rulesets.ClauseRef) []string {
	var out []string
	for _, r := range refs {
		if !slices.Contains(out, r.String()) {
			out = append(out, r.String())
		}
	}
	return out
}

// saying is what a statement says, and whether the default interpretation has it.
type saying struct {
	sentence  string
	byDefault bool
}

// sentences says every statement in English, for each ruleset.
func (c *Catalogue) sentences() ([]map[*rulesets.Statement]saying, error) {
	said, errs := make([]map[*rulesets.Statement]saying, len(c.Rulesets)), make([]error, len(c.Rulesets))
	places := make(chan bool, runtime.GOMAXPROCS(0))
	var workers sync.WaitGroup
	for i, d := range c.Rulesets {
		places <- true
		workers.Go(func() {
			said[i], errs[i] = sentences(d)
			<-places
		})
	}
	workers.Wait()
	return said, errors.Join(errs...)
}

// sentences says every statement of a ruleset in English: those of the default
// interpretation there, the others under the first alternative that has them.
func sentences(d *rulesets.Definition) (map[*rulesets.Statement]saying, error) {
	out := map[*rulesets.Statement]saying{}
	say := func(choice rulesets.Choice, byDefault bool) error {
		in, errs := d.Interpret(choice)
		if len(errs) > 0 {
			return errs
		}
		if !byDefault && !slices.ContainsFunc(in.Statements, func(s *rulesets.Statement) bool { _, ok := out[s]; return !ok }) {
			return nil // nothing new: it need not be compiled
		}
		g, errs := in.Compile()
		if len(errs) > 0 {
			return errs
		}
		for _, s := range g.Statements {
			if _, ok := out[s]; !ok {
				out[s] = saying{edition.Sentence(g, s), byDefault}
			}
		}
		return nil
	}
	if err := say(nil, true); err != nil {
		return nil, err
	}
	for _, alt := range d.Alternatives() {
		if err := say(alt.Choice, false); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// structure gives the catalogue for CLDF: interpretations as languages,
// questions as parameters, readings as codes. Of each game there are the default
// interpretation and each alternative reading with what it brings along, as
// verify plays them.
func (c *Catalogue) structure() (*exchange.StructureDataset, error) {
	out := &exchange.StructureDataset{ID: c.name, Title: c.title, License: c.license(), BibTeX: biblio.WriteBibTeX(c.Evidence.Sources)}
	sources := func(records []string) []exchange.CLDFSource {
		var list []exchange.CLDFSource
		for _, id := range records {
			if r := c.Evidence.Record(id); r != nil {
				s := exchange.CLDFSource{Key: r.Source.Key, Locator: r.Source.Locator}
				if !slices.Contains(list, s) {
					list = append(list, s)
				}
			}
		}
		return list
	}
	for _, d := range c.Rulesets {
		cited := map[string][]exchange.CLDFSource{} // by question
		for _, q := range d.Questions {
			id := questionName(d, q)
			out.Parameters = append(out.Parameters, exchange.CLDFParameter{ID: id, Name: d.Title + ": " + q.Name(), Description: q.Asks, Kind: q.Kind, Weight: q.Weight, About: once(q.About)})
			var records []string
			for _, ref := range q.About {
				records = append(records, ref.Record)
			}
			cited[q.ID] = sources(records)
			for _, r := range q.Readings {
				out.Codes = append(out.Codes, exchange.CLDFCode{ID: id + "/" + r.ID, Parameter: id, Name: r.ID, Description: r.Because, Basis: r.Basis, Default: r.ID == q.Default})
			}
		}
		latitude, longitude := "", ""
		for _, id := range d.Records {
			if r := c.Evidence.Record(id); latitude == "" && r.Location != nil && r.Location.HasCoordinates {
				latitude, longitude = degrees(r.Location.Latitude), degrees(r.Location.Longitude)
			}
		}
		add := func(id string, choice rulesets.Choice, isDefault bool) error {
			in, errs := d.Interpret(choice)
			if len(errs) > 0 {
				return errs
			}
			name := d.Title
			if !isDefault {
				name += strings.TrimPrefix(in.Name(), d.ID)
			}
			out.Languages = append(out.Languages, exchange.CLDFLanguage{ID: id, Name: name, Latitude: latitude, Longitude: longitude, Family: d.Family,
				Group: d.ID, Default: isDefault, Sources: sources(d.Records)})
			for _, q := range d.Questions {
				if r := in.Readings[q.ID]; r != nil {
					parameter := questionName(d, q)
					out.Values = append(out.Values, exchange.CLDFValue{ID: id + "/" + q.ID, Language: id, Parameter: parameter, Code: parameter + "/" + r.ID, Value: r.ID, Sources: cited[q.ID]})
				}
			}
			return nil
		}
		if err := add(d.ID, nil, true); err != nil {
			return nil, err
		}
		for _, alt := range d.Alternatives() {
			if err := add(questionName(d, alt.Question)+"/"+alt.Reading.ID, alt.Choice, false); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}
