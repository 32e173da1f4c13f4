package word

// Document is what is written to one file.
type Document struct {
	Title       string
	Subtitle    string
	Creator     string
	Description string
	Language    string // of its prose, as BCP 47 has it
	Blocks      []Block
}

// Block is a part of a document, one below the other.
type Block interface{ write(*writer) }

// Heading is a line above others. Level 1 is the highest, 3 the lowest.
type Heading struct {
	Level int
	Text  Text
}

// Paragraph is text in a style.
type Paragraph struct {
	Style Style
	Text  Text
	Name  string // by which it can be led to; "" for none
}

// Table is rows below a heading that every page repeats.
type Table struct {
	Caption Text // stands above it, behind its number
	Columns []Column
	Rows    []Row
	Wide    bool // it lies on pages that are turned
	Name    string
}

// Column is what the cells of a table stand in.
type Column struct {
	Title string
	Share float64 // of the width of the page, against those of the others
	Right bool    // figures
}

// Row is a line of a table, with a cell for each column.
type Row struct {
	Cells []Text
	Name  string // by which it can be led to; "" for none
}

// Figure is a picture with what stands below it.
type Figure struct {
	PNG     []byte
	Width   float64 // in millimetres; no wider than the page
	Alt     string  // what is to be seen
	Caption Text    // stands below it, behind its number; without one it has none
}

// Style is what a paragraph looks like. Whoever works on the document changes the style, and
// all its paragraphs change.
type Style int

// The styles of paragraphs.
const (
	Body  Style = iota
	Quote       // what a source says
	Item        // of a list; the others of lists in it
	Item2
	Item3
)

// Text is what a paragraph says.
type Text []Span

// Span is a piece of a text that looks alike. A newline in it begins a line, and a
// tab leads from the mark of an item to its text.
type Span struct {
	Text  string
	Bold  bool
	Muted bool   // in grey
	Code  bool   // as it is typed
	To    string // the name of a block, or an address on the web; "" for none
	Note  *Note  // at its end
}

// Note is a footnote. It stands where it is first named; a note that is named again is led
// back to. Notes can name others that stand before them.
type Note struct{ Text Text }

// Plain is a text without any look.
func Plain(s string) Text { return Text{{Text: s}} }
