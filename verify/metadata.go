package verify

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets"
)

// oddity is something about a record that looks wrong. It is said and not
// mended: which of two years is right is for a person to find out.
type oddity struct {
	record   *evidence.Record
	severity Severity
	pos      yamlpos.Pos
	message  string
	related  []yamlpos.Pos
}

// library is what checks of metadata look at: all records and sources, and the
// rulesets that rest on them.
type library struct {
	*evidence.Corpus
	definitions []*rulesets.Definition

	mu    sync.Mutex
	found map[string]*found
}

// found is what a check finds in a whole corpus, by record.
type found struct {
	once     sync.Once
	byRecord map[*evidence.Record][]oddity
}

// look is what the check of that id finds, by record. It is looked for once for
// all rulesets.
func (l *library) look(id string, find func(l *library) []oddity) map[*evidence.Record][]oddity {
	l.mu.Lock()
	if l.found == nil {
		l.found = map[string]*found{}
	}
	f := l.found[id]
	if f == nil {
		f = &found{byRecord: map[*evidence.Record][]oddity{}}
		l.found[id] = f
	}
	l.mu.Unlock()
	f.once.Do(func() {
		for _, o := range find(l) {
			f.byRecord[o.record] = append(f.byRecord[o.record], o)
		}
	})
	return f.byRecord
}

// metadataChecks are the checks that look at records alone, with the function
// that finds their oddities in a whole corpus.
var metadataChecks = []struct {
	id   string
	find func(l *library) []oddity
}{
	{"EV001", recordsWithGaps}, {"EV002", datesOfOther}, {"EV003", datesThatDisagree}, {"EV004", datesTooSharp}, {"EV005", pagesTwice},
	{"EV006", namesSpeltTwice}, {"EV007", placesOff}, {"EV008", sourcesUnnamed}, {"EV009", confidenceTooHigh},
	{"EV010", recordsDisagree}, {"EV011", worksTwice}, {"EV012", charactersActing}, {"EV013", sourcesChanged},
	{"EV014", holdersUnknown}, {"EV015", attestedByNothing},
}

// Metadata asks all records of a corpus what the checks EV ask of the
// records behind a ruleset. Findings have no ruleset and are sorted by place.
func Metadata(c *evidence.Corpus, definitions []*rulesets.Definition) []Finding {
	l := &library{Corpus: c, definitions: definitions}
	var out []Finding
	for _, m := range metadataChecks {
		for _, o := range m.find(l) {
			out = append(out, Finding{ID: m.id, Severity: o.severity, Pos: o.pos, Message: o.message, Related: o.related})
		}
	}
	slices.SortStableFunc(out, func(a, b Finding) int { return cmp.Or(a.Pos.Compare(b.Pos), strings.Compare(a.ID, b.ID)) })
	// What is wrong with a source is found with every record that names it.
	return slices.CompactFunc(out, func(a, b Finding) bool { return a.Pos == b.Pos && a.ID == b.ID && a.Message == b.Message })
}

// ofSources makes the oddities of sources those of every record that names them;
// of one that no record names, they belong to none.
func (l *library) ofSources(look func(s *evidence.Source) []oddity) (out []oddity) {
	named := map[string][]*evidence.Record{}
	for _, r := range l.Records {
		keys := append([]string{r.Source.Key}, r.Via...)
		for _, t := range r.Texts {
			keys = append(keys, t.By)
		}
		slices.Sort(keys)
		for _, key := range slices.Compact(keys) {
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

// ofRecords makes the tasks of a check of metadata: the oddities of the records
// that the ruleset is bound to.
func ofRecords(id string, find func(l *library) []oddity) func(t *Target, o Options) []Task {
	return func(t *Target, _ Options) []Task {
		return one("records of "+t.Definition.ID, func(context.Context) (out Outcome) {
			l := t.library
			if l == nil {
				l = &library{Corpus: t.Corpus.Evidence, definitions: t.Corpus.Definitions}
			}
			odd := l.look(id, find)
			for _, r := range t.Evidence() {
				for _, o := range odd[r] {
					f := t.finding(o.severity, o.pos, "%s", o.message)
					f.Related = o.related
					out.Findings = append(out.Findings, f)
				}
			}
			return out
		})
	}
}

// once leaves a finding about a record under the first of the rulesets that
// are bound to it. The findings are sorted by ruleset.
func once(findings []Finding) []Finding {
	type key struct {
		id, message string
		pos         yamlpos.Pos
	}
	seen := map[key]bool{}
	return slices.DeleteFunc(findings, func(f Finding) bool {
		if !strings.HasPrefix(f.ID, "EV") {
			return false
		}
		k := key{f.ID, f.Message, f.Pos}
		had := seen[k]
		seen[k] = true
		return had
	})
}

// known lowers a finding to a note when the record names the doubt itself: it
// is for the record then, and nobody needs to look again.
func known(r *evidence.Record, s Severity, factors ...string) Severity {
	for _, f := range factors {
		if slices.Contains(r.Uncertainty, f) {
			return Note
		}
	}
	return s
}

// odd makes an oddity of a record at a place.
func odd(r *evidence.Record, s Severity, pos yamlpos.Pos, format string, args ...any) oddity {
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
func published(s *evidence.Source) bool {
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
