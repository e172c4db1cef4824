package upload

import (
	"bytes"
	"compress/zlib"
	"context"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/bep/imagemeta"

	"rento/internal/fault"
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

func take(data []byte, name, kind string) ([]byte, error) {
	p, err := inspect(File{Name: name, Type: kind, Size: int64(len(data)), Body: bytes.NewReader(data)})
	if err != nil {
		return nil, err
	}
	return p.clean(context.Background())
}

func wantClean(t *testing.T, data, out []byte, err error) image.Image {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Equal(data, out) || bytes.Contains(out, []byte("Exif")) || bytes.Contains(out, []byte(secret)) {
		t.Error("the picture that is kept has what the one that came had")
	}
	m, err := jpeg.Decode(bytes.NewReader(out))
	if err != nil {
		t.Fatalf("what is kept is no JPEG: %v", err)
	}
	return m
}

// S10: what is taken is encoded anew: no place, no camera, no comment is left,
// and nothing that hid behind the picture.
func TestPicturesAreEncodedAnew(t *testing.T) {
	photo := jpegOf(t, scene(64, 48))
	for _, c := range []struct {
		label, name, kind string
		data              []byte
	}{
		{"JPEG", "sofa.jpg", "image/jpeg", photo},
		{"long extension in capitals", "SOFA.JPEG", "image/jpeg", photo},
		{"PNG", "sofa.png", "image/png", pngOf(t, scene(64, 48))},
		{"WebP", "sofa.webp", "image/webp", webpOf(t)},
		{"metadata", "sofa.jpg", "image/jpeg", withExif(photo, 1)},
		{"a page behind the picture", "sofa.jpg", "image/jpeg", append(bytes.Clone(photo), "<script>"+secret+"</script>"...)},
		{"an archive behind the picture", "sofa.jpg", "image/jpeg", append(bytes.Clone(photo), "PK\x03\x04"+secret...)},
		{"a page in a comment", "sofa.jpg", "image/jpeg", append(append(bytes.Clone(photo[:2]), "\xff\xfe\x00\x33<script>"+secret+"</script>"...)[:2+2+0x33], photo[2:]...)},
		{"text in a PNG", "sofa.png", "image/png", func() []byte {
			plain := pngOf(t, scene(64, 48))
			return append(append(bytes.Clone(plain[:33]), chunk("tEXt", []byte("Comment\x00"+secret))...), plain[33:]...)
		}()},
	} {
		t.Run(c.label, func(t *testing.T) {
			out, err := take(c.data, c.name, c.kind)
			m := wantClean(t, c.data, out, err)
			if c.kind != "image/webp" && corners(m) != [4]int{0, 1, 2, 3} {
				t.Errorf("corners %v", corners(m))
			}
		})
	}
}

// A picture is turned upright as its orientation tells.
func TestOrientationIsApplied(t *testing.T) {
	photo := jpegOf(t, scene(96, 64))
	for orientation, want := range map[uint16][4]int{
		1: {0, 1, 2, 3}, 2: {1, 0, 3, 2}, 3: {3, 2, 1, 0}, 4: {2, 3, 0, 1},
		5: {0, 2, 1, 3}, 6: {2, 0, 3, 1}, 7: {3, 1, 2, 0}, 8: {1, 3, 0, 2},
		0: {0, 1, 2, 3}, 9: {0, 1, 2, 3}, 65535: {0, 1, 2, 3},
	} {
		t.Run(fmt.Sprint(orientation), func(t *testing.T) {
			data := withExif(photo, orientation)
			out, err := take(data, "a.jpg", "image/jpeg")
			m := wantClean(t, data, out, err)
			size := image.Pt(96, 64)
			if orientation >= 5 && orientation <= 8 {
				size = image.Pt(64, 96)
			}
			if m.Bounds().Size() != size || corners(m) != want {
				t.Errorf("size %v, corners %v, want %v and %v", m.Bounds().Size(), corners(m), size, want)
			}
		})
	}
}

// What is larger than a screen needs is shrunk, its proportions kept.
func TestLargePicturesAreShrunk(t *testing.T) {
	for _, c := range []struct{ from, to image.Point }{
		{image.Pt(6000, 3000), image.Pt(4096, 2048)},
		{image.Pt(1000, 5000), image.Pt(819, 4096)},
		{image.Pt(4096, 10), image.Pt(4096, 10)},
		{image.Pt(60000, 4), image.Pt(4096, 1)},
	} {
		data := jpegOf(t, image.NewGray(image.Rectangle{Max: c.from}))
		out, err := take(data, "a.jpg", "image/jpeg")
		if got := wantClean(t, data, out, err).Bounds().Size(); got != c.to {
			t.Errorf("%v became %v, want %v", c.from, got, c.to)
		}
	}
}

// What is transparent lies on white, as it does on the page.
func TestTransparentPicturesLieOnWhite(t *testing.T) {
	data := pngOf(t, image.NewNRGBA(image.Rect(0, 0, 16, 16)))
	out, err := take(data, "a.png", "image/png")
	r, g, b, _ := wantClean(t, data, out, err).At(8, 8).RGBA()
	if r>>8 < 250 || g>>8 < 250 || b>>8 < 250 {
		t.Errorf("colour %d %d %d", r>>8, g>>8, b>>8)
	}
}

// hostile is a file that must be refused, with the status that says why.
type hostile struct {
	label, name, kind string
	data              []byte
	status            int
}

// corpus is more than 400 files that are not what they claim, or do harm.
func corpus(t *testing.T) []hostile {
	t.Helper()
	pictures := map[string][]byte{".jpg": jpegOf(t, scene(64, 48)), ".png": pngOf(t, scene(64, 48)), ".webp": webpOf(t)}
	kinds := map[string]string{".jpg": "image/jpeg", ".png": "image/png", ".webp": "image/webp"}
	var files []hostile
	add := func(status int, label, name, kind string, data []byte) {
		files = append(files, hostile{label, name, kind, data, status})
	}
	others := map[string]string{
		"empty": "", "one byte": "\xff", "only the magic": "\xff\xd8\xff",
		"SVG": `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`, "HTML": "<!doctype html><script>alert(1)</script>",
		"HEIC": "\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic", "AVIF": "\x00\x00\x00\x1cftypavif\x00\x00\x00\x00avifmif1",
		"GIF": "GIF89a\x01\x00\x01\x00\x80\x00\x00\xff\xff\xff\x00\x00\x00!\xf9\x04\x01\x00\x00\x00\x00,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;",
		"BMP": "BM\x3a\x00\x00\x00\x00\x00\x00\x00\x36\x00\x00\x00", "TIFF": "II*\x00\x08\x00\x00\x00", "ICO": "\x00\x00\x01\x00\x01\x00",
		"ZIP": "PK\x03\x04\x14\x00\x00\x00", "gzip": "\x1f\x8b\x08\x00", "tar": "a.txt" + strings.Repeat("\x00", 252) + "ustar",
		"7z": "7z\xbc\xaf\x27\x1c", "RAR": "Rar!\x1a\x07\x01\x00", "PDF": "%PDF-1.7\n%\xff\xd8\xff", "PostScript": "%!PS-Adobe-3.0",
		"ELF": "\x7fELF\x02\x01\x01", "EXE": "MZ\x90\x00\x03", "shell": "#!/bin/sh\nrm -rf /\n", "PHP": "<?php system($_GET['c']); ?>",
		"JPEG XL": "\xff\x0a\xfa\x7f", "JPEG 2000": "\x00\x00\x00\x0cjP  \r\n\x87\n", "WAVE": "RIFF\x24\x00\x00\x00WAVEfmt ",
		"AVI": "RIFF\x24\x00\x00\x00AVI LIST", "Flash": "FWS\x05", "MP4": "\x00\x00\x00\x18ftypmp42", "ImageMagick": "push graphic-context\nfill 'url(https://x/)'\n",
		"space before a PNG": " \x89PNG\r\n\x1a\n", "byte order mark before a JPEG": "\xef\xbb\xbf\xff\xd8\xff\xe0", "page before a picture": "<html>" + string(pictures[".jpg"]),
	}
	for label, text := range others {
		for extension, kind := range kinds {
			add(415, label+" as "+kind, "a"+extension, kind, []byte(text))
		}
	}
	for real, data := range pictures { // every claim but the true one
		for _, name := range []string{"a.jpg", "a.png", "a.webp", "a", "a.", "a.svg", "a.jpg.exe", "a.heic", ".jpg.", "a.jpg\x00.php", "a.html"} {
			for _, kind := range []string{"image/jpeg", "image/png", "image/webp", "image/svg+xml", "text/html", "", "application/octet-stream", "image/jpg"} {
				if strings.HasSuffix(name, real) && kind == kinds[real] {
					continue
				}
				add(415, fmt.Sprintf("%s as %q of type %q", real, name, kind), name, kind, data)
			}
		}
	}
	for extension, data := range pictures {
		steps := 40
		for i := range steps {
			cut := len(data) * i / steps
			if extension == ".png" && cut > len(data)-12 || extension == ".webp" && cut > len(data)-4 {
				continue // all that shows is there
			}
			add(415, fmt.Sprintf("%s cut after %d of %d bytes", extension, cut, len(data)), "a"+extension, kinds[extension], data[:cut])
		}
	}
	for _, size := range [][2]uint32{{6325, 6325}, {40_000_001, 1}, {1, 40_000_001}, {1 << 20, 1 << 10}, {1<<31 - 1, 1}} {
		add(413, fmt.Sprintf("PNG of %v", size), "a.png", "image/png", pngClaiming(t, size[0], size[1], 8))
	}
	add(413, "JPEG of 65535 x 65535", "a.jpg", "image/jpeg", resized(pictures[".jpg"], 65535, 65535))
	add(415, "JPEG of 6000 x 6000 without the bytes for it", "a.jpg", "image/jpeg", resized(pictures[".jpg"], 6000, 6000))
	add(415, "JPEG without lines", "a.jpg", "image/jpeg", resized(pictures[".jpg"], 64, 0))
	add(415, "PNG without columns", "a.png", "image/png", pngClaiming(t, 0, 5, 8))
	add(415, "PNG of a wrong depth", "a.png", "image/png", pngClaiming(t, 5, 5, 7))
	add(415, "PNG with too few bytes", "a.png", "image/png", pngClaiming(t, 6000, 6000, 8))
	broken := bytes.Clone(pictures[".png"])
	broken[45] ^= 0xff
	add(415, "PNG with a wrong sum", "a.png", "image/png", broken)
	add(415, "WebP whose canvas and frame differ", "a.webp", "image/webp", webpInCanvas(pictures[".webp"], 5000, 5000))
	add(413, "WebP with a vast canvas", "a.webp", "image/webp", webpInCanvas(pictures[".webp"], 16000, 16000))
	add(413, "a byte too many", "a.jpg", "image/jpeg", append(bytes.Clone(pictures[".jpg"]), make([]byte, maxBytes-len(pictures[".jpg"])+1)...))
	return files
}

// resized writes another size into the header of a JPEG.
func resized(data []byte, w, h uint16) []byte {
	out := bytes.Clone(data)
	at := bytes.Index(out, []byte{0xff, 0xc0})
	binary.BigEndian.PutUint16(out[at+5:], h)
	binary.BigEndian.PutUint16(out[at+7:], w)
	return out
}

// webpInCanvas wraps a simple WebP into the extended format with a canvas of
// its own.
func webpInCanvas(data []byte, w, h uint32) []byte {
	extended := []byte{'V', 'P', '8', 'X', 10, 0, 0, 0, 0, 0, 0, 0}
	for _, side := range []uint32{w - 1, h - 1} {
		extended = append(extended, byte(side), byte(side>>8), byte(side>>16))
	}
	body := append(append([]byte("WEBP"), extended...), data[12:]...)
	return append(binary.LittleEndian.AppendUint32([]byte("RIFF"), uint32(len(body))), body...)
}

// S10: every hostile file is refused with the status that says why.
func TestHostileFilesAreRefused(t *testing.T) {
	files := corpus(t)
	if len(files) < 400 {
		t.Errorf("only %d files", len(files))
	}
	for _, f := range files {
		_, err := take(f.data, f.name, f.kind)
		if !fault.Is(err, f.status) {
			t.Errorf("%s: %v, want %d", f.label, err, f.status)
		}
	}
}

// A small file can keep a decoder busy for minutes; it is stopped as it reads on.
func TestADecoderIsStoppedInTime(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	data := jpegOf(t, scene(640, 480))
	p, err := inspect(File{Name: "a.jpg", Type: "image/jpeg", Size: int64(len(data)), Body: bytes.NewReader(data)})
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	if _, err := p.clean(ctx); !fault.Is(err, http.StatusUnsupportedMediaType) || !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

// Names are kept for the customer to read, and for nothing else.
func TestNamesAreHarmless(t *testing.T) {
	for name, want := range map[string]string{
		"sofa.png": "sofa.jpg", "../../etc/passwd.jpg": "passwd.jpg", `..\..\windows\system.jpg`: "system.jpg", "/abs/olute.jpg": "olute.jpg",
		"a\x00b\r\n.jpg": "ab.jpg", "<script>.jpg": "script.jpg", ".jpg": "image.jpg", "...jpg": "image.jpg", "": "image.jpg", "/": "image.jpg",
		"सोफ़ा.webp": "सोफ़ा.jpg", "con:aux.jpg": "conaux.jpg", "a\u202egpj.exe.jpg": "agpj.exe.jpg", "a.jpg/": "a.jpg",
		strings.Repeat("long", 99) + ".jpg": strings.Repeat("long", 25) + ".jpg",
	} {
		if got := safeName(name); got != want {
			t.Errorf("%q became %q, want %q", name, got, want)
		}
	}
}

// FuzzPicture: whatever comes, it is refused with 413 or 415, or what is kept
// is a JPEG without metadata and no larger than allowed.
func FuzzPicture(f *testing.F) {
	f.Add(withExif(jpegOf(f, scene(16, 8)), 6), uint8(0))
	f.Add(pngOf(f, scene(8, 16)), uint8(1))
	f.Add(webpOf(f), uint8(2))
	f.Add(webpInCanvas(webpOf(f), 1, 1), uint8(2))
	f.Add(pngClaiming(f, 100, 100, 16), uint8(1))
	f.Fuzz(func(t *testing.T, data []byte, kind uint8) {
		k := formats[int(kind)%len(formats)]
		p, err := inspect(File{Name: "a" + k.extensions[0], Type: k.mediaType, Size: int64(len(data)), Body: bytes.NewReader(data)})
		if err == nil && p.memory() > 1<<24 {
			return // too slow for fuzzing
		}
		var out []byte
		if err == nil {
			out, err = p.clean(t.Context())
		}
		if err != nil {
			if !fault.Is(err, http.StatusUnsupportedMediaType) && !fault.Is(err, http.StatusRequestEntityTooLarge) {
				t.Fatalf("refused with %v", err)
			}
			return
		}
		c, err := jpeg.DecodeConfig(bytes.NewReader(out))
		if err != nil || c.Width > maxSide || c.Height > maxSide {
			t.Fatalf("kept %v, %v", c, err)
		}
		tags := 0
		_, err = imagemeta.Decode(imagemeta.Options{
			R: bytes.NewReader(out), ImageFormat: imagemeta.JPEG,
			HandleTag: func(imagemeta.TagInfo) error { tags++; return nil },
		})
		if err != nil && !errors.Is(err, io.EOF) || tags > 0 {
			t.Fatalf("%d tags are left (%v)", tags, err)
		}
	})
}

// FuzzName: no name leaves its folder or breaks a header.
func FuzzName(f *testing.F) {
	for _, seed := range []string{"a.jpg", "../a", `..\a.png`, "\x00", "सोफ़ा.jpg"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, name string) {
		safe := safeName(name)
		if strings.ContainsAny(safe, "/\\\x00\r\n\"<>") || !strings.HasSuffix(safe, ".jpg") || strings.HasPrefix(safe, ".") || len([]rune(safe)) > longestName+4 {
			t.Errorf("%q became %q", name, safe)
		}
	})
}
