package provider_test

import (
	"testing"

	"rento/internal/provider"
)

func TestMaskUPI(t *testing.T) {
	for id, want := range map[string]string{
		"kabir@okbank":      "ka…@okbank",
		"9000000011@ybl":    "90…@ybl",
		"a@upi":             "a…@upi",
		"कबीर@okbank":       "कब…@okbank",
		"kabir@okbank@evil": "ka…@okbank@evil",
		"kabir":             "…",
		"@okbank":           "…",
		"":                  "…",
	} {
		if got := provider.MaskUPI(id); got != want {
			t.Errorf("MaskUPI(%q) = %q, want %q", id, got, want)
		}
	}
}

func TestMaskName(t *testing.T) {
	for name, want := range map[string]string{
		"Kabir Anand": "K… A…", "  asha  ": "a…", "कबीर आनंद": "क… आ…", "R": "R…", "": "",
	} {
		if got := provider.MaskName(name); got != want {
			t.Errorf("MaskName(%q) = %q, want %q", name, got, want)
		}
	}
}
