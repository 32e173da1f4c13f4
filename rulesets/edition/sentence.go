package edition

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/lang"
)

// Sentences. For every statement the program writes a sentence that a
// historian can check against the clause. The sentence is made from what the
// statement says and from nothing else: no condition may be dropped, every
// number is there, and it can be read without knowing the rule language.
//
// Three habits hold throughout:
//   - Everything is told of "the player", the one to move; "his opponent" is
//     the other. A speaker keeps a view, which "their" turns round.
//   - A set of places is spoken of by a verb ("is empty", "holds two or more
//     opposing men"), so that sets joined by and, or and not come out as
//     English, and by a noun only where it has a name.
//   - Numbers up to twenty are words, except the numbers of places and of dice.

// Sentence says in plain English what a statement of this interpretation states.
func Sentence(g *rulesets.Game, s *rulesets.Statement) string { return newSpeaker(g).sentence(s) }

// Sentences are those of all statements of an interpretation, in their order. What an
// expression is of is found out once for all of them.
func Sentences(g *rulesets.Game) (out []string) {
	common := newSpeaker(g)
	for _, s := range g.Statements {
		sp := *common
		out = append(out, sp.sentence(s))
	}
	return out
}

func (sp *speaker) sentence(s *rulesets.Statement) string {
	t := sp.finish(sp.statement(s))
	if t == "" {
		return unguarded("The statement " + quoted(s.ID) + " cannot be put into words.")
	}
	return t
}

// SentenceAfter is Sentence for a statement whose sentence stands directly after that
// of another, to which it can then refer.
func SentenceAfter(g *rulesets.Game, s, before *rulesets.Statement) string {
	sp := newSpeaker(g)
	sp.before = before
	if t := sp.finish(sp.statement(s)); t != "" {
		return t
	}
	return Sentence(g, s)
}

// Condition says in plain English what a condition, or any other expression,
// means: a clause, or for a number or a set a noun phrase.
func Condition(g *rulesets.Game, t *lang.Text) string {
	sp := newSpeaker(g)
	return sp.inItsWords(sp.condition(t.Expr))
}

// If gives a condition with the word that leads it in: "if …", "unless …".
func If(g *rulesets.Game, t *lang.Text) string {
	sp := newSpeaker(g)
	return tidy(sp.inItsWords(strings.TrimPrefix(sp.ifs(t.Expr, false), " ")))
}

func (sp *speaker) condition(e *lang.Expr) string {
	switch sp.typ(e) {
	case lang.Truth, lang.Bad:
		return tidy(sp.clause(e, view{}, false))
	case lang.Places, lang.Counts:
		return tidy(sp.setThe(e, view{}))
	case lang.Lines:
		return tidy(sp.linesThe(e, view{}))
	case lang.Place:
		return tidy(sp.place(e, view{}))
	}
	return tidy(sp.num(e, view{}, false))
}

// view says from whose side something is seen: the mover's, or under "their"
// the opponent's.
type view struct {
	their bool
	bound bool   // of several opponents some(…) and every(…) have one in view
	name  string // … who is named
	each  bool   // of several opponents each is meant, with places of his own
	said  bool   // … and has been spoken of, so that he is "that opponent"
	deep  bool   // the opponents of several opponents, who are not the mover alone
}

// flip turns the view to the other side.
func (sp *speaker) flip(v view) view {
	switch {
	case !v.their:
		v.their = true
	case sp.many():
		v.deep = true
	default:
		v.their = false
	}
	return v
}

// speaker writes English about one interpretation.
type speaker struct {
	g       *rulesets.Game
	c       *lang.Names // gives expressions their types
	defines map[string]*rulesets.Statement
	untyped []string // expressions that were not compiled, and are of no form that is put together here: there are none
	noun    string   // point, square or hole
	man     string   // what one of the men is called
	// trackless is set where men have no way, so that none is borne off at its end.
	trackless bool
	// sown is set where all men are nobody's: they lie in holes, and belong to a player once he has taken them.
	sown    bool
	holesOf *regexp.Regexp // finds “on” before what something lies in, where it is set
	unowned bool           // cells are meant as the first player sees them

	acts    []string // the acts that the statement is about; none if it is about no move
	after   bool     // the statement is about a move that has been made
	using   []string // definitions being looked into
	of      []int    // indexes of the devices that an agenda is about; nil for all
	twice   bool     // the track passes some cell more than once
	doublet bool     // the throw spoken of is a doublet

	unthrown bool                // nothing but lots is thrown in the stages that the statement is for
	given    []string            // what places are called that a definition is about, or that others are told of, while these are said
	before   *rulesets.Statement // whose sentence stands directly before
}

func newSpeaker(g *rulesets.Game) *speaker {
	sp := g.Kept("speaker", func() any { return speakerOf(g) }).(speaker)
	sp.c = g.Names
	return &sp
}

// speakerOf is what all speakers of an interpretation have in common.
func speakerOf(g *rulesets.Game) speaker {
	sp := speaker{g: g, defines: map[string]*rulesets.Statement{}, noun: "point", man: manOf(g)}
	for _, s := range g.Statements {
		if s.Kind == "define" {
			sp.defines[s.ID] = s
		}
	}
	sp.trackless = !slices.ContainsFunc(g.Statements, func(s *rulesets.Statement) bool { return s.Kind == "track" })
	if len(g.Board.Cells) > 0 {
		sp.noun = g.Board.Cells[0].Shape.Noun()
	}
	sp.sown = g.Program.Nobodys
	for q := range g.Program.Players {
		sp.sown = sp.sown && g.Program.Men(q) == 0
	}
	if sp.sown && sp.noun == "hole" {
		sp.holesOf = onHoles(g)
	}
	for _, f := range g.Names.PlaceAt[0] {
		sp.twice = sp.twice || len(f) > 1
	}
	return sp
}

// throwOrTurn is what parts belong to: where nothing is thrown, the turn.
func (sp *speaker) throwOrTurn() string {
	if sp.unthrown || len(sp.g.Program.Devices) == 0 {
		return "turn"
	}
	return "throw"
}

// about reports whether the statement is about moves of this one act.
func (sp *speaker) about(act string) bool { return len(sp.acts) == 1 && sp.acts[0] == act }

// --- words -----------------------------------------------------------------

var numberWords = strings.Fields("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty")

// numeral writes a number: up to twenty in words.
func numeral(n int) string {
	switch {
	case n < 0:
		return "minus " + numeral(-n)
	case n < len(numberWords):
		return numberWords[n]
	}
	return strconv.Itoa(n)
}

func spaces(id string) string { return strings.ReplaceAll(id, "_", " ") }

func quoted(s string) string { return "“" + guarded(spaces(s)) + "”" }

// plural gives the plural of the few nouns that sentences need.
func plural(noun string) string {
	if noun == "man" {
		return "men"
	}
	if before, die := strings.CutSuffix(" "+noun, " die"); die {
		return strings.TrimLeft(before+" dice", " ")
	}
	return noun + "s"
}

func counted(n int, noun string) string {
	if n == 0 {
		return "no " + plural(noun)
	}
	if n == 1 {
		return "one " + noun
	}
	return numeral(n) + " " + plural(noun)
}

func article(noun string) string {
	if noun != "" && (strings.ContainsRune("aeiou8", rune(noun[0])) || noun == "11" || noun == "18") {
		return "an " + noun
	}
	return "a " + noun
}

// list joins words: a, b and c.
func enumerate(parts []string, last string) string {
	switch len(parts) {
	case 0:
		return ""
	case 1:
		return parts[0]
	}
	n := len(parts) - 1
	sep := " " + last + " "
	for _, p := range parts {
		if strings.Contains(p, ",") || strings.Contains(p, " "+last+" ") {
			sep = ", " + last + " "
		}
	}
	return strings.Join(parts[:n], ", ") + sep + parts[n]
}

var (
	blanks      = regexp.MustCompile(`\s+`)
	quotations  = regexp.MustCompile("“[^”]*”|\x01[^\x02]*\x02|\\bhis own\\b")
	hisOpponent = regexp.MustCompile(`\bhis opponent`)
	signs       = strings.NewReplacer("\x01", "", "\x02", "")
	turnable    = regexp.MustCompile(`\bthe opponent's|\bthe opponent\b|\bthe player's|\bthe player\b|\b(he|his own|his|him)\b`)
)

// verbatim marks what tidy is to leave as it is: words of the author, and sentences that speak of
// nobody in particular.
func verbatim(s string) string { return "\x01" + s + "\x02" }

// masked blanks out what is quoted, byte for byte.
func masked(s string) string {
	if !strings.ContainsAny(s, "“\x01") && !strings.Contains(s, "his own") {
		return s // most sentences quote nothing
	}
	return quotations.ReplaceAllStringFunc(s, func(q string) string { return strings.Repeat("\x00", len(q)) })
}

// firstPronoun is where the first pronoun stands that is not quoted, nil where there is none.
func firstPronoun(s string) []int {
	at := pronounIn(s)
	if at == nil {
		return nil
	}
	// Most stand before anything that is quoted, and then nothing need be blanked out.
	if quote := strings.IndexAny(s, "“\x01"); (quote < 0 || at[0] < quote) && !strings.HasPrefix(s[at[0]:], "his own") {
		return at
	}
	return pronounIn(masked(s))
}

// pronounIn is where the first pronoun of a text stands, or "player"; nil where there is none.
func pronounIn(s string) []int {
	isLetter := func(b byte) bool {
		return 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z' || '0' <= b && b <= '9' || b == '_'
	}
	for i := 0; i < len(s); i++ { // sentences are looked through by the hundred thousand
		if !isLetter(s[i]) {
			continue
		}
		begin := i
		for i < len(s) && isLetter(s[i]) {
			i++
		}
		switch s[begin:i] {
		case "he", "his", "him", "player":
			return []int{begin, i}
		}
	}
	return nil
}

// tidy gives the first pronoun somebody to stand for, and takes out blanks too
// many. Where that makes "the player's opponent" the first to be spoken of, he is
// "the opponent" from then on: "his opponent" would seem to be an opponent of his.
func tidy(s string) string {
	if s = strings.TrimSpace(s); strings.Contains(s, "  ") || strings.ContainsAny(s, "\t\n\f\r") {
		s = blanks.ReplaceAllString(s, " ")
	}
	if at := firstPronoun(s); at != nil {
		rest := s[at[1]:]
		switch s[at[0]:at[1]] {
		case "he", "him":
			s = s[:at[0]] + "the player" + rest
		case "his":
			if strings.HasPrefix(rest, " opponent") {
				// And a "he" that follows is the player still, which would not be seen.
				for at := hisOpponent.FindStringIndex(masked(rest)); at != nil; at = hisOpponent.FindStringIndex(masked(rest)) {
					rest = rest[:at[0]] + "the" + rest[at[0]+len("his"):]
				}
				rest = " " + tidy(rest)
			}
			s = s[:at[0]] + "the player's" + rest
		}
	}
	return signs.Replace(s)
}

// finish makes a sentence: a capital, a full stop.
func finish(s string) string {
	s = tidy(s)
	for i, r := range s {
		if unicode.IsLetter(r) {
			s = s[:i] + string(unicode.ToUpper(r)) + s[i+len(string(r)):]
			break
		}
		if unicode.IsDigit(r) {
			break
		}
	}
	if s != "" && !strings.HasSuffix(s, ".") {
		s += "."
	}
	return s
}

// title is what other sentences call a statement. What is said of men, or of what is thrown,
// is what one of them is called, and no name of the statement.
func title(s *rulesets.Statement) string {
	if s.Called != "" && s.Kind != "men" && s.Kind != "throw" {
		return "“" + guarded(s.Called) + "”"
	}
	return quoted(s.ID)
}

func called(s *rulesets.Statement) string {
	if s == nil || s.Called == "" {
		return ""
	}
	return guarded(s.Called)
}

// --- who -------------------------------------------------------------------

func (sp *speaker) many() bool { return len(sp.g.Program.Players) > 2 }

// playerName is a player by name: "White".
func playerName(id string) string {
	return Capitalised(spaces(id))
}

// doing is a player with what he does, "White begins" and "Attackers begin": the verb for
// one, and for several whose name is plural.
func doing(id, one, several string) string {
	if areSeveral(id) {
		one = several
	}
	return playerName(id) + " " + one
}

// areSeveral reports whether the name of a player is plural.
func areSeveral(id string) bool {
	return strings.HasSuffix(id, "s") && !strings.HasSuffix(id, "ss") || id == "geese" || id == "men"
}

// Capitalised begins a text with a capital, if it begins with a letter.
func Capitalised(s string) string {
	if s == "" {
		return s
	}
	r, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[size:]
}

func (sp *speaker) he(v view) string {
	switch {
	case !v.their:
		return "he"
	case v.deep:
		v.deep = false
		return "those opposed to " + strings.TrimSuffix(sp.he(v), " together")
	case v.name != "":
		return "his opponent " + v.name
	case v.bound:
		return "this opponent"
	case v.each && v.said:
		return "that opponent"
	case v.each:
		return "one and the same opponent"
	case sp.many():
		return "his opponents together"
	}
	return "his opponent"
}

// whom is he without "together".
func (sp *speaker) whom(v view) string { return strings.TrimSuffix(sp.he(v), " together") }

func (sp *speaker) his(v view) string {
	if !v.their {
		return "his"
	}
	who := sp.whom(v)
	if strings.HasSuffix(who, "s") {
		return who + "'"
	}
	return who + "'s"
}

// ofHis ends "a mill of …".
func (sp *speaker) ofHis(v view) string {
	if !v.their {
		return "of his"
	}
	return "of " + sp.his(v)
}

func (sp *speaker) has(v view) string {
	if v.deep || v.their && !v.bound && !v.each && sp.many() {
		return "have"
	}
	return "has"
}

// owner gives something to the player in view, where players call different
// things by one name: "his point 1". Of one opponent after the other it is the
// first that is said.
func (sp *speaker) owner(v view) string {
	if v.each && !v.said && !v.deep {
		return "an opponent's"
	}
	return sp.his(v)
}

// theirs gives something that has a name to the opponent.
func (sp *speaker) theirs(np string, v view) string {
	if !v.their {
		return np
	}
	for _, first := range []string{"the ", "his "} {
		if rest, ok := strings.CutPrefix(np, first); ok && !turnable.MatchString(rest) && pronounIn(rest) == nil {
			return sp.owner(v) + " " + rest
		}
	}
	if turns(np) {
		return sp.swapped(np, v)
	}
	return np + " (as it is for " + sp.whom(v) + ")"
}

// turns reports whether a name tells of the player or of "the opponent" in words
// that can change places, and of no opponent in other words.
func turns(name string) bool {
	return turnable.MatchString(name) && !strings.Contains(turnable.ReplaceAllString(name, ""), "opponent")
}

// swapped tells of the opponent what is called so of the player, and the other
// way round. Of one who is named first, what follows is "his own".
func (sp *speaker) swapped(text string, v view) string {
	he := sp.whom(v)
	own := strings.HasPrefix(text, "he ") || strings.HasPrefix(text, "the player ")
	return turnable.ReplaceAllStringFunc(text, func(w string) string {
		switch {
		case w == "the opponent":
			return "the player"
		case w == "the opponent's":
			return "the player's"
		case w == "he", w == "him", w == "the player":
			return he
		case w == "the player's":
			return sp.his(v)
		case own:
			return "his own"
		}
		return sp.his(v) + strings.TrimPrefix(w, "his")
	})
}

// order says along whose way something is counted.
func (sp *speaker) order(v view) string {
	if !v.their {
		return ""
	}
	return " in " + sp.his(v) + " order of " + plural(sp.noun)
}

// things are what is counted: "opposing man", "opposing men", or with of "his men".
type things struct {
	sing, plur string
	of         bool
}

// byNumber marks men that are counted by the number of the way to which they have
// come, where one cell has several.
const byNumber = " (by number)"

// men says whose men are counted. Whose they are is said of the player in view:
// under "their" his own men are "his opponent's", never "opposing", which a reader
// would take of those opposed to him.
func (sp *speaker) men(whose string, v view) things {
	w := lang.Name(whose)
	if w == nil || w.Type != lang.Counts {
		w = lang.Name("anyone")
	}
	th := sp.thingsOf(w, &lang.Expr{Op: "name", Text: w.Name}, v)
	if whose == "own" && sp.twice { // where a way passes a cell twice, men are counted by the number they have come to
		th.sing, th.plur = prefixed("", th.sing, byNumber), th.plur+byNumber
	}
	return th
}
