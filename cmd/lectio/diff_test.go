package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// twoCorpora are a corpus and a later state of it: a clause reworded, one added, a doubt and
// a person told, a question added, the rule on repetition gone, and rows of three no longer winning.
func twoCorpora(t *testing.T) (old, now string) {
	t.Helper()
	old, now = filepath.Join(t.TempDir(), "old"), filepath.Join(t.TempDir(), "new")
	for _, dir := range []string{old, now} {
		if status, out := ran(t, "init", dir); status != 0 {
			t.Fatalf("init: %d\n%s", status, out)
		}
	}
	edit := func(name string, pairs ...string) {
		file := filepath.Join(now, name)
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		text := strings.NewReplacer(pairs...).Replace(string(data))
		if text == string(data) {
			t.Fatalf("%s: nothing was replaced", name)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	edit("evidence/records/EXAMPLE.1.yaml", "Who has his three men in a row has won.", "Who has his three men in a row wins at once.",
		"about its history}\n", "about its history}\n  - {n: 7, text: Children play it., rule: no, why: about who plays}\n",
		"\ntype:", "\ndoubts: [heard of by one]\npersons:\n  - {id: teller, name: A teller, roles: [informant]}\ntype:")
	edit("rulesets/definitions/three-in-a-row.yaml", "when: count(mills(own)) > 0, winner: me", "when: count(mills(own)) > 0, winner: them",
		"questions:\n", `questions:
  - id: last_word
    asks: Who has the last word?
    kind: silence
    weight: 1
    default: nobody
    readings:
      - {id: nobody, basis: conjectured, because: none is needed}
`)
	return old, now
}

// ran carries out a command and returns what it printed.
func ran(t *testing.T, args ...string) (status int, out string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	status = run(strings.NewReader(""), &stdout, &stderr, args)
	return status, stdout.String() + stderr.String()
}

func mustSay(t *testing.T, what, out string, patterns ...string) {
	t.Helper()
	for _, p := range patterns {
		if !regexp.MustCompile("(?m)" + p).MatchString(out) {
			t.Errorf("%s: no %s in\n%s", what, p, out)
		}
	}
}

func TestDiff(t *testing.T) {
	old, now := twoCorpora(t)
	status, out := ran(t, "diff", old, now)
	if status != exitFindings {
		t.Errorf("exit status %d", status)
	}
	mustSay(t, "diff", out, `^EXAMPLE.1$`, `^  doubts, new: heard of by one$`, `^  persons teller name, new: A teller$`, `^  clause 4, was: Who has his three men in a row has won\.\n +now: Who has his three men in a row wins at once\.$`,
		`^  clause 7, new: Children play it\. \(no rule: about who plays\)$`, `^three-in-a-row$`, `^  statement row, was: .*\n +now: `,
		`^  question last_word, new: Who has the last word\?$`, `^  in play, the default: part after .*the outcome differs`,
		`^  found now: error EX001: `)
	made := regexp.MustCompile(`(?m)^OLD: lectio .*, corpus ([0-9a-f]{12})\nNEW: lectio .*, corpus ([0-9a-f]{12})$`).FindStringSubmatch(out)
	if made == nil || made[1] == made[2] {
		t.Errorf("the two corpora are not told apart: %q", made)
	}
	if strings.Contains(out, "clause 1,") || strings.Contains(out, "statement players") {
		t.Errorf("what is the same is listed:\n%s", out)
	}
	if status, out := ran(t, "diff", old, old); status != 0 || !strings.HasPrefix(out, "nothing changed") {
		t.Errorf("diff with itself: %d\n%s", status, out)
	}
	_, out = ran(t, "diff", old, now, "--json")
	mustSay(t, "--json", out, `"ruleset": ?"three-in-a-row"`, `"line_of_play": ?\{`, `"what": ?"clause 7"`)
	for args, message := range map[string]string{
		old:                                  "OLD NEW is missing",
		old + " " + old + "/nowhere":         "nowhere",
		old + " " + now + " --corpus " + old: "diff compares the two corpora that it is given",
	} {
		if status, out := ran(t, append([]string{"diff"}, strings.Fields(args)...)...); status != exitUnusable || !strings.Contains(out, message) {
			t.Errorf("diff %s: %d, no %q in\n%s", args, status, message, out)
		}
	}
}

func TestSince(t *testing.T) {
	old, now := twoCorpora(t)
	verify := func(corpus string, more ...string) string {
		_, out := ran(t, append([]string{"verify", "--corpus", corpus, "--effort", "quick", "--check", "EX,RD,TX"}, more...)...)
		return out
	}
	keep := func(corpus string) (report string) {
		report = filepath.Join(t.TempDir(), "report.json")
		var stdout, stderr bytes.Buffer
		run(strings.NewReader(""), &stdout, &stderr, []string{"verify", "--corpus", corpus, "--effort", "quick", "--check", "EX,RD,TX", "--json"})
		if err := os.WriteFile(report, stdout.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		return report
	}
	report, later := keep(old), keep(now)
	if out := verify(old, "--since", report, "--notes"); regexp.MustCompile(`(?m): new |^gone: `).MatchString(out) {
		t.Errorf("the same run has something new, or lacks something:\n%s", out)
	}
	mustSay(t, "a later state", verify(now, "--since", report, "--notes"), `: new error EX001: `)
	mustSay(t, "an earlier state", verify(old, "--since", later), `^gone: error EX001: three-in-a-row: the example a_row_wins does not hold`)
	// What a run did not look at is not gone.
	_, out := ran(t, "verify", "--corpus", old, "--effort", "quick", "--check", "TX", "--since", later)
	if strings.Contains(out, "gone: error EX") {
		t.Errorf("checks that were not run are said to find nothing:\n%s", out)
	}
	mustSay(t, "no report", verify(old, "--since", old+"/rulesets/definitions/three-in-a-row.yaml"), "there are no findings in the file")
	older := filepath.Join(t.TempDir(), "older.json")
	if err := os.WriteFile(older, []byte(`{"findings":[]}`), 0o644); err != nil {
		t.Fatal(err)
	}
	mustSay(t, "a report of a version before", verify(old, "--since", older), `^error: \S+older.json: the report was written by another version of lectio; found format 0, expected format \d`)
	mustSay(t, "no file", verify(old, "--since", report+"x"), "the file cannot be read")
}

// Whose games are played is said as verify has it.
func TestDiffSaysWhoPlays(t *testing.T) {
	old, now := twoCorpora(t)
	if status, out := ran(t, "diff", old, now, "--players", "nobody"); status != exitUnusable || !strings.Contains(out, `unknown program "nobody" for --players`) {
		t.Errorf("exit status %d: %s", status, out)
	}
}
