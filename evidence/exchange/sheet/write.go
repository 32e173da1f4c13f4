package sheet

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"errors"
	"fmt"
	"hash/crc32"
	"image/png"
	"io"
	"io/fs"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/xuri/excelize/v2"
)

// The day every file says it was made on. A real date would make two runs over
// the same input differ.
const fixedDate = "2000-01-01T00:00:00Z"

// Sizes in Excel's own units. A row is at most 409 points high; a column of n
// characters is 7n+5 pixels wide in the body font; a pixel is three quarters of
// a point.
const (
	maxRowPoints = 409.0
	lineHeight   = 12.75 // points, of a line of text
	bodySize     = 10.0  // points, of the letters
	columnSize   = 11.0  // of the letters in which the widths of columns are told
	pixelPoint   = 0.75
	printed      = 80.0  // percent, the least size at which a sheet prints: letters of 8 points
	uprightWidth = 131.0 // characters that a page held upright has room for at that size
	wideWidth    = 190.0 // and one that lies on its side
	margin       = 4     // pixels between a picture and the edges of its cell
)

// Save writes the workbook to a file, whole or not at all: it is written to a
// temporary file in the same folder and renamed.
func (w *Workbook) Save(path string) error {
	var buf bytes.Buffer // built before anything is touched on disk
	if err := w.Write(&buf); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return WriteFiles(File{Path: path, Content: buf.Bytes()})
}

// Write writes the workbook. The bytes depend on nothing but the value.
func (w *Workbook) Write(out io.Writer) error {
	if err := w.Check(); err != nil {
		return err
	}
	f := excelize.NewFile()
	defer f.Close()
	f.SetZipWriter(func(w io.Writer) excelize.ZipWriter { return &sortedZip{out: w} })
	p := w.Properties
	if err := f.SetDocProps(&excelize.DocProperties{
		Title: p.Title, Subject: p.Subject, Creator: p.Creator, LastModifiedBy: p.Creator,
		Description: p.Description, Keywords: p.Keywords,
		Created: fixedDate, Modified: fixedDate, Language: "en",
	}); err != nil {
		return err
	}
	for i, s := range w.Sheets {
		if i == 0 {
			if err := f.SetSheetName("Sheet1", s.Name); err != nil {
				return err
			}
		} else if _, err := f.NewSheet(s.Name); err != nil {
			return err
		}
	}
	f.SetActiveSheet(0)
	// The library looks into every sheet to hide one, and would read again, and
	// write again, all that had been streamed.
	for _, s := range w.Sheets {
		if s.Hidden {
			if err := f.SetSheetVisible(s.Name, false); err != nil {
				return err
			}
		}
	}
	st := styles{f: f, ids: map[styleKey]int{}}
	for _, s := range w.Sheets {
		if err := writeSheet(f, &st, s); err != nil {
			return fmt.Errorf("sheet %q: %w", s.Name, err)
		}
	}
	return f.Write(out)
}

// writeSheet streams the rows. Everything that is not a row is set before: the
// stream writer copies the sheet's other parts as they stand when it starts and
// when it is flushed, and forgets in silence what comes later. The filter comes
// before the page set-up because it overwrites the sheet's properties.
func writeSheet(f *excelize.File, st *styles, s *Sheet) error {
	columns := max(1, s.width())
	if s.Filter != "" {
		if err := f.AutoFilter(s.Name, s.Filter, nil); err != nil {
			return err
		}
	}
	if err := f.SetSheetDimension(s.Name, "A1:"+Address(max(1, s.Len()), columns)); err != nil {
		return err
	}
	if s.FrozenRows > 0 || s.FrozenColumns > 0 {
		panes := &excelize.Panes{Freeze: true, XSplit: s.FrozenColumns, YSplit: s.FrozenRows,
			TopLeftCell: Address(s.FrozenRows+1, s.FrozenColumns+1), ActivePane: "bottomRight"}
		switch {
		case s.FrozenColumns == 0:
			panes.ActivePane = "bottomLeft"
		case s.FrozenRows == 0:
			panes.ActivePane = "topRight"
		}
		if err := f.SetPanes(s.Name, panes); err != nil {
			return err
		}
	}
	widths := fit(s, columns)
	if err := setPage(f, s, widths); err != nil {
		return err
	}
	for c, width := range widths {
		name := ColumnName(c + 1)
		if err := f.SetColWidth(s.Name, name, name, width); err != nil {
			return err
		}
	}
	heights, err := setLinksAndPictures(f, s, widths)
	if err != nil {
		return err
	}

	for i := range s.Charts {
		if err := addChart(f, s.Name, &s.Charts[i]); err != nil {
			return err
		}
	}
	if err := setEntry(f, s); err != nil {
		return err
	}
	sw, err := f.NewStreamWriter(s.Name)
	if err != nil {
		return err
	}
	for r, row := range s.each {
		values := make([]any, len(row))
		for c := range row {
			cell := &row[c]
			id, err := st.id(cell)
			if err != nil {
				return err
			}
			v := excelize.Cell{StyleID: id}
			switch cell.Kind {
			case KindText:
				// A string goes out as an inline string, so that = + - and @ at its
				// beginning mean nothing. Line ends are Excel's.
				v.Value = strings.ReplaceAll(cell.Text, "\r\n", "\n")
			case KindNumber, KindInteger:
				v.Value = cell.Number
			}
			values[c] = v
		}
		var opts []excelize.RowOpts
		if h := heights[r]; h > 0 {
			opts = append(opts, excelize.RowOpts{Height: h})
		}
		if err := sw.SetRow(Address(r+1, 1), values, opts...); err != nil {
			return err
		}
	}
	return sw.Flush()
}

// onPaper are the widths of the columns that are printed.
func (s *Sheet) onPaper(widths []float64) []float64 {
	if s.PrintColumns > 0 {
		return widths[:s.PrintColumns]
	}
	return widths
}

// across is how many characters wide columns are together.
func across(widths []float64) (sum float64) {
	for _, w := range widths {
		sum += w
	}
	return sum
}

// setPage says how a sheet is printed: one page wide, upright where that leaves its letters
// large enough, since more rows stand on a page then. What is wider than a page that lies on
// its side goes over several, and each has the columns that say which row it is.
func setPage(f *excelize.File, s *Sheet, widths []float64) error {
	wide := across(s.onPaper(widths))
	one, zero, a4, size, order := 1, 0, 9, uint(printed), "overThenDown"
	orientation := "landscape"
	if wide <= uprightWidth && len(s.Charts) == 0 {
		orientation = "portrait"
	}
	layout := excelize.PageLayoutOptions{Size: &a4, Orientation: &orientation, FitToWidth: &one, FitToHeight: &zero}
	fits := wide <= wideWidth || len(s.Charts) > 0
	titles := ""
	if !fits {
		layout = excelize.PageLayoutOptions{Size: &a4, Orientation: &orientation, AdjustTo: &size, PageOrder: &order}
		if keys := s.FrozenColumns; keys > 0 && across(widths[:keys]) < wideWidth/2 {
			titles = fmt.Sprintf("%s!$A:$%s,", quote(s.Name), ColumnName(keys))
		}
	}
	if err := f.SetSheetProps(s.Name, &excelize.SheetPropsOptions{FitToPage: &fits}); err != nil {
		return err
	}
	if err := f.SetPageLayout(s.Name, &layout); err != nil {
		return err
	}
	side, top, head := 0.3, 0.5, 0.2
	if err := f.SetPageMargins(s.Name, &excelize.PageLayoutMarginsOptions{
		Left: &side, Right: &side, Top: &top, Bottom: &top, Header: &head, Footer: &head}); err != nil {
		return err
	}
	title := s.PageTitle
	if title == "" {
		title = s.Name
	}
	// An ampersand is an instruction in a page header; a digit after "&L" would
	// be read as a font size, so a space comes first. 255 is the format's limit.
	title = strings.ReplaceAll(strings.Join(strings.Fields(cutUnits(title, 100)), " "), "&", "&&")
	if err := f.SetHeaderFooter(s.Name, &excelize.HeaderFooterOptions{
		OddHeader: "&L " + title, OddFooter: "&R&P / &N"}); err != nil {
		return err
	}
	for _, row := range s.Breaks {
		if err := f.InsertPageBreak(s.Name, Address(row, 1)); err != nil {
			return err
		}
	}
	if s.PrintColumns > 0 {
		if err := f.SetDefinedName(&excelize.DefinedName{Name: "_xlnm.Print_Area", Scope: s.Name,
			RefersTo: fmt.Sprintf("%s!$A$1:$%s$%d", quote(s.Name), ColumnName(s.PrintColumns), max(s.Len(), 1))}); err != nil {
			return err
		}
	}
	if s.RepeatRows > 0 {
		return f.SetDefinedName(&excelize.DefinedName{Name: "_xlnm.Print_Titles", Scope: s.Name,
			RefersTo: titles + fmt.Sprintf("%s!$1:$%d", quote(s.Name), s.RepeatRows)})
	}
	return nil
}

// setLinksAndPictures does what its name says and returns the heights of the
// rows that need more than a line. Not every program fits a row to its wrapped
// text when it opens a file, so the heights are estimated here, rather too high
// than too low.
func setLinksAndPictures(f *excelize.File, s *Sheet, widths []float64) (map[int]float64, error) {
	heights := map[int]float64{}
	for r, row := range s.each {
		for c := range row {
			cell := &row[c]
			if l := cell.Link; l != nil {
				target, kind := l.URL, "External"
				if l.URL == "" {
					target, kind = quote(l.Sheet)+"!"+strings.ToUpper(l.Cell), "Location"
				}
				var opts []excelize.HyperlinkOpts
				if l.Tip != "" {
					tip := cutUnits(l.Tip, 255)
					opts = append(opts, excelize.HyperlinkOpts{Tooltip: &tip})
				}
				if err := f.SetCellHyperLink(s.Name, Address(r+1, c+1), target, kind, opts...); err != nil {
					return nil, err
				}
			}
			if p := cell.Picture; p != nil {
				_, h, scale := pictureSize(p)
				if err := f.AddPictureFromBytes(s.Name, Address(r+1, c+1), &excelize.Picture{
					Extension: ".png", File: p.PNG,
					// Anchored at one cell, the size is the picture's own and does not
					// depend on heights the streamed rows get only later.
					Format: &excelize.GraphicOptions{AltText: p.Alt, Positioning: "oneCell",
						OffsetX: margin, OffsetY: margin, ScaleX: scale, ScaleY: scale, LockAspectRatio: true},
				}); err != nil {
					return nil, err
				}
				heights[r] = max(heights[r], min(maxRowPoints, (h+2*margin)*pixelPoint))
			}
			h := 0.0
			switch {
			case cell.Look == Title:
				h = 30
			case cell.Look == Subtitle:
				h = 20
			case cell.Kind == KindText:
				lines := wrappedLines(cell.Text, widths[c], cell.Look)
				if cell.Lines > 0 {
					lines = min(lines, cell.Lines)
				}
				h = float64(lines) * lineHeight
			}
			if h > lineHeight {
				heights[r] = max(heights[r], min(maxRowPoints, h+2))
			}
		}
	}
	return heights, nil
}

// pictureSize returns the size on the sheet in pixels and the scale that gives it.
func pictureSize(p *Picture) (width, height, scale float64) {
	cfg, err := png.DecodeConfig(bytes.NewReader(p.PNG))
	if err != nil || cfg.Width == 0 || cfg.Height == 0 {
		return 0, 0, 1
	}
	scale = 1
	if p.Width > 0 {
		scale = float64(p.Width) / float64(cfg.Width)
	}
	highest := maxRowPoints/pixelPoint - 2*margin
	scale = min(scale, highest/float64(cfg.Height))
	return float64(cfg.Width) * scale, float64(cfg.Height) * scale, scale
}

// fit computes the widths of the columns from their cells.
func fit(s *Sheet, columns int) []float64 {
	cols := make([]Column, columns)
	copy(cols, s.Columns)
	wants, pictures := make([]float64, columns), make([]float64, columns)
	for _, row := range s.each {
		for c := range row {
			if cols[c].Width > 0 {
				continue
			}
			wants[c] = max(wants[c], row[c].width())
			if row[c].Picture != nil {
				w, _, _ := pictureSize(row[c].Picture)
				pictures[c] = max(pictures[c], (w+2*margin-5)/7)
			}
		}
	}
	widths := make([]float64, columns)
	for c, col := range cols {
		if col.Width > 0 {
			widths[c] = min(col.Width, 255)
			continue
		}
		if col.Min <= 0 {
			col.Min = 6
		}
		if col.Max <= 0 {
			col.Max = 60
		}
		// A picture does not wrap: it may go beyond the widest the text may.
		widths[c] = min(max(min(max(wants[c], col.Min), col.Max), pictures[c]+1), 255)
	}
	s.narrow(widths, pictures)
	return widths
}

// narrow takes from columns of prose what a sheet is a little wider than a page.
func (s *Sheet) narrow(widths, pictures []float64) {
	const prose = 30 // characters, from which on a column is one
	on := s.onPaper(widths)
	over, most := across(on)-wideWidth, 0.0
	takes := func(c int) bool { return on[c] > prose && pictures[c] == 0 }
	for c := range on {
		if takes(c) {
			most += on[c] - prose
		}
	}
	if over <= 0 || over > most/2 {
		return
	}
	for c := range on {
		if takes(c) {
			on[c] -= (on[c] - prose) * over / most
		}
	}
}

// width is how wide a column has to be for the text of a cell.
func (c *Cell) width() (want float64) {
	switch {
	case c.Look == Title || c.Look == Subtitle:
		// Runs on over its neighbours.
	case c.Look == Heading:
		// May wrap between words if it is long; the filter button needs room.
		if w := 1.15*textWidth(c.Text) + 5; w <= 20 {
			want = w
		}
		for _, word := range strings.Fields(c.Text) {
			want = max(want, 1.15*textWidth(word)+4)
		}
	case c.Kind == KindNumber || c.Kind == KindInteger:
		d := c.Decimals
		if d == 0 {
			d = -1
		}
		want = float64(len(strconv.FormatFloat(c.Number, 'f', d, 64))) + 4 // the indent too
	case c.Kind == KindText:
		for line := range strings.SplitSeq(c.Text, "\n") {
			want = max(want, textWidth(line)+2)
		}
	}
	return want
}

// textWidth estimates the width of a line in characters of the body font.
func textWidth(s string) float64 {
	w := 0.0
	for _, r := range s {
		if r < utf8.RuneSelf {
			w += asciiWidths[r]
		} else {
			w += runeWidth(r)
		}
	}
	return w * bodySize / columnSize
}

// asciiWidths are the widths of the characters that nearly all texts consist of.
var asciiWidths = func() (widths [utf8.RuneSelf]float64) {
	for r := range widths {
		widths[r] = runeWidth(rune(r))
	}
	return widths
}()

// runeWidth estimates the width of a character, where most have about 1.
func runeWidth(r rune) float64 {
	switch {
	case unicode.Is(unicode.Mn, r):
		return 0
	case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul):
		return 2
	case strings.ContainsRune(" ilj.,:;'|!", r):
		return 0.5
	case strings.ContainsRune("tfr()[]-", r):
		return 0.68
	case strings.ContainsRune("szckvxy", r):
		return 0.88
	case strings.ContainsRune("mwMW@%", r):
		return 1.55
	case unicode.IsUpper(r):
		return 1.2
	}
	return 0.97
}

// wrappedLines estimates how many lines text takes in a column.
func wrappedLines(s string, width float64, look Look) int {
	bold := 1.0
	if look != Plain && look != Open && look != Faint {
		bold = 1.1
	}
	room := max(width-1.5, 1)
	n := 0
	for line := range strings.SplitSeq(s, "\n") {
		n++
		at := 0.0
		for word := range strings.SplitSeq(line, " ") {
			w := bold * textWidth(word)
			if at > 0 && at+w > room {
				n++
				at = 0
			}
			// A word longer than a line, such as an address, is broken.
			for ; w > room; w -= room {
				n++
			}
			at += w + 0.5
		}
	}
	return n
}

// quote writes a sheet's name as references need it.
func quote(name string) string { return "'" + strings.ReplaceAll(name, "'", "''") + "'" }

// styleKey is everything that makes two cells look different.
type styleKey struct {
	look     Look
	kind     Kind
	decimals int
	link     bool
	right    bool
	unlocked bool
}

type styles struct {
	f   *excelize.File
	ids map[styleKey]int
}

// The colours: pastel grounds with dark letters, readable on screen and paper.
var severityColours = map[Look][2]string{ // ground, letters
	Error:   {"F9D0D0", "8E1616"},
	Warning: {"FCE8BF", "7A4B00"},
	Note:    {"DBE8F8", "1C4A86"},
	Good:    {"D9F0DC", "1A6130"},
}

func (s *styles) id(c *Cell) (int, error) {
	key := styleKey{look: c.Look, kind: c.Kind, link: c.Link != nil, right: c.Right, unlocked: c.Unlocked}
	if c.Kind == KindNumber {
		key.decimals = min(max(c.Decimals, 0), 15)
	}
	if id, ok := s.ids[key]; ok {
		return id, nil
	}
	style := &excelize.Style{
		Font:      &excelize.Font{Family: "Calibri", Size: bodySize},
		Alignment: &excelize.Alignment{Vertical: "top", WrapText: true},
	}
	lines := func(colour string, kind int) {
		for _, side := range []string{"left", "right", "top", "bottom"} {
			style.Border = append(style.Border, excelize.Border{Type: side, Color: colour, Style: kind})
		}
	}
	switch c.Look {
	case Title:
		style.Font.Size, style.Font.Bold = 20, true
		style.Alignment.WrapText = false
	case Subtitle:
		style.Font.Size, style.Font.Color = 13, "555555"
		style.Alignment.WrapText = false
	case Heading:
		style.Font.Bold = true
		style.Fill = excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{"E6E2D6"}}
		style.Alignment.Vertical = "center"
		lines("A8A294", 1)
	case Label:
		style.Font.Bold = true
	case Faint:
		style.Font.Color = "777777"
	case Open:
	default:
		lines("D5D2C8", 1)
		if colours, ok := severityColours[c.Look]; ok {
			style.Fill = excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{colours[0]}}
			style.Font.Color, style.Font.Bold = colours[1], true
		}
	}
	if key.link {
		style.Font.Underline = "single"
		if style.Font.Color == "" {
			style.Font.Color = "1F4E9E"
		}
	}
	if c.Look != Heading && (c.Right || c.Kind == KindNumber || c.Kind == KindInteger) {
		style.Alignment.Horizontal, style.Alignment.Indent = "right", 1 // not to touch the text of the next column
	}
	if c.Kind == KindNumber || c.Kind == KindInteger {
		style.Alignment.WrapText = false // a number is never broken, and LibreOffice may forget the indent
	}
	switch {
	case c.Kind == KindText:
		style.NumFmt = 49 // text: stays text also when somebody edits the cell
	case c.Kind == KindInteger:
		style.NumFmt = 1
	case c.Kind == KindNumber && key.decimals > 0:
		format := "0." + strings.Repeat("0", key.decimals)
		style.CustomNumFmt = &format
	}
	if c.Unlocked {
		style.Protection = &excelize.Protection{Locked: false}
		if c.Kind == KindEmpty {
			style.NumFmt = 49 // what is typed stays as it is typed
		}
	}
	id, err := s.f.NewStyle(style)
	if err == nil {
		s.ids[key] = id
	}
	return id, err
}

// sortedZip writes the parts of the file in sorted order and without times.
// excelize keeps its parts in maps; written in its own order, the same workbook
// has other bytes at every run.
type sortedZip struct {
	out   io.Writer
	parts []*part
}

type part struct {
	name  string
	raw   bytes.Buffer // only for the part that is rewritten below
	deep  bytes.Buffer // compressed
	flate *flate.Writer
	crc   uint32
	size  uint64
}

const contentTypes = "[Content_Types].xml"

// Write takes a piece of the part.
func (p *part) Write(b []byte) (int, error) {
	if p.name == contentTypes {
		return p.raw.Write(b)
	}
	p.crc = crc32.Update(p.crc, crc32.IEEETable, b)
	p.size += uint64(len(b))
	return p.flate.Write(b)
}

func newPart(name string) (*part, error) {
	p := &part{name: name}
	var err error
	p.flate, err = flate.NewWriter(&p.deep, flate.DefaultCompression)
	return p, err
}

// Create begins a part.
func (z *sortedZip) Create(name string) (io.Writer, error) {
	p, err := newPart(name)
	if err != nil {
		return nil, err
	}
	z.parts = append(z.parts, p)
	return p, nil
}

// AddFS is asked for by excelize's interface and never called by it.
func (z *sortedZip) AddFS(fs.FS) error {
	return errors.New("folders are not added to a workbook")
}

var contentEntry = regexp.MustCompile(`<(Default|Override) [^>]*?(/>|></(Default|Override)>)`)

// sortEntries sorts the list of parts inside [Content_Types].xml.
func sortEntries(b []byte) []byte {
	all := contentEntry.FindAllIndex(b, -1)
	if len(all) == 0 {
		return b
	}
	var entries []string
	for _, m := range all {
		entries = append(entries, string(b[m[0]:m[1]]))
	}
	sort.Strings(entries)
	out := append([]byte{}, b[:all[0][0]]...)
	out = append(out, strings.Join(entries, "")...)
	return append(out, b[all[len(all)-1][1]:]...)
}

// Close writes everything.
func (z *sortedZip) Close() error {
	// The list of parts comes first, as Office itself writes it.
	sort.SliceStable(z.parts, func(i, j int) bool {
		a, b := z.parts[i].name, z.parts[j].name
		if (a == contentTypes) != (b == contentTypes) {
			return a == contentTypes
		}
		return a < b
	})
	zw := zip.NewWriter(z.out)
	for _, p := range z.parts {
		if p.name == contentTypes {
			sorted := sortEntries(p.raw.Bytes())
			p.crc, p.size = crc32.ChecksumIEEE(sorted), uint64(len(sorted))
			if _, err := p.flate.Write(sorted); err != nil {
				return err
			}
		}
		if err := p.flate.Close(); err != nil {
			return err
		}
		w, err := zw.CreateRaw(&zip.FileHeader{Name: p.name, Method: zip.Deflate, CRC32: p.crc,
			CompressedSize64: uint64(p.deep.Len()), UncompressedSize64: p.size})
		if err != nil {
			return err
		}
		if _, err := w.Write(p.deep.Bytes()); err != nil {
			return err
		}
	}
	return zw.Close()
}
