package upload

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"image/png"
	"io"
	"math"
	"path"
	"slices"
	"strings"

	"github.com/bep/imagemeta"
	"golang.org/x/image/draw"
	"golang.org/x/image/math/f64"
	"golang.org/x/image/webp"

	"rento/internal/fault"
)

const (
	maxPixels = 40_000_000
	maxSide   = 4096 // of what is kept
	quality   = 85
)

// format is a kind of picture that is taken.
type format struct {
	mediaType  string
	extensions []string
	magic      func(start []byte) bool
	config     func(io.Reader) (image.Config, error)
	decode     func(io.Reader) (image.Image, error)
	metadata   imagemeta.ImageFormat
	// memory is how many bytes the decoder takes for a file of a size.
	memory func(c image.Config, body io.Reader, size int64) (int64, error)
}

// longestMagic is how many bytes the magic functions look at.
const longestMagic = 12

var formats = []format{
	{
		mediaType: "image/jpeg", extensions: []string{".jpg", ".jpeg"}, metadata: imagemeta.JPEG, config: jpeg.DecodeConfig, decode: jpeg.Decode, memory: jpegMemory,
		magic: func(b []byte) bool { return bytes.HasPrefix(b, []byte("\xff\xd8\xff")) },
	},
	{
		mediaType: "image/png", extensions: []string{".png"}, metadata: imagemeta.PNG, config: png.DecodeConfig, decode: png.Decode, memory: pngMemory,
		magic: func(b []byte) bool { return bytes.HasPrefix(b, []byte("\x89PNG\r\n\x1a\n")) },
	},
	{
		mediaType: "image/webp", extensions: []string{".webp"}, metadata: imagemeta.WebP, config: webp.DecodeConfig, decode: webp.Decode, memory: webpMemory,
		magic: func(b []byte) bool {
			return len(b) >= longestMagic && string(b[:4]) == "RIFF" && string(b[8:12]) == "WEBP"
		},
	},
}

// File is what somebody sends: its own name for it, the media type that it
// claims to be, and the bytes.
type File struct {
	Name, Type string
	Size       int64
	Body       io.ReadSeeker
}

// picture is a file whose claims hold, with its size by its header. Nothing of
// it was decoded yet.
type picture struct {
	format
	body   io.ReadSeeker
	config image.Config
	memory int64 // bytes that it takes until it is encoded anew
}

// isHEIC reports whether a file begins as a photo of a recent phone does that saves space: HEIC, or
// another kind of the same container (ISO/IEC 23008-12).
func isHEIC(start []byte) bool {
	return len(start) >= 12 && slices.Contains([]string{"ftyphei", "ftyphev", "ftypmif", "ftypmsf"}, string(start[4:11]))
}

// inspect checks a file without decoding it: what its first bytes are, what it
// claims to be and what its name ends in must be one format. Faults: 413 for
// too many bytes or pixels, 415 for everything else.
func inspect(f File) (picture, error) {
	if f.Size > MaxBytes {
		return picture{}, fault.TooLarge("upload.image_too_large", "This image is larger than 8 MB. Please choose a smaller one.")
	}
	start := make([]byte, longestMagic)
	n, err := io.ReadFull(f.Body, start)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF) {
		return picture{}, fmt.Errorf("upload: read: %w", err)
	}
	i := slices.IndexFunc(formats, func(k format) bool { return k.magic(start[:n]) })
	if i < 0 && isHEIC(start[:n]) {
		return picture{}, fault.Unsupported("upload.heic_not_taken", "This photo is in the HEIC format, which cannot be read here. Please take it anew on this page, or save it as JPEG.")
	}
	if i < 0 {
		return picture{}, fault.Unsupported("upload.type_not_taken", "Please choose a JPEG, PNG or WebP image.")
	}
	p := picture{format: formats[i], body: f.Body}
	if f.Type != p.mediaType || !slices.Contains(p.extensions, strings.ToLower(path.Ext(f.Name))) {
		return p, fault.Unsupported("upload.content_not_as_named", "This file is not what its name and type say. Please choose a JPEG, PNG or WebP image.")
	}
	if err := p.rewind(); err != nil {
		return p, err
	}
	if p.config, err = p.format.config(f.Body); err != nil || p.config.Width < 1 || p.config.Height < 1 {
		return p, unreadable(err)
	}
	if int64(p.config.Width)*int64(p.config.Height) > maxPixels {
		return p, fault.TooLarge("upload.too_many_pixels", "This image has more than 40 megapixels. Please choose a smaller one.")
	}
	return p, p.weigh(f.Size)
}

// weigh works out the picture's memory: what its decoder takes, and the picture
// that is drawn from it. It returns a 413 when that is more than there is for
// all pictures together.
func (p *picture) weigh(size int64) error {
	if err := p.rewind(); err != nil {
		return err
	}
	decoded, err := p.format.memory(p.config, p.body, size)
	if err != nil {
		return unreadable(err)
	}
	drawn := fitting(float64(p.config.Width), float64(p.config.Height))
	if p.memory = decoded + int64(drawn.X)*int64(drawn.Y)*bytesOfColour; p.memory > decodeMemory {
		return fault.TooLarge("upload.too_much_memory", "This image is stored in a way that takes too much memory. Please save it as a smaller one.")
	}
	return nil
}

// fitting is a size shrunk to maxSide on a side.
func fitting(w, h float64) image.Point {
	scale := min(1, maxSide/max(w, h))
	return image.Pt(max(1, int(math.Round(w*scale))), max(1, int(math.Round(h*scale))))
}

// clean decodes the picture and encodes it anew as a JPEG of at most maxSide
// pixels on a side, upright. Nothing else of the file survives: no place, no
// camera, no text, nothing that was hidden before, in or after it. Faults: 415
// for a picture that cannot be decoded before ctx ends.
func (p picture) clean(ctx context.Context) ([]byte, error) {
	turn := p.orientation()
	if err := p.rewind(); err != nil {
		return nil, err
	}
	decoded, err := p.decode(untilDone{ctx, p.body})
	if err != nil {
		return nil, unreadable(err)
	}
	var out bytes.Buffer
	if err := jpeg.Encode(&out, upright(decoded, turn), &jpeg.Options{Quality: quality}); err != nil {
		return nil, fmt.Errorf("upload: encode: %w", err)
	}
	return out.Bytes(), nil
}

func (p picture) rewind() error {
	if _, err := p.body.Seek(0, io.SeekStart); err != nil {
		return fmt.Errorf("upload: read: %w", err)
	}
	return nil
}

// orientation is the EXIF tag of how the camera was held, 1 to 8. Metadata that
// cannot be read leaves the picture as it is.
func (p picture) orientation() int {
	turn := 1
	if p.rewind() != nil {
		return turn
	}
	_, _ = imagemeta.Decode(imagemeta.Options{
		R: p.body, ImageFormat: p.metadata, Sources: imagemeta.EXIF,
		ShouldHandleTag: func(tag imagemeta.TagInfo) bool { return tag.Tag == "Orientation" && tag.Namespace == "IFD0" },
		HandleTag: func(tag imagemeta.TagInfo) error {
			if value, ok := tag.Value.(uint16); ok && value >= 1 && value <= 8 {
				turn = int(value)
			}
			return imagemeta.ErrStopWalking
		},
	})
	return turn
}

// upright turns a picture as its orientation tells, shrinks it to maxSide and
// lays it on white.
func upright(src image.Image, orientation int) image.Image {
	b := src.Bounds()
	w, h := float64(b.Dx()), float64(b.Dy())
	// Where a point of the source goes: x' = m[0]x + m[1]y + m[2], y' likewise.
	m := [...]f64.Aff3{
		1: {1, 0, 0, 0, 1, 0}, 2: {-1, 0, w, 0, 1, 0}, 3: {-1, 0, w, 0, -1, h}, 4: {1, 0, 0, 0, -1, h},
		5: {0, 1, 0, 1, 0, 0}, 6: {0, -1, h, 1, 0, 0}, 7: {0, -1, h, -1, 0, w}, 8: {0, 1, 0, -1, 0, w},
	}[orientation]
	if orientation >= 5 { // lies on its side
		w, h = h, w
	}
	size := image.Rectangle{Max: fitting(w, h)}
	x, y := float64(size.Dx())/w, float64(size.Dy())/h
	m = f64.Aff3{m[0] * x, m[1] * x, m[2] * x, m[3] * y, m[4] * y, m[5] * y}
	left, top := float64(b.Min.X), float64(b.Min.Y)
	m[2] -= m[0]*left + m[1]*top
	m[5] -= m[3]*left + m[4]*top
	dst := image.NewRGBA(size)
	draw.Draw(dst, size, image.White, image.Point{}, draw.Src)
	draw.ApproxBiLinear.Transform(dst, m, src, b, draw.Over, nil)
	return dst
}

// untilDone stops a decoder that still reads when ctx is over: a small file can
// keep one busy for minutes.
type untilDone struct {
	ctx  context.Context //nolint:containedctx // a reader has no other way to learn of it
	body io.Reader
}

func (r untilDone) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.body.Read(p)
}

func unreadable(cause error) error {
	return fault.Unsupported("upload.image_unreadable", "This image could not be read. Please choose another one.").WithCause(cause)
}
