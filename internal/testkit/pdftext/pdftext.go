// Package pdftext reads the texts of the documents that package pdf made, as a
// viewer copies them. Tests use it.
package pdftext

import (
	"bytes"
	"compress/zlib"
	"encoding/hex"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf16"
)

var (
	object   = regexp.MustCompile(`(?s)(\d+) 0 obj\n(.*?)\nendobj\n`)
	packed   = regexp.MustCompile(`(?s)^<</Filter /FlateDecode /Length (\d+)[^>]*>>\nstream\n`)
	letters  = regexp.MustCompile(`<([0-9A-F]{4})> <([0-9A-F]+)>`)
	fontOf   = regexp.MustCompile(`/F(\d+) (\d+) 0 R`)
	unicodes = regexp.MustCompile(`/ToUnicode (\d+) 0 R`)
	content  = regexp.MustCompile(`/Contents (\d+) 0 R`)
	shown    = regexp.MustCompile(`BT |ET\n|/F(\d+) [\d.]+ Tf|/Span <</ActualText <FEFF([0-9A-F]*)>>> BDC|EMC|<([0-9A-F]{4})>`)
)

// Lines returns the lines of text of all pages, in the order in which they were
// drawn.
func Lines(file []byte) ([]string, error) {
	objects := map[string][]byte{}
	for _, m := range object.FindAllSubmatch(file, -1) {
		body := m[2]
		if p := packed.FindSubmatchIndex(body); p != nil {
			length, err := strconv.Atoi(string(body[p[2]:p[3]]))
			if err != nil {
				return nil, fmt.Errorf("pdftext: length: %w", err)
			}
			if body, err = unpack(body[p[1] : p[1]+length]); err != nil {
				return nil, err
			}
		}
		objects[string(m[1])] = body
	}
	var lines []string
	for n := 1; n <= len(objects); n++ {
		page := objects[strconv.Itoa(n)]
		at := content.FindSubmatch(page)
		if at == nil {
			continue
		}
		fonts := map[string]map[string]string{}
		for _, f := range fontOf.FindAllSubmatch(page, -1) {
			to := unicodes.FindSubmatch(objects[string(f[2])])
			if to == nil {
				return nil, fmt.Errorf("pdftext: font %s does not say its letters", f[1])
			}
			fonts[string(f[1])] = says(objects[string(to[1])])
		}
		lines = append(lines, read(objects[string(at[1])], fonts)...)
	}
	return lines, nil
}

func unpack(body []byte) ([]byte, error) {
	z, err := zlib.NewReader(bytes.NewReader(body))
	if err != nil {
		return nil, fmt.Errorf("pdftext: unpack: %w", err)
	}
	raw, err := io.ReadAll(z)
	if err != nil {
		return nil, fmt.Errorf("pdftext: unpack: %w", err)
	}
	return raw, nil
}

func says(table []byte) map[string]string {
	glyphs := map[string]string{}
	for _, m := range letters.FindAllSubmatch(table, -1) {
		glyphs[string(m[1])] = text(string(m[2]))
	}
	return glyphs
}

// read reads the lines of a page. What is said of a stretch of glyphs stands for
// them.
func read(page []byte, fonts map[string]map[string]string) []string {
	var lines []string
	var line strings.Builder
	font, said := "", false
	for _, m := range shown.FindAllSubmatch(page, -1) {
		switch op := string(m[0]); {
		case op == "BT ":
			line.Reset()
		case op == "ET\n":
			lines = append(lines, line.String())
		case op == "EMC":
			said = false
		case m[1] != nil:
			font = string(m[1])
		case m[2] != nil:
			line.WriteString(text(string(m[2])))
			said = true
		case !said:
			line.WriteString(fonts[font][string(m[3])])
		}
	}
	return lines
}

func text(utf16Hex string) string {
	raw, err := hex.DecodeString(utf16Hex)
	if err != nil {
		return ""
	}
	units := make([]uint16, len(raw)/2)
	for i := range units {
		units[i] = uint16(raw[2*i])<<8 | uint16(raw[2*i+1])
	}
	return string(utf16.Decode(units))
}
