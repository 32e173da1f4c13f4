package rulesets

import (
	"slices"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets/ast"
	"github.com/lectio/lectio/rulesets/lang"
)

// Former are the words of statements, measures and layouts of boards that were written otherwise once, as the mistakes that they are; where
// there are none, other are all other errors. wrong are the errors with which the corpus was read: of files without any,
// every interpretation is compiled as well, for what a board calls its sets is known of a board alone. Readings that
// cannot be played yet are read, and not compiled.
func (c *Corpus) Former(wrong diag.Errors) (words, other diag.Errors) {
	var errs diag.Errors
	errs.Merge(wrong)
	for _, p := range c.parts {
		l := &loader{def: &Definition{Aliases: map[string]string{}}}
		l.Renamed = lang.Renamed
		for _, n := range p.statements {
			if s := l.statement(n); s != nil {
				errs.Merge(s.Errs)
			}
		}
		errs.Merge(l.Errs)
	}
	for _, d := range c.Definitions {
		stated := d.EveryStatement()
		for _, sc := range d.Scales {
			stated = append(stated, sc.Statements...)
		}
		for _, s := range stated {
			errs.Merge(s.Errs)
		}
	}
	if c.Evidence != nil {
		for _, r := range c.Evidence.Records {
			if o := r.Object; o != nil && o.Board != nil {
				errs.Merge(formerInBoard(o.Node("board")))
			}
		}
	}
	if words = formerOnly(errs); len(words) > 0 {
		return words, nil
	}
	errs = slices.Clone(wrong)
	for _, d := range c.Sound(wrong).Definitions {
		errs.Merge(d.CheckEach(func(g *Game) {
			for _, m := range d.OwnMeasures() {
				_, _, more := g.Measure(m)
				errs.Merge(more)
			}
		}))
		for _, sc := range d.Scales {
			if in, wrong := d.Scaled(sc, nil); len(wrong) == 0 {
				_, more := in.Compile()
				errs.Merge(more)
			}
		}
	}
	if words = formerOnly(errs); len(words) > 0 {
		return words, nil
	}
	errs.Sort()
	return nil, slices.CompactFunc(errs, func(a, b diag.Error) bool { return a.Pos == b.Pos && a.Message == b.Message })
}

// formerInBoard are those in the layout of a board, which stands in the record of an object as it would in a statement.
func formerInBoard(n *yamlpos.Node) diag.Errors {
	if k := ast.KindOf(n); k != nil {
		return k.Read(n).Errs
	}
	return nil
}

// formerOnly are the mistakes that are words as they were written once, each place once.
func formerOnly(errs diag.Errors) diag.Errors {
	errs = slices.Clone(errs)
	errs = slices.DeleteFunc(errs.Sort(), func(e diag.Error) bool { return e.Former == "" })
	return slices.CompactFunc(errs, func(a, b diag.Error) bool { return a.Pos == b.Pos })
}
