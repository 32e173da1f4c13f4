package evidence

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/biblio"
	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/verify/severity"
)

// Check is one question that is asked of all records of a corpus, documentation included.
type Check struct {
	ID, Title   string
	Severity    severity.Severity
	Explanation string
	Bad, Good   string // a case that is found, and one that is not
	Limits      string // what it does not see

	// Find gives what looks wrong in a whole corpus.
	Find func(l *Library) []Oddity
}

// Oddity is something about a record that looks wrong. It is said and not
// mended: which of two years is right is for a person to find out.
type Oddity struct {
	Record   *evidence.Record // nil where it belongs to none
	Severity severity.Severity
	Pos      diag.Pos
	Message  string
	Related  []diag.Pos
}

// Library is what checks of metadata look at: all records and sources, and the
// rulesets that rest on them.
type Library struct {
	*evidence.Corpus
	Definitions []*rulesets.Definition
	// Language reports whether a word is the name of a language, and so in English an adjective: in "Icelandic text" nobody
	// is named. Where nothing knows them, nil, the holders of readings are not asked about.
	Language func(word string) bool
}

// Checks are all checks, in the order in which they are reported.
var Checks []*Check

// add puts a check into the list.
func add(c Check, find func(l *Library) []Oddity) *Check {
	c.Find = find
	Checks = append(Checks, &c)
	return &c
}

// isFind reports whether a record is of a thing, which is always published long
// after it was made: no text was handed down in between.
func isFind(r *evidence.Record) bool {
	return slices.Contains([]string{"object", "image", "find"}, evidence.KindOf(r.Type)) ||
		r.Date != nil && slices.Contains([]string{"manufacture", "deposition"}, r.Date.Of)
}

// pagesOf is a locator brought to one form: "406-408".
func pagesOf(locator string) string {
	return strings.Join(regexp.MustCompile(`[0-9]+`).FindAllString(locator, -1), "-")
}

// citedYears are the years under which a record cites its source: those of the
// reference as written, or the date of the publication.
func (l *Library) citedYears(r *evidence.Record) (years, bool) {
	if y, ok := yearsWritten(r.Source.AsWritten); ok {
		return y, true
	}
	if r.Date != nil && r.Date.Of == "publication" {
		return dated(r.Date)
	}
	return years{}, false
}

func orNone(s string) string {
	if s == "" {
		return "no year"
	}
	return s
}

// familyNames are the names by which authors and editors are cited.
func familyNames(s *biblio.Source) (list []string) {
	for _, n := range slices.Concat(s.Authors, s.Editors) {
		if n.Family != "" {
			list = append(list, n.Family)
		}
	}
	return list
}

func related(o Oddity, pos ...diag.Pos) Oddity {
	o.Related = append(o.Related, pos...)
	return o
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// ofSources makes the oddities of sources those of every record that names them;
// of one that no record names, they belong to none.
func (l *Library) ofSources(look func(s *biblio.Source) []Oddity) (out []Oddity) {
	named := map[string][]*evidence.Record{}
	for _, r := range l.Records {
		for _, key := range r.SourceKeys() {
			named[key] = append(named[key], r)
		}
	}
	for _, s := range l.Sources {
		for _, o := range look(s) {
			out = append(out, o)
			for _, r := range named[s.Key] {
				o.Record = r
				out = append(out, o)
			}
		}
	}
	return out
}

// known lowers a finding to a note when the record names the doubt itself: it
// is for the record then, and nobody needs to look again.
func known(r *evidence.Record, s severity.Severity, factors ...string) severity.Severity {
	for _, f := range factors {
		if slices.Contains(r.Uncertainty, f) {
			return severity.Note
		}
	}
	return s
}

// odd makes an oddity of a record at a place.
func odd(r *evidence.Record, s severity.Severity, pos diag.Pos, format string, args ...any) Oddity {
	return Oddity{Record: r, Severity: s, Pos: pos, Message: r.ID + ": " + fmt.Sprintf(format, args...)}
}

// years are a first and a last year.
type years struct{ first, last int }

func (y years) String() string {
	if y.first == y.last {
		return year(y.first)
	}
	return year(y.first) + "–" + year(y.last)
}

// year writes a year as people do.
func year(n int) string {
	if n <= 0 {
		return strconv.Itoa(1-n) + " BCE"
	}
	return strconv.Itoa(n)
}

func (y years) meets(z years) bool { return y.first <= z.last && z.first <= y.last }

// dated are the years of a date with both ends.
func dated(d *evidence.Date) (years, bool) {
	if d == nil {
		return years{}, false
	}
	first, ok1 := d.EDTF.Earliest()
	last, ok2 := d.EDTF.Latest()
	return years{first.Year, last.Year}, ok1 && ok2
}

// issued are the years of the source of a record.
func (l *Library) issued(r *evidence.Record) (years, bool) {
	s := l.Source(r.Source.Key)
	if s == nil {
		return years{}, false
	}
	first, last, ok := s.Years()
	return years{first, last}, ok
}

// published reports whether a source is of a kind that comes out: the year of a
// manuscript or a letter is that of its writing.
func published(s *biblio.Source) bool {
	return s != nil && !slices.Contains([]string{"manuscript", "personal_communication", "interview", "dataset", "document", "figure", "graphic", "speech", "event", "performance"}, s.Type)
}

var (
	// A year in a reference stands alone or in a span; the pages behind a colon
	// or p. are no years.
	yearInText = regexp.MustCompile(`\b(1[0-9]{3}|20[0-9]{2})\b(?:\s*[-–/]\s*(1[0-9]{3}|20[0-9]{2}|[0-9]{2})\b)?`)
	pagesAfter = regexp.MustCompile(`(?i)(?::\s*|\bpp?\.\s*|\bs\.\s*)[0-9ivxlc]+(?:\s*[-–]\s*[0-9ivxlc]+)?.*$`)
)

// yearsWritten are the years of a reference as it was written.
func yearsWritten(text string) (years, bool) {
	m := yearInText.FindStringSubmatch(pagesAfter.ReplaceAllString(text, ""))
	if m == nil {
		return years{}, false
	}
	first, _ := strconv.Atoi(m[1])
	last := first
	switch len(m[2]) {
	case 4:
		last, _ = strconv.Atoi(m[2])
	case 2:
		last, _ = strconv.Atoi(m[1][:2] + m[2])
	}
	return years{first, last}, last >= first
}
