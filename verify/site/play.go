package site

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/board"
	"github.com/lectio/lectio/rulesets/board/draw"
	"github.com/lectio/lectio/rulesets/edition"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/ir/wasm"
	"github.com/lectio/lectio/rulesets/scene"
	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/measure"
)

// IsPage reports whether a file of a site is a page to read.
func IsPage(path string) bool { return strings.HasSuffix(path, ".html") }

// IsModule reports whether a file of a site is a module to play with.
func IsModule(path string) bool { return strings.Contains(path, "/modules/") }

// playHash is the part of an address that says which reading is played.
func playHash(q *rulesets.Question, r *rulesets.Reading) string {
	if r.ID == q.Default {
		return ""
	}
	return q.ID + "=" + r.ID
}

// playView is the page to play on.
type playView struct {
	Title     string
	Players   []string
	Questions []askedView
	Learned   string // what program learned the game, "" where none did
}

// playData is what the page knows of all interpretations of a game.
type playData struct {
	ID        string                 `json:"id"`
	Title     string                 `json:"title"`
	Home      string                 `json:"home"` // the way from the page to the page of the game
	Add       string                 `json:"add"`  // the command that adds a module for what stands in it as INTERPRETATION
	Modules   map[string]moduleFile  `json:"modules"`
	Sentences []sentenceData         `json:"sentences"`
	Boards    []boardData            `json:"boards"`
	Pictures  map[string]pictureData `json:"pictures"` // of men, by their names
	Fallen    []fallenData           `json:"fallen"`   // what is thrown, as it can fall
}

// pictureData is a picture of men: an SVG path about a disc of radius 1, in whose place it stands
// where it is alone.
type pictureData struct {
	Path  string `json:"path"`
	Alone bool   `json:"alone"`
}

// fallenData is a thing that is thrown, as it fell: elements of SVG, and how large they are.
type fallenData struct {
	Elements string  `json:"elements"`
	Wide     float64 `json:"wide"`
	High     float64 `json:"high"`
}

// moduleFile is where an interpretation lies. Also names the readings that it takes
// besides the one that was picked, because that arises only under them.
type moduleFile struct {
	File string   `json:"file"`
	Name string   `json:"name"`
	Also []string `json:"also,omitempty"`
}

// sentenceData is what a statement says, and on what it rests.
type sentenceData struct {
	Text    string   `json:"text"`
	Clauses []string `json:"clauses"` // name and anchor, "13 clause-13"
	By      string   `json:"by,omitempty"`
	ByTo    string   `json:"byTo,omitempty"`
	Assumed string   `json:"assumed,omitempty"`
}

// boardData is a board to play on: how it is drawn, and where the cells lie, in board units,
// y up.
type boardData struct {
	Ground string       `json:"ground"` // elements of SVG, as large as groundUnit says
	Unit   float64      `json:"unit"`
	Shapes string       `json:"shapes"` // triangle, node, square or hole
	Cells  [][3]float64 `json:"cells"`  // x, y; and 1 for a triangle that points up
	Names  []string     `json:"names"`
	// Bar are the halves of the bar, as cells on which men stand: that of the first player, and
	// of every other, and that of those between them.
	Bar [][3]float64 `json:"bar,omitempty"`
	// Outline is the way round each cell, about its middle, where cells are not of a shape.
	Outline [][2]float64 `json:"outline,omitempty"`
	Signs   []string     `json:"signs"` // what they mean
}

// groundUnit is how many units of the drawing a unit of the board is.
const groundUnit = 40

// tableData is by what the page reads a module: names for its numbers.
type tableData struct {
	Exchange wasm.Exchange `json:"x"`
	Board    int           `json:"board"`
	Bar      int           `json:"bar"` // the store of men who stand on a bar that is drawn, or -1
	Players  []string      `json:"players"`
	Colours  []int         `json:"colours"` // of the palette of all drawings, by player
	Teams    []int         `json:"teams"`
	Places   [][]string    `json:"places"` // by player
	Cells    [][]int       `json:"cells"`  // by player and place
	Stores   []string      `json:"stores"`
	Marks    []string      `json:"marks"`
	Kinds    []kindData    `json:"kinds"`
	Looks    []string      `json:"looks"` // by player: the picture of his men where they are of no kinds, "" for none
	Acts     []string      `json:"acts"`
	Parts    []string      `json:"parts"`
	Throws   []throwData   `json:"throws"`
	Devices  []deviceData  `json:"devices"`
	Stages   []int         `json:"stages"` // what is thrown in each, -1 for nothing
	Ends     []string      `json:"ends"`   // why the game is over
	Units    int           `json:"units"`  // a point has so many
	Vars     []varData     `json:"vars"`
	Says     []int         `json:"says"` // by statement, its sentence
}

// kindData is a kind of men: what stands before their moves and on them.
type kindData struct {
	Name    string `json:"name"`
	Letter  string `json:"letter"`
	Picture string `json:"picture"` // "" for the letter
}

type throwData struct {
	Name   string `json:"name"`
	Ways   int    `json:"ways"`
	Words  string `json:"words"`  // how it fell
	Fallen []int  `json:"fallen"` // each thing, in the drawings of the game
}

// deviceData are the throws that belong together.
type deviceData struct {
	First int `json:"first"`
	Size  int `json:"size"`
}

type varData struct {
	Name   string `json:"name"`
	Common bool   `json:"common"`
	Number bool   `json:"number"`
}

// player collects what the page of a game needs.
type player struct {
	site  *Site
	g     *game
	data  playData
	known map[string]int // sentences, by what they are made of
	board map[string]int
	files map[string]bool
	fell  map[draw.Fallen]int // drawings of what is thrown
}

// playPage writes the page on which a game is played.
func (s *Site) playPage(ctx context.Context, g *game) error {
	if !s.options.Play {
		return nil
	}
	if err := g.unplayable(); err != nil {
		s.Notes = append(s.Notes, fmt.Sprintf("no page to play %s on: %v", g.Game.Name(), err))
		return nil
	}
	p := s.gamePageOf(g, "play/index.html", g.Definition.Title+": play", "play/index.html")
	p.Wide = true
	p.Summary = "Play " + g.Definition.Title + " on the board, under the readings of your choice."
	p.Scripts = append(p.Scripts, "assets/packed.js", "assets/machine.js", "assets/board.js", "assets/play.js", g.dir+"/play/game.js")
	v := &playView{Title: g.Definition.Title, Players: g.Game.Program.Players}
	if l := s.learningOf(g); l != nil {
		v.Learned = measure.Sentence(l.Words())
	}
	for _, r := range g.ranked {
		q := r.Question
		v.Questions = append(v.Questions, askedView{Question: q, To: g.questionLink(q).To, Readings: choices(q)})
	}
	if err := s.playable(ctx, g); err != nil {
		return err
	}
	return p.write("play", v)
}

// playable writes the modules of a game: for the default, for each reading alone, and for
// what was asked for besides.
func (s *Site) playable(ctx context.Context, g *game) error {
	x := &player{site: s, g: g, known: map[string]int{}, board: map[string]int{}, files: map[string]bool{}, fell: map[draw.Fallen]int{}}
	const to = " --out DIR" // the same site once more: the pages of other games are to stay
	add := strings.Replace(cmp.Or(s.options.Command, "lectio site"+to), to, " --with 'INTERPRETATION'"+to, 1)
	x.data = playData{ID: g.Definition.ID, Title: g.Definition.Title, Home: "../", Add: add, Modules: map[string]moduleFile{}, Pictures: map[string]pictureData{}, Fallen: []fallenData{}}
	list := []*module{{game: g.Game}}
	for _, a := range g.Definition.Alternatives() {
		if game := g.readings.Game(a.Question, a.Reading); game != nil {
			list = append(list, &module{key: playHash(a.Question, a.Reading), game: game, also: g.also(a)})
		}
	}
	for _, choice := range s.options.With[g.Definition.ID] {
		game, errs := g.Definition.Game(choice)
		if len(errs) > 0 {
			return errs
		}
		list = append(list, &module{key: g.choiceKey(choice), game: game})
	}
	if err := x.make(ctx, list); err != nil || ctx.Err() != nil {
		return err
	}
	for _, m := range list {
		x.add(m)
	}
	return s.script(g.dir+"/play/game.js", "lectioGame", x.data)
}

// choiceKey is how the page asks for a combination of readings: in the order of the
// questions.
func (g *game) choiceKey(choice rulesets.Choice) string {
	var picks []string
	for _, q := range g.Definition.Questions {
		for name, r := range choice {
			if g.Definition.Question(name) == q && r != q.Default {
				picks = append(picks, q.ID+"="+r)
			}
		}
	}
	return strings.Join(picks, "&")
}

// moduleOf generates what a page plays an interpretation with.
func moduleOf(g *rulesets.Game) (*wasm.Code, error) {
	return wasm.Generate(g.Program, wasm.Options{States: true, Explain: true, Weigh: true, Browser: true})
}

// learningOf is the program that learned a game and plays on its page, the first of those that did; nil where none is worth
// the name.
func (s *Site) learningOf(g *game) *verify.Learning {
	for _, l := range s.res.Learnings {
		if l.Ruleset == g.Definition.ID && l.Worth() {
			return &verify.Learning{Ruleset: l.Ruleset, Programs: l.Programs[:1]}
		}
	}
	return nil
}

// weights are those by which the program that learned the default plays an interpretation, none where there is no such
// program, or where it was not tried whether that serves.
func (x *player) weights(g *rulesets.Game) []int16 {
	l := x.site.learningOf(x.g)
	tried := func(m verify.Metrics) bool {
		return m.Ruleset == x.g.Definition.ID && m.Interpretation == g.Name() && len(m.Learned) > 0 && !m.Retrained
	}
	if l == nil || !slices.ContainsFunc(x.site.res.Metrics, tried) {
		return nil
	}
	if by := l.Programs[0].By(g.Program); by != nil {
		return by.Weights[0]
	}
	return nil
}

// module is what a page plays an interpretation with, while it is made.
type module struct {
	key   string // how the page asks for it
	game  *rulesets.Game
	also  []string // readings that it takes besides
	code  *wasm.Code
	table tableData
	// weights are those by which the program plays that learned the game; none where it does not play this.
	weights []int16
	packed  []byte
}

// make makes modules, as many at once as there are processors, but for what their tables share.
func (x *player) make(ctx context.Context, list []*module) error {
	failed := make([]error, len(list))
	generate := func(i int) error {
		list[i].code, failed[i] = moduleOf(list[i].game)
		return nil
	}
	if err := atOnce(ctx, len(list), generate); err != nil || ctx.Err() != nil {
		return err
	}
	for i, m := range list {
		if failed[i] != nil {
			x.site.Notes = append(x.site.Notes, fmt.Sprintf("no module to play %s with: %v", m.game.Name(), failed[i]))
			continue
		}
		var err error
		if m.table, err = x.table(m.game, m.code); err != nil {
			return err
		}
		m.weights = x.weights(m.game)
	}
	return atOnce(ctx, len(list), func(i int) error { return list[i].pack() })
}

// pack presses the table of a module, the weights and its code together.
func (m *module) pack() error {
	if m.code == nil {
		return nil
	}
	table, err := json.Marshal(m.table)
	if err != nil {
		return err
	}
	var weights []byte
	for _, w := range m.weights {
		weights = binary.LittleEndian.AppendUint16(weights, uint16(w))
	}
	sizes := binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(nil, uint32(len(table))), uint32(len(weights)))
	m.packed, err = deflated(sizes, table, weights, m.code.Binary)
	m.code = nil
	return err
}

// add writes a module, unless there is no room for it. One that is the same as another is
// written once.
func (x *player) add(m *module) {
	if m.packed == nil {
		return
	}
	sum := sha256.Sum256(m.packed)
	name := fmt.Sprintf("%x", sum[:6])
	if !x.files[name] {
		text := base64.StdEncoding.EncodeToString(m.packed)
		if m.key != "" && x.site.written+len(text) > x.site.options.Modules { // a game can always be played by default
			x.site.unplayed = append(x.site.unplayed, m.game.Name())
			return
		}
		x.site.written += len(text)
		x.files[name] = true
		x.site.put(x.g.dir+"/play/modules/"+name+".js", []byte("lectioModule(\""+name+"\",\""+text+"\");\n"))
	}
	x.data.Modules[m.key] = moduleFile{name, m.game.Name(), m.also}
}

// table names the numbers of a module.
func (x *player) table(g *rulesets.Game, code *wasm.Code) (tableData, error) {
	p, pic := g.Program, scene.Board(g, opening(g), 0)
	laid, err := x.boardOf(g, pic)
	if err != nil {
		return tableData{}, err
	}
	t := tableData{Exchange: code.Exchange(), Board: laid, Bar: -1, Players: p.Players, Teams: p.Team, Units: p.Denominator,
		Stores: append([]string{}, p.Stores...), Marks: append([]string{}, p.Marks...), Kinds: x.kinds(p), Devices: []deviceData{}, Vars: []varData{}}
	if pic.Board.Bar != (draw.Bounds{}) {
		t.Bar = p.StoreIndex(engine.BarStore)
	}
	for q := range p.Players {
		t.Colours = append(t.Colours, pic.Colour(q))
		t.Looks = append(t.Looks, x.picture(p.Picture(q, 0)))
		t.Places = append(t.Places, p.Names[q][:p.Places])
		t.Cells = append(t.Cells, p.CellOf[q][:p.Places])
	}
	if p.Nobodys { // whose men stand where the first player sees them
		t.Colours, t.Looks = append(t.Colours, pic.Colour(p.Nobody())), append(t.Looks, "")
		t.Places, t.Cells = append(t.Places, p.Names[0][:p.Places]), append(t.Cells, p.CellOf[0][:p.Places])
	}
	for a := engine.Act(0); a <= engine.ThrowAgain; a++ {
		t.Acts = append(t.Acts, a.String())
	}
	for i := range p.Parts {
		t.Parts = append(t.Parts, p.Parts[i].Name)
	}
	if t.Throws, err = x.throws(g); err != nil {
		return tableData{}, err
	}
	for _, d := range p.Devices {
		t.Devices = append(t.Devices, deviceData{d.First, d.Count})
	}
	for _, st := range p.Stages {
		t.Stages = append(t.Stages, st.Device)
	}
	for _, e := range p.Ends {
		t.Ends = append(t.Ends, e.Reason)
	}
	for _, v := range p.Vars {
		t.Vars = append(t.Vars, varData{spaced(v.ID), v.Common, v.Kind == engine.NumberVar && v.Per != engine.PerTurn && v.Per != engine.PerThrow})
	}
	for _, s := range g.Statements {
		t.Says = append(t.Says, x.sentence(g, s))
	}
	return t, nil
}

// kinds are the kinds of men of a game, none where all are alike.
func (x *player) kinds(p *engine.Program) []kindData {
	out := []kindData{}
	for i, name := range p.Kinds {
		out = append(out, kindData{name, p.Letters[i], x.picture(p.Pictures[i])})
	}
	return out
}

// picture keeps a picture of men, if there is one, and returns its name.
func (x *player) picture(name string) string {
	if name != "" {
		path, alone := draw.Outline(name)
		x.data.Pictures[name] = pictureData{path, alone}
	}
	return name
}

// fallenHigh is how high a thing that was thrown is drawn, with room for its edge.
const fallenHigh = 40

// throws are the throws of a game, with how each thing is drawn.
func (x *player) throws(g *rulesets.Game) ([]throwData, error) {
	out := []throwData{}
	for i := range g.Program.Throws {
		t := &g.Program.Throws[i]
		d := throwData{Name: t.Name, Ways: t.Ways, Fallen: []int{}}
		for _, throw := range scene.Throws(g, []int{i}) {
			d.Words = throw.Words
			for _, f := range throw.Things {
				n, err := x.fallen(f)
				if err != nil {
					return nil, err
				}
				d.Fallen = append(d.Fallen, n)
			}
		}
		out = append(out, d)
	}
	return out, nil
}

// fallen is the number of the drawing of a thing as it fell.
func (x *player) fallen(f draw.Fallen) (int, error) {
	if i, ok := x.fell[f]; ok {
		return i, nil
	}
	elements, wide, err := f.Elements(fallenHigh)
	if err != nil {
		return 0, err
	}
	x.fell[f] = len(x.data.Fallen)
	x.data.Fallen = append(x.data.Fallen, fallenData{grouped(x.site.look.classes(elements)), wide, fallenHigh})
	return x.fell[f], nil
}

// sentence is the number of what a statement says.
func (x *player) sentence(g *rulesets.Game, s *rulesets.Statement) int {
	d := sentenceData{Text: edition.Sentence(g, s), Clauses: []string{}, Assumed: s.Assumed}
	for _, c := range s.Warrant {
		v := x.g.clauseRef(c)
		d.Clauses = append(d.Clauses, v.Anchor+" "+v.Name)
	}
	if s.Question != nil {
		d.By = s.Question.Called() + ": " + s.Reading.Called()
		d.ByTo = "questions/" + slug(s.Question.Name()) + "/index.html"
	}
	key := fmt.Sprint(d)
	if i, ok := x.known[key]; ok {
		return i
	}
	x.known[key] = len(x.data.Sentences)
	x.data.Sentences = append(x.data.Sentences, d)
	return x.known[key]
}

// boardOf is the number of the board of a game.
func (x *player) boardOf(g *rulesets.Game, pic draw.Picture) (int, error) {
	ground, err := draw.Ground(pic, groundUnit)
	if err != nil {
		return 0, err
	}
	d := boardData{Ground: grouped(joined(x.site.look.classes(ground))), Unit: groundUnit, Signs: []string{}}
	for i, c := range pic.Board.Cells {
		up := 0.0
		if c.Up {
			up = 1
		}
		d.Cells = append(d.Cells, [3]float64{c.At.X, c.At.Y, up})
		d.Names = append(d.Names, g.Board.Cells[i].Name)
	}
	d.Shapes = map[board.Shape]string{board.Triangle: "triangle", board.Node: "node", board.Square: "square", board.Hole: "hole", board.Hexagon: "node"}[g.Board.Cells[0].Shape]
	for _, q := range pic.Board.Hexagon() {
		d.Outline = append(d.Outline, [2]float64{q.X, q.Y})
	}
	if b := pic.Board.Bar; b != (draw.Bounds{}) {
		middle := [3]float64{(b.Min.X + b.Max.X) / 2, (b.Min.Y + b.Max.Y) / 2, 0}
		d.Bar = [][3]float64{middle, {middle[0], middle[1], 1}}
	}
	for _, s := range pic.Board.Signs {
		d.Signs = append(d.Signs, s.Look.String()+": "+s.Text)
	}
	text := fmt.Sprint(d)
	if i, ok := x.board[text]; ok {
		return i, nil
	}
	x.board[text] = len(x.data.Boards)
	x.data.Boards = append(x.data.Boards, d)
	return x.board[text], nil
}

// modules says which modules there was no room for.
func (s *Site) modules(context.Context) error {
	if n := len(s.unplayed); n > 0 {
		s.Notes = append(s.Notes, fmt.Sprintf("%d interpretations are without a module to play with, since --modules allows no more: %s", n, strings.Join(s.unplayed, ", ")))
	}
	return nil
}
