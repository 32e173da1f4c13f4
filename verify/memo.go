package verify

import (
	"sync"
)

// Memo keeps what several tasks need, each worked out once by whoever comes first.
// What is kept depends on nothing but the target and the options, so the result of
// a run is the same for any number of workers.
type Memo struct {
	places places // of the tasks that ask; nil: nobody counts them

	mu   sync.Mutex
	kept map[any]*kept
}

type kept struct {
	done  chan struct{} // is closed when it has been worked out
	value any
	fail  any // what working it out panicked with
}

// Once returns what work makes, which is kept under the key. Where working it out
// panics, it does so for everybody who asks.
func Once[T any](m *Memo, key any, work func() T) T {
	m.mu.Lock()
	k := m.kept[key]
	first := k == nil
	if first {
		if m.kept == nil {
			m.kept = map[any]*kept{}
		}
		k = &kept{done: make(chan struct{})}
		m.kept[key] = k
	}
	m.mu.Unlock()
	if first {
		func() {
			defer func() {
				k.fail = recover()
				close(k.done)
			}()
			k.value = work()
		}()
	} else {
		m.places.wait(k.done)
	}
	if k.fail != nil {
		panic(k.fail)
	}
	return k.value.(T)
}

// places are as many as there are workers: whoever has one works.
type places chan struct{}

func (p places) take()  { p <- struct{}{} }
func (p places) leave() { <-p }

// wait waits for what another task works out. Meanwhile it leaves its place, so that no
// worker is idle while there is something to do.
func (p places) wait(done <-chan struct{}) {
	select {
	case <-done:
		return
	default:
	}
	if p == nil {
		<-done
		return
	}
	p.leave()
	<-done
	p.take()
}
