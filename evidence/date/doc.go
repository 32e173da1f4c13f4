// Package date reads and compares dates that are known in part.
//
// Historians know dates in part: between two years, about a year, in some year of a decade.
// [ParseEDTF] reads them as EDTF level 1 (ISO 8601-2), keeps the text as written, and gives the
// earliest and the latest day it can mean; [Read] reads what people write elsewhere, "c.
// 2600–2400 BC" or "19thC (early)", and says when it could mean something else; [EDTF.Words] says
// a date to people. Years are integers, not time.Time: year 0 exists and is 1 BCE.
//
//	e, err := date.ParseEDTF("1888~/189X")
//	first, known := e.Earliest() // 1888-01-01
//
// Questions about dates are answered with a [Certainty]: a date lies in a range certainly when
// all that it can mean does, and possibly when some of it does ([EDTF.Within]).
//
// Files: edtf.go the format and its days, say.go a date in words, words.go and reader.go dates as
// people write them, habits.go how one of them does, when.go days counted and compared.
package date
