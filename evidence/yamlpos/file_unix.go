//go:build unix

package yamlpos

import "syscall"

// withoutWaiting makes the opening of a pipe return at once.
const withoutWaiting = syscall.O_NONBLOCK
