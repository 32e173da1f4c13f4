package board

import (
	"strconv"
	"strings"
	"testing"
)

const hare = `
    b---c---d
   /|\  |  /|\
  / | \ | / | \
 /  |  \|/  |  \
a---e---f---g---h
 \  |  /|\  |  /
  \ | / | \ | /
   \|/  |  \|/
    i---j---k
`

// A board as it stands in books: eleven points; fourteen lines along and up, and eight slanting
// ones. Rows of three: along 1+3+1, up 3, slanting 2 through the middle and no others.
func TestPicture(t *testing.T) {
	b, wrong := Picture(strings.TrimPrefix(hare, "\n"), nil, 3)
	if wrong != nil {
		t.Fatal(wrong)
	}
	if len(b.Cells) != 11 || len(b.Edges) != 22 || len(b.Lines) != 10 {
		t.Errorf("%d points, %d lines, %d rows of three: %v", len(b.Cells), len(b.Edges), len(b.Lines), b.Lines)
	}
	for point, near := range map[string]string{"a": "b e i", "f": "b c d e g i j k", "e": "a b f i", "c": "b d f", "k": "f g h j"} {
		if got := namesOf(b, b.Near[b.Find(point)]); got != near {
			t.Errorf("beside %s lie %s, expected %s", point, got, near)
		}
	}
	if a, h, c, j := b.Cells[b.Find("a")], b.Cells[b.Find("h")], b.Cells[b.Find("c")], b.Cells[b.Find("j")]; h.X-a.X != 4 || c.Y-j.Y != 2 {
		t.Errorf("it is %v wide and %v high", h.X-a.X, c.Y-j.Y)
	}
	if got := namesOf(b, b.Span(b.Find("a"), b.Find("h"))); got != "a e f g h" {
		t.Errorf("from a to h lie %s", got)
	}
	if row, column := namesOf(b, b.Sets["row_2"]), namesOf(b, b.Sets["column_2"]); row != "a e f g h" || column != "b e i" {
		t.Errorf("the points of the second row from below are %s, of the second column %s", row, column)
	}
	if got := len(b.Rows()); got != 5+2+2+4-1 {
		t.Errorf("%d straight rows", got)
	}
	if _, err := b.Seen(Rotated, 1, 2); err != nil {
		t.Error(err)
	}
	if _, err := b.Seen(Rotated, 1, 4); err == nil {
		t.Error("it was turned by a quarter")
	}
}

// Points without names of their own are named as those of a grid; lines may be set apart by spaces,
// and cross without a point.
func TestPictureOfAGrid(t *testing.T) {
	for name, text := range map[string]string{
		"wide": ". - . - *\n| \\ | / |\n. - + - .\n| / | \\ |\n. - . - .\n",
		"tall": ".-.-*\n|\\|/|\n.-+-.\n|/|\\|\n.-.-.\n",
	} {
		b, wrong := Picture(text, nil, 3)
		if wrong != nil {
			t.Fatal(name, wrong)
		}
		if len(b.Cells) != 9 || len(b.Edges) != 16 || len(b.Lines) != 8 || b.Find("b2") < 0 || namesOf(b, b.Sets["marked"]) != "c3" {
			t.Errorf("%s: %d points, %d lines, %d rows; marked %v", name, len(b.Cells), len(b.Edges), len(b.Lines), b.Sets["marked"])
		}
		if got := namesOf(b, b.Near[b.Find("a1")]); got != "a2 b1 b2" {
			t.Errorf("%s: beside a1 lie %s", name, got)
		}
		if _, err := b.Seen(Rotated, 1, 4); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	b, wrong := Picture("A - B\n| X |\nC - D\n", map[rune]string{'A': "altar"}, 0)
	if wrong != nil {
		t.Fatal(wrong)
	}
	if got := namesOf(b, b.Near[b.Find("altar")]); len(b.Edges) != 6 || got != "B C D" {
		t.Errorf("%d lines; beside the altar lie %s", len(b.Edges), got)
	}
}

// What is wrong is told at its character.
func TestMisdrawn(t *testing.T) {
	for text, want := range map[string]string{
		"a--\n":                          "1 this line does not lead",
		"a-b\n|\n":                       "4 this line does not lead",
		"a-b\n X \nc-d\n ":               "",
		"a-b\n X \nc\n":                  "5 this line does not lead",
		"a-b-a\n":                        `4 two points are called "a"`,
		"a-b\n\t|\n":                     "4 this is no sign",
		"a=b\n":                          "1 this is no sign",
		"1-2\n":                          "0 this is no sign",
		"- |\n":                          "0 nothing is drawn",
		"":                               "0 nothing is drawn",
		strings.Repeat(".-", 26) + ".\n": "52 the columns are too many",
	} {
		_, wrong := Picture(text, nil, 0)
		switch {
		case want == "" && wrong != nil:
			t.Errorf("%q: %v", text, wrong)
		case want == "":
		case wrong == nil:
			t.Errorf("%q: no error", text)
		default:
			at, message, _ := strings.Cut(want, " ")
			if !strings.HasPrefix(wrong.Message, message) || at != strconv.Itoa(wrong.Offset) {
				t.Errorf("%q: at %d %s, expected %s", text, wrong.Offset, wrong.Message, want)
			}
		}
	}
}
