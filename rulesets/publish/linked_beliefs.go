package publish

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/exchange"
	"github.com/lectio/lectio/rulesets"
)

// What a belief holds its propositions to be. Nobody who is named holds a reading that
// the authors of a corpus thought of: to them it is possible.
const (
	heldTrue     = "true"
	heldPossible = "possible"
	heldDoubtful = "doubtful"
	heldFalse    = "false"
)

// linkTexts says which texts and witnesses there are, and what each clause and
// observation is about. That a text means what a clause says is a belief of who made the
// corpus, and so is what was seen on an object.
func (r *linkedRecord) linkTexts() {
	for _, w := range r.Witnesses {
		r.linkWitness(w)
	}
	layers := map[string]*exchange.Node{}
	for _, l := range r.Texts {
		n := r.Node(r.id("layer", l.ID), "crm:E33_Linguistic_Object").Label(r.Game+", "+l.ID).Say("crm:P72_has_language", r.typed("language", l.Language, "crm:E56_Language")).
			Say("crm:P3_has_note", l.Note).Say("crm:P190_has_symbolic_content", l.Text).Say("crm:P67_refers_to", r.text)
		r.restricted(n, "layer "+l.ID, l.Rights, l.Licence)
		if l.By != "" {
			r.Node(r.id("event", "making of layer", l.ID), "crm:E65_Creation").Say("crm:P94_has_created", n).Say("crm:P14_carried_out_by", r.by(evidence.By(l.By)))
		}
		if l.Witness != "" {
			r.Node(r.id("witness", string(l.Witness)), "crm:E33_Linguistic_Object").Say("crm:P165_incorporates", n)
		}
		for i, e := range l.Emendations {
			printed := r.Node(r.id("slip", l.ID, strconv.Itoa(i+1)), "crm:E33_Linguistic_Object").Say("crm:P190_has_symbolic_content", e.Printed).
				Say("crm:P3_has_note", "read: "+e.Read, e.Why)
			n.Say("crm:P165_incorporates", printed)
		}
		layers[l.ID] = n
	}
	for _, c := range r.Clauses {
		text := layers[c.In]
		if text == nil {
			text = r.text
		}
		r.linkClause(c, text)
	}
	for _, o := range r.Observations {
		r.linkObservation(o)
	}
}

// linkWitness says what a witness is: the words that it has, and the thing that carries
// them where it is one.
func (r *linkedRecord) linkWitness(w *evidence.Witness) {
	name := string(w.Siglum) + lead(": ", w.Title)
	n := r.Node(r.id("witness", string(w.Siglum)), "crm:E33_Linguistic_Object").Label(name).Say("crm:P2_has_type", r.typed("kind-of-witness", string(w.Kind))).
		Say("crm:P72_has_language", r.typed("language", string(w.Language), "crm:E56_Language")).Say("crm:P3_has_note", w.Note, lead("extent: ", w.Extent)).Say("crm:P67_refers_to", r.text)
	for _, from := range w.From {
		before := r.Node(r.id("witness", from), "crm:E33_Linguistic_Object")
		if w.Kind == "translation" {
			n.Say("crm:P73i_is_translation_of", before)
		} else {
			n.Say("crm:P130_shows_features_of", before)
		}
	}
	if w.Institution != "" || w.Shelfmark != "" || w.Present != "" {
		carrier := r.Node(r.id("carrier", string(w.Siglum)), "crm:E22_Human-Made_Object").Label(strings.TrimSpace(w.Institution+" "+w.Shelfmark)).
			Say("crm:P128_carries", n).Say("crm:P48_has_preferred_identifier", r.identifier("shelfmark of "+string(w.Siglum), w.Shelfmark))
		if w.Institution != "" {
			carrier.Say("crm:P50_has_current_keeper", r.actor(w.Institution))
		}
		if w.Present != "" {
			carrier.Say("crm:P55_has_current_location", r.Node(r.id("place", "present", string(w.Siglum)), "crm:E53_Place").Label(w.Present))
		}
	}
	if w.By != "" || w.Date != nil || w.Place != "" {
		made := r.Node(r.id("event", "making of witness", string(w.Siglum)), "crm:E65_Creation").Say("crm:P94_has_created", n).
			Say("crm:P14_carried_out_by", r.by(w.By)).Say("crm:P4_has_time-span", r.span(r.id("time", "witness", string(w.Siglum)), w.Date))
		if w.Place != "" {
			made.Say("crm:P7_took_place_at", r.Node(r.id("place", "witness", string(w.Siglum)), "crm:E53_Place").Label(w.Place))
		}
	}
	if w.Source != nil && r.k.Evidence.Source(w.Source.Key) != nil {
		r.Node(exchange.LinkedID("source", w.Source.Key), "crm:E31_Document").Say("crm:P67_refers_to", n)
	}
}

// clauseID and beliefID are the ids of what a clause or observation says, and of the
// belief that it is so.
func clauseID(record string, n int) string {
	return exchange.LinkedID("clause", record, strconv.Itoa(n))
}
func beliefID(record string, n int) string {
	return exchange.LinkedID("belief", record, strconv.Itoa(n))
}

func (r *linkedRecord) linkClause(c *evidence.Clause, text *exchange.Node) {
	n := r.Node(clauseID(r.ID, c.N), "crminf:I4_Proposition_Set", "crm:E33_Linguistic_Object").Label(r.Ref(c.N).String()).
		Say("crm:P190_has_symbolic_content", c.Text).Say("crm:P3_has_note", c.Note)
	if !c.Rule {
		n.Say("crm:P3_has_note", "no rule: "+c.Why)
	}
	for _, rel := range []struct {
		how  string
		refs []evidence.ClauseRef
	}{{"supports", c.Supports}, {"adds to", c.Adds}, {"contradicts", c.Contradicts}, {"lacks what is in", c.Lacks}} {
		for _, ref := range rel.refs {
			if r.k.says(ref.Record, ref.N) {
				n.Say("crm:P67_refers_to", r.Node(clauseID(ref.Record, ref.N), "crminf:I4_Proposition_Set")).Say("crm:P3_has_note", rel.how+" "+ref.String())
			}
		}
	}
	for i, words := range c.Wording {
		q := r.Node(r.id("wording", strconv.Itoa(c.N), strconv.Itoa(i+1)), "crm:E33_Linguistic_Object").Say("crm:P190_has_symbolic_content", words)
		text.Say("crm:P165_incorporates", q)
		n.Say("crm:P67_refers_to", q)
		r.restricted(q, "wording "+strconv.Itoa(c.N), c.Rights, "")
	}
	for _, w := range c.Witnesses {
		witness := r.Node(r.id("witness", string(w.Siglum)), "crm:E33_Linguistic_Object")
		if w.Lacks {
			n.Say("crm:P3_has_note", string(w.Siglum)+" lacks this"+lead(": ", w.Note))
			continue
		}
		passage := r.Node(r.id("passage", strconv.Itoa(c.N), string(w.Siglum)), "crm:E33_Linguistic_Object").Label(string(w.Siglum)+lead(", ", w.Locator)).
			Say("crm:P190_has_symbolic_content", w.Reads).Say("crm:P3_has_note", w.Note)
		witness.Say("crm:P165_incorporates", passage)
		n.Say("crm:P67_refers_to", passage)
	}
	belief := r.Node(beliefID(r.ID, c.N), "crminf:I13_Intended_Meaning_Belief").Label("the text means "+r.Ref(c.N).String()).
		Say("crminf:J4_that", n).Say("crminf:J5_holds_to_be", heldTrue).Say("crminf:J17_about", text)
	reading := r.Node(r.id("reading-of", c.In), "crminf:I16_Meaning_Comprehension").Label("reading of "+r.ID+lead(", ", c.In)).
		Say("crminf:J22_interpreted_meaning_of", text).Say("crminf:J23_interpreted_meaning_as", belief).Say("crminf:J2_concluded_that", belief)
	say(reading, "crm:P14_carried_out_by", r.authors)
	r.linkChecks(strconv.Itoa(c.N), n, c.Checked)
}

func (r *linkedRecord) linkObservation(o *evidence.Observation) {
	number := strconv.Itoa(int(o.N))
	n := r.Node(clauseID(r.ID, int(o.N)), "crminf:I4_Proposition_Set", "crm:E33_Linguistic_Object").Label(r.ID+"#"+number).
		Say("crm:P190_has_symbolic_content", string(o.Text)).Say("crm:P3_has_note", lead("of: ", o.Of), lead("where: ", o.Where), lead("count: ", o.Count), o.Note)
	belief := r.Node(beliefID(r.ID, int(o.N)), "crminf:I2_Belief").Label("what was seen: "+r.ID+"#"+number).Say("crminf:J4_that", n).Say("crminf:J5_holds_to_be", heldTrue)
	seeing := r.Node(r.id("observation", number), "crminf:I1_Argumentation").Label("observation "+r.ID+"#"+number).Say("crminf:J2_concluded_that", belief)
	say(seeing, "crm:P16_used_specific_object", r.evidenceNodes())
	if o.Image != "" {
		seeing.Say("crm:P16_used_specific_object", r.Node(r.id("image", o.Image), "crm:E36_Visual_Item"))
	}
	if by := r.by(o.By); by != nil {
		seeing.Say("crm:P14_carried_out_by", by)
	} else {
		say(seeing, "crm:P14_carried_out_by", r.authors)
	}
	r.linkChecks(number, n, o.Checked)
}

// linkChecks says who compared what with its source, and what each believes of it since.
func (r *linkedRecord) linkChecks(part string, of *exchange.Node, checks []*evidence.Check) {
	for i, c := range checks {
		id := []string{part, strconv.Itoa(i + 1)}
		act := r.Node(r.id("check", id...), "crminf:I1_Argumentation").Label("check by "+string(c.By)).Say("crm:P14_carried_out_by", r.actor(string(c.By))).
			Say("crm:P16_used_specific_object", of).Say("crm:P3_has_note", lead("against: ", c.Against), c.Doubt, c.Note)
		if c.On != nil {
			act.Say("crm:P4_has_time-span", r.span(r.id("time", append([]string{"check"}, id...)...), &evidence.Date{EDTF: c.On.EDTF}))
		}
		said := of
		if part == "record" {
			said = r.Node(r.id("content"), "crminf:I4_Proposition_Set").Label("what the record "+r.ID+" says").Say("crm:P129_is_about", of)
		}
		held := map[evidence.Verdict]string{"": heldTrue, evidence.Holds: heldTrue, evidence.Doubtful: heldDoubtful, evidence.Wrong: heldFalse}[c.Verdict]
		act.Say("crminf:J2_concluded_that", r.Node(r.id("belief-of-check", id...), "crminf:I2_Belief").Say("crminf:J4_that", said).Say("crminf:J5_holds_to_be", held))
	}
}

// rulesets makes beliefs of the readings, and of the statements that no question is
// asked about.
func (l *linker) rulesets() error {
	all, err := l.k.sentences()
	if err != nil {
		return err
	}
	for i, d := range l.k.Rulesets {
		said := all[i]
		game := l.Node(exchange.LinkedID("ruleset", d.ID), "crm:E29_Design_or_Procedure").Label(d.Title).Say("crm:P2_has_type", l.typed("family", d.Family))
		for _, id := range d.Records {
			game.Say("crm:P67_refers_to", l.Node(exchange.LinkedID("record", id), "crm:E31_Document"))
		}
		claim := func(id, label, basis, because string, rests []rulesets.ClauseRef, statements ...*rulesets.Statement) (belief, act *exchange.Node) {
			that := l.Node(exchange.LinkedID("propositions", id), "crminf:I4_Proposition_Set").Label(label).Say("crm:P129_is_about", game)
			for _, s := range statements {
				that.Say("crm:P3_has_note", said[s].sentence)
				rests = append(rests, s.Warrant...)
			}
			belief = l.Node(exchange.LinkedID("conclusion", id), "crminf:I2_Belief").Label(label).Say("crminf:J4_that", that)
			act = l.Node(exchange.LinkedID("inference", id), "crminf:I5_Inference_Making").Label("inference: "+label).Say("crminf:J2_concluded_that", belief).
				Say("crm:P3_has_note", because).Say("crminf:J3_applied", l.Node(exchange.LinkedID("basis", basis), "crminf:I3_Inference_Logic").Label(basis))
			for _, ref := range rests {
				if l.k.says(ref.Record, ref.N) {
					act.Say("crminf:J1_used_as_premise", l.Node(beliefID(ref.Record, ref.N), "crminf:I2_Belief"))
				}
			}
			return belief, act
		}
		for _, s := range d.Statements {
			basis := "warranted by clauses"
			if s.Assumed != "" {
				basis = "assumed"
			}
			belief, act := claim(d.ID+"/"+s.ID, d.Title+", "+s.ID, basis, s.Assumed, nil, s)
			belief.Say("crminf:J5_holds_to_be", heldTrue)
			say(act, "crm:P14_carried_out_by", l.authors)
		}
		for _, q := range d.Questions {
			asked := l.Node(exchange.LinkedID("question", d.ID, q.ID), "crm:E73_Information_Object").Label(d.Title+", "+q.Name()).Say("crm:P3_has_note", q.Asks, q.Note).
				Say("crm:P2_has_type", l.typed("kind-of-question", q.Kind))
			for _, ref := range q.About {
				if l.k.says(ref.Record, ref.N) {
					asked.Say("crm:P129_is_about", l.Node(clauseID(ref.Record, ref.N), "crminf:I4_Proposition_Set"))
				}
			}
			for _, x := range q.Readings {
				belief, act := claim(questionName(d, q)+"/"+x.ID, d.Title+", "+q.Name()+"="+x.ID, x.Basis, x.Because, q.About, x.Statements...)
				l.Node(exchange.LinkedID("propositions", questionName(d, q)+"/"+x.ID), "crminf:I4_Proposition_Set").Say("crm:P129_is_about", asked)
				if len(x.Without) > 0 {
					act.Say("crm:P3_has_note", "without: "+several(x.Without))
				}
				if x.ID == q.Default {
					belief.Say("crm:P2_has_type", l.typed("standing", "default reading"))
				}
				for _, by := range x.HeldBy {
					if r, layer := l.k.layer(d, by); layer != nil {
						by = cmp.Or(layer.By, "whoever made the text "+layer.ID+" of "+r.ID)
					}
					act.Say("crm:P14_carried_out_by", l.actor(by))
				}
				if len(x.HeldBy) > 0 {
					belief.Say("crminf:J5_holds_to_be", heldTrue)
				} else {
					belief.Say("crminf:J5_holds_to_be", heldPossible)
					say(act, "crm:P14_carried_out_by", l.authors)
				}
			}
		}
	}
	return nil
}
