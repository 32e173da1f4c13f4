package verify

import "github.com/lectio/lectio/verify/gather"

// Measured is what a measure that somebody has written for a corpus, or for a ruleset, came to in games of an interpretation.
type Measured struct {
	*gather.Result
	Of       string `json:"of"` // the ruleset
	Question string `json:"question,omitempty"`
	Reading  string `json:"reading,omitempty"` // "" of the default
}
