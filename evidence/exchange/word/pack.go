package word

import (
	"archive/zip"
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
)

const (
	officeNS   = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
	packageNS  = "http://schemas.openxmlformats.org/package/2006/"
	namespaces = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="` + officeNS + `" ` +
		`xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" ` +
		`xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"`
)

// epoch is when every part was made: the same document is the same file.
var epoch = time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)

// file is a part of the package as it is packed.
type file struct{ name, content string }

// pack writes the parts of the document into one file.
func (w *writer) pack(d *Document, out io.Writer) error {
	root := func(tag, content string) string {
		return xml.Header + "<w:" + tag + " " + namespaces + ">" + content + "</w:" + tag + ">"
	}
	separators := `<w:footnote w:type="separator" w:id="-1"><w:p><w:pPr><w:pStyle w:val="Gap"/></w:pPr><w:r><w:separator/></w:r></w:p></w:footnote>` +
		`<w:footnote w:type="continuationSeparator" w:id="0"><w:p><w:pPr><w:pStyle w:val="Gap"/></w:pPr><w:r><w:continuationSeparator/></w:r></w:p></w:footnote>`
	files := []file{
		{"[Content_Types].xml", contentTypes()},
		{"_rels/.rels", relations([]relation{{"officeDocument", "word/document.xml"}, {"core-properties", "docProps/core.xml"}})},
		{"docProps/core.xml", d.core()},
		{"word/document.xml", root("document", "<w:body>"+w.document.xml.String()+"</w:body>")},
		{"word/_rels/document.xml.rels", relations(w.document.rels)},
		{"word/footnotes.xml", root("footnotes", separators+w.footnotes.xml.String())},
		{"word/_rels/footnotes.xml.rels", relations(w.footnotes.rels)},
		{"word/header1.xml", root("hdr", `<w:p><w:pPr><w:pStyle w:val="Header"/></w:pPr><w:r><w:t xml:space="preserve">`+escaped(d.Title)+`</w:t></w:r></w:p>`)},
		{"word/footer1.xml", root("ftr", pageNumber())},
		{"word/settings.xml", root("settings", settings)},
		{"word/styles.xml", root("styles", styles(d.Language))},
	}
	for i, p := range w.pictures {
		files = append(files, file{fmt.Sprintf("word/media/image%d.png", i+1), string(p)})
	}
	z := zip.NewWriter(out)
	for _, f := range files {
		to, err := z.CreateHeader(&zip.FileHeader{Name: f.name, Method: zip.Deflate, Modified: epoch})
		if err != nil {
			return err
		}
		if _, err := io.WriteString(to, f.content); err != nil {
			return err
		}
	}
	return z.Close()
}

func pageNumber() string {
	w := &writer{}
	w.in = &w.document
	w.put(`<w:p><w:pPr><w:pStyle w:val="Footer"/></w:pPr>`)
	w.field("PAGE", "1", "")
	w.put(`</w:p>`)
	return w.document.xml.String()
}

func contentTypes() string {
	var b strings.Builder
	b.WriteString(xml.Header + `<Types xmlns="` + packageNS + `content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
		`<Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/>` +
		`<Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/>`)
	for _, p := range [][2]string{{"document", "document.main"}, {"footnotes", "footnotes"}, {"header1", "header"}, {"footer1", "footer"}, {"settings", "settings"}, {"styles", "styles"}} {
		fmt.Fprintf(&b, `<Override PartName="/word/%s.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.%s+xml"/>`, p[0], p[1])
	}
	return b.String() + `</Types>`
}

func relations(list []relation) string {
	var b strings.Builder
	b.WriteString(xml.Header + `<Relationships xmlns="` + packageNS + `relationships">`)
	for i, r := range list {
		kind, mode := officeNS+"/"+r.kind, ""
		switch r.kind {
		case "core-properties":
			kind = packageNS + "relationships/metadata/core-properties"
		case "hyperlink":
			mode = ` TargetMode="External"`
		}
		fmt.Fprintf(&b, `<Relationship Id="rId%d" Type="%s" Target="%s"%s/>`, i+1, kind, escaped(r.target), mode)
	}
	return b.String() + `</Relationships>`
}

// core is what a catalogue is told of the document. It has no dates: the same document is
// the same file.
func (d *Document) core() string {
	return xml.Header + `<cp:coreProperties xmlns:cp="` + packageNS + `metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/">` +
		`<dc:title>` + escaped(d.Title) + `</dc:title><dc:subject>` + escaped(d.Subtitle) + `</dc:subject><dc:creator>` + escaped(d.Creator) + `</dc:creator>` +
		`<dc:description>` + escaped(d.Description) + `</dc:description><dc:language>` + escaped(d.Language) + `</dc:language></cp:coreProperties>`
}

const settings = `<w:defaultTabStop w:val="709"/><w:footnotePr><w:footnote w:id="-1"/><w:footnote w:id="0"/></w:footnotePr>` +
	`<w:compat><w:compatSetting w:name="compatibilityMode" w:uri="http://schemas.microsoft.com/office/word" w:val="15"/></w:compat>`

// look is a style: of paragraphs or of runs.
type look struct {
	kind, id, name string
	on, next       string // the styles that it is made from and that comes after it
	paragraph, run string
}

// ours are the styles that Word has no name for.
var ours = []string{"TableCaption", "TableText", "Picture", "Figure", "Gap", "Number", "Muted", "Code"}

// looks are the styles, by the names that Word has for them, so that it lists and translates
// them, and makes its tables of contents from them.
var looks = []look{
	{"paragraph", "BodyText", "Body Text", "Normal", "", `<w:spacing w:after="120"/>`, ``},
	{"paragraph", "Title", "Title", "Normal", "BodyText", `<w:keepNext/><w:spacing w:after="60"/>`, `<w:b/><w:bCs/><w:sz w:val="40"/><w:szCs w:val="40"/>`},
	{"paragraph", "Subtitle", "Subtitle", "Normal", "BodyText", `<w:spacing w:after="240"/>`, `<w:i/><w:iCs/><w:sz w:val="24"/><w:szCs w:val="24"/>`},
	{"paragraph", "Heading1", "heading 1", "Normal", "BodyText", `<w:keepNext/><w:keepLines/><w:spacing w:before="360" w:after="120"/><w:outlineLvl w:val="0"/>`, `<w:b/><w:bCs/><w:sz w:val="30"/><w:szCs w:val="30"/>`},
	{"paragraph", "Heading2", "heading 2", "Normal", "BodyText", `<w:keepNext/><w:keepLines/><w:spacing w:before="240" w:after="80"/><w:outlineLvl w:val="1"/>`, `<w:b/><w:bCs/><w:sz w:val="25"/><w:szCs w:val="25"/>`},
	{"paragraph", "Heading3", "heading 3", "Normal", "BodyText", `<w:keepNext/><w:keepLines/><w:spacing w:before="200" w:after="60"/><w:outlineLvl w:val="2"/>`, `<w:b/><w:bCs/><w:i/><w:iCs/>`},
	{"paragraph", "Quote", "Quote", "Normal", "BodyText", `<w:keepNext/><w:pBdr><w:left w:val="single" w:sz="12" w:space="8" w:color="808080"/></w:pBdr><w:spacing w:before="200" w:after="100"/>`, ``},
	{"paragraph", "List", "List", "Normal", "", `<w:spacing w:after="60"/><w:ind w:left="425" w:hanging="283"/>`, ``},
	{"paragraph", "List2", "List 2", "List", "", `<w:ind w:left="850" w:hanging="283"/>`, ``},
	{"paragraph", "List3", "List 3", "List", "", `<w:ind w:left="1275" w:hanging="283"/>`, ``},
	{"paragraph", "Caption", "caption", "Normal", "BodyText", `<w:keepLines/><w:spacing w:before="60" w:after="240"/>`, `<w:sz w:val="19"/><w:szCs w:val="19"/>`},
	{"paragraph", "TableCaption", "Table Caption", "Caption", "BodyText", `<w:keepNext/><w:spacing w:before="240" w:after="80"/>`, ``},
	{"paragraph", "TableText", "Table Text", "Normal", "", `<w:spacing w:before="20" w:after="20"/>`, `<w:sz w:val="18"/><w:szCs w:val="18"/>`},
	{"paragraph", "Picture", "Picture", "Normal", "BodyText", `<w:spacing w:before="120" w:after="120"/>`, ``},
	{"paragraph", "Figure", "Figure", "Picture", "Caption", `<w:keepNext/>`, ``},
	{"paragraph", "Gap", "Gap", "Normal", "BodyText", `<w:spacing w:before="0" w:after="0" w:line="120" w:lineRule="exact"/>`, `<w:sz w:val="4"/><w:szCs w:val="4"/>`},
	{"paragraph", "FootnoteText", "footnote text", "Normal", "", `<w:spacing w:after="20"/>`, `<w:sz w:val="18"/><w:szCs w:val="18"/>`},
	{"paragraph", "Header", "header", "Normal", "", `<w:jc w:val="right"/>`, `<w:i/><w:iCs/><w:sz w:val="18"/><w:szCs w:val="18"/>`},
	{"paragraph", "Footer", "footer", "Normal", "", `<w:jc w:val="center"/>`, `<w:sz w:val="18"/><w:szCs w:val="18"/>`},
	{"character", "FootnoteReference", "footnote reference", "", "", ``, `<w:vertAlign w:val="superscript"/>`},
	{"character", "Hyperlink", "Hyperlink", "", "", ``, `<w:color w:val="1F4E79"/>`},
	{"character", "Number", "Caption Number", "", "", ``, `<w:b/><w:bCs/>`},
	{"character", "Muted", "Muted", "", "", ``, `<w:color w:val="595959"/>`},
	{"character", "Code", "Code", "", "", ``, `<w:rFonts w:ascii="Courier New" w:hAnsi="Courier New" w:cs="Courier New"/><w:noProof/><w:sz w:val="17"/><w:szCs w:val="17"/>`},
}

// styles says what the styles look like: one family of letters, which every Word has.
func styles(language string) string {
	var b strings.Builder
	b.WriteString(`<w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Times New Roman" w:hAnsi="Times New Roman" w:eastAsia="Times New Roman" w:cs="Times New Roman"/>` +
		`<w:sz w:val="22"/><w:szCs w:val="22"/><w:lang w:val="` + escaped(language) + `"/></w:rPr></w:rPrDefault><w:pPrDefault/></w:docDefaults>` +
		`<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:qFormat/></w:style>` +
		`<w:style w:type="table" w:default="1" w:styleId="TableNormal"><w:name w:val="Normal Table"/><w:tblPr><w:tblInd w:w="0" w:type="dxa"/>` +
		`<w:tblCellMar><w:left w:w="80" w:type="dxa"/><w:right w:w="80" w:type="dxa"/></w:tblCellMar></w:tblPr></w:style>` +
		`<w:style w:type="table" w:customStyle="1" w:styleId="Rows"><w:name w:val="Rows"/><w:basedOn w:val="TableNormal"/><w:tblPr><w:tblBorders>` +
		`<w:top w:val="single" w:sz="8" w:space="0" w:color="000000"/><w:bottom w:val="single" w:sz="8" w:space="0" w:color="000000"/>` +
		`<w:insideH w:val="single" w:sz="2" w:space="0" w:color="A6A6A6"/></w:tblBorders></w:tblPr>` +
		`<w:tblStylePr w:type="firstRow"><w:rPr><w:b/><w:bCs/></w:rPr><w:tcPr><w:tcBorders><w:bottom w:val="single" w:sz="6" w:space="0" w:color="000000"/></w:tcBorders></w:tcPr></w:tblStylePr></w:style>`)
	for _, l := range looks {
		custom := ""
		if slices.Contains(ours, l.id) {
			custom = ` w:customStyle="1"`
		}
		fmt.Fprintf(&b, `<w:style w:type="%s"%s w:styleId="%s"><w:name w:val="%s"/>`, l.kind, custom, l.id, l.name)
		if l.on != "" {
			b.WriteString(`<w:basedOn w:val="` + l.on + `"/>`)
		}
		if l.next != "" {
			b.WriteString(`<w:next w:val="` + l.next + `"/>`)
		}
		b.WriteString(`<w:qFormat/>`)
		if l.paragraph != "" {
			b.WriteString(`<w:pPr>` + l.paragraph + `</w:pPr>`)
		}
		b.WriteString(`<w:rPr>` + l.run + `</w:rPr></w:style>`)
	}
	return b.String()
}
