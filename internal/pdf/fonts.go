package pdf

import (
	"bytes"
	"compress/gzip"
	"embed"
	"encoding/binary"
	"fmt"
	"io"
	"path"
	"sync"

	"github.com/go-fonts/dejavu/dejavusans"
	"github.com/go-fonts/dejavu/dejavusansbold"
	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/font/opentype"
	"github.com/go-text/typesetting/language"
)

//go:embed fonts/*.ttf.gz
var fontFiles embed.FS

// typeface is a font in one weight. Its file is read when the first letter of it
// is looked up: most documents need one font of ten.
type typeface struct {
	name   string
	script language.Script // that it is for, 0 for any
	read   func() readFont
}

// readFont is a font as it was read from its file.
type readFont struct {
	font *font.Font
	outlineTables
}

// weight is how heavy letters are.
type weight int

const (
	regular weight = iota
	bold
	weights
)

// typefaces are the fonts of each weight in the order in which they are asked for
// a letter. Latin letters, digits and signs are of the first, so that they look
// the same beside any script; the last has what all others lack.
var typefaces = func() (all [weights][]*typeface) {
	add := func(script language.Script, regular, bold string) {
		for w, name := range [weights]string{regular, bold} {
			all[w] = append(all[w], newTypeface(name, script, func() ([]byte, error) { return readFontFile(name) }))
		}
	}
	add(0, "Figtree-Regular", "Figtree-SemiBold")
	add(language.Devanagari, "NotoSansDevanagari-Regular", "NotoSansDevanagari-SemiBold")
	add(language.Bengali, "NotoSansBengali-Regular", "NotoSansBengali-SemiBold")
	add(language.Gujarati, "NotoSansGujarati-Regular", "NotoSansGujarati-SemiBold")
	add(language.Kannada, "NotoSansKannada-Regular", "NotoSansKannada-SemiBold")
	add(language.Tamil, "NotoSansTamil-Regular", "NotoSansTamil-SemiBold")
	add(language.Telugu, "NotoSansTelugu-Regular", "NotoSansTelugu-SemiBold")
	add(language.Malayalam, "NotoSansMalayalam-Regular", "NotoSansMalayalam-Regular")
	add(language.Gurmukhi, "NotoSansGurmukhi-Regular", "NotoSansGurmukhi-Regular")
	add(language.Oriya, "NotoSansOriya-Regular", "NotoSansOriya-Regular")
	add(language.Arabic, "NotoSansArabic-Regular", "NotoSansArabic-Regular")
	for w, file := range [weights][]byte{dejavusans.TTF, dejavusansbold.TTF} {
		name := [weights]string{"DejaVuSans", "DejaVuSans-Bold"}[w]
		all[w] = append(all[w], newTypeface(name, 0, func() ([]byte, error) { return file, nil }))
	}
	return all
}()

func readFontFile(name string) ([]byte, error) {
	packed, err := fontFiles.Open(path.Join("fonts", name+".ttf.gz"))
	if err != nil {
		return nil, err
	}
	defer func() { _ = packed.Close() }()
	file, err := gzip.NewReader(packed)
	if err != nil {
		return nil, err
	}
	return io.ReadAll(file)
}

func newTypeface(name string, script language.Script, file func() ([]byte, error)) *typeface {
	return &typeface{name: name, script: script, read: sync.OnceValue(func() readFont {
		raw, err := file()
		if err != nil {
			panic(fmt.Errorf("pdf: font %s: %w", name, err)) // a font of the program itself is wrong
		}
		f, err := parseFont(raw)
		if err != nil {
			panic(fmt.Errorf("pdf: font %s: %w", name, err))
		}
		return f
	})}
}

func parseFont(raw []byte) (f readFont, err error) {
	tables, err := opentype.NewLoader(bytes.NewReader(raw))
	if err != nil {
		return f, fmt.Errorf("read: %w", err)
	}
	if f.font, err = font.NewFont(tables); err != nil {
		return f, fmt.Errorf("read: %w", err)
	}
	for _, t := range []struct {
		name  string
		least int // bytes
		into  *[]byte
	}{{"head", 54, &f.head}, {"hhea", 36, &f.hhea}, {"maxp", 32, &f.maxp}, {"glyf", 1, &f.glyf}, {"loca", 4, &f.loca}, {"hmtx", 4, &f.hmtx}} {
		if *t.into, err = tables.RawTable(opentype.MustNewTag(t.name)); err != nil {
			return f, fmt.Errorf("table %s: %w", t.name, err)
		}
		if len(*t.into) < t.least {
			return f, fmt.Errorf("table %s is too short", t.name)
		}
	}
	f.short = binary.BigEndian.Uint16(f.head[50:]) == 0
	f.metrics = int(binary.BigEndian.Uint16(f.hhea[34:]))
	return f, nil
}

// faces chooses the font of each letter. It belongs to one document: the faces
// keep what they have looked up.
type faces struct {
	list   []*typeface
	opened []*font.Face // by typeface, nil before its first letter
	of     map[*font.Face]*typeface
	script language.Script // of the letters that are asked for
}

func newFaces(list []*typeface) *faces {
	return &faces{list: list, opened: make([]*font.Face, len(list)), of: map[*font.Face]*typeface{}}
}

func (f *faces) face(i int) *font.Face {
	if f.opened[i] == nil {
		f.opened[i] = font.NewFace(f.list[i].read().font)
		f.of[f.opened[i]] = f.list[i]
	}
	return f.opened[i]
}

// SetScript says of which script the letters are that come next.
func (f *faces) SetScript(s language.Script) { f.script = s }

// ResolveFace returns the font of a letter. Signs that several scripts share, such
// as the danda, are of the font of the script around them.
func (f *faces) ResolveFace(r rune) *font.Face {
	at, found := f.find(r)
	if !found {
		return f.face(len(f.list) - 1)
	}
	if at > 0 {
		for i, t := range f.list {
			if t.script != 0 && t.script == f.script && f.holds(i, r) {
				return f.face(i)
			}
		}
	}
	return f.face(at)
}

// find is the first font that has a letter.
func (f *faces) find(r rune) (at int, found bool) {
	for i := range f.list {
		if f.holds(i, r) {
			return i, true
		}
	}
	return 0, false
}

func (f *faces) holds(i int, r rune) bool {
	_, has := f.face(i).NominalGlyph(r)
	return has
}
