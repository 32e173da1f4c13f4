package naming

import (
	"strings"

	"github.com/lectio/lectio/evidence/diag"
)

// An Input is a text with its place: in a file, or the argument that it came in.
type Input struct {
	Text string
	Pos  diag.Pos
}

// Argument places a text of the command line. The place of all of it is the argument's
// name; what is within has a line and a column too.
func Argument(name, text string) Input {
	return Input{text, diag.Pos{File: name}}
}

// part is what of a text begins at a byte and has a length.
func (t Input) part(start, length int) Input {
	pos := t.Pos
	if start > 0 {
		pos.Line, pos.Col = max(pos.Line, 1), max(pos.Col, 1)+len([]rune(t.Text[:start]))
	}
	return Input{t.Text[start : start+length], pos}
}

// trimmed is the text without the spaces around it.
func (t Input) trimmed() Input {
	text := strings.TrimSpace(t.Text)
	return t.part(strings.Index(t.Text, text), len(text))
}

// Place gives errors that have no place that of the text. Throws are named one
// behind the other, so the one that was found is looked for in it.
func (t Input) Place(errs diag.Errors) diag.Errors {
	for i := range errs {
		if !errs[i].Pos.IsZero() {
			continue
		}
		errs[i].Pos = t.Pos
		if at := strings.Index(t.Text, strings.Trim(errs[i].Found, `"`)); at > 0 {
			errs[i].Pos = t.part(at, 0).Pos
		}
	}
	return errs
}

// A Pick is a question with the reading that is picked for it.
type Pick struct{ Question, Reading Input }

// readPick reads QUESTION=READING.
func readPick(t Input) (Pick, error) {
	i := strings.IndexByte(t.Text, '=')
	if i < 0 || strings.TrimSpace(t.Text[:i]) == "" || strings.TrimSpace(t.Text[i+1:]) == "" {
		return Pick{}, diag.Error{Pos: t.Pos, Found: diag.Quote(t.Text), Expected: "QUESTION=READING", Message: "this picks no reading"}
	}
	return Pick{t.part(0, i).trimmed(), t.part(i+1, len(t.Text)-i-1).trimmed()}, nil
}

// A Name names an interpretation: a ruleset with readings, the default ones where none is
// named.
type Name struct {
	Ruleset Input
	Picks   []Pick
	Scale   Input // a scaled-down version; its text is empty for the full game
}

// Read reads the id of a ruleset, or the name of an interpretation,
// RULESET{QUESTION=READING,...,scale NAME}.
func Read(t Input) (Name, error) {
	var n Name
	var errs diag.Errors
	open := strings.IndexByte(t.Text, '{')
	if open < 0 {
		n.Ruleset = t
		return n, nil
	}
	n.Ruleset = t.part(0, open).trimmed()
	inside, behind, closed := strings.Cut(t.Text[open+1:], "}")
	if !closed {
		errs.Add(t.part(len(t.Text), 0).Pos, "nothing", `"}"`, "the list of readings is not closed")
		return n, errs.Err()
	}
	if strings.TrimSpace(behind) != "" {
		at := t.part(len(t.Text)-len(behind), len(behind)).trimmed()
		errs.Add(at.Pos, diag.Quote(at.Text), "nothing", "there is text behind the closing brace")
	}
	at := open + 1
	for _, item := range strings.Split(inside, ",") {
		x := t.part(at, len(item)).trimmed()
		if scale, is := strings.CutPrefix(x.Text, "scale "); is && !strings.Contains(scale, "=") {
			n.Scale = x.part(len("scale "), len(scale)).trimmed()
		} else if x.Text != "" {
			errs.Merge(diag.AsErrors(n.Add(x)))
		}
		at += len(item) + 1
	}
	return n, errs.Err()
}

// Add adds readings, each written QUESTION=READING.
func (n *Name) Add(readings ...Input) error {
	var errs diag.Errors
	for _, r := range readings {
		p, err := readPick(r)
		if err != nil {
			errs.Merge(diag.AsErrors(err))
			continue
		}
		n.Picks = append(n.Picks, p)
	}
	return errs.Err()
}

// Key is the same for two names that are written alike, wherever they stand.
func (n *Name) Key() string {
	var key strings.Builder
	key.WriteString(n.Ruleset.Text + "\x00" + n.Scale.Text)
	for _, p := range n.Picks {
		key.WriteString("\x00" + p.Question.Text + "=" + p.Reading.Text)
	}
	return key.String()
}
