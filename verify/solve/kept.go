package solve

import (
	"bufio"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"time"
)

// Long work is kept in a folder, so that it goes on where it was broken off, by whatever: positions found while others
// are being found, once a minute; all of them, numbered, when they are all; and the values of a block when they are known. A file begins
// with a line that says of what rules it is and how positions are packed; records follow, each of some words and with
// a sum, and what lies behind the last whole one was being written when work was broken off.

const (
	foundFile  = "positions found"
	allFile    = "positions"
	valuesFile = "values"
)

// keepEvery is how long positions found are not kept.
var keepEvery = time.Minute

// kept is what the files say of themselves in their first line.
type kept struct {
	Format string   `json:"format"`
	Rules  string   `json:"rules"` // a sum of the code generated from them and of the first position
	Mask   []uint64 `json:"mask"`  // the bits of an image that are kept
}

const keptFormat = "lectio positions and values, 1"

// folder is where work is kept.
type folder struct {
	path  string
	rules string
	last  time.Time // when something was kept
	found int       // how many positions stand in foundFile
}

// openFolder makes the folder of a graph whose rules have a sum.
func openFolder(path string, rules [32]byte) (*folder, error) {
	if err := os.MkdirAll(path, 0o777); err != nil {
		return nil, err
	}
	return &folder{path: path, rules: hex.EncodeToString(rules[:]), last: time.Now()}, nil
}

// write appends a record to a file, which is begun anew where that is said. Of what was not
// written whole nothing is read.
func (f *folder) write(name string, anew bool, mask []uint64, record ...[]uint64) (err error) {
	flag := os.O_CREATE | os.O_WRONLY | os.O_APPEND
	if anew {
		flag |= os.O_TRUNC
	}
	file, err := os.OpenFile(filepath.Join(f.path, name), flag, 0o666)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	w := bufio.NewWriterSize(file, 1<<20)
	if anew {
		line, err := json.Marshal(kept{keptFormat, f.rules, mask})
		if err != nil {
			return err
		}
		if _, err := w.Write(append(line, '\n')); err != nil {
			return err
		}
	}
	sum := crc32.NewIEEE()
	out := io.MultiWriter(w, sum)
	words := func(list ...uint64) error {
		var b [8]byte
		for _, x := range list {
			binary.LittleEndian.PutUint64(b[:], x)
			if _, err := out.Write(b[:]); err != nil {
				return err
			}
		}
		return nil
	}
	for _, part := range record {
		if err := errors.Join(words(uint64(len(part))), words(part...)); err != nil {
			return err
		}
	}
	if err := words(uint64(sum.Sum32())); err != nil {
		return err
	}
	return errors.Join(w.Flush(), file.Sync())
}

// read gives the whole records of a file, each of so many parts, and cuts off what lies behind them. There is no
// file where mask is nil.
func (f *folder) read(name string, parts int, begin func(mask []uint64) error, give func(record [][]uint64) error) (err error) {
	path := filepath.Join(f.path, name)
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	in := bufio.NewReaderSize(file, 1<<20)
	line, err := in.ReadBytes('\n')
	var k kept
	if err != nil || json.Unmarshal(line, &k) != nil || k.Format != keptFormat {
		return fmt.Errorf("%s holds no positions that were kept: give another folder", path)
	}
	if k.Rules != f.rules {
		return fmt.Errorf("%s is of other rules, or another version of the program: give another folder, or empty this one", path)
	}
	if err := begin(k.Mask); err != nil {
		return err
	}
	whole := int64(len(line))
	for {
		record, size, ok := readRecord(in, parts)
		if !ok {
			return file.Truncate(whole)
		}
		whole += size
		if err := give(record); err != nil {
			return err
		}
	}
}

// readRecord reads a record of so many parts; ok is false where it is not whole.
func readRecord(in *bufio.Reader, parts int) (record [][]uint64, size int64, ok bool) {
	sum := crc32.NewIEEE()
	var b [8]byte
	word := func() (uint64, bool) {
		if _, err := io.ReadFull(in, b[:]); err != nil {
			return 0, false
		}
		size += 8
		return binary.LittleEndian.Uint64(b[:]), true
	}
	for range parts {
		n, ok := word()
		if !ok || n > 8*MostPositions {
			return nil, 0, false
		}
		sum.Write(b[:])
		var part []uint64
		for range n {
			x, ok := word()
			if !ok {
				return nil, 0, false
			}
			sum.Write(b[:])
			part = append(part, x)
		}
		record = append(record, part)
	}
	want, ok := word()
	return record, size, ok && want == uint64(sum.Sum32())
}

// keepFound keeps the positions found so far, if some time has gone by.
func (x *exploring) keepFound() error {
	f := x.folder
	if f == nil || x.keep || time.Since(f.last) < keepEvery {
		return nil
	}
	anew := f.found == 0
	new := x.table.keys[f.found*x.table.words:]
	if err := f.write(foundFile, anew, x.pack.mask, []uint64{uint64(x.done), chance(x.Chance)}, new); err != nil {
		return err
	}
	f.found, f.last = x.Positions(), time.Now()
	return nil
}

// open opens the folder, and goes on where work was broken off; it reports whether all positions are there.
func (x *exploring) open() (all bool, err error) {
	if x.module == nil {
		return false, &Refused{"what the interpreter finds is not kept in a folder, and no code can be generated"}
	}
	rules := x.module.Fingerprint()
	if x.folder, err = openFolder(x.options.Folder, sha256.Sum256(append(rules[:], x.pack.first...))); err != nil {
		return false, err
	}
	return x.takeUp()
}

// takeUp goes on where work was broken off; it reports whether all positions are there.
func (x *exploring) takeUp() (all bool, err error) {
	begin := func(mask []uint64) error {
		if len(mask) != len(x.pack.mask) {
			return errors.New("the positions kept are packed otherwise: give another folder")
		}
		x.pack = newPacking(x.pack.image, x.pack.first).wider(mask)
		x.table = &table{words: x.pack.words}
		return nil
	}
	err = x.folder.read(allFile, 3, begin, func(record [][]uint64) error {
		x.Chance = record[2][0] != 0
		x.table.keys, x.blocks, all = record[0], nil, true
		for _, at := range record[1] {
			x.blocks = append(x.blocks, int(at))
		}
		return nil
	})
	if err == nil && !all {
		err = x.folder.read(foundFile, 2, begin, func(record [][]uint64) error {
			x.table.keys = append(x.table.keys, record[1]...)
			x.Chance = record[0][1] != 0
			x.done, x.keep, x.folder.found = int(record[0][0]), false, x.table.len()
			return nil
		})
	}
	if x.table.len() == 0 { // nothing was kept whole
		first, _ := x.pack.pack(nil, x.pack.first, nil)
		x.table.keys = first
	}
	x.table.spread(x.table.len())
	return all, err
}

// chance is 1 where something is thrown, else 0.
func chance(thrown bool) uint64 {
	if thrown {
		return 1
	}
	return 0
}

// keepAll keeps all positions, numbered.
func (x *exploring) keepAll() error {
	if x.folder == nil {
		return nil
	}
	blocks := make([]uint64, len(x.blocks))
	for i, at := range x.blocks {
		blocks[i] = uint64(at)
	}
	part := allFile + ".part"
	if err := x.folder.write(part, true, x.pack.mask, x.table.keys, blocks, []uint64{chance(x.Chance)}); err != nil {
		return err
	}
	if err := os.Rename(filepath.Join(x.folder.path, part), filepath.Join(x.folder.path, allFile)); err != nil {
		return err
	}
	return os.RemoveAll(filepath.Join(x.folder.path, foundFile))
}

// keepValues keeps the values of a block.
func (x *Solved) keepValues(k int) error {
	if x.folder == nil {
		return nil
	}
	from, to := x.blocks[k], x.blocks[k+1]
	ranks := make([]uint64, to-from)
	for i := range ranks {
		ranks[i] = uint64(x.Rank[from+i])
	}
	return x.folder.write(valuesFile, k == len(x.blocks)-2, x.pack.mask, []uint64{uint64(k)}, x.Low[from:to], x.High[from:to], ranks)
}

// takeUpValues takes up the values that were kept, and returns how many blocks are left.
func (x *Solved) takeUpValues() (left int, err error) {
	left = len(x.blocks) - 1
	if x.folder == nil {
		return left, nil
	}
	err = x.folder.read(valuesFile, 4, func([]uint64) error { return nil }, func(record [][]uint64) error {
		k := left - 1
		if len(record[0]) != 1 || record[0][0] != uint64(k) || len(record[1]) != x.blocks[k+1]-x.blocks[k] {
			return errors.New("the values kept are of other positions: give another folder")
		}
		copy(x.Low[x.blocks[k]:], record[1])
		copy(x.High[x.blocks[k]:], record[2])
		for i, r := range record[3] {
			x.Rank[x.blocks[k]+i] = uint16(r)
		}
		left = k
		return nil
	})
	return left, err
}
