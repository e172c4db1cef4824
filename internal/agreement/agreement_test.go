package agreement_test

import (
	"bytes"
	"strings"
	"testing"

	"rento/internal/agreement"
	"rento/internal/calendar"
	"rento/internal/money"
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
