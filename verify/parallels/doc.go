// Package parallels says what neighbouring texts answer to a question that a text leaves open.
//
// A question names the dimensions that ask the same ([rulesets.Question.BearsOn]). What a text
// says to a dimension stands in one of two places: the files of dimensions name, under each
// answer, the clauses that give it; and of a corpus of one's own a statement that settles a
// dimension, with the clauses that say so, counts too. A clause is the answer there, never a
// silence, and no game is played to find one out.
//
// Texts are set in order by how near they are to the one that is asked ([Nearness]), and each
// is shown with the measure. Copies and translations of one text are one row, by the relations
// of their records. Nothing is counted: that more texts say a thing makes it no truer of this
// one.
//
//	found := parallels.Of(corpus, definition, question)
//	for _, x := range found.Texts {
//		fmt.Println(x.Clauses[0].Ref, x.Means, x.Near.Words())
//	}
package parallels
