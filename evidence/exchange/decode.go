package exchange

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/yamlpos"
	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
)

// Decode makes text of the bytes of a file: UTF-8 with or without a byte order
// mark, UTF-16 with one, and anything else as Windows-1252, the superset of
// Latin-1 that people mean by it. page looks for the encoding that an HTML page
// declares. The name of the encoding is returned when it is not UTF-8, so that
// the reader can be told. Line ends become \n. Bytes that are no text are an
// error with their place.
func Decode(file string, data []byte, page bool) (text, name string, errs diag.Errors) {
	if len(data) > yamlpos.MaxInput {
		return "", "", diag.Errors{yamlpos.TooLarge(file, int64(len(data)), yamlpos.MaxInput)}
	}
	var from encoding.Encoding
	switch {
	case bytes.HasPrefix(data, []byte("\xEF\xBB\xBF")):
		data = data[3:]
	case bytes.HasPrefix(data, []byte("\xFF\xFE")), bytes.HasPrefix(data, []byte("\xFE\xFF")):
		from, name = unicode.UTF16(unicode.LittleEndian, unicode.UseBOM), "UTF-16"
		if len(data)%2 != 0 {
			errs.Add(diag.Pos{File: file}, "an odd number of bytes", "pairs of bytes", "the file is cut off: UTF-16 has two bytes for each character")
			return "", "", errs
		}
	case page && !utf8.Valid(data):
		from, name, _ = charset.DetermineEncoding(data, "text/html")
		if name == "utf-8" {
			from = nil
		}
	}
	if from == nil && !utf8.Valid(data) {
		from, name = charmap.Windows1252, "windows-1252"
	}
	if from != nil {
		out, err := from.NewDecoder().Bytes(data)
		if err != nil {
			errs.Add(diag.Pos{File: file}, "", "UTF-8", "the file cannot be read as %s: %v", name, err)
			return "", "", errs
		}
		data = out
	}
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(string(data))
	line, col := 1, 1
	for _, r := range text {
		switch {
		case r == '\n':
			line, col = line+1, 0
		case r < ' ' && r != '\t' && r != '\f', r == 0x7F, r == 0xFEFF, r == 0xFFFE, r == 0xFFFF:
			errs.Add(diag.Pos{File: file, Line: line, Col: col}, fmt.Sprintf("U+%04X", r), "text",
				"control characters are not allowed; save the file as UTF-8 text")
			return "", "", errs
		}
		col++
	}
	return text, name, nil
}
