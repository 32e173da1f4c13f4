package main

import (
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
)

// reminder is how often work without a meter on a screen says that it goes on; 0 for
// never, as in tests, which know what stands on standard error.
var reminder = 30 * time.Second

// pulse says, whatever a command does, that it still runs, and how far it is. Only where
// a bar is on the screen it is silent, and where the command waits for somebody. A nil
// pulse says nothing.
type pulse struct {
	mu    sync.Mutex
	begun time.Time
	waits bool
	meter *meter // the work that is under way; nil where nobody counts it
}

// change changes what is said next.
func (p *pulse) change(f func(*pulse)) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	f(p)
}

// beat writes a line to w at every tick, until it is stopped.
func (p *pulse) beat(w io.Writer, begun time.Time, ticks <-chan time.Time) (stop func()) {
	p.begun = begun
	done := make(chan struct{})
	var beating sync.WaitGroup
	beating.Go(func() {
		for {
			select {
			case now := <-ticks:
				if line := p.line(now); line != "" {
					_, _ = io.WriteString(w, line) // whoever does not read it misses nothing else
				}
			case <-done:
				return
			}
		}
	})
	return func() { close(done); beating.Wait() }
}

// line is what is said at a moment, "" for nothing.
func (p *pulse) line(now time.Time) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	after := now.Sub(p.begun).Round(time.Second)
	m := p.meter
	switch {
	case m == nil && p.waits, m != nil && m.bar != nil:
		return ""
	case m == nil:
		return fmt.Sprintf("progress: %s, still at work\n", after)
	case m.total < 0 && m.done == 0:
		return fmt.Sprintf("progress: %s, %s\n", after, m.what)
	case m.total > 0:
		return fmt.Sprintf("progress: %s, %s: %d of %d\n", after, m.what, m.done, m.total)
	}
	return fmt.Sprintf("progress: %s, %s: %d\n", after, m.what, m.done)
}

// newBar draws on w, whatever w is.
func newBar(w io.Writer, total int, what string) *progressbar.ProgressBar {
	return progressbar.NewOptions(total,
		progressbar.OptionSetWriter(w),
		progressbar.OptionSetDescription(what),
		progressbar.OptionSetWidth(30),
		progressbar.OptionShowCount(),
		progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionSetRenderBlankState(true),
		progressbar.OptionClearOnFinish(),
	)
}

// advance moves on by n steps.
func (m *meter) advance(n int) {
	if m.bar != nil {
		_ = m.bar.Add(n)
	}
	m.pulse.change(func(*pulse) { m.done += n })
}

// reach says that so many steps are done of a total, which may have grown. Of what workers say out of order the most holds.
func (m *meter) reach(done, total int) {
	m.pulse.change(func(*pulse) { m.done, m.total = max(m.done, done), total })
	if m.bar != nil {
		m.bar.ChangeMax(total)
		_ = m.bar.Set64(min(int64(total), max(m.bar.State().CurrentNum, int64(done))))
	}
}

// doing names what is being worked on now.
func (m *meter) doing(what string) {
	what = oneLine(what)
	if m.bar != nil {
		m.bar.Describe(what)
	}
	m.pulse.change(func(*pulse) { m.what = what })
}

// end takes the meter off the screen, whether or not the work was finished.
func (m *meter) end() {
	if m.bar != nil {
		_ = m.bar.Clear()
		_ = m.bar.Exit()
	}
	m.pulse.change(func(p *pulse) {
		if p.meter == m {
			p.meter = nil
		}
	})
}

// meter shows how far long work has come: on a terminal as a bar, elsewhere by what the
// lines of [pulse] say. The zero meter shows nothing. Its methods may be called from
// several goroutines.
type meter struct {
	bar *progressbar.ProgressBar

	pulse       *pulse
	what        string
	done, total int // total is negative where it is not known
}
