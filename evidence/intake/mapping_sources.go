package intake

import (
	"fmt"
	"path"
	"strconv"
	"strings"

	"github.com/lectio/lectio/evidence/fold"
	"github.com/lectio/lectio/evidence/ids"
	"github.com/lectio/lectio/evidence/yamlpos"
)

// source finds or makes the source of a row.
func (a *mapper) source(row int) (key, locator string) {
	said := a.joinedText(row, "source")
	if said != "" {
		for _, k := range a.c.SourceKeys() {
			if strings.EqualFold(k, said) {
				return k, ""
			}
		}
		if ids.KeyProblem("", said) == nil { // it looks like a key, and is not there
			return said, ""
		}
	}
	reference := said
	if text := a.joinedText(row, "source.reference"); text != "" {
		reference = text
	}
	part := map[string]string{}
	for _, field := range tableFields {
		if name, ok := strings.CutPrefix(field, "source."); ok && name != "reference" {
			part[name] = a.joinedText(row, field)
		}
	}
	switch {
	case part["title"] != "" || part["author"] != "":
		return a.described(part), ""
	case reference != "":
		return a.draft.source(a.g.Pos(row, 0), reference, "")
	}
	return a.table(), ""
}

// described makes a source of its parts.
func (a *mapper) described(part map[string]string) string {
	text := fmt.Sprint(part)
	if key := a.bySrc[text]; key != "" {
		return key
	}
	authors := yamlpos.Value{Kind: yamlpos.List}
	family := ""
	for name := range strings.SplitSeq(strings.NewReplacer(" & ", ";", " and ", ";").Replace(part["author"]), ";") {
		if name = fold.OneLine(name); name == "" {
			continue
		}
		last, given, parted := strings.Cut(name, ",")
		v := set(yamlpos.MapValue(), "literal", name)
		if parted {
			v = set(set(yamlpos.MapValue(), "family", last), "given", given)
		}
		if family == "" {
			family = last
			if i := strings.LastIndexByte(name, ' '); !parted && i >= 0 {
				family = name[i+1:]
			}
		}
		authors.Values = append(authors.Values, v)
	}
	if family == "" {
		family = part["title"]
	}
	words := strings.Fields(fold.Text(family))
	base := "source"
	if len(words) > 0 {
		base = words[0]
	}
	year := yearIn.FindString(part["year"])
	base = strings.Trim(base+"-"+strings.NewReplacer("/", "-", "–", "-").Replace(year), "-")
	key := base
	for n := 2; a.c.Source(key) != nil || a.draft.refs[key] != ""; n++ {
		key = base + "-" + strconv.Itoa(n)
	}
	kind := "book"
	if part["container"] != "" {
		kind = "article-journal"
	}
	title := part["title"]
	if title == "" {
		title = "(title not stated)"
	}
	item := set(set(set(yamlpos.MapValue(), "id", key), "type", kind), "title", title)
	if len(authors.Values) > 0 {
		item = item.With("author", authors)
	}
	if m := yearIn.FindStringSubmatch(part["year"]); m != nil {
		item = item.With("issued", yamlpos.MapValue().With("date-parts", yamlpos.Value{Kind: yamlpos.List, Values: []yamlpos.Value{yamlpos.ListValue(m[1])}}))
	}
	for _, f := range [][2]string{{"publisher", "publisher"}, {"publisher-place", "place"}, {"container-title", "container"}, {"URL", "url"}, {"DOI", "doi"}} {
		item = set(item, f[0], part[f[1]])
	}
	a.draft.sources[key], a.draft.refs[key], a.bySrc[text] = set(item, "note", "Made of the columns of "+path.Base(a.g.File)+"."), text, key
	return key
}

// table is the source of rows that name none: the table itself.
func (a *mapper) table() string {
	if key := a.bySrc[""]; key != "" {
		return key
	}
	base := strings.TrimSuffix(strings.TrimSuffix(path.Base(a.g.File), path.Ext(a.g.File)), "-rest")
	key := ids.Of(base)
	if key == "" {
		key = "table"
	}
	if a.c.Source(key) == nil {
		a.draft.sources[key] = set(set(set(set(yamlpos.MapValue(), "id", key), "type", "dataset"), "title", path.Base(a.g.File)),
			"note", "The table that the records were taken from; nothing else is known of it yet.")
		a.draft.refs[key] = "the table"
	}
	a.bySrc[""] = key
	return key
}
