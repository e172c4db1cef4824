package agreement

import (
	"bytes"
	"testing"

	"rento/internal/calendar"
	"rento/internal/money"
)

// What the fonts lack is left out or marked, and nothing else changes.
func TestPrintable(t *testing.T) {
	l, err := readLetters()
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]struct {
		shown   string
		isWhole bool
	}{
		"Asha Rao":               {"Asha Rao", true},
		"Zoë Müller-Łuczak":      {"Zoë Müller-Łuczak", true},
		"Asha 🌸 Rao 👩‍👩‍👧":       {"Asha Rao", true},
		"Asha ❤":                 {"Asha ❤", true},
		"आशा राव":                {"□ □", false},
		"ஆஷா":                    {"□", false},
		"Asha (আশা)":             {"Asha (□)", false},
		"𝒜sha":                   {"□sha", false},
		"line\nbreak\tand\x00\a": {"line break and", true},
		"broken \xff\xfe utf-8":  {"broken □ utf-8", false},
		"rent ₹1,299":            {"rent ₹1,299", true},
		"":                       {"", true},
	} {
		if shown, isWhole := l.printable(text); shown != want.shown || isWhole != want.isWhole {
			t.Errorf("%q: %q, whole %t, want %q, %t", text, shown, isWhole, want.shown, want.isWhole)
		}
	}
}

// Whatever a customer is called, the agreement prints; what the fonts lack is
// written by hand, and a picture in a name changes nothing.
func TestEveryNamePrints(t *testing.T) {
	printed := func(name, address string) []byte {
		t.Helper()
		n := Novation{
			Company: "Town Rentals 🛋", Number: "T1", On: calendar.MustParse("2026-11-20"),
			First: Party{Name: name, Mobile: "9000000001", Address: address}, Second: Party{Name: "Zoë", Mobile: "9000000002"},
			Items: []Item{{Name: "Sofa 🛋 सोफ़ा", Rent: money.Rupees(1499), Deposit: money.Rupees(3000), TenureEnd: calendar.MustParse("2027-01-01")}},
		}
		pdf, err := PDF(n)
		if err != nil {
			t.Fatalf("%q at %q: %v", name, address, err)
		}
		return pdf
	}
	plain := printed("Asha", "12, Palm Court")
	if !bytes.Equal(plain, printed("Asha 🌸", "12, Palm Court 🏠")) {
		t.Error("a picture changes the agreement")
	}
	box := printed("□", "12, Palm Court")
	if bytes.Equal(box, printed("आशा", "12, Palm Court")) {
		t.Error("no room to write the name by hand")
	}
	if bytes.Equal(printed("Asha", "□"), printed("Asha", "१२, पाम कोर्ट")) {
		t.Error("no room to write the address by hand")
	}
}
