package payment_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rento/internal/ledger"
	"rento/internal/money"
	"rento/internal/payment"
	"rento/internal/provider"
	"rento/internal/sandbox"
	emulated "rento/internal/sandbox/razorpay"
	"rento/internal/testkit"
)

// The daily comparison finds a payment that every other way has missed. F28
func TestCompareCatchesALostPayment(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p, tr, order := w.begin()
		w.deaf = true
		id := w.pay(order, "success")["razorpay_payment_id"]
		w.Clock.Advance(time.Hour) // no job runs
		want := payment.Comparison{
			Gateway: "razorpay", Listed: 1, Held: 1, Caught: []string{id},
			Rows: []payment.Difference{
				{Kind: payment.UnknownHere, Gateway: "razorpay", ID: id, CustomerID: p, There: dueAmount, Mended: true},
			},
		}
		if diff := cmp.Diff(want, w.compare()); diff != "" {
			w.T.Fatalf("the comparison (-want +got):\n%s", diff)
		}
		w.wantPaid(p, tr)
		if again := w.compare(); !again.Clean() {
			w.T.Fatalf("again %+v; want no difference", again)
		}
	})
}

// Money for an order that is not ours goes to the suspense account once, and a person is
// alerted.
func TestCompareKeepsForeignMoneyApart(t *testing.T) {
	onEachEngine(t, func(w *world) {
		order, err := w.gateway.CreateOrder(w.T.Context(), provider.OrderRequest{Reference: "somebody", Amount: 5000})
		if err != nil {
			w.T.Fatal(err)
		}
		w.pay(order.OrderID, "success")
		w.wait(2 * day)
		w.Clock.Advance(time.Second)
		if c := w.compare(); !c.Clean() {
			w.T.Fatalf("the daily run has missed it: %+v; want no difference", c)
		}
		if w.total(ledger.Suspense) != -5000 || !strings.Contains(fmt.Sprint(w.alerts()), "payment_unknown_order") {
			w.T.Fatalf("suspense %v, alerts %v, want %v and %q in it", w.total(ledger.Suspense), w.alerts(), -5000, "payment_unknown_order")
		}
		w.wantInTransit(5000)
	})
}

// F28: a payment that is in our books and not at the gateway raises an alert.
func TestCompareMissesWhatTheGatewayLost(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p, tr, order := w.begin()
		fields := w.pay(order, "success")
		if paid, err := w.capture(p, tr, fields); err != nil || !paid {
			w.T.Fatalf("%v, %v", paid, err)
		}
		w.Clock.Advance(time.Hour)
		w.do(sandbox.Command{Reset: true})
		if diff := cmp.Diff([]string{fields["razorpay_payment_id"]}, w.compare().Missing); diff != "" {
			w.T.Fatalf("payments that the gateway lost (-want +got):\n%s", diff)
		}
		w.wantAlerts("payment_not_at_gateway")
	})
}

// Money that is not captured goes back to the payer after five days. A comparison that runs
// hours later than the one before still sees that.
func TestALateCompareSeesWhatWentBack(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p, _, order := w.begin()
		w.Pay(p, "elsewhere", dueAmount)
		w.deaf = true
		w.pay(order, emulated.OutcomeAuthorized)
		for _, step := range []struct {
			wait time.Duration
			want string
		}{{time.Hour, "authorized"}, {5*day - 2*time.Hour, "authorized"}, {day + 5*time.Hour, "refunded"}} {
			w.Clock.Advance(step.wait) // no job runs
			w.box.Elapse()
			w.compare()
			if got := w.paymentState(); got != step.want {
				w.T.Errorf("on %v the payment is %s, want %s", w.Clock.Now(), got, step.want)
			}
		}
	})
}

// paymentState returns the state of the only payment that we know.
func (w *world) paymentState() (state string) {
	w.T.Helper()
	if err := testkit.Raw(w.T, w.Store).QueryRowContext(w.T.Context(), "SELECT state FROM gateway_payments").Scan(&state); err != nil {
		w.T.Fatal(err)
	}
	return state
}

func (w *world) compare() payment.Comparison {
	w.T.Helper()
	list, err := w.payments.CompareLately(w.T.Context())
	if err != nil || len(list) != 1 {
		w.T.Fatalf("got %+v, %v; want one gateway", list, err)
	}
	return list[0]
}

// listing is a gateway that can list its payments.
type listing struct {
	*acme
	list []provider.Payment
	odd  []provider.OddEntry
}

func (l *listing) Profile() provider.Profile {
	p := l.acme.Profile()
	p.Lists = true
	return p
}

func (l *listing) ListPayments(context.Context, time.Time, time.Time) (provider.Listing[provider.Payment], error) {
	return provider.Listing[provider.Payment]{Entries: l.list, Odd: l.odd}, nil
}

// The comparison continues with the other payments, and still looks for payments that the
// gateway has lost, if it meets a payment of zero, a payment that cannot be stored, or an
// unreadable entry.
func TestOnePaymentDoesNotStopTheCompare(t *testing.T) {
	onEachEngine(t, func(w *world) {
		l := &listing{acme: &acme{clock: w.Clock, paid: map[string]provider.Payment{}}}
		w.more = []provider.Gateway{l}
		w.wire(payment.Config{ProductName: "Town", AppOrigin: appOnly.AppOrigin})
		captured := func(id string, amount money.Paise, method string) provider.Payment {
			return provider.Payment{ID: id, OrderID: "nobodys-" + id, State: provider.PaymentCaptured, Amount: amount, Currency: "INR", Method: method, At: w.Clock.Now()}
		}
		l.list = []provider.Payment{captured("lost", 700, "upi")}
		w.Clock.Advance(time.Hour)
		if _, err := w.payments.CompareLately(w.T.Context()); err != nil {
			w.T.Fatal(err)
		}
		unstorable := "unstorable" + strings.Repeat("x", 300)
		l.list = []provider.Payment{
			captured(unstorable, 500, "upi"), captured("nothing", 0, "upi"), captured("behind", 600, "upi"),
		}
		l.odd = []provider.OddEntry{{ID: "odd", Cause: errors.New("unknown status")}, {Cause: errors.New("no id")}}
		w.Clock.Advance(time.Hour)
		list, err := w.payments.CompareLately(w.T.Context())
		if err == nil || !strings.Contains(err.Error(), "unstorable") {
			w.T.Errorf("error %v, want one that names the payment", err)
		}
		got := list[len(list)-1]
		type ids struct{ Unknown, Missing, Odd []string }
		want := ids{[]string{unstorable, "nothing", "behind"}, []string{"lost"}, []string{"odd", "?"}}
		if diff := cmp.Diff(want, ids{got.Unknown, got.Missing, got.Odd}); diff != "" {
			w.T.Errorf("payments (-want +got):\n%s", diff)
		}
		if got.Clean() {
			w.T.Error("the comparison is clean, want differences")
		}
		if total := w.total(ledger.Suspense); total != -1300 {
			w.T.Errorf("suspense %v, want what came", total)
		}
		subjects := map[string]bool{}
		for _, a := range testkit.OpenAlerts(w.T, w.Store) {
			subjects[a.Kind+" "+a.Subject] = true
		}
		for _, want := range []string{"payment_unknown_order acme-wallet:nothing", "payment_unknown_order acme-wallet:behind", "payment_not_at_gateway acme-wallet:lost", "payment_unreadable acme-wallet:odd", "payment_unreadable acme-wallet:?"} {
			if !subjects[want] {
				w.T.Errorf("no alert %s: %v", want, subjects)
			}
		}
	})
}
