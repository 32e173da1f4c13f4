package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// release is the version of the source tree; a build that knows its commit
// adds it.
const release = "0.1.0-dev"

// version names the build in reports and on the command line: the tagged
// version where the program was installed by one, else the release with the
// commit it was built from.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return release
	}
	return versionOf(info)
}

// versionOf is version for a given build.
func versionOf(info *debug.BuildInfo) string {
	commit, modified := "", ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			commit = s.Value
		case s.Key == "vcs.modified" && s.Value == "true":
			modified = "+modified"
		}
	}
	switch {
	case commit != "":
		return fmt.Sprintf("%s (%.12s%s)", release, commit, modified)
	case info.Main.Version != "" && info.Main.Version != "(devel)":
		return info.Main.Version
	}
	return release
}

// versionCommand is lectio version.
func versionCommand(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "show which build this is",
		RunE: func(*cobra.Command, []string) error {
			if a.json {
				return writeJSON(a.stdout, map[string]string{
					"version":  version(),
					"go":       runtime.Version(),
					"platform": runtime.GOOS + "/" + runtime.GOARCH,
				})
			}
			_, err := fmt.Fprintf(a.stdout, "lectio %s\n", version())
			return err
		},
	}
}
