package intake

import (
	"strings"
	"testing"
)

// TestSizes: sizes as museums write them are measures with a name and a unit; what is not
// understood is not half a measure.
func TestSizes(t *testing.T) {
	const order = " as written, the order is assumed)"
	for _, tt := range []struct{ heading, cell, want string }{
		{"Size", "15.5 x 21.5 cm", "height 15.5 cm (first of 15.5 x 21.5 cm" + order + " | width 21.5 cm (second of 15.5 x 21.5 cm" + order},
		{"Size", "27.3 × 11 × 2 cm", "length 27.3 cm (first of 27.3 x 11 x 2 cm" + order + " | width 11 cm (second of 27.3 x 11 x 2 cm" + order + " | height 2 cm (third of 27.3 x 11 x 2 cm" + order},
		{"Size", "L. 27.3 cm", "length 27.3 cm"},
		{"Size", "H 5 cm; W 7 cm", "height 5 cm | width 7 cm"},
		{"Size", "diam. 3 cm", "diameter 3 cm"},
		{"Size", "H. 5, W. 7, D. 2 cm", "height 5 cm | width 7 cm | depth 2 cm"},
		{"Size", "H. 5 cm, W. 7 cm, Wt. 20 g", "height 5 cm | width 7 cm | weight 20 g"},
		{"Size", "H 5 cm; W 12 g", "height 5 cm | weight 12 g"},
		{"Size", "Height: 5 cm; Width: 7 cm; Depth: 2 cm", "height 5 cm | width 7 cm | depth 2 cm"},
		{"Size", "Height: 5 centimetres\nWidth: 7 centimetres", "height 5 cm | width 7 cm"},
		{"Size", "Diameter: 20-22 mm", "diameter 20-22 mm"},
		{"Size", "Diam. 20 to 22 mm", "diameter 20-22 mm"},
		{"Size", "20–22 mm (diam.)", "diameter 20-22 mm"},
		{"Size", "c. 5 cm high", "height ~5 cm"},
		{"Size", "5 cm wide, 7 cm long", "width 5 cm | length 7 cm"},
		{"Size", "Ø 3 cm", "diameter 3 cm"},
		{"Size", "3 cm", "size 3 cm"},
		{"Dimensions", "1 cm", "dimensions 1 cm"},
		{"Weight (g)", "12.5", "weight 12.5 g"},
		{"Length (cm)", "27,3", "length 27.3 cm"},
		{"Höhe (mm)", "27,3", "height 27.3 mm"},
		{"Hauteur en cm", "27,3", "height 27.3 cm"},
		{"Width", "c. 11 cm", "width ~11 cm"},
		{"Size (cm)", "27.3 x 11", "height 27.3 cm (first of 27.3 x 11" + order + " | width 11 cm (second of 27.3 x 11" + order},
		{"H x W (cm)", "27.3 x 11", "height 27.3 cm | width 11 cm"},
		{"Size", "H x W x D: 3 x 4 x 5 cm", "height 3 cm | width 4 cm | depth 5 cm"},
		{"Maße (H x B x T)", "3 x 4 x 5 cm", "height 3 cm | width 4 cm | depth 5 cm"},
		{"Maße", "Höhe: 4,5 cm; Breite: 3 cm; Tiefe: 2 cm; Gewicht: 20 g", "height 4.5 cm | width 3 cm | depth 2 cm | weight 20 g"},
		{"Maße", "H 4,5 cm, B 3 cm, T 2 cm", "height 4.5 cm | width 3 cm | depth 2 cm"},
		{"Maße", "Durchmesser: ca. 3 cm", "diameter ~3 cm"},
		{"Dimensions", "H. 4,5 cm ; l. 3 cm ; P. 2 cm", "height 4.5 cm | width 3 cm | depth 2 cm"},
		{"Dimensions", "Hauteur : 4,5 cm ; Largeur : 3 cm ; Épaisseur : 1 cm", "height 4.5 cm | width 3 cm | thickness 1 cm"},
		{"Misure", "altezza 5 cm; larghezza 3 cm; spessore 4 mm", "height 5 cm | width 3 cm | thickness 4 mm"},
		{"Size", "10 3/4 in.", "size 10.75 in (10 3/4 in)"},
		{"Size", "10 3/4 in. (27.3 cm)", "size 27.3 cm (10 3/4 in)"},
		{"Size", "H. 1 11/16 x W. 2 5/8 in. (4.3 x 6.6 cm)", "height 4.3 cm (1 11/16 in) | width 6.6 cm (2 5/8 in)"},
		{"Size", "L. 5¾ in", "length 5.75 in (5 3/4 in)"},
		{"Size", `10" x 4"`, "height 10 in (first of 10 in x 4 in" + order + " | width 4 in (second of 10 in x 4 in" + order},
		{"Size", "5 by 7 cm", "height 5 cm (first of 5 x 7 cm" + order + " | width 7 cm (second of 5 x 7 cm" + order},
		{"Size", "5cm x 7cm", "height 5 cm (first of 5cm x 7cm" + order + " | width 7 cm (second of 5cm x 7cm" + order},
		{"Size", "Board: L. 27.3 cm; Box: H. 3 cm", "length of board 27.3 cm | height of box 3 cm"},
		{"Size", "board: 5 cm", "board 5 cm"},
		{"Size", "max. H. 5 cm", "height 5 cm (max.)"},
		{"Size", "length 27.3 cm (worn)", "length 27.3 cm (worn)"},
		{"Size", "D: 4 cm", "d 4 cm"},
		{"Size", "H 5 cm / W 7 cm", "height 5 cm | width 7 cm"},
		{"Size", "H = 5 cm", "height 5 cm"},
	} {
		list, all := measuresOf(tt.heading, tt.cell)
		if got := strings.Join(list, " | "); got != tt.want || !all {
			t.Errorf("%s: %q is\n%s, all %v; want\n%s", tt.heading, tt.cell, got, all, tt.want)
		}
	}
	for _, cell := range []string{"large", "5 x 7", "a hand's breadth", "1 x 2 x 3 x 4 cm", "as no. 7", "5 cm, damaged", "over 5 cm", "3 spans", "H cm", "5-3 cm", "16th century"} {
		if list, all := measuresOf("Size", cell); all {
			t.Errorf("%q is understood as %q", cell, list)
		}
	}
}
