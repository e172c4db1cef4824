package pdf

import (
	"strings"
	"unicode"
)

// noLetter stands for letters that no font has.
const noLetter = '□'

// Characters that are not seen and tell how the letters beside them join.
const (
	joiner    = '\u200d'
	nonJoiner = '\u200c'
)

// Prints reports whether every letter and digit of a text is printed as it is.
func (d *Document) Prints(text string) bool {
	_, whole := d.faces[regular].printable(text)
	return whole
}

// printable is a text of which everything can be printed: pictures are left
// out. Other letters and digits that no font has become noLetter, and whole is
// false (docs/decisions/0022). Any white space is one space.
func (f *faces) printable(text string) (shown string, whole bool) {
	whole = true
	var b strings.Builder
	last := ' '
	for _, r := range text {
		switch {
		case unicode.IsSpace(r):
			r = ' '
		case r == joiner && unicode.IsMark(last), r == nonJoiner && unicode.IsMark(last):
		case unicode.IsGraphic(r) && r != unicode.ReplacementChar && f.has(r):
		case unicode.IsLetter(r), unicode.IsDigit(r), r == unicode.ReplacementChar:
			r, whole = noLetter, false
		default:
			continue
		}
		if r == last && (r == ' ' || r == noLetter) {
			continue
		}
		b.WriteRune(r)
		last = r
	}
	return strings.TrimSpace(b.String()), whole
}

// has reports whether some font has a letter.
func (f *faces) has(r rune) bool {
	_, found := f.find(r)
	return found
}
