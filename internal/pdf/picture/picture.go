// Package picture draws the pages of a PDF that package pdf has made, for screens:
// browsers show a picture on every device, a PDF only on some. It reads the file
// itself, so that what is seen, kept and printed is one and the same.
package picture

import (
	"bytes"
	"compress/zlib"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf16"
)

// Page is a page as a picture, and what is written on it as a reader copies it,
// line by line in the order in which it was drawn.
type Page struct {
	SVG   string
	Lines []string
}

// errOther says that a file is not one of package pdf.
var errOther = errors.New("picture: the file is not made by package pdf")

var (
	object   = regexp.MustCompile(`(?s)(\d+) 0 obj\n(.*?)\nendobj\n`)
	packed   = regexp.MustCompile(`(?s)^<</Filter /FlateDecode /Length (\d+)[^>]*>>\nstream\n`)
	letters  = regexp.MustCompile(`<([0-9A-F]{4})> <([0-9A-F]+)>`)
	fontOf   = regexp.MustCompile(`/F(\d+) (\d+) 0 R`)
	sizes    = regexp.MustCompile(`/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]`)
	content  = regexp.MustCompile(`/Contents (\d+) 0 R`)
	unicodes = regexp.MustCompile(`/DescendantFonts \[(\d+) 0 R\] /ToUnicode (\d+) 0 R`)
	widths   = regexp.MustCompile(`/FontDescriptor (\d+) 0 R /W \[0 \[([^\]]*)\]\]`)
	outlines = regexp.MustCompile(`/FontFile2 (\d+) 0 R`)
)

// file is a PDF whose objects are unpacked, by number.
type file map[string][]byte

// Pages draws every page. It fails for a file that package pdf has not made.
func Pages(raw []byte) ([]Page, error) {
	objects, err := unpackAll(raw)
	if err != nil {
		return nil, err
	}
	fonts := map[string]*face{} // by the number of their object
	var pages []Page
	for n := 1; n <= len(objects); n++ {
		dictionary := objects[strconv.Itoa(n)]
		at, size := content.FindSubmatch(dictionary), sizes.FindSubmatch(dictionary)
		if at == nil || size == nil {
			continue
		}
		named := map[string]*face{}
		for _, f := range fontOf.FindAllSubmatch(dictionary, -1) {
			number := string(f[2])
			if fonts[number] == nil {
				if fonts[number], err = objects.face(number); err != nil {
					return nil, err
				}
			}
			named[string(f[1])] = fonts[number]
		}
		page, err := draw(objects[string(at[1])], named, string(size[1]), string(size[2]))
		if err != nil {
			return nil, err
		}
		pages = append(pages, page)
	}
	return pages, nil
}

func unpackAll(raw []byte) (file, error) {
	objects := file{}
	for _, m := range object.FindAllSubmatch(raw, -1) {
		body := m[2]
		if p := packed.FindSubmatchIndex(body); p != nil {
			length, err := strconv.Atoi(string(body[p[2]:p[3]]))
			if err != nil || p[1]+length > len(body) {
				return nil, errOther
			}
			if body, err = unpack(body[p[1] : p[1]+length]); err != nil {
				return nil, err
			}
		}
		objects[string(m[1])] = body
	}
	return objects, nil
}

func unpack(body []byte) ([]byte, error) {
	z, err := zlib.NewReader(bytes.NewReader(body))
	if err != nil {
		return nil, fmt.Errorf("picture: unpack: %w", err)
	}
	raw, err := io.ReadAll(z)
	if err != nil {
		return nil, fmt.Errorf("picture: unpack: %w", err)
	}
	return raw, nil
}

// face is a font of a file: its outlines, how wide they are in thousandths of its
// size, and what they say, all by glyph.
type face struct {
	number   string
	outlines trueType
	widths   []float64
	says     map[string]string // by the four digits of a glyph
}

func (objects file) face(number string) (*face, error) {
	parts := unicodes.FindSubmatch(objects[number])
	if parts == nil {
		return nil, fmt.Errorf("%w: font %s", errOther, number)
	}
	inner := widths.FindSubmatch(objects[string(parts[1])])
	if inner == nil {
		return nil, fmt.Errorf("%w: font %s has no widths", errOther, number)
	}
	embedded := outlines.FindSubmatch(objects[string(inner[1])])
	if embedded == nil {
		return nil, fmt.Errorf("%w: font %s is not in it", errOther, number)
	}
	f := &face{number: number, says: map[string]string{}}
	for _, width := range strings.Fields(string(inner[2])) {
		w, err := strconv.ParseFloat(width, 64)
		if err != nil {
			return nil, errOther
		}
		f.widths = append(f.widths, w)
	}
	for _, m := range letters.FindAllSubmatch(objects[string(parts[2])], -1) {
		f.says[string(m[1])] = text(string(m[2]))
	}
	var err error
	f.outlines, err = readTrueType(objects[string(embedded[1])])
	return f, err
}

// text reads letters that a file has as the digits of their UTF-16.
func text(digits string) string {
	raw, err := hex.DecodeString(digits)
	if err != nil {
		return ""
	}
	units := make([]uint16, len(raw)/2)
	for i := range units {
		units[i] = uint16(raw[2*i])<<8 | uint16(raw[2*i+1])
	}
	return string(utf16.Decode(units))
}
