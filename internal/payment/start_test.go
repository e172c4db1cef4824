package payment_test

import (
	"context"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rento/internal/fault"
	"rento/internal/idempotency"
	"rento/internal/money"
	"rento/internal/payment"
	"rento/internal/provider"
	"rento/internal/testkit/company"
)

func wantFault(t testing.TB, err error, status int) {
	t.Helper()
	if !fault.Is(err, status) {
		t.Fatalf("error %v, want %d", err, status)
	}
}

// PAY-17, PAY-30, ENTITY-55: the wallet pays first. If it covers what is due, the transaction is
// paid at once and nothing is left to do.
func TestWalletPaysAll(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p := w.debtor()
		w.credit(p, dueAmount+money.Rupees(70))
		tr := w.startDue(p)
		w.wantShares(tr, shares{Purpose: payment.Due, Amount: dueAmount, Wallet: dueAmount, WalletPaid: true})
		w.wantStatus(p, tr, payment.StatusPaid)
		w.wantStanding(p, standing{Wallet: money.Rupees(70)})
		_, err := w.payments.StartDue(w.T.Context(), p, payment.DueInput{})
		wantFault(w.T, err, http.StatusConflict)
	})
}

// The payment method and the device are texts from the app. A text that is too long is refused,
// with its field, before a transaction is stored.
func TestAWayToPayIsBounded(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p := w.debtor()
		for field, in := range map[string]payment.DueInput{
			"paymentMethod": {PaymentMethod: strings.Repeat("उ", 65)},
			"device":        {Device: strings.Repeat("d", 65)},
		} {
			_, err := w.payments.StartDue(w.T.Context(), p, in)
			f := fault.Of(err)
			if f == nil || f.Code != "text.too_long" {
				w.T.Fatalf("%s of 65 characters: %v, want text.too_long", field, err)
			}
			if got := f.Extra["field"]; got != field {
				w.T.Errorf("%v is called too long, want %s", got, field)
			}
		}
		longest := payment.DueInput{PaymentMethod: strings.Repeat("उ", 64), Device: strings.Repeat("d", 64)}
		tr, err := w.payments.StartDue(w.T.Context(), p, longest)
		w.must(err)
		if diff := cmp.Diff(longest, payment.DueInput{PaymentMethod: tr.PaymentMethod, Device: tr.Device}); diff != "" {
			w.T.Errorf("64 characters (-want +got):\n%s", diff)
		}
	})
}

// PAY-30: the wallet covers a part, the gateway collects the rest, and one journal entry takes
// both.
func TestWalletPaysPart(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p := w.debtor()
		w.credit(p, money.Rupees(830))
		tr := w.startDue(p)
		w.wantShares(tr, shares{
			Purpose: payment.Due, Amount: dueAmount, ByGateway: money.Rupees(2000), Wallet: money.Rupees(830),
		})
		if b := w.Balances(p); b.WalletCredit() != money.Rupees(830) {
			w.T.Fatalf("the wallet was used before anything was paid: %v, want %v", b, money.Rupees(830))
		}
		w.pay(w.open(p, tr).Checkout.OrderID, "success")
		w.wait(time.Minute)
		w.wantStanding(p, standing{})
		w.wantInTransit(money.Rupees(2000))
	})
}

// Money left the wallet before the gateway's money comes. The wallet pays what it can, and the
// rest stays due.
func TestWalletSpentMeanwhile(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p := w.debtor()
		w.credit(p, money.Rupees(830))
		order := w.open(p, w.startDue(p)).Checkout.OrderID
		w.credit(p, -money.Rupees(800))
		w.pay(order, "success")
		w.wait(time.Minute)
		w.wantStanding(p, standing{Invoices: money.Rupees(800)})
	})
}

// PAY-16, CALL-65: a missing deposit is paid as a deposit. The wallet does not pay it, and a
// deposit that we hold is never charged (PAY-18 is a refund, not a due).
func TestDeposit(t *testing.T) {
	onEachEngine(t, func(w *world) {
		c := w.Customer()
		p := c
		_, err := w.payments.StartDeposit(w.T.Context(), p)
		wantFault(w.T, err, http.StatusConflict)
		w.Rent(c, company.Bengaluru, "2026-10-01", company.Sofa, company.Fridge) // these items need a deposit of 5,000
		w.Deposit(c, "first", money.Rupees(1000))
		w.credit(p, money.Rupees(9000))
		tr, err := w.payments.StartDeposit(w.T.Context(), p)
		w.must(err)
		w.wantShares(tr, shares{Purpose: payment.Deposit, Amount: money.Rupees(4000), ByGateway: money.Rupees(4000)})
		w.pay(w.open(p, tr).Checkout.OrderID, "success")
		w.wait(time.Minute)
		w.wantStatus(p, tr, payment.StatusPaid)
		d, err := w.payments.DepositOf(w.T.Context(), c)
		w.must(err)
		type moved struct{ Amount, Balance money.Paise }
		type deposit struct {
			Balance, Received, Required money.Paise
			Movements                   []moved
		}
		got := deposit{Balance: d.Balance(), Received: d.Received, Required: d.Required}
		for _, m := range d.Movements {
			got.Movements = append(got.Movements, moved{m.Amount, m.Balance})
		}
		want := deposit{Received: 5000_00, Required: 5000_00, Movements: []moved{{4000_00, 5000_00}, {1000_00, 1000_00}}}
		if diff := cmp.Diff(want, got); diff != "" {
			w.T.Fatalf("the deposit (-want +got):\n%s", diff)
		}
		_, err = w.payments.StartDeposit(w.T.Context(), p)
		wantFault(w.T, err, http.StatusConflict)
	})
}

// F9: two tabs and double clicks at the same time lead to one transaction, one attempt and one
// order.
func TestF09Race(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p := w.debtor()
		var mu sync.Mutex
		ids, orders := map[int64]bool{}, map[string]bool{}
		var all sync.WaitGroup
		for range 50 {
			all.Go(func() {
				tr, err := w.payments.StartDue(w.T.Context(), p, payment.DueInput{})
				if err != nil {
					w.T.Errorf("start: %v", err)
					return
				}
				started, err := w.payments.StartGateway(w.T.Context(), p, payment.GatewayInput{TransactionID: tr.ID, UniqueID: tr.UniqueID, Gateway: "razorpay"})
				if err != nil {
					w.T.Errorf("open: %v", err)
					return
				}
				mu.Lock()
				defer mu.Unlock()
				ids[tr.ID], orders[started.Checkout.OrderID] = true, true
			})
		}
		all.Wait()
		if len(ids) != 1 || len(orders) != 1 {
			w.T.Fatalf("transactions %v, orders %v; want one of each", ids, orders)
		}
	})
}

// F9: the wallet is spent once, however many calls come at the same time.
func TestF09WalletRace(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p := w.debtor()
		w.credit(p, 3*dueAmount)
		var mu sync.Mutex
		paid := 0
		var all sync.WaitGroup
		for range 50 {
			all.Go(func() {
				tr, err := w.payments.StartDue(w.T.Context(), p, payment.DueInput{})
				mu.Lock()
				defer mu.Unlock()
				if err == nil && tr.WalletPaid() {
					paid++
				} else if !fault.Is(err, http.StatusConflict) {
					w.T.Errorf("start: %+v, %v; want it paid by the wallet or 409", tr, err)
				}
			})
		}
		all.Wait()
		if paid != 1 {
			w.T.Errorf("paid %d times, want 1", paid)
		}
		w.wantStanding(p, standing{Wallet: 2 * dueAmount})
	})
}

// The same idempotency key gets the same answer, even if the first transaction is paid by now.
// The same key with another input is refused.
func TestIdempotencyKey(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p := w.debtor()
		w.credit(p, dueAmount)
		ctx := idempotency.WithKey(w.T.Context(), "key-1")
		first, err := w.payments.StartDue(ctx, p, payment.DueInput{Device: "mweb"})
		if err != nil || !first.WalletPaid() {
			w.T.Fatalf("got %+v, %v; want it paid by the wallet", first, err)
		}
		again, err := w.payments.StartDue(ctx, p, payment.DueInput{Device: "mweb"})
		w.must(err)
		if again.ID != first.ID {
			w.T.Fatalf("the same key: transaction %d, want %d", again.ID, first.ID)
		}
		if !again.WalletPaid() {
			w.T.Fatalf("the same key: %+v, want it paid by the wallet", again)
		}
		_, err = w.payments.StartDue(ctx, p, payment.DueInput{Device: "client-web"})
		if fault.Of(err) == nil {
			w.T.Fatalf("another input: %v", err)
		}
	})
}

// PAY-31: if Razorpay is the only provider, the order comes with the transaction.
func TestOpensRazorpayDirectly(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p := w.debtor()
		w.wire(payment.Config{ProductName: "Town", Direct: true})
		tr, err := w.payments.StartDue(w.T.Context(), p, payment.DueInput{PaymentMethod: "upi"})
		w.must(err)
		if tr.Checkout == nil {
			w.T.Fatal("no checkout came with the transaction")
		}
		type opened struct {
			ID        int64
			Direct    bool
			AutoDebit bool
			OrderID   string
			Amount    money.Paise
		}
		want := opened{ID: tr.ID, Direct: true, OrderID: tr.Checkout.OrderID, Amount: dueAmount}
		got := opened{tr.ID, tr.Direct, tr.AutoDebit, tr.Checkout.OrderID, tr.Checkout.Amount}
		if diff := cmp.Diff(want, got); diff != "" {
			w.T.Fatalf("the transaction (-want +got):\n%s", diff)
		}
		again, err := w.payments.StartDue(w.T.Context(), p, payment.DueInput{})
		w.must(err)
		r := again.Checkout
		if diff := cmp.Diff(want, opened{again.ID, again.Direct, again.AutoDebit, r.OrderID, r.Amount}); diff != "" {
			w.T.Fatalf("the transaction again (-want +got):\n%s", diff)
		}
		type window struct{ Key, Name, Currency, Contact string }
		wantWindow := window{keys.ID, "Town", "INR", "+919000000001"}
		if diff := cmp.Diff(wantWindow, window{r.Options["key"], r.Name, r.Currency, r.Prefill.Contact}); diff != "" {
			w.T.Fatalf("the checkout (-want +got):\n%s", diff)
		}
		if r.ScriptURL == "" {
			w.T.Fatal("the checkout has no script")
		}
	})
}

// A window only opens when the customer presses a button. So a gateway that needs a window must
// be chosen, even if it is the only one.
func TestOnlyAFrameOpensDirectly(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p, direct := w.debtor(), payment.Config{ProductName: "Town", Direct: true}
		for _, kind := range []provider.CheckoutKind{provider.Window, provider.Redirect, provider.Intent} {
			w.wireAt(direct, kinded{w.gateway, kind})
			tr, err := w.payments.StartDue(w.T.Context(), p, payment.DueInput{})
			w.must(err)
			if tr.Direct || tr.Checkout != nil {
				w.T.Errorf("%s: got %+v; want nothing opened directly", kind, tr)
			}
		}
	})
}

// kinded is a gateway with another kind of checkout.
type kinded struct {
	provider.Gateway
	kind provider.CheckoutKind
}

func (k kinded) Profile() provider.Profile {
	p := k.Gateway.Profile()
	p.Checkout = k.kind
	return p
}

// PAY-12, PAY-34, PAY-35, PAY-36, PAY-37, CALL-66, ENTITY-56: only gateways that are set up and
// answer are offered, with the names that the API uses.
func TestChoices(t *testing.T) {
	onEachEngine(t, func(w *world) {
		type choice struct {
			Name, Shown      string
			HasText, HasLogo bool
		}
		var got []choice
		for _, c := range w.payments.Choices() {
			got = append(got, choice{c.Name, c.Choice.Name, c.Choice.Text.English != "", len(c.Choice.Logo) > 0})
		}
		if diff := cmp.Diff([]choice{{"razorpay", "Razorpay", true, true}}, got); diff != "" {
			w.T.Fatalf("choices (-want +got):\n%s", diff)
		}
	})
}

// ENTITY-54: a transaction that is another customer's, unknown, paid or out of date cannot be
// taken to a gateway. No caller can choose the amount.
func TestStartGatewayRefuses(t *testing.T) {
	onEachEngine(t, func(w *world) {
		both := w.debtors(2)
		p, other := both[0], both[1]
		tr := w.startDue(p)
		open := func(who int64, id int64, unique, gateway string) error {
			_, err := w.payments.StartGateway(w.T.Context(), who, payment.GatewayInput{TransactionID: id, UniqueID: unique, Gateway: gateway})
			return err
		}
		wantFault(w.T, open(other, tr.ID, tr.UniqueID, "razorpay"), http.StatusNotFound)
		wantFault(w.T, open(p, tr.ID, "guessed", "razorpay"), http.StatusNotFound)
		wantFault(w.T, open(p, tr.ID+1, tr.UniqueID, "razorpay"), http.StatusNotFound)
		wantFault(w.T, open(p, tr.ID, tr.UniqueID, "nobody"), http.StatusNotFound)
		w.Pay(p, "bank", dueAmount) // paid another way meanwhile
		wantFault(w.T, open(p, tr.ID, tr.UniqueID, "razorpay"), http.StatusConflict)
		_, err := w.payments.OrderStatus(w.T.Context(), other, tr.ID)
		wantFault(w.T, err, http.StatusNotFound)
	})
}

// If a payment hangs at the gateway and the customer starts the same payment again, the answer
// has the payment's age. The payment continues, or another try on the same order follows.
func TestPendingIsToldWithItsAge(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p, tr, order := w.begin()
		again := func(least, most int64) {
			w.T.Helper()
			got := w.startDue(p)
			if got.ID != tr.ID {
				w.T.Fatalf("started again: transaction %d, want %d", got.ID, tr.ID)
			}
			if got.UnderWaySeconds < least || got.UnderWaySeconds > most {
				w.T.Fatalf("under way for %d seconds, want %d to %d", got.UnderWaySeconds, least, most)
			}
			at := ""
			if most > 0 {
				at = "Razorpay"
			}
			if got.UnderWayAt != at {
				w.T.Fatalf("under way at %q, want %q", got.UnderWayAt, at)
			}
		}
		again(0, 0)
		w.pay(order, "pending")
		w.wait(40 * time.Second)
		again(1, 40)
		w.wait(2 * time.Minute)
		again(120, 160)
	})
}

// An attempt that may hold money is not replaced before its gateway was asked, and not while the
// gateway does not answer.
func TestUndecidedIsNotReplaced(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p, tr, order := w.begin()
		w.deaf = true
		w.pay(order, "pending")
		w.credit(p, money.Rupees(30)) // changes the amount from now on
		_, err := w.payments.StartDue(w.T.Context(), p, payment.DueInput{})
		wantFault(w.T, err, http.StatusConflict)
		if extra := fault.Of(err).Extra; extra["rmTransactionId"] != tr.ID || extra["underWaySeconds"] != int64(1) {
			w.T.Fatalf("extra %v, want %v and %v", extra, tr.ID, int64(1))
		}
		w.between = func(string) error { return context.DeadlineExceeded }
		_, err = w.payments.StartDue(w.T.Context(), p, payment.DueInput{})
		wantFault(w.T, err, http.StatusConflict)
		w.between = nil
		w.wait(20 * time.Minute) // the bank does not answer, and the gateway gives up
		if again := w.startDue(p); again.ID == tr.ID {
			w.T.Fatal("a payment that failed stands in the way")
		}
	})
}
