package exchange

import (
	"context"
	"database/sql"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	_ "modernc.org/sqlite" // the driver "sqlite"
)

// folded is the column that a table with a search has besides its own.
const folded = "folded"

// SQLite writes a data set to w as one SQLite file: a table for
// each relation with its keys, foreign keys and constraints, an index for each
// foreign key, and for each table with a search a table of FTS5, named after it
// with _fts behind, that triggers keep up to date. Datasette finds these by
// itself; in SQL it is
//
//	SELECT * FROM records WHERE rowid IN (SELECT rowid FROM records_fts WHERE records_fts MATCH 'word')
//
// FTS5 leaves accents out of account, but knows of no letters like ð and þ; so a
// table with a search has a last column, folded, with the words of the searched
// columns as fold gives them. Whoever changes a row changes that column too.
//
// The same data set gives the same bytes. Everything happens in memory, so that
// nothing is left on the disk by a program that is killed.
func SQLite(ctx context.Context, w io.Writer, d *Dataset, fold func(string) string) error {
	if err := d.Check(); err != nil {
		return err
	}
	pool, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		return err
	}
	defer pool.Close()
	db, err := pool.Conn(ctx) // each connection has a memory of its own
	if err != nil {
		return err
	}
	defer db.Close()
	// Nothing is ever undone, so it needs no journal.
	for _, q := range []string{"PRAGMA page_size = 4096", "PRAGMA encoding = 'UTF-8'", "PRAGMA journal_mode = OFF", "PRAGMA foreign_keys = ON"} {
		if _, err := db.ExecContext(ctx, q); err != nil {
			return err
		}
	}
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	// A row may name one of its own table that comes later.
	if _, err := tx.ExecContext(ctx, "PRAGMA defer_foreign_keys = ON"); err != nil {
		return err
	}
	for _, r := range d.Relations {
		if err := r.sqlite(ctx, tx, d, fold); err != nil {
			return fmt.Errorf("%s: %w", r.Name, err)
		}
	}
	if err := tx.Commit(); err != nil {
		return err
	}
	// Page by page: a large file is in memory once.
	pages, err := db.QueryContext(ctx, "SELECT data FROM sqlite_dbpage ORDER BY pgno")
	if err != nil {
		return err
	}
	defer pages.Close()
	for pages.Next() {
		var page sql.RawBytes
		if err := pages.Scan(&page); err != nil {
			return err
		}
		if _, err := w.Write(page); err != nil {
			return err
		}
	}
	return pages.Err()
}

// sqlName quotes a name of SQL. Datasette looks for a table behind content= in
// double quotes, so these are used everywhere.
func sqlName(s string) string { return `"` + strings.ReplaceAll(s, `"`, `""`) + `"` }

func sqlNames(list []string) string {
	quoted := make([]string, len(list))
	for i, s := range list {
		quoted[i] = sqlName(s)
	}
	return strings.Join(quoted, ", ")
}

// literal quotes a text of SQL.
func literal(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

var sqlTypes = map[Type]string{Text: "TEXT", Integer: "INTEGER", Number: "REAL", Boolean: "INTEGER"}

func (r *Relation) sqlite(ctx context.Context, tx *sql.Tx, d *Dataset, fold func(string) string) error {
	run := func(list []string) error {
		for _, q := range list {
			if _, err := tx.ExecContext(ctx, q); err != nil {
				return fmt.Errorf("%w in %s", err, q)
			}
		}
		return nil
	}
	tables, search := r.ddl(d)
	if err := run(tables); err != nil {
		return err
	}
	width := len(r.Columns)
	if len(r.Search) > 0 {
		width++
	}
	insert, err := tx.PrepareContext(ctx, "INSERT INTO "+sqlName(r.Name)+" VALUES ("+strings.TrimSuffix(strings.Repeat("?, ", width), ", ")+")")
	if err != nil {
		return err
	}
	defer insert.Close()
	values := make([]any, 0, width)
	for _, row := range r.Rows {
		values = values[:0]
		var words []string
		for i, c := range r.Columns {
			values = append(values, c.value(row[i]))
			if slices.Contains(r.Search, c.Name) && row[i] != "" {
				words = append(words, fold(row[i]))
			}
		}
		if len(r.Search) > 0 {
			// A line for each column, so that a phrase runs across none of them.
			values = append(values, strings.Join(words, "\n"))
		}
		if _, err := insert.ExecContext(ctx, values...); err != nil {
			return err
		}
		if d.Progress != nil {
			d.Progress()
		}
	}
	return run(search)
}

// value is a cell as SQLite has it.
func (c *Column) value(cell string) any {
	if cell == "" {
		return nil
	}
	switch c.Type {
	case Integer:
		n, _ := strconv.ParseInt(cell, 10, 64) // checked before
		return n
	case Number:
		f, _ := strconv.ParseFloat(cell, 64)
		return f
	case Boolean:
		return cell == "true"
	}
	return cell
}

// ddl are the statements that make the table, and those that make its search once
// its rows are there: row by row it would take many times as long.
func (r *Relation) ddl(d *Dataset) (tables, search []string) {
	var lines, indexes []string
	for _, c := range r.Columns {
		line := sqlName(c.Name) + " " + sqlTypes[c.Type]
		if c.Required || slices.Contains(r.Key, c.Name) {
			line += " NOT NULL"
		}
		if c.Type == Boolean {
			line += " CHECK (" + sqlName(c.Name) + " IN (0, 1))"
		}
		if c.OneOf != nil {
			values := make([]string, len(c.OneOf))
			for i, v := range c.OneOf {
				values[i] = literal(v)
			}
			line += " CHECK (" + sqlName(c.Name) + " IN (" + strings.Join(values, ", ") + "))"
		}
		if c.Refers != "" {
			line += " REFERENCES " + sqlName(c.Refers) + " (" + sqlNames(d.Relation(c.Refers).Key) + ")"
			if !slices.Equal(r.Key[:1], []string{c.Name}) { // the key has an index of its own
				indexes = append(indexes, "CREATE INDEX "+sqlName(r.Name+"_"+c.Name)+" ON "+sqlName(r.Name)+" ("+sqlName(c.Name)+")")
			}
		}
		lines = append(lines, line)
	}
	if len(r.Search) > 0 {
		lines = append(lines, sqlName(folded)+" TEXT NOT NULL")
	}
	lines = append(lines, "PRIMARY KEY ("+sqlNames(r.Key)+")")
	tables = append([]string{"CREATE TABLE " + sqlName(r.Name) + " (\n  " + strings.Join(lines, ",\n  ") + "\n)"}, indexes...)
	if len(r.Search) == 0 {
		return tables, nil
	}
	fts := sqlName(r.Name + "_fts")
	columns := slices.Concat(r.Search, []string{folded})
	of := func(row string) string {
		list := make([]string, len(columns))
		for i, c := range columns {
			list[i] = row + "." + sqlName(c)
		}
		return strings.Join(list, ", ")
	}
	add := "INSERT INTO " + fts + " (rowid, " + sqlNames(columns) + ") VALUES (new.rowid, " + of("new") + ");"
	remove := "INSERT INTO " + fts + " (" + fts + ", rowid, " + sqlNames(columns) + ") VALUES ('delete', old.rowid, " + of("old") + ");"
	trigger := func(suffix, event, body string) string {
		return "CREATE TRIGGER " + sqlName(r.Name+suffix) + " AFTER " + event + " ON " + sqlName(r.Name) + " BEGIN " + body + " END"
	}
	return tables, []string{
		"CREATE VIRTUAL TABLE " + fts + " USING FTS5 (" + sqlNames(columns) + ", tokenize='unicode61 remove_diacritics 2', content=" + sqlName(r.Name) + ")",
		"INSERT INTO " + fts + " (" + fts + ") VALUES ('rebuild')",
		"INSERT INTO " + fts + " (" + fts + ") VALUES ('optimize')",
		trigger("_inserted", "INSERT", add),
		trigger("_deleted", "DELETE", remove),
		trigger("_updated", "UPDATE", remove+" "+add),
	}
}
