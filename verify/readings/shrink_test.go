package readings

import (
	"reflect"
	"strings"
	"testing"

	"github.com/lectio/lectio/verify"
)

// Of any list that fails because of some of its items those are left.
func TestShrink(t *testing.T) {
	letters := strings.Split("abcdefghijklmnopqrstuvwxyz", "")
	for _, culprits := range []string{"a", "z", "cf", "mn", "az", "bkt", "abcdefghijklmnopqrstuvwxyz"} {
		tests := 0
		got := shrink(letters, func(list []string) bool {
			tests++
			s := strings.Join(list, "")
			for _, c := range culprits {
				if !strings.ContainsRune(s, c) {
					return false
				}
			}
			return true
		})
		if !reflect.DeepEqual(got, strings.Split(culprits, "")) {
			t.Errorf("%s: %v", culprits, got)
		}
		if tests > 26*26 {
			t.Errorf("%s: %d tests", culprits, tests)
		}
	}
}

func TestGuarded(t *testing.T) {
	if m := verify.Guarded(func() { panic("a rule without a board") }); m != "a rule without a board" {
		t.Errorf("%q", m)
	}
	if m := verify.Guarded(func() {}); m != "" {
		t.Errorf("%q", m)
	}
}
