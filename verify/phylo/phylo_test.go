package phylo

import (
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestCluster(t *testing.T) {
	for _, x := range []struct {
		name      string
		distances [][]float64
		newick    string
	}{
		// Two near ones, and the mean of the distances to the third.
		{"three", [][]float64{{0, 0.2, 0.6}, {0.2, 0, 0.8}, {0.6, 0.8, 0}}, "((a:0.1,b:0.1):0.25,c:0.35);"},
		// The textbook example of average linkage: 4 leaves, two pairs.
		{"four", [][]float64{{0, 4, 10, 10}, {4, 0, 10, 10}, {10, 10, 0, 6}, {10, 10, 6, 0}}, "((a:2,b:2):3,(c:3,d:3):2);"},
		// a–b and b–c are equally near: neither pair may come first.
		{"tie", [][]float64{{0, 0.2, 0.5}, {0.2, 0, 0.2}, {0.5, 0.2, 0}}, "(a:0.1,b:0.1,c:0.1);"},
		{"alike", [][]float64{{0, 0, 0.5}, {0, 0, 0.5}, {0.5, 0.5, 0}}, "((a:0,b:0):0.25,c:0.25);"},
		{"one", [][]float64{{0}}, "a;"},
	} {
		tree := Cluster(x.distances)
		if got := tree.Newick([]string{"a", "b", "c", "d"}, nil); got != x.newick {
			t.Errorf("%s: %s, want %s", x.name, got, x.newick)
		}
	}
	if Cluster([][]float64{{0, math.NaN()}, {math.NaN(), 0}}) != nil {
		t.Error("a tree of distances that are not known")
	}
	if Cluster(nil) != nil {
		t.Error("a tree of nothing")
	}
}

// TestOrder draws matrices with many ties and asks whether the groups are the same
// when the things come in another order, and that none is higher than what holds it.
func TestOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 8).Draw(t, "n")
		d := make([][]float64, n)
		for i := range d {
			d[i] = make([]float64, n)
			for j := range i {
				d[i][j] = float64(rapid.IntRange(0, 4).Draw(t, "distance")) / 4
				d[j][i] = d[i][j]
			}
		}
		order := rapid.Permutation(seq(n)).Draw(t, "order")
		other := make([][]float64, n)
		for i := range other {
			other[i] = make([]float64, n)
			for j := range other[i] {
				other[i][j] = d[order[i]][order[j]]
			}
		}
		var names []string
		for _, k := range order {
			names = append(names, string(rune('a'+k)))
		}
		want, got := groups(Cluster(d), []string{"a", "b", "c", "d", "e", "f", "g", "h"}), groups(Cluster(other), names)
		if !slices.Equal(want, got) {
			t.Fatalf("groups %v, in another order %v", want, got)
		}
		tree := Cluster(d)
		if leaves := tree.Leaves(); !slices.Equal(leaves, seq(n)) {
			t.Fatalf("leaves %v of %d things", leaves, n)
		}
		higher(t, tree)
	})
}

func seq(n int) []int {
	var out []int
	for i := range n {
		out = append(out, i)
	}
	return out
}

func groups(tree *Node, names []string) []string {
	var out []string
	for _, g := range append(tree.Groups(), tree) {
		var leaves []string
		for _, i := range g.Leaves() {
			leaves = append(leaves, names[i])
		}
		slices.Sort(leaves)
		out = append(out, strings.Join(leaves, "")+" "+figure(g.Height))
	}
	slices.Sort(out)
	return out
}

func higher(t *rapid.T, n *Node) {
	for _, p := range n.Parts {
		if p.Leaf < 0 && p.Height >= n.Height {
			t.Fatalf("a group of height %v within one of %v", p.Height, n.Height)
		}
		higher(t, p)
	}
}

func TestText(t *testing.T) {
	tree := Cluster([][]float64{{0, 0.2, 0.6, 0.6}, {0.2, 0, 0.8, 0.6}, {0.6, 0.8, 0, 0.4}, {0.6, 0.6, 0.4, 0}})
	want := `
                   ┌──────── a
┌──────────────────┤
│                  └──────── b
│
│         ┌───────────────── c
└─────────┤
          └───────────────── d
0.65          0.33         0`
	if got := "\n" + strings.Join(tree.Text([]string{"a", "b", "c", "d"}, 28), "\n"); got != want {
		t.Errorf("drawn as%s\nwant%s", got, want)
	}
	alike := Cluster([][]float64{{0, 0}, {0, 0}})
	if got := strings.Join(alike.Text([]string{"a", "b"}, 28), "\n"); !strings.Contains(got, "a") || !strings.Contains(got, "b") {
		t.Errorf("what is alike is drawn as\n%s", got)
	}
}

func TestQuote(t *testing.T) {
	for name, want := range map[string]string{"a1": "a1", "lange-puff": "'lange-puff'", "a_b": "'a_b'", "it's": "'it''s'", "": "''", "a\n b": "'a b'", "Kiôz": "'Kiôz'", "x[1]": "'x[1]'"} {
		if got := Quote(name); got != want {
			t.Errorf("%q is written %s, want %s", name, got, want)
		}
	}
}

func TestNexus(t *testing.T) {
	f := &Nexus{About: []string{"of [brackets]"}, Taxa: []string{"a", "b-c"}, TreeName: "UPGMA",
		Characters: []Character{{"men's way", []string{"on", "off, then on"}, []int{1, 0}}, {"x", []string{"1"}, []int{Unknown, Inapplicable}}},
		Distances:  [][]float64{{0, math.NaN()}, {math.NaN(), 0}}, Tree: Cluster([][]float64{{0, 1}, {1, 0}})}
	var b strings.Builder
	if err := f.Write(&b); err != nil {
		t.Fatal(err)
	}
	want := `#NEXUS

[ of (brackets) ]

BEGIN TAXA;
  DIMENSIONS NTAX=2;
  TAXLABELS
    a
    'b-c'
  ;
END;

BEGIN CHARACTERS;
  DIMENSIONS NCHAR=2;
  FORMAT DATATYPE=STANDARD MISSING=? GAP=- SYMBOLS="01";
  CHARSTATELABELS
    1 'men''s way' / on 'off, then on',
    2 x / 1
  ;
  MATRIX
    a 1?
    'b-c' 0-
  ;
END;

BEGIN DISTANCES;
  FORMAT TRIANGLE=LOWER DIAGONAL LABELS MISSING=?;
  MATRIX
    a 0
    'b-c' ? 0
  ;
END;

BEGIN TREES;
  TREE UPGMA = [&R] (a:0.5,'b-c':0.5);
END;
`
	if b.String() != want {
		t.Errorf("written\n%s\nwant\n%s", b.String(), want)
	}
	f.Characters[0].States = make([]string, len(symbols)+1)
	if err := f.Write(&b); err == nil {
		t.Error("a character with more states than symbols was written")
	}
}
