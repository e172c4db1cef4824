// Package pdf makes documents of A4 pages: letters of every script in which a
// language is shipped, placed as the rules of the script want it, lines and
// filled shapes. The same calls make the same bytes. What a document says is
// not its matter.
package pdf

import (
	"bytes"
	"fmt"
	"time"

	"github.com/go-text/typesetting/shaping"
)

// Unit is a length in thousandths of a point, of which an inch has 72. Whole
// numbers are the same on every machine.
type Unit int64

// Lengths of other units.
const (
	Point Unit = 1000
	MM    Unit = 2835 // a millimetre, to a thousandth of a point
)

// The size of a page.
const (
	Width  Unit = 595_276
	Height Unit = 841_890
)

// Color is red, green and blue, 0xRRGGBB.
type Color uint32

// Info is what a document says about itself. Language is that of its texts, as
// a code such as hi. Made is the day of the document and not of its printing, so
// that it prints to the same bytes whenever it is printed.
type Info struct {
	Title    string
	Author   string
	Language string
	Made     time.Time
}

// Document is a document that is being made. It is not safe for concurrent use.
type Document struct {
	info      Info
	tall      bool // all lines are those of a script with signs above and below
	faces     [weights]*faces
	shaper    shaping.HarfbuzzShaper
	segmenter shaping.Segmenter
	wrapper   shaping.LineWrapper
	subsets   []*subset // in the order of their first letter
	pages     []*bytes.Buffer
	page      *bytes.Buffer // that is drawn on
}

// New returns a document without pages.
func New(info Info) *Document {
	d := &Document{info: info, tall: tall(info.Language)}
	for w, list := range typefaces {
		d.faces[w] = newFaces(list)
	}
	return d
}

// AddPage adds a page and draws on it from now on.
func (d *Document) AddPage() {
	d.page = new(bytes.Buffer)
	d.pages = append(d.pages, d.page)
}

// Pages is how many pages there are.
func (d *Document) Pages() int { return len(d.pages) }

// Turn draws on an earlier page from now on, counted from 1.
func (d *Document) Turn(page int) { d.page = d.pages[page-1] }

// Rectangle fills a rectangle, whose upper left corner is x from the left and y
// from the top.
func (d *Document) Rectangle(x, y, width, height Unit, c Color) {
	fmt.Fprintf(d.page, "%s rg %s %s %s %s re f\n", c, x, Height-y-height, width, height)
}

// Line draws a line.
func (d *Document) Line(x1, y1, x2, y2, width Unit, c Color) {
	fmt.Fprintf(d.page, "%s RG %s w %s %s m %s %s l S\n", c, width, x1, Height-y1, x2, Height-y2)
}

// Draw draws a text, the top of whose first line is y from the top of the page,
// and returns where it ends. It stands within width from x on.
func (d *Document) Draw(t Text, x, y, width Unit, align Align) Unit {
	for _, l := range t.lines {
		at := x
		switch align {
		case Right:
			at += width - l.width
		case Centre:
			at += (width - l.width) / 2
		case Left:
		}
		// Letters of different scripts stand on one line, whatever the pitch.
		d.drawLine(l, t.style, at, Height-y-t.style.Size)
		y += t.pitch
	}
	return y
}

// String writes a length in points.
func (u Unit) String() string { return decimal(int64(u)) }

// String writes a colour as the operators of a PDF take it.
func (c Color) String() string {
	part := func(shift int) string { return decimal(int64(c>>shift&0xFF) * 1000 / 255) }
	return part(16) + " " + part(8) + " " + part(0)
}

// decimal writes thousandths without needless zeros.
func decimal(thousandths int64) string {
	sign := ""
	if thousandths < 0 {
		sign, thousandths = "-", -thousandths
	}
	whole := fmt.Sprintf("%s%d", sign, thousandths/1000)
	rest := thousandths % 1000
	switch {
	case rest == 0:
		return whole
	case rest%100 == 0:
		return fmt.Sprintf("%s.%d", whole, rest/100)
	case rest%10 == 0:
		return fmt.Sprintf("%s.%02d", whole, rest/10)
	}
	return fmt.Sprintf("%s.%03d", whole, rest)
}
