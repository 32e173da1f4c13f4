package rulesets

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
)

func TestZZAlts(t *testing.T) {
	c := bundledCorpus(t)
	d := c.Find("kioz")
	dims := c.DimensionsOf(d.Family)
	answers := func(in *Interpretation) map[string]string {
		out := map[string]string{}
		var asked []*Moves
		for _, d := range dims {
			asked = append(asked, d.asked()...)
		}
		s, errs := in.sample(context.Background(), asked, lookingFacts(dims), SampleSeed, sampleDecisions, sampleKept)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		s.endings(context.Background())
		for _, dim := range dims {
			x := s.settle(dim)
			text := "?"
			if x.Standing == Moot {
				text = "moot"
			} else if x.Answer != nil {
				text = x.Answer.ID
				if x.Answer.Detail {
					for _, st := range x.Statements {
						text += " " + st.ID
					}
				}
			}
			out[dim.ID] = text
		}
		return out
	}
	def, _ := d.Default()
	base := answers(def)
	for _, dim := range dims {
		fmt.Println(dim.ID, base[dim.ID])
	}
	only := os.Getenv("ZZ")
	for _, a := range d.Alternatives() {
		if only != "" && !strings.Contains(only, a.Question.Name()) {
			continue
		}
		in, errs := d.Interpret(a.Choice)
		if len(errs) > 0 {
			continue
		}
		fmt.Println("==", a.Question.Name(), a.Choice)
		got := answers(in)
		for _, dim := range dims {
			if got[dim.ID] != base[dim.ID] {
				fmt.Printf("      %-22s %s → %s\n", dim.ID, base[dim.ID], got[dim.ID])
			}
		}
	}
}
