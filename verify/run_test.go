package verify

import (
	"context"
	"slices"
	"sync/atomic"
	"testing"
	"time"
)

// TestWaitingLeavesItsPlace has one of two workers work out what the other waits for, and
// end only when a third task has been done: that of a worker who is not kept waiting. Never
// do more than two work.
func TestWaitingLeavesItsPlace(t *testing.T) {
	workers := make(places, 2)
	memo := &Memo{places: workers}
	third := make(chan struct{})
	var working atomic.Int32
	work := func() {
		if n := working.Add(1); n > 2 {
			t.Errorf("%d work at once", n)
		}
		time.Sleep(time.Millisecond)
		working.Add(-1)
	}
	ask := func(context.Context) (out Outcome) {
		work()
		Once(memo, "shared", func() int {
			select {
			case <-third:
			case <-time.After(20 * time.Second):
				t.Error("nobody begins the third task while one waits")
			}
			return 1
		})
		work()
		return out
	}
	end := func(context.Context) (out Outcome) {
		work()
		close(third)
		return out
	}
	jobs := []*job{{task: Task{Run: ask}}, {task: Task{Run: ask}}, {task: Task{Run: end}}}
	for range 20 {
		jobs = append(jobs, &job{task: Task{Run: ask}})
	}
	r := &Result{}
	r.work(t.Context(), workers, jobs)
	if r.Run.Done != len(jobs) || len(workers) != 0 {
		t.Errorf("%d of %d tasks were done, and %d places are still taken", r.Run.Done, len(jobs), len(workers))
	}
}

// TestLongTasksAreBegunFirst asks for the long ones of each group of checks before its
// others, and for every target before the next.
func TestLongTasksAreBegunFirst(t *testing.T) {
	first, second := &Group{}, &Group{}
	a, b, c := &job{check: &Check{Group: first}}, &job{check: &Check{Group: second}}, &job{check: &Check{Group: second, Long: true}}
	d, e := &job{check: &Check{Group: second}}, &job{check: &Check{Group: second, Long: true}}
	got := longFirst([][]*job{{a, b, c}, nil, {d, e}})
	if want := []*job{a, c, b, e, d}; !slices.Equal(got, want) {
		t.Errorf("they are begun in another order")
	}
}
