package site

import (
	"bytes"
	"embed"
	"fmt"
	"html"
	"html/template"
	"io/fs"
	"path"
	"strings"
	"unicode/utf8"

	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/edition"
)

//go:embed pages/*.html
var pageFiles embed.FS

//go:embed assets
var assetFiles embed.FS

var templates = template.Must(template.New("").Funcs(template.FuncMap{
	"plain": plain, "capital": edition.Capitalised, "listed": func(list []string) string { return strings.Join(list, ", ") },
	"kindOf": func(q *rulesets.Question) string { return questionKinds[q.Kind] }, "basisOf": func(r *rulesets.Reading) string { return readingBases[r.Basis] },
}).ParseFS(pageFiles, "pages/*.html"))

// plain is a text whose dashes and names stand as a reader expects them, in one line.
func plain(s string) string { return strings.Join(strings.Fields(s), " ") }

// link leads to a page of the site, from its root, or to a place of the page itself.
type link struct{ To, Text string }

// page is what all pages share, and what stands on one of them.
type page struct {
	site *Site
	men  map[string]string // ids of men that stand on the page, by what they look like

	Path, Title string
	Summary     string // for catalogues and search engines
	Lede        string // below the title
	Up          []link // from the root down to the page above
	Along       []link // pages of the same game, and which of them is this
	Here        string // this page among Along
	Before      *link
	After       *link
	Mend        string // where what the page shows is mended, "" where it cannot be
	Scripts     []string
	Citation    string
	Meta        map[string]any // as schema.org has it
	Content     any
	Name        string // of the template
	Wide        bool
}

// policy says what a browser may load for a page: what is of the site itself.
const policy = "default-src 'none'; img-src 'self' data:; style-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src blob:; connect-src 'self'; base-uri 'none'; form-action 'none'"

// Policy is what the page says of it.
func (p *page) Policy() template.HTML { return policy }

// page begins a page at a path.
func (s *Site) page(at, title string) *page {
	p := &page{site: s, men: map[string]string{}, Path: at, Title: title, Scripts: []string{"assets/site.js"}}
	if s.asks() {
		p.Mend = workshop + "index.html"
	}
	if s.options.Watched {
		p.Scripts = append(p.Scripts, watching)
	}
	return p
}

// gamePageOf begins a page of a game.
func (s *Site) gamePageOf(g *game, at, title, here string) *page {
	p := s.page(path.Join(g.dir, at), title)
	p.Mend = s.mend(g.Definition.File)
	p.Up = []link{{"index.html", s.settings.Title}}
	if here != "" {
		p.Up = append(p.Up, link{g.dir + "/index.html", g.Definition.Title})
	}
	along := []struct{ at, text string }{{"index.html", "Text and rules"}, {"rules/index.html", "Rules to play by"}, {"questions/index.html", "Open questions"},
		{"throws/index.html", g.throwsTitle()}, {"examples/index.html", "Worked examples"}, {"sources/index.html", "Sources"}}
	if s.asks() {
		along = append(along, struct{ at, text string }{"play/index.html", "Play"})
	}
	for _, x := range along {
		p.Along = append(p.Along, link{g.dir + "/" + x.at, x.text})
	}
	p.Here = g.dir + "/" + here
	if here == "" {
		p.Here = g.dir + "/index.html"
	}
	p.Citation = fmt.Sprintf("version %s", g.Definition.Version)
	return p
}

// Rel is the way from the page to a path from the root of the site.
func (p *page) Rel(to string) string {
	to, anchor, _ := strings.Cut(to, "#")
	if anchor != "" {
		anchor = "#" + anchor
	}
	if to == "" || to == p.Path {
		if anchor == "" {
			return path.Base(p.Path)
		}
		return anchor
	}
	from := strings.Split(path.Dir(p.Path), "/")
	if from[0] == "." {
		from = nil
	}
	there := strings.Split(to, "/")
	same := 0
	for same < len(from) && same < len(there)-1 && from[same] == there[same] {
		same++
	}
	return strings.Repeat("../", len(from)-same) + strings.Join(there[same:], "/") + anchor
}

// Settings are what the authors say about the edition.
func (p *page) Settings() *Settings { return p.site.settings }

// mostHead is how long a title may be that search engines show whole.
const mostHead = 70

// Head is the title for the window and for search engines: with the title of the edition
// behind it, and where that is too long the name of what the page is about in place of its
// whole title.
func (p *page) Head() string {
	set := p.site.settings.Title
	if p.Path == "index.html" {
		return p.Title
	}
	name, _, _ := strings.Cut(p.Title, ". ")
	if len(p.Up) > 1 {
		name += ", " + p.Up[len(p.Up)-1].Text
	}
	for _, head := range []string{p.Title + " – " + set, name + " – " + set, p.Title, name} {
		if utf8.RuneCountInString(html.EscapeString(head)) <= mostHead { // as it stands in the page, and is counted there
			return head
		}
	}
	return shortened(name, mostHead)
}

// Version is the program that has made the page.
func (p *page) Version() string { return p.site.options.Version }

// Command makes the site again.
func (p *page) Command() string { return p.site.options.Command }

// Menu are the links on top of every page.
func (p *page) Menu() []link {
	home := "Games"
	if len(p.site.games) == 0 {
		home = "Home"
	}
	out := []link{{"index.html", home}, {"records/index.html", "Records"}}
	if len(p.site.settings.Compare) > 0 {
		out = append(out, link{"comparisons/index.html", "Comparisons"})
	}
	if len(p.site.games) > 0 {
		out = append(out, link{"figures/index.html", "Figures"})
	}
	for _, x := range p.site.settings.Pages {
		out = append(out, link{x.Name + "/index.html", x.Title})
	}
	if p.site.asks() {
		out = append(out, link{workshop + "index.html", "Workshop"})
	}
	return append(out, link{"about/index.html", "About"}, link{"search/index.html", "Search"})
}

// Canonical is the address at which the page is published, "" where that is not said.
func (p *page) Canonical() string {
	if p.site.settings.Address == "" {
		return ""
	}
	return p.site.settings.Address + strings.TrimSuffix(p.Path, "index.html")
}

// Cite is how the page is cited.
func (p *page) Cite() string {
	set := p.site.settings
	text := fmt.Sprintf("%s, “%s”, in: %s", set.Authors, p.Title, set.Title)
	if p.Path == "index.html" {
		text = fmt.Sprintf("%s, %s", set.Authors, set.Title)
	}
	if p.Citation != "" {
		text += ", " + p.Citation
	}
	text += set.dated() + fmt.Sprintf(" (%s)", p.site.options.Version)
	if c := p.Canonical(); c != "" {
		text += ", " + c
	}
	return text + "."
}

// Schema is what the page says of itself to programs; what it is about stands in its head as its description.
func (p *page) Schema() map[string]any {
	m := map[string]any{"@context": "https://schema.org", "@type": "WebPage", "name": p.Title, "license": p.site.settings.LicenceURL,
		"author": map[string]any{"@type": "Organization", "name": p.site.settings.Authors}, "inLanguage": "en"}
	if c := p.Canonical(); c != "" {
		m["url"] = c
	}
	if d := p.site.settings.Date; d != "" {
		m["datePublished"] = d
	}
	if p.Path == "index.html" {
		m["description"] = plain(p.Summary)
	} else {
		m["isPartOf"] = map[string]any{"@type": "Dataset", "name": p.site.settings.Title}
	}
	for k, v := range p.Meta {
		m[k] = v
	}
	return m
}

// Item is something on a page, for a part of a template that needs both.
type Item struct {
	Page *page
	Item any
}

// With is something of the page together with the page.
func (p *page) With(x any) Item { return Item{p, x} }

// Clause is where a clause of the game stands.
func (p *page) Clause(anchor string) string { return path.Dir(p.Along[0].To) + "/index.html#" + anchor }

// Rules is the page of the rules of the game.
func (p *page) Rules() string { return path.Dir(p.Along[0].To) + "/rules/index.html" }

// QuestionsPath is the list of the questions of the game.
func (p *page) QuestionsPath() string { return path.Dir(p.Along[0].To) + "/questions/index.html" }

// Class is that of the body of the page.
func (p *page) Class() string { return "page-" + p.Name }

// safe is HTML that a writer of Markdown has made.
func safe(b []byte) template.HTML { return template.HTML(b) }

// write writes the page with a template.
func (p *page) write(name string, content any) error {
	p.Name, p.Content = name, content
	var body, b bytes.Buffer
	if err := templates.ExecuteTemplate(&body, name, p); err != nil {
		return fmt.Errorf("%s: %w", p.Path, err)
	}
	text := once(body.String())
	if err := templates.ExecuteTemplate(&b, "frame", struct {
		*page
		Body template.HTML
	}{p, template.HTML(text)}); err != nil {
		return fmt.Errorf("%s: %w", p.Path, err)
	}
	text = strings.ReplaceAll(b.String(), "&#39;", "'") // attributes stand in the other kind of quotes
	p.site.put(p.Path, []byte(yamlpos.Visible(text)))
	return nil
}

// assets are the files that are the same for every corpus.
func (s *Site) assets() error {
	return fs.WalkDir(assetFiles, "assets", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		if strings.HasPrefix(name, editorFiles) && !s.asks() {
			return nil
		}
		data, err := assetFiles.ReadFile(name)
		s.Files[name] = data
		return err
	})
}
