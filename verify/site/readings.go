package site

import (
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

// text is the number of a sentence.
func (x *marker) text(s string) int {
	if x.known[s] == 0 {
		x.texts = append(x.texts, s)
		x.known[s] = len(x.texts)
	}
	return x.known[s]
}

// differences are what another interpretation of the game has otherwise.
func (x *marker) differences(to *rulesets.Game) changes {
	from, out, replaced := x.g.Game, changes{}, map[string]bool{}
	for _, s := range to.Statements {
		old := from.Statement(s.ID)
		if old == nil && s.Replaces != "" && to.Statement(s.Replaces) == nil {
			old = from.Statement(s.Replaces) // under a new name
		}
		text := edition.Sentence(to, s)
		if old == nil {
			c := changeData{How: "new", Text: x.text(text)}
			for _, w := range s.Warrant {
				c.Clauses = append(c.Clauses, x.g.clauseRef(w).Anchor)
			}
			out[ruleAnchor(s.ID)] = c
			continue
		}
		replaced[old.ID] = true
		if text != x.says[old] {
			out[ruleAnchor(old.ID)] = changeData{How: "changed", Text: x.text(text)}
		}
	}
	for _, s := range from.Statements {
		if !replaced[s.ID] {
			out[ruleAnchor(s.ID)] = changeData{How: "gone"}
		}
	}
	return out
}

func ruleAnchor(id string) string { return "rule-" + slug(id) }

// readingsScript writes what each reading of a game changes in its sentences, and in a file
// of its own what two change together that neither does alone.
func (s *Site) readingsScript(g *game) error {
	x := &marker{g: g, says: map[*rulesets.Statement]string{}, known: map[string]int{}}
	for _, st := range g.Game.Statements {
		x.says[st] = edition.Sentence(g.Game, st)
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
		b := alternative{a, a.Question.ID + "=" + a.Reading.ID, x.differences(to)}
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
	for i := range all {
		for j := range all[:i] {
			a, b := &all[j], &all[i]
			if a.Question == b.Question {
				continue
			}
			pair := fmt.Sprintf("%d %d", number[a.key], number[b.key])
			choice := maps.Clone(a.Choice)
			maps.Copy(choice, b.Choice)
			choice[a.Question.ID] = a.Reading.ID
			to, errs := g.Definition.Game(choice)
			if len(errs) > 0 {
				together.Pairs[pair] = pairData{Never: errs[0].Message}
				continue
			}
			if c := beyond(x.differences(to), a.changes, b.changes); len(c) > 0 {
				together.Pairs[pair] = pairData{Changes: c}
			}
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
