package upload

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	"image/jpeg"
	"net/http"
	"runtime"
	"runtime/metrics"
	"slices"
	"sync"
	"testing"
	"time"

	"rento/internal/fault"
	"rento/internal/testkit"
)

// progressive is a grey progressive JPEG of a few bytes for its size: a first
// scan in which each block of each component is one bit, and no other.
func progressive(side uint16, samplings ...byte) []byte {
	b := []byte("\xff\xd8\xff\xdb\x00\x43\x00")
	b = append(b, bytes.Repeat([]byte{1}, 64)...)
	frame := []byte{8, 0, 0, 0, 0, byte(len(samplings))}
	binary.BigEndian.PutUint16(frame[1:], side)
	binary.BigEndian.PutUint16(frame[3:], side)
	scan := []byte{byte(len(samplings))}
	blocks := 0
	for i, sampling := range samplings {
		frame = append(frame, byte(i+1), sampling, 0)
		scan = append(scan, byte(i+1), 0)
		blocks += int(sampling>>4) * int(sampling&0xf)
	}
	segment := func(marker byte, body []byte) {
		b = append(b, 0xff, marker)
		b = append(binary.BigEndian.AppendUint16(b, uint16(len(body)+2)), body...)
	}
	segment(0xc2, frame)
	segment(0xc4, append([]byte{0, 1}, make([]byte, 16)...)) // one code of one bit: no difference
	segment(0xda, append(scan, 0, 0, 0))
	units := (int(side) + 7) / 8 * ((int(side) + 7) / 8)
	return append(append(b, make([]byte, units*blocks/8+2)...), 0xff, 0xd9)
}

func jpegFile(data []byte) File {
	return File{Name: "a.jpg", Type: "image/jpeg", Size: int64(len(data)), Body: bytes.NewReader(data)}
}

// A small file that decodes to more memory than all pictures may take together
// is refused before it is decoded.
func TestAVastProgressivePictureIsRefused(t *testing.T) {
	data := progressive(6000, 0x11, 0x11, 0x11)
	if len(data) > 256<<10 {
		t.Fatalf("the file has %d bytes", len(data))
	}
	if p, err := inspect(jpegFile(data)); !fault.Is(err, http.StatusRequestEntityTooLarge) {
		t.Errorf("memory %d, error %v, want a 413", p.memory, err)
	}
}

// Three progressive pictures at once stay under 300 MB.
func TestPicturesAtOnceShareTheMemory(t *testing.T) {
	s := newFixture(t, testkit.Open(t))
	data := progressive(2600, 0x11, 0x11, 0x11)
	runtime.GC() // what other tests left
	stop, peak := make(chan struct{}), make(chan uint64)
	go func() { peak <- heapPeak(stop) }()
	var all sync.WaitGroup
	for range 3 {
		all.Go(func() {
			p, err := inspect(jpegFile(data))
			if err == nil {
				_, err = s.decode(t.Context(), p)
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	close(stop)
	if got, most := <-peak, uint64(300_000_000); got > most {
		t.Errorf("%d bytes of heap, want at most %d", got, most)
	}
}

// heapPeak is the most bytes that objects took until stop is closed.
func heapPeak(stop chan struct{}) (most uint64) {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	for {
		metrics.Read(sample)
		most = max(most, sample[0].Value.Uint64())
		select {
		case <-stop:
			return most
		case <-time.After(time.Millisecond):
		}
	}
}

// The memory of a JPEG is what its decoder takes: by components, sampling and
// coefficients.
func TestTheMemoryOfAPicture(t *testing.T) {
	const drawn = 64 * 64 * 4
	for _, test := range []struct {
		name string
		data []byte
		want int64
	}{
		{"baseline 4:2:0", jpegOf(t, image.NewRGBA(image.Rect(0, 0, 64, 64))), 64*64*3/2 + drawn},
		{"baseline grey", greyJPEG(t), 64*64 + drawn},
		{"progressive 4:4:4", progressive(64, 0x11, 0x11, 0x11), 64*64*3*5 + drawn},
		{"progressive 4:2:0", progressive(64, 0x22, 0x11, 0x11), 64*64*3/2*5 + drawn},
		{"progressive grey", progressive(64, 0x22), 64*64*5 + drawn},
		{"progressive CMYK", progressive(64, 0x11, 0x11, 0x11, 0x11), 64*64*4*5 + 64*64*4 + drawn},
		{"with bytes between", slices.Insert(progressive(64, 0x11), 71, []byte("\x00\x01\xff\x00\xff\xd0\xff\xff")...), 64*64*5 + drawn},
	} {
		p, err := inspect(jpegFile(test.data))
		if err != nil || p.memory != test.want {
			t.Errorf("%s: memory %d, error %v, want %d", test.name, p.memory, err, test.want)
		}
	}
}

func greyJPEG(t *testing.T) []byte {
	t.Helper()
	m := image.NewGray(image.Rect(0, 0, 64, 64))
	m.Set(1, 1, color.White)
	var b bytes.Buffer
	if err := jpeg.Encode(&b, m, nil); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
