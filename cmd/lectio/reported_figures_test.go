package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// What a record reports of games that people played stands behind what programs did in the same metric, says whose games it is of and
// by whom, and changes no figure of programs.
func TestReportedFiguresStandBeside(t *testing.T) {
	corpus := turningCorpus(t)
	before := briefOf(t, corpus, "--players", "random,learned")
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(corpus, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	game, err := os.ReadFile("testdata/turning.yaml")
	if err != nil {
		t.Fatal(err)
	}
	write("rulesets/definitions/corners.yaml", strings.Replace(string(game), "family: merels\n", "family: merels\nevidence: {r: Corners.1}\n", 1))
	write("evidence/sources/s.json", `[{"id": "club-1901", "type": "book", "title": "A Club"}]`)
	record := `id: Corners.1
game: Corners
source: {key: club-1901, locator: "3"}
clauses: [{n: 1, text: They played it., rule: no, why: it states no rule}]
reported:
  - {of: first player's share, value: "0.54", games: "112", among: the winter games of a club, locator: "31"}
  - {of: how long a game takes, value: about an hour, among: as the secretary says, by: the secretary}
`
	write("evidence/records/r.yaml", record)
	after := briefOf(t, corpus, "--players", "random,learned")
	const reported, other = "Of games that people played, and no program (the winter games of a club): first player's share: 0.54 (of 112 games). So says A Club, 31 (in the record Corners.1).",
		"Of games that people played, and no program (as the secretary says): how long a game takes: about an hour. So says the secretary (in the record Corners.1)."
	var words []string
	for _, x := range after.Play {
		words = append(words, x.Words)
	}
	at := slices.Index(words, reported)
	if at < 1 || !strings.Contains(words[at-1], "The side that begins won ") || words[len(words)-1] != other {
		t.Fatalf("%s", strings.Join(words, "\n"))
	}
	var unchanged []string
	for _, x := range before.Play {
		unchanged = append(unchanged, x.Words)
	}
	if got := slices.Concat(words[:at], words[at+1:len(words)-1]); !slices.Equal(got, unchanged) {
		t.Errorf("of programs it says\n%s\nand said\n%s", strings.Join(got, "\n"), strings.Join(unchanged, "\n"))
	}
	// Without a source there is no such figure.
	write("evidence/records/r.yaml", strings.Replace(strings.Replace(record, "source: {key: club-1901, locator: \"3\"}\n", "", 1), ", by: the secretary", "", 1))
	var said strings.Builder
	if status := run(strings.NewReader(""), &said, &said, []string{"evidence", "check", "--corpus", corpus}); status == exitOK || !strings.Contains(said.String(), "nothing says who reports the figure") {
		t.Errorf("status %d\n%s", status, said.String())
	}
}
