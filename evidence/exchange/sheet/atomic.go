package sheet

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// File is a file that is still to be written.
type File struct {
	Path    string
	Content []byte
}

// WriteFiles writes files, each whole or not at all: all of them go to temporary
// files in their own folders first, and only when every one is safely there are
// they renamed. An error names the path that was asked for.
func WriteFiles(files ...File) (err error) {
	var temps []string
	at := ""
	defer func() {
		if err != nil {
			for _, t := range temps {
				os.Remove(t) // those already renamed are no longer there
			}
			err = fmt.Errorf("%s: cannot be written: %w", at, reason(err))
		}
	}()
	for _, f := range files {
		at = f.Path
		if fi, serr := os.Stat(at); serr == nil && fi.IsDir() {
			return errors.New("it is a folder")
		}
		tmp, err := os.CreateTemp(filepath.Dir(at), ".lectio-*.tmp")
		if err != nil {
			return err
		}
		temps = append(temps, tmp.Name())
		_, err = tmp.Write(f.Content)
		// Temporary files are private; a report is for everybody.
		err = errors.Join(err, tmp.Chmod(0o644), tmp.Close())
		if err != nil {
			return err
		}
	}
	for i, f := range files {
		at = f.Path
		if err := os.Rename(temps[i], at); err != nil {
			return err
		}
	}
	return nil
}

// reason strips the name of the temporary file from an error: the reader knows
// only the path that was asked for.
func reason(err error) error {
	var pe *os.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	var le *os.LinkError
	if errors.As(err, &le) {
		return le.Err
	}
	return err
}
