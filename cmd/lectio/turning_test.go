package main

import (
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/brief"
)

// turningCorpus is a corpus of one game, testdata/turning.yaml. By default the first corner that is taken loses, so that who draws his moves
// takes one at once and who learned does not; under the reading the second player wins when neither has a corner, and the first when both
// have: drawn moves give the games to the first, moves that were learned by default to the second.
func turningCorpus(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, sub := range []string{"rulesets/definitions", "evidence/records", "evidence/sources"} {
		if err := os.MkdirAll(filepath.Join(dir, sub), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile("testdata/turning.yaml")
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "rulesets/definitions/corners.yaml"), text, 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// briefOf is the brief of the game of a corpus.
func briefOf(t *testing.T, corpus string, args ...string) *brief.Brief {
	t.Helper()
	var out strings.Builder
	if status := run(strings.NewReader(""), &out, io.Discard, append([]string{"brief", "corners", "--corpus", corpus, "--no-cache", "--json"}, args...)); status != exitOK {
		t.Fatalf("status %d", status)
	}
	var told struct{ Briefs []*brief.Brief }
	if err := json.Unmarshal([]byte(out.String()), &told); err != nil {
		t.Fatal(err)
	}
	return told.Briefs[0]
}

// What the brief says of a game that shows a doubt which turns round, the commands that it prints find: one of each
// kind of program, under the reading and without it.
func TestGamesThatShowADoubtArePlayedAgain(t *testing.T) {
	d := briefOf(t, turningCorpus(t), "--players", "random,learned").Doubts[0]
	if d.Effect.Holds != verify.TurnsRound || len(d.Games) != 2 || d.Games[0].Player != "learned:default" || d.Games[1].Player != "random" {
		t.Fatalf("%+v", d)
	}
	said := regexp.MustCompile(`^a game (between learned programs|at random) that shows it, number \d+ of seed 1: under the reading (.*); by default (.*)$`)
	found := map[string]bool{}
	for _, g := range d.Games {
		parts := said.FindStringSubmatch(g.Words)
		if parts == nil {
			t.Fatalf("%q", g.Words)
		}
		for i, command := range g.Replay {
			var out strings.Builder
			args := strings.Fields(strings.ReplaceAll(strings.TrimPrefix(command, "lectio "), "'", ""))
			if status := run(strings.NewReader(""), &out, io.Discard, append(args, "--no-cache")); status != exitOK {
				t.Fatalf("%s: status %d", command, status)
			}
			for _, what := range strings.Split(parts[2+i], ", ") { // its length, and who wins
				if line, _, _ := strings.Cut(out.String(), "\n"); !strings.Contains(line, what) {
					t.Errorf("%s gives %q, the brief says %q", command, line, what)
				}
			}
			winner := parts[2+i][strings.LastIndex(parts[2+i], ", ")+2:]
			found[g.Player+" "+[]string{"reading", "default"}[i]+" "+winner] = true
		}
	}
	// The first player prevails by default between programs that learned, and under the reading at random.
	for _, want := range []string{"learned:default reading black wins", "learned:default default white wins", "random reading white wins", "random default black wins"} {
		if !found[want] {
			t.Errorf("no game shows %q: %v", want, found)
		}
	}
}

// A doubt that turns round between programs that learned the default is not told as turning round without that being said; a deep
// run has programs learn the reading, which is told of as such.
func TestDoubtThatTurnsRoundSaysWhatWasLearned(t *testing.T) {
	corpus := turningCorpus(t)
	const caveat = "the programs that play this reading learned the default"
	normal, deep := briefOf(t, corpus, "--players", "random,learned"), briefOf(t, corpus, "--players", "random,learned", "--effort", "deep", "--games", "2000")
	d, e := normal.Doubts[0], deep.Doubts[0]
	if !strings.Contains(d.Effect.Words, "it turns round: ") || !strings.Contains(d.Effect.Words, caveat) || !strings.Contains(d.Effect.Words, "range over three trainings, not retrained") {
		t.Errorf("%s", d.Effect.Words)
	}
	if strings.Contains(e.Effect.Words, caveat) || !strings.Contains(e.Effect.Words, "the range over three trainings of each reading") ||
		!strings.Contains(e.Effect.Words, "; between programs that search, which follow 200 lines for each decision, ") {
		t.Errorf("%s", e.Effect.Words)
	}
	for _, g := range e.Games {
		if g.Player == "learned:default" {
			t.Errorf("retrained programs are called so: %+v", g)
		}
	}
}
