package training

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/weigh"
	"github.com/lectio/lectio/rulesets/play"
	"github.com/lectio/lectio/verify/kept"
)

// learnerVersion is raised with every change that makes another program of the same games, or writes it down otherwise.
const learnerVersion = 6

// Cache keeps programs that have been made, so that they need not be made again: what is played is
// the same with and without. The zero value keeps none. It is safe for concurrent use.
type Cache kept.Folder

// InUserCache is a cache in the user's folder for such things; where there is none nothing is kept.
func InUserCache(note func(string)) *Cache { return (*Cache)(kept.InUserCache("players", note)) }

// Learn is [Learn], unless the program is kept.
func (c *Cache) Learn(ctx context.Context, p *engine.Program, by *play.Executor, t Training) (*Learned, error) {
	if c == nil || c.Dir == "" {
		return Learn(ctx, p, by, t)
	}
	print, err := by.Fingerprint()
	if err != nil {
		return nil, err
	}
	key := sha256.Sum256(fmt.Appendf(nil, "%d %+v %x", learnerVersion, t, print))
	folder, name := (*kept.Folder)(c), hex.EncodeToString(key[:16])+".json"
	var l Learned
	form := weigh.FormOf(p, t.Untied)
	if json.Unmarshal(folder.Read(name), &l) == nil && (l.Weights == nil || len(l.Weights) == form.Weights()) {
		l.Form = form
		return &l, nil
	}
	made, err := Learn(ctx, p, by, t)
	if err != nil {
		return nil, err
	}
	program, err := json.Marshal(made)
	if err != nil {
		panic(err) // numbers and texts can be written
	}
	folder.Keep(name, program)
	return made, nil
}
