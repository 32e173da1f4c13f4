package fold

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Word is a word of a text, folded, and where it stands in the text.
type Word struct {
	// Text is the word as it is compared: see [Text].
	Text string
	// Start and End are byte offsets; text[Start:End] is the word as written.
	Start, End int
}

// foldings are letters that Unicode does not take apart into a plain letter and
// a mark, as they are commonly written without them.
var foldings = map[rune]string{
	'ð': "d", 'þ': "th", 'ø': "o", 'æ': "ae", 'œ': "oe", 'ß': "ss", 'ł': "l", 'đ': "d", 'ħ': "h", 'ı': "i", 'ȷ': "j",
	'ŋ': "ng", 'ə': "e", 'ſ': "s", 'ĸ': "k",
}

// within are the signs that stand within a word and are not compared:
// apostrophes, and the letters for ayn and hamza of a transliteration.
const within = "'’‘ʼʻʿʾʹʺ`´"

// Words cuts a text into its words. A word is a run of letters and digits;
// hyphens and punctuation part words, marks and apostrophes do not.
//
// Letters are folded so that what was written with other accents, capitals or
// in another transliteration is the same word: Kiôz is kioz, Davíðsson is
// davidsson, Þulur is thulur and ṭâb is tab. The folding is that of Unicode
// (compatibility decomposition without its marks), and for the letters that
// Unicode does not take apart, the usual one of library catalogues.
func Words(text string) []Word {
	var words []Word
	var b strings.Builder
	start, end := -1, 0
	flush := func() {
		if b.Len() > 0 {
			words = append(words, Word{b.String(), start, end})
			b.Reset()
		}
		start = -1
	}
	for i := 0; i < len(text); {
		r, size := rune(text[i]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRuneInString(text[i:])
		}
		at := i
		i += size
		var folded string
		switch {
		case r < utf8.RuneSelf && (r >= 'a' && r <= 'z' || r >= '0' && r <= '9'):
			folded = text[at:i]
		case r >= 'A' && r <= 'Z':
			folded = string(r + 'a' - 'A')
		case strings.ContainsRune(within, r):
			continue
		case r < utf8.RuneSelf:
			flush()
			continue
		default:
			folded = foldRune(r)
			if folded == "" {
				if !unicode.IsMark(r) {
					flush()
				} else if start >= 0 {
					end = i
				}
				continue
			}
		}
		if start < 0 {
			start = at
		}
		end = i
		b.WriteString(folded)
	}
	flush()
	return words
}

// foldRune folds a letter or digit; "" is anything else.
func foldRune(r rune) string {
	r = unicode.ToLower(r)
	if s, ok := foldings[r]; ok {
		return s
	}
	var b strings.Builder
	for _, d := range norm.NFKD.String(string(r)) {
		d = unicode.ToLower(d)
		switch {
		case unicode.IsMark(d):
		case foldings[d] != "":
			b.WriteString(foldings[d])
		case unicode.IsLetter(d), unicode.IsNumber(d):
			b.WriteRune(d)
		}
	}
	return b.String()
}

// Text gives the words of a text as they are compared, with single spaces
// between them: "Árnason, J. & Ó. Davíðsson" is "arnason j o davidsson".
func Text(text string) string {
	var b strings.Builder
	for i, w := range Words(text) {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(w.Text)
	}
	return b.String()
}

// OneLine is a text on one line, with single spaces: so texts compare across line breaks.
func OneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
