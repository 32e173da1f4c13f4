package rulesets

import (
	"io/fs"
	"path"
	"runtime"
	"slices"
	"sort"
	"strings"
	"sync"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/ids"
	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets/ast"
)

// Corpus is everything below one directory: evidence and rulesets.
type Corpus struct {
	Evidence    *evidence.Corpus
	Definitions []*Definition // by id
	// Open opens the corpus whose name, with a colon, stands before an id; nil where
	// only those inside the program are found.
	Open func(name string) (*Corpus, error)

	inside bool   // it is part of the program
	name   string // stands before the ids of its rulesets; see Guest
	parts  map[string]*part
	// unsound are, by their ids, the rulesets that Sound left out, with the files
	// that have the errors.
	unsound map[string][]string
	unread  []string
}

// Sound is the corpus without what errs, which evidence.Load and [Load] returned,
// are about: rulesets with errors in their own file, in a part that they use or in
// a record that they rest on, and these records.
func (c *Corpus) Sound(errs diag.Errors) *Corpus {
	files := errs.Files()
	s := &Corpus{Open: c.Open, inside: c.inside, parts: c.parts, unsound: map[string][]string{}, unread: c.unread}
	if c.Evidence != nil {
		s.Evidence = c.Evidence.Sound(errs)
	}
	for _, d := range c.Definitions {
		var wrong []string
		rests := func(file string) {
			if files[file] && !slices.Contains(wrong, file) {
				wrong = append(wrong, file)
			}
		}
		for _, file := range c.Files(d) {
			rests(file)
		}
		for _, id := range d.Records {
			if s.Evidence != nil {
				rests(s.Evidence.Unsound(id))
			}
		}
		if len(wrong) > 0 {
			s.unsound[d.ID] = wrong
			continue
		}
		s.Definitions = append(s.Definitions, d)
	}
	return s
}

// Files are the files that a ruleset is read from: its own, and those of parts that it uses.
func (c *Corpus) Files(d *Definition) []string {
	out := []string{d.File}
	for _, id := range d.Parts {
		out = append(out, c.parts[id].pos.File)
	}
	return out
}

// Unsound are the files with the errors for which [Corpus.Sound] left a ruleset
// out, none for any other.
func (c *Corpus) Unsound(id string) []string { return c.unsound[id] }

// Unread are the files of rulesets of which not even the id is known, or their folder:
// any ruleset that is missed may be there.
func (c *Corpus) Unread() []string { return c.unread }

// IDs lists the ids of all rulesets.
func (c *Corpus) IDs() []string {
	var out []string
	for _, d := range c.Definitions {
		out = append(out, d.ID)
	}
	return out
}

// Load reads the rulesets in rulesets/definitions, and the parts in
// rulesets/parts, of a corpus: a directory laid out like the project, shown in
// messages as root, or Bundled with the root "". Every error of every file is
// returned, sorted; definitions are returned as far as they could be read.
//
// Who names a ruleset of a corpus inside the program gets that one alone, if it is there:
// those corpora have no errors, so that nothing need be told of the others, and to read all
// takes longer than most commands.
func Load(fsys fs.FS, root string, ev *evidence.Corpus, only ...string) (*Corpus, diag.Errors) {
	return load(fsys, root, ev, nil, only...)
}

// load is Load with what is remembered of the files.
func load(fsys fs.FS, root string, ev *evidence.Corpus, m *Memory, only ...string) (*Corpus, diag.Errors) {
	c := &Corpus{Evidence: ev, inside: isInside(fsys)}
	var errs diag.Errors
	parse := parserOf(fsys)
	fsys = Inside(fsys)
	shown := func(f string) string { return path.Join(root, "rulesets", f) }
	parts := map[string]*part{}
	c.parts = parts
	EachFile(fsys, "parts", shown, &errs, func(f string, data []byte) {
		p, perrs := m.part(f, data)
		errs.Merge(perrs)
		if p == nil {
			return
		}
		if old := parts[p.id]; old != nil {
			errs.AddRelated(p.pos, []diag.Pos{old.pos}, diag.Quote(p.id), "an id of its own", "the part id is used twice (first at %s)", old.pos)
		}
		parts[p.id] = p
	})
	var measures []Measure
	if !c.inside {
		measures = loadMeasures(fsys, shown, &errs)
		for _, m := range measures {
			m.ranksNot(&errs)
		}
	}
	files, err := yamlFiles(fsys, "definitions", shown, &errs)
	if err != nil {
		c.unread = append(c.unread, shown("definitions"))
	}
	named := slices.DeleteFunc(slices.Clone(files), func(f string) bool {
		return !slices.Contains(only, strings.TrimSuffix(path.Base(f), path.Ext(f))) // each is in a file of its name
	})
	if c.inside && len(named) > 0 && len(named) == len(only) {
		files = named
	}
	all := atOnce(files, func(file string) (r attempt) {
		data, err := fs.ReadFile(fsys, file)
		if err != nil {
			r.errs.Add(diag.Pos{File: shown(file)}, "", "", "the file cannot be read: %v", yamlpos.WithoutPath(err))
			return r
		}
		return m.definition(parse, shown(file), data, ev, parts)
	})
	seen, alike := map[string]*Definition{}, map[string]*Definition{}
	for i, r := range all {
		d := r.d
		errs.Merge(r.errs)
		if d == nil || d.ID == "" {
			c.unread = append(c.unread, shown(files[i]))
			continue
		}
		if old := seen[d.ID]; old != nil {
			errs.AddRelated(d.Pos, []diag.Pos{old.Pos}, diag.Quote(d.ID), "an id of its own", "the ruleset id is used twice (first at %s)", old.Pos)
			continue
		}
		// Two ids that differ in capitals only give their files one name on some systems.
		if old := alike[ids.Caseless(d.ID)]; old != nil {
			errs.AddRelated(d.Pos, []diag.Pos{old.Pos}, diag.Quote(d.ID), "another id",
				"the ruleset id differs from %s (at %s) in capitals only, and on some systems their files would be one",
				diag.Quote(old.ID), old.Pos)
		}
		seen[d.ID], alike[ids.Caseless(d.ID)] = d, d
		if !c.inside { // those of the program a test looks up
			d.checkBorrowed(ev, &errs)
		}
		d.corpus = measures
		c.Definitions = append(c.Definitions, d)
	}
	sort.Slice(c.Definitions, func(i, j int) bool { return c.Definitions[i].ID < c.Definitions[j].ID })
	errs.Sort()
	return c, errs
}

// Load is [Load] of what has changed since the last time.
func (m *Memory) Load(fsys fs.FS, root string, ev *evidence.Corpus) (*Corpus, diag.Errors) {
	return load(fsys, root, ev, m)
}

// atOnce reads files, as many at a time as there are processors; what they came to is in their order.
func atOnce(files []string, read func(file string) attempt) []attempt {
	all := make([]attempt, len(files))
	var wg sync.WaitGroup
	next := make(chan int)
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for i := range next {
				all[i] = read(files[i])
			}
		})
	}
	for i := range files {
		next <- i
	}
	close(next)
	wg.Wait()
	return all
}

// Read reads a ruleset that is not in the corpus, against its evidence and with
// its parts.
func (c *Corpus) Read(file string, data []byte) (*Definition, diag.Errors) {
	d, errs := loadDefinition(yamlpos.Parse, file, data, c.Evidence, c.parts)
	d.checkBorrowed(c.Evidence, &errs)
	errs.Sort()
	return d, errs
}

// LoadOne reads a single ruleset against a body of evidence (nil: clause
// references are not looked up).
func LoadOne(file string, data []byte, ev *evidence.Corpus) (*Definition, diag.Errors) {
	d, errs := loadDefinition(yamlpos.Parse, file, data, ev, nil)
	d.checkBorrowed(ev, &errs)
	errs.Sort()
	return d, errs
}

// AllMeasures are what can be asked of the play of a ruleset, whether or not it means something there: its own measures, those of its
// corpus, and those inside the program. Of one name the first is taken.
func (d *Definition) AllMeasures() []*ast.Measure {
	return firstOfEach(d.OwnMeasures(), ofFamily(bundledMeasures(), d.Family))
}

// OwnMeasures are those that somebody has written for the ruleset or for its corpus: none of those that come with the program.
func (d *Definition) OwnMeasures() []*ast.Measure {
	return firstOfEach(d.Measures, ofFamily(d.corpus, d.Family))
}

// OwnMetrics are those that are taken of every sample of games, too. One of the name of a metric of the program stands aside.
func (d *Definition) OwnMetrics() []*ast.Measure {
	return slices.DeleteFunc(d.OwnMeasures(), func(m *ast.Measure) bool { return isMetric(m.ID.Text) })
}

// Metrics are the measures inside the program that are taken of every sample of games of the ruleset, as far as they mean something
// there: those that are about something.
func (d *Definition) Metrics() []*ast.Measure {
	return slices.DeleteFunc(ofFamily(bundledMeasures(), d.Family), func(m *ast.Measure) bool { return m.Aspect.Text == "" })
}
