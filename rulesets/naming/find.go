package naming

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/dimension"
)

// Game compiles the interpretation that a name means.
func (n *Name) Game(c *dimension.Corpus) (*rulesets.Game, error) {
	in, err := n.Interpretation(c)
	if err != nil {
		return nil, err
	}
	g, errs := in.Compile()
	if len(errs) > 0 {
		return nil, errs
	}
	return g, nil
}

// Interpretation picks the readings that a name names.
func (n *Name) Interpretation(c *dimension.Corpus) (*rulesets.Interpretation, error) {
	d, err := Ruleset(c, n.Ruleset)
	if err != nil {
		return nil, err
	}
	choice := rulesets.Choice{}
	var errs diag.Errors
	for _, p := range n.Picks {
		if old, twice := choice[p.Question.Text]; twice && old != p.Reading.Text {
			errs.Add(p.Reading.Pos, diag.Quote(old)+" and "+diag.Quote(p.Reading.Text), "one reading",
				"two readings are picked for %s", p.Question.Text)
		}
		choice[p.Question.Text] = p.Reading.Text
	}
	var sc *rulesets.Scale
	if n.Scale.Text != "" {
		if sc = d.Scale(n.Scale.Text); sc == nil {
			errs.Add(n.Scale.Pos, diag.Quote(n.Scale.Text), scalesOf(d), "there is no such scaled-down version")
		}
	}
	in, more := d.Scaled(sc, choice)
	errs.Merge(n.place(more))
	if err := errs.Sort().Err(); err != nil {
		return nil, err
	}
	return in, nil
}

// place gives what is wrong with a choice, which has no place in a file, one in the name.
func (n *Name) place(errs diag.Errors) diag.Errors {
	for i := range errs {
		if !errs[i].Pos.IsZero() {
			continue
		}
		errs[i].Pos = n.Ruleset.Pos
		for _, p := range n.Picks {
			switch errs[i].Found {
			case diag.Quote(p.Question.Text):
				errs[i].Pos = p.Question.Pos
			case diag.Quote(p.Reading.Text):
				errs[i].Pos = p.Reading.Pos
			}
		}
	}
	return errs
}

// scalesOf says which scaled-down versions a ruleset has.
func scalesOf(d *rulesets.Definition) string {
	var ids []string
	for _, sc := range d.Scales {
		ids = append(ids, sc.ID)
	}
	if len(ids) == 0 {
		return "no scale: the ruleset has no scaled-down versions"
	}
	return "one of: " + strings.Join(ids, ", ")
}

// Ruleset returns the ruleset of an id, which may be one of another corpus.
func Ruleset(c *dimension.Corpus, id Input) (*rulesets.Definition, error) {
	if d := c.Find(id.Text); d != nil {
		return d, nil
	}
	in, err := c.Holding(id.Text)
	if in == nil {
		return nil, noCorpus(id, err)
	}
	if files := in.Unsound(id.Text); len(files) > 0 {
		return nil, Unusable("ruleset", id, files...)
	}
	return nil, NoneOf("ruleset", id, in.IDs(), in.Unread())
}

// noCorpus says that the corpus which the id of a ruleset names cannot be read, and why.
func noCorpus(id Input, why error) error {
	name, own := rulesets.SplitID(id.Text)
	name = strings.TrimSuffix(name, ":")
	message := "no corpus " + diag.Quote(name) + " is known"
	if why != nil {
		message = fmt.Sprintf("the corpus %s cannot be read: %v", diag.Quote(name), why)
	}
	inside := []string{strings.TrimSuffix(rulesets.BundledName, ":"), strings.TrimSuffix(rulesets.GalleryName, ":")}
	if near := diag.DidYouMean(name, inside); near != "" {
		message += "; " + near
	}
	var errs diag.Errors
	errs.Add(id.Pos, diag.Quote(id.Text), fmt.Sprintf("%[1]s%[3]s, %[2]s%[3]s or DIR:%[3]s, where DIR is the folder of a corpus",
		rulesets.BundledName, rulesets.GalleryName, own), "%s", message)
	return errs
}

// NoneOf says that nothing of a kind, such as a ruleset or a record, has the name that was typed. What was left
// out unread may have it.
func NoneOf(kind string, name Input, known, unread []string) error {
	missed := diag.Error{Pos: name.Pos, Found: diag.Quote(name.Text), Expected: "one of: " + strings.Join(known, ", ")}
	_, own := rulesets.SplitID(name.Text)
	if i := slices.IndexFunc(unread, func(file string) bool { return strings.TrimSuffix(path.Base(file), path.Ext(file)) == own }); i >= 0 {
		return Unusable(kind, name, unread[i])
	}
	switch {
	case len(unread) > 0 && len(known) == 0:
		return Unusable(kind, name, unread...)
	case len(unread) > 0:
		missed.Message = "the " + kind + " is " + evidence.Nowhere(unread)
	case len(known) == 0:
		missed.Message, missed.Expected = "there is no such "+kind+": the corpus has none", "another corpus"
	default:
		missed.Message = "there is no such " + kind
	}
	if near := diag.DidYouMean(name.Text, known); near != "" {
		missed.Message += "; " + near
	}
	return missed
}

// Unusable says that what was asked for is in files with errors.
func Unusable(kind string, name Input, files ...string) error {
	e := diag.Error{Pos: name.Pos, Found: diag.Quote(name.Text), Expected: "a " + kind + " without errors",
		Message: "the " + kind + " cannot be used: there are errors in " + strings.Join(files, " and ")}
	if _, own := rulesets.SplitID(name.Text); len(files) == 1 && strings.TrimSuffix(path.Base(files[0]), path.Ext(files[0])) == own {
		e.Because = files[0]
	}
	return e
}
