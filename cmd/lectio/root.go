package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// commands lists what lectio can do, in the order in which help shows it. A
// new command is a file that builds it and a line here.
var commands = []func(*app) *cobra.Command{
	verifyCommand,
	briefCommand,
	parallelsCommand,
	compareCommand,
	diffCommand,
	siteCommand,
	evidenceCommand,
	rulesetCommand,
	movesCommand,
	boardCommand,
	playersCommand,
	measureCommand,
	playCommand,
	perftCommand,
	solveCommand,
	benchCommand,
	sweepCommand,
	checksCommand,
	releaseCommand,
	schemaCommand,
	initCommand,
	completionCommand,
	manCommand,
	versionCommand,
}

// run is the whole program: it carries out args and returns the exit status.
func run(stdin io.Reader, stdout, stderr io.Writer, args []string) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	// The first Ctrl-C asks the work to stop; one that comes a moment later, with
	// the handler gone, ends the program even if the work does not listen. Whoever
	// sends a signal to a program and to its group, as timeout does, sends it twice
	// at once and means it once.
	context.AfterFunc(ctx, func() { time.AfterFunc(patience, stop) })
	return runContext(ctx, stdin, stdout, stderr, args)
}

// patience is how long signals are taken for one and the same request to stop.
const patience = time.Second

// runContext is run without the signals, so that a test can interrupt it.
func runContext(ctx context.Context, stdin io.Reader, stdout, stderr io.Writer, args []string) int {
	out := &checkedWriter{w: stdout}
	a := &app{stdin: stdin, stdout: &textWriter{w: out}, stderr: &textWriter{w: stderr}, pulse: &pulse{}}
	root := newRoot(a)
	// Not nil: cobra would read the arguments of the process instead.
	root.SetArgs(append([]string{}, args...))
	stop := func() {}
	if reminder > 0 {
		ticks := time.NewTicker(reminder)
		defer ticks.Stop()
		stop = a.pulse.beat(stderr, time.Now(), ticks.C)
	}
	cmd, err := root.ExecuteContextC(ctx)
	stop()

	if !a.started {
		// A flag that could not be parsed leaves those behind it unread, and
		// the caller wants even that error in the form it asked for.
		a.json = a.json || asksForJSON(args)
	}
	stopped := a.started && ctx.Err() != nil
	status := exitOK
	switch {
	case err == nil, errors.Is(err, errInterrupted):
	case errors.Is(err, errOutOfTime):
		status = exitUnusable
	case errors.Is(err, errFindings):
		status = exitFindings
	case errors.Is(err, context.Canceled) && stopped:
		a.interrupted = true
		a.fail(wrong("", "", "interrupted before there was a result"))
	case !a.started:
		// An unknown command is read as an argument of the one above it, whose
		// flags it then seems to misuse; the command is what is wrong.
		if _, rest, _ := root.Find(args); cmd.HasSubCommands() && len(rest) > 0 && !strings.HasPrefix(rest[0], "-") {
			err = unknownCommand(cmd, rest)
		}
		status = a.fail(usageProblem(cmd, err))
	default:
		status = a.fail(err)
	}
	status = a.close(status, err, stopped)
	if out.err != nil {
		// Output that nobody received is not a result.
		a.json = false
		return a.fail(fmt.Errorf("cannot write the output: %w", out.err))
	}
	return status
}

// close says what a command could not work on, and returns the exit status: that of
// input which could not be used when there was some, and that of an interruption
// before all others.
func (a *app) close(status int, err error, stopped bool) int {
	if a.leftOut() {
		if a.json && !a.told { // standard output has lines, each an object of the command's own
			for _, e := range a.errs {
				a.sayError(e)
			}
		}
		if !a.json && (status == exitOK || status == exitFindings) {
			a.sayHint("what the errors are about was left out; the rest was done")
		}
		status = exitUnusable
	}
	if a.former {
		a.sayHint("'lectio ruleset migrate DIR' writes all such words of a corpus as they are written now")
	}
	// Work that was finished all the same was not interrupted.
	if errors.Is(err, errInterrupted) || stopped && err != nil && !errors.Is(err, errFindings) && !errors.Is(err, errOutOfTime) {
		status = exitInterrupted
	}
	return status
}

// newRoot builds the command tree over a.
func newRoot(a *app) *cobra.Command {
	root := &cobra.Command{
		Use:   "lectio",
		Short: "evidence and executable rulesets for historical games",
		Long: `Lectio keeps the evidence for the rules of historical games, links it clause by
clause to executable rulesets, and verifies what the texts leave open.

The exit status is 0 when all is well; 1 when there are findings; 2 when input
could not be used, all of it or some, or there was none; 130 when the command was
interrupted, by Ctrl-C or SIGTERM, before it was done.

A broken file does not stop work on the others. What has errors is left out, and
the errors are printed: with --json as the member "errors" beside the result, of
which a list becomes a member too. What is made of the whole corpus, such as an
export, needs all of it. An interrupted command prints what was done, says what
was not (with --json as "interrupted" and "not_done"), and marks what rests on it.`,
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	root.CompletionOptions.DisableDefaultCmd = true
	root.SetIn(a.stdin)
	root.SetOut(a.stdout)
	root.SetErr(a.stderr)
	root.PersistentFlags().StringVar(&a.corpus, "corpus", "", "use the corpus in `DIR` instead of the bundled one; gallery: is the other one inside the program. A command takes rulesets of others as well, by bundled:RULESET, gallery:RULESET or DIR:RULESET")
	root.PersistentFlags().BoolVar(&a.json, "json", false, "print the result as JSON, for other programs")
	root.SetHelpCommand(helpCommand())
	root.SetHelpFunc(a.help)
	root.Version = version()
	root.SetVersionTemplate("lectio {{.Version}}\n")
	for _, build := range commands {
		root.AddCommand(build(a))
	}
	tighten(a, root)
	return root
}

func init() {
	// The list is in order of importance, not of the alphabet. Cobra knows
	// this setting only for the whole program.
	cobra.EnableCommandSorting = false
}

// tighten closes what cobra leaves open in cmd and everything under it: a
// misspelt subcommand would print help and succeed, an argument that nobody
// reads would be ignored.
func tighten(a *app, cmd *cobra.Command) {
	for _, sub := range cmd.Commands() {
		tighten(a, sub)
	}
	complete(a, cmd)
	if cmd.HasSubCommands() && !cmd.Runnable() {
		cmd.Args = unknownCommand
		cmd.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
		return
	}
	if cmd.Args == nil {
		cmd.Args = takes(0, 0, "")
	}
	work := cmd.RunE
	if work == nil {
		panic("command " + cmd.Name() + " has no RunE")
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		a.started, a.ctx = true, cmd.Context()
		return work(cmd, args)
	}
}

// unknownCommand refuses every argument of a command that only holds others.
func unknownCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	cmd.SuggestionsMinimumDistance = max(1, min(2, len(args[0])/2)) // half of a short word is another word
	near := strings.Join(cmd.SuggestionsFor(args[0]), " or ")
	p := wrong(args[0], near, "unknown command %q", args[0])
	p.hint = fmt.Sprintf("'%s --help' lists the commands", cmd.CommandPath())
	return p
}

// helpCommand replaces cobra's, which succeeds for a command that is not there.
func helpCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "show what a command is for and its flags",
		Args: func(cmd *cobra.Command, args []string) error {
			about, rest, err := cmd.Root().Find(args)
			if err != nil {
				return err
			}
			return unknownCommand(about, rest)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			about, _, err := cmd.Root().Find(args)
			if err != nil {
				return err
			}
			about.InitDefaultHelpFlag()
			return about.Help()
		},
	}
}

// usageProblem turns an error in the command line of cmd into one that says
// where the right form is to be found.
func usageProblem(cmd *cobra.Command, err error) error {
	var p *problem
	if !errors.As(err, &p) {
		p = wrong("", "", "%v%s", err, meantFlag(cmd, err))
	}
	if p.hint == "" {
		p.hint = fmt.Sprintf("'%s --help' shows how it is used", cmd.CommandPath())
	}
	return p
}

// meantFlag says which flag of a command may have been meant by one that it has not.
func meantFlag(cmd *cobra.Command, err error) string {
	var none *pflag.NotExistError
	if !errors.As(err, &none) || len(none.GetSpecifiedName()) < 2 {
		return ""
	}
	var near []string
	for _, name := range diag.Nearest(none.GetSpecifiedName(), slices.Sorted(maps.Keys(allFlags(cmd)))) {
		near = append(near, "--"+name)
	}
	if len(near) == 0 {
		return ""
	}
	return "; did you mean " + diag.Either(near) + "?"
}

// asksForJSON reports whether --json stands among the flags in args.
func asksForJSON(args []string) bool {
	if end := slices.Index(args, "--"); end >= 0 {
		args = args[:end]
	}
	return slices.Contains(args, "--json") || slices.Contains(args, "--json=true")
}
