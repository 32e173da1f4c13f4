package report

import (
	"path/filepath"
	"strings"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets"
)

// ReadingVerdict is what a reader wrote on a reading in the workbook of a verification,
// beside its row or, when that was gone, on the sheet of remarks kept.
type ReadingVerdict struct {
	evidence.WrittenVerdict
	Ruleset, Question, Reading string
	wording                    string
}

// ReadVerdicts reads what readers wrote on readings into the workbook at a path.
func ReadVerdicts(path string) (list []*ReadingVerdict, err error) {
	file, err := yamlpos.Open(path, "a workbook that 'lectio verify --out' has made")
	if err != nil {
		return nil, err
	}
	file.Close()
	found, err := readRemarks(path)
	if err != nil {
		return nil, err
	}
	for _, r := range found {
		if r.sheet != tQuestions {
			continue
		}
		v := &ReadingVerdict{Ruleset: r.cells[rulesetColumn.Title], Question: r.cells[questionColumn.Title], Reading: r.cells[readingColumn.Title], wording: r.wording}
		if names := strings.Split(r.row, " / "); len(names) == 3 {
			v.Ruleset, v.Question, v.Reading = names[0], names[1], names[2]
		}
		v.WrittenVerdict = evidence.WrittenVerdict{Verdict: r.words[0], Comment: r.words[1], Name: r.words[2], Date: r.words[3],
			At: func(heading string) diag.Pos {
				return diag.Pos{File: filepath.ToSlash(path) + "!" + r.at(heading)}
			}}
		list = append(list, v)
	}
	return list, nil
}

// IsAbout reports whether the reading has the wording that the reader had before him.
func (v *ReadingVerdict) IsAbout(q *rulesets.Question, r *rulesets.Reading) bool {
	return v.wording == wordingOf(wordingOfReading(q, r))
}
