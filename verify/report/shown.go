package report

import (
	"slices"
	"strconv"
)

// shown is the report as people get it: without raw tables unless they ask for them,
// and without links that would lead there.
func (r *Report) shown() *Report {
	out := *r
	out.Tables = nil
	for _, t := range r.Tables {
		if r.Full || !t.Raw {
			out.Tables = append(out.Tables, t)
		}
	}
	if len(out.Tables) < len(r.Tables) {
		out.Tables = linked(out.Tables)
	}
	return &out
}

// linked returns the tables without links to rows that are not among them.
func linked(tables []*Table) []*Table {
	rows := map[target]bool{}
	for _, t := range tables {
		rows[target{t.Name, ""}] = true
		for _, row := range t.Rows {
			rows[target{t.Name, row.Key}] = true
		}
	}
	dead := func(l Link) bool { return l.URL == "" && !rows[target{l.Table, l.Row}] }
	out := make([]*Table, len(tables))
	for i, t := range tables {
		c := *t
		c.Rows = slices.Clone(t.Rows)
		for r := range c.Rows {
			c.Rows[r].Cells = slices.Clone(c.Rows[r].Cells)
			for n := range c.Rows[r].Cells {
				cell := &c.Rows[r].Cells[n]
				if slices.ContainsFunc(cell.Links, dead) {
					cell.Links = slices.DeleteFunc(slices.Clone(cell.Links), dead)
				}
			}
		}
		out[i] = &c
	}
	return out
}

// rulesetKey is the key of the column that says to which ruleset a row belongs.
const rulesetKey = "ruleset"

// of returns the ruleset that a row belongs to, "" when it belongs to all.
func (t *Table) of(row *Row) string {
	for c, col := range t.Columns {
		if col.Key == rulesetKey && c < len(row.Cells) {
			return row.Cells[c].Text
		}
	}
	return ""
}

// games lists the rulesets that rows belong to, in the order of the report.
func (r *Report) games() []string {
	var out []string
	add := func(id string) {
		if id != "" && !slices.Contains(out, id) {
			out = append(out, id)
		}
	}
	for _, b := range r.Briefs {
		add(b.Ruleset)
	}
	for _, t := range r.Tables {
		for i := range t.Rows {
			add(t.of(&t.Rows[i]))
		}
	}
	return out
}

// target is a place links lead to.
type target struct{ table, row string }

// anchors gives every row that has a key, and every table, a name that may stand in
// an address. Names are letters, digits and hyphens; two that would be alike get a
// number, in the order of the report.
func (r *Report) anchors() map[target]string {
	used := map[string]bool{}
	out := map[target]string{}
	give := func(to target, s string) {
		name := s
		for n := 2; used[name]; n++ {
			name = s + "-" + strconv.Itoa(n)
		}
		used[name] = true
		out[to] = name
	}
	for _, t := range r.Tables {
		give(target{t.Name, ""}, slug(t.Name))
	}
	for _, t := range r.Tables {
		for _, row := range t.Rows {
			if row.Key != "" {
				give(target{t.Name, row.Key}, out[target{t.Name, ""}]+"--"+slug(row.Key))
			}
		}
	}
	return out
}
