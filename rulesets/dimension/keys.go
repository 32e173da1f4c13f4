package dimension

import (
	"github.com/lectio/lectio/evidence/schema"
)

// The keys of files of dimensions. The schema and the reader both take them from here.
type (
	dimensionsFile struct {
		Family     schema.Text             `json:"family" about:"the kind of games that are asked, as their rulesets have it; or: all games"`
		Dimensions []dimensionFile         `json:"dimensions"`
		Counts     []countFile             `json:"counts,omitempty" about:"moves that are counted for facts"`
		Facts      []factFile              `json:"facts,omitempty" about:"facts by which answers are recognised, besides those that come with the program"`
		Shares     map[string]schema.Texts `json:"shares,omitempty" about:"dimensions of other families, by family, which are asked of this one, too"`
		Note       schema.Any              `json:"note,omitempty"`
	}
	dimensionFile struct {
		ID      schema.Text            `json:"id" about:"its name; once in a family"`
		Asks    schema.Text            `json:"asks" about:"what has to be settled, as a question"`
		Arises  *signsFile             `json:"arises,omitempty" about:"when the question arises; without it, always"`
		About   askedMoves             `json:"about,omitempty" about:"moves that have to do with it, besides those of the answers"`
		Value   factName               `json:"value,omitempty" about:"the fact that is the answer, a number for instance"`
		Says    map[string]schema.Text `json:"says,omitempty" about:"values that are words, as an answer to the question"`
		Answers []answerFile           `json:"answers,omitempty" limits:"minItems=1" about:"the first that is met is taken: the particular comes before the general"`
		// Parallels are those of values; answers have their own.
		Parallels map[string]schema.Texts `json:"parallels,omitempty" about:"beside value, the clauses (RECORD#NUMBER) that give each value, and games in which it is known"`
		Note      schema.Any              `json:"note,omitempty"`
	}
	answerFile struct {
		ID    schema.Text `json:"id"`
		Means schema.Text `json:"means" about:"the answer in words"`
		signsFile
		Detail    schema.Text  `json:"detail,omitempty" about:"yes where the answer refers to what is stated: two games agree only if their statements do"`
		Parallels schema.Texts `json:"parallels,omitempty" about:"clauses (RECORD#NUMBER) that give the answer, and games in which it is known without such a text"`
	}
	countFile struct {
		Count schema.Text `json:"count" about:"its name, by which conditions of facts ask for it: NAME(permitted), NAME(refused)"`
		Says  schema.Text `json:"says" about:"what is counted"`
		Moves askedMoves  `json:"moves" about:"the moves: their acts, and a condition in words of the language alone"`
		Note  schema.Any  `json:"note,omitempty"`
	}
	factFile struct {
		Fact   schema.Text  `json:"fact" about:"its name, by which answers ask for it"`
		Says   schema.Text  `json:"says" about:"what it is, and what its values mean"`
		Unless schema.Text  `json:"unless,omitempty" about:"where this holds, nothing is told"`
		Is     factVerdicts `json:"is,omitempty" about:"values with the condition under which each holds; the first is the value"`
		All    factVerdicts `json:"all,omitempty" about:"… all that hold are the value, with commas"`
		Only   eventName    `json:"only,omitempty" about:"an event or a trial: what is always said or comes out is the value"`
		Number schema.Text  `json:"number,omitempty" about:"the value is this number"`
		Always schema.Text  `json:"always,omitempty" about:"an event that says yes or no: the value is yes, no or sometimes"`
		Seen   schema.Text  `json:"seen,omitempty" about:"beside always, how often it must have been seen: a number, or one of often, enough, some, few, at_times"`
		By     schema.Texts `json:"by,omitempty" about:"the statements behind a value that names none: those of an event, of a trial, or that the tables name"`
		Note   schema.Any   `json:"note,omitempty"`
	}
	verdictFile struct {
		When schema.Text  `json:"when" about:"a condition on how often events were seen, or on what came out of trials"`
		By   schema.Texts `json:"by,omitempty" about:"the statements behind this value"`
		// Unseen is a number.
		Unseen schema.Text `json:"unseen,omitempty" about:"how often what the value denies could have been seen: it is told that it was not"`
	}
	signsFile struct {
		Permitted askedMoves `json:"permitted,omitempty" about:"such a move is permitted at some decision"`
		Refused   askedMoves `json:"refused,omitempty" about:"such a move is refused at some decision"`
		Never     askedMoves `json:"never,omitempty" about:"such moves are refused, and never permitted"`
		Barred    askedMoves `json:"barred,omitempty" about:"some rule refuses such moves, and no others"`
		Is        factValues `json:"is,omitempty" about:"facts with the values that they have"`
		Not       factValues `json:"not,omitempty" about:"… with values that they do not have"`
		Has       factValues `json:"has,omitempty" about:"… with one of the words of their value"`
		Least     factValues `json:"least,omitempty" about:"… with the least number that they have"`
	}
	movesFile struct {
		Act  schema.Texts `json:"act,omitempty" about:"the acts; without it, all that move a man"`
		When schema.Text  `json:"when,omitempty" about:"a condition on the move, in words of the language alone"`
		// What they may stand beside, see askedMoves.Schema.
		Beside    schema.Any `json:"beside,omitempty"`
		InsteadOf schema.Any `json:"instead_of,omitempty"`
	}

	askedMoves   struct{}
	factVerdicts struct{}
	eventName    struct{}
	factValues   struct{}
	factName     struct{}
)

var (
	dimensionsKeys = schema.Keys(dimensionsFile{})
	dimensionKeys  = schema.Keys(dimensionFile{})
	answerKeys     = schema.Keys(answerFile{})
	countKeys      = schema.Keys(countFile{})
	factKeys       = schema.Keys(factFile{})
	verdictKeys    = schema.Keys(verdictFile{})
	signKeys       = schema.Keys(signsFile{})
	movesKeys      = schema.Keys(movesFile{})
)
