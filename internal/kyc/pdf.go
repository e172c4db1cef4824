package kyc

import (
	"bytes"
	"compress/zlib"
	"encoding/hex"
	"io"
	"slices"
)

// active are the PDF names that make a PDF act when it is opened, or that embed other files. A
// script that runs always has the name /JavaScript. Its key /JS is not listed, because it is so
// short that pictures contain it by chance.
var active = []string{"/JavaScript", "/Launch", "/EmbeddedFile", "/EmbeddedFiles", "/RichMedia", "/XFA"}

// The limits for one PDF: the number of object streams inspected, and their total size in bytes. A
// PDF beyond a limit is refused.
const (
	mostPacked  = 4096
	maxUnpacked = 32 << 20
)

// acts says whether a PDF does something when it is opened, judging by its names. It also finds
// names whose letters are written as numbers, and names in compressed objects. Objects that cannot
// be decompressed count as active, except in a PDF with a password, which its provider opens.
func acts(data []byte) bool {
	if hasActive(data) {
		return true
	}
	locked, room, seen := hasName(data, "/Encrypt"), int64(maxUnpacked), 0
	for rest := data; ; {
		dictionary, packed, found := bytes.Cut(rest, []byte("stream")) // or the text before the end of a stream
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

// unpacked decompresses a stream, up to room bytes. ok says that this was the whole stream.
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

// unescaped replaces letters that are written as numbers, such as #4A. It may also change other
// bytes, which is harmless because the result is only searched.
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

// hasName says whether a PDF contains exactly this name, not only a longer one that starts with it.
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
