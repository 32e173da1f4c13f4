// Make writes the script that a program which is built with the tag core has inside, to the file that it is told.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"

	"github.com/lectio/lectio/verify/site/core"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := write(ctx, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "error:", err)
		os.Exit(1)
	}
}

func write(ctx context.Context, args []string) error {
	if len(args) != 1 {
		return errors.New("make takes the file to write, such as core.js")
	}
	script, err := core.Make(ctx, func(what string) { fmt.Fprintln(os.Stderr, what) })
	if err != nil {
		return err
	}
	half := args[0] + ".half"
	if err := os.WriteFile(half, script, 0o666); err != nil {
		return err
	}
	return os.Rename(half, args[0])
}
