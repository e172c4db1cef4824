package pdf

import (
	"bytes"
	"compress/zlib"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"io"
	"strings"
)

// writer writes the objects of a PDF one after the other.
type writer struct {
	out bytes.Buffer
	at  []int // where each object begins; the first is object 1
}

// reserve takes a number for an object that is written later.
func (w *writer) reserve() int {
	w.at = append(w.at, 0)
	return len(w.at)
}

func (w *writer) object(number int, format string, values ...any) {
	w.at[number-1] = w.out.Len()
	fmt.Fprintf(&w.out, "%d 0 obj\n", number)
	fmt.Fprintf(&w.out, format, values...)
	w.out.WriteString("\nendobj\n")
}

func (w *writer) add(format string, values ...any) int {
	number := w.reserve()
	w.object(number, format, values...)
	return number
}

// stream writes a compressed stream; more are entries of its dictionary.
func (w *writer) stream(data []byte, more string) (int, error) {
	var packed bytes.Buffer
	z := zlib.NewWriter(&packed)
	if _, err := z.Write(data); err != nil {
		return 0, fmt.Errorf("pdf: compress: %w", err)
	}
	if err := z.Close(); err != nil {
		return 0, fmt.Errorf("pdf: compress: %w", err)
	}
	return w.add("<</Filter /FlateDecode /Length %d%s>>\nstream\n%s\nendstream", packed.Len(), more, packed.Bytes()), nil
}

// WriteTo writes the document. Nothing can be drawn on it any more.
func (d *Document) WriteTo(out io.Writer) (int64, error) {
	w := &writer{}
	w.out.WriteString("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
	pages := w.reserve()
	fonts, err := d.writeFonts(w)
	if err != nil {
		return 0, err
	}
	var kids strings.Builder
	for _, page := range d.pages {
		content, err := w.stream(page.Bytes(), "")
		if err != nil {
			return 0, err
		}
		fmt.Fprintf(&kids, "%d 0 R ", w.add("<</Type /Page /Parent %d 0 R /MediaBox [0 0 %s %s] /Resources <</Font <<%s>>>> /Contents %d 0 R>>", pages, Width, Height, fonts, content))
	}
	w.object(pages, "<</Type /Pages /Count %d /Kids [%s]>>", len(d.pages), strings.TrimSpace(kids.String()))
	root := w.add("<</Type /Catalog /Pages %d 0 R /Lang %s /ViewerPreferences <</DisplayDocTitle true>>>>", pages, written(d.info.Language))
	made := d.info.Made.UTC().Format("D:20060102150405Z")
	info := w.add("<</Title %s /Author %s /CreationDate (%s) /ModDate (%s)>>", written(d.info.Title), written(d.info.Author), made, made)
	w.finish(root, info)
	n, err := w.out.WriteTo(out)
	if err != nil {
		return n, fmt.Errorf("pdf: write: %w", err)
	}
	return n, nil
}

// Bytes is the document as a file.
func (d *Document) Bytes() ([]byte, error) {
	var out bytes.Buffer
	if _, err := d.WriteTo(&out); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// finish writes where the objects begin. The name of the file is made of its
// content.
func (w *writer) finish(root, info int) {
	id := sha256.Sum256(w.out.Bytes())
	start := w.out.Len()
	fmt.Fprintf(&w.out, "xref\n0 %d\n0000000000 65535 f \n", len(w.at)+1)
	for _, at := range w.at {
		fmt.Fprintf(&w.out, "%010d 00000 n \n", at)
	}
	fmt.Fprintf(&w.out, "trailer\n<</Size %d /Root %d 0 R /Info %d 0 R /ID [<%x> <%x>]>>\nstartxref\n%d\n%%%%EOF\n", len(w.at)+1, root, info, id[:16], id[:16], start)
}

// written is a text in a dictionary.
func written(s string) string { return "<FEFF" + utf16Hex(s) + ">" }

// writeFonts writes the fonts with their names in the resources of each page.
func (d *Document) writeFonts(w *writer) (string, error) {
	var resources strings.Builder
	for _, s := range d.subsets {
		number, err := s.write(w)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&resources, "/F%d %d 0 R ", s.number, number)
	}
	return strings.TrimSpace(resources.String()), nil
}

// write writes a font: its glyphs are numbered as in the subset, and it says
// which letters each stands for.
func (s *subset) write(w *writer) (int, error) {
	file, source := s.file(), s.face.read()
	embedded, err := w.stream(file, fmt.Sprintf(" /Length1 %d", len(file)))
	if err != nil {
		return 0, err
	}
	letters, err := w.stream(s.toUnicode(), "")
	if err != nil {
		return 0, err
	}
	name := s.tag(file) + "+" + s.face.name
	height := func(at int) int {
		return int(int16(binary.BigEndian.Uint16(source.hhea[at:]))) * em / int(source.font.Upem())
	}
	ascent, descent := height(4), height(6)
	descriptor := w.add("<</Type /FontDescriptor /FontName /%s /Flags 4 /FontBBox [-500 %d 2000 %d] /ItalicAngle 0 /Ascent %d /Descent %d /CapHeight 700 /StemV 80 /FontFile2 %d 0 R>>",
		name, descent, ascent, ascent, descent, embedded)
	inner := w.add("<</Type /Font /Subtype /CIDFontType2 /BaseFont /%s /CIDSystemInfo <</Registry (Adobe) /Ordering (Identity) /Supplement 0>> /CIDToGIDMap /Identity /FontDescriptor %d 0 R /W [0 [%s]]>>",
		name, descriptor, s.widthList())
	return w.add("<</Type /Font /Subtype /Type0 /BaseFont /%s /Encoding /Identity-H /DescendantFonts [%d 0 R] /ToUnicode %d 0 R>>", name, inner, letters), nil
}

// tag names the subset in six letters, as a PDF wants it.
func (s *subset) tag(file []byte) string {
	sum := sha256.Sum256(file)
	tag := make([]byte, 6)
	for i := range tag {
		tag[i] = 'A' + sum[i]%26
	}
	return string(tag)
}

func (s *subset) widthList() string {
	list := make([]string, len(s.widths))
	for i, v := range s.widths {
		list[i] = sixtyFourths(v)
	}
	return strings.Join(list, " ")
}

// most is how many entries a block of a table of letters may have.
const most = 100

func (s *subset) toUnicode() []byte {
	var entries []string
	for id, letters := range s.letters {
		if letters != "" {
			entries = append(entries, fmt.Sprintf("<%04X> <%s>", id, utf16Hex(letters)))
		}
	}
	var b bytes.Buffer
	b.WriteString("/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Letters def /CMapType 2 def\n1 begincodespacerange <0000> <FFFF> endcodespacerange\n")
	for len(entries) > 0 {
		n := min(len(entries), most)
		fmt.Fprintf(&b, "%d beginbfchar\n%s\nendbfchar\n", n, strings.Join(entries[:n], "\n"))
		entries = entries[n:]
	}
	b.WriteString("endcmap end end\n")
	return b.Bytes()
}
