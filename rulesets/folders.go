package rulesets

import (
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/yamlpos"
)

// yamlFiles lists the files of a folder that are read. A corpus need not have every
// folder; but what lies in one and is not read is an error, as it is in evidence:
// nothing may be dropped in silence. A folder that cannot be read is an error in both.
func yamlFiles(fsys fs.FS, dir string, shown func(string) string, errs *diag.Errors) ([]string, error) {
	entries, err := fs.ReadDir(fsys, dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		errs.Add(diag.Pos{File: shown(dir)}, "", "a folder of "+dir,
			"the folder cannot be read: %v", yamlpos.WithoutPath(err))
	}
	var out []string
	for _, e := range entries {
		name := e.Name()
		file := path.Join(dir, name)
		switch ext := path.Ext(name); {
		case strings.HasPrefix(name, "."), strings.HasSuffix(name, "~"), strings.EqualFold(ext, ".md"):
		case e.IsDir():
			errs.Add(diag.Pos{File: shown(file)}, "a folder", "files only", "folders in %s are not read", dir)
		case slices.Contains(yamlpos.Endings, ext):
			out = append(out, file)
		default:
			errs.Add(diag.Pos{File: shown(file)}, diag.Quote(ext), "a name that ends in .yaml (.yml and .json are read too)",
				"the file is not read under this name")
		}
	}
	return out, err
}

// EachFile reads the files of a folder of a corpus and calls f with the name that
// messages show and the text of each; what cannot be read is an error.
func EachFile(fsys fs.FS, dir string, shown func(string) string, errs *diag.Errors, f func(file string, data []byte)) {
	files, _ := yamlFiles(fsys, dir, shown, errs)
	for _, file := range files {
		data, err := fs.ReadFile(fsys, file)
		if err != nil {
			errs.Add(diag.Pos{File: shown(file)}, "", "", "the file cannot be read: %v", yamlpos.WithoutPath(err))
			continue
		}
		f(shown(file), data)
	}
}
