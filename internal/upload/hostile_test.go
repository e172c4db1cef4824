package upload

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"rento/internal/fault"
)

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
	add(413, "a byte too many", "a.jpg", "image/jpeg", append(bytes.Clone(pictures[".jpg"]), make([]byte, MaxBytes-len(pictures[".jpg"])+1)...))
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
		_, err := clean(f.data, f.name, f.kind)
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
		t.Errorf("error %v, want 415 and %v", err, context.Canceled)
	}
}
