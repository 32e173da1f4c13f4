package rulesets

import (
	"crypto/sha256"
	"fmt"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets/compile"
	"github.com/lectio/lectio/rulesets/lang"
)

// loadDefinition reads a ruleset that parse takes apart. The definition is returned as far
// as it could be read.
func loadDefinition(parse parser, file string, data []byte, corpus *evidence.Corpus, parts map[string]*part) (*Definition, diag.Errors) {
	root, errs := parse(file, data)
	l := &loader{Reader: yamlpos.Reader{Renamed: lang.Renamed}, corpus: corpus, parts: parts}
	l.Errs = errs
	d := &Definition{File: file, Aliases: map[string]string{}, boards: &compile.Boards{}}
	l.def = d
	if root == nil {
		return d, l.Errs
	}
	m := l.Map(root, "a ruleset", rulesetKeys...)
	if m == nil {
		return d, l.Errs
	}
	d.Pos = root.Pos
	d.Acting = l.Names(root, ProseKeys...)
	d.ID = l.fileName(l.Need(m, "ruleset", "a ruleset"), "the id of the ruleset")
	d.Title = l.Words(l.Need(m, "title", "a ruleset"), "the title")
	d.Family = l.String(l.Need(m, "family", "a ruleset"), "the family")
	l.evidence(m.Get("evidence"))
	l.assuming(m)
	for _, n := range l.List(l.Need(m, "statements", "a ruleset"), "the statements") {
		if n.Get("use") != nil {
			d.Statements = append(d.Statements, l.use(n)...)
		} else if s := l.statement(n); s != nil {
			d.Statements = append(d.Statements, s)
		}
	}
	for _, n := range l.List(m.Get("questions"), "the questions") {
		if q := l.question(n); q != nil {
			d.Questions = append(d.Questions, q)
		}
	}
	for _, n := range l.List(m.Get("examples"), "the examples") {
		if e := l.example(n); e != nil {
			d.Examples = append(d.Examples, e)
		}
	}
	for _, n := range l.List(m.Get("unpinned"), "the list of what no example pins down") {
		if u := l.Map(n, "an entry", unpinnedKeys...); u != nil {
			d.Unpinned = append(d.Unpinned, Unpinned{
				Statement: l.String(l.Need(u, "statement", "an entry"), "the statement"),
				Reading:   l.String(u.Get("reading"), "the reading"),
				Changes:   l.Strings(u.Get("changes"), "the changes"),
				Because:   l.String(l.Need(u, "because", "an entry"), "the reason"),
				Pos:       n.Pos,
			})
		}
	}
	for _, n := range l.List(m.Get("scales"), "the scaled-down versions") {
		if sc := l.scale(n); sc != nil {
			d.Scales = append(d.Scales, sc)
		}
	}
	for _, n := range l.List(m.Get("terms"), "the words explained") {
		l.term(n)
	}
	d.Measures = readMeasures(&l.Reader, m.Get("measures"))
	for _, x := range d.Measures {
		Measure{Measure: x}.ranksNot(&l.Errs)
	}
	l.crossCheck()
	sum := sha256.New()
	sum.Write(data)
	for _, id := range d.Parts {
		sum.Write(parts[id].text)
	}
	d.Version = fmt.Sprintf("%x", sum.Sum(nil))[:12]
	return d, l.Errs
}

func loadPart(file string, data []byte) (*part, diag.Errors) {
	root, errs := yamlpos.Parse(file, data)
	r := &yamlpos.Reader{Errs: errs, Renamed: lang.Renamed}
	m := r.Map(root, "a part", partKeys...)
	if m == nil {
		return nil, r.Errs
	}
	p := &part{text: data, id: r.String(r.Need(m, "part", "a part"), "the id of the part"), pos: root.Pos}
	p.acting = r.Names(root, ProseKeys...)
	p.statements = r.List(r.Need(m, "statements", "a part"), "the statements")
	for _, s := range p.statements {
		if w := s.Key("warrant"); w != nil {
			r.Errorf(w.Pos, "warrant", "no warrant", "the statements of a part have no warrant: each ruleset that uses it supplies its own")
		}
	}
	return p, r.Errs
}
