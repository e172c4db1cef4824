package kyc

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"strings"
	"testing"
)

// packedObjects is a PDF object that holds other objects, compressed.
func packedObjects(t *testing.T, objects string) string {
	t.Helper()
	var out bytes.Buffer
	w := zlib.NewWriter(&out)
	if _, err := w.Write([]byte(objects)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("7 0 obj\n<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length %d >>\nstream\r\n%s\nendstream\nendobj\n", out.Len(), out.String())
}

// A PDF that runs, starts or embeds something is refused, however its names are written and
// wherever they are. A PDF that only shows something is accepted, whatever bytes its pictures
// contain. S10
func TestPDFsThatActAreRefused(t *testing.T) {
	const script, picture = "<< /S /JavaScript /JS (app.alert(1)) >>", "4 0 obj\n<< /Subtype /Image >>\nstream\n\x00/JS\x01\x02#4a\nendstream\nendobj\n"
	plain := "%PDF-1.7\n" + picture
	for what, c := range map[string]struct {
		text string
		want bool
	}{
		"plain":                          {plain, false},
		"packed":                         {plain + packedObjects(t, "1 0 << /Type /Page >>"), false},
		"a name that only begins so":     {plain + "<< /LaunchPad 1 /XFAx 2 /JavaScripts 3 >>", false},
		"with a password":                {plain + "<< /Encrypt 9 0 R >>\n<< /Type /ObjStm >>\nstream\n\x8f\x11\x22\nendstream\n", false},
		"script":                         {plain + script, true},
		"script in numbers":              {plain + strings.ReplaceAll(script, "/JavaScript", "/J#61va#53cript"), true},
		"script that is packed":          {plain + packedObjects(t, "1 0 "+script), true},
		"packed and in numbers":          {plain + packedObjects(t, "1 0 "+strings.ReplaceAll(script, "Java", "#4Aava")), true},
		"packed under a name in numbers": {plain + strings.ReplaceAll(packedObjects(t, "1 0 "+script), "/ObjStm", "/Obj#53tm"), true},
		"packed after a string":          {plain + strings.ReplaceAll(packedObjects(t, "1 0 "+script), "/N 1", "/N 1 /X (stream)"), true},
		"packed in another way":          {plain + "<< /Type /ObjStm /Filter /LZWDecode >>\nstream\nabc\nendstream\n", true},
		"cut short":                      {plain + packedObjects(t, strings.Repeat("1 0 << /Type /Page >>", 50))[:120], true},
		"start":                          {plain + "<< /S /Launch /F (calc.exe) >>", true},
		"a file in it":                   {plain + "<< /Type /EmbeddedFile >>", true},
		"files in it":                    {plain + "<< /Names << /EmbeddedFiles 5 0 R >> >>", true},
		"a form of its own":              {plain + "<< /XFA 5 0 R >>", true},
		"a film":                         {plain + "<< /Subtype/RichMedia>>", true},
		"a bomb":                         {plain + packedObjects(t, strings.Repeat("\x00", maxUnpacked+1)), true},
		"more than anybody packs":        {plain + "/Encrypt " + strings.Repeat("/ObjStm stream\n\x78\x9c", mostPacked+1), true},
	} {
		if got := acts([]byte(c.text)); got != c.want {
			t.Errorf("%s: acts %t, want %t", what, got, c.want)
		}
	}
}

// FuzzPDF: a script is found, whatever precedes it.
func FuzzPDF(f *testing.F) {
	for _, seed := range []string{"%PDF-1.7", "/ObjStm stream\n\x78\x9c", "#", "#4", "/J#61vaScript ", "/Encrypt /ObjStm stream"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if with := append(bytes.Clone(data), " /S /JavaScript "...); !acts(with) {
			t.Errorf("%q: a script after it is not seen", data)
		}
	})
}
