package explore

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/lectio/lectio/rulesets/engine"
)

// Components and the sets in which play can be kept, against plain definitions,
// on graphs that no game has to have.
func TestAgainstPlainDefinitions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawnGraph(t)
		n := len(r.kind)
		a := &Analysis{graph: r}
		a.components()
		reach := reaches(r)
		for i := 0; i < n; i++ {
			for j := 0; j < n; j++ {
				if same := i == j || reach[i][j] && reach[j][i]; same != (a.comp[i] == a.comp[j]) {
					t.Fatalf("%d and %d: in one component %v", i, j, !same)
				}
				if reach[i][j] && a.comp[j] > a.comp[i] {
					t.Fatalf("%d leads to %d, whose component comes later", i, j)
				}
			}
			if a.cyclic(int(a.comp[i])) != reach[i][i] {
				t.Fatalf("play can come back to %d: %v", i, reach[i][i])
			}
		}
		for who := -1; who < 2; who++ {
			want := staying(r, who)
			got := a.greatest(who)
			for i := range want {
				if got[i] != want[i] {
					t.Fatalf("player %d can stay at %d: %v, want %v", who, i, got[i], want[i])
				}
			}
			if who < 0 {
				a.stay = got
				for i := range got {
					if !got[i] {
						continue
					}
					if come := a.Returning(i); !got[come] || !reach[come][come] {
						t.Fatalf("play does not come back to %d", come)
					}
				}
			}
		}
	})
}

// States are told apart by all their bytes, and come back as they were.
func TestStore(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.IntRange(1, 40).Draw(t, "size")
		st := store{size: size, table: make([]uint64, 2)}
		seen := map[string]int{}
		var order []string
		for k := rapid.IntRange(1, 60).Draw(t, "states"); k > 0; k-- {
			b := make([]byte, size)
			for i := range b {
				if rapid.Bool().Draw(t, "zero") {
					b[i] = byte(rapid.IntRange(0, 2).Draw(t, "byte"))
				}
			}
			hash := uint32(b[0]) // few of them, so that they clash
			i := st.find(b, hash)
			want, known := seen[string(b)]
			if known != (i >= 0) || known && i != want {
				t.Fatalf("found at %d, want %d (%v)", i, want, known)
			}
			if i < 0 {
				seen[string(b)] = st.add(hash)
				order = append(order, string(b))
			}
		}
		out := make([]byte, size)
		for i, want := range order {
			if st.unpack(i, out); string(out) != want {
				t.Fatalf("state %d comes back as %v, was %v", i, out, []byte(want))
			}
		}
	})
}

// drawnGraph draws a graph of positions.
func drawnGraph(t *rapid.T) *Graph {
	n := rapid.IntRange(1, 14).Draw(t, "positions")
	r := &Graph{}
	for i := 0; i < n; i++ {
		kind := rapid.SampledFrom([]engine.Status{engine.Decision, engine.Decision, engine.AwaitsThrow, engine.Over}).Draw(t, "kind")
		var next []uint32
		known := true
		if kind != engine.Over {
			known = rapid.IntRange(0, 5).Draw(t, "looked") > 0
		}
		if kind != engine.Over && known {
			for k := rapid.IntRange(1, 3).Draw(t, "successors"); k > 0; k-- {
				next = append(next, uint32(rapid.IntRange(0, n-1).Draw(t, "successor")))
			}
		}
		r.kind = append(r.kind, uint8(kind))
		if known {
			r.kind[i] |= looked
		}
		r.tag = append(r.tag, uint8(rapid.IntRange(0, 1).Draw(t, "player")))
		r.first = append(r.first, uint32(len(r.next)))
		r.count = append(r.count, uint16(len(next)))
		r.next = append(r.next, next...)
	}
	return r
}

// reaches says from which positions which can be reached, by one step or more.
func reaches(r *Graph) [][]bool {
	n := len(r.kind)
	reach := make([][]bool, n)
	for i := range reach {
		reach[i] = make([]bool, n)
		for _, w := range r.successors(i) {
			reach[i][w] = true
		}
	}
	for k := 0; k < n; k++ {
		for i := 0; i < n; i++ {
			for j := 0; j < n; j++ {
				reach[i][j] = reach[i][j] || reach[i][k] && reach[k][j]
			}
		}
	}
	return reach
}

// staying says from which positions play can be kept going for ever, by the definition: by
// one player, or by all together (-1).
func staying(r *Graph, who int) []bool {
	want := make([]bool, len(r.kind))
	for i := range want {
		want[i] = r.status(i) != engine.Over && r.looked(i)
	}
	for changed := true; changed; {
		changed = false
		for i := range want {
			if !want[i] {
				continue
			}
			some, all := false, true
			for _, w := range r.successors(i) {
				some, all = some || want[w], all && want[w]
			}
			ok := all
			if r.status(i) == engine.Decision && (who < 0 || int(r.tag[i]) == who) {
				ok = some
			}
			if !ok {
				want[i], changed = false, true
			}
		}
	}
	return want
}
