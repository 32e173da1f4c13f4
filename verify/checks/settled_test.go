package checks_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/verify"
)

// In a game of a family that nobody has described, what is open is a warning; nobody
// there is asked what its family would be.
func TestOpenInAnUnknownFamily(t *testing.T) {
	c, err := readCase("../../testdata/checks/RS004/bad.txtar")
	if err != nil {
		t.Fatal(err)
	}
	edit := &c.archive.Files[0]
	edit.Data = append(edit.Data, "\n-  - {id: must_move, settles: compulsion, as: must, warrant: [o#2, o#8]}\n"...)
	res, err := c.run("TX003")
	if err != nil {
		t.Fatal(err)
	}
	if len(res.Findings) == 0 {
		t.Error("nothing is open")
	}
	for _, f := range res.Findings {
		if f.Severity != verify.Warning {
			t.Errorf("%s: %s", f.Severity, f.Message)
		}
	}
}

// A claim that play contradicts comes with the line of play to where it does: it can be
// played, and the move that is named is refused there.
func TestClaimAgainstPlay(t *testing.T) {
	c, err := readCase("../../testdata/checks/TX004/bad.txtar")
	if err != nil {
		t.Fatal(err)
	}
	res, err := c.run("TX004")
	if err != nil {
		t.Fatal(err)
	}
	if len(res.Findings) != 1 {
		t.Fatal(findingTexts(res))
	}
	f := res.Findings[0]
	if f.Line == nil || len(f.Line.Plies) == 0 {
		t.Fatalf("no line of play: %+v", f)
	}
	_, says, _ := strings.Cut(f.Message, "decisions): ")
	move, _, _ := strings.Cut(says, " is refused by one_a_hole")
	g := res.Targets[0].Game
	in := engine.NewInterpreter(g.Program)
	st := g.Program.NewState()
	in.Start(st)
	throw := func(text string) {
		if errs := g.MakeThrows(in, st, text); len(errs) > 0 {
			t.Fatal(errs)
		}
	}
	for _, p := range f.Line.Plies {
		if p.Throw != nil {
			throw(*p.Throw)
		}
		m, ok := g.FindMove(in, st, p.Move)
		if !ok {
			t.Fatalf("%s cannot be played in %s", p.Move, f.Line.Text())
		}
		in.Play(st, m)
	}
	if f.Line.Closing != "" {
		throw(f.Line.Closing)
	}
	e := in.Explain(st)
	if slices.Contains(g.MoveTexts(in, st), move) {
		t.Errorf("%s is permitted after %s", move, f.Line.Text())
	}
	if !slices.ContainsFunc(e.Refused, func(r engine.Refusal) bool { return g.MoveText(in, st, r.Move) == move }) {
		t.Errorf("%q is not refused after %s", move, f.Line.Text())
	}
}

// A dimension that does not tell whether a man has to be taken from whether he may be gives
// readings one answer that part on it: it is found by what comes out when it is tried out.
func TestOneAnswerOfTrials(t *testing.T) {
	c, err := readCase("../../testdata/checks/TX007/bad.txtar")
	if err != nil {
		t.Fatal(err)
	}
	dimension, edit := &c.archive.Files[0], &c.archive.Files[1]
	dimension.Data = []byte(`family: running fight
dimensions:
  - id: must_capture
    asks: Is anything said of taking?
    answers:
      - {id: something, means: Yes., is: {taking_sought: [must, may]}}
`)
	text, _, _ := strings.Cut(string(edit.Data), "+    readings:")
	edit.Data = []byte(text + `+    readings:
+      - id: own-men
+        basis: conjectured
+        because: nothing says that he must
+      - id: all-men
+        basis: conjectured
+        because: taking is what the game is about
+        statements:
+          - {id: takes, require: {that: enemy(to) >= 1}, assumed: where the text is silent}
`)
	res, err := c.run("TX007")
	if err != nil {
		t.Fatal(err)
	}
	want := "both found to settle must_capture as something (Is anything said of taking? Yes.), and part on it: under own-men what is tried out there comes out as this answer has it, under all-men it comes out otherwise, because of takes"
	if got := findingTexts(res); len(res.Findings) != 1 || !strings.Contains(got, want) {
		t.Fatalf("the findings are\n%s", got)
	}
	if l := res.Findings[0].Line; l == nil || len(l.Plies) == 0 {
		t.Error("no line of play leads to where it was tried out")
	}
}
