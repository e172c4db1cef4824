package picture_test

import (
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"rento/internal/pdf"
	"rento/internal/pdf/picture"
)

// sample is a page with everything that a page can have, in the scripts in which
// glyphs are joined, moved and made of others, and an empty page after it.
func sample(t *testing.T) []byte {
	t.Helper()
	d := pdf.New(pdf.Info{Title: "Sample", Author: "Rento", Language: "hi", Made: time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)})
	d.AddPage()
	y := 20 * pdf.MM
	for _, text := range []string{"Zoë Müller ₹ 2,830.00", "क्षत्रिय शर्मा", "ஸ்ரீ கோபாலகிருஷ்ணன்", "শ্রী বিশ্বজিৎ"} {
		y = d.Draw(d.Set(text, pdf.Style{Size: 12 * pdf.Point, Color: 0x2D3FB0}, 170*pdf.MM), 20*pdf.MM, y, 170*pdf.MM, pdf.Left)
	}
	d.Rectangle(20*pdf.MM, y, 30*pdf.MM, pdf.MM, 0xF1F3FA)
	d.Line(20*pdf.MM, y, 50*pdf.MM, y, pdf.Point/2, 0xD5D9E6)
	d.From(pdf.MM, pdf.MM).To(5*pdf.MM, pdf.MM).Corner(9*pdf.MM, pdf.MM, 9*pdf.MM, 5*pdf.MM).Close().Stroke(pdf.Point, 0xFFFFFF)
	d.AddPage()
	raw, err := d.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// A picture has every glyph of its page where the file has it, and says the same.
func TestAPageIsDrawn(t *testing.T) {
	pages, err := picture.Pages(sample(t))
	if err != nil {
		t.Fatal(err)
	}
	if len(pages) != 2 || len(pages[1].Lines) != 0 {
		t.Fatalf("got %d pages, want 2, the second empty", len(pages))
	}
	if want := []string{"Zoë Müller ₹ 2,830.00", "क्षत्रिय शर्मा", "ஸ்ரீ கோபாலகிருஷ்ணன்", "শ্রী বিশ্বজিৎ"}; !slices.Equal(pages[0].Lines, want) {
		t.Errorf("it says %q, want %q", pages[0].Lines, want)
	}
	svg := pages[0].SVG
	for _, want := range []string{`fill="#2d3fb0"`, `stroke-width="0.5"`, `stroke-linejoin="round"`, `fill="#f1f3fa"`, `viewBox="0 0 595.276 841.89"`} {
		if !strings.Contains(svg, want) {
			t.Errorf("the picture lacks %s", want)
		}
	}
	defined := map[string]bool{}
	for _, m := range regexp.MustCompile(`<path id="([^"]+)" d="M[^"]*z"/>`).FindAllStringSubmatch(svg, -1) {
		defined[m[1]] = true
	}
	used := regexp.MustCompile(`<use href="#([^"]+)"`).FindAllStringSubmatch(svg, -1)
	if len(used) < 45 || len(defined) < 25 {
		t.Errorf("%d glyphs of %d outlines, want one for each letter that is seen", len(used), len(defined))
	}
	for _, u := range used {
		if !defined[u[1]] {
			t.Errorf("the glyph %s has no outline", u[1])
		}
	}
}

// Pictures come from the file alone, so that the same file gives the same ones, and
// browsers can read them.
func TestAPictureIsWellFormedAndTheSameTwice(t *testing.T) {
	raw := sample(t)
	one, err := picture.Pages(raw)
	if err != nil {
		t.Fatal(err)
	}
	two, err := picture.Pages(raw)
	if err != nil || one[0].SVG != two[0].SVG {
		t.Errorf("the second picture differs (%v)", err)
	}
	for _, page := range one {
		for d := xml.NewDecoder(strings.NewReader(page.SVG)); ; {
			if _, err := d.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatal(err)
			}
		}
	}
}

// A file of somebody else is refused or has no pages; it never stops the program.
func TestAnotherFileIsNoPicture(t *testing.T) {
	whole := string(sample(t))
	for name, raw := range map[string]string{
		"nothing": "", "text": "no PDF", "another operator": strings.NewReplacer("/FlateDecode", "/Other").Replace(whole),
		"a font without widths": strings.ReplaceAll(whole, "/W [0 [", "/V [0 ["), "a font that is not there": strings.ReplaceAll(whole, "/FontFile2", "/FontFile3"),
	} {
		if pages, err := picture.Pages([]byte(raw)); err == nil && len(pages) > 0 {
			t.Errorf("%s: %d pages, want none", name, len(pages))
		}
	}
}
