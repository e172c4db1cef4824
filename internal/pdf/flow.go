package pdf

// Flow fills pages from top to bottom, and begins another where there is no more
// room.
type Flow struct {
	*Document
	Left, Right, Top, Bottom Unit // margins
	Y                        Unit // where the next thing stands
	// Again draws what stands on top of each further page.
	Again func(f *Flow)
}

// NewFlow begins the first page.
func NewFlow(d *Document, margin Unit) *Flow {
	f := &Flow{Document: d, Left: margin, Right: margin, Top: margin, Bottom: margin}
	d.AddPage()
	f.Y = f.Top
	return f
}

// Width is how wide a line may be.
func (f *Flow) Width() Unit { return Width - f.Left - f.Right }

// Room is how much of the page is left.
func (f *Flow) Room() Unit { return Height - f.Bottom - f.Y }

// MakeRoom begins another page unless there is room for something of this height.
func (f *Flow) MakeRoom(height Unit) {
	if f.Room() < height {
		f.newPage()
	}
}

func (f *Flow) newPage() {
	f.AddPage()
	f.Y = f.Top
	if f.Again != nil {
		f.Again(f)
	}
}

// Space leaves room.
func (f *Flow) Space(height Unit) { f.Y += height }

// Paragraph writes a text over the whole width.
func (f *Flow) Paragraph(text string, style Style) {
	rest := f.Set(text, style, f.Width())
	for rest.Lines() > 0 {
		f.MakeRoom(rest.pitch)
		var head Text
		head, rest = rest.CutTo(f.Room())
		f.Y = f.Draw(head, f.Left, f.Y, f.Width(), Left)
	}
}

// Columns writes texts beside each other, each in its share of the width, and
// goes on below the longest. The space between them is gap.
func (f *Flow) Columns(gap Unit, columns ...[]Text) {
	width := (f.Width() - gap*Unit(len(columns)-1)) / Unit(len(columns))
	height := Unit(0)
	for _, texts := range columns {
		height = max(height, heightOf(texts))
	}
	f.MakeRoom(height)
	for i, texts := range columns {
		y := f.Y
		for _, t := range texts {
			y = f.Draw(t, f.Left+Unit(i)*(width+gap), y, width, Left)
		}
	}
	f.Y += height
}

func heightOf(texts []Text) (sum Unit) {
	for _, t := range texts {
		sum += t.Height()
	}
	return sum
}

// Column is a column of a table. Share is its part of the width, in thousandths.
type Column struct {
	Title string
	Share Unit
	Align Align
}

// Table are rows below titles, which stand again on top of each further page.
type Table struct {
	Columns []Column
	Head    Style // of the titles
	Rule    Color // of the line below each row
}

// pad is the room around the texts of a table.
const pad = 3 * Point

// Begin writes the titles. The rows follow by Row.
func (t Table) Begin(f *Flow) {
	titles := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		titles[i] = c.Title
	}
	f.MakeRoom(4 * t.Head.Size)
	t.draw(f, t.set(f, titles, t.Head))
}

// Row writes a row. One that is higher than what is left stands on the next page
// as a whole, unless it is too high for that.
func (t Table) Row(f *Flow, style Style, cells ...string) {
	texts := t.set(f, cells, style)
	if height := t.height(texts); height > f.Room() && height < (Height-f.Top-f.Bottom)/2 {
		f.newPage()
		t.Begin(f)
	}
	for {
		heads, rests, left := cutAll(texts, f.Room()-2*pad)
		t.draw(f, heads)
		if !left {
			return
		}
		f.newPage()
		t.Begin(f)
		texts = rests
	}
}

// cutAll splits each text where there is no more room; left says that something
// does not fit.
func cutAll(texts []Text, room Unit) (heads, rests []Text, left bool) {
	heads, rests = make([]Text, len(texts)), make([]Text, len(texts))
	for i, text := range texts {
		if text.Lines() > 0 {
			heads[i], rests[i] = text.CutTo(room)
		}
		left = left || rests[i].Lines() > 0
	}
	return heads, rests, left
}

func (t Table) set(f *Flow, cells []string, style Style) []Text {
	texts := make([]Text, len(cells))
	for i, cell := range cells {
		texts[i] = f.Set(cell, style, t.width(f, i)-2*pad)
	}
	return texts
}

func (t Table) width(f *Flow, column int) Unit { return f.Width() * t.Columns[column].Share / 1000 }

func (t Table) height(texts []Text) Unit {
	height := Unit(0)
	for _, text := range texts {
		height = max(height, text.Height())
	}
	return height + 2*pad
}

func (t Table) draw(f *Flow, texts []Text) {
	x, bottom := f.Left, f.Y+t.height(texts)
	for i, text := range texts {
		width := t.width(f, i)
		f.Draw(text, x+pad, f.Y+pad, width-2*pad, t.Columns[i].Align)
		x += width
	}
	f.Line(f.Left, bottom, Width-f.Right, bottom, Point/2, t.Rule)
	f.Y = bottom
}
