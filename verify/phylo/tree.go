package phylo

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// Node is a tree: a leaf, or a group with its parts.
type Node struct {
	Leaf   int     // which of the things it is; -1 of a group
	Height float64 // half the mean distance between the parts; 0 of a leaf
	Parts  []*Node // two or more; none of a leaf
}

// nearly is how far apart distances may be that count as equal: they are fractions
// of small numbers, and come from sums in different orders.
const nearly = 1e-9

// Cluster joins what is nearest, and then groups by the mean distance between their
// leaves: average linkage, also called UPGMA (Sokal and Michener, "A statistical
// method for evaluating systematic relationships", University of Kansas Science
// Bulletin 38, 1958). Where several pairs are equally near, which pair was joined
// first would change the tree; so all groups that hang together by pairs of the
// least distance are joined at once, and the tree does not depend on the order of
// the things (Fernández and Gómez, "Solving non-uniqueness in agglomerative
// hierarchical clustering using multidendrograms", Journal of Classification 25,
// 2008). It returns nil where there is nothing to join, or where a distance is no
// number.
func Cluster(distances [][]float64) *Node {
	var groups []*Node
	for i, row := range distances {
		groups = append(groups, &Node{Leaf: i})
		for _, d := range row {
			if math.IsNaN(d) || math.IsInf(d, 0) {
				return nil
			}
		}
	}
	if len(groups) == 0 {
		return nil
	}
	for len(groups) > 1 {
		groups = joinNearest(groups, distances)
	}
	return groups[0]
}

// joinNearest joins the groups that are nearest to each other.
func joinNearest(groups []*Node, distances [][]float64) []*Node {
	apart := make([][]float64, len(groups))
	least := math.Inf(1)
	for i, a := range groups {
		apart[i] = make([]float64, i)
		for j, b := range groups[:i] {
			apart[i][j] = mean(a, b, distances)
			least = min(least, apart[i][j])
		}
	}
	// Every group takes the number of the first that it hangs together with.
	first := make([]int, len(groups))
	for i := range groups {
		first[i] = i
		for j := range i {
			if apart[i][j] > least+nearly {
				continue
			}
			from, to := max(first[i], first[j]), min(first[i], first[j])
			for k := range i + 1 {
				if first[k] == from {
					first[k] = to
				}
			}
		}
	}
	var out []*Node
	at := map[int]*Node{}
	for i, g := range groups {
		joined := at[first[i]]
		if joined == nil {
			joined = &Node{Leaf: -1, Height: least / 2}
			at[first[i]] = joined
			out = append(out, joined)
		}
		joined.Parts = append(joined.Parts, g)
	}
	for i, g := range out {
		if len(g.Parts) == 1 {
			out[i] = g.Parts[0]
		} else {
			g.flatten()
		}
	}
	return out
}

// flatten takes in the parts of a part that was joined at the same height.
func (n *Node) flatten() {
	var parts []*Node
	for _, p := range n.Parts {
		if p.Leaf < 0 && n.Height-p.Height <= nearly {
			parts = append(parts, p.Parts...)
		} else {
			parts = append(parts, p)
		}
	}
	n.Parts = parts
}

// mean is the mean distance between the leaves of two groups.
func mean(a, b *Node, distances [][]float64) float64 {
	sum, n := 0.0, 0
	for _, i := range a.Leaves() {
		for _, j := range b.Leaves() {
			sum += distances[i][j]
			n++
		}
	}
	return sum / float64(n)
}

// Leaves lists the things below the node, sorted.
func (n *Node) Leaves() []int {
	if n.Leaf >= 0 {
		return []int{n.Leaf}
	}
	var out []int
	for _, p := range n.Parts {
		out = append(out, p.Leaves()...)
	}
	slices.Sort(out)
	return out
}

// Groups lists the groups of the tree but the one that has everything, each before
// its own parts.
func (n *Node) Groups() []*Node {
	var out []*Node
	for _, p := range n.Parts {
		if p.Leaf < 0 {
			out = append(append(out, p), p.Groups()...)
		}
	}
	return out
}

// Has reports whether one of the groups has exactly these leaves.
func (n *Node) Has(leaves []int) bool {
	return slices.ContainsFunc(n.Groups(), func(g *Node) bool { return slices.Equal(g.Leaves(), leaves) })
}

// Newick writes the tree for other programs, in one line. label is what stands
// behind a group, such as how often it was found; nil writes none.
func (n *Node) Newick(names []string, label func(*Node) string) string {
	var b strings.Builder
	n.newick(&b, names, label)
	return b.String() + ";"
}

func (n *Node) newick(b *strings.Builder, names []string, label func(*Node) string) {
	if n.Leaf >= 0 {
		b.WriteString(Quote(names[n.Leaf]))
		return
	}
	b.WriteByte('(')
	for i, p := range n.Parts {
		if i > 0 {
			b.WriteByte(',')
		}
		p.newick(b, names, label)
		b.WriteString(":" + figure(n.Height-p.Height))
	}
	b.WriteByte(')')
	if label != nil {
		if text := label(n); text != "" {
			b.WriteString(Quote(text))
		}
	}
}

// figure writes a distance with at most six decimals.
func figure(f float64) string {
	s := strconv.FormatFloat(f, 'f', 6, 64)
	return strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
}

// Quote writes a name as Newick and NEXUS have it: in quotation marks unless it is
// made of letters and digits of ASCII alone, a quotation mark within it twice.
func Quote(name string) string {
	plain := name != ""
	for _, r := range name {
		plain = plain && (r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z')
	}
	if plain {
		return name
	}
	return "'" + strings.ReplaceAll(strings.Join(strings.Fields(name), " "), "'", "''") + "'"
}
