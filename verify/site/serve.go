package site

import (
	"encoding/json"
	"mime"
	"net/http"
	"path"
	"strings"
	"sync"

	"github.com/lectio/lectio/evidence/yamlpos"
)

// Server shows a site to a browser on the same machine while the corpus is being written:
// pages ask it, by assets/watch.js, whether they have been made anew, and what is wrong.
type Server struct {
	mu      sync.Mutex
	site    *Site
	stamp   int
	trouble []string
}

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
func (v *Server) Trouble(errs yamlpos.Errors) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.trouble = nil
	for _, e := range errs {
		v.trouble = append(v.trouble, e.Error())
	}
}

// ServeHTTP answers a browser.
func (v *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	v.mu.Lock()
	site, stamp, trouble := v.site, v.stamp, v.trouble
	v.mu.Unlock()
	w.Header().Set("Cache-Control", "no-store")
	name := strings.TrimPrefix(path.Clean("/"+r.URL.Path), "/")
	switch {
	case r.URL.Path == status:
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(struct { // a page that has gone away asks no more
			Stamp  int      `json:"stamp"`
			Errors []string `json:"errors"`
		}{stamp, trouble})
		return
	case site == nil:
		http.Error(w, "the pages are being made", http.StatusServiceUnavailable)
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
	w.Header().Set("Content-Type", mime.TypeByExtension(path.Ext(name)))
	_, _ = w.Write(data)
}
