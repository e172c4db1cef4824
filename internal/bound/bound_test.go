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
			t.Errorf("five errors are told as %q", f.Err())
		}
	}
	err := f.Err()
	if !errors.Is(err, reason) || !strings.HasPrefix(err.Error(), "1000 errors, the first of them: row 0: no rate\n") || len(err.Error()) > 200 {
		t.Errorf("a thousand errors are told as %q", err)
	}
}

func ExampleText() {
	fmt.Println(bound.Text("The fund account is not active", 20))
	// Output: The fund account is…
}
