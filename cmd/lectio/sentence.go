package main

import "github.com/lectio/lectio/rulesets"

// sentence is the plain sentence of a statement.
var sentence = func(g *rulesets.Game, s *rulesets.Statement) string { return "" }
