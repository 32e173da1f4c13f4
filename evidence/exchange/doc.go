// Package exchange knows the formats in which a catalogue leaves for other
// programs and comes in from them, and nothing of records or sources: it deals in
// plain rows and places, and package evidence makes them of its corpus. So a format is tested with a
// few lines of data, and a new one is a file here and a line in the command.
//
// # Words
//
// A [Spot] is something at a place and a time: a record, for the map. [GeoJSON]
// writes one feature for each (RFC 7946), [LinkedPlaces] one for each place,
// with the spots as citations. A [Table] is a heading and rows of text; [CSV]
// writes it (RFC 4180). A [Dataset] is several tables with types and keys, a
// [Relation] each, whose rows name rows of each other: [Frictionless] writes a
// data package of it, [CSVW] describes the same files for the web of data, and [SQLite] a database with full-text search. A
// [StructureDataset] says which value each of several varieties has for each
// parameter; [CLDF] writes it. A [Graph] says of things, in the terms of CIDOC CRM, how
// they stand to each other; [JSONLD] writes it, and [TEI] a document of [Element]s. A [Deposit] is a folder to be published, which
// [ROCrate] and [DataCite] describe. What is more than one file is a folder, and
// [WriteFolder] puts it there, whole or not at all.
//
// What others made comes in as a [Piece], the fields of a page or file under
// the names that it has for them ([Page], [Lud]), or as a [Grid] of cells
// ([ReadCSV], [ReadXLSX]); [Decode] makes text of the bytes first. A [Catalogue]
// is a workbook that people edit and that comes back as grids.
//
// Everything that is read is hostile until it is read: sizes, depths and
// encodings are limited or refused with their place, and nothing in it is ever
// carried out.
//
// # What it promises
//
// The same input gives the same bytes. A name that leads nowhere is an error, not
// an empty link. Nothing that is written acts: text that
// a spreadsheet program would take for a formula is defused in CSV, and only
// there.
package exchange
