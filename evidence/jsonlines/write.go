package jsonlines

import (
	"encoding/json"
	"io"
	"strings"

	"github.com/lectio/lectio/evidence/yamlpos"
)

// Write writes v as one line of JSON. Maps are sorted by key, and <, > and & stay as they are: the output is for
// programs, not for pages. Characters that would act on a terminal are escapes, which mean the same to programs.
func Write(w io.Writer, v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = w.Write(yamlpos.VisibleJSON([]byte(notForPages.Replace(string(text)) + "\n")))
	return err
}

// notForPages undoes the escapes that keep JSON from acting within a page. An encoder can be told to leave them out, but
// what writes itself (json.Marshaler) has them all the same.
var notForPages = strings.NewReplacer(`\\`, `\\`, `\u003c`, "<", `\u003e`, ">", `\u0026`, "&")
