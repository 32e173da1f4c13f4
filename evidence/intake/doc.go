// Package intake makes records of the tables and pages that people have, and tables of records.
//
// A page or a table comes in as package exchange reads it. [Import] makes a [Plan] of what it
// would add and change; values change in place ([yamlpos.Editor]), and package store carries a
// plan out. A table whose columns are not ours needs a [Mapping] ([GuessMapping], [ReadMapping]);
// [Assign] makes what somebody types, FIELD=VALUE, into rows, so that one check is for all.
//
// [RecordColumns], [ClauseColumns] and [LayerColumns] are the records as tables have them, and
// [WriteWorkbook] writes them so that a workbook can be changed and come in again: what it came
// from is kept in it, and told from what was changed since.
//
// # Files
//
//   - columns.go, partcolumns.go, parttables.go: columns of tables, and how a cell stands in YAML
//   - workbook.go, everything.go: tables of a whole corpus
//   - imports.go: the plan; tables.go, rows.go, sources.go, verdicts.go, exported.go what goes
//     into it of each kind, files.go the files that come of it
//   - draft.go: records of pages
//   - mapping.go, mapping_guess.go, mapping_apply.go, …: tables of other people
//   - assign.go, understand.go: what is typed, and cells as they are meant
package intake
