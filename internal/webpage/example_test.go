package webpage_test

import (
	"fmt"
	"net/http/httptest"

	"rento/internal/webpage"
)

// A page without scripts, which nobody may frame: what its policy does not name is
// allowed to nobody.
func ExamplePlain() {
	answer := httptest.NewRecorder()
	webpage.Plain(answer.Header(), webpage.Policy{Rules: []string{"style-src 'self'"}, Forms: "'self'"})
	fmt.Println(answer.Header().Get("Content-Type"))
	fmt.Println(answer.Header().Get("Content-Security-Policy"))
	// Output:
	// text/html; charset=utf-8
	// default-src 'none'; base-uri 'none'; object-src 'none'; form-action 'self'; style-src 'self'; frame-ancestors 'none'
}

// The language of a page is that of its address, or the first that the browser
// asks for and the page has.
func ExampleLanguage() {
	languages := []string{"en", "hi", "ta"}
	asked := httptest.NewRequest("GET", "/cities", nil)
	asked.Header.Set("Accept-Language", "fr, ta;q=0.8, hi;q=0.5")
	fmt.Println(webpage.Language(asked, languages, "en"))
	asked = httptest.NewRequest("GET", "/cities?lang=hi", nil)
	fmt.Println(webpage.Language(asked, languages, "en"))
	// Output:
	// ta
	// hi
}
