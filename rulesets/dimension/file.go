package dimension

import (
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/ast"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/lang"
)

// loadDimensions reads the files of dimensions of a corpus.
func loadDimensions(fsys fs.FS, shown func(string) string, errs *diag.Errors) []*Dimension {
	return (&dimensionReader{others: knownFacts}).files(fsys, shown, errs)
}

// files reads every file of dimensions, first their facts. Families may share ids, for what is
// asked of each of them, also with the dimensions of all games.
func (r *dimensionReader) files(fsys fs.FS, shown func(string) string, errs *diag.Errors) []*Dimension {
	var out []*Dimension
	var shares []share
	var files []*yamlpos.Node
	r.Renamed = lang.Renamed
	rulesets.EachFile(fsys, "dimensions", shown, errs, func(file string, data []byte) {
		root, more := yamlpos.Parse(file, data)
		errs.Merge(more)
		if root != nil {
			files = append(files, root)
		}
	})
	r.readFacts(files)
	for _, root := range files {
		own, more := r.file(root)
		shares = append(shares, more...)
		for _, d := range own {
			same := slices.IndexFunc(out, func(o *Dimension) bool { return o.ID == d.ID && o.Family == d.Family })
			if same >= 0 {
				first := out[same].Pos
				r.Errs.AddRelated(d.Pos, []diag.Pos{first}, diag.Quote(d.ID), "an id of its own", "the dimension id is used twice (first at %s)", first)
				continue
			}
			out = append(out, d)
		}
	}
	errs.Merge(r.Errs)
	for _, s := range shares {
		i := slices.IndexFunc(out, func(d *Dimension) bool { return d.ID == s.id.Text && d.Family == s.of })
		if i < 0 {
			errs.Add(s.id.Pos, diag.Quote(s.id.Text), "a dimension of "+s.of+" games", "there is no such dimension to be shared")
			continue
		}
		d := *out[i]
		d.Family, d.Shared = s.by, true
		out = append(out, &d)
	}
	return out
}

// share is a dimension of one family that a file asks of another, too.
type share struct {
	of, by string
	id     *yamlpos.Node
}

// filesOf are what the files of dimensions have.
type filesOf struct {
	facts      []*fact
	dimensions []*Dimension
}

// bundledFiles are those inside the binary, which a test reads for errors.
var bundledFiles = sync.OnceValue(func() filesOf {
	var errs diag.Errors
	r := &dimensionReader{others: programFacts}
	dims := r.files(rulesets.Bundled, func(f string) string { return path.Join("rulesets", f) }, &errs)
	return filesOf{r.facts, dims}
})

func bundledDimensions() []*Dimension { return bundledFiles().dimensions }

// file reads the dimensions of a family, and which of others it shares.
func (r *dimensionReader) file(root *yamlpos.Node) (out []*Dimension, shares []share) {
	m := r.Map(root, "a file of dimensions", dimensionsKeys...)
	if m == nil {
		return nil, nil
	}
	family := r.String(r.Need(m, "family", "a file of dimensions"), "the family")
	for _, n := range r.List(r.Need(m, "dimensions", "a file of dimensions"), "the dimensions") {
		wrong := len(r.Errs)
		if d := r.dimension(n, family); d != nil {
			d.faulty = len(r.Errs) > wrong
			out = append(out, d)
		}
	}
	if s := m.Get("shares"); s != nil && s.Kind == yamlpos.Map {
		for i, of := range s.Keys {
			for _, id := range r.List(s.Values[i], "the dimensions that are shared") {
				shares = append(shares, share{of.Text, family, id})
			}
		}
	} else if s != nil {
		r.Errorf(s.Pos, s.Kind.String(), "a map of families to their dimensions", "it is not said whose dimensions are shared")
	}
	return out, shares
}

// says reads what values mean that are words.
func (r *dimensionReader) says(n *yamlpos.Node) map[string]string {
	if n == nil {
		return nil
	}
	out := map[string]string{}
	for i, k := range n.Keys {
		out[k.Text] = r.String(n.Values[i], "what a value means")
	}
	if len(out) == 0 {
		r.Errorf(n.Pos, diag.Quote(n.Text), "values that are words, and what they mean", "says: must be a map")
	}
	return out
}

func (r *dimensionReader) dimension(n *yamlpos.Node, family string) *Dimension {
	m := r.Map(n, "a dimension", dimensionKeys...)
	if m == nil {
		return nil
	}
	d := &Dimension{Pos: n.Pos, Family: family}
	d.Acting = r.Names(n, rulesets.ProseKeys...)
	d.ID = r.String(r.Need(m, "id", "a dimension"), "the id of a dimension")
	d.Asks = r.String(r.Need(m, "asks", "a dimension"), "what the dimension asks")
	if a := m.Get("arises"); a != nil {
		if am := r.Map(a, "when a dimension arises", signKeys...); am != nil {
			d.Arises = r.signs(am)
		}
	}
	d.About = r.movesOf(m, "about")
	if v := m.Get("value"); v != nil {
		if f := r.factOf(v, v.Text); f != nil {
			d.Value, d.value = f.name, f
		}
		d.Says = r.says(m.Get("says"))
		d.Given = r.given(d, m.Get("parallels"))
		if m.Get("answers") != nil {
			r.Errorf(v.Pos, "value: and answers:", "one of them", "the answer is a value, or one of several answers")
		}
		return d
	}
	if p := m.Get("parallels"); p != nil {
		r.Errorf(p.Pos, "parallels: of a dimension with answers", "parallels: in each answer", "it is not said which answer the parallels give")
	}
	for _, an := range r.List(r.Need(m, "answers", "a dimension"), "the answers") {
		am := r.Map(an, "an answer", answerKeys...)
		if am == nil {
			continue
		}
		known := len(r.Errs)
		a := &Answer{Pos: an.Pos, Signs: *r.signs(am)}
		a.ID = r.String(r.Need(am, "id", "an answer"), "the id of an answer")
		a.Means = r.String(r.Need(am, "means", "an answer"), "what the answer means")
		r.parallels(a, am.Get("parallels"))
		a.Detail = am.Get("detail") != nil && r.Bool(am.Get("detail"), "detail")
		if len(a.Signs.asked())+len(a.Signs.Facts) == 0 && len(r.Errs) == known {
			r.Errorf(an.Pos, foundKeysOf(am), "one of: "+strings.Join(signKeys, ", "), "it is not said how the answer is found out")
		}
		if d.Answer(a.ID) != nil {
			r.Errorf(an.Pos, diag.Quote(a.ID), "an id of its own", "two answers of %s have one id", d.ID)
			continue
		}
		d.Answers = append(d.Answers, a)
	}
	if len(d.Answers) == 0 {
		r.Errorf(n.Pos, "no answers", "at least one", "a dimension must have answers")
	}
	return d
}

// given reads which values texts are known to give.
func (r *dimensionReader) given(d *Dimension, n *yamlpos.Node) (out []*Answer) {
	if n == nil {
		return nil
	}
	for i, k := range n.Keys {
		a := d.answer(k.Text)
		a.Pos = k.Pos
		r.parallels(a, n.Values[i])
		out = append(out, a)
	}
	if len(out) == 0 {
		r.Errorf(n.Pos, n.Kind.String(), "a map of values to clauses that give them", "it is not said which value the parallels give")
	}
	return out
}

// parallels reads where else an answer is found: the clauses that give it, the works that tell
// it of a game, in brackets behind it, and games of which it is only known.
func (r *dimensionReader) parallels(a *Answer, n *yamlpos.Node) {
	for _, p := range r.Items(n) {
		text := r.Words(p, "a clause that gives the answer, or a game in which it is known")
		switch ref, ok := evidence.ParseClauseRef(text); {
		case ok:
			a.Parallels = append(a.Parallels, rulesets.ClauseRef{Record: ref.Record, N: ref.N, Pos: p.Pos})
		case strings.Contains(text, "#"):
			r.Errorf(p.Pos, diag.Quote(text), "a clause, RECORD#NUMBER, or the name of a game", "this names no clause")
		case strings.HasSuffix(text, ")"):
			a.Told = append(a.Told, text)
		default:
			a.Known = append(a.Known, text)
		}
	}
}

// movesOf reads the moves behind a key.
func (r *dimensionReader) movesOf(m *yamlpos.Node, key string) []*Moves {
	var out []*Moves
	for _, n := range r.Items(m.Get(key)) {
		if mv := r.moves(n); mv != nil {
			out = append(out, mv)
		}
	}
	return out
}

func (r *dimensionReader) signs(m *yamlpos.Node) *Signs {
	s := &Signs{Permitted: r.movesOf(m, "permitted"), Refused: r.movesOf(m, "refused"), Never: r.movesOf(m, "never"), Barred: r.movesOf(m, "barred")}
	for _, how := range []string{"is", "not", "has", "least"} {
		fm := m.Get(how)
		if fm == nil {
			continue
		}
		if fm.Kind != yamlpos.Map {
			r.Errorf(fm.Pos, fm.Kind.String(), "facts with values, as in {men: 15}", "%s: takes a map", how)
			continue
		}
		for i, k := range fm.Keys {
			if f := r.factOf(k, k.Text); f != nil {
				s.Facts = append(s.Facts, FactSign{f, how, r.Strings(fm.Values[i], "the values of "+f.name)})
			}
		}
	}
	return s
}

// readFacts reads the facts of files: first their names, since they ask for each other.
func (r *dimensionReader) readFacts(files []*yamlpos.Node) {
	r.readCounts(files)
	var nodes []*yamlpos.Node
	for _, root := range files {
		for _, n := range root.Get("facts").Items() {
			name := n.Get("fact")
			if name == nil {
				r.Map(n, "a fact", factKeys...)
				r.Need(n, "fact", "a fact")
				continue
			}
			f := &fact{name: r.String(name, "the name of a fact"), pos: n.Pos}
			f.own = ownEvent(f.name)
			if first := r.lookUp(f.name); first != nil && named(r.others(), f.name) == nil {
				r.Errs.AddRelated(n.Pos, []diag.Pos{first.pos}, diag.Quote(f.name), "a name of its own", "two facts have one name (first at %s)", first.pos)
				continue
			}
			r.facts, nodes = append(r.facts, f), append(nodes, n)
		}
	}
	for i, n := range nodes {
		r.fact(n, r.facts[i])
	}
}

// readCounts reads the counts of files: moves that are counted under a name.
func (r *dimensionReader) readCounts(files []*yamlpos.Node) {
	for _, root := range files {
		for _, n := range root.Get("counts").Items() {
			m := r.Map(n, "a count", countKeys...)
			name := r.Need(m, "count", "a count")
			moves := r.Need(m, "moves", "a count")
			if name == nil || moves == nil {
				continue
			}
			ev := &event{name: r.String(name, "the name of a count"), doc: r.String(r.Need(m, "says", "a count"), "what is counted"), words: []string{"permitted|refused|lifted"}, moves: r.moves(moves)}
			if ev.moves == nil {
				continue
			}
			if r.event(ev.name) != nil {
				r.Errorf(n.Pos, diag.Quote(ev.name), "a name of its own", "something of that name is counted already")
				continue
			}
			ev.moves.name = ev.name
			r.counts = append(r.counts, ev)
		}
	}
}

// factOf finds a fact by its name.
func (r *dimensionReader) factOf(at *yamlpos.Node, name string) *fact {
	if f := r.lookUp(name); f != nil {
		return f
	}
	names := r.factNames()
	r.Errorf(at.Pos, diag.Quote(name), "one of: "+strings.Join(names, ", "), "there is no such fact%s", diag.Suggest(name, names))
	return nil
}

// moves reads which moves are asked about: {act: advance, when: own(to) >= 1}.
func (r *dimensionReader) moves(n *yamlpos.Node) *Moves {
	m := r.Map(n, "moves that are asked about", movesKeys...)
	if m == nil {
		return nil
	}
	mv := &Moves{Pos: n.Pos, name: n.Pos.String()}
	if a := m.Get("act"); a != nil {
		mv.acts = ast.Words(&r.Reader, a, "an act")
	}
	for _, a := range mv.acts {
		if _, ok := engine.ActNamed(strings.ReplaceAll(a.Text, "_", "-")); !ok && a.Text != "any" {
			r.Errorf(a.Pos, diag.Quote(a.Text), "an act: "+strings.Join(lang.ActWords, ", "), "there is no such act%s", lang.SuggestAct(a.Text))
		}
	}
	if w := m.Get("when"); w != nil {
		mv.when = ast.Expression(&r.Reader, w)
	}
	for _, key := range []string{"beside", "instead_of"} {
		if b := m.Get(key); b != nil {
			mv.beside, mv.samePart = r.moves(b), key == "instead_of"
		}
	}
	return mv
}

// knownFacts are those that come with the program: those that are data, and the others.
var knownFacts = sync.OnceValue(func() []*fact { return slices.Concat(bundledFiles().facts, programFacts()) })
