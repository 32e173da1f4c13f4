package report

import (
	"bytes"
	"encoding/base64"
	"html"
	"io"
	"strings"

	"github.com/lectio/lectio/evidence/yamlpos"
)

// The page carries its own style and needs nothing from the network. Serif
// letters and narrow paragraphs for prose, the whole width for tables, headings
// that stay, and a print version without colours that waste ink.
const htmlStyle = `
:root { color-scheme: light; }
* { box-sizing: border-box; }
body { margin: 2rem auto; padding: 0 1.5rem; max-width: 96rem; color: #222; background: #fff;
  font: 1rem/1.5 Charter, "Bitstream Charter", Cambria, Georgia, serif; }
h1 { font-size: 2rem; line-height: 1.2; margin: 0 0 .2rem; }
h2 { font-size: 1.4rem; margin: 3rem 0 .4rem; }
p { max-width: 44rem; margin: .5rem 0; white-space: pre-line; }
p.subtitle { font-size: 1.2rem; color: #555; margin-top: 0; }
dl.facts { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1.2rem; max-width: 60rem; margin: 1rem 0; }
dl.facts dt { font-weight: bold; } dl.facts dd { margin: 0; overflow-wrap: anywhere; }
nav ul { padding-left: 1.2rem; } nav .much { color: #666; }
details { margin: .5rem 0; max-width: 60rem; } details dt { font-weight: bold; margin-top: .3rem; } details dd { margin: 0 0 0 1rem; }
table { border-collapse: collapse; width: 100%; margin: .8rem 0; font: .875rem/1.4 system-ui, "Segoe UI", "Noto Sans", Arial, sans-serif; }
th, td { border: 1px solid #d5d2c8; padding: .3rem .5rem; text-align: left; vertical-align: top; }
th { position: sticky; top: 0; background: #e6e2d6; border-color: #a8a294; }
td { white-space: pre-line; overflow-wrap: break-word; max-width: 34rem; }
.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
td img { display: block; max-width: 26rem; height: auto; }
.charts { display: grid; grid-template-columns: repeat(auto-fill, minmax(34rem, 1fr)); gap: 1.5rem; align-items: start; }
figure { margin: 0; break-inside: avoid; font: .875rem/1.4 system-ui, "Segoe UI", "Noto Sans", Arial, sans-serif; } figure svg { width: 100%; height: auto; font-family: inherit; }
tr:target > td { background: #fff6d0; }
a { color: #1f4e9e; }
.error { background: #f9d0d0; color: #8e1616; font-weight: bold; }
.warning { background: #fce8bf; color: #7a4b00; font-weight: bold; }
.note { background: #dbe8f8; color: #1c4a86; font-weight: bold; }
.good { background: #d9f0dc; color: #1a6130; font-weight: bold; }
@media print { @page { size: A4 landscape; margin: 1.5cm; } body { margin: 0; padding: 0; max-width: none; font-size: 10pt; }
  table { font-size: 8pt; } thead { display: table-header-group; } tr, img { break-inside: avoid; } th { position: static; } a { color: inherit; } }
`

// WriteHTML writes the report as one page that needs no other file.
func (r *Report) WriteHTML(w io.Writer) error {
	if err := r.Validate(); err != nil {
		return err
	}
	anchors := r.anchors()
	esc := html.EscapeString
	var b bytes.Buffer
	put := func(parts ...string) {
		for _, p := range parts {
			b.WriteString(p)
		}
	}
	put("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n",
		"<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n",
		"<title>", esc(r.Title), "</title>\n<style>", htmlStyle, "</style>\n</head>\n<body>\n<header>\n",
		"<h1>", esc(r.Title), "</h1>\n")
	if r.Subtitle != "" {
		put("<p class=\"subtitle\">", esc(r.Subtitle), "</p>\n")
	}
	for _, p := range r.About {
		put("<p>", esc(p), "</p>\n")
	}
	if len(r.Facts) > 0 {
		put("<dl class=\"facts\">\n")
		for _, f := range r.Facts {
			put("<dt>", esc(f[0]), "</dt><dd>", esc(f[1]), "</dd>\n")
		}
		put("</dl>\n")
	}
	if len(r.Tables) > 1 {
		put("<nav>\n<ul>\n")
		for _, t := range r.Tables {
			put("<li><a href=\"#", esc(anchors[target{t.Name, ""}]), "\">", esc(t.title()), "</a> <span class=\"much\">", esc(t.summary()), "</span></li>\n")
		}
		put("</ul>\n</nav>\n")
	}
	put("</header>\n<main>\n")
	if len(r.Charts) > 0 {
		put("<section id=\"charts\">\n<h2>Charts</h2>\n<div class=\"charts\">\n")
		for _, c := range r.Charts {
			put("<figure><figcaption><strong>", esc(c.Title), "</strong><br>", esc(c.About), "</figcaption>", c.svg(), "</figure>\n")
		}
		put("</div>\n</section>\n")
	}
	for _, t := range r.Tables {
		t.html(put, anchors)
	}
	put("</main>\n</body>\n</html>\n")
	_, err := io.WriteString(w, yamlpos.Visible(b.String()))
	return err
}

func (t *Table) html(put func(...string), anchors map[target]string) {
	esc := html.EscapeString
	put("<section id=\"", esc(anchors[target{t.Name, ""}]), "\">\n<h2>", esc(t.title()), "</h2>\n")
	if t.About != "" {
		put("<p>", esc(t.About), "</p>\n")
	}
	open := false
	for _, col := range t.Columns {
		if col.About == "" {
			continue
		}
		if !open {
			put("<details><summary>What the columns mean</summary>\n<dl>\n")
			open = true
		}
		put("<dt>", esc(col.title()), "</dt><dd>", esc(col.About), "</dd>\n")
	}
	if open {
		put("</dl>\n</details>\n")
	}
	if len(t.Rows) == 0 {
		put("<p>Nothing.</p>\n</section>\n")
		return
	}
	put("<table>\n<thead><tr>")
	for _, col := range t.Columns {
		class := ""
		if col.right() {
			class = ` class="n"`
		}
		title := ""
		if col.About != "" {
			title = ` title="` + esc(col.About) + `"`
		}
		put("<th scope=\"col\"", class, title, ">", esc(col.title()), "</th>")
	}
	put("</tr></thead>\n<tbody>\n")
	for _, row := range t.Rows {
		id := ""
		if a := anchors[target{t.Name, row.Key}]; a != "" && row.Key != "" {
			id = ` id="` + esc(a) + `"`
		}
		put("<tr", id, ">")
		for c, cell := range row.Cells {
			put("<td", htmlClass(t.Columns[c], cell), ">", htmlContent(t.Columns[c], cell, anchors), "</td>")
		}
		put("</tr>\n")
	}
	put("</tbody>\n</table>\n</section>\n")
}

func htmlClass(col Column, cell Cell) string {
	switch {
	case col.right():
		return ` class="n"`
	case col.Kind != KindSeverity:
		return ""
	}
	switch s := strings.ToLower(strings.TrimSpace(cell.Text)); s {
	case "error", "warning", "note", "good":
		return ` class="` + s + `"`
	case "info", "≈":
		return ` class="note"`
	case "≠":
		return ` class="warning"`
	case "ok":
		return ` class="good"`
	}
	return ""
}

func htmlContent(col Column, cell Cell, anchors map[target]string) string {
	esc := html.EscapeString
	link := func(l Link, label string) string {
		to := l.URL
		if to == "" {
			to = "#" + anchors[target{l.Table, l.Row}]
		}
		return `<a href="` + esc(to) + `">` + label + `</a>`
	}
	if len(cell.Picture) > 0 {
		img := `<img alt="` + esc(cell.PictureAlt) + `" src="data:image/png;base64,` +
			base64.StdEncoding.EncodeToString(cell.Picture) + `">`
		if len(cell.Links) > 0 {
			return link(cell.Links[0], img)
		}
		return img
	}
	return cell.linked(col, esc, link)
}
