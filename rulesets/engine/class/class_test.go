package class

import "testing"

// Every class is of one kind and one set of marks, and what is made of its men is the class
// that bears the mark, or is of the kind, and differs in nothing else.
func TestClasses(t *testing.T) {
	x := &Scheme{Marks: []string{"tired", "armed"}, Kinds: []string{"man", "king", "duke"}, Letters: []string{"", "K", "D"}}
	if n := x.Count(); n != 16 {
		t.Fatalf("%d classes, expected those of four kinds and two marks", n)
	}
	for class := range x.Count() {
		if kind := x.KindOf(class); x.ClassOf(kind, class&3) != class {
			t.Errorf("class %d is of kind %d and marks %b", class, kind, class&3)
		}
		for _, n := range []int{0, 1, FirstKind, FirstKind + 1, FirstKind + 2} {
			for _, bears := range []bool{true, false} {
				if n >= FirstKind && !bears {
					continue // a man is of some kind
				}
				to := x.Remarked(class, n, bears)
				if x.Bears(to, n) != bears {
					t.Errorf("class %d with mark %d %v is %d", class, n, bears, to)
				}
				for m := range x.Marks {
					if m != n && x.Bears(to, m) != x.Bears(class, m) {
						t.Errorf("class %d with mark %d %v is %d, which differs in mark %d", class, n, bears, to, m)
					}
				}
				if n < FirstKind && x.KindOf(to) != x.KindOf(class) {
					t.Errorf("class %d with mark %d %v is of another kind", class, n, bears)
				}
			}
		}
	}
	if got := x.ClassName(x.ClassOf(2, 2)); got != "+duke+armed" {
		t.Errorf("the class is called %q", got)
	}
	if got := x.Letter(x.ClassOf(1, 3)); got != "K" {
		t.Errorf("the letter is %q", got)
	}
}

// Where all men are of one kind there is nothing to tell kinds apart.
func TestNoKinds(t *testing.T) {
	x := &Scheme{Marks: []string{"tired"}}
	if x.Count() != 2 || x.ClassName(0) != "" || x.ClassName(1) != "+tired" || x.Letter(1) != "" {
		t.Errorf("%d classes, %q and %q", x.Count(), x.ClassName(0), x.ClassName(1))
	}
}
