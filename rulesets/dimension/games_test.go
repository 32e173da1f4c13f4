package dimension

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets"
)

// answersByHand reads testdata/games/NAME.yaml: for each dimension that was
// thought about the right answer in the words in which it is printed, with the reason.
// They were worked out from the guide, before the program was asked.
func answersByHand(t *testing.T, name string) map[string]*yamlpos.Node {
	t.Helper()
	file := "../../testdata/games/" + name + ".yaml"
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	root, errs := yamlpos.Parse(file, data)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	out := map[string]*yamlpos.Node{}
	for _, n := range root.Get("answers").Values {
		id, answer, why := n.Get("dimension"), n.Get("answer"), n.Get("why")
		if id == nil || answer == nil || why == nil || why.Text == "" {
			t.Fatalf("%s: a dimension, its answer and a reason are wanted", n.Pos)
		}
		if out[id.Text] != nil {
			t.Errorf("%s: %s is answered twice", n.Pos, id.Text)
		}
		out[id.Text] = answer
	}
	return out
}

// Games of the gallery get the answers that were worked out
// by hand, all of them and no others.
func TestGamesAnswers(t *testing.T) {
	ev, errs := evidence.Load(rulesets.Gallery, rulesets.GalleryRoot)
	corpus, more := Load(rulesets.Gallery, rulesets.GalleryRoot, ev)
	errs.Merge(more)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	files, err := filepath.Glob("../../testdata/games/*.yaml")
	if err != nil || len(files) < 4 {
		t.Fatalf("answers to %d games: %v", len(files), err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".yaml")
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d, want := corpus.Find(name), answersByHand(t, name)
			if d == nil {
				t.Fatal("there is no such game")
			}
			in, errs := d.Default()
			if len(errs) > 0 {
				t.Fatal(errs)
			}
			for _, s := range corpus.Settle(context.Background(), in) {
				id, got := s.Dimension.ID, "no issue"
				switch {
				case s.Standing == Moot:
				case s.Standing == Open:
					got = "open"
				case s.Answer != nil:
					got = s.Answer.Means
				default:
					got = "not seen"
				}
				right := want[id]
				delete(want, id)
				switch {
				case right == nil && got != "no issue":
					t.Errorf("%s: %s\nis answered %q, and nobody has worked that out by hand; %s", id, s.Dimension.Asks, got, s.Seen())
				case right != nil && right.Text != got:
					t.Errorf("%s: %s: %s\nis answered %q, and is %q; %s", right.Pos, id, s.Dimension.Asks, got, right.Text, s.Seen())
				case s.Mistaken:
					t.Errorf("%s: %s is not what %s claims", id, got, s.Declared.ID)
				}
			}
			var left []string
			for id, n := range want {
				left = append(left, n.Pos.String()+": "+id)
			}
			slices.Sort(left)
			if len(left) > 0 {
				t.Errorf("these dimensions are not asked:\n%s", strings.Join(left, "\n"))
			}
		})
	}
}
