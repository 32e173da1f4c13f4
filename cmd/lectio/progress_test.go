package main

import (
	"bytes"
	"io"
	"strings"
	"sync"
	"testing"
	"time"
)

// Somebody who watches sees a bar.
func TestBar(t *testing.T) {
	var b bytes.Buffer
	shown := &meter{bar: newBar(&b, 200, "games")}
	shown.reach(3, 190)
	shown.reach(1, 200)
	var workers sync.WaitGroup
	for range 4 {
		workers.Go(func() {
			for range 40 {
				shown.advance(1)
			}
		})
	}
	workers.Wait()
	shown.doing("last games")
	shown.end()
	if got := shown.bar.State().CurrentNum; got != 163 {
		t.Errorf("%d are done", got)
	}
	if got := b.String(); !strings.Contains(got, "games") || !strings.Contains(got, "/200") {
		t.Errorf("a meter showed %q", got)
	}
}

// Where nobody watches, a line says from time to time how far long work has come.
func TestPulse(t *testing.T) {
	begun := time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)
	var b strings.Builder
	a := &app{stderr: io.Discard, pulse: &pulse{begun: begun}}
	after := 0
	tick := func() { after += 30; b.WriteString(a.pulse.line(begun.Add(time.Duration(after) * time.Second))) }

	tick()
	m := a.meter(200, "games")
	m.advance(3)
	tick()
	m.doing("games\nof mylna")
	m.advance(20)
	tick()
	unknown := a.meter(-1, "choosing")
	m.end() // which is not the one that is under way any more
	unknown.advance(7)
	tick()
	unknown.end()
	tick()
	shown := a.meter(5, "on a screen")
	shown.bar = newBar(io.Discard, 5, "on a screen")
	tick()
	shown.end()
	a.waitsForSomebody()
	tick()
	served := a.meter(9, "for somebody")
	tick()
	served.end()
	tick()
	a.measured("solving", func(progress func(done, all int, what string)) {
		tick()
		progress(20, 90, "positions")
		progress(10, 400, "positions")
		tick()
	})

	const want = `progress: 30s, still at work
progress: 1m0s, games: 3 of 200
progress: 1m30s, games of mylna: 23 of 200
progress: 2m0s, choosing: 7
progress: 2m30s, still at work
progress: 4m0s, for somebody: 0 of 9
progress: 5m0s, solving
progress: 5m30s, positions: 20 of 400
`
	if b.String() != want {
		t.Errorf("got\n%swant\n%s", b.String(), want)
	}
}

// Every command that runs long says so, whatever it does, and one that waits for
// somebody does not.
func TestEveryCommandHasAPulse(t *testing.T) {
	reminder = 10 * time.Millisecond
	defer func() { reminder = 0 }()
	for _, command := range []string{"ruleset list", "perft kioz --depth 5", "evidence check"} {
		var out, errs lockedBuffer
		run(strings.NewReader(""), &out, &errs, strings.Fields(command))
		if !strings.Contains(errs.String(), "progress: ") {
			t.Errorf("%s: no line of progress: %.200q", command, errs.String())
		}
	}
	for _, command := range []string{"play mylna", "moves --batch", "play --replay -"} {
		var out, errs lockedBuffer
		in := &nobody{said: func() int { return strings.Count(errs.String(), "progress: ") }}
		run(in, &out, &errs, strings.Fields(command))
		if !in.asked || in.more > 1 { // one may be on its way
			t.Errorf("%s: asked: %t, %d lines of progress while it waits", command, in.asked, in.more)
		}
	}
}

// nobody types anything for a while.
type nobody struct {
	said  func() int
	asked bool
	more  int // of what was said meanwhile
}

func (n *nobody) Read([]byte) (int, error) {
	if !n.asked {
		n.asked = true
		before := n.said()
		time.Sleep(200 * time.Millisecond)
		n.more = n.said() - before
	}
	return 0, io.EOF
}

// lockedBuffer is written to by several goroutines, as a file may be.
type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}
