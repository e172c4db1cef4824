package billing_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/store"
	"rento/internal/testkit"
	"rento/internal/testkit/company"
)

// Each line of a document says what it is about, so that it can be described in any language. The
// English text is the one that was issued.
func TestWhatALineIsAbout(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w, c := owing(t, s)
		rental := w.Invoices(c)[0]
		lines := func() map[string]billing.About {
			t.Helper()
			about := map[string]billing.About{}
			for _, invoice := range w.Invoices(c) {
				doc, err := w.Billing.Document(t.Context(), s.Queries(), c, invoice.ID)
				if err != nil {
					t.Fatal(err)
				}
				for _, l := range doc.Lines {
					about[l.Description] = l.About
				}
			}
			return about
		}
		assess(t, w, "2026-11-11")
		w.Pay(c, "all", w.Balances(c).Dues())
		chargedAndCredited(t, w, c, rental.ID)

		sofa, number := "Sofa", rental.Number
		rent := billing.About{For: billing.ForRent, Product: sofa}
		exit := billing.About{For: billing.ForEarlyClosure, Product: sofa}
		damage := billing.About{For: billing.ForDamage, Product: sofa, Written: "Leg: broken, ₹50"}
		other := billing.About{For: billing.ForCharge, Product: sofa, Written: "A second visit"}
		fee := billing.About{For: billing.ForLateFee, FeeOf: number}
		because := func(a billing.About, code billing.ReasonCode, date, written string) billing.About {
			a.Reason = billing.Reason{Code: code, Written: written}
			if date != "" {
				a.Reason.Day = calendar.MustParse(date)
			}
			return a
		}
		want := map[string]billing.About{
			sofa:                                                   rent,
			"Early closure of " + sofa:                             exit,
			sofa + ": Leg: broken, ₹50":                            damage,
			"A second visit":                                       other,
			"Late fee for invoice " + number:                       fee,
			"Picked up on 2026-10-30: " + sofa:                     because(rent, billing.PickedUp, "2026-10-30", ""),
			"Changed on 2026-10-29: " + sofa:                       because(rent, billing.TermsChanged, "2026-10-29", ""),
			"Pickup put off: Early closure of " + sofa:             because(exit, billing.PickupPutOff, "", ""),
			"Credited before the change: " + sofa:                  because(rent, billing.CreditedBefore, "", ""),
			"Closure request taken back: Early closure of " + sofa: because(exit, billing.RequestTakenBack, "", ""),
			"Ours: a slip: " + sofa + ": Leg: broken, ₹50":         because(damage, billing.WrittenReason, "", "Ours: a slip"),
			"Never worked: " + sofa:                                because(rent, billing.WrittenReason, "", "Never worked"),
			"Never worked: Late fee for invoice " + number:         because(fee, billing.WrittenReason, "", "Never worked"),
		}
		if diff := cmp.Diff(want, lines(), cmpopts.EquateComparable(calendar.Date{})); diff != "" {
			t.Errorf("what the lines are about (-want +got):\n%s", diff)
		}
	})
}

// chargedAndCredited adds every kind of charge to an item of a rental invoice, and credits a part
// of it for every reason.
func chargedAndCredited(t *testing.T, w *company.Company, c, rental int64) {
	t.Helper()
	doc, err := w.Billing.Document(t.Context(), w.Store.Queries(), c, rental)
	if err != nil {
		t.Fatal(err)
	}
	item, charges := doc.Lines[0].ItemID, map[string]string{
		billing.ExitCharge + "1": "", billing.ExitCharge + "2": "", billing.DamageCharge + "1": "Leg: broken, ₹50", "other/1": "A second visit",
	}
	withdrawals := []struct {
		operation string
		reason    billing.Reason
	}{
		{billing.ExitCharge + "1", billing.Reason{Code: billing.PickupPutOff}},
		{billing.ExitCharge + "2", billing.Reason{Code: billing.RequestTakenBack}},
		{billing.DamageCharge + "1", billing.Reason{Code: billing.WrittenReason, Written: "Ours: a slip"}},
	}
	credits := []struct {
		amount money.Paise
		reason billing.Reason
	}{
		{10000, billing.Reason{Code: billing.PickedUp, Day: day("2026-10-30")}},
		{10000, billing.Reason{Code: billing.TermsChanged, Day: day("2026-10-29")}},
		{10000, billing.Reason{Code: billing.CreditedBefore}},
		{119900, billing.Reason{Code: billing.WrittenReason, Written: "Never worked"}}, // the rest; the fee falls too
	}
	w.Write(c, func(tx *store.Tx) error {
		for operation, written := range charges {
			charge := billing.Charge{ItemID: item, Operation: operation, Written: written, Amount: 5000}
			if _, err := w.Billing.ChargesIn(t.Context(), tx, c, []billing.Charge{charge}); err != nil {
				return err
			}
		}
		for _, x := range withdrawals {
			if err := w.Billing.WithdrawIn(t.Context(), tx, c, []string{x.operation}, x.reason); err != nil {
				return err
			}
		}
		for n, x := range credits {
			_, err := w.Billing.CreditIn(t.Context(), tx, billing.Credit{
				CustomerID: c, InvoiceID: rental, Operation: fmt.Sprintf("credit/%d", n), Reason: x.reason,
				Lines: []billing.CreditedLine{{LineNo: 1, Amount: x.amount}},
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
}
