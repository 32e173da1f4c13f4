package main

import (
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"sort"
	"strconv"
	"strings"
	"testing"
)

// module is the path of this module, the root of every import within it.
const module = "github.com/lectio/lectio"

// layers is the figure of the layout as a table: every package of the module,
// from the top down, and what it may import of the others. Arrows point down
// only, so an entry may name only packages further down. Files of tests are
// free: they may look at a package from above.
var layers = []struct {
	name string
	may  []string
}{
	{"cmd/core", []string{"rulesets/lang", "rulesets/engine/position", "rulesets/board/draw", "rulesets/scene", "rulesets/lines", "verify/players", "verify/solve", "verify/solve/strategies", "rulesets/play", "rulesets/engine/random", "rulesets/engine/weigh", "verify/evidence", "verify/severity", "evidence/form", "evidence/biblio", "evidence/yamlpos", "rulesets/service", "rulesets/edition", "rulesets/example", "rulesets/board", "rulesets", "rulesets/engine", "rulesets/engine/history", "evidence", "evidence/patch", "evidence/diag"}},
	{"cmd/lectio", []string{"rulesets/scene", "rulesets/lines",
		"rulesets/starter",
		"verify/solve/exact",
		"verify/speed",
		"verify/trace",
		"evidence/jsonlines",
		"rulesets/naming",
		"verify/permit",
		"verify/site", "verify/site/core", "verify/report", "verify/checks", "verify/severity", "verify/text",
		"verify/brief", "verify/parallels", "verify/compare", "verify/diff", "verify/mutation", "verify", "verify/sweep", "verify/gather", "verify/measure", "verify/explore", "verify/solve", "verify/solve/certify", "verify/solve/strategies", "verify/solve/readings", "verify/players/training", "verify/players", "verify/playout",
		"rulesets/publish", "rulesets/revise", "rulesets/dimension", "rulesets/edition", "rulesets", "rulesets/ast", "rulesets/lang", "rulesets/play", "rulesets/ir/wasm", "rulesets/engine/position", "rulesets/engine", "rulesets/engine/history", "rulesets/engine/random", "rulesets/board/draw", "rulesets/board",
		"evidence/index", "evidence/form", "evidence/intake", "evidence/wording", "evidence", "evidence/biblio", "evidence/store", "evidence/date", "evidence/ids", "evidence/language", "evidence/fold", "evidence/exchange", "evidence/exchange/sheet", "evidence/cells", "evidence/diag", "evidence/yamlpos",
	}},
	{"verify/site", []string{"rulesets/scene",
		"verify/report", "verify/brief", "verify/parallels", "verify/compare", "verify", "verify/measure", "verify/playout",
		"rulesets/starter", "rulesets/dimension", "rulesets/edition", "rulesets", "rulesets/ir/wasm", "rulesets/engine", "rulesets/engine/history", "rulesets/board/draw", "rulesets/board",
		"evidence", "evidence/biblio", "evidence/date", "evidence/language", "evidence/fold", "evidence/exchange/sheet", "evidence/schema", "evidence/diag", "evidence/yamlpos",
	}},
	{"verify/site/core/make", []string{"verify/site/core"}},
	{"verify/site/core", []string{"verify/kept", "evidence/diag"}},
	{"verify/report", []string{"rulesets/scene",
		"verify/solve/readings",
		"verify/brief", "verify/compare", "verify/mutation", "verify", "verify/measure", "verify/explore", "verify/playout", "verify/phylo",
		"rulesets/dimension", "rulesets/edition", "rulesets", "rulesets/ast", "rulesets/lang", "rulesets/engine/position", "rulesets/engine", "rulesets/board/draw", "rulesets/board",
		"evidence", "evidence/biblio", "evidence/exchange", "evidence/exchange/sheet", "evidence/exchange/word", "evidence/cells", "evidence/diag", "evidence/yamlpos",
	}},
	{"verify/brief", []string{"verify/parallels", "verify", "verify/players", "evidence", "verify/measure", "verify/playout", "rulesets/dimension", "rulesets/edition", "rulesets", "rulesets/play", "rulesets/lang", "rulesets/engine/position", "rulesets/engine", "rulesets/engine/history", "rulesets/engine/random"}},
	{"verify/trace", []string{"verify", "verify/players", "verify/playout", "rulesets/edition", "rulesets/naming", "rulesets", "rulesets/play", "rulesets/engine", "rulesets/engine/history", "rulesets/engine/random", "evidence/exchange/sheet", "evidence/diag", "evidence/jsonlines", "evidence/yamlpos"}},
	{"verify/parallels", []string{"rulesets/dimension", "rulesets", "rulesets/ast", "evidence"}},
	{"verify/compare", []string{"rulesets/naming", "verify", "verify/measure", "verify/players/training", "verify/playout", "verify/phylo", "rulesets/dimension", "rulesets/edition", "rulesets", "rulesets/engine/weigh", "evidence", "evidence/fold", "evidence/diag"}},
	{"verify/diff", []string{"verify", "verify/playout", "rulesets/dimension", "rulesets/edition", "rulesets", "evidence"}},
	// Reports know the checks by what a run brings back: only commands import the list of them.
	{"verify/checks", []string{
		"evidence", "evidence/language",
		"rulesets",
		"rulesets/dimension",
		"verify/sweep",
		"verify/evidence", "verify/text", "verify/ruleset", "verify/examples", "verify/edges", "verify/playability", "verify/readings", "verify/statistics", "verify",
	}},
	{"verify/text", []string{"verify", "verify/measure", "verify/playout", "rulesets/dimension", "rulesets", "rulesets/ast", "evidence/wording", "evidence", "evidence/fold"}},
	{"verify/ruleset", []string{"verify", "rulesets", "rulesets/ast", "rulesets/ir", "rulesets/lang", "rulesets/play", "rulesets/engine", "evidence/diag"}},
	{"verify/examples", []string{"verify/mutation", "verify", "rulesets/example", "rulesets"}},
	{"verify/edges", []string{"verify", "verify/measure", "verify/playout", "rulesets/edition", "rulesets", "rulesets/lang", "rulesets/play", "rulesets/engine/position", "rulesets/engine", "rulesets/engine/history", "rulesets/engine/random", "rulesets/engine/natural", "rulesets/board/place", "evidence/yamlpos"}},
	{"verify/playability", []string{"verify", "verify/solve/readings", "verify/solve", "verify/measure", "verify/explore", "verify/playout", "rulesets", "rulesets/play", "rulesets/engine", "rulesets/engine/history", "rulesets/engine/random"}},
	{"verify/readings", []string{"verify/statistics", "verify", "verify/solve/readings", "verify/measure", "verify/playout", "rulesets", "rulesets/engine", "rulesets/engine/random", "evidence/diag"}},
	{"verify/statistics", []string{"verify", "verify/gather", "verify/measure", "verify/playout", "rulesets", "rulesets/play", "rulesets/engine", "rulesets/engine/history", "rulesets/engine/random", "evidence/diag"}},
	{"verify/mutation", []string{"verify", "verify/playout", "rulesets/dimension", "rulesets/edition", "rulesets/example", "rulesets"}},
	{"verify", []string{"verify/severity", "verify/gather", "verify/measure", "verify/playout", "verify/players/training", "verify/players", "rulesets/dimension", "rulesets/example", "rulesets", "rulesets/lang", "rulesets/play", "rulesets/engine", "rulesets/engine/history", "rulesets/engine/random", "rulesets/engine/weigh", "evidence", "evidence/diag", "evidence/yamlpos"}},
	{"verify/sweep", []string{"verify/measure", "verify/players/training", "verify/players", "verify/solve", "verify/playout", "rulesets", "rulesets/ast", "rulesets/play", "evidence/exchange/sheet", "evidence/diag", "evidence/yamlpos"}},
	{"verify/solve/readings", []string{"verify/solve", "verify/explore", "verify/measure", "verify/playout", "rulesets", "rulesets/play", "rulesets/engine", "evidence/diag"}},
	{"verify/permit", []string{"verify/playout", "rulesets/dimension", "rulesets/edition", "rulesets/naming", "rulesets", "rulesets/play", "rulesets/engine", "evidence/diag", "evidence/jsonlines", "evidence/yamlpos"}},
	{"verify/speed", []string{"verify/players/training", "verify/players", "rulesets", "rulesets/play", "rulesets/engine"}},
	{"verify/solve/exact", []string{"evidence/cells", "verify/measure", "verify/players/training", "verify/players", "verify/solve/strategies", "verify/solve", "verify/playout", "rulesets", "rulesets/play", "rulesets/engine", "rulesets/engine/random", "evidence/diag"}},
	{"verify/gather", []string{"verify/measure", "verify/players/training", "verify/players", "verify/playout", "rulesets", "rulesets/ast", "rulesets/play", "rulesets/engine", "evidence/diag"}},
	{"verify/measure", []string{"verify/playout", "rulesets/edition", "rulesets", "rulesets/ast", "rulesets/play", "rulesets/engine", "evidence/diag"}},
	{"verify/phylo", nil},
	// The checks of records, and how much what they find matters, are part of the core.
	{"verify/evidence", []string{"verify/severity", "rulesets", "evidence/wording", "evidence", "evidence/biblio", "evidence/date", "evidence/fold", "evidence/diag"}},
	{"verify/severity", nil},
	{"verify/explore", []string{"verify/playout", "rulesets", "rulesets/play", "rulesets/ir/wasm", "rulesets/engine/position", "rulesets/engine", "rulesets/engine/history", "rulesets/board/place", "rulesets/board"}},
	{"verify/solve/certify", []string{"rulesets/engine"}},
	{"verify/players/training", []string{"verify/kept", "verify/players", "verify/solve/strategies", "verify/playout", "rulesets/play", "rulesets/engine", "rulesets/engine/weigh", "rulesets/engine/random"}},
	{"verify/players", []string{"verify/solve/strategies", "verify/solve", "evidence/diag", "rulesets/play", "rulesets/engine", "rulesets/engine/weigh", "rulesets/engine/random"}},
	{"verify/solve/strategies", []string{"verify/solve", "verify/solve/wide", "rulesets/play", "rulesets/engine", "rulesets/engine/weigh"}},
	{"verify/solve", []string{"verify/solve/wide", "rulesets/play", "rulesets/ir/wasm", "rulesets/engine", "rulesets/engine/weigh"}},
	{"verify/solve/wide", nil},
	{"verify/playout", []string{"rulesets/lines", "rulesets", "rulesets/play", "rulesets/engine", "rulesets/engine/history", "rulesets/engine/class", "rulesets/engine/random", "rulesets/engine/weigh", "rulesets/board", "evidence/diag"}},
	{"verify/kept", nil},
	{"rulesets/starter", []string{"rulesets/dimension", "rulesets", "evidence", "evidence/exchange", "evidence/exchange/sheet", "evidence/diag"}},
	{"rulesets/revise", []string{"rulesets/dimension", "evidence/intake", "evidence", "evidence/store", "evidence/patch", "evidence/diag", "evidence/yamlpos"}},
	{"rulesets/naming", []string{"rulesets/dimension", "rulesets", "evidence", "evidence/diag"}},
	{"rulesets/dimension", []string{"rulesets/dimension/stated", "rulesets/dimension/trial", "rulesets/dimension/offered", "rulesets/dimension/roster", "rulesets/dimension/lie", "rulesets/edition", "rulesets", "rulesets/ast", "rulesets/compile", "rulesets/lang", "rulesets/play", "rulesets/engine/position", "rulesets/engine", "rulesets/engine/history", "rulesets/engine/class", "rulesets/engine/random", "rulesets/engine/natural", "rulesets/board/place", "rulesets/board", "evidence", "evidence/schema", "evidence/diag", "evidence/yamlpos"}},
	{"rulesets/dimension/stated", []string{"rulesets/dimension/trial", "rulesets/dimension/roster", "rulesets/dimension/lie", "rulesets", "rulesets/ast", "rulesets/compile", "rulesets/engine"}},
	{"rulesets/dimension/trial", []string{"rulesets/dimension/lie", "rulesets", "rulesets/ast", "rulesets/compile", "rulesets/lang", "rulesets/play", "rulesets/engine/position", "rulesets/engine", "rulesets/engine/random", "rulesets/board/place", "rulesets/board"}},
	{"rulesets/dimension/offered", []string{"rulesets/engine"}},
	{"rulesets/dimension/roster", []string{"rulesets", "rulesets/engine/position", "rulesets/engine", "rulesets/board/place"}},
	{"rulesets/dimension/lie", []string{"rulesets", "rulesets/engine", "rulesets/board/place"}},
	{"rulesets/publish", []string{"rulesets/edition", "rulesets", "evidence/intake", "evidence", "evidence/biblio", "evidence/date", "evidence/fold", "evidence/exchange", "evidence/exchange/sheet", "evidence/diag", "evidence/yamlpos"}},
	{"rulesets/service", []string{"rulesets/edition", "rulesets", "rulesets/ast", "rulesets/lang", "rulesets/engine", "evidence", "evidence/schema", "evidence/diag", "evidence/yamlpos"}},
	{"rulesets/lines", []string{"rulesets", "rulesets/engine", "rulesets/engine/history", "rulesets/engine/random", "evidence/diag"}},
	{"rulesets/scene", []string{"rulesets/edition", "rulesets", "rulesets/ast", "rulesets/engine/position", "rulesets/engine", "rulesets/board/draw", "rulesets/board", "evidence/diag"}},
	{"rulesets/edition", []string{"rulesets/engine/position", "rulesets", "rulesets/ast", "rulesets/lang", "rulesets/ir", "rulesets/engine", "rulesets/board/place", "rulesets/board"}},
	{"rulesets/example", []string{"rulesets", "rulesets/ast", "rulesets/play", "rulesets/engine", "rulesets/engine/history", "evidence/diag", "evidence/yamlpos"}},
	{"rulesets/play", []string{"rulesets/ir", "rulesets", "rulesets/ir/wasm", "rulesets/engine", "rulesets/engine/weigh", "rulesets/engine/history", "rulesets/engine/random", "rulesets/board/place"}},
	{"rulesets", []string{"rulesets/ast", "rulesets/compile", "rulesets/lang", "rulesets/engine/position", "rulesets/engine", "rulesets/engine/history", "rulesets/engine/class", "rulesets/engine/natural", "rulesets/board/place", "rulesets/board", "evidence", "evidence/ids", "evidence/schema", "evidence/diag", "evidence/yamlpos"}},
	{"rulesets/compile", []string{"rulesets/ast", "rulesets/lang", "rulesets/engine", "rulesets/engine/class", "rulesets/board/place", "rulesets/board", "evidence/diag"}},
	{"rulesets/ast", []string{"rulesets/lang", "rulesets/engine", "evidence/diag", "evidence/yamlpos"}},
	{"rulesets/lang", []string{"rulesets/engine", "rulesets/engine/class", "rulesets/board/place", "rulesets/board", "evidence/diag"}},
	{"rulesets/ir/wasm", []string{"rulesets/ir/wasm/emit", "rulesets/ir/wasm/state", "rulesets/ir", "rulesets/engine", "rulesets/engine/weigh", "rulesets/engine/random"}},
	{"rulesets/ir/wasm/emit", []string{"rulesets/ir/wasm/state", "rulesets/ir/wasm/asm", "rulesets/ir", "rulesets/engine", "rulesets/engine/weigh", "rulesets/board/place"}},
	{"rulesets/ir/wasm/state", []string{"rulesets/ir/wasm/asm", "rulesets/ir", "rulesets/engine", "rulesets/engine/weigh", "rulesets/engine/class", "rulesets/board/place"}},
	{"rulesets/ir/wasm/asm", nil},
	{"rulesets/ir", []string{"rulesets/engine", "rulesets/engine/class", "rulesets/board/place"}},
	{"rulesets/engine/weigh", []string{"rulesets/engine"}},
	{"rulesets/engine/position", []string{"rulesets/engine", "rulesets/board/place"}},
	{"rulesets/engine", []string{"rulesets/engine/class", "rulesets/engine/history", "rulesets/engine/natural", "rulesets/engine/random", "rulesets/board/place"}},
	{"rulesets/engine/class", nil},
	{"rulesets/engine/history", nil},
	{"rulesets/engine/natural", nil},
	{"rulesets/engine/random", nil},
	{"rulesets/board/place", []string{"rulesets/board"}},
	{"rulesets/board/draw", []string{"rulesets/board", "evidence/cells", "evidence/yamlpos"}},
	{"rulesets/board", nil},
	{"evidence/index", []string{"evidence", "evidence/store", "evidence/diag"}},
	{"evidence/form", []string{"evidence", "evidence/biblio", "evidence/date", "evidence/fold", "evidence/ids", "evidence/diag", "evidence/yamlpos"}},
	{"evidence/intake", []string{"evidence/exchange/sheet", "evidence/wording", "evidence", "evidence/biblio", "evidence/store", "evidence/ids", "evidence/date", "evidence/fold", "evidence/exchange", "evidence/schema", "evidence/diag", "evidence/yamlpos"}},
	{"evidence/wording", []string{"evidence", "evidence/fold", "evidence/diag", "evidence/yamlpos"}},
	{"evidence", []string{"evidence/biblio", "evidence/ids", "evidence/date", "evidence/fold", "evidence/schema", "evidence/diag", "evidence/yamlpos"}},
	{"evidence/biblio", []string{"evidence/ids", "evidence/date", "evidence/fold", "evidence/diag", "evidence/yamlpos"}},
	{"evidence/language", []string{"evidence/fold"}},
	{"evidence/store", []string{"evidence/diag", "evidence/yamlpos"}},
	{"evidence/patch", []string{"evidence/diag"}},
	{"evidence/ids", []string{"evidence/fold", "evidence/diag"}},
	{"evidence/date", nil},
	{"evidence/fold", nil},
	{"evidence/jsonlines", []string{"evidence/diag", "evidence/yamlpos"}},
	{"evidence/exchange", []string{"evidence/exchange/sheet", "evidence/diag", "evidence/yamlpos"}},
	{"evidence/exchange/sheet", []string{"evidence/yamlpos"}},
	{"evidence/exchange/word", []string{"evidence/yamlpos"}},
	{"evidence/schema", nil},
	{"evidence/cells", nil},
	{"evidence/yamlpos", []string{"evidence/diag"}},
	{"evidence/diag", nil},
}

// dependencies are the modules of others, each with the only packages that may
// import it; none means that it is for tests. A package that no row names has
// the standard library alone: those of standardOnly must stay so.
var dependencies = map[string][]string{
	"codeberg.org/go-pdf/fpdf":                 {"rulesets/board/draw"},
	"git.sr.ht/~sbinet/gg":                     {"rulesets/board/draw"},
	"github.com/andybalholm/brotli":            {"verify/site/core"},
	"github.com/chromedp/cdproto":              nil,
	"github.com/chromedp/chromedp":             nil,
	"github.com/google/go-cmp":                 nil,
	"github.com/parquet-go/parquet-go":         {"verify/sweep"},
	"github.com/rivo/uniseg":                   {"evidence/cells"},
	"github.com/rogpeppe/go-internal":          nil,
	"github.com/santhosh-tekuri/jsonschema/v6": nil,
	"github.com/schollz/progressbar/v3":        {"cmd/lectio"},
	"github.com/spf13/cobra":                   {"cmd/lectio"},
	"github.com/spf13/pflag":                   {"cmd/lectio"},
	"github.com/tetratelabs/wazero":            {"rulesets/ir/wasm"},
	"github.com/gofrs/flock":                   {"evidence/store"},
	"github.com/yuin/goldmark":                 {"verify/site"},
	"github.com/xuri/excelize/v2":              {"evidence/exchange/sheet"},
	"golang.org/x/image":                       {"rulesets/board/draw"},
	"golang.org/x/net":                         {"evidence/exchange", "verify/site"},
	"golang.org/x/term":                        {"cmd/lectio"},
	"golang.org/x/text":                        {"evidence/language", "evidence/intake", "evidence/ids", "evidence/biblio", "evidence/date", "evidence/fold", "evidence/exchange", "rulesets/board/draw", "verify/report"},
	"gonum.org/v1/gonum":                       {"verify/playout"},
	"gopkg.in/yaml.v3":                         {"evidence/yamlpos"},
	"modernc.org/sqlite":                       {"evidence/exchange", "verify/sweep"},
	"pgregory.net/rapid":                       nil,
}

// standardOnly are the packages that no module of others may come into.
var standardOnly = []string{"rulesets/engine/position", "rulesets/engine", "rulesets/engine/class", "rulesets/engine/natural", "rulesets/engine/random", "rulesets/board/place", "rulesets/board"}

// exits are the functions that end the program; they are for one file of a program only, so
// that everything else can be run by a test and cleans up after itself.
var exits = map[string][]string{
	"os":      {"Exit"},
	"syscall": {"Exit"},
	"log":     {"Fatal", "Fatalf", "Fatalln"},
}

var mayExit = []string{"cmd/lectio/main.go", "verify/site/core/make/main.go"}

// goFile is what the checks look at in one file outside the tests.
type goFile struct {
	name    string   // path within the module, with slashes
	imports []string // import paths
	exits   []string // calls that end the program
}

// layering returns what is wrong with the files, a line for each.
func layering(files []goFile) []string {
	may := make(map[string][]string)
	for _, layer := range layers {
		may[layer.name] = layer.may
	}
	var wrong []string
	for _, file := range files {
		complain := func(format string, args ...any) {
			wrong = append(wrong, file.name+": "+fmt.Sprintf(format, args...))
		}
		from := path.Dir(file.name)
		allowed, known := may[from]
		if !known {
			complain("package %s is not in the layout: give it a row in the table of layers", from)
			continue
		}
		for _, imported := range file.imports {
			if imported == module || strings.HasPrefix(imported, module+"/") {
				to := strings.TrimPrefix(strings.TrimPrefix(imported, module), "/")
				if !slices.Contains(allowed, to) {
					complain("%s may not import %s", from, to)
				}
				continue
			}
			first, _, _ := strings.Cut(imported, "/")
			switch {
			case imported == "C":
				complain("cgo: the program is built without it")
			case strings.Contains(first, "."):
				name := owner(imported)
				importers, listed := dependencies[name]
				switch {
				case !listed:
					complain("%s is in no row of the table of dependencies", imported)
				case len(importers) == 0:
					complain("%s is for tests only", name)
				case !slices.Contains(importers, from):
					complain("%s may be imported by %s only", name, strings.Join(importers, ", "))
				}
			}
		}
		if !slices.Contains(mayExit, file.name) {
			for _, call := range file.exits {
				complain("%s: only %s ends the program", call, mayExit[0])
			}
		}
	}
	return wrong
}

// owner is the listed module that an import path belongs to, or the path.
func owner(imported string) string {
	for name := range dependencies {
		if imported == name || strings.HasPrefix(imported, name+"/") {
			return name
		}
	}
	return imported
}

// parseFile reads what the checks need from the source of a file.
func parseFile(name string, source []byte) (goFile, error) {
	parsed, err := parser.ParseFile(token.NewFileSet(), name, source, parser.SkipObjectResolution)
	if err != nil {
		return goFile{}, err
	}
	file := goFile{name: name}
	local := make(map[string]string) // name in the file → import path
	for _, spec := range parsed.Imports {
		imported, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return goFile{}, err
		}
		file.imports = append(file.imports, imported)
		as := path.Base(imported)
		if spec.Name != nil {
			as = spec.Name.Name
		}
		if as == "." && exits[imported] != nil {
			file.exits = append(file.exits, "import of "+imported+" without its name")
		}
		local[as] = imported
	}
	ast.Inspect(parsed, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := sel.X.(*ast.Ident); ok && slices.Contains(exits[local[x.Name]], sel.Sel.Name) {
				file.exits = append(file.exits, local[x.Name]+"."+sel.Sel.Name)
			}
		}
		return true
	})
	return file, nil
}

// walkGo calls visit for every Go file of the module outside tests and
// testdata, whatever system it is built for, with its path within the module.
func walkGo(t *testing.T, visit func(name string, source []byte)) {
	t.Helper()
	const root = "../.."
	err := filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		base := d.Name()
		if d.IsDir() {
			if p != root && (base == "testdata" || base == "vendor" || base[0] == '.' || base[0] == '_') {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(base, ".go") || strings.HasSuffix(base, "_test.go") {
			return nil
		}
		source, err := os.ReadFile(p)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(root, p)
		if err != nil {
			return err
		}
		visit(filepath.ToSlash(name), source)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// goFiles are the files of the module, as the checks look at them.
func goFiles(t *testing.T) (files []goFile) {
	t.Helper()
	walkGo(t, func(name string, source []byte) {
		file, err := parseFile(name, source)
		if err != nil {
			t.Error(err)
			return
		}
		files = append(files, file)
	})
	return files
}

// What the core consists of has no library but these, so that it runs in a page.
func TestCoreNeedsNoLibrary(t *testing.T) {
	page := build.Default
	page.GOOS, page.GOARCH, page.CgoEnabled = "js", "wasm", false
	imports := map[string][]string{} // of each package, as it is built for a page
	for _, f := range goFiles(t) {
		if is, err := page.MatchFile(filepath.Join("../..", path.Dir(f.name)), path.Base(f.name)); err != nil || !is {
			continue
		}
		imports[path.Dir(f.name)] = append(imports[path.Dir(f.name)], f.imports...)
	}
	core := []string{"cmd/core"}
	for i := 0; i < len(core); i++ {
		for _, imported := range imports[core[i]] {
			own, is := strings.CutPrefix(imported, module+"/")
			switch {
			case is && !slices.Contains(core, own):
				core = append(core, own)
			case is, imported == "gopkg.in/yaml.v3", imported == "golang.org/x/text/unicode/norm":
			case strings.Contains(strings.Split(imported, "/")[0], "."):
				t.Errorf("%s imports %s: it is part of the core, which has yaml and unicode/norm only", core[i], imported)
			}
		}
	}
	// Rules are read from YAML in one place; what is made of them knows places in files and no nodes.
	for _, part := range []string{"rulesets/lang", "rulesets/compile", "rulesets/edition", "rulesets/engine", "rulesets/ir"} {
		if slices.Contains(imports[part], module+"/evidence/yamlpos") {
			t.Errorf("%s imports evidence/yamlpos: the reader of statements alone takes YAML apart", part)
		}
	}
	for _, part := range []string{"evidence", "rulesets", "rulesets/compile", "rulesets/edition", "rulesets/engine", "rulesets/ir/wasm/emit"} {
		if !slices.Contains(core, part) {
			t.Errorf("%s is no part of the core", part)
		}
	}
}

func TestArrowsPointDown(t *testing.T) {
	files := goFiles(t)
	for _, name := range mayExit {
		if !slices.ContainsFunc(files, func(f goFile) bool { return f.name == name && len(f.exits) == 1 }) {
			t.Errorf("%s with its one exit was not found: is the walk right?", name)
		}
	}
	for _, line := range layering(files) {
		t.Error(line)
	}
}

// The table itself has to be in order, or a circle could be written into it.
func TestTableOfLayersIsOrdered(t *testing.T) {
	for i, layer := range layers {
		for _, to := range layer.may {
			if !slices.ContainsFunc(layers[i+1:], func(l struct {
				name string
				may  []string
			}) bool {
				return l.name == to
			}) {
				t.Errorf("%s may import %s, which is not below it", layer.name, to)
			}
		}
	}
	for name, importers := range dependencies {
		for _, from := range importers {
			if slices.Contains(standardOnly, from) {
				t.Errorf("%s may not have %s: it has the standard library only", from, name)
			}
		}
	}
}

func TestLayeringFindsWhatIsPlanted(t *testing.T) {
	good := []goFile{
		{name: "cmd/lectio/verify.go", imports: []string{"os", "github.com/spf13/cobra", module + "/verify/report"}},
		{name: "cmd/lectio/main.go", imports: []string{"os"}, exits: []string{"os.Exit"}},
		{name: "rulesets/load.go", imports: []string{module + "/evidence", module + "/rulesets/engine"}},
		{name: "rulesets/engine/state.go", imports: []string{"math/bits", module + "/rulesets/board/place"}},
		{name: "rulesets/ir/wasm/run.go", imports: []string{"github.com/tetratelabs/wazero/api"}},
	}
	if got := layering(good); len(got) > 0 {
		t.Fatalf("nothing is wrong, but: %q", got)
	}
	for _, test := range []struct {
		file goFile
		want string
	}{
		{goFile{name: "evidence/record.go", imports: []string{module + "/rulesets"}}, "evidence may not import rulesets"},
		{goFile{name: "evidence/record.go", imports: []string{module + "/verify"}}, "evidence may not import verify"},
		{goFile{name: "evidence/record.go", imports: []string{"gopkg.in/yaml.v3"}}, "gopkg.in/yaml.v3 may be imported by evidence/yamlpos only"},
		{goFile{name: "rulesets/load.go", imports: []string{module + "/verify"}}, "rulesets may not import verify"},
		{goFile{name: "rulesets/load.go", imports: []string{module + "/rulesets/board/draw"}}, "rulesets may not import rulesets/board/draw"},
		{goFile{name: "rulesets/compile/rules.go", imports: []string{module + "/rulesets"}}, "rulesets/compile may not import rulesets"},
		{goFile{name: "rulesets/engine/state.go", imports: []string{module + "/rulesets"}}, "rulesets/engine may not import rulesets"},
		{goFile{name: "rulesets/engine/state.go", imports: []string{"github.com/tetratelabs/wazero"}}, "github.com/tetratelabs/wazero may be imported by rulesets/ir/wasm only"},
		{goFile{name: "rulesets/engine/state.go", imports: []string{"golang.org/x/exp/slices"}}, "golang.org/x/exp/slices is in no row of the table of dependencies"},
		{goFile{name: "rulesets/board/place/set.go", imports: []string{module + "/rulesets/engine"}}, "rulesets/board/place may not import rulesets/engine"},
		{goFile{name: "rulesets/board/board.go", imports: []string{module + "/rulesets/engine"}}, "rulesets/board may not import rulesets/engine"},
		{goFile{name: "verify/check.go", imports: []string{module + "/verify/report"}}, "verify may not import verify/report"},
		{goFile{name: "verify/report/xlsx.go", imports: []string{"github.com/xuri/excelize/v2"}}, "github.com/xuri/excelize/v2 may be imported by evidence/exchange/sheet only"},
		{goFile{name: "verify/report/xlsx.go", imports: []string{module + "/cmd/lectio"}}, "verify/report may not import cmd/lectio"},
		{goFile{name: "verify/check.go", imports: []string{"github.com/spf13/cobra"}}, "github.com/spf13/cobra may be imported by cmd/lectio only"},
		{goFile{name: "verify/check.go", imports: []string{"pgregory.net/rapid"}}, "pgregory.net/rapid is for tests only"},
		{goFile{name: "verify/check.go", imports: []string{"C"}}, "cgo: the program is built without it"},
		{goFile{name: "verify/check.go", exits: []string{"os.Exit"}}, "os.Exit: only cmd/lectio/main.go ends the program"},
		{goFile{name: "cmd/lectio/root.go", exits: []string{"log.Fatal"}}, "log.Fatal: only cmd/lectio/main.go ends the program"},
		{goFile{name: "internal/util/util.go"}, "package internal/util is not in the layout: give it a row in the table of layers"},
	} {
		got := layering([]goFile{test.file})
		if want := test.file.name + ": " + test.want; !slices.Equal(got, []string{want}) {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestParseFileSeesImportsAndExits(t *testing.T) {
	file, err := parseFile("verify/check.go", []byte(`package verify

import (
	"log"
	quit "os"
	. "syscall"

	"gopkg.in/yaml.v3"
)

func f() { defer quit.Exit(1); log.Fatalf("x"); log.Print(yaml.Node{}); var os struct{ Exit int }; _ = os.Exit }
`))
	if err != nil {
		t.Fatal(err)
	}
	sort.Strings(file.exits)
	if want := []string{"log", "os", "syscall", "gopkg.in/yaml.v3"}; !slices.Equal(file.imports, want) {
		t.Errorf("imports %q, want %q", file.imports, want)
	}
	if want := []string{"import of syscall without its name", "log.Fatalf", "os.Exit"}; !slices.Equal(file.exits, want) {
		t.Errorf("exits %q, want %q", file.exits, want)
	}
}
