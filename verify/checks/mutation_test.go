package checks_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/lectio/lectio/verify/checks"
	"github.com/lectio/lectio/verify/mutation"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/edition"
	"github.com/lectio/lectio/testdata/long"
	"github.com/lectio/lectio/verify"
)

// mutate runs the mutants of one of the games of testdata/own.
func mutate(t *testing.T, id string, edits map[string][2]string, o verify.Options) *mutation.Result {
	t.Helper()
	c := own(t, edits)
	return mutation.Run(context.Background(), checks.All(), c, []*rulesets.Definition{c.Find(id)}, o)
}

func fates(m *mutation.Result) (out []string) {
	for i := range m.List {
		x := &m.List[i]
		out = append(out, strings.Join([]string{x.Mutant.Statement.ID, x.Mutant.What, string(x.Fate), x.By}, " | "))
	}
	return out
}

// A change that no example notices survives, and the place where it is played otherwise is
// an example to be filled in, which says nothing of what is legal there.
func TestSurvivorsAreShown(t *testing.T) {
	o := quick()
	o.Only = []string{"EX001"}
	whole := mutate(t, "race-to-the-middle", nil, o)
	if left := whole.Survivors(); len(left) > 0 {
		t.Errorf("with all examples %d survive", len(left))
	}
	// That the game is over, and who has won it, is shown by one example.
	m := mutate(t, "race-to-the-middle", map[string][2]string{"race-to-the-middle.yaml": {"{over: {by: both_home, winner: south}}", `{south: {"41": 2}}`}}, o)
	left := m.Survivors()
	if len(left) == 0 {
		t.Fatal("nothing survives although no example shows an end")
	}
	for _, x := range left {
		if x.Mutant.Statement.ID != "both_home" {
			t.Errorf("%s survives: %s", x.Mutant.Statement.ID, x.Mutant.What)
		}
	}
	if x := left[0]; x.Mutant.What != "left out" || x.Parting == nil || !strings.Contains(x.Example(), "clauses: [o#6]\n    worked: hand\n    at: {") ||
		!strings.Contains(x.Example(), "]\n    after: {}") {
		t.Errorf("no example is made of %s: %q", x.Mutant.What, x.Example())
	}
}

// What a change makes a rule say is what the rule says where the file has the change.
func TestSurvivorsSayWhatWasChanged(t *testing.T) {
	const file, id = "race-to-the-middle.yaml", "both_home"
	unshown := [2]string{"{over: {by: both_home, winner: south}}", `{south: {"41": 2}}`}
	sentence := func(change [2]string) string {
		g, errs := own(t, map[string][2]string{file: change}).Find("race-to-the-middle").Game(nil)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		return edition.Sentence(g, g.Statement(id))
	}
	is := sentence(unshown)
	said := map[string]int{}
	o := quick()
	o.Only = []string{"EX001"}
	for _, x := range mutate(t, "race-to-the-middle", map[string][2]string{file: unshown}, o).Survivors() {
		would := ""
		switch x.Mutant.Kind {
		case rulesets.DropStatement:
		case rulesets.MoveNumber:
			const when = "own(41) = 2"
			changed := strings.Fields(x.Mutant.What) // 2 becomes 3 in …
			would = sentence([2]string{when, strings.Replace(when, changed[0], changed[2], 1)})
		default:
			continue
		}
		said[string(x.Mutant.Kind)]++
		if x.Sentence != is || x.Changed != would {
			t.Errorf("%s of %s: said to be %q and to become %q, not %q and %q", x.Mutant.What, x.Mutant.Statement.ID, x.Sentence, x.Changed, is, would)
		}
	}
	if len(said) < 2 {
		t.Errorf("only %v survive", said)
	}
}

// Whether examples are asked, or checks alone, is told by --check; a check that finds
// something in the rules as they are kills nothing by it.
func TestChecksKillMutants(t *testing.T) {
	long.Slow(t)
	o := quick()
	o.Games = long.Of(10, 40)
	o.Only = []string{"PB001", "PB002", "PB003", "PB004"}
	by := map[string]int{}
	m := mutate(t, "race-to-the-middle", nil, o)
	for i := range m.List {
		by[m.List[i].By]++
	}
	if by["PB003"] == 0 || by[""] == 0 {
		t.Errorf("killed by %v: PB003 finds that nobody can win, and much is seen by no such check", by)
	}
	for id := range by {
		if id != "" && checks.All().Find(id) == nil {
			t.Errorf("killed by %s, which was not asked", id)
		}
	}
	if o.Jobs = 1; !long.Form() {
		return
	}
	if again := mutate(t, "race-to-the-middle", nil, o); strings.Join(fates(again), "\n") != strings.Join(fates(m), "\n") {
		t.Error("the fates depend on the number of workers")
	}
}

// A run that is stopped says how far it came and lists what was done.
func TestMutantsStop(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	o := quick()
	o.Only, o.Jobs = []string{"EX001"}, 1
	o.Progress = func(done, total int, what string) {
		if done == 5 {
			cancel()
		}
	}
	c := own(t, nil)
	m := mutation.Run(ctx, checks.All(), c, c.Definitions, o)
	if !m.Interrupted || m.Done < 5 || m.Done >= m.Tasks || len(m.List) != m.Done {
		t.Errorf("interrupted %v, %d of %d done, %d listed", m.Interrupted, m.Done, m.Tasks, len(m.List))
	}
	if _, err := json.Marshal(m); err != nil {
		t.Error(err)
	}
}
