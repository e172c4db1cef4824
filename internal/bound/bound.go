// Package bound keeps what programs write within the room that its column has:
// the texts of errors and of providers' answers, and the errors of work over
// many rows. What a person enters is refused instead when it is too long.
package bound

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// cutMark ends a text of which the rest was cut off.
const cutMark = "…"

// Text returns text as both engines store it: valid UTF-8 without NUL, and at
// most so many characters, of which the last one is "…" when something was cut.
// most is at least 1.
func Text(text string, most int) string {
	text = strings.ToValidUTF8(strings.ReplaceAll(text, "\x00", ""), string(utf8.RuneError))
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
