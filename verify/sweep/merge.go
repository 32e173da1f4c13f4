package sweep

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/yamlpos"
)

// Merged is what the results of a plan add up to.
type Merged struct {
	Plan *Plan
	Rows []*Row // in the order of the plan
	// Missing are the units without a whole result, CutOff the files that are not whole.
	Missing []int
	CutOff  []string
}

// Row is an interpretation with what its games come to.
type Row struct {
	*Interpretation
	Part  *Part
	Asked int // games that the plan has of it
	Tally
}

// Short reports whether the row rests on fewer games than the plan has.
func (r *Row) Short() bool { return r.Games < r.Asked }

// Merge adds the results in some folders up. A result that is in several folders
// counts once. Results of anything else than the plan are refused, all of them by
// name; so are two results of one unit that differ.
func (p *Plan) Merge(ctx context.Context, dirs ...string) (*Merged, error) {
	m := &Merged{Plan: p}
	first := make([]int, len(p.Parts)) // row of each part
	for i, part := range p.Parts {
		first[i] = len(m.Rows)
		for _, in := range part.Interpretations {
			m.Rows = append(m.Rows, &Row{Interpretation: in, Part: part, Asked: p.games()})
		}
	}
	errs := p.strangers(dirs)
	for n := 1; n <= p.Units(); n++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		from := ""
		var kept []resultRow
		for _, dir := range dirs {
			rows, err := p.rows(dir, n)
			switch {
			case err == nil && kept == nil:
				kept, from = rows, dir
			case err == nil:
				errs.Merge(p.differ(n, from, dir))
			case !errors.Is(err, errNoResult):
				errs.Merge(diag.AsErrors(err))
			case errors.As(err, &cutOff{}):
				m.CutOff = append(m.CutOff, filepath.Join(dir, ResultName(n)))
			}
		}
		if kept == nil {
			m.Missing = append(m.Missing, n)
			continue
		}
		_, part, _ := p.unit(n)
		for i := range kept {
			if err := m.Rows[first[part]+kept[i].At].Add(&kept[i].Tally); err != nil {
				errs.Add(diag.Pos{File: filepath.Join(from, ResultName(n))}, "", "", "%v", err)
			}
		}
	}
	if len(errs) > 0 {
		return nil, errs.Sort()
	}
	for _, r := range m.Rows {
		if r.Failed != "" { // whichever of its games are there
			r.Tally = Tally{Failed: r.Failed}
		}
	}
	return m, nil
}

// strangers are results of units that the plan has not, and folders that are none.
func (p *Plan) strangers(dirs []string) (errs diag.Errors) {
	for _, dir := range dirs {
		entries, err := os.ReadDir(dir)
		if err != nil {
			errs.Add(diag.Pos{File: dir}, "", "a folder with results, as lectio sweep run writes them", "the folder cannot be read: %v", yamlpos.WithoutPath(err))
			continue
		}
		for _, e := range entries {
			var n int
			if k, _ := fmt.Sscanf(e.Name(), "unit-%d.json", &n); k == 1 && ResultName(n) == e.Name() && (n < 1 || n > p.Units()) {
				errs.Add(diag.Pos{File: filepath.Join(dir, e.Name())}, fmt.Sprintf("unit %d", n), fmt.Sprintf("1 to %d", p.Units()), "the result is of another plan")
			}
		}
	}
	return errs
}

// differ says that two results of one unit differ, where they do: the same plan and
// program give the same bytes.
func (p *Plan) differ(unit int, a, b string) (errs diag.Errors) {
	a, b = filepath.Join(a, ResultName(unit)), filepath.Join(b, ResultName(unit))
	x, err := yamlpos.ReadFile(a, "the result of a unit", yamlpos.MaxOwn)
	y, more := yamlpos.ReadFile(b, "the result of a unit", yamlpos.MaxOwn)
	if err = errors.Join(err, more); err != nil {
		return diag.AsErrors(err)
	}
	if string(x) != string(y) {
		errs.Add(diag.Pos{File: b}, "other numbers", "those of "+a, "two results of unit %d differ, which no two runs of one program do: one of the machines is at fault", unit)
	}
	return errs
}

// Games is how many games were counted.
func (m *Merged) Games() int {
	n := 0
	for _, r := range m.Rows {
		n += r.Games
	}
	return n
}
