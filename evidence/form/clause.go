package form

import (
	"strconv"
	"strings"
	"unicode/utf16"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/fold"
	"github.com/lectio/lectio/evidence/yamlpos"
)

// Clause is a clause to be made of words that somebody selected in a text of the record. The clause names the text and quotes the words,
// so that both find each other; of a text that the corpus does not reproduce the words are left out unless they are asked for.
type Clause struct {
	In   string `json:"in"`   // the text, by its id
	From int    `json:"from"` // of the words in it, in UTF-16 code units as pages count
	To   int    `json:"to"`
	// Of is the text where the record does not have it.
	Of string `json:"of,omitempty"`
	// Says is what the clause says, in own words; "" says it in those of the text.
	Says string `json:"says,omitempty"`
	// Quoted leaves the words in the clause, as its wording.
	Quoted bool `json:"quoted,omitempty"`
}

// Selected are words of a text, on one line, and how often the text has them.
type Selected struct {
	Words string `json:"words"`
	Times int    `json:"times"`
}

// Select gives the words of a text from one place to another; false where there are none.
func Select(text string, from, to int) (Selected, bool) {
	units := utf16.Encode([]rune(text))
	if from < 0 || to > len(units) || from >= to {
		return Selected{}, false
	}
	words := fold.OneLine(string(utf16.Decode(units[from:to])))
	if words == "" || strings.ContainsRune(words, '\uFFFD') && !strings.ContainsRune(text, '\uFFFD') { // half a character
		return Selected{}, false
	}
	return Selected{words, strings.Count(fold.OneLine(text), words)}, true
}

// clause adds a clause behind the last.
func (c *change) clause(x *Clause) {
	at := Path{"clauses"}
	text := x.Of
	layer := layerOf(c.Root(), x.In)
	if layer == nil {
		c.refuse(at, diag.Quote(x.In), "the id of a text of the record", "there is no such text")
		return
	}
	own := layer.Get("text")
	if own != nil {
		text = own.Text
	}
	chosen, ok := Select(text, x.From, x.To)
	if !ok {
		c.refuse(at, "", "some words of the text", "no words are selected")
		return
	}
	says := fold.OneLine(x.Says)
	if says == "" {
		says = chosen.Words
	}
	_, n := Fresh(c.Root(), "clauses")
	v := yamlpos.MapValue().With("n", yamlpos.TextValue(n)).With("in", yamlpos.TextValue(x.In)).With("text", yamlpos.TextValue(says))
	if x.Quoted {
		v = v.With("wording", yamlpos.TextValue(chosen.Words))
	}
	there := 0
	if list := find(c.Root(), at); len(list.rest) == 0 && !list.node.Null {
		there = len(list.node.Items())
	}
	c.put(at.with(there), v)
}

// layerOf is the text of a record with an id, nil when there is none.
func layerOf(root *yamlpos.Node, id string) *yamlpos.Node {
	for _, l := range root.Get("texts").Items() {
		if n := l.Get("id"); n != nil && n.Text == id {
			return l
		}
	}
	return nil
}

// Places are where the wording of the clauses stands in a text of the record: for each clause the words that are found, from and to in
// UTF-16 code units.
func Places(root *yamlpos.Node, id string) (list []Placed) {
	layer := layerOf(root, id)
	if layer == nil || layer.Get("text") == nil {
		return nil
	}
	text := layer.Get("text").Text
	for _, clause := range root.Get("clauses").Items() {
		if in := clause.Get("in"); in == nil || in.Text != id || clause.Get("n") == nil {
			continue
		}
		n, _ := strconv.Atoi(clause.Get("n").Text)
		for _, w := range clause.Get("wording").Items() {
			if from, to, ok := stands(text, w.Text); ok {
				list = append(list, Placed{n, len(utf16.Encode([]rune(text[:from]))), len(utf16.Encode([]rune(text[:to])))})
			}
		}
	}
	return list
}

// Placed is where words of a clause stand.
type Placed struct {
	Clause int `json:"clause"`
	From   int `json:"from"`
	To     int `json:"to"`
}

// stands finds words in a text, whatever white space is between them.
func stands(text, words string) (from, to int, ok bool) {
	parts := strings.Fields(words)
	if len(parts) == 0 {
		return 0, 0, false
	}
	for at := 0; ; at++ {
		i := strings.Index(text[at:], parts[0])
		if i < 0 {
			return 0, 0, false
		}
		at += i
		end := at + len(parts[0])
		found := true
		for _, part := range parts[1:] {
			rest := strings.TrimLeft(text[end:], " \t\n")
			if found = len(rest) < len(text)-end && strings.HasPrefix(rest, part); !found {
				break
			}
			end = len(text) - len(rest) + len(part)
		}
		if found {
			return at, end, true
		}
	}
}
