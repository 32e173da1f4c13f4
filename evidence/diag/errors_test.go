package diag

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestErrors(t *testing.T) {
	var es Errors
	if es.Err() != nil {
		t.Error("no errors are no error")
	}
	es.Add(Pos{File: "b", Line: 1, Col: 1}, "", "", "late")
	es.Add(Pos{File: "a", Line: 10, Col: 1}, `"x"`, "y", "the thing is wrong")
	es.Add(Pos{File: "a", Line: 9, Col: 2}, `"x"`, "", `unknown "x"`)
	es.Add(Pos{File: "a", Line: 9, Col: 2}, `"x"`, "", `unknown "x"`)
	es.Add(Pos{File: "a"}, "", "", "100%")
	es.AddRelated(Pos{File: "a", Line: 9, Col: 1}, []Pos{{File: "b", Line: 1, Col: 1}}, "", "", "with another place")
	want := "a: 100%\na:9:1: with another place\na:9:2: unknown \"x\"\na:10:1: the thing is wrong; found \"x\", expected y\nb:1:1: late"
	if got := es.Sort().Err().Error(); got != want {
		t.Error(cmp.Diff(want, got))
	}
	data, err := json.Marshal(es[1])
	if err != nil {
		t.Fatal(err)
	}
	if got := string(data); got != `{"file":"a","line":9,"column":1,"found":"","expected":"","message":"with another place","related":[{"file":"b","line":1,"column":1}]}` {
		t.Error(got)
	}
	if got := AsErrors(fmt.Errorf("reading: %w", es.Err())); len(got) != len(es) {
		t.Error(got)
	}
	if got := AsErrors(fmt.Errorf("other")); len(got) != 1 || got[0].Message != "other" {
		t.Error(got)
	}
}
