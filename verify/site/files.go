package site

import (
	"context"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/lectio/lectio/rulesets"
)

// coreFile is by what pages ask the program itself.
const coreFile = "assets/core.js"

// corpusFiles writes the files of the corpus as scripts, since browsers refuse to fetch files from a disk, with the program
// that reads them.
func (s *Site) corpusFiles() error {
	if !s.asks() {
		return nil
	}
	s.put(coreFile, s.options.Core)
	for name, text := range s.options.Corpus {
		if err := s.corpusFile(name, []byte(text)); err != nil {
			return err
		}
	}
	var defs []*rulesets.Definition
	for _, g := range s.games {
		defs = append(defs, g.Definition)
	}
	words := rulesets.SettledWords{}
	if len(defs) > 0 {
		words = s.games[0].Corpus.Words(defs)
	}
	text, err := json.Marshal(words)
	if err != nil {
		return err
	}
	return s.corpusFile(settledFile, text)
}

// settledFile has the words for what statements of the corpus settle.
const settledFile = "settled.json"

func (s *Site) corpusFile(name string, text []byte) error {
	packed, err := deflated(text)
	if err != nil {
		return err
	}
	s.put("corpus/"+name+".js", fmt.Appendf(nil, "lectioFile(%q, %q);\n", name, base64.StdEncoding.EncodeToString(packed)))
	return nil
}

// filesOf lists the files of the corpus that a ruleset is read from: its own, those of its records, all parts and sources.
func (s *Site) filesOf(d *rulesets.Definition) (out []string) {
	own := map[string]bool{s.corpusName(d.File): true}
	for _, id := range d.Records {
		if r := s.options.Evidence.Record(id); r != nil {
			own[s.corpusName(r.Pos().File)] = true
		}
	}
	for _, name := range slices.Sorted(maps.Keys(s.options.Corpus)) {
		if own[name] || strings.HasPrefix(name, "evidence/sources/") || path.Dir(name) == "rulesets/parts" {
			out = append(out, name)
		}
	}
	return out
}

// corpusName is a file of the corpus by its path in it, "" where the edition has no such file.
func (s *Site) corpusName(file string) string {
	for _, name := range slices.Sorted(maps.Keys(s.options.Corpus)) {
		if file == name || strings.HasSuffix(file, "/"+name) || strings.HasSuffix(name, "/"+file) {
			return name
		}
	}
	return ""
}

// asking are the scripts by which a page asks the program itself.
var asking = []string{"assets/elements.js", "assets/draft.js", "assets/desk.js", "assets/packed.js"}

// file is the script by which pages of a game tell the program what it needs.
func (g *game) file() string { return g.dir + "/game.js" }

// gameData is what pages of a game tell the program.
type gameData struct {
	ID      string   `json:"id"`
	File    string   `json:"file"`    // of the ruleset
	Files   []string `json:"files"`   // that the game is read from, that among them
	Ranked  []string `json:"ranked"`  // the questions, those that change play most first
	Weights []byte   `json:"weights"` // of the program that learned it, two bytes each; none where none did
}

// gameFile writes what the pages of a game tell the program, if there are such pages.
func (s *Site) gameFile(_ context.Context, g *game) error {
	if !s.asks() {
		return nil
	}
	data := gameData{ID: g.Definition.ID, File: s.corpusName(g.Definition.File), Files: s.filesOf(g.Definition), Ranked: []string{}, Weights: []byte{}}
	for _, r := range g.ranked {
		data.Ranked = append(data.Ranked, r.Question.ID)
	}
	for _, w := range s.weights(g) {
		data.Weights = binary.LittleEndian.AppendUint16(data.Weights, uint16(w))
	}
	return s.script(g.file(), "lectioGame", data)
}

// asks has a page of a game ask the program, where the edition has it, by scripts.
func (p *page) asks(g *game, scripts ...string) {
	if p.site.asks() {
		p.Scripts = append(append(append(p.Scripts, asking...), "assets/readings.js", g.file()), scripts...)
	}
}

// asks reports whether pages ask the program itself: then games are played there, readings are chosen, and there is a workshop.
func (s *Site) asks() bool { return s.options.Core != nil }
