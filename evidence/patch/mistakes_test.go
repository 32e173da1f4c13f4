package patch

import (
	"errors"
	"strings"
	"testing"

	"github.com/lectio/lectio/evidence/diag"
)

// What is wrong with a patch is said, with its place and what was expected; and of every file, not only the first.
func TestMistakes(t *testing.T) {
	const head = "diff --git a/end b/end\n--- a/end\n+++ b/end\n"
	for _, c := range []struct{ patch, want string }{
		{"", `p:1:1: there is no change in the patch; found "", expected a patch as git diff writes it, which begins each file with: diff --git a/FILE b/FILE`},
		{"id: Coast.1\ngame: Tern\n", `p:1:1: there is no change in the patch; found "id: Coast.1"`},
		{"\xff\xfed\x00", "PowerShell"},
		{"\xef\xbb\xbf" + head, "a byte order mark"},
		{strings.ReplaceAll(head, "\n", "\r\n"), "a carriage return"},
		{"--- a/end\n+++ b/end\n@@ -1 +1 @@\n", "p:1:1: a change stands before the line that says which file it is of"},
		{"diff --git end end\n", `p:1:1: the names of a file cannot be read; found "diff --git end end"`},
		{"diff --git a/end b/crlf\n", "p:2:1: the names behind diff --git do not say which file it is; found the end of the patch"},
		{head, "p:4:1: the patch does not say what changes in the file"},
		{"diff --git a/end b/end\n", "p:2:1: the patch does not say what becomes of the file"},
		{"diff --git a/end b/end\n--- a/end\n+++ b/other\n", `p:3:1: by what stands above this line names another file; found "+++ b/other", expected +++ b/end`},
		{"diff --git a/end b/end\n--- /dev/null\n+++ b/end\n", "p:2:1: by what stands above"},
		{"diff --git a/../x b/../x\n--- a/../x\n+++ b/../x\n@@ -1 +1 @@\n-a\n+b\n", `p:1:1: a file cannot be called so; found "../x"`},
		{"diff --git a//etc/x b//etc/x\n--- a//etc/x\n+++ b//etc/x\n@@ -1 +1 @@\n-a\n+b\n", `found "/etc/x"`},
		{"diff --git \"a/a\\000b\" \"b/a\\000b\"\n--- \"a/a\\000b\"\n+++ \"b/a\\000b\"\n@@ -1 +1 @@\n-a\n+b\n", "p:1:1: a file cannot be called so"},
		{"diff --git a/x b/x\nnew file mode 120000\n", "p:2:1: it is a link"},
		{"diff --git a/x b/x\nnew file mode 160000\n", "p:2:1: it is another repository"},
		{"diff --git a/x b/x\nnew file mode 100755\n", "p:2:1: it is a program"},
		{"diff --git a/x b/x\nold mode 100644\nnew mode 100755\n", "p:2:1: permissions of files are not changed"},
		{"diff --git a/x b/y\nsimilarity index 100%\ncopy from x\ncopy to y\n", "p:3:1: a copy of a file is not taken; git diff --no-renames"},
		{"diff --git a/x b/y\nrename from x\n", "p:3:1: it is not said which file gets which name"},
		{"diff --git a/x b/y\nrename from x\nrename to z\n", "p:4:1: the file is called otherwise above"},
		{"diff --git a/x b/x\nindex 1..2\nGIT binary patch\nliteral 1\n", "p:3:1: the file is not text"},
		{"diff --git a/x b/x\nBinary files a/x and b/x differ\n", "p:2:1: the patch does not have what is in the file"},
		{head + "@@ -1,-2 +1,2 @@\n one\n", `p:4:1: the head of a hunk cannot be read; found "@@ -1,-2 +1,2 @@", expected @@ -LINE,LINES +LINE,LINES @@, in whole numbers`},
		{head + "@@ -0 +1 @@\n", "p:4:1: the head of a hunk cannot be read"},
		{head + "@@ -1,9999999999 +1 @@\n", "p:4:1: the head of a hunk cannot be read"},
		{head + "@@ -1,999999999 +1,999999999 @@\n one\n", "p:6:1: the patch is broken off; found the end of the patch, expected 999999998 more of the file as it was and 999999998 of the file as it is to be"},
		{head + "@@ -1,2 +1,2 @@\n one\n-two\n+three", `p:7:1: the patch is broken off; found "+three"`},
		{head + "@@ -1 +1 @@\n-one\n+three", `p:6:1: the patch is broken off; found "+three", expected a line feed`},
		{head + "@@ -1,2 +1,2 @@\n one\ntwo\n", `p:6:1: this is no line of a hunk; found "two", expected a line that begins with a blank, + or -; 1 more`},
		{head + "@@ -1 +1 @@\n-one\n+eins\n+zwei\n", `p:7:1: the hunk has more lines than its head counts; found "+zwei"`},
		{head + "@@ -1,2 +1,1 @@\n one\n+two\n", `p:6:1: the head of the hunk counts other lines than it has`},
		{head + "@@ -1 +1 @@\n one\n", "p:6:1: the hunk above changes nothing"},
		{head + "@@ -1 +1 @@\n-one\n+eins\nand so on\n", `p:7:1: this is no part of a patch; found "and so on"`},
		{head + "@@ -1 +2 @@\n-one\n+eins\n", "p:4:1: by the hunks before it this hunk begins at another line of the changed file; found line 2, expected line 1"},
		{head + "@@ -2 +2 @@\n-two\n+b\n@@ -1 +1 @@\n-one\n+a\n", "p:7:1: the hunks of a file must be in order"},
		{head + "@@ -1,2 +1,1 @@\n-one\n\\ No newline at end of file\n two\n", "p:6:1: no file can end here"},
		{head + "@@ -1 +1 @@\n-one\n+1\n" + head + "@@ -2 +2 @@\n-two\n\\ No newline at end of file\n+2\n", `p:7:1: the patch changes a file twice, first in line 1; found "end"`},
		{head + "@@ -1 +1 @@\n-one\n+1\nx\ndiff --git a/x b/x\nold mode 1\n", "p:9:1: permissions"},
	} {
		_, errs := Read("p", []byte(c.patch))
		if !strings.Contains(errs.Error(), c.want) {
			t.Errorf("%q: %v", c.patch, errs)
		}
	}
}

// Where a corpus has changed since a patch was made, each hunk that does not fit is told, with what stands there now.
func TestDoesNotFit(t *testing.T) {
	read := func(name string) ([]byte, error) {
		switch {
		case name == "secret":
			return nil, diag.Error{Message: "this is no file of a corpus", Expected: "another"}
		case name == "torn":
			return nil, errors.New("the disk is torn")
		}
		return base.read(name)
	}
	const end = "diff --git a/end b/end\n--- a/end\n+++ b/end\n"
	for _, c := range []struct{ patch, want string }{
		{end + "@@ -1,2 +1,2 @@\n-ons\n+1\n two\n\\ No newline at end of file\n", `p:5:4: the hunk does not fit: another line stands at here/end:1:3 now; found "one", expected "ons"`},
		{end + "@@ -1,2 +1,2 @@\n-one\n+1\n two\n", "p:7:5: the hunk does not fit: another line stands at here/end:2:4 now; found one that ends with the file, without a line feed, expected one that ends with a line feed"},
		{end + "@@ -2,2 +2,2 @@\n-two\n+1\n x\n", "p:5:5: "},
		{end + "@@ -9,2 +9,2 @@\n-two\n+1\n x\n", "p:4:1: the hunk does not fit: here/end ends before it now; found 2 lines, expected line 9"},
		{end + "@@ -1 +1 @@\n-one\n+1\n", "p:4:1: the hunk does not fit: the file goes on at here/end:2:1; found \"two\", expected the end of the file"},
		{end + "@@ -0,0 +1 @@\n+zero\n", "p:4:1: the hunk does not fit: the file goes on at here/end:1:1"},
		{"diff --git a/crlf b/crlf\n--- a/crlf\n+++ b/crlf\n@@ -1,2 +1,2 @@\n one\n-two\n+three\n", "found one that ends with a carriage return and a line feed, expected one that ends with a line feed"},
		{"diff --git a/empty b/empty\n--- a/empty\n+++ b/empty\n@@ -1 +1 @@\n-a\n+b\n", "p:5:2: the hunk does not fit: here/empty has no line 1 now; found the end of the file"},
		{"diff --git a/gone b/gone\n--- a/gone\n+++ b/gone\n@@ -1 +1 @@\n-a\n+b\n", "p:1:1: here/gone is not there; found no such file"},
		{"diff --git a/end b/end\nnew file mode 100644\n", "p:1:1: here/end is there already"},
		{"diff --git a/crlf b/end\nrename from crlf\nrename to end\n", "p:1:1: here/end is there already"},
		{"diff --git a/end b/end\ndeleted file mode 100644\n", "p:1:1: here/end is to be taken away, and has more in it"},
		{"diff --git a/secret b/secret\nnew file mode 100644\n", `p:1:1: this is no file of a corpus; found "secret", expected another`},
		{"diff --git a/torn b/torn\ndeleted file mode 100644\n", `p:1:1: the disk is torn; found "torn"`},
		{end + "@@ -1,2 +1,2 @@\n-ons\n+1\n two\n\\ No newline at end of file\ndiff --git a/gone b/gone\ndeleted file mode 100644\n", "p:9:1: here/gone is not there"},
	} {
		p, errs := Read("p", []byte(c.patch))
		if len(errs) == 0 {
			_, errs = p.Apply("here", read)
		}
		if !strings.Contains(errs.Error(), c.want) {
			t.Errorf("%q: %v", c.patch, errs)
		}
	}
}
