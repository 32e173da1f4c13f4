//go:build !js

package main

import (
	"bufio"
	"fmt"
	"os"
)

func main() {
	in, out := bufio.NewReader(os.Stdin), bufio.NewWriter(os.Stdout)
	d := &desk{}
	for {
		line, err := in.ReadBytes('\n')
		if len(line) > 0 {
			out.Write(d.line(line))
			out.WriteByte('\n')
			out.Flush() // whoever asks waits for it
		}
		if err != nil {
			break
		}
	}
	if err := out.Flush(); err != nil {
		fmt.Fprintln(os.Stderr, "core:", err)
	}
}
