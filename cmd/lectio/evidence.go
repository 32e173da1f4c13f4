package main

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/verify"
	"github.com/spf13/cobra"
)

// evidenceCommand is lectio evidence.
func evidenceCommand(a *app) *cobra.Command {
	cmd := &cobra.Command{Use: "evidence", Short: "the records: list, search, show, check, cite, export, import, new, split"}
	cmd.AddCommand(
		evidenceListCommand(a),
		evidenceSearchCommand(a),
		&cobra.Command{
			Use:   "show RECORD",
			Short: "show a record: its source, date, place and clauses",
			Args:  takes(1, 1, "RECORD"),
			RunE:  func(_ *cobra.Command, args []string) error { return a.evidenceShow(args[0]) },
		},
		evidenceCheckCommand(a),
		evidenceCiteCommand(a),
		evidenceExportCommand(a),
		evidenceImportCommand(a),
		evidenceNewCommand(a),
		evidenceSetCommand(a),
		evidenceClauseCommand(a),
		evidenceRenameCommand(a),
		evidenceEditCommand(a),
		evidenceUndoCommand(a),
		evidenceSplitCommand(a),
		evidenceIndexCommand(a),
		evidenceRecoverCommand(a),
		evidenceTermsCommand(a),
	)
	return cmd
}

func evidenceCheckCommand(a *app) *cobra.Command {
	hints := false
	cmd := &cobra.Command{
		Use:   "check [RECORD...]",
		Short: "check that records are well-formed, dated and sourced",
		Args:  takes(0, -1, "RECORD"),
		RunE:  func(_ *cobra.Command, args []string) error { return a.evidenceCheck(args, hints) },
	}
	cmd.Flags().BoolVar(&hints, "hints", false, "print wordings that often hide a doubt too (lectio checks TX005), first those about which no question asks")
	return cmd
}

// findRecord returns the record of an id.
func findRecord(c *evidence.Corpus, id string) (*evidence.Record, error) {
	if r := c.Record(id); r != nil {
		return r, nil
	}
	if file := c.Unsound(id); file != "" {
		return nil, yamlpos.Error{Pos: argument("RECORD", id).pos, Found: yamlpos.Quote(id),
			Expected: "a record without errors", Message: "the record cannot be used: there are errors in " + file}
	}
	hint := ""
	if near := yamlpos.DidYouMean(id, c.RecordIDs()); near != "" {
		hint = "; " + near
	}
	return nil, yamlpos.Error{Pos: argument("RECORD", id).pos, Found: yamlpos.Quote(id),
		Expected: "one of: " + strings.Join(c.RecordIDs(), ", "), Message: "there is no such record" + hint}
}

func (a *app) evidenceShow(id string) error {
	c, err := a.evidence()
	if err != nil {
		return err
	}
	r, err := findRecord(c, id)
	if err != nil {
		return err
	}
	if a.json {
		return a.printJSON(r)
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s  %s\n", r.ID, r.Game)
	if r.Summary != "" {
		paragraph(&b, "", r.Summary)
	}
	b.WriteByte('\n')
	field := func(name, text string) {
		if text != "" {
			paragraph(&b, fmt.Sprintf("%-12s ", name), text)
		}
	}
	field("type", r.Type)
	if l := r.Location; l != nil {
		text := l.Name
		if l.HasCoordinates {
			text += fmt.Sprintf(" (%g, %g", l.Latitude, l.Longitude)
			if l.Precision > 0 {
				text += fmt.Sprintf(", within %g km", l.Precision)
			}
			text += ")"
		}
		for _, k := range sorted(l.Gazetteer) {
			text += fmt.Sprintf("; %s %s", k, l.Gazetteer[k])
		}
		field("place", text)
	}
	if d := r.Date; d != nil {
		text := d.EDTF.Words()
		if text != d.EDTF.Text {
			text += " (" + d.EDTF.Text + ")"
		}
		if d.EDTF.IsZero() {
			text = "not dated"
		}
		if d.Of != "" {
			text += ", date of " + d.Of
		}
		if bounds := bounds(d.EDTF); bounds != "" {
			text += ", " + bounds
		}
		if d.AsWritten != "" {
			text += ", written " + yamlpos.Quote(d.AsWritten)
		}
		field("date", text)
	}
	if s := c.Source(r.Source.Key); s != nil {
		text := s.Cite()
		if r.Source.Locator != "" {
			text = s.CiteAt(r.Source.Locator)
		}
		field("source", text+" ["+r.Source.Key+"]")
	}
	if r.Source.AsWritten != "" {
		field("reference", "written "+yamlpos.Quote(r.Source.AsWritten))
	}
	field("via", strings.Join(r.Via, ", "))
	if r.Confidence != nil {
		field("confidence", fmt.Sprintf("%d %%, as stated", *r.Confidence))
	}
	field("derived", r.Derived().String())
	field("uncertainty", strings.Join(r.Uncertainty, ", "))
	field("ages", strings.Join(r.Ages, ", "))
	field("genders", strings.Join(r.Genders, ", "))
	field("period", r.Period)
	for _, t := range r.Texts {
		text := t.ID
		for _, more := range []string{t.Language, t.By, t.Rights} {
			if more != "" {
				text += ", " + more
			}
		}
		field("text", text)
	}
	field("note", r.Note)
	b.WriteByte('\n')
	for _, cl := range r.Clauses {
		text := cl.Text
		if cl.In != "" {
			text = "(" + cl.In + ") " + text
		}
		paragraph(&b, fmt.Sprintf("%4d  ", cl.N), text)
		more := func(label, text string) {
			if text != "" {
				paragraph(&b, "      "+label+": ", text)
			}
		}
		if !cl.Rule {
			more("not a rule", cl.Why)
		}
		for _, w := range cl.Wording {
			more("wording", yamlpos.Quote(w))
		}
		for _, rel := range []struct {
			name string
			refs []evidence.ClauseRef
		}{{"supports", cl.Supports}, {"adds to", cl.Adds}, {"contradicts", cl.Contradicts}, {"lacks", cl.Lacks}} {
			var refs []string
			for _, ref := range rel.refs {
				refs = append(refs, ref.String())
			}
			more(rel.name, strings.Join(refs, ", "))
		}
		more("note", cl.Note)
	}
	_, err = a.stdout.Write(b.Bytes())
	return err
}

func (a *app) evidenceCheck(ids []string, hints bool) error {
	c, err := a.evidence()
	if err != nil {
		return err
	}
	records := c.Records
	if len(ids) > 0 {
		records = nil
		var errs yamlpos.Errors
		for _, id := range ids {
			if c.Unsound(id) != "" {
				continue // what is wrong with it has been noted
			}
			r, err := findRecord(c, id)
			errs.Merge(yamlpos.AsErrors(err))
			records = append(records, r)
		}
		if len(errs) > 0 {
			return errs
		}
	}
	if len(records) == 0 && len(ids) == 0 {
		return a.nothingRead("record", "evidence", "records")
	}
	var findings []verify.Finding
	if err := a.reads(func() { findings = a.metadata(c, records, len(ids) == 0, hints) }); err != nil {
		return err
	}
	if a.json {
		found := []evidence.Found{}
		for _, r := range records {
			found = append(found, evidence.Found{Card: c.Card(r)})
		}
		return a.printJSON(map[string]any{"records": found, "findings": a.findingsJSON(findings)})
	}
	clauses := 0
	for _, r := range records {
		clauses += len(r.Clauses)
	}
	for _, f := range findings {
		fmt.Fprintf(a.stdout, "%s: %s %s: %s\n", f.Pos, f.Severity, f.ID, oneLine(f.Message))
	}
	if len(records) == 0 {
		return errLeftOut
	}
	_, err = fmt.Fprintf(a.stdout, "%s with %s and %s: no errors%s\n",
		plural(len(records), "record"), plural(clauses, "clause"), plural(len(c.Sources), "source"), metadataCounts(findings))
	return err
}

// metadata is what looks wrong in the metadata of records; of sources that
// nothing names only when all is asked for, and hints on wordings only when they
// are.
func (a *app) metadata(c *evidence.Corpus, records []*evidence.Record, all, hints bool) []verify.Finding {
	// Rulesets say which sources readings name; what is wrong with them is for
	// ruleset check.
	defs, _ := a.loadRulesets(nil)
	wanted := map[string]bool{}
	for _, r := range records {
		wanted[r.Pos().File] = true
	}
	var out []verify.Finding
	for _, f := range verify.Metadata(c, defs.Definitions) {
		if all || wanted[f.Pos.File] {
			out = append(out, f)
		}
	}
	if hints {
		out = append(out, verify.Hints(records, defs.Definitions)...)
	}
	return out
}

// metadataCounts says how many findings there are, behind "no errors".
func metadataCounts(findings []verify.Finding) string {
	warnings, notes := 0, 0
	for _, f := range findings {
		switch f.Severity {
		case verify.Warning:
			warnings++
		case verify.Note:
			notes++
		}
	}
	if warnings+notes == 0 {
		return ""
	}
	return fmt.Sprintf(", %s, %s", plural(warnings, "warning"), plural(notes, "note"))
}

// bounds says in days what a date can mean, "" when it names years as they are.
func bounds(e evidence.EDTF) string {
	plain := func(p evidence.DatePart) bool {
		return !p.Dated() || p.Precision == evidence.PrecisionYear && !p.Approximate && !p.Uncertain
	}
	if plain(e.Start) && plain(e.End) || e.IsZero() {
		return ""
	}
	var s string
	if day, ok := e.Earliest(); ok {
		s = "from " + day.String()
	}
	if day, ok := e.Latest(); ok {
		s = strings.TrimSpace(s + " to " + day.String())
	}
	if e.Start.Approximate || e.End.Approximate {
		s += ", approximately"
	}
	if e.Start.Uncertain || e.End.Uncertain {
		s += ", uncertain"
	}
	return s
}

// lineWidth is how wide a paragraph is.
const lineWidth = 100

// paragraph writes a text behind a label, broken into lines that begin where
// the text does.
func paragraph(w io.Writer, label, text string) {
	indent := strings.Repeat(" ", utf8.RuneCountInString(label))
	line, used := label, len([]rune(label))
	empty := true
	for _, word := range strings.Fields(text) {
		n := utf8.RuneCountInString(word)
		if !empty && used+1+n > lineWidth {
			fmt.Fprintln(w, strings.TrimRight(line, " "))
			line, used, empty = indent, len(indent), true
		}
		if !empty {
			line, used = line+" ", used+1
		}
		line, used, empty = line+word, used+n, false
	}
	fmt.Fprintln(w, strings.TrimRight(line, " "))
}
