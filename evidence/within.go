package evidence

import (
	"io/fs"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/ids"
	"github.com/lectio/lectio/evidence/yamlpos"
)

// What a place and an image must have one of.
var (
	placeNeeds = []string{"name", "coordinates", "gazetteer", "in", "between"}
	imageNeeds = []string{"file", "manifest", "address", "embargo"}
)

// within checks what the parts of a record say about each other.
func (r *recordReader) within(rec *Record) {
	for _, key := range []struct{ more, first string }{{"dates", "date"}, {"places", "location"}} {
		if n := rec.Node(key.more); n != nil && rec.Node(key.first) == nil {
			r.Errorf(rec.node.Key(key.more).Pos, "", "the key "+diag.Quote(key.first), "%q are further ones: the record is listed under its %s, which is not there", key.more, key.first)
		}
	}
	r.unique(rec, "persons", "the person", "id", len(rec.Persons), func(i int) string { return string(rec.Persons[i].ID) })
	sigla := r.unique(rec, "witnesses", "the siglum", "siglum", len(rec.Witnesses), func(i int) string { return string(rec.Witnesses[i].Siglum) })
	images := r.unique(rec, "images", "the image", "id", len(rec.Images), func(i int) string { return string(rec.Images[i].ID) })
	for _, p := range rec.Persons {
		if n := p.Node("roles"); n != nil && n.Kind == yamlpos.List && len(n.Values) == 0 {
			r.Errorf(p.At("roles"), "nothing", "one of: "+strings.Join(Roles, ", "), "a person has a part in the evidence")
		}
	}
	for _, w := range rec.Witnesses {
		for i, from := range w.From {
			if from == string(w.Siglum) {
				r.Errorf(w.At("from", i), diag.Quote(from), "another witness", "a witness does not come from itself")
				continue
			}
			r.known(sigla, from, "siglum", "witnesses", w.At("from", i))
		}
	}
	for _, l := range rec.Texts {
		r.known(sigla, string(l.Witness), "siglum", "witnesses", l.At("witness"))
	}
	for _, c := range rec.Clauses {
		seen := map[LocalID]bool{}
		for _, a := range c.Witnesses {
			r.known(sigla, string(a.Siglum), "siglum", "witnesses", a.At("siglum"))
			if seen[a.Siglum] {
				r.Errorf(a.Pos(), diag.Quote(string(a.Siglum)), "each witness once", "the clause names the witness twice")
			}
			seen[a.Siglum] = true
			if a.Lacks && a.Reads != "" {
				r.Errorf(a.At("lacks"), "", "one of them", "a witness that lacks a clause does not read it")
			}
		}
		r.checks(c.Checked)
	}
	for _, i := range rec.Images {
		if !slices.ContainsFunc(imageNeeds, func(key string) bool { return i.Node(key) != nil }) {
			r.Errorf(i.Pos(), "", "file, manifest or address", "nothing says where the image is")
		}
		if i.File != "" && (!fs.ValidPath(i.File) || strings.Contains(i.File, `\`)) {
			r.Errorf(i.At("file"), diag.Quote(i.File), "a name of a file below evidence/images, with / between folders", "the file of the image lies elsewhere")
		}
	}
	r.observations(rec, images)
	r.checks(rec.Checked)
	for _, x := range rec.Reported {
		if x.By == "" && rec.Source.Key == "" {
			r.Errorf(x.Pos(), "", "the key \"by\", or a source of the record", "nothing says who reports the figure")
		}
	}
	for _, rel := range rec.Relations {
		id, _, numbered := strings.Cut(rel.To, "#")
		switch _, ok := ParseClauseRef(rel.To); {
		case rel.To == "":
		case numbered && !ok, !numbered && !ids.Pattern.MatchString(id):
			r.Errorf(rel.At("to"), diag.Quote(rel.To), "the id of a record, or RECORD#NUMBER", "the relation names no record")
		case id == rec.ID:
			r.Errorf(rel.At("to"), diag.Quote(rel.To), "another record", "the record cannot stand in a relation to itself")
		}
	}
}

// unique checks that things of a list have names of their own, and returns where they are.
func (r *recordReader) unique(rec *Record, list, what, key string, n int, name func(int) string) map[string]diag.Pos {
	places := map[string]diag.Pos{}
	for i := range n {
		id, at := name(i), rec.At(list, i, key)
		if earlier, twice := places[id]; twice && id != "" {
			r.Errs.AddRelated(at, []diag.Pos{earlier}, diag.Quote(id), "a name of its own", "%s %s is there twice; the first is at %s", what, diag.Quote(id), earlier)
			continue
		}
		places[id] = at
	}
	return places
}

// known reports a name that no thing of a list has.
func (r *recordReader) known(places map[string]diag.Pos, name, what, list string, at diag.Pos) {
	if _, ok := places[name]; ok || name == "" {
		return
	}
	names := func() []string { return slices.Sorted(maps.Keys(places)) }
	expected := "one of: " + strings.Join(names(), ", ")
	if len(places) == 0 {
		expected = "a list " + diag.Quote(list) + " that has it"
	}
	r.Errorf(at, diag.Quote(name), expected, "the %s %s is nowhere in the record%s", what, diag.Quote(name), r.Errs.Hint(name, names))
}

// observations checks that their numbers are no clause's and ascend.
func (r *recordReader) observations(rec *Record, images map[string]diag.Pos) {
	places := map[int]diag.Pos{}
	for _, c := range rec.Clauses {
		places[c.N] = c.At("n")
	}
	last := 0
	for _, o := range rec.Observations {
		n := int(o.N)
		if earlier, twice := places[n]; twice {
			r.Errs.AddRelated(o.At("n"), []diag.Pos{earlier}, strconv.Itoa(n), "a number of its own",
				"the number %d is used twice in the record; it was first used at %s", n, earlier)
		} else if n < last {
			r.Errorf(o.At("n"), strconv.Itoa(n), "a number above "+strconv.Itoa(last), "the numbers of observations must ascend")
		}
		places[n], last = o.At("n"), max(last, n)
		r.known(images, o.Image, "image", "images", o.At("image"))
		r.checks(o.Checked)
	}
}

// ReadChecks reads who checked a thing, for what reads other files. what names the thing.
func ReadChecks(r *yamlpos.Reader, n *yamlpos.Node, what string) []*Check {
	var list []*Check
	own := recordReader{Reader: *r}
	own.value(n, nameOfKey("checked", what), reflect.ValueOf(&list).Elem())
	own.checks(list)
	*r = own.Reader
	return list
}

// checks completes what readers found: who doubts something finds it doubtful, unless
// he says more.
func (r *recordReader) checks(list []*Check) {
	for _, c := range list {
		switch {
		case c.Verdict == "" && c.Doubt != "":
			c.Verdict = Doubtful
		case c.Verdict == "":
			c.Verdict = Holds
		case c.Verdict != Holds && c.Doubt == "":
			r.Errorf(c.Pos(), "", `the key "doubt"`, "who finds a thing %s says what is doubted", c.Verdict)
		}
	}
}
