package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/lectio/lectio/evidence/exchange/sheet"
	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

// manCommand is lectio man.
func manCommand(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "man DIR",
		Short: "write the manual, a page for each command",
		Long: `Writes the pages of the manual for man, one for each command, into a folder.

To read them from everywhere, copy them to a folder of the manual, as
/usr/local/share/man/man1 is.`,
		Example: `  lectio man pages && man pages/lectio-verify.1`,
		Args:    takes(1, 1, "DIR"),
		RunE:    func(cmd *cobra.Command, args []string) error { return a.manual(cmd.Root(), args[0]) },
	}
}

// manual writes the manual into a folder.
func (a *app) manual(root *cobra.Command, dir string) error {
	if err := noFolder(dir, "the manual"); err != nil {
		return err
	}
	var files []sheet.File
	if err := manPages(root, func(name string, page []byte) {
		files = append(files, sheet.File{Path: filepath.Join(dir, name), Content: page})
	}); err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return wrong(dir, "a folder that can be written to", "the manual cannot be written: %v", err)
	}
	if err := sheet.WriteFiles(files...); err != nil {
		return wrong(dir, "a folder that can be written to", "%v", err)
	}
	if a.json {
		return a.printJSON(map[string]any{"folder": dir, "pages": len(files)})
	}
	return a.say(a.stdout, dir+": "+plural(len(files), "page")+"\n")
}

// dated is the date in the heading of a page.
var dated = regexp.MustCompile(`(?m)^(\.TH "[^"]*" "[^"]*") "[^"]*"`)

// manPages makes the pages of a command and of those under it.
func manPages(cmd *cobra.Command, page func(name string, content []byte)) error {
	cmd.DisableAutoGenTag = true // it is a date
	cmd.InitDefaultHelpFlag()
	var b bytes.Buffer
	header := &doc.GenManHeader{Section: "1", Source: "lectio " + release, Manual: "Lectio", Date: &time.Time{}}
	if err := doc.GenMan(cmd, header, &b); err != nil {
		return err
	}
	// The pages are those of a release, whenever they are written.
	page(strings.ReplaceAll(cmd.CommandPath(), " ", "-")+".1", dated.ReplaceAll(b.Bytes(), []byte(`$1 ""`)))
	for _, sub := range cmd.Commands() {
		if sub.IsAvailableCommand() {
			if err := manPages(sub, page); err != nil {
				return err
			}
		}
	}
	return nil
}

// completionCommand is lectio completion.
func completionCommand(a *app) *cobra.Command {
	shells := []string{"bash", "zsh", "fish", "powershell"}
	return &cobra.Command{
		Use:   "completion bash|zsh|fish|powershell",
		Short: "let a shell complete commands, rulesets, questions and readings",
		Long: `Prints what a shell has to read to complete what is typed: commands and flags,
and the rulesets, questions, readings, records and places of the corpus.`,
		Example: `  source <(lectio completion bash)
  lectio completion zsh > "${fpath[1]}/_lectio"
  lectio completion fish > ~/.config/fish/completions/lectio.fish`,
		Args:      takes(1, 1, "SHELL"),
		ValidArgs: shells,
		RunE: func(cmd *cobra.Command, args []string) error {
			root := cmd.Root()
			switch args[0] {
			case "bash":
				return root.GenBashCompletionV2(a.stdout, true)
			case "zsh":
				return root.GenZshCompletion(a.stdout)
			case "fish":
				return root.GenFishCompletion(a.stdout, true)
			case "powershell":
				return root.GenPowerShellCompletionWithDesc(a.stdout)
			}
			return wrong(args[0], "one of: "+strings.Join(shells, ", "), "there is no completion for this shell")
		},
	}
}
