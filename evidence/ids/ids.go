// Package ids says what ids of records, layers and sources may be: names that files can have on
// every system and that commands can be given without quotes.
package ids

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/fold"
	"golang.org/x/text/unicode/norm"
)

// Max is how many characters an id may have. It is far more than any needs, and
// leaves room for the ending of a file that is named after it.
const Max = 200

var (
	// Pattern matches what the id of a record or a layer may be, KeyPattern the key of a source.
	Pattern    = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]*$`)
	KeyPattern = regexp.MustCompile(`^[\pL\pN][\pL\pN._:/+-]*$`)
	// reserved are the names that no file can have on Windows, whatever stands
	// behind a full stop.
	reserved = regexp.MustCompile(`(?i)^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)`)
)

// Problem says what is wrong with the id of a record, which what names; nil when
// nothing is.
func Problem(what, id string) *diag.Error {
	if e := idProblem(what, id, Pattern); e != nil {
		return e
	}
	return FileNameProblem(id)
}

// KeyProblem says what is wrong with the key of a source: no file need be named after it.
func KeyProblem(what, key string) *diag.Error { return idProblem(what, key, KeyPattern) }

// LayerProblem is the same for the id of a layer.
func LayerProblem(what, id string) *diag.Error { return idProblem(what, id, Pattern) }

// idProblem says what is wrong with an id that no file is named after.
func idProblem(what, id string, pattern *regexp.Regexp) *diag.Error {
	if e := LengthProblem(what, id); e != nil {
		return e
	}
	if !pattern.MatchString(id) {
		return &diag.Error{Found: diag.Quote(id), Expected: "letters, digits, and . _ - between them",
			Message: fmt.Sprintf("%s cannot be %s", what, diag.Quote(id))}
	}
	return nil
}

// LengthProblem reports an id that is too long; what names the thing.
func LengthProblem(what, id string) *diag.Error {
	n := utf8.RuneCountInString(id)
	if n <= Max {
		return nil
	}
	return &diag.Error{Found: fmt.Sprintf("%d characters", n), Expected: fmt.Sprintf("at most %d", Max),
		Message: what + " is too long"}
}

// FileNameProblem reports an id after which no file can be named on some system
// that a corpus is taken to.
func FileNameProblem(id string) *diag.Error {
	if !reserved.MatchString(id) && !strings.HasSuffix(id, ".") {
		return nil
	}
	return &diag.Error{Found: diag.Quote(id), Expected: "another id",
		Message: "files are named after the id, and on some systems no file can be called " + diag.Quote(id)}
}

// Caseless is an id as systems compare names of files that do not tell capitals
// apart: of two ids that are alike then only one can have a file of its own.
func Caseless(id string) string { return strings.ToLower(norm.NFC.String(id)) }

// Of makes of a text what can stand in an id: its words as they are compared, with hyphens.
func Of(text string) string {
	return strings.Trim(notInID.ReplaceAllString(fold.Text(text), "-"), "-")
}

var notInID = regexp.MustCompile(`[^A-Za-z0-9]+`)
