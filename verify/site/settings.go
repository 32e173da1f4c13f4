package site

import (
	"bytes"
	"context"
	_ "embed"
	"errors"
	"io/fs"
	"net/url"
	"path"
	"strings"
	"time"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/schema"
	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"
)

// Settings are what the authors of a corpus say about its edition: site/site.yaml, and
// beside it pages of their own in Markdown.
type Settings struct {
	Title, About, Authors string
	Licence, LicenceURL   string
	Contact               string // where the authors are written to: an address of mail or of a page, "" for none
	Address               string // at which the site is published, "" for not yet
	Date                  string // of the edition, as YYYY-MM-DD, "" for none
	Compare               []Comparison
	Pages                 []*ExtraPage // in the order of their files
}

// Comparison names rulesets, or interpretations, that are set side by side.
type Comparison struct {
	Of      []string
	Because string // why, in the authors' words; "" where they do not say
}

// ExtraPage is a page that an author has written.
type ExtraPage struct {
	Name, Title string
	body        []byte // as HTML
}

// settingsFile is where settings lie in a corpus.
const settingsFile = "site/site.yaml"

//go:embed site.yaml
var bundled []byte

type settingsKeys struct {
	Title      schema.Text  `json:"title" about:"of the edition"`
	About      schema.Text  `json:"about,omitempty" about:"what it is, in a sentence or two"`
	Authors    schema.Text  `json:"authors" about:"who is to be cited"`
	Licence    schema.Text  `json:"licence" about:"its name"`
	LicenceURL schema.Text  `json:"licence-address,omitempty"`
	Contact    schema.Text  `json:"contact,omitempty" about:"where the authors are written to: an address of mail, or of a page"`
	Address    schema.Text  `json:"address,omitempty" about:"at which the site is published"`
	Date       schema.Text  `json:"date,omitempty" about:"of this edition, such as 2026-11-23; it stands in every citation"`
	Compare    []schema.Any `json:"compare,omitempty" about:"what is set side by side: lists of rulesets, each by itself or under of, with because"`
}

type comparisonKeys struct {
	Of      schema.Texts `json:"of" about:"rulesets or interpretations, two or more"`
	Because schema.Text  `json:"because,omitempty" about:"why these, for a reader"`
}

// BundledSettings are those of the bundled corpus.
func BundledSettings() (*Settings, diag.Errors) { return readSettings(settingsFile, bundled) }

// ReadSettings reads the settings of a corpus, and the pages beside them; a corpus need
// have none.
func ReadSettings(fsys fs.FS, shown func(string) string) (*Settings, diag.Errors) {
	data, err := fs.ReadFile(fsys, settingsFile)
	if errors.Is(err, fs.ErrNotExist) {
		return &Settings{Title: "A corpus of games", Authors: "its authors", Licence: "no licence is stated"}, nil
	}
	var errs diag.Errors
	if err != nil {
		errs.Add(diag.Pos{File: shown(settingsFile)}, "", "", "the file cannot be read: %v", yamlpos.WithoutPath(err))
		return nil, errs
	}
	s, errs := readSettings(shown(settingsFile), data)
	list, _ := fs.Glob(fsys, "site/*.md")
	for _, file := range list { // in the order of their names
		page, err := fs.ReadFile(fsys, file)
		if err != nil {
			errs.Add(diag.Pos{File: shown(file)}, "", "", "the file cannot be read: %v", yamlpos.WithoutPath(err))
			continue
		}
		x, err := markdown(strings.TrimSuffix(path.Base(file), ".md"), page)
		if err != nil {
			errs.Add(diag.Pos{File: shown(file)}, "", "", "the page cannot be read: %v", err)
			continue
		}
		s.Pages = append(s.Pages, x)
	}
	return s, errs
}

func readSettings(file string, data []byte) (*Settings, diag.Errors) {
	root, errs := yamlpos.Parse(file, data)
	r := yamlpos.Reader{Errs: errs}
	s := &Settings{}
	m := r.Map(root, "the settings of a site", schema.Keys(settingsKeys{})...)
	if m == nil {
		return s, r.Errs
	}
	s.Title = r.Words(r.Need(m, "title", "the settings of a site"), "the title")
	s.Authors = r.Words(r.Need(m, "authors", "the settings of a site"), "the authors")
	s.Licence = r.Words(r.Need(m, "licence", "the settings of a site"), "the licence")
	s.About = strings.TrimSpace(r.String(m.Get("about"), "what the edition is"))
	s.LicenceURL = r.String(m.Get("licence-address"), "the address of the licence")
	if s.Address = r.String(m.Get("address"), "the address of the site"); s.Address != "" && !strings.HasSuffix(s.Address, "/") {
		s.Address += "/"
	}
	if n := m.Get("contact"); n != nil {
		s.Contact = r.String(n, "the address of the authors")
		if u, err := url.Parse(s.ContactLink()); err != nil || u.Host == "" && !strings.Contains(u.Opaque, "@") {
			r.Errorf(n.Pos, s.Contact, "an address of mail, or of a page, such as https://example.org/", "nobody can write to this")
		}
	}
	if n := m.Get("date"); n != nil {
		s.Date = r.String(n, "the date of the edition")
		if _, err := time.Parse(time.DateOnly, s.Date); err != nil {
			r.Errorf(n.Pos, s.Date, "a day, such as 2026-11-23", "this is no date of an edition")
		}
	}
	for _, n := range r.List(m.Get("compare"), "what is set side by side") {
		var c Comparison
		of := n
		if n.Kind == yamlpos.Map {
			r.Map(n, "a comparison", schema.Keys(comparisonKeys{})...)
			of = r.Need(n, "of", "a comparison")
			c.Because = r.Words(n.Get("because"), "why these are compared")
		}
		if c.Of = r.Strings(of, "a ruleset"); of != nil && len(c.Of) < 2 {
			r.Errorf(of.Pos, "", "two rulesets or more, such as [GAME, GAME]", "there is nothing to compare")
			continue
		}
		s.Compare = append(s.Compare, c)
	}
	return s, r.Errs
}

// ContactLink leads to where the authors are written to.
func (s *Settings) ContactLink() string {
	if strings.HasPrefix(s.Contact, "https://") || strings.HasPrefix(s.Contact, "http://") {
		return s.Contact
	}
	return "mailto:" + s.Contact
}

// dated is the date of the edition, as it stands in a citation.
func (s *Settings) dated() string {
	if s.Date == "" {
		return ""
	}
	return ", " + s.Date
}

// markdown makes a page of a text. Its title is its first heading. HTML in it is left
// out: a page has no script of its own.
func markdown(name string, data []byte) (*ExtraPage, error) {
	x := &ExtraPage{Name: slug(name), Title: spaced(name)}
	doc := goldmark.DefaultParser().Parse(text.NewReader(data))
	for n := doc.FirstChild(); n != nil; n = n.NextSibling() {
		if h, ok := n.(*ast.Heading); ok && h.Level == 1 {
			var title bytes.Buffer
			for i := range h.Lines().Len() {
				line := h.Lines().At(i)
				title.Write(line.Value(data))
			}
			x.Title = title.String()
			doc.RemoveChild(doc, n)
			break
		}
	}
	var b bytes.Buffer
	if err := goldmark.DefaultRenderer().Render(&b, data, doc); err != nil {
		return nil, err
	}
	x.body = b.Bytes()
	return x, nil
}

// extraPages writes the pages that authors have written.
func (s *Site) extraPages(context.Context) error {
	for _, x := range s.settings.Pages {
		p := s.page(x.Name+"/index.html", x.Title)
		p.Up = []link{{"index.html", s.settings.Title}}
		if err := p.write("extra", safe(x.body)); err != nil {
			return err
		}
	}
	return nil
}
