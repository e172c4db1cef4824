package autodebit_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"rento/internal/audit"
	"rento/internal/calendar"
	"rento/internal/mandate"
	"rento/internal/money"
	"rento/internal/provider"
	"rento/internal/subscription"
	"rento/internal/testkit"
	"rento/internal/testkit/company"
	"rento/internal/ticket"
)

// next is what is debited next: its day and its amount in paise.
type next struct {
	On     string
	Amount money.Paise
}

// close asks for the pickup of items, and returns how our people do it on its day.
func (w *world) close(c int64, pickup string, items ...int64) (carryOut func()) {
	w.T.Helper()
	closed, err := w.Tickets.Close(audit.WithActor(w.T.Context(), audit.Customer()), c, ticket.CloseInput{ItemIDs: items, Pickup: calendar.MustParse(pickup), Reason: "Other"})
	if err != nil {
		w.T.Fatal(err)
	}
	return func() {
		w.T.Helper()
		w.hour(pickup, 14)
		if err := w.Tickets.Finish(w.T.Context(), c, closed.Ticket.ID, ""); err != nil {
			w.T.Fatal(err)
		}
		if _, err := w.Billing.BillClosed(w.T.Context(), c); err != nil {
			w.T.Fatal(err)
		}
	}
}

// What is said on 20 October to be debited next is what is debited, though something is planned
// before it.
func TestTheNextDebitReckonsWithWhatIsPlanned(t *testing.T) {
	for name, c := range map[string]struct {
		plan func(w *world, c int64, items []subscription.Item) (carryOut func())
		want next
	}{
		"nothing": {
			func(*world, int64, []subscription.Item) func() { return func() {} },
			next{"2026-11-03", 2830 * money.Rupee},
		},
		"one of two items is picked up before the run": {
			func(w *world, c int64, items []subscription.Item) func() {
				return w.close(c, "2026-10-28", items[1].ID)
			},
			next{"2026-11-03", rent},
		},
		"all are picked up before the run": {
			func(w *world, c int64, items []subscription.Item) func() {
				return w.close(c, "2026-10-30", items[0].ID, items[1].ID)
			},
			next{},
		},
		"one is picked up on the day of the run": {
			func(w *world, c int64, items []subscription.Item) func() {
				carryOut := w.close(c, "2026-11-01", items[1].ID)
				return func() { w.bill(); carryOut() }
			},
			next{"2026-11-03", 2830 * money.Rupee},
		},
		"one moves to another state": {
			func(w *world, c int64, items []subscription.Item) func() {
				made, err := w.Tickets.Relocate(audit.WithActor(w.T.Context(), audit.Customer()), c, ticket.RelocateInput{
					ItemIDs: []int64{items[1].ID}, AddressID: w.Address(c, company.Pune), Pickup: calendar.MustParse("2026-10-23"), Drop: calendar.MustParse("2026-10-26"),
				})
				if err != nil {
					w.T.Fatal(err)
				}
				return func() {
					w.hour("2026-10-26", 14)
					if err := w.Tickets.Finish(w.T.Context(), c, made.ID, ""); err != nil {
						w.T.Fatal(err)
					}
				}
			},
			next{"2026-11-03", 2829 * money.Rupee},
		},
		"three months are paid in advance": {
			func(w *world, c int64, _ []subscription.Item) func() { w.PayAhead(c, 3); return func() {} },
			next{"2027-02-03", 2830 * money.Rupee},
		},
		"three months are paid in advance, and one item leaves before they are over": {
			func(w *world, c int64, items []subscription.Item) func() {
				w.PayAhead(c, 3)
				return w.close(c, "2026-10-28", items[1].ID)
			},
			next{"2027-02-03", rent},
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, testkit.Open(t), byBilldesk)
			id := w.tenant()
			w.Rent(id, company.Bengaluru, "2026-10-01", company.Fridge)
			m := w.confirmed(id, provider.MandateUPI)
			w.hour("2026-10-20", 10)
			items, err := subscription.CurrentItems(t.Context(), w.Store.Queries(), id, calendar.Today(w.Clock))
			if err != nil {
				t.Fatal(err)
			}
			carryOut := c.plan(w, id, items)
			on, amount, _, err := w.debits.Next(t.Context(), w.Store.Queries(), w.mandate(id, m.ID))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, next{on.String(), amount}); diff != "" {
				t.Errorf("what is said (-want +got):\n%s", diff)
			}
			carryOut()
			var got next
			for month := calendar.MustParse("2026-11-01"); got.On == "" && month.Before(calendar.MustParse("2027-03-01")); month = month.NextMonth() {
				if run := month.At(8, 0); w.Clock.Now().Before(run) {
					w.until(run)
					w.Bill()
				}
				w.until(month.AddDays(4).At(8, 0))
				list, err := w.Debits(id)
				if err != nil {
					t.Fatal(err)
				}
				for _, d := range list {
					if d.State == string(mandate.Succeeded) {
						got = next{d.DebitOn.String(), d.AmountPaise}
					}
				}
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("the first debit (-want +got):\n%s\n%q", diff, w.told(id))
			}
		})
	}
}

// An item that came after rent was paid in advance is debited alone: the notice and the debit are of
// exactly what is not covered, 899 and its tax in whole rupees.
func TestOnlyWhatIsNotPaidInAdvanceIsDebited(t *testing.T) {
	onEachGateway(t, func(w *world) {
		c := w.tenant()
		w.confirmed(c, provider.MandateUPI)
		w.PayAhead(c, 6)
		w.Rent(c, company.Bengaluru, "2026-10-01", company.Fridge)
		w.bill()
		w.hour("2026-11-01", 9)
		w.wantDebit(w.soleDebit(c), debit{State: mandate.Notified, Amount: 1061 * money.Rupee, On: "2026-11-03"})
		w.wantTold(c, "will be debited", "on 3 November 2026, from 06:00 on, ₹1,061 will be debited by ", " invoice KA/26-27/0000001.")
		w.hour("2026-11-03", 8)
		if d := w.soleDebit(c); d.State != mandate.Succeeded {
			w.T.Errorf("debit %+v, want it succeeded", d)
		}
		w.wantMoney(c, 0, 1061*money.Rupee)
	})
}
