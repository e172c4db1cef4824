package pdf

import (
	"bytes"
	"encoding/binary"
)

// outlineTables are where a font keeps its glyphs.
type outlineTables struct {
	head, hhea, maxp, glyf, loca, hmtx []byte

	short   bool // loca counts pairs of bytes
	metrics int  // how many glyphs have an advance of their own
}

// file is a TrueType font of the glyphs of a subset alone. The instructions by
// which old screens fitted letters to their grid are left out.
func (s *subset) file() []byte {
	source := s.face.read().outlineTables
	glyf, loca := s.outlines(source)
	head, hhea, maxp := bytes.Clone(source.head), bytes.Clone(source.hhea), bytes.Clone(source.maxp)
	binary.BigEndian.PutUint32(head[8:], 0)  // the checksum, which nothing reads
	binary.BigEndian.PutUint16(head[50:], 1) // loca in single bytes
	binary.BigEndian.PutUint16(hhea[34:], uint16(len(s.ids)))
	binary.BigEndian.PutUint16(maxp[4:], uint16(len(s.ids)))
	return fontFile([]fontTable{
		{"glyf", glyf}, {"head", head}, {"hhea", hhea}, {"hmtx", s.hmtx(source)}, {"loca", loca}, {"maxp", maxp},
	})
}

// glyph is the outline of a glyph as the font has it, empty for one that draws
// nothing.
func (o outlineTables) glyph(id uint16) []byte {
	at := func(i int) int {
		if o.short {
			return 2 * int(binary.BigEndian.Uint16(o.loca[2*i:]))
		}
		return int(binary.BigEndian.Uint32(o.loca[4*i:]))
	}
	return o.glyf[at(int(id)):at(int(id)+1)]
}

// metric is how far a glyph goes and where it begins; the last glyphs share the last advance.
func (o outlineTables) metric(id uint16) (advance, bearing uint16) {
	own := min(int(id), o.metrics-1)
	advance = binary.BigEndian.Uint16(o.hmtx[4*own:])
	if int(id) < o.metrics {
		return advance, binary.BigEndian.Uint16(o.hmtx[4*own+2:])
	}
	return advance, binary.BigEndian.Uint16(o.hmtx[4*o.metrics+2*(int(id)-o.metrics):])
}

// outlines collects the outlines of the subset. Those that are made of other
// glyphs bring these along, so that the list grows while it is read.
func (s *subset) outlines(source outlineTables) (glyf, loca []byte) {
	for at := 0; at < len(s.ids); at++ {
		loca = binary.BigEndian.AppendUint32(loca, uint32(len(glyf)))
		glyf = append(glyf, s.outline(source.glyph(s.ids[at]))...)
		for len(glyf)%4 != 0 {
			glyf = append(glyf, 0)
		}
	}
	return glyf, binary.BigEndian.AppendUint32(loca, uint32(len(glyf)))
}

// outline is an outline without instructions, with our ids of what it is made of.
func (s *subset) outline(glyph []byte) []byte {
	if len(glyph) == 0 {
		return nil
	}
	if contours := int(int16(binary.BigEndian.Uint16(glyph))); contours >= 0 {
		instructions := 10 + 2*contours
		points := instructions + 2 + int(binary.BigEndian.Uint16(glyph[instructions:]))
		bare := bytes.Clone(glyph[:instructions])
		return append(append(bare, 0, 0), glyph[points:]...)
	}
	return s.composite(bytes.Clone(glyph))
}

// The flags of a part of a composite glyph that say what follows it.
const (
	wordArguments   = 1 << 0
	oneScale        = 1 << 3
	moreParts       = 1 << 5
	twoScales       = 1 << 6
	fourScales      = 1 << 7
	hasInstructions = 1 << 8
)

func (s *subset) composite(glyph []byte) []byte {
	for at := 10; ; {
		flags := binary.BigEndian.Uint16(glyph[at:])
		binary.BigEndian.PutUint16(glyph[at:], flags&^hasInstructions)
		id := s.add(binary.BigEndian.Uint16(glyph[at+2:]))
		binary.BigEndian.PutUint16(glyph[at+2:], uint16(id))
		at += 4 + partLength(flags)
		if flags&moreParts == 0 {
			return glyph[:at]
		}
	}
}

// partLength is how many bytes follow the id of a part.
func partLength(flags uint16) int {
	length := 2
	if flags&wordArguments != 0 {
		length = 4
	}
	switch {
	case flags&oneScale != 0:
		return length + 2
	case flags&twoScales != 0:
		return length + 4
	case flags&fourScales != 0:
		return length + 8
	}
	return length
}

func (s *subset) hmtx(source outlineTables) []byte {
	var hmtx []byte
	for _, id := range s.ids {
		advance, bearing := source.metric(id)
		hmtx = binary.BigEndian.AppendUint16(binary.BigEndian.AppendUint16(hmtx, advance), bearing)
	}
	return hmtx
}

type fontTable struct {
	name string
	data []byte
}

// fontFile writes tables, which are in the order of their names, as a font.
func fontFile(tables []fontTable) []byte {
	entry, search := 0, 16
	for search*2 <= 16*len(tables) {
		search, entry = search*2, entry+1
	}
	out := binary.BigEndian.AppendUint32(nil, 0x00010000)
	for _, v := range []int{len(tables), search, entry, 16*len(tables) - search} {
		out = binary.BigEndian.AppendUint16(out, uint16(v))
	}
	at := 12 + 16*len(tables)
	for _, t := range tables {
		out = append(out, t.name...)
		for _, v := range []uint32{checksum(t.data), uint32(at), uint32(len(t.data))} {
			out = binary.BigEndian.AppendUint32(out, v)
		}
		at += (len(t.data) + 3) / 4 * 4
	}
	for _, t := range tables {
		out = append(out, t.data...)
		for len(out)%4 != 0 {
			out = append(out, 0)
		}
	}
	return out
}

func checksum(data []byte) (sum uint32) {
	for len(data)%4 != 0 {
		data = append(data[:len(data):len(data)], 0)
	}
	for at := 0; at < len(data); at += 4 {
		sum += binary.BigEndian.Uint32(data[at:])
	}
	return sum
}
