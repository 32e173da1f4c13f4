package wording

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/fold"
)

var (
	units = strings.Fields("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen")
	tens  = strings.Fields("twenty thirty forty fifty sixty seventy eighty ninety")
)

// numeral matches a number in words, up to ninety-nine, or in figures, up to
// three of them: what has more is a year.
const numeral = `(?:(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?` +
	`|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|one|two|three|four|five|six|seven|eight|nine|ten|[0-9]{1,3})`

// number reads what numeral matches.
func number(s string) (int, bool) {
	s = strings.ToLower(s)
	if n, err := strconv.Atoi(s); err == nil {
		return n, true
	}
	if n := slices.Index(units, s); n >= 0 {
		return n, true
	}
	ten, one, both := strings.Cut(strings.ReplaceAll(s, " ", "-"), "-")
	t := slices.Index(tens, ten)
	if t < 0 {
		return 0, false
	}
	n := (t + 2) * 10
	if both {
		u := slices.Index(units, one)
		if u < 1 || u > 9 {
			return 0, false
		}
		n += u
	}
	return n, true
}

// Count is a number that a clause states of what a game is played with.
type Count struct {
	Of     string // "men of a player", "players", "dice", "sticks", "cowries", "size of the board"
	Number string // "15", or "2 by 12" for a board
	Clause *evidence.Clause
	// Words are those that state it, as written; they stand at Start in the text
	// of the clause, or in the quoted wording of that index.
	Words   string
	Start   int
	Wording int // -1 when it is the clause's text
}

// pos is where the words stand in the file.
func (c Count) pos() diag.Pos { return passage{wording: c.Wording}.at(c.Clause, c.Start) }

const menWords = `(?:men|pieces|counters|stones|tablemen|balls|dogs|soldiers|pegs)`

// counted are the ways in which a text states a number of what a game is played
// with; the last groups are the number, or the two numbers of a board.
var counted = []struct {
	of      string
	words   []string // of which every match has one, in small letters: without them the expression is not tried
	pattern *fold.Finder
}{
	{"men of a player", []string{"each", "every", "either"}, fold.Find(`(?i)\b(?:each|every|either)(?: of (?:the )?(?:` + numeral + ` )?players?| player| side)? (?:has|have|with) (` + numeral + `) ` + menWords + `\b`)},
	{"men of a player", []string{"player", "each", "side"}, fold.Find(`(?i)\b(` + numeral + `)(?: [a-z-]+)? ` + menWords + ` (?:per player|each\b|for each player|a side|(?:on|for) each side|a player)`)},
	{"men of a player", []string{"each with"}, fold.Find(`(?i)\bplayers,? each with (` + numeral + `) ` + menWords + `\b`)},
	{"players", []string{"players", "persons", "people"}, fold.Find(`(?i)\b(` + numeral + `) (?:players|persons|people)\b`)},
	{"dice", []string{"dice", "die"}, fold.Find(`(?i)\b(` + numeral + `)(?: [a-z]+-sided| cubic(?:al)?| ordinary)? (?:dice|die)\b`)},
	{"sticks", []string{"sticks"}, fold.Find(`(?i)\b(` + numeral + `)(?: [a-z]+-sided| throwing| flat)? sticks\b`)},
	{"cowries", []string{"cowr"}, fold.Find(`(?i)\b(` + numeral + `) cowr(?:y|ie) ?(?:shells)?s?\b`)},
	{"size of the board", []string{"x", "×"}, fold.Find(`(?i)\b([0-9]{1,3}) ?[x×] ?([0-9]{1,3})\b`)},
	{"size of the board", []string{" by "}, fold.Find(`(?i)\b(` + numeral + `) by (` + numeral + `)\b`)},
	{"size of the board", []string{" rows of "}, fold.Find(`(?i)\b(` + numeral + `) rows of (` + numeral + `)\b`)},
}

// eachOfThem follows an each that is said of what comes behind it.
var eachOfThem = regexp.MustCompile(`(?i)^ (?:player|side|party|man|piece)\b`)

// Counts are the numbers that the clauses of a record state of what the game is
// played with: the men of a player, players, dice, the size of the board. Quoted
// words in a language other than English are not read.
func Counts(r *evidence.Record) []Count {
	var out []Count
	for _, c := range r.Clauses {
		var mine []Count
		for _, p := range passages(r, c) {
			if !p.english {
				continue
			}
			lower := fold.Small(p.text)
			for _, k := range counted {
				if !slices.ContainsFunc(k.words, func(w string) bool { return strings.Contains(lower, w) }) {
					continue
				}
				for _, m := range k.pattern.FindAllStringSubmatchIndex(p.text) {
					var numbers []string
					for g := 2; g < len(m); g += 2 {
						if n, ok := number(p.text[m[g]:m[g+1]]); ok {
							numbers = append(numbers, strconv.Itoa(n))
						}
					}
					if strings.HasSuffix(strings.ToLower(p.text[:m[1]]), "each") && eachOfThem.MatchString(p.text[m[1]:]) {
						continue // of twelve stones each player takes six
					}
					x := Count{k.of, strings.Join(numbers, " by "), c, p.text[m[0]:m[1]], m[0], p.wording}
					// Text and quoted words say the same; a single die or player is spoken of without
					// being all there is.
					if x.Number != "1" && !slices.ContainsFunc(mine, func(y Count) bool { return y.Of == x.Of && y.Number == x.Number }) {
						mine = append(mine, x)
					}
				}
			}
		}
		slices.SortStableFunc(mine, func(a, b Count) int { return cmp.Or(cmp.Compare(a.Wording, b.Wording), cmp.Compare(a.Start, b.Start)) })
		out = append(out, mine...)
	}
	return out
}

// passage is a text of a clause, and where it stands.
type passage struct {
	text    string
	wording int  // index of the quoted wording, -1 for the clause's text
	english bool // our own words, or quoted from a layer in English
}

// passages are the text of a clause and the words quoted in it.
func passages(r *evidence.Record, c *evidence.Clause) []passage {
	out := []passage{{c.Text, -1, true}}
	l := r.Layer(c.In)
	english := l == nil || l.English()
	for i, w := range c.Wording {
		out = append(out, passage{w, i, english})
	}
	return out
}
