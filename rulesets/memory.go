package rulesets

import (
	"bytes"
	"maps"
	"sync"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/yamlpos"
)

// Memory keeps what the files of a corpus were read as. Who loads the corpus again after a change reads only the files that have
// changed, of these only the items, and the rulesets that rest on them.
type Memory struct {
	mu    sync.Mutex
	files map[string]*remembered
}

// remembered is a file as it was read.
type remembered struct {
	tree *yamlpos.Rereader
	text []byte

	attempt // of a ruleset, against
	ev      *evidence.Corpus
	parts   map[string]*part

	part     *part // of a part
	partErrs diag.Errors
}

// Tree is the last text of a file that could be taken apart without errors; nil where there was none.
func (m *Memory) Tree(file string) *yamlpos.Node {
	if r := m.files[file]; r != nil {
		return r.tree.Last()
	}
	return nil
}

// of is what is kept of a file.
func (m *Memory) of(file string) *remembered {
	m.mu.Lock()
	defer m.mu.Unlock()
	r := m.files[file]
	if r == nil {
		r = &remembered{tree: yamlpos.NewRereader(file)}
		if m.files == nil {
			m.files = map[string]*remembered{}
		}
		m.files[file] = r
	}
	return r
}

// part reads a file with a part, unless it is as it was.
func (m *Memory) part(file string, data []byte) (*part, diag.Errors) {
	if m == nil {
		return loadPart(file, data)
	}
	r := m.of(file)
	if r.text == nil || !bytes.Equal(r.text, data) {
		r.part, r.partErrs = loadPart(file, data)
		r.text = data
	}
	return r.part, r.partErrs
}

// definition reads a ruleset, unless it and all that it rests on are as they were.
func (m *Memory) definition(parse parser, file string, data []byte, ev *evidence.Corpus, parts map[string]*part) attempt {
	if m == nil {
		d, errs := loadDefinition(parse, file, data, ev, parts)
		return attempt{d, errs}
	}
	r := m.of(file)
	if r.text == nil || !bytes.Equal(r.text, data) || r.ev != ev || !maps.Equal(r.parts, parts) {
		parse = func(_ string, data []byte) (*yamlpos.Node, diag.Errors) { return r.tree.Parse(data) }
		r.d, r.errs = loadDefinition(parse, file, data, ev, parts)
		r.text, r.ev, r.parts = data, ev, parts
	}
	return r.attempt
}

// attempt is what reading a file came to.
type attempt struct {
	d    *Definition
	errs diag.Errors
}
