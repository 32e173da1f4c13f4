package sheet

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"path"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/xuri/excelize/v2"
)

// A workbook keeps a day as a number and shows it as a date by the format of the
// cell. Which day the number is depends on the workbook:
//
//   - In the date system of 1900 Excel counts 1 January 1900 as 1 and has a 29
//     February 1900, which never was, as 60; from 1 March 1900 (61) on this is the
//     same as counting from 30 December 1899. Excel has no day before 1900.
//   - LibreOffice counts all days from 30 December 1899 and goes on below 0. Days
//     before 15 October 1582 it shows in the Julian calendar.
//   - In the date system of 1904 both count from 1 January 1904, which is 0.
//
// excelize knows no day before 1900, so that it would leave the number as it is.

// Julian day numbers of the days that the counts begin with, and of the first
// day of the Gregorian calendar.
const (
	from1899       = 2415019 // 30 December 1899
	from1904       = 2416481 // 1 January 1904
	firstGregorian = 2299161 // 15 October 1582
)

// isoCell stands for the style of a cell that holds a date as text of ISO 8601.
const isoCell = -1

// dating says which cells of a workbook are dates, and of which day.
type dating struct {
	in1904 bool
	// calc is set when LibreOffice, or a program made from it, wrote the workbook.
	calc   bool
	styles []dateFormat // by the style of a cell
	parts  map[string][]byte
}

// dateFormat is what a number format shows of a date.
type dateFormat struct{ date, year, month, day bool }

func (d dateFormat) whole() bool { return d.year && d.month && d.day }

// newDating reads what the parts of a workbook say of its dates.
func newDating(f *excelize.File) (*dating, error) {
	var failed error
	read := func(name string, into any) {
		data, _ := f.Pkg.Load(name)
		content, _ := data.([]byte)
		if len(content) == 0 || failed != nil {
			return
		}
		if err := xml.Unmarshal(content, into); err != nil {
			failed = fmt.Errorf("part %s: %w", name, err)
		}
	}
	type relations struct {
		List []struct {
			ID     string `xml:"Id,attr"`
			Type   string `xml:"Type,attr"`
			Target string `xml:"Target,attr"`
		} `xml:"Relationship"`
	}
	var top, rels relations
	file, styles := "xl/workbook.xml", "xl/styles.xml"
	read("_rels/.rels", &top)
	for _, r := range top.List {
		if strings.HasSuffix(r.Type, "/officeDocument") {
			file = strings.TrimPrefix(r.Target, "/")
		}
	}
	var book struct {
		Version struct {
			App string `xml:"appName,attr"`
		} `xml:"fileVersion"`
		Props struct {
			In1904 bool `xml:"date1904,attr"`
		} `xml:"workbookPr"`
		Sheets []struct {
			Name string `xml:"name,attr"`
			ID   string `xml:"id,attr"`
		} `xml:"sheets>sheet"`
	}
	read(file, &book)
	read(path.Join(path.Dir(file), "_rels", path.Base(file)+".rels"), &rels)
	parts := map[string]string{}
	for _, r := range rels.List {
		target := path.Join(path.Dir(file), r.Target)
		if strings.HasPrefix(r.Target, "/") {
			target = path.Clean(r.Target)[1:]
		}
		if parts[r.ID] = target; strings.HasSuffix(r.Type, "/styles") {
			styles = target
		}
	}
	var looks struct {
		Formats []struct {
			ID   int    `xml:"numFmtId,attr"`
			Code string `xml:"formatCode,attr"`
		} `xml:"numFmts>numFmt"`
		Cells []struct {
			Format int `xml:"numFmtId,attr"`
		} `xml:"cellXfs>xf"`
	}
	read(styles, &looks)
	var app struct{ Application string }
	read("docProps/app.xml", &app)
	d := &dating{in1904: book.Props.In1904, parts: map[string][]byte{},
		calc: book.Version.App == "Calc" || strings.Contains(app.Application, "LibreOffice")}
	formats := maps.Clone(builtInDates)
	for _, n := range looks.Formats {
		formats[n.ID] = parseFormat(n.Code)
	}
	for _, c := range looks.Cells {
		d.styles = append(d.styles, formats[c.Format])
	}
	for _, s := range book.Sheets {
		data, _ := f.Pkg.Load(parts[s.ID])
		d.parts[s.Name], _ = data.([]byte)
	}
	return d, failed
}

// builtInDates are the formats of dates and times that have a number and no
// code. What those of East Asia show depends on the language of the program.
var builtInDates = func() map[int]dateFormat {
	whole := dateFormat{true, true, true, true}
	m := map[int]dateFormat{14: whole, 15: whole, 16: {true, false, true, true}, 17: {true, true, true, false}, 22: whole}
	for _, ids := range [][2]int{{18, 21}, {27, 36}, {45, 47}, {50, 58}} {
		for id := ids[0]; id <= ids[1]; id++ {
			m[id] = dateFormat{date: true}
		}
	}
	return m
}()

var (
	// notShown are the parts of a format that are no code: quoted texts, escaped and
	// repeated characters, colours, languages and conditions.
	notShown  = regexp.MustCompile(`"[^"]*"?|\\.|_.|\*.|\[[^\]]*\]?`)
	elapsed   = regexp.MustCompile(`(?i)\[(?:h+|m+|s+)\]`)
	noDate    = regexp.MustCompile(`(?i)general|e[+-]`)
	dateCodes = regexp.MustCompile(`(?i)y+|e+|m+|d+|h+|s+`)
)

// parseFormat says what a number format shows.
func parseFormat(code string) dateFormat {
	shows := dateFormat{date: elapsed.MatchString(code)}
	code = noDate.ReplaceAllString(notShown.ReplaceAllString(code, ""), "")
	for _, run := range dateCodes.FindAllString(code, -1) {
		shows.date = true
		switch run[0] | 0x20 {
		case 'y', 'e': // e is the year of an era
			shows.year = true
		case 'm': // or minutes, but these alone come with no day
			shows.month = true
		case 'd': // three or four are the day of the week
			shows.day = shows.day || len(run) < 3
		}
	}
	return shows
}

// datedCell is a cell that is a date, with its style. Columns count from 0. There
// may be millions of them.
type datedCell struct{ column, style int32 }

// cells are the cells of a sheet that are dates, by the numbers of their rows.
func (d *dating) cells(name string) (map[int][]datedCell, error) {
	content := d.parts[name]
	if content == nil {
		return nil, errors.New("the part of the file that it is in is missing")
	}
	some := false
	for _, s := range d.styles {
		some = some || s.date
	}
	if !some && !bytes.Contains(content, []byte(`"d"`)) && !bytes.Contains(content, []byte(`'d'`)) {
		return nil, nil
	}
	found := map[int][]datedCell{}
	row, column := 0, 0
	dec := xml.NewDecoder(bytes.NewReader(content))
	for {
		token, err := dec.RawToken()
		if errors.Is(err, io.EOF) {
			return found, nil
		}
		if err != nil {
			return nil, err
		}
		e, ok := token.(xml.StartElement)
		if !ok || e.Name.Local != "row" && e.Name.Local != "c" {
			continue
		}
		var at, style, kind string
		for _, a := range e.Attr {
			switch a.Name.Local {
			case "r":
				at = a.Value
			case "s":
				style = a.Value
			case "t":
				kind = a.Value
			}
		}
		if e.Name.Local == "row" {
			row, column = row+1, 0
			if n, err := strconv.Atoi(at); err == nil {
				row = n
			}
			continue
		}
		column++
		if _, c, err := ParseAddress(at); err == nil {
			column = c
		}
		n, _ := strconv.Atoi(style)
		switch {
		case kind == "d":
			found[row] = append(found[row], datedCell{int32(column - 1), isoCell})
		case (kind == "" || kind == "n") && n >= 0 && n < len(d.styles) && d.styles[n].date:
			found[row] = append(found[row], datedCell{int32(column - 1), int32(n)})
		}
	}
}

// row makes a row of what its cells store and what they show; dated are those that
// are dates.
func (d *dating) row(n int, cells, shown []string, dated []datedCell) TableRow {
	r := TableRow{Number: n, Cells: cells}
	for _, c := range dated {
		i := int(c.column)
		if i >= len(cells) || cells[i] == "" {
			continue
		}
		day, problem := d.day(cells[i], int(c.style))
		if problem != "" {
			day = ""
		}
		if r.Dates == nil {
			r.Dates = map[int]string{}
		}
		cells[i], r.Dates[i] = day, problem
	}
	for i, c := range cells {
		if _, date := r.Dates[i]; date || i >= len(shown) {
			continue
		}
		// What is written behind a number, or for it, belongs to it: 9 men, 75%.
		if _, err := strconv.ParseFloat(c, 64); err == nil {
			if _, err := strconv.ParseFloat(shown[i], 64); err != nil {
				cells[i] = shown[i]
			}
		}
	}
	return r
}

var isoDay = regexp.MustCompile(`^([0-9]{4}-[0-9]{2}-[0-9]{2})(?:[T ]00:00(?::00(?:[.,]0+)?)?)?Z?$`)

// day reads a cell that is a date: the day as ISO 8601 writes it, or why it
// cannot be read.
func (d *dating) day(value string, style int) (day, problem string) {
	if style == isoCell {
		m := isoDay.FindStringSubmatch(value)
		if m == nil {
			return "", fmt.Sprintf("%q is no day, or has a time of day", value)
		}
		if _, err := time.Parse(time.DateOnly, m[1]); err != nil {
			return "", fmt.Sprintf("there is no day %s", m[1])
		}
		return m[1], ""
	}
	serial, err := strconv.ParseFloat(value, 64)
	if err != nil {
		return "", fmt.Sprintf("%q is no number of a day", value)
	}
	if !d.styles[style].whole() {
		return "", "the format of the cell does not show year, month and day"
	}
	whole := math.Floor(serial)
	day, problem = d.count(whole)
	if problem == "" && serial != whole {
		minutes := int(math.Round(min((serial-whole)*24*60, 24*60-1)))
		return "", fmt.Sprintf("it has a time of day, %s %02d:%02d", day, minutes/60, minutes%60)
	}
	return day, problem
}

// count gives the day that a whole number stands for.
func (d *dating) count(serial float64) (day, problem string) {
	none := fmt.Sprintf("the number %s stands for no day of the years 1 to 9999", strconv.FormatFloat(serial, 'f', -1, 64))
	if !(math.Abs(serial) < 1e7) {
		return "", none
	}
	n := int(serial)
	jdn := from1899 + n
	switch {
	case d.in1904:
		if jdn = from1904 + n; n < 0 && !d.calc {
			return "", fmt.Sprintf("the number %d stands for no day: this workbook counts from 1 January 1904", n)
		}
	case d.calc:
	case n == 60:
		return "", "the number 60 stands for 29 February 1900, a day that never was"
	case n == 0:
		return "", "the number 0 stands for no day: this workbook counts from 1 January 1900, which is 1"
	case n > 0 && n < 60:
		jdn++
	}
	julian := jdn < firstGregorian
	if julian && !d.calc {
		return "", fmt.Sprintf("the number %d stands for a day before 15 October 1582, and the calendar is not known", n)
	}
	year, month, dom := civil(jdn, julian)
	if year < 1 || year > 9999 {
		return "", none
	}
	return fmt.Sprintf("%04d-%02d-%02d", year, month, dom), ""
}

// civil gives the date of a Julian day number in the Julian or the Gregorian
// calendar (E. G. Richards, "Calendars", in Explanatory Supplement to the
// Astronomical Almanac, third edition, 2013, 15.11.3). It holds from day 0 on,
// which is long before the year 1; a day before that comes out before the year 1.
func civil(jdn int, julian bool) (year, month, day int) {
	f := jdn + 1401
	if !julian {
		f += (4*jdn+274277)/146097*3/4 - 38
	}
	e := 4*f + 3
	h := 5*(e%1461/4) + 2
	day = h%153/5 + 1
	month = (h/153+2)%12 + 1
	return e/1461 - 4716 + (14-month)/12, month, day
}
