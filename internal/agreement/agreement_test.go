package agreement_test

import (
	"bytes"
	"strings"
	"testing"

	"rento/internal/agreement"
	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/testkit/pdftext"
)

// TRANSFER-08: the agreement is for paper; however long names are, it prints,
// and the same one to the same bytes.
func TestPDF(t *testing.T) {
	n := agreement.Novation{
		Company: "Town Rentals", Number: "T1", On: calendar.MustParse("2026-11-20"),
		First:  agreement.Party{Name: "First " + strings.Repeat("Long ", 60), Mobile: "9000000001", Address: "12, Palm Court, Bengaluru"},
		Second: agreement.Party{Name: "Zoë", Mobile: "9000000002"},
	}
	for range 40 {
		n.Items = append(n.Items, agreement.Item{
			Name: strings.Repeat("Sofa ", 30), Rent: money.Rupees(1499), Deposit: money.Rupees(3000), TenureEnd: calendar.MustParse("2027-01-01"),
		})
	}
	one, err := agreement.PDF(n)
	if err != nil || !bytes.HasPrefix(one, []byte("%PDF-")) || len(one) < 10_000 || len(one) > 300_000 {
		t.Fatalf("%d bytes, %v", len(one), err)
	}
	if two, err := agreement.PDF(n); err != nil || !bytes.Equal(one, two) {
		t.Fatalf("printed differently the second time: %v", err)
	}
}

// Whatever a customer is called, the agreement names them: in the scripts of
// India too. What no font has is written by hand, and a picture in a name
// changes nothing (decision 0022).
func TestEveryNamePrints(t *testing.T) {
	printed := func(name, address string) []byte {
		t.Helper()
		n := agreement.Novation{
			Company: "Town Rentals 🛋", Number: "T1", On: calendar.MustParse("2026-11-20"),
			First: agreement.Party{Name: name, Mobile: "9000000001", Address: address}, Second: agreement.Party{Name: "Zoë", Mobile: "9000000002"},
			Items: []agreement.Item{{Name: "Sofa 🛋 सोफ़ा", Rent: money.Rupees(1499), Deposit: money.Rupees(3000), TenureEnd: calendar.MustParse("2027-01-01")}},
		}
		out, err := agreement.PDF(n)
		if err != nil {
			t.Fatalf("%q at %q: %v", name, address, err)
		}
		return out
	}
	if !bytes.Equal(printed("Asha", "12, Palm Court"), printed("Asha 🌸", "12, Palm Court 🏠")) {
		t.Error("a picture changes the agreement")
	}
	for name, byHand := range map[string]bool{"आशा क्षत्रिय": false, "ஸ்ரீ கோபால்": false, "Asha": false, "鈴木": true} {
		lines, err := pdftext.Lines(printed(name, name))
		if err != nil {
			t.Fatal(err)
		}
		text := strings.Join(lines, "\n")
		if strings.Contains(text, "written by hand") != byHand || strings.Contains(text, name) == byHand {
			t.Errorf("%s: by hand %t:\n%s", name, byHand, text)
		}
	}
}
