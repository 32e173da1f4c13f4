//go:build unix

package sheet

import (
	"errors"
	"os"
	"syscall"
)

// running reports whether a program with this number runs. Signal 0 asks without
// sending anything.
func running(pid int) bool {
	p, err := os.FindProcess(pid)
	if err != nil {
		return false
	}
	err = p.Signal(syscall.Signal(0))
	return err == nil || errors.Is(err, os.ErrPermission)
}
