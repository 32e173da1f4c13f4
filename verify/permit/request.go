package permit

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/jsonlines"
	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/naming"
)

// BatchFile is how messages call the requests: each is a line of it.
const BatchFile = "--batch"

// answerLine answers one line with one line.
func (w *worker) answerLine(ctx context.Context, line *jsonlines.Line) []byte {
	id := json.RawMessage("null")
	ans, errs := w.answer(ctx, line, &id)
	var out bytes.Buffer
	var err error
	if len(errs) > 0 {
		err = jsonlines.Write(&out, struct {
			ID     json.RawMessage `json:"id"`
			Errors diag.Errors     `json:"errors"`
		}{id, line.Place(errs, BatchFile)})
	} else {
		ans.ID = id
		err = jsonlines.Write(&out, ans)
	}
	if err != nil {
		// Everything written is made of texts and numbers.
		panic(err)
	}
	return out.Bytes()
}

// answer reads a request and answers it. Its id is known as soon as it is read, whatever else is wrong.
func (w *worker) answer(ctx context.Context, line *jsonlines.Line, id *json.RawMessage) (*Answer, diag.Errors) {
	root, errs := parse(line)
	if root == nil {
		return nil, errs
	}
	rd := yamlpos.Reader{Errs: errs}
	readID(root, id)
	m := rd.Map(root, "a request", "id", "ruleset", "readings", "at", "as-if-going-on", "throw", "want", "limit")
	if m == nil {
		return nil, rd.Errs
	}
	if n := m.Get("id"); n != nil && n.Kind != yamlpos.Scalar {
		rd.Errorf(n.Pos, n.Kind.String(), "a number or a text", "the id cannot be read")
	}
	q := readQuestion(&rd, m)
	at := rd.Need(m, "at", "a request")
	throw := readThrow(&rd, m)
	g := w.game(&rd, m)
	if g == nil {
		return nil, rd.Errs.Sort()
	}
	in := w.interpreter(g)
	s, impossible := w.position(&rd, m, at, throw, g, in)
	if len(rd.Errs) > 0 {
		return nil, rd.Errs.Sort()
	}
	ans := q.Answer(ctx, g, in, w.searcher(ctx, g), s)
	ans.Impossible = impossible
	return ans, nil
}

// parse reads a line as JSON. A batch is JSON, not YAML: a mistake in it must not pass for a text without quotes.
func parse(line *jsonlines.Line) (*yamlpos.Node, diag.Errors) {
	var errs diag.Errors
	top := diag.Pos{File: BatchFile, Line: 1, Col: 1}
	if line.Long {
		errs.Add(top, "more", fmt.Sprintf("at most %d bytes", jsonlines.Longest), "the line is too long")
		return nil, errs
	}
	text := bytes.TrimRight(line.Text, "\r\n")
	var any json.RawMessage
	if err := json.Unmarshal(text, &any); err != nil {
		at := top
		if syntax := new(json.SyntaxError); errors.As(err, &syntax) {
			at.Col += len([]rune(string(text[:max(min(int(syntax.Offset)-1, len(text)), 0)])))
		}
		errs.Add(at, "", "a JSON object", "not valid JSON: %v", err)
		return nil, errs
	}
	return yamlpos.Parse(BatchFile, text)
}

// readID takes over the id of a request, a number or a text.
func readID(root *yamlpos.Node, id *json.RawMessage) {
	if n := root.Get("id"); n != nil && n.Kind == yamlpos.Scalar {
		switch {
		case n.Style == yamlpos.Quoted:
			*id, _ = json.Marshal(n.Text)
		case !n.Null:
			*id = json.RawMessage(n.Text)
		}
	}
}

// readQuestion reads what is wanted, and how much of it.
func readQuestion(rd *yamlpos.Reader, m *yamlpos.Node) Question {
	q := Question{Moves: true, Refused: true, Limit: DefaultLimit}
	if n := m.Get("want"); n != nil && !n.Null {
		q.Moves, q.Refused = false, false
		for _, x := range rd.List(n, "what is wanted") {
			switch rd.OneOf(x, "what is wanted", "moves", "refused", "results") {
			case "moves":
				q.Moves = true
			case "refused":
				q.Refused = true
			case "results":
				q.Results = true
			}
		}
	}
	if n := m.Get("limit"); n != nil && !n.Null {
		q.Limit = rd.Int(n, "the limit", 0, 1<<30)
	}
	return q
}

// readThrow finds the throw that was made; nil where none is told that can be read.
func readThrow(rd *yamlpos.Reader, m *yamlpos.Node) *yamlpos.Node {
	n := m.Get("throw")
	if n == nil || n.Null {
		return nil
	}
	before := len(rd.Errs)
	if rd.String(n, "the throw"); len(rd.Errs) > before {
		return nil
	}
	return n
}

// position reads the position and makes the throw in it. It says why the position cannot occur, where it cannot.
func (w *worker) position(rd *yamlpos.Reader, m, at, throw *yamlpos.Node, g *rulesets.Game, in *engine.Interpreter) (s *engine.State, impossible string) {
	goingOn := false
	if n := m.Get("as-if-going-on"); n != nil && !n.Null {
		goingOn = rd.Bool(n, "as-if-going-on")
	}
	if at != nil {
		var errs diag.Errors
		in.Untested = goingOn
		s, errs = g.ReadState(in, at)
		in.Untested = false
		rd.Errs.Merge(errs)
	}
	if s == nil {
		return nil, ""
	}
	impossible = w.possible(g).Impossible(in, s)
	if ended := !goingOn && g.Ended(in, at, s); throw != nil && !ended {
		rd.Errs.Merge(inside(throw).Place(g.MakeThrows(in, s, throw.Text)))
	}
	return s, impossible
}

// inside is the text of a scalar, placed where its first letter stands.
func inside(n *yamlpos.Node) naming.Input { return naming.Input{Text: n.Text, Pos: n.PosAt(0)} }

// game finds the interpretation that a request asks for.
func (w *worker) game(rd *yamlpos.Reader, m *yamlpos.Node) *rulesets.Game {
	n := rd.Need(m, "ruleset", "a request")
	before := len(rd.Errs)
	if n == nil || rd.String(n, "the ruleset") == "" && len(rd.Errs) > before {
		return nil
	}
	want, err := naming.Read(inside(n))
	rd.Errs.Merge(diag.AsErrors(err))
	if r := m.Get("readings"); r != nil && !r.Null {
		if r.Kind != yamlpos.Map {
			rd.Errorf(r.Pos, r.Kind.String(), "a map of questions to readings", "the readings cannot be read")
		} else {
			for i, k := range r.Keys {
				v := r.Values[i]
				if reading := rd.String(v, "the reading"); reading != "" {
					want.Picks = append(want.Picks, naming.Pick{Question: naming.Input{Text: k.Text, Pos: k.Pos}, Reading: naming.Input{Text: reading, Pos: v.Pos}})
				}
			}
		}
	}
	if len(rd.Errs) > before {
		return nil
	}
	g, err := w.games.get(&want)
	rd.Errs.Merge(diag.AsErrors(err))
	return g
}
