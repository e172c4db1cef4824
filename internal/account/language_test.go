package account_test

import (
	"testing"

	"rento/internal/audit"
)

// A customer has a language from the start, and changing it leaves one trace.
func TestTheLanguageOfACustomer(t *testing.T) {
	each(t, func(w *world) {
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
			if e.Action == "language_chosen" && e.Object == "language/hi" {
				chosen++
			}
		}
		if chosen != 1 {
			t.Errorf("%d entries language_chosen, want 1", chosen)
		}
	})
}

func TestALanguageIsTwoSmallLetters(t *testing.T) {
	each(t, func(w *world) {
		for _, language := range []string{"", "e", "EN", "eng", "en-IN", "e1", "हि", "en\n"} {
			w.refused("language "+language, w.SetLanguage(w.Context(), w.asha, language), 422)
		}
		w.refused("a customer who does not exist", w.SetLanguage(w.Context(), 1, "hi"), 404)
	})
}
