package verify

import (
	"context"
	"slices"
	"sort"
	"sync"

	"github.com/lectio/lectio/rulesets/dimension"

	"github.com/lectio/lectio/rulesets"
)

// job is a task of a check on a target, and what became of it.
type job struct {
	target *Target
	check  *Check
	task   Task
	out    Outcome
	begun  bool
	cut    bool // it was begun, and the run was stopped before it was done
}

// Run verifies rulesets. It stops early when ctx is done and returns what it has,
// marked where it rests on what was not done. The result is the same for any number
// of workers.
func Run(ctx context.Context, checks Set, corpus *dimension.Corpus, defs []*rulesets.Definition, o Options) *Result {
	res := &Result{Checks: checks, Options: o, asked: checks.asked(&o)}
	common := &Memo{}
	for _, d := range defs {
		res.Targets = append(res.Targets, &Target{Corpus: corpus, Definition: d, Common: common})
	}
	res.compile(max(o.Jobs, 1))
	var jobs []*job
	for _, t := range res.Targets {
		for _, c := range res.asked {
			if c.Tasks == nil || t.Game == nil && !c.Broken {
				continue
			}
			for _, task := range c.Tasks(t, o) {
				jobs = append(jobs, &job{target: t, check: c, task: task})
			}
		}
	}
	res.work(ctx, jobs)
	res.Interrupted = ctx.Err() != nil
	rest := jobs // of the targets that are to come: jobs are in their order
	for _, t := range res.Targets {
		n := 0
		for n < len(rest) && rest[n].target == t {
			n++
		}
		res.conclude(t, rest[:n])
		rest = rest[n:]
	}
	sort.SliceStable(res.Findings, func(a, b int) bool {
		x, y := &res.Findings[a], &res.Findings[b]
		if x.Ruleset != y.Ruleset {
			return x.Ruleset < y.Ruleset
		}
		if x.Severity != y.Severity {
			return x.Severity > y.Severity
		}
		if x.ID != y.ID {
			return x.ID < y.ID
		}
		if x.Rank != y.Rank {
			return x.Rank < y.Rank
		}
		return x.Pos.Compare(y.Pos) < 0
	})
	res.Findings = res.once(res.Findings)
	return res
}

// work does the jobs, until ctx is done.
func (r *Result) work(ctx context.Context, jobs []*job) {
	o := r.Options
	r.Tasks = len(jobs)
	var mu sync.Mutex
	var wg sync.WaitGroup
	next := make(chan *job)
	for range max(o.Jobs, 1) {
		wg.Go(func() {
			for j := range next {
				j.begun = true
				j.out = j.task.Run(ctx)
				// One that was done just when the run was stopped counts as cut
				// short: nobody can tell.
				j.cut = ctx.Err() != nil
				mu.Lock()
				if !j.cut {
					r.Done++
				}
				if o.Progress != nil {
					o.Progress(r.Done, r.Tasks, j.task.What)
				}
				mu.Unlock()
			}
		})
	}
	for _, j := range jobs {
		if ctx.Err() != nil {
			break
		}
		next <- j
	}
	close(next)
	wg.Wait()
}

// conclude adds what the jobs on a target came to, and the conclusions that checks
// draw from all of it, marked where they rest on what was not done.
func (r *Result) conclude(t *Target, jobs []*job) {
	o := r.Options
	var all Outcome
	undone := r.undone(t, jobs)
	for _, j := range jobs {
		if j.cut || j.check.Extends && undone(j.check) {
			j.out.cutShort()
		}
		j.out.By(j.check)
		all.Add(j.out)
	}
	for _, c := range r.asked {
		if c.After != nil && t.Game != nil {
			out := c.After(t, &all, o)
			out.By(c)
			if undone(c) {
				out.cutShort()
			}
			all.Add(out)
		}
	}
	o.only(&all)
	all.withhold(r.Checks)
	r.Outcome.Add(all)
}

// undone notes what of each check was not done on a target. What it returns reports
// whether anything of a check, or of one that it draws on, was not.
func (r *Result) undone(t *Target, jobs []*job) func(*Check) bool {
	left := map[string]bool{}
	for _, c := range r.asked {
		u := Undone{Ruleset: t.Definition.ID, Check: c.ID}
		for _, j := range jobs {
			if j.check != c {
				continue
			}
			u.Tasks++
			if !j.begun {
				u.NotBegun++
			} else if j.cut {
				u.CutShort++
			}
		}
		if u.NotBegun+u.CutShort > 0 {
			r.NotDone = append(r.NotDone, u)
			left[c.ID] = true
		}
	}
	var rests func(c *Check) bool
	rests = func(c *Check) bool {
		return left[c.ID] || slices.ContainsFunc(c.With, rests)
	}
	return rests
}

// compile compiles the default interpretation of every target.
func (r *Result) compile(workers int) {
	next := make(chan *Target)
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			for t := range next {
				t.Game, t.Errors = t.Definition.Game(nil)
			}
		})
	}
	for _, t := range r.Targets {
		next <- t
	}
	close(next)
	wg.Wait()
}
