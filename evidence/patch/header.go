package patch

import (
	"io/fs"
	"strings"
	"unicode"

	"github.com/lectio/lectio/evidence/diag"
)

// head is what stands before the hunks of a file.
type head struct {
	from, to string // names; "" where there is no such file
	named    bool   // by --- and +++
}

// heading is a head while it is read.
type heading struct {
	*reader
	both             [2]string // by diff --git, "" where that is not clear
	renamed          [2]string
	created, deleted bool
}

// refusedHeads are the lines that mean what is not done with files of texts, and why.
var refusedHeads = []struct{ begins, why string }{
	{"old mode ", "permissions of files are not changed"},
	{"new mode ", "permissions of files are not changed"},
	{"copy from ", "a copy of a file is not taken; git diff --no-renames writes it as a new file"},
	{"copy to ", "a copy of a file is not taken; git diff --no-renames writes it as a new file"},
	{"GIT binary patch", "the file is not text; put it into its folder as it is"},
	{"Binary files ", "the patch does not have what is in the file, which is not text; put it into its folder as it is"},
}

// header reads what a patch says of a file before its hunks.
func (r *reader) header() (h head, ok bool) {
	g := &heading{reader: r}
	at := r.pos(1)
	text, _ := r.line()
	if g.both, ok = headerNames(strings.TrimPrefix(text, header)); !ok {
		r.wrong("diff --git a/FILE b/FILE", "the names of a file cannot be read")
		return h, false
	}
	r.next()
	for {
		text, more := r.line()
		if !more || text == "" || strings.HasPrefix(text, header) || strings.HasPrefix(text, "@@") || strings.HasPrefix(text, "--- ") || text == "-- " {
			break
		}
		if !g.extended(text) {
			return h, false
		}
		r.next()
	}
	if h, ok = g.names(); !ok {
		return h, false
	}
	for _, name := range []string{h.from, h.to} {
		if name != "" && (!fs.ValidPath(name) || name == "." || strings.ContainsFunc(name, unicode.IsControl)) {
			r.errs.Add(at, diag.Quote(strings.ToValidUTF8(name, "�")), "a path from the top of the folder, in UTF-8, with no . or .. in it", "a file cannot be called so")
			return h, false
		}
	}
	return h, true
}

// extended reads a line between diff --git and the names.
func (g *heading) extended(text string) bool {
	for _, x := range refusedHeads {
		if strings.HasPrefix(text, x.begins) {
			g.wrong("a change of lines", "%s", x.why)
			return false
		}
	}
	word := func(begins string) (string, bool) { return strings.CutPrefix(text, begins) }
	mode, ok := "", true
	if rest, is := word("new file mode "); is {
		g.created, mode, ok = true, rest, !g.created && !g.deleted && rest != ""
	} else if rest, is := word("deleted file mode "); is {
		g.deleted, mode, ok = true, rest, !g.created && !g.deleted && rest != ""
	} else if rest, is := word("index "); is {
		_, mode, _ = strings.Cut(rest, " ")
	} else if rest, is := word("rename from "); is {
		ok = g.rename(0, rest)
	} else if rest, is := word("rename to "); is {
		ok = g.rename(1, rest)
	} else if _, is := word("similarity index "); !is {
		if _, is := word("dissimilarity index "); !is {
			g.wrong("--- a/FILE and +++ b/FILE, or a hunk", "this is no line that git diff writes before a change")
			return false
		}
	}
	switch {
	case !ok:
		g.wrong("one line of each kind, with a name or a mode", "the line cannot be read, or says again or otherwise what stands above")
	case mode == "120000":
		g.wrong("a file", "it is a link, and links within a corpus are not followed, as they can lead out of it")
	case mode == "160000":
		g.wrong("a file", "it is another repository")
	case mode == "100755" && g.created:
		g.wrong("new file mode 100644", "it is a program, and nothing in a corpus is run")
	case mode != "" && mode != "100644" && mode != "100755":
		g.wrong("the mode 100644", "the mode of the file is not one of a text")
	default:
		return true
	}
	return false
}

// rename takes a name before or after, unless it is known already.
func (g *heading) rename(i int, text string) bool {
	known := g.renamed[i] != ""
	g.renamed[i] = bareName(text)
	return !known && g.renamed[i] != ""
}

// names are the names of the file by all that is said of them, which must agree.
func (g *heading) names() (h head, ok bool) {
	h.from, h.to = g.both[0], g.both[1]
	moved := g.renamed[0] != g.renamed[1]
	if moved {
		if g.renamed[0] == "" || g.renamed[1] == "" || g.created || g.deleted {
			g.wrong("rename from FILE and rename to FILE", "it is not said which file gets which name")
			return h, false
		}
		if h.from != "" && h.from != g.renamed[0] || h.to != "" && h.to != g.renamed[1] {
			g.wrong("the names that stand behind diff --git", "the file is called otherwise above")
			return h, false
		}
		h.from, h.to = g.renamed[0], g.renamed[1]
	} else if h.from == "" || h.from != h.to {
		g.wrong("the same name behind a/ and b/, or rename from and rename to below", "the names behind diff --git do not say which file it is")
		return h, false
	}
	if g.created {
		h.from = ""
	}
	if g.deleted {
		h.to = ""
	}
	if text, more := g.line(); more && strings.HasPrefix(text, "--- ") {
		if !g.side("--- ", "a/", h.from) || !g.side("+++ ", "b/", h.to) {
			return h, false
		}
		h.named = true
	} else if !g.created && !g.deleted && !moved {
		g.wrong("--- a/FILE and +++ b/FILE", "the patch does not say what becomes of the file")
		return h, false
	}
	return h, true
}

// side reads the line of a name before or after the change, which is known by now.
func (g *heading) side(mark, prefix, name string) bool {
	text, _ := g.line()
	want := devNull
	if name != "" {
		want = prefix + name
	}
	rest, ok := strings.CutPrefix(text, mark)
	if got := bareName(strings.TrimSuffix(rest, "\t")); !ok || got != want {
		g.wrong(mark+quoted(want), "by what stands above this line names another file")
		return false
	}
	g.next()
	return true
}

// bareName is a name without the quotes that it may stand in; "" of one that cannot be read.
func bareName(text string) string {
	if !strings.HasPrefix(text, `"`) {
		return text
	}
	name, rest, ok := unquoted(text)
	if !ok || rest != "" {
		return ""
	}
	return name
}

// headerNames are the two names behind diff --git, without a/ and b/. Names with blanks that are not alike are not
// clear there, and empty.
func headerNames(text string) (names [2]string, ok bool) {
	if !strings.Contains(text, `"`) {
		if n := (len(text) - len("a/ b/")) / 2; n > 0 && text == "a/"+text[2:2+n]+" b/"+text[2:2+n] {
			return [2]string{text[2 : 2+n], text[2 : 2+n]}, true
		}
		a, b, cut := strings.Cut(text, " b/")
		if ok := cut && strings.HasPrefix(a, "a/") && len(a) > 2 && b != ""; !ok || strings.Contains(b, " b/") {
			return names, ok
		}
		return [2]string{a[2:], b}, true
	}
	first, rest := "", ""
	if strings.HasPrefix(text, `"`) {
		if first, rest, ok = unquoted(text); !ok || !strings.HasPrefix(rest, " ") {
			return names, false
		}
		rest = rest[1:]
	} else {
		first, rest, _ = strings.Cut(text, ` "`)
		rest = `"` + rest
	}
	second := bareName(rest)
	if !strings.HasPrefix(first, "a/") || !strings.HasPrefix(second, "b/") || len(first) == 2 || len(second) == 2 {
		return names, false
	}
	return [2]string{first[2:], second[2:]}, true
}
