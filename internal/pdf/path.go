package pdf

import (
	"bytes"
	"fmt"
)

// Path is an outline that is being drawn.
type Path struct {
	page *bytes.Buffer
	x, y Unit
}

// From begins an outline at a point.
func (d *Document) From(x, y Unit) *Path {
	return (&Path{page: d.page}).Move(x, y)
}

// Move goes on at another point without a line.
func (p *Path) Move(x, y Unit) *Path {
	fmt.Fprintf(p.page, "%s %s m\n", x, Height-y)
	p.x, p.y = x, y
	return p
}

// To draws a line to a point.
func (p *Path) To(x, y Unit) *Path {
	fmt.Fprintf(p.page, "%s %s l\n", x, Height-y)
	p.x, p.y = x, y
	return p
}

// round is how far the handles of a quarter of a circle reach towards its corner,
// in millionths.
const round = 552_285

// Corner draws a rounded corner: a quarter of a circle to x and y, past the point
// at which the lines would meet.
func (p *Path) Corner(cornerX, cornerY, x, y Unit) *Path {
	towards := func(from, to Unit) Unit { return from + (to-from)*round/1_000_000 }
	fmt.Fprintf(p.page, "%s %s %s %s %s %s c\n",
		towards(p.x, cornerX), Height-towards(p.y, cornerY), towards(x, cornerX), Height-towards(y, cornerY), x, Height-y)
	p.x, p.y = x, y
	return p
}

// Close draws a line to where the outline began.
func (p *Path) Close() *Path {
	p.page.WriteString("h\n")
	return p
}

// Fill fills the outline.
func (p *Path) Fill(c Color) { fmt.Fprintf(p.page, "%s rg f\n", c) }

// Stroke draws the outline with round ends.
func (p *Path) Stroke(width Unit, c Color) {
	fmt.Fprintf(p.page, "%s RG %s w 1 J 1 j S 0 J 0 j\n", c, width)
}
