package payment_test

import (
	"context"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

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
		if !tr.WalletPaid() || tr.ByGateway() != 0 || tr.Wallet != dueAmount {
			w.T.Fatalf("transaction %+v; want tr.WalletPaid(), tr.ByGateway() = 0, tr.Wallet = %v", tr, dueAmount)
		}
		w.wantStatus(p, tr, payment.StatusPaid)
		b := w.Balances(p)
		if b.InvoicesDue() != 0 || b.WalletCredit() != money.Rupees(70) {
			w.T.Fatalf("balances %v, want %v", b, money.Rupees(70))
		}
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
			if f := fault.Of(err); f == nil || f.Code != "text.too_long" || f.Extra["field"] != field {
				w.T.Errorf("%s of 65 characters: %v, want text.too_long of that field", field, err)
			}
		}
		longest := payment.DueInput{PaymentMethod: strings.Repeat("उ", 64), Device: strings.Repeat("d", 64)}
		if tr, err := w.payments.StartDue(w.T.Context(), p, longest); err != nil || tr.PaymentMethod != longest.PaymentMethod || tr.Device != longest.Device {
			w.T.Errorf("64 characters: %+v, %v; want them kept", tr, err)
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
		if tr.WalletPaid() || tr.ByGateway() != money.Rupees(2000) {
			w.T.Fatalf("transaction %+v; want not tr.WalletPaid(), tr.ByGateway() = %v", tr, money.Rupees(2000))
		}
		if b := w.Balances(p); b.WalletCredit() != money.Rupees(830) {
			w.T.Fatalf("the wallet was used before anything was paid: %v, want %v", b, money.Rupees(830))
		}
		w.pay(w.open(p, tr).Checkout.OrderID, "success")
		w.wait(time.Minute)
		b := w.Balances(p)
		if b.InvoicesDue() != 0 || b.WalletCredit() != 0 {
			w.T.Fatalf("balances %v", b)
		}
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
		b := w.Balances(p)
		if b.InvoicesDue() != money.Rupees(800) || b.WalletCredit() != 0 {
			w.T.Fatalf("balances %v, want %v", b, money.Rupees(800))
		}
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
		if err != nil || tr.ByGateway() != money.Rupees(4000) || tr.Purpose != payment.Deposit {
			w.T.Fatalf("got %+v, %v; want tr.ByGateway() = %v, tr.Purpose = %v", tr, err, money.Rupees(4000), payment.Deposit)
		}
		w.pay(w.open(p, tr).Checkout.OrderID, "success")
		w.wait(time.Minute)
		w.wantStatus(p, tr, payment.StatusPaid)
		d, err := w.payments.DepositOf(w.T.Context(), c)
		if err != nil || d.Balance() != 0 || d.Received != money.Rupees(5000) || d.Required != money.Rupees(5000) || len(d.Movements) != 2 {
			w.T.Fatalf("got %+v, %v; want d.Balance() = 0, d.Received = %v, d.Required = %v, len(d.Movements) = 2", d, err, money.Rupees(5000), money.Rupees(5000))
		}
		if d.Movements[0].Amount != money.Rupees(4000) || d.Movements[0].Balance != money.Rupees(5000) {
			w.T.Fatalf("movements %+v; want d.Movements[0].Amount = %v, d.Movements[0].Balance = %v", d.Movements, money.Rupees(4000), money.Rupees(5000))
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
			w.T.Fatalf("transactions %v, orders %v, want length 1 and length 1", ids, orders)
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
					w.T.Errorf("start: %+v, %v; want fault.Is(err, http.StatusConflict)", tr, err)
				}
			})
		}
		all.Wait()
		if b := w.Balances(p); paid != 1 || b.WalletCredit() != 2*dueAmount || b.InvoicesDue() != 0 {
			w.T.Fatalf("paid %d times, balances %v, want 1 and %v", paid, b, 2*dueAmount)
		}
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
			w.T.Fatalf("got %+v, %v; want first.WalletPaid()", first, err)
		}
		again, err := w.payments.StartDue(ctx, p, payment.DueInput{Device: "mweb"})
		if err != nil || again.ID != first.ID || !again.WalletPaid() {
			w.T.Fatalf("got %+v, %v; want again.ID = %v, again.WalletPaid()", again, err, first.ID)
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
		if err != nil || tr.Checkout == nil || !tr.Direct || tr.Checkout.Amount != dueAmount || tr.AutoDebit {
			w.T.Fatalf("got %+v, %v; want tr.Checkout other than nil, tr.Direct, tr.Checkout.Amount = %v, not tr.AutoDebit", tr, err, dueAmount)
		}
		again, err := w.payments.StartDue(w.T.Context(), p, payment.DueInput{})
		if err != nil || !again.Direct || again.ID != tr.ID || again.Checkout.OrderID != tr.Checkout.OrderID {
			w.T.Fatalf("got %+v, %v; want again.Direct, again.ID = %v, again.Checkout.OrderID = %v", again, err, tr.ID, tr.Checkout.OrderID)
		}
		if r := again.Checkout; r.Options["key"] != keys.ID || r.Currency != "INR" || r.Prefill.Contact != "+919000000001" || r.ScriptURL == "" || r.Name != "Town" {
			w.T.Fatalf(`options %+v; want r.Options["key"] = %v, r.Currency = "INR", r.Prefill.Contact = "+919000000001", r.ScriptURL other than "", r.Name = "Town"`, r, keys.ID)
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
			if err != nil || tr.Direct || tr.Checkout != nil {
				w.T.Errorf("%s: got %+v, %v; want not tr.Direct, no tr.Checkout", kind, tr, err)
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
		list := w.payments.Choices()
		if len(list) != 1 || list[0].Name != "razorpay" || list[0].Choice.Name != "Razorpay" || list[0].Choice.Text.English == "" || len(list[0].Choice.Logo) == 0 {
			w.T.Fatalf(`choices %+v; want len(list) = 1, list[0].Name = "razorpay", list[0].Choice.Name = "Razorpay", list[0].Choice.Text.English other than "", len(list[0].Choice.Logo) other than 0`, list)
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
		if again := w.startDue(p); again.ID != tr.ID || again.UnderWaySeconds != 0 {
			w.T.Fatalf("nothing was paid, and %+v is under way; want again.ID = %v, again.UnderWaySeconds = 0", again, tr.ID)
		}
		w.pay(order, "pending")
		w.wait(40 * time.Second)
		if again := w.startDue(p); again.ID != tr.ID || again.UnderWaySeconds < 1 || again.UnderWaySeconds > 40 {
			w.T.Fatalf("again %+v; want again.ID = %v, again.UnderWaySeconds >= 1, again.UnderWaySeconds <= 40", again, tr.ID)
		}
		w.wait(2 * time.Minute)
		if again := w.startDue(p); again.UnderWaySeconds < 120 || again.UnderWaySeconds > 160 {
			w.T.Fatalf("two minutes later %+v; want again.UnderWaySeconds >= 120, again.UnderWaySeconds <= 160", again)
		}
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
