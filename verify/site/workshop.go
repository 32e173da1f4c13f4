package site

import (
	"context"
	"encoding/json"
	"maps"
	"path"
	"slices"
	"strings"
)

// recordWorkshop is the page on which records are mended and made; the id of a record stands behind #.
const recordWorkshop = workshop + "record/index.html"

// workshopView is the page on which a record is mended or made.
type workshopView struct {
	Files   string // the records and sources of the corpus, in JSON
	Records []link
}

// recordForm writes the page on which records are mended and made, if the edition has a workshop.
func (s *Site) recordForm(context.Context) error {
	if !s.asks() {
		return nil
	}
	p := s.page(recordWorkshop, "Mend or make a record")
	p.Mend = p.Path
	p.Up = []link{{"index.html", s.settings.Title}, {workshop + "index.html", "Workshop"}}
	p.Lede = "Enter what a source says in a form. What you write stays in this browser until you download it."
	p.Wide = true
	p.Scripts = append(p.Scripts, "assets/packed.js", "assets/desk.js", "assets/draft.js", "assets/record-form.js", "assets/clauses.js", "assets/workshop.js")
	v := &workshopView{}
	var files []string
	for _, name := range slices.Sorted(maps.Keys(s.options.Corpus)) {
		if strings.HasPrefix(name, "evidence/records/") || strings.HasPrefix(name, "evidence/sources/") {
			files = append(files, name)
		}
	}
	data, err := json.Marshal(files)
	if err != nil {
		return err
	}
	v.Files = string(data)
	for _, r := range s.records {
		if s.mends(r) != "" {
			v.Records = append(v.Records, link{s.mends(r), r.called() + " (" + r.ID + ")"})
		}
	}
	return p.write("workshop", v)
}

// makes is where a record is made, "" where none can be.
func (s *Site) makes() string {
	if !s.asks() {
		return ""
	}
	return recordWorkshop
}

// mends is where a record is mended, "" where that cannot be done: of other corpora the site has no files.
func (s *Site) mends(r *record) string {
	file := "evidence/records/" + path.Base(r.Pos().File)
	if _, has := s.options.Corpus[file]; !s.asks() || !has || r.of != s.options.Evidence || path.Base(file) != r.ID+path.Ext(file) {
		return ""
	}
	return recordWorkshop + "#" + r.ID
}
