package biblio

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"
)

// TestTeXAccents: every mark on every letter, in each way in which BibTeX writes it, is
// the letter with the mark.
func TestTeXAccents(t *testing.T) {
	marks := map[string]string{"`": "\u0300", "'": "\u0301", "^": "\u0302", "~": "\u0303", "=": "\u0304", "u": "\u0306", ".": "\u0307", `"`: "\u0308", "r": "\u030A", "H": "\u030B",
		"v": "\u030C", "d": "\u0323", "c": "\u0327", "k": "\u0328", "b": "\u0331"}
	for name, mark := range marks {
		for _, letter := range "abcdeghijklnorstuwyzABCDEGHIJKLNORSTUWYZ" {
			want := norm.NFC.String(string(letter) + mark)
			forms := []string{`\%s{%c}`, `{\%s{%c}}`, `{\%s %c}`, `\%s %c`, `\%s{ %c}`, `{\%s{{%c}}}`}
			if !isLetter(name[0]) {
				forms = append(forms, `\%s%c`, `{\%s%c}`)
			}
			for _, form := range forms {
				in := "x" + fmt.Sprintf(form, name, letter) + "y"
				if got := unTeX(in); got != "x"+want+"y" {
					t.Errorf("%s is %q, not %q", in, got, "x"+want+"y")
				}
			}
		}
	}
}

// TestTeXText: what bibliographies hold of TeX is read as the text that it prints.
func TestTeXText(t *testing.T) {
	for in, want := range map[string]string{
		`al-{\d{S}}{\=u}l{\=\i}`: "al-Ṣūlī", `Kit{\=a}b al-{\v s}a{\d t}ran\v{g}`: "Kitāb al-šaṭranǧ", `{\d H}{\=a}jj`: "Ḥājj", `\d{t}\b{t}\d{z}\d{d}\b{d}\d{h}`: "ṭṯẓḍḏḥ",
		`S\={\i}bawayh`: "Sībawayh", `\"{\i}\'\i\j`: "ïíȷ", `\'{\^e}`: "ế", `\d{\=a}`: "ạ̄", `Nguy{\~{\^e}}n`: "Nguyễn", `\t{oo}`: "o\u0361o", `\c c\c{s}`: "çş", `\k{a}\k e`: "ąę", `\r a\aa`: "åå",
		`\o{}re \ae{}ble {\ss} \L{\'o}d{\'z}`: "øre æble ß Łódź", `\ss en`: "ßen", `\TH\'o\dh i`: "Þóði", `{\'E}l\'{e}ments`: "Éléments",
		`$\alpha$-numbers`: "α-numbers", `$n^2$ and $10^{12}$`: "n² and 10¹²", `$H_2O$`: "H2O", `$3 \times 3$`: "3 × 3", `${\rm H}_{2}$`: "H2", `$\frac{1}{2}$`: "1/2", `$a \leq b$`: "a ≤ b",
		`$\bar{x}$`: "x̄", `a \$5 b \& c \% \# \_`: "a $5 b & c % # _", `5$ alone`: "5$ alone", `$\mathrm{He}$`: "He", `\ensuremath{\pi}`: "π", `$$x$$ y`: "x y", `$\sqrt{2}$`: "√2", `\(`: "",
		`The \emph{Coast} and \textbf{Sea}`: "The Coast and Sea", `H\textsubscript{2}O`: "H2O", `5\textsuperscript{th}`: "5th", `10\textsuperscript{2}`: "10²", `{\em old} {\bf b}`: "old b",
		`\textsc{Smith}`: "Smith", `\href{http://x.org}{here}`: "here", `\noopsort{1973b}1973`: "1973", `a\,b\ c`: "a b c", `co\-operate`: "cooperate", "``q'' --- it's 1--2": "“q” — it's 1–2", `a~b`: "a\u00A0b",
		`\textquotedblleft x\textquotedblright{}`: "“x”", `\guillemotleft x\guillemotright`: "«x»", `\LaTeX{} book`: "LaTeX book", `\symbol{64}`: "@", `\textbackslash{}x`: `\x`, `\textasciitilde{}u`: "~u",
		`\~{}`: "~", `\`: "", `{`: "", `a { b } c`: "a  b  c", `\'`: "", `\d`: "", `\v{`: "", `$\alpha`: "$α", `\unknown{kept}`: "kept", `\S 5 \dots`: "§5 …", `{\'{\i}}`: "í", `\H{o}\H u`: "őű",
		`\u{g}\u a`: "ğă", `\.z\.{I}`: "żİ", `Yazd\={\i}`: "Yazdī", `{\textquoteleft}A{\d t}{\d t}{\=a}r`: "‘Aṭṭār", `\textquoteright Abd`: "’Abd",
	} {
		if got := unTeX(in); got != norm.NFC.String(want) {
			t.Errorf("%s is %q, not %q", in, got, want)
		}
	}
	if _, unknown := readTeX(`\emph{a} \mycommand{b}`, false); strings.Join(unknown, " ") != `\mycommand` {
		t.Errorf("not known: %v", unknown)
	}
}

// TestMarkupOfTitles: what is styled is plain text to people, and comes back in either form.
func TestMarkupOfTitles(t *testing.T) {
	for csl, want := range map[string][2]string{
		"Reading the <i>Coast</i> and H<sub>2</sub>O":                    {"Reading the Coast and H2O", `Reading the \emph{Coast} and H\textsubscript{2}O`},
		"<b>Bold</b> & 10<sup>2</sup>":                                   {"Bold & 10²", `\textbf{Bold} \& 10\textsuperscript{2}`},
		`<span style="font-variant:small-caps;">Smith</span>'s <i>x</i>`: {"Smith's x", `\textsc{Smith}'s \emph{x}`},
		`The <span class="nocase">Game</span> of x < y`:                  {"The Game of x < y", `The {Game} of x < y`},
		"<i>Never closed":               {"Never closed", `Never closed`},
		"a <b c> d <ins>e</ins>":        {"a  d <ins>e</ins>", "a  d <ins>e</ins>"},
		"<i>Nested <b>tags</b></i>":     {"Nested tags", `\emph{Nested \textbf{tags}}`},
		"Fourteen<sup>th</sup> century": {"Fourteenth century", `Fourteen\textsuperscript{th} century`},
	} {
		sources, errs := ReadCSL("x.json", []byte(fmt.Sprintf(`[{"id": "k", "type": "book", "title": %q}]`, csl)))
		if len(errs) > 0 || sources[0].Title != want[0] {
			t.Errorf("%s: %v %v, not %q", csl, sources, errs, want[0])
			continue
		}
		bib := string(WriteBibTeX(sources))
		if strings.HasPrefix(csl, "a <b c>") {
			continue // no tag of CSL
		}
		if !strings.Contains(bib, "title = {{"+want[1]+"}},") {
			t.Errorf("%s in BibTeX: %s", csl, bib)
		}
		again, errs := ReadBibTeX("x.bib", []byte(bib))
		if len(errs) > 0 || again[0].Title != want[0] {
			t.Errorf("%s comes back as %v %v", bib, again, errs)
		}
		if out := string(WriteCSL(sources)); !strings.Contains(out, strings.Split(csl, "<")[0]) {
			t.Errorf("%s in CSL: %s", csl, out)
		}
	}
	sources, _ := ReadBibTeX("x.bib", []byte(`@book{k, title = {The {\emph{Coast}} of H\textsubscript{2}O}}`))
	if out := string(WriteCSL(sources)); sources[0].Title != "The Coast of H2O" || !strings.Contains(out, "The <i>Coast</i> of H<sub>2</sub>O") {
		t.Errorf("%q, %s", sources[0].Title, out)
	}
}

// TestYearsBeforeChrist: CSL-JSON counts without a year 0, BibLaTeX with one.
func TestYearsBeforeChrist(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		first := rapid.IntRange(-3000, -1).Draw(t, "first")
		parts, words := fmt.Sprintf("[[%d]]", first), fmt.Sprintf("%d BCE", -first)
		if rapid.Bool().Draw(t, "span") {
			last := rapid.IntRange(first+1, first+40).Filter(func(n int) bool { return n != 0 }).Draw(t, "last")
			parts, words = fmt.Sprintf("[[%d],[%d]]", first, last), ""
		}
		in, errs := ReadCSL("x.json", []byte(`[{"id":"k","type":"book","title":"T","issued":{"date-parts":`+parts+`}}]`))
		if len(errs) > 0 || words != "" && !strings.Contains(in[0].Cite(), words) {
			t.Fatalf("%s is cited as %v, %v", parts, in, errs)
		}
		bib, errs := ReadBibTeX("x.bib", WriteBibTeX(in))
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		if a, b := strings.TrimSuffix(in[0].Cite(), "T"), strings.TrimSuffix(bib[0].Cite(), "T"); a != b {
			t.Fatalf("%q comes back from BibTeX as %q", a, b)
		}
		if out := strings.Join(strings.Fields(string(WriteCSL(bib))), ""); !strings.Contains(out, `"date-parts":`+parts) {
			t.Fatalf("%s goes out as %s", parts, out)
		}
	})
	for date, says := range map[string]string{`{"date-parts":[[0]]}`: "no year 0", `{"year":1900,"month":6}`: "date-parts", `1900`: "date-parts", `"1900"`: "date-parts", `[1900]`: "date-parts"} {
		_, errs := ReadCSL("x.json", []byte(`[{"id":"k","type":"book","title":"T","issued":`+date+`}]`))
		if len(errs) != 1 || !strings.Contains(errs[0].Error(), says) {
			t.Errorf("issued %s: %v", date, errs)
		}
	}
	for _, keyed := range []string{`{"a":{"type":"book","id":"a","title":"T"}}`, `{"a":{"type":"book","issued":{"year":1900}},"b":{}}`} {
		if _, errs := ReadCSL("x.json", []byte(keyed)); len(errs) != 1 || !strings.Contains(errs[0].Error(), "a map of items by key") {
			t.Errorf("%s: %v", keyed, errs)
		}
	}
}

// TestBibTeXBesideWhatIsWrong: only the entry that cannot be read is left out.
func TestBibTeXBesideWhatIsWrong(t *testing.T) {
	for _, wrong := range []string{
		`@book{b, title = {T}, year = }`, `@book{b, title = {never closed`, `@book{b c, title = {T}}`, `@book{b title = {T}}`, `@book{b, title = nothing}`, `@book{b, title = {T}, title = {U}}`,
		`@book{b, title = {T} "x"}`, `@book{b, title = "T" # }`, `@book{b, title = {T} # nothing}`, `@book{, title = {T}}`, `@book`, `mail@example.org`, `@string{x = nothing}`, `@book{b, = {T}}`,
	} {
		text := "@book{one, title = {One}, year = 1900}\n" + wrong + "\n@book{three, title = {Three}, year = 1902}\n"
		sources, errs := ReadBibTeX("x.bib", []byte(text))
		var keys []string
		for _, s := range sources {
			keys = append(keys, s.Key)
		}
		if len(errs) == 0 || strings.Join(keys, " ") != "one three" {
			t.Errorf("%s: %v, %v", wrong, keys, errs)
		}
		for _, e := range errs {
			if e.Line < 2 || e.Line > 3 {
				t.Errorf("%s: %v", wrong, e)
			}
		}
	}
	for _, beside := range []string{`@preamble{"\newcommand{\noop}[1]{}"}`, `@PREAMBLE("x" # y)`, `@preamble{ {nested {braces}} }`, `@comment{jabref-meta: x}`, `@string{x = "y" # "z"}`, `@string(x = {y})`,
		`@book(b, title = {T})`, `@book{b, title = "A" # { and } # "B"}`, `@book{b, title = {T}, month = jan # "~1"}`, `@book{b, title = {T}, year = 19 # 00}`} {
		sources, errs := ReadBibTeX("x.bib", []byte(beside+"\n@book{three, title = {Three}, year = 1902}\n"))
		if len(errs) > 0 || len(sources) == 0 || sources[len(sources)-1].Key != "three" {
			t.Errorf("%s: %v %v", beside, sources, errs)
		}
	}
	sources, errs := ReadBibTeX("x.bib", []byte("@string{shore = \"Shore\"}\n@book{two, title = {Two}, publisher = shore # { Press} # \" & \" # Shore, month = jan # \"~1\"}"))
	if len(errs) > 0 || sources[0].Publisher != "Shore Press & Shore" {
		t.Errorf("%v %v", sources, errs)
	}
}
