// Package bound says what of a text is stored. Of what a person enters it takes
// away what nobody sees (Line, Lines); what is too long is refused elsewhere.
// What programs write, errors and providers' answers, it cuts to the room of its
// column besides, and it joins the errors of work over many rows.
package bound

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// cutMark ends a text of which the rest was cut off.
const cutMark = "…"

// Text returns text as both engines store it: valid UTF-8 without what nobody
// sees (Lines), and at most so many characters, of which the last one is "…" when
// something was cut. most is at least 1.
func Text(text string, most int) string {
	text = Lines(text)
	if len(text) <= most || utf8.RuneCountInString(text) <= most {
		return text
	}
	kept := 0
	for at := range text {
		if kept == most-1 {
			return text[:at] + cutMark
		}
		kept++
	}
	return text
}

// Line is Lines for a text of one line: a break between lines becomes a blank.
func Line(text string) string { return written(text, ' ') }

// Lines returns a text as whoever reads it later shall see it, in valid UTF-8:
// without control characters and without those of Unicode that are not seen but
// change what is, such as the overrides of direction, by which a name or an
// account number reads backwards. ZWJ and ZWNJ stay, because Indian scripts and
// emoji are written with them. A tab becomes a blank, and a text of which nothing
// can be seen is empty.
func Lines(text string) string { return written(text, '\n') }

func written(text string, lineBreak rune) string {
	if isPlain(text) {
		return text
	}
	text = strings.ToValidUTF8(strings.ReplaceAll(text, "\x00", ""), string(utf8.RuneError))
	text = strings.ReplaceAll(text, "\r\n", "\n")
	seen := false
	text = strings.Map(func(r rune) rune {
		switch {
		case r == '\t':
			return ' '
		case unicode.In(r, unicode.Zl, unicode.Zp) || r >= '\n' && r <= '\r' || r == nextLine:
			return lineBreak
		case isHidden(r):
			return -1
		}
		seen = seen || !unicode.IsSpace(r) && !isJoiner(r) && !unicode.Is(unicode.Variation_Selector, r)
		return r
	}, text)
	if !seen {
		return ""
	}
	return text
}

// nextLine breaks a line in texts from mainframes.
const nextLine = '\u0085'

// isPlain says whether a text is of visible ASCII alone, as most are.
func isPlain(text string) bool {
	blank := true
	for i := range len(text) {
		if text[i] < ' ' || text[i] > '~' {
			return false
		}
		blank = blank && text[i] == ' '
	}
	return !blank || text == ""
}

// isHidden says whether nobody sees a character. The signs before a number in
// Arabic script and in Kaithi have the same category, and are seen.
func isHidden(r rune) bool {
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point) &&
		!isJoiner(r) && !unicode.Is(unicode.Prepended_Concatenation_Mark, r)
}

// isJoiner says whether a character is ZWNJ or ZWJ.
func isJoiner(r rune) bool { return r == '\u200c' || r == '\u200d' }

// Letters counts the letters of a text, those of every script, with their marks
// (the vowel signs of Indian scripts) and its digits: what says something.
func Letters(text string) (n int) {
	for _, r := range text {
		if unicode.In(r, unicode.L, unicode.M, unicode.Nd) {
			n++
		}
	}
	return n
}

// namedAtMost is how many errors Failures keeps.
const namedAtMost = 5

// Failures collects what went wrong for single rows while the work goes on for
// the others. It keeps the first five errors and counts all, so that neither
// memory nor the text grows with the number of rows. The zero value is ready.
type Failures struct {
	count int
	first []error
}

// Add counts an error; nil is none.
func (f *Failures) Add(err error) {
	if err == nil {
		return
	}
	if f.count++; f.count <= namedAtMost {
		f.first = append(f.first, err)
	}
}

// Err is nil when nothing failed. Otherwise it wraps the first five errors, and
// says how many there were when there were more.
func (f *Failures) Err() error {
	if f.count <= namedAtMost {
		return errors.Join(f.first...)
	}
	return fmt.Errorf("%d errors, the first of them: %w", f.count, errors.Join(f.first...))
}
