package site

import (
	"encoding/base64"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/lectio/lectio/rulesets"
)

// coreFile is by what pages ask the program itself.
const coreFile = "assets/core.js"

// corpusFiles writes the files of the corpus as scripts, since browsers refuse to fetch files from a disk, with the program
// that reads them.
func (s *Site) corpusFiles() error {
	if s.options.Core == nil {
		return nil
	}
	s.put(coreFile, s.options.Core)
	for name, text := range s.options.Corpus {
		packed, err := deflated([]byte(text))
		if err != nil {
			return err
		}
		s.put("corpus/"+name+".js", fmt.Appendf(nil, "lectioFile(%q, %q);\n", name, base64.StdEncoding.EncodeToString(packed)))
	}
	return nil
}

// filesOf lists the files of the corpus that a ruleset is read from: its own, those of its records, all parts and sources.
func (s *Site) filesOf(d *rulesets.Definition) (out []string) {
	own := map[string]bool{d.File: true}
	for _, id := range d.Records {
		if r := s.options.Evidence.Record(id); r != nil {
			own[r.Pos().File] = true
		}
	}
	for _, name := range slices.Sorted(maps.Keys(s.options.Corpus)) {
		ends := func(file string) bool { return file == name || strings.HasSuffix(file, "/"+name) }
		shared := strings.HasPrefix(name, "evidence/sources/") || path.Dir(name) == "rulesets/parts"
		if shared || slices.ContainsFunc(slices.Collect(maps.Keys(own)), ends) {
			out = append(out, name)
		}
	}
	return out
}
