package pdf

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"rento/internal/testkit/pdftext"
)

// sentences are one of each language that is shipped, and of the scripts of names.
var sentences = []struct{ language, text string }{
	{"en", "Tax invoice KA/26-27/0001234, ₹ 2,830.00 (two thousand)"},
	{"hi", "कर बीजक: क्षत्रिय शर्मा, किराया ₹ 1,499.00 प्रति माह। श्रीमती द्विवेदी"},
	{"mr", "कर बीजक: ज्ञानेश्वर काळे, पर्\u200dयाय, भाडे ₹ 1,499.00"},
	{"bn", "কর চালান: শ্রী বিশ্বজিৎ মুখোপাধ্যায়, ভাড়া ₹ 1,499.00। ক্ষুদ্র"},
	{"gu", "કર ભરતિયું: શ્રીમતી જ્ઞાનેશ્વરી પટેલ, ભાડું ₹ 1,499.00"},
	{"kn", "ತೆರಿಗೆ ಸರಕುಪಟ್ಟಿ: ಶ್ರೀ ಕೃಷ್ಣಮೂರ್ತಿ, ಬಾಡಿಗೆ ₹ 1,499.00"},
	{"ta", "வரி விலைப்பட்டியல்: ஸ்ரீ கோபாலகிருஷ்ணன், வாடகை ₹ 1,499.00"},
	{"te", "పన్ను ఇన్వాయిస్: శ్రీ వెంకటేశ్వర్లు, అద్దె ₹ 1,499.00"},
	{"ml", "ശ്രീമതി ലക്ഷ്മിക്കുട്ടി"},
	{"pa", "ਸ੍ਰੀ ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ"},
	{"or", "ଶ୍ରୀ କ୍ଷେତ୍ରମୋହନ"},
	{"ru", "Владимир Ωμέγα"},
}

func sample(language, text string, bold bool) *Document {
	d := New(Info{Title: "Sample", Author: "Rento", Language: language, Made: time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)})
	d.AddPage()
	d.Draw(d.Set(text, Style{Size: 12 * Point, Bold: bold}, Width-40*MM), 20*MM, 20*MM, Width-40*MM, Left)
	return d
}

func file(t *testing.T, d *Document) []byte {
	t.Helper()
	raw, err := d.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// The same text prints to the same bytes, in both weights and every script.
func TestTheSameBytesTwice(t *testing.T) {
	for _, s := range sentences {
		for _, bold := range []bool{false, true} {
			one, two := file(t, sample(s.language, s.text, bold)), file(t, sample(s.language, s.text, bold))
			if !bytes.Equal(one, two) {
				t.Errorf("%s: two prints differ", s.language)
			}
		}
	}
}

// What a reader copies or searches is what was written, though glyphs are joined
// and reordered.
func TestTextIsFoundAsWritten(t *testing.T) {
	for _, s := range sentences {
		got, err := pdftext.Lines(file(t, sample(s.language, s.text, false)))
		if err != nil || strings.Join(got, "") != s.text {
			t.Errorf("%s: read %q, want %q (%v)", s.language, got, s.text, err)
		}
	}
}

// Letters from right to left stand as they are seen: a viewer turns them itself.
func TestRightToLeftIsDrawnAsItIsSeen(t *testing.T) {
	got, err := pdftext.Lines(file(t, sample("ur", "محمد", false)))
	if err != nil || strings.Join(got, "") != "دمحم" {
		t.Errorf("read %q (%v), want it from right to left", got, err)
	}
}

// A conjunct is one glyph, and a vowel sign stands before the consonant after
// which it is written.
func TestScriptsAreShaped(t *testing.T) {
	for _, c := range []struct {
		text           string
		runes, visible int
	}{
		{"क्ष", 3, 1},  // Devanagari: one glyph for ka, virama, sha
		{"ಕ್ಷ", 3, 1},  // Kannada
		{"க்ஷ", 3, 1},  // Tamil
		{"ক্ষ", 3, 1},  // Bengali
		{"कि", 2, 2},   // the vowel sign is drawn first
		{"ffi", 3, -1}, // Latin, as the font likes
	} {
		d := New(Info{Language: "hi"})
		d.AddPage()
		text := d.Set(c.text, Style{Size: 12 * Point}, 100*MM)
		glyphs := text.lines[0].runs[0].glyphs
		if c.visible >= 0 && len(glyphs) != c.visible {
			t.Errorf("%s has %d glyphs, want %d", c.text, len(glyphs), c.visible)
		}
		if glyphs[0].TextIndex() != 0 || c.visible > 0 && glyphs[0].RunesCount() != c.runes {
			t.Errorf("%s: %+v, want one cluster of %d letters", c.text, glyphs, c.runes)
		}
	}
	d := New(Info{Language: "hi"})
	sign, letter := d.Set("कि", Style{Size: 12 * Point}, 100*MM), d.Set("क", Style{Size: 12 * Point}, 100*MM)
	if sign.lines[0].runs[0].glyphs[1].GlyphID != letter.lines[0].runs[0].glyphs[0].GlyphID {
		t.Error("the vowel sign of कि does not stand before its consonant")
	}
}

func TestLinesAreNotWiderThanTheirRoom(t *testing.T) {
	d := New(Info{Language: "ta"})
	for _, s := range sentences {
		for _, width := range []Unit{20 * MM, 45 * MM, 170 * MM} {
			text := d.Set(s.text+" "+strings.Repeat("x", 90), Style{Size: 9 * Point}, width)
			if text.Width() > width {
				t.Errorf("%s: %s is wider than %s", s.language, text.Width(), width)
			}
			if text.Height() != Unit(text.Lines())*text.pitch {
				t.Errorf("%s: height %s, want that of %d lines", s.language, text.Height(), text.Lines())
			}
		}
	}
}

// What no font has becomes a box, pictures are left out, and nothing else changes
// (decision 0022).
func TestLettersThatNoFontHas(t *testing.T) {
	d := New(Info{})
	for text, want := range map[string]struct {
		shown string
		whole bool
	}{
		"Zoë Müller-Łuczak":      {"Zoë Müller-Łuczak", true},
		"Asha 🌸 Rao 👩‍👩‍👧":       {"Asha Rao", true},
		"Asha ❤":                 {"Asha ❤", true},
		"आशा राव, আশা":           {"आशा राव, আশা", true},
		"पर्\u200dयाय":           {"पर्\u200dयाय", true},
		"مہک ڈے، ۂ ۓ ڑ ں ک گ ی":  {"مہک ڈے، ۂ ۓ ڑ ں ک گ ی", true}, // Urdu
		"鈴木":                     {"□", false},
		"𝒜sha":                   {"□sha", false},
		"line\nbreak\tand\x00\a": {"line break and", true},
		"broken \xff\xfe utf-8":  {"broken □ utf-8", false},
		"rent ₹1,299":            {"rent ₹1,299", true},
		"":                       {"", true},
	} {
		if shown, whole := d.faces[regular].printable(text); shown != want.shown || whole != want.whole {
			t.Errorf("%q: %q, whole %t, want %q, %t", text, shown, whole, want.shown, want.whole)
		}
	}
	if text := d.Set("", Style{Size: Point}, MM); text.Lines() != 0 || text.Height() != 0 || !d.Prints("") {
		t.Errorf("an empty text has %d lines", text.Lines())
	}
}

func TestFontsAreReadable(t *testing.T) {
	names, err := filepath.Glob("fonts/*.ttf")
	if err != nil {
		t.Fatal(err)
	}
	var used []string
	for _, list := range typefaces {
		for _, f := range list {
			f.read()
			used = append(used, "fonts/"+f.name+".ttf")
		}
	}
	for _, name := range names {
		if !slices.Contains(used, name) {
			t.Errorf("%s is used by no weight", name)
		}
	}
	if _, err := os.Stat("fonts/OFL.txt"); err != nil {
		t.Error(err)
	}
}

func TestFontsThatAreBroken(t *testing.T) {
	for _, raw := range [][]byte{nil, []byte("font"), bytes.Repeat([]byte{0}, 100)} {
		if _, err := parseFont(raw); err == nil {
			t.Errorf("a font of %d bytes was read", len(raw))
		}
	}
}
