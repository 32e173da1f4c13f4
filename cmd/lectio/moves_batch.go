package main

import (
	"cmp"
	"context"
	"fmt"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/jsonlines"
	"github.com/lectio/lectio/verify/permit"
)

// batchAlone says which flags that are set each request of a batch says for itself.
func batchAlone(set func(flag string) bool) error {
	var errs diag.Errors
	for _, flag := range []string{"at", "as-if-going-on", "throw", "reading", "results", "limit", "player", "values"} {
		if set(flag) {
			errs.Add(diag.Pos{}, "", "", "--%s does not go with --batch: each request says it for itself", flag)
		}
	}
	return errs.Err()
}

// batch answers requests from standard input until it ends.
func (a *app) batch(ctx context.Context) error {
	c, err := a.rulesets()
	if err != nil {
		return err
	}
	if len(c.Definitions) == 0 {
		return a.nothingRead("ruleset", "rulesets", "definitions")
	}
	a.waitsForSomebody()
	answered, err := permit.Batch(ctx, c, a.stdin, a.stdout)
	if answered == 0 || ctx.Err() == nil {
		return err
	}
	if a.json {
		err = jsonlines.Write(a.stdout, map[string]any{"interrupted": true, "answered": answered})
	} else {
		_, err = fmt.Fprintf(a.stderr, "interrupted: %s answered, the rest was not\n", plural(answered, "request"))
	}
	return cmp.Or(err, errInterrupted)
}
