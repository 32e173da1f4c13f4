package publish

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"html"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/exchange"
	"github.com/lectio/lectio/evidence/exchange/sheet"
	"github.com/lectio/lectio/evidence/yamlpos"
)

// CitationFile says who made a corpus. It stands at the top of the corpus.
const CitationFile = "CITATION.cff"

// bundledCitation is that of the bundled corpus. The file at the top of the
// repository cites the program.
//
//go:embed citation/CITATION.cff
var bundledCitation []byte

// Citation is what a release says of a corpus, read from a file in the Citation
// File Format 1.2.0 (https://citation-file-format.github.io).
type Citation struct {
	file     []byte // as it is, for the release
	title    string
	abstract string
	authors  []exchange.Agent
	keywords []string
	licenses []string // SPDX
	version  string
	released string // YYYY-MM-DD
	doi      string // "10.5281/zenodo.1", without the address before it

	root *yamlpos.Node
}

// placeholder is a text that stands where somebody's own is to stand.
var placeholder = regexp.MustCompile(`(?i)^(your|my|first|last|given|family)?[ -]?(sur|last|first|given|family)?[ -]?names?(, (given |first )?name)?$|^(todo|tbd|fixme|xxx|lorem ipsum)\b|^<.*>$|^\[.*\]$`)

// Placeholders reports what of a citation has been left as the example of one has it, or
// stands where somebody's own text is to stand: nobody can cite that.
func (c *Citation) Placeholders(example []byte) (errs diag.Errors) {
	was, _ := yamlpos.Parse(CitationFile, example)
	check := func(n, was *yamlpos.Node, what string) {
		if n != nil && (was != nil && n.Text == was.Text || placeholder.MatchString(strings.TrimSpace(n.Text))) {
			errs.Add(n.Pos, diag.Quote(n.Text), "your own", "%s is a placeholder, and would be published", what)
		}
	}
	for _, key := range []string{"title", "abstract"} {
		check(c.root.Get(key), was.Get(key), "the "+key)
	}
	author := was.Get("authors").Values[0]
	for _, a := range (&yamlpos.Reader{}).Items(c.root.Get("authors")) {
		for _, key := range []string{"family-names", "given-names", "name"} {
			check(a.Get(key), author.Get(key), "the name of an author")
		}
	}
	return errs.Sort()
}

// The keys of the format: those of a file, of a person and of a body.
var (
	citationKeys = strings.Fields(`abstract authors cff-version commit contact date-released doi identifiers keywords license license-url message
		preferred-citation references repository repository-artifact repository-code title type url version`)
	authorKeys = strings.Fields(`family-names given-names name-particle name-suffix name alias affiliation orcid email website address city country
		region post-code tel fax location date-start date-end`)
)

var (
	spdx  = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9.+-]*$`)
	doi   = regexp.MustCompile(`^10\.[0-9]{4,9}/[-._;()/:a-zA-Z0-9]+$`)
	orcid = regexp.MustCompile(`^https://orcid\.org/([0-9]{4}-[0-9]{4}-[0-9]{4}-[0-9]{3}[0-9X])$`)
)

// BundledCitation is that of the bundled corpus.
func BundledCitation() *Citation {
	c, errs := ParseCitation(CitationFile, bundledCitation)
	if len(errs) > 0 {
		panic(errs) // it is part of the program
	}
	return c
}

// ParseCitation reads a citation, and says what is wrong with it.
func ParseCitation(file string, data []byte) (*Citation, diag.Errors) {
	root, errs := yamlpos.Parse(file, data)
	r := yamlpos.Reader{Errs: errs}
	const what = "a citation"
	m := r.Map(root, what, citationKeys...)
	if m == nil {
		return nil, r.Errs.Sort()
	}
	c := &Citation{file: data, root: m,
		title:    r.String(r.Need(m, "title", what), "the title"),
		abstract: strings.Join(strings.Fields(r.String(m.Get("abstract"), "the abstract")), " "),
		keywords: r.Strings(m.Get("keywords"), "a keyword"),
		version:  r.String(m.Get("version"), "the version"),
		released: r.String(m.Get("date-released"), "the date of release"),
	}
	if n := m.Get("doi"); n != nil {
		if c.doi = r.String(n, "the DOI"); !doi.MatchString(c.doi) {
			r.Errorf(n.Pos, diag.Quote(c.doi), "a DOI such as 10.5281/zenodo.1, without an address before it", "this is no DOI")
		}
	}
	r.Need(m, "cff-version", what)
	r.Need(m, "message", what)
	if _, err := time.Parse(time.DateOnly, c.released); c.released != "" && err != nil {
		n := m.Get("date-released")
		r.Errorf(n.Pos, diag.Quote(c.released), "a day such as 2026-01-31", "the date of release is no day")
	}
	for _, n := range r.Items(m.Get("license")) {
		id := r.String(n, "the license")
		if id != "" && !spdx.MatchString(id) {
			r.Errorf(n.Pos, diag.Quote(id), "an identifier of SPDX such as CC-BY-4.0", "this names no license")
		}
		c.licenses = append(c.licenses, id)
	}
	list := r.List(r.Need(m, "authors", what), "the authors")
	if n := m.Get("authors"); n != nil && n.Kind == yamlpos.List && len(n.Values) == 0 {
		r.Errorf(n.Pos, "an empty list", "an author", "a citation must have at least one author")
	}
	for _, n := range list {
		c.authors = append(c.authors, readAuthor(&r, n))
	}
	return c, r.Errs.Sort()
}

func readAuthor(r *yamlpos.Reader, n *yamlpos.Node) exchange.Agent {
	m := r.Map(n, "an author", authorKeys...)
	if m == nil {
		return exchange.Agent{}
	}
	text := func(key string) string { return r.String(m.Get(key), "the "+key+" of an author") }
	out := exchange.Agent{Name: text("name"), Affiliation: text("affiliation")}
	if out.Name == "" {
		out.Given = strings.TrimSpace(text("given-names") + " " + text("name-particle"))
		out.Family = strings.TrimSpace(text("family-names") + " " + text("name-suffix"))
		out.Name = out.Family
		if out.Family != "" && out.Given != "" {
			out.Name += ", " + out.Given
		} else if out.Family == "" {
			out.Name = out.Given
		}
		if out.Name == "" {
			r.Errorf(m.Pos, "", "family-names and given-names, or name", "an author has no name")
		}
	}
	if id := text("orcid"); id != "" {
		if parts := orcid.FindStringSubmatch(id); parts == nil || !orcidHolds(parts[1]) {
			r.Errorf(m.Get("orcid").Pos, diag.Quote(id), "an address such as https://orcid.org/0000-0002-1825-0097", "this is no ORCID iD: its form or its last digit is wrong")
		} else {
			out.ORCID = parts[1]
		}
	}
	return out
}

// orcidHolds checks the last digit (ISO 7064, modulus 11-2).
func orcidHolds(id string) bool {
	digits := strings.ReplaceAll(id, "-", "")
	total := 0
	for _, d := range digits[:len(digits)-1] {
		total = (total + int(d-'0')) * 2
	}
	return "0123456789X"[(12-total%11)%11] == digits[len(digits)-1]
}

// licences are those that a corpus is likely to be under, by their SPDX ids.
var licences = map[string]exchange.License{
	"CC-BY-4.0":    {ID: "CC-BY-4.0", Title: "Creative Commons Attribution 4.0 International", URL: "https://creativecommons.org/licenses/by/4.0/"},
	"CC-BY-SA-4.0": {ID: "CC-BY-SA-4.0", Title: "Creative Commons Attribution-ShareAlike 4.0 International", URL: "https://creativecommons.org/licenses/by-sa/4.0/"},
	"CC0-1.0":      {ID: "CC0-1.0", Title: "Creative Commons Zero 1.0 Universal", URL: "https://creativecommons.org/publicdomain/zero/1.0/"},
	"ODbL-1.0":     {ID: "ODbL-1.0", Title: "Open Data Commons Open Database License 1.0", URL: "https://opendatacommons.org/licenses/odbl/1-0/"},
}

// license is the first licence of the corpus, for formats that have one.
func (c *Citation) license() exchange.License {
	if len(c.licenses) == 0 {
		return exchange.License{}
	}
	return spdxLicense(c.licenses[0])
}

// spdxLicense is the licence of an SPDX identifier, or of an address; what is neither has
// no address, and the zero License is that of none.
func spdxLicense(id string) exchange.License {
	if l, ok := licences[id]; ok || id == "" {
		return l
	}
	if exchange.IsAddress(id) {
		return exchange.License{ID: id, Title: id, URL: id}
	}
	if !spdx.MatchString(id) {
		return exchange.License{ID: id, Title: id}
	}
	return exchange.License{ID: id, Title: id, URL: "https://spdx.org/licenses/" + id + ".html"}
}

// zenodoFile is the metadata of a deposit at Zenodo.
func (c *Citation) zenodoFile() (sheet.File, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	err := enc.Encode(c.zenodo())
	return sheet.File{Path: ".zenodo.json", Content: b.Bytes()}, err
}

// zenodo gives the metadata of a deposit at Zenodo, .zenodo.json
// (https://developers.zenodo.org/#representation). The description there is
// HTML, so the text is escaped.
func (c *Citation) zenodo() any {
	type creator struct {
		Name        string `json:"name"`
		Affiliation string `json:"affiliation,omitempty"`
		ORCID       string `json:"orcid,omitempty"`
	}
	var creators []creator
	for _, a := range c.authors {
		creators = append(creators, creator{a.Name, a.Affiliation, a.ORCID})
	}
	description := c.abstract
	if description == "" {
		description = c.title
	}
	return struct {
		Title           string    `json:"title"`
		UploadType      string    `json:"upload_type"`
		Description     string    `json:"description"`
		Creators        []creator `json:"creators"`
		AccessRight     string    `json:"access_right"`
		License         string    `json:"license,omitempty"`
		Keywords        []string  `json:"keywords,omitempty"`
		Version         string    `json:"version,omitempty"`
		PublicationDate string    `json:"publication_date,omitempty"`
	}{c.title, "dataset", "<p>" + html.EscapeString(description) + "</p>", creators, "open", strings.ToLower(c.license().ID),
		slices.Clone(c.keywords), c.version, c.released}
}

// deposit is the corpus as catalogues of research data have it, without its files.
func (c *Citation) deposit() *exchange.Deposit {
	d := &exchange.Deposit{Title: c.title, Description: c.abstract, Authors: c.authors, Keywords: c.keywords, License: c.license(),
		Version: c.version, Published: c.released, DOI: c.doi}
	if d.Description == "" {
		d.Description = c.title
	}
	return d
}

// lacking is what a citation lacks that such a catalogue demands, "" when it lacks nothing.
func (c *Citation) lacking() string {
	var lacks []string
	if c.released == "" {
		lacks = append(lacks, "date-released")
	}
	if len(c.licenses) == 0 {
		lacks = append(lacks, "license")
	}
	return strings.Join(lacks, " and ")
}
