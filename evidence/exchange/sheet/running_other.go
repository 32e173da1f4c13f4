//go:build !unix

package sheet

import "os"

// running reports whether a program with this number runs: where there are no
// signals, one that does not cannot be found.
func running(pid int) bool {
	_, err := os.FindProcess(pid)
	return err == nil
}
