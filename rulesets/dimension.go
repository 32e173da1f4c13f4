package rulesets

import (
	"io/fs"
	"path"
	"slices"
	"sort"
	"strings"
	"sync"

	"github.com/lectio/lectio/evidence/yamlpos"
)

// Dimension is something that every game of a kind must settle, so that silence
// can be noticed and games can be compared. How it is settled is read off the
// statements of a ruleset: an answer is recognised by statements that are there
// or are not, never by a label.
type Dimension struct {
	ID      string
	Family  string // the family of games it is asked of; AllGames for every game
	Asks    string
	Pos     yamlpos.Pos
	Arises  Signs // where these are given and not met, the question does not arise
	Answers []*Answer
	Acting  []yamlpos.ActingText // as those of a definition
}

// AllGames is the family of dimensions that every game has.
const AllGames = "all games"

// Answer is one way to settle a dimension.
type Answer struct {
	ID        string
	Means     string   // the answer in words
	Parallels []string // games in which it is found, with a source where there is one
	Pos       yamlpos.Pos
	Signs     Signs
}

// Signs say by which statements something is recognised: every pattern of All,
// at least one of Any, and none of None.
type Signs struct {
	All, Any, None []*Pattern
}

// given reports whether there are any signs at all.
func (s *Signs) given() bool { return len(s.All)+len(s.Any)+len(s.None) > 0 }

// Pattern is the likeness of a statement: its kind, what its words must say, and
// expressions that it must mention, itself or through what it refers to.
type Pattern struct {
	Pos      yamlpos.Pos
	node     *yamlpos.Node
	kind     string
	keyword  string
	mentions []*expr
	lacks    []string
}

// Answer returns the answer of that id, or nil.
func (d *Dimension) Answer(id string) *Answer {
	for _, a := range d.Answers {
		if a.ID == id {
			return a
		}
	}
	return nil
}

// DimensionsOf lists what a game of that family must settle: the dimensions of
// its family, then those of all games.
func (c *Corpus) DimensionsOf(family string) []*Dimension {
	var out []*Dimension
	for _, f := range []string{family, AllGames} {
		for _, d := range c.Dimensions {
			if d.Family == f {
				out = append(out, d)
			}
		}
	}
	return out
}

// loadDimensions reads every file of dimensions. Families may share ids, for what
// is asked of each of them; the dimensions of all games have theirs for themselves.
func loadDimensions(fsys fs.FS, shown func(string) string, errs *yamlpos.Errors) []*Dimension {
	var out []*Dimension
	for _, f := range yamlFiles(fsys, "dimensions", shown, errs) {
		data, err := fs.ReadFile(fsys, f)
		if err != nil {
			errs.Add(yamlpos.Pos{File: shown(f)}, "", "", "the file cannot be read: %v", withoutPath(err))
			continue
		}
		root, more := yamlpos.Parse(shown(f), data)
		r := &dimensionReader{}
		r.Errs = more
		if root != nil {
		next:
			for _, d := range r.file(root) {
				for _, o := range out {
					if o.ID == d.ID && (o.Family == d.Family || o.Family == AllGames || d.Family == AllGames) {
						r.Errs.AddRelated(d.Pos, []yamlpos.Pos{o.Pos}, yamlpos.Quote(d.ID), "an id of its own", "the dimension id is used twice (first at %s)", o.Pos)
						continue next
					}
				}
				out = append(out, d)
			}
		}
		errs.Merge(r.Errs)
	}
	return out
}

// bundledDimensions are those inside the binary, which a test reads for errors.
var bundledDimensions = sync.OnceValue(func() []*Dimension {
	var errs yamlpos.Errors
	return loadDimensions(Bundled, func(f string) string { return path.Join("rulesets", f) }, &errs)
})

type dimensionReader struct{ yamlpos.Reader }

func (r *dimensionReader) file(root *yamlpos.Node) []*Dimension {
	m := r.Map(root, "a file of dimensions", dimensionsKeys...)
	if m == nil {
		return nil
	}
	family := r.String(r.Need(m, "family", "a file of dimensions"), "the family")
	var out []*Dimension
	for _, n := range r.List(r.Need(m, "dimensions", "a file of dimensions"), "the dimensions") {
		if d := r.dimension(n, family); d != nil {
			out = append(out, d)
		}
	}
	return out
}

func (r *dimensionReader) dimension(n *yamlpos.Node, family string) *Dimension {
	m := r.Map(n, "a dimension", dimensionKeys...)
	if m == nil {
		return nil
	}
	d := &Dimension{Pos: n.Pos, Family: family}
	d.Acting = r.Names(n, proseKeys...)
	d.ID = r.String(r.Need(m, "id", "a dimension"), "the id of a dimension")
	d.Asks = r.String(r.Need(m, "asks", "a dimension"), "what the dimension asks")
	if a := m.Get("arises"); a != nil {
		if s := r.Map(a, "when a dimension arises", signsKeys...); s != nil {
			d.Arises = r.signs(s)
		}
	}
	for _, an := range r.List(r.Need(m, "answers", "a dimension"), "the answers") {
		am := r.Map(an, "an answer", answerKeys...)
		if am == nil {
			continue
		}
		a := &Answer{Pos: an.Pos, Signs: r.signs(am)}
		a.ID = r.String(r.Need(am, "id", "an answer"), "the id of an answer")
		a.Means = r.String(r.Need(am, "means", "an answer"), "what the answer means")
		a.Parallels = r.Strings(am.Get("parallels"), "games in which it is found")
		if !a.Signs.given() {
			r.Errorf(an.Pos, foundKeysOf(am), "all, any or none", "it is not said how the answer is recognised")
		}
		if d.Answer(a.ID) != nil {
			r.Errorf(an.Pos, yamlpos.Quote(a.ID), "an id of its own", "two answers of %s have one id", d.ID)
			continue
		}
		d.Answers = append(d.Answers, a)
	}
	if len(d.Answers) == 0 {
		r.Errorf(n.Pos, "no answers", "at least one", "a dimension must have answers")
	}
	return d
}

func foundKeysOf(m *yamlpos.Node) string { return "the keys " + strings.Join(keysOf(m), ", ") }

func (r *dimensionReader) signs(m *yamlpos.Node) Signs {
	list := func(key string) []*Pattern {
		var out []*Pattern
		for _, n := range r.Items(m.Get(key)) {
			if p := r.pattern(n); p != nil {
				out = append(out, p)
			}
		}
		return out
	}
	return Signs{All: list("all"), Any: list("any"), None: list("none")}
}

// pattern reads the likeness of a statement. Its keys are those of statements,
// and mentions: and lacks:.
func (r *dimensionReader) pattern(n *yamlpos.Node) *Pattern {
	if n == nil || n.Kind != yamlpos.Map {
		r.Errorf(n.Pos, n.Kind.String(), "the likeness of a statement, as in {forbid: advance, mentions: own(to)}", "this is no pattern")
		return nil
	}
	p := &Pattern{Pos: n.Pos, node: n}
	var known []string
	for _, k := range kinds {
		if len(n.Keys) > 0 && n.Keys[0].Text == k.word {
			p.kind, p.keyword = k.word, k.word
			known = slices.Concat([]string{k.word}, k.keys, commonKeys, patternKeys)
			break
		}
	}
	if p.kind == "" {
		var words []string
		for _, k := range kinds {
			words = append(words, k.word)
		}
		r.Errorf(n.Pos, foundKeysOf(n), "one of: "+strings.Join(words, ", "), "a pattern must say first of what kind the statement is")
		return nil
	}
	if p.kind == "do" {
		p.kind = "change"
	}
	if r.Map(n, "a pattern", known...) == nil {
		return nil
	}
	p.lacks = r.Strings(n.Get("lacks"), "words that it lacks")
	for _, x := range r.Items(n.Get("mentions")) {
		e, err := parseCondition(x.Text)
		if err != nil {
			r.Errorf(x.Pos, err.found, err.expected, "%s", err.message)
			continue
		}
		p.mentions = append(p.mentions, e)
	}
	return p
}

// --- recognising -----------------------------------------------------------

// recogniser looks for patterns among the statements of one interpretation.
type recogniser struct {
	statements []*Statement
	byID       map[string]*Statement
	said       map[*Statement]*saying
}

func newRecogniser(list []*Statement) *recogniser {
	r := &recogniser{statements: list, byID: map[string]*Statement{}, said: map[*Statement]*saying{}}
	for _, s := range list {
		r.byID[s.ID] = s
	}
	return r
}

// matches reports whether a statement is like the pattern.
func (r *recogniser) matches(p *Pattern, s *Statement) bool {
	if s.Kind != p.kind {
		return false
	}
	for i, k := range p.node.Keys {
		if k.Text == "mentions" || k.Text == "lacks" {
			continue
		}
		if !r.alike(k.Text, p.node.Values[i], s.Node.Get(k.Text)) {
			return false
		}
	}
	for _, k := range p.lacks {
		if s.Node.Get(k) != nil {
			return false
		}
		for _, v := range items(s.arg()) {
			if v.Get(k) != nil {
				return false
			}
		}
	}
	for _, m := range p.mentions {
		if !r.mentions(s, m) {
			return false
		}
	}
	return true
}

// alike compares a pattern's value with a statement's: nothing, or _, stands for
// anything, _? for a part that may be left; of a list everything must be found,
// and what is played as often and in the same order; of a map every key. any
// stands for every act where acts are forbidden or excepted.
func (r *recogniser) alike(key string, want, have *yamlpos.Node) bool {
	switch {
	case have == nil:
		return false
	case want.Null || want.Kind == yamlpos.Scalar && (want.Text == "_" || want.Text == ""):
		return true
	case want.Kind == yamlpos.Map:
		if have.Kind == yamlpos.List {
			for _, v := range have.Values {
				if r.alike(key, want, v) {
					return true
				}
			}
			return false
		}
		for i, k := range want.Keys {
			if !r.alike(k.Text, want.Values[i], have.Get(k.Text)) {
				return false
			}
		}
		return have.Kind == yamlpos.Map
	case want.Kind == yamlpos.List && key == "play":
		left := items(have)
		for _, v := range want.Values {
			at := -1
			for i, h := range left {
				if r.alike("", v, h) {
					at = i
					break
				}
			}
			if at < 0 {
				return false
			}
			left = left[at+1:]
		}
		return true
	case want.Kind == yamlpos.List:
		for _, v := range want.Values {
			if !r.alike(key, v, have) {
				return false
			}
		}
		return true
	}
	for _, v := range items(have) {
		if v.Kind == yamlpos.Scalar && r.sameText(key, want.Text, v.Text) {
			return true
		}
	}
	return false
}

// sameText compares a word, a number or an expression of a pattern with that of
// a statement, also with what a name of the statement stands for.
func (r *recogniser) sameText(key, want, have string) bool {
	if have == want || have == "any" && (key == "forbid" || key == "except") {
		return true
	}
	if want == "_?" {
		return strings.HasSuffix(have, "?")
	}
	have = strings.TrimSuffix(have, "?")
	if have == want {
		return true
	}
	if actKeys[key] {
		return false
	}
	w, err := parseCondition(want)
	if err != nil {
		return false
	}
	h, err := parseCondition(have)
	for range 10 {
		if err != nil {
			return false
		}
		if r.sameShape(w, h) {
			return true
		}
		t := r.byID[h.text]
		if h.op != "name" || t == nil || t.Kind != "define" && t.Kind != "parameter" {
			return false
		}
		h, err = parseCondition(t.arg().Text)
	}
	return false
}

// mentions looks for an expression anywhere in what a statement says. What is
// seen by an opponent is not what the player sees: own(to) is not mentioned by
// their.own(to).
func (r *recogniser) mentions(s *Statement, m *expr) bool {
	for _, e := range r.says(s).said {
		if r.within(m, e) {
			return true
		}
	}
	return false
}

func (r *recogniser) within(m, e *expr) bool {
	if r.sameShape(m, e) {
		return true
	}
	if e.op == "their" {
		return false
	}
	for _, k := range e.kids {
		if r.within(m, k) {
			return true
		}
	}
	return false
}

// saying is every expression that a statement has, and the definitions and
// variables that it refers to, whose expressions are among them.
type saying struct {
	said []*expr
	by   map[*Statement]bool
}

func (r *recogniser) says(s *Statement) *saying {
	if known := r.said[s]; known != nil {
		return known
	}
	out := &saying{by: map[*Statement]bool{}}
	var gather func(s *Statement)
	gather = func(s *Statement) {
		if out.by[s] {
			return
		}
		out.by[s] = true
		eachExpression(s.Node, func(e *expr) {
			out.said = append(out.said, e)
			e.walk(func(k *expr) {
				if k.op != "name" && k.op != "call" {
					return
				}
				if t := r.byID[k.text]; t != nil && (t.Kind == "define" || t.Kind == "variable") {
					gather(t)
				}
			})
		})
	}
	gather(s)
	r.said[s] = out
	return out
}

// Uses lists the definitions, variables and parameters that statements refer to,
// and those that these refer to, each once, in the order of the statements; the
// statements given are not among them.
func (in *Interpretation) Uses(list []*Statement) []*Statement {
	r := newRecogniser(in.Statements)
	used := map[*Statement]bool{}
	var follow func(s *Statement)
	follow = func(s *Statement) {
		eachExpression(s.Node, func(e *expr) {
			e.walk(func(k *expr) {
				if k.op != "name" && k.op != "call" {
					return
				}
				t := r.byID[k.text]
				if t != nil && !used[t] && (t.Kind == "define" || t.Kind == "variable" || t.Kind == "parameter") {
					used[t] = true
					follow(t)
				}
			})
		})
	}
	for _, s := range list {
		follow(s)
	}
	var out []*Statement
	for _, s := range in.Statements {
		if used[s] && !slices.Contains(list, s) {
			out = append(out, s)
		}
	}
	return out
}

// actKeys are the words behind which acts and other rules are named, which are no
// expressions: bear-off is no difference.
var actKeys = map[string]bool{"allow": true, "forbid": true, "except": true, "on": true, "in": true, "outranks": true}

// eachExpression calls f with every text of a statement that reads as an
// expression, prose left out.
func eachExpression(n *yamlpos.Node, f func(*expr)) {
	switch n.Kind {
	case yamlpos.Map:
		for i, k := range n.Keys {
			if !prose[k.Text] && !actKeys[k.Text] && k.Text != "as" && k.Text != "settles" {
				eachExpression(n.Values[i], f)
			}
		}
	case yamlpos.List:
		for _, v := range n.Values {
			eachExpression(v, f)
		}
	default:
		if e, err := parseCondition(n.Text); err == nil {
			f(e)
		}
	}
}

// sameShape compares expressions; the name _ in the pattern stands for anything,
// a call without brackets for a call of anything, and a parameter of the statement
// also for its value. Definitions are looked through by mentions: and where one is
// the whole value, because what they are combined with is part of a shape.
func (r *recogniser) sameShape(want, have *expr) bool {
	if want.op == "name" && want.text == "_" {
		return true
	}
	if want.op == "name" && have.op == "call" && want.text == have.text {
		return true
	}
	if t := r.byID[have.text]; have.op == "name" && t != nil && t.Kind == "parameter" && (want.op != have.op || want.text != have.text) {
		value, err := parseCondition(t.arg().Text)
		return err == nil && value.op != "name" && r.sameShape(want, value)
	}
	if want.op != have.op || want.text != have.text || len(want.kids) != len(have.kids) {
		return false
	}
	for i := range want.kids {
		if !r.sameShape(want.kids[i], have.kids[i]) {
			return false
		}
	}
	return true
}

// met reports whether the signs are there, and which statements show it.
func (r *recogniser) met(s *Signs) ([]*Statement, bool) {
	var shown []*Statement
	find := func(p *Pattern) (hits []*Statement) {
		for _, st := range r.statements {
			if r.matches(p, st) {
				hits = append(hits, st)
			}
		}
		return hits
	}
	for _, p := range s.None {
		if len(find(p)) > 0 {
			return nil, false
		}
	}
	for _, p := range s.All {
		hits := find(p)
		if len(hits) == 0 {
			return nil, false
		}
		shown = append(shown, hits...)
	}
	any := len(s.Any) == 0
	for _, p := range s.Any {
		if hits := find(p); len(hits) > 0 {
			any = true
			shown = append(shown, hits...)
		}
	}
	var once []*Statement
	seen := map[*Statement]bool{}
	for _, st := range shown {
		if !seen[st] {
			seen[st] = true
			once = append(once, st)
		}
	}
	return once, any
}

// answer returns the first answer whose signs are there, and the statements.
func (r *recogniser) answer(d *Dimension) (*Answer, []*Statement) {
	for _, a := range d.Answers {
		if shown, ok := r.met(&a.Signs); ok {
			return a, shown
		}
	}
	return nil, nil
}

// Standing says how a dimension is settled.
type Standing string

// The standings. Moot is a dimension that does not arise.
const (
	Stated  Standing = "stated"   // by clauses
	Decided Standing = "decided"  // by the reading of a question
	Assumed Standing = "assumed"  // by statements without clauses, with a reason
	Open    Standing = "open"     // nothing settles it, and nothing says so
	Moot    Standing = "no issue" // it does not arise
)

// Settlement is what a ruleset says about a dimension.
type Settlement struct {
	Dimension  *Dimension
	Standing   Standing
	Answer     *Answer      // nil when no answer is recognised
	Statements []*Statement // that show the answer
	Questions  []*Question  // whose readings have something to say about it
	Declared   *Statement   // the statement settles: that says that nothing need be said
	// Mistaken is set when Declared names another answer than the rules show.
	Mistaken bool
}

// Clauses lists the clauses behind the statements, each once.
func (s *Settlement) Clauses() []ClauseRef {
	var out []ClauseRef
	seen := map[string]bool{}
	list := s.Statements
	if s.Declared != nil {
		list = append(list[:len(list):len(list)], s.Declared)
	}
	for _, st := range list {
		for _, c := range st.Warrant {
			if !seen[c.String()] {
				seen[c.String()] = true
				out = append(out, c)
			}
		}
	}
	sort.Slice(out, func(i, j int) bool {
		if out[i].Record != out[j].Record {
			return out[i].Record < out[j].Record
		}
		return out[i].N < out[j].N
	})
	return out
}

// Settlements says of each dimension how the interpretation settles it, and
// which questions have to do with it.
func (in *Interpretation) Settlements(dims []*Dimension) []Settlement {
	return in.settlements(dims, nil, in.swaps())
}

// settlements is Settlements with questions left out of account.
func (in *Interpretation) settlements(dims []*Dimension, without map[*Question]bool, swaps map[*Reading]swapped) []Settlement {
	base := newRecogniser(in.Statements)
	out := make([]Settlement, len(dims))
	for i, dim := range dims {
		s := &out[i]
		s.Dimension = dim
		s.Answer, s.Statements = base.answer(dim)
		for _, st := range in.Statements {
			if st.Kind == "settles" && st.arg().Text == dim.ID {
				s.Declared = st
				s.Mistaken = s.Answer == nil || s.Answer.ID != st.Node.Get("as").Text
			}
		}
	}
	in.questionsOf(dims, out, without, swaps)
	for i := range out {
		out[i].Standing = out[i].stand(base)
	}
	return out
}

// questionsOf finds the questions that have to do with each dimension: with one
// of their readings the answer is another, or a statement of the reading shows
// it, is referred to by what shows it, or settles it. A question that is moot
// decides nothing.
func (in *Interpretation) questionsOf(dims []*Dimension, out []Settlement, without map[*Question]bool, swaps map[*Reading]swapped) {
	for _, q := range in.Definition.Questions {
		if in.Readings[q.ID] == nil || without[q] {
			continue
		}
		concerns := make([]bool, len(dims))
		for _, r := range q.Readings {
			rec := newRecogniser(in.under(swaps[r]))
			own := map[*Statement]bool{}
			for _, s := range r.Statements {
				own[s] = true
			}
			for i, dim := range dims {
				if concerns[i] {
					continue
				}
				a, shown := rec.answer(dim)
				concerns[i] = a != out[i].Answer
				for _, s := range shown {
					for t := range rec.says(s).by {
						concerns[i] = concerns[i] || own[t]
					}
				}
				for _, s := range r.Statements {
					concerns[i] = concerns[i] || s.Kind == "settles" && s.arg().Text == dim.ID
				}
			}
		}
		for i := range dims {
			if concerns[i] {
				out[i].Questions = append(out[i].Questions, q)
			}
		}
	}
}

// swapped is what another reading of one question makes of the statements.
type swapped struct {
	gone    map[*Statement]bool
	brought []*Statement
}

// under lists the statements with another reading of one question.
func (in *Interpretation) under(sw swapped) []*Statement {
	list := make([]*Statement, 0, len(in.Statements)+len(sw.brought))
	for _, s := range in.Statements {
		if !sw.gone[s] {
			list = append(list, s)
		}
	}
	return append(list, sw.brought...)
}

// swaps says of each reading of the questions that arise what it takes away and
// what it brings. Where it cannot be played, or not with the others, it is judged
// by its own statements alone.
func (in *Interpretation) swaps() map[*Reading]swapped {
	out := map[*Reading]swapped{}
	before := map[*Statement]bool{}
	for _, s := range in.Statements {
		before[s] = true
	}
	for _, q := range in.Definition.Questions {
		now := in.Readings[q.ID]
		if now == nil {
			continue
		}
		for _, r := range q.Readings {
			if r == now {
				out[r] = swapped{}
				continue
			}
			sw := swapped{gone: map[*Statement]bool{}}
			if other, errs := in.Definition.Interpret(in.choiceWith(q, r)); len(errs) == 0 {
				after := map[*Statement]bool{}
				for _, s := range other.Statements {
					after[s] = true
					if !before[s] {
						sw.brought = append(sw.brought, s)
					}
				}
				for s := range before {
					sw.gone[s] = !after[s]
				}
			} else {
				sw.brought = r.Statements
				ids := map[string]bool{}
				for _, id := range r.Without {
					ids[id] = true
				}
				for _, s := range r.Statements {
					ids[s.Replaces] = s.Replaces != ""
				}
				for _, s := range in.Statements {
					sw.gone[s] = ids[s.ID] || ids[s.Replaces]
				}
			}
			out[r] = sw
		}
	}
	return out
}

// choiceWith chooses r for q, and of the others what is chosen, as far as they
// still arise.
func (in *Interpretation) choiceWith(q *Question, r *Reading) Choice {
	c := Choice{q.ID: r.ID}
	for id, other := range in.Readings {
		if o := in.Definition.Question(id); o != nil && o != q && other.ID != o.Default {
			c[id] = other.ID
		}
	}
	for id := range c {
		if id != q.ID && !in.Definition.arisesUnder(in.Definition.Question(id), c, 0) {
			delete(c, id)
		}
	}
	return c
}

// arisesUnder reports whether a question arises when c is chosen, which names
// questions by their ids. What depends on a question that does not arise does not
// arise either, so it does not matter which are taken out of c first.
func (d *Definition) arisesUnder(q *Question, c Choice, depth int) bool {
	for name, readings := range q.AskedWhen {
		o := d.Question(name)
		if o == nil || depth > len(d.Questions) || !d.arisesUnder(o, c, depth+1) {
			return false
		}
		chosen := c[o.ID]
		if chosen == "" {
			chosen = o.Default
		}
		if !contains(readings, chosen) {
			return false
		}
	}
	return true
}

func (s *Settlement) stand(r *recogniser) Standing {
	if s.Dimension.Arises.given() {
		if _, ok := r.met(&s.Dimension.Arises); !ok {
			return Moot
		}
	}
	settled := s.Statements
	if s.Declared != nil {
		settled = append(settled[:len(settled):len(settled)], s.Declared)
	}
	switch {
	case s.Answer == nil:
		return Open
	case len(s.Questions) > 0:
		return Decided
	case len(settled) == 0:
		return Open // an answer that only absence shows
	}
	for _, st := range settled {
		if len(st.Warrant) > 0 {
			return Stated
		}
	}
	return Assumed
}

// Assumptions lists the reasons given where no clause settles the dimension.
func (s *Settlement) Assumptions() []string {
	var out []string
	list := s.Statements
	if s.Declared != nil {
		list = append(list[:len(list):len(list)], s.Declared)
	}
	for _, st := range list {
		if st.Assumed != "" && !contains(out, st.Assumed) {
			out = append(out, st.Assumed)
		}
	}
	return out
}

// checkSettles looks up what statements settles: name.
func (c *Corpus) checkSettles(d *Definition, errs *yamlpos.Errors) {
	dims := c.DimensionsOf(d.Family)
	for _, s := range d.EveryStatement() {
		if s.Kind != "settles" {
			continue
		}
		var ids []string
		var dim *Dimension
		for _, x := range dims {
			ids = append(ids, x.ID)
			if x.ID == s.arg().Text {
				dim = x
			}
		}
		if dim == nil {
			errs.Add(s.arg().Pos, yamlpos.Quote(s.arg().Text), "a dimension of "+d.Family+" games: "+strings.Join(ids, ", "), "there is no such dimension%s", suggest(s.arg().Text, ids))
			continue
		}
		as := s.Node.Get("as")
		if as == nil {
			errs.Add(s.Pos, "no answer", "as: with an answer", "it is not said how %s is settled", dim.ID)
			continue
		}
		if dim.Answer(as.Text) == nil {
			var answers []string
			for _, a := range dim.Answers {
				answers = append(answers, a.ID)
			}
			errs.Add(as.Pos, yamlpos.Quote(as.Text), "an answer: "+strings.Join(answers, ", "), "%s has no such answer%s", dim.ID, suggest(as.Text, answers))
			continue
		}
		s.settles = [2]string{dim.Asks, dim.Answer(as.Text).Means}
	}
}
