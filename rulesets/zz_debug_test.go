package rulesets

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestZZDebug(t *testing.T) {
	c := bundledCorpus(t)
	d := c.Find("kioz")
	ch := Choice{}
	for _, f := range strings.Fields(os.Getenv("ZZ")) {
		k, v, _ := strings.Cut(f, "=")
		for _, q := range d.Questions {
			if q.Name() == k {
				k = q.ID
			}
		}
		ch[k] = v
	}
	in, errs := d.Interpret(ch)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	dims := c.DimensionsOf(d.Family)
	start := time.Now()
	s, errs := in.sample(context.Background(), nil, lookingFacts(dims), 1, sampleDecisions, sampleKept)
	fmt.Println(time.Since(start), s.Games, s.Decisions, len(s.kept), s.every)
	for _, f := range s.facts {
		v, by := f.find(s)
		var words []string
		for w, x := range s.shown[f.name] {
			words = append(words, fmt.Sprintf("%s=%d%v", w, x.n, x.by))
		}
		slices.Sort(words)
		fmt.Println(f.name, "→", v, by, strings.Join(words, "; "))
	}
	start = time.Now()
	s.endings(context.Background())
	for i := range facts {
		f := &facts[i]
		if f.at == nil {
			v, _ := f.find(s)
			fmt.Println(f.name, "→", v)
		}
	}
	fmt.Println(time.Since(start))
}
