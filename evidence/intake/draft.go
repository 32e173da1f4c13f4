package intake

import (
	"path"
	"regexp"
	"strconv"
	"strings"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/date"
	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/exchange"
	"github.com/lectio/lectio/evidence/fold"
	"github.com/lectio/lectio/evidence/ids"
	"github.com/lectio/lectio/evidence/wording"
	"github.com/lectio/lectio/evidence/yamlpos"
)

// The rights of texts that come with a page: whoever keeps them must know that
// they are not his to pass on.
const (
	pageRights  = "text of the Digital Ludeme Project; ask before passing it on"
	quoteRights = "quotation on a page of the Digital Ludeme Project; for the rights see the source"
)

// drafter makes drafts of pieces, and the sources that they need.
type drafter struct {
	c    *evidence.Corpus
	errs diag.Errors
	// sources are those made up in this run, by key, with the reference that
	// each stands for.
	sources map[string]yamlpos.Value
	refs    map[string]string
}

// draft is a record in the making.
type draft struct {
	id    string
	at    diag.Pos
	value yamlpos.Value
}

// set adds a text unless it is empty.
func set(v yamlpos.Value, key, text string) yamlpos.Value {
	if text = oneCell(text); text == "" {
		return v
	}
	return v.With(key, yamlpos.TextValue(text))
}

// piece makes a draft of a piece; nil when something about it is wrong.
func (d *drafter) piece(p *exchange.Piece) *draft {
	before := len(d.errs)
	var out *draft
	switch p.Kind {
	case "evidence":
		out = d.evidencePiece(p)
	case "ruleset":
		out = d.rulesetPiece(p)
	default:
		out = d.ludPiece(p)
	}
	if len(d.errs) > before {
		return nil
	}
	return out
}

func (d *drafter) evidencePiece(p *exchange.Piece) *draft {
	v := yamlpos.MapValue().With("id", yamlpos.TextValue(p.Get("Id")))
	game, place := p.Get("Game"), p.Get("Location")
	if game == "" {
		game = p.Get("Page game")
	}
	if game == "" {
		d.errs.Add(p.Pos, "", `"Game", or "Evidence for ..." above the pieces`, "the piece %s does not say of what game it is", p.Get("Id"))
	}
	v = set(v, "game", game)
	kind := strings.ToLower(p.Get("Type"))
	if kind != "" {
		var r yamlpos.Reader
		r.OneOf(&yamlpos.Node{Text: kind, Pos: p.At("Type")}, "the type", evidence.Types...)
		d.errs.Merge(r.Errs)
	}
	v = set(v, "type", kind)
	var notes, uncertainty []string
	location := set(yamlpos.MapValue(), "name", place)
	if place == "" && p.Get("Page location") != "" {
		location = set(location, "name", p.Get("Page location"))
		location = set(location, "note", "The piece itself names no place; it stands on the page for this one.")
		uncertainty = append(uncertainty, "place inferred")
	}
	if len(location.Keys) > 0 {
		v = v.With("location", location)
	}
	if written := p.Get("Date"); written != "" {
		if edtf, ok := date.FirstToLast(written); ok {
			part := yamlpos.MapValue().With("edtf", yamlpos.TextValue(edtf))
			if edtf != written {
				part = set(part, "as-written", written)
			}
			part.Comment = "Of what is this the date? Add of: publication, play, ..."
			v = v.With("date", part)
		} else {
			notes = append(notes, "Date on the page, which is no date that can be read: "+written)
		}
	}
	key, locator := d.source(p.At("Source"), p.Get("Source"), p.Get("Content"))
	v = v.With("source", set(set(yamlpos.MapValue().With("key", yamlpos.TextValue(key)), "locator", locator), "as-written", p.Get("Source")))
	v = v.With("via", yamlpos.ListValue(d.database()))
	if c := strings.TrimSpace(strings.TrimSuffix(p.Get("Confidence"), "%")); c != "" {
		n, err := strconv.Atoi(c)
		if err != nil || n < 0 || n > 100 {
			d.errs.Add(p.At("Confidence"), diag.Quote(c), "a whole number from 0 to 100", "the confidence cannot be %s", diag.Quote(c))
		}
		v = set(v, "confidence", strconv.Itoa(n))
	}
	if len(uncertainty) > 0 {
		v = v.With("uncertainty", yamlpos.ListValue(uncertainty...))
	}
	v = listed(v, "ages", p.Get("Ages"))
	v = listed(v, "genders", p.Get("Genders"))
	v = set(v, "period", p.Get("Period"))
	v = d.texts(v, p, []layerDraft{
		{"rules", "en", d.database(), pageRights, p.Get("Rules")},
		{"content", "", key, quoteRights, p.Get("Content")},
	})
	for _, f := range p.Fields {
		if f.Name == "Other" {
			notes = append(notes, "On the page: "+f.Text)
		}
	}
	v = set(v, "note", strings.Join(notes, "\n"))
	return &draft{p.Get("Id"), p.Pos, v}
}

func (d *drafter) rulesetPiece(p *exchange.Piece) *draft {
	ids := strings.Split(p.Get("Identifiers"), "\n")
	v := yamlpos.MapValue().With("id", yamlpos.TextValue(ids[0]))
	var notes []string
	title, game := p.Get("Ruleset"), p.Get("Game")
	name := strings.TrimSuffix(title, " ("+game+")")
	if game == "" || title == game || name != title {
		game = name
	} else {
		notes = append(notes, "The ruleset is called "+title+".")
	}
	v = set(v, "game", game)
	v = v.With("type", yamlpos.TextValue("rules text"))
	v = set(v, "summary", p.Get("Summary"))
	if origin := p.Get("Origin"); origin != "" {
		places := strings.Split(origin, "\n")
		v = v.With("location", set(yamlpos.MapValue(), "name", strings.Join(places, ", ")))
	}
	key, locator := d.source(p.At("Reference"), p.Get("Reference"), "")
	v = v.With("source", set(set(yamlpos.MapValue().With("key", yamlpos.TextValue(key)), "locator", locator), "as-written", p.Get("Reference")))
	v = v.With("via", yamlpos.ListValue(d.database()))
	v = set(v, "period", strings.ReplaceAll(p.Get("Period(s)"), "\n", ", "))
	v = d.texts(v, p, []layerDraft{
		{"rules", "en", d.database(), pageRights, p.Get("Rules")},
		{"description", "en", d.database(), pageRights, p.Get("Description")},
	})
	for _, f := range p.Fields {
		switch f.Name {
		case "Other", "Concepts":
			notes = append(notes, "On the page: "+f.Text)
		case "Other Rulesets":
			notes = append(notes, "Other rulesets: "+strings.ReplaceAll(f.Text, "\n", "; "))
		}
	}
	if len(ids) > 1 {
		notes = append(notes, "Further identifiers: "+strings.Join(ids[1:], ", "))
	}
	v = set(v, "note", strings.Join(notes, "\n"))
	return &draft{ids[0], p.Pos, v}
}

var (
	playedIn = regexp.MustCompile(`(?i)^this game (?:was|is) played (?:in|by) `)
)

func (d *drafter) ludPiece(p *exchange.Piece) *draft {
	id, ruleset := p.Get("id"), p.Get("ruleset")
	switch {
	case id != "" && strings.Trim(id, "0123456789") == "" && ruleset != "":
		id = "DLP.GameRulesets." + id
	case id != "" && strings.Trim(id, "0123456789") == "":
		id = "DLP.Games." + id
	case id != "":
	default: // the file has no number, so its name and the ruleset's must do
		name := strings.TrimSuffix(path.Base(strings.ReplaceAll(p.Pos.File, `\`, "/")), ".lud")
		id = strings.TrimRight("Lud."+ids.Of(name), ".")
		if ruleset != "" {
			id += "." + ids.Of(path.Base(ruleset))
		}
	}
	if !ids.Pattern.MatchString(id) {
		d.errs.Add(p.At("id"), diag.Quote(id), "a number, or letters, digits and . _ -", "the id cannot be %s", diag.Quote(id))
		return nil
	}
	v := yamlpos.MapValue().With("id", yamlpos.TextValue(id))
	if p.Get("game") == "" {
		d.errs.Add(p.Pos, "", `(game "NAME" ...)`, "the file does not name its game")
	}
	v = set(v, "game", p.Get("game"))
	v = v.With("type", yamlpos.TextValue("rules text"))
	var notes []string
	if ruleset != "" {
		notes = append(notes, "The ruleset is called "+ruleset+".")
	}
	if origin := p.Get("origin"); origin != "" {
		name := strings.TrimSuffix(playedIn.ReplaceAllString(origin, ""), ".")
		if len(name) <= 60 && !strings.Contains(name, "\n") {
			v = v.With("location", set(yamlpos.MapValue(), "name", name))
		}
		if name != origin {
			notes = append(notes, "origin: "+origin)
		}
	}
	key, locator := d.source(p.At("source"), p.Get("source"), "")
	v = v.With("source", set(set(yamlpos.MapValue().With("key", yamlpos.TextValue(key)), "locator", locator), "as-written", p.Get("source")))
	if key != d.database() {
		v = v.With("via", yamlpos.ListValue(d.database()))
	}
	v = d.texts(v, p, []layerDraft{
		{"rules", "en", d.database(), pageRights, p.Get("rules")},
		{"description", "en", d.database(), pageRights, p.Get("description")},
	})
	for _, name := range []string{"classification", "aliases", "credit", "author", "publisher", "date", "version"} {
		if text := p.Get(name); text != "" {
			notes = append(notes, name+": "+strings.ReplaceAll(text, "\n", "; "))
		}
	}
	v = set(v, "note", strings.Join(notes, "\n"))
	return &draft{id, p.Pos, v}
}

// listed adds a list that a page writes with commas.
func listed(v yamlpos.Value, key, text string) yamlpos.Value {
	var items []string
	for item := range strings.SplitSeq(strings.ReplaceAll(text, "\n", ","), ",") {
		if item = strings.TrimSpace(item); item != "" {
			items = append(items, item)
		}
	}
	if len(items) == 0 {
		return v
	}
	return v.With(key, yamlpos.ListValue(items...))
}

// layerDraft is a text of a draft.
type layerDraft struct{ id, language, by, rights, text string }

// texts adds the layers that have a text, and proposes clauses from the first.
func (d *drafter) texts(v yamlpos.Value, p *exchange.Piece, layers []layerDraft) yamlpos.Value {
	list := yamlpos.Value{Kind: yamlpos.List}
	var clauses yamlpos.Value
	for _, l := range layers {
		if l.text == "" {
			continue
		}
		layer := set(set(yamlpos.MapValue().With("id", yamlpos.TextValue(l.id)), "language", l.language), "by", l.by)
		list.Values = append(list.Values, set(set(layer, "rights", l.rights), "text", l.text))
		if len(clauses.Values) == 0 {
			clauses = wording.ClauseDrafts(wording.Split(l.text), 1, l.id)
		}
	}
	if len(clauses.Values) == 0 {
		d.errs.Add(p.Pos, "", "rules, or another text", "there is no text to make clauses of")
		return v
	}
	clauses.Comment = "Proposed, a sentence each, in the words of the text: say them again in your own, cut them where one says two\n" +
		"things, and mark with rule: no and why what is no rule. The lines above a clause ask about words that tend to hide a doubt."
	return v.With("texts", list).With("clauses", clauses)
}

var (
	yearIn = regexp.MustCompile(`\b(1[0-9]{3}|20[0-9]{2}|[5-9][0-9]{2})(?:[-–/]([0-9]{2,4}))?`)
	// Author. 1900. Title. Place: Publisher.
	fullReference = regexp.MustCompile(`^(.+?)[.,]? \(?([0-9]{3,4}(?:[-–/][0-9]{2,4})?)\)?[.:,]? (.+?)\. ([^.:]+): ([^:]+?)\.?$`)
	// Author 1900: 1-2, or Author 1900a, p. 1, fig. 2, at the end of a text.
	pages = regexp.MustCompile(`[0-9]{3,4}[a-z]?(?:[-–/][0-9]{2,4})?[:,] ?(` + onePage + `(?:[-–,; ]+` + onePage + `)*)\.?["”]?$`)
)

// onePage is a page, or a plate or figure of a book.
const onePage = `(?:(?:pp?|pls?|figs?|nos?|nrs?|taf|tav|tab|abb|fol|cat|kat|S|Pl|Fig|Taf|Tav|Tab|Abb|Kat)\.? ?)?[0-9]+[0-9a-z]*`

// takenFrom stands before the reference that a source was made of.
const takenFrom = "Taken from a reference as it stands, and not checked: "

// source names the source of a reference: one of the corpus, or one made up from
// the reference as it stands. The pages come from the reference, or from the end
// of what is quoted.
func (d *drafter) source(at diag.Pos, reference, quoted string) (key, locator string) {
	reference, quoted = fold.OneLine(reference), fold.OneLine(quoted)
	for _, text := range []string{reference, quoted} {
		if m := pages.FindStringSubmatch(text); m != nil && locator == "" {
			locator = m[1]
		}
	}
	if reference == "" {
		return d.database(), locator
	}
	family := fold.Text(reference)
	if i := strings.IndexAny(family, ",. "); i > 0 {
		family = family[:i]
	}
	family = regexp.MustCompile(`[^a-z0-9]+`).ReplaceAllString(family, "")
	if family == "" {
		family = "source"
	}
	family = family[:min(len(family), 40)]
	year := ""
	if m := yearIn.FindStringSubmatch(reference); m != nil {
		year = m[1]
	}
	key = strings.Trim(family+"-"+year, "-")
	// The pages are of the record, not of the book.
	book := reference
	if m := pages.FindStringSubmatchIndex(reference); m != nil {
		book = strings.TrimRight(reference[:m[2]], ":, ")
	}
	for _, s := range d.c.Sources { // one that was made of this reference before
		if s.Note == takenFrom+book || fold.Text(s.Title) == fold.Text(book) {
			return s.Key, locator
		}
	}
	for _, s := range d.c.Sources {
		if first, last, ok := s.Years(); ok && len(s.Authors) > 0 && fold.Text(s.Authors[0].Family) == family {
			if y, err := strconv.Atoi(year); err == nil && y >= first && y <= last {
				return s.Key, locator
			}
		}
	}
	for n := 2; d.c.Source(key) != nil || d.refs[key] != "" && d.refs[key] != book; n++ {
		key = strings.Trim(family+"-"+year, "-") + "-" + strconv.Itoa(n)
	}
	if d.refs[key] != "" {
		return key, locator
	}
	d.refs[key] = book
	item := yamlpos.MapValue().With("id", yamlpos.TextValue(key)).With("type", yamlpos.TextValue("book"))
	if m := fullReference.FindStringSubmatch(book); m != nil {
		item = set(item, "title", m[3])
		if strings.HasPrefix(book[len(m[1]):], ".") && strings.Contains(m[1][max(0, len(m[1])-3):], ".") {
			m[1] += "." // the last of several initials
		}
		item = item.With("author", yamlpos.Value{Kind: yamlpos.List, Values: []yamlpos.Value{set(yamlpos.MapValue(), "literal", m[1])}})
		item = set(set(item, "publisher", m[5]), "publisher-place", m[4])
	} else {
		item = set(item, "title", book)
	}
	if m := yearIn.FindStringSubmatch(reference); m != nil {
		parts := []yamlpos.Value{yamlpos.ListValue(m[1])}
		if len(m[2]) == 4 {
			parts = append(parts, yamlpos.ListValue(m[2]))
		}
		item = item.With("issued", yamlpos.MapValue().With("date-parts", yamlpos.Value{Kind: yamlpos.List, Values: parts}))
	}
	d.sources[key] = set(item, "note", takenFrom+book)
	return key, locator
}

// says reports whether a source has a reference as its own words.
func (d *drafter) says(key, reference string) bool {
	if s := d.c.Source(key); s != nil {
		return s.Note == takenFrom+reference || s.Title == reference
	}
	return d.refs[key] == reference
}

// databaseKey is the key of the database that the portal shows.
const databaseKey = "dlp"

// database is the source through which everything on the portal came.
func (d *drafter) database() string {
	if d.c.Source(databaseKey) == nil && d.refs[databaseKey] == "" {
		d.refs[databaseKey] = "the database"
		d.sources[databaseKey] = yamlpos.MapValue().With("id", yamlpos.TextValue(databaseKey)).With("type", yamlpos.TextValue("dataset")).
			With("title", yamlpos.TextValue("Ludii Games Database")).
			With("author", yamlpos.Value{Kind: yamlpos.List, Values: []yamlpos.Value{yamlpos.MapValue().With("literal", yamlpos.TextValue("Digital Ludeme Project"))}}).
			With("URL", yamlpos.TextValue("https://ludii.games"))
	}
	return databaseKey
}

// sourceDocument is a made-up source as a file of CSL-JSON.
func sourceDocument(v yamlpos.Value) []byte {
	return []byte("[\n  " + v.FlowText(true) + "\n]\n")
}
