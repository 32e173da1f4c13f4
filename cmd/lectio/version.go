package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/lectio/lectio/evidence/jsonlines"
	"github.com/spf13/cobra"
)

// release is the version of the source tree; a build that knows its commit
// adds it.
const release = "0.1.0-dev"

// commit is what the program was built from, where whoever builds it says so
// (-ldflags "-X main.commit=…"); otherwise the build may know.
var commit string

// version names the build in reports and on the command line: the tagged
// version where the program was installed by one, else the release with the
// commit it was built from.
func version() string {
	if commit != "" {
		return fmt.Sprintf("%s (%.12s)", release, commit)
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return release
	}
	return versionOf(info)
}

// versionOf is version for a given build.
func versionOf(info *debug.BuildInfo) string {
	at, modified := "", ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			at = s.Value
		case s.Key == "vcs.modified" && s.Value == "true":
			modified = "+modified"
		}
	}
	switch {
	case at != "":
		return fmt.Sprintf("%s (%.12s%s)", release, at, modified)
	case info.Main.Version != "" && info.Main.Version != "(devel)":
		return info.Main.Version
	}
	return release
}

// made says in a report which build made it, and of which corpus. The corpus has been
// read before.
func (a *app) made() string {
	_, sum, err := a.corpusText()
	if err != nil { // it changes under our hands
		return "lectio " + version()
	}
	return fmt.Sprintf("lectio %s, corpus %.12s", version(), strings.TrimPrefix(sum, "sha256:"))
}

// versionCommand is lectio version.
func versionCommand(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "show which build this is, and of which corpus",
		RunE: func(*cobra.Command, []string) error {
			_, sum, err := a.corpusText()
			if err != nil {
				return wrong(a.corpus, "a corpus that can be read", "%v", err)
			}
			if a.json {
				return jsonlines.Write(a.stdout, map[string]string{
					"version":  version(),
					"corpus":   sum,
					"go":       runtime.Version(),
					"platform": runtime.GOOS + "/" + runtime.GOARCH,
				})
			}
			_, err = fmt.Fprintf(a.stdout, "lectio %s\ncorpus %s\n", version(), sum)
			return err
		},
	}
}
