package dimension

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/ast"
	"github.com/lectio/lectio/rulesets/dimension/trial"
	"github.com/lectio/lectio/rulesets/edition"
)

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
	Dimension *Dimension `json:"dimension"`
	Family    string     `json:"family"`
	Asks      string     `json:"asks"` // what the dimension asks, in the words of the game: of stones where its men are stones
	Standing  Standing   `json:"standing"`
	Answer    *Answer    `json:"answer"` // nil when none was seen: that is no claim
	// Words is the answer in words. Where it refers to what is stated, that follows: an
	// answer that leaves the reader to look for it tells half.
	Words     string                `json:"means"`
	Clauses   []rulesets.ClauseRef  `json:"clauses"`    // behind the statements, each once
	Questions []*rulesets.Question  `json:"questions"`  // whose readings have something to say about it
	Resting   []*rulesets.Statement `json:"statements"` // those behind the answer, and Declared
	Assumed   []string              `json:"assumed"`    // the reasons given where no clause settles the dimension
	Parallels []string              `json:"parallels"`  // where else the answer is given

	Statements []*rulesets.Statement `json:"-"` // that are behind the answer
	Declared   *rulesets.Statement   `json:"-"` // the statement settles: that claims an answer
	// Mistaken is set when Declared claims another answer than what is so.
	Mistaken bool `json:"-"`
	// Sampled is set when the answer rests on what was seen in games; At is then
	// where, if it was at a single move.
	Sampled bool        `json:"-"`
	At      *trial.Spot `json:"-"`
	// Unseen is on how many occasions what the answer denies could have been seen, and was not; 0 where the
	// answer does not rest on that.
	Unseen int `json:"unseen"`
	// FoundOut is how the answer was found out.
	FoundOut string `json:"found"`

	sample *Sample
	never  bool // it asks for a value, and by the tables of the compiled rules does not arise
}

// Is is what is so: the answer that is found, or that a value which is asked for does not
// arise, where the tables of the compiled rules show it; nil where nothing tells. That games do
// not show that it arises is no such proof: it may under another reading, for which a statement
// stands. Nor does it make a claim without a value false: where no position can come back,
// nothing follows if one does.
func (s *Settlement) Is() *Answer {
	if s.Answer == nil && s.never {
		return doesNotArise
	}
	return s.Answer
}

// Means is the answer in the words of the game: the one that is found, or else what a statement claims; ""
// where there is neither, or the dimension does not arise.
func (s *Settlement) Means() string {
	switch {
	case s.Standing == Moot:
		return ""
	case s.Answer != nil:
		return s.inItsWords(s.Answer.Means)
	case s.Declared != nil:
		return s.inItsWords(s.Declared.Settled[1]) + " (claimed, and not seen in play)"
	}
	return ""
}

// Seen says how the answer was found out.
func (s *Settlement) Seen() string {
	switch {
	case s.sample == nil:
		return ""
	case s.Sampled || s.Is() == nil:
		if s.Unseen > 0 {
			return fmt.Sprintf("not seen on %d occasions, %s", s.Unseen, s.sample.Looked())
		}
		return s.sample.Looked()
	}
	return "from the tables of the compiled rules"
}

// Sentence is what is so as it stands in running text: a value is a word or a number.
func (s *Settlement) Sentence() string { return sentenceOf(s.inItsWords(s.Is().Means)) }

// Sentence is the answer as it stands in running text.
func (a *Answer) Sentence() string { return sentenceOf(a.Means) }

func sentenceOf(answer string) string {
	return strings.TrimSuffix(edition.Capitalised(answer), ".") + "."
}

func (s *Settlement) inItsWords(text string) string {
	if s.sample == nil {
		return text
	}
	return edition.InItsWords(s.sample.Game)(text)
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
			key += "\x00" + st.Likeness()
		}
	}
	return key
}

// words is what is told as Words.
func (s *Settlement) words() string {
	words := s.Means()
	if s.Standing == Moot || s.Answer == nil || !s.Answer.Detail || s.sample == nil || len(s.Statements) == 0 {
		return words
	}
	words = strings.TrimSuffix(words, ".") + ":"
	for _, st := range s.Statements {
		words += " " + edition.Sentence(s.sample.Game, st)
	}
	return words
}

// tell tells of a settlement what follows from its answer and the statements behind it, once these are known.
func (s *Settlement) tell() {
	s.Family, s.Asks, s.Words, s.FoundOut = s.Dimension.Family, s.inItsWords(s.Dimension.Asks), s.words(), s.Seen()
	s.Clauses, s.Assumed, s.Parallels = []rulesets.ClauseRef{}, []string{}, []string{}
	s.Questions, s.Resting = append([]*rulesets.Question{}, s.Questions...), append([]*rulesets.Statement{}, s.Statements...)
	if s.Declared != nil {
		s.Resting = append(s.Resting, s.Declared)
	}
	seen := map[string]bool{}
	for _, st := range s.Resting {
		for _, c := range st.Warrant {
			if !seen[c.String()] {
				seen[c.String()] = true
				s.Clauses = append(s.Clauses, c)
			}
		}
		if st.Assumed != "" && !slices.Contains(s.Assumed, st.Assumed) {
			s.Assumed = append(s.Assumed, st.Assumed)
		}
	}
	slices.SortFunc(s.Clauses, func(a, b rulesets.ClauseRef) int {
		return cmp.Or(cmp.Compare(a.Record, b.Record), cmp.Compare(a.N, b.N))
	})
	if a := s.Answer; a != nil {
		for _, ref := range a.Parallels {
			s.Parallels = append(s.Parallels, ref.String())
		}
		for _, game := range a.Told {
			s.Parallels = append(s.Parallels, "named in the literature: "+game)
		}
		for _, game := range a.Known {
			s.Parallels = append(s.Parallels, "general knowledge: "+game)
		}
	}
}

// declared looks for a statement that claims an answer.
func (s *Settlement) declared(in *rulesets.Interpretation) {
	for _, st := range in.Statements {
		if b, ok := st.Body.(*ast.Settles); ok && b.Dimension.Text == s.Dimension.ID {
			s.Declared = st
			is, as := s.Is(), b.As.Text
			// That there is no such value is so as well where it does not arise.
			s.Mistaken = is != nil && is.ID != as && !(is == doesNotArise && as == "none")
		}
	}
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

// met is what is seen of signs.
type met struct {
	ok, sampled bool
	fails       bool          // a sign is not there; where none fails and they are not met, too little was seen
	by          []map[int]int // statements
	at          *trial.Spot   // where it was first seen
	unseen      int           // on how many occasions what is not so was not seen
}

func (m *met) seenAt(at trial.Spot) {
	if m.at == nil {
		m.at = &at
	}
}

// met reports whether the signs are seen in a sample, which statements are behind
// that, whether it rests on what games showed, and where it was first seen.
func (s *Sample) met(g *Signs) (m met) {
	m.ok = true
	one := func(list []*Moves, what string, by func(*Moves) []map[int]int) {
		if len(list) == 0 {
			return
		}
		m.sampled = true
		any := false
		for _, mv := range list {
			if t := s.of(mv, what); t.n > 0 {
				any = true
				m.by = append(m.by, by(mv)...)
				m.seenAt(*t.at)
			}
		}
		m.ok, m.fails = m.ok && any, m.fails || !any
	}
	refusing := func(mv *Moves) []map[int]int { return []map[int]int{oftenest(s.of(mv, "refused").by)} }
	one(g.Permitted, "permitted", func(mv *Moves) []map[int]int {
		return []map[int]int{s.of(mv, "lifted").by, s.dedicated(mv)}
	})
	one(g.Refused, "refused", refusing)
	one(g.Never, "refused", refusing)
	if slices.ContainsFunc(g.Never, func(mv *Moves) bool { return s.of(mv, "permitted").n > 0 }) {
		m.ok, m.fails = false, true
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
		found := s.found[f.fact.name]
		if m.unseen = max(m.unseen, found.unseen); found.at != nil {
			m.seenAt(*found.at)
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
		for st, n := range s.of(mv, "refused").by {
			if n >= leastBarred && n == s.refusals[st] {
				out[st] = n
			}
		}
	}
	return out
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
			if m.fails || dim.Family != rulesets.AllGames && dim.Family != s.Game.Definition.Family {
				out.Standing = Moot // what other families are asked arises only where that is seen
				out.never = dim.Value != "" && m.fails && !m.sampled && !slices.ContainsFunc(dim.Arises.Facts, func(f FactSign) bool { return f.fact.ofGames() })
			}
			return out
		}
	}
	if dim.Value != "" {
		f := dim.value
		value, by := f.find(s)
		if value != "" {
			counts := map[int]int{}
			for _, st := range by {
				counts[st]++
			}
			out.Answer, out.Statements, out.Sampled = dim.answer(value), s.statements(counts), f.ofGames()
			out.At, out.Unseen = s.found[f.name].at, s.found[f.name].unseen
		}
		return out
	}
	for _, a := range dim.Answers {
		if m := s.met(&a.Signs); m.ok {
			out.Answer, out.Statements, out.Sampled, out.At, out.Unseen = a, s.statements(m.by...), m.sampled, m.at, m.unseen
			break
		}
	}
	return out
}

// By says briefly what settles the dimension: the questions and clauses, or else
// what is assumed. name is that of ClauseRanges.
func (s *Settlement) By(name func(record string) string) string {
	var parts []string
	for _, q := range s.Questions {
		parts = append(parts, q.Name())
	}
	if text := rulesets.ClauseRanges(s.Clauses, name); text != "" {
		parts = append(parts, text)
	}
	if len(parts) == 0 {
		parts = s.Assumed
	}
	return strings.Join(parts, ", ")
}

// SettledBesides says what an interpretation decides without a statement of its own, as
// that a man need not be taken: the answer that silence gives is part of the rules, and a
// player who is not told it would have to guess. Nor does a statement stand that claims
// what holds under another reading: what is so is told in its place.
func SettledBesides(list []Settlement) (out []string) {
	for i := range list {
		s := &list[i]
		if s.Mistaken || s.Standing == Decided && len(s.Statements) == 0 && s.Declared == nil {
			out = append(out, s.Asks+" "+s.Sentence())
		}
	}
	return out
}

// dedicated are the permissions that gave moves of that kind and no others: without
// them there would be none.
func (s *Sample) dedicated(m *Moves) map[int]int {
	out := map[int]int{}
	for st, n := range s.of(m, "permitted").by {
		if n != s.moves[st] {
			return nil
		}
		out[st] = n
	}
	return out
}
