package publish

import (
	"cmp"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/exchange"
)

// linker makes linked data of a catalogue: of each record what it documents, with the
// clauses as beliefs about what a text means, and of each ruleset the readings as
// beliefs concluded from clauses.
type linker struct {
	*exchange.Graph
	k       *Catalogue
	authors []*exchange.Node // who made the corpus
	rights  *exchange.Node   // of the corpus, or nil
}

// writeLinked writes a catalogue as linked data.
func writeLinked(k *Catalogue, w io.Writer) error {
	g, err := k.graph()
	if err != nil {
		return err
	}
	return exchange.JSONLD(w, g)
}

// graph gives the catalogue as linked data.
func (c *Catalogue) graph() (*exchange.Graph, error) {
	l := &linker{Graph: &exchange.Graph{}, k: c}
	for i, a := range c.authors() {
		id := exchange.LinkedID("author", strconv.Itoa(i+1))
		if a.ORCID != "" {
			id = evidence.Authorities["orcid"] + a.ORCID
		}
		l.authors = append(l.authors, l.Node(id, "crm:E39_Actor").Label(a.Name))
	}
	if len(l.authors) == 0 {
		l.authors = append(l.authors, l.Node(exchange.LinkedID("author", "unnamed"), "crm:E39_Actor").Label("whoever made this corpus"))
	}
	if own := c.license(); own.URL != "" {
		l.rights = address(l.Node(exchange.LinkedID("rights", "corpus"), "crm:E30_Right").Label(own.Title), own.URL)
	}
	for _, s := range c.Evidence.Sources {
		n := l.Node(exchange.LinkedID("source", s.Key), "crm:E31_Document").Label(s.Cite())
		address(n, s.URL, lead("https://doi.org/", s.DOI))
	}
	for _, r := range c.Evidence.Records {
		(&linkedRecord{linker: l, Record: r}).link()
	}
	return l.Graph, l.rulesets()
}

// address says where more is to be had; what is no address is a note.
func address(n *exchange.Node, texts ...string) *exchange.Node {
	for _, text := range texts {
		if exchange.IsAddress(text) {
			n.Say("rdfs:seeAlso", text)
		} else {
			n.Say("crm:P3_has_note", text)
		}
	}
	return n
}

// say adds a property of several values.
func say(n *exchange.Node, property string, values []*exchange.Node) {
	for _, v := range values {
		n.Say(property, v)
	}
}

// typed is the type of a name, among those of a kind.
func (l *linker) typed(kind, name string, class ...string) *exchange.Node {
	if name == "" {
		return nil
	}
	return l.Node(exchange.LinkedID(kind, name), append(class, "crm:E55_Type")[0]).Label(name)
}

// actor is somebody who is known by a name only, or the authors of a source.
func (l *linker) actor(name string) *exchange.Node {
	if s := l.k.Evidence.Source(name); s != nil {
		var names []string
		for _, a := range slices.Concat(s.Authors, s.Editors) {
			names = append(names, a.String())
		}
		if len(names) == 0 {
			names = []string{"whoever made " + s.Cite()}
		}
		return l.Node(exchange.LinkedID("author-of", name), "crm:E39_Actor").Label(strings.Join(names, "; "))
	}
	return l.Node(exchange.LinkedID("actor", name), "crm:E39_Actor").Label(name)
}

// linkedRecord is a record as it becomes linked data.
type linkedRecord struct {
	*linker
	*evidence.Record
	card *exchange.Node // what is written here
	// text is what the record says in words, thing the object and scene the picture that
	// is the evidence; those that the kind of record does not have are nil.
	text, thing, scene *exchange.Node
}

// Node is that of the graph: a record has nodes of its own, those of its file.
func (r *linkedRecord) Node(id string, classes ...string) *exchange.Node {
	return r.linker.Node(id, classes...)
}

func (r *linkedRecord) id(kind string, names ...string) string {
	return exchange.LinkedID(kind, append([]string{r.ID}, names...)...)
}

// evidenceNodes are those of text, thing and scene that there are.
func (r *linkedRecord) evidenceNodes() (list []*exchange.Node) {
	for _, n := range []*exchange.Node{r.thing, r.scene, r.text} {
		if n != nil {
			list = append(list, n)
		}
	}
	return list
}

func (r *linkedRecord) link() {
	r.card = r.Node(r.id("record"), "crm:E31_Document").Label(r.ID+": "+r.Game).Say("crm:P3_has_note", r.Summary, r.Note).
		Say("crm:P48_has_preferred_identifier", r.identifier("record", r.ID))
	if r.rights != nil {
		r.card.Say("crm:P104_is_subject_to", r.rights)
	}
	kind := evidence.KindOf(r.Type)
	name := r.Game
	if r.Type != "" {
		name = r.Type + ": " + r.Game
	}
	if kind == "object" || kind == "find" || r.Object != nil || r.Find != nil {
		r.thing = r.Node(r.id("object"), "crm:E22_Human-Made_Object").Label(name)
	}
	if kind == "image" {
		r.scene = r.Node(r.id("scene"), "crm:E36_Visual_Item").Label(name)
	}
	if r.thing == nil && r.scene == nil || len(r.Texts)+len(r.Clauses)+len(r.Witnesses) > 0 {
		r.text = r.Node(r.id("text"), "crm:E33_Linguistic_Object").Label(name)
		if r.thing != nil {
			r.thing.Say("crm:P128_carries", r.text)
		}
	}
	game := r.typed("game", r.Game)
	for _, n := range r.evidenceNodes() {
		r.card.Say("crm:P70_documents", n)
		n.Say("crm:P2_has_type", r.typed("type-of-evidence", r.Type))
		r.restricted(n, "", r.Rights, r.Licence)
	}
	r.card.Say("crm:P129_is_about", game)
	for i, n := range r.Names {
		named := r.Node(r.id("name", strconv.Itoa(i+1)), "crm:E33_E41_Linguistic_Appellation").Label(string(n.Name)).
			Say("crm:P190_has_symbolic_content", string(n.Name)).Say("crm:P3_has_note", lead("in English: ", n.Meaning), lead("name of: ", n.Of), n.Note).
			Say("crm:P72_has_language", r.typed("language", string(n.Language), "crm:E56_Language"))
		if n.Of == "" || n.Of == "the game" {
			game.Say("crm:P1_is_identified_by", named)
		} else {
			r.card.Say("crm:P67_refers_to", named)
		}
	}
	r.linkSources()
	r.linkEvents()
	r.linkObject()
	r.linkImages()
	r.linkTexts()
	r.linkRelations()
	r.linkChecks("record", r.card, r.Checked)
}

// lead puts words before a text that is there.
func lead(before, text string) string {
	if text == "" {
		return ""
	}
	return before + text
}

// identifier is a number or shelfmark, of a kind.
func (r *linkedRecord) identifier(kind, number string) *exchange.Node {
	if number == "" {
		return nil
	}
	return r.Node(r.id("identifier", kind, number), "crm:E42_Identifier").Label(number).Say("crm:P190_has_symbolic_content", number).
		Say("crm:P2_has_type", r.typed("kind-of-identifier", kind))
}

// restricted says what rights there are in a thing.
func (r *linkedRecord) restricted(n *exchange.Node, part, rights, licence string) {
	if rights == "" && licence == "" {
		return
	}
	right := r.Node(r.id("rights", part), "crm:E30_Right").Label(rights)
	l := spdxLicense(licence)
	address(right.Label(l.Title), l.URL)
	n.Say("crm:P104_is_subject_to", right)
}

// linkSources says in which sources the record stands, and through which it came.
func (r *linkedRecord) linkSources() {
	for _, s := range r.AllSources() {
		if r.k.Evidence.Source(s.Key) == nil {
			continue
		}
		source := r.Node(exchange.LinkedID("source", s.Key), "crm:E31_Document")
		passage := r.Node(r.id("passage-of", s.Key, s.Locator), "crm:E73_Information_Object").Label(r.k.Evidence.Source(s.Key).CiteAt(s.Locator)).
			Say("crm:P3_has_note", lead("what it is to the record: ", string(s.Of)), s.SourceParts.Note)
		source.Say("crm:P165_incorporates", passage)
		for _, n := range r.evidenceNodes() {
			if s.Of == "" && n == r.text || s.Of == "text" && n == r.text {
				passage.Say("crm:P165_incorporates", n)
			} else {
				passage.Say("crm:P67_refers_to", n)
			}
		}
	}
	for _, key := range r.Via {
		if s := r.k.Evidence.Source(key); s != nil {
			r.card.Say("crm:P67_refers_to", r.Node(exchange.LinkedID("source", key), "crm:E31_Document"))
		}
	}
}

// place is a place with what is known of it.
func (r *linkedRecord) place(id string, l *evidence.Location) *exchange.Node {
	if l == nil {
		return nil
	}
	n := r.Node(id, "crm:E53_Place").Label(l.Name).Say("crm:P3_has_note", l.Note, lead("between ", strings.Join(l.Between, " and ")))
	if l.HasCoordinates {
		n.Say("crm:P168_place_is_defined_by", "POINT("+degrees(l.Longitude)+" "+degrees(l.Latitude)+")")
	}
	if l.Precision > 0 {
		n.Say("crm:P3_has_note", "within "+degrees(l.Precision)+" km")
	}
	if l.In != "" {
		n.Say("crm:P89_falls_within", r.Node(exchange.LinkedID("region", l.In), "crm:E53_Place").Label(l.In))
	}
	for _, g := range slices.Sorted(maps.Keys(l.Gazetteer)) {
		n.See(evidence.Gazetteers[g] + l.Gazetteer[g])
	}
	return n
}

// span is the time of a date.
func (r *linkedRecord) span(id string, d *evidence.Date) *exchange.Node {
	if d == nil || d.EDTF.IsZero() && d.AsWritten == "" {
		return nil
	}
	n := r.Node(id, "crm:E52_Time-Span").Label(d.AsWritten).Say("crm:P3_has_note", d.Note)
	if d.EDTF.IsZero() {
		return n
	}
	text := d.EDTF.Portable().Text // which programs for level 1 read
	n.Label(text).Say("crm:P82_at_some_time_within", exchange.TypedText{Text: text, Type: exchange.EDTFType})
	// About a year is not from its first day on.
	if day, ok := d.EDTF.Earliest(); ok && !d.EDTF.Start.Approximate {
		n.Say("crm:P82a_begin_of_the_begin", exchange.TypedText{Text: day.String(), Type: exchange.DayType})
	}
	if day, ok := d.EDTF.Latest(); ok && !d.EDTF.End.Approximate {
		n.Say("crm:P82b_end_of_the_end", exchange.TypedText{Text: day.String(), Type: exchange.DayType})
	}
	return n
}

// event is something that happened to the evidence: its making, finding, publication.
func (r *linkedRecord) event(of, number string) *exchange.Node {
	n := r.Node(r.id("event", of, number), "crm:E7_Activity").Label(strings.TrimSpace(of+" ("+r.ID+")")).Say("crm:P2_has_type", r.typed("kind-of-event", of))
	switch {
	case (of == "manufacture" || of == "maker") && r.thing != nil:
		r.Node(r.id("event", of, number), "crm:E12_Production").Say("crm:P108_has_produced", r.thing)
	case (of == "composition" || of == "author") && r.text != nil:
		r.Node(r.id("event", of, number), "crm:E65_Creation").Say("crm:P94_has_created", r.text)
	case of == "play":
		r.card.Say("crm:P129_is_about", n)
	default:
		say(n, "crm:P16_used_specific_object", r.evidenceNodes())
	}
	return n
}

// linkEvents says what happened where and when, and who had a part in it. A date or place
// that somebody says, when another says another, is that event all the same: each has one
// of its own, with who says so.
func (r *linkedRecord) linkEvents() {
	for i, d := range r.AllDates() {
		n := r.event(d.Of, "date-"+strconv.Itoa(i+1))
		n.Say("crm:P4_has_time-span", r.span(r.id("time", strconv.Itoa(i+1)), d)).Say("crm:P3_has_note", r.saidBy(d.By, d.Locator))
	}
	places := r.Places
	if r.Location != nil {
		places = slices.Concat([]*evidence.Location{r.Location}, places)
	}
	for i, p := range places {
		n := r.event(string(p.Of), "place-"+strconv.Itoa(i+1))
		n.Say("crm:P7_took_place_at", r.place(r.id("place", strconv.Itoa(i+1)), p)).Say("crm:P3_has_note", r.saidBy(p.By, p.Locator))
	}
	for _, p := range r.Persons {
		who := r.person(p)
		for _, role := range p.Roles {
			r.event(string(role), "by-"+string(p.ID)).Say("crm:P14_carried_out_by", who)
		}
	}
}

func (r *linkedRecord) person(p *evidence.Person) *exchange.Node {
	n := r.Node(r.id("person", string(p.ID)), "crm:E39_Actor").Label(string(p.Name)).Say("crm:P3_has_note", p.Note)
	if p.Life != nil {
		n.Say("crm:P3_has_note", "lived "+p.Life.Portable().Text)
	}
	for _, a := range slices.Sorted(maps.Keys(p.Authority)) {
		n.See(evidence.Authorities[a] + p.Authority[a])
	}
	return n
}

// by is who says something: a person of the record, the authors of a source, or a name.
func (r *linkedRecord) by(by evidence.By) *exchange.Node {
	if by == "" {
		return nil
	}
	if p := r.Person(string(by)); p != nil {
		return r.person(p)
	}
	return r.actor(string(by))
}

// saidBy says in words who says so, and where.
func (r *linkedRecord) saidBy(by evidence.By, locator string) string {
	name := string(by)
	if p := r.Person(name); p != nil {
		name = string(p.Name)
	} else if s := r.k.Evidence.Source(name); s != nil {
		return "said by " + s.CiteAt(locator)
	}
	if name != "" && locator != "" {
		name += ", " + locator
	}
	return lead("said by ", name)
}

// linkObject says what the thing is: who has it, of what it is made, its measures.
func (r *linkedRecord) linkObject() {
	if f := r.Find; f != nil {
		n := r.event("finding", "context")
		n.Say("crm:P3_has_note", lead("context: ", f.Context), lead("position: ", f.Position), lead("found with: ", strings.Join(f.FoundWith, "; ")), lead("disturbed: ", f.Disturbed), f.Note)
		if f.Site != "" {
			n.Say("crm:P7_took_place_at", r.Node(r.id("site"), "crm:E53_Place").Label(f.Site))
		}
		r.thing.Say("crm:P1_is_identified_by", r.identifier("find number", f.Number))
	}
	o := r.Object
	if o == nil {
		return
	}
	t := r.thing
	t.Say("crm:P2_has_type", r.typed("kind-of-object", string(o.Kind))).Say("crm:P3_has_note", o.Note, lead("number of pieces: ", o.Number)).
		Say("crm:P48_has_preferred_identifier", r.identifier("inventory number", o.Inventory)).Say("crm:P55_has_current_location", r.place(r.id("present-place"), o.PresentPlace))
	for _, number := range o.Former {
		t.Say("crm:P1_is_identified_by", r.identifier("former inventory number", number))
	}
	if o.Institution != "" {
		t.Say("crm:P50_has_current_keeper", r.actor(o.Institution))
	}
	if o.FindSpot != nil {
		r.event("finding", "find-spot").Say("crm:P7_took_place_at", r.place(r.id("find-spot"), o.FindSpot))
	}
	for _, m := range o.Material {
		t.Say("crm:P45_consists_of", r.typed("material", m, "crm:E57_Material"))
	}
	for _, x := range o.Technique {
		r.event("manufacture", "technique").Say("crm:P32_used_general_technique", r.typed("technique", x))
	}
	if o.State != "" || o.StateNote != "" {
		t.Say("crm:P44_has_condition", r.Node(r.id("state"), "crm:E3_Condition_State").Label(string(o.State)).
			Say("crm:P2_has_type", r.typed("state", string(o.State))).Say("crm:P3_has_note", o.StateNote))
	}
	if o.Inscription != "" {
		t.Say("crm:P128_carries", r.Node(r.id("inscription"), "crm:E34_Inscription").Say("crm:P190_has_symbolic_content", o.Inscription))
	}
	for i, m := range o.Measures {
		d := r.Node(r.id("measure", strconv.Itoa(i+1)), "crm:E54_Dimension").Label(m.Text).Say("crm:P2_has_type", r.typed("measure", m.Of)).
			Say("crm:P91_has_unit", r.typed("unit", m.Unit, "crm:E58_Measurement_Unit")).Say("crm:P3_has_note", m.Note)
		if m.From == m.To && !m.About {
			d.Say("crm:P90_has_value", degrees(m.From))
		} else if m.From != m.To {
			d.Say("crm:P90a_has_lower_value_limit", degrees(m.From)).Say("crm:P90b_has_upper_value_limit", degrees(m.To))
		}
		if m.About {
			d.Say("crm:P3_has_note", "about")
		}
		t.Say("crm:P43_has_dimension", d)
	}
}

// linkImages says which pictures show the evidence.
func (r *linkedRecord) linkImages() {
	for _, i := range r.Images {
		n := r.Node(r.id("image", string(i.ID)), "crm:E36_Visual_Item").Label(cmp.Or(i.Shows, "image "+string(i.ID)+" of "+r.ID)).Say("crm:P3_has_note", i.Note, lead("canvas ", i.Canvas), lead("file ", i.File)).
			Say("crm:P1_is_identified_by", r.identifier("number of a picture", i.Inventory))
		address(n, string(i.Manifest), string(i.Address))
		r.restricted(n, "image "+string(i.ID), i.Rights, i.Licence)
		for _, e := range r.evidenceNodes() {
			n.Say("crm:P138_represents", e)
		}
		if i.By != "" || i.Date != nil {
			made := r.Node(r.id("event", "making of image", string(i.ID)), "crm:E65_Creation").Say("crm:P94_has_created", n).Say("crm:P4_has_time-span", r.span(r.id("time", "image", string(i.ID)), i.Date))
			made.Say("crm:P14_carried_out_by", r.by(i.By))
		}
	}
}

// linkRelations says how the record stands to others.
func (r *linkedRecord) linkRelations() {
	for _, rel := range r.Relations {
		id, _, _ := strings.Cut(rel.To, "#")
		if r.k.Evidence.Record(id) == nil {
			continue
		}
		other := r.Node(exchange.LinkedID("record", id), "crm:E31_Document")
		r.card.Say("crm:P67_refers_to", other)
		how := string(rel.How) + " " + rel.To
		if said := r.saidBy(rel.By, ""); said != "" {
			how += ", " + said
		}
		r.card.Say("crm:P3_has_note", how, rel.Note)
	}
}
