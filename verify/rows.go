package verify

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/verify/measure"
	"github.com/lectio/lectio/verify/playout"
)

// Ranking is a question's place by consequence: first those that change play and that the
// texts leave open, then those about ends that the ruleset adds of its own, then those that change
// what is counted only; within these by the gravest aspect of play of which it changes
// something, as far as the corrected interval guarantees it; then by the largest such
// change, in units of the base's spread; then by the share of decisions touched, then of
// games.
type Ranking struct {
	Ruleset    string
	Question   *rulesets.Question
	Rank       int // from 1; equals share one
	Class      Class
	Guaranteed float64
	Change     *Change  // that it comes from; nil when nothing is guaranteed
	Recount    *Recount // by a reading that was seen to change what is counted and no more
	Decisions  *Touched // the reading that touches most decisions
	Games      *Touched // and most games
	// Same is in how many of [Drawings] drawings from the games played the question has
	// this place, and Shared are the questions that change the order with it in more than
	// one of twenty: they share its place. Both are nothing where nothing is guaranteed.
	Same   int
	Shared []*rulesets.Question
	Cut    bool // the run was stopped before all that this rests on was done
}

// Class is what kind of doubt a question is. The lesser are told first.
type Class int

// The classes.
const (
	Open       Class = iota // the texts leave it open, and it changes play
	Addition                // it is about an end that the ruleset adds and no text has, and changes play
	RandomOnly              // it changes games at random, and was not seen to change those between programs that learned
	Counting                // it changes what is counted, and not what is played
	NoChange                // nothing was seen that chance could not have done
)

// Drawings is by how many drawings of as many games as were played places are tried.
const Drawings = 100

// Firm reports whether the place would be the same with other games: it is in 95 of a
// hundred drawings.
func (r *Ranking) Firm() bool {
	return r.Change != nil && len(r.Shared) == 0 && r.Same*20 >= 19*Drawings
}

// Share is the share of games or of decisions touched, 0 where there were none.
func (x *Touched) Share(games bool) float64 {
	if x == nil {
		return 0
	}
	e := x.Decisions
	if games {
		e = x.Games
	}
	if e.N == 0 {
		return 0
	}
	return e.Value
}

// PlaceWords says with which questions a place is shared, by what they are called, or else how
// far it is not firm, "" where it is.
func (r *Ranking) PlaceWords(called func(*rulesets.Question) string) string {
	switch {
	case r.Change == nil || r.Firm():
		return ""
	case len(r.Shared) == 0:
		return fmt.Sprintf("the same in %d of %d drawings of other games from these at random", r.Same, Drawings)
	}
	var names []string
	for _, q := range r.Shared[:min(len(r.Shared), sharedNamed)] {
		names = append(names, called(q))
	}
	if more := len(r.Shared) - len(names); more > 0 {
		names = append(names, fmt.Sprintf("%d more", more))
	}
	return "shared with " + strings.Join(names, ", ")
}

// sharedNamed is how many questions are named that share a place.
const sharedNamed = 3

// Weighing holds the weight of a question against what its readings did in play.
type Weighing struct {
	Ruleset  string             `json:"ruleset"`
	Question *rulesets.Question `json:"question"`
	// Shown is the weight that play shows; 0 when the sample does not tell.
	Shown int `json:"-"`
	// Off is Shown less the weight given, where the two can be said to differ:
	// above 0 the weight is too low, below 0 too high.
	Off int `json:"off"`
	// Worst is the place among the weights of the ruleset that are too low, or too
	// high, from 1; 0 when it is not named.
	Worst int    `json:"worst,omitempty"`
	Why   string `json:"why"` // what was measured, in words
	// Pairs and Decisions are the smallest samples of any reading.
	Pairs     int  `json:"pairs"`
	Decisions int  `json:"decisions"`
	Cut       bool `json:"interrupted,omitempty"` // the run was stopped before all that this rests on was done

	Size float64 `json:"-"` // of the consequence, by which the worst are told
}

// MarshalJSON writes the weighing, with null for the weight that play shows when the sample does not tell.
func (w Weighing) MarshalJSON() ([]byte, error) {
	type plain Weighing
	return json.Marshal(struct {
		Weight int  `json:"weight"`
		Shown  *int `json:"shown"`
		plain
	}{w.Question.Weight, rulesets.OrNull(w.Shown), plain(w)})
}

// Metrics are the statistics of one interpretation.
type Metrics struct {
	Ruleset        string       `json:"ruleset"`
	Interpretation string       `json:"interpretation"` // as Interpretation.Name writes it
	Play           measure.Play `json:"agent"`          // whose games Stats are of
	*playout.Stats
	// Unlearned says why there are no games between programs that learned the ruleset though programs learned the default; "" else.
	Unlearned string `json:"unlearned,omitempty"`
	Cut       bool   `json:"interrupted,omitempty"` // the run was stopped before all that this rests on was done

	Question string `json:"-"` // the question whose reading it plays; "" for the default
	Reading  string `json:"-"`
	Default  bool   `json:"-"`
	// Base names the interpretation with whose games these are compared, number by
	// number: the one that differs in this reading alone. It is the default unless
	// the question does not arise there, and "" in rows that are such a base.
	Base string `json:"-"`
	// Learned are the games between programs that learned the default, by training; nil where there are none.
	Learned   []*playout.Stats `json:"-"`
	Retrained bool             `json:"-"` // the programs learned the reading itself
	// Searched are games between programs that search, following [SearchedLines] for each decision; nil where none were played.
	Searched *playout.Stats `json:"-"`

	Frame  measure.Frame  `json:"-"` // what its figures can be of
	Match  int            `json:"-"` // points to which games are played one after another, 0 for a single game
	Ending *playout.Stats `json:"-"` // by which it is told whether games end
}

// MarshalJSON writes the statistics, with those of the games between programs that learned, by training.
func (m *Metrics) MarshalJSON() ([]byte, error) {
	type plain Metrics
	of := func(id string) playout.Estimate { return m.Frame.Figure(id, m.Stats) }
	out := struct {
		*plain
		MovesPerGame    playout.Estimate `json:"moves_a_game"` // without passes and stops
		Plies           playout.Estimate `json:"plies"`        // with them
		FirstPlayer     playout.Estimate `json:"first_player_share"`
		Drawishness     playout.Estimate `json:"drawishness"`
		Completion      playout.Estimate `json:"completion"`
		Timeouts        playout.Estimate `json:"timeouts"`
		Balance         playout.Estimate `json:"balance"`
		TurnsPerGame    playout.Estimate `json:"turns_a_game"`
		DecisionMoves   playout.Estimate `json:"decision_moves"`
		BranchingFactor playout.Estimate `json:"branching_factor"`
		Branching       playout.Number   `json:"branching"`
		Learned         []*Metrics       `json:"learned,omitempty"`
	}{
		(*plain)(m), of("moves_without_passes"), of("moves"), m.FirstPlayer(), m.Drawishness(), m.Completion(), m.Timeouts(), m.Balance(),
		of("turns"), of("decisions"), of("branching"), playout.Number(m.Branching()), nil,
	}
	for _, s := range m.Learned {
		out.Learned = append(out.Learned, &Metrics{Ruleset: m.Ruleset, Interpretation: m.Interpretation, Stats: s, Play: measure.Learned, Frame: m.Frame, Cut: m.Cut})
	}
	return json.Marshal(out)
}

// Drawishness, Completion and Balance are those of the games, where a rule names a winner.
func (m *Metrics) Drawishness() playout.Estimate { return m.Winning(m.Stats.Drawishness()) }

// Completion is the share of games with a winner.
func (m *Metrics) Completion() playout.Estimate { return m.Winning(m.Stats.Completion()) }

// Balance says how alike the sides' shares of wins are.
func (m *Metrics) Balance() playout.Estimate { return m.Winning(m.Stats.Balance()) }

// Winning is an estimate of who wins, and none where no rule names a winner: that nobody
// won would be said of games that have no such thing.
func (m *Metrics) Winning(e playout.Estimate) playout.Estimate {
	if m.Frame.Winners {
		return e
	}
	return playout.Estimate{Value: math.NaN(), Low: math.NaN(), High: math.NaN(), How: e.How}
}

// Recount is a reading under which something is counted, or named, otherwise than under
// its base: no figure that rests on it is compared.
type Recount struct {
	Ruleset  string
	Question *rulesets.Question
	Reading  *rulesets.Reading
	Base     string
	What     string // how points are counted, whether a winner is named …
	// Games were played under both with the same throws and choices; Alike is set when
	// in all of them lengths and choices were the same, and, where it can be told, who
	// prevailed, and in some the counting was seen to differ.
	Games int
	Alike bool
	Ahead bool // who prevails can be told under both
	Cut   bool // the run was stopped before all that this rests on was done
}

// Touched says how much of play a reading touches, against the default reading
// of its question.
type Touched struct {
	Ruleset        string
	Question       *rulesets.Question
	Reading        *rulesets.Reading
	Interpretation string // that plays the reading
	Base           string // with which it is compared
	// Games is the share of games in step (same throws and moves) in which the two
	// part before the end, with Wilson's interval.
	Games        playout.Estimate
	GamesTouched int
	// Decisions is the share of decisions that the reading changes, with Wilson's
	// interval: of each game of the base one decision is picked at random, the
	// state in which its turn began is carried over, and the turn played in step.
	// It is changed when the two have parted by then, the legal moves differ, or
	// the position after the move played does.
	Decisions        playout.Estimate
	DecisionsTouched int
	// NotCarried counts decisions whose state has no counterpart under the reading;
	// they are in no share. Why is the reason for the first.
	NotCarried int
	Why        string
	// Afresh names what the reading keeps and the base does not, which begins anew
	// in a state carried over; Lost what the base keeps and the reading does not.
	Afresh, Lost []string
	Seed         uint64
	Cap          int
	First        *playout.Sighting // the shortest line of the games in step, nil if none parted
	Cut          bool              // the run was stopped before all that this rests on was done
}

// Change is what a reading does to one metric: games of the same number with
// common random numbers, compared in pairs. Of whether games end, which few games in
// step can tell, all games of the base are compared with games of the reading.
type Change struct {
	Ruleset        string             `json:"ruleset"`
	Question       *rulesets.Question `json:"question"`
	Reading        *rulesets.Reading  `json:"reading"`
	Base           string             `json:"base"`
	measure.Test   `json:"-"`         // From is the base, To the reading
	Holds          Holding            `json:"holds"` // under whom it holds
	Interpretation string             `json:"-"`
	Aspect         measure.Aspect     `json:"-"`
	// Spread is the standard deviation of the metric over the games of the base (of
	// a share one half), and Guaranteed how far the corrected interval keeps from no change, in units
	// of it.
	Spread, Guaranteed float64 `json:"-"`

	Stats *playout.Stats `json:"-"` // of the reading

	// Retrained is set where the programs that play the reading learned it, and not the default.
	Retrained bool `json:"-"`
	// Unlearned says why no learned programs play the reading, where they play the default.
	Unlearned string `json:"unlearned,omitempty"`
	// Learned is the same change between programs that learned the game; nil where there are none.
	Learned *Change `json:"-"`
	// Searched is the same between programs that search; nil where there are no such games of both.
	Searched *measure.Compared `json:"-"`
	Cut      bool              `json:"interrupted,omitempty"` // the run was stopped before all that this rests on was done
}

// MarshalJSON writes the change at random, and beside it that between programs that learned, null where there is none: there
// corrected_low and corrected_high are the range over trainings.
func (c *Change) MarshalJSON() ([]byte, error) {
	type plain Change
	type learned struct {
		*measure.Compared
		Retrained bool               `json:"retrained"` // they learned the reading, and not the default
		Trainings []measure.Compared `json:"trainings"`
	}
	out := struct {
		*plain
		Metric  string            `json:"metric"`
		Random  *measure.Compared `json:"random"`
		Learned *learned          `json:"learned"`
	}{plain: (*plain)(c), Metric: c.Metric, Random: &c.Compared}
	if l := c.Learned; l != nil {
		out.Learned = &learned{&l.Compared, l.Retrained, l.Trainings}
	}
	return json.Marshal(out)
}

// Holding says under whom a change holds.
type Holding string

// The kinds of holding.
const (
	HoldsBoth    Holding = "holds"          // the corrected intervals are on one side at random and between programs that learned
	TurnsRound   Holding = "turns round"    // they are on opposite sides
	OnlyRandom   Holding = "at random only" // it excludes nought at random, and between programs that learned lies within what matters least
	OnlyLearned  Holding = "learned only"   // the other way round
	NotKnown     Holding = "not known"      // between programs that learned chance could have done what was seen, or did not hide it
	NotLearned   Holding = "no program learned it"
	NothingShown Holding = "" // it was seen under neither
)

// LeastEffect is the least effect that matters, in units of the spread: a change whose interval lies within
// it on both sides is as good as none.
const LeastEffect = 0.1

// Holding is what a change at random and the same between programs that learned come to together.
func (c *Change) Holding() Holding {
	small := func(c *Change) bool {
		return c.Sign != measure.TooFew && float64(max(-c.Low, c.High)) <= LeastEffect*c.Spread
	}
	l := c.Learned
	switch {
	case l == nil && c.Shows():
		return NotLearned
	case l == nil:
		return NothingShown
	case c.Shows() && l.Shows() && c.Sign == l.Sign:
		return HoldsBoth
	case c.Shows() && l.Shows():
		return TurnsRound
	case c.Shows() && small(l):
		return OnlyRandom
	case l.Shows() && small(c):
		return OnlyLearned
	case c.Shows() || l.Shows():
		return NotKnown
	}
	return NothingShown
}

// NotRetrained marks a change between programs of which those that play the reading learned the default: the reading might be played
// otherwise by who learned it.
const NotRetrained = "not retrained"

// Under says under whom the change holds; of one that turns round also that it may be for want of a training.
func (c *Change) Under() string {
	if c.Holds == TurnsRound && !c.Learned.Retrained {
		return string(c.Holds) + ", " + NotRetrained
	}
	return string(c.Holds)
}

// First is the change that is told first: that between programs that learned the game, if it shows there, or does
// nowhere.
func (c *Change) First() *Change {
	if c.Learned != nil && (c.Learned.Guaranteed > 0 || c.Guaranteed == 0) {
		return c.Learned
	}
	return c
}

// Within is the corrected interval, or the range over trainings.
func (c *Change) Within() string {
	low, high := c.Bounds()
	text := fmt.Sprintf("[%s, %s]", measure.Signed(low), measure.Signed(high))
	if n := len(c.Trainings); n > 0 {
		text += fmt.Sprintf(" (the range over %d trainings)", n)
	}
	return text
}

// Basis says of how many games the difference was made.
func (c *Change) Basis() string {
	if !c.Sample.Paired {
		return c.Play.Games(c.To.N) + " against " + measure.Thousands(c.From.N)
	}
	return c.Play.Pairs(c.Difference.N)
}

// Alpha is the level of the corrected interval.
func (c *Change) Alpha() float64 { return measure.Level / float64(max(c.Comparisons, 1)) }

// Combinations are the rows of a covering array: interpretations in which every
// two readings of different questions that may be combined occur together.
type Combinations struct {
	Ruleset string
	Rows    []Combination
	// Pairs is the number of pairs of readings of different questions: Covered by
	// a row, Impossible by what the ruleset declares (asked-when, excludes),
	// Undeclared when they cannot be combined and the ruleset does not say so,
	// Unsettled when the search for a row, or the run, was cut short.
	Pairs, Covered, Impossible, Undeclared, Unsettled int
	Games                                             int // of each row, until one fails
	Seed                                              uint64
	Cap                                               int
	Cut                                               bool // the run was stopped before all that this rests on was done
}

// Combination is one row.
type Combination struct {
	Choice         rulesets.Choice
	Interpretation string
	Stats          *playout.Stats // nil when it could not be played
	// Failure says what is wrong with it: "compile", "crash", "stuck", "endless"
	// or "too far" (the rules ask to look further ahead than can be worked out);
	// "" when nothing is. Smallest is a combination of readings that still shows it
	// and does so no more when any one of them is left out (nil for "too far").
	Failure  string
	Message  string
	Smallest rulesets.Choice
}

// Use says how often a statement bit in a sample of games.
type Use struct {
	Ruleset        string
	Interpretation string
	Question       string // of the reading that brings it, "" for the ruleset's own
	Reading        string
	Statement      *rulesets.Statement
	// Decisive counts the decisions, of so many, at which the legal moves would be
	// others without it; those of the first ExplainedGames games.
	Decisive, Decisions, ExplainedGames int
	// Applied counts how often it took effect in so many games, as
	// Interpreter.Applied counts.
	Applied, Games int
	Seed           uint64
	Cap            int
	Cut            bool // the run was stopped before all that this rests on was done

}

// Bit reports whether the statement made a difference anywhere in the sample. If
// it did not, that does not mean that it cannot.
func (u *Use) Bit() bool { return u.Decisive > 0 || u.Applied > 0 }

// Sequence is one throw laid out: what it puts up, and how that is played.
type Sequence struct {
	Ruleset   string
	Throw     string
	Ways      string
	Stage     string
	Parts     []string
	Order     string
	Statement *rulesets.Statement
	Sentence  string
	From      []SequenceFrom
	Cut       bool // the run was stopped before all that this rests on was done
}

// SequenceFrom is a throw played from one position.
type SequenceFrom struct {
	Name     string // "opening", "crowded middle"
	Results  int
	Complete bool // false when there are more results than were counted
	Played   int  // most parts that can be played
	Line     []string
	Written  string // the line as one that can be played again
	Position rulesets.State
}
