package solve_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/play"
	"github.com/lectio/lectio/testdata/bundled"
	"github.com/lectio/lectio/testdata/long"
	"github.com/lectio/lectio/verify/solve"
)

func solvedBy(t testing.TB, g *rulesets.Game, o solve.Options) *solve.Solved {
	t.Helper()
	ctx := context.Background()
	graph, err := solve.Explore(ctx, g.Program, o)
	if err != nil {
		t.Fatal(err)
	}
	x, err := solve.Solve(ctx, graph, nil)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// Where there is no room for all that follows a game is worked out stratum by stratum, with the same values and a certificate that holds; and however many
// work, the same comes of it.
func TestStrata(t *testing.T) {
	own := bundled.Corpus(t)
	for _, tt := range []struct {
		name   string
		game   *rulesets.Game
		strata int
	}{
		{"ur", ur(t, 2), 28}, {"natt-klab", of(t, own, "natt-klab-ash-shawk", "nine-cells"), 10}, {"piprjall", of(t, own, "piprjall", "two-men"), 6},
	} {
		whole := solved(t, tt.game)
		again := solve.InStrata()
		var x *solve.Solved
		planned := solve.Plan{}
		for workers := 1; workers <= 3; workers += 2 {
			y := solvedBy(t, tt.game, solve.Options{Workers: workers, Means: play.Generated, Planned: func(p solve.Plan) { planned = p }})
			if x != nil && (!slices.Equal(x.Low, y.Low) || !slices.Equal(x.High, y.High) || !slices.Equal(x.Rank, y.Rank)) {
				t.Errorf("%s: %d workers find something else than 1", tt.name, workers)
			}
			x = y
		}
		again()
		if x.Blocks() < tt.strata || x.Positions() != whole.Positions() || planned.Positions != x.Positions() || planned.Memory < int64(20*x.Positions()) {
			t.Errorf("%s: %d strata, %d of %d positions, %+v planned", tt.name, x.Blocks(), x.Positions(), whole.Positions(), planned)
		}
		s := tt.game.Program.NewState()
		for i := range x.Positions() {
			x.State(i, s)
			j := whole.Number(s)
			if j < 0 || apart(x.Low[i], whole.Low[j]) > solve.Near || apart(x.High[i], whole.High[j]) > solve.Near {
				t.Fatalf("%s: position %d is worth %d to %d, and number %d of the whole another value", tt.name, i, x.Low[i], x.High[i], j)
			}
		}
		if err := checked(t, x, tt.game); err != nil {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
}

func apart(a, b uint64) uint64 { return max(a, b) - min(a, b) }

// What takes more memory than is allowed is refused, and says how much.
func TestTooMuch(t *testing.T) {
	var e *solve.TooMuch
	_, err := solve.Explore(context.Background(), ur(t, 2).Program, solve.Options{Memory: 1 << 20, Means: play.Generated})
	if !errors.As(err, &e) || e.Memory <= e.Allowed {
		t.Errorf("%v", err)
	}
}

// Work that is interrupted goes on where it was, also where there is room for all that follows.
func TestInterrupted(t *testing.T) {
	game, dir := ur(t, 2), t.TempDir()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	most := 0
	explore := func(ctx context.Context, progress func(done, found int)) (*solve.Graph, error) {
		return solve.Explore(ctx, game.Program, solve.Options{Means: play.Generated, Folder: dir, Progress: progress})
	}
	_, err := explore(ctx, func(done, _ int) {
		if most = done; done > 1000 {
			stop()
		}
	})
	if !errors.Is(err, context.Canceled) || most < 1000 {
		t.Fatalf("%v after %d positions", err, most)
	}
	least := most
	g, err := explore(t.Context(), func(done, _ int) { least = min(least, done) })
	if err != nil || least < most {
		t.Fatalf("%v; %d positions had been gone through, and it goes on from %d", err, most, least)
	}
	x, err := solve.Solve(t.Context(), g, nil)
	if err != nil || x.Positions() != 12_869 || !between(x, 0.518572907496, 1e-10) {
		t.Errorf("%v: %d positions, from %d to %d", err, x.Positions(), x.Low[0], x.High[0])
	}
}

// kill is the environment by which TestKilled runs itself, in the folder that is its value.
const kill = "LECTIO_TEST_SOLVE_FOLDER"

// Work that is killed goes on where it was, and comes to the same.
func TestKilled(t *testing.T) {
	game := ur(t, long.Of(2, 3))
	solve.KeepEvery(time.Microsecond)
	defer solve.InStrata()()
	options := func(dir string) solve.Options { return solve.Options{Means: play.Generated, Folder: dir} }
	if dir := os.Getenv(kill); dir != "" {
		solvedBy(t, game, options(dir))
		return
	}
	want := solvedBy(t, game, options(t.TempDir()))
	dir := t.TempDir()
	seen := 0 // files of values
	for _, until := range []struct {
		files string
		n     int
	}{{"positions", 1}, {"values ?", 1}, {"values ?", 2}} {
		cmd := exec.Command(os.Args[0], "-test.run", "^TestKilled$")
		cmd.Env = append(os.Environ(), kill+"="+dir)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		ended := make(chan error, 1)
		go func() { ended <- cmd.Wait() }()
		for running, there := true, 0; running && there < until.n; seen = there {
			select {
			case <-ended:
				running = false
			case <-time.After(200 * time.Microsecond):
				list, err := filepath.Glob(filepath.Join(dir, until.files))
				if err != nil {
					t.Fatal(err)
				}
				there = len(list)
			}
		}
		cmd.Process.Kill()
	}
	got := solvedBy(t, game, options(dir))
	if seen < 2 || !slices.Equal(got.Low, want.Low) || !slices.Equal(got.High, want.High) || !slices.Equal(got.Rank, want.Rank) {
		t.Errorf("killed when %d blocks were there: something else came of it", seen)
	}
	if _, err := solve.Explore(t.Context(), of(t, bundled.Corpus(t), "piprjall", "two-men").Program, options(dir)); err == nil {
		t.Error("a folder of other rules is taken")
	}
}
