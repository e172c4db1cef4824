package pdf

import (
	"slices"

	"github.com/go-text/typesetting/di"
	"github.com/go-text/typesetting/language"
	"github.com/go-text/typesetting/shaping"
	"golang.org/x/image/math/fixed"
)

// Style is how a text looks.
type Style struct {
	Size  Unit
	Bold  bool
	Color Color
}

// Align is on which side of its width a text stands.
type Align int

// The alignments.
const (
	Left Align = iota
	Right
	Centre
)

// em is the size in which texts are shaped: lengths are thousandths of the size
// of the font, as a PDF counts them, in steps of a 64th.
const em = 1000

// Text is a text that was broken into lines, ready to be drawn.
type Text struct {
	style Style
	lines []line
	pitch Unit // from one line to the next
}

// line is what stands beside each other, from left to right.
type line struct {
	runs  []run
	width Unit
}

// run are letters of one font in one direction. text is the whole paragraph,
// which the glyphs point into.
type run struct {
	face   *typeface
	glyphs []shaping.Glyph
	text   []rune
	ltr    bool
}

// Height is how much room the text takes.
func (t Text) Height() Unit { return Unit(len(t.lines)) * t.pitch }

// Width is that of the longest line.
func (t Text) Width() (w Unit) {
	for _, l := range t.lines {
		w = max(w, l.width)
	}
	return w
}

// Lines is how many lines the text has.
func (t Text) Lines() int { return len(t.lines) }

// cut splits a text after n lines.
func (t Text) cut(n int) (head, rest Text) {
	n = min(n, len(t.lines))
	head, rest = t, t
	head.lines, rest.lines = t.lines[:n], t.lines[n:]
	return head, rest
}

// CutTo splits a text so that the head is not higher than room, but has a line.
func (t Text) CutTo(room Unit) (head, rest Text) { return t.cut(max(1, int(room/t.pitch))) }

// FirstLine is the text without what follows the first line.
func (t Text) FirstLine() Text {
	head, _ := t.cut(1)
	return head
}

// Set breaks a text into lines that are at most as wide as width. Words that are
// wider are broken where they may be, between their letters.
func (d *Document) Set(text string, style Style, width Unit) Text {
	f := d.faces[regular]
	if style.Bold {
		f = d.faces[bold]
	}
	shown, _ := f.printable(text)
	paragraph := []rune(shown)
	t := Text{style: style, pitch: style.Size * 13 / 10}
	if d.tall {
		t.pitch = tallPitch(style.Size)
	}
	if len(paragraph) == 0 {
		return t
	}
	outputs := d.shape(paragraph, f)
	for _, o := range outputs {
		if f.of[o.Face].script != 0 {
			t.pitch = tallPitch(style.Size)
		}
	}
	config := shaping.WrapConfig{Direction: di.DirectionLTR, BreakPolicy: shaping.WhenNecessary}
	lines, _ := d.wrapper.WrapParagraph(config, int(width*em/style.Size), paragraph, shaping.NewSliceIterator(outputs))
	for _, l := range lines {
		t.lines = append(t.lines, lineOf(l, f, paragraph, style.Size))
	}
	return t
}

// tallPitch is the pitch of scripts whose vowel signs stand above and below the
// letters.
func tallPitch(size Unit) Unit { return size * 31 / 20 }

// tall reports whether a language is written in such a script, so that all lines of
// a document in it have that pitch.
func tall(code string) bool {
	id, known := language.NewLangID(language.NewLanguage(code))
	return known && !id.UseScript(language.Latin)
}

// shape chooses font and glyphs of a paragraph.
func (d *Document) shape(paragraph []rune, f *faces) []shaping.Output {
	whole := shaping.Input{
		Text: paragraph, RunEnd: len(paragraph), Direction: di.DirectionLTR,
		Size: fixed.I(em), Language: language.NewLanguage(d.info.Language),
	}
	var outputs []shaping.Output
	for _, part := range d.segmenter.Split(whole, f) {
		outputs = append(outputs, d.shaper.Shape(part))
	}
	return outputs
}

// lineOf keeps a line, whose memory belongs to the wrapper.
func lineOf(parts shaping.Line, f *faces, paragraph []rune, size Unit) line {
	parts = slices.Clone(parts)
	slices.SortStableFunc(parts, func(a, b shaping.Output) int { return int(a.VisualIndex - b.VisualIndex) })
	var l line
	var advance fixed.Int26_6
	for _, o := range parts {
		advance += o.Advance
		l.runs = append(l.runs, run{
			face: f.of[o.Face], glyphs: slices.Clone(o.Glyphs), text: paragraph,
			ltr: o.Direction.Progression() == di.FromTopLeft,
		})
	}
	l.width = emLength(advance, size)
	return l
}

// emLength is a length that was measured in 64ths of thousandths of a size.
func emLength(v fixed.Int26_6, size Unit) Unit { return Unit(v) * size / (64 * em) }
