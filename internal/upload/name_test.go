package upload

import (
	"strings"
	"testing"
)

// Names are kept for the customer to read, and for nothing else.
func TestNamesAreHarmless(t *testing.T) {
	for name, want := range map[string]string{
		"sofa.png": "sofa.jpg", "../../etc/passwd.jpg": "passwd.jpg", `..\..\windows\system.jpg`: "system.jpg", "/abs/olute.jpg": "olute.jpg",
		"a\x00b\r\n.jpg": "ab.jpg", "<script>.jpg": "script.jpg", ".jpg": "image.jpg", "...jpg": "image.jpg", "": "image.jpg", "/": "image.jpg",
		"सोफ़ा.webp": "सोफ़ा.jpg", "con:aux.jpg": "conaux.jpg", "a\u202egpj.exe.jpg": "agpj.exe.jpg", "a.jpg/": "a.jpg",
		strings.Repeat("long", 99) + ".jpg": strings.Repeat("long", 25) + ".jpg",
	} {
		if got := safeName(name); got != want {
			t.Errorf("%q became %q, want %q", name, got, want)
		}
	}
}

// FuzzName: no name leaves its folder or breaks a header.
func FuzzName(f *testing.F) {
	for _, seed := range []string{"a.jpg", "../a", `..\a.png`, "\x00", "सोफ़ा.jpg"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, name string) {
		safe := safeName(name)
		if strings.ContainsAny(safe, "/\\\x00\r\n\"<>") || !strings.HasSuffix(safe, ".jpg") || strings.HasPrefix(safe, ".") || len([]rune(safe)) > longestName+4 {
			t.Errorf("%q became %q, want %q at its end", name, safe, ".jpg")
		}
	})
}
