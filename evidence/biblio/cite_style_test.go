package biblio

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

const styledSources = `[
 {"id": "b", "type": "book", "title": "Games of a Shore", "author": [{"family": "Smith", "given": "Ann"}], "issued": {"date-parts": [[1900]]}, "edition": 2},
 {"id": "a", "type": "book", "title": "Games of a Coast", "author": [{"family": "Smith", "given": "Ann"}], "issued": {"date-parts": [[1900]]},
  "publisher": "Shore Press", "publisher-place": "Porthaven"},
 {"id": "c", "type": "chapter", "title": "The Game of Pegs", "author": [{"family": "Miller", "given": "Eve"}, {"literal": "Coast Society"}],
  "editor": [{"family": "Jones", "given": "A."}], "container-title": "All Games", "issued": {"date-parts": [[1887], [1892]]}, "page": "12-19"},
 {"id": "j", "type": "article-journal", "title": "Dice", "author": [{"family": "A", "given": "B"}, {"family": "C"}, {"family": "D"}, {"family": "E"}],
  "container-title": "Annals", "volume": 4, "issue": 2, "page": "1-9", "issued": {"date-parts": [[-176]]}, "DOI": "10.1/x"},
 {"id": "m", "type": "manuscript", "title": "A Letter", "archive": "Coast Library", "call-number": "MS 4"}]`

func styled(t *testing.T) []Citation {
	sources, errs := ReadCSL("x.json", []byte(styledSources))
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	b, a, c, j, m := sources[0], sources[1], sources[2], sources[3], sources[4]
	return []Citation{{Source: b, Record: "T.1", Locator: "3-4", Via: []*Source{a}}, {Source: c}, {Source: j, Record: "T.2#1", Locator: "p. 7"}, {Source: m}, {Source: a}}
}

func TestCiteAuthorDate(t *testing.T) {
	const want = `T.1: (Smith 1900b, 3–4, after Smith 1900a)
(Miller and Coast Society 1887–1892)
T.2#1: (A et al. 176 BCE, p. 7)
(A Letter n.d.)
(Smith 1900a)

A, B et al. 176 BCE. “Dice.” Annals 4 (2): 1–9. https://doi.org/10.1/x.
A Letter. n.d. Coast Library, MS 4.
Miller, Eve, and Coast Society. 1887–1892. “The Game of Pegs.” In All Games, edited by A. Jones, 12–19.
Smith, Ann. 1900a. Games of a Coast. Porthaven: Shore Press.
Smith, Ann. 1900b. Games of a Shore. Edition 2.
`
	if diff := cmp.Diff(want, string(CiteAuthorDate(styled(t)))); diff != "" {
		t.Error(diff)
	}
}

func TestCiteNotes(t *testing.T) {
	const want = `T.1: Ann Smith, Games of a Shore, edition 2 (1900), 3–4, after Ann Smith, Games of a Coast (Porthaven: Shore Press, 1900).
Eve Miller and Coast Society, “The Game of Pegs,” in All Games, edited by A. Jones (1887–1892), 12–19.
T.2#1: B A et al., “Dice,” Annals 4 (2) (176 BCE), p. 7, https://doi.org/10.1/x.
A Letter (n.d.), Coast Library, MS 4.
Ann Smith, Games of a Coast (Porthaven: Shore Press, 1900).
`
	if diff := cmp.Diff(want, string(CiteNotes(styled(t)))); diff != "" {
		t.Error(diff)
	}
}
