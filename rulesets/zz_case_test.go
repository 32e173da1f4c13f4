package rulesets

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strconv"
	"testing"
	"testing/fstest"
)

func TestZZCase(t *testing.T) {
	corpus := bundledCorpus(t)
	p := readPlanted(t, "../testdata/dimensions/running-fight.yaml")
	line, _ := strconv.Atoi(os.Getenv("ZZ"))
	for i := range p.cases {
		c := &p.cases[i]
		if c.pos.Line != line {
			continue
		}
		one, errs := Load(fstest.MapFS{"rulesets/definitions/planted.yaml": {Data: []byte(p.ruleset(t, c))}}, "", nil)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		in, _ := one.Definitions[0].Default()
		dims := corpus.DimensionsOf(p.family)
		s, _ := in.sample(context.Background(), nil, lookingFacts(dims), 1, sampleDecisions, sampleKept)
		s.endings(context.Background())
		fmt.Println(s.Games, s.Decisions)
		for _, f := range s.facts {
			v, by := f.find(s)
			var words []string
			for w, x := range s.shown[f.name] {
				words = append(words, fmt.Sprintf("%s=%d%v", w, x.n, x.by))
			}
			slices.Sort(words)
			fmt.Println(f.name, "→", v, by, words)
		}
		fmt.Printf("%+v\n", s.story)
	}
}
