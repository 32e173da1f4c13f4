// Core is Lectio where there is no library and no file: it loads and checks records and rulesets, compiles an
// interpretation, says its rules, explains what a position permits and what it refuses, and plays it, with programs that
// play in modules generated there.
//
// It answers lines of JSON: from standard input, or, built for a browser, by the function lectio(line) that it
// gives the page.
//
//	GOOS=js GOARCH=wasm go build -ldflags='-s -w' -o core.wasm ./cmd/core
//
// A request names a ruleset of the files that it brings, or that an earlier one brought:
//
//	{"files": {"rulesets/definitions/x.yaml": "ruleset: x …"}, "ruleset": "x", "readings": {"X-1": "long"},
//	 "play": {}, "say": {"changes": true}}
//
// and the answer has what was asked for. Readings under which those that are named arise are taken besides.
// {"patch": true} asks for the changes between the files that were brought first and those of now, as git diff
// writes them. With examples, all worked examples of the ruleset are run, and the answer says of each how it fails, which moves the rules refuse that
// it permits, and which they permit that it does not. With example, one is written:
//
//	{"ruleset": "x", "readings": {"X-1": "long"},
//	 "example": {"id": "first", "clauses": ["p#2"], "line": "x: white 2-1", "all": true, "legal": ["1/2", "1/3"]}}
//
// in the position to which a line of play leads, with what was thrown there last; the answer has the text of the file with it, in which
// comments stay, and the same of it.
//
// With say it has what an interpretation says, under any readings: the readings that it takes, with those that had to be taken besides; with
// changes the sentences that are not as they are by default, and with text the rules as running text, those paragraphs marked that are not:
//
//	{"ruleset": "x", "readings": {"X-1": "long"}, "say": {"changes": true, "text": true}}
//
// The words for what statements settle among the dimensions of a family are brought once, as settles: {"tables": {"series": {"asks": "…",
// "answers": {"none": "…"}}}}.
//
// What is wrong with the files and with the request stands under errors, all of it. What the answer needs must
// build without a library: a test holds that.
//
// # Games that are played
//
// With play, a game under any combination of readings is answered as it stands. The request has the whole line each time, so that
// nothing is lost with the program; what was played last is kept, and only what comes after it is played:
//
//	{"ruleset": "x", "readings": {"X-1": "long"}, "play": {"line": "x: white 2-1: 1/2", "then": [{"move": "1/3"}], "refused": true}}
//
// line is as lines of play are printed, under whatever readings: it is played from its start under those of the request, as far as it
// goes, and stopped says why no farther. back takes back so many throws and moves, then does some: {"throw": NAME}, {"move": NAME}, or
// {"chance": true} for either as it falls. The answer has the interpretation with the readings that it takes besides and the questions that do
// not arise, the line, the position with who stands on each cell, whose turn it is and what he may throw, what is legal and, with refused, what is
// refused and by which statements; with about the questions with their readings to choose from, and the kinds of men. A board is drawn
// once: who has it already says its key in board. A game begins from another position with at in place of line, as positions are written.
//
// With think beside it, a program chooses in that position, and the answer says what each legal move is worth to it:
//
//	"think": {"program": "searching:200", "seed": 7, "number": 12, "weights": "…"}
//
// seed and number settle what it draws, as in 'lectio play'; weights are those that learned the default, where the program needs them. A perfect
// program solves the game first, within seconds and positions; unsolved says why it could not.
//
// # Records by form
//
// Under record stands what is asked of records as the fields of a form, and under record in the answer what came of it:
//
//	{"record": {"form": true, "sources": true}}
//	{"record": {"file": "evidence/records/X.yaml", "check": true,
//	 "edits": [{"set": ["dates", 0, "edtf"], "to": "about 1890"}, {"remove": ["names", 1]}, {"move": ["dates", 1], "index": 0},
//	           {"clause": {"in": "print", "from": 10, "to": 20, "says": "Lots decide.", "quoted": true}}]}}
//	{"record": {"new": {"game": "Tern", "source": "smith-1900"}}}
//	{"record": {"source": {"title": "Games", "type": "book", "authors": ["Smith, Ann"], "year": "1900"}}}
//	{"record": {"date": "about 1890"}}
//	{"record": {"names": "Smith, Ann"}}
//	{"record": {"select": {"text": "…", "from": 10, "to": 20}}}
//
// form gives the groups of fields with their kinds, help and words; file the text of a record with the edits made, its values by field,
// where its clauses stand in its texts, and with check what 'lectio evidence check' says, each at the path of its
// field. new and source give the text of a file with a record or a source that is new. What is made so of a file is from then on what it
// says, as if change had said it; what it said when it was first brought is what nobody may change in it. Edits that cannot be made are
// refused, all of them, and refused says why.
//
// # For who writes the files
//
// A request can change files of the corpus that was brought: "change" is a map of paths to texts, null for a file that is no longer
// there. Only what depends on them is read again; errors are always those of all files. And it can ask about a file:
//
//	{"change": {"rulesets/definitions/x.yaml": "ruleset: x …"},
//	 "diagnose": {"path": "rulesets/definitions/x.yaml", "within": 100},
//	 "complete": {"path": "rulesets/definitions/x.yaml", "line": 12, "character": 10},
//	 "explain": {"path": "rulesets/definitions/x.yaml", "line": 12, "character": 10},
//	 "outline": {"path": "rulesets/definitions/x.yaml"}}
//
// Lines and characters count from 0, characters in units of UTF-16, as editors and their protocols do; a range is
// {"start": {"line", "character"}, "end": …}, its end not part of it. Places in errors count from 1, characters as such, as they are
// printed. The answers stand under the same keys:
//
//   - diagnose: {"list": [{"range", "severity", "message", "found", "expected", "instead", "related": [{"path", "range"}]}],
//     "readings", "left"}. Of a ruleset that can be read, its default readings are compiled at once, and the others for as many
//     milliseconds as within says, or all of them with "readings": true; left is how many were not, and who asks again goes on with these.
//   - complete: {"range", "items": [{"label", "insert", "help", "kind"}]}: what can be written in the place of the range. The text
//     need not be one that can be read. Kinds are key, word, name, clause, record and source.
//   - explain: [{"statement": {"id", "kind", "range", "sentence", "clauses": [{"clause", "record", "number", "text", "place"}], "assumed",
//     "replaces", "question", "reading"}, "asks", "because", "word": {"text", "range", "help", "usage", "defined": {"path", "range"}}}].
//     With "statement": ID in place of a line, each statement of that id, of whatever reading.
//   - outline: {"ruleset", "former", "statements": [as in explain], "questions": [{"id", "see", "title", "asks", "default", "range",
//     "readings": [{"id", "title", "basis", "because", "range", "statements"}]}], "examples": [{"id", "range", "clauses"}]}. Sentences
//     are those under the default readings; with "readings": true also those of what other readings bring. former says that the text
//     cannot be read now: the outline is that of the last one, on the lines of this.
package main
