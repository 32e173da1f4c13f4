package main

import (
	"time"
)

// waitsForSomebody says that the command now waits for what others do: an answer, a
// request, a file that is saved. From now on only what a meter counts is work.
func (a *app) waitsForSomebody() { a.pulse.change(func(p *pulse) { p.waits = true }) }

// worksAnew begins to count the time for what it does for somebody after waiting.
func (a *app) worksAnew() { a.pulse.change(func(p *pulse) { p.begun = time.Now() }) }

// measured runs something and shows on a terminal how far it is.
func (a *app) measured(what string, work func(progress func(done, all int, what string))) {
	m := a.meter(-1, what)
	defer m.end()
	work(func(done, all int, doing string) {
		m.doing(doing)
		m.reach(done, all)
	})
}

// meter begins a stretch of work in total steps. The caller ends it before anything else
// is printed.
func (a *app) meter(total int, what string) *meter {
	m := &meter{pulse: a.pulse, what: oneLine(what), total: total}
	if isTerminal(bare(a.stderr)) {
		m.bar = newBar(bare(a.stderr), total, m.what)
	}
	a.pulse.change(func(p *pulse) { p.meter = m })
	return m
}
