package picture

import (
	"encoding/binary"
	"fmt"
	"strings"
)

// trueType are the outlines of a font as package pdf embeds it: its table of places
// counts single bytes, and no glyph has instructions.
type trueType struct {
	perEm      float64
	glyf, loca []byte
}

func readTrueType(raw []byte) (trueType, error) {
	if len(raw) < 12 || len(raw) < 12+16*int(binary.BigEndian.Uint16(raw[4:])) {
		return trueType{}, fmt.Errorf("%w: a font without tables", errOther)
	}
	tables := map[string][]byte{}
	for i := range int(binary.BigEndian.Uint16(raw[4:])) {
		entry := raw[12+16*i:]
		from, length := int(binary.BigEndian.Uint32(entry[8:])), int(binary.BigEndian.Uint32(entry[12:]))
		if from+length > len(raw) {
			return trueType{}, fmt.Errorf("%w: a font that is cut off", errOther)
		}
		tables[string(entry[:4])] = raw[from : from+length]
	}
	if len(tables["head"]) < 54 || len(tables["loca"]) < 8 {
		return trueType{}, fmt.Errorf("%w: a font without outlines", errOther)
	}
	return trueType{perEm: float64(binary.BigEndian.Uint16(tables["head"][18:])), glyf: tables["glyf"], loca: tables["loca"]}, nil
}

// outline is the description of a glyph, empty for one that draws nothing.
func (t trueType) outline(glyph int) []byte {
	return t.glyf[binary.BigEndian.Uint32(t.loca[4*glyph:]):binary.BigEndian.Uint32(t.loca[4*glyph+4:])]
}

// point is a point of an outline in the units of the font. One that is not on the
// curve pulls it.
type point struct {
	x, y float64
	on   bool
}

// path is a glyph as the path of a picture.
func (t trueType) path(glyph int) string {
	var b strings.Builder
	for _, contour := range t.contours(glyph, 0) {
		writeContour(&b, contour)
	}
	return b.String()
}

// deepest is how many glyphs a glyph may be made of, one within the other.
const deepest = 5

func (t trueType) contours(glyph, depth int) [][]point {
	raw := t.outline(glyph)
	if len(raw) < 10 || depth > deepest {
		return nil
	}
	count := int(int16(binary.BigEndian.Uint16(raw)))
	if count < 0 {
		return t.composite(raw, depth)
	}
	return simple(raw[10:], count)
}

// The flags of a point.
const (
	onCurve = 1 << 0
	xByte   = 1 << 1
	yByte   = 1 << 2
	repeats = 1 << 3
	xSame   = 1 << 4 // positive, of one byte
	ySame   = 1 << 5
)

// simple reads contours of points: first their flags, then all x, then all y, each
// from the point before.
func simple(raw []byte, count int) [][]point {
	if count == 0 {
		return nil
	}
	ends := make([]int, count)
	for i := range ends {
		ends[i] = int(binary.BigEndian.Uint16(raw[2*i:]))
	}
	raw = raw[2*count:]
	raw = raw[2+int(binary.BigEndian.Uint16(raw)):]
	flags := make([]byte, 0, ends[count-1]+1)
	for len(flags) <= ends[count-1] {
		flag := raw[0]
		raw = raw[1:]
		flags = append(flags, flag)
		if flag&repeats != 0 {
			for range raw[0] {
				flags = append(flags, flag)
			}
			raw = raw[1:]
		}
	}
	points := make([]point, len(flags))
	along := func(short, same byte, set func(*point, float64)) {
		at := 0
		for i, flag := range flags {
			switch {
			case flag&short != 0 && flag&same != 0:
				at, raw = at+int(raw[0]), raw[1:]
			case flag&short != 0:
				at, raw = at-int(raw[0]), raw[1:]
			case flag&same == 0:
				at, raw = at+int(int16(binary.BigEndian.Uint16(raw))), raw[2:]
			}
			set(&points[i], float64(at))
		}
	}
	along(xByte, xSame, func(p *point, v float64) { p.x = v })
	along(yByte, ySame, func(p *point, v float64) { p.y = v })
	contours, from := make([][]point, count), 0
	for i, end := range ends {
		contours[i] = points[from : end+1]
		from = end + 1
	}
	for i, flag := range flags {
		points[i].on = flag&onCurve != 0
	}
	return contours
}

// The flags of a part of a composite glyph.
const (
	wordArguments = 1 << 0
	oneScale      = 1 << 3
	moreParts     = 1 << 5
	twoScales     = 1 << 6
	fourScales    = 1 << 7
)

// composite puts together the contours of other glyphs.
func (t trueType) composite(raw []byte, depth int) (contours [][]point) {
	for at := 10; ; {
		flags, glyph := binary.BigEndian.Uint16(raw[at:]), int(binary.BigEndian.Uint16(raw[at+2:]))
		at += 4
		var dx, dy float64
		if flags&wordArguments != 0 {
			dx, dy = float64(int16(binary.BigEndian.Uint16(raw[at:]))), float64(int16(binary.BigEndian.Uint16(raw[at+2:])))
			at += 4
		} else {
			dx, dy = float64(int8(raw[at])), float64(int8(raw[at+1]))
			at += 2
		}
		next := func() float64 {
			v := float64(int16(binary.BigEndian.Uint16(raw[at:]))) / (1 << 14)
			at += 2
			return v
		}
		a, b, c, d := 1.0, 0.0, 0.0, 1.0
		switch {
		case flags&oneScale != 0:
			a = next()
			d = a
		case flags&twoScales != 0:
			a, d = next(), next()
		case flags&fourScales != 0:
			a, b, c, d = next(), next(), next(), next()
		}
		for _, contour := range t.contours(glyph, depth+1) {
			moved := make([]point, len(contour))
			for i, p := range contour {
				moved[i] = point{a*p.x + c*p.y + dx, b*p.x + d*p.y + dy, p.on}
			}
			contours = append(contours, moved)
		}
		if flags&moreParts == 0 {
			return contours
		}
	}
}

// writeContour writes a contour. Between two points that pull there is one on the
// curve, which is not written in the font.
func writeContour(b *strings.Builder, contour []point) {
	if len(contour) < 2 {
		return
	}
	first := contour[0]
	rest := contour[1:]
	if !first.on {
		last := contour[len(contour)-1]
		if last.on {
			first, rest = last, contour[:len(contour)-1]
		} else {
			first, rest = between(first, last), contour
		}
	}
	fmt.Fprintf(b, "M%s", first)
	var pull *point
	to := func(p point) {
		if pull != nil {
			fmt.Fprintf(b, "Q%s %s", *pull, p)
			pull = nil
			return
		}
		fmt.Fprintf(b, "L%s", p)
	}
	for i := range rest {
		p := rest[i]
		if p.on {
			to(p)
			continue
		}
		if pull != nil {
			to(between(*pull, p))
		}
		pull = &p
	}
	if pull != nil {
		to(first)
	}
	b.WriteString("z")
}

func between(a, b point) point { return point{(a.x + b.x) / 2, (a.y + b.y) / 2, true} }

// String writes a point as a path has it.
func (p point) String() string { return decimals(p.x, 1) + " " + decimals(p.y, 1) }
