package billing_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"rento/internal/advance"
	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/store"
	"rento/internal/store/db"
	"rento/internal/testkit"
	"rento/internal/testkit/company"
)

// A customer who leaves within the months paid in advance pays what docs/rules.md R11 says, to the
// paisa: the rent of the used days without the discount, which is not earned yet, and the tax on
// that sum. It is never more than staying would cost. It does not matter whether the monthly
// invoice had billed days after that. What an invoice drew too much is back in the wallet.
func TestWhatLeavingOnADayCosts(t *testing.T) {
	for _, timing := range []billing.Timing{billing.Arrears, billing.Advance} {
		for _, late := range []bool{false, true} {
			for leaving := day("2026-11-06"); !leaving.After(day("2026-12-31")); leaving = leaving.AddDays(5) {
				s := testkit.Open(t)
				w := company.New(t, s, "2026-10-01")
				settings := billing.DefaultSettings()
				settings.Timing = timing
				w.Wire(settings)
				c := w.Customer()
				item := w.Rent(c, company.Bengaluru, "2026-10-01", company.Sofa).Items[0].ID
				w.Bill()
				before := w.Balances(c).InvoicesDue()
				o := w.PayAhead(c, 3)
				heard := leaving
				if late {
					heard = leaving.NextMonth().AddDays(2)
				}
				for on := day("2026-11-01"); !on.After(heard); on = on.NextMonth() {
					w.Go(on.String())
					w.Bill()
				}
				w.Go(heard.String())
				if coversOf(t, w, c)[0].Item != advance.Active {
					continue // all months were billed, with their discount
				}
				said, err := w.Billing.LeavingOn(t.Context(), s.Queries(), c, []int64{item}, leaving)
				if err != nil {
					t.Fatal(err)
				}
				held := advance.Left(coversOf(t, w, c))
				if err := w.Subscriptions.Close(t.Context(), c, []int64{item}, leaving); err != nil {
					t.Fatal(err)
				}
				if _, err := w.Billing.BillClosed(t.Context(), c); err != nil {
					t.Fatal(err)
				}
				var list money.Paise
				for m := o.From; m.Before(leaving); m = m.NextMonth() {
					days := calendar.Earlier(leaving, m.NextMonth()).Sub(m)
					list += money.Rupees(1499).MulDiv(int64(days), int64(m.DaysInMonth()))
				}
				want := min(list+2*list.MulDiv(900, 10_000), o.Total()) // on the last days staying is cheaper
				left := advance.Left(coversOf(t, w, c))
				if diff := cmp.Diff(left, said[item].Left); diff != "" {
					t.Errorf("%s, left on %s, told on %s, of %d held: what was said to be left (-want +got):\n%s", timing, leaving, heard, held, diff)
				}
				back := w.Balances(c).OwnMoney() + before - w.Balances(c).InvoicesDue()
				if got := o.Total() - left - back; got != want {
					t.Errorf("%s, left on %s, told on %s: %d are used, want %d for rent of %d", timing, leaving, heard, got, want, list)
				}
				inOrder(t, s, leaving.String())
			}
		}
	}
}

// An invoice rounds its tax on the sum of its lines, and a credit note on one line its own, so the note
// may give back a paisa more than was drawn for the line. The used days cost the same all the same.
func TestLeavingInAMonthOfTwoLines(t *testing.T) {
	s := testkit.Open(t)
	w := company.New(t, s, "2026-10-01")
	settings := billing.DefaultSettings()
	settings.Timing = billing.Advance
	w.Wire(settings)
	c := w.Customer()
	item := w.Rent(c, company.Bengaluru, "2026-10-01", company.Sofa).Items[0]
	w.Bill()
	before := w.Balances(c).InvoicesDue()
	o := w.PayAhead(c, 3)
	w.Write(c, func(tx *store.Tx) error {
		return tx.SubscriptionTermAdd(t.Context(), db.SubscriptionTermAddParams{
			CustomerID: c, ItemID: item.ID, FromDate: day("2026-11-09"), RentPaise: money.Rupees(1499), AddressID: item.AddressID, StateCode: "29",
			ExtensionMonths: 3, OldEndDate: day("2027-04-01"),
		})
	})
	w.Go("2026-11-01")
	w.Bill()
	leaving := day("2026-11-06")
	w.Go(leaving.String())
	said, err := w.Billing.LeavingOn(t.Context(), s.Queries(), c, []int64{item.ID}, leaving)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Subscriptions.Close(t.Context(), c, []int64{item.ID}, leaving); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Billing.BillClosed(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	left := advance.Left(coversOf(t, w, c))
	if diff := cmp.Diff(left, said[item.ID].Left); diff != "" {
		t.Errorf("what was said to be left (-want +got):\n%s", diff)
	}
	back := w.Balances(c).OwnMoney() + before - w.Balances(c).InvoicesDue()
	if diff := cmp.Diff(money.Paise(294_79), o.Total()-left-back); diff != "" { // 249.83 + 22.48 + 22.48
		t.Errorf("what five days cost (-want +got):\n%s", diff)
	}
	inOrder(t, s, leaving.String())
}
