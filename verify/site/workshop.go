package site

import "context"

// recordWorkshop is the page on which records are mended and made; the file of a record stands behind #.
const recordWorkshop = workshop + "record/index.html"

// workshopView is the page on which a record is mended or made.
type workshopView struct {
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
	p.Scripts = append(append(p.Scripts, workshopScripts...), "assets/record-form.js", "assets/clauses.js", "assets/workshop.js")
	v := &workshopView{}
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
	file := s.corpusName(r.Pos().File)
	if !s.asks() || file == "" || r.of != s.options.Evidence {
		return ""
	}
	return recordWorkshop + "#" + file
}
