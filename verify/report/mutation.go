package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lectio/lectio/verify/mutation"
)

// Mutations is the report of a run over mutants: the shares that were noticed, what
// survives, and for programs every mutant.
func Mutations(m *mutation.Result, version string) *Report {
	r := &Report{Title: "What the examples and checks would notice",
		About: []string{
			"Every statement was left out, and every item of its lists, every number moved by one, every comparison and order turned round, every condition made its contrary, own and enemy exchanged, and acts and stores put for one another: one change at a time, in the default interpretation, and for every other reading in what it contributes.",
			"A change is killed when an example fails or a check finds what it does not find in the rules as they are. One that survives could have been made by mistake, and nobody would know. It is equivalent when the compiled rules are the same, or the whole game was searched and is played alike. What the ruleset lists as unpinned is counted apart."},
		Facts: [][2]string{{"version", version}, {"seed", fmt.Sprint(m.Options.Seed)}, {"mutants", fmt.Sprint(len(m.List))}}}
	if m.Interrupted {
		r.Facts = append(r.Facts, [2]string{"interrupted", fmt.Sprintf("%d of %d mutants done", m.Done, m.Tasks)})
	}
	r.Tables = []*Table{MutationRates(m)}
	for _, t := range []*Table{mutationSurvivors(m), mutationExcused(m), mutationKillers(m), allMutants(m)} {
		if len(t.Rows) > 0 {
			t.DropEmpty()
			r.Tables = append(r.Tables, t)
		}
	}
	return r
}

// MutationRates counts by ruleset and part what became of the changes.
func MutationRates(m *mutation.Result) *Table {
	t := &Table{Name: "Noticed", Title: "Share of changes that are noticed", About: "Of each ruleset, the changes of its default interpretation and of what its other readings contribute.", Keys: 2,
		Columns: []Column{{Key: "ruleset", Title: "Ruleset"}, {Key: "part", Title: "Part"}, {Key: "share", Title: "Killed, %", Kind: KindNumber, Decimals: 1, About: "of those killed and those that survive"},
			{Key: "killed", Title: "Killed", Kind: KindInteger}, {Key: "survive", Title: "Survive", Kind: KindInteger}, {Key: "unpinned", Title: "Unpinned", Kind: KindInteger},
			{Key: "equivalent", Title: "Equivalent", Kind: KindInteger}, {Key: "no_mutant", Title: "Not compiled", Kind: KindInteger}}}
	for _, rate := range m.Rates {
		t.Rows = append(t.Rows, Row{Cells: []Cell{Text(rate.Ruleset), Text(rate.Part), num(100 * rate.Share), Integer(rate.Counts[mutation.Killed]), Integer(rate.Counts[mutation.Survives]),
			Integer(rate.Counts[mutation.Excused]), Integer(rate.Counts[mutation.Equivalent]), Integer(rate.Counts[mutation.NoMutant])}})
	}
	return t
}

// mutationCells are the first cells of a row about a mutant.
func mutationCells(x *mutation.Mutation) []Cell {
	reading := ""
	if x.Reading != nil {
		reading = x.Question.Name() + "=" + x.Reading.ID
	}
	s := x.Mutant.Statement
	return []Cell{Text(x.Ruleset), Text(reading), Text(s.ID), Text(string(x.Mutant.Kind)), Text(x.Mutant.What), Text(x.Mutant.Pos.String()), Text(strings.Join(refNames(s.Warrant), ", "))}
}

// saidCells are what the statement of a mutant says, and what it then would say.
func saidCells(x *mutation.Mutation) []Cell {
	changed := x.Changed
	if x.Sentence != "" && changed == "" {
		changed = "nothing: the statement is left out"
	}
	return []Cell{Text(x.Sentence), Text(changed)}
}

var saidColumns = []Column{{Key: "sentence", Title: "The rule says", MaxWidth: 60, About: "empty: the sentence says the same after the change"},
	{Key: "changed", Title: "Changed it would say", MaxWidth: 60}}

var mutationColumns = []Column{{Key: "ruleset", Title: "Ruleset"}, {Key: "reading", Title: "Reading", MaxWidth: 26, About: "that contributes what is changed; empty: the default interpretation"},
	{Key: "statement", Title: "Statement", MaxWidth: 26}, {Key: "kind", Title: "Kind"}, {Key: "change", Title: "Change", MaxWidth: 44}, {Key: "place", Title: "Place", MaxWidth: 30}, {Key: "clauses", Title: "Clauses", MaxWidth: 16}}

func mutationSurvivors(m *mutation.Result) *Table {
	t := &Table{Name: "Survivors", Title: "Changes that nothing notices", About: "Statement by statement, those with the most first. Where a change is seen to be played otherwise, the place is written as an example to be filled in from the text.", Keys: 3,
		Columns: slices.Concat(mutationColumns, saidColumns, []Column{{Key: "seen", Title: "Played otherwise", MaxWidth: 40},
			{Key: "line", Title: "Line of play", MaxWidth: 50}, {Key: "example", Title: "Example to be filled in", MaxWidth: 60}})}
	for _, x := range m.Survivors() {
		line := ""
		if x.Parting != nil {
			line = x.Parting.A.Brief()
		}
		t.Rows = append(t.Rows, Row{Cells: slices.Concat(mutationCells(x), saidCells(x), []Cell{Text(MutationSeen(x)), Text(line), Text(x.Example())})})
	}
	return t
}

func mutationExcused(m *mutation.Result) *Table {
	t := &Table{Name: "Unpinned", Title: "Changes of which the ruleset says why nothing notices them", About: "Each reason is a claim about all positions, and wants a second reader.", Keys: 3,
		Columns: slices.Concat(mutationColumns, saidColumns, []Column{{Key: "because", Title: "Because", MaxWidth: 70}})}
	for i := range m.List {
		if x := &m.List[i]; x.Fate == mutation.Excused {
			t.Rows = append(t.Rows, Row{Cells: slices.Concat(mutationCells(x), saidCells(x), []Cell{Text(x.Why)})})
		}
	}
	return t
}

// MutationSeen says where a survivor was seen to be played otherwise, or how far that
// was looked for.
func MutationSeen(x *mutation.Mutation) string {
	p, s := x.Parting, x.Search
	switch {
	case p == nil && s.Positions == 0:
		return "it cannot be compared: the players or the places are others"
	case p == nil:
		return fmt.Sprintf("not seen in %d positions and %d games in step", s.Positions, s.Games)
	case s.Proved(p):
		return fmt.Sprintf("%s: other %s; no line is shorter", after(p.Plies), p.Kind)
	}
	return fmt.Sprintf("%s: other %s", after(p.Plies), p.Kind)
}

func after(plies int) string {
	switch plies {
	case 0:
		return "at the start"
	case 1:
		return "after 1 move"
	}
	return fmt.Sprintf("after %d moves", plies)
}

func mutationKillers(m *mutation.Result) *Table {
	t := &Table{Name: "By what", Title: "What noticed the changes", Columns: []Column{{Key: "ruleset", Title: "Ruleset"}, {Key: "by", Title: "Example or check", MaxWidth: 40}, {Key: "killed", Title: "Killed", Kind: KindInteger, About: "by it first: examples about the clauses of the statement come before others, and examples before checks"}}, Keys: 2}
	type key struct{ ruleset, by string }
	at := map[key]int{}
	for i := range m.List {
		x := &m.List[i]
		if x.Fate != mutation.Killed {
			continue
		}
		k := key{x.Ruleset, x.By}
		row, known := at[k]
		if !known {
			row = len(t.Rows)
			at[k] = row
			t.Rows = append(t.Rows, Row{Cells: []Cell{Text(x.Ruleset), Text(x.By), Integer(0)}})
		}
		t.Rows[row].Cells[2].Number++
	}
	return t
}

func allMutants(m *mutation.Result) *Table {
	t := &Table{Name: "Mutants", Title: "All changes", Raw: true, Keys: 3,
		Columns: append(append([]Column{}, mutationColumns...), Column{Key: "fate", Title: "Fate"}, Column{Key: "by", Title: "By", MaxWidth: 30}, Column{Key: "why", Title: "Why", MaxWidth: 50})}
	for i := range m.List {
		x := &m.List[i]
		t.Rows = append(t.Rows, Row{Cells: append(mutationCells(x), Text(string(x.Fate)), Text(x.By), Text(x.Why))})
	}
	return t
}
