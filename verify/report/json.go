package report

import (
	"bytes"
	"encoding/json"
	"io"

	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets/board/draw"
)

var jsonText = &Format{Endings: []string{".json"}, Stream: (*Report).WriteJSON}

// The shapes of the JSON report. Keys are stable; cells stand under the keys of
// their columns, in the order of the columns.
type (
	jsonReport struct {
		Title    string      `json:"title"`
		Subtitle string      `json:"subtitle,omitempty"`
		About    []string    `json:"about,omitempty"`
		Facts    []jsonFact  `json:"facts,omitempty"`
		Tables   []jsonTable `json:"tables"`
	}
	jsonFact struct {
		Name  string `json:"name"`
		Value string `json:"value"`
	}
	jsonTable struct {
		Name    string       `json:"name"`
		Title   string       `json:"title,omitempty"`
		About   string       `json:"about,omitempty"`
		Columns []jsonColumn `json:"columns"`
		Rows    []jsonRow    `json:"rows"`
	}
	jsonColumn struct {
		Key   string `json:"key"`
		Title string `json:"title,omitempty"`
		About string `json:"about,omitempty"`
		Kind  string `json:"kind"`
	}
	jsonRow struct {
		Key      string  `json:"key,omitempty"`
		Cells    ordered `json:"cells"`
		Links    ordered `json:"links,omitempty"`
		Pictures ordered `json:"pictures,omitempty"`
	}
	jsonLink struct {
		Table string `json:"table,omitempty"`
		Row   string `json:"row,omitempty"`
		URL   string `json:"url,omitempty"`
		Text  string `json:"text,omitempty"`
	}
	jsonPicture struct {
		Board string `json:"board"` // in letters
		Alt   string `json:"alt"`
	}
)

// ordered is an object that keeps its order, which a map does not.
type ordered []member

type member struct {
	key   string
	value any
}

// MarshalJSON writes the members one after the other.
func (o ordered) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, m := range o {
		if i > 0 {
			b.WriteByte(',')
		}
		if err := encode(&b, m.key); err != nil {
			return nil, err
		}
		b.WriteByte(':')
		if err := encode(&b, m.value); err != nil {
			return nil, err
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// encode leaves <, > and & as they are: this is a file, not a page.
func encode(b *bytes.Buffer, v any) error {
	e := json.NewEncoder(b)
	e.SetEscapeHTML(false)
	return e.Encode(v)
}

// WriteJSON writes the whole report as one JSON object.
func (r *Report) WriteJSON(w io.Writer) error {
	if err := r.Validate(); err != nil {
		return err
	}
	out := jsonReport{Title: r.Title, Subtitle: r.Subtitle, About: r.About, Tables: []jsonTable{}}
	for _, f := range r.Facts {
		out.Facts = append(out.Facts, jsonFact{f[0], f[1]})
	}
	for _, t := range r.Tables {
		jt := jsonTable{Name: t.Name, Title: t.Title, About: t.About, Rows: []jsonRow{}}
		for _, c := range t.Columns {
			jt.Columns = append(jt.Columns, jsonColumn{Key: c.Key, Title: c.Title, About: c.About, Kind: c.Kind.String()})
		}
		for _, row := range t.Rows {
			jr := jsonRow{Key: row.Key, Cells: ordered{}}
			for c, cell := range row.Cells {
				col := t.Columns[c]
				switch {
				case cell.numeric(col):
					jr.Cells = append(jr.Cells, member{col.Key, cell.Number})
				case cell.Empty():
					// Every row has every key, so that nobody need ask first.
					jr.Cells = append(jr.Cells, member{col.Key, nil})
				default:
					jr.Cells = append(jr.Cells, member{col.Key, cell.plain(col, true)})
				}
				if cell.Picture != nil {
					jr.Pictures = append(jr.Pictures, member{col.Key, jsonPicture{draw.Text(cell.Picture), cell.PictureAlt}})
				}
				if len(cell.Links) > 0 {
					var links []jsonLink
					for _, l := range cell.Links {
						links = append(links, jsonLink(l))
					}
					jr.Links = append(jr.Links, member{col.Key, links})
				}
			}
			jt.Rows = append(jt.Rows, jr)
		}
		out.Tables = append(out.Tables, jt)
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	if err := e.Encode(out); err != nil {
		return err
	}
	_, err := w.Write(yamlpos.VisibleJSON(b.Bytes()))
	return err
}
