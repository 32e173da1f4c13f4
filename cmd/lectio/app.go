package main

import (
	"context"
	"errors"
	"io"
	"io/fs"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/rulesets"
	"github.com/spf13/cobra"
)

// The exit statuses, which scripts rely on.
const (
	exitOK       = 0 // nothing at or above --fail-on
	exitFindings = 1 // findings
	exitUnusable = 2 // input could not be used, all of it or some, or there was none

	exitInterrupted = 130 // the user asked to stop
)

// errFindings ends a command that did its work and found something. The
// findings are its result and printed as such, so nothing more is said.
var errFindings = errors.New("findings at or above the chosen severity")

// errInterrupted ends a command that was asked to stop, has printed what was done
// before, and has said what was not done.
var errInterrupted = errors.New("interrupted")

// errOutOfTime ends a command that was given less time than its least work needs, and
// has said what was not done: the time could not be used.
var errOutOfTime = errors.New("out of time")

// errLeftOut ends a command that is left without anything to work on by errors
// which have been noted.
var errLeftOut = errors.New("what was asked for has errors")

// app is what every command shares: the streams and the global flags.
type app struct {
	stdin  io.Reader
	stdout io.Writer // for text: see textWriter, and bare for what is none
	stderr io.Writer

	corpus string // directory of a corpus; empty for the bundled one
	json   bool   // results and errors as JSON on stdout

	ctx context.Context // done when the user asks to stop; nil for never

	coloured bool // as on a terminal that has colours, wherever standard output goes

	pulse *pulse

	files      fs.FS // of the corpus in a directory; nil before they are asked for
	unfinished bool  // it has been said that a write has not ended

	packed   fs.FS  // a corpus that a plan brought along, in place of any other; nil for none
	packedIn string // how the plan is called

	// read is the evidence of the corpus once it was read, with its errors.
	read     *evidence.Corpus
	readErrs diag.Errors

	guests map[string]*guest // by what stands before ids of their rulesets

	// errs are the errors that were noted, and noted their texts: those of files that
	// the command went on without.
	errs  diag.Errors
	noted map[string]bool
	told  bool // with --json: they stand in what was printed

	interrupted bool // before there was a result
	former      bool // an error was a word that was written otherwise once

	// started is set once a command's own code runs. An error before that is
	// an error of usage: in the command line, not in what it points to.
	started bool

	// compiles says whether there is a compiler of WebAssembly here; nil: ask.
	compiles func() bool
	slow     bool // it has been said that there is none
}

// takes is the rule for the arguments of a command: at least least and, unless
// most is negative, at most most of what the help calls name.
func takes(least, most int, name string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		switch {
		case len(args) < least:
			return wrong("", name, "%s is missing", name)
		case most >= 0 && len(args) > most:
			return wrong(args[most], "", "unexpected argument %q", args[most])
		}
		return nil
	}
}

// context is done when the user has asked to stop.
func (a *app) context() context.Context {
	if a.ctx == nil {
		return context.Background()
	}
	return a.ctx
}

// reads does work that only reads, much of it by libraries that cannot be stopped.
// When the user asks to stop, the work is left to itself, and what it was to find
// must not be looked at.
func (a *app) reads(work func()) error {
	done := make(chan bool)
	go func() {
		defer close(done)
		work()
	}()
	select {
	case <-done:
	case <-a.context().Done():
	}
	return a.context().Err()
}

// leftOut reports whether errors were noted, of a file or a command that went on
// without what they are about.
func (a *app) leftOut() bool { return len(a.errs) > 0 }

// guest is a corpus in a directory that stands before the id of a ruleset, DIR:RULESET.
type guest struct {
	corpus *rulesets.Corpus
	whole  *evidence.Corpus // also what is under embargo
	err    error
}
