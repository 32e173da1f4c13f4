package dimension

import (
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/ast"
)

// Corpus is a corpus of rulesets together with what its games must settle.
type Corpus struct {
	*rulesets.Corpus
	Dimensions []*Dimension // in the order of the files

	faulty  map[string]bool // those that are left out, because something is wrong with them
	mu      sync.Mutex
	settled map[asked]*settled
	latest  []asked // of those that are kept, the last asked at the end
}

// Load reads rulesets as [Load] does, and the dimensions in
// rulesets/dimensions. A corpus without dimensions of its own is asked the bundled
// ones. What a statement settles is looked up among them.
func Load(fsys fs.FS, root string, ev *evidence.Corpus, only ...string) (*Corpus, diag.Errors) {
	of, errs := rulesets.Load(fsys, root, ev, only...)
	shown := func(f string) string { return path.Join(root, "rulesets", f) }
	c := &Corpus{Corpus: of, Dimensions: loadDimensions(rulesets.Inside(fsys), shown, &errs), faulty: map[string]bool{}}
	switch {
	case len(c.Dimensions) == 0:
		c.Dimensions = bundledDimensions()
	case ev != nil && fsys != fs.FS(rulesets.Bundled): // of the bundled ones a test looks the clauses up
		c.checkParallels(&errs)
	}
	c.Dimensions = slices.DeleteFunc(slices.Clone(c.Dimensions), func(d *Dimension) bool {
		c.faulty[d.ID] = c.faulty[d.ID] || d.faulty
		return d.faulty // what is left of it would give other answers
	})
	for _, d := range c.Definitions {
		c.lookUp(d, &errs)
	}
	errs.Sort()
	return c, errs
}

// Sound is the corpus without what errs are about, as [Corpus.Sound] says.
func (c *Corpus) Sound(errs diag.Errors) *Corpus {
	return &Corpus{Corpus: c.Corpus.Sound(errs), Dimensions: c.Dimensions}
}

var guests sync.Mutex // held while statements of a ruleset of another corpus are looked up

// Find returns the ruleset of that id, or nil, as [rulesets.Corpus.Find] does. What
// statements settle is looked up in a ruleset of another corpus inside the program as well,
// which is opened without dimensions.
func (c *Corpus) Find(id string) *rulesets.Definition {
	d := c.Corpus.Find(id)
	if d == nil || c.Of(d) == c.Corpus {
		return d
	}
	guests.Lock()
	defer guests.Unlock()
	if !lookedUp(d) {
		var errs diag.Errors // a test reads these corpora for errors
		(&Corpus{Dimensions: bundledDimensions()}).lookUp(d, &errs)
	}
	return d
}

// lookedUp reports whether it is known of a ruleset what its statements settle.
func lookedUp(d *rulesets.Definition) bool {
	return len(d.Unasked) > 0 || slices.ContainsFunc(d.EveryStatement(), func(s *rulesets.Statement) bool { return s.Settled[0] != "" })
}

// Read reads a ruleset that is not in the corpus, against its evidence, with its
// parts and its dimensions.
func (c *Corpus) Read(file string, data []byte) (*rulesets.Definition, diag.Errors) {
	d, errs := c.Corpus.Read(file, data)
	c.lookUp(d, &errs)
	errs.Sort()
	return d, errs
}

// LoadOne reads a single ruleset against a body of evidence (nil: clause
// references are not looked up) and the bundled dimensions.
func LoadOne(file string, data []byte, ev *evidence.Corpus) (*rulesets.Definition, diag.Errors) {
	d, errs := rulesets.LoadOne(file, data, ev)
	(&Corpus{Dimensions: bundledDimensions()}).lookUp(d, &errs)
	errs.Sort()
	return d, errs
}

// DimensionsOf lists what a game of that family must settle: the dimensions of its
// family, then those of all games that the family does not ask in words of its own. A
// game of a family that nobody has described is asked, of other families, what arises
// only with certain equipment.
func (c *Corpus) DimensionsOf(family string) []*Dimension {
	var out []*Dimension
	asked := map[string]bool{}
	add := func(wanted func(*Dimension) bool) {
		for _, d := range c.Dimensions {
			if wanted(d) && !asked[d.ID] {
				out = append(out, d)
				asked[d.ID] = true
			}
		}
	}
	add(func(d *Dimension) bool { return d.Family == family })
	known := len(out) > 0
	add(func(d *Dimension) bool { return d.Family == rulesets.AllGames })
	if !known {
		add(func(d *Dimension) bool { return d.Arises != nil })
	}
	return out
}

// Dimension returns the one of that id that a game of a family must settle, or nil.
func (c *Corpus) Dimension(family, id string) *Dimension {
	return dimensionNamed(c.DimensionsOf(family), id)
}

func dimensionNamed(dims []*Dimension, id string) *Dimension {
	if i := slices.IndexFunc(dims, func(d *Dimension) bool { return d.ID == id }); i >= 0 {
		return dims[i]
	}
	return nil
}

func idsOf(dims []*Dimension) (ids []string) {
	for _, d := range dims {
		ids = append(ids, d.ID)
	}
	return ids
}

// Words are those for what statements of some rulesets settle and might settle. Of answers that are values they have those that are given.
func (c *Corpus) Words(defs []*rulesets.Definition) rulesets.SettledWords {
	out := rulesets.SettledWords{}
	for _, def := range defs {
		if out[def.Family] == nil {
			out[def.Family] = map[string]rulesets.DimensionWords{}
			for _, d := range c.DimensionsOf(def.Family) {
				words := rulesets.DimensionWords{Asks: d.Asks, Answers: map[string]string{doesNotArise.ID: sentenceOf(doesNotArise.Means)}}
				for _, a := range d.Answers {
					words.Answers[a.ID] = sentenceOf(a.Means)
				}
				out[def.Family][d.ID] = words
			}
		}
		for _, s := range def.EveryStatement() {
			if b, ok := s.Body.(*ast.Settles); ok && s.Settled[1] != "" {
				if words, asked := out[def.Family][b.Dimension.Text]; asked { // another corpus may ask others
					words.Answers[b.As.Text] = s.Settled[1]
				}
			}
		}
	}
	return out
}

// Described reports whether there are dimensions of a family's own.
func (c *Corpus) Described(family string) bool { return slices.Contains(c.Families(), family) }

// Families lists the families that have dimensions of their own, sorted.
func (c *Corpus) Families() []string {
	var out []string
	for _, d := range c.Dimensions {
		if d.Family != rulesets.AllGames && !slices.Contains(out, d.Family) {
			out = append(out, d.Family)
		}
	}
	slices.Sort(out)
	return out
}

// checkParallels looks up the clauses that give answers.
func (c *Corpus) checkParallels(errs *diag.Errors) {
	for _, d := range c.Dimensions {
		for _, a := range slices.Concat(d.Answers, d.Given) {
			for _, ref := range a.Parallels {
				if e := rulesets.NoClause(c.Evidence, evidence.ClauseRef{Record: ref.Record, N: ref.N}); e != nil {
					errs.Add(ref.Pos, e.Found, e.Expected, "%s", e.Message)
				}
			}
		}
	}
}

// dimensionsAre says which dimensions a ruleset of a family could name in place of one that is not there.
func (c *Corpus) dimensionsAre(family, id string, ids []string) string {
	program := Corpus{Dimensions: bundledDimensions()}
	if program.Dimension(family, id) != nil {
		return "rulesets/dimensions with the files of the program, too: the corpus has files of its own there, and these stand in the place of all of them"
	}
	if len(ids) == 0 {
		return "nothing, as the corpus has no dimensions of " + family + " games or of all"
	}
	return "a dimension of " + family + " games: " + strings.Join(ids, ", ")
}

// lookUp finds the dimensions that a ruleset names: those that its questions bear on, and
// those that statements settle.
func (c *Corpus) lookUp(d *rulesets.Definition, errs *diag.Errors) {
	dims := c.DimensionsOf(d.Family)
	ids := idsOf(dims)
	for _, q := range d.Questions {
		for _, n := range q.BearsOn {
			if dimensionNamed(dims, n.Name) == nil && !c.faulty[n.Name] {
				errs.Add(n.Pos, diag.Quote(n.Name), c.dimensionsAre(d.Family, n.Name, ids), "there is no such dimension%s", diag.Suggest(n.Name, ids))
			}
		}
	}
	for _, s := range d.EveryStatement() {
		b, ok := s.Body.(*ast.Settles)
		if !ok {
			continue
		}
		dim := dimensionNamed(dims, b.Dimension.Text)
		if dim == nil && (c.faulty[b.Dimension.Text] || !c.Described(d.Family)) {
			d.Unasked = append(d.Unasked, s)
			continue
		}
		if dim == nil {
			errs.Add(b.Dimension.Pos, diag.Quote(b.Dimension.Text), c.dimensionsAre(d.Family, b.Dimension.Text, ids), "there is no such dimension%s", diag.Suggest(b.Dimension.Text, ids))
			continue
		}
		as := b.As
		if !as.Said() {
			errs.Add(s.Pos, "no answer", "as: with an answer", "it is not said how %s is settled", dim.ID)
			continue
		}
		answer := dim.Answer(as.Text)
		if as.Text == doesNotArise.ID {
			answer = doesNotArise
		}
		if answer == nil {
			answers := []string{doesNotArise.ID}
			for _, a := range dim.Answers {
				answers = append(answers, a.ID)
			}
			errs.Add(as.Pos, diag.Quote(as.Text), "an answer: "+strings.Join(answers, ", "), "%s has no such answer%s", dim.ID, diag.Suggest(as.Text, answers))
			continue
		}
		s.Settled = [2]string{dim.Asks, sentenceOf(answer.Means)}
	}
}

// asked is an interpretation of which it is asked how it settles what it must.
type asked struct {
	of   *rulesets.Definition
	name string
}

// settled is how it does, once that is known.
type settled struct {
	sync.Mutex
	list []Settlement
}

// remembered is how many interpretations a corpus keeps settled: enough for the readings
// of a game that are compared, and few enough that a corpus of a thousand rulesets does
// not hold a sample of each.
const remembered = 64
