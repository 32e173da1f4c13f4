package site

import (
	"bytes"
	"encoding/json"
	"io"
	"mime"
	"net"
	"net/http"
	"path"
	"strings"
	"sync"
	"time"

	"github.com/lectio/lectio/evidence/diag"
)

// Server shows a site to a browser on the same machine while the corpus is being written:
// pages ask it, by assets/watch.js, whether they have been made anew, and what is wrong.
type Server struct {
	mu      sync.Mutex
	site    *Site
	stamp   int
	trouble []string
	editing *Editing // nil: nothing can be written

	writing sync.Mutex // held while a page writes
}

// watching is the script by which a page is shown anew when it has been made anew.
const watching = "assets/watch.js"

// status is where a page asks what has become of it.
const status = "/lectio-status.json"

// Show shows a site from now on.
func (v *Server) Show(s *Site) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.site, v.trouble = s, nil
	v.stamp++
}

// Trouble says on every page what is wrong with the corpus; the pages stay as they are.
func (v *Server) Trouble(errs diag.Errors) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.trouble = nil
	for _, e := range errs {
		v.trouble = append(v.trouble, e.Error())
	}
}

// here reports whether a request is for a name of this machine itself. A name of somebody
// else's that was made to lead here would let the pages of that name read these.
func here(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	ip := net.ParseIP(strings.Trim(host, "[]"))
	return host == "localhost" || strings.HasSuffix(host, ".localhost") || ip != nil && ip.IsLoopback()
}

// ServeHTTP answers a browser.
func (v *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	v.mu.Lock()
	site, stamp, trouble, edit := v.site, v.stamp, v.trouble, v.editing
	v.mu.Unlock()
	head := w.Header()
	head.Set("Cache-Control", "no-store")
	head.Set("Content-Security-Policy", policy+"; frame-ancestors 'none'")
	head.Set("X-Content-Type-Options", "nosniff")
	switch {
	case !here(r.Host):
		http.Error(w, "the pages are shown on this machine only: open them as localhost or 127.0.0.1", http.StatusMisdirectedRequest)
		return
	case edit != nil && r.URL.Path == editing:
		v.edit(edit, w, r)
		return
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		head.Set("Allow", "GET, HEAD")
		http.Error(w, "the pages can be read, and nothing else", http.StatusMethodNotAllowed)
		return
	}
	name := strings.TrimPrefix(path.Clean("/"+r.URL.Path), "/")
	switch {
	case r.URL.Path == status:
		head.Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(struct { // a page that has gone away asks no more
			Stamp  int      `json:"stamp"`
			Errors []string `json:"errors"`
			Edit   bool     `json:"edit"` // a page that knows the token may write
		}{stamp, trouble, edit != nil})
		return
	case site == nil && name == watching:
		http.ServeFileFS(w, r, assetFiles, watching)
		return
	case site == nil:
		head.Set("Content-Type", "text/html; charset=utf-8")
		w.WriteHeader(http.StatusServiceUnavailable)
		_, _ = io.WriteString(w, `<!DOCTYPE html><title>Lectio</title><body data-stamp="0"><p class="top">The pages are being made.</p><script src="/`+watching+`"></script>`) // it shows them when they are there
		return
	case name == "":
		name = "index.html"
	case strings.HasSuffix(r.URL.Path, "/"):
		name += "/index.html"
	}
	data, ok := site.Files[name]
	if !ok {
		http.NotFound(w, r)
		return
	}
	head.Set("Content-Type", mime.TypeByExtension(path.Ext(name)))
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(data))
}
