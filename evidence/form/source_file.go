package form

import (
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/biblio"
	"github.com/lectio/lectio/evidence/ids"
	"github.com/lectio/lectio/evidence/yamlpos"
)

// SourceFile is the file that a new source goes into, as it will be: its name below the folder of the corpus, what it has, nil where
// it is new, and what it will have.
func SourceFile(c *evidence.Corpus, s *biblio.Source, fsys fs.FS, root string) (name string, old, content []byte, err error) {
	var files []string
	count := map[string]int{}
	for _, other := range c.Sources {
		if file := other.Pos().File; !slices.Contains(files, file) {
			files = append(files, file)
			count[path.Ext(file)]++
		}
	}
	if len(files) == 1 {
		name := strings.TrimPrefix(strings.TrimPrefix(files[0], path.Join(root)), "/")
		old, err := fs.ReadFile(fsys, name)
		if err != nil {
			return "", nil, nil, err
		}
		content, errs := biblio.With(files[0], old, s)
		return name, old, content, errs.Err()
	}
	ext := ".json"
	for _, other := range []string{".bib", ".ris"} {
		if count[other] > len(files)/2 {
			ext = other
		}
	}
	base := ids.Of(s.Key)
	if base == "" || ids.FileNameProblem(base) != nil {
		base = "source-" + base
	}
	name = base
	for i := 2; ; i++ {
		if !yamlpos.MayHold(fsys, "evidence/sources/"+name+ext) {
			break
		}
		name = base + "-" + strconv.Itoa(i)
	}
	content, errs := biblio.With(name+ext, nil, s)
	return "evidence/sources/" + name + ext, nil, content, errs.Err()
}
