package site

import (
	"context"
	"strings"

	"github.com/lectio/lectio/rulesets"
)

// playHash is the part of an address that says which reading is played.
func playHash(g *game, q *rulesets.Question, r *rulesets.Reading) string {
	if r.ID == q.Default {
		return ""
	}
	return q.Name() + "=" + r.ID
}

// IsModule reports whether a file of a site is a module to play with.
func IsModule(path string) bool { return strings.Contains(path, "/modules/") }

func (s *Site) playPage(context.Context, *game) error { return nil }
func (s *Site) modules(context.Context) error         { return nil }
