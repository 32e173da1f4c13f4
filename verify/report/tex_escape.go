package report

import (
	"fmt"
	"strings"

	"github.com/lectio/lectio/evidence/yamlpos"
	"golang.org/x/text/unicode/norm"
)

// texSigns are signs that mean something else to LaTeX, or that it has under a name.
var texSigns = map[rune]string{
	'\\': `\textbackslash{}`, '{': `\{`, '}': `\}`, '$': `\$`, '&': `\&`, '#': `\#`, '_': `\_`, '%': `\%`,
	'^': `\textasciicircum{}`, '~': `\(\sim\)`, '<': `\textless{}`, '>': `\textgreater{}`, '|': `\textbar{}`,
	'"': `\textquotedbl{}`, '\'': `\textquotesingle{}`, '`': `\textasciigrave{}`,
	// What stands at the head of a row must not be taken for an argument of the end of
	// the row before.
	'[': `{[}`, ']': `{]}`, '*': `{*}`,
	'\u00a0': `~`, '\u00ad': `\-`, '\u2009': `\,`, '\u202f': `\,`, '\u200b': ``, '\ufeff': ``, '\ufe0e': ``, '\ufe0f': ``,
	'‐': `-`, '‑': `\mbox{-}`, '‒': `--`, '–': `--`, '—': `---`, '…': `\ldots{}`, '•': `\textbullet{}`, '·': `\textperiodcentered{}`,
	'‘': `\textquoteleft{}`, '’': `\textquoteright{}`, '“': `\textquotedblleft{}`, '”': `\textquotedblright{}`, '„': `\quotedblbase{}`,
	'‚': `\quotesinglbase{}`, '«': `\guillemotleft{}`, '»': `\guillemotright{}`, '‹': `\guilsinglleft{}`, '›': `\guilsinglright{}`,
	'ʾ': `\textquoteright{}`, 'ʼ': `\textquoteright{}`, 'ʻ': `\textquoteleft{}`, 'ʿ': `\textsuperscript{c}`, 'ʹ': `\(\prime\)`, 'ʺ': `\(\prime\prime\)`,
	'′': `\(\prime\)`, '″': `\(\prime\prime\)`, '´': `\textasciiacute{}`, '¨': `\textasciidieresis{}`, '˚': `\r{}`, '¯': `\textasciimacron{}`, '¸': `\c{}`,
	'°': `\textdegree{}`, '±': `\(\pm\)`, '×': `\(\times\)`, '÷': `\(\div\)`, '−': `\(-\)`, '≠': `\(\neq\)`, '≈': `\(\approx\)`, '≤': `\(\leq\)`, '≥': `\(\geq\)`,
	'∞': `\(\infty\)`, '∅': `\(\emptyset\)`, '√': `\(\surd\)`, 'µ': `\textmu{}`, '→': `\(\rightarrow\)`, '←': `\(\leftarrow\)`, '↑': `\(\uparrow\)`, '↓': `\(\downarrow\)`, '↔': `\(\leftrightarrow\)`,
	'✔': `\(\surd\)`, '¹': `\textonesuperior{}`, '²': `\texttwosuperior{}`, '³': `\textthreesuperior{}`, '½': `\textonehalf{}`, '¼': `\textonequarter{}`, '¾': `\textthreequarters{}`,
	'§': `\textsection{}`, '¶': `\textparagraph{}`, '©': `\textcopyright{}`, '®': `\textregistered{}`, '€': `\texteuro{}`, '£': `\textsterling{}`, '¬': `\(\neg\)`,
	'º': `\textordmasculine{}`, 'ª': `\textordfeminine{}`, '†': `\textdagger{}`, '‡': `\textdaggerdbl{}`, '¡': `\textexclamdown{}`, '¿': `\textquestiondown{}`, '¦': `\textbrokenbar{}`, '¢': `\textcent{}`, '¥': `\textyen{}`, '¤': `\textcurrency{}`,
	'æ': `\ae{}`, 'Æ': `\AE{}`, 'œ': `\oe{}`, 'Œ': `\OE{}`, 'ø': `\o{}`, 'Ø': `\O{}`, 'ß': `\ss{}`, 'þ': `\th{}`, 'Þ': `\TH{}`, 'ð': `\dh{}`, 'Ð': `\DH{}`,
	'đ': `\dj{}`, 'Đ': `\DJ{}`, 'ł': `\l{}`, 'Ł': `\L{}`, 'ı': `\i{}`, 'ȷ': `\j{}`, 'ŋ': `\ng{}`, 'Ŋ': `\NG{}`, 'ſ': `s`, 'ﬁ': `fi`, 'ﬂ': `fl`,
}

// texAccents are LaTeX's words for signs that stand over or under a letter.
var texAccents = map[rune]string{
	0x300: "`", 0x301: "'", 0x302: "^", 0x303: "~", 0x304: "=", 0x306: "u", 0x307: ".", 0x308: `"`, 0x30a: "r", 0x30b: "H", 0x30c: "v",
	0x323: "d", 0x327: "c", 0x328: "k", 0x331: "b",
}

// texUnder are those of them that stand under the letter.
const texUnder = "\u0323\u0327\u0328\u0331"

// unknownMacro prints a character that pdfLaTeX has no letter for: itself where the
// engine reads Unicode, elsewhere its number.
const unknownMacro = `\providecommand{\lectiochar}[2]{\ifdefined\XeTeXversion#2\else\ifdefined\directlua#2\else[U+#1]\fi\fi}`

// texSafe writes text so that LaTeX prints it as it is: for pdfLaTeX with the fonts of T1,
// XeLaTeX and LuaLaTeX. Letters with accents are written as commands; what LaTeX has
// no command for is left to \lectiochar.
func texSafe(s string) string {
	var b strings.Builder
	var before rune // written as it is, and not broken off by braces
	text := []rune(norm.NFC.String(yamlpos.Visible(s)))
	for i := 0; i < len(text); i++ {
		r := text[i]
		over := i + 1 // where the signs end that stand over the letter, and have none of their own with it
		for over < len(text) && texAccents[text[over]] != "" {
			over++
		}
		sign, known := texSigns[r]
		letter, accents := r, text[i+1:over]
		if parts := []rune(norm.NFD.String(string(r))); !known && len(parts) > 1 {
			letter, accents = parts[0], append(parts[1:], accents...)
		}
		i = over - 1
		switch {
		case len(accents) > 0:
			b.WriteString(accented(letter, accents, r))
			r = 0
		case known:
			b.WriteString(sign)
			r = 0
		case r == '\n' || r == '\r' || r == '\t':
			b.WriteByte(' ')
		case r > '~':
			b.WriteString(noCommand(string(r)))
		case r == before && strings.ContainsRune("-,", r):
			b.WriteString("{}") // two of them would become another sign
			b.WriteRune(r)
		default:
			b.WriteRune(r)
		}
		before = r
	}
	return b.String()
}

// noCommand writes a letter that LaTeX has no command for.
func noCommand(letter string) string {
	var numbers []string
	for _, r := range letter {
		numbers = append(numbers, fmt.Sprintf("%04X", r))
	}
	return `\lectiochar{` + strings.Join(numbers, " ") + "}{" + letter + "}"
}

// accented writes a letter with the signs that stand over and under it; whole is the
// two together where they are one character.
func accented(letter rune, signs []rune, whole rune) string {
	out := string(letter)
	dotless := false
	for _, a := range signs {
		if texAccents[a] == "" {
			return noCommand(string(whole))
		}
		dotless = dotless || !strings.ContainsRune(texUnder, a)
	}
	switch {
	case letter == 'i' && dotless:
		out = `\i`
	case letter == 'j' && dotless:
		out = `\j`
	case letter > '~' || texSigns[letter] != "":
		out = texSafe(string(letter))
	}
	for _, a := range signs {
		out = `\` + texAccents[a] + "{" + out + "}"
	}
	return out
}
