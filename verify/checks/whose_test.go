package checks_test

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/lectio/lectio/verify/report"
)

// figureOfGames is a number that only games give: so many of them, a share in percent, or how
// long they take.
var figureOfGames = regexp.MustCompile(`(?i)\b[0-9][0-9,]* (pairs? of )?games?\b|\bgame [0-9]+\b|[0-9] %|\b(takes|took|made|were) [0-9][0-9.,]* (moves|turns|points)\b|\bin [0-9,]+ of [0-9,]+ turns\b|\b[0-9][0-9,]* times\b|\bdecisions? of\b.*[0-9]|\b[0-9][0-9,]* decisions\b`)

// noFigure is a number that does not come of games: a level, and how many a verdict needs.
var noFigure = regexp.MustCompile(`95 %|fewer than [0-9]+ games`)

// ofPeople is what is said of people and not of a program.
var ofPeople = regexp.MustCompile(`(?i)\brandom players?\b|\bplayer who begins\b|\bplayers? that begins?\b|\bin practice\b|\bown will\b`)

// sentenceEnd parts sentences, and cells of a table in Markdown.
var sentenceEnd = regexp.MustCompile(`[.!?]\)? |[.!?]\)?$|\n\s*\n| \| |<br>|\n[-#|>] ?`)

// Every sentence that is printed with a figure of games says whose play it is of, and none says
// of a program what is said of people.
func TestFiguresSayWhosePlay(t *testing.T) {
	res := run(t, small(), planted...)
	var printed bytes.Buffer
	for _, f := range res.Findings {
		printed.WriteString(f.Message + "\n\n")
	}
	for _, b := range report.Briefs(res) {
		report.WriteBrief(&printed, b, 10000)
		report.WritePage(&printed, b, 10000)
	}
	r, err := report.Verification(res, "test")
	if err != nil {
		t.Fatal(err)
	}
	if err := r.WriteMarkdown(&printed); err != nil {
		t.Fatal(err)
	}
	said, figures := map[string]bool{}, 0
	for _, s := range sentenceEnd.Split(noFigure.ReplaceAllString(printed.String(), ""), -1) {
		said[strings.Join(strings.Fields(s), " ")] = true
	}
	var wrong []string
	for s := range said {
		switch {
		case ofPeople.MatchString(s):
			wrong = append(wrong, "of people: "+s)
		case figureOfGames.MatchString(s) && !strings.Contains(s, "at random"):
			wrong = append(wrong, "of whose play: "+s)
		case figureOfGames.MatchString(s):
			figures++
		}
	}
	slices.Sort(wrong)
	for _, s := range wrong {
		t.Errorf("%.400s", s)
	}
	if figures < 10 {
		t.Errorf("%d sentences with a figure of games are printed: too few to judge by", figures)
	}
}
