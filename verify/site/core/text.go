package core

import (
	"bytes"
	"compress/flate"
	"fmt"
	"unicode/utf16"
)

// firstLetter is that of the letters that stand for 15 bits each. From there on none ends a line or a
// text, and none is half of a letter.
const firstLetter = 0x3000

// appendText writes plain text in UTF-16, the lower byte first.
func appendText(out []byte, text string) []byte {
	for _, unit := range utf16.Encode([]rune(text)) {
		out = append(out, byte(unit), byte(unit>>8))
	}
	return out
}

// appendBytes writes bytes as letters, the first bit of each byte first.
func appendBytes(out, data []byte) []byte {
	bits, have := uint32(0), 0
	letter := func() {
		unit := firstLetter + bits&0x7fff
		out = append(out, byte(unit), byte(unit>>8))
		bits >>= 15
		have -= 15
	}
	for _, b := range data {
		bits |= uint32(b) << have
		if have += 8; have >= 15 {
			letter()
		}
	}
	if have > 0 {
		letter()
	}
	return out
}

// packed is a part of the core, or another text, as a page unpacks it.
type packed struct {
	data []byte
	size int // of what comes out
}

// appendPacked writes a part with the sizes that a page needs to read it back.
func appendPacked(out []byte, p packed) []byte {
	out = appendText(out, fmt.Sprintf(`{"packed": %d, "size": %d, "text": "`, len(p.data), p.size))
	return appendText(appendBytes(out, p.data), `"}`)
}

// deflated is packed as browsers unpack by themselves.
func deflated(data []byte) (packed, error) {
	var out bytes.Buffer
	w, err := flate.NewWriter(&out, flate.BestCompression)
	if err != nil {
		return packed{}, err
	}
	if _, err = w.Write(data); err == nil {
		err = w.Close()
	}
	return packed{out.Bytes(), len(data)}, err
}
