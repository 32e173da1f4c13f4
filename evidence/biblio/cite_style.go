package biblio

import (
	"bytes"
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/lectio/lectio/evidence/fold"
)

// CiteAuthorDate gives citations as they stand in a text, "(Smith 1900, p. 12)",
// each after what it is of, and below them the list of the sources, sorted. Sources
// that would be cited in the same words are told apart: 1900a, 1900b.
func CiteAuthorDate(citations []Citation) []byte {
	list, _ := sourcesOf(citations)
	slices.SortStableFunc(list, func(a, b *Source) int {
		return cmp.Or(cmp.Compare(fold.Text(a.listed("")), fold.Text(b.listed(""))), cmp.Compare(a.Key, b.Key))
	})
	same, letter := map[string]int{}, map[*Source]string{}
	objects := map[*Source]bool{}
	for _, c := range citations {
		objects[c.Object] = true
	}
	years := slices.DeleteFunc(slices.Clone(list), func(s *Source) bool { return objects[s] }) // objects are told apart by their numbers
	for _, s := range years {
		same[s.shortly("")]++
	}
	nth := map[string]int{}
	for _, s := range years {
		if short := s.shortly(""); same[short] > 1 {
			letter[s] = yearLetter(nth[short])
			nth[short]++
		}
	}
	var b bytes.Buffer
	for _, c := range citations {
		text := c.Source.shortly(letter[c.Source])
		if c.Object != nil {
			text = c.Held() + "; " + text
		}
		if c.Locator != "" {
			text += ", " + enDash(c.Locator)
		}
		for _, v := range c.Via {
			text += ", after " + v.shortly(letter[v])
		}
		b.WriteString(fold.OneLine(of(c)+"("+text+")") + "\n")
	}
	if len(list) > 0 {
		b.WriteByte('\n')
	}
	for _, s := range list {
		b.WriteString(fold.OneLine(s.listed(letter[s])) + "\n")
	}
	return b.Bytes()
}

// CiteNotes gives citations as footnotes have them, in full.
func CiteNotes(citations []Citation) []byte {
	var b bytes.Buffer
	for _, c := range citations {
		b.WriteString(of(c) + stopped(c.Note()) + "\n")
	}
	return b.Bytes()
}

// Note is the citation as a footnote has it where it is first made, in full and without
// the stop.
func (c Citation) Note() string {
	text := c.Source.note(c.Locator)
	if c.Object != nil {
		text = c.Held() + "; " + text
	}
	for _, v := range c.Via {
		text += ", after " + v.note("")
	}
	return fold.OneLine(text)
}

// Short is the citation as a footnote has it after that: names and year.
func (c Citation) Short() string { return fold.OneLine(c.Source.shortly("")) }

// of names what a citation is of, a record or a clause of one.
func of(c Citation) string {
	if c.Record == "" {
		return ""
	}
	return c.Record + ": "
}

// yearLetter counts a, b ... z, aa, ab.
func yearLetter(n int) string {
	s := string(rune('a' + n%26))
	if n >= 26 {
		s = yearLetter(n/26-1) + s
	}
	return s
}

func stopped(text string) string {
	if strings.HasSuffix(text, ".") || strings.HasSuffix(text, ".”") {
		return text
	}
	return text + "."
}

// year is when a source came out, with a letter that tells it from another one.
func (s *Source) year(letter string) string {
	year := cmp.Or(s.issuedWords(), "n.d.")
	if letter != "" && year == "n.d." {
		letter = "-" + letter
	}
	return year + letter
}

// makers are the authors, or the editors where there are none.
func (s *Source) makers() (list []Name, edited bool) {
	if len(s.Authors) > 0 {
		return s.Authors, false
	}
	return s.Editors, len(s.Editors) > 0
}

// shortly is a citation in a text: names and year. A source that nobody signs is
// cited by its title.
func (s *Source) shortly(letter string) string {
	list, _ := s.makers()
	var families []string
	for _, n := range list {
		families = append(families, cmp.Or(n.Literal, n.Family, n.Given))
	}
	who := inRow(families)
	if who == "" {
		who = s.quotedTitle()
	}
	return who + " " + s.year(letter)
}

// inRow joins names with "and"; of more than three the first is named.
func inRow(names []string) string {
	switch n := len(names); n {
	case 0:
		return ""
	case 1:
		return names[0]
	case 2:
		return names[0] + " and " + names[1]
	case 3:
		return names[0] + ", " + names[1] + ", and " + names[2]
	}
	return names[0] + " et al."
}

func spoken(list []Name) string {
	var out []string
	for _, n := range list {
		out = append(out, n.String())
	}
	return inRow(out)
}

// isPart reports whether a source stands in another one, so that its title is in
// quotes.
func (s *Source) isPart() bool { return s.Container != "" }

// quotedTitle is the title, in quotes when it is that of a part.
func (s *Source) quotedTitle() string {
	title := strings.TrimRight(s.Title, ".")
	if s.isPart() {
		return "“" + title + "”"
	}
	return title
}

// inJournal reports whether volume and issue are those of a journal.
func (s *Source) inJournal() bool {
	return strings.HasPrefix(s.Type, "article") && s.Container != ""
}

// listed is the entry of a source in a list of references.
func (s *Source) listed(letter string) string {
	var parts []string
	add := func(text string) {
		if text != "" {
			parts = append(parts, stopped(text))
		}
	}
	list, edited := s.makers()
	if len(list) > 0 {
		var who []string
		for i, n := range list {
			name := n.String()
			if i == 0 && n.Literal == "" && n.Family != "" && n.Given != "" {
				name = n.Family + ", " + n.Given
				if n.Suffix != "" {
					name += ", " + n.Suffix
				}
			}
			who = append(who, name)
		}
		text := inRow(who)
		if len(who) == 2 { // Smith, Ann, and Eve Miller
			text = who[0] + ", and " + who[1]
		}
		if edited {
			text += map[bool]string{true: ", ed.", false: ", eds."}[len(list) == 1]
		}
		add(text)
		add(s.year(letter))
	}
	if s.isPart() {
		parts = append(parts, "“"+strings.TrimRight(s.Title, ".")+".”")
	} else {
		add(s.Title)
	}
	if len(list) == 0 {
		add(s.year(letter))
	}
	pages := enDash(s.Page)
	switch {
	case s.inJournal():
		text := s.journal()
		if pages != "" {
			text += ": " + pages
		}
		add(text)
	case s.isPart():
		text := "In " + s.inWhole()
		if pages != "" {
			text += ", " + pages
		}
		add(text)
	case s.Volume != "":
		add("Vol. " + s.Volume)
	}
	add(strings.Replace(s.editionWords(), "edition", "Edition", 1))
	if s.Volumes != "" {
		add(s.Volumes + " vols")
	}
	add(s.press())
	add(s.Kept())
	add(s.Address())
	return strings.Join(parts, " ")
}

// note is a source as a footnote has it, without the stop.
func (s *Source) note(locator string) string {
	list, edited := s.makers()
	text := spoken(list)
	if edited {
		text += map[bool]string{true: ", ed.", false: ", eds."}[len(list) == 1]
	}
	title := strings.TrimRight(s.Title, ".")
	if s.isPart() {
		title = "“" + title + ",”"
	}
	text = joined(text, title)
	year := s.year("")
	switch {
	case s.inJournal():
		text += " " + s.journal() + " (" + year + ")"
	default:
		if s.isPart() {
			text += " in " + s.inWhole()
		} else if s.Volume != "" {
			text += ", vol. " + s.Volume
		}
		text = joined(text, s.editionWords())
		if s.Volumes != "" {
			text = joined(text, s.Volumes+" vols.")
		}
		text += " (" + joined(s.press(), year) + ")"
	}
	switch {
	case endsAt(title, locator): // a reference taken over as it was written
	case locator != "":
		text += ", " + enDash(locator)
	case s.Page != "":
		text += ", " + enDash(s.Page)
	}
	text = joined(text, s.Kept())
	return joined(text, s.Address())
}

// journal is the journal with volume and issue, as "Annals 4 (2)".
func (s *Source) journal() string {
	text := strings.TrimSpace(s.Container + " " + s.Volume)
	if s.Issue != "" {
		text += " (" + s.Issue + ")"
	}
	return text
}

// inWhole is the book that a part stands in, with its editors when the part has
// authors of its own.
func (s *Source) inWhole() string {
	text := s.Container
	if s.Volume != "" {
		text += ", vol. " + s.Volume
	}
	if s.Issue != "" {
		text += ", no. " + s.Issue
	}
	if len(s.Authors) > 0 && len(s.Editors) > 0 {
		text += ", edited by " + spoken(s.Editors)
	}
	return text
}

func (s *Source) editionWords() string {
	if n, err := strconv.Atoi(s.Edition); err == nil {
		return "edition " + strconv.Itoa(n)
	}
	return s.Edition
}

func (s *Source) press() string {
	if s.Place != "" && s.Publisher != "" {
		return s.Place + ": " + s.Publisher
	}
	return s.Place + s.Publisher
}

// Kept says where the one copy of a source lies: its archive and call number, "" where it
// is a book like others.
func (s *Source) Kept() string {
	if s.CallNumber == "" {
		return ""
	}
	return joined(s.Archive, s.CallNumber)
}

// Address is where a source is found on the web, "" for nowhere that is known: that of its
// DOI, or else its URL.
func (s *Source) Address() string {
	if s.DOI != "" {
		return "https://doi.org/" + strings.TrimPrefix(s.DOI, "https://doi.org/")
	}
	return s.URL
}

// enDash writes ranges of pages as they are printed.
func enDash(s string) string { return pageRange.ReplaceAllString(s, "$1–$2") }
