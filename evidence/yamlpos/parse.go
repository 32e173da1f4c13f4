package yamlpos

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"gopkg.in/yaml.v3"

	"github.com/lectio/lectio/evidence/diag"
)

// Parse reads one YAML (or JSON) document. The tree is returned as far as it
// could be read, nil when it could not be read at all; file is the name that
// places will show.
func Parse(file string, data []byte) (*Node, diag.Errors) {
	if errs := CheckText(file, data); len(errs) > 0 {
		return nil, errs
	}
	data = bytes.TrimPrefix(data, []byte("\uFEFF"))
	p := &parser{doc: newDocument(file, string(data))}
	// JSON is almost YAML; the few texts that yaml.v3 reads differently
	// (surrogate pairs, very long keys) are why it is read on its own.
	if trimmed := bytes.TrimLeft(data, " \t\r\n"); len(trimmed) > 0 && (trimmed[0] == '{' || trimmed[0] == '[') && json.Valid(data) {
		j := jsonReader{p: p, data: data, line: 1, col: 1}
		j.space()
		return j.value(0), p.errs.Sort()
	}
	if n := signs(data); n > MaxValues {
		p.errs.Add(diag.Pos{File: file}, fmt.Sprintf("%d line ends, commas and other signs between values", n), fmt.Sprintf("at most %d", MaxValues),
			"the file holds too much to be read; put it into several files")
		return nil, p.errs
	}
	root := p.parseFrom(&countingReader{data: data, step: len(data)})
	return root, p.errs.Sort()
}

type parser struct {
	doc  *document
	errs diag.Errors
	// seen finds duplicate keys without walking a long map once for every key.
	seen map[*Node]map[string]int
}

func (p *parser) at(line, col int) *Node {
	return &Node{Pos: p.doc.clamp(line, col), doc: p.doc}
}

// splitLines splits where yaml.v3 counts lines, which is also at a lone CR and
// at the line ends of Unicode.
func splitLines(s string) []string {
	if strings.ContainsAny(s, "\r\u0085\u2028\u2029") {
		s = lineEnds.Replace(s)
	}
	return strings.Split(s, "\n")
}

var lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\u0085", "\n", "\u2028", "\n", "\u2029", "\n")

// CheckText reports why a file of a corpus cannot be read as text, whatever its
// format: it is longer than the limits, or there are bytes in it that are no
// UTF-8, or control characters. A library would report these without a place.
func CheckText(file string, data []byte) (errs diag.Errors) {
	if errs := fits(file, data); len(errs) > 0 {
		return errs
	}
	data = bytes.TrimPrefix(data, []byte("\uFEFF"))
	line, col := 1, 1
	for i := 0; i < len(data); {
		r, size := utf8.DecodeRune(data[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			errs.Add(diag.Pos{File: file, Line: line, Col: col}, fmt.Sprintf("byte 0x%02X", data[i]), "UTF-8",
				"the file is not valid UTF-8; save it in that encoding")
			return errs
		case r < ' ' && r != '\t' && r != '\n' && r != '\r', r == 0x7F, r > 0x7F && r < 0xA0 && r != 0x85,
			r == '\uFEFF', r == '\uFFFE', r == '\uFFFF':
			errs.Add(diag.Pos{File: file, Line: line, Col: col}, fmt.Sprintf("U+%04X", r), "text",
				"control characters are not allowed")
			return errs
		}
		crlf := r == '\r' && i+1 < len(data) && data[i+1] == '\n'
		switch {
		case crlf: // the LF will count
		case r == '\n' || r == '\r' || r == 0x85 || r == 0x2028 || r == 0x2029:
			line, col = line+1, 1
		default:
			col++
		}
		i += size
	}
	return nil
}

// signs counts what can stand between two values in YAML. A document has at most
// one value more than that.
func signs(data []byte) int {
	n := 0
	for _, c := range data {
		switch c {
		case '\n', '\r', ',', ':', '-', '?', '[', '{':
			n++
		}
	}
	return n
}

// parseFrom runs yaml.v3 and turns its nodes into ours.
func (p *parser) parseFrom(in *countingReader) *Node {
	dec := yaml.NewDecoder(in)
	var y yaml.Node
	if err := decode(dec, &y); err != nil {
		if errors.Is(err, io.EOF) {
			p.errs.Add(p.doc.clamp(1, 1), "nothing", "a document", "the file is empty")
		} else {
			p.syntaxError(in.data, in.n, err)
		}
		return nil
	}
	root := p.document(&y)
	// A second document would otherwise be ignored without a word.
	var second yaml.Node
	switch err := decode(dec, &second); {
	case errors.Is(err, io.EOF):
	case err != nil:
		p.syntaxError(in.data, in.n, err)
	default:
		at := p.doc.clamp(second.Line, second.Column)
		for i := min(second.Line, len(p.doc.lines)); i >= 1; i-- {
			if strings.HasPrefix(p.doc.lines[i-1], "---") {
				at = p.doc.clamp(i, 1)
				break
			}
		}
		p.errs.Add(at, "a second document", "one document", "several documents in one file; put each into a file of its own")
	}
	return root
}

// decode shields us from panics inside the library: bad input must give an
// error whatever the reader's own bugs.
func decode(dec *yaml.Decoder, y *yaml.Node) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("yaml: %v", r)
		}
	}()
	return dec.Decode(y)
}

func (p *parser) document(y *yaml.Node) *Node {
	if y.Kind != yaml.DocumentNode || len(y.Content) != 1 {
		p.errs.Add(p.doc.clamp(1, 1), "nothing", "a document", "the file is empty")
		return nil
	}
	c := y.Content[0]
	if c.Kind == yaml.ScalarNode && c.Value == "" && c.Style == 0 && c.Anchor == "" {
		p.errs.Add(p.doc.clamp(1, 1), "nothing", "a document", "the file is empty")
		return nil
	}
	return p.node(c, 0)
}

func (p *parser) node(y *yaml.Node, depth int) *Node {
	n := p.at(y.Line, y.Column)
	after := n.after(n.Pos)
	if y.Anchor != "" {
		p.errs.Add(n.Pos, "&"+y.Anchor, "", "anchors are not allowed; write the value out where it is needed")
	}
	// A lone "!" is a tag that leaves no trace but itself.
	if y.Style&yaml.TaggedStyle != 0 || strings.HasPrefix(after, "!") {
		p.errs.Add(n.Pos, y.Tag, "", "tags are not allowed; every value is read as the text written")
	}
	if depth >= MaxDepth && (y.Kind == yaml.MappingNode || y.Kind == yaml.SequenceNode) {
		p.errs.Add(n.Pos, "", fmt.Sprintf("at most %d levels", MaxDepth), tooDeep)
		return n
	}
	switch y.Kind {
	case yaml.MappingNode:
		n.Kind, n.Flow = Map, y.Style&yaml.FlowStyle != 0
		n.Keys, n.Values = make([]*Node, 0, len(y.Content)/2), make([]*Node, 0, len(y.Content)/2)
		var cut cutText
		for i := 0; i+1 < len(y.Content); i += 2 {
			p.entry(n, y.Content[i], y.Content[i+1], depth, &cut)
		}
	case yaml.SequenceNode:
		n.Kind, n.Flow = List, y.Style&yaml.FlowStyle != 0
		n.Values = make([]*Node, 0, len(y.Content))
		for _, c := range y.Content {
			n.Values = append(n.Values, p.node(c, depth+1))
		}
	case yaml.AliasNode:
		p.errs.Add(n.Pos, "*"+y.Value, "", "aliases are not allowed; write the value out where it is needed")
	default:
		n.Text = y.Value
		if after != "" && (after[0] == '"' || after[0] == '\'') {
			after = after[1:]
		}
		if strings.HasPrefix(after, y.Value) {
			n.Text = after[:len(y.Value)] // the line is kept anyhow
		}
		switch {
		case y.Style&(yaml.SingleQuotedStyle|yaml.DoubleQuotedStyle) != 0:
			n.Style = Quoted
		case y.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0:
			n.Style = Block
		case n.Text == "" || n.Text == "~" || n.Text == "null":
			n.Text, n.Null = "", true
		}
	}
	return n
}

// entry adds one key and its value to a map.
func (p *parser) entry(m *Node, key, value *yaml.Node, depth int, cut *cutText) {
	if key.Kind != yaml.ScalarNode {
		found := "a map or list"
		if key.Kind == yaml.AliasNode {
			found = "an alias"
		}
		p.errs.Add(p.doc.clamp(key.Line, key.Column), found, "a text",
			"a key must be a plain text; a text that begins with a brace or bracket needs quotes")
		p.node(value, depth+1) // for the errors inside it
		return
	}
	k := p.node(key, depth+1)
	if k.Null { // a key named null is a name
		k.Text, k.Null = key.Value, false
	}
	v := p.node(value, depth+1)
	if v.Null && p.rest(m, k, cut) {
		return
	}
	if k.Style == Plain && k.Text == "<<" {
		p.errs.Add(k.Pos, `"<<"`, "", "merge keys are not allowed; write the keys out where they are needed")
		return
	}
	p.add(m, k, v)
}

// manyKeys is from how many keys on a map is not searched key by key.
const manyKeys = 16

func (p *parser) add(m, k, v *Node) {
	earlier := -1
	if len(m.Keys) < manyKeys {
		earlier = slices.IndexFunc(m.Keys, func(o *Node) bool { return o.Text == k.Text })
	} else {
		if p.seen == nil {
			p.seen = map[*Node]map[string]int{}
		}
		seen := p.seen[m]
		if seen == nil {
			seen = map[string]int{}
			p.seen[m] = seen
		}
		for i := len(seen); i < len(m.Keys); i++ {
			seen[m.Keys[i].Text] = i
		}
		if i, ok := seen[k.Text]; ok {
			earlier = i
		}
	}
	if earlier >= 0 {
		at := m.Keys[earlier].Pos
		p.errs.AddRelated(k.Pos, []diag.Pos{at}, "", "each key once",
			"the key %s is used twice; it was first used at %s", diag.Quote(k.Text), at)
		return
	}
	m.Keys = append(m.Keys, k)
	m.Values = append(m.Values, v)
}

var yamlLine = regexp.MustCompile(`^yaml: (?:line (\d+): )?(.*)$`)

// syntaxError turns an error of the library into one with a place. The library
// gives no column, and often the line where the construct began and not the
// one where it went wrong. How far it had read when it gave up says more: we
// read again, handing out one byte at a time near the place, and look where it
// stopped. taken is how far it had read in blocks.
func (p *parser) syntaxError(data []byte, taken int, err error) {
	message, line := err.Error(), 0
	if m := yamlLine.FindStringSubmatch(message); m != nil {
		line, _ = strconv.Atoi(m[1])
		message = m[2]
	}
	r := &countingReader{data: data, step: max(taken-nearby, 0)}
	dec := yaml.NewDecoder(r)
	for {
		var y yaml.Node
		if decode(dec, &y) != nil {
			break
		}
	}
	read := strings.TrimRight(string(data[:min(r.n, len(data))]), " \t\r\n")
	lines := splitLines(read)
	at := p.doc.clamp(len(lines), utf8.RuneCountInString(lines[len(lines)-1]))
	var related []diag.Pos
	if line > 0 && line < at.Line {
		begun := p.doc.clamp(line, 1)
		text := p.doc.lines[begun.Line-1]
		begun.Col += len(text) - len(strings.TrimLeft(text, " "))
		related = []diag.Pos{begun}
	}
	e := explain(message)
	switch {
	case e.begun && related != nil:
		// What is open or wrong is where it began, not where reading ended.
		at, related = related[0], []diag.Pos{at}
	case e.chars != "":
		// The library looks a little ahead; step back to the character meant.
		l := []rune(lines[len(lines)-1])
		from := max(0, len(l)-3)
		if e.far {
			from = max(0, strings.LastIndex(string(l), e.chars))
			from = utf8.RuneCountInString(string(l)[:from])
		}
		for i := from; i < len(l); i++ {
			if strings.ContainsRune(e.chars, l[i]) {
				at = p.doc.clamp(at.Line, i+1)
				break
			}
		}
	}
	hashed := false
	// A comment that begins inside braces or brackets swallows what closes them.
	if strings.HasPrefix(message, "did not find expected ','") {
		for l := max(1, min(line, at.Line)); l <= at.Line; l++ {
			if i := strings.Index(p.doc.lines[l-1], " #"); line > 0 && i >= 0 && strings.ContainsAny(p.doc.lines[l-1][:i], "{[") {
				hash := p.doc.clamp(l, utf8.RuneCountInString(p.doc.lines[l-1][:i])+2)
				e.say += fmt.Sprintf(`; the " #" at %s begins a comment, so put a text that has one in quotes`, hash)
				related, hashed = append(related, hash), true
				break
			}
		}
	}
	switch row := p.farLeft(at.Line); {
	case row > 0:
		at, related = p.doc.clamp(row, len(p.doc.lines[row-1])-len(strings.TrimLeft(p.doc.lines[row-1], " "))+1), nil
		e.say = "not valid YAML: this row begins farther left than the first row of the text behind |, which says how far all are indented; " +
			"write |2, and indent the text by two more than the line that ends so"
	case strings.Contains(message, "tab character"), strings.Contains(message, "cannot start any token"):
		if l := p.tabbed(at.Line); l > 0 {
			at, related = p.doc.clamp(l, 1), nil
			e.say = "not valid YAML: a tab stands before the first word of this line; indent with spaces"
		}
	case !hashed && p.open(at.Line, &at, &e.say):
		related = nil
	case strings.HasPrefix(message, "did not find expected ',' or"):
		if say, place := p.meant(max(line, at.Line-3), at.Line); say != "" && len(related) < 2 {
			at, related = place, nil
			e.say = "not valid YAML: within braces and brackets a text without quotes ends here; " + say
		}
	case strings.HasPrefix(message, "mapping values are not allowed"), strings.HasPrefix(message, "did not find expected key"):
		e.say += p.meantOn(at.Line)
	}
	p.errs.AddRelated(at, related, "", "", "%s", e.say)
}

// behindBar is a line behind which a text stands row by row.
var behindBar = regexp.MustCompile(`^( *)[^ #].*[:-] +[|>][+-]?$`)

// farLeft is the first row, up to some line, of a text behind | that begins farther left than
// the first of its rows, so that the text has ended there; 0 where there is none.
func (p *parser) farLeft(line int) int {
	lines := p.doc.lines
	for k := min(line, len(lines)) - 1; k > 0 && k > line-100; k-- {
		m := behindBar.FindStringSubmatch(lines[k-1])
		if m == nil {
			continue
		}
		first := 0
		for i := k; i < min(line, len(lines)); i++ {
			indent := len(lines[i]) - len(strings.TrimLeft(lines[i], " "))
			switch {
			case indent == len(lines[i]): // nothing stands there
			case indent <= len(m[1]):
				return 0
			case first == 0:
				first = indent
			case indent < first:
				return i + 1
			}
		}
		return 0
	}
	return 0
}

// nearby is how many bytes the library may have taken beyond the place where it
// gives up: a block and a little.
const nearby = 4 << 10

// countingReader hands out what it is asked for up to step, and one byte at a
// time from there on, and counts.
type countingReader struct {
	data    []byte
	n, step int
}

func (r *countingReader) Read(b []byte) (int, error) {
	if r.n >= len(r.data) {
		return 0, io.EOF
	}
	most := 1
	if r.n < r.step {
		most = r.step - r.n
	}
	n := copy(b[:min(len(b), most)], r.data[r.n:])
	r.n += n
	// The library calls itself for each level of nesting. In a browser calls lie on a stack of JavaScript, which is soon full, until
	// another goroutine may run: from then on they lie on one that grows.
	runtime.Gosched()
	return n, nil
}

// explanation rewords a message of the library for people who do not know its
// insides, and says where to point: at where the construct began, or at one
// of some characters just before the place where reading ended (with far, the
// last one of the line).
type explanation struct {
	part, say  string
	begun, far bool
	chars      string
}

func explain(message string) explanation {
	for _, e := range explanations {
		if strings.Contains(message, e.part) {
			return e
		}
	}
	return explanation{say: "not valid YAML: " + message}
}

var explanations = []explanation{
	{part: "mapping values are not allowed", chars: ":", far: true,
		say: `not valid YAML: a colon and a space (": ") make a map, and none can stand here; divide two lines that have run together, or put the text in quotes`},
	{part: "cannot start any token", chars: "@%`\t",
		say: "not valid YAML: a value cannot begin with this character; indent with spaces, not tabs, and put a text that begins with @, % or ` in quotes"},
	{part: "did not find expected key",
		say: "not valid YAML: expected a key here; check the indentation, and that a text with quotes or brackets inside is quoted as a whole"},
	{part: "could not find expected ':'", begun: true,
		say: "not valid YAML: a line without a colon and a space where a key was expected; indent the lines of a long text, or put it in quotes"},
	{part: "did not find expected '-' indicator",
		say: `not valid YAML: expected another "- " item of the list; check the indentation`},
	{part: "did not find expected ',' or ']'",
		say: `not valid YAML: expected "," or "]"; close the list, or put a text with brackets or braces in quotes`},
	{part: "did not find expected ',' or '}'",
		say: `not valid YAML: expected "," or "}"; close the map, or put a text with brackets or braces in quotes`},
	{part: "found unexpected end of stream", begun: true,
		say: "not valid YAML: the file ends inside a quoted text that begins on this line; the closing quote is missing"},
	{part: "found unexpected document indicator", begun: true,
		say: "not valid YAML: the document ends inside a quoted text that begins on this line; the closing quote is missing"},
	{part: "found unknown escape character", chars: "\\",
		say: `not valid YAML: unknown escape after a backslash; use single quotes for a text with backslashes`},
	{part: "invalid Unicode character escape", chars: "\\", far: true,
		say: "not valid YAML: this escape is half of a character, or none; write the character itself"},
	{part: "did not find expected alphabetic or numeric character", chars: "*&",
		say: "not valid YAML: * and & have a meaning of their own; put a text that begins with one in quotes"},
	{part: "unknown anchor", chars: "*",
		say: "aliases are not allowed; write the value out where it is needed, or put a text that begins with * in quotes"},
	{part: "found undefined tag handle", chars: "!",
		say: "tags are not allowed; put a text that begins with ! in quotes"},
	{part: "exceeded max depth", say: fmt.Sprintf("%s; expected at most %d levels", tooDeep, MaxDepth)},
	{part: "found incompatible YAML document", say: "leave out the %YAML line; the file is read as YAML 1.2 anyway"},
	{part: "did not find expected node content",
		say: "not valid YAML: a value is missing here, or a text begins with a mark that has a meaning in YAML; put it in quotes"},
	{part: "block sequence entries are not allowed", chars: "-",
		say: `not valid YAML: a list item ("- ") cannot stand here; begin the list on a line of its own`},
}
