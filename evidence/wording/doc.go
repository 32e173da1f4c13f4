// Package wording finds the words of a text that tend to hide a doubt.
//
// [Kinds] are the kinds of wordings, each with the reason and what to ask. [In] finds them in a
// sentence, for a draft, and [Hints] in the clauses of a record, their quoted words and the layers
// that it holds, with what shows only between clauses: may against must, numbers of men that do
// not add up, a name in two spellings. [Counts] are the numbers that a record gives. [Split]
// proposes clauses for a text, a sentence each.
//
// It knows words, in English, and no meaning: a doubt without such a word is not seen.
package wording
