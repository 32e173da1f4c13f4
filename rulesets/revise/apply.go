package revise

import (
	"io/fs"
	"path"
	"path/filepath"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/patch"
	"github.com/lectio/lectio/evidence/store"
	"github.com/lectio/lectio/evidence/yamlpos"
)

// Apply is the change that a patch makes to a corpus. name is what the patch is called, and root what the folder of the
// corpus is. What it makes of the files is not looked at here.
func Apply(fsys fs.FS, root, name string, text []byte) (Change, diag.Errors) {
	x := Change{What: "apply of " + filepath.Base(name)}
	p, errs := patch.Read(name, text)
	if len(errs) > 0 {
		return x, errs
	}
	files, errs := p.Apply(root, func(name string) ([]byte, error) {
		if !store.Writable(name) {
			return nil, diag.Error{Message: "this is no file of a corpus", Found: diag.Quote(name),
				Expected: "a file below evidence/, site/, or definitions/, parts/, dimensions/ or measures/ of rulesets/, from the top of the corpus (git diff --relative, run there)"}
		}
		data, err := fs.ReadFile(fsys, name)
		return data, yamlpos.WithoutPath(err)
	})
	for _, f := range files {
		if len(f.New) > yamlpos.MaxFile {
			errs.Merge(diag.Errors{yamlpos.TooLarge(path.Join(root, f.Name), int64(len(f.New)), yamlpos.MaxFile)})
		}
		x.Files = append(x.Files, store.FileWrite(f))
	}
	return x, errs
}
