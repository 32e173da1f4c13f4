package sweep

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/lectio/lectio/evidence/yamlpos"
)

// corpusFolders are the folders of a corpus that are read, within evidence and rulesets.
var corpusFolders = map[string][]string{"evidence": {"sources", "records"}, "rulesets": {"definitions", "parts", "dimensions", "measures"}}

// Pack returns the files of a corpus in order, with a checksum of them all: the same wherever the corpus lies. Its
// records and its rulesets may lie apart.
func Pack(records, rules fs.FS) ([]File, string, error) {
	var files []File
	sum := sha256.New()
	for _, half := range []string{"evidence", "rulesets"} {
		fsys := records
		if half == "rulesets" {
			fsys = rules
		}
		if yamlpos.MayHold(fsys, half) {
			var err error
			if fsys, err = fs.Sub(fsys, half); err != nil {
				return nil, "", err
			}
		}
		for _, dir := range corpusFolders[half] {
			entries, err := fs.ReadDir(fsys, dir)
			if err != nil && !errors.Is(err, fs.ErrNotExist) {
				return nil, "", err
			}
			for _, e := range entries {
				if e.IsDir() || strings.HasPrefix(e.Name(), ".") || strings.HasSuffix(e.Name(), "~") || strings.EqualFold(path.Ext(e.Name()), ".md") {
					continue // nothing of it is read
				}
				data, err := fs.ReadFile(fsys, path.Join(dir, e.Name()))
				if err != nil {
					return nil, "", err
				}
				f := File{Name: path.Join(half, dir, e.Name()), Text: string(data)}
				files = append(files, f)
				fmt.Fprintf(sum, "%x  %s\n", sha256.Sum256(data), f.Name)
			}
		}
	}
	return files, fmt.Sprintf("sha256:%x", sum.Sum(nil)), nil
}

// Unpack makes a file system of the files of a corpus.
func Unpack(files []File) (fs.FS, error) {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, f := range files {
		in, err := w.CreateHeader(&zip.FileHeader{Name: f.Name, Method: zip.Store})
		if err != nil {
			return nil, err
		}
		if _, err := in.Write([]byte(f.Text)); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return zip.NewReader(bytes.NewReader(b.Bytes()), int64(b.Len()))
}
