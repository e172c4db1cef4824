package upload

import (
	"bytes"
	"compress/zlib"
	"encoding/base64"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"testing"
)

// scene is a picture of which every corner has its own colour.
func scene(w, h int) *image.RGBA {
	m := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			m.SetRGBA(x, y, cornerColours[corner(x >= w/2, y >= h/2)])
		}
	}
	return m
}

func corner(right, bottom bool) int {
	n := 0
	if right {
		n++
	}
	if bottom {
		n += 2
	}
	return n
}

var cornerColours = [4]color.RGBA{{220, 20, 20, 255}, {20, 200, 20, 255}, {20, 20, 220, 255}, {230, 230, 20, 255}}

// corners returns which colour each corner of a picture shows: red, green,
// blue, yellow are 0 to 3, top left first.
func corners(m image.Image) [4]int {
	b := m.Bounds()
	var seen [4]int
	for i := range seen {
		x, y := b.Min.X+b.Dx()/4, b.Min.Y+b.Dy()/4
		if i%2 == 1 {
			x = b.Max.X - b.Dx()/4 - 1
		}
		if i >= 2 {
			y = b.Max.Y - b.Dy()/4 - 1
		}
		seen[i] = nearest(m.At(x, y))
	}
	return seen
}

func nearest(c color.Color) int {
	r, g, b, _ := c.RGBA()
	best, least := -1, 1<<62
	for i, k := range cornerColours {
		d := square(int(r>>8)-int(k.R)) + square(int(g>>8)-int(k.G)) + square(int(b>>8)-int(k.B))
		if d < least {
			best, least = i, d
		}
	}
	return best
}

func square(n int) int { return n * n }

func jpegOf(t testing.TB, m image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, m, &jpeg.Options{Quality: 95}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func pngOf(t testing.TB, m image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// webpOf is a small lossy WebP, which nothing here can encode.
func webpOf(t testing.TB) []byte {
	t.Helper()
	data, err := base64.StdEncoding.DecodeString("UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA")
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// secret stands in every piece of metadata of the test's pictures.
const secret = "12.9716N 77.5946E, camera of Asha"

// exif is a TIFF block with an orientation, a maker and a place.
func exif(orientation uint16) []byte {
	var b bytes.Buffer
	le := binary.LittleEndian
	word := func(v any) { _ = binary.Write(&b, le, v) }
	b.WriteString("II*\x00")
	word(uint32(8))
	word(uint16(3))
	entry := func(tag, kind uint16, count, value uint32) {
		word(tag)
		word(kind)
		word(count)
		word(value)
	}
	const dataAt = 8 + 2 + 3*12 + 4
	entry(0x010f, 2, uint32(len(secret)), dataAt)
	entry(0x0112, 3, 1, uint32(orientation))
	entry(0x8825, 4, 1, dataAt+uint32(len(secret)))
	word(uint32(0))
	b.WriteString(secret)
	word(uint16(1))
	entry(0x0001, 2, 2, 'N')
	word(uint32(0))
	return b.Bytes()
}

// withExif puts an EXIF block, an XMP block and a comment into a JPEG.
func withExif(data []byte, orientation uint16) []byte {
	segment := func(marker byte, body []byte) []byte {
		return append([]byte{0xff, marker, byte((len(body) + 2) >> 8), byte(len(body) + 2)}, body...)
	}
	out := append([]byte{}, data[:2]...)
	out = append(out, segment(0xe1, append([]byte("Exif\x00\x00"), exif(orientation)...))...)
	out = append(out, segment(0xe1, []byte("http://ns.adobe.com/xap/1.0/\x00<x>"+secret+"</x>"))...)
	out = append(out, segment(0xfe, []byte(secret))...)
	return append(out, data[2:]...)
}

func chunk(kind string, body []byte) []byte {
	out := binary.BigEndian.AppendUint32(nil, uint32(len(body)))
	out = append(append(out, kind...), body...)
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(out[4:]))
}

// pngClaiming is a PNG whose header tells of a size that its few bytes may
// well unpack to.
func pngClaiming(t testing.TB, w, h uint32, depth byte) []byte {
	t.Helper()
	header := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, w), h)
	var packed bytes.Buffer
	z := zlib.NewWriter(&packed)
	if _, err := z.Write(make([]byte, 1<<20)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	out := []byte("\x89PNG\r\n\x1a\n")
	out = append(out, chunk("IHDR", append(header, depth, 2, 0, 0, 0))...)
	out = append(out, chunk("IDAT", packed.Bytes())...)
	return append(out, chunk("IEND", nil)...)
}
