package biblio

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/lectio/lectio/evidence/fold"
	"golang.org/x/text/unicode/norm"
)

// texAccents are the commands that put a mark on the letter behind them, with the
// combining character that it is.
var texAccents = map[string]rune{
	"`": '\u0300', "'": '\u0301', "^": '\u0302', "~": '\u0303', "=": '\u0304', "u": '\u0306', ".": '\u0307', `"`: '\u0308', "h": '\u0309', "r": '\u030A', "H": '\u030B', "v": '\u030C',
	"U": '\u030D', "G": '\u030F', "C": '\u030F', "f": '\u0311', "d": '\u0323', "textsubumlaut": '\u0324', "textsubring": '\u0325', "textcommabelow": '\u0326',
	"c": '\u0327', "k": '\u0328', "textsubbreve": '\u032E', "b": '\u0331', "t": '\u0361', "texttoptiebar": '\u0361',
	"textdotbelow": '\u0323', "textsubdot": '\u0323', "textmacronbelow": '\u0331', "textsubbar": '\u0331', "textbrevebelow": '\u032E', "textogonekcentered": '\u0328',
	"hat": '\u0302', "tilde": '\u0303', "bar": '\u0304', "breve": '\u0306', "dot": '\u0307', "ddot": '\u0308', "check": '\u030C', "acute": '\u0301', "grave": '\u0300', "mathring": '\u030A', "vec": '\u20D7',
}

// texLetters are the commands that stand for a letter or a sign, with what it is.
var texLetters = texTable(`
	ae æ AE Æ oe œ OE Œ aa å AA Å o ø O Ø ss ß SS ẞ l ł L Ł th þ TH Þ dh ð DH Ð dj đ DJ Đ ng ŋ NG Ŋ i ı j ȷ textschwa ə textesh ʃ textglotstop ʔ
	textbackslash \ textasciitilde ~ textasciicircum ^ textasciigrave ` + "`" + ` textasciiacute ´ textbraceleft { textbraceright } textquotedbl " textquotesingle ' textunderscore _
	textendash – textemdash — textquoteleft ‘ textquoteright ’ textquotedblleft “ textquotedblright ” quotesinglbase ‚ quotedblbase „ lq ‘ rq ’
	guillemotleft « guillemotright » guillemetleft « guillemetright » guilsinglleft ‹ guilsinglright › flqq « frqq » glqq „ grqq “
	textellipsis … ldots … dots … cdots ⋯ textbullet • textperiodcentered · cdot · textdegree ° degree ° circ ° textsection § S § textparagraph ¶ P ¶
	pounds £ textsterling £ texteuro € euro € textyen ¥ textcent ¢ copyright © textcopyright © textregistered ® texttrademark ™ textordfeminine ª textordmasculine º
	textexclamdown ¡ textquestiondown ¿ dag † textdagger † ddag ‡ textdaggerdbl ‡ textbar | textless < textgreater > slash / textdollar $ textnumero № textmu µ textonehalf ½ textonequarter ¼
	times × texttimes × div ÷ pm ± textpm ± mp ∓ ast ∗ star ⋆ le ≤ leq ≤ ge ≥ geq ≥ neq ≠ ne ≠ approx ≈ sim ∼ simeq ≃ equiv ≡ infty ∞ in ∈ notin ∉ subset ⊂ subseteq ⊆ cup ∪ cap ∩ emptyset ∅
	to → rightarrow → textrightarrow → leftarrow ← textleftarrow ← leftrightarrow ↔ Rightarrow ⇒ Leftarrow ⇐ uparrow ↑ downarrow ↓ mapsto ↦ sqrt √ sum ∑ prod ∏ int ∫ partial ∂ nabla ∇ forall ∀ exists ∃ neg ¬
	wedge ∧ vee ∨ land ∧ lor ∨ oplus ⊕ otimes ⊗ prime ′ ell ℓ Re ℜ Im ℑ aleph ℵ hbar ℏ angle ∠ perp ⊥ parallel ∥ langle ⟨ rangle ⟩ lfloor ⌊ rfloor ⌋ lceil ⌈ rceil ⌉ lbrace { rbrace } backslash \ mid ∣ colon :
	alpha α beta β gamma γ delta δ epsilon ε varepsilon ε zeta ζ eta η theta θ vartheta ϑ iota ι kappa κ lambda λ mu μ nu ν xi ξ omicron ο pi π rho ρ varrho ϱ sigma σ varsigma ς tau τ upsilon υ phi φ varphi φ chi χ psi ψ omega ω
	Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ Upsilon Υ Phi Φ Psi Ψ Omega Ω imath ı jmath ȷ
	LaTeX LaTeX TeX TeX BibTeX BibTeX spadesuit ♠ heartsuit ♥ diamondsuit ♦ clubsuit ♣ flat ♭ natural ♮ sharp ♯ checkmark ✓
`)

// texTable reads pairs of a name and what it is.
func texTable(pairs string) map[string]string {
	m := map[string]string{}
	words := strings.Fields(pairs)
	for i := 0; i+1 < len(words); i += 2 {
		m[words[i]] = words[i+1]
	}
	return m
}

// texMarkup are the commands that style their argument, with the tag that it has in CSL-JSON,
// "" for none.
var texMarkup = map[string]string{
	"emph": "i", "textit": "i", "textsl": "i", "mkbibemph": "i", "mkbibitalic": "i", "mathit": "i", "textbf": "b", "mkbibbold": "b", "mathbf": "b",
	"textsubscript": "sub", "textsuperscript": "sup", "textsc": "sc", "mkbibsuperscript": "sup",
}

// texPlain are the commands that change how something looks, or do nothing, and are no part of
// the text.
var texPlain = wordSet(`textrm textsf texttt textup textmd textnormal text mathrm mathsf mathtt mathcal mathbb mathfrak mathnormal operatorname mbox hbox ensuremath
	uppercase MakeUppercase lowercase MakeLowercase MakeCapital em it bf sc rm sl tt sf itshape bfseries scshape upshape slshape rmfamily sffamily ttfamily normalfont relax protect
	left right displaystyle textstyle nolinkurl url selectlanguage bibstring autocap small large Large footnotesize limits kern hskip hspace nobreak allowbreak linebreak newline textcyrillic textgreek textlatin uline underline overline textquotation mkbibquote mkbibparens mkbibbrackets enquote`)

// texGone are the commands whose argument is no part of the text: it sorts or hides.
var texGone = wordSet("noopsort noop sortnoop SortNoop switchargs phantom hphantom vphantom label index foreignlanguage textlanguage")

func wordSet(words string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(words) {
		set[w] = true
	}
	return set
}

// texReader turns TeX into plain text.
type texReader struct {
	s string
	i int
	b strings.Builder
	// tags keeps what is styled in the tags of CSL-JSON.
	tags    bool
	math    bool
	unknown []string // commands that it does not know
	depth   int      // how many arguments it stands in
}

// mostTeXDepth is how deep arguments are read in arguments. What stands deeper is kept as it
// is written: no text needs it, and reading it would take as long as it is deep.
const mostTeXDepth = 16

// unTeX turns the accents, letters and mathematics of TeX into plain text.
func unTeX(s string) string {
	text, _ := readTeX(s, false)
	return text
}

// readTeX is unTeX with the commands that are not known, of which only the arguments are read.
// With tags what is styled has the tags of CSL-JSON.
func readTeX(s string, tags bool) (text string, unknown []string) {
	if !strings.ContainsAny(s, "\\{}$~-`'") {
		return strings.TrimSpace(s), nil
	}
	r := &texReader{s: s, tags: tags}
	r.read()
	return strings.TrimSpace(norm.NFC.String(r.b.String())), r.unknown
}

// part reads a part of the text, an argument, as another reader of the same kind.
func (r *texReader) part(s string) string {
	if r.depth == mostTeXDepth {
		return s
	}
	in := &texReader{s: s, tags: r.tags, math: r.math, depth: r.depth + 1}
	in.read()
	r.unknown = append(r.unknown, in.unknown...)
	return in.b.String()
}

// texLigatures are characters that together are another one.
var texLigatures = []struct{ from, to string }{{"---", "—"}, {"--", "–"}, {"``", "“"}, {"''", "”"}, {"~", "\u00A0"}}

func (r *texReader) read() {
next:
	for r.i < len(r.s) {
		for _, l := range texLigatures {
			if strings.HasPrefix(r.s[r.i:], l.from) && !r.math {
				r.b.WriteString(l.to)
				r.i += len(l.from)
				continue next
			}
		}
		c := r.s[r.i]
		switch {
		case c == '\\':
			r.command()
		case c == '{' || c == '}':
			r.i++
		case c == '$' && r.formula():
		case (c == '^' || c == '_') && r.math:
			r.i++
			r.b.WriteString(r.script(map[byte]string{'^': "sup", '_': "sub"}[c], r.part(r.argument())))
		default:
			r.b.WriteByte(c)
			r.i++
		}
	}
}

// formula reads what stands between two dollar signs; false where there is only one.
func (r *texReader) formula() bool {
	width := 1
	if strings.HasPrefix(r.s[r.i:], "$$") {
		width = 2
	}
	end := r.i + width
	for end < len(r.s) && r.s[end] != '$' {
		if r.s[end] == '\\' {
			end++
		}
		end++
	}
	if end >= len(r.s) {
		return false
	}
	in := &texReader{s: r.s[r.i+width : end], tags: r.tags, math: true, depth: r.depth}
	in.read()
	r.unknown = append(r.unknown, in.unknown...)
	r.b.WriteString(in.b.String())
	for r.i = end; r.i < len(r.s) && r.s[r.i] == '$' && r.i < end+width; r.i++ {
	}
	return true
}

// command reads a command and what belongs to it.
func (r *texReader) command() {
	r.i++
	if r.i >= len(r.s) {
		return
	}
	size := 0
	for r.i+size < len(r.s) && isLetter(r.s[r.i+size]) {
		size++
	}
	word := size > 0
	if !word {
		_, size = utf8.DecodeRuneInString(r.s[r.i:])
	}
	name := r.s[r.i : r.i+size]
	r.i += size
	before := r.i
	if word {
		r.space()
	}
	if mark, is := texAccents[name]; is && (word || strings.Contains("`'^\"~=.", name)) {
		r.accent(name, mark)
		return
	}
	if letter, is := texLetters[name]; is && word {
		r.b.WriteString(letter)
		if r.math && r.i > before && strings.HasSuffix(r.b.String(), " "+letter) { // a sign between two things
			r.b.WriteByte(' ')
		}
		return
	}
	r.other(name, word)
}

// other reads a command that is neither an accent nor a letter.
func (r *texReader) other(name string, word bool) {
	tag, styled := texMarkup[name]
	switch {
	case styled:
		r.b.WriteString(r.script(tag, r.part(r.argument())))
	case texGone[name]:
		r.argument()
	case name == "frac" || name == "nicefrac" || name == "sfrac":
		above := r.part(r.argument())
		r.b.WriteString(above + "/" + r.part(r.argument()))
	case name == "href" || name == "texorpdfstring" || name == "textcolor": // the second argument is the text
		r.argument()
		r.b.WriteString(r.part(r.argument()))
	case name == "symbol" || name == "char":
		number := strings.TrimSpace(r.argument())
		if n, err := strconv.Atoi(number); err == nil && n > 31 && n < unicode.MaxRune && utf8.ValidRune(rune(n)) {
			r.b.WriteRune(rune(n))
		}
	case !word && strings.ContainsAny(name, ` ,;:\`) || name == "quad" || name == "qquad" || name == "thinspace" || name == "space":
		r.b.WriteByte(' ')
	case !word && strings.ContainsAny(name, "-/!@()[]+|"): // where a word may be parted, and how far things stand apart
	case !word && name == "'":
	case !word:
		r.b.WriteString(name) // & % $ # _ { }
	case !texPlain[name]:
		r.unknown = append(r.unknown, `\`+name)
	}
}

// accent puts a mark on the first letter of what follows.
func (r *texReader) accent(name string, mark rune) {
	text := strings.TrimLeft(r.part(r.argument()), " ")
	first, size := utf8.DecodeRuneInString(text)
	switch {
	case text == "":
		if name == "~" || name == "^" {
			r.b.WriteString(name)
		}
		return
	case first == 'ı':
		first = 'i'
	case first == 'ȷ':
		first = 'j'
	}
	for size < len(text) { // another mark is on the letter already
		next, width := utf8.DecodeRuneInString(text[size:])
		if !unicode.Is(unicode.Mn, next) {
			break
		}
		r.b.WriteRune(first)
		first, size = next, size+width
	}
	r.b.WriteRune(first)
	r.b.WriteRune(mark)
	r.b.WriteString(text[size:])
}

// argument is what a command is about: a group, a command, or a character.
func (r *texReader) argument() string {
	r.space()
	if r.i >= len(r.s) {
		return ""
	}
	start := r.i
	switch r.s[r.i] {
	case '{':
		depth := 0
		for ; r.i < len(r.s); r.i++ {
			switch r.s[r.i] {
			case '\\':
				r.i++
			case '{':
				depth++
			case '}':
				if depth--; depth == 0 {
					r.i++
					return r.s[start+1 : r.i-1]
				}
			}
		}
		return strings.TrimPrefix(r.s[start:], "{")
	case '}':
		return ""
	case '\\':
		r.i++
		for r.i < len(r.s) && isLetter(r.s[r.i]) {
			r.i++
		}
		if r.i == start+1 && r.i < len(r.s) { // an accent on an accent
			_, size := utf8.DecodeRuneInString(r.s[r.i:])
			r.i += size
			r.argument()
		} else if texAccents[r.s[start+1:r.i]] != 0 {
			r.argument()
		}
		return r.s[start:r.i]
	}
	_, size := utf8.DecodeRuneInString(r.s[r.i:])
	r.i += size
	return r.s[start:r.i]
}

func (r *texReader) space() {
	for r.i < len(r.s) && strings.IndexByte(" \t\r\n", r.s[r.i]) >= 0 {
		r.i++
	}
}

func isLetter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }

// script is a text that is styled, in its tag, or in plain text.
func (r *texReader) script(tag, text string) string {
	switch {
	case text == "":
		return ""
	case r.tags && tag == "sc":
		return `<span style="font-variant:small-caps;">` + text + "</span>"
	case r.tags:
		return "<" + tag + ">" + text + "</" + tag + ">"
	case tag == "sup":
		return raised(text)
	}
	return text
}

// raised writes numbers as the small ones of a power, so that 10 to the second is not 102;
// what else stands raised is written as it is.
func raised(text string) string {
	const from, to = "0123456789+-−n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻ⁿ"
	var b strings.Builder
	for _, c := range text {
		i := strings.IndexRune(from, c)
		if i < 0 {
			return text
		}
		b.WriteRune([]rune(to)[utf8.RuneCountInString(from[:i])])
	}
	return b.String()
}

// cslTag is a tag that CSL-JSON allows in a text.
var cslTag = regexp.MustCompile(`(?i)<(/?)(i|b|em|strong|sup|sub|sc|span)(?:\s[^<>]*)?>`)

// withoutTags is a text of CSL-JSON as plain text.
func withoutTags(s string) string {
	if !strings.Contains(s, "<") {
		return s
	}
	s = cslSup.ReplaceAllStringFunc(s, func(m string) string { return raised(cslSup.FindStringSubmatch(m)[1]) })
	return cslTag.ReplaceAllString(s, "")
}

var cslSup = regexp.MustCompile(`(?i)<sup>([^<>]*)</sup>`)

// texOfTags writes a text of CSL-JSON for TeX, with commands for its tags. The tags of a text
// that does not close what it opens are left out.
func texOfTags(s string) string {
	var b strings.Builder
	s = fold.OneLine(s)
	depth, at := 0, 0
	for _, m := range cslTag.FindAllStringSubmatchIndex(s, -1) {
		b.WriteString(escapeTeX(s[at:m[0]]))
		at = m[1]
		if m[2] < m[3] {
			if depth--; depth < 0 {
				return tex(withoutTags(s))
			}
			b.WriteByte('}')
			continue
		}
		depth++
		if strings.Contains(s[m[0]:m[1]], "nocase") {
			b.WriteByte('{')
			continue
		}
		b.WriteString(map[string]string{"i": `\emph{`, "em": `\emph{`, "b": `\textbf{`, "strong": `\textbf{`, "sup": `\textsuperscript{`, "sub": `\textsubscript{`,
			"sc": `\textsc{`, "span": `\textsc{`}[strings.ToLower(s[m[4]:m[5]])])
	}
	if depth != 0 {
		return tex(withoutTags(s))
	}
	b.WriteString(escapeTeX(s[at:]))
	return b.String()
}
