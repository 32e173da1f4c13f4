package intake

import (
	"slices"
	"strings"
)

var (
	// nothings are what tables have where they have nothing to say.
	nothings = []string{"na", "n/a", "n.a.", "#n/a", "-", "–", "—", "--", "---", "?", "??", "null", "nan", "none", "nil", "k. a.", "k.a.", "n. a."}
	// finds are those that say in words of their own that there is nothing: no inscription, no
	// place that is known.
	finds = []string{"none", "nil"}
	// written are the fields in which these are words as others.
	written = []string{"summary", "note", "place note", "date note", "object state note", "object note", "object inscription", "find note", "find context", "rules", "rights"}
	// unknownGames are how tables call a game that nobody knows.
	unknownGames = strings.Split("unidentified, unknown, not identified, not known, uncertain, indeterminate, undetermined, unbekannt, unbestimmt, nicht bestimmt, inconnu, non identifie, indetermine, "+
		"desconocido, no identificado, indeterminado, sconosciuto, non identificato, indeterminato, unknown game, unidentified game", ", ")
)

// Nothing is what cells are understood as that say that there is nothing to say.
const Nothing = "nothing"

// saysNothing reports whether a cell says that there is nothing to say.
func saysNothing(text string) bool {
	return slices.Contains(nothings, strings.ToLower(text))
}

// saysNothingOf reports whether a cell of a field does.
func saysNothingOf(field, text string) bool {
	return saysNothing(text) && !(slices.Contains(finds, strings.ToLower(text)) && slices.Contains(written, field))
}
