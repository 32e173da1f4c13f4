package site_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/verify/site"
)

// written is what the pages of a server have written.
type written struct {
	mu      sync.Mutex
	patches []string
}

func (w *written) all() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return append([]string{}, w.patches...)
}

// edited serves pages that may write with a token.
func edited(t *testing.T, token string, pages map[string][]byte) (*httptest.Server, *written) {
	t.Helper()
	v, w := &site.Server{}, &written{}
	v.Show(&site.Site{Files: pages})
	server := httptest.NewServer(v)
	t.Cleanup(server.Close)
	v.Edit(&site.Editing{Address: strings.TrimPrefix(server.URL, "http://"), Token: token, Write: func(_ context.Context, patch string) ([]string, diag.Errors) {
		w.mu.Lock()
		defer w.mu.Unlock()
		if patch == "bad" {
			return nil, diag.Errors{{Pos: diag.Pos{File: "patch", Line: 3, Col: 4}, Message: "this is bad"}}
		}
		w.patches = append(w.patches, patch)
		return []string{"evidence/records/a.yaml"}, nil
	}})
	return server, w
}

// TestEdit writes as a page of the server does, and in every way but one as somebody else might.
func TestEdit(t *testing.T) {
	const token = "RIGHT"
	server, wrote := edited(t, token, map[string][]byte{"index.html": []byte("<p>")})
	ask := func(change func(*http.Request)) (int, string, http.Header) {
		t.Helper()
		r, err := http.NewRequest("POST", server.URL+"/lectio-edit", strings.NewReader(`{"patch": "good"}`))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Origin", server.URL)
		r.Header.Set("Lectio-Token", token)
		r.Header.Set("Content-Type", "application/json; charset=utf-8")
		change(r)
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		text, err := io.ReadAll(answer.Body)
		if err != nil {
			t.Fatal(err)
		}
		for name := range answer.Header {
			if strings.HasPrefix(name, "Access-Control-") {
				t.Errorf("pages of others are answered: %s", name)
			}
		}
		return answer.StatusCode, string(text), answer.Header
	}
	body := func(text string) func(*http.Request) {
		return func(r *http.Request) {
			r.Body, r.ContentLength = io.NopCloser(strings.NewReader(text)), int64(len(text))
		}
	}
	header := func(name, value string) func(*http.Request) {
		return func(r *http.Request) { r.Header.Set(name, value) }
	}
	port := server.URL[strings.LastIndex(server.URL, ":"):]
	for what, c := range map[string]struct {
		change func(*http.Request)
		status int
	}{
		"another origin":            {header("Origin", "http://example.org"), 403},
		"another port":              {header("Origin", "http://127.0.0.1:1"), 403},
		"another name":              {header("Origin", "http://localhost"+port), 403},
		"another scheme":            {header("Origin", "https"+strings.TrimPrefix(server.URL, "http")), 403},
		"an origin that begins so":  {header("Origin", server.URL+".example.org"), 403},
		"null":                      {header("Origin", "null"), 403},
		"no origin":                 {func(r *http.Request) { r.Header.Del("Origin") }, 403},
		"two origins":               {func(r *http.Request) { r.Header.Add("Origin", "http://example.org") }, 403},
		"another host":              {func(r *http.Request) { r.Host = "example.org" + port }, 421},
		"a host that leads here":    {func(r *http.Request) { r.Host = "localhost" + port }, 421},
		"another port of the host":  {func(r *http.Request) { r.Host = "127.0.0.1:1" }, 421},
		"no token":                  {func(r *http.Request) { r.Header.Del("Lectio-Token") }, 403},
		"a wrong token":             {header("Lectio-Token", "WRONG"), 403},
		"a token cut off":           {header("Lectio-Token", token[:4]), 403},
		"a longer token":            {header("Lectio-Token", token+"X"), 403},
		"a form":                    {header("Content-Type", "application/x-www-form-urlencoded"), 415},
		"a form of parts":           {header("Content-Type", "multipart/form-data; boundary=x"), 415},
		"plain text":                {header("Content-Type", "text/plain"), 415},
		"no type":                   {func(r *http.Request) { r.Header.Del("Content-Type") }, 415},
		"GET":                       {func(r *http.Request) { r.Method = "GET" }, 405},
		"PUT":                       {func(r *http.Request) { r.Method = "PUT" }, 405},
		"OPTIONS":                   {func(r *http.Request) { r.Method = "OPTIONS" }, 405},
		"another place":             {func(r *http.Request) { r.URL.Path = "/" }, 405},
		"a place below":             {func(r *http.Request) { r.URL.Path = "/lectio-edit/" }, 405},
		"no JSON":                   {body("patch=good"), 400},
		"nothing":                   {body(""), 400},
		"another key":               {body(`{"patch": "good", "file": "x"}`), 400},
		"two objects":               {body(`{"patch": "good"} {"patch": "good"}`), 400},
		"a list":                    {body(`["good"]`), 400},
		"more than anybody changes": {body(`{"patch": "` + strings.Repeat("x", 40<<20) + `"}`), 413},
	} {
		status, text, head := ask(c.change)
		if status != c.status || status != 405 && status != 421 && !strings.Contains(text, `"message"`) || status == 405 && head.Get("Allow") == "" {
			t.Errorf("%s: %d, %.200s", what, status, text)
		}
		if strings.Contains(text, token) {
			t.Errorf("%s: the token is told: %s", what, text)
		}
	}
	if got := wrote.all(); len(got) > 0 {
		t.Errorf("%q was written", got)
	}
	if status, text, _ := ask(body(`{"patch": "bad"}`)); status != 422 || !strings.Contains(text, `"file":"patch","line":3,"column":4`) {
		t.Errorf("what is wrong with a patch: %d, %s", status, text)
	}
	if status, text, _ := ask(func(*http.Request) {}); status != 200 || text != "{\"written\":[\"evidence/records/a.yaml\"]}\n" || len(wrote.all()) != 1 {
		t.Errorf("a page of the server: %d, %s", status, text)
	}
	answer, err := http.Get(server.URL + "/lectio-status.json")
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	var status struct{ Edit bool }
	if err := json.NewDecoder(answer.Body).Decode(&status); err != nil || !status.Edit {
		t.Errorf("pages do not hear that they may write (%v)", err)
	}
}

// Without a token nobody may write.
func TestEditNeedsAToken(t *testing.T) {
	server, wrote := edited(t, "", nil)
	r, _ := http.NewRequest("POST", server.URL+"/lectio-edit", strings.NewReader(`{"patch": "good"}`))
	r.Header = http.Header{"Origin": {server.URL}, "Lectio-Token": {""}, "Content-Type": {"application/json"}}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	if answer.StatusCode != 403 || len(wrote.all()) > 0 {
		t.Errorf("%s", answer.Status)
	}
}
