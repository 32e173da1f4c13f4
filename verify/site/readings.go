package site

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/edition"
)

// changeData is what becomes of a sentence of the default interpretation under readings, or
// a sentence that they bring.
type changeData struct {
	How     string   `json:"how"`               // changed, gone or new, or same: as it is by default
	Text    int      `json:"text,omitempty"`    // in the texts of the game, from 1
	Clauses []string `json:"clauses,omitempty"` // beside which a new sentence stands
}

// changes are those of sentences, by the anchors of their rules.
type changes map[string]changeData

// readingsData is by what the page of a game marks sentences.
type readingsData struct {
	Texts []string             `json:"texts"`
	Alone map[string]aloneData `json:"alone"` // by "QUESTION=READING"
}

// togetherData is what the page needs besides once two readings are chosen, and is loaded
// then: of two together it says only what is not the changes of both.
type togetherData struct {
	Texts []string            `json:"texts"` // numbered on behind those of readingsData
	Pairs map[string]pairData `json:"pairs"` // by the numbers of two keys of Alone, as they are sorted, with a space between
}

type aloneData struct {
	Changes changes  `json:"changes"`
	Also    []string `json:"also,omitempty"` // readings that it takes besides, as it arises only under them
}

type pairData struct {
	Never   string  `json:"never,omitempty"` // why they cannot be held together
	Changes changes `json:"changes,omitempty"`
}

// marker finds out what readings change in the sentences of a game.
type marker struct {
	g    *game
	says map[*rulesets.Statement]string // by default
	// texts are the sentences of readings, each once, and known their numbers from 1.
	texts []string
	known map[string]int
}

// change is a changeData that has its text itself, and whose it is.
type change struct {
	changeData
	anchor, text string
}

// differences are what another interpretation of the game has otherwise.
func (x *marker) differences(to *rulesets.Game) (out []change) {
	from, replaced := x.g.Game, map[string]bool{}
	says := edition.Sentences(to)
	for i, s := range to.Statements {
		old := from.Statement(s.ID)
		if old == nil && s.Replaces != "" && to.Statement(s.Replaces) == nil {
			old = from.Statement(s.Replaces) // under a new name
		}
		text := says[i]
		if old == nil {
			c := change{changeData{How: "new"}, ruleAnchor(s.ID), text}
			for _, w := range s.Warrant {
				c.Clauses = append(c.Clauses, x.g.clauseRef(w).Anchor)
			}
			out = append(out, c)
			continue
		}
		replaced[old.ID] = true
		if text != x.says[old] {
			out = append(out, change{changeData{How: "changed"}, ruleAnchor(old.ID), text})
		}
	}
	for _, s := range from.Statements {
		if !replaced[s.ID] {
			out = append(out, change{changeData{How: "gone"}, ruleAnchor(s.ID), ""})
		}
	}
	return out
}

// numbered puts numbers in place of the texts of changes, in the order in which they come.
func (x *marker) numbered(list []change) changes {
	out := changes{}
	for _, c := range list {
		if c.text != "" {
			if x.known[c.text] == 0 {
				x.texts = append(x.texts, c.text)
				x.known[c.text] = len(x.texts)
			}
			c.Text = x.known[c.text]
		}
		out[c.anchor] = c.changeData
	}
	return out
}

func ruleAnchor(id string) string { return "rule-" + slug(id) }

// readingsScript writes what each reading of a game changes in its sentences, and in a file
// of its own what two change together that neither does alone.
func (s *Site) readingsScript(ctx context.Context, g *game) error {
	x := &marker{g: g, says: map[*rulesets.Statement]string{}, known: map[string]int{}}
	for i, text := range edition.Sentences(g.Game) {
		x.says[g.Game.Statements[i]] = text
	}
	data, together := readingsData{Alone: map[string]aloneData{}}, togetherData{Pairs: map[string]pairData{}}
	type alternative struct {
		rulesets.Alternative
		key     string
		changes changes
	}
	var all []alternative
	for _, a := range g.Definition.Alternatives() {
		to := g.readings.Game(a.Question, a.Reading)
		if to == nil {
			continue
		}
		b := alternative{a, a.Question.ID + "=" + a.Reading.ID, x.numbered(x.differences(to))}
		data.Alone[b.key] = aloneData{b.changes, g.also(a)}
		all = append(all, b)
	}
	data.Texts = x.texts
	if err := s.script(g.dir+"/readings.js", "lectioReadings", data); err != nil {
		return err
	}
	number := map[string]int{}
	for i, key := range slices.Sorted(maps.Keys(data.Alone)) {
		number[key] = i
	}
	// Every two are tried: a word of one can mean something else under the other, and what
	// is compelled under one can be free under the other.
	type couple struct {
		a, b    *alternative
		never   string // why they cannot be held together
		changes []change
	}
	var couples []*couple
	for i := range all {
		for j := range all[:i] {
			if all[j].Question != all[i].Question {
				couples = append(couples, &couple{a: &all[j], b: &all[i]})
			}
		}
	}
	err := atOnce(ctx, len(couples), func(i int) error {
		c := couples[i]
		choice := maps.Clone(c.a.Choice)
		maps.Copy(choice, c.b.Choice)
		choice[c.a.Question.ID] = c.a.Reading.ID
		if to, errs := g.Definition.Game(choice); len(errs) > 0 {
			c.never = errs[0].Message
		} else {
			c.changes = x.differences(to)
		}
		return nil
	})
	if err != nil || ctx.Err() != nil {
		return err // what has been made is not written
	}
	for _, c := range couples {
		pair := fmt.Sprintf("%d %d", number[c.a.key], number[c.b.key])
		if c.never != "" {
			together.Pairs[pair] = pairData{Never: c.never}
		} else if c := beyond(x.numbered(c.changes), c.a.changes, c.b.changes); len(c) > 0 {
			together.Pairs[pair] = pairData{Changes: c}
		}
	}
	together.Texts = x.texts[len(data.Texts):]
	return s.script(g.dir+"/together.js", "lectioTogether", together)
}

// beyond is what two readings change together, without what either changes alone.
func beyond(both, a, b changes) changes {
	out := changes{}
	same := func(x, y changeData) bool {
		return x.How == y.How && x.Text == y.Text && slices.Equal(x.Clauses, y.Clauses)
	}
	alone := func(id string) []changeData {
		var list []changeData
		for _, c := range []changes{a, b} {
			if x, ok := c[id]; ok && !slices.ContainsFunc(list, func(y changeData) bool { return same(x, y) }) {
				list = append(list, x)
			}
		}
		return list
	}
	for id, c := range both {
		if list := alone(id); len(list) != 1 || !same(list[0], c) {
			out[id] = c
		}
	}
	for _, one := range []changes{a, b} {
		for id := range one {
			if _, still := both[id]; !still {
				out[id] = changeData{How: "same"}
			}
		}
	}
	return out
}
