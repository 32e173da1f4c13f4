package main

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/lectio/lectio/evidence/biblio"
	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/dimension"
	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/brief"
	"github.com/lectio/lectio/verify/checks"
	"github.com/lectio/lectio/verify/playout"
	"github.com/lectio/lectio/verify/report"
	"github.com/lectio/lectio/verify/site"
	"github.com/lectio/lectio/verify/site/core"
	"github.com/spf13/cobra"
)

// siteFlags are the flags of site.
type siteFlags struct {
	verifyFlags
	out    string
	noPlay bool
	serve  bool
	edit   bool
	port   int
}

func siteCommand(a *app) *cobra.Command {
	f := &siteFlags{}
	cmd := &cobra.Command{
		Use:   "site [RULESET...]",
		Short: "the corpus as a static edition to read, click and play",
		Long: `Writes the corpus, or the rulesets named, as a folder of pages: what matters about
each game, its text clause by clause beside the rules made of it and the questions that
hang on it, where readings part and what they do to play, worked examples, sources,
figures, and a board to play on; and each record of the evidence with all that it has.
The pages need no server, no network and, for reading, no scripts; the same corpus gives
the same files.

What stands on every page (title, authors, where they are written to, licence),
which games are set side by side and why, and pages of one's own in Markdown, are in the
folder site/ of a corpus: site/site.yaml.`,
		Example: `  lectio site --out public
  lectio site RULESET --out public --effort quick
  lectio site --corpus DIR --serve
  lectio site --corpus DIR --serve --edit`,
		Args: takes(0, -1, "RULESET"),
		RunE: func(cmd *cobra.Command, args []string) error { return a.site(cmd, f, args) },
	}
	cmd.Flags().StringVar(&f.out, "out", "", "write the pages to the folder `DIR`")
	cmd.Flags().BoolVar(&f.serve, "serve", false, "instead, show the pages to a browser on this machine, make anew what changes when a file of the corpus is saved, and say on the page what is wrong")
	cmd.Flags().BoolVar(&f.edit, "edit", false, "let the pages that --serve shows change the files of the corpus: whoever has the address that is printed can")
	cmd.Flags().IntVar(&f.port, "port", 8080, "the `PORT` on which --serve shows them; 0: any that is free")
	cmd.Flags().BoolVar(&f.noPlay, "no-play", false, "leave out the pages to play on, and the workshop")
	f.effortFlags(cmd)
	return cmd
}

func (a *app) site(cmd *cobra.Command, f *siteFlags, args []string) error {
	switch {
	case f.serve && f.out != "":
		return wrong("--out "+f.out, "--serve or --out", "pages are shown to a browser, or written to a folder")
	case f.edit && !f.serve:
		return wrong("--edit", "--serve --edit", "pages write to a corpus only while they are served")
	case f.edit && a.inside():
		return wrong("the bundled corpus", "--corpus DIR", "the corpus inside the program cannot be changed, so that there is nothing to edit; 'lectio init DIR' begins one")
	case f.serve && !cmd.Flags().Changed("effort") && f.games == 0:
		f.effort = "quick" // somebody waits
	case !f.serve && f.out == "":
		return wrong("", "--out DIR", "it is not said where the pages are to be written")
	}
	o, err := f.options(cmd)
	if err != nil {
		return err
	}
	o.Only = brief.Checks(checks.All())
	m := &siteMaker{a: a, f: f, o: o, args: args, known: map[string]verified{}}
	if f.serve {
		return m.serve(cmd.Context())
	}
	s, err := m.make(cmd.Context())
	if err != nil {
		return err
	}
	if err := s.Write(f.out); err != nil {
		return err
	}
	return a.sayWritten(f.out, s)
}

// siteMaker makes a site, and again what has changed of it.
type siteMaker struct {
	a     *app
	f     *siteFlags
	o     verify.Options
	args  []string
	known map[string]verified // by ruleset
	last  *site.Site
	shown bool
	core  []byte // what pages ask, once it is made
	about string // what the authors said when the last one was made
}

// verified is what was found out about a ruleset, and from which text.
type verified struct {
	text string
	res  *verify.Result
}

// make verifies the rulesets that it has not verified as they are, and makes the pages.
func (m *siteMaker) make(ctx context.Context) (*site.Site, error) {
	a := m.a
	set, errs := a.siteSettings()
	if len(errs) > 0 {
		return nil, errs
	}
	corpus, err := a.rulesets()
	if err != nil {
		return nil, err
	}
	if corpus, err = a.publishable(corpus, m.args); err != nil {
		return nil, err
	}
	var defs []*rulesets.Definition
	if len(m.args)+len(corpus.Definitions) > 0 || len(corpus.Evidence.Records) == 0 { // evidence alone has pages too
		if defs, err = a.playable(corpus, m.args); err != nil {
			return nil, err
		}
	}
	a.sayWhoPlays()
	if len(defs) <= 50 {
		roomToPlay()
	}
	all, same, err := m.verify(ctx, corpus, defs)
	if err != nil {
		return nil, err
	}
	before := m.last
	if about := fmt.Sprint(*set); about != m.about {
		before, m.about = nil, about // it stands on every page
	}
	var script []byte
	var files map[string]string
	if !m.f.noPlay {
		if script, err = m.script(ctx); err != nil {
			return nil, err
		}
		if files, err = a.publicFiles(corpus); err != nil {
			return nil, err
		}
	}
	version := a.made()
	if m.f.serve { // with the checksum of the corpus every page would change at every save
		version = "lectio " + release
	}
	a.measured("writing", func(progress func(done, all int, what string)) {
		m.last, errs = site.Make(ctx, all, set, site.Options{Version: version, Command: a.siteRun(m.o, m.args),
			Core: script, Corpus: files, Evidence: corpus.Evidence, Pictures: a.pictures(), Watched: m.f.serve, Before: before, Same: same, Progress: progress})
	})
	if len(errs) > 0 {
		return nil, errs
	}
	return m.last, ctx.Err()
}

// script is the program that pages ask, made once.
func (m *siteMaker) script(ctx context.Context) ([]byte, error) {
	if m.core == nil {
		meter := m.a.meter(0, "")
		made, err := core.Script(ctx, meter.doing)
		meter.end()
		if err != nil {
			return nil, err
		}
		m.core = made
	}
	return m.core, nil
}

// publicFiles are the files of the corpus that pages may show whole, by their paths: none of a record that is not whole in
// what may be published, none of a ruleset that is left out, and none with a source that only such a record names.
func (a *app) publicFiles(c *dimension.Corpus) (map[string]string, error) {
	files, _, err := a.corpusText()
	if err != nil {
		return nil, err
	}
	whole, _, err := a.readEvidence()
	if err != nil {
		return nil, err
	}
	public := map[string]bool{}
	for _, r := range c.Evidence.Records {
		if whole.Record(r.ID) == r {
			public[r.Pos().File] = true
		}
	}
	for _, d := range c.Definitions {
		public[d.File] = true
	}
	hidden := map[string]bool{}
	for _, x := range whole.Sources {
		hidden[x.Pos().File] = hidden[x.Pos().File] || c.Evidence.Source(x.Key) == nil
	}
	_, records := a.evidenceFiles()
	_, rules := a.rulesetFiles()
	out := map[string]string{}
	for _, f := range files {
		show := true
		switch path.Dir(f.Name) {
		case "evidence/records":
			show = public[path.Join(records, f.Name)]
		case "evidence/sources":
			show = !hidden[path.Join(records, f.Name)]
		case "rulesets/definitions":
			show = public[path.Join(rules, f.Name)]
		case "rulesets/dimensions", "rulesets/measures":
			show = !a.inside() // what is inside the program is inside the core
		}
		if !show {
			continue
		}
		out[f.Name] = f.Text
	}
	return out, nil
}

// verify finds out about the rulesets, and says which are as they were.
func (m *siteMaker) verify(ctx context.Context, corpus *dimension.Corpus, defs []*rulesets.Definition) (*verify.Result, map[string]bool, error) {
	var fresh []*rulesets.Definition
	same, texts := map[string]bool{}, map[string]string{}
	for _, d := range defs {
		texts[d.ID] = textOf(corpus, d)
		if m.known[d.ID].text == texts[d.ID] {
			same[d.ID] = true
		} else {
			fresh = append(fresh, d)
		}
	}
	o := m.o
	verifyAll := func(list []*rulesets.Definition) (res *verify.Result) {
		res = m.a.verifying(func(progress func(done, all int, what string)) *verify.Result {
			o.Progress = progress
			return verify.Run(ctx, checks.All(), corpus, list, o)
		})
		return res
	}
	if !m.f.serve { // all at once: workers are shared among the rulesets
		res := verifyAll(defs)
		if res.Interrupted {
			return nil, nil, errInterrupted
		}
		return res, nil, nil
	}
	for _, d := range fresh {
		res := verifyAll([]*rulesets.Definition{d})
		if res.Interrupted {
			return nil, nil, errInterrupted
		}
		m.known[d.ID] = verified{texts[d.ID], res}
	}
	all := &verify.Result{Checks: checks.All(), Options: m.o}
	for _, d := range defs {
		res := m.known[d.ID].res
		all.Add(res.Outcome)
		all.Targets = append(all.Targets, res.Targets...)
	}
	return all, same, nil
}

// pictures are the files of images of a corpus in a directory; the corpora inside the program
// have none.
func (a *app) pictures() fs.FS {
	if a.inside() || a.packed != nil {
		return nil
	}
	files, err := fs.Sub(a.corpusFiles(), "evidence/images")
	if err != nil {
		return nil
	}
	return files
}

// textOf is all that a ruleset and its records say.
func textOf(c *dimension.Corpus, d *rulesets.Definition) string {
	var b strings.Builder
	b.WriteString(d.Version)
	for _, id := range d.Records {
		if r := c.Evidence.Record(id); r != nil {
			if data, err := json.Marshal(r); err == nil {
				b.Write(data)
			}
			if citation, ok := c.Evidence.Citation(id); ok {
				b.Write(biblio.CiteCSL([]biblio.Citation{citation}))
			}
		}
	}
	return b.String()
}

// serve shows the pages to a browser on this machine, and makes them anew when a file of
// the corpus is saved, until it is interrupted.
func (m *siteMaker) serve(ctx context.Context) error {
	listener, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", m.f.port))
	if err != nil {
		return wrong(fmt.Sprint(m.f.port), "--port with one that is free, or 0 for any", "the pages cannot be shown: %v", err)
	}
	defer listener.Close()
	server := &site.Server{}
	failed := make(chan error, 1)
	go func() { failed <- (&http.Server{Handler: server, ReadHeaderTimeout: 10 * time.Second}).Serve(listener) }()
	fmt.Fprintf(m.a.stderr, "open http://%s/%s in a browser; Ctrl-C ends\n", listener.Addr(), m.edits(server, listener.Addr().String()))
	m.a.waitsForSomebody()
	seen := ""
	for {
		if now := m.stamps(); now != seen {
			seen = now
			m.a.worksAnew()
			m.again(ctx, server)
		}
		select {
		case <-ctx.Done():
			return nil
		case err := <-failed:
			return err
		case <-time.After(300 * time.Millisecond):
		}
	}
}

// edits lets the pages write, if that was asked for, and gives what of the address says so.
func (m *siteMaker) edits(server *site.Server, address string) string {
	if !m.f.edit {
		return ""
	}
	token := rand.Text()
	server.Edit(&site.Editing{Address: address, Token: token, Write: m.write})
	return "#edit=" + token
}

// write makes the changes of a patch that a page has sent. The pages are made anew, as after any change.
func (m *siteMaker) write(ctx context.Context, text string) (files []string, errs diag.Errors) {
	a := &app{corpus: m.a.corpus, stdout: io.Discard, stderr: io.Discard, ctx: ctx} // what is read while pages are made is another's
	x, err := a.patched("patch of a page", []byte(text))
	if err == nil {
		err = a.writeCorpus(x.What, x.Files)
	}
	if err != nil {
		errs, _ = problems(err)
		return nil, errs
	}
	for _, f := range x.Files {
		files = append(files, f.Name)
	}
	return files, nil
}

// again makes the pages anew, or says on them what keeps it from doing so.
func (m *siteMaker) again(ctx context.Context, server *site.Server) {
	m.a.files, m.a.read, m.a.errs, m.a.noted = nil, nil, nil, nil
	s, err := m.make(ctx)
	errs := append(slices.Clone(m.a.errs), diag.AsErrors(err)...)
	if err == nil && (len(errs) == 0 || !m.shown) { // a ruleset with an error stays as it was
		server.Show(s)
		m.shown = true
		fmt.Fprintf(m.a.stderr, "made %s\n", plural(len(s.Files), "file"))
	}
	if ctx.Err() == nil {
		server.Trouble(errs)
	}
}

// stamps tells one state of the files of the corpus from another.
func (m *siteMaker) stamps() string {
	if m.a.inside() {
		return "inside the program"
	}
	var b strings.Builder
	_ = filepath.WalkDir(m.a.corpus, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return nil // what cannot be read is reported when it is read
		}
		if info, err := d.Info(); err == nil {
			fmt.Fprintln(&b, name, info.Size(), info.ModTime().UnixNano())
		}
		return nil
	})
	return b.String()
}

// siteRun is the command that makes the same pages.
func (a *app) siteRun(o verify.Options, args []string) string {
	text := "lectio site"
	for _, x := range args {
		text += " " + playout.Quoted(x)
	}
	return text + report.HowFar(o) + " --out DIR" + a.corpusFlag()
}

// siteSettings are what the authors of the corpus say about its edition.
func (a *app) siteSettings() (*site.Settings, diag.Errors) {
	if a.corpus == "" {
		return site.BundledSettings()
	}
	return site.ReadSettings(a.corpusFiles(), a.inCorpus)
}

// inCorpus is how the user calls a file of the corpus.
func (a *app) inCorpus(name string) string { return filepath.Join(a.corpus, filepath.FromSlash(name)) }

// sayWritten says what was written, and what was left out.
func (a *app) sayWritten(dir string, s *site.Site) error {
	pages, bytes := 0, 0
	for path, data := range s.Files {
		bytes += len(data)
		if site.IsPage(path) {
			pages++
		}
	}
	if a.json {
		return a.printJSON(struct {
			Written []string `json:"written"`
			Pages   int      `json:"pages"`
			Bytes   int      `json:"bytes"`
			LeftOut []string `json:"left_out"`
		}{append([]string{}, s.Paths()...), pages, bytes, append([]string{}, s.Notes...)})
	}
	for _, note := range s.Notes {
		fmt.Fprintf(a.stderr, "note: %s\n", oneLine(note))
	}
	return a.say(a.stdout, fmt.Sprintf("%s written to %s: %.1f MB; open %s\n",
		plural(pages, "page"), dir, float64(bytes)/1e6, filepath.Join(dir, "index.html")))
}
