package form

import (
	"slices"
	"strconv"
	"strings"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/biblio"
	"github.com/lectio/lectio/evidence/date"
	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/ids"
	"github.com/lectio/lectio/evidence/yamlpos"
)

// NewSource is what somebody says of a new source. Where something is wrong with it, the place of the error is
// KEY or the flag.
type NewSource struct {
	Key, Type, Title, Year, Container, Publisher, Place, URL, Note string   // FreeKey proposes a key
	Authors, Editors                                               []string // "FAMILY, GIVEN", or a body without a comma
	Another                                                        bool     // it is another work than one of the same authors, title and year
}

// Source makes a source of them; a key that is taken is refused, and so is a work that is there.
func (n *NewSource) Source(c *evidence.Corpus) (*biblio.Source, diag.Errors) {
	var errs diag.Errors
	people := func(flag string, list []string) (names []biblio.Name) {
		for _, text := range list {
			name := nameOf(text)
			if name.String() == "" {
				errs.Add(diag.Pos{File: flag}, diag.Quote(text), `"FAMILY, GIVEN"`, "a name is empty")
			}
			names = append(names, name)
		}
		return names
	}
	s := &biblio.Source{Key: n.Key, Type: n.Type, Title: strings.TrimSpace(n.Title), Container: n.Container, Publisher: n.Publisher,
		Place: n.Place, URL: n.URL, Note: n.Note, Authors: people("--author", n.Authors), Editors: people("--editor", n.Editors)}
	if e := ids.KeyProblem("the key of the source", n.Key); e != nil {
		e.Pos = diag.Pos{File: "KEY"}
		errs = append(errs, *e)
	}
	if old := c.Source(n.Key); old != nil {
		errs.Add(diag.Pos{File: "KEY"}, diag.Quote(n.Key), "a key of its own", "there is a source of this key already, at %s", old.Pos())
	}
	if yamlpos.Blank(s.Title) {
		errs.Add(diag.Pos{File: "--title"}, "nothing", "--title TITLE", "a source needs a title")
	}
	if types := biblio.Types(); !slices.Contains(types, n.Type) {
		hint := diag.DidYouMean(n.Type, types)
		errs.Add(diag.Pos{File: "--type"}, diag.Quote(n.Type), "one of: "+strings.Join(types, ", "), "%s", strings.TrimSuffix("this is no type of a source; "+hint, "; "))
	}
	if n.Year != "" {
		if read, err := date.Read(n.Year); err != nil {
			errs.Add(diag.Pos{File: "--year"}, diag.Quote(n.Year), "a year or years: 1900, 1887/1892, c. 1900, 347 BC", "the year cannot be read: %v", err)
		} else {
			s.Issued = read.Text
		}
	}
	if len(errs) > 0 {
		return nil, errs
	}
	// Read as it will be read from its file.
	list, errs := biblio.ReadCSL("KEY", biblio.WriteCSL([]*biblio.Source{s}))
	if len(errs) > 0 {
		return nil, errs
	}
	if same, _ := biblio.WorksOf(c.Sources).Of(list[0]); same != nil && !n.Another {
		errs.Add(diag.Pos{File: "KEY"}, diag.Quote(n.Key), "a source that is not there yet, or --another",
			"%s, at %s, has the same authors, title and year: %s", same.Key, same.Pos(), same.Cite())
	}
	return list[0], errs
}

// nameOf is a name as it is typed: of a person the family name stands before a comma, and what has none is not taken apart.
func nameOf(text string) biblio.Name {
	if family, given, ok := strings.Cut(text, ","); ok {
		return biblio.Name{Family: strings.TrimSpace(family), Given: strings.TrimSpace(given)}
	}
	return biblio.Name{Literal: strings.TrimSpace(text)}
}

// FreeKey is a key for the source that none of the corpus has: the first name and the year, smith-1900.
func (n *NewSource) FreeKey(c *evidence.Corpus) string {
	name := n.Title
	for _, list := range [][]string{n.Editors, n.Authors} {
		if len(list) > 0 {
			name, _, _ = strings.Cut(list[0], ",")
		}
	}
	words := strings.Split(ids.Of(name), "-")
	base := words[0]
	if base == "" {
		base = "source"
	}
	if read, err := date.Read(n.Year); err == nil {
		if first, known := read.Earliest(); known {
			base += "-" + strconv.Itoa(first.Year)
		}
	}
	key := base
	for i := 2; c.Source(key) != nil; i++ {
		key = base + "-" + strconv.Itoa(i)
	}
	return key
}
