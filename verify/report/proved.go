package report

// proved lists what each reading does to what scaled-down versions are worth, by version.
func (v *verification) proved() *Table {
	t := &Table{Name: tProved, Title: "What readings are worth on scaled-down versions, proved", Keys: 4,
		About: "Every position of a scaled-down version was gone through, under each reading alone, all else by default: what the version is worth when both sides play as well as can be is proved, and no estimate. " +
			"Differences are in hundredths of a game (a win counts one hundred, no winner or no end fifty), to the figures shown; where nothing is thrown it is told who can force a win, in how many turns of both. “Same game”: positions correspond, " +
			"with the same choices, chances and winners. What holds of a version need not hold of the game, nor of another version: look at “over all versions” before you make anything of a row. Only “same rules” of the full game holds for every size.",
		Columns: []Column{{Key: "ruleset", Title: "Ruleset"}, {Key: "question", Title: "Question"}, {Key: "reading", Title: "Reading", MaxWidth: 30},
			{Key: "version", Title: "On the version", MaxWidth: 24}, {Key: "default", Title: "Worth by default there", MaxWidth: 36},
			{Key: "change", Title: "Under the reading there", MaxWidth: 32, About: "+ or − of who begins, or, where sides are unlike, of the side named in the column before"},
			{Key: "over", Title: "Over all versions", MaxWidth: 26, About: "steady: the same direction on all that are known, two at least; turns round: more on one, less on another, of the same side; on some scales only: something on one, nothing on another; of different sides: of who begins on one, of a player on another, so that they do not compare; one scale only: known on one alone; nothing: play differs, the worth nowhere"},
			{Key: "positions", Title: "Positions there", Kind: KindInteger, About: "that end no game, under the reading"},
			{Key: "why", Title: "Why it is not known", MaxWidth: 60}, {Key: "under", Title: "Both under", MaxWidth: 24, About: "readings of other questions that the reading needs"}}}
	for i := range v.res.Proved {
		x := &v.res.Proved[i]
		for _, o := range x.On {
			positions := Cell{}
			if o.Positions > 0 {
				positions = Integer(o.Positions)
			}
			t.Rows = append(t.Rows, Row{Cut: x.Cut, Cells: []Cell{Text(x.Ruleset), v.question(x.Ruleset, x.Question.Name()), Text(x.Reading.ID).To(tQuestions, readingKeyOf(x.Ruleset, x.Question, x.Reading)),
				Text(o.Version), Text(o.Default), Text(o.Words), Text(x.Over), positions, Text(o.Why), Text(x.Under)}})
		}
	}
	return t
}
