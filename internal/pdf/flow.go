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

// NewPage begins another page with something else on top of it.
func (f *Flow) NewPage(top func(f *Flow)) {
	f.AddPage()
	f.Y = f.Top
	top(f)
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
	Body    Style // of the rows
	Detail  Style // of what stands below the first text of a cell
	Rule    Color // of the line below each row
	Band    Color // behind what stands over all columns
}

// Cell is a text of a row, and what is said below it, if anything.
type Cell struct{ Text, Detail string }

// Cells are texts without more below them.
func Cells(texts ...string) []Cell {
	cells := make([]Cell, len(texts))
	for i, text := range texts {
		cells[i] = Cell{Text: text}
	}
	return cells
}

// pad is the room around the texts of a table.
const pad = 3 * Point

// stack are texts below each other.
type stack []Text

func (s stack) height() Unit { return heightOf(s) }

// cutTo splits the texts so that the head is not higher than room, but has a line.
func (s stack) cutTo(room Unit) (head, rest stack) {
	for i, t := range s {
		if t.Height() <= room || t.Lines() == 0 {
			head, room = append(head, t), room-t.Height()
			continue
		}
		if room < t.pitch && len(head) > 0 {
			return head, s[i:]
		}
		first, left := t.CutTo(room)
		return append(head, first), append(stack{left}, s[i+1:]...)
	}
	return head, nil
}

// Begin writes the titles. The rows follow by Row.
func (t Table) Begin(f *Flow) {
	cells := make([]stack, len(t.Columns))
	for i, c := range t.Columns {
		cells[i] = stack{f.Set(c.Title, t.Head, t.width(f, i)-2*pad)}
	}
	f.MakeRoom(heightOfRow(cells) + 3*t.Head.Size)
	t.draw(f, cells)
}

// Row writes a row. One that is higher than what is left stands on the next page
// as a whole, unless it is too high for that.
func (t Table) Row(f *Flow, cells []Cell) {
	texts := make([]stack, len(cells))
	for i, c := range cells {
		width := t.width(f, i) - 2*pad
		texts[i] = stack{f.Set(c.Text, t.Body, width), f.Set(c.Detail, t.Detail, width)}
	}
	if height := heightOfRow(texts); height > f.Room() && height < (Height-f.Top-f.Bottom)/2 {
		t.next(f)
	}
	for {
		heads, rests, left := cutAll(texts, f.Room()-2*pad)
		t.draw(f, heads)
		if !left {
			return
		}
		t.next(f)
		texts = rests
	}
}

// Over writes a text over all columns, with room for a row below it.
func (t Table) Over(f *Flow, text string) {
	set := f.Set(text, t.Head, f.Width()-2*pad)
	if set.Height()+2*pad+4*t.Body.Size > f.Room() {
		t.next(f)
	}
	bottom := f.Y + set.Height() + 2*pad
	f.Rectangle(f.Left, f.Y, f.Width(), bottom-f.Y, t.Band)
	f.Draw(set, f.Left+pad, f.Y+pad, f.Width()-2*pad, Left)
	f.Y = bottom
}

func (t Table) next(f *Flow) {
	f.newPage()
	t.Begin(f)
}

// cutAll splits each cell where there is no more room; left says that something
// does not fit.
func cutAll(cells []stack, room Unit) (heads, rests []stack, left bool) {
	heads, rests = make([]stack, len(cells)), make([]stack, len(cells))
	for i, cell := range cells {
		heads[i], rests[i] = cell.cutTo(room)
		left = left || rests[i].height() > 0
	}
	return heads, rests, left
}

func (t Table) width(f *Flow, column int) Unit { return f.Width() * t.Columns[column].Share / 1000 }

func heightOfRow(cells []stack) Unit {
	height := Unit(0)
	for _, cell := range cells {
		height = max(height, cell.height())
	}
	return height + 2*pad
}

func (t Table) draw(f *Flow, cells []stack) {
	x, bottom := f.Left, f.Y+heightOfRow(cells)
	for i, cell := range cells {
		width, y := t.width(f, i), f.Y+pad
		for _, text := range cell {
			y = f.Draw(text, x+pad, y, width-2*pad, t.Columns[i].Align)
		}
		x += width
	}
	f.Line(f.Left, bottom, Width-f.Right, bottom, Point/2, t.Rule)
	f.Y = bottom
}
