package site

import (
	"context"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/yamlpos"
)

// Editing lets the pages of a [Server] change the corpus.
//
// Any page that a reader has open somewhere may send requests to this machine, so that three things are asked of one
// that is to write: that it comes from a page of this very address, as only the browser can say (Origin); that it was
// sent to this address, and to no name that somebody made to lead here (Host); and that it has the token, which stands
// in the address that was printed. It stands behind # there: what does is sent neither to a server nor, as the place
// that a reader came from, to the page of a link.
type Editing struct {
	// Address is that of the server, such as 127.0.0.1:8080.
	Address string
	// Token is what only those know who were told the address with it. There must be one.
	Token string
	// Write makes the changes of a patch, all or none, and says which files it wrote.
	Write func(ctx context.Context, patch string) (files []string, errs diag.Errors)
}

// editing is where a page sends a patch, and tokenHeader how it says the token.
const (
	editing     = "/lectio-edit"
	tokenHeader = "Lectio-Token"
)

// mostSent is how many bytes a request may have: a patch of the largest file, as JSON writes it.
const mostSent = 2 * yamlpos.MaxFile

// sent is what a page sends.
type sent struct {
	Patch string `json:"patch"`
}

// Edit lets pages write from now on.
func (v *Server) Edit(e *Editing) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.editing = e
}

// edit answers a page that wants to write: the files that were written, or what is wrong, as JSON.
func (v *Server) edit(e *Editing, w http.ResponseWriter, r *http.Request) {
	answer := func(status int, with any) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_ = json.NewEncoder(w).Encode(with) // a page that has gone away asks no more
	}
	refuse := func(status int, errs diag.Errors) { answer(status, map[string]diag.Errors{"errors": errs}) }
	if status, e := e.refuses(r); status != 0 {
		if status == http.StatusMethodNotAllowed {
			w.Header().Set("Allow", http.MethodPost)
		}
		refuse(status, diag.Errors{e})
		return
	}
	in := json.NewDecoder(http.MaxBytesReader(w, r.Body, mostSent))
	in.DisallowUnknownFields()
	var s sent
	err := in.Decode(&s)
	if err == nil {
		if _, more := in.Token(); more != io.EOF {
			err = errors.New("there is more behind the object")
		}
	}
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		refuse(http.StatusRequestEntityTooLarge, diag.Errors{{Message: "the patch is too large", Expected: fmt.Sprintf("at most %d bytes", mostSent)}})
		return
	case err != nil:
		refuse(http.StatusBadRequest, diag.Errors{{Message: "the request cannot be read: " + err.Error(), Expected: `{"patch": "diff --git a/…"}`}})
		return
	}
	v.writing.Lock()
	defer v.writing.Unlock()
	files, errs := e.Write(r.Context(), s.Patch)
	if len(errs) > 0 {
		refuse(http.StatusUnprocessableEntity, errs)
		return
	}
	answer(http.StatusOK, map[string][]string{"written": append([]string{}, files...)})
}

// refuses says why a request may not write, with the status of the answer; 0 where it may.
func (e *Editing) refuses(r *http.Request) (status int, why diag.Error) {
	kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	own := "http://" + e.Address
	switch {
	case r.Host != e.Address:
		return http.StatusMisdirectedRequest, diag.Error{Message: "pages may write at one address only", Found: diag.Quote(r.Host), Expected: own}
	case r.Method != http.MethodPost:
		return http.StatusMethodNotAllowed, diag.Error{Message: "what is to be written is sent by POST"}
	case len(r.Header["Origin"]) != 1 || r.Header.Get("Origin") != own:
		return http.StatusForbidden, diag.Error{Message: "only the pages of this edition may write", Found: diag.Quote(r.Header.Get("Origin")), Expected: own}
	case e.Token == "" || subtle.ConstantTimeCompare([]byte(r.Header.Get(tokenHeader)), []byte(e.Token)) != 1:
		return http.StatusForbidden, diag.Error{Message: "the page does not know the token; open the address that was printed when the server was started"}
	case kind != "application/json":
		return http.StatusUnsupportedMediaType, diag.Error{Message: "a patch is sent as JSON", Found: diag.Quote(kind), Expected: "application/json"}
	}
	return 0, why
}
