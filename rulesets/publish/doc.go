// Package publish writes a corpus, records and the rulesets that rest on them, in the formats of other programs and
// services: tables, maps, linked data, editions, bibliographies; and a release, which is a folder of all of them with
// what is needed to cite it.
//
// A [Catalogue] is what leaves; [Formats] lists the ways in which it can. What of a corpus may be published is for who
// makes the catalogue: [evidence.Corpus.Published] and [Withheld] say it.
package publish
