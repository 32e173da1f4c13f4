package solve_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"math/big"
	"math/bits"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/dimension"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/random"
	"github.com/lectio/lectio/rulesets/engine/weigh"
	"github.com/lectio/lectio/rulesets/play"
	"github.com/lectio/lectio/testdata/bundled"
	"github.com/lectio/lectio/testdata/long"
	"github.com/lectio/lectio/verify/solve"
	"github.com/lectio/lectio/verify/solve/certify"
)

func solved(t testing.TB, g *rulesets.Game) *solve.Solved {
	t.Helper()
	ctx := context.Background()
	graph, err := solve.Explore(ctx, g.Program, solve.Options{Positions: 10_000_000, Means: play.Generated})
	if err != nil {
		t.Fatal(err)
	}
	x, err := solve.Solve(ctx, graph, nil)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// of compiles the default of a ruleset of a corpus, scaled down unless scale is "".
func of(t testing.TB, c *dimension.Corpus, ruleset, scale string) *rulesets.Game {
	t.Helper()
	return under(t, c, ruleset, scale, nil)
}

// under compiles an interpretation of a ruleset of a corpus, scaled down unless scale is "".
func under(t testing.TB, c *dimension.Corpus, ruleset, scale string, choice rulesets.Choice) *rulesets.Game {
	t.Helper()
	d := c.Find(ruleset)
	in, errs := d.Scaled(d.Scale(scale), choice)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	g, errs := in.Compile()
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	return g
}

// between reports whether what the opening position is worth lies between the bounds, and these are near.
func between(x *solve.Solved, want, near float64) bool {
	low, high := float64(x.Low[0])/float64(solve.One), float64(x.High[0])/float64(solve.One)
	return low <= want+1e-11 && high >= want-1e-11 && high-low <= near
}

// What is known of games that others have solved: positions that end no game, and what the first is worth to who begins. Tic-tac-toe
// has 5,478 positions with the 958 at its end, of Ur with one man each 232 are published with those at its end; the scales of
// the seven were solved by another program before this one.
func TestKnownValues(t *testing.T) {
	own, gallery := bundled.Corpus(t), bundled.Gallery(t)
	for _, tt := range []struct {
		corpus    *dimension.Corpus
		ruleset   string
		scale     string
		positions int
		worth     float64
		turns     int
	}{
		{gallery, "tic-tac-toe", "", 4520, 0.5, 0},
		{gallery, "hex", "three-by-three", 4520, 1, 5},
		{own, "mylna", "nine-points", 10607, 0, 12},
		{own, "natt-klab-ash-shawk", "two-against-one", 8100, 1, 21},
		{own, "natt-klab-ash-shawk", "nine-cells", 11350, 0, 6},
		{own, "piprjall", "two-men", 2579, 0.720505, 0},
		{own, "kioz", "two-against-one", 982, 0.711791, 0},
		{own, "kioz", "two-holes", 2173, 0.523716, 0},
		{own, "lange-puff", "two-against-one", 404, 0.375, 0},
		{own, "lange-puff", "two-men", 998, 2. / 3, 0},
		{own, "contraere-puff", "two-against-one", 436, 0.307129, 0},
		{own, "contraere-puff", "two-men", 1504, 0.75, 0},
		{own, "barjis", "two-players", 286, 0.580968, 0},
	} {
		x := solved(t, of(t, tt.corpus, tt.ruleset, tt.scale))
		got := float64(x.Low[0]) / float64(solve.One)
		if math.Abs(got-tt.worth) > 1e-6 || x.High[0]-x.Low[0] > 1<<12 || x.Positions() != tt.positions {
			t.Errorf("%s %s: %d positions, worth %.9f, bounds %d apart; expected %d and %.6f", tt.ruleset, tt.scale, x.Positions(), got, x.High[0]-x.Low[0], tt.positions, tt.worth)
		}
		if x.Rank == nil {
			t.Errorf("%s %s: no rank", tt.ruleset, tt.scale)
		} else if !x.Chance && x.Rank[0] != uint16(tt.turns) {
			t.Errorf("%s %s: %d turns, expected %d", tt.ruleset, tt.scale, x.Rank[0], tt.turns)
		}
	}
}

// The Royal Game of Ur with few men was solved by those who play it; the values are published. Counts there have
// positions at the end of the game with them.
func TestUr(t *testing.T) {
	for men, tt := range []struct {
		positions int
		worth     float64
	}{{}, {217, 0.530049839525}, {12_869, 0.518572907496}, {263_121, 0.516201102238}, {2_602_822, 0.516159233557}} {
		most := long.Of(2, 3)
		if os.Getenv("LECTIO_HOURS") != "" {
			most = 4
		}
		if men == 0 || men > most {
			continue
		}
		x := solved(t, ur(t, men))
		if x.Positions() != tt.positions || !between(x, tt.worth, 1e-10) {
			t.Errorf("%d men: %d positions, from %d to %d", men, x.Positions(), x.Low[0], x.High[0])
		}
	}
}

// ur is the game with fewer men.
func ur(t testing.TB, men int) *rulesets.Game {
	t.Helper()
	return rewritten(t, "../../rulesets/gallery/rulesets/definitions/royal-game-of-ur.yaml", "men: 7", fmt.Sprint("men: ", men), "hand: 7", fmt.Sprint("hand: ", men))
}

// rewritten compiles the default of a ruleset without its examples, and with some texts in the place of others.
func rewritten(t testing.TB, path string, oldnew ...string) *rulesets.Game {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	text, _, _ := strings.Cut(string(b), "\nexamples:")
	text = strings.NewReplacer(oldnew...).Replace(text)
	d, errs := dimension.LoadOne(filepath.Base(path), []byte(text), nil)
	if d == nil {
		t.Fatal(errs)
	}
	g, errs := d.Game(nil)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	return g
}

// What follows from a state is what follows from it as it is kept, wherever a throw is due.
func TestForgottenIsNotRead(t *testing.T) {
	for _, d := range append(bundled.Corpus(t).Definitions, bundled.Gallery(t).Definitions...) {
		g, errs := d.Game(nil)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		p := g.Program
		if solve.Refuses(p) != nil {
			continue
		}
		in, graph := engine.NewInterpreter(p), solve.Empty(p)
		s, r := p.NewState(), random.New(3, 0)
		in.Start(s)
		for range long.Of(200, 600) {
			switch s.Status() {
			case engine.Over:
				in.Start(s)
				continue
			case engine.AwaitsThrow:
				dev := p.Devices[s.Device(p)]
				kept := p.NewState()
				kept.SetBytes(graph.Kept(s))
				for k := dev.First; k < dev.First+dev.Count; k++ {
					if a, b := outcomes(in, graph, s, k), outcomes(in, graph, kept, k); a != b {
						t.Fatalf("%s: what follows from a position hangs on what was forgotten:\n%s\n%s", d.ID, a, b)
					}
				}
				in.Throw(s, p.Draw(r, s.Device(p)))
			default:
				moves := in.Moves(s, nil)
				in.Play(s, moves[r.Below(len(moves))])
			}
		}
	}
}

// outcomes writes down the positions to which a throw can lead, by who is to move and as they are kept.
func outcomes(in *engine.Interpreter, g *solve.Graph, s *engine.State, throw int) string {
	var out []string
	first := s.Player()
	t := s.Clone()
	in.Throw(t, throw)
	list, _ := play.Results(in, t, 2000)
	if len(list) == 0 {
		list = []play.Result{{State: t}}
	}
	for _, x := range list {
		if x.State.Status() == engine.Over { // of which who prevails is all that is kept
			who := weigh.Prevails(in.Program(), x.State)
			out = append(out, fmt.Sprint("over ", who < 0, who == first))
			continue
		}
		out = append(out, fmt.Sprintf("%v %v %x", x.State.Status(), x.State.Player() == first, g.Kept(x.State)))
	}
	slices.Sort(out)
	return strings.Join(slices.Compact(out), "\n")
}

// A certificate holds by the interpreter alone; and whatever is wrong in it is found.
func TestCertificates(t *testing.T) {
	own, gallery := bundled.Corpus(t), bundled.Gallery(t)
	for _, tt := range []struct {
		corpus         *dimension.Corpus
		ruleset, scale string
		choice         rulesets.Choice
		mirrored       bool
	}{
		{gallery, "tic-tac-toe", "", nil, false}, {gallery, "tic-tac-toe", "", nil, true},
		{own, "kioz", "two-against-one", nil, false}, {own, "lange-puff", "two-men", nil, false}, {own, "barjis", "two-players", nil, false},
		{own, "kioz", "two-holes", putOff, false}, // both can put off the end
	} {
		g := under(t, tt.corpus, tt.ruleset, tt.scale, tt.choice)
		whole := solve.Mirrored(1 << 30)
		if tt.mirrored {
			solve.Mirrored(0)
		}
		x := solved(t, g)
		whole()
		if err := checked(t, x, g); err != nil {
			t.Errorf("%s: %v", tt.ruleset, err)
		}
		r := random.New(7, 0)
		before := make([][]int, x.Positions()) // the positions from which each follows
		for i := range x.Positions() {
			for _, among := range x.Following(i).Throws() {
				for _, n := range among {
					if !n.Over() {
						before[n.Position()] = append(before[n.Position()], i)
					}
				}
			}
		}
		// A bound moved by little may still be true, and the inequalities tell. They are those of the position or of what lies before it.
		spoilt := map[string]func(i int, by uint64){
			"a lower bound raised":   func(i int, by uint64) { x.Low[i] = min(x.Low[i]+by, x.High[i]) },
			"a lower bound lowered":  func(i int, by uint64) { x.Low[i] -= min(x.Low[i], by) },
			"an upper bound lowered": func(i int, by uint64) { x.High[i] = max(x.High[i]-min(x.High[i], by), x.Low[i]) },
			"an upper bound raised":  func(i int, by uint64) { x.High[i] = min(x.High[i]+by, solve.One) },
			"a rank lost":            func(i int, _ uint64) { x.Rank[i] = 0 },
		}
		for name, spoil := range spoilt {
			for found, tries := 0, 0; found < long.Of(3, 100) && tries < 100_000; tries++ {
				i := r.Below(x.Positions())
				low, high, rank := x.Low[i], x.High[i], x.Rank[i]
				spoil(i, uint64(2+r.Below(1<<r.Below(24))))
				if x.Rank[i] != rank || slices.ContainsFunc(append(before[i], i), func(j int) bool { return !follows(x, j) }) {
					found++
					if checked(t, x, g) == nil {
						t.Errorf("%s: position %d, %s: not found", tt.ruleset, i, name)
					}
				}
				x.Low[i], x.High[i], x.Rank[i] = low, high, rank
			}
		}
		file := certificate(t, x, g)
		for range long.Of(3, 100) {
			i := r.Below(x.Positions())
			c, err := certify.Read(bytes.NewReader(without(t, file, i)))
			if err == nil {
				err = c.Check(t.Context(), g.Program, nil)
			}
			if err == nil {
				t.Errorf("%s: position %d dropped: not found", tt.ruleset, i)
			}
		}
	}
}

// follows reports whether the bounds of a position follow from those behind it, in exact arithmetic.
func follows(x *solve.Solved, i int) bool {
	number := func(v uint64) *big.Int { return new(big.Int).SetUint64(v) }
	all, lows, highs := new(big.Int), new(big.Int), new(big.Int)
	for ways, among := range x.Following(i).Throws() {
		low, high := new(big.Int), new(big.Int)
		for _, n := range among {
			l, h := number(solve.One/2*uint64(n.Worth()+1)), number(solve.One/2*uint64(n.Worth()+1))
			if !n.Over() {
				l, h = number(x.Low[n.Position()]), number(x.High[n.Position()])
				if n.Turned() {
					l, h = new(big.Int).Sub(number(solve.One), h), new(big.Int).Sub(number(solve.One), l)
				}
			}
			if l.Cmp(low) > 0 {
				low = l
			}
			if h.Cmp(high) > 0 {
				high = h
			}
		}
		w := big.NewInt(int64(ways))
		all.Add(all, w)
		lows.Add(lows, low.Mul(low, w))
		highs.Add(highs, high.Mul(high, w))
	}
	return new(big.Int).Mul(all, number(x.Low[i])).Cmp(lows) <= 0 && new(big.Int).Mul(all, number(x.High[i])).Cmp(highs) >= 0
}

// without is a certificate with a position dropped, whole again in all else.
func without(t testing.TB, file []byte, i int) []byte {
	t.Helper()
	z, err := gzip.NewReader(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	all, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	head := bytes.SplitAfterN(all[:len(all)-sha256.Size], []byte("\n"), 3)
	var about solve.About
	if err := json.Unmarshal(head[1], &about); err != nil {
		t.Fatal(err)
	}
	differ := 0
	for _, b := range about.Differ {
		differ += bits.OnesCount8(b)
	}
	size := (differ+7)/8 + 14
	about.Positions--
	second, err := json.Marshal(about)
	if err != nil {
		t.Fatal(err)
	}
	out := slices.Concat(head[0], second, []byte("\n"), head[2][:i*size], head[2][(i+1)*size:])
	sum := sha256.Sum256(out)
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write(append(out, sum[:]...)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// certificate is that of what has been solved.
func certificate(t testing.TB, x *solve.Solved, g *rulesets.Game) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := x.WriteCertificate(&b, solve.About{Ruleset: g.Definition.ID, Interpretation: g.Name()}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// checked writes the certificate of what has been solved and checks it.
func checked(t testing.TB, x *solve.Solved, g *rulesets.Game) error {
	t.Helper()
	c, err := certify.Read(bytes.NewReader(certificate(t, x, g)))
	if err != nil {
		t.Fatal(err)
	}
	return c.Check(context.Background(), g.Program, nil)
}

// What is no certificate, is cut off, or was changed on the way is refused in words.
func TestDamagedCertificates(t *testing.T) {
	x := solved(t, of(t, bundled.Corpus(t), "lange-puff", "two-men"))
	var b bytes.Buffer
	if err := x.WriteCertificate(&b, solve.About{}); err != nil {
		t.Fatal(err)
	}
	whole := b.Bytes()
	for _, tt := range []struct {
		name string
		file []byte
	}{
		{"nothing", nil}, {"a text", []byte("lectio certificate of values, format 3\n")}, {"half of it", whole[:len(whole)/2]},
		{"all but the end", whole[:len(whole)-9]},
	} {
		if _, err := certify.Read(bytes.NewReader(tt.file)); err == nil {
			t.Errorf("%s is read as a certificate", tt.name)
		}
	}
	content := func(file []byte) string {
		z, err := gzip.NewReader(bytes.NewReader(file))
		if err != nil {
			return err.Error()
		}
		text, _ := io.ReadAll(z)
		return string(text)
	}
	// Between two blocks of what is compressed lie bits on which nothing hangs.
	for i := 20; i < len(whole); i += len(whole) / long.Of(40, 400) {
		spoilt := bytes.Clone(whole)
		spoilt[i] ^= 0x10
		if _, err := certify.Read(bytes.NewReader(spoilt)); err == nil && content(spoilt) != content(whole) {
			t.Errorf("byte %d of %d changed, and it is read all the same", i, len(whole))
		}
	}
}

// What cannot be solved so says why.
func TestRefused(t *testing.T) {
	own := bundled.Corpus(t)
	d := own.Find("barjis")
	g, errs := d.Game(nil)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	var refused *solve.Refused
	if err := solve.Refuses(g.Program); !errors.As(err, &refused) || !strings.Contains(err.Error(), "more than two") {
		t.Errorf("%v", err)
	}
	small := of(t, own, "piprjall", "three-men")
	var large *solve.TooLarge
	if _, err := solve.Explore(context.Background(), small.Program, solve.Options{Positions: 1000}); !errors.As(err, &large) || large.Positions != 1000 {
		t.Errorf("%v", err)
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if _, err := solve.Explore(ctx, small.Program, solve.Options{Positions: 1000}); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

// counting counts how often it is asked whether it is done.
type counting struct {
	context.Context
	asked atomic.Int64
}

func (c *counting) Err() error {
	c.asked.Add(1)
	return nil
}

// Whoever wants it to end is asked often, even where what is found at once is much: in a page nothing else ends it.
func TestEnds(t *testing.T) {
	c := &counting{Context: context.Background()}
	graph, err := solve.Explore(c, of(t, bundled.Corpus(t), "natt-klab-ash-shawk", "nine-cells").Program, solve.Options{Positions: 1_000_000})
	if err != nil {
		t.Fatal(err)
	}
	if n, asked := graph.Positions(), int(c.asked.Load()); n < 10_000 || n/asked > 200 {
		t.Errorf("among %d positions it was asked %d times", n, asked)
	}
}

// The candidates for the board of Coriovallum, six boards with four forces and either side to begin, were solved by a program apart: the
// dogs are sure to catch the hares unless there are three against two, and on each board within so many moves of four dogs that begin.
func TestCandidates(t *testing.T) {
	d := bundled.Gallery(t).Find("coriovallum")
	all := 0
	for at, board := range []struct {
		lines string
		moves int
	}{{"meeting-neither", 13}, {"meeting-above", 13}, {"meeting-both", 15}, {"apart-neither", 21}, {"apart-above", 21}, {"apart-both", 21}} {
		if at > 0 && !long.Form() {
			break
		}
		for _, forces := range []string{"four-two", "three-two", "three-one", "two-one"} {
			for _, first := range []string{"dogs", "hares"} {
				g, errs := d.Game(rulesets.Choice{"never_caught": "never", "lines": board.lines, "how_many": forces, "who_begins": first})
				if len(errs) > 0 {
					t.Fatal(errs)
				}
				x := solved(t, g)
				all += x.Positions()
				won := map[string]uint64{"dogs": solve.One}[first] // of who begins, where the dogs win
				caught := x.Low[0] == won && x.High[0] == won
				if caught != (forces != "three-two") || caught && forces == "four-two" && first == "dogs" && x.Rank[0] != uint16(board.moves) {
					t.Errorf("%s: from %d to %d in %d", g.Name(), x.Low[0], x.High[0], x.Rank[0])
				}
			}
		}
	}
	t.Logf("%d positions that end no game", all)
}
