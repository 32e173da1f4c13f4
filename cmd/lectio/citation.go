package main

import (
	"errors"
	"io/fs"
	"path"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets/publish"
)

// citation reads the citation of the corpus that was asked for.
func (a *app) citation() (*publish.Citation, error) {
	if a.inside() {
		return publish.BundledCitation(), nil
	}
	fsys, root := a.evidenceFiles()
	data, err := fs.ReadFile(fsys, publish.CitationFile)
	file := path.Join(root, publish.CitationFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &uncited{file}
	}
	if err != nil {
		p := wrong("", "a file in the Citation File Format", "the file cannot be read: %v", yamlpos.WithoutPath(err))
		p.what.Pos = diag.Pos{File: file}
		return nil, p
	}
	c, errs := publish.ParseCitation(file, data)
	return c, errs.Err()
}

// uncited says that a corpus has no citation; it is an fs.ErrNotExist.
type uncited struct{ file string }

func (u *uncited) problem() *problem {
	p := wrong("", "a file in the Citation File Format", "there is no such file, so nobody would know who made the corpus")
	p.what.Pos = diag.Pos{File: u.file}
	p.hint = "'lectio init DIR' makes a corpus with an example of it"
	return p
}

// Error is the text behind "error: ".
func (u *uncited) Error() string { return u.problem().Error() }

// Is makes it a file that is not there.
func (u *uncited) Is(target error) bool { return target == fs.ErrNotExist }
