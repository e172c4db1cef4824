package pdf

import (
	"fmt"
	"slices"
	"unicode/utf16"

	"github.com/go-text/typesetting/shaping"
	"golang.org/x/image/math/fixed"
)

// drawLine draws a line of text from x on, on the line y from the bottom.
func (d *Document) drawLine(l line, style Style, x, y Unit) {
	fmt.Fprintf(d.page, "BT %s rg\n", style.Color)
	for _, r := range l.runs {
		d.drawRun(r, style, x, y)
		for _, g := range r.glyphs {
			x += emLength(g.Advance, style.Size)
		}
	}
	d.page.WriteString("ET\n")
}

func (d *Document) drawRun(r run, style Style, x, y Unit) {
	font := d.subset(r.face)
	fmt.Fprintf(d.page, "/F%d %s Tf 1 0 0 1 %s %s Tm\n", font.number, style.Size, x, y)
	pen := &pen{d: d, font: font, size: style.Size}
	for _, word := range words(r) {
		pen.word(r, word)
	}
}

// words splits the glyphs of a run at its spaces, which are words themselves, so
// that what a word says can be told apart from how it is drawn.
func words(r run) [][]shaping.Glyph {
	var list [][]shaping.Glyph
	open := false
	for i, g := range r.glyphs {
		if r.text[g.TextIndex()] == ' ' {
			list, open = append(list, r.glyphs[i:i+1]), false
			continue
		}
		if !open {
			list, open = append(list, r.glyphs[i:i]), true
		}
		last := len(list) - 1
		list[last] = list[last][:len(list[last])+1]
	}
	return list
}

// pen writes glyphs one after the other. drawn is where the viewer stands by the
// widths of the glyphs alone, dot where the next glyph begins.
type pen struct {
	d          *Document
	font       *subset
	size       Unit
	drawn, dot fixed.Int26_6
}

// word draws a word. Where its glyphs do not tell its letters one by one, it says
// its letters beside them, so that it is found, copied and read out as written.
// What is written from right to left says its glyphs alone: viewers turn these.
func (p *pen) word(r run, glyphs []shaping.Glyph) {
	plain := true
	for _, g := range glyphs {
		cluster := r.text[g.TextIndex() : g.TextIndex()+g.RunesCount()]
		if g.GlyphsCount() != 1 || !p.font.says(p.font.add(uint16(g.GlyphID)), string(cluster)) {
			plain = !r.ltr
		}
	}
	if !plain {
		fmt.Fprintf(p.d.page, "/Span <</ActualText <FEFF%s>>> BDC\n", utf16Hex(lettersOf(r, glyphs)))
	}
	p.glyphs(glyphs)
	if !plain {
		p.d.page.WriteString("EMC\n")
	}
}

// lettersOf are the letters that glyphs stand for, in the order in which they are
// written.
func lettersOf(r run, glyphs []shaping.Glyph) string {
	from, to := len(r.text), 0
	for _, g := range glyphs {
		from, to = min(from, g.TextIndex()), max(to, g.TextIndex()+g.RunesCount())
	}
	return string(r.text[from:to])
}

// glyphs places each glyph where the shaper wants it.
func (p *pen) glyphs(glyphs []shaping.Glyph) {
	rise := fixed.Int26_6(0)
	p.d.page.WriteByte('[')
	for _, g := range glyphs {
		if g.YOffset != rise {
			rise = g.YOffset
			fmt.Fprintf(p.d.page, "] TJ %s Ts [", emLength(rise, p.size))
		}
		if move := p.drawn - p.dot - g.XOffset; move != 0 {
			p.d.page.WriteString(sixtyFourths(move))
			p.drawn -= move
		}
		id := p.font.add(uint16(g.GlyphID))
		fmt.Fprintf(p.d.page, "<%04X>", id)
		p.drawn += p.font.width(id)
		p.dot += g.Advance
	}
	p.d.page.WriteString("] TJ\n")
	if rise != 0 {
		p.d.page.WriteString("0 Ts\n")
	}
}

// sixtyFourths writes a length of the shaper in decimals.
func sixtyFourths(v fixed.Int26_6) string { return decimal(int64(v) * 125 / 8) }

func utf16Hex(s string) string {
	var hex []byte
	for _, unit := range utf16.Encode([]rune(s)) {
		hex = fmt.Appendf(hex, "%04X", unit)
	}
	return string(hex)
}

// subset are the glyphs of a font that a document uses, with ids of our own in the
// order of their first use. The first is the font's glyph of no letter.
type subset struct {
	face    *typeface
	number  int
	ids     []uint16       // of the font's glyphs, by ours
	ours    map[uint16]int // our ids by the font's
	letters []string       // what each glyph says, "" before it has said anything
	widths  []fixed.Int26_6
}

func (d *Document) subset(f *typeface) *subset {
	at := slices.IndexFunc(d.subsets, func(s *subset) bool { return s.face == f })
	if at >= 0 {
		return d.subsets[at]
	}
	s := &subset{face: f, number: len(d.subsets) + 1, ours: map[uint16]int{}}
	d.subsets = append(d.subsets, s)
	s.add(0) // the glyph of no letter comes first in every font
	return s
}

// add is our id of a glyph.
func (s *subset) add(glyph uint16) int {
	id, found := s.ours[glyph]
	if !found {
		id = len(s.ids)
		s.ours[glyph] = id
		s.ids = append(s.ids, glyph)
		s.letters = append(s.letters, "")
		f := s.face.read()
		advance, _ := f.metric(glyph)
		perEm := int64(f.font.Upem())
		s.widths = append(s.widths, fixed.Int26_6((int64(advance)*64*em+perEm/2)/perEm))
	}
	return id
}

// says notes that a glyph stands for letters, and reports whether it does so
// everywhere.
func (s *subset) says(id int, letters string) bool {
	if s.letters[id] == "" {
		s.letters[id] = letters
	}
	return s.letters[id] == letters
}

func (s *subset) width(id int) fixed.Int26_6 { return s.widths[id] }
