package biblio

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence/fold"
)

// Works finds the sources that describe one work.
type Works map[string][]*Source

// WorksOf are the works of some sources.
func WorksOf(sources []*Source) Works {
	w := Works{}
	for _, s := range sources {
		w.Add(s)
	}
	return w
}

// Add notes another source.
func (w Works) Add(s *Source) { w[s.Work()] = append(w[s.Work()], s) }

// Of finds the source that describes the work of s: one that contradicts it in nothing, or else
// the first of the same authors, title and years, with what they differ in.
func (w Works) Of(s *Source) (same *Source, differences []Difference) {
	for _, other := range w[s.Work()] {
		if found := s.Differences(other); same == nil || len(found) == 0 {
			if same, differences = other, found; len(found) == 0 {
				break
			}
		}
	}
	return same, differences
}

// NoTitle is the title of a source of which nobody has said it.
const NoTitle = "(title not stated)"

// Work is what tells a work from others: the family names of its authors or editors, its title
// and its years, without accents, capitals and punctuation. Where there is no title, the names
// count in full.
func (s *Source) Work() string {
	people := s.Authors
	if len(people) == 0 {
		people = s.Editors
	}
	var families []string
	for _, n := range people {
		name := n.Family
		if name == "" {
			name = n.Literal
			if i := strings.LastIndexByte(name, ' '); i >= 0 && !strings.Contains(name, ",") {
				name = name[i+1:]
			}
			name, _, _ = strings.Cut(name, ",")
		}
		if s.Title == NoTitle {
			families = append(families, n.String())
		} else if words := strings.Fields(fold.Text(name)); len(words) > 0 {
			families = append(families, words[len(words)-1])
		}
	}
	issued := fold.Text(s.Issued)
	if first, last, ok := s.Years(); ok {
		issued = fmt.Sprint(first, last)
	}
	return strings.Join(families, " ") + "|" + fold.Text(s.Title) + "|" + issued
}

// Difference is a field in which two descriptions of one work contradict each other.
type Difference struct{ Field, Mine, Theirs string }

// compared are the fields that descriptions of one work are compared in, by their names in CSL-JSON.
func (s *Source) compared() [][2]string {
	return [][2]string{{"container-title", s.Container}, {"publisher", s.Publisher}, {"publisher-place", s.Place}, {"volume", s.Volume}, {"issue", s.Issue},
		{"page", s.Page}, {"edition", s.Edition}, {"DOI", s.DOI}, {"URL", s.URL}, {"archive", s.Archive}, {"call-number", s.CallNumber}}
}

// Differences are the fields that two descriptions of a work both have, and otherwise. What one
// of them lacks contradicts nothing.
func (s *Source) Differences(o *Source) (list []Difference) {
	theirs := o.compared()
	for i, f := range s.compared() {
		if mine, other := f[1], theirs[i][1]; mine != "" && other != "" && fold.Text(mine) != fold.Text(other) {
			list = append(list, Difference{f[0], mine, other})
		}
	}
	given := func(n Name) bool { return n.Given != "" }
	if slices.ContainsFunc(s.Authors, given) && slices.ContainsFunc(o.Authors, given) && initials(s.Authors) != initials(o.Authors) {
		list = append(list, Difference{"author", names(s.Authors), names(o.Authors)})
	}
	return list
}

// initials are the first letters of the given names.
func initials(list []Name) string {
	var b strings.Builder
	for _, n := range list {
		for _, r := range fold.Text(n.Given) {
			b.WriteRune(r)
			break
		}
		b.WriteByte(' ')
	}
	return b.String()
}

// Beyond are the names of the fields that s has and another description of the work has not.
func (s *Source) Beyond(o *Source) (fields []string) {
	theirs := o.compared()
	for i, f := range s.compared() {
		if f[1] != "" && theirs[i][1] == "" {
			fields = append(fields, f[0])
		}
	}
	return fields
}

// NotIn are the names of the fields that s has and another description of the work has not, or
// has otherwise.
func (s *Source) NotIn(o *Source) []string {
	fields := s.Beyond(o)
	for _, d := range s.Differences(o) {
		fields = append(fields, d.Field)
	}
	return fields
}

// Told says in words what two descriptions differ in.
func Told(differences []Difference) string {
	var parts []string
	for _, d := range differences {
		parts = append(parts, fmt.Sprintf("%s %q here and %q there", d.Field, d.Mine, d.Theirs))
	}
	return strings.Join(parts, ", ")
}
