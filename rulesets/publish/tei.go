package publish

import (
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/exchange"
	"github.com/lectio/lectio/rulesets"
)

var tag = exchange.Tag

// edited makes a corpus of TEI documents of a catalogue: a document for each record, its
// clauses as text, and behind it an apparatus of what the witnesses have, what was
// emended, and the readings of the questions that rulesets ask about it.
type edited struct {
	k       *Catalogue
	holders []string // who holds readings, each once
}

// writeTEI writes a catalogue as a corpus of TEI documents.
func writeTEI(k *Catalogue, w io.Writer) error {
	if len(k.Evidence.Records) == 0 {
		return diag.Error{Expected: "a record", Message: "a corpus of TEI has at least one document"}
	}
	root, err := (&edited{k: k}).corpus()
	if err != nil {
		return err
	}
	return exchange.TEI(w, root)
}

// What a reading can rest on, in words.
var basisWords = map[string]string{
	"attested": "what the text has", "inferred": "an inference", "borrowed": "taken over from another game or source", "conjectured": "conjectured",
}

// editors is the id of those who made the corpus.
const editors = "editors"

func (e *edited) corpus() (*exchange.Element, error) {
	var documents []*exchange.Element
	apps, err := e.readings()
	if err != nil {
		return nil, err
	}
	for _, r := range e.k.Evidence.Records {
		documents = append(documents, (&editedRecord{e, r}).document(apps[r.ID]))
	}
	return tag("teiCorpus", e.header(), documents), nil
}

func (e *edited) header() *exchange.Element {
	titles := tag("titleStmt", tag("title", e.k.title))
	names := []string{}
	for _, a := range e.k.authors() {
		titles.In(tag("author", a.Name))
		names = append(names, a.Name)
	}
	if len(names) == 0 {
		names = []string{"whoever made this corpus"}
	}
	titles.In(tag("respStmt", tag("resp", "clauses in our own words, questions, readings"), tag("name", several(names))).ID(editors))
	for _, h := range e.holders {
		titles.In(tag("respStmt", tag("resp", "holds readings"), tag("name", e.holder(h))).ID("holder " + h))
	}
	file := tag("fileDesc", titles)
	cite := e.k.Citation
	if cite != nil && cite.version != "" {
		file.In(tag("editionStmt", tag("edition", cite.version)))
	}
	published := tag("publicationStmt", tag("authority", several(names)))
	if cite != nil && cite.released != "" {
		published.In(tag("date", cite.released).Set("when", cite.released))
	}
	if l := e.k.license(); l.URL != "" {
		published.In(tag("availability", tag("licence", l.Title).Set("target", l.URL)))
	}
	source := tag("sourceDesc", tag("p", "Each document names its sources."))
	if len(e.k.Evidence.Sources) > 0 {
		list := tag("listBibl")
		for _, s := range e.k.Evidence.Sources {
			list.In(tag("bibl", s.Cite()).ID("source "+s.Key).Set("n", s.Key))
		}
		source = tag("sourceDesc", list)
	}
	bases := tag("taxonomy").ID("basis")
	for _, b := range slices.Sorted(maps.Keys(basisWords)) {
		bases.In(tag("category", tag("catDesc", b+": "+basisWords[b])).ID("basis " + b))
	}
	return tag("teiHeader", file.In(published, source), tag("encodingDesc",
		tag("projectDesc", tag("p", "Evidence for the rules of historical games. The texts are clauses in the words of who made the corpus; "+
			"in the apparatus stand what the witnesses have, what was emended, and the readings of what the evidence leaves open.")),
		tag("variantEncoding").Set("method", "location-referenced").Set("location", "external"),
		tag("classDecl", bases)))
}

// holder is who holds a reading, in words.
func (e *edited) holder(by string) string {
	if s := e.k.Evidence.Source(by); s != nil {
		return s.Cite()
	}
	return by
}

// readings are the entries of the apparatus for the questions, by the record that the
// first clause of a question is of, or else the first record of the ruleset.
func (e *edited) readings() (map[string][]*exchange.Element, error) {
	apps := map[string][]*exchange.Element{}
	all, err := e.k.sentences()
	if err != nil {
		return nil, err
	}
	for i, d := range e.k.Rulesets {
		said := all[i]
		for _, q := range d.Questions {
			app := tag("app").ID("question "+questionName(d, q)).Set("type", "question").Set("n", questionName(d, q))
			var at, ids []string
			record := ""
			for _, ref := range q.About {
				if e.k.says(ref.Record, ref.N) && !slices.Contains(at, ref.String()) {
					at, ids = append(at, ref.String()), append(ids, "clause "+ref.String())
					if record == "" {
						record = ref.Record
					}
				}
			}
			if record == "" && len(d.Records) > 0 {
				record = d.Records[0]
			}
			app.Set("loc", strings.Join(at, " ")).To("corresp", ids...)
			for _, r := range q.Readings {
				app.In(e.reading(d, q, r, said))
			}
			app.In(tag("note", q.Asks).Set("type", "question"))
			if q.Note != "" {
				app.In(tag("note", q.Note))
			}
			apps[record] = append(apps[record], app)
		}
	}
	return apps, nil
}

// reading is an answer to a question: what the ruleset says with it, who holds it, and
// for one that the text bears out the texts of the clauses.
func (e *edited) reading(d *rulesets.Definition, q *rulesets.Question, r *rulesets.Reading, said map[*rulesets.Statement]saying) *exchange.Element {
	standing := "alternative"
	if r.ID == q.Default {
		standing = "default"
	}
	rdg := tag("rdg").ID("reading "+questionName(d, q)+"/"+r.ID).Set("n", r.ID).Set("type", standing).To("ana", "basis "+r.Basis)
	wits, resp, sources := e.attested(q, r), []string(nil), []string(nil)
	for _, by := range r.HeldBy {
		if rec, layer := e.k.layer(d, by); layer != nil {
			if w := layerWitness(rec, layer); !slices.Contains(wits, w) {
				wits = append(wits, w)
			}
			continue
		}
		if !slices.Contains(e.holders, by) {
			e.holders = append(e.holders, by)
		}
		if resp = append(resp, "holder "+by); e.k.Evidence.Source(by) != nil {
			sources = append(sources, "source "+by)
		}
	}
	if wits == nil && resp == nil {
		resp = []string{editors}
	}
	rdg.To("wit", wits...).To("resp", resp...).To("source", sources...)
	var words []string
	for _, s := range r.Statements {
		words = append(words, said[s].sentence)
	}
	for _, id := range r.Without {
		words = append(words, "Without "+id+".")
	}
	if len(words) == 0 {
		words = []string{"As the ruleset stands."}
	}
	rdg.In(strings.Join(words, " "))
	if r.Because != "" {
		rdg.In(tag("note", r.Because).Set("type", "because"))
	}
	if !r.Playable() {
		rdg.In(tag("note", r.NotPlayable).Set("type", "not-playable"))
	}
	return rdg
}

// attested are the ids of the texts that bear out a reading: those of the clauses that its
// statements rest on, or else the one text that the question is about. Where a question is
// about several, which of them has the reading is said in words only.
func (e *edited) attested(q *rulesets.Question, r *rulesets.Reading) []string {
	if r.Basis != "attested" {
		return nil
	}
	texts := func(refs []rulesets.ClauseRef) (ids []string) {
		for _, ref := range refs {
			rec := e.k.Evidence.Record(ref.Record)
			if rec == nil || rec.Clause(ref.N) == nil {
				continue
			}
			if l := rec.Layer(rec.Clause(ref.N).In); l != nil && !slices.Contains(ids, layerWitness(rec, l)) {
				ids = append(ids, layerWitness(rec, l))
			}
		}
		return ids
	}
	var rests []rulesets.ClauseRef
	for _, s := range r.Statements {
		rests = append(rests, s.Warrant...)
	}
	if own := texts(rests); own != nil {
		return own
	}
	if about := texts(q.About); len(about) == 1 {
		return about
	}
	return nil
}

// layerWitness is the id of the witness that a layer is of, or of the layer as one.
func layerWitness(r *evidence.Record, l *evidence.Layer) string {
	if l.Witness != "" {
		return "witness " + r.ID + " " + string(l.Witness)
	}
	return "layer " + r.ID + " " + l.ID
}

// editedRecord is a record as it becomes a document.
type editedRecord struct {
	*edited
	*evidence.Record
}

func (r *editedRecord) document(apps []*exchange.Element) *exchange.Element {
	body := tag("body")
	clauses := tag("div").Set("type", "clauses")
	for _, c := range r.Clauses {
		clauses.In(r.clause(c))
	}
	seen := tag("div").Set("type", "observations")
	for _, o := range r.Observations {
		seen.In(tag("ab", string(o.Text), r.notes(o.Note, lead("of: ", o.Of), lead("where: ", o.Where), lead("count: ", o.Count)), r.checks(o.Checked)).
			ID("clause "+r.ID+"#"+strconv.Itoa(int(o.N))).Set("n", strconv.Itoa(int(o.N))).Set("type", "observation"))
	}
	reported := tag("div").Set("type", "reported")
	for _, x := range r.Reported {
		reported.In(tag("ab", string(x.Value), r.notes(x.Note, lead("of: ", string(x.Of)), lead("games: ", x.Games), lead("among: ", string(x.Among)), lead("by: ", string(x.By)), lead("at: ", x.Locator))))
	}
	for _, div := range []*exchange.Element{clauses, seen, reported} {
		if !div.Empty() {
			body.In(div)
		}
	}
	for _, l := range r.Texts {
		if l.Text != "" {
			div := tag("div").Set("type", "layer").Set("n", l.ID).Set("xml:lang", l.Language)
			for _, p := range strings.Split(l.Text, "\n") {
				if strings.TrimSpace(p) != "" {
					div.In(tag("p", p))
				}
			}
			body.In(div)
		}
	}
	if body.Empty() {
		body.In(tag("p", "No clause is taken from this evidence."))
	}
	text := tag("text", body)
	if lists := r.apparatus(apps); len(lists) > 0 {
		text.In(tag("back", tag("div", lists).Set("type", "apparatus")))
	}
	return tag("TEI", r.head(), text).ID("record "+r.ID).Set("n", r.ID)
}

// notes are notes of the texts that there are.
func (r *editedRecord) notes(texts ...string) (list []*exchange.Element) {
	for _, s := range texts {
		if s != "" {
			list = append(list, tag("note", s))
		}
	}
	return list
}

// checks are notes that say who compared what with its source.
func (r *editedRecord) checks(list []*evidence.Check) (notes []*exchange.Element) {
	for _, c := range list {
		said := "checked by " + string(c.By)
		if c.On != nil {
			said += ", " + c.On.Text
		}
		notes = append(notes, tag("note", said+lead(", against ", c.Against)+lead(": ", string(c.Verdict))+lead("; ", c.Doubt)+lead("; ", c.Note)).Set("type", "checked"))
	}
	return notes
}

func (r *editedRecord) clause(c *evidence.Clause) *exchange.Element {
	ab := tag("ab", c.Text).ID("clause "+r.Ref(c.N).String()).Set("n", strconv.Itoa(c.N)).Set("type", "clause")
	if l := r.Layer(c.In); l != nil {
		ab.To("corresp", layerWitness(r.Record, l))
	}
	for _, w := range c.Wording {
		ab.In(tag("note", tag("q", w)).Set("type", "wording"))
	}
	if !c.Rule {
		ab.In(tag("note", c.Why).Set("type", "no-rule"))
	}
	for _, rel := range []struct {
		how  string
		refs []evidence.ClauseRef
	}{{"supports", c.Supports}, {"adds", c.Adds}, {"contradicts", c.Contradicts}, {"lacks", c.Lacks}} {
		for _, ref := range rel.refs {
			if r.k.says(ref.Record, ref.N) {
				ab.In(tag("note", tag("ref", ref.String()).To("target", "clause "+ref.String())).Set("type", rel.how))
			}
		}
	}
	return ab.In(r.notes(c.Note, lead("rights: ", c.Rights)), r.checks(c.Checked))
}

// apparatus are the lists of entries behind the text.
func (r *editedRecord) apparatus(questions []*exchange.Element) (lists []*exchange.Element) {
	add := func(kind, head string, apps []*exchange.Element) {
		if len(apps) > 0 {
			lists = append(lists, tag("listApp", tag("head", head), apps).Set("type", kind))
		}
	}
	var attested, emended []*exchange.Element
	for _, c := range r.Clauses {
		if len(c.Witnesses) == 0 {
			continue
		}
		app := tag("app").Set("type", "witnesses").Set("loc", r.Ref(c.N).String()).To("corresp", "clause "+r.Ref(c.N).String())
		for _, w := range c.Witnesses {
			rdg := tag("rdg", w.Reads).To("wit", "witness "+r.ID+" "+string(w.Siglum))
			switch {
			case bool(w.Lacks):
				rdg.Set("type", "lacks")
			case w.Reads == "":
				rdg.Set("type", "has").In(tag("note", "has this"))
			}
			app.In(rdg.In(r.notes(w.Locator, w.Note)))
		}
		attested = append(attested, app)
	}
	for _, l := range r.Texts {
		for _, e := range l.Emendations {
			emended = append(emended, tag("app", tag("lem", e.Read).To("resp", editors), tag("rdg", e.Printed).To("wit", layerWitness(r.Record, l)), r.notes(e.Why)).
				Set("type", "emendation").Set("loc", strings.ReplaceAll(l.ID, " ", "_")))
		}
	}
	add("witnesses", "What the witnesses have", attested)
	add("emendations", "What is misprinted or damaged", emended)
	add("questions", "What the evidence leaves open", questions)
	return lists
}
