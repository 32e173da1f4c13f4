package evidence

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/biblio"
	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/verify"
)

var group = verify.Group{ID: "EV", Records: true}

// Checks lists the checks of this folder.
func Checks() verify.Set { return group.Checks() }

// oddity is something about a record that looks wrong. It is said and not
// mended: which of two years is right is for a person to find out.
type oddity struct {
	record   *evidence.Record
	severity verify.Severity
	pos      diag.Pos
	message  string
	related  []diag.Pos
}

// library is what checks of metadata look at: all records and sources, and the
// rulesets that rest on them.
type library struct {
	*evidence.Corpus
	definitions []*rulesets.Definition
}

// look is what a check finds, by record. It is looked for once for
// all rulesets of a corpus.
func look(t *verify.Target, c *verify.Check, find func(l *library) []oddity) map[*evidence.Record][]oddity {
	type key struct {
		check *verify.Check
		in    *rulesets.Corpus
	}
	in := t.Corpus.Of(t.Definition)
	return verify.Once(t.Common, key{c, in}, func() map[*evidence.Record][]oddity {
		byRecord := map[*evidence.Record][]oddity{}
		for _, o := range find(&library{in.Evidence, in.Definitions}) {
			byRecord[o.record] = append(byRecord[o.record], o)
		}
		return byRecord
	})
}

// finders are the checks of this group, each with the function that finds its
// oddities in a whole corpus.
var finders []finder

type finder struct {
	check *verify.Check
	find  func(l *library) []oddity
}

// add puts a check of metadata into the group: it reports the oddities of the records
// that a ruleset is bound to.
func add(c *verify.Check, find func(l *library) []oddity) *verify.Check {
	finders = append(finders, finder{c, find})
	c.Text = true
	c.Tasks = func(t *verify.Target, _ verify.Options) []verify.Task {
		return verify.OneTask("records of "+t.Definition.ID, func(context.Context) (out verify.Outcome) {
			odd := look(t, c, find)
			for _, r := range t.Evidence() {
				for _, o := range odd[r] {
					f := t.Finding(o.severity, o.pos, "%s", o.message)
					f.Related = o.related
					out.Findings = append(out.Findings, f)
				}
			}
			return out
		})
	}
	return group.Add(c)
}

// Metadata asks all records of a corpus what the checks EV ask of the
// records behind a ruleset. Findings have no ruleset and are sorted by place.
func Metadata(c *evidence.Corpus, definitions []*rulesets.Definition) []verify.Finding {
	l := &library{c, definitions}
	var out []verify.Finding
	for _, m := range finders {
		for _, o := range m.find(l) {
			out = append(out, verify.Finding{ID: m.check.ID, Severity: o.severity, Pos: o.pos, Message: o.message, Related: o.related})
		}
	}
	slices.SortStableFunc(out, func(a, b verify.Finding) int { return cmp.Or(a.Pos.Compare(b.Pos), strings.Compare(a.ID, b.ID)) })
	// What is wrong with a source is found with every record that names it.
	return slices.CompactFunc(out, func(a, b verify.Finding) bool { return a.Pos == b.Pos && a.ID == b.ID && a.Message == b.Message })
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
func (l *library) citedYears(r *evidence.Record) (years, bool) {
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

func related(o oddity, pos ...diag.Pos) oddity {
	o.related = append(o.related, pos...)
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
func (l *library) ofSources(look func(s *biblio.Source) []oddity) (out []oddity) {
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
				o.record = r
				out = append(out, o)
			}
		}
	}
	return out
}

// known lowers a finding to a note when the record names the doubt itself: it
// is for the record then, and nobody needs to look again.
func known(r *evidence.Record, s verify.Severity, factors ...string) verify.Severity {
	for _, f := range factors {
		if slices.Contains(r.Uncertainty, f) {
			return verify.Note
		}
	}
	return s
}

// odd makes an oddity of a record at a place.
func odd(r *evidence.Record, s verify.Severity, pos diag.Pos, format string, args ...any) oddity {
	return oddity{record: r, severity: s, pos: pos, message: r.ID + ": " + fmt.Sprintf(format, args...)}
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
func (l *library) issued(r *evidence.Record) (years, bool) {
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
