package ast

// Form is how the value of a key is written.
type Form uint8

// The forms of values. What has none of them is written in a way of its own.
const (
	OfItsOwn     Form = iota
	OfName            // a name, or one of some words
	OfNames           // a name, or a list of names
	OfNumber          // a number or a fraction
	OfExpression      // an expression
	OfParts           // parts: expressions, behind each of which a question mark may stand
	OfMap             // a map with keys of its own
	OfValues          // variables, each with an expression
	OfCounts          // names or places, each with a number
	OfRuns            // names, each with cells
)

// Key is a key of a statement, of a map in one, or of a measure.
type Key struct {
	Name  string
	What  string // what stands behind it, as messages call it
	Form  Form
	Words []string // those that it may be; none: any
	Keys  []Key    // of the map that its value is
}

// Declared are the keys that statements of the kind may have besides those of every statement, its own word first.
func (k *Kind) Declared() []Key { return declared(k.body().keys()) }

// DeclaredOfMeasures are the keys of a measure.
func DeclaredOfMeasures() []Key { return declared((&Measure{}).keys()) }

// DeclaredEffects are the keys of each effect, its own word first.
func DeclaredEffects() (list [][]Key) {
	for _, e := range Effects {
		list = append(list, declared(e.make().keys()))
	}
	return list
}

func declared(fields []field) (keys []Key) {
	for _, f := range fields {
		keys = append(keys, Key{f.key, f.what, f.form, f.words, declared(f.fields)})
	}
	return keys
}
