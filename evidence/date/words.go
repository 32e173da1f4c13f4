package date

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// sign is what a piece of a date as people write it stands for.
type sign int

const (
	signNumber     sign = iota // value; digits as written
	signOrdinal                // 13th, 13., XIIIe, first: value
	signDay                    // a day written in figures: 12/5/1888
	signMonth                  // value 1 to 12
	signSeason                 // value 21 to 24, as EDTF counts them
	signEra                    // value -1 before Christ, 1 after
	signAbout                  // c., circa, ~
	signPerhaps                // perhaps, ?
	signBefore                 // before
	signAfter                  // after
	signUntil                  // until, by
	signSince                  // since, from
	signBetween                // between
	signAnd                    // and
	signTo                     // to; value 1 for a dash
	signSlash                  // a slash
	signCentury                // century
	signMillennium             // millennium
	signDecade                 // the s of 1890s, decade
	signPart                   // early, mid, late: value 0 to 2 of thirds
	signShare                  // half, third, quarter: value of how many
	signComma
	signYears // years: value 1 where the language names a decade so, années 1890
	signBack  // ago: counted back from a day that is not said
	signOther // another calendar
	signNone  // undated

	noSign sign = -1
)

// dateSign is a piece of a date.
type dateSign struct {
	sign   sign
	value  int
	digits string // of a number as it is written
	parts  []int  // of signDay: the numbers in their order
	// apart is set for a ? that does not stand close behind a date.
	apart bool
}

// dateWords are the words of dates in several languages, folded and without full
// stops. Of several that fit, the longest counts.
var dateWords = map[string]dateSign{}

// fillers say nothing.
var fillers = map[string]bool{}

func init() {
	add := func(s sign, value int, phrases string) {
		for p := range strings.SplitSeq(phrases, ",") {
			dateWords[strings.TrimSpace(p)] = dateSign{sign: s, value: value}
		}
	}
	add(signAbout, 0, "c, ca, cca, circa, about, around, approx, approximately, roughly, fl, floruit, um, etwa, gegen, ungefahr, zirka, "+
		"vers, env, environ, autour de, hacia, alrededor de, aproximadamente, verso, intorno al, omkring")
	add(signPerhaps, 0, "perhaps, possibly, probably, prob, poss, uncertain, vermutlich, vielleicht, wohl, wahrscheinlich, moglicherweise, "+
		"peut - etre, probablement, quiza, quizas, probablemente, posiblemente, forse, probabilmente")
	add(signBefore, 0, "before, prior to, ante, pre, vor, vor dem, avant, av, antes de, antes del, prima del, prima di, anteriore al, terminus ante quem, taq")
	add(signAfter, 0, "after, post, nach, nach dem, apres, despues de, despues del, dopo, dopo il, posteriore al, terminus post quem, tpq")
	add(signUntil, 0, "until, till, up to, by, not after, no later than, bis, spatestens, jusqu a, jusque, jusqu en, hasta, fino al, fino a")
	add(signSince, 0, "since, from, as of, not before, no earlier than, onwards, onward, and later, seit, ab, fruhestens, depuis, a partir de, desde, dal, da, dall, von")
	add(signBetween, 0, "between, zwischen, entre, tra, fra")
	add(signAnd, 0, "and, und, et, y, e, &")
	add(signTo, 0, "to, through, thru, or, oder, ou, o, a, al, au")
	add(signCentury, 0, "century, cent, cen, jahrhundert, jahrhunderts, jh, jhd, jhdt, jhs, siecle, siecl, siglo, s, ss, sig, secolo, sec, eeuw, seculo")
	add(signCentury, 1, "centuries, jahrhunderte, jahrhunderten, siecles, siglos, secoli, eeuwen, seculos")
	add(signMillennium, 0, "millennium, millenium, mill, jahrtausend, jahrtausends, jt, jts, jtsd, millenaire, milenio, millennio")
	add(signMillennium, 1, "millennia, jahrtausende, jahrtausenden, millenaires, milenios, millenni")
	add(signDecade, 0, "s, er, decade, jahrzehnt, decennie, decada, decennio")
	add(signDecade, 1, "decades, jahrzehnte, jahrzehnten, decennies, decadas, decenni")
	add(signYears, 0, "years, yrs, jahre, jahren, ans, jaar")
	add(signYears, 1, "annees, anos, anni")
	add(signBack, 0, "years ago, yrs ago, year ago, centuries ago, century ago, decades ago, decade ago, millennia ago, millennium ago, ya, ybp, kya")
	add(signEra, -1, "bc, b c, bce, b c e, before christ, before the common era, before common era, v chr, vchr, vor chr, v christus, vor christus, "+
		"vor christi geburt, v u z, vuz, av j - c, av jc, av j c, av n e, avant j - c, avant jesus - christ, avant jesus christ, avant notre ere, "+
		"a c, ac, a de c, a de j c, antes de cristo, a e c, aec, avanti cristo, a c n, a chr, ante christum, f kr, p n e, v chr geb")
	add(signEra, 1, "ad, a d, ce, c e, anno domini, of the common era, common era, n chr, nchr, nach chr, nach christus, nach christi geburt, "+
		"n u z, nuz, ap j - c, ap jc, ap j c, apres j - c, apres jesus - christ, apres jesus christ, de notre ere, d c, dc, d de c, d de j c, "+
		"despues de cristo, e c, dopo cristo, p chr, post christum, e kr, n e")
	add(signPart, 0, "early, beginning, begin, start, anfang, beginn, fruh, fruhes, fruhe, fruhen, debut, principios, comienzos, inicios, inizio, inizi, early part")
	add(signPart, 1, "mid, middle, midst, mitte, mittleres, mittleren, milieu, mediados, middle part")
	add(signPart, 2, "late, end, later, ende, spat, spates, spate, spaten, fin, fines, finales, finale, fine, late part")
	add(signShare, 2, "half, halfte, moitie, mitad")
	add(signShare, 3, "third, drittel, tiers, tercio, terzo")
	add(signShare, 4, "quarter, quart, viertel, cuarto, quarto")
	for i, names := range []string{
		"first, erste, ersten, erstes, premier, premiere, primera, primer, primo, prima",
		"second, zweite, zweiten, zweites, seconde, deuxieme, segunda, segundo, seconda, secondo",
		"dritte, dritten, drittes, troisieme, tercera, tercer, terza, terzo",
		"fourth, vierte, vierten, viertes, quatrieme, cuarta, cuarto, quarta, quarto",
	} {
		add(signOrdinal, i+1, names)
	}
	add(signOrdinal, -1, "last, letzte, letzten, letztes, dernier, derniere, ultima, ultimo, ultimi")
	for i, names := range []string{
		"january, jan, januar, janner, jaenner, janvier, janv, enero, ene, gennaio, gen",
		"february, feb, febr, februar, feber, fevrier, fevr, febrero, febbraio, febb",
		"march, mar, maerz, marz, mars, marzo, mrz",
		"april, apr, avril, avr, abril, abr, aprile",
		"may, mai, mayo, maggio, mag",
		"june, jun, juni, juin, junio, giugno, giu",
		"july, jul, juli, juillet, juil, julio, luglio, lug",
		"august, aug, aout, agosto, ago",
		"september, sept, sep, septembre, septiembre, set, setiembre, settembre, sett",
		"october, oct, oktober, okt, octobre, octubre, ottobre, ott",
		"november, nov, novembre, noviembre",
		"december, dec, dezember, dez, decembre, diciembre, dic, dicembre",
	} {
		add(signMonth, i+1, names)
	}
	add(signSeason, 21, "spring, fruhling, fruhjahr, printemps, primavera")
	add(signSeason, 22, "summer, sommer, ete, verano, estate")
	add(signSeason, 23, "autumn, fall, herbst, automne, otono, autunno")
	add(signSeason, 24, "winter, hiver, invierno, inverno")
	for i, name := range strings.Fields("fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth " +
		"seventeenth eighteenth nineteenth twentieth") {
		add(signOrdinal, i+5, name)
	}
	add(signOther, 0, "old style, o s, julian, julian calendar, alten stils, alter stil, a st, vieux style, stile vecchio, stile antico, estilo antiguo, "+
		"bp, b p, cal, calbp, ah, a h, a m, auc, a u c, hijri, hijra, hegira, anno hegirae, uncal")
	add(signNone, 0, "undated, not dated, n d, nd, no date, date unknown, unknown, unknown date, s d, sd, o j, oj, o d, ohne datum, ohne jahr, "+
		"undatiert, unbekannt, sans date, non date, inconnue, date inconnue, sin fecha, desconocida, senza data, sconosciuta, none, n a, na")
	for _, w := range strings.Fields("of the in de du des la le les el del della dell der die das dem den im am il lo l dated date datiert " +
		"year jahr annee an ano anno gli i di d en") {
		fillers[w] = true
	}
}

// longestPhrase is how many pieces the longest of dateWords has.
const longestPhrase = 5

// dateLetters is a text as its words are looked up: small letters without marks,
// and one kind of dash.
func dateLetters(text string) string {
	var b strings.Builder
	for _, r := range norm.NFKD.String(text) {
		switch {
		case unicode.IsMark(r):
		case strings.ContainsRune("–—−‒‑‐", r):
			b.WriteByte('-')
		case strings.ContainsRune("'’‘ʼ`´", r):
			b.WriteByte('\'')
		case r == 'ß':
			b.WriteString("ss")
		default:
			b.WriteRune(unicode.ToLower(r))
		}
	}
	return b.String()
}

var (
	// A day in figures; the year stands at one end.
	inFigures = regexp.MustCompile(`^(?:([0-9]{1,2})([./-])([0-9]{1,2})([./-])([0-9]{4})|([0-9]{4})([./-])([0-9]{1,2})([./-])([0-9]{1,2}))(?:[^0-9]|$)`)
	// A month and a year: 5/1888.
	monthInFigures = regexp.MustCompile(`^([0-9]{1,2})([./])([0-9]{4})(?:[^0-9]|$)`)
	datePiece      = regexp.MustCompile(`^(?:[0-9]+|\pL+|[-/,~?&%])`)
	ordinalEnding  = regexp.MustCompile(`^(?:st|nd|rd|th|eme|ere|er|e|re|o|a)(c|cent|century|s|jh|half|quarter|third)?$`)
	romanNumber    = regexp.MustCompile(`^([ivxlc]+)(?:e|eme|er|th|o)?$`)
)

// thousands are numbers whose thousands are set apart: 1,500, 1.500 and 1 500.
var thousands = regexp.MustCompile(`(^|[^0-9.,/])([0-9]{1,3})[.,' ]([0-9]{3})($|[^0-9.,/])`)

// dateSigns cuts a text into the signs that it is made of. unknown is the first
// word that says nothing about a date, "" when there is none. In a day of a month no
// number has thousands: May 1, 500.
func dateSigns(text string) (signs []dateSign, unknown string) {
	letters := dateLetters(text)
	whole := thousands.ReplaceAllString(letters, "$1$2$3$4")
	whole = thousands.ReplaceAllString(whole, "$1$2$3$4") // of two numbers that share a hyphen the second too
	signs, unknown = signsOf(datePieces(whole))
	if whole != letters && slices.ContainsFunc(signs, func(s dateSign) bool { return s.sign == signMonth }) {
		return signsOf(datePieces(letters))
	}
	return signs, unknown
}

// signsOf are the signs that the pieces of a text stand for.
func signsOf(pieces []datePieceOf) (signs []dateSign, unknown string) {
	for i := 0; i < len(pieces); {
		p := pieces[i]
		if p.day != nil {
			signs = append(signs, dateSign{sign: signDay, parts: p.day})
			i++
			continue
		}
		if p.text[0] >= '0' && p.text[0] <= '9' {
			n, err := strconv.Atoi(p.text)
			if err != nil || len(p.text) > 7 {
				return nil, p.text
			}
			s := dateSign{sign: signNumber, value: n, digits: p.text}
			if p.ordinal {
				s.sign = signOrdinal
			}
			signs = append(signs, s)
			i++
			continue
		}
		if p.text == "ago" && i > 0 && i == len(pieces)-1 { // elsewhere it is August, in Italian and Spanish
			signs = append(signs, dateSign{sign: signBack})
			i++
			continue
		}
		if s, n := longestSign(signs, pieces[i:]); n > 0 {
			signs = append(signs, s)
			i += n
			continue
		}
		if !fillers[p.text] {
			return nil, p.text
		}
		i++
	}
	return signs, ""
}

// longestSign finds the sign at the beginning of pieces, and how many of them it is
// made of; 0 for none.
func longestSign(before []dateSign, pieces []datePieceOf) (dateSign, int) {
	phrase, best, length := "", dateSign{}, 0
	for n := 1; n <= longestPhrase && n <= len(pieces); n++ {
		if pieces[n-1].day != nil {
			break
		}
		phrase = strings.TrimSpace(phrase + " " + pieces[n-1].text)
		if s, ok := dateWords[phrase]; ok {
			best, length = s, n
		}
	}
	if s, ok := dateMark(pieces[0]); ok {
		return s, 1
	}
	if length > 1 {
		return best, length
	}
	if s, ok := dateLetter(before, pieces[0]); ok {
		return s, 1
	}
	text, next := pieces[0].text, ""
	if len(pieces) > 1 {
		next = pieces[1].text
	}
	if m := romanNumber.FindStringSubmatch(text); m != nil && text != "c" {
		if n := romanValue(m[1]); n > 0 && (centuryNear(before, next, pieces) || length == 0) {
			return dateSign{sign: signOrdinal, value: n}, 1
		}
	}
	if s, ok := dateCount(text, next, lastSign(before).sign == signOrdinal); ok {
		return s, 1
	}
	return best, length
}

// lastSign is the last of some signs; of none one that says nothing.
func lastSign(signs []dateSign) dateSign {
	if len(signs) == 0 {
		return dateSign{sign: noSign}
	}
	return signs[len(signs)-1]
}

// dateMark is the sign of a mark that is no word: those of EDTF, and stops.
func dateMark(p datePieceOf) (s dateSign, ok bool) {
	switch p.text {
	case "~", "%":
		return dateSign{sign: signAbout}, true
	case "?":
		return dateSign{sign: signPerhaps, apart: p.apart}, true
	case "/":
		return dateSign{sign: signSlash}, true
	case "-":
		return dateSign{sign: signTo, value: 1}, true
	case ",":
		return dateSign{sign: signComma}, true
	}
	return s, false
}

// dateLetter is the sign of a letter or two whose meaning depends on what stands before: 13th c.
// is a century, c. 1890 is about that year; 1890s is a decade and s. XIII a century. Of 19C the
// number before becomes one that counts.
func dateLetter(before []dateSign, p datePieceOf) (s dateSign, ok bool) {
	last := lastSign(before)
	switch {
	case p.text == "c" && last.sign == signOrdinal:
		return dateSign{sign: signCentury}, true
	case p.text == "c" && last.sign == signNumber && p.close && len(last.digits) < 3:
		before[len(before)-1].sign = signOrdinal
		return dateSign{sign: signCentury}, true
	case p.text == "s" && last.sign == signNumber && p.close, p.text == "er" && last.sign == signNumber:
		return dateSign{sign: signDecade}, true
	case p.text == "s" || p.text == "ss":
		return dateSign{sign: signCentury}, true
	}
	return s, false
}

// dateCount is the sign of a word that counts, or, behind something counted, names a share of
// it: the third quarter and a third, terzo and cuarto. Prima metà is a half, metà del the middle.
func dateCount(text, next string, counted bool) (s dateSign, ok bool) {
	n := 4
	switch text {
	case "meta":
		if counted {
			return dateSign{sign: signShare, value: 2}, true
		}
		return dateSign{sign: signPart, value: 1}, true
	case "third":
		if counted || next != "quarter" && next != "century" && next != "millennium" {
			return s, false
		}
		n = 3
	case "terzo":
		n = 3
	case "cuarto", "quarto":
	default:
		return s, false
	}
	if counted {
		return dateSign{sign: signShare, value: n}, true
	}
	return dateSign{sign: signOrdinal, value: n}, true
}

// centuryNear reports whether a Roman number counts centuries here.
func centuryNear(before []dateSign, next string, pieces []datePieceOf) bool {
	if len(before) > 0 && before[len(before)-1].sign == signCentury {
		return true
	}
	for _, p := range pieces[1:min(len(pieces), 6)] {
		if s, ok := dateWords[p.text]; ok && s.sign == signCentury || p.text == "s" {
			return true
		}
	}
	return next == "" && len(before) > 1 && before[len(before)-1].sign == signTo
}

// romanValue is the value of a Roman number, 0 for letters that are none.
func romanValue(s string) int {
	values := map[byte]int{'i': 1, 'v': 5, 'x': 10, 'l': 50, 'c': 100}
	n := 0
	for i := range len(s) {
		v := values[s[i]]
		if i+1 < len(s) && v < values[s[i+1]] {
			n -= v
		} else {
			n += v
		}
	}
	if n < 1 || n > 30 || roman(n) != s {
		return 0
	}
	return n
}

// roman writes a number up to 39 in Roman letters.
func roman(n int) string {
	units := []string{"", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix"}
	return strings.Repeat("x", n/10) + units[n%10]
}

// datePieceOf is a word, a number or a sign of a date.
type datePieceOf struct {
	text    string
	day     []int
	ordinal bool
	close   bool // nothing stands between it and the piece before
	apart   bool
}

// datePieces cuts a text into words, numbers and signs.
func datePieces(s string) (pieces []datePieceOf) {
	numbers := func(m []string) (list []int) {
		for _, x := range m {
			if n, err := strconv.Atoi(x); err == nil {
				list = append(list, n)
			}
		}
		return list
	}
	close := false
	for s != "" {
		if m := inFigures.FindStringSubmatch(s); m != nil && (m[2] == m[4] && m[6] == "" || m[7] == m[9] && m[1] == "") {
			pieces = append(pieces, datePieceOf{day: numbers(m[1:])})
			width := len(m[1] + m[2] + m[3] + m[4] + m[5] + m[6] + m[7] + m[8] + m[9] + m[10])
			s, close = s[width:], true
			continue
		}
		if m := monthInFigures.FindStringSubmatch(s); m != nil && !(len(pieces) > 0 && close) {
			pieces = append(pieces, datePieceOf{day: numbers(m[1:])})
			s, close = s[len(m[1]+m[2]+m[3]):], true
			continue
		}
		text := datePiece.FindString(s)
		if text == "" {
			_, size := utf8.DecodeRuneInString(s)
			close, s = false, s[size:]
			continue
		}
		p := datePieceOf{text: text, close: close, apart: !close}
		s = s[len(text):]
		if n := len(pieces); n > 0 && close && pieces[n-1].text != "" && pieces[n-1].text[0] >= '0' && pieces[n-1].text[0] <= '9' {
			// What stands close behind a number may be its ending: 13th, 19thC, 1ère.
			era := dateWords[text].sign == signEra
			if m := ordinalEnding.FindStringSubmatch(text); m != nil && !era && len(pieces[n-1].text) < 3 {
				pieces[n-1].ordinal = true
				if p.text = m[1]; p.text == "" {
					continue
				}
			}
		}
		close = true
		if strings.HasPrefix(s, ".") {
			// A full stop behind a number counts: 13. Jahrhundert, 12. Mai.
			if p.text[0] >= '0' && p.text[0] <= '9' && len(p.text) < 3 {
				p.ordinal = true
			}
			s, close = s[1:], false
		} else if strings.HasPrefix(s, "'") {
			s = s[1:]
		}
		pieces = append(pieces, p)
	}
	return pieces
}
