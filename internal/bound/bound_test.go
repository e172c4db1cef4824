package bound_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"rento/internal/bound"
)

func TestText(t *testing.T) {
	tests := []struct {
		name, text string
		most       int
		want       string
	}{
		{"empty", "", 3, ""},
		{"as long as the room", "किर", 3, "किर"},
		{"one more", "abcd", 3, "ab…"},
		{"characters, not bytes", "रुपये", 5, "रुपये"},
		{"cut between characters", "रुपये", 3, "रु…"},
		{"one character", "ab", 1, "…"},
		{"NUL", "a\x00b", 2, "ab"},
		{"not UTF-8", "a\xff\xfeb", 3, "a\uFFFDb"},
		{"NUL inside a character", "\xe0\x00\xa4\xb0", 2, "र"},
	}
	for _, c := range tests {
		if got := bound.Text(c.text, c.most); got != c.want {
			t.Errorf("%s: Text(%q, %d) = %q, want %q", c.name, c.text, c.most, got, c.want)
		}
	}
}

func FuzzText(f *testing.F) {
	f.Add("a\x00\xffरुपये", 3)
	f.Add(strings.Repeat("é", 100), 99)
	f.Fuzz(func(t *testing.T, text string, most int) {
		most = 1 + most&0xffff
		got := bound.Text(text, most)
		if n := utf8.RuneCountInString(got); n > most || !utf8.ValidString(got) || strings.ContainsRune(got, 0) {
			t.Errorf("Text(%q, %d) = %q: %d characters, valid %t", text, most, got, n, utf8.ValidString(got))
		}
		if again := bound.Text(got, most); again != got {
			t.Errorf("Text of its own answer %q is %q", got, again)
		}
	})
}

// What people write is stored without what nobody sees.
func TestWhatNobodySeesIsTakenAway(t *testing.T) {
	for _, c := range []struct{ name, text, line, lines string }{
		{"nothing", "", "", ""},
		{"plain", "3rd Cross, Lane 7", "3rd Cross, Lane 7", "3rd Cross, Lane 7"},
		{"two lines", "The arm\nis loose.", "The arm is loose.", "The arm\nis loose."},
		{"lines of Windows", "The arm\r\nis loose.", "The arm is loose.", "The arm\nis loose."},
		{"other breaks", "a\rb\vc\fd\u0085e\u2028f\u2029g", "a b c d e f g", "a\nb\nc\nd\ne\nf\ng"},
		{"a tab", "a\tb", "a b", "a b"},
		{"C0", "a\x00b\x07c\x1b[31md\x7fe", "abc[31mde", "abc[31mde"},
		{"C1", "a\u0080b\u009fc", "abc", "abc"},
		{"overrides of direction", "\u202aa\u202bb\u202cc\u202dd\u202e", "abcd", "abcd"},
		{"isolates of direction", "\u2066a\u2067b\u2068c\u2069", "abc", "abc"},
		{"marks of direction", "a\u200eb\u200fc\u061c", "abc", "abc"},
		{"no width", "a\u200bb\u2060c\ufeffd\u00ade", "abcde", "abcde"},
		{"notes between lines", "a\ufff9b\ufffac\ufffb", "abc", "abc"},
		{"tags, fillers", "a\U000e0041b\u3164c\u034f", "abc", "abc"},
		{"not UTF-8", "a\xffb", "a\ufffdb", "a\ufffdb"},
		{"ZWJ and ZWNJ of Indian scripts", "क्\u200dष क्\u200cष", "क्\u200dष क्\u200cष", "क्\u200dष क्\u200cष"},
		{"emoji of several", "👩\u200d👧 ❤️", "👩\u200d👧 ❤️", "👩\u200d👧 ❤️"},
		{"signs that are seen", "\u0600\U000110bd", "\u0600\U000110bd", "\u0600\U000110bd"},
		{"the rupee, a blank that does not break", "₹\u00a05", "₹\u00a05", "₹\u00a05"},
		{"blanks alone", "   ", "", ""},
		{"joiners and breaks alone", "\u200d \n\u200c\ufe0f", "", ""},
	} {
		if got := bound.Line(c.text); got != c.line {
			t.Errorf("%s: Line(%q) = %q, want %q", c.name, c.text, got, c.line)
		}
		if got := bound.Lines(c.text); got != c.lines {
			t.Errorf("%s: Lines(%q) = %q, want %q", c.name, c.text, got, c.lines)
		}
	}
}

func TestLetters(t *testing.T) {
	for text, want := range map[string]int{
		"": 0, "..........": 0, " \n\t-_!? ": 0, "By phone, 2 times": 13, "फ़ोन पर": 6, "\u202e\u200d": 0,
	} {
		if got := bound.Letters(text); got != want {
			t.Errorf("Letters(%q) = %d, want %d", text, got, want)
		}
	}
}

func TestFailures(t *testing.T) {
	var f bound.Failures
	f.Add(nil)
	if err := f.Err(); err != nil {
		t.Fatalf("nothing failed, and Err() = %v", err)
	}
	reason := errors.New("no rate")
	for i := range 1000 {
		f.Add(fmt.Errorf("row %d: %w", i, reason))
		if i == 4 && f.Err().Error() != "row 0: no rate\nrow 1: no rate\nrow 2: no rate\nrow 3: no rate\nrow 4: no rate" {
			t.Errorf("five errors are told as %q, want %q", f.Err(), "row 0: no rate\nrow 1: no rate\nrow 2: no rate\nrow 3: no rate\nrow 4: no rate")
		}
	}
	err := f.Err()
	if !errors.Is(err, reason) || !strings.HasPrefix(err.Error(), "1000 errors, the first of them: row 0: no rate\n") || len(err.Error()) > 200 {
		t.Errorf("a thousand errors are told as %q, want %v and %q at its beginning", err, reason, "1000 errors, the first of them: row 0: no rate\n")
	}
}

func ExampleText() {
	fmt.Println(bound.Text("The fund account is not active", 20))
	// Output: The fund account is…
}
