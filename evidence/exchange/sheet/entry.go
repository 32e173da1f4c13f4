package sheet

import (
	"github.com/xuri/excelize/v2"
)

// setEntry sets what a sheet needs that people type into: what may be typed,
// notes on cells, and which cells are locked.
func setEntry(f *excelize.File, s *Sheet) error {
	for i := range s.Rules {
		r := &s.Rules[i]
		dv := excelize.NewDataValidation(true)
		dv.SetSqref(r.Range)
		switch {
		case r.From != "":
			dv.SetSqrefDropList(r.From)
		case len(r.Words) > 0:
			if err := dv.SetDropList(r.Words); err != nil {
				return err
			}
		case r.Whole != nil:
			if err := dv.SetRange(r.Whole[0], r.Whole[1], excelize.DataValidationTypeWhole, excelize.DataValidationOperatorBetween); err != nil {
				return err
			}
		default:
			dv.Type = "custom"
			dv.Formula1 = r.Formula
		}
		if r.Advice != "" {
			dv.SetInput(cutUnits(r.Title, 32), cutUnits(r.Advice, 255)) // the format's limits
		}
		style := excelize.DataValidationErrorStyleStop
		if r.Warn {
			style = excelize.DataValidationErrorStyleWarning
		}
		dv.SetError(style, cutUnits(r.Title, 32), cutUnits(r.Error, 255))
		if err := f.AddDataValidation(s.Name, dv); err != nil {
			return err
		}
	}
	for r, row := range s.each {
		for c := range row {
			if row[c].Comment == "" {
				continue
			}
			if err := f.AddComment(s.Name, excelize.Comment{Cell: Address(r+1, c+1), Author: "Lectio", Text: row[c].Comment, Width: 300, Height: 90}); err != nil {
				return err
			}
		}
	}
	if s.Protected {
		// Everything that helps with reading and entering stays allowed.
		if err := f.ProtectSheet(s.Name, &excelize.SheetProtectionOptions{
			AutoFilter: true, Sort: true, FormatCells: true, FormatColumns: true, FormatRows: true,
			InsertRows: true, SelectLockedCells: true, SelectUnlockedCells: true,
		}); err != nil {
			return err
		}
	}
	return nil
}
