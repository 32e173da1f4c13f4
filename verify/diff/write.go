package diff

import (
	"fmt"
	"io"
	"strings"
)

// Write writes what changed, rulesets behind records.
func (d *CorpusDiff) Write(w io.Writer) {
	if d.Empty() {
		fmt.Fprintln(w, "nothing changed in what records and rulesets say, nor in what may be played")
		return
	}
	for _, r := range d.Records {
		fmt.Fprintf(w, "%s%s\n", r.Record, inBrackets(r.Whole))
		writeEdits(w, r.Edits)
	}
	for _, r := range d.Rulesets {
		fmt.Fprintf(w, "%s%s\n", r.Ruleset, inBrackets(r.Whole))
		writeEdits(w, r.Edits)
		for _, p := range r.Play {
			fmt.Fprintf(w, "  in play, %s: %s\n", p.Interpretation, p.Words)
		}
		if r.Whole == "" && len(r.Play) == 0 {
			fmt.Fprintln(w, "  in play: no difference was seen")
		}
		for _, f := range r.Found {
			fmt.Fprintf(w, "  found now: %s %s: %s\n", f.Severity, f.ID, f.Message)
		}
		for _, f := range r.Gone {
			fmt.Fprintf(w, "  not found any more: %s %s: %s\n", f.Severity, f.ID, f.Message)
		}
	}
}

func inBrackets(s string) string {
	if s == "" {
		return ""
	}
	return " (" + s + ")"
}

func writeEdits(w io.Writer, edits []Edit) {
	for _, e := range edits {
		switch {
		case e.Old == "":
			fmt.Fprintf(w, "  %s, new: %s\n", e.What, e.New)
		case e.New == "":
			fmt.Fprintf(w, "  %s, gone: %s\n", e.What, e.Old)
		default:
			indent := strings.Repeat(" ", len(e.What))
			fmt.Fprintf(w, "  %s, was: %s\n  %s  now: %s\n", e.What, e.Old, indent, e.New)
		}
	}
}
