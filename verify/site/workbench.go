package site

import (
	"context"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/lectio/lectio/rulesets/starter"
)

// workshop is the folder of the pages on which somebody mends a ruleset or begins a corpus.
const workshop = "workshop/"

// editorFiles are those of the editor, which no other page needs.
const editorFiles = "assets/editor/"

// workshopScripts are what the pages of the workshop share.
var workshopScripts = []string{"assets/elements.js", "assets/packed.js", "assets/desk.js", "assets/draft.js", "assets/work.js", "assets/readings.js", "assets/changes.js", workshop + "files.js"}

// mend is where a ruleset is mended, "" where there is no workshop or no such file in the corpus.
func (s *Site) mend(file string) string {
	name := s.corpusName(file)
	if name == "" {
		return ""
	}
	return workshop + "rules.html#" + name
}

// workshopData is what the pages of the workshop know of the corpus.
type workshopData struct {
	Files    []string          `json:"files"`
	Rulesets []mendedData      `json:"rulesets"`
	Records  []mendedData      `json:"records"`
	Starter  map[string]string `json:"starter"` // what a new corpus begins with: texts by paths
}

// mendedData is a ruleset or a record that can be mended.
type mendedData struct {
	ID    string   `json:"id"`
	Title string   `json:"title"`
	Home  string   `json:"home"` // its page, from the root of the edition
	File  string   `json:"file"`
	Files []string `json:"files,omitempty"` // all that it is read from
}

// workshopIndex is the first page of the workshop.
type workshopIndex struct {
	Games, Records []link
	Starter        struct{ Ruleset, Record string } // the files with which a new corpus begins
}

// workshopPages write the workshop, if the edition has one.
func (s *Site) workshopPages(context.Context) error {
	if !s.asks() {
		return nil
	}
	data, err := s.workshopData()
	if err != nil {
		return err
	}
	if err := s.script(workshop+"files.js", "lectioWorkshop", data); err != nil {
		return err
	}
	p := s.page(workshop+"index.html", "Workshop")
	p.Up = []link{{"index.html", s.settings.Title}}
	p.Summary = "Mend a game or a record of this edition, or begin a corpus of your own, in the browser alone."
	p.Scripts = append(append(p.Scripts, workshopScripts...), "assets/workshop-index.js")
	v := &workshopIndex{}
	for _, g := range s.games {
		if to := s.mend(g.Definition.File); to != "" {
			v.Games = append(v.Games, link{to, g.Definition.Title})
		}
	}
	for _, r := range s.records {
		if to := s.mends(r); to != "" {
			v.Records = append(v.Records, link{to, r.called()})
		}
	}
	for name := range data.Starter {
		switch path.Dir(name) {
		case "rulesets/definitions":
			v.Starter.Ruleset = name
		case "evidence/records":
			v.Starter.Record = name
		}
	}
	if err := p.write("workshop-index", v); err != nil {
		return err
	}
	if err := s.workshopPlay(); err != nil {
		return err
	}
	return s.workshopRules()
}

// workshopPlay writes the page on which any ruleset is played that the workshop has: what there is to choose, the program tells.
func (s *Site) workshopPlay() error {
	p := s.page(workshop+"play.html", "Play")
	p.Mend = workshop + "rules.html"
	p.Up = []link{{"index.html", s.settings.Title}, {workshop + "index.html", "Workshop"}}
	p.Summary = "Play a game of the workshop as your draft has it."
	p.Wide = true
	p.Scripts = append(append(p.Scripts, workshopScripts...), playScripts...)
	return p.write("play", &playView{Programs: programs()})
}

// workshopRules writes the page on which a ruleset is mended as a text.
func (s *Site) workshopRules() error {
	p := s.page(workshop+"rules.html", "Mend the rules of a game")
	p.Mend = p.Path
	p.Up = []link{{"index.html", s.settings.Title}, {workshop + "index.html", "Workshop"}}
	p.Summary = "Write the rules of a game, see what they say, and try them on the board."
	p.Wide = true
	p.Scripts = append(append(p.Scripts, workshopScripts...), editorFiles+"codemirror.js", "assets/board.js", "assets/table.js", "assets/workshop-editor.js", "assets/workshop-bench.js", "assets/workshop-rules.js")
	return p.write("workshop-rules", nil)
}

// workshopData collects what the pages of the workshop know of the corpus.
func (s *Site) workshopData() (*workshopData, error) {
	data := &workshopData{Files: slices.Sorted(maps.Keys(s.options.Corpus)), Rulesets: []mendedData{}, Records: []mendedData{}, Starter: map[string]string{}}
	for _, g := range s.games {
		if name := s.corpusName(g.Definition.File); name != "" {
			data.Rulesets = append(data.Rulesets, mendedData{g.Definition.ID, g.Definition.Title, g.dir + "/index.html", name, s.filesOf(g.Definition)})
		}
	}
	for _, r := range s.records {
		if name := s.corpusName(r.Pos().File); name != "" {
			data.Records = append(data.Records, mendedData{ID: r.ID, Title: r.called(), Home: r.page(), File: name})
		}
	}
	examples := starter.Examples()
	return data, fs.WalkDir(examples, ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || !strings.Contains(name, "/") { // patches change no files that stand beside the corpus
			return err
		}
		text, err := fs.ReadFile(examples, name)
		data.Starter[name] = string(text)
		return err
	})
}
