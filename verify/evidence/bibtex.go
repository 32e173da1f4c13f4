package evidence

import (
	"github.com/lectio/lectio/evidence/biblio"
	"github.com/lectio/lectio/verify/severity"
)

// This check asks whether a bibliography in BibTeX comes back as it was.
var _ = add(Check{
	ID:    "EV013",
	Title: "something of a BibTeX file is not there when it is written again",
	Explanation: `Sources leave the corpus again, with 'lectio evidence export --bibtex' and 'lectio evidence cite'. The fields of an entry are written as they
were read, but a BibTeX file can hold more than its entries: comments between them, short names made with @string, and entries that take
over the fields of another one (crossref, xdata), which are neither read nor shown. What a source lacks
then is a warning; a comment between entries, or a short name that is written out, is a note.`,
	Bad:      "@incollection{smith, title = {A Game}, crossref = {whole}}",
	Good:     "@incollection{smith, title = {A Game}, booktitle = {All Games}, editor = {Jones, A.}, year = {1900}}",
	Limits:   "Only what is read is seen: @preamble, values joined with # and entries in round brackets are refused when the file is read.",
	Severity: severity.Warning,
}, sourcesChanged)

func sourcesChanged(l *Library) []Oddity {
	return l.ofSources(func(s *biblio.Source) (out []Oddity) {
		for _, r := range s.Remarks {
			weight := severity.Note
			if r.Lost {
				weight = severity.Warning
			}
			out = append(out, Oddity{Severity: weight, Pos: r.Pos, Message: r.Text})
		}
		return out
	})
}
