package evidence

import (
	"bytes"
	"sync"

	"github.com/lectio/lectio/evidence/biblio"
	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/yamlpos"
)

// Memory keeps what the files of a corpus were read as. Who loads the corpus again after a change reads only the files that have
// changed, and of these only the items.
type Memory struct {
	mu    sync.Mutex
	files map[string]*reread
}

// parsed is what reading a file came to.
type parsed struct {
	record  *Record
	sources []*biblio.Source
	errs    diag.Errors
}

// reread is a file that is read again.
type reread struct {
	tree *yamlpos.Rereader // nil where nothing is kept
	text []byte
	as   parsed
}

// of is what is kept of a file; nothing without a memory.
func (m *Memory) of(file string) *reread {
	if m == nil {
		return &reread{}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	r := m.files[file]
	if r == nil {
		r = &reread{tree: yamlpos.NewRereader(file)}
		if m.files == nil {
			m.files = map[string]*reread{}
		}
		m.files[file] = r
	}
	return r
}

// read is what the text of the file is read as.
func (r *reread) read(data []byte, read func(r *reread) parsed) parsed {
	if r.text == nil || !bytes.Equal(r.text, data) {
		r.as = read(r)
		r.text = data
	}
	return r.as
}

// parse takes the text of the file apart.
func (r *reread) parse(file string, data []byte) (*yamlpos.Node, diag.Errors) {
	if r.tree == nil {
		return yamlpos.Parse(file, data)
	}
	return r.tree.Parse(data)
}
