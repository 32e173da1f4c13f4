package exchange

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/lectio/lectio/evidence/exchange/sheet"
)

// Deposit is a folder that is published, with who made it: what catalogues of research
// data ask for. [ROCrate] and [DataCite] write it.
type Deposit struct {
	Title, Description string
	Authors            []Agent
	Keywords           []string
	License            License
	Version            string
	Published          string // YYYY-MM-DD; "" while it has not been
	DOI                string // "10.5281/zenodo.1", "" while there is none
	Files              []DepositFile
}

// Agent is a person or a body.
type Agent struct {
	Name          string // Family, Given; or a body
	Given, Family string // "" for a body
	Affiliation   string
	ORCID         string // without the address before it
}

// DepositFile is a file of a deposit, with what it is. A folder has a path that ends in a
// slash, and a nil Content; its files have entries of their own.
type DepositFile struct {
	sheet.File
	About string
}

// mediaTypes are the types of what we write, by the end of a name; the longest that fits
// counts.
var mediaTypes = map[string]string{
	".csv": "text/csv", ".json": "application/json", ".jsonld": "application/ld+json", ".geojson": "application/geo+json",
	".csl.json": "application/vnd.citationstyles.csl+json", ".bib": "application/x-bibtex", ".ris": "application/x-research-info-systems",
	".xlsx":   "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
	".sqlite": "application/vnd.sqlite3", ".xml": "application/tei+xml", ".md": "text/markdown", ".cff": "application/yaml",
}

// mediaType is the type of a file by its name, "" when it is none of ours.
func mediaType(name string) string {
	best := ""
	for end := range mediaTypes {
		if strings.HasSuffix(name, end) && len(end) > len(best) {
			best = end
		}
	}
	return mediaTypes[best]
}

// CrateFile is the name of the file that [ROCrate] writes.
const CrateFile = "ro-crate-metadata.json"

// ref names another entity of a crate.
func ref(id string) pairs { return pairs{{"@id", id}} }

// ROCrate describes a deposit as RO-Crate 1.2 (https://w3id.org/ro/crate/1.2): the
// folder with its authors, license and files, each with what it is, its type, size and
// checksum. A crate must have a license and a day of publication; where the deposit has
// none, they are not made up.
func ROCrate(d *Deposit) (sheet.File, error) {
	graph := []pairs{{{"@id", CrateFile}, {"@type", "CreativeWork"},
		{"conformsTo", ref("https://w3id.org/ro/crate/1.2")}, {"about", ref("./")}}}
	root := pairs{{"@id", "./"}, {"@type", "Dataset"}, {"name", d.Title}, {"description", d.Description}}
	for _, more := range []Property{{"datePublished", d.Published}, {"version", d.Version}} {
		if more.Value != "" {
			root = append(root, more)
		}
	}
	if d.DOI != "" {
		root = append(root, Property{"identifier", "https://doi.org/" + d.DOI})
	}
	if len(d.Keywords) > 0 {
		root = append(root, Property{"keywords", strings.Join(d.Keywords, ", ")})
	}
	var rest []pairs
	if l := d.License; l.URL != "" {
		root = append(root, Property{"license", ref(l.URL)})
		rest = append(rest, pairs{{"@id", l.URL}, {"@type", "CreativeWork"}, {"name", l.Title}, {"description", l.Title}, {"identifier", l.ID}})
	}
	var authors []pairs
	for i, a := range d.Authors {
		entities := a.entities("#author-" + strconv.Itoa(i+1))
		authors, rest = append(authors, ref(entities[0][0].Value.(string))), append(rest, entities...)
	}
	if authors != nil {
		root = append(root, Property{"author", authors})
	}
	parts, files := d.parts()
	root = append(root, Property{"hasPart", parts})
	graph = append(append(append(graph, root), files...), rest...)
	var b bytes.Buffer
	err := indented(&b, pairs{{"@context", "https://w3id.org/ro/crate/1.2/context"}, {"@graph", graph}})
	return sheet.File{Path: CrateFile, Content: b.Bytes()}, err
}

// entities are an author and his institution, for a crate. Who has an ORCID is called by
// it, the others by a name within the crate.
func (a Agent) entities(id string) []pairs {
	if a.ORCID != "" {
		id = "https://orcid.org/" + a.ORCID
	}
	kind := "Person"
	if a.Family == "" && a.Given == "" {
		kind = "Organization"
	}
	e := pairs{{"@id", id}, {"@type", kind}, {"name", a.Name}}
	for _, more := range []Property{{"givenName", a.Given}, {"familyName", a.Family}} {
		if more.Value != "" {
			e = append(e, more)
		}
	}
	if a.Affiliation == "" {
		return []pairs{e}
	}
	at := strings.TrimPrefix(id, "https://orcid.org/") + "-affiliation"
	at = "#" + strings.TrimPrefix(at, "#")
	return []pairs{append(e, Property{"affiliation", ref(at)}), {{"@id", at}, {"@type", "Organization"}, {"name", a.Affiliation}}}
}

// parts are what the root of a crate holds, and the entities of all files and folders.
func (d *Deposit) parts() (top, entities []pairs) {
	top = []pairs{}
	inside := map[string][]pairs{}
	for _, f := range d.Files {
		if dir := path.Dir(f.Path); f.Content != nil && dir != "." {
			inside[dir+"/"] = append(inside[dir+"/"], ref(f.Path))
		} else {
			top = append(top, ref(f.Path))
		}
	}
	for _, f := range d.Files {
		e := pairs{{"@id", f.Path}, {"@type", "File"}, {"name", path.Base(f.Path)}}
		if f.Content == nil {
			e = pairs{{"@id", f.Path}, {"@type", "Dataset"}, {"name", path.Base(f.Path)}}
		}
		if f.About != "" {
			e = append(e, Property{"description", f.About})
		}
		if f.Content == nil {
			entities = append(entities, append(e, Property{"hasPart", inside[f.Path]}))
			continue
		}
		if t := mediaType(f.Path); t != "" {
			e = append(e, Property{"encodingFormat", t})
		}
		entities = append(entities, append(e, Property{"contentSize", strconv.Itoa(len(f.Content))},
			Property{"sha256", fmt.Sprintf("%x", sha256.Sum256(f.Content))}))
	}
	return top, entities
}

// DataCiteFile is the name of the file that [DataCite] writes.
const DataCiteFile = "datacite.json"

// unavailable is what DataCite's guide writes for a value that is not known (appendix 3
// of the documentation of schema 4).
const unavailable = ":unav"

// DataCite describes a deposit as the metadata schema 4 of DataCite has it, in JSON, as
// its registry takes it to give out a DOI. The publisher is who takes the deposit, so it
// stands as unavailable until then, and so does a DOI that has not been given out. The
// schema demands a year of publication; where the deposit has none, it is not made up.
func DataCite(d *Deposit) (sheet.File, error) {
	out := pairs{{"schemaVersion", "http://datacite.org/schema/kernel-4"}}
	if d.DOI != "" {
		out = append(out, Property{"doi", d.DOI})
	}
	var creators []pairs
	for _, a := range d.Authors {
		c := pairs{{"name", a.Name}, {"nameType", "Personal"}}
		if a.Family == "" && a.Given == "" {
			c[1].Value = "Organizational"
		}
		for _, more := range []Property{{"givenName", a.Given}, {"familyName", a.Family}} {
			if more.Value != "" {
				c = append(c, more)
			}
		}
		if a.Affiliation != "" {
			c = append(c, Property{"affiliation", []pairs{{{"name", a.Affiliation}}}})
		}
		if a.ORCID != "" {
			c = append(c, Property{"nameIdentifiers", []pairs{{{"nameIdentifier", "https://orcid.org/" + a.ORCID},
				{"nameIdentifierScheme", "ORCID"}, {"schemeUri", "https://orcid.org"}}}})
		}
		creators = append(creators, c)
	}
	out = append(out, Property{"types", pairs{{"resourceTypeGeneral", "Dataset"}, {"resourceType", "Records of evidence"}}},
		Property{"creators", creators}, Property{"titles", []pairs{{{"title", d.Title}}}}, Property{"publisher", pairs{{"name", unavailable}}})
	if d.Published != "" {
		out = append(out, Property{"publicationYear", d.Published[:4]}, Property{"dates", []pairs{{{"date", d.Published}, {"dateType", "Issued"}}}})
	}
	if len(d.Keywords) > 0 {
		var subjects []pairs
		for i, k := range d.Keywords {
			if !slices.Contains(d.Keywords[:i], k) {
				subjects = append(subjects, pairs{{"subject", k}})
			}
		}
		out = append(out, Property{"subjects", subjects})
	}
	out = append(out, Property{"language", "en"})
	if d.Version != "" {
		out = append(out, Property{"version", d.Version})
	}
	if l := d.License; l.ID != "" {
		out = append(out, Property{"rightsList", []pairs{{{"rights", l.Title}, {"rightsUri", l.URL}, {"rightsIdentifier", l.ID},
			{"rightsIdentifierScheme", "SPDX"}, {"schemeUri", "https://spdx.org/licenses/"}}}})
	}
	out = append(out, Property{"descriptions", []pairs{{{"description", d.Description}, {"descriptionType", "Abstract"}}}})
	var formats []string
	for _, f := range d.Files {
		if t := mediaType(f.Path); f.Content != nil && t != "" && !slices.Contains(formats, t) {
			formats = append(formats, t)
		}
	}
	slices.Sort(formats)
	out = append(out, Property{"formats", formats})
	var b bytes.Buffer
	err := indented(&b, out)
	return sheet.File{Path: DataCiteFile, Content: b.Bytes()}, err
}
