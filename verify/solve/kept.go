//go:build !js

package solve

import (
	"bufio"
	"compress/gzip"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// Long work is kept in a folder, so that it goes on where it was broken off, by whatever: the positions found, now and then while
// others are being found and when they are all; and the values of each block when they are known. A file is written beside the
// one that it replaces and takes its name when it is whole. It is compressed, with a sum of its own; a line says of what it
// is, and words follow.

// kept is the first line of a file.
type kept struct {
	Format string   `json:"format"`
	Rules  string   `json:"rules"` // a sum of the code generated from them and of the first position
	Mask   []uint64 `json:"mask"`  // the bits of an image that are kept
	Words  []int    `json:"words"` // of each list that follows

	Done     int   `json:"done,omitempty"`     // positions that have been gone through
	Chance   bool  `json:"chance,omitempty"`   // something is thrown somewhere
	Mirrored bool  `json:"mirrored,omitempty"` // of positions that mirror each other one is kept
	Blocks   []int `json:"blocks,omitempty"`   // where each begins, once all positions are there
}

const keptFormat = "lectio positions and values, 2"

// folder is where work is kept.
type folder struct {
	path  string
	rules string
	last  time.Time     // when positions were kept
	took  time.Duration // to keep them
}

// write writes a file of lists of words.
func (f *folder) write(name string, k kept, lists ...[]uint64) error {
	path := filepath.Join(f.path, name)
	file, err := os.Create(path + ".part")
	if err != nil {
		return err
	}
	defer file.Close() // where something has failed; else it is closed already
	z, err := gzip.NewWriterLevel(file, gzip.BestSpeed)
	if err != nil {
		return err
	}
	k.Format, k.Rules = keptFormat, f.rules
	for _, list := range lists {
		k.Words = append(k.Words, len(list))
	}
	line, err := json.Marshal(k)
	if err != nil {
		return err
	}
	if _, err := z.Write(append(line, '\n')); err != nil {
		return err
	}
	for _, list := range lists {
		for some := range slices.Chunk(list, some) {
			if err := binary.Write(z, binary.LittleEndian, some); err != nil {
				return err
			}
		}
	}
	if err := errors.Join(z.Close(), file.Sync(), file.Close()); err != nil {
		return err
	}
	return os.Rename(path+".part", path)
}

// some are the words that are written or read at a time.
const some = 1 << 14

// read reads a file of n lists; there is none where the line is nil.
func (f *folder) read(name string, n int) (*kept, [][]uint64, error) {
	path := filepath.Join(f.path, name)
	file, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, err
	}
	defer file.Close()
	k := new(kept)
	z, err := gzip.NewReader(file)
	if err != nil {
		return nil, nil, fmt.Errorf("%s holds nothing that was kept: give another folder", path)
	}
	in := bufio.NewReaderSize(z, 8*some)
	line, err := in.ReadBytes('\n')
	if err != nil || json.Unmarshal(line, k) != nil || k.Format != keptFormat || len(k.Words) != n {
		return nil, nil, fmt.Errorf("%s holds nothing that was kept: give another folder", path)
	}
	if k.Rules != f.rules {
		return nil, nil, fmt.Errorf("%s is of other rules, or another version of the program: give another folder, or empty this one", path)
	}
	lists := make([][]uint64, n)
	for i, left := range k.Words {
		for left > 0 && err == nil {
			words := make([]uint64, min(left, some))
			err = binary.Read(in, binary.LittleEndian, words)
			lists[i], left = append(lists[i], words...), left-len(words)
		}
	}
	if err == nil {
		_, err = io.Copy(io.Discard, in) // so that the sum is checked
	}
	if err != nil {
		return nil, nil, fmt.Errorf("%s is damaged, empty the folder: %w", path, err)
	}
	return k, lists, nil
}

// keepPositions keeps the positions found so far: now, or if some time has gone by since, and it is long against what keeping takes.
func (x *exploring) keepPositions(now bool) error {
	f := x.folder
	if f == nil || !now && time.Since(f.last) < max(keepEvery, 20*f.took) {
		return nil
	}
	begun := time.Now()
	err := f.write("positions", kept{Mask: x.pack.mask, Done: x.done, Chance: x.Chance, Mirrored: x.mirrors != nil, Blocks: x.blocks}, x.table.keys)
	f.last, f.took = time.Now(), time.Since(begun)
	return err
}

// open opens the folder, and goes on where work was broken off; it reports whether all positions are there.
func (x *exploring) open() (all bool, err error) {
	if x.module == nil {
		return false, &Refused{Why: "what the interpreter finds is not kept in a folder, and no code can be generated"}
	}
	code := x.module.Fingerprint()
	sum := sha256.Sum256(append(code[:], x.pack.first...))
	x.folder = &folder{path: x.options.Folder, rules: hex.EncodeToString(sum[:]), last: time.Now()}
	if err := os.MkdirAll(x.folder.path, 0o777); err != nil {
		return false, fmt.Errorf("work cannot be kept in %s: %w", x.folder.path, err)
	}
	k, lists, err := x.folder.read("positions", 1)
	if k == nil {
		return false, err
	}
	if k.Mirrored {
		x.mirrors = x.mirrored()
	}
	x.pack = newPacking(x.pack.image, x.pack.first).wider(k.Mask)
	x.table = &table{words: x.pack.words, keys: lists[0]}
	x.table.spread(x.table.len())
	x.done, x.Chance, x.blocks, x.keep = k.Done, k.Chance, k.Blocks, nil
	return len(x.blocks) > 0, nil
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
	return x.folder.write(valuesFile(k), kept{Mask: x.pack.mask}, x.Low[from:to], x.High[from:to], ranks)
}

func valuesFile(k int) string { return fmt.Sprintf("values %d", k) }

// takeUpValues takes up the values of a block, if they were kept.
func (x *Solved) takeUpValues(k int) (there bool, err error) {
	if x.folder == nil {
		return false, nil
	}
	line, lists, err := x.folder.read(valuesFile(k), 3)
	if line == nil {
		return false, err
	}
	from, to := x.blocks[k], x.blocks[k+1]
	for _, list := range lists {
		if len(list) != to-from || !slices.Equal(line.Mask, x.pack.mask) {
			return false, fmt.Errorf("%s is of other positions: empty the folder", filepath.Join(x.folder.path, valuesFile(k)))
		}
	}
	copy(x.Low[from:], lists[0])
	copy(x.High[from:], lists[1])
	for i, r := range lists[2] {
		x.Rank[from+i] = uint16(r)
	}
	return true, nil
}
