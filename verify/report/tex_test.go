package report

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func TestTexSafe(t *testing.T) {
	for text, want := range map[string]string{
		`\{}$&#_%^~`:        `\textbackslash{}\{\}\$\&\#\_\%\textasciicircum{}\(\sim\)`,
		"<>|\"'`[]*":        `\textless{}\textgreater{}\textbar{}\textquotedbl{}\textquotesingle{}\textasciigrave{}{[}{]}{*}`,
		"a--b,,c ---":       `a-{}-b,{},c -{}-{}-`,
		"Kiôz Contraère":    `Ki\^{o}z Contra\` + "`" + `{e}re`,
		"Naṭṭ aš-Šawk ḥ":    `Na\d{t}\d{t} a\v{s}-\v{S}awk \d{h}`,
		"ī Ǧ ạ̄":            `\={\i} \v{G} \={\d{a}}`,
		"þæð ıłß":           `\th{}\ae{}\dh{} \i{}\l{}\ss{}`,
		"≠ ≈ – — … · × − →": `\(\neq\) \(\approx\) -- --- \ldots{} \textperiodcentered{} \(\times\) \(-\) \(\rightarrow\)`,
		"“a” ‘b’ ʿ ʾ":       `\textquotedblleft{}a\textquotedblright{} \textquoteleft{}b\textquoteright{} \textsuperscript{c} \textquoteright{}`,
		"棋 Ж":               `\lectiochar{68CB}{棋} \lectiochar{0416}{Ж}`,
		"a\tb\x07":          `a b\lectiochar{2407}{␇}`,
		"≁":                 `\lectiochar{2241}{≁}`,
	} {
		if got := texSafe(text); got != want {
			t.Errorf("%q is written\n%s, want\n%s", text, got, want)
		}
	}
}

// TestTexSafeIsSafe asks of every character up to U+3000 whether nothing is left that
// means something to LaTeX, and that braces are balanced.
func TestTexSafeIsSafe(t *testing.T) {
	for r := rune(0); r < 0x3000; r++ {
		got := texSafe("a" + string(r) + "b")
		rest := strings.NewReplacer(`\{`, "", `\}`, "", `\$`, "", `\&`, "", `\#`, "", `\_`, "", `\%`, "").Replace(got)
		if r != '\u00a0' && strings.ContainsAny(rest, "$&#%_") || strings.Count(rest, "{") != strings.Count(rest, "}") {
			t.Errorf("U+%04X is written %s", r, got)
		}
		if rest := strings.NewReplacer(`\^`, "", `\~`, "").Replace(got); strings.ContainsAny(rest, "^~") && r != '\u00a0' {
			t.Errorf("U+%04X is written %s", r, got)
		}
	}
}

func TestWriteTeX(t *testing.T) {
	r := &Report{Title: "One & two", Citation: "Ruleset a_b, seed 1", Facts: [][2]string{{"Seed", "1"}},
		Briefs: []*Brief{{Ruleset: "a_b", Title: "A", Parts: []Part{{Heading: "In play", Lines: []BriefLine{{Label: "who wins", Text: "Nobody.", Detail: "0 of 10"}, {}}}}}},
		Tables: []*Table{
			{Name: "Printed", Title: "50 % [done]", About: "What is shown. See Other.", Printed: FirstLines, Columns: []Column{{Key: "a", Title: "Name"}, {Key: "n", Title: "N", Kind: KindInteger}},
				Rows: []Row{{Cells: []Cell{Text("[x] first\nsecond"), Integer(3)}}}},
			{Name: "Other", Columns: []Column{{Key: "a", Title: "Name"}}, Rows: []Row{{Cells: []Cell{Text("unprinted")}}}}}}
	var b strings.Builder
	if err := r.WriteTeX(&b); err != nil {
		t.Fatal(err)
	}
	got := b.String()
	for _, want := range []string{
		"% One & two\n% Seed: 1\n",
		`\caption[50 \% {[}done{]}]{50 \% {[}done{]}. What is shown. Ruleset a\_b, seed 1.}\label{tab:printed}\\`,
		"{[}x{]} first & 3 \\\\\n",
		`\caption[A: In play]{A: In play. Ruleset a\_b, seed 1.}\label{tab:a-b-in-play}`,
		`who wins & Nobody. \newline 0 of 10 \\`,
		`\begin{longtable}{@{}lr@{}}`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("there is no %s in\n%s", want, got)
		}
	}
	for _, no := range []string{"second", "unprinted", "See Other"} {
		if strings.Contains(got, no) {
			t.Errorf("%s is printed in\n%s", no, got)
		}
	}
}

// TestTeXIsSet has LaTeX set every sign that a text can have. It is asked for, because it
// needs a LaTeX.
func TestTeXIsSet(t *testing.T) {
	if os.Getenv("LECTIO_LATEX") == "" {
		t.Skip("LECTIO_LATEX=1 has LaTeX set what is written")
	}
	var rows []Row
	add := func(from, to rune) {
		text := ""
		for r := from; r < to; r++ {
			text += string(r) + " "
		}
		rows = append(rows, Row{Cells: []Cell{Text(text)}})
	}
	for r := rune(' '); r < 0x2400; r += 16 {
		add(r, r+16)
	}
	for r := range texSigns {
		rows = append(rows, Row{Cells: []Cell{Text(string(r) + string(r) + " x" + string(r))}})
	}
	for a := range texAccents {
		rows = append(rows, Row{Cells: []Cell{Text("a" + string(a) + " i" + string(a) + "\u0323 æ" + string(a) + " _" + string(a))}})
	}
	r := &Report{Title: "Every sign", Citation: `\{}$&#_%^~[]`, Tables: []*Table{{Name: "Signs", Title: `[a] \{}$&#_%^~`, Printed: Whole, Columns: []Column{{Key: "a", Title: "{Sign} & more"}}, Rows: rows}}}
	dir := t.TempDir()
	f, err := os.Create(filepath.Join(dir, "signs.tex"))
	if err != nil {
		t.Fatal(err)
	}
	if err := r.WriteTeX(f); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	paper := `\documentclass{article}\usepackage[T1]{fontenc}\usepackage[utf8]{inputenc}\usepackage{textcomp,array,booktabs,longtable,pdflscape}\begin{document}\listoftables\input{signs}\end{document}`
	if err := os.WriteFile(filepath.Join(dir, "paper.tex"), []byte(paper), 0o644); err != nil {
		t.Fatal(err)
	}
	for range 2 { // the second time with the list of tables of the first
		cmd := exec.Command("pdflatex", "-interaction=nonstopmode", "-halt-on-error", "paper.tex")
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	log, err := os.ReadFile(filepath.Join(dir, "paper.log"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(log)) {
		if strings.Contains(line, "Missing character") {
			t.Error(line)
		}
	}
}
