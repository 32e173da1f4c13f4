package sweep

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/yamlpos"
)

// resultHead is the first line of a result. It says what the result is of.
type resultHead struct {
	Sweep   int    `json:"lectio_sweep"`
	Plan    string `json:"plan"`
	Program string `json:"program"`
	Corpus  string `json:"corpus"`
	Unit    int    `json:"unit"`
}

// resultRow is the games of one interpretation in a unit.
type resultRow struct {
	At int `json:"at"` // in its part of the plan, from 0
	Tally
}

// resultEnd is the last line of a result, with the checksum of all before it.
type resultEnd struct {
	Rows int    `json:"rows"`
	Sum  string `json:"sha256"`
}

// ResultName names the file of a unit's result.
func ResultName(unit int) string { return fmt.Sprintf("unit-%06d.json", unit) }

func (p *Plan) head(unit int) resultHead {
	return resultHead{Format, p.ID, p.Program, p.Corpus, unit}
}

// result is the file of a unit; rows are by interpretation.
func (p *Plan) result(unit int, rows []resultRow) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(p.head(unit)); err != nil {
		return nil, err
	}
	for i := range rows {
		if err := enc.Encode(&rows[i]); err != nil {
			return nil, err
		}
	}
	err := enc.Encode(resultEnd{len(rows), fmt.Sprintf("%x", sha256.Sum256(b.Bytes()))})
	return b.Bytes(), err
}

// errNoResult says that a unit has no result that is whole: there is none, or it was
// cut off. It is played again.
var errNoResult = errors.New("there is no whole result")

// rows reads the result of a unit from a folder. A result that is cut off is
// errNoResult; one of something else is an error that says of what.
func (p *Plan) rows(dir string, unit int) ([]resultRow, error) {
	path := filepath.Join(dir, ResultName(unit))
	if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) {
		return nil, errNoResult
	}
	data, err := yamlpos.ReadFile(path, "the result of a unit", yamlpos.MaxOwn)
	if err != nil {
		return nil, err
	}
	body := bytes.TrimSuffix(data, []byte("\n"))
	last := bytes.LastIndexByte(body, '\n') + 1
	var end resultEnd
	if last == 0 || len(body) == len(data) || json.Unmarshal(body[last:], &end) != nil || end.Sum != fmt.Sprintf("%x", sha256.Sum256(data[:last])) {
		return nil, cutOff{path}
	}
	dec := json.NewDecoder(bytes.NewReader(data[:last]))
	var head resultHead
	if err := dec.Decode(&head); err != nil {
		return nil, cutOff{path}
	}
	if err := p.refuse(path, head, unit); err != nil {
		return nil, err
	}
	part, _, spans := p.unit(unit)
	rows := make([]resultRow, end.Rows)
	for i := range rows {
		if err := dec.Decode(&rows[i]); err != nil {
			return nil, cutOff{path}
		}
		if rows[i].At < 0 || rows[i].At >= part.Played {
			return nil, cutOff{path}
		}
	}
	games := 0
	for _, s := range spans {
		games += s.games
	}
	for i := range rows {
		if rows[i].Failed == "" {
			games -= rows[i].Games
		} else {
			games = 0
			break
		}
	}
	if games != 0 {
		return nil, cutOff{path}
	}
	return rows, nil
}

// cutOff is a result that is not whole.
type cutOff struct{ path string }

func (c cutOff) Error() string        { return c.path + " is cut off, or was changed" }
func (c cutOff) Is(target error) bool { return target == errNoResult }

// refuse says of what else a result is than of a unit of the plan.
func (p *Plan) refuse(path string, head resultHead, unit int) error {
	want := p.head(unit)
	if head == want {
		return nil
	}
	var errs diag.Errors
	pos := diag.Pos{File: path, Line: 1, Col: 1}
	switch {
	case head.Sweep != want.Sweep:
		errs.Add(pos, fmt.Sprintf("format %d", head.Sweep), fmt.Sprintf("format %d", want.Sweep), "the result was written in another format")
	case head.Corpus != want.Corpus:
		errs.Add(pos, head.Corpus, want.Corpus, "the result is of another corpus")
	case head.Program != want.Program:
		errs.Add(pos, head.Program, want.Program, "the result is of another version of the program")
	case head.Plan != want.Plan:
		errs.Add(pos, head.Plan, want.Plan, "the result is of another plan")
	default:
		errs.Add(pos, fmt.Sprintf("unit %d", head.Unit), fmt.Sprintf("unit %d", want.Unit), "the result is of another unit")
	}
	return errs
}
