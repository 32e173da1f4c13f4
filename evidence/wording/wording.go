package wording

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/lectio/lectio/evidence/fold"
)

// Kind is a kind of wording that tends to hide a doubt.
type Kind struct {
	ID   string
	Name string // what it is: "in a row"
	Why  string // why it hides a doubt
	Ask  string // what to ask of it
	// Slip is set for slips of a text. They are looked for in every language, and in
	// clauses that state no rule.
	Slip bool
	// Draft is set for words that are worth a thought while a text is cut into
	// clauses, and too common to be reported of clauses.
	Draft bool
	// Topic matches the questions that take such a doubt up.
	Topic *fold.Finder

	spans []spanPattern
	find  func(text, whole string) []Extent
}

// Extent is a part of a text, in bytes: text[Start:End].
type Extent struct{ Start, End int }

// spanPattern finds a wording. A match counts unless the text around it says
// what the words alone leave open.
type spanPattern struct {
	words  *fold.Finder
	before *fold.Finder // none where this matches the text before
	after  *fold.Finder // or this the text behind
	within *fold.Finder // or this the whole text
}

// pattern makes a spanPattern; "" is no condition. The words are looked for
// between boundaries of words.
func pattern(words, before, after, within string) spanPattern {
	condition := func(s, head, tail string) *fold.Finder {
		if s == "" {
			return nil
		}
		return fold.Find(`(?i)` + head + `(?:` + s + `)` + tail)
	}
	return spanPattern{fold.Find(`(?i)\b(?:` + words + `)\b`), condition(before, `(?:^|\W)`, `\s*$`), condition(after, `^`, ``), condition(within, ``, ``)}
}

// topic makes the pattern of a Topic from beginnings of words.
func topic(words string) *fold.Finder { return fold.Find(`(?i)\b(?:` + words + `)`) }

const (
	ordinals = `first|last|final|initial|penultimate|previous|next|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|twelfth|subsequent`
	// gamewords are things of a game, one of each.
	gamewords = `piece|man|die|stick|square|space|cell|hole|board|player|row|side|game|table|counter|stone|king|mill`
	// acts are what a player may have to do, if it is more than allowed.
	acts = `re-?enter|enter|come|bring|capture|take|remove|kill|hit|send|bear|leave|begin|start|move|play|throw|roll|land|go|jump|leap|hop|pass|place|set|use|choose|continue|end|win|stop|be (?:re-?entered|captured|taken|removed|killed|hit|played|moved|borne|left|doubled|used|sent|over)`
)

// wordingKinds are the wordings that tend to hide a doubt, in the order in which
// they are explained.
var wordingKinds = []*Kind{
	{ID: "unit", Name: "a number without a unit", Ask: "a number of what?",
		Why:   "a bare number may count men, points, steps, dice or games, and five by five may be squares or the lines between them",
		Topic: topic(`how many|worth|squares?\b|cells?\b|holes?\b|stop at|down to|downward|counts?\b|values?\b|games?\b|points? for`), find: bareNumbers},
	{ID: "may", Name: "may, where must may be meant", Ask: "allowed or required, and who decides?",
		Why:   "what may be done can be left, unless the writer only meant that it can happen; whether a player may decline to take, enter, play or bear off changes the game",
		Topic: topic(`may\b|must\b|oblig|compuls|declin|optional|free\b|forced|allow|forbid|required|by itself|have to|has to|instead`),
		spans: []spanPattern{
			pattern(`may|can|could|might|(?:is|are) (?:allowed|permitted) to`,
				// What somebody is able to do, as a condition or a measure, allows nothing.
				`who|which|(?:whom|that)(?: [\w'’]+)?|(?:than|if|when|unless|whether|until|once|as long as|as far as|where|not|only|none|no|nobody|nor|neither)(?: [\w'’]+){0,4}`,
				` (?:no|not|hardly|never|neither|only|also only|no longer|be no|have|already)\b|not\b| (?:be )?\w+ only\b| \w+ no\b`, ``),
			pattern(`(?:allows?|lets?|permits?)(?: \w+){1,3} (?:to )?(?:`+acts+`)`, ``, ``, ``),
		}},
	{ID: "advice", Name: "should", Ask: "a rule or advice?",
		Why:   "what should be done may be a rule or the advice of a good player",
		Topic: topic(`may|must|oblig|compuls|advice|rule`),
		spans: []spanPattern{pattern(`should|ought to|had better|it is (?:good|best|better|wise) to|advisable`, ``, ``, ``)}},
	{ID: "opposite", Name: "opposite, left, behind", Ask: "seen from where, and of what?",
		Why:   "opposite, across, in front, left and right change with the one who looks: the player, the opponent, the reader of a figure",
		Topic: topic(`opposite|sides?\b|left|right|facing|across|which way|sense\b|direction|sections?\b|penultimate|corner|underside`),
		spans: []spanPattern{
			pattern(`opposite|across from|facing|in front of|behind|(?:far|near) side`, ``, ` faces? `, ``),
			pattern(`leftmost|rightmost|(?:left|right)[- ]hand|(?:to|on|from|at) the (?:left|right)|left to right|right to left`,
				``, ``, `(?:player|he|she) (?:sees|sits)|as seen (?:by|from)|with respect to|(?:player|own|his|her)(?:['’]s)? (?:left|right)`),
		}},
	{ID: "row", Name: "in a row", Ask: "in which direction, and next to one another?",
		Why:   "men in a row may stand on neighbouring places or only follow one another, along lines or across them, round a corner or not",
		Topic: topic(`row|lines?\b|direction|diagonal|adjacent|consecutive|neighbour|next to`),
		spans: []spanPattern{
			pattern(`(?:in|into) (?:a|one)(?: straight)? (?:row|line)|(?:in|into)[- ]a[- ]row|(?:two|three|four|five|six)[- ]in[- ]a[- ]row|(?:three|four|five|six) in (?:a )?row|consecutive|in succession`,
				``, ` of (?:the )?`+numeral, ``),
		}},
	{ID: "first", Name: "first or last, of what is not said", Ask: "of what, counted from where?",
		Why:   "the first throw may be that of a player, of the game or of a turn, and the last point is last on somebody's way only",
		Topic: topic(`first|last\b|final|second\b|third|fourth|penultimate|opening|quarter|quadrant|goal|begins?\b|later|latest|counted|entry|which (?:point|square|row|doublet|throw|man)`),
		spans: []spanPattern{
			pattern(`(?:the|a|an|its|his|her|their|that|from) (?:very )?(?:(?:`+ordinals+`) )?(?:`+ordinals+`)`, `at|who|by|sets?|places?|puts?|makes?`,
				` (?:(?:[\w'’-]+ ){0,3}(?:of|from|after|before) |phase\b|stage\b|player to |(?:\w+ )?(?:has|have|had|takes?|removes?|moves?|wins?|and then|then) |to )|, counted|,? counting`, `count(?:ed|ing) from`),
			pattern(`^(?:`+ordinals+`)`, ``, ` (?:(?:[\w'’-]+ ){0,3}(?:of|from|after|before) |(?:he|she|they|one|a|the|all|each|every|to|come|comes|go|goes|player)\b)|,`, ``),
			pattern(`second and subsequent|every (?:subsequent|following|other)`, ``, ``, ``),
			pattern(`(?:`+ordinals+`)(?: man| piece| point)? but one|next[- ]to[- ]last`, ``, ``, ``),
		}},
	{ID: "plural", Name: "one where several are meant, or the other way round", Ask: "one, or all of them?",
		Why:   "a noun in the wrong number may be a slip, or may say that only one of several men is taken",
		Topic: topic(`how many|all|each|single|several|one or|together|exactly|more than|three or more|removed|both|any|two|dice|die|available`), find: wrongNumber},
	{ID: "each", Name: "so many on so many", Ask: "on each, or on all of them together?",
		Why:   "three men on five points may be fifteen men or three",
		Topic: topic(`each|together|how many|all|both`),
		spans: []spanPattern{
			pattern(numeral+` (?:`+menWords+` )?(?:on|in) (?:the |his |her |their )?(?:(?:`+ordinals+`) )?`+numeral+` (?:points|squares|places|rows|cells|holes|spaces)`, ``, ` each\b`, ``),
		}},
	{ID: "near", Name: "adjacent", Ask: "along lines, sides or corners?",
		Why:   "what lies next to a place depends on whether lines, sides or corners join places",
		Topic: topic(`adjacent|neighbour|diagonal|orthogonal|corner|slant|direction|next to|backward|lines?\b`),
		spans: []spanPattern{pattern(`adjacent|adjoining|neighbou?ring|next to|beside`, ``, ` last\b`, `diagonal|orthogonal|along (?:a|the) (?:straight )?(?:lines?|row)|(?:along|by|in) straight lines`)}},
	{ID: "route", Name: "round the board", Ask: "by which way, and in which direction?",
		Why:   "around names no direction, and the two players may go the same way or meet",
		Topic: topic(`which way|direction|sense\b|round|travel|clockwise|circulate|contrary|same way`),
		spans: []spanPattern{pattern(`(?:go|goes|gone|move|moves|proceeds?|travels?|circulates?|pass|passes|turn)(?: on)? (?:a)?round(?: there)?|to continue to circulate|continue to circulate`, ``, ``, `clockwise|left to right|right to left`)}},
	{ID: "part", Name: "a part of the board that is not named", Ask: "which part of the board exactly?",
		Why:   "a section, half or area has to have borders before a rule about it can be kept",
		Topic: topic(`section|part\b|half|halves|quarter|quadrant|divid|sides?\b|areas?\b`),
		spans: []spanPattern{
			pattern(`sections?|areas?|regions?`, ``, ``, ``),
			pattern(`divided (?:in|into) (?:two|half|halves|parts)`, ``, ``, `quarters of|halves of`),
		}},
	{ID: "again", Name: "in again, where is not said", Ask: "from where, to where, and when?",
		Why:   "what comes in again must come in somewhere, and before other moves or not",
		Topic: topic(`enter|come in|comes? back|bring|brought|captured|in hand|off the board|waiting`),
		spans: []spanPattern{
			pattern(`re-?enter(?:s|ed)?(?: the board)?|enter again|(?:come|comes|brought|go) in again|(?:come|comes|go) onto the board again`,
				`cannot|not|only|may`, `(?: the board)? (?:on|at|where|by|with) `, ``),
		}},
	{ID: "series", Name: "a series cut short", Ask: "does the series go on as it began, and how far?",
		Why:   "and so on, down to one and etc. leave it to the reader to find the rule of the series",
		Topic: topic(`sequence|series|go on|down to|oblige|like the others|stop|undersides|how far|how many numbers|so on|only those`),
		spans: []spanPattern{
			pattern(`and so (?:on|forth)|etc|(?:up|down|downwards|upwards)(?: as far as)? to (?:one|two|three|four|five|six|[0-9]+)|as far as (?:one|two|three|four|five|six|[0-9]+)`, ``, ` by turns`, ``),
			pattern(`i\.? ?e|e\.? ?g|such as`, ``, ``, ``),
		}},
	{ID: "vague", Name: "some, usually", Ask: "which, how many, and what else is done?",
		Why:   "a usual way has others beside it, and some or several is no number",
		Topic: topic(`some\b|many|which|usual|standard|several|certain|all\b|any\b`),
		spans: []spanPattern{
			pattern(`usual|usually|often|sometimes|generally|normally|mostly|commonly|typically|a few|various|certain|several`, ``, ``, ``),
			pattern(`some(?: of)?|many|most`, `as|how|so|too|twice as|of|at`, ` (?:people|players|say|says|count|hold|authors|part)\b`, ``),
		}},
	{ID: "hearsay", Name: "it is said", Ask: "who says so, and do others say otherwise?",
		Why:   "what some say, others may not, and what seems so is the writer's guess",
		Topic: topic(`says?\b|whole|half|full|disagree|really|many|who has`),
		spans: []spanPattern{
			pattern(`(?:it is|they are|is) (?:said|told|thought|reported|believed)|some (?:say|says|count|hold|people|players|authors)|others (?:say|hold|count)|disagree|presumably|perhaps|as it seems|seems? to|supposedly|apparently|reportedly|probably`, ``, ``, ``),
		}},
	{ID: "same", Name: "in the same way, standard", Ask: "the same in which respects?",
		Why:   "a rule by reference is as complete as what it refers to, and that is often not there",
		Topic: topic(`same|almost|standard|values|like the others|oblige|sequence|other game|another game`),
		spans: []spanPattern{
			pattern(`(?:in )?(?:almost |nearly )?the same (?:way|manner|as)|as (?:usual|normal|before|in the (?:first|other|previous|ordinary)(?: \w+)?)|likewise|similar|similarly|standard|what they usually count|almost as|corresponding|answer to`, ``, ``, ``),
		}},
	{ID: "judge", Name: "if possible, when it is clear", Ask: "who judges, and by what?",
		Why:   "somebody has to say what is clear or possible, and how far ahead he has to look",
		Topic: topic(`clear|possible|who says|judge|plain`),
		spans: []spanPattern{
			pattern(`it is (?:clear|obvious|plain|evident)|(?:is|are) (?:clear|obvious|evident)|(?:if|as far as|where|whenever)(?: at all)? possible|if necessary|as necessary`, ``, ``, ``),
		}},
	{ID: "otherwise", Name: "otherwise, in that case", Ask: "opposed to what?",
		Why:   "otherwise points back, and more than one thing may stand there",
		Topic: topic(`otherwise|instead|when\b|while\b|condition|case`),
		spans: []spanPattern{pattern(`otherwise|in (?:that|this|which) case|the (?:former|latter)|respectively|accordingly`, `no|not|rather|none`, ` (?:\w+ )?(?:different|not provided)`, ``)}},

	{ID: "doubled", Name: "a word twice", Ask: "a word doubled, or one lost between?", Slip: true,
		Why: "where a word stands twice, another may have stood between", Topic: topic(`print|slip|word|meant|letter`), find: doubledWords},
	{ID: "cut", Name: "a word or sentence cut short", Ask: "is something missing?", Slip: true,
		Why:   "an unclosed bracket, an ellipsis, a word in two pieces or a sentence that ends in a comma shows that something was lost on the way",
		Topic: topic(`print|slip|lost|letter|missing|bracket|meant|only marked|left out`), find: cutShort},
	{ID: "misprint", Name: "a word that looks like another", Ask: "is another word meant?", Slip: true,
		Why:   "a letter lost or exchanged in a number changes a rule: our for four, then for the",
		Topic: topic(`print|slip|meant|letter|our\b`), find: misprints},

	{ID: "or", Name: "or", Ask: "who chooses, or does it depend on something?", Draft: true,
		Why:   "or may leave a choice to a player, or name two cases",
		spans: []spanPattern{pattern(`either|or`, ``, ``, ``)}},
	{ID: "unless", Name: "unless, until, only", Ask: "what holds otherwise?", Draft: true,
		Why:   "a condition says what holds when it is met, and often not what holds when it is not",
		spans: []spanPattern{pattern(`until|unless|except|but|only`, ``, ``, ``)}},

	// These are found by comparing the clauses of a record: see Record.Hints.
	{ID: "may-must", Name: "may in one clause, must in another", Ask: "is it left to the player or not?",
		Why:   "the same act is allowed in one clause and required, or stated as done, in another",
		Topic: topic(`may\b|must\b|oblig|compuls|declin|optional|free\b|forced|have to|has to|by itself`)},
	{ID: "sum", Name: "numbers that do not add up", Ask: "which number is wrong, or what is counted otherwise?",
		Why:   "men that are placed, needed or lost must be as many as there are",
		Topic: topic(`how many|all\b|each|number|total|count`)},
	{ID: "name", Name: "a name spelt in two ways", Ask: "one name or two?", Slip: true,
		Why:   "a name that a record spells in two ways was copied wrongly once, or there are two things of nearly one name",
		Topic: topic(`name|spel|print|slip|called`)},
}

// Kinds are the kinds of wording that tend to hide a doubt.
func Kinds() []*Kind { return slices.Clone(wordingKinds) }

// KindOf returns the kind of that id, nil when there is none.
func KindOf(id string) *Kind {
	if i := slices.IndexFunc(wordingKinds, func(k *Kind) bool { return k.ID == id }); i >= 0 {
		return wordingKinds[i]
	}
	return nil
}

// nearby is how many bytes around a wording are looked at for what it leaves open.
const nearby = 120

// before is what stands right before a place of a text.
func before(text string, at int) string { return text[max(0, at-nearby):at] }

// after is what stands right behind a place of a text.
func after(text string, at int) string { return text[at:min(len(text), at+nearby)] }

// Extents finds the kind's wordings in a text, in its order. Kinds that compare
// the clauses of a record find none in a single text.
func (k *Kind) Extents(text string) []Extent { return k.extents(text, text) }

// extents finds wordings in a text that is part of a whole, which may say
// what the part leaves open.
func (k *Kind) extents(text, whole string) []Extent {
	var out []Extent
	if k.find != nil {
		out = k.find(text, whole)
	}
	for _, p := range k.spans {
		all := p.words.FindAllStringIndex(text)
		if len(all) > 0 && p.within != nil && p.within.MatchString(whole) {
			continue
		}
		for _, m := range all {
			if p.before != nil && p.before.MatchString(before(text, m[0])) || p.after != nil && p.after.MatchString(after(text, m[1])) {
				continue
			}
			out = append(out, Extent{m[0], m[1]})
		}
	}
	slices.SortFunc(out, func(a, b Extent) int { return cmp.Or(a.Start-b.Start, b.End-a.End) })
	// One pattern may find what another found as part of more.
	end := 0
	return slices.DeleteFunc(out, func(e Extent) bool {
		had := e.Start < end
		end = max(end, e.End)
		return had
	})
}

var (
	numbers     = fold.Find(`(?i)\b` + numeral + `\b`)
	endsUncount = regexp.MustCompile(`(?i)^(?:\s*$|\s*[,;.:)!?]|\s+(?:and|or|to|then|but|if|when|which|with|for|as|where|at|up)\b|\s+in\s+[^a]|\s+in\s+a\w)`)
	moreNumbers = regexp.MustCompile(`(?i)^(?:\s*(?:,|or|and|,\s*or|,\s*and|to)\s*` + numeral + `\b)+`)
	isLabel     = regexp.MustCompile(`(?i)(?:^|[^\w])(?:clauses?|points?|squares?|cells?|numbers?|divided in|divided into|no\.|pp?\.|pages?|fig\.|figure|s\.|rows?|files?|chapter|throws? (?:of|is|counts?|are)|throws?|scor(?:e|es|ing|ed)|double|doubles|rule|rules|the|a|an|this|that|each|every|any|no|of|other|another|than|by|with|only|last|next|but|has|have|is|from|on)\s*$|[-=+×/.:]\s*$`)
	// A throw of six is known by its number, but who must throw three may have to
	// throw so many times, or so many dice.
	hasToThrow   = regexp.MustCompile(`(?i)\b(?:must|should|has to|have to|needs? to) throw\s*$`)
	orMore       = regexp.MustCompile(`(?i)^ or (?:more|less|fewer)\b`)
	sized        = fold.Find(`(?i)\b` + numeral + ` ?(?:[x×]| by ) ?` + numeral + `\b`)
	placeNoun    = regexp.MustCompile(`(?i)\b(?:points?|squares?|cells?|holes?|spaces?|places?|rectangles?|men)\b`)
	valueOfThrow = regexp.MustCompile(`(?i)\b(?:throws?|mouths?|sides?|dice|die|sticks?|cowries?)\b`)
	counts       = regexp.MustCompile(`(?i)\bcounts?\s*$`)
	oneReached   = regexp.MustCompile(`(?i)(?:^|\W)(?:down to|up to|as far as|downwards to|upwards to)\s*$`)
)

// Of twelve stones, six to each player, the six are stones.
var (
	menBefore = regexp.MustCompile(`(?i)\b` + numeral + `(?: [a-z-]+)? ` + menWords + `\b[^.;]*$`)
	ofTheMen  = regexp.MustCompile(`(?i)\bof (?:the |these |those )?` + numeral + `(?: [a-z-]+)? ` + menWords + `\b[^.;]*$`)
	shareOf   = regexp.MustCompile(`(?i)^,? (?:(?:to|for|on|of|by|with|per) (?:each|every|either|a|both|one|the other)\b|each\b|apiece\b|per\b|a side\b|a player\b)`)
)

// bareNumbers finds numbers that count nothing named, and sizes of boards
// without a word for what lies on them.
func bareNumbers(text, whole string) (out []Extent) {
	var sizes [][]int
	for _, m := range sized.FindAllStringIndex(text) {
		sizes = append(sizes, m)
		if !placeNoun.MatchString(whole) {
			out = append(out, Extent{m[0], m[1]})
		}
	}
	all := numbers.FindAllStringIndex(text)
	for i, m := range all {
		before, word, after := before(text, m[0]), text[m[0]:m[1]], after(text, m[1])
		if slices.ContainsFunc(sizes, func(s []int) bool { return m[0] >= s[0] && m[1] <= s[1] }) {
			continue
		}
		// 6 6 5 5 is a row of throws or parts, and 4-4 a throw.
		if i > 0 && strings.Trim(text[all[i-1][1]:m[0]], " -") == "" || i+1 < len(all) && strings.Trim(text[m[1]:all[i+1][0]], " -") == "" {
			continue
		}
		// In five, seven or thirteen throws, the noun stands behind the last.
		if orMore.MatchString(after) {
			continue
		}
		if more := moreNumbers.FindString(after); more != "" {
			after = after[len(more):]
		}
		reached := oneReached.MatchString(before)
		switch {
		case !endsUncount.MatchString(after), isLabel.MatchString(before) && !reached && !hasToThrow.MatchString(before),
			strings.EqualFold(word, "one") && !reached,
			counts.MatchString(before) && valueOfThrow.MatchString(whole),
			menBefore.MatchString(before) && (shareOf.MatchString(after) || ofTheMen.MatchString(before)),
			i > 0 && moreNumbers.MatchString(text[all[i-1][1]:m[1]]): // said of the first of the list
			continue
		}
		out = append(out, Extent{m[0], m[1]})
	}
	return out
}

var (
	severalOfOne = fold.Find(`(?i)\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|several|many|both|[2-9]|[1-9][0-9])(?: (?:opponent['’]?s|enemy|opposing|own|[a-z]+-sided|white|black|regular))* (?:` + gamewords + `)\b|\b(?:two|three|four|five|six|several|many) point\b`)
	oneOfSeveral = fold.Find(`(?i)\b(?:1|one|a single) (?:pieces|men|points|squares|counters|stones)\b`)
	severalFoes  = regexp.MustCompile(`(?i)\b(?:two|three|four|five|six|seven|eight|nine|ten|several|[2-9])(?: or more)? (?:opponent['’]s|enemy|opposing)(?: [a-z]+)? ?(?:pieces|men)\b`)
	theOneFoe    = regexp.MustCompile(`(?i)\bthe (?:opponent['’]s|enemy|opposing) (?:piece|man)\b`)
	ordinalInAll = fold.Find(`(?i)\bthe (?:` + ordinals + `) (?:point|square|cell|hole|space) (?:in|on|of) the (?:[a-z]+ )?(?:rows|sides|arms|lines)\b`)
	menOnPoints  = fold.Find(`(?i)\b(?:points|squares|cells|spaces|holes) (?:with|where|held by|occupied by) (?:the )?(?:opponent['’]s|enemy|opposing) (?:pieces|men)\b`)
)

// wrongNumber finds nouns in the wrong number: two piece, the piece of several
// that have been named, the third square in the rows.
func wrongNumber(text, _ string) (out []Extent) {
	for _, p := range []*fold.Finder{severalOfOne, oneOfSeveral, ordinalInAll, menOnPoints} {
		for _, m := range p.FindAllStringIndex(text) {
			after := after(text, m[1])
			// A compound is one word in two: a two point lead, and a piece of six.
			if p == severalOfOne && (strings.HasPrefix(after, "-") || compound.MatchString(after)) {
				continue
			}
			out = append(out, Extent{m[0], m[1]})
		}
	}
	if several := severalFoes.FindStringIndex(text); several != nil {
		if one := theOneFoe.FindStringIndex(text[several[1]:]); one != nil {
			out = append(out, Extent{several[1] + one[0], several[1] + one[1]})
		}
	}
	return out
}

// compound is what may stand behind the first half of a compound word.
var compound = regexp.MustCompile(`(?i)^ (?:board|game|match|lead|turn|rule|set|limit|piece|row|side|race|opening|player game)\b`)

// oftenTwice are words that may stand twice in good English.
var oftenTwice = []string{"that", "had", "very", "so", "on", "in"}

// doubledWords finds words that stand twice, whatever their capitals.
func doubledWords(text, _ string) (out []Extent) {
	words := fold.Words(text)
	for i := 1; i < len(words); i++ {
		a, b := words[i-1], words[i]
		if r, _ := utf8.DecodeRuneInString(a.Text); a.Text == b.Text && unicode.IsLetter(r) && utf8.RuneCountInString(a.Text) > 1 &&
			strings.TrimSpace(text[a.End:b.Start]) == "" && a.End < b.Start && !slices.Contains(oftenTwice, a.Text) {
			out = append(out, Extent{a.Start, b.End})
		}
	}
	return out
}

var (
	leftOut    = fold.Find(`\[\s*(?:\.\.\.|…|\?)\s*\]|…|\.\.\.|\(\?\)|\.\.`)
	wordBroken = fold.Find(`\pL{2,}- \p{Ll}+`)
	// A sentence that begins behind a comma: the stop is lost, or what stood before.
	afterComma = fold.Find(`, (?:If|When|The|They|Then|But|And|It|In|A|An|This|These|Each|Every|Whoever|Who)\b`)
	strayMark  = fold.Find(`\b\pL{3,}[0-9]\b|\pL*[>|}{\\^~]\pL+`)
	hangs      = regexp.MustCompile(`(?i)(?:[,;:(-]|\b(?:and|or|the|of|with|to|an?))\s*$`)
	andAfter   = regexp.MustCompile(`^(?:and|or|und|oder|og|eða)\b`)
)

// cutShort finds places where something was lost: ellipses, brackets and quotes
// without a partner, words in two pieces, ends that hang.
func cutShort(text, _ string) (out []Extent) {
	out = cutWithin(text)
	if m := hangs.FindStringIndex(text); m != nil {
		start := m[0]
		if w := fold.Words(text); len(w) > 0 {
			start = min(start, w[len(w)-1].Start)
		}
		out = append(out, Extent{start, len(text)})
	}
	return out
}

// cutWithin is cutShort without what a quotation of a few words cannot help: its
// end may hang.
func cutWithin(text string) (out []Extent) {
	for _, p := range []*fold.Finder{leftOut, afterComma, strayMark} {
		for _, m := range p.FindAllStringIndex(text) {
			out = append(out, Extent{m[0], m[1]})
		}
	}
	for _, m := range wordBroken.FindAllStringIndex(text) {
		// Two- and three-sided is no broken word.
		if at := strings.Index(text[m[0]:], " ") + m[0]; !andAfter.MatchString(text[at+1:]) {
			out = append(out, Extent{m[0], m[1]})
		}
	}
	for _, pair := range []string{"()", "[]", "“”", "«»"} {
		opening, closing, _ := strings.Cut(strings.Join(strings.Split(pair, ""), " "), " ")
		var open []int
		for i, r := range text {
			switch string(r) {
			case opening:
				open = append(open, i)
			case closing:
				if len(open) == 0 {
					// A list may be numbered a) b) c).
					if !listMark.MatchString(before(text, i+1)) {
						out = append(out, around(text, i, len(closing)))
					}
				} else {
					open = open[:len(open)-1]
				}
			}
		}
		for _, i := range open {
			out = append(out, around(text, i, len(opening)))
		}
	}
	if strings.Count(text, `"`)%2 == 1 {
		out = append(out, around(text, strings.LastIndex(text, `"`), 1))
	}
	return out
}

var listMark = regexp.MustCompile(`(?:^|\s)[0-9a-zA-Z]{1,2}\)$`)

// around is a sign with the word it touches, so that it can be found in the text;
// of what goes on for ever without a space, a little.
func around(text string, at, size int) Extent {
	end := at + size
	for end < len(text) && text[end] != ' ' && (end-at < longestWord || !utf8.RuneStart(text[end])) {
		end++
	}
	start := at
	for start > 0 && text[start-1] != ' ' && (at-start < longestWord || !utf8.RuneStart(text[start])) {
		start--
	}
	return Extent{start, end}
}

var (
	thenNoun     = fold.Find(`(?i)\bthen (?:board|player|piece|point|die|man|square|game|table|opponent)\b`)
	thenVerb     = regexp.MustCompile(`(?i)^ (?:moves?|plays?|is|are|has|may|must|throws?|takes?|wins?|ends?|begins?|goes|[0-9]+)\b|^s\b`)
	numberNoun   = regexp.MustCompile(`(?i)^(?: [a-z-]+)? (?:pieces|men|dice|sticks|cowries|points|squares|cells|holes|rows|players|rectangles|kings|[0-9]+ ?[x×] ?[0-9]+)\b`)
	oneOfNumbers = regexp.MustCompile(`(?i)^(?:, | or |, or | and )` + numeral + `\b`)
	afterNumber  = regexp.MustCompile(`(?i)\b` + numeral + `(?:, | or |, or | and )$`)
	sizeBehind   = regexp.MustCompile(`^ [0-9]+ ?[x×] ?[0-9]`)
	// looksRight are words a slip away from a number, and right by themselves.
	looksRight = strings.Fields("tower once ones eights fives fours threes twos sixes nines tens even hour hours your pour tour for fore forth fire live line mine fine wine nice tent men ten then own on to too tow the tree free these those there here sit fix mix set ore are none done gone give first fifth sixth ninth tenth end net ton elven twelfth even seventh eighth their")
)

// misprints finds words that are a slip away from the number that should stand
// there, and a then in the place of the.
func misprints(text, _ string) (out []Extent) {
	for _, m := range thenNoun.FindAllStringIndex(text) {
		if !thenVerb.MatchString(after(text, m[1])) {
			out = append(out, Extent{m[0], m[1]})
		}
	}
	for _, w := range fold.Words(text) {
		if _, ok := number(w.Text); ok || len(w.Text) < 2 || w.Text[0] >= '0' && w.Text[0] <= '9' {
			continue
		}
		var near []string // the numbers it may have been
		for _, n := range numberWords {
			if slip(w.Text, n) {
				near = append(near, n)
			}
		}
		if near == nil {
			continue
		}
		before, after := before(text, w.Start), after(text, w.End)
		listed := oneOfNumbers.MatchString(after) && !afterNoun.MatchString(before) || afterNumber.MatchString(before) && strings.HasPrefix(after, ", ")
		counting := (numberNoun.MatchString(after) || sizeBehind.MatchString(after)) && !slices.Contains(looksRight, w.Text)
		if !slices.ContainsFunc(near, func(n string) bool {
			return listed && !slices.Contains(looksRight, w.Text) || counting && len(n) >= 4 && len(w.Text) >= 4
		}) {
			continue
		}
		out = append(out, Extent{w.Start, w.End})
	}
	return out
}

// slip reports whether a word is another with one letter wrong, lost or added, or
// with its letters in another order behind the first.
func slip(word, meant string) bool {
	if word == meant || len(word) > len(meant)+1 || len(word) < len(meant)-1 || word[0] != meant[0] && word[len(word)-1] != meant[len(meant)-1] {
		return false // one slip leaves one end as it is
	}
	a, b := []byte(word), []byte(meant)
	slices.Sort(a)
	slices.Sort(b)
	return fold.Edits(word, meant) == 1 || word[0] == meant[0] && len(meant) > 3 && slices.Equal(a, b)
}

// numberWords are the numbers that a word can be a slip for.
var numberWords = slices.Concat(units[1:], tens)

// afterNoun is a preposition's or an article's place: to two is no list.
var afterNoun = regexp.MustCompile(`(?i)\b(?:the|his|her|their|its|in|with)\s*$`)
