// Package form reads and changes a record as the fields of a form, for those who do not write YAML.
//
// What the fields are follows from the declarations of package evidence ([evidence.Form]). [Read] gives what
// the text of a record has in each, [Apply] changes fields where they stand, so that comments, order and the
// way everything else is written stay, and [Place] finds the field that an error is at. Dates and coordinates are read as people
// write them; what is not understood is said, and never guessed.
//
// A field is named by its [Path] of keys and indexes: clauses, 3, wording, 0. The path is that of the form: where the
// file has one text in place of a list of one, or a siglum in place of a map with it, the path leads there all the same.
// The index behind the last item of a list names a new one.
package form
