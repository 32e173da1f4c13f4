package site

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sort"
	"strings"
	"sync"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/exchange/sheet"
	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/edition"
	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/brief"
	"github.com/lectio/lectio/verify/parallels"
)

// Options say how a site is made.
type Options struct {
	Version string // of the program, as it is cited
	Command string // that makes the site again
	// Core is the text of assets/core.js, by which pages ask the program itself, and Corpus the files of the corpus that it
	// reads there, by their paths: see package core. Without it there are no pages to play on, and no workshop.
	Core   []byte
	Corpus map[string]string
	// Evidence has the records that get a page besides those that rulesets rest on, and
	// Pictures the files of their images.
	Evidence *evidence.Corpus
	Pictures fs.FS
	// Watched asks pages to look whether they have been made anew: see Server.
	Watched bool
	// Before is an earlier site, whose pages are kept of the rulesets in Same.
	Before *Site
	Same   map[string]bool
	// Progress is told what is being made.
	Progress func(done, total int, what string)
}

// Site is an edition as files.
type Site struct {
	Files map[string][]byte // by path, with slashes
	Notes []string          // what was left out, and why

	mu       sync.Mutex // of Files, while pages are made
	res      *verify.Result
	settings *Settings
	options  Options
	games    []*game
	look     *look
	finds    []finding // for the search
	records  []*record
	// quotedRecords are those of other corpora that questions quote: they have pages, and are
	// not among what the site tells of.
	quotedRecords []*record
	byID          map[*evidence.Corpus]map[string]*record
}

// game is a ruleset with all that pages tell of it.
type game struct {
	*verify.Target
	dir      string // its folder
	brief    *brief.Brief
	readings *edition.Readings
	ranked   []*verify.Ranking // questions, those of the greatest consequence first
	learned  bool              // there are games between learned programs
	found    map[*rulesets.Question]*parallels.Found
}

// Make makes the pages of all rulesets of a run.
func Make(ctx context.Context, res *verify.Result, set *Settings, o Options) (*Site, diag.Errors) {
	s := &Site{Files: map[string][]byte{}, res: res, settings: set, options: o, look: &look{}, byID: map[*evidence.Corpus]map[string]*record{}}
	if o.Before != nil {
		s.look = o.Before.look
	}
	var errs diag.Errors
	for _, t := range res.Targets {
		if t.Game == nil {
			continue
		}
		t.Standing() // finds the clauses, unless a check has
		g := &game{Target: t, dir: slug(t.Definition.ID), brief: brief.Of(res, t), readings: edition.ReadingsOf(t.Game), found: map[*rulesets.Question]*parallels.Found{}}
		g.rank(res)
		s.games = append(s.games, g)
	}
	s.collect()
	if err := errors.Join(s.assets(), s.corpusFiles()); err != nil {
		errs.Add(diag.Pos{}, "", "", "%v", err)
		return nil, errs
	}
	steps := []func(context.Context) error{s.home, s.about, s.extraPages, s.recordsPages, s.recordPages, s.recordForm, s.workshopPages}
	for _, g := range s.games {
		if s.keeps(g) {
			continue
		}
		for _, step := range []func(context.Context, *game) error{s.gamePage, s.rulesPage, s.questionPages, s.throwsPage, s.examplePages, s.sourcesPage, s.gameFile, s.playPage} {
			steps = append(steps, func(ctx context.Context) error { return step(ctx, g) })
		}
	}
	steps = append(steps, s.comparisons, s.figures, s.search, s.looks)
	for i, step := range steps {
		if ctx.Err() != nil {
			break
		}
		if o.Progress != nil {
			o.Progress(i, len(steps), "pages")
		}
		errs.Merge(diag.AsErrors(step(ctx)))
	}
	if len(errs) > 0 {
		return nil, errs.Sort()
	}
	return s, nil
}

// atOnce does each of n things, as many at once as there are processors, and returns the error
// of the first that failed; once the context ends it begins no more.
func atOnce(ctx context.Context, n int, do func(i int) error) error {
	errs := make([]error, n)
	places := make(chan bool, runtime.GOMAXPROCS(0))
	var work sync.WaitGroup
	for i := range n {
		if places <- true; ctx.Err() != nil {
			break
		}
		work.Go(func() {
			defer func() { <-places }()
			errs[i] = do(i)
		})
	}
	work.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// put adds a file.
func (s *Site) put(at string, data []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.Files[at] = data
}

// keeps takes over the pages of a game that has not changed, and reports whether it has.
func (s *Site) keeps(g *game) bool {
	if s.options.Before == nil || !s.options.Same[g.Definition.ID] {
		return false
	}
	for path, data := range s.options.Before.Files {
		if strings.HasPrefix(path, g.dir+"/") {
			s.Files[path] = data
		}
	}
	return true
}

// rank lists the questions, those of the greatest consequence first and those that are
// not ranked last.
func (g *game) rank(res *verify.Result) {
	for i := range res.Rankings {
		if r := &res.Rankings[i]; r.Ruleset == g.Definition.ID {
			g.ranked = append(g.ranked, r)
		}
	}
	g.learned = slices.ContainsFunc(res.Metrics, func(m verify.Metrics) bool {
		return m.Ruleset == g.Definition.ID && m.Default && len(m.Learned) > 0
	})
	sort.SliceStable(g.ranked, func(a, b int) bool { return g.ranked[a].Rank < g.ranked[b].Rank })
	for _, q := range g.Definition.Questions {
		if !slices.ContainsFunc(g.ranked, func(r *verify.Ranking) bool { return r.Question == q }) {
			g.ranked = append(g.ranked, &verify.Ranking{Ruleset: g.Definition.ID, Question: q})
		}
	}
}

// game returns the game of that id, nil where there is none.
func (s *Site) game(id string) *game {
	for _, g := range s.games {
		if g.Definition.ID == id {
			return g
		}
	}
	return nil
}

// Paths lists the files of the site in order.
func (s *Site) Paths() []string {
	var out []string
	for p := range s.Files {
		out = append(out, p)
	}
	sort.Strings(out)
	return out
}

// manifest is a file that lists what a run of this program has written into a folder, so
// that the next run takes away what is no longer there, and nothing else. underWay is there
// while a run writes, and lists besides what the run may come to write: of a run that was
// killed, the next one knows the folder by it, and what is in it.
const (
	manifest = "lectio-site.txt"
	underWay = ".lectio-site.txt"
)

// Write writes what differs from what is in a folder, and takes away what an earlier run
// wrote and this one has not.
func (s *Site) Write(dir string) error {
	listed, begun := filepath.Join(dir, manifest), filepath.Join(dir, underWay)
	var earlier []string
	known := false
	for _, list := range []string{listed, begun} {
		sheet.Sweep(list) // of a run that was killed at its beginning
		data, err := os.ReadFile(list)
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return sheet.Unwritable(dir, err)
		}
		known = known || err == nil
		earlier = append(earlier, strings.Fields(string(data))...)
	}
	list, err := os.ReadDir(dir)
	switch {
	case known:
	case err != nil && !errors.Is(err, os.ErrNotExist):
		return diag.Error{Pos: diag.Pos{File: dir}, Expected: "a new or empty folder, or one that an earlier run wrote",
			Message: fmt.Sprintf("the folder cannot be read: %v", yamlpos.WithoutPath(err))}
	case len(list) > 0:
		return diag.Error{Pos: diag.Pos{File: dir}, Found: fmt.Sprintf("%d files that are no site of Lectio's", len(list)),
			Expected: "a new or empty folder, or one that an earlier run wrote", Message: "the folder is in use"}
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return sheet.Unwritable(dir, err)
	}
	paths := s.Paths()
	if err := sheet.WriteFiles(sheet.File{Path: begun, Content: lines(append(earlier, paths...))}); err != nil {
		return err
	}
	var files []sheet.File
	for _, path := range paths {
		name := filepath.Join(dir, filepath.FromSlash(path))
		if have, err := os.ReadFile(name); err == nil && string(have) == string(s.Files[path]) {
			continue
		}
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return sheet.Unwritable(dir, err)
		}
		files = append(files, sheet.File{Path: name, Content: s.Files[path]})
	}
	files = append(files, sheet.File{Path: listed, Content: lines(paths)})
	if err := sheet.WriteFiles(files...); err != nil {
		return err
	}
	for _, path := range earlier {
		if _, still := s.Files[path]; !still && filepath.IsLocal(filepath.FromSlash(path)) {
			name := filepath.Join(dir, filepath.FromSlash(path))
			sheet.Sweep(name)
			os.Remove(name)
			os.Remove(filepath.Dir(name)) // only if it is empty
		}
	}
	if err := os.Remove(begun); err != nil && !errors.Is(err, os.ErrNotExist) {
		return sheet.Unwritable(dir, err)
	}
	return nil
}

// lines is a list as a file, a line each.
func lines(list []string) []byte { return []byte(strings.Join(list, "\n") + "\n") }

// slug is a text as part of an address.
func slug(text string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(text) {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			b.WriteRune(r)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
	}
	return strings.Trim(b.String(), "-")
}

// spaced is an id as words.
func spaced(id string) string { return strings.NewReplacer("-", " ", "_", " ").Replace(id) }

// clauseRef is a clause of the records of a game, as pages call it.
func (g *game) clauseRef(c rulesets.ClauseRef) clauseView {
	name := fmt.Sprint(c.N)
	at := "clause-" + name
	if len(g.Definition.Records) > 1 {
		name = g.Definition.RecordName(c.Record) + " " + name
		at = "clause-" + slug(g.Definition.RecordName(c.Record)) + "-" + fmt.Sprint(c.N)
	}
	v := clauseView{Name: name, Anchor: at, Full: c.String()}
	if r := g.Corpus.Evidence.Record(c.Record); r != nil {
		v.Text, _ = r.Says(c.N)
		if x := r.Clause(c.N); x != nil {
			v.Wording = x.Wording
		}
	}
	return v
}

// clauseView is a clause as pages show it.
type clauseView struct {
	Name, Anchor, Full, Text string
	Wording                  []string
}

func (g *game) clauseRefs(list []rulesets.ClauseRef) (out []clauseView) {
	for _, c := range list {
		out = append(out, g.clauseRef(c))
	}
	return out
}
