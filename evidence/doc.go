// Package evidence holds what is known about a game and where it is known from.
//
// # Words
//
// A [Record] is one piece of evidence: a source, what it says, when and where.
// What it says is cut into [Clause]s, the smallest statements that a ruleset
// can enforce or a reader can doubt; clauses are numbered within the record, and
// "DLP.Evidence.1706#6" ([ClauseRef]) names one from anywhere. A record may
// have several [Layer]s of text, say a modern summary and the old text it
// summarises; each clause says which layer it comes from, and how it stands to
// clauses of the other layers: whether it supports, adds to or contradicts
// them, or lacks what they say. A [biblio.Source] is the book, page or object itself,
// described once and named by its key. A [Corpus] is all records and sources
// together.
//
// The bundled corpus describes, cites and paraphrases. Clause texts are our own
// words; where a doubt hangs on the words of the text, a clause quotes those few
// words (wording).
//
// # Loading
//
// [Load] reads a directory laid out as this project:
//
//	evidence/records/*.yaml     one record each (*.yml and *.json as well)
//	evidence/sources/*.json     CSL-JSON, as bibliography managers export it
//	evidence/sources/*.bib      BibTeX
//	evidence/sources/*.ris      RIS
//
// or the file system [Bundled], which is the inside of such an evidence
// directory. Loading is strict and reports every error of every file at once,
// each with its place, what was found and what was expected:
//
//	corpus, errs := evidence.Load(evidence.Bundled, "")
//	if err := errs.Err(); err != nil { ... }
//	record := corpus.Record("DLP.Evidence.1706")
//	for _, c := range record.Clauses {
//		fmt.Println(record.Ref(c.N), c.Text)
//	}
//
// The things read keep the places of their fields ([Fields]), so that a later
// check can still point at the line that it is about.
//
// # Dates
//
// Dates are kept as EDTF, with what they can mean ([date.EDTF]: package date). Questions about
// dates and places are answered with a [date.Certainty]: a place lies in a box certainly when all
// that it can mean does, and possibly when some of it does ([Location.Within]).
//
// # Finding
//
// A [Card] is a record as a catalogue has it, a [Filter] says which cards are
// wanted, and a [Query] is words to look for, folded by [fold.Words] so that accents
// do not matter. [Scan] hands over the records of a corpus of any size one by
// one; package index answers the same filters without reading them.
//
// # Coming in and changing
//
// Package intake makes records of tables and pages, and tables of records. A [Revision] is a
// change that goes through several files: a record gets another id, a clause another number, and
// what names them follows. Package store writes either, and takes it back.
//
// # Doubt
//
// [Factors] are the reasons to be careful that a record can name;
// [Record.Derived] works out a confidence from them that explains itself, to
// stand beside the one that somebody stated.
//
// Package wording finds the words of clauses that tend to hide a doubt.
//
// # Sources
//
// Package biblio reads and writes them; [Corpus.Citation] is a source with the pages that a
// record rests on.
package evidence
