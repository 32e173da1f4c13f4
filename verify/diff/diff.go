package diff

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/dimension"
	"github.com/lectio/lectio/rulesets/edition"
	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/playout"
)

// CorpusDiff is what changed between two corpora, or two states of one: in what the
// evidence says, in what the rules say, in what may be played, and in what is found.
type CorpusDiff struct {
	Records  []RecordDiff  `json:"records"`
	Rulesets []RulesetDiff `json:"rulesets"`
	// By which program each was read, and which corpus it is; whoever reads them sets it.
	MadeOld string `json:"made_old"`
	MadeNew string `json:"made_new"`
}

// Empty reports whether nothing changed.
func (d *CorpusDiff) Empty() bool { return len(d.Records)+len(d.Rulesets) == 0 }

// Edit is one thing that changed. Old is "" for what is new, New for what is gone.
type Edit struct {
	What string `json:"what"` // "clause 6", "statement double_six", "reading PIP-A07=stop-at-6" …
	Old  string `json:"old,omitempty"`
	New  string `json:"new,omitempty"`
}

// RecordDiff is what changed in a record. Whole is "new" or "gone" where the other
// corpus does not have it.
type RecordDiff struct {
	Record string `json:"record"`
	Whole  string `json:"whole,omitempty"`
	Edits  []Edit `json:"edits"`
}

// RulesetDiff is what changed in a ruleset.
type RulesetDiff struct {
	Ruleset string `json:"ruleset"`
	Whole   string `json:"whole,omitempty"` // "new" or "gone"
	Edits   []Edit `json:"edits"`           // sentences and questions
	// Play is where interpretations of the two that have one name part in play.
	Play []PlayDiff `json:"play"`
	// Found and Gone are findings of the one corpus and not of the other.
	Found []verify.Finding `json:"found"`
	Gone  []verify.Finding `json:"gone"`
}

// PlayDiff reports whether an interpretation is played otherwise in two corpora.
type PlayDiff struct {
	Interpretation string           `json:"interpretation"`
	Words          string           `json:"words"`
	Line           *playout.Line    `json:"line_of_play,omitempty"` // that leads there
	Parting        *playout.Parting `json:"-"`
}

// Corpora says what changed from one corpus to another. Interpretations are played in
// step as far as the options go.
func Corpora(ctx context.Context, old, now *dimension.Corpus, o verify.Options) *CorpusDiff {
	d := &CorpusDiff{Records: diffRecords(old.Evidence, now.Evidence), Rulesets: []RulesetDiff{}}
	a, b := old.IDs(), now.IDs()
	for _, id := range both(a, b) {
		switch {
		case !slices.Contains(b, id):
			d.Rulesets = append(d.Rulesets, RulesetDiff{Ruleset: id, Whole: "gone", Edits: []Edit{}, Play: []PlayDiff{}, Found: []verify.Finding{}, Gone: []verify.Finding{}})
		case !slices.Contains(a, id):
			d.Rulesets = append(d.Rulesets, RulesetDiff{Ruleset: id, Whole: "new", Edits: []Edit{}, Play: []PlayDiff{}, Found: []verify.Finding{}, Gone: []verify.Finding{}})
		default:
			r := diffRuleset(ctx, old.Find(id), now.Find(id), o)
			if len(r.Edits)+len(r.Play) > 0 {
				d.Rulesets = append(d.Rulesets, r)
			}
		}
	}
	return d
}

// both are the members of two lists, those of the first first.
func both(a, b []string) []string {
	out := slices.Clone(a)
	for _, x := range b {
		if !slices.Contains(out, x) {
			out = append(out, x)
		}
	}
	return out
}

// diffRecords compares records by their ids, and clauses by their numbers.
func diffRecords(old, now *evidence.Corpus) []RecordDiff {
	out := []RecordDiff{}
	for _, r := range now.Records {
		was := old.Record(r.ID)
		if was == nil {
			out = append(out, RecordDiff{Record: r.ID, Whole: "new", Edits: []Edit{}})
			continue
		}
		if edits := diffRecord(was, r); len(edits) > 0 {
			out = append(out, RecordDiff{Record: r.ID, Edits: edits})
		}
	}
	for _, r := range old.Records {
		if now.Record(r.ID) == nil {
			out = append(out, RecordDiff{Record: r.ID, Whole: "gone", Edits: []Edit{}})
		}
	}
	return out
}

// diffRecord compares all that two records say.
func diffRecord(old, now *evidence.Record) []Edit {
	was, is := newEdits(), newEdits()
	was.record(old)
	is.record(now)
	return was.to(is)
}

// edits are texts by what they are of, in order.
type edits struct {
	order []string
	text  map[string]string
}

func newEdits() *edits { return &edits{text: map[string]string{}} }

func (e *edits) add(what, text string) {
	if _, had := e.text[what]; !had {
		e.order = append(e.order, what)
	}
	e.text[what] = text
}

// record notes what a record says under the keys of its file, so that no field is left out.
func (e *edits) record(r *evidence.Record) {
	for _, f := range r.Tell().Fields {
		if f.Key != "clauses" {
			e.told(f.Key, f)
			continue
		}
		for _, c := range f.Items {
			e.clause(c)
		}
	}
}

// clause notes what a clause says under its number, and behind that what is said of it.
func (e *edits) clause(c evidence.Told) {
	name := "clause " + textOf(c, "n")
	text := textOf(c, "text")
	if why := textOf(c, "why"); why != "" {
		text += " (no rule: " + why + ")"
	}
	e.add(name, text)
	for _, f := range c.Fields {
		if !slices.Contains([]string{"n", "text", "rule", "why"}, f.Key) {
			e.told(name+" "+f.Key, f)
		}
	}
}

// told notes the texts of a field; parts of a list are called by what names them among their
// like, or else by their number.
func (e *edits) told(name string, t evidence.Told) {
	for _, f := range t.Fields {
		e.told(name+" "+f.Key, f)
	}
	var list []string
	for i, x := range t.Items {
		if len(x.Fields) == 0 {
			list = append(list, x.Text)
			continue
		}
		e.told(name+" "+cmp.Or(textOf(x, "id"), textOf(x, "siglum"), textOf(x, "n"), strconv.Itoa(i+1)), x)
	}
	if text := cmp.Or(t.Text, strings.Join(list, "; ")); text != "" {
		e.add(name, text)
	}
}

// textOf is the text of a field of a part, "" where it has none.
func textOf(t evidence.Told, key string) string {
	f, _ := t.Field(key)
	return f.Text
}

// to lists what is otherwise in now.
func (e *edits) to(now *edits) []Edit {
	out := []Edit{}
	for _, what := range both(e.order, now.order) {
		if e.text[what] != now.text[what] {
			out = append(out, Edit{what, e.text[what], now.text[what]})
		}
	}
	return out
}

// diffRuleset compares two states of a ruleset.
func diffRuleset(ctx context.Context, old, now *rulesets.Definition, o verify.Options) RulesetDiff {
	r := RulesetDiff{Ruleset: now.ID, Play: []PlayDiff{}, Found: []verify.Finding{}, Gone: []verify.Finding{}}
	was, is := newEdits(), newEdits()
	questionEdits(old, was)
	questionEdits(now, is)
	a, b := sentenceEdits(old, nil, was), sentenceEdits(now, nil, is)
	if a != nil && b != nil {
		r.part(ctx, "the default", a, b, o)
	}
	for _, x := range now.Alternatives() {
		for _, y := range old.Alternatives() {
			if x.Question.Name() != y.Question.Name() || x.Reading.ID != y.Reading.ID || ctx.Err() != nil {
				continue
			}
			of, to := newEdits(), newEdits()
			a, b := sentenceEdits(old, &y, of), sentenceEdits(now, &x, to)
			changed := of.to(to)
			for _, what := range both(of.order, to.order) {
				was.add(what, of.text[what])
				is.add(what, to.text[what])
			}
			if len(changed) > 0 && a != nil && b != nil {
				r.part(ctx, x.Question.Name()+"="+x.Reading.ID, a, b, o)
			}
		}
	}
	r.Edits = was.to(is)
	return r
}

// questionEdits notes the questions of a ruleset and their readings.
func questionEdits(d *rulesets.Definition, e *edits) {
	for _, q := range d.Questions {
		e.add("question "+q.Name(), q.Asks)
		e.add("default of "+q.Name(), q.Default)
		e.add("weight of "+q.Name(), fmt.Sprint(q.Weight))
		for _, r := range q.Readings {
			e.add("reading "+q.Name()+"="+r.ID, r.Because)
		}
	}
}

// sentenceEdits notes the sentences of an interpretation, of an alternative only those that
// its reading brings. The game is nil where it cannot be played.
func sentenceEdits(d *rulesets.Definition, a *rulesets.Alternative, e *edits) *rulesets.Game {
	choice, under := rulesets.Choice(nil), ""
	if a != nil {
		choice, under = a.Choice, " under "+a.Question.Name()+"="+a.Reading.ID
	}
	g, errs := d.Game(choice)
	if len(errs) > 0 {
		return nil
	}
	for _, s := range g.Statements {
		if (a == nil) == (s.Reading == nil) && (a == nil || s.Reading == a.Reading) {
			e.add("statement "+s.ID+under, edition.Sentence(g, s))
		}
	}
	return g
}

// part looks for where two interpretations of one name part.
func (r *RulesetDiff) part(ctx context.Context, name string, a, b *rulesets.Game, o verify.Options) {
	if !playout.Comparable(a, b) {
		r.Play = append(r.Play, PlayDiff{Interpretation: name, Words: "other players or another board"})
		return
	}
	found, search := playout.Breadth(ctx, a, b, o.PairPositions)
	search.Seed = o.Seed
	if found == nil && !search.Exhausted {
		found = playout.Part(ctx, a, b, playout.Options{Games: o.PairGames, Seed: o.Seed, Cap: o.Cap}, o.PairPlies, &search)
	}
	if found == nil {
		return
	}
	p := verify.Parting{Found: found, Search: search}
	r.Play = append(r.Play, PlayDiff{Interpretation: name, Words: p.Describe(), Line: found.A, Parting: found})
}
