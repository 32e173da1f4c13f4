package verify

import (
	"context"
	"slices"
	"sort"
	"sync"

	"github.com/lectio/lectio/rulesets/dimension"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/verify/measure"
)

// job is a task of a check, and what became of it.
type job struct {
	check *Check
	task  Task
	out   Outcome
	begun bool
	cut   bool // it was begun, and the run was stopped before it was done
}

// Run verifies rulesets. It stops early when ctx is done and returns what it has,
// marked where it rests on what was not done. The result is the same for any number
// of workers.
func Run(ctx context.Context, checks Set, corpus *dimension.Corpus, defs []*rulesets.Definition, o Options) *Result {
	res := &Result{
		Outcome: Outcome{Findings: []Finding{}, Verdicts: []Verdict{}, Withheld: []Withheld{}, Metrics: []Metrics{}, Changes: []Change{}, Weighings: []Weighing{}, Measured: []*Measured{}},
		Report:  Format, Checks: checks, Options: o, Run: Reach{Games: o.Games, Positions: o.Positions, Seed: o.Seed}, asked: checks.asked(&o),
	}
	workers := make(places, max(o.Jobs, 1))
	common := &Memo{places: workers}
	for _, d := range defs {
		res.Targets = append(res.Targets, &Target{Corpus: corpus, Definition: d, Memo: Memo{places: workers}, Common: common})
	}
	res.compile(workers)
	jobs := make([][]*job, len(res.Targets))
	for i, t := range res.Targets {
		for _, c := range res.asked {
			if c.Tasks == nil || t.Game == nil && !c.Broken {
				continue
			}
			for _, task := range c.Tasks(t, o) {
				jobs[i] = append(jobs[i], &job{check: c, task: task})
			}
		}
	}
	res.work(ctx, workers, longFirst(jobs))
	res.retrain(ctx, workers, jobs)
	res.Interrupted = ctx.Err() != nil
	for i, t := range res.Targets {
		res.conclude(t, jobs[i])
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
	var names []string
	for i := range res.Metrics {
		names = append(names, res.Metrics[i].Interpretation)
	}
	res.Resting = measure.RestingOn(o.Earlier, names)
	return res
}

// work does the jobs, until ctx is done.
func (r *Result) work(ctx context.Context, workers places, jobs []*job) {
	o := r.Options
	r.Run.Tasks += len(jobs)
	var mu sync.Mutex
	var wg sync.WaitGroup
	for _, j := range jobs {
		workers.take()
		if ctx.Err() != nil {
			workers.leave()
			break
		}
		j.begun = true
		wg.Go(func() {
			defer workers.leave()
			j.out = j.task.Run(ctx)
			// One that was done just when the run was stopped counts as cut
			// short: nobody can tell.
			j.cut = ctx.Err() != nil
			mu.Lock()
			defer mu.Unlock()
			if !j.cut {
				r.Run.Done++
			}
			if o.Progress != nil {
				o.Progress(r.Run.Done, r.Run.Tasks, j.task.What)
			}
		})
	}
	wg.Wait()
}

// longFirst lists the jobs of one target after the other, and in each group of checks those
// that take long before the others: none of them is left for the end, when there is nothing
// to do beside it, and what earlier groups have worked out is at hand.
func longFirst(targets [][]*job) (out []*job) {
	for _, jobs := range targets {
		for len(jobs) > 0 {
			n := slices.IndexFunc(jobs, func(j *job) bool { return j.check.Group != jobs[0].check.Group })
			if n < 0 {
				n = len(jobs)
			}
			for _, long := range []bool{true, false} {
				for _, j := range jobs[:n] {
					if j.check.Long == long {
						out = append(out, j)
					}
				}
			}
			jobs = jobs[n:]
		}
	}
	return out
}

// conclude adds what the jobs on a target came to, and the conclusions that checks
// draw from all of it. A check that was not done to its end gives no verdict.
func (r *Result) conclude(t *Target, jobs []*job) {
	o := r.Options
	var all Outcome
	undone := r.undone(t, jobs)
	for _, j := range jobs {
		switch {
		case j.cut:
			j.out.cutShort()
		case undone(j.check): // what a task found that was done stands
			j.out.noVerdicts()
			if j.check.Extends {
				j.out.markRows()
			}
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
	own := map[*Check]Undone{}
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
		own[c] = u
	}
	var rests func(c *Check) bool
	rests = func(c *Check) bool {
		return own[c].NotBegun+own[c].CutShort > 0 || slices.ContainsFunc(c.With, rests)
	}
	for _, c := range r.asked {
		if rests(c) {
			r.NotDone = append(r.NotDone, own[c])
		}
	}
	return rests
}

// compile compiles the default interpretation of every target.
func (r *Result) compile(workers places) {
	var wg sync.WaitGroup
	for _, t := range r.Targets {
		workers.take()
		wg.Go(func() {
			defer workers.leave()
			t.Game, t.Errors = t.Definition.Game(nil)
		})
	}
	wg.Wait()
}
