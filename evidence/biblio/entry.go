package biblio

import (
	"path"
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/fold"
	"github.com/lectio/lectio/evidence/yamlpos"
)

// Types are the types that a source can have: those of CSL.
func Types() []string { return slices.Clone(cslTypes) }

// Field is a field of a source as people read it, by its name in CSL-JSON.
type Field struct{ Name, Text string }

// Fields are all fields of a source but its key, in the order in which they are written.
func (s *Source) Fields() (list []Field) {
	for _, m := range s.csl() {
		if m.Key != "id" {
			list = append(list, Field{m.Key, s.fieldText(m.Key, m.Value)})
		}
	}
	for _, f := range s.bib { // what CSL has no key for is told by its name in BibTeX
		if _, taken := bibOnly[f.name]; !taken && !bibKnown[f.name] {
			list = append(list, Field{f.name, f.plain()})
		}
	}
	return list
}

// bibKnown are the fields of BibTeX that a Source has fields for.
var bibKnown = wordSet(`author editor title journal journaltitle booktitle year date publisher institution school organization
	address location volume volumes number pages edition language langid url note annote library callnumber lccn shelfmark`)

func (s *Source) fieldText(key string, value any) string {
	switch key {
	case "author":
		return FullNames(s.Authors)
	case "editor":
		return FullNames(s.Editors)
	case "issued":
		return s.Issued
	}
	if text, ok := value.(string); ok {
		return fold.OneLine(text)
	}
	return string(yamlpos.JSON(value))
}

// FullNames are names as they are spoken, with a semicolon between them.
func FullNames(list []Name) string {
	var out []string
	for _, n := range list {
		out = append(out, n.String())
	}
	return strings.Join(out, "; ")
}

// Disagreements are the fields in which two descriptions are not alike, those that only one
// of them has included; the type counts as well.
func (s *Source) Disagreements(o *Source) (list []Difference) {
	mine, theirs := s.Fields(), o.Fields()
	text := func(list []Field, name string) string {
		if i := slices.IndexFunc(list, func(f Field) bool { return f.Name == name }); i >= 0 {
			return list[i].Text
		}
		return ""
	}
	for _, f := range mine {
		if other := text(theirs, f.Name); other != f.Text {
			list = append(list, Difference{f.Name, f.Text, other})
		}
	}
	for _, f := range theirs {
		if !slices.ContainsFunc(mine, func(m Field) bool { return m.Name == f.Name }) {
			list = append(list, Difference{f.Name, "", f.Text})
		}
	}
	return list
}

// Read reads a file of sources by the ending of its name: .bib, .ris, or CSL-JSON.
func Read(file string, data []byte) ([]*Source, diag.Errors) {
	switch path.Ext(file) {
	case ".bib":
		return ReadBibTeX(file, data)
	case ".ris":
		return ReadRIS(file, data)
	}
	return ReadCSL(file, data)
}

// Without takes the entry of an index out of a file of sources, and leaves the rest as it is
// written. Nothing is left of a file that held no other.
func Without(file string, data []byte, index int) ([]byte, diag.Errors) {
	before, errs := Read(file, data)
	if len(errs) > 0 || len(before) == 1 && index == 0 {
		return nil, errs
	}
	from, to := 0, 0
	switch path.Ext(file) {
	case ".bib":
		from, to = bibSpan(file, data, index)
	case ".ris":
		from, to = risSpan(data, index)
	default:
		from, to = cslSpan(file, data, index)
	}
	out := slices.Concat(data[:from], data[to:])
	after, errs := Read(file, out)
	keys := func(list []*Source) (keys []string) {
		for _, s := range list {
			keys = append(keys, s.Key)
		}
		return keys
	}
	if len(errs) > 0 || !slices.Equal(keys(after), slices.Delete(keys(before), index, index+1)) {
		return nil, diag.Errors{{Pos: before[index].pos, Found: diag.Quote(before[index].Key), Expected: "an entry that can be taken out of the file",
			Message: "the entry cannot be told from its neighbours: take it out by hand"}}
	}
	return out, nil
}

// With is a file of sources with one more at its end, in the format that the ending of its
// name says; of nothing it makes a file.
func With(file string, data []byte, s *Source) ([]byte, diag.Errors) {
	one := []*Source{s}
	apart := ""
	if text := strings.TrimRight(string(data), " \t\r\n"); text != "" {
		apart = text + "\n\n"
	}
	switch path.Ext(file) {
	case ".bib":
		return append([]byte(apart), WriteBibTeX(one)...), nil
	case ".ris":
		text, lost := WriteRIS(one)
		if len(lost) > 0 {
			return nil, diag.Errors{{Pos: diag.Pos{File: file}, Message: "RIS cannot hold the source: " + strings.Join(lost, "; ")}}
		}
		return append([]byte(apart), text...), nil
	}
	if apart == "" {
		return WriteCSL(one), nil
	}
	editor, errs := yamlpos.NewEditor(file, data)
	if editor == nil {
		return nil, errs
	}
	root := editor.Root()
	if root.Kind == yamlpos.Map { // a single source makes a list with the new one
		list, errs := ReadCSL(file, data)
		return WriteCSL(append(list, s)), errs
	}
	if root.Flow { // on a line of its own, as WriteCSL has it
		end := strings.LastIndexByte(string(data), ']')
		before := strings.TrimRight(string(data[:end]), " \t\r\n")
		item := strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(string(WriteCSL(one))), "["), "]")
		return []byte(before + ",\n" + strings.Trim(item, "\r\n") + "\n" + string(data[end:])), nil
	}
	item, _ := yamlpos.Parse(file, WriteCSL(one)) // which we wrote
	editor.Insert(nil, len(root.Values), yamlpos.ValueOf(item.Values[0]))
	return editor.Bytes()
}

// bibSpan is where an entry of BibTeX stands, with the line breaks behind it.
func bibSpan(file string, data []byte, index int) (from, to int) {
	text := strings.TrimPrefix(string(data), "\uFEFF")
	r := bibReader{file: file, s: text, macros: map[string]string{}}
	r.read()
	skipped := len(data) - len(text)
	e := r.entries[index]
	return skipped + e.from, lineBreaks(data, skipped+e.to)
}

// risSpan is where an entry of RIS stands, with the line breaks behind it.
func risSpan(data []byte, index int) (from, to int) {
	text, at, n := string(data), 0, -1
	for at < len(text) {
		end := len(text)
		if i := strings.IndexAny(text[at:], "\r\n"); i >= 0 {
			end = at + i
		}
		m := risLine.FindStringSubmatch(strings.TrimRight(strings.TrimPrefix(text[at:end], "\uFEFF"), " \t"))
		switch {
		case m == nil:
		case m[1] == "TY":
			if n++; n == index {
				from = at
			}
		case m[1] == "ER" && n == index:
			return from, lineBreaks(data, end)
		}
		at = end + 1
	}
	return from, len(text)
}

// lineBreaks is where the line breaks end that begin at a byte.
func lineBreaks(data []byte, at int) int {
	for at < len(data) && (data[at] == '\r' || data[at] == '\n') {
		at++
	}
	return at
}

// cslSpan is where an item of a list stands, with what parts it from the next one, or, where it
// is the last, from the one before.
func cslSpan(file string, data []byte, index int) (from, to int) {
	root, _ := yamlpos.Parse(file, data)
	from = yamlpos.Offset(data, root.Values[index].Pos)
	if index+1 < len(root.Values) {
		return from, yamlpos.Offset(data, root.Values[index+1].Pos)
	}
	const space = " \t\r\n"
	end := strings.TrimRight(string(data), space)
	if root.Flow {
		end = strings.TrimRight(strings.TrimSuffix(end, "]"), space)
	}
	begin := strings.TrimRight(string(data[:from]), space)
	begin = strings.TrimRight(strings.TrimRight(begin, ",-"), space)
	return len(begin), len(end)
}
