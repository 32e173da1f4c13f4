package report

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets/dimension"
	"github.com/lectio/lectio/verify/compare"

	"github.com/lectio/lectio/verify/phylo"
)

// nexus is for programs that make phylogenetic trees.
var nexus = &Format{Endings: []string{".nex"}, Scope: ComparisonsOnly,
	Stream: func(r *Report, w io.Writer) error {
		if r.Phylogeny == nil {
			return errors.New("only a comparison can be written as NEXUS")
		}
		var b bytes.Buffer
		if err := r.Phylogeny.Write(&b); err != nil {
			return err
		}
		_, err := io.WriteString(w, yamlpos.Visible(b.String()))
		return err
	},
}

// treeName is what the tree is called in a file for other programs.
const treeName = "UPGMA"

// phylogeny makes of a comparison what programs for phylogenetic trees read.
func (v *comparison) phylogeny(version string) *phylo.Nexus {
	c := v.Comparison
	f := &phylo.Nexus{Taxa: c.Taxa(), Distances: c.Likeness.Distances, Tree: c.Likeness.Tree, TreeName: treeName, Label: c.Stands}
	left := 0
	for i := range c.Dimensions {
		list, out := v.characters(&c.Dimensions[i])
		f.Characters = append(f.Characters, list...)
		left += out
	}
	f.About = []string{version + ": " + c.Again()}
	for _, col := range c.Columns {
		d := col.Interpretation.Definition
		f.About = append(f.About, fmt.Sprintf("%s: %s, ruleset %s version %s, %s", col.Asked(), d.Title, d.ID, d.Version, strings.Join(d.Records, ", ")))
	}
	f.About = append(f.About,
		fmt.Sprintf("Characters are the dimensions that two columns or more settle in the same terms; %d that only one settles are left out. A state is an answer; ? is not settled, - does not arise or is not asked in these terms", left),
		"Distances are the share of the characters that both settle in which they differ")
	if how := c.Grouped(); how != "" {
		f.About = append(f.About, "Tree: "+how)
	}
	return f
}

// characters makes characters of a dimension: one for each of the terms in which kinds
// of games ask it, of those that two columns or more settle; left counts the others
// that one column settles.
func (v *comparison) characters(row *compare.Contrast) (list []phylo.Character, left int) {
	var terms []*dimension.Dimension
	for _, d := range row.Asked {
		if !slices.ContainsFunc(terms, func(t *dimension.Dimension) bool { return compare.SameTerms(t, d) }) {
			terms = append(terms, d)
		}
	}
	for _, term := range terms {
		ch := phylo.Character{Name: strings.ReplaceAll(row.ID, "_", " ")}
		if len(terms) > 1 {
			ch.Name += " (" + term.Family + ")"
		}
		number, settled := map[string]int{}, 0
		for i := range row.Cells {
			x := &row.Cells[i]
			state := phylo.Unknown
			switch {
			case x.Settlement == nil || x.Settlement.Standing == dimension.Moot || !compare.SameTerms(x.Settlement.Dimension, term):
				state = phylo.Inapplicable
			case x.Settles():
				a := x.Settlement.Answer
				if _, known := number[a.ID]; !known {
					number[a.ID] = len(ch.States)
					ch.States = append(ch.States, a.Means)
				}
				state = number[a.ID]
				settled++
			}
			ch.Of = append(ch.Of, state)
		}
		switch {
		case settled > 1:
			list = append(list, ch)
		case settled == 1:
			left++
		}
	}
	return list, left
}
