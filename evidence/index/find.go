package index

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"strings"

	"github.com/lectio/lectio/evidence"
)

// Records is how many records the index has.
func (x *Index) Records(ctx context.Context) (n int) {
	// What cannot be counted cannot be searched either, and Find says why.
	_ = x.db.QueryRowContext(ctx, "SELECT count(*) FROM records").Scan(&n)
	return n
}

// Find returns the records that a filter wants, in the order of their ids: all
// of them, or the first ones when limit is positive; total counts all. Hits are
// there when the filter has words.
func (x *Index) Find(ctx context.Context, f *evidence.Filter, limit int) (found []evidence.Found, total int, err error) {
	where, args := conditions(f)
	from := " FROM records r WHERE " + strings.Join(where, " AND ")
	columns := "record, file, game, type, date, date_of, place, source, clauses, not_rules, uncertainty, questions, south, west, north, east, dates, places"
	for _, part := range []struct {
		column string
		query  evidence.Query
	}{{"texts", f.Words}, {"origins", f.Source}} {
		if part.query.IsZero() {
			columns += ", '[]'"
			continue
		}
		columns += ", (SELECT " + part.column + " FROM texts t WHERE t.id = r.id)"
	}
	query := "SELECT " + columns + from + " ORDER BY record"
	if limit > 0 {
		query += fmt.Sprintf(" LIMIT %d", limit)
	}
	rows, err := x.db.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, 0, fmt.Errorf("the index cannot be read: %w", err)
	}
	for rows.Next() {
		out, err := x.found(rows, f)
		if err != nil {
			rows.Close()
			return nil, 0, err
		}
		found = append(found, out)
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil {
		return nil, 0, fmt.Errorf("the index cannot be read: %w", err)
	}
	total = len(found)
	if limit > 0 && total == limit {
		if err := x.db.QueryRowContext(ctx, "SELECT count(*)"+from, args...).Scan(&total); err != nil {
			return nil, 0, fmt.Errorf("the index cannot be read: %w", err)
		}
	}
	return found, total, nil
}

// found reads a row of what Find asks for.
func (x *Index) found(rows *sql.Rows, f *evidence.Filter) (out evidence.Found, err error) {
	c := &evidence.Card{}
	out.Card = c
	var file, uncertainty, questions, dates, places, texts, origins string
	var area [4]sql.NullFloat64
	err = rows.Scan(&c.ID, &file, &c.Game, &c.Type, &c.Date, &c.DateOf, &c.Place, &c.Source, &c.Clauses, &c.NotRules,
		&uncertainty, &questions, &area[0], &area[1], &area[2], &area[3], &dates, &places, &texts, &origins)
	if err == nil {
		err = errors.Join(json.Unmarshal([]byte(texts), &c.Texts), json.Unmarshal([]byte(origins), &c.Origins),
			json.Unmarshal([]byte(dates), &c.Dates), json.Unmarshal([]byte(places), &c.Places))
	}
	if err != nil {
		return out, fmt.Errorf("the index cannot be read: %w", err)
	}
	c.File = path.Join(x.root, "evidence", "records", file)
	c.Dated(c.Date)
	c.Uncertainty, c.Questions = parted(uncertainty), parted(questions)
	if area[0].Valid {
		c.Area = &evidence.Box{South: area[0].Float64, West: area[1].Float64, North: area[2].Float64, East: area[3].Float64}
	}
	if !f.Sure(&out) {
		return out, fmt.Errorf("the index disagrees with itself about %s; 'lectio evidence index' builds it anew", c.ID)
	}
	out.Hits, out.From = f.Words.Hits(c.Texts), f.Source.Places(c.Origins)
	return out, nil
}

// conditions says in SQL what [evidence.Filter.Match] says in Go.
func conditions(f *evidence.Filter) (where []string, args []any) {
	add := func(condition string, values ...any) {
		where = append(where, condition)
		args = append(args, values...)
	}
	add("1")
	var match []string
	for _, part := range []struct {
		column string
		query  evidence.Query
	}{{"game", f.Game}, {"place", f.Place}, {"source", f.Source}, {"texts", f.Words}} {
		for _, t := range part.query.Terms {
			match = append(match, part.column+" : "+phrase(t))
		}
	}
	if len(match) > 0 {
		add("r.id IN (SELECT rowid FROM words WHERE words MATCH ?)", strings.Join(match, " AND "))
	}
	if f.Type != "" {
		add("type = ?", f.Type)
	}
	if f.Kind != "" {
		var types []string
		for _, t := range evidence.Types {
			if evidence.KindOf(t) == f.Kind {
				types = append(types, "?")
				args = append(args, t)
			}
		}
		where = append(where, "type IN ("+strings.Join(types, ", ")+")")
	}
	for _, u := range f.Uncertainty {
		add("instr(uncertainty, ?) > 0", "|"+u+"|")
	}
	if f.Questions {
		add("questions <> ''")
	}
	if one, values := dateConditions(f); len(one) > 0 {
		add("r.id IN (SELECT d.record FROM dates d WHERE "+strings.Join(one, " AND ")+")", values...)
	}
	if f.Box != nil {
		var parts []string
		for _, b := range f.Box.Parts() {
			if f.Certain {
				parts = append(parts, "south >= ? AND north <= ? AND west >= ? AND east <= ?")
				args = append(args, b.South, b.North, b.West, b.East)
				continue
			}
			parts = append(parts, "south <= ? AND north >= ? AND west <= ? AND east >= ?")
			args = append(args, b.North, b.South, b.East, b.West)
		}
		where = append(where, "("+strings.Join(parts, " OR ")+")")
	}
	return where, args
}

// dateConditions say what a date of a record must be like.
func dateConditions(f *evidence.Filter) (where []string, args []any) {
	add := func(condition string, values ...any) {
		where = append(where, condition)
		args = append(args, values...)
	}
	if f.DateOf != "" {
		add("d.date_of = ?", f.DateOf)
	}
	if f.Date.IsZero() {
		return where, args
	}
	q := f.Date.Span()
	add("(d.first IS NULL OR d.last IS NULL OR d.first <= d.last)")
	if q.Last != nil {
		add("(d.first IS NULL OR d.first <= ?)", *q.Last)
	}
	if q.First != nil {
		add("(d.last IS NULL OR d.last >= ?)", *q.First)
	}
	if f.Certain {
		add("d.firm")
		if q.First != nil {
			add("d.first >= ?", *q.First)
		}
		if q.Last != nil {
			add("d.last <= ?", *q.Last)
		}
	}
	return where, args
}

// phrase writes a term in the language of FTS5. Words are letters and digits
// only, so nothing in them can be taken for that language.
func phrase(t evidence.Term) string {
	s := `"` + strings.Join(t.Words, " ") + `"`
	if t.Open {
		s += " *"
	}
	return s
}
