package trace

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/exchange/sheet"
	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/playout"
)

// MakeFolder makes a folder for lines of play, unless it is there.
func MakeFolder(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return diag.Error{Found: dir, Expected: "a folder that can be written to", Message: fmt.Sprintf("the lines of play cannot be written: %v", err)}
	}
	return nil
}

// WriteLines writes every line of play of a run into a folder, as a record that play --replay checks, with a script
// that replays them all. corpus is what a command has behind it where the corpus is not the bundled one.
func WriteLines(dir, corpus string, res *verify.Result) error {
	if err := MakeFolder(dir); err != nil {
		return err
	}
	f := folder{dir: dir, corpus: corpus}
	for _, p := range res.Partings {
		if p.Found == nil {
			continue
		}
		name := fmt.Sprintf("%s-%s-%s-%s", p.Ruleset, p.Question.Name(), p.A.ID, p.B.ID)
		if err := f.write(name+".first.jsonl", p.Found.A); err != nil {
			return err
		}
		if err := f.write(name+".second.jsonl", p.Found.B); err != nil {
			return err
		}
	}
	for i, x := range res.Findings {
		if res.RowsOf(&x) == verify.PartingRows {
			continue
		}
		if err := f.write(fmt.Sprintf("finding-%d-%s.jsonl", i+1, x.ID), x.Line); err != nil {
			return err
		}
	}
	script := "#!/bin/sh\nset -e\nhere=$(dirname -- \"$0\")\n" + strings.Join(f.commands, "\n") + "\n"
	return f.create("replay.sh", func(w io.Writer) error {
		_, err := io.WriteString(w, script)
		return err
	})
}

// folder is a folder of lines of play in the making.
type folder struct {
	dir, corpus string
	commands    []string // that replay what was written
}

// write writes a line of play, if there is any.
func (f *folder) write(name string, l *playout.Line) error {
	if l == nil || len(l.Plies) == 0 {
		return nil
	}
	f.commands = append(f.commands, fmt.Sprintf(`lectio play %s --replay "$here"/%s%s`, playout.Quoted(l.Name()), name, f.corpus))
	return f.create(name, func(w io.Writer) error {
		record := &recorder{out: w}
		for _, p := range l.Plies {
			if err := record.line(p.Game, p); err != nil {
				return err
			}
		}
		return record.end()
	})
}

// create makes a file, whole or not at all.
func (f *folder) create(name string, write func(w io.Writer) error) error {
	file, err := sheet.Create(filepath.Join(f.dir, name))
	if err != nil {
		return err
	}
	defer file.Abandon()
	if err := write(file); err != nil {
		return err
	}
	return file.Keep()
}
