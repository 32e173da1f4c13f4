package main

import (
	"slices"
	"strings"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/verify/checks"
	"github.com/lectio/lectio/verify/report"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// A completer lists what a word that has been begun may become. args are the words
// before it that are no flags. What is listed may have a description behind a tab.
type completer func(a *app, args []string, begun string) []string

// completedArgs are the completers of arguments, by the name that Use gives them.
var completedArgs = map[string]completer{
	"RULESET": completeRuleset,
	"A":       completeRuleset,
	"RECORD":  completeRecord,
	"ID":      completeCheck,
	"KEY":     completeSource,
	"FROM":    completeSource,
}

// completedFlags are the completers of flags, wherever they stand. Two flags of the
// same name mean the same, or each command's own is told apart by its path.
var completedFlags = map[string]completer{
	"reading":         completeReading,
	"questions":       completeQuestions,
	"at":              func(*app, []string, string) []string { return []string{"start\tthe opening"} },
	"throw":           completeThrow,
	"player":          completePlayer,
	"check":           completeCheck,
	"place":           completePlace,
	"game":            completeGame,
	"interpretations": anyOf("each", "all", "cover:2", "cover:3", "sample:"),
	"effort":          anyOf("quick", "normal", "deep"),
	"fail-on":         anyOf("note", "warning", "error", "never"),
	"agent":           anyOf("moves", "results"),
}

// completeSource lists the keys of the sources.
func completeSource(a *app, _ []string, _ string) []string {
	c, err := a.evidence()
	if err != nil {
		return nil
	}
	return c.SourceKeys()
}

// completedIn are the completers of flags that mean another thing in another command.
var completedIn = map[string]completer{
	"lectio evidence cite style":  anyOf("author-date", "notes"),
	"lectio evidence cite format": anyOf("plain", "bibtex", "csl"),
	"lectio verify format":        anyOf(report.Streamed(report.Within(report.EveryReport))...),
	"lectio compare format":       anyOf(report.Streamed(report.Within(report.EveryReport, report.ComparisonsOnly))...),
}

// anyOf is a completer of a few words that are always the same.
func anyOf(list ...string) completer {
	return func(*app, []string, string) []string { return list }
}

// complete tells the shell what the arguments and flags of a command may be.
func complete(a *app, cmd *cobra.Command) {
	shown := func(list completer, args []string, begun string, more cobra.ShellCompDirective) ([]string, cobra.ShellCompDirective) {
		var out []string
		for _, word := range list(a, args, begun) {
			if strings.HasPrefix(strings.ToLower(word), strings.ToLower(begun)) {
				out = append(out, word)
			}
		}
		if slices.ContainsFunc(out, func(w string) bool {
			w, _, _ = strings.Cut(w, "\t")
			return strings.HasSuffix(w, "=") || strings.HasSuffix(w, "{")
		}) {
			more |= cobra.ShellCompDirectiveNoSpace // a reading follows
		}
		return out, more
	}
	if fields := strings.Fields(cmd.Use); len(fields) > 1 && cmd.ValidArgsFunction == nil {
		name := strings.Trim(strings.TrimSuffix(fields[1], "..."), "[].")
		name, files, _ := strings.Cut(name, "|")
		more := cobra.ShellCompDirectiveNoFileComp
		if files == "FILE" {
			more = cobra.ShellCompDirectiveDefault
		}
		if list := completedArgs[name]; list != nil {
			cmd.ValidArgsFunction = func(_ *cobra.Command, args []string, begun string) ([]string, cobra.ShellCompDirective) {
				if len(args) > 0 && !strings.Contains(cmd.Use, "...") {
					return nil, cobra.ShellCompDirectiveNoFileComp
				}
				return shown(list, args, begun, more)
			}
		}
	}
	for name := range allFlags(cmd) {
		list := completedIn[cmd.CommandPath()+" "+name]
		if list == nil {
			list = completedFlags[name]
		}
		if list != nil && cmd.Flags().Lookup(name) != nil {
			// It fails only for flags that are not there, or that were registered before.
			_ = cmd.RegisterFlagCompletionFunc(name, func(_ *cobra.Command, args []string, begun string) ([]string, cobra.ShellCompDirective) {
				return shown(list, args, begun, cobra.ShellCompDirectiveNoFileComp)
			})
		}
	}
	for _, name := range []string{"corpus", "lines"} {
		if cmd.Flags().Lookup(name) != nil || cmd.PersistentFlags().Lookup(name) != nil {
			_ = cmd.MarkFlagDirname(name)
		}
	}
}

// completeRuleset lists the rulesets, and behind a brace their readings.
func completeRuleset(a *app, args []string, begun string) []string {
	c, err := a.rulesets()
	if err != nil {
		return nil
	}
	id, inside, open := strings.Cut(begun, "{")
	if !open {
		var out []string
		for _, d := range c.Definitions {
			out = append(out, d.ID+"\t"+d.Title)
		}
		return out
	}
	d := c.Find(id)
	if d == nil {
		return nil
	}
	before := id + "{"
	if i := strings.LastIndexByte(inside, ','); i >= 0 {
		before, inside = before+inside[:i+1], inside[i+1:]
	}
	out := prefixed(before, picks(d, inside, "}"))
	for _, sc := range d.Scales {
		out = append(out, before+"scale "+sc.ID+"}")
	}
	return out
}

func prefixed(before string, list []string) []string {
	for i := range list {
		list[i] = before + list[i]
	}
	return list
}

// picks lists the questions of a ruleset, or once one has been typed its readings,
// each with end behind it.
func picks(d *rulesets.Definition, begun, end string) []string {
	var out []string
	question, _, chosen := strings.Cut(begun, "=")
	if chosen {
		if q := d.Question(question); q != nil {
			for _, r := range q.Readings {
				out = append(out, question+"="+r.ID+end+"\t"+oneLine(r.Because))
			}
		}
		return out
	}
	for _, q := range d.Questions {
		out = append(out, q.Name()+"=\t"+oneLine(q.Asks))
	}
	return out
}

// rulesetOf is the ruleset that the first argument names, nil where there is none.
func rulesetOf(a *app, args []string) *rulesets.Definition {
	if len(args) == 0 {
		return nil
	}
	c, err := a.rulesets()
	if err != nil {
		return nil
	}
	id, _, _ := strings.Cut(args[0], "{")
	return c.Find(id)
}

func completeReading(a *app, args []string, begun string) []string {
	if d := rulesetOf(a, args); d != nil {
		return picks(d, begun, "")
	}
	return nil
}

func completeQuestions(a *app, args []string, begun string) []string {
	d := rulesetOf(a, args)
	if d == nil {
		return nil
	}
	before := begun[:strings.LastIndexByte(begun, ',')+1]
	var out []string
	for _, q := range d.Questions {
		out = append(out, before+q.Name()+"\t"+oneLine(q.Asks))
	}
	return out
}

// gameFor is the game that the first argument names, by default; nil where there is
// none.
func gameFor(a *app, args []string) *rulesets.Game {
	if d := rulesetOf(a, args); d != nil {
		if g, errs := d.Game(nil); len(errs) == 0 {
			return g
		}
	}
	return nil
}

func completeThrow(a *app, args []string, _ string) []string {
	var out []string
	if g := gameFor(a, args); g != nil {
		for _, t := range g.Program.Throws {
			out = append(out, t.Name)
		}
	}
	return out
}

// completePlayer lists programs, and sides to be followed by one.
func completePlayer(a *app, args []string, begun string) []string {
	side, _, one := strings.Cut(begun, "=")
	var out []string
	for _, name := range []string{"random", "learned", "searching:1000", "playouts:1000"} {
		if one {
			name = side + "=" + name
		}
		out = append(out, name)
	}
	if g := gameFor(a, args); g != nil && !one {
		for _, side := range g.Program.Players {
			out = append(out, side+"=")
		}
	}
	return out
}

func completeCheck(*app, []string, string) []string {
	var out []string
	for _, c := range checks.All() {
		out = append(out, c.ID+"\t"+c.Title)
	}
	return out
}

func completeRecord(a *app, _ []string, _ string) []string {
	c, err := a.evidence()
	if err != nil {
		return nil
	}
	var out []string
	for _, r := range c.Records {
		out = append(out, r.ID+"\t"+r.Game)
	}
	return out
}

// completePlace lists the places of the records.
func completePlace(a *app, _ []string, _ string) []string {
	c, err := a.evidence()
	if err != nil {
		return nil
	}
	var out []string
	for _, r := range c.Records {
		if r.Location != nil && r.Location.Name != "" {
			out = append(out, r.Location.Name)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// completeGame lists the games of the records.
func completeGame(a *app, _ []string, _ string) []string {
	c, err := a.evidence()
	if err != nil {
		return nil
	}
	var out []string
	for _, r := range c.Records {
		out = append(out, r.Game)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// allFlags are the flags of a command, by name, those for every command among them.
func allFlags(cmd *cobra.Command) map[string]*pflag.Flag {
	all := map[string]*pflag.Flag{}
	for _, set := range []*pflag.FlagSet{cmd.Flags(), cmd.InheritedFlags(), cmd.PersistentFlags()} {
		set.VisitAll(func(f *pflag.Flag) { all[f.Name] = f })
	}
	return all
}
