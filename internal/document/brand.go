package document

import "rento/internal/pdf"

// The colours of documents. A paper without weight in tax law has none of the
// brand's.
const (
	neel  pdf.Color = 0x2D3FB0
	ink   pdf.Color = 0x1A1F36
	pale  pdf.Color = 0x5A6078
	rule  pdf.Color = 0xD5D9E6
	band  pdf.Color = 0xF1F3FA
	white pdf.Color = 0xFFFFFF
)

// The texts of documents.
var (
	title   = pdf.Style{Size: 17 * pdf.Point, Bold: true, Color: neel}
	brand   = pdf.Style{Size: 15 * pdf.Point, Bold: true, Color: ink}
	plain   = pdf.Style{Size: 9 * pdf.Point, Color: ink}
	strong  = pdf.Style{Size: 9 * pdf.Point, Bold: true, Color: ink}
	label   = pdf.Style{Size: 7500, Color: pale}
	heading = pdf.Style{Size: 10 * pdf.Point, Bold: true, Color: ink}
	sum     = pdf.Style{Size: 12 * pdf.Point, Bold: true, Color: ink}
)

const (
	margin   = 15 * pdf.MM
	gap      = 5 * pdf.MM
	markSize = 9 * pdf.MM
)

// mark draws the brand's mark: a seat on a rounded square.
func mark(f *pdf.Flow, x, y, size pdf.Unit, c pdf.Color) {
	// Points of the drawing are in quarters of a 28th of its size.
	at := func(quarter pdf.Unit) pdf.Unit { return quarter * size / 112 }
	px := func(q pdf.Unit) pdf.Unit { return x + at(q) }
	py := func(q pdf.Unit) pdf.Unit { return y + at(q) }
	from := func(qx, qy pdf.Unit) *pdf.Path { return f.From(px(qx), py(qy)) }
	f.From(px(28), py(0)).To(px(84), py(0)).Corner(px(112), py(0), px(112), py(28)).
		To(px(112), py(84)).Corner(px(112), py(112), px(84), py(112)).
		To(px(28), py(112)).Corner(px(0), py(112), px(0), py(84)).
		To(px(0), py(28)).Corner(px(0), py(0), px(28), py(0)).Fill(c)
	line := at(6)
	from(36, 52).To(px(36), py(42)).Corner(px(36), py(32), px(46), py(32)).
		To(px(66), py(32)).Corner(px(76), py(32), px(76), py(42)).To(px(76), py(52)).Stroke(line, white)
	from(26, 58).Corner(px(26), py(51), px(33), py(51)).Corner(px(40), py(51), px(40), py(58)).
		To(px(40), py(64)).To(px(72), py(64)).To(px(72), py(58)).Corner(px(72), py(51), px(79), py(51)).
		Corner(px(86), py(51), px(86), py(58)).To(px(86), py(72)).Corner(px(86), py(78), px(80), py(78)).
		To(px(32), py(78)).Corner(px(26), py(78), px(26), py(72)).Close().Stroke(line, white)
	from(38, 78).To(px(38), py(84)).Stroke(line, white)
	from(74, 78).To(px(74), py(84)).Stroke(line, white)
}
