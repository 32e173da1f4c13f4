package sweep

import (
	"cmp"
	"context"
	"database/sql"
	"maps"
	"slices"

	_ "modernc.org/sqlite" // the driver "sqlite"
)

// tables are those of a database. Rows name their interpretation by number, and the
// view rows has them as the Parquet file does.
const tables = `
CREATE TABLE about (fact TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE columns ("column" TEXT PRIMARY KEY, type TEXT NOT NULL, unit TEXT NOT NULL, means TEXT NOT NULL);
CREATE TABLE interpretations (id INTEGER PRIMARY KEY, ruleset TEXT NOT NULL, interpretation TEXT NOT NULL, readings TEXT NOT NULL,
  games INTEGER NOT NULL, asked INTEGER NOT NULL, failed TEXT NOT NULL);
CREATE TABLE measures (ruleset TEXT NOT NULL, measure TEXT NOT NULL, called TEXT NOT NULL, unit TEXT NOT NULL, means TEXT NOT NULL, own INTEGER NOT NULL, PRIMARY KEY (ruleset, measure)) WITHOUT ROWID;
CREATE TABLE readings (interpretation INTEGER NOT NULL REFERENCES interpretations, question TEXT NOT NULL, reading TEXT NOT NULL, PRIMARY KEY (interpretation, question)) WITHOUT ROWID;
CREATE TABLE results (interpretation INTEGER NOT NULL REFERENCES interpretations, metric TEXT NOT NULL, share INTEGER NOT NULL,
  value REAL, low REAL, high REAL, interval TEXT NOT NULL, n INTEGER NOT NULL, left_out INTEGER NOT NULL, PRIMARY KEY (interpretation, metric)) WITHOUT ROWID;
CREATE TABLE checked (interpretation INTEGER NOT NULL REFERENCES interpretations, "check" TEXT NOT NULL, verdict TEXT NOT NULL, findings INTEGER NOT NULL,
  severity TEXT NOT NULL, message TEXT NOT NULL, line TEXT NOT NULL, PRIMARY KEY (interpretation, "check")) WITHOUT ROWID;
CREATE TABLE variance (ruleset TEXT NOT NULL, metric TEXT NOT NULL, question TEXT NOT NULL, "with" TEXT, share REAL NOT NULL, low REAL NOT NULL, high REAL NOT NULL, how TEXT NOT NULL, interval TEXT NOT NULL);
CREATE VIEW rows AS SELECT ruleset, i.interpretation, readings, metric, share, value, low, high, interval, n, left_out, games, asked, failed
  FROM interpretations i LEFT JOIN results r ON r.interpretation = i.id;`

// WriteSQLite writes a database to a path where there is no file: the data dictionary
// is its table columns, and what the data are of its table about.
func (m *Merged) WriteSQLite(ctx context.Context, path string) error {
	db, err := sql.Open("sqlite", path)
	if err != nil {
		return err
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	// Nobody reads it before it has its name, and one that was not finished is thrown away.
	for _, q := range []string{"PRAGMA page_size = 4096", "PRAGMA journal_mode = OFF", "PRAGMA synchronous = OFF", tables} {
		if _, err := db.ExecContext(ctx, q); err != nil {
			return err
		}
	}
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := m.fill(ctx, tx); err != nil {
		return err
	}
	if err := tx.Commit(); err != nil {
		return err
	}
	return db.Close()
}

// fill puts the rows in.
func (m *Merged) fill(ctx context.Context, tx *sql.Tx) error {
	var failed error
	insert := func(values string) *sql.Stmt {
		st, err := tx.PrepareContext(ctx, "INSERT INTO "+values)
		failed = cmp.Or(failed, err)
		return st
	}
	about, columns := insert("about VALUES (?, ?)"), insert("columns VALUES (?, ?, ?, ?)")
	interpretations, readings := insert("interpretations VALUES (?, ?, ?, ?, ?, ?, ?)"), insert("readings VALUES (?, ?, ?)")
	results, variance := insert("results VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"), insert("variance VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")
	checked, measures := insert("checked VALUES (?, ?, ?, ?, ?, ?, ?)"), insert("measures VALUES (?, ?, ?, ?, ?, ?)")
	if failed != nil {
		return failed
	}
	for _, f := range m.facts() {
		if _, err := about.ExecContext(ctx, f[0], f[1]); err != nil {
			return err
		}
	}
	for _, c := range slices.Concat(Columns, measureColumns, checkedColumns) {
		if _, err := columns.ExecContext(ctx, c.Name, c.Type, c.Unit, c.Means); err != nil {
			return err
		}
	}
	for _, part := range m.Plan.Parts {
		for _, x := range part.Measures {
			if _, err := measures.ExecContext(ctx, part.Ruleset, x.Measure, x.Called, x.Unit, x.Means, x.Own); err != nil {
				return err
			}
		}
	}
	var buf []dataRow
	for i, r := range m.Rows {
		if _, err := interpretations.ExecContext(ctx, i+1, r.Ruleset, r.Name, r.Readings.String(), r.Games, r.Asked, r.Failed); err != nil {
			return err
		}
		for _, question := range slices.Sorted(maps.Keys(r.Readings)) {
			if _, err := readings.ExecContext(ctx, i+1, question, r.Readings[question]); err != nil {
				return err
			}
		}
		for _, c := range r.Checked {
			if _, err := checked.ExecContext(ctx, i+1, c.Check, c.Verdict, c.Findings, c.Severity, c.Message, c.Line); err != nil {
				return err
			}
		}
		buf = r.data(buf[:0])
		for _, x := range buf {
			if x.Metric == "" {
				continue // nothing was played
			}
			if _, err := results.ExecContext(ctx, i+1, x.Metric, x.Share, x.Value, x.Low, x.High, x.Interval, x.N, x.LeftOut); err != nil {
				return err
			}
		}
	}
	for _, v := range m.Variances() {
		for _, s := range v.Shares {
			var with *string
			if len(s.Questions) > 1 {
				with = &s.Questions[1]
			}
			if _, err := variance.ExecContext(ctx, v.Ruleset, v.Metric, s.Questions[0], with, s.Share, s.Low, s.High, v.How, v.Interval); err != nil {
				return err
			}
		}
	}
	return nil
}
