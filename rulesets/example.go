package rulesets

import "github.com/lectio/lectio/evidence/yamlpos"

type Example struct {
	ID  string
	Pos yamlpos.Pos
}

func (l *loader) example(n *yamlpos.Node) *Example { return nil }
func (l *loader) checkExample(e *Example)          {}
