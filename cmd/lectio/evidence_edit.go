package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/store"
	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets/revise"
	"github.com/spf13/cobra"
	"golang.org/x/term"
)

func evidenceEditCommand(a *app) *cobra.Command {
	var ask, anew bool
	cmd := &cobra.Command{
		Use:   "edit RECORD",
		Short: "open a record in your editor, and check it on leaving",
		Long: `Opens a copy of the file of a record in the editor that VISUAL or EDITOR names. On
leaving, the copy is checked with the whole corpus, and takes the place of the file
when it brings no error. Otherwise the errors are shown, with line and column in the
copy, and at a terminal it is asked whether to open it again, to keep it for later or
to discard it. A copy that was kept is taken up by the next edit of the record.

The copy is in .lectio/edit, in the corpus. It is taken away only when it has been
written, when nothing in it was changed, or when you say so.`,
		Example: `  EDITOR=nano lectio evidence edit Coast.Evidence.1 --corpus my-games`,
		Args:    takes(1, 1, "RECORD"),
		RunE: func(_ *cobra.Command, args []string) error {
			f, ok := a.stdin.(*os.File)
			e := &editing{a: a, id: args[0], in: bufio.NewReader(heeding{a.context(), a.stdin}), ask: ask || ok && term.IsTerminal(int(f.Fd()))}
			return e.edit(anew)
		},
	}
	cmd.Flags().BoolVar(&ask, "ask", false, "ask what to do with a copy that has errors, also when nobody is at a terminal")
	cmd.Flags().BoolVar(&anew, "anew", false, "begin with the file, whatever an earlier edit has left")
	return cmd
}

// editing is the edit of one record.
type editing struct {
	a    *app
	id   string
	in   *bufio.Reader
	ask  bool
	name string // of the file, below the directory of the corpus
	old  []byte
	copy *store.WorkingCopy
}

func (e *editing) edit(anew bool) error {
	e.a.waitsForSomebody()
	editor, err := e.begin(anew)
	if err != nil {
		return err
	}
	if e.copy.Resumed {
		fmt.Fprintf(e.a.stderr, "the edit that was left in %s goes on; --anew begins again\n", oneLine(e.copy.Path))
	}
	for {
		if err := e.open(editor); err != nil {
			p := wrong(editor, "a program that ends without an error", "the editor failed: %v", err)
			p.hint = "what was written is in " + e.copy.Path
			return p
		}
		text, err := e.copy.Read()
		if err != nil {
			return wrong(e.copy.Path, "a file that can be read", "what was written cannot be read: %v", err)
		}
		if bytes.Equal(text, e.old) {
			if err := e.copy.Discard(); err != nil {
				return err
			}
			return e.a.make(revise.Change{What: "edit " + e.id}, false, "")
		}
		files := []store.FileWrite{{Name: e.name, Old: e.old, New: text}}
		errs := e.check(files)
		if len(errs) == 0 {
			if err := e.a.make(revise.Change{What: "edit " + e.id, Files: files}, false, ""); err != nil {
				e.a.sayHint("what was written is in " + e.copy.Path)
				return err
			}
			return e.copy.Discard()
		}
		again, err := e.decide(errs)
		if !again {
			return err
		}
	}
}

// begin finds the file of the record and the program to edit it with, and makes the copy.
func (e *editing) begin(anew bool) (editor string, err error) {
	if err := e.a.changeable(); err != nil {
		return "", err
	}
	c, _, err := e.a.readEvidence()
	if err != nil {
		return "", err
	}
	fsys, root := e.a.evidenceFiles()
	if r := c.Record(e.id); r != nil {
		e.name = strings.TrimPrefix(strings.TrimPrefix(r.Pos().File, path.Join(root)), "/")
	} else { // what cannot be read may be there all the same
		for _, ext := range yamlpos.Endings {
			name := "evidence/records/" + e.id + ext
			if fs.ValidPath(name) && yamlpos.MayHold(fsys, name) {
				e.name = name
			}
		}
	}
	if e.name == "" {
		_, err := findRecord(c, e.id)
		return "", err
	}
	if e.old, err = fs.ReadFile(fsys, e.name); err != nil {
		return "", err
	}
	for _, name := range []string{"VISUAL", "EDITOR"} {
		if editor = strings.TrimSpace(os.Getenv(name)); editor != "" {
			break
		}
	}
	if editor == "" {
		return "", wrong("", "the name of a program, as in EDITOR=nano", "neither VISUAL nor EDITOR says which editor to open")
	}
	if e.copy, err = store.Open(e.a.corpus).WorkingCopy(path.Base(e.name), e.old, anew); err != nil {
		return "", wrong(e.a.corpus, "a folder that can be written to", "the copy cannot be made: %v", err)
	}
	return editor, nil
}

// open runs the editor and waits until it is left. The editor may be a command with
// arguments; the shell takes it apart, as for git.
func (e *editing) open(editor string) error {
	file, err := filepath.Abs(e.copy.Path)
	if err != nil {
		return err
	}
	cmd := exec.Command("sh", "-c", editor+` "$@"`, editor, file)
	if runtime.GOOS == "windows" {
		words := append(strings.Fields(editor), file)
		cmd = exec.Command(words[0], words[1:]...)
	}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = e.a.stdin, bare(e.a.stdout), bare(e.a.stderr)
	if e.a.json {
		cmd.Stdout = cmd.Stderr // standard output has the result alone
	}
	if _, file := e.a.stdin.(*os.File); !file {
		cmd.Stdin = nil // what is not a file is read for answers here
	}
	return cmd.Run()
}

// check says what is wrong with the corpus as it would be; places are those of the copy.
func (e *editing) check(files []store.FileWrite) (errs diag.Errors) {
	place := filepath.ToSlash(e.copy.Path)
	if r, _ := evidence.ParseRecord(place, files[0].New); r != nil && r.ID != "" && r.ID != e.id {
		errs.Add(r.At("id"), diag.Quote(r.ID), "the id "+e.id,
			"the id is what everything else names the record by; 'lectio evidence rename' changes it everywhere")
		return errs
	}
	_, err := e.a.checked(files)
	errs = diag.AsErrors(err)
	_, root := e.a.evidenceFiles()
	for i := range errs {
		errs[i].Message = strings.TrimSuffix(errs[i].Message, revise.AsWritten)
		if errs[i].File == path.Join(root, e.name) {
			errs[i].File = place
		}
	}
	return errs.Sort()
}

// decide shows what is wrong and asks what to do; again says to open the copy once more.
func (e *editing) decide(errs diag.Errors) (again bool, err error) {
	const later = "; the next edit of the record goes on with it"
	if !e.ask {
		e.a.sayHint("what was written is in " + e.copy.Path + later)
		return false, errs
	}
	for _, x := range errs {
		e.a.sayError(x)
	}
	for {
		fmt.Fprint(e.a.stderr, "open it again (o), keep the copy for later (k) or discard it (d)? ")
		answer, err := e.in.ReadString('\n')
		switch answer = strings.ToLower(strings.TrimSpace(answer)); {
		case answer == "o" || answer == "open":
			return true, nil
		case answer == "d" || answer == "discard":
			if err := e.copy.Discard(); err != nil {
				return false, err
			}
			e.a.sayHint("discarded; the record is as it was")
			return false, errLeftOut
		case answer == "k" || answer == "keep" || err != nil: // where nobody answers nothing is lost
			e.a.sayHint("what was written is in " + e.copy.Path + later)
			return false, errLeftOut
		}
	}
}
