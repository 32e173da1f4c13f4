package explore

import (
	"context"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
)

// A search tells what took effect. The interpreter counts that as it goes along.
// Generated code notes what throws and moves bring about; what permissions,
// prohibitions and requirements do when moves are listed it works out of whole sets
// of moves, so for these the interpreter lists the moves once more, as long as one
// of them has not been seen and generated code does not rule it out.

// pending is a statement whose effect shows when moves are listed.
type pending struct {
	statement int
	stages    uint64
	mixed     bool // it can also take effect in a move
}

// list lists the moves of s in the interpreter.
func (w *search) list() {
	w.in.Applied = w.listed
	w.buf = w.in.Moves(w.s, w.buf[:0])
	w.in.Applied = w.played
	w.heed(func(x pending) bool { return w.listed[x.statement] > 0 })
}

// play makes the k-th throw or move of s in the interpreter. What took effect then
// because it was looked for a move of the state that follows will be seen when that
// is looked at; it counts here only where there was none, and none such follows.
func (w *search) play(device, k int) {
	w.t.CopyFrom(w.s)
	if device >= 0 {
		w.in.Throw(w.t, w.throws[device][k])
	} else {
		w.in.Play(w.t, w.buf[k])
	}
	for _, x := range w.pending {
		if w.played[x.statement] > 0 {
			w.sift()
			return
		}
	}
}

// sift takes from what is pending what took effect in the throw or move that led to t.
func (w *search) sift() {
	clear(w.scratch)
	if w.t.Status() == engine.Decision {
		w.in.Applied = w.scratch
		w.next = w.in.Moves(w.t, w.next[:0])
		w.in.Applied = w.played
	}
	w.heed(func(x pending) bool {
		if x.mixed || w.scratch[x.statement] == 0 {
			return w.played[x.statement] > 0
		}
		w.played[x.statement] = 0
		return false
	})
}

// heed strikes from what is pending what has taken effect.
func (w *search) heed(effect func(pending) bool) {
	n := 0
	for _, x := range w.pending {
		if effect(x) {
			w.listed[x.statement] = 1
		} else {
			w.pending[n] = x
			n++
		}
	}
	if n < len(w.pending) {
		w.pending = w.pending[:n]
		w.await()
	}
}

// await finds out at first which statements take effect when moves are listed, and
// then which of them have not yet done so. Generated code does not tell of these.
func (w *search) await() {
	p := w.p
	if w.asks == nil {
		w.asks = make([]bool, len(p.Stages))
		acts := map[int]bool{}
		rulesets.EachRule(p, func(statement int, does bool) { acts[statement] = acts[statement] || does })
		add := func(statement int, stages uint64) {
			w.pending = append(w.pending, pending{statement, stages, acts[statement]})
		}
		for i := range p.Allows {
			add(p.Allows[i].Statement, p.Allows[i].Stages)
		}
		for i := range p.Forbids {
			f := &p.Forbids[i]
			add(f.Statement, f.Stages)
			for k := range f.Excepts {
				add(f.Excepts[k].Statement, f.Stages)
			}
		}
		for i := range p.Requires {
			add(p.Requires[i].Statement, p.Requires[i].Stages)
		}
		for i := range p.Blocked {
			if p.Blocked[i].Policy == engine.BlockedLeave {
				add(p.Blocked[i].Statement, p.Blocked[i].Stages)
			}
		}
	}
	clear(w.asks)
	w.mixed = false
	for _, x := range w.pending {
		w.mixed = w.mixed || x.mixed
		for st := range w.asks {
			w.asks[st] = w.asks[st] || x.stages>>st&1 != 0
		}
	}
	if w.x != nil {
		w.x.Asking(len(w.pending) > 0)
	}
}

// ask lists the moves of s in the interpreter where generated code sees that a
// statement may take effect thereby that has not yet done so. Where moves were
// looked for in vain, all of what generated code has done is done again.
func (w *search) ask(device int) {
	if len(w.pending) == 0 {
		return
	}
	if _, vain := w.x.Effects(); vain {
		w.x.ForgetVain()
		n := 0
		if device >= 0 {
			n = len(w.throws[device])
		} else {
			w.list()
			n = len(w.buf)
		}
		for k := range n {
			w.play(device, k)
		}
		return
	}
	if st := w.s.Stage(); device >= 0 || st < 0 || !w.asks[st] {
		return
	}
	may := w.x.May()
	for _, x := range w.pending {
		if may[x.statement] != 0 {
			w.list()
			return
		}
	}
}

// close gathers what took effect.
func (w *search) close() {
	w.gather()
	waits := make([]bool, len(w.r.Applied))
	for _, x := range w.pending {
		waits[x.statement] = true
	}
	for i := range w.r.Applied {
		if !waits[i] && w.listed[i]+w.played[i] > 0 {
			w.r.Applied[i] = true
		}
	}
}

// gather takes what took effect from the generated code, and frees it.
func (w *search) gather() {
	if w.x != nil {
		noted, _ := w.x.Effects()
		for i, n := range noted {
			if n != 0 {
				w.r.Applied[i] = true
			}
		}
	}
	if w.module != nil {
		w.module.Close(context.WithoutCancel(w.ctx))
	}
	w.x, w.module = nil, nil
}
