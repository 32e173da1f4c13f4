package phylo

import (
	"fmt"
	"io"
	"math"
	"strings"
)

// Nexus is a file for programs that make phylogenetic trees (Maddison, Swofford and
// Maddison, "NEXUS: an extensible file format for systematic information",
// Systematic Biology 46, 1997).
type Nexus struct {
	About      []string // comments at the head
	Taxa       []string // what is compared
	Characters []Character
	Distances  [][]float64 // NaN where there is none
	Tree       *Node       // nil where there is none
	TreeName   string
	Label      func(*Node) string // of a group of the tree; may be nil
}

// Character is something that every taxon is asked.
type Character struct {
	Name   string
	States []string
	Of     []int // by taxon: the number of its state, or one of those below
}

// What a taxon has where it has no state of a character.
const (
	Unknown      = -1 // nothing tells
	Inapplicable = -2 // the character does not arise
)

// symbols stand for states: those of a character from the first on.
const symbols = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

// foldable are those symbols that differ in more than case.
const foldable = 36

// Write writes the file. It refuses a character with more states than there are
// symbols.
func (f *Nexus) Write(w io.Writer) error {
	var b strings.Builder
	b.WriteString("#NEXUS\n\n")
	for _, text := range f.About {
		fmt.Fprintf(&b, "[ %s ]\n", strings.NewReplacer("[", "(", "]", ")").Replace(strings.Join(strings.Fields(text), " ")))
	}
	fmt.Fprintf(&b, "\nBEGIN TAXA;\n  DIMENSIONS NTAX=%d;\n  TAXLABELS", len(f.Taxa))
	for _, t := range f.Taxa {
		b.WriteString("\n    " + Quote(t))
	}
	b.WriteString("\n  ;\nEND;\n")
	if len(f.Characters) > 0 {
		if err := f.characters(&b); err != nil {
			return err
		}
	}
	f.distances(&b)
	if f.Tree != nil {
		fmt.Fprintf(&b, "\nBEGIN TREES;\n  TREE %s = [&R] %s\nEND;\n", Quote(f.TreeName), f.Tree.Newick(f.Taxa, f.Label))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// characters writes the block of characters.
func (f *Nexus) characters(b *strings.Builder) error {
	most := 2
	for _, c := range f.Characters {
		most = max(most, len(c.States))
		if len(c.States) > len(symbols) {
			return fmt.Errorf("character %q has %d states, and NEXUS has symbols for %d", c.Name, len(c.States), len(symbols))
		}
	}
	respect := ""
	if most > foldable {
		respect = " RESPECTCASE"
	}
	fmt.Fprintf(b, "\nBEGIN CHARACTERS;\n  DIMENSIONS NCHAR=%d;\n  FORMAT DATATYPE=STANDARD%s MISSING=? GAP=- SYMBOLS=\"%s\";\n  CHARSTATELABELS",
		len(f.Characters), respect, symbols[:most])
	for i, c := range f.Characters {
		comma := ","
		if i == len(f.Characters)-1 {
			comma = ""
		}
		fmt.Fprintf(b, "\n    %d %s /", i+1, Quote(c.Name))
		for _, s := range c.States {
			b.WriteString(" " + Quote(s))
		}
		b.WriteString(comma)
	}
	b.WriteString("\n  ;\n  MATRIX")
	for t, name := range f.Taxa {
		fmt.Fprintf(b, "\n    %s ", Quote(name))
		for _, c := range f.Characters {
			switch s := c.Of[t]; s {
			case Unknown:
				b.WriteByte('?')
			case Inapplicable:
				b.WriteByte('-')
			default:
				b.WriteByte(symbols[s])
			}
		}
	}
	b.WriteString("\n  ;\nEND;\n")
	return nil
}

// distances writes the block of distances.
func (f *Nexus) distances(b *strings.Builder) {
	b.WriteString("\nBEGIN DISTANCES;\n  FORMAT TRIANGLE=LOWER DIAGONAL LABELS MISSING=?;\n  MATRIX")
	for i, name := range f.Taxa {
		b.WriteString("\n    " + Quote(name))
		for j := range i + 1 {
			if d := f.Distances[i][j]; math.IsNaN(d) {
				b.WriteString(" ?")
			} else {
				b.WriteString(" " + figure(d))
			}
		}
	}
	b.WriteString("\n  ;\nEND;\n")
}
