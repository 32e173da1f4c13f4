package verify

import (
	"sync"
)

// Memo keeps what several tasks need, each worked out once by whoever comes first.
// What is kept depends on nothing but the target and the options, so the result of
// a run is the same for any number of workers.
type Memo struct {
	mu   sync.Mutex
	kept map[any]*kept
}

type kept struct {
	once  sync.Once
	value any
	fail  any // what working it out panicked with
}

// Once returns what work makes, which is kept under the key. Where working it out
// panics, it does so for everybody who asks.
func Once[T any](m *Memo, key any, work func() T) T {
	m.mu.Lock()
	k := m.kept[key]
	if k == nil {
		if m.kept == nil {
			m.kept = map[any]*kept{}
		}
		k = &kept{}
		m.kept[key] = k
	}
	m.mu.Unlock()
	k.once.Do(func() {
		defer func() { k.fail = recover() }()
		k.value = work()
	})
	if k.fail != nil {
		panic(k.fail)
	}
	return k.value.(T)
}
