package main

import (
	"bufio"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
)

// No Go code outside the tests knows a game by name, and the engine knows no
// family of games: whatever is special about one is said in YAML. This file
// holds both to be true.
//
// What is looked at: identifiers, strings (import paths and tags included),
// directives such as go:embed, and comments within code. The comments of
// documentation - of a package, a declaration or a field - may name a game,
// since their examples need one.
//
// What counts as a name: the ids and titles of the rulesets inside the program, and of the
// games that are coming. Letters alone are compared, without case and accents,
// so that langePuff, "lange-puff" and Lange_Puff are one. A name of six letters
// or more is found within longer words, a shorter one only as whole words:
// otherwise a game called Go would forbid "go test".
//
// Families are looked for in identifiers and strings of rulesets/engine in the
// same way, with one exception. "Tables" is a family and an ordinary word, and
// an engine has tables of its own. So it counts only where it can tell games
// apart: as a whole string (what a comparison needs), beside a word such as
// "game" or "family" in a string, or joined to one in an identifier.

// coming are games whose rulesets may not be in the corpus yet.
var coming = []string{
	"piprjall", "lange puff", "conträre puff", "contraere puff",
	"kiôz", "natt klab ash-shawk", "barjis", "mylna",
}

// families are those of the design; the definitions add their own.
var families = []string{"tables", "merels", "running fight", "cross and circle", "leaping capture"}

// ordinary are the families whose names are words of the engine as well.
var ordinary = []string{"tables"}

// computing are words of computing that are names of games as well, or have one within
// them: the code may use them for what they mean there.
var computing = []string{"irreversible", "tabulator", "hex", "tabular", "tabulate", "tabulates", "tabulators"}

// tellingApart are the words that make an ordinary one the name of a family.
var tellingApart = []string{"is", "game", "games", "family", "families", "kind"}

var accents = strings.NewReplacer(
	"á", "a", "à", "a", "â", "a", "ä", "a", "å", "a", "ç", "c", "é", "e", "è", "e", "ê", "e", "ë", "e",
	"í", "i", "ì", "i", "î", "i", "ï", "i", "ñ", "n", "ó", "o", "ò", "o", "ô", "o", "ö", "o", "ø", "o",
	"ú", "u", "ù", "u", "û", "u", "ü", "u", "ý", "y", "æ", "ae", "ð", "d", "þ", "th", "ß", "ss",
)

// wordsOf splits an identifier or a text into its words: at everything that is
// no letter, and where a capital follows a small letter.
func wordsOf(s string) []string {
	if words, ok := wordsKnown[s]; ok {
		return words
	}
	words := splitWords(s)
	wordsKnown[s] = words
	return words
}

// wordsKnown keeps the words of texts, which are held against every name.
var wordsKnown = map[string][]string{}

func splitWords(s string) []string {
	var words []string
	var word []rune
	flush := func() {
		if len(word) > 0 {
			words = append(words, accents.Replace(strings.ToLower(string(word))))
			word = word[:0]
		}
	}
	for _, r := range s {
		switch {
		case !unicode.IsLetter(r):
			flush()
			continue
		case unicode.IsUpper(r) && len(word) > 0 && unicode.IsLower(word[len(word)-1]):
			flush()
		}
		word = append(word, r)
	}
	flush()
	return words
}

// names reports whether text contains name.
func names(text, name string) bool {
	wanted := strings.Join(wordsOf(name), "")
	if wanted == "" {
		return false
	}
	words := slices.DeleteFunc(slices.Clone(wordsOf(text)), func(word string) bool { return slices.Contains(computing, word) })
	if len(wanted) >= 6 && strings.Contains(strings.Join(words, ""), wanted) {
		return true
	}
	for i := range words {
		run := ""
		for _, word := range words[i:] {
			run += word
			if run == wanted {
				return true
			}
			if len(run) >= len(wanted) {
				break
			}
		}
	}
	return false
}

// namesFamily reports whether an identifier or a string contains a family's
// name as the name of a family.
func namesFamily(text, family string, isString bool) bool {
	if !slices.Contains(ordinary, strings.Join(wordsOf(family), " ")) {
		return names(text, family)
	}
	words, word := wordsOf(text), wordsOf(family)[0]
	if isString && slices.Equal(words, []string{word}) {
		return true
	}
	for i, w := range words {
		if w == word && (i > 0 && slices.Contains(tellingApart, words[i-1]) ||
			i+1 < len(words) && slices.Contains(tellingApart, words[i+1])) {
			// In prose "is" and "kind" mean nothing.
			if !isString || !slices.Contains([]string{"is", "kind"}, neighbour(words, i)) {
				return true
			}
		}
	}
	return false
}

// neighbour is the telling word beside word i.
func neighbour(words []string, i int) string {
	if i+1 < len(words) && slices.Contains(tellingApart, words[i+1]) {
		return words[i+1]
	}
	return words[i-1]
}

// known are the names that code may not contain.
type known struct {
	games, families []string
	innocent        map[string]bool // texts that were found to name none
}

// knownNames reads the names from the top-level lines of the definitions in
// dirs, and adds those that are coming.
func knownNames(t *testing.T, dirs ...string) known {
	t.Helper()
	k := known{games: slices.Clone(coming), families: slices.Clone(families), innocent: map[string]bool{}}
	var paths []string
	for _, dir := range dirs {
		found, err := filepath.Glob(filepath.Join(dir, "*.yaml"))
		if err != nil {
			t.Fatal(err)
		}
		if len(found) == 0 {
			t.Errorf("no rulesets in %s: the names to look for are not known", dir)
		}
		paths = append(paths, found...)
	}
	for _, path := range paths {
		f, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		id := ""
		for lines := bufio.NewScanner(f); lines.Scan(); {
			key, value, ok := strings.Cut(lines.Text(), ":")
			value, _, _ = strings.Cut(value, " #")
			value = strings.Trim(strings.TrimSpace(value), `"'`)
			if !ok || value == "" {
				continue
			}
			switch key {
			case "ruleset":
				id = value
				k.games = append(k.games, value)
			case "title":
				k.games = append(k.games, value)
			case "family":
				k.families = append(k.families, value)
			}
		}
		if id == "" {
			t.Errorf("%s has no line 'ruleset: ID' at its left margin", path)
		}
	}
	slices.Sort(k.games)
	k.games = slices.Compact(k.games)
	slices.Sort(k.families)
	k.families = slices.Compact(k.families)
	return k
}

// namesIn returns the places of a Go file where it names a game, or, in the
// engine, a family.
func namesIn(name string, source []byte, k known) ([]string, error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, name, source, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	engine := strings.HasPrefix(name, "rulesets/engine/")
	var found []string
	look := func(pos token.Pos, text string, isString, isComment bool) {
		key := fmt.Sprint(engine, isString, isComment, text)
		if k.innocent[key] {
			return
		}
		defer func(before int) { k.innocent[key] = len(found) == before }(len(found))
		for _, game := range k.games {
			if names(text, game) {
				found = append(found, fset.Position(pos).String()+": names the game "+strconv.Quote(game))
				break
			}
		}
		if !engine || isComment {
			return
		}
		for _, family := range k.families {
			if namesFamily(text, family, isString) {
				found = append(found, fset.Position(pos).String()+": names the family "+strconv.Quote(family))
				break
			}
		}
	}

	documentation := make(map[*ast.CommentGroup]bool)
	documentation[file.Doc] = true
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			look(n.Pos(), n.Name, false, false)
		case *ast.BasicLit:
			if n.Kind == token.STRING {
				text, err := strconv.Unquote(n.Value)
				if err != nil {
					text = n.Value
				}
				look(n.Pos(), text, true, false)
			}
		case *ast.FuncDecl:
			documentation[n.Doc] = true
		case *ast.GenDecl:
			documentation[n.Doc] = true
		case *ast.TypeSpec:
			documentation[n.Doc], documentation[n.Comment] = true, true
		case *ast.ValueSpec:
			documentation[n.Doc], documentation[n.Comment] = true, true
		case *ast.Field:
			documentation[n.Doc], documentation[n.Comment] = true, true
		}
		return true
	})
	for _, group := range file.Comments {
		for _, comment := range group.List {
			// A directive is code, wherever it stands.
			if !documentation[group] || strings.HasPrefix(comment.Text, "//go:") {
				look(comment.Pos(), comment.Text, false, true)
			}
		}
	}
	return found, nil
}

func TestNoCodeKnowsAGame(t *testing.T) {
	k := knownNames(t, "../../rulesets/definitions", "../../rulesets/gallery/rulesets/definitions")
	files := 0
	walkGo(t, func(name string, source []byte) {
		files++
		found, err := namesIn(name, source, k)
		if err != nil {
			t.Error(err)
		}
		for _, place := range found {
			t.Error(place)
		}
	})
	if files < 2 {
		t.Errorf("%d files looked at: is the walk right?", files)
	}
}

func TestNamesAreFound(t *testing.T) {
	k := known{innocent: map[string]bool{}, games: []string{"lange-puff", "Kiôz", "Go", "Hex", "Tabula"}, families: []string{"tables", "running-fight", "merels"}}
	for _, test := range []struct {
		file, code, want string
	}{
		{"rulesets/x.go", `var x = "lange-puff"`, "lange-puff"},
		{"rulesets/x.go", `var x = "the Lange Puff of 1856"`, "lange-puff"},
		{"rulesets/x.go", `func langePuffRules() {}`, "lange-puff"},
		{"rulesets/x.go", `func langepuffrules() {}`, "lange-puff"},
		{"rulesets/x.go", `var kiozTrack int`, "Kiôz"},
		{"rulesets/x.go", `var x = "KIÔZ"`, "Kiôz"},
		{"rulesets/x.go", `type t struct { A int "kioz" }`, "Kiôz"},
		{"rulesets/x.go", `import _ "a/kioz"`, "Kiôz"},
		{"rulesets/x.go", "func f() {\n// as in Kiôz\n}", "Kiôz"},
		{"rulesets/x.go", "//go:embed definitions/kioz.yaml\nvar x string", "Kiôz"},
		{"rulesets/x.go", `var x = "a go at it"`, "Go"},

		{"rulesets/x.go", "// f plays, in Kiôz for example, a throw.\nfunc f() {}", ""},
		{"rulesets/x.go", "type t struct {\n// As in Kiôz.\nA int // Kiôz\n}", ""},
		{"rulesets/x.go", `var x = "goes on; rango"`, ""},
		{"rulesets/x.go", `var x = "range"; var puff int`, ""},
		{"rulesets/x.go", `var x = "tables"`, ""},
		{"rulesets/x.go", `var x = "a tabular file"; var y = hex.EncodeToString(nil)`, ""},
		{"rulesets/x.go", `var tabulaDice int`, "Tabula"},

		{"rulesets/engine/x.go", `var x = "tables"`, "tables"},
		{"rulesets/engine/x.go", `var x = "a tables game"`, "tables"},
		{"rulesets/engine/x.go", `func isTables() {}`, "tables"},
		{"rulesets/engine/x.go", `const familyTables = 1`, "tables"},
		{"rulesets/engine/x.go", `var merelsBoard int`, "merels"},
		{"rulesets/engine/x.go", `var x = "running fight"`, "running-fight"},
		{"rulesets/engine/x.go", `type runningFight struct{}`, "running-fight"},
		{"rulesets/engine/x.go", `var kioz int`, "Kiôz"},

		{"rulesets/engine/x.go", `type tables struct{}; var stepTables int`, ""},
		{"rulesets/engine/x.go", `var x = "one of the tables is empty"`, ""},
		{"rulesets/engine/x.go", "func f() {\n// merels have lines\n}", ""},
		{"rulesets/engine/x.go", `func running() {}; func fight() {}`, ""},
	} {
		found, err := namesIn(test.file, []byte("package p\n"+test.code+"\n"), k)
		if err != nil {
			t.Errorf("%s: %v", test.code, err)
			continue
		}
		switch {
		case test.want == "" && len(found) > 0:
			t.Errorf("%s\nnames nothing, but: %q", test.code, found)
		case test.want != "" && (len(found) != 1 || !strings.HasSuffix(found[0], strconv.Quote(test.want))):
			t.Errorf("%s\ngot %q, want one place that names %q", test.code, found, test.want)
		}
	}
}
