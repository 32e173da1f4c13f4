package rulesets

import (
	"context"
	"io/fs"
	"maps"
	"math"
	"path"
	"slices"
	"sort"
	"strconv"
	"strings"
	"sync"

	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets/engine"
)

// Dimension is something that every game of a kind must settle, so that silence
// can be noticed and games can be compared. How a game settles it is found out by
// asking the compiled rules: their tables, what they permit and refuse at the
// decisions of random games, and what happens in these. Statements are looked at
// only to find what is behind an answer.
type Dimension struct {
	ID      string
	Family  string // the family of games it is asked of; AllGames for every game
	Asks    string
	Pos     yamlpos.Pos
	Arises  *Signs               // where these are not met, the question does not arise; nil: it always does
	About   []*Moves             // moves that have to do with it, besides those of the answers
	Value   string               // the fact that is the answer, a number for instance; "" where there are answers
	Answers []*Answer            // the first that is met is the answer
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
	// Detail is set on an answer such as "as stated": two games that give it agree
	// only if the statements behind it do.
	Detail bool
}

// Sentence is the answer as it stands in running text: a value is a word or a number.
func (a *Answer) Sentence() string {
	return strings.TrimSuffix(strings.ToUpper(a.Means[:1])+a.Means[1:], ".") + "."
}

// Signs say by what an answer is recognised; all that is given must be met.
type Signs struct {
	Permitted []*Moves // some move of one of these kinds is permitted
	Refused   []*Moves // some is refused
	Never     []*Moves // some is refused, and none of these kinds is ever permitted
	Barred    []*Moves // a rule refuses some of these, and nothing else
	Facts     []FactSign
}

// FactSign is a fact with the values that are looked for.
type FactSign struct {
	fact   *fact
	how    string // "is", "not", "has" or "least", as in the file
	values []string
}

// asked lists the moves that signs ask about.
func (s *Signs) asked() []*Moves {
	if s == nil {
		return nil
	}
	return slices.Concat(s.Permitted, s.Refused, s.Never, s.Barred)
}

// asked lists the moves that a dimension asks about.
func (d *Dimension) asked() []*Moves {
	list := slices.Concat(d.Arises.asked(), d.About)
	for _, a := range d.Answers {
		list = append(list, a.Signs.asked()...)
	}
	return list
}

// facts lists the facts by which a dimension is answered, and those by which it arises.
func (d *Dimension) facts(arises bool) []*fact {
	var out []*fact
	var signs []*Signs
	if arises {
		signs = append(signs, d.Arises)
	}
	for _, a := range d.Answers {
		signs = append(signs, &a.Signs)
	}
	for _, s := range signs {
		if s == nil {
			continue
		}
		for i := range s.Facts {
			if f := s.Facts[i].fact; !slices.Contains(out, f) {
				out = append(out, f)
			}
		}
	}
	if f := factNamed(d.Value); f != nil && !slices.Contains(out, f) {
		out = append(out, f)
	}
	return out
}

// closely reports whether some fact that it asks for takes looking closer at decisions.
func (d *Dimension) closely() bool {
	return slices.ContainsFunc(d.facts(true), func(f *fact) bool { return f.closely })
}

// lookingFacts lists the facts of dimensions that are found out at decisions, with
// those that they draw on, each once.
func lookingFacts(dims []*Dimension) []*fact {
	var out []*fact
	add := func(f *fact) {
		if f.at != nil && !slices.Contains(out, f) {
			out = append(out, f)
		}
	}
	for _, d := range dims {
		for _, f := range d.facts(true) {
			add(f)
			for _, name := range f.with {
				add(factNamed(name))
			}
		}
	}
	return out
}

// askedOf lists the moves that dimensions ask about.
func askedOf(dims []*Dimension) []*Moves {
	var out []*Moves
	for _, d := range dims {
		for _, m := range d.asked() {
			out = append(out, m)
			if m.beside != nil {
				out = append(out, m.beside)
			}
		}
	}
	return out
}

// Answer returns the answer of that id, or nil. Of a dimension whose answer is a
// value any text is one.
func (d *Dimension) Answer(id string) *Answer {
	for _, a := range d.Answers {
		if a.ID == id {
			return a
		}
	}
	if d.Value != "" && id != "" {
		return &Answer{ID: id, Means: id, Pos: d.Pos}
	}
	return nil
}

// DimensionsOf lists what a game of that family must settle: the dimensions of its
// family, then those of all games that the family does not ask in words of its own. A
// game of a family that nobody has described is asked, of other families, what arises
// only with certain equipment.
func (c *Corpus) DimensionsOf(family string) []*Dimension {
	var out []*Dimension
	asked := map[string]bool{}
	add := func(wanted func(*Dimension) bool) {
		for _, d := range c.Dimensions {
			if wanted(d) && !asked[d.ID] {
				out = append(out, d)
				asked[d.ID] = true
			}
		}
	}
	add(func(d *Dimension) bool { return d.Family == family })
	known := len(out) > 0
	add(func(d *Dimension) bool { return d.Family == AllGames })
	if !known {
		add(func(d *Dimension) bool { return d.Arises != nil })
	}
	return out
}

// Described reports whether there are dimensions of a family's own.
func (c *Corpus) Described(family string) bool { return slices.Contains(c.Families(), family) }

// Families lists the families that have dimensions of their own, sorted.
func (c *Corpus) Families() []string {
	var out []string
	for _, d := range c.Dimensions {
		if d.Family != AllGames && !slices.Contains(out, d.Family) {
			out = append(out, d.Family)
		}
	}
	slices.Sort(out)
	return out
}

// loadDimensions reads every file of dimensions. Families may share ids, for what
// is asked of each of them, also with the dimensions of all games.
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
					if o.ID == d.ID && o.Family == d.Family {
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
		if am := r.Map(a, "when a dimension arises", signKeys...); am != nil {
			d.Arises = r.signs(am)
		}
	}
	d.About = r.movesOf(m, "about")
	if v := m.Get("value"); v != nil {
		if f := r.factOf(v, v.Text); f != nil {
			d.Value = f.name
		}
		if m.Get("answers") != nil {
			r.Errorf(v.Pos, "value: and answers:", "one of them", "the answer is a value, or one of several answers")
		}
		return d
	}
	for _, an := range r.List(r.Need(m, "answers", "a dimension"), "the answers") {
		am := r.Map(an, "an answer", answerKeys...)
		if am == nil {
			continue
		}
		known := len(r.Errs)
		a := &Answer{Pos: an.Pos, Signs: *r.signs(am)}
		a.ID = r.String(r.Need(am, "id", "an answer"), "the id of an answer")
		a.Means = r.String(r.Need(am, "means", "an answer"), "what the answer means")
		a.Parallels = r.Strings(am.Get("parallels"), "games in which it is found")
		a.Detail = am.Get("detail") != nil && r.Bool(am.Get("detail"), "detail")
		if len(a.Signs.asked())+len(a.Signs.Facts) == 0 && len(r.Errs) == known {
			r.Errorf(an.Pos, foundKeysOf(am), "one of: "+strings.Join(signKeys, ", "), "it is not said how the answer is found out")
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

// movesOf reads the moves behind a key.
func (r *dimensionReader) movesOf(m *yamlpos.Node, key string) []*Moves {
	var out []*Moves
	for _, n := range r.Items(m.Get(key)) {
		if mv := r.moves(n); mv != nil {
			out = append(out, mv)
		}
	}
	return out
}

func (r *dimensionReader) signs(m *yamlpos.Node) *Signs {
	s := &Signs{Permitted: r.movesOf(m, "permitted"), Refused: r.movesOf(m, "refused"), Never: r.movesOf(m, "never"), Barred: r.movesOf(m, "barred")}
	for _, how := range []string{"is", "not", "has", "least"} {
		fm := m.Get(how)
		if fm == nil {
			continue
		}
		if fm.Kind != yamlpos.Map {
			r.Errorf(fm.Pos, fm.Kind.String(), "facts with values, as in {men: 15}", "%s: takes a map", how)
			continue
		}
		for i, k := range fm.Keys {
			if f := r.factOf(k, k.Text); f != nil {
				s.Facts = append(s.Facts, FactSign{f, how, r.Strings(fm.Values[i], "the values of "+f.name)})
			}
		}
	}
	return s
}

// factOf finds a fact by its name.
func (r *dimensionReader) factOf(at *yamlpos.Node, name string) *fact {
	if f := factNamed(name); f != nil {
		return f
	}
	var names []string
	for i := range facts {
		names = append(names, facts[i].name)
	}
	r.Errorf(at.Pos, yamlpos.Quote(name), "one of: "+strings.Join(names, ", "), "there is no such fact%s", suggest(name, names))
	return nil
}

// moves reads which moves are asked about: {act: advance, when: own(to) >= 1}.
func (r *dimensionReader) moves(n *yamlpos.Node) *Moves {
	m := r.Map(n, "moves that are asked about", movesKeys...)
	if m == nil {
		return nil
	}
	mv := &Moves{Pos: n.Pos, acts: m.Get("act"), when: m.Get("when")}
	for _, a := range r.Items(mv.acts) {
		if _, ok := engine.ActNamed(strings.ReplaceAll(a.Text, "_", "-")); !ok && a.Text != "any" {
			r.Errorf(a.Pos, yamlpos.Quote(a.Text), "an act: "+strings.Join(actWords, ", "), "there is no such act%s", suggest(a.Text, actWords))
		}
	}
	if mv.when != nil {
		if _, err := parseCondition(mv.when.Text); err != nil {
			r.Errorf(mv.when.Pos, err.found, err.expected, "%s", err.message)
		}
	}
	for _, key := range []string{"beside", "instead_of"} {
		if b := m.Get(key); b != nil {
			mv.beside, mv.samePart = r.moves(b), key == "instead_of"
		}
	}
	return mv
}

// --- finding out ------------------------------------------------------------

// met reports whether the signs are seen in a sample, which statements are behind
// that, whether it rests on what games showed, and where it was first seen.
func (s *Sample) met(g *Signs) (m met) {
	m.ok = true
	one := func(list []*Moves, want func(*seen) bool, by func(*seen) []map[int]int, permitted int) {
		if len(list) == 0 {
			return
		}
		m.sampled = true
		any := false
		for _, mv := range list {
			if o := s.of(mv); o != nil && want(o) {
				any = true
				m.by = append(m.by, by(o)...)
				m.seenAt(o.at[permitted])
			}
		}
		m.ok, m.fails = m.ok && any, m.fails || !any
	}
	refusing := func(o *seen) []map[int]int { return []map[int]int{oftenest(o.refusing)} }
	one(g.Permitted, func(o *seen) bool { return o.permitted > 0 }, func(o *seen) []map[int]int {
		return []map[int]int{o.lifting, s.dedicated(o)}
	}, 1)
	one(g.Refused, func(o *seen) bool { return o.refused > 0 }, refusing, 0)
	one(g.Never, func(o *seen) bool { return o.refused > 0 }, refusing, 0)
	for _, mv := range g.Never {
		o := s.of(mv)
		if o != nil && o.permitted > 0 {
			m.ok, m.fails = false, true
		}
	}
	if len(g.Barred) > 0 {
		m.sampled = true
		by := s.barring(g.Barred)
		m.by = append(m.by, by)
		m.ok = m.ok && len(by) > 0
	}
	for _, f := range g.Facts {
		value, by := f.fact.find(s)
		m.sampled = m.sampled || f.fact.ofGames()
		holds := f.holds(value)
		m.ok = m.ok && holds
		m.fails = m.fails || !holds && (value != "" || !f.fact.closely)
		if at, ok := s.spots[f.fact.name]; ok {
			m.seenAt(at)
		}
		counts := map[int]int{}
		for _, st := range by {
			counts[st]++
		}
		m.by = append(m.by, counts)
	}
	if !m.ok {
		m.by = nil
	}
	return m
}

// oftenest leaves out of a count what is seldom: statements that refuse such moves now
// and then, for another reason.
func oftenest(counts map[int]int) map[int]int {
	most, out := 0, map[int]int{}
	for _, n := range counts {
		most = max(most, n)
	}
	for st, n := range counts {
		if 4*n >= most {
			out[st] = n
		}
	}
	return out
}

// leastBarred is how many moves a rule must have refused before it is said that it
// refuses nothing else.
const leastBarred = 5

// barring are the statements that refuse such moves and no others.
func (s *Sample) barring(list []*Moves) map[int]int {
	out := map[int]int{}
	for _, mv := range list {
		if o := s.of(mv); o != nil {
			for st, n := range o.refusing {
				if n >= leastBarred && n == s.refusals[st] {
					out[st] = n
				}
			}
		}
	}
	return out
}

// met is what is seen of signs.
type met struct {
	ok, sampled bool
	fails       bool          // a sign is not there; where none fails and they are not met, too little was seen
	by          []map[int]int // statements
	at          *Spot         // where it was first seen
}

func (m *met) seenAt(at Spot) {
	if m.at == nil {
		m.at = &at
	}
}

// holds reports whether the value of a fact is one that is looked for.
func (f *FactSign) holds(value string) bool {
	switch {
	case value == "":
		return false // nothing tells
	case f.how == "not":
		return !slices.Contains(f.values, value)
	case f.how == "has":
		words := strings.Split(value, ", ")
		return slices.ContainsFunc(f.values, func(v string) bool { return slices.Contains(words, v) })
	case f.how == "least":
		n, err := strconv.Atoi(value)
		return err == nil && slices.ContainsFunc(f.values, func(v string) bool {
			least, err := strconv.Atoi(v)
			return err == nil && n >= least
		})
	}
	return slices.Contains(f.values, value)
}

// settle says how the interpretation of a sample settles a dimension.
func (s *Sample) settle(dim *Dimension) Settlement {
	out := Settlement{Dimension: dim, sample: s}
	if dim.Arises != nil {
		if m := s.met(dim.Arises); !m.ok {
			if m.fails || dim.Family != AllGames && dim.Family != s.Game.Definition.Family {
				out.Standing = Moot // what other families are asked arises only where that is seen
			}
			return out
		}
	}
	if dim.Value != "" {
		f := factNamed(dim.Value)
		value, by := f.find(s)
		if value != "" {
			counts := map[int]int{}
			for _, st := range by {
				counts[st]++
			}
			out.Answer, out.Statements, out.Sampled = &Answer{ID: value, Means: value, Pos: dim.Pos}, s.statements(counts), f.ofGames()
			if at, ok := s.spots[f.name]; ok {
				out.At = &at
			}
		}
		return out
	}
	for _, a := range dim.Answers {
		if m := s.met(&a.Signs); m.ok {
			out.Answer, out.Statements, out.Sampled, out.At = a, s.statements(m.by...), m.sampled, m.at
			break
		}
	}
	return out
}

// Uses lists the definitions, variables and parameters that statements refer to,
// and those that these refer to, each once, in the order of the statements; the
// statements given are not among them.
func (in *Interpretation) Uses(list []*Statement) []*Statement {
	byID := map[string]*Statement{}
	for _, s := range in.Statements {
		byID[s.ID] = s
	}
	used := map[*Statement]bool{}
	var follow func(s *Statement)
	follow = func(s *Statement) {
		eachExpression(s.Node, func(e *expr) {
			e.walk(func(k *expr) {
				if k.op != "name" && k.op != "call" {
					return
				}
				t := byID[k.text]
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

// likeness is what a statement says, without what is talk about it.
func likeness(n *yamlpos.Node) string {
	var b strings.Builder
	switch n.Kind {
	case yamlpos.Map:
		for i, k := range n.Keys {
			if !prose[k.Text] {
				b.WriteString(k.Text + ":" + likeness(n.Values[i]) + ";")
			}
		}
	case yamlpos.List:
		for _, v := range n.Values {
			b.WriteString(likeness(v) + ",")
		}
	default:
		b.WriteString(n.Text)
	}
	return b.String()
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
	Answer     *Answer      // nil when none was seen: that is no claim
	Statements []*Statement // that are behind the answer
	Questions  []*Question  // whose readings have something to say about it
	Declared   *Statement   // the statement settles: that claims an answer
	// Mistaken is set when Declared claims another answer than is found.
	Mistaken bool
	// Sampled is set when the answer rests on what was seen in games; At is then
	// where, if it was at a single move.
	Sampled bool
	At      *Spot

	sample *Sample
}

// Seen says how the answer was found out.
func (s *Settlement) Seen() string {
	switch {
	case s.sample == nil:
		return ""
	case s.Sampled || s.Answer == nil:
		return s.sample.Looked()
	}
	return "from the tables of the compiled rules"
}

// Key tells answers apart that are not the same: by what they are, and, for those
// that refer to what is stated, by the statements behind them and what these use.
func (s *Settlement) Key() string {
	if s.Answer == nil {
		return ""
	}
	key := s.Answer.ID
	if s.Answer.Detail {
		list := s.Statements
		if s.sample != nil {
			list = slices.Concat(list, s.sample.Game.Interpretation.Uses(list))
		}
		for _, st := range list {
			key += "\x00" + likeness(st.Node)
		}
	}
	return key
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

// Settlements says of each dimension how the interpretation settles it, and which
// questions have to do with it. It plays games to find out; when ctx is done it has
// looked less far. What a family that is not its own asks is left out where
// nothing settles it.
func (in *Interpretation) Settlements(ctx context.Context, dims []*Dimension) []Settlement {
	s, errs := in.sample(ctx, dims, usualBounds)
	out := make([]Settlement, len(dims))
	if len(errs) > 0 {
		for i, d := range dims {
			out[i] = Settlement{Dimension: d, Standing: Open}
		}
		return out
	}
	s.endings(ctx)
	for i, dim := range dims {
		out[i] = s.settle(dim)
		out[i].declared(in)
	}
	in.questionsOf(ctx, s, out)
	for i := range out {
		out[i].stand()
	}
	return slices.DeleteFunc(out, func(x Settlement) bool {
		// What other families are asked need not be settled.
		return x.Standing == Open && x.Dimension.Family != AllGames && x.Dimension.Family != in.Definition.Family
	})
}

// SampleSeed is that of every sample, so that the same question gets the same answer.
const SampleSeed = 1

// declared looks for a statement that claims an answer.
func (s *Settlement) declared(in *Interpretation) {
	for _, st := range in.Statements {
		if st.Kind == "settles" && st.arg().Text == s.Dimension.ID {
			s.Declared = st
			s.Mistaken = s.Answer != nil && s.Answer.ID != st.Node.Get("as").Text
		}
	}
}

// questionsOf finds the questions that have to do with each dimension: one of their
// readings takes away or brings a statement that is behind the answer, or settles
// it, or something else is permitted or refused among the moves that the dimension
// asks about.
func (in *Interpretation) questionsOf(ctx context.Context, base *Sample, out []Settlement) {
	swaps := in.swaps()
	used := make([][]*Statement, len(out)) // by the statements behind each answer
	for i := range out {
		used[i] = in.Uses(out[i].Statements)
	}
	for _, q := range in.Definition.Questions {
		now := in.Readings[q.ID]
		if now == nil {
			continue
		}
		concerns := make([]bool, len(out))
		for _, r := range q.Readings {
			sw := swaps[r]
			for i := range out {
				concerns[i] = concerns[i] || out[i].touched(sw, used[i])
			}
			if r == now || ctx.Err() != nil {
				continue
			}
			if other := sw.in; other != nil {
				base.compare(ctx, other, sw, out, concerns)
			}
		}
		for i := range out {
			if concerns[i] && out[i].Standing != Moot {
				out[i].Questions = append(out[i].Questions, q)
			}
		}
	}
}

// touched reports whether a swap of readings takes away what is behind the answer, or
// what that uses, or brings a claim about it.
func (s *Settlement) touched(sw swapped, used []*Statement) bool {
	for _, st := range slices.Concat(s.Statements, used) {
		if sw.gone[st] {
			return true
		}
	}
	return slices.ContainsFunc(sw.brought, func(st *Statement) bool {
		return st.Kind == "settles" && st.arg().Text == s.Dimension.ID
	})
}

// compare marks the dimensions of which another interpretation says something else: at
// the positions kept, by a fact, or in games of its own where these are looked at closely.
func (s *Sample) compare(ctx context.Context, other *Interpretation, sw swapped, out []Settlement, concerns []bool) {
	far := bounds{}
	if s.closely {
		far = bounds{plies: otherPlies, decisions: sampleOther}
	}
	t, errs := other.sample(ctx, s.dims, far)
	if len(errs) > 0 {
		return
	}
	var differ map[*Moves]bool
	if !s.closely {
		differ = s.differ(t)
	}
	told := s.toldOtherwise(t)
	for i := range out {
		dim := out[i].Dimension
		switch {
		case concerns[i]:
		case s.factsDiffer(t, sw, dim), slices.ContainsFunc(dim.facts(false), func(f *fact) bool {
			return told[f] || f.at == nil && slices.ContainsFunc(f.with, func(name string) bool { return told[factNamed(name)] })
		}):
			concerns[i] = true
		case !s.closely:
			concerns[i] = slices.ContainsFunc(dim.asked(), func(m *Moves) bool { return differ[m] })
		case out[i].Answer != nil && (dim.closely() || len(dim.asked()) > 0):
			a := t.settle(dim).Answer
			concerns[i] = a != nil && a.ID != out[i].Answer.ID
		}
	}
}

// toldOtherwise says of which facts the contrary is to be said of t at the positions that
// s has kept.
func (s *Sample) toldOtherwise(t *Sample) map[*fact]bool {
	told := map[*fact]bool{}
	if len(s.looking) == 0 {
		return told
	}
	said := [2]resting{{}, {}} // at the positions where they part
	both, w := resting{}, s.watcher()
	s.partings(t, func(p *parted) {
		for _, f := range s.looking {
			if !told[f] && p.contrary(f) != nil {
				told[f] = true
			}
		}
		said[0].add(s.looking, p.looks[0])
		said[1].add(s.looking, p.looks[1])
	}, func(i int) { both.merge(s.restingAt(i, w)) })
	for i := range said {
		for f, words := range said[i] {
			for w := range words {
				told[f] = told[f] || !said[1-i][f][w] && !both[f][w]
			}
		}
	}
	return told
}

// factsDiffer reports whether a fact that a dimension asks for is another one in t,
// or has other statements behind it. What happened in games is judged by the statements
// alone.
func (s *Sample) factsDiffer(t *Sample, sw swapped, dim *Dimension) bool {
	differs := func(f *fact) bool {
		if f.closely {
			return false // the answers are compared
		}
		b, by := f.find(t)
		if slices.ContainsFunc(by, func(st int) bool { return slices.Contains(sw.brought, t.Game.Statements[st]) }) {
			return true
		}
		if f.sampled {
			return slices.ContainsFunc(f.tries, func(tr *trial) bool { return s.part(t, tr) })
		}
		a, _ := f.find(s)
		return a != b
	}
	return slices.ContainsFunc(dim.facts(false), differs)
}

// differ says of which moves something else is permitted or refused in t than in s, at
// the positions that s has kept: of those that make up the most of what differs,
// more often than by chance. Almost every rule has an effect on moves of almost every
// kind; what it is about are these.
func (s *Sample) differ(t *Sample) map[*Moves]bool {
	out := map[*Moves]bool{}
	for m, k := range s.index {
		if (k < 0) != (t.index[m] < 0) {
			out[m] = true
		}
	}
	c, err := NewCarrier(s.Game, t.Game)
	if err != nil || !sameWays(s.Game.Program, t.Game.Program) {
		return out // what stands where means something else
	}
	a, b := s.watcher(), t.watcher()
	all, changed, hits, asked := 0, 0, map[*Moves]int{}, map[*Moves]int{}
	for _, st := range s.kept {
		a.st.CopyFrom(st)
		other, err := c.Carry(st, nil, nil)
		if err != nil || other.Status() != engine.Decision {
			continue
		}
		b.st = other
		x, y := a.standings(), b.standings()
		all += len(x)
		for key, v := range x {
			for _, m := range v.about {
				asked[m]++
			}
			if w, known := y[key]; known && v.permitted == w.permitted {
				delete(x, key)
			} else {
				v.about = append(v.about, w.about...)
				x[key] = v
			}
			delete(y, key)
		}
		maps.Copy(x, y)
		changed += len(x)
		for _, v := range x {
			slices.SortFunc(v.about, func(a, b *Moves) int { return a.Pos.Compare(b.Pos) })
			for _, m := range slices.Compact(v.about) {
				hits[m]++
			}
		}
	}
	for m, n := range hits {
		byChance := math.Pow(float64(asked[m])/float64(all), float64(n))
		out[m] = out[m] || 4*n >= 3*changed && byChance < 0.02
	}
	return out
}

// sameWays reports whether the men of two programs go the same ways.
func sameWays(p, q *engine.Program) bool {
	return slices.EqualFunc(p.CellOf, q.CellOf, slices.Equal) && slices.EqualFunc(p.Next, q.Next, slices.Equal)
}

// standing is what becomes of a move at a decision, and who asks about it.
type standing struct {
	permitted bool
	about     []*Moves
}

// moveKey is a move as two programs understand it.
type moveKey struct {
	act            engine.Act
	part           string
	from, to, over int16
	class, men     uint8
	sparing        bool
}

// standings are those of all moves of the decision, permitted and refused.
func (w *watcher) standings() map[moveKey]standing {
	e, out := w.offered(w.in.Explain(w.st)), map[moveKey]standing{}
	key := func(m *engine.Move) moveKey {
		return moveKey{m.Act, w.p.Parts[m.Part].Name, m.From, m.To, m.Over, m.Class, m.Men, m.Sparing}
	}
	for i := range e.Moves {
		if e.Moves[i].Act != engine.Pass {
			out[key(&e.Moves[i])] = standing{permitted: true}
		}
	}
	for i := range e.Refused {
		out[key(&e.Refused[i].Move)] = standing{}
	}
	w.each(e, func(probe int, m *engine.Move, _ *engine.Refusal) {
		v := out[key(m)]
		v.about = append(v.about, w.s.asks[probe])
		out[key(m)] = v
	})
	return out
}

// swapped is what another reading of one question makes of the statements.
type swapped struct {
	in      *Interpretation // nil where it cannot be played, or not with the others
	gone    map[*Statement]bool
	brought []*Statement
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
				if r.Playable() {
					sw.in = other
				}
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

// stand sets the standing, once everything else is known.
func (s *Settlement) stand() {
	if s.Standing == Moot {
		return
	}
	settled := s.Statements
	if s.Declared != nil {
		settled = append(settled[:len(settled):len(settled)], s.Declared)
	}
	s.Standing = Assumed
	switch {
	case s.Answer == nil && s.Declared == nil:
		s.Standing = Open
	case len(s.Questions) > 0:
		s.Standing = Decided
	case len(settled) == 0:
		s.Standing = Open // it is played so, and nothing says so
	}
	for _, st := range settled {
		if len(st.Warrant) > 0 && s.Standing == Assumed {
			s.Standing = Stated
		}
	}
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
		if dim == nil && !c.Described(d.Family) {
			d.Unasked = append(d.Unasked, s)
			continue
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
		answer := dim.Answer(as.Text)
		if answer == nil {
			var answers []string
			for _, a := range dim.Answers {
				answers = append(answers, a.ID)
			}
			errs.Add(as.Pos, yamlpos.Quote(as.Text), "an answer: "+strings.Join(answers, ", "), "%s has no such answer%s", dim.ID, suggest(as.Text, answers))
			continue
		}
		s.settles = [2]string{dim.Asks, answer.Means}
	}
}
