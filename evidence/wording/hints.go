package wording

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/fold"
)

// ClauseHint says that a clause, or the text of a layer, has a wording of a kind
// that tends to hide a doubt. There is one for each clause and kind.
type ClauseHint struct {
	Kind   *Kind
	Clause *evidence.Clause // nil when the words stand in the text of a layer, and no clause quotes them
	Layer  *evidence.Layer  // set when Clause is nil
	// Words are the wordings found, each once, the quoted ones before our own.
	Words []string
	Pos   diag.Pos   // of the first
	More  []diag.Pos // of the others, and of what it is compared with
	// Says is what was found by comparing, "" when the words say it.
	Says string
	// Others are the clauses it was compared with.
	Others []evidence.ClauseRef
	// Emended is the emendation that reads something else in the place of the
	// words, nil when there is none.
	Emended *evidence.Emendation
}

// Hints are the wordings in the clauses of a record that tend to hide a doubt,
// in the order of the clauses and then of the kinds. Clauses that state no rule
// are looked through for slips only, and so are words in a language other than
// English. The text of a layer, where the record holds it, is read sentence by
// sentence; what is found there belongs to the clauses that quote the sentence.
//
// Men is how many men a player has, where somebody else knows it; 0 when not.
func Hints(r *evidence.Record, men int) []ClauseHint {
	h := &hinter{record: r}
	for _, c := range r.Clauses {
		h.clause(c)
	}
	for _, l := range r.Texts {
		h.layer(l)
	}
	h.mayAndMust()
	h.sums(men)
	h.names()
	out := make([]ClauseHint, 0, len(h.found))
	for _, f := range h.found {
		out = append(out, *f)
	}
	rank := func(x *ClauseHint) int {
		if x.Clause == nil {
			return len(r.Clauses) + slices.Index(r.Texts, x.Layer)
		}
		return slices.Index(r.Clauses, x.Clause)
	}
	slices.SortStableFunc(out, func(a, b ClauseHint) int {
		if d := rank(&a) - rank(&b); d != 0 {
			return d
		}
		return slices.Index(wordingKinds, a.Kind) - slices.Index(wordingKinds, b.Kind)
	})
	for i := range out {
		out[i].Emended = emends(r, &out[i])
	}
	return out
}

type hinter struct {
	record *evidence.Record
	found  []*ClauseHint
}

// add files words under the clause and kind.
func (h *hinter) add(k *Kind, c *evidence.Clause, l *evidence.Layer, words string, pos diag.Pos) *ClauseHint {
	words = strings.Join(strings.Fields(words), " ")
	for _, f := range h.found {
		if f.Kind == k && f.Clause == c && (c != nil || f.Layer == l) {
			if !slices.ContainsFunc(f.Words, func(w string) bool { return strings.EqualFold(w, words) }) {
				f.Words, f.More = append(f.Words, words), append(f.More, pos)
			}
			return f
		}
	}
	if c != nil {
		l = nil
	}
	f := &ClauseHint{Kind: k, Clause: c, Layer: l, Words: []string{words}, Pos: pos}
	h.found = append(h.found, f)
	return f
}

// at is the place of a byte in a passage of a clause.
func (p passage) at(c *evidence.Clause, offset int) diag.Pos {
	n := c.Node("text")
	if p.wording >= 0 {
		n = c.Node("wording", p.wording)
	}
	if n == nil {
		return c.Pos()
	}
	return n.PosAt(offset)
}

// clause looks through a clause, the quoted words first: the doubt is theirs.
func (h *hinter) clause(c *evidence.Clause) {
	held := passages(h.record, c)
	// One quoted wording may say what another leaves open, and our own words must
	// not: they may have settled it in silence.
	quoted := strings.Join(c.Wording, " ")
	for _, p := range append(held[1:len(held):len(held)], held[0]) {
		whole := quoted
		if p.wording < 0 {
			whole = c.Text
		}
		for _, k := range wordingKinds {
			if k.Draft || !k.Slip && (!c.Rule || !p.english) {
				continue
			}
			found := k.extents(p.text, whole)
			if k.ID == "cut" && p.wording >= 0 {
				found = cutWithin(p.text) // a quotation may begin and end anywhere
			}
			for _, s := range found {
				h.add(k, c, nil, p.text[s.Start:s.End], p.at(c, s.Start))
			}
		}
	}
}

// layer looks through the text of a layer.
func (h *hinter) layer(l *evidence.Layer) {
	if l.Text == "" {
		return
	}
	node := l.Node("text")
	offsets := solid(l.Text)
	before := 0
	for _, sentence := range split(l.Text) {
		mine := solid(sentence.Text)
		var quoting []*evidence.Clause
		for _, c := range h.record.Clauses {
			if c.In == l.ID && (fold.Text(c.Text) == fold.Text(sentence.Text) || slices.ContainsFunc(c.Wording, func(w string) bool { return quotes(sentence.Text, w) })) {
				quoting = append(quoting, c)
			}
		}
		for _, k := range wordingKinds {
			if k.Draft || !k.Slip && !l.English() {
				continue
			}
			for _, s := range k.Extents(sentence.Text) {
				pos := l.Pos()
				if at := before + slices.IndexFunc(mine, func(o int) bool { return o >= s.Start }); at >= before && at < len(offsets) {
					pos = node.PosAt(offsets[at])
				}
				words, rules := sentence.Text[s.Start:s.End], false
				// Of several clauses that quote the sentence it is that which has the words.
				near := slices.DeleteFunc(slices.Clone(quoting), func(c *evidence.Clause) bool {
					return !slices.ContainsFunc(passages(h.record, c), func(p passage) bool { return quotes(p.text, words) })
				})
				if len(near) == 0 {
					near = quoting
				}
				for _, c := range near {
					if c.Rule || k.Slip {
						h.add(k, c, nil, words, pos)
					}
					rules = true
				}
				if !rules {
					h.add(k, nil, l, words, pos)
				}
			}
		}
		before += len(mine)
	}
}

// solid lists where the characters of a text stand that are no white space.
func solid(text string) (offsets []int) {
	for i, r := range text {
		if !unicode.IsSpace(r) {
			offsets = append(offsets, i)
		}
	}
	return offsets
}

// quotes reports whether a text has words in it, whatever their accents.
func quotes(text, words string) bool {
	w := fold.Text(words)
	return w != "" && strings.Contains(" "+fold.Text(text)+" ", " "+w+" ")
}

// emends finds the emendation that reads other words in the place of a hint's.
func emends(r *evidence.Record, h *ClauseHint) *evidence.Emendation {
	l := h.Layer
	if h.Clause != nil {
		l = r.Layer(h.Clause.In)
	}
	if l == nil {
		return nil
	}
	for _, e := range l.Emendations {
		for _, w := range h.Words {
			if (quotes(e.Printed, w) || quotes(w, e.Printed)) && !quotes(e.Read, w) {
				return e
			}
			// A sign that was lost or stands too much leaves the words alike.
			if h.Kind.Slip && strings.Contains(e.Printed, w) && !strings.Contains(e.Read, w) {
				return e
			}
		}
	}
	return nil
}

// contested are acts that rules tend to allow where they mean to require, with
// the words for them. What is done to men is looked for with the men it is done to.
var contested = []struct {
	act   string
	verbs *regexp.Regexp
	of    *regexp.Regexp
}{
	{"taking", regexp.MustCompile(`(?i)\b(?:captur(?:e|es|ed)|tak(?:e|es|en)|remov(?:e|es|ed)|kill(?:s|ed)?|hits?)\b`),
		regexp.MustCompile(`(?i)\b(?:opponents?|enemy|opposing|one of the other)\b`)},
	{"coming in", regexp.MustCompile(`(?i)\b(?:re-?enter(?:s|ed)?|enters?|com(?:e|es) in|bring in)\b`), nil},
	{"bearing off", regexp.MustCompile(`(?i)\b(?:bear(?:s|ing)? off|borne off)\b`), nil},
}

var (
	permits  = regexp.MustCompile(`(?i)\b(?:may|can|might|(?:is|are) (?:allowed|permitted) to)\b((?: (?:also|then|always|be|a|all|the|one|any|begin to|start))*)`)
	requires = regexp.MustCompile(`(?i)\b(?:must|has to|have to|(?:is|are) (?:to|obliged to|forced to)|obliges \w+ \w+ to|(?:is|are)|needs to|then)\b((?: (?:also|then|always|be|a|all|the|one|any|begin to))*)`)
	bare     = regexp.MustCompile(`(?i)\b(?:takes|kills|captures|removes|hits) (?:an|the|one|a) (?:enemy|opposing|opponent)`)
	denied   = regexp.MustCompile(`(?i)^ (?:not|no|only|never)\b|^not\b`)
)

// doing finds where a text permits or requires an act; verb marks the verb.
func doing(p *regexp.Regexp, text string, verbs, of *regexp.Regexp) (Extent, bool) {
	if of != nil && !of.MatchString(text) {
		return Extent{}, false
	}
	able := KindOf("may").spans[0].before // a measure or condition, no permission
	for _, m := range p.FindAllStringIndex(text, -1) {
		if denied.MatchString(after(text, m[1])) || p == permits && able.MatchString(before(text, m[0])) {
			continue
		}
		if v := verbs.FindStringIndex(after(text, m[1])); v != nil && v[0] <= 1 {
			return Extent{m[0], m[1] + v[1]}, true
		}
	}
	return Extent{}, false
}

// mayAndMust finds acts that one clause permits and another requires, or states
// as done.
func (h *hinter) mayAndMust() {
	k, may := KindOf("may-must"), KindOf("may")
	type saying struct {
		clause *evidence.Clause
		words  string
		pos    diag.Pos
	}
	for _, act := range contested {
		var permitted, required []saying
		for _, c := range h.record.Clauses {
			if !c.Rule {
				continue
			}
			held := passages(h.record, c)
			hit := func(list []saying, find func(text string) (Extent, bool)) []saying {
				for _, p := range append(held[1:len(held):len(held)], held[0]) {
					if !p.english {
						continue
					}
					text, of := p.text, act.of
					if of != nil && of.MatchString(c.Text) {
						of = nil // the men are named beside the words that are quoted
					}
					if of != nil && !of.MatchString(text) {
						continue
					}
					if s, ok := find(text); ok {
						return append(list, saying{c, text[s.Start:s.End], p.at(c, s.Start)})
					}
				}
				return list
			}
			n := len(permitted)
			permitted = hit(permitted, func(text string) (Extent, bool) { return doing(permits, text, act.verbs, nil) })
			if len(permitted) == n { // what is permitted is often said of as done further on
				required = hit(required, func(text string) (Extent, bool) {
					if s, ok := doing(requires, text, act.verbs, nil); ok {
						return s, true
					}
					if m := bare.FindStringIndex(text); m != nil && act.act == "taking" {
						return Extent{m[0], m[1]}, true
					}
					return Extent{}, false
				})
			}
		}
		if len(permitted) == 0 || len(required) == 0 {
			continue
		}
		for _, p := range permitted {
			f := h.add(k, p.clause, nil, p.words, p.pos)
			f.Says = fmt.Sprintf("clause %d has %s of %s", required[0].clause.N, diag.Quote(required[0].words), act.act)
			for _, q := range required {
				f.Others, f.More = append(f.Others, h.record.Ref(q.clause.N)), append(f.More, q.pos)
			}
			// One hint about the same words is enough.
			h.found = slices.DeleteFunc(h.found, func(x *ClauseHint) bool { return x.Kind == may && x.Clause == p.clause })
		}
	}
}

var (
	placedOn = fold.Find(`(?i)\b(` + numeral + `)(?: (?:other )?` + menWords + `| of (?:them|these|the men))?(?: (?:stand|are|go|lie|set|placed))? (?:on|in|to) (?:each of (?:the|his|her|their) (?:[a-z]+ )?(` + numeral + `)|(?:the|his|her|their|its|point) [\pL\pN]+|[0-9]+)`)
	setsUp   = regexp.MustCompile(`(?i)\b(?:starts?|begins?|beginning|set[- ]?up|at first|arranged|placed|opening|initially|stand)\b`)
	share    = regexp.MustCompile(`(?i)\b(?:men of (?:each|a|every) player|(?:men|pieces) (?:per|of a|of each|for each) player|each player)\b`)
	parts    = fold.Find(`(?i)\b(` + numeral + `) (?:[a-z]+ )?(?:kings?|chiefs?|queens?|leaders?|large|big|small|plain|regular|ordinary|common|soldiers)\b|\b(` + numeral + `) (?:are|being) (?:kings|plain|regular|ordinary|soldiers|large|small)\b`)
	spokenOf = fold.Find(`(?i)\b(?:lost|loses|lose) (` + numeral + `)(?: ` + menWords + `| of (?:them|his))\b|\b(` + numeral + `) (?:own |enemy |opposing |opponent['’]s )?` + menWords + `\b`)
	inAll    = regexp.MustCompile(`(?i)\b(?:both players|in all|altogether|together|in the game|of both)\b`)
)

// sums holds numbers of men against how many there are.
func (h *hinter) sums(men int) {
	r, k := h.record, KindOf("sum")
	var stated []Count
	for _, c := range Counts(r) {
		if c.Clause.Rule {
			stated = append(stated, c)
		}
	}
	first := h.twoNumbers(k, stated)
	const own = "men of a player"
	total, source := men, "the ruleset"
	if t, ok := first[own]; ok {
		n, _ := number(t.Number)
		if men > 0 && men != n {
			h.add(k, t.Clause, nil, t.Words, t.pos()).Says = fmt.Sprintf("%d men of a player here, and the ruleset gives %d", n, men)
		}
		total, source = n, fmt.Sprintf("clause %d", t.Clause.N)
	}
	players := playersOf(stated)
	h.totals(stated, players, total)
	if total == 0 {
		return
	}
	for _, c := range r.Clauses {
		if !c.Rule {
			continue
		}
		states := slices.ContainsFunc(stated, func(s Count) bool { return s.Clause == c && s.Of == own })
		for _, p := range passages(r, c) {
			if !p.english {
				continue
			}
			for _, m := range misfits(p.text, c.Text, total, states, players) {
				h.add(k, c, nil, p.text[m.from:m.to], p.at(c, m.from)).Says = fmt.Sprintf("%s, and %s has %d men for each player", m.says, source, total)
			}
		}
	}
}

// twoNumbers finds what is said of the same thing in two numbers, and returns what is first said
// of each.
func (h *hinter) twoNumbers(k *Kind, stated []Count) map[string]Count {
	first := map[string]Count{}
	for _, c := range stated {
		was, had := first[c.Of]
		if !had {
			first[c.Of] = c
			continue
		}
		if was.Number != c.Number && was.Clause != c.Clause {
			f := h.add(k, c.Clause, nil, c.Words, c.pos())
			f.Says = fmt.Sprintf("the %s: %s here and %s in clause %d (%s)", c.Of, c.Number, was.Number, was.Clause.N, diag.Quote(was.Words))
			f.Others, f.More = append(f.Others, h.record.Ref(was.Clause.N)), append(f.More, was.pos())
		}
	}
	return first
}

// misfit is a stretch of a text whose numbers do not come to the men that there are.
type misfit struct {
	from, to int
	says     string
}

// misfits finds them in a passage of a clause. A clause that states the number of men may speak
// of other numbers too, and any may speak of the men of all players together.
func misfits(text, clause string, total int, states bool, players []int) (list []misfit) {
	ofAll := func(n int) bool { return slices.ContainsFunc(players, func(p int) bool { return p*total == n }) }
	if terms := placedOn.FindAllStringSubmatchIndex(text); len(terms) > 0 {
		placed, sum := addedUp(text, terms)
		if ofAll(placed) {
			return nil
		}
		if placed > total && !inAll.MatchString(text) || len(terms) > 1 && placed != total && setsUp.MatchString(clause) {
			return []misfit{{terms[0][0], terms[len(terms)-1][1], sum}}
		}
	}
	if share.MatchString(text) {
		sum, all := 0, parts.FindAllStringSubmatchIndex(text)
		for _, m := range all {
			sum += eitherNumber(text, m)
		}
		if len(all) > 1 && sum != total {
			return []misfit{{all[0][0], all[len(all)-1][1], fmt.Sprintf("they make %d together", sum)}}
		}
	}
	if m := oddSide(text, total); m != nil {
		n, _ := number(text[m[2]:m[3]])
		return []misfit{{m[0], m[1], fmt.Sprintf("%d for one side", n)}}
	}
	if states || inAll.MatchString(text) {
		return nil
	}
	for _, m := range spokenOf.FindAllStringSubmatchIndex(text) {
		if n := eitherNumber(text, m); n > total && !ofAll(n) {
			list = append(list, misfit{m[0], m[1], fmt.Sprintf("%d are spoken of", n)})
		}
	}
	return list
}

// eitherNumber is the number in the first group of a match, or in the second.
func eitherNumber(text string, m []int) int {
	at := m[2:4]
	if m[2] < 0 {
		at = m[4:6]
	}
	n, _ := number(text[at[0]:at[1]])
	return n
}

// addedUp is how many men are placed by all terms together, and how that is worked out.
func addedUp(text string, terms [][]int) (placed int, sum string) {
	var workings []string
	for _, m := range terms {
		n, _ := number(text[m[2]:m[3]])
		working := strconv.Itoa(n)
		if m[4] >= 0 {
			places, _ := number(text[m[4]:m[5]])
			working += " times " + strconv.Itoa(places)
			n *= places
		}
		placed += n
		workings = append(workings, working)
	}
	if sum = strings.Join(workings, " and "); sum != strconv.Itoa(placed) {
		sum += " make " + strconv.Itoa(placed)
	}
	return placed, sum
}

var (
	ofSide   = fold.Find(`(?i)\b(?:white|black|red|blue|green|yellow|one (?:player|side)|the (?:one|other|first|second)(?: (?:player|side))?) (?:has|have|with|starts with|begins with) (` + numeral + `)(?: [a-z]+)? ` + menWords + `\b`)
	ifSo     = regexp.MustCompile(`(?i)\b(?:if|when|whenever|once|until|unless|as soon as|while|where|than|that|who)\b[^,;:.]*$`)
	ofThem   = regexp.MustCompile(`(?i)^ (?:left|more|less|fewer|remaining|on|in|off|at|out|home|borne|or|to)\b`)
	allTold  = `(?:in all|altogether|in total|all told)`
	things   = `(?:men|pieces|counters|stones|balls|pegs)`
	places   = `(?:holes|points|squares|cells|spaces|places)`
	allMen   = fold.Find(`(?i)\b(` + numeral + `) (?:[a-z]+ )?` + things + `,? ` + allTold + `\b|\b(?:` + allTold + `,?|a total of) (?:there are )?(` + numeral + `) (?:[a-z]+ )?` + things + `\b`)
	allHoles = fold.Find(`(?i)\b(` + numeral + `) (` + places + `),? ` + allTold + `\b|\b(?:` + allTold + `,?|a total of) (?:there are )?(` + numeral + `) (` + places + `)\b`)
	rowsOf   = fold.Find(`(?i)\b(` + numeral + `) rows of (` + numeral + `)(?: [a-z]+)? (` + places + `)\b`)
)

// oddSide finds what one side is said to have at the start that is not total.
func oddSide(text string, total int) []int {
	for _, m := range ofSide.FindAllStringSubmatchIndex(text) {
		if n, _ := number(text[m[2]:m[3]]); n != total && !ifSo.MatchString(before(text, m[0])) && !ofThem.MatchString(after(text, m[1])) {
			return m
		}
	}
	return nil
}

// playersOf are the numbers of players that clauses state. Where none does, two are taken for
// granted.
func playersOf(stated []Count) (players []int) {
	for _, c := range stated {
		if n, _ := number(c.Number); c.Of == "players" {
			players = append(players, n)
		}
	}
	if players == nil {
		return []int{2}
	}
	return players
}

// totals holds what there is in all against its parts: the men of the players,
// and the rows of the board.
func (h *hinter) totals(stated []Count, players []int, own int) {
	r, k := h.record, KindOf("sum")
	type board struct {
		clause  *evidence.Clause
		pos     diag.Pos
		working []string
		places  string
		sum     int
	}
	var boards []board
	type total struct {
		clause *evidence.Clause
		words  string
		pos    diag.Pos
		places string
		number int
	}
	var totals []total
	// group is the first of the groups of a match that took part in it.
	group := func(text string, m []int, groups ...int) string {
		for _, g := range groups {
			if m[2*g] >= 0 {
				return text[m[2*g]:m[2*g+1]]
			}
		}
		return ""
	}
	for _, c := range r.Clauses {
		if !c.Rule {
			continue
		}
		read := false // quoted words that say the same board again are not added to it
		for _, p := range passages(r, c) {
			if !p.english {
				continue
			}
			for _, m := range allMen.FindAllStringSubmatchIndex(p.text) {
				n, _ := number(group(p.text, m, 1, 2))
				if own == 0 || n == own || slices.ContainsFunc(players, func(x int) bool { return x*own == n }) || ifSo.MatchString(before(p.text, m[0])) {
					continue
				}
				h.add(k, c, nil, p.text[m[0]:m[1]], p.at(c, m[0])).Says = fmt.Sprintf("%d men in all, and %d players with %d each have %d", n, players[0], own, players[0]*own)
			}
			var b *board
			for _, m := range rowsOf.FindAllStringSubmatchIndex(p.text) {
				rows, _ := number(p.text[m[2]:m[3]])
				each, _ := number(p.text[m[4]:m[5]])
				if b == nil {
					b = &board{clause: c, pos: p.at(c, m[0]), places: strings.ToLower(p.text[m[6]:m[7]])}
				}
				b.sum += rows * each
				b.working = append(b.working, fmt.Sprintf("%d rows of %d", rows, each))
			}
			if b != nil && !read {
				read = true
				boards = append(boards, *b)
			}
			for _, m := range allHoles.FindAllStringSubmatchIndex(p.text) {
				n, _ := number(group(p.text, m, 1, 3))
				totals = append(totals, total{c, p.text[m[0]:m[1]], p.at(c, m[0]), strings.ToLower(group(p.text, m, 2, 4)), n})
			}
		}
	}
	for _, t := range totals {
		var like []board
		sum := 0
		for _, b := range boards {
			if b.places == t.places {
				like = append(like, b)
				sum += b.sum
			}
		}
		if len(like) == 0 || sum == t.number || slices.ContainsFunc(like, func(b board) bool { return b.sum == t.number }) {
			continue
		}
		b := like[0]
		f := h.add(k, t.clause, nil, t.words, t.pos)
		f.Says = fmt.Sprintf("%s make %d %s", strings.Join(b.working, " and "), b.sum, b.places)
		if b.clause != t.clause {
			f.Says += fmt.Sprintf(" (clause %d)", b.clause.N)
			f.Others = append(f.Others, r.Ref(b.clause.N))
		}
		f.More = append(f.More, b.pos)
	}
}

// spelling is a word as it stands in a record.
type spelling struct {
	word, folded string
	clause       *evidence.Clause
	pos          diag.Pos
	in           string // the layer; "" for our own words
	title        bool   // it has a capital within a sentence, or is written with marks
	english      bool
}

// names finds names that a record spells in two ways. Names are words with a
// capital within a sentence, or with letters that English has not; words of our
// own are not compared with quoted ones, whose spelling we do not keep.
func (h *hinter) names() {
	r, k := h.record, KindOf("name")
	var all []spelling
	seen := map[string]bool{}
	for _, c := range r.Clauses {
		for _, p := range passages(r, c) {
			in := ""
			if p.wording >= 0 {
				in = "quoted " + c.In
			}
			for i, w := range fold.Words(p.text) {
				word := p.text[w.Start:w.End]
				if utf8.RuneCountInString(w.Text) < 2 || strings.ContainsAny(word, "0123456789") {
					continue
				}
				first, _ := utf8.DecodeRuneInString(word)
				before := strings.TrimRight(p.text[:w.Start], " \"“'(")
				starts := i == 0 || before == "" || strings.ContainsAny(before[len(before)-1:], ".!?:;")
				s := spelling{word, w.Text, c, p.at(c, w.Start), in, unicode.IsUpper(first) && !starts || !ascii(word), p.english}
				if key := in + "\x00" + word; !seen[key] {
					seen[key] = true
					all = append(all, s)
				}
			}
		}
	}
	// Spellings of one name share their beginning or their end; comparing only those
	// keeps a long record quick.
	like := map[string][]int{}
	for i, b := range all {
		f := []rune(b.folded)
		// A short word is compared with those of the same letters alone.
		keys := []string{b.in + "\x00" + b.folded}
		if len(f) >= shortName {
			keys = []string{b.in + "\x00<" + string(f[:len(f)/2]), b.in + "\x00" + string(f[len(f)/2:]) + ">"}
		}
		var others []int
		for _, key := range keys {
			others = append(others, like[key]...)
		}
		slices.Sort(others)
		for _, key := range keys {
			like[key] = append(like[key], i)
		}
		for _, j := range others {
			a := all[j]
			if strings.EqualFold(a.word, b.word) || !differ(a, b) {
				continue
			}
			f := h.add(k, b.clause, nil, b.word, b.pos)
			if f.Says == "" {
				f.Says = fmt.Sprintf("clause %d has %s", a.clause.N, diag.Quote(a.word))
			}
			f.Others, f.More = append(f.Others, r.Ref(a.clause.N)), append(f.More, a.pos)
			break
		}
	}
}

func capital(word string) bool {
	first, _ := utf8.DecodeRuneInString(word)
	return unicode.IsUpper(first)
}

func ascii(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r >= utf8.RuneSelf }) < 0
}

// shortName is how many letters a name has to have for its spellings to be
// compared in more than their accents.
const shortName = 4

// differ reports whether two words look like one name in two spellings.
func differ(a, b spelling) bool {
	if a.folded == b.folded && utf8.RuneCountInString(a.folded) < shortName {
		// In most languages an accent makes another word of a short one.
		return (ascii(a.word) != ascii(b.word)) && (capital(a.word) && capital(b.word) || a.english && b.english && utf8.RuneCountInString(a.folded) > 2) // vis à vis a man
	}
	if a.folded == b.folded {
		return a.title || b.title // accents, hyphens or apostrophes
	}
	x, y := []rune(a.folded), []rune(b.folded)
	if !a.title || !b.title || min(len(x), len(y)) < 5 || !fold.Near(a.folded, b.folded) {
		return false
	}
	// What differs at the end alone is one word inflected, in most languages.
	end := 1
	if !a.english {
		end = 3
	}
	same := 0
	for same < len(x) && same < len(y) && x[same] == y[same] {
		same++
	}
	return same < min(len(x), len(y))-end
}
