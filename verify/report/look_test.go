package report

import (
	"flag"
	"fmt"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/lectio/lectio/rulesets/board/draw"
)

// go test ./verify/report -args -look DIR writes a report of a usual size in
// every format, to be looked at: that a sheet reads well, no test can say.
var look = flag.String("look", "", "folder to write a report to, in every format")

func TestLook(t *testing.T) {
	r := usual(t)
	dir := *look
	if dir == "" {
		dir = t.TempDir()
	}
	for _, ext := range []string{"xlsx", "html", "md", "json", "csv"} {
		if err := r.WriteFile(filepath.Join(dir, "usual."+ext)); err != nil {
			t.Error(err)
		}
	}
}

// usual is like the reports the program makes: many findings, long sentences,
// pictures beside lines of play.
func usual(t *testing.T) *Report {
	board := draw.Board{Bar: draw.Bounds{Min: draw.Point{X: 5.5}, Max: draw.Point{X: 6.5, Y: 11}}}
	for i := range 24 {
		x, y, up := 11-float64(i), 11.0, false
		if i > 11 {
			x, y, up = float64(i-12), 0, true
		}
		if x >= 6 {
			x++
		}
		board.Cells = append(board.Cells, draw.Cell{Name: strconv.Itoa(i + 1), At: draw.Point{X: x, Y: y}, Shape: draw.Triangle, Up: up})
	}
	picture := func(n int) Cell {
		p := draw.Picture{Board: board, Players: []string{"white", "black"},
			Men:    []draw.Men{{Cell: 0, Player: 0, Count: 12}, {Cell: n % 24, Player: 0, Count: 2}, {Cell: (n + 7) % 24, Player: 1, Count: 3}},
			Stores: []draw.Store{{Name: "bar", Player: 1, Count: n}}, Arrows: []draw.Arrow{{From: 0, To: n % 24}}}
		return Picture(p, "the board after move "+strconv.Itoa(n))
	}
	findings := &Table{Name: "Findings", Title: "What the checks found", About: "One row for each finding, the gravest first. Finding and clauses lead to where the matter is shown.",
		Columns: []Column{{Key: "finding", About: "stable from run to run"}, {Key: "severity", Kind: KindSeverity, About: "error: the ruleset contradicts its evidence or itself; warning: somebody has to decide; note: worth knowing"},
			{Key: "ruleset"}, {Key: "message", MaxWidth: 70}, {Key: "clauses", MaxWidth: 24, About: "the clauses the finding is about"}, {Key: "place", About: "file, line and column"}, {Key: "verdict", About: "found, none (every position was searched) or none seen (games were sampled)"}}}
	severities := []string{"error", "warning", "note"}
	for i := range 60 {
		key := fmt.Sprintf("TX%03d-%d", i/7+1, i%7+1)
		clauses := Text(fmt.Sprintf("p#%d", i%40+1)).To("Clauses", fmt.Sprintf("p#%d", i%40+1))
		if i%3 == 0 {
			clauses = Text(fmt.Sprintf("p#%d, p#%d", i%40+1, (i+1)%40+1)).To("Clauses", fmt.Sprintf("p#%d", i%40+1)).To("Clauses", fmt.Sprintf("p#%d", (i+1)%40+1))
		}
		message := "clause is not taken up by any statement or question"
		if i%4 == 1 {
			message = "two clauses demand different things of a man who has been sent back: one lets him enter on any point of the first table, the other only where no man of the opponent stands; = + - @ stay text"
		}
		findings.Rows = append(findings.Rows, Row{Key: key, Cells: []Cell{Text(key), Text(severities[i/20]), Text("a-game"), Text(message), clauses,
			Text(fmt.Sprintf("rulesets/definitions/a-game.yaml:%d:5", 10+i*7)), Text([]string{"found", "none", "none seen"}[i%3])}})
	}
	clauses := &Table{Name: "Clauses", Title: "Clauses and the sentences that enforce them", About: "Every clause of the records, in order, beside what the program makes of it.",
		Columns: []Column{{Key: "clause"}, {Key: "text", Title: "what the record says", MaxWidth: 55}, {Key: "sentence", Title: "what the program enforces", MaxWidth: 55}, {Key: "state"}, {Key: "source"}}}
	for i := range 40 {
		state, sentence := "enforced", "A man may advance by a part of the throw unless two or more men of the opponent stand where he would arrive."
		switch i % 5 {
		case 3:
			state, sentence = "questioned", "See question Q-"+strconv.Itoa(i)+"."
		case 4:
			state, sentence = "not a rule", ""
		}
		clauses.Rows = append(clauses.Rows, Row{Key: "p#" + strconv.Itoa(i+1), Cells: []Cell{Text("p#" + strconv.Itoa(i+1)),
			Text("A point on which two or more men of the opponent stand cannot be entered, passed over or hit."), Text(sentence), Text(state),
			Text("record 1").ToURL("https://example.org/records/1")}})
	}
	lines := &Table{Name: "Lines of play", About: "Games anyone can replay, from the start to the position a finding is about.",
		Columns: []Column{{Key: "line"}, {Key: "ply", Kind: KindInteger}, {Key: "throw"}, {Key: "moves"}, {Key: "board", Kind: KindPicture}}}
	for i := range 6 {
		lines.Rows = append(lines.Rows, Row{Key: "L1." + strconv.Itoa(i+1), Cells: []Cell{Text("L1"), Integer(i + 1), Text("6-2"), Text("1/7* 1/3"), picture(i + 2)}})
	}
	metrics := &Table{Name: "Metrics", About: "Statistics of seeded games, with intervals of 95 per cent.",
		Columns: []Column{{Key: "reading"}, {Key: "metric"}, {Key: "value", Kind: KindNumber}, {Key: "low", Kind: KindNumber}, {Key: "high", Kind: KindNumber}, {Key: "games", Kind: KindInteger}, {Key: "score", Kind: KindFraction}}}
	for i, m := range []string{"turns", "decision moves", "branching", "advantage of the first player", "balance", "completion", "drawishness", "timeouts"} {
		metrics.Rows = append(metrics.Rows, Row{Cells: []Cell{Text("default"), Text(m), Number(float64(i) * 1.2345), Number(float64(i)*1.2345 - 0.01), Number(float64(i)*1.2345 + 0.01), Integer(100000), Text("3/2")}})
	}
	r := &Report{Title: "A game: what its rules leave open", Subtitle: "Verification of the ruleset against one record",
		About: []string{"This report says which clauses of the record are enforced, which are doubtful, and where the readings of the doubtful ones part. It was made by lectio from the files named below; the same files and the same seed give the same report.",
			"Findings are sorted by severity. Every finding leads to its clauses, and every clause to its source."},
		Facts:  [][2]string{{"lectio", "0.1.0"}, {"rulesets", "a-game"}, {"seed", "1"}, {"games", "100000 for each reading"}, {"cap", "2000 moves"}},
		Tables: []*Table{findings, clauses, lines, metrics}}
	r.AddCharts(charts()...)
	return r
}

// charts are one of each kind.
func charts() []*Chart {
	lengths := &Chart{Title: "Moves a game", About: "How many of 2,000 games ended after so many moves.", Kind: Distribution, Across: "moves", Up: "games"}
	for i := range 20 {
		lengths.Points = append(lengths.Points, Point{Name: fmt.Sprintf("%d-%d", i*25, i*25+24), Value: float64((i + 1) * (20 - i))})
	}
	shares := &Chart{Title: "The first player's share", About: "Each bar runs from the lower to the upper end of the interval; where its shades meet is the value.", Kind: Intervals, Across: "reading", Up: "share of decided games"}
	for i := range 9 {
		shares.Points = append(shares.Points, Point{Name: "QUESTION-A0" + strconv.Itoa(i) + " some-reading-of-it", Value: 0.5 + float64(i)/50, Low: 0.45 + float64(i)/50, High: 0.54 + float64(i)/50})
	}
	return []*Chart{lengths, shares}
}
