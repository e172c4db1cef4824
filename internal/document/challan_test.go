package document

import (
	"strings"
	"testing"

	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/subscription"
)

func challan() billing.Challan {
	return billing.Challan{
		Movement: billing.PickedUpGoods, Number: "KA/26-27/D000301", Date: calendar.MustParse("2026-11-20"), State: "29",
		Company: billing.Registration{StateCode: "29", GSTIN: "29AAACZ9999K1Z2", LegalName: "Rento Rentals Private Limited", Address: "14, Residency Road, Bengaluru 560025"},
		Party:   billing.Party{Name: "Asha Rao", Address: "12, Palm Court, 3rd Cross, Bengaluru, 560001"},
		Goods:   []subscription.Goods{{Name: "Oak sofa", HSN: "9401", Value: paise("24000.00")}, {Name: "Fridge", HSN: "8418", Value: paise("16000.00")}},
		Value:   paise("40000.00"),
	}
}

// Rule 55: what a delivery challan must hold, in every language, in three copies that
// say which they are.
func TestAChallanHoldsWhatTheLawWants(t *testing.T) {
	for code, w := range languages {
		printed := func(c billing.Challan) string {
			out, err := printer.challan(readIn(code), c)
			if err != nil {
				t.Fatal(err)
			}
			return strings.Join(strings.Fields(text(t, out)), " ")
		}
		r := readIn(code)
		got := printed(challan())
		holds(t, code, got, w.CopyConsignee, w.CopyTransporter, w.CopyConsigner, languages[english].NoSupply)
		for _, each := range []string{
			w.TitleChallan, "KA/26-27/D000301", r.day(calendar.MustParse("2026-11-20")), w.GoodsPickedUp, w.Consigner, w.Consignee,
			"GSTIN 29AAACZ9999K1Z2", "14, Residency Road, Bengaluru 560025", "Asha Rao", "12, Palm Court, 3rd Cross, Bengaluru, 560001", w.Unregistered,
			r.product("Oak sofa"), w.Quantity, "9401 1 ₹24,000.00", "8418 1 ₹16,000.00", "₹40,000.00", w.NoSupply, fill(w.SignatureFor, "{company}", "Rento Rentals Private Limited"),
		} {
			if strings.Count(got, each) < 3 {
				t.Errorf("%s: not each copy has %q:\n%s", code, each, got)
			}
		}
		if strings.Contains(got, w.PlaceOfSupply) || strings.Contains(got, w.ChallanCancelled) || strings.Contains(got, w.EWayBill) {
			t.Errorf("%s: within a state it names a place of supply or an e-way bill, or says that it is cancelled:\n%s", code, got)
		}
		far := challan()
		far.Movement, far.State, far.Cancelled, far.EWayBill = billing.DeliveredGoods, "24", true, "291008765432"
		holds(t, code, printed(far), w.GoodsDelivered, w.PlaceOfSupply, "Gujarat (24)", w.ChallanCancelled, w.EWayBill, "291008765432")
	}
}
