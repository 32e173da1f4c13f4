package starter

import (
	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/dimension"
)

// Schemas are the kinds of files that have a JSON Schema. Each is in evidence/schema/KIND.json, too, of this
// repository and of a new corpus, where the first line of a YAML file names it for editors.
var Schemas = []struct {
	Kind  string
	Write func() ([]byte, error)
}{
	{"record", evidence.RecordSchema},
	{"ruleset", rulesets.Schema},
	{"part", rulesets.PartSchema},
	{"dimension", dimension.Schema},
	{"measure", rulesets.MeasureSchema},
}

// SchemaFile is where the schema of a kind of files is within a corpus.
func SchemaFile(kind string) string { return "evidence/schema/" + kind + ".json" }
