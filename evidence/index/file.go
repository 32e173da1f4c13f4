package index

import (
	"bytes"
	"encoding/binary"
	"encoding/gob"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"strings"

	"github.com/lectio/lectio/evidence"
)

// version begins every file; one of another version is made anew.
const version = "lectio index 7\n"

// facts are what an index holds besides texts and words.
type facts struct {
	Files   map[string]string // stamps of the files of records
	Sources string            // one stamp for all files of sources
	Stamp   string            // see Options
	Entries []entry           // in the order of ids
}

// entry is a record in an index.
type entry struct {
	evidence.Card        // as it is written: without texts, and what its date says
	Area          string // in JSON, where the card has one
	File          string // its base name
	Numbers       []int  // of its clauses and observations
	Texts, Words  extent

	card evidence.Card // as a filter asks it
}

// extent is a part of all texts, or of all words.
type extent struct{ From, To int }

// within reports whether a text has the part.
func (x extent) within(text string) bool { return 0 <= x.From && x.From <= x.To && x.To <= len(text) }

// write writes the file of an index, whole or not at all.
func (x *Index) write(target string) error {
	var head, all bytes.Buffer
	if err := gob.NewEncoder(&head).Encode(x.facts); err != nil {
		return err
	}
	for _, n := range []int{head.Len(), len(x.texts), len(x.words)} {
		if err := binary.Write(&all, binary.LittleEndian, uint64(n)); err != nil {
			return err
		}
	}
	all.Write(head.Bytes())
	all.WriteString(x.texts)
	all.WriteString(x.words)
	sum := binary.LittleEndian.AppendUint32(nil, crc32.ChecksumIEEE(all.Bytes()))
	tmp, err := os.CreateTemp(filepath.Dir(target), filepath.Base(target)+".*.tmp")
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name()) // it is no longer there when all went well
	for _, part := range [][]byte{[]byte(version), sum, all.Bytes()} {
		if _, err = tmp.Write(part); err != nil {
			break
		}
	}
	if err := errors.Join(err, tmp.Close()); err != nil {
		return err
	}
	return os.Rename(tmp.Name(), target)
}

// errDamaged says that a file is no index of this version, or is not as it was written.
var errDamaged = errors.New("the index is damaged")

// read reads the file of an index.
func read(name string) (*Index, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	const lengths = 3 * 8
	rest, ok := bytes.CutPrefix(data, []byte(version))
	if !ok || len(rest) < 4+lengths || binary.LittleEndian.Uint32(rest) != crc32.ChecksumIEEE(rest[4:]) {
		return nil, errDamaged
	}
	var n [3]uint64
	if _, err := binary.Decode(rest[4:], binary.LittleEndian, &n); err != nil {
		return nil, err
	}
	rest = rest[4+lengths:]
	left := uint64(len(rest))
	for _, length := range n {
		if length > left {
			return nil, errDamaged
		}
		left -= length
	}
	x := &Index{}
	if err := gob.NewDecoder(bytes.NewReader(rest[:n[0]])).Decode(&x.facts); err != nil {
		return nil, fmt.Errorf("%w: %w", errDamaged, err)
	}
	x.texts, x.words = string(rest[n[0]:n[0]+n[1]]), string(rest[n[0]+n[1]:])
	for i := range x.Entries {
		if e := &x.Entries[i]; !e.Texts.within(x.texts) || !e.Words.within(x.words) {
			return nil, errDamaged
		}
		if err := x.Entries[i].unpack(); err != nil {
			return nil, fmt.Errorf("%w: %w", errDamaged, err)
		}
	}
	return x, nil
}

// pack puts a card into an entry, its texts and words behind those of others.
func (e *entry) pack(c *evidence.Card, texts, words *strings.Builder) error {
	e.card, e.Card = *c, *c
	text, err := json.Marshal(c.Texts)
	if err != nil {
		return err
	}
	if c.Area != nil {
		area, err := json.Marshal(c.Area)
		if err != nil {
			return err
		}
		e.Area = string(area)
	}
	e.add(string(text), c.Folded, texts, words)
	// The encoding of Go does not tell a zero from nothing behind a pointer.
	e.Card.Texts, e.Card.Folded, e.Card.Area, e.Card.FirstYear, e.Card.LastYear = nil, "", nil, nil, nil
	return nil
}

// add puts texts and words behind those of others.
func (e *entry) add(text, folded string, texts, words *strings.Builder) {
	e.Texts = extent{texts.Len(), texts.Len() + len(text)}
	e.Words = extent{words.Len(), words.Len() + len(folded)}
	texts.WriteString(text)
	words.WriteString(folded)
}

// unpack makes the card of an entry that was read.
func (e *entry) unpack() error {
	e.card = e.Card
	e.card.Dated(e.Date)
	if e.Area == "" {
		return nil
	}
	e.card.Area = &evidence.Box{}
	return json.Unmarshal([]byte(e.Area), e.card.Area)
}
