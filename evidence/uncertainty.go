package evidence

import (
	"fmt"
	"slices"
	"strings"
)

// Factor is a reason to be careful with a record.
type Factor struct {
	Name    string `json:"name"`
	Meaning string `json:"meaning"`
	// About says what is doubtful: "text" (whether the words are those of the
	// source), "account" (whether the source is right), "game" (whether the
	// game is the one named), "date" or "place".
	About string `json:"about"`
	// Weight is the share of confidence that the factor takes away, in per
	// cent, see [Record.Derived].
	Weight int `json:"weight"`
}

// Factors are the uncertainty factors that a record can name. Those that the
// Digital Ludeme Project weighs when it states a confidence come with those
// that its pages show to be needed. The weights are a convention of this
// project, made to be read and disputed: 5 is a nuisance, 10 a reason to look
// twice, 20 a reason not to rest a rule on the record alone, 40 a reason to
// doubt that it is about the game at all.
var Factors = []Factor{
	{"incomplete", "the source tells part of the rules only", "account", 10},
	{"secondary text", "the words at hand report another text, which was not seen", "text", 20},
	{"translated", "the words at hand are a translation", "text", 10},
	{"summarised", "the words at hand are shorter than the text they stand for", "text", 10},
	{"transcription slips", "the words at hand were copied or scanned with mistakes", "text", 5},
	{"damaged text", "part of the text or object is lost", "text", 20},
	{"figure missing", "the text refers to a figure that is not at hand", "text", 10},
	{"written long after", "the source was written long after what it tells of", "account", 20},
	{"foreign culture", "the writer did not belong to the people whose game it is", "account", 10},
	{"outside observer", "the writer watched and did not play", "account", 10},
	{"hearsay", "the writer tells what others told him", "account", 10},
	{"rules second-hand", "the writer took the rules from another writer, who is not named or was not seen", "account", 20},
	{"suspected copy", "the text seems to be copied from another, so it does not confirm it", "account", 20},
	{"sources disagree", "the text reports that informants or books differ", "account", 5},
	{"reconstructed", "somebody filled gaps before the text reached us", "account", 20},
	{"game not named", "the source does not name the game", "game", 20},
	{"game names mixed", "the text tells of several games under one name, or of one under several", "game", 20},
	{"identification doubtful", "it is not certain that the game named is meant", "game", 40},
	{"date inferred", "the date is concluded from something else", "date", 5},
	{"dates disagree", "the dates given do not fit each other", "date", 5},
	{"place inferred", "the place is concluded from something else", "place", 5},
	{"provenance unknown", "where the object comes from is not known", "place", 20},
}

// FactorNamed returns the factor of a name, and whether there is one.
func FactorNamed(name string) (Factor, bool) {
	for _, f := range Factors {
		if f.Name == name {
			return f, true
		}
	}
	return Factor{}, false
}

// Reasons are the reasons to be careful with the record: its factors, and its doubts in words of
// their own.
func (r *Record) Reasons() []string { return slices.Concat(r.Uncertainty, r.Doubts) }

// Derived is a confidence worked out from what a record says about itself, to
// stand beside the one that somebody stated. It is no probability: it orders
// records, and says why.
type Derived struct {
	// Value is from 0 to 100.
	Value int `json:"value"`
	// Steps lead from 100 to Value, one for each reason.
	Steps []DerivedStep `json:"steps"`
	// Checked reports whether anybody is named who compared the record, or a clause or an
	// observation of it, with the source. The value does not depend on it.
	Checked bool `json:"checked"`
	// Unweighed counts the doubts of the record for which there is no factor.
	Unweighed int `json:"unweighed,omitempty"`
}

// DerivedStep is one reason to trust a record less.
type DerivedStep struct {
	Factor string `json:"factor"` // a name of Factors, or what the record lacks
	Why    string `json:"why"`
	Weight int    `json:"weight"` // per cent of what was left
	Left   int    `json:"left"`   // behind this step
}

// Derived works out a confidence. It begins with 100; each uncertainty factor
// takes away its weight in per cent of what is left, so that the order does not
// matter and no number of small doubts makes a record worthless. A record that
// reached us through others and names no factor for that loses 5 per cent for
// each step of via; one that is not dated or placed loses 5 for each.
func (r *Record) Derived() *Derived {
	d := &Derived{Steps: []DerivedStep{}, Unweighed: len(r.Doubts)}
	left := 100.0
	cut := func(factor, why string, weight int) {
		left *= 1 - float64(weight)/100
		d.Steps = append(d.Steps, DerivedStep{factor, why, weight, int(left + 0.5)})
	}
	handled := false
	for _, name := range r.Uncertainty {
		f, ok := FactorNamed(name)
		if !ok {
			continue
		}
		handled = handled || f.About == "text"
		cut(f.Name, f.Meaning, f.Weight)
	}
	if !handled {
		for _, step := range r.Via {
			cut("via "+step, "the text came through other hands, and nothing says how well", 5)
		}
	}
	if r.Date == nil || r.Date.EDTF.IsZero() {
		cut("no date", "the record is not dated", 5)
	}
	if r.Location == nil {
		cut("no place", "the record is not placed", 5)
	}
	d.Value = int(left + 0.5)
	d.Checked = len(r.Checked) > 0 ||
		slices.ContainsFunc(r.Clauses, func(c *Clause) bool { return len(c.Checked) > 0 }) ||
		slices.ContainsFunc(r.Observations, func(o *Observation) bool { return len(o.Checked) > 0 })
	return d
}

// String explains the value on one line: "54 %: secondary text takes 20 %; ...". What
// was compared with nothing says so, whatever the value.
func (d *Derived) String() string {
	var why []string
	for _, step := range d.Steps {
		why = append(why, fmt.Sprintf("%s takes %d %%", step.Factor, step.Weight))
	}
	if len(why) == 0 && d.Unweighed == 0 {
		why = append(why, "no reason for doubt is named")
	}
	if d.Unweighed > 0 {
		why = append(why, "doubts in words of their own are not weighed")
	}
	if !d.Checked {
		why = append(why, "nobody is named who compared it with the source")
	}
	return fmt.Sprintf("%d %%: %s", d.Value, strings.Join(why, "; "))
}
