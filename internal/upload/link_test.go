package upload

import (
	"net/http"
	"testing"

	"rento/internal/calendar"
	"rento/internal/fault"
)

// FuzzLink: nobody makes up a link to a picture, nor another one of a link.
func FuzzLink(f *testing.F) {
	s := NewLinks(calendar.NewFrozen(calendar.MustParse("2026-11-20").At(10, 0)), []byte("a secret"), "links to uploads", linkStep, linkLifetime)
	genuine := s.Token(7, "picture")
	for _, seed := range []string{genuine, "", ".", "...", genuine + "=", genuine + "\n", genuine[1:], "7.picture.zzzzzz.", "8" + genuine[1:], "\x00" + genuine} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, token string) {
		l, err := s.Read(token)
		if token == genuine && (err != nil || l.CustomerID != 7 || l.ID != "picture") {
			t.Fatalf(`the real one is %+v, %v; want not (token == genuine && (err != nil || l.CustomerID != 7 || l.ID != "picture"))`, l, err)
		}
		if token != genuine && !fault.Is(err, http.StatusNotFound) {
			t.Errorf("%q is taken as %+v, %v; want not (token != genuine && !fault.Is(err, http.StatusNotFound))", token, l, err)
		}
	})
}
