package verify

import (
	"context"
	"encoding/json"

	"github.com/lectio/lectio/rulesets"
)

// Task is one piece of a check's work on one ruleset.
type Task struct {
	What string
	Run  func(ctx context.Context) Outcome
}

// Needs says what a check needs to do its work.
type Needs string

// What checks need.
const (
	Static   Needs = "static"
	Graph    Needs = "graph"
	Playouts Needs = "playouts"
)

// Rows says which rows of an outcome a check contributes, where a reader of a run has to
// know.
type Rows int

// The rows that checks contribute.
const (
	OtherRows Rows = iota
	PartingRows
	TouchedRows
	ChangeRows
	WeighingRows
	UseRows
	MetricRows
	ExampleRows // are not in the outcome: findings name the examples that do not hold
)

// InBrief says what of a check's findings a brief tells.
type InBrief int

// How a brief rests on a check.
const (
	NotInBrief  InBrief = iota
	RestsOn             // it rests on the rows, or on what the check finds out about the target
	TellsWorst          // it tells the errors and warnings about the default interpretation
	CountsWorst         // it counts them, in the words of Counted
)

// Check is one question the verifier asks of every ruleset, documentation
// included.
type Check struct {
	ID          string   `json:"id"`
	Title       string   `json:"title"`
	Severity    Severity `json:"severity"`
	Needs       Needs    `json:"needs"`
	Explanation string   `json:"explanation"`
	Bad         string   `json:"bad"`    // a case that is found
	Good        string   `json:"good"`   // and one that is not
	Limits      string   `json:"limits"` // what it does not see
	Least       Least    `json:"-"`      // of a check that samples
	Rows        Rows     `json:"-"`
	Brief       InBrief  `json:"-"`
	Counted     string   `json:"-"` // says what holds of so many rules, where a brief counts the findings
	Each        bool     `json:"-"` // its tasks are of one interpretation each, so that a sweep can run it on any
	Text        bool     `json:"-"` // it asks of the records, the text, the shape or the examples of a ruleset, and is quick: lectio ruleset check asks it, too
	Long        bool     `json:"-"` // a task of it takes as long as hundreds of others: it is begun before those of its group
	Broken      bool     `json:"-"` // rulesets that cannot be compiled are asked, too
	// Tasks lists the pieces of work on a target; it is nil where After alone reports.
	Tasks func(t *Target, o Options) []Task `json:"-"`
	// After, when set, is called once all tasks on a target are done, with what
	// they contributed; it draws conclusions that need all of it.
	After   func(t *Target, all *Outcome, o Options) Outcome `json:"-"`
	With    []*Check                                         `json:"-"` // are run first: After reads what they contribute
	Extends bool                                             `json:"-"` // After adds to the rows of the check's own tasks

	Group *Group `json:"-"` // holds the check; Add sets it
}

// MarshalJSON writes the check, with null for the least sample where nothing is sampled.
func (c *Check) MarshalJSON() ([]byte, error) {
	type plain Check
	return json.Marshal(struct {
		*plain
		Least *Least `json:"least"`
	}{(*plain)(c), rulesets.OrNull(c.Least)})
}

// OneTask makes a list of a single task.
func OneTask(what string, run func(ctx context.Context) Outcome) []Task {
	return []Task{{What: what, Run: run}}
}
