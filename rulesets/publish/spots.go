package publish

import (
	"slices"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/exchange"
	"github.com/lectio/lectio/evidence/fold"
)

// Spots gives the records for the formats of maps and gazetteers, in their
// order.
func Spots(c *evidence.Corpus) []exchange.Spot {
	spots := make([]exchange.Spot, 0, len(c.Records))
	for _, r := range c.Records {
		s := exchange.Spot{ID: r.ID, Title: r.Game}
		if l := r.Location; l != nil {
			s.Place, s.HasPoint, s.Latitude, s.Longitude, s.Precision = l.Called(), l.HasCoordinates, l.Latitude, l.Longitude, l.Precision
			for name, id := range l.Gazetteer {
				s.Links = append(s.Links, evidence.Gazetteers[name]+id)
			}
			slices.Sort(s.Links)
		}
		if citation, ok := c.Citation(r.ID); ok {
			citation.Record, citation.Via = "", nil
			s.Citation = citation.Plain()
		}
		add := func(name, value string) {
			if value != "" {
				s.Properties = append(s.Properties, exchange.Property{Name: name, Value: value})
			}
		}
		add("game", r.Game)
		add("type", r.Type)
		if d := r.Date; d != nil {
			if day, ok := d.EDTF.Earliest(); ok {
				s.Earliest = day.String()
			}
			if day, ok := d.EDTF.Latest(); ok {
				s.Latest = day.String()
			}
			add("date", d.EDTF.Portable().Text)
			add("date-of", d.Of)
		}
		add("source", r.Source.Key)
		if r.Confidence != nil {
			s.Properties = append(s.Properties, exchange.Property{Name: "confidence", Value: *r.Confidence})
		}
		s.Properties = append(s.Properties, exchange.Property{Name: "derived-confidence", Value: r.Derived().Value})
		if len(r.Uncertainty) > 0 {
			s.Properties = append(s.Properties, exchange.Property{Name: "uncertainty", Value: r.Uncertainty})
		}
		s.Properties = append(s.Properties, exchange.Property{Name: "clauses", Value: len(r.Clauses)})
		add("summary", fold.OneLine(r.Summary))
		spots = append(spots, s)
	}
	return spots
}
