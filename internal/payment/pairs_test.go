package payment_test

import (
	"testing"
	"time"

	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/payment"
	"rento/internal/store"
	"rento/internal/subscription"
	"rento/internal/ticket"
)

// What else happens while a customer is at the gateway (docs/pairs.md): the
// payment is taken for what is due by then, oldest first; what nothing is due
// for stays the customer's.
func TestWhatHappensDuringAPayment(t *testing.T) {
	type outcome struct{ due, wallet money.Paise }
	for name, c := range map[string]struct {
		before    func(w *world, p int64) // the payment is begun
		meanwhile func(w *world, p int64)
		returned  bool // nothing is due for it any more
		want      func(before, after outcome, paid money.Paise) outcome
	}{
		"the next month is billed": {
			meanwhile: func(w *world, _ int64) { w.Go("2026-12-01"); w.Bill() },
			want:      func(_, after outcome, paid money.Paise) outcome { return outcome{after.due - paid, 0} },
		},
		"a late fee is raised": {
			meanwhile: func(w *world, _ int64) {
				w.Go("2026-11-12")
				w.must(w.Billing.AssessLateFees(w.T.Context()))
			},
			want: func(_, after outcome, paid money.Paise) outcome { return outcome{after.due - paid, 0} },
		},
		"a closure is asked for": {
			meanwhile: func(w *world, p int64) { w.closeSofa(p) },
			want:      func(_, after outcome, paid money.Paise) outcome { return outcome{after.due - paid, 0} },
		},
		"a closure is taken back": {
			before: func(w *world, p int64) { w.closeSofa(p) },
			meanwhile: func(w *world, p int64) {
				list, err := ticket.Of(w.T.Context(), w.Store.Queries(), p, nil, subscription.Page{Size: 10})
				w.must(err)
				w.must(w.Tickets.Revoke(w.T.Context(), p, []string{list.Tickets[0].Number}, ""))
			},
			want: func(_, after outcome, paid money.Paise) outcome { return outcome{0, paid - after.due} },
		},
		"the invoice is credited": {
			returned: true,
			meanwhile: func(w *world, p int64) {
				w.Write(p, func(tx *store.Tx) error {
					invoice := w.Invoices(p)[0]
					document, err := w.Billing.Document(w.T.Context(), tx.Queries, p, invoice.ID)
					if err != nil {
						return err
					}
					credit := billing.Credit{CustomerID: p, InvoiceID: invoice.ID, Operation: "whole", Reason: "Billed by mistake"}
					for i, line := range document.Lines {
						credit.Lines = append(credit.Lines, billing.CreditedLine{LineNo: i + 1, Amount: line.Amount})
					}
					_, err = w.Billing.CreditIn(w.T.Context(), tx, credit)
					return err
				})
			},
			want: func(outcome, outcome, money.Paise) outcome { return outcome{} },
		},
	} {
		t.Run(name, func(t *testing.T) {
			onEachEngine(t, func(w *world) {
				p := w.debtor()
				if c.before != nil {
					c.before(w, p)
				}
				stand := func() outcome { b := w.Balances(p); return outcome{b.Dues(), b.WalletCredit()} }
				before, begun := stand(), w.startDue(p)
				if begun.ByGateway() != before.due {
					t.Fatalf("asked for %v, %v is due", begun.ByGateway(), before.due)
				}
				order := w.open(p, begun).Checkout.OrderID
				c.meanwhile(w, p)
				after := stand()
				if after == before {
					t.Fatal("nothing happened meanwhile")
				}
				w.pay(order, "success")
				w.wait(time.Minute)
				want := payment.Progress{Status: payment.StatusPaid}
				if c.returned {
					want = payment.Progress{Status: payment.StatusFailed, Returned: begun.ByGateway()}
				}
				if got, err := w.payments.OrderStatus(t.Context(), p, begun.ID); err != nil || got != want {
					t.Errorf("%+v, %v, want %+v", got, err, want)
				}
				if got, want := stand(), c.want(before, after, begun.ByGateway()); got != want {
					t.Errorf("%+v, want %+v", got, want)
				}
				if alerts := w.alerts(); len(alerts) > 0 {
					t.Errorf("alerts %v", alerts)
				}
			})
		})
	}
}

func (w *world) must(err error) {
	w.T.Helper()
	if err != nil {
		w.T.Fatal(err)
	}
}

// closeSofa asks to have a customer's sofa picked up early.
func (w *world) closeSofa(p int64) {
	w.T.Helper()
	items, err := w.Subscriptions.ActiveItems(w.T.Context(), w.Store.Queries(), p, subscription.Page{Size: 10})
	w.must(err)
	_, err = w.Tickets.Close(w.T.Context(), p, ticket.CloseInput{ItemIDs: []int64{items.Items[0].ID}, Pickup: calendar.Today(w.Clock).AddDays(8), Reason: "Other"})
	w.must(err)
}
