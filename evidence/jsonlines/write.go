package jsonlines

import (
	"bytes"
	"encoding/json"
	"io"

	"github.com/lectio/lectio/evidence/yamlpos"
)

// Write writes v as one line of JSON. Maps are sorted by key, and <, > and & stay as they are: the output is for
// programs, not for pages. Characters that would act on a terminal are escapes, which mean the same to programs.
func Write(w io.Writer, v any) error {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return err
	}
	_, err := w.Write(yamlpos.VisibleJSON(b.Bytes()))
	return err
}
