package asjson_test

import (
	"encoding/json"
	"math"
	"testing"
	"time"

	"github.com/lectio/lectio/evidence/asjson"
)

type place struct {
	File string `json:"file"`
	Line int    `json:"line"`
}

type thing struct{ id string }

func (t *thing) Name() string { return "thing " + t.id }

type result struct {
	place
	*deep
	Line    string         `json:"line"` // hides that of the place
	Value   float64        `json:"value"`
	Least   float64        `json:"least"`
	Asked   string         `json:"asked" none:"null"`
	Shown   int            `json:"shown" none:"null"`
	List    []string       `json:"list" none:"[]"`
	Things  []*thing       `json:"things" as:"Name" none:"[]"`
	Thing   *thing         `json:"thing" as:"Name"`
	Of      *place         `json:"of" as:"Line"`
	Counts  map[int]int    `json:"counts"`
	Any     map[string]any `json:"any"`
	Nothing []int          `json:"nothing"`
	When    time.Time      `json:"when"`
	Kept    int            `json:"-"`
	Hidden  int
	_       struct{} `member:"twice" as:"Twice"`
	_       struct{} `member:"names" as:"Things.Name" none:"[]"`
	_       struct{} `member:"last,omitempty" as:"Thing.Name"`
	Left    bool     `json:"left,omitempty"`
}

func (r *result) Twice() float64 { return 2 * r.Value }

type deep struct {
	Depth int `json:"depth"`
}

func TestText(t *testing.T) {
	at := time.Date(1283, 5, 1, 0, 0, 0, 0, time.UTC)
	for want, r := range map[string]result{
		`{"file":"a<b","line":"x","value":null,"least":null,"asked":null,"shown":null,"list":[],"things":[],"thing":null,"of":null,"counts":{"10":1,"9":2},"any":{"a":null,"b":[1]},"nothing":null,"when":"1283-05-01T00:00:00Z","twice":null,"names":[]}`: {
			place: place{"a<b", 3}, Line: "x", Value: math.NaN(), Least: math.Inf(-1), Counts: map[int]int{9: 2, 10: 1}, Any: map[string]any{"b": []int{1}, "a": nil}, When: at},
		`{"file":"","depth":2,"line":"","value":1.5,"least":0,"asked":"q","shown":1,"list":["l"],"things":["thing 1","thing 2"],"thing":"thing 3","of":7,"counts":null,"any":null,"nothing":[],"when":"1283-05-01T00:00:00Z","twice":3,"names":["thing 1","thing 2"],"last":"thing 3","left":true}`: {
			deep: &deep{2}, Value: 1.5, Asked: "q", Shown: 1, List: []string{"l"}, Things: []*thing{{"1"}, {"2"}}, Thing: &thing{"3"}, Of: &place{Line: 7}, Nothing: []int{}, When: at, Left: true},
	} {
		got, err := asjson.Text(&r)
		if err != nil || string(got) != want {
			t.Errorf("%s, %v, not\n%s", got, err, want)
		}
	}
}

// Where a type asks for nothing more, the text is that of encoding/json.
func TestTextIsThatOfEncodingJSON(t *testing.T) {
	for _, v := range []any{nil, 1, -0.25, 1e21, "Conträre\u2028", []byte("ab"), []string(nil), map[string]int{}, [2]int{1, 2}, struct{}{}, &place{"f", 1},
		map[string]any{"z": []any{1, nil, "x"}, "a": place{}}, struct {
			A int  `json:"a,omitempty"`
			B *int `json:"b"`
			c int
		}{}, json.RawMessage(`{"a":1}`), []time.Time{{}}, struct {
			Zero place      `json:"zero,omitzero"`
			Time *time.Time `json:"time"`
		}{}} {
		want, _ := json.Marshal(v)
		if got, err := asjson.Text(v); err != nil || string(got) != string(want) {
			t.Errorf("%v: %s, %v, not %s", v, got, err, want)
		}
	}
}
