package intake

import (
	"slices"
	"strings"
)

// nothings are what tables have where they have nothing to say.
var nothings = []string{"na", "n/a", "n.a.", "#n/a", "-", "–", "—", "--", "---", "?", "??", "null", "nan", "none", "nil", "k. a.", "k.a.", "n. a."}

// saysNothing reports whether a cell says that there is nothing to say.
func saysNothing(text string) bool {
	return slices.Contains(nothings, strings.ToLower(text))
}
