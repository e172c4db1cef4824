package specimen

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	_ "image/jpeg" // pictures come in both forms
	_ "image/png"

	"github.com/makiuchi-d/gozxing"
	"github.com/makiuchi-d/gozxing/qrcode"

	"rento/internal/identifier"
	"rento/internal/provider"
)

// largest is how many points a picture may have that is read.
const largest = 40 << 20

// Read reads the specimen in a picture, a JPEG or PNG. A picture without one, or what is
// no picture, is an error.
func Read(file []byte) (Document, error) {
	_, d, _, err := read(file)
	return d, err
}

func read(file []byte) (image.Image, Document, []gozxing.ResultPoint, error) {
	config, _, err := image.DecodeConfig(bytes.NewReader(file))
	if err != nil || config.Width*config.Height > largest {
		return nil, Document{}, nil, errNone
	}
	picture, _, err := image.Decode(bytes.NewReader(file))
	if err != nil {
		return nil, Document{}, nil, errNone
	}
	bitmap, err := gozxing.NewBinaryBitmapFromImage(picture)
	if err != nil {
		return nil, Document{}, nil, errNone
	}
	hints := map[gozxing.DecodeHintType]any{gozxing.DecodeHintType_TRY_HARDER: true}
	found, err := qrcode.NewQRCodeReader().Decode(bitmap, hints)
	if err != nil {
		return nil, Document{}, nil, errNone
	}
	d, err := decode(found.GetText())
	return picture, d, found.GetResultPoints(), err
}

// Masked reads the picture of an Aadhaar and covers the first eight digits of its
// number; in place of the code, which has them too, stands one without them, so that the
// face can be compared. It returns a JPEG.
func Masked(file []byte) ([]byte, error) {
	picture, d, corners, err := read(file)
	if err != nil || len(corners) < 3 {
		return nil, errNone
	}
	number, err := identifier.ParseAadhaar(d.Number)
	if err != nil {
		return nil, errNone
	}
	place, err := locate(d, corners)
	if err != nil {
		return nil, err
	}
	out, digits := image.NewRGBA(picture.Bounds()), hidden(d.Number, number)
	d.Number = "XXXXXXXX" + string(number)
	code, err := codeOf(d)
	if err != nil {
		return nil, err
	}
	draw.Draw(out, out.Bounds(), picture, out.Bounds().Min, draw.Src)
	for y := out.Bounds().Min.Y; y < out.Bounds().Max.Y; y++ {
		for x := out.Bounds().Min.X; x < out.Bounds().Max.X; x++ {
			switch at := place(x, y); {
			case at.In(codePlace) && !code.Get(at.X-codePlace.Min.X, at.Y-codePlace.Min.Y):
				out.Set(x, y, color.White)
			case at.In(codePlace), at.In(digits):
				out.Set(x, y, color.Black)
			}
		}
	}
	return encode(out)
}

// hidden is the place of the first eight digits on the card.
func hidden(printed string, number identifier.Aadhaar) image.Rectangle {
	first := printed[:len(printed)-len(number)]
	return image.Rect(30, numberLine-numberSize, 40+width(first, numberSize, bold), numberLine+14)
}

// locate returns where a point of a picture lies on the card, by the three corners of
// the code: bottom left, top left, top right.
func locate(d Document, corners []gozxing.ResultPoint) (func(x, y int) image.Point, error) {
	code, err := codeOf(d)
	if err != nil {
		return nil, err
	}
	left, top, right, bottom := code.GetWidth(), code.GetHeight(), 0, 0
	for y := range code.GetHeight() {
		for x := range code.GetWidth() {
			if code.Get(x, y) {
				left, top, right, bottom = min(left, x), min(top, y), max(right, x), max(bottom, y)
			}
		}
	}
	run := 0 // the upper edge of a corner is seven squares long
	for code.Get(left+run, top) {
		run++
	}
	half := float64(run) / 2
	originX, originY := float64(codePlace.Min.X+left)+half, float64(codePlace.Min.Y+top)+half
	spanX, spanY := float64(right-left+1)-2*half, float64(bottom-top+1)-2*half
	ox, oy := corners[1].GetX(), corners[1].GetY()
	ax, ay := corners[2].GetX()-ox, corners[2].GetY()-oy // along the upper edge
	bx, by := corners[0].GetX()-ox, corners[0].GetY()-oy // along the left one
	area := ax*by - ay*bx
	if area == 0 {
		return nil, errNone
	}
	return func(x, y int) image.Point {
		dx, dy := float64(x)-ox, float64(y)-oy
		u, v := (dx*by-dy*bx)/area, (ax*dy-ay*dx)/area
		return image.Pt(int(originX+u*spanX), int(originY+v*spanY))
	}, nil
}

// IsDocument says whether a specimen is of a kind.
func (d Document) IsDocument(kind provider.DocumentKind) bool { return d.Kind == string(kind) }
