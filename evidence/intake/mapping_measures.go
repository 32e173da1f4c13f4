package intake

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/fold"
)

// measuresField is the column of the measures of an object.
const measuresField = "object measures"

// Signs of sizes are written in one way first: units short, × between numbers, ~ for about, -
// between the ends of a range, fractions in figures.
var (
	unitWords = map[string]string{"millimetre": "mm", "millimeter": "mm", "centimetre": "cm", "centimeter": "cm", "metre": "m", "meter": "m",
		"inch": "in", "inche": "in", "in": "in", "foot": "ft", "feet": "ft", "gram": "g", "gramme": "g", "gr": "g", "kilogram": "kg", "kilogramme": "kg", "milligram": "mg", "cm": "cm", "mm": "mm", "g": "g", "kg": "kg"}
	unitInWords   = regexp.MustCompile(`(?i)\b(milli|centi|kilo)?(met(?:re|er)|gram(?:me)?)s?\b|\binch(?:es)?\b|\b(?:foot|feet)\b|\b(?:in|cm|mm|kg|g|gr)\.`)
	unitInTitle   = regexp.MustCompile(`(?i)[(\[,]?\s*\b(?:in )?(mm|cm|m|in|ft|mg|g|kg)\b\.?\s*[)\]]?\s*$`)
	unitSomewhere = regexp.MustCompile(`(?i)[0-9]\s*(mm|cm|m|in|ft|g|kg)\b`)
	fractions     = strings.NewReplacer("½", " 1/2", "¼", " 1/4", "¾", " 3/4", "⅛", " 1/8", "⅜", " 3/8", "⅝", " 5/8", "⅞", " 7/8", "⅓", " 1/3", "⅔", " 2/3", "⅙", " 1/6", "⅚", " 5/6", "⅕", " 1/5",
		"Ø", " diam ", "⌀", " diam ", "ø", " diam ", "✕", "×", "–", "-", "—", "-", "−", "-")
	inchSign     = regexp.MustCompile(`([0-9])\s*(?:"|″|”|'')`)
	decimalComma = regexp.MustCompile(`([0-9]),([0-9])`)
	aboutNumber  = regexp.MustCompile(`(?i)(?:\bc\.|\bca\b\.?|\bcirca\b|\babout\b|\bapprox(?:\.|\b)|\bapproximately\b|\benv\.|\benviron\b|\bum\b|\betwa\b|~|±)\s*([0-9])`)
	timesBetween = regexp.MustCompile(`(?i)([0-9])\s*(?:x|\*)\s*([0-9~])`)
	timesSpaced  = regexp.MustCompile(`(?i)\s+(?:x|by)\s+|\s*×\s*`)
	toBetween    = regexp.MustCompile(`(?i)([0-9])\s*(?:\bto\b|\bbis\b|\bà\b|\ba\b)\s*([0-9])`)
	commaParts   = regexp.MustCompile(`,\s+`)
	slashParts   = regexp.MustCompile(`\s+/\s+|\s*\|\s*`)
)

const number = `[0-9]+(?:\.[0-9]+)?(?:\s+[0-9]+/[0-9]+)?|[0-9]+/[0-9]+`

var (
	oneMeasure = regexp.MustCompile(`^(?:([\pL][\pL .'’]*?)\s*[.:=]?\s*)?(~)?\s*(` + number + `)(?:\s*-\s*(` + number + `))?\s*(mm|cm|m|in|ft|mg|g|kg|oz|lb)?\s*(?:\(([^()]+)\)|([\pL][\pL .]*))?$`)
	orderSaid  = regexp.MustCompile(`(?i)(?:^|[\s(\[])([hlwbtdp])\.?\s*[x×]\s*([hlwbtdp])\.?(?:\s*[x×]\s*([hlwbtdp])\b\.?)?\s*[)\]]?\s*:?\s*`)
	inMetric   = regexp.MustCompile(`^(.*\b(?:in|ft|oz|lb)\b.*?)\s*\(([^()]*[0-9]\s*(?:mm|cm|m|g|kg))\)$`)
	boundOnly  = regexp.MustCompile(`(?i)^(?:over|under|up to|more than|less than|at least|at most|above|below|über|unter|mindestens|höchstens|bis|plus de|moins de|oltre|meno di)$`)
	ofPart     = regexp.MustCompile(`^([\pL][^:0-9]*):\s*(.*[0-9].*)$`)
)

// measureNames are what a measure is called, folded, in the languages that are read; what may be
// one thing or another is told apart by what stands beside it.
var measureNames = func() map[string]string {
	names := map[string]string{}
	for of, list := range map[string]string{
		"height":    "h ht hgt height high tall hohe hoch haut hauteur altezza alt alto altura",
		"width":     "wd width wide breadth broad b br breite breit largeur larg larghezza ancho anchura",
		"length":    "l lg lgth length long lange lang longueur lunghezza lung largo longitud",
		"depth":     "depth deep dp tiefe tief profondeur prof profondita profundidad",
		"thickness": "th thk thick thickness dicke dick starke epaisseur ep spessore sp grosor",
		"diameter":  "diam dia dm dmr diameter durchmesser diametre diametro in diameter",
		"weight":    "wt weight gewicht gew poids pds peso",
	} {
		for name := range strings.FieldsSeq(list) {
			names[name] = of
		}
	}
	names["in diameter"] = "diameter"
	return names
}()

// generic are the headings that say that there are measures, and not of what.
var generic = strings.Fields("size sizes dimension dimensions measurement measurements measure measures masse masze abmessungen grosse taille mesures misure dimensioni dimensiones medidas")

// size is one number of a cell with what is said of it.
type size struct {
	name, about, from, to, unit, note string
	lower                             bool // its name is a small letter
}

// measuresOf are the measures that a cell of a table states, in the way that records have
// them, "length 27.3 cm", and whether they are all that it says. A number by itself is of what
// the heading says and in its unit: 27.3 under Length (cm). Numbers without names are taken in
// the usual order, which their notes say.
func measuresOf(heading, cell string) (list []string, all bool) {
	cell = fractions.Replace(strings.ReplaceAll(cell, "\n", "; "))
	cell = inchSign.ReplaceAllString(decimalComma.ReplaceAllString(fold.OneLine(cell), "$1.$2"), "$1 in")
	cell = unitInWords.ReplaceAllStringFunc(cell, func(w string) string {
		if w = strings.TrimSuffix(strings.ToLower(w), "."); unitWords[w] != "" {
			return unitWords[w]
		}
		return unitWords[strings.TrimSuffix(w, "s")]
	})
	cell = aboutNumber.ReplaceAllString(cell, "~$1")
	cell = timesSpaced.ReplaceAllString(timesBetween.ReplaceAllString(timesBetween.ReplaceAllString(cell, "$1×$2"), "$1×$2"), "×")
	cell = toBetween.ReplaceAllString(cell, "$1-$2")
	m := measuring{unit: "", all: true}
	if unit := unitInTitle.FindStringSubmatch(heading); unit != nil {
		m.unit, heading = strings.ToLower(unit[1]), strings.TrimSuffix(strings.TrimSpace(strings.TrimSuffix(heading, unit[0])), " en")
	}
	m.order = orderIn(heading)
	m.heading = strings.ToLower(strings.TrimSpace(inBrackets.ReplaceAllString(orderSaid.ReplaceAllString(heading, ""), "")))
	if of := measureNames[fold.Text(m.heading)]; of != "" {
		m.heading = of
	} else {
		m.generic = slices.Contains(generic, fold.Text(m.heading))
	}
	var parts []string
	for part := range strings.SplitSeq(cell, ";") {
		for _, p := range slashParts.Split(part, -1) {
			parts = append(parts, commaParts.Split(p, -1)...)
		}
	}
	var groups [][]size
	for _, part := range parts {
		if part = fold.OneLine(part); part != "" {
			groups = append(groups, m.group(part))
		}
	}
	unit := m.unit
	for i := len(groups) - 1; i >= 0; i-- { // H. 5, W. 7 cm
		for k := len(groups[i]) - 1; k >= 0; k-- {
			if s := &groups[i][k]; s.unit == "" {
				s.unit = unit
			} else if unit == "" || !weighs(s.unit) {
				unit = s.unit
			}
		}
	}
	m.resolve(groups)
	for _, group := range groups {
		for _, s := range group {
			if text, ok := s.written(); ok {
				list = append(list, text)
			} else {
				m.all = false
			}
		}
	}
	return list, m.all && len(list) > 0
}

// measuring reads the measures of a cell.
type measuring struct {
	heading, unit string
	generic       bool
	order         []string // of numbers without names, where the heading says it
	all           bool
}

// orderIn are the names that H x W x D gives to three numbers.
func orderIn(text string) (names []string) {
	if m := orderSaid.FindStringSubmatch(text); m != nil {
		for _, letter := range m[1:] {
			if letter != "" {
				names = append(names, strings.ToLower(letter))
			}
		}
	}
	return names
}

// group reads numbers that stand together, 27.3 × 11 × 2 cm, with what they are of.
func (m *measuring) group(text string) []size {
	order, of := m.order, ""
	if said := orderIn(text); said != nil {
		order, text = said, fold.OneLine(orderSaid.ReplaceAllString(text, " "))
	}
	if p := ofPart.FindStringSubmatch(text); p != nil && measureNames[fold.Text(p[1])] == "" && len(fold.Text(p[1])) > 1 && !slices.Contains(generic, fold.Text(p[1])) {
		of, text = fold.OneLine(strings.ToLower(p[1])), p[2]
	} else if p != nil && slices.Contains(generic, fold.Text(p[1])) {
		text = p[2]
	}
	if p := inMetric.FindStringSubmatch(text); p != nil {
		inches, metric := m.sizes(p[1]), m.sizes(p[2])
		if len(inches) != len(metric) {
			return nil
		}
		for i := range metric {
			metric[i].name, metric[i].lower, metric[i].note = inches[i].name, inches[i].lower, strings.TrimSpace(strings.Join([]string{inches[i].from, inches[i].unitOr("in")}, " "))
		}
		return m.named(metric, order, of, p[2])
	}
	return m.named(m.sizes(text), order, of, text)
}

func (s size) unitOr(unit string) string {
	if s.unit != "" {
		return s.unit
	}
	return unit
}

// sizes reads the numbers; nil, and not all, where one cannot be read.
func (m *measuring) sizes(text string) (list []size) {
	for one := range strings.SplitSeq(text, "×") {
		p := oneMeasure.FindStringSubmatch(strings.TrimSpace(one))
		if p == nil || boundOnly.MatchString(p[1]) {
			m.all = false
			return nil
		}
		s := size{name: strings.Trim(p[1], " ."), about: p[2], from: p[3], to: p[4], unit: p[5], note: p[6]}
		for _, behind := range []string{p[6], p[7]} { // 5 cm high, 5 cm (H)
			if s.name == "" && behind != "" && (measureNames[fold.Text(behind)] != "" || len(fold.Text(behind)) == 1) {
				s.name, s.note = behind, ""
			} else if behind == p[7] && behind != "" {
				m.all = false
				return nil
			}
		}
		s.lower = s.name != "" && s.name == strings.ToLower(s.name)
		list = append(list, s)
	}
	for i := len(list) - 2; i >= 0; i-- {
		if list[i].unit == "" {
			list[i].unit = list[i+1].unit
		}
	}
	return list
}

// named gives names to numbers that have none.
func (m *measuring) named(list []size, order []string, of, written string) []size {
	var bare []int
	for i, s := range list {
		if s.name == "" {
			bare = append(bare, i)
		}
	}
	usual := map[int][]string{2: {"height", "width"}, 3: {"length", "width", "height"}}[len(list)]
	for k, i := range bare {
		s := &list[i]
		switch {
		case len(order) == len(list):
			s.name = order[k]
		case len(list) == 1 && of != "":
			s.name, of = of, ""
		case len(list) == 1 && weighs(s.unit) && (m.generic || m.heading == ""):
			s.name = "weight"
		case len(list) == 1 && m.heading != "":
			s.name = m.heading
		case len(bare) == len(list) && usual != nil && (m.generic || m.heading == ""):
			s.name = usual[k]
			note := fmt.Sprintf("%s of %s as written, the order is assumed", []string{"first", "second", "third"}[k], strings.ReplaceAll(written, "×", " x "))
			s.note = strings.TrimPrefix(s.note+", "+note, ", ")
		default:
			m.all = false
		}
	}
	if of != "" {
		for i := range list {
			list[i].name += " of " + of
		}
	}
	return list
}

// resolve says of what the letters are, from all of a cell: D beside H and W is the depth, and
// W of grams a weight.
func (m *measuring) resolve(groups [][]size) {
	has := map[string]bool{}
	capitals := false
	for _, s := range slices.Concat(groups...) {
		has[fold.Text(s.name)] = true
		capitals = capitals || len(s.name) == 1 && !s.lower
	}
	flat := has["w"] || has["l"] || has["b"] || has["width"] || has["length"]
	standing := has["h"] || has["height"]
	for _, group := range groups {
		for i := range group {
			s := &group[i]
			name, rest, _ := strings.Cut(s.name, " of ")
			folded := fold.Text(name)
			of := measureNames[folded]
			switch {
			case folded == "w" && weighs(s.unit):
				of = "weight"
			case folded == "w", folded == "l" && s.lower && capitals:
				of = "width"
			case folded == "d" && (standing && flat || has["l"] && (has["w"] || has["b"])), folded == "t" && has["b"], folded == "p" && (flat || standing):
				of = "depth"
			case folded == "t":
				of = "thickness"
			case strings.HasPrefix(folded, "max ") || strings.HasPrefix(folded, "min "):
				if of = measureNames[folded[4:]]; of != "" {
					s.note = strings.TrimPrefix(s.note+", "+folded[:3]+".", ", ")
				}
			}
			if of == "" {
				of = strings.ToLower(name)
			}
			if s.name = of; rest != "" {
				s.name += " of " + rest
			}
		}
	}
}

// weighs reports whether a unit is one of weight.
func weighs(unit string) bool { return slices.Contains([]string{"g", "kg", "mg"}, unit) }

// written is a measure as a record has it; false where there is none to be had.
func (s size) written() (string, bool) {
	from, ok1 := decimal(s.from)
	to, ok2 := decimal(s.to)
	text := s.name + " " + s.about + from
	if s.to != "" {
		text += "-" + to
	}
	text += " " + s.unit
	if strings.Contains(s.from+s.to, "/") && s.note == "" {
		s.note = strings.Trim(s.from+"-"+s.to, "-") + " " + s.unit
	}
	if s.note != "" {
		text += " (" + s.note + ")"
	}
	_, ok := evidence.ParseMeasure(text)
	return text, ok && ok1 && (ok2 || s.to == "")
}

// decimal is a number with its fraction in decimals.
func decimal(text string) (string, bool) {
	sum := 0.0
	for part := range strings.FieldsSeq(text) {
		above, below, fraction := strings.Cut(part, "/")
		n, err := strconv.ParseFloat(above, 64)
		if err != nil {
			return "", false
		}
		if !fraction {
			if above == text {
				return text, true // with the noughts at its end
			}
			sum += n
			continue
		}
		d, err := strconv.ParseFloat(below, 64)
		if err != nil || d == 0 {
			return "", false
		}
		sum += n / d
	}
	return strconv.FormatFloat(float64(int(sum*1e4+0.5))/1e4, 'f', -1, 64), text != ""
}
