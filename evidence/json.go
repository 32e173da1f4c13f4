package evidence

import (
	"encoding/json"

	"github.com/lectio/lectio/evidence/yamlpos"
)

// MarshalJSON gives a record with the keys of its YAML, always in the same
// order. Dates carry the earliest and the latest day they can mean, and
// relations name clauses in full.
func (r *Record) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		ID          string         `json:"id"`
		Game        string         `json:"game"`
		Type        string         `json:"type,omitempty"`
		Summary     string         `json:"summary,omitempty"`
		Location    *Location      `json:"location,omitempty"`
		Date        *Date          `json:"date,omitempty"`
		Source      SourceRef      `json:"source"`
		Via         []string       `json:"via,omitempty"`
		Confidence  *int           `json:"confidence,omitempty"`
		Uncertainty []string       `json:"uncertainty,omitempty"`
		Derived     *Derived       `json:"derived-confidence"`
		Ages        []string       `json:"ages,omitempty"`
		Genders     []string       `json:"genders,omitempty"`
		Period      string         `json:"period,omitempty"`
		Texts       []*Layer       `json:"texts,omitempty"`
		Clauses     []*Clause      `json:"clauses"`
		Extra       yamlpos.Object `json:"extra,omitempty"`
		Note        string         `json:"note,omitempty"`
		Parts
	}{r.ID, r.Game, r.Type, r.Summary, r.Location, r.Date, r.Source, r.Via, r.Confidence, r.Uncertainty, r.Derived(),
		r.Ages, r.Genders, r.Period, r.Texts, append([]*Clause{}, r.Clauses...), r.extraObject(), r.Note, r.Parts})
}

// extraObject are the extra fields in their order.
func (r *Record) extraObject() (o yamlpos.Object) {
	for _, x := range r.Extra {
		o = o.With(x.Name, x.Text)
	}
	return o
}

// MarshalJSON gives a location with the keys of its YAML.
func (l *Location) MarshalJSON() ([]byte, error) {
	var coordinates []float64
	if l.HasCoordinates {
		coordinates = []float64{l.Latitude, l.Longitude}
	}
	return json.Marshal(struct {
		Name        string            `json:"name,omitempty"`
		Coordinates []float64         `json:"coordinates,omitempty"`
		Precision   float64           `json:"precision-km,omitempty"`
		Gazetteer   map[string]string `json:"gazetteer,omitempty"`
		Note        string            `json:"note,omitempty"`
		PlaceParts
	}{l.Name, coordinates, l.Precision, l.Gazetteer, l.Note, l.PlaceParts})
}

// MarshalJSON gives a date with the keys of its YAML and its two bounds, as days
// and as years (integers; 0 is 1 BCE); a bound that is open or unknown is left
// out.
func (d *Date) MarshalJSON() ([]byte, error) {
	var earliest, latest string
	var first, last *int
	if day, ok := d.EDTF.Earliest(); ok {
		earliest, first = day.String(), &day.Year
	}
	if day, ok := d.EDTF.Latest(); ok {
		latest, last = day.String(), &day.Year
	}
	return json.Marshal(struct {
		EDTF      string `json:"edtf,omitempty"`
		Of        string `json:"of,omitempty"`
		Earliest  string `json:"earliest,omitempty"`
		Latest    string `json:"latest,omitempty"`
		FirstYear *int   `json:"first-year,omitempty"`
		LastYear  *int   `json:"last-year,omitempty"`
		AsWritten string `json:"as-written,omitempty"`
		Note      string `json:"note,omitempty"`
		DateParts
	}{d.EDTF.Text, d.Of, earliest, latest, first, last, d.AsWritten, d.Note, d.DateParts})
}

// MarshalJSON gives a reference with the keys of its YAML.
func (s SourceRef) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Key       string `json:"key"`
		Locator   string `json:"locator,omitempty"`
		AsWritten string `json:"as-written,omitempty"`
		SourceParts
	}{s.Key, s.Locator, s.AsWritten, s.SourceParts})
}

// MarshalJSON gives a layer with the keys of its YAML.
func (l *Layer) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		ID          string        `json:"id"`
		Language    string        `json:"language,omitempty"`
		By          string        `json:"by,omitempty"`
		Rights      string        `json:"rights,omitempty"`
		Text        string        `json:"text,omitempty"`
		Emendations []*Emendation `json:"emendations,omitempty"`
		Note        string        `json:"note,omitempty"`
		LayerParts
	}{l.ID, l.Language, l.By, l.Rights, l.Text, l.Emendations, l.Note, l.LayerParts})
}

// MarshalJSON gives an emendation with the keys of its YAML.
func (e *Emendation) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Printed string `json:"printed"`
		Read    string `json:"read"`
		Why     string `json:"why,omitempty"`
	}{e.Printed, e.Read, e.Why})
}

// MarshalJSON gives a clause with the keys of its YAML; rule is always there.
func (c *Clause) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		N           int         `json:"n"`
		Text        string      `json:"text"`
		In          string      `json:"in,omitempty"`
		Wording     []string    `json:"wording,omitempty"`
		Rule        bool        `json:"rule"`
		Why         string      `json:"why,omitempty"`
		Supports    []ClauseRef `json:"supports,omitempty"`
		Adds        []ClauseRef `json:"adds,omitempty"`
		Contradicts []ClauseRef `json:"contradicts,omitempty"`
		Lacks       []ClauseRef `json:"lacks,omitempty"`
		Note        string      `json:"note,omitempty"`
		ClauseParts
	}{c.N, c.Text, c.In, c.Wording, c.Rule, c.Why, c.Supports, c.Adds, c.Contradicts, c.Lacks, c.Note, c.ClauseParts})
}

// MarshalJSON gives the layout of a board as it was written.
func (b *ObjectBoard) MarshalJSON() ([]byte, error) {
	return []byte(yamlpos.ValueOf(b.node).FlowText(true)), nil
}
