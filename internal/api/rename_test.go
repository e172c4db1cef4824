package api

import "testing"

// A line of an invoice names its product within its description.
func TestProductsAreNamedWithinDescriptions(t *testing.T) {
	hindi := map[string]string{"Oak sofa": "ओक सोफ़ा", "sofa": "सोफ़ा", "Lamp": "लैंप"}
	for text, want := range map[string]string{
		"Oak sofa":                               "ओक सोफ़ा",
		"Oak sofa: Torn cover":                   "ओक सोफ़ा: Torn cover",
		"Early closure of Oak sofa":              "Early closure of ओक सोफ़ा",
		"Picked up on 2026-10-15: Lamp":          "Picked up on 2026-10-15: लैंप",
		"Not the customer's: sofa: Lamp is gone": "Not the customer's: सोफ़ा: Lamp is gone",
		"Lampshade":                              "Lampshade",
		"Late fee for invoice KA/26-27/0000001":  "Late fee for invoice KA/26-27/0000001",
	} {
		if got := renameWithin(text, hindi); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}
