// Package fold compares texts as readers do.
//
// [Words] cuts a text into words without accents, capitals and the ways of transliterations, and
// [Text] puts them together again: Kiôz is kioz, ṭâb is tab. [Near] finds names that are the same
// but for a slip, [Find] compiles an expression that is tried only on texts in which it can match.
package fold
