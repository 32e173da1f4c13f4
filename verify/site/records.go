package site

import (
	"context"
	"fmt"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/verify/measure"
)

// recordsView lists records by kind.
type recordsView struct {
	Counts string
	Make   string // where a record is made, "" where none can be
	Kinds  []link // where each kind begins
	Groups []recordsOfKind
}

type recordsOfKind struct {
	ID, Title string
	Records   []listedRecord
}

type listedRecord struct {
	link
	About, Small string
}

// recordsListed is how many records stand on a page of the list.
const recordsListed = 250

// listPage is a page of the list.
func listPage(k int) string {
	if k == 0 {
		return "records/index.html"
	}
	return fmt.Sprintf("records/%d/index.html", k+1)
}

// listPages is how many pages the list has.
func (s *Site) listPages() int { return max(1, (len(s.records)+recordsListed-1)/recordsListed) }

// quotedTitle stands above the records of other corpora, at the end of the list.
const quotedTitle = "Of other games, quoted by questions"

// kindsOfRecords lead to where each kind of evidence begins in the list, with its number.
func (s *Site) kindsOfRecords() (out []link) {
	count, first := map[string]int{}, map[string]int{}
	for i, r := range s.records {
		if count[r.kind()]++; count[r.kind()] == 1 {
			first[r.kind()] = i
		}
	}
	for _, kind := range append(evidence.Kinds[:len(evidence.Kinds):len(evidence.Kinds)], "") {
		if n := count[kind]; n > 0 {
			out = append(out, link{listPage(first[kind]/recordsListed) + "#" + kindAnchor(kind), fmt.Sprintf("%s: %d", kindTitles[kind], n)})
		}
	}
	if n := len(s.quotedRecords); n > 0 {
		out = append(out, link{listPage(s.listPages()-1) + "#quoted", fmt.Sprintf("%s: %d", quotedTitle, n)})
	}
	return out
}

func kindAnchor(kind string) string {
	if kind == "" {
		return "of-no-kind"
	}
	return "of-" + slug(kind)
}

// recordsPages write the list of all records.
func (s *Site) recordsPages(context.Context) error {
	pages := s.listPages()
	for k := range pages {
		title := "Records of the evidence"
		if k > 0 {
			title += fmt.Sprintf(", page %d", k+1)
		}
		p := s.page(listPage(k), title)
		p.Up = []link{{"index.html", s.settings.Title}}
		p.Summary = "All records of the evidence, by kind: texts, objects, images, finds, ethnographies, oral reports."
		if k > 0 {
			p.Before = &link{listPage(k - 1), fmt.Sprintf("Page %d", k)}
		}
		if k+1 < pages {
			p.After = &link{listPage(k + 1), fmt.Sprintf("Page %d", k+2)}
		}
		v := &recordsView{Counts: measure.Plural(len(s.everyRecord()), "record") + ", each with a page on which all of it stands.", Make: s.makes(), Kinds: s.kindsOfRecords()}
		kind := "none yet"
		for _, r := range s.records[k*recordsListed : min((k+1)*recordsListed, len(s.records))] {
			if r.kind() != kind {
				kind = r.kind()
				v.Groups = append(v.Groups, recordsOfKind{ID: kindAnchor(kind), Title: kindTitles[kind]})
			}
			g := &v.Groups[len(v.Groups)-1]
			g.Records = append(g.Records, r.listed())
		}
		if k+1 == pages && len(s.quotedRecords) > 0 {
			g := recordsOfKind{ID: "quoted", Title: quotedTitle}
			for _, r := range s.quotedRecords {
				g.Records = append(g.Records, r.listed())
			}
			v.Groups = append(v.Groups, g)
		}
		if err := p.write("records", v); err != nil {
			return err
		}
	}
	return nil
}

// listed is the record as it stands in the list.
func (r *record) listed() listedRecord {
	x := listedRecord{link: link{r.page(), r.called()}, About: r.Summary, Small: r.ID}
	if src := r.of.Source(r.Source.Key); src != nil {
		x.Small += ". " + src.CiteAt(r.Source.Locator)
	}
	return x
}
