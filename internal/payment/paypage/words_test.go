package paypage

import (
	"io/fs"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"
)

// withFiles returns the program's word files with other files added. An empty text removes a
// file.
func withFiles(t *testing.T, files map[string]string) fstest.MapFS {
	t.Helper()
	all := fstest.MapFS{}
	names, err := fs.Glob(wordFiles, "words/*")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		text, err := fs.ReadFile(wordFiles, name)
		if err != nil {
			t.Fatal(err)
		}
		all[name] = &fstest.MapFile{Data: text}
	}
	for name, text := range files {
		all[name] = &fstest.MapFile{Data: []byte(text)}
		if text == "" {
			delete(all, name)
		}
	}
	return all
}

// A new language needs only its own file.
func TestALanguageIsAFileOnly(t *testing.T) {
	hindi, err := fs.ReadFile(wordFiles, "words/hi.json")
	if err != nil {
		t.Fatal(err)
	}
	swedish := strings.Replace(string(hindi), "सुरक्षित भुगतान करें", "Betala säkert", 1)
	loaded, err := load(withFiles(t, map[string]string{"words/sv.json": swedish}))
	if err != nil {
		t.Fatal(err)
	}
	if got := loaded["sv"].Pay; got != "Betala säkert" || len(loaded) != len(languages)+1 {
		t.Errorf("%d languages, the new one says %q, want %q and %v", len(loaded), got, "Betala säkert", len(languages)+1)
	}
	for name, files := range map[string]map[string]string{
		"without English":       {"words/en.json": ""},
		"not JSON":              {"words/sv.json": "{"},
		"a text is missing":     {"words/sv.json": strings.Replace(swedish, `"paid"`, `"paidText2"`, 1)},
		"the text of a refusal": {"words/sv.json": strings.Replace(swedish, "payment.not_verified", "payment.verified", 1)},
		"a text is empty":       {"words/sv.json": strings.Replace(swedish, "Betala säkert", " ", 1)},
		"English lacks a text":  {"words/en.json": strings.Replace(string(hindi), `"closed"`, `"shut"`, 1)},
	} {
		if _, err := load(withFiles(t, files)); err == nil {
			t.Errorf("%s: it was taken", name)
		}
	}
}

func TestWordsFollowTheRequest(t *testing.T) {
	for _, c := range []struct{ query, header, want string }{
		{"", "", "en-IN"},
		{"", "hi-IN,hi;q=0.9,en;q=0.8", "hi-IN"},
		{"", "sv-SE, hi;q=0.9", "hi-IN"},
		{"", "en-GB,hi;q=0.9", "en-IN"},
		{"?lang=hi", "en", "hi-IN"},
		{"?lang=sv", "fr", "en-IN"},
	} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/pay/1"+c.query, http.NoBody)
		r.Header.Set("Accept-Language", c.header)
		if got := wordsFor(r).Lang; got != c.want {
			t.Errorf("%q and %q: %s, want %s", c.query, c.header, got, c.want)
		}
	}
}
