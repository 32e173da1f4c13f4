// Package phylo groups things by how far apart they are, and writes what programs
// for phylogenetic trees read. It knows no games: it is given names and figures.
//
// # Words
//
// A [Node] is a thing, or a group of things or groups with the height at which they
// were joined: half the mean distance between them. [Cluster] makes the tree of a
// matrix of distances; [Node.Newick] writes it for programs, [Node.Text] for people.
// A [Nexus] is a file with names, characters, distances and a tree.
//
// Likeness is no proof of descent. Joining by mean distance sorts things; it would
// tell how they descend only if all had changed at the same rate and nothing had
// been borrowed, which nobody knows of games.
//
// # Example
//
//	tree := phylo.Cluster([][]float64{{0, 0.2, 0.6}, {0.2, 0, 0.8}, {0.6, 0.8, 0}})
//	tree.Newick([]string{"a", "b", "c"}, nil) // "((a:0.1,b:0.1):0.25,c:0.35);"
package phylo
