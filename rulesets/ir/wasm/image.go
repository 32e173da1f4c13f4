package wasm

import (
	"context"
	"crypto/sha256"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/ir/wasm/state"
)

// Image says how the states lie that [Player.ExpandImage] takes and gives. It is still good when the module has been closed.
func (m *Module) Image() engine.Image { return m.code.mem.StateImage() }

// ExpandImage is Expand of a state that is given as an image. The images that follow stand one after the other, with so many bytes
// from one to the next; they are the caller's to change, and last until the next call.
func (p *Player) ExpandImage(ctx context.Context, image []byte) (n int, images []byte, step int, err error) {
	f := p.code.mem
	p.frame = f.FrameAt + f.FrameSize
	p.memory.Write(uint32(p.frame), image[:f.StateEnd])
	if n, err = p.call(ctx, state.FnExpand, p.frame); err != nil {
		return 0, nil, 0, err
	}
	images, _ = p.memory.Read(uint32(f.FollowAt), uint32(n*f.FollowSize))
	return n, images, f.FollowSize, nil
}

// Fingerprint tells modules apart by their code.
func (m *Module) Fingerprint() [32]byte { return sha256.Sum256(m.code.Binary) }
