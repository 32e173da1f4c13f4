package rulesets_test

import (
	"strings"
	"testing"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/testdata/bundled"
)

// Ends that a ruleset adds of its own, and contradictions inside a source, are told apart
// from what a text is silent on and from what other games have.
func TestWhatIsAddedAndWhatContradicts(t *testing.T) {
	var added, contradicted []string
	for _, list := range [][]*rulesets.Definition{bundled.Corpus(t).Definitions, bundled.Gallery(t).Definitions} {
		for _, d := range list {
			for _, q := range d.Questions {
				if q.Added(d) {
					added = append(added, d.ID+" "+q.Name())
				}
				if q.SelfContradiction() {
					contradicted = append(contradicted, d.ID+" "+q.Name())
				}
			}
		}
	}
	if got, want := strings.Join(added, ", "), "mylna MY-A13, mylna MY-A22, natt-klab-ash-shawk NK-A23"; got != want {
		t.Errorf("added: %s\nwant:  %s", got, want)
	}
	if got, want := strings.Join(contradicted, ", "), "barjis BJ-A51, mylna MY-A05, piprjall PIP-A37, congkak the_last_seed, congkak first_turn, congkak holes, congkak when_it_is_over, "+
		"daldos two_dals, daldos size, gomoku longer_rows, gomoku size, kalah number, kalah decided, makruk counting, omweso at_both_ends, oware grand_slam, pachisi start_square, reversi opening, "+
		"surakarta passing, surakarta men_in_a_row, three-mens-morris how_men_move, toguz-korgool ninth_hole, toguz-korgool first_move, xiangqi repeating, "+
		"yote the_second_man, yote leaping_on, yote few_men, yote shut_in"; got != want {
		t.Errorf("contradicted: %s\nwant:         %s", got, want)
	}
}
