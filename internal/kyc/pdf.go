package kyc

import (
	"bytes"
	"compress/zlib"
	"encoding/hex"
	"io"
	"slices"
)

// active are names in a PDF by which it does something when it is opened, or has other
// files in it. A script is always named /JavaScript where it is run; its own key, /JS, is so
// short that pictures have it by chance.
var active = []string{"/JavaScript", "/Launch", "/EmbeddedFile", "/EmbeddedFiles", "/RichMedia", "/XFA"}

// How many streams of packed objects are looked at in one PDF, and how many bytes of
// them together. One with more is refused.
const (
	mostPacked  = 4096
	maxUnpacked = 32 << 20
)

// acts says whether a PDF does something when it is opened, as far as its names tell: also
// where their letters are written as numbers, or they stand in packed objects. Objects that
// cannot be unpacked count as such, except in a PDF with a password, whose provider opens it.
func acts(data []byte) bool {
	if hasActive(data) {
		return true
	}
	locked, room, seen := hasName(data, "/Encrypt"), int64(maxUnpacked), 0
	for rest := data; ; {
		dictionary, packed, found := bytes.Cut(rest, []byte("stream")) // or what is before the end of one
		if !found {
			return false
		}
		rest = packed
		if !hasName(unescaped(dictionary), "/ObjStm") {
			continue
		}
		seen++
		objects, ok := unpacked(packed, room)
		if hasActive(objects) || !ok && !locked || seen > mostPacked {
			return true
		}
		room -= int64(len(objects))
	}
}

// unpacked reads a stream, room bytes at most. ok says that this was all of it.
func unpacked(packed []byte, room int64) (objects []byte, ok bool) {
	reader, err := zlib.NewReader(bytes.NewReader(bytes.TrimLeft(packed, "\r\n")))
	if err != nil {
		return nil, false
	}
	objects, err = io.ReadAll(io.LimitReader(reader, room+1))
	return objects, err == nil && int64(len(objects)) <= room
}

func hasActive(data []byte) bool {
	plain := unescaped(data)
	return slices.ContainsFunc(active, func(name string) bool { return hasName(data, name) || hasName(plain, name) })
}

// unescaped has the letters of names that are written as numbers, such as #4A. Elsewhere
// that may change what it likes: it is only looked at.
func unescaped(data []byte) []byte {
	if !bytes.ContainsRune(data, '#') {
		return data
	}
	out := make([]byte, 0, len(data))
	for i := 0; i < len(data); i++ {
		var letter [1]byte
		if data[i] == '#' && i+2 < len(data) {
			if _, err := hex.Decode(letter[:], data[i+1:i+3]); err == nil {
				out = append(out, letter[0])
				i += 2
				continue
			}
		}
		out = append(out, data[i])
	}
	return out
}

// hasName says whether a PDF has a name, and not one that only begins with it.
func hasName(data []byte, name string) bool {
	for {
		at := bytes.Index(data, []byte(name))
		if at < 0 {
			return false
		}
		data = data[at+len(name):]
		if len(data) == 0 || !isLetterOrDigit(data[0]) {
			return true
		}
	}
}

func isLetterOrDigit(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
}
