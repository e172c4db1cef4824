package account_test

import (
	"testing"

	"rento/internal/audit"
)

// A customer has a language from the start, and changing it leaves one audit entry.
func TestTheLanguageOfACustomer(t *testing.T) {
	each(t, func(w *fixture) {
		language := func(id int64) string {
			c, err := w.Customer(t.Context(), id)
			w.must(err)
			return c.Language
		}
		if got := language(w.asha); got != "en" {
			t.Errorf("language of a new customer %q, want en", got)
		}
		ctx := audit.WithActor(t.Context(), audit.Customer())
		for range 2 {
			w.must(w.SetLanguage(ctx, w.asha, "hi"))
		}
		if got := language(w.asha); got != "hi" {
			t.Errorf("chosen language %q, want hi", got)
		}
		if got := language(w.bilal); got != "en" {
			t.Errorf("language of another customer %q, want en", got)
		}
		chosen := 0
		entries, err := w.store.Queries().AuditOf(t.Context(), w.asha)
		w.must(err)
		for _, e := range entries {
			if e.Action == "language_set" && e.Object == "language/hi" {
				chosen++
			}
		}
		if chosen != 1 {
			t.Errorf("%d entries language_set, want 1", chosen)
		}
	})
}

// The browser's language applies until the customer chooses one. After that, no browser's language
// replaces the choice.
func TestAChosenLanguageWinsOverABrowsers(t *testing.T) {
	each(t, func(w *fixture) {
		expect := func(after, language string, chosen bool) {
			t.Helper()
			c, err := w.Customer(t.Context(), w.asha)
			w.must(err)
			if c.Language != language || c.LanguageChosen != chosen {
				t.Errorf("after %s: %q, chosen %v, want %q, %v", after, c.Language, c.LanguageChosen, language, chosen)
			}
		}
		w.must(w.SetBrowserLanguage(w.Context(), w.asha, "hi"))
		expect("a Hindi browser", "hi", false)
		w.must(w.SetBrowserLanguage(w.Context(), w.asha, "en"))
		expect("an English browser", "en", false)
		w.must(w.SetBrowserLanguage(w.Context(), w.asha, "hi"))
		w.must(w.SetLanguage(w.Context(), w.asha, "hi")) // the same, but chosen
		expect("the choice", "hi", true)
		w.must(w.SetBrowserLanguage(w.Context(), w.asha, "en"))
		expect("an English browser after the choice", "hi", true)
		w.must(w.SetLanguage(w.Context(), w.asha, "en"))
		expect("another choice", "en", true)
	})
}

func TestALanguageIsOneThatIsShipped(t *testing.T) {
	each(t, func(w *fixture) {
		for _, language := range []string{"", "e", "EN", "xx", "fr", "eng", "en-IN", "e1", "हि", "en\n"} {
			w.refused("browser language "+language, w.SetBrowserLanguage(w.Context(), w.asha, language), 422)
			w.refused("language "+language, w.SetLanguage(w.Context(), w.asha, language), 422)
		}
		w.refused("a customer who does not exist", w.SetLanguage(w.Context(), 1, "hi"), 404)
	})
}
