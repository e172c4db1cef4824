package upload

import (
	"bufio"
	"encoding/binary"
	"errors"
	"image"
	"image/color"
	"io"
)

// How many bytes a decoder takes for each pixel of a picture, by its colours.
const (
	bytesOfColour = 4
	bytesOfDeep   = 8
)

// pixelMemory is what the decoded pixels of a PNG or WebP take.
func pixelMemory(c image.Config) int64 {
	each := int64(bytesOfColour)
	if c.ColorModel == color.RGBA64Model || c.ColorModel == color.NRGBA64Model {
		each = bytesOfDeep
	}
	return int64(c.Width) * int64(c.Height) * each
}

// pngMemory counts half the pixels twice where they come in seven passes: the
// last pass, which is half of them, is decoded beside the picture.
func pngMemory(c image.Config, body io.Reader, _ int64) (int64, error) {
	const interlace = 28 // where the header says so
	start := make([]byte, interlace+1)
	if _, err := io.ReadFull(body, start); err != nil {
		return 0, err
	}
	if start[interlace] == 0 {
		return pixelMemory(c), nil
	}
	return pixelMemory(c) * 3 / 2, nil
}

// webpMemory counts the tables of a lossless picture, which may have many for
// few bytes: each group of five has at least 20 bits in the file and takes
// about 3 KiB, and there are 65,536 of them at most.
func webpMemory(c image.Config, body io.Reader, size int64) (int64, error) {
	const (
		kindEnd     = 16 // of the first chunk's name
		groupMemory = 3 << 10
		mostGroups  = 1 << 16
	)
	start := make([]byte, kindEnd)
	if _, err := io.ReadFull(body, start); err != nil {
		return 0, err
	}
	if string(start[kindEnd-4:]) == "VP8 " {
		return pixelMemory(c), nil
	}
	return pixelMemory(c) + min(size*8/20, mostGroups)*groupMemory, nil
}

// jpegMemory counts the samples of each component as the decoder lays them out,
// and for a progressive picture the coefficient that it keeps for each of them
// until the last scan. Pictures in RGB or CMYK are copied once more.
func jpegMemory(c image.Config, body io.Reader, _ int64) (int64, error) {
	f, err := jpegFrame(bufio.NewReader(body))
	if err != nil {
		return 0, err
	}
	const coefficient = 4 // bytes
	memory := f.samples
	if f.progressive {
		memory += f.samples * coefficient
	}
	if c.ColorModel == color.RGBAModel || c.ColorModel == color.CMYKModel {
		memory += pixelMemory(c)
	}
	return memory, nil
}

// frame is how a JPEG is laid out.
type frame struct {
	progressive bool
	samples     int64 // of all components, in whole blocks
}

var errNoFrame = errors.New("a JPEG without a frame")

// The markers that matter until the frame.
const (
	startOfFrame      = 0xc0 // and the one after it
	progressiveFrame  = 0xc2
	firstRestart      = 0xd0
	lastRestart       = 0xd7
	endOfImage        = 0xd9
	blockSide         = 8
	smallestComponent = 3 // bytes of a component in the frame
)

// jpegFrame reads up to the frame, as leniently as the decoder does.
func jpegFrame(r *bufio.Reader) (frame, error) {
	if _, err := r.Discard(len("\xff\xd8")); err != nil {
		return frame{}, err
	}
	for {
		marker, err := nextMarker(r)
		if err != nil {
			return frame{}, err
		}
		if marker >= firstRestart && marker <= lastRestart {
			continue
		}
		var length [2]byte
		if _, err := io.ReadFull(r, length[:]); err != nil || marker == endOfImage {
			return frame{}, errors.Join(errNoFrame, err)
		}
		segment := make([]byte, max(0, int(binary.BigEndian.Uint16(length[:]))-len(length)))
		if _, err := io.ReadFull(r, segment); err != nil {
			return frame{}, err
		}
		if marker >= startOfFrame && marker <= progressiveFrame {
			return frameOf(marker == progressiveFrame, segment)
		}
	}
}

// nextMarker skips what stands before a marker, and the bytes that fill it up.
func nextMarker(r *bufio.Reader) (byte, error) {
	var before, b byte
	for {
		var err error
		if before, b, err = nextByte(r, b); err != nil {
			return 0, err
		}
		if before == 0xff && b != 0 && b != 0xff {
			return b, nil
		}
	}
}

func nextByte(r *bufio.Reader, last byte) (before, b byte, err error) {
	b, err = r.ReadByte()
	return last, b, err
}

func frameOf(progressive bool, segment []byte) (frame, error) {
	const head = 6
	if len(segment) < head || len(segment) < head+int(segment[5])*smallestComponent || segment[5] == 0 {
		return frame{}, errNoFrame
	}
	height, width := int64(binary.BigEndian.Uint16(segment[1:])), int64(binary.BigEndian.Uint16(segment[3:]))
	var h, v []int64
	for i := range int(segment[5]) {
		sampling := segment[head+i*smallestComponent+1]
		h, v = append(h, int64(sampling>>4)), append(v, int64(sampling&0xf))
	}
	if len(h) == 1 { // a single component is never subsampled
		h[0], v[0] = 1, 1
	}
	if h[0] == 0 || v[0] == 0 {
		return frame{}, errNoFrame
	}
	across, down := ceil(width, blockSide*h[0]), ceil(height, blockSide*v[0])
	f := frame{progressive: progressive}
	for i := range h {
		f.samples += across * down * h[i] * v[i] * blockSide * blockSide
	}
	return f, nil
}

func ceil(a, b int64) int64 { return (a + b - 1) / b }
