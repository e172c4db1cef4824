package upload

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"io"
	"net/http"
	"testing"

	"github.com/bep/imagemeta"

	"rento/internal/fault"
)

func clean(data []byte, name, kind string) ([]byte, error) {
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
			out, err := clean(c.data, c.name, c.kind)
			m := wantClean(t, c.data, out, err)
			if c.kind != "image/webp" && corners(m) != [4]int{0, 1, 2, 3} {
				t.Errorf("corners %v, want %v", corners(m), [4]int{0, 1, 2, 3})
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
			out, err := clean(data, "a.jpg", "image/jpeg")
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
		out, err := clean(data, "a.jpg", "image/jpeg")
		if got := wantClean(t, data, out, err).Bounds().Size(); got != c.to {
			t.Errorf("%v became %v, want %v", c.from, got, c.to)
		}
	}
}

// What is transparent lies on white, as it does on the page.
func TestTransparentPicturesLieOnWhite(t *testing.T) {
	data := pngOf(t, image.NewNRGBA(image.Rect(0, 0, 16, 16)))
	out, err := clean(data, "a.png", "image/png")
	r, g, b, _ := wantClean(t, data, out, err).At(8, 8).RGBA()
	if r>>8 < 250 || g>>8 < 250 || b>>8 < 250 {
		t.Errorf("colour %d %d %d", r>>8, g>>8, b>>8)
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
		if err == nil && p.memory > 1<<24 {
			return // too slow for fuzzing
		}
		var out []byte
		if err == nil {
			out, err = p.clean(t.Context())
		}
		if err != nil {
			if !fault.Is(err, http.StatusUnsupportedMediaType) && !fault.Is(err, http.StatusRequestEntityTooLarge) {
				t.Fatalf("refused with %v, want 415 or 413", err)
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
			t.Fatalf("%d tags are left (%v), want %v", tags, err, io.EOF)
		}
	})
}
