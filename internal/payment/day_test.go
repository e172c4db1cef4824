package payment_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rento/internal/calendar"
	"rento/internal/ledger"
	"rento/internal/money"
	"rento/internal/payment"
	"rento/internal/provider"
	"rento/internal/provider/paytm"
	emulated "rento/internal/sandbox/paytm"
	"rento/internal/testkit"
)

// altered is a gateway that reports another amount for a payment than our books have.
type altered struct {
	provider.Gateway
	amount   money.Paise
	given    money.Paise
	noRefund bool
	late     int // by how many days the gateway says a refund was made later
}

func (a *altered) change(payments []provider.Payment) {
	for i := range payments {
		if a.amount > 0 {
			payments[i].Amount = a.amount
		}
		payments[i].Refunded = max(payments[i].Refunded, a.given)
	}
}

func (a *altered) ListPayments(ctx context.Context, from, to time.Time) (provider.Listing[provider.Payment], error) {
	listed, err := a.Gateway.ListPayments(ctx, from, to)
	a.change(listed.Entries)
	return listed, err
}

func (a *altered) FetchRefund(ctx context.Context, which provider.RefundQuery) (provider.Refund, error) {
	if a.noRefund {
		return provider.Refund{}, &provider.Error{Provider: "razorpay", Call: "refund", Outcome: provider.Declined}
	}
	got, err := a.Gateway.FetchRefund(ctx, which)
	got.At = got.At.AddDate(0, 0, a.late)
	return got, err
}

// F28: we ask a gateway that cannot list payments about each order of the period. A payment that
// our books did not have is processed, and the second comparison finds no difference.
func TestCompareOrdersCatchesALostPayment(t *testing.T) {
	onEachEngine(t, func(w *world) {
		w.atPaytm()
		p := w.debtor()
		tr := w.startDue(p)
		order := w.openAt(p, tr, paytm.Name).Checkout.OrderID
		w.deaf = true
		w.payAtPaytm(emulated.Attempt{OrderID: order, Outcome: "success"})
		w.Clock.Advance(time.Hour) // no job runs
		c := w.compareOrders()
		w.wantRows(c.Rows, payment.Difference{
			Kind: payment.UnknownHere, Gateway: paytm.Name, CustomerID: p, There: dueAmount, Mended: true,
		})
		w.wantAtPaytm(dueAmount)
		if due := w.Balances(p).Dues(); due != 0 {
			w.T.Errorf("%v are due, want 0", due)
		}
		if again := w.compareOrders(); !again.Clean() || again.Listed != 1 {
			w.T.Errorf("again %+v; want one payment and no difference", again)
		}
	})
}

// wantRows checks what differs, apart from the gateway's ids.
func (w *world) wantRows(got []payment.Difference, want ...payment.Difference) {
	w.T.Helper()
	got = slices.Clone(got)
	for i := range got {
		got[i].ID = ""
	}
	if diff := cmp.Diff(want, got); diff != "" {
		w.T.Fatalf("rows (-want +got):\n%s", diff)
	}
}

func (w *world) compareOrders() payment.Comparison {
	w.T.Helper()
	now := w.Clock.Now()
	list, err := w.payments.CompareOrders(w.T.Context(), now.Add(-24*time.Hour), now)
	if err != nil || len(list) != 1 {
		w.T.Fatalf("got %+v, %v; want one gateway", list, err)
	}
	return list[0]
}

// F28: a different amount, and money that somebody else gave back, are reported with both
// amounts and change nothing in the books.
func TestCompareTellsAmountsThatDiffer(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p, tr, order := w.begin()
		if paid, err := w.capture(p, tr, w.pay(order, "success")); err != nil || !paid {
			w.T.Fatalf("%v, %v", paid, err)
		}
		w.Clock.Advance(time.Hour)
		other := &altered{Gateway: w.gateway, amount: dueAmount + 1}
		w.wireAt(payment.Config{ProductName: "Town"}, other)
		c := w.compare()
		w.wantRows(c.Rows, payment.Difference{
			Kind: payment.AmountDiffers, Gateway: "razorpay", CustomerID: p, Here: dueAmount, There: dueAmount + 1,
		})
		if got := c.Rows[0].String(); !strings.Contains(got, "here 2830.00, there 2830.01, a person decides") {
			w.T.Errorf("printed %q; want both amounts, and that a person decides", got)
		}
		other.amount, other.given = 0, 500
		w.wantRows(w.compare().Rows, payment.Difference{
			Kind: payment.RefundUnknown, Gateway: "razorpay", CustomerID: p, There: 500,
		})
		kinds := ""
		for _, a := range testkit.OpenAlerts(w.T, w.Store) {
			kinds += a.Kind + " "
		}
		if !strings.Contains(kinds, "payment_amount_differs") || !strings.Contains(kinds, "refunded_outside") {
			w.T.Errorf("alerts %s; want payment_amount_differs and refunded_outside", kinds)
		}
		if got := w.total(ledger.InTransit("razorpay")); got != dueAmount {
			w.T.Errorf("in transit %v, want %v: nothing is guessed", got, dueAmount)
		}
	})
}

// A second payment goes back to its source at once. The comparison of refunds finds what no
// webhook has reported. It reports a refund that the gateway does not have, or has made before it was
// asked for or after it was entered.
func TestCompareRefunds(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p, _, order := w.begin()
		w.Pay(p, "elsewhere", dueAmount)
		w.deaf = true
		w.pay(order, "success")
		w.Clock.Advance(time.Hour)
		if c := w.compare(); len(c.Rows) != 1 || !c.Rows[0].Mended {
			w.T.Fatalf("rows %+v; want the second payment", c.Rows)
		}
		if _, err := w.Queue.RunDue(w.T.Context()); err != nil { // still the same day: requests the refund
			w.T.Fatal(err)
		}
		refunds := func() []payment.Difference {
			w.T.Helper()
			list, err := w.payments.CompareRefunds(w.T.Context(), w.Clock.Now().Add(-24*time.Hour), w.Clock.Now().Add(time.Second))
			if err != nil || len(list) != 1 || list[0].Refunds != 1 {
				w.T.Fatalf("got %+v, %v; want one refund of one gateway", list, err)
			}
			return list[0].Rows
		}
		made := w.Clock.Now()
		w.Clock.Advance(6 * time.Hour)
		w.box.Elapse() // meanwhile the gateway has sent the refund
		w.wantRows(refunds(), payment.Difference{
			Kind: payment.RefundMoved, Gateway: "razorpay", CustomerID: p, Here: dueAmount, There: dueAmount, Mended: true,
		})
		if rows := refunds(); len(rows) != 0 {
			w.T.Errorf("again %+v; want none", rows)
		}
		for late, here := range map[int]time.Time{-2: made, 2: w.Clock.Now()} {
			w.wireAt(payment.Config{ProductName: "Town"}, &altered{Gateway: w.gateway, late: late})
			w.wantRows(refunds(), payment.Difference{
				Kind: payment.DayDiffers, Gateway: "razorpay", CustomerID: p, Here: dueAmount, There: dueAmount,
				HereAt: calendar.Stamp(here), ThereAt: calendar.Stamp(made.AddDate(0, 0, late)),
			})
		}
		w.wireAt(payment.Config{ProductName: "Town"}, &altered{Gateway: w.gateway, noRefund: true})
		w.wantRows(refunds(), payment.Difference{
			Kind: payment.RefundNotThere, Gateway: "razorpay", CustomerID: p, Here: dueAmount,
		})
	})
}
