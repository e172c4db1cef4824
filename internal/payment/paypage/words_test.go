package paypage

import (
	"io/fs"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"
)

// withFiles is the words of the program with other files besides; an empty one
// takes a file away.
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

// A language is added by its file.
func TestALanguageIsAFileOnly(t *testing.T) {
	hindi, err := fs.ReadFile(wordFiles, "words/hi.json")
	if err != nil {
		t.Fatal(err)
	}
	telugu := strings.Replace(string(hindi), "सुरक्षित भुगतान करें", "సురక్షితంగా చెల్లించండి", 1)
	loaded, err := load(withFiles(t, map[string]string{"words/te.json": telugu}))
	if err != nil {
		t.Fatal(err)
	}
	if got := loaded["te"].Pay; got != "సురక్షితంగా చెల్లించండి" || len(loaded) != len(languages)+1 {
		t.Errorf("%d languages, the third says %q", len(loaded), got)
	}
	for name, files := range map[string]map[string]string{
		"without English":       {"words/en.json": ""},
		"not JSON":              {"words/te.json": "{"},
		"a text is missing":     {"words/te.json": strings.Replace(telugu, `"paid"`, `"paidText2"`, 1)},
		"the text of a refusal": {"words/te.json": strings.Replace(telugu, "payment.not_verified", "payment.verified", 1)},
		"a text is empty":       {"words/te.json": strings.Replace(telugu, "సురక్షితంగా చెల్లించండి", " ", 1)},
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
		{"", "ta-IN, hi;q=0.9", "hi-IN"},
		{"", "en-GB,hi;q=0.9", "en-IN"},
		{"?lang=hi", "en", "hi-IN"},
		{"?lang=ta", "fr", "en-IN"},
	} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/pay/1"+c.query, http.NoBody)
		r.Header.Set("Accept-Language", c.header)
		if got := wordsFor(r).Lang; got != c.want {
			t.Errorf("%q and %q: %s, want %s", c.query, c.header, got, c.want)
		}
	}
}
