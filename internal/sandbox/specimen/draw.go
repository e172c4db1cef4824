package specimen

import (
	"bytes"
	"fmt"
	"hash/fnv"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"image/png"
	"strings"
	"sync"

	"github.com/go-fonts/dejavu/dejavusans"
	"github.com/go-fonts/dejavu/dejavusansbold"
	"github.com/makiuchi-d/gozxing"
	"github.com/makiuchi-d/gozxing/qrcode"
	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"rento/internal/provider"
)

// The places on a card, in points of the picture.
var (
	card      = image.Rect(0, 0, 1100, 700)
	facePlace = image.Rect(40, 120, 240, 380)
	codePlace = image.Rect(690, 110, 1060, 480)
)

const (
	textLeft   = 270
	textWidth  = 400
	numberLine = 590
	numberSize = 46
)

var (
	ink    = color.RGBA{0x1d, 0x23, 0x33, 0xff}
	faint  = color.RGBA{0x5a, 0x60, 0x70, 0xff}
	paper  = color.RGBA{0xf6, 0xf3, 0xec, 0xff}
	banner = color.RGBA{0x8a, 0x1f, 0x2b, 0xff}
	heads  = map[string]string{
		string(provider.PANCard): "PAN card", string(provider.Aadhaar): "Aadhaar", string(provider.Passport): "Passport",
		string(provider.DrivingLicence): "Driving licence", string(provider.VoterID): "Voter card", Selfie: "Selfie",
	}
)

// Picture draws a specimen. It fails for a kind that there is not, or when it says more
// than fits in its code.
func Picture(d Document) (image.Image, error) {
	head, known := heads[d.Kind]
	if !known {
		return nil, fmt.Errorf("specimen: no kind %q", d.Kind)
	}
	code, err := codeOf(d)
	if err != nil {
		return nil, err
	}
	c := &canvas{image.NewRGBA(card)}
	c.fill(card, paper)
	c.fill(image.Rect(0, 0, card.Max.X, 86), banner)
	c.fill(image.Rect(0, card.Max.Y-64, card.Max.X, card.Max.Y), banner)
	c.write(head+" (specimen)", 40, 56, 34, bold, paper)
	c.write("Specimen for the sandbox. Belongs to nobody and proves nothing.", 40, card.Max.Y-24, 24, regular, paper)
	if d.Side != string(provider.Back) {
		c.face(facePlace, d.Face)
	}
	y := 140
	for _, line := range lines(d) {
		y = c.paragraph(line, y)
	}
	c.write(d.Number, 40, numberLine, numberSize, bold, ink)
	if d.Has(Blurred) {
		c.blur(image.Rect(0, 0, codePlace.Min.X-10, card.Max.Y))
	}
	if d.Has(Glare) {
		c.glare()
	}
	draw.Draw(c, codePlace, code, image.Point{}, draw.Src)
	return c, nil
}

func lines(d Document) []string {
	var out []string
	for _, line := range []struct{ name, value string }{
		{"Name", d.Name},
		{"Father or guardian", d.Guardian},
		{"Date of birth", d.Born},
		{"Gender", d.Gender},
		{"Address", strings.TrimSpace(d.Address + " " + d.Pincode)},
		{"Valid until", d.Expires},
	} {
		if line.value != "" {
			out = append(out, line.name+": "+line.value)
		}
	}
	return out
}

// PNG and JPEG are a specimen as a file.
func PNG(d Document) ([]byte, error) {
	picture, err := Picture(d)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = png.Encode(&out, picture)
	return out.Bytes(), err
}

// JPEG is a specimen as a file.
func JPEG(d Document) ([]byte, error) {
	picture, err := Picture(d)
	if err != nil {
		return nil, err
	}
	return encode(picture)
}

func encode(picture image.Image) ([]byte, error) {
	var out bytes.Buffer
	err := jpeg.Encode(&out, picture, &jpeg.Options{Quality: 88})
	return out.Bytes(), err
}

// codeOf is the printed code of a specimen, as large as its place.
func codeOf(d Document) (*gozxing.BitMatrix, error) {
	text, err := d.code()
	if err != nil {
		return nil, err
	}
	hints := map[gozxing.EncodeHintType]any{gozxing.EncodeHintType_MARGIN: 3, gozxing.EncodeHintType_CHARACTER_SET: "UTF-8"}
	code, err := encodeText(text, hints)
	if err != nil {
		return nil, err
	}
	// A few texts come out so that the reader mistakes the size of the code: it is larger then.
	for version := smallestVersion; version <= largestVersion && !reads(code, text); version++ {
		hints[gozxing.EncodeHintType_QR_VERSION] = version
		if larger, err := encodeText(text, hints); err == nil {
			code = larger
		}
	}
	return code, nil
}

// The versions of a code, which say how large it is.
const (
	smallestVersion = 2
	largestVersion  = 20
)

func encodeText(text string, hints map[gozxing.EncodeHintType]any) (*gozxing.BitMatrix, error) {
	code, err := qrcode.NewQRCodeWriter().Encode(text, gozxing.BarcodeFormat_QR_CODE, codePlace.Dx(), codePlace.Dy(), hints)
	if err != nil {
		return nil, fmt.Errorf("specimen: the code: %w", err)
	}
	return code, nil
}

// reads says whether a code that is seen alone says what it is to say.
func reads(code *gozxing.BitMatrix, text string) bool {
	bitmap, err := gozxing.NewBinaryBitmapFromImage(code)
	if err != nil {
		return false
	}
	found, err := qrcode.NewQRCodeReader().Decode(bitmap, nil)
	return err == nil && found.GetText() == text
}

type weight bool

const (
	regular weight = false
	bold    weight = true
)

// faces are the fonts by their size and weight.
var faces = struct {
	sync.Mutex
	made map[string]font.Face
}{made: map[string]font.Face{}}

func faceOf(size float64, w weight) font.Face {
	key := fmt.Sprint(size, w)
	if f := faces.made[key]; f != nil {
		return f
	}
	file := dejavusans.TTF
	if w == bold {
		file = dejavusansbold.TTF
	}
	parsed, err := opentype.Parse(file)
	if err != nil {
		panic(err) // the font is part of the program
	}
	made, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: size, DPI: 72})
	if err != nil {
		panic(err)
	}
	faces.made[key] = made
	return made
}

type canvas struct{ *image.RGBA }

func (c *canvas) fill(r image.Rectangle, with color.Color) {
	draw.Draw(c, r, image.NewUniform(with), image.Point{}, draw.Src)
}

// write writes a line. Fonts are not safe for concurrent use.
func (c *canvas) write(text string, x, y int, size float64, w weight, with color.Color) {
	faces.Lock()
	defer faces.Unlock()
	d := font.Drawer{Dst: c, Src: image.NewUniform(with), Face: faceOf(size, w), Dot: fixed.P(x, y)}
	d.DrawString(text)
}

// width is that of a line in points.
func width(text string, size float64, w weight) int {
	faces.Lock()
	defer faces.Unlock()
	return font.MeasureString(faceOf(size, w), text).Ceil()
}

// paragraph writes words from y on, and returns where the next begins.
func (c *canvas) paragraph(text string, y int) int {
	const size, height = 24, 32
	line := ""
	for _, word := range strings.Fields(text) {
		if line != "" && width(line+" "+word, size, regular) > textWidth {
			c.write(line, textLeft, y, size, regular, ink)
			line, y = "", y+height
		}
		line = strings.TrimSpace(line + " " + word)
	}
	c.write(line, textLeft, y, size, regular, ink)
	return y + height + 8
}

// face draws one that is told apart by its colours, as nobody's.
func (c *canvas) face(r image.Rectangle, of string) {
	c.fill(r, color.RGBA{0xdf, 0xe4, 0xea, 0xff})
	if of == "" {
		return
	}
	h := fnv.New32a()
	_, _ = h.Write([]byte(of))
	n := h.Sum32()
	skin := color.RGBA{uint8(150 + n%80), uint8(100 + n>>8%70), uint8(70 + n>>16%60), 0xff}
	hair := color.RGBA{uint8(20 + n>>4%60), uint8(20 + n>>10%40), uint8(20 + n>>20%40), 0xff}
	middle := r.Min.X + r.Dx()/2
	c.oval(image.Rect(middle-95, r.Max.Y-70, middle+95, r.Max.Y+90).Intersect(r), image.Rect(middle-95, r.Max.Y-70, middle+95, r.Max.Y+90), faint)
	c.oval(r, image.Rect(middle-72, r.Min.Y+20, middle+72, r.Min.Y+150), hair)
	c.oval(r, image.Rect(middle-58, r.Min.Y+44, middle+58, r.Min.Y+200), skin)
	for _, x := range []int{middle - 24, middle + 24} {
		c.oval(r, image.Rect(x-7, r.Min.Y+104, x+7, r.Min.Y+118), ink)
	}
	c.fill(image.Rect(middle-20, r.Min.Y+160, middle+20, r.Min.Y+165), ink)
}

// oval fills one, within a rectangle.
func (c *canvas) oval(within, r image.Rectangle, with color.Color) {
	a, b := float64(r.Dx())/2, float64(r.Dy())/2
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			u, v := (float64(x-r.Min.X)-a)/a, (float64(y-r.Min.Y)-b)/b
			if u*u+v*v <= 1 && (image.Point{x, y}).In(within) {
				c.Set(x, y, with)
			}
		}
	}
}

// blur makes a part unreadable: each square of it has one colour.
func (c *canvas) blur(r image.Rectangle) {
	const side = 14
	for y := r.Min.Y; y < r.Max.Y; y += side {
		for x := r.Min.X; x < r.Max.X; x += side {
			square := image.Rect(x, y, x+side, y+side).Intersect(r)
			c.fill(square, c.mean(square))
		}
	}
}

func (c *canvas) mean(r image.Rectangle) color.Color {
	var sum [3]int
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			p := c.RGBAAt(x, y)
			sum[0], sum[1], sum[2] = sum[0]+int(p.R), sum[1]+int(p.G), sum[2]+int(p.B)
		}
	}
	n := max(r.Dx()*r.Dy(), 1)
	return color.RGBA{uint8(sum[0] / n), uint8(sum[1] / n), uint8(sum[2] / n), 0xff}
}

// glare puts a bright spot over a part of the text.
func (c *canvas) glare() {
	r := image.Rect(textLeft+60, 180, textLeft+300, 360)
	c.oval(r, r, color.White)
}
