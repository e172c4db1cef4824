package payment_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/money"
	"rento/internal/payment"
	"rento/internal/provider"
	"rento/internal/testkit"
)

// acme is an example of another gateway (docs/extending.md). Its provider has several gateways.
// It works by redirect and returns by GET. A failed payment uses its order up. It can neither
// refund nor list payments.
type acme struct {
	clock calendar.Clock
	mu    sync.Mutex
	paid  map[string]provider.Payment // by order id
	form  map[string]string           // if set, the form that opens its page
	alone bool                        // accepts money by mandates only
}

func (a *acme) Profile() provider.Profile {
	return provider.Profile{
		MandatesOnly: a.alone,
		Name:         "acme-wallet", Provider: "acme", Checkout: provider.Redirect, ReturnFields: []string{"status"}, SingleTry: true,
		Choice: provider.Choice{Position: 9, Name: "Acme", Text: fault.NewWord("acme.text", "Acme wallet"), Logo: []byte("<svg/>")},
	}
}

func (*acme) Available() bool { return true }

func (a *acme) CreateOrder(ctx context.Context, req provider.OrderRequest) (provider.Checkout, error) {
	if req.Customer.Mobile == "" || !strings.HasPrefix(req.ReturnURL, "https://app.example/pay/") {
		return provider.Checkout{}, errors.New("acme: a customer and a return address are needed")
	}
	return a.Resume(ctx, "acme-"+req.Reference, req)
}

func (a *acme) Resume(_ context.Context, orderID string, _ provider.OrderRequest) (provider.Checkout, error) {
	return provider.Checkout{OrderID: orderID, RedirectURL: "https://acme.example/pay/" + orderID, Form: a.form}, nil
}

// pay does what a payer does at acme.
func (a *acme) pay(orderID string, state provider.PaymentState, amount money.Paise) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.paid[orderID] = provider.Payment{
		ID: "p-" + orderID, OrderID: orderID, State: state, Amount: amount, Currency: "INR", Method: "wallet", At: a.clock.Now(),
	}
}

func (a *acme) Observe(_ context.Context, reference, orderID string) (provider.Observation, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	seen := provider.Observation{Gateway: "acme-wallet", Reference: reference, OrderID: orderID}
	if p, any := a.paid[orderID]; any {
		seen.Payments = []provider.Payment{p}
	}
	return seen, nil
}

func (*acme) ReadReturn(order provider.Order, fields map[string]string) (provider.Claim, error) {
	switch {
	case fields["proof"] == "acme:"+order.ID:
		return provider.ClaimPaid, nil
	case fields["status"] == "failed":
		return provider.ClaimFailed, nil
	}
	return "", provider.ErrBadSignature
}

func (*acme) LooksSigned(header http.Header) bool { return header.Get("Acme-Secret") != "" }

func (*acme) VerifyWebhook(header http.Header, raw []byte) (provider.Event, error) {
	if header.Get("Acme-Secret") != "s3cret" {
		return provider.Event{}, provider.ErrBadSignature
	}
	return provider.Event{ID: "e-" + string(raw), Kind: "paid", OrderID: string(raw)}, nil
}

var errNotAtAcme = errors.New("acme: there is no such call")

func (*acme) Capture(context.Context, string, money.Paise) (provider.Payment, error) {
	return provider.Payment{}, errNotAtAcme
}

func (*acme) Refund(context.Context, provider.RefundRequest) (provider.Refund, error) {
	return provider.Refund{}, errNotAtAcme
}

func (*acme) FetchRefund(context.Context, provider.RefundQuery) (provider.Refund, error) {
	return provider.Refund{}, errNotAtAcme
}

func (*acme) ListPayments(context.Context, time.Time, time.Time) (provider.Listing[provider.Payment], error) {
	return provider.Listing[provider.Payment]{}, errNotAtAcme
}

// atAcme adds the gateway as the wiring does, as one more entry in the registry.
func (w *world) atAcme() *acme {
	a := &acme{clock: w.Clock, paid: map[string]provider.Payment{}}
	w.more = []provider.Gateway{a}
	w.wire(payment.Config{ProductName: "Town", AppOrigin: appOnly.AppOrigin})
	return a
}

func (w *world) openAt(p int64, t payment.Transaction, gateway string) payment.Started {
	w.T.Helper()
	started, err := w.payments.StartGateway(w.T.Context(), p, payment.GatewayInput{TransactionID: t.ID, UniqueID: t.UniqueID, Gateway: gateway})
	if err != nil {
		w.T.Fatal(err)
	}
	return started
}

// Another gateway needs only its adapter and one line of wiring. Then its choice, redirect,
// return and webhook work.
func TestAnotherGateway(t *testing.T) {
	onEachEngine(t, func(w *world) {
		a := w.atAcme()
		p := w.pages(appOnly)
		payers := w.debtors(2)
		if list := w.payments.Choices(); len(list) != 2 || list[1].Name != "acme-wallet" {
			w.T.Fatalf("choices %+v, want razorpay and acme-wallet", list)
		}
		p.want(p.get("/pay/logos/acme-wallet.svg"), http.StatusOK, "<svg/>")

		byReturn := w.startDue(payers[0])
		order := strings.TrimPrefix(w.openAt(payers[0], byReturn, "acme-wallet").ProviderURL, "https://acme.example/pay/")
		if to := p.get("/pgRedirect?transactionId=" + byReturn.UniqueID).Header().Get("Location"); to != "https://acme.example/pay/"+order {
			w.T.Fatalf("redirect to %s, want %v", to, "https://acme.example/pay/"+order)
		}
		back := "/pay/" + byReturn.UniqueID + "/return"
		p.want(p.get(back+"?proof=forged"), http.StatusBadRequest, "could not verify")
		p.want(p.get(back+"?status=failed"), http.StatusOK, "did not go through")
		a.pay(order, provider.PaymentCaptured, dueAmount)
		p.want(p.get(back+"?proof=acme:"+order+"&status=ok"), http.StatusOK, "Payment received")
		w.wantStatus(payers[0], byReturn, payment.StatusPaid)

		byWebhook := w.startDue(payers[1])
		other := strings.TrimPrefix(w.openAt(payers[1], byWebhook, "acme-wallet").ProviderURL, "https://acme.example/pay/")
		a.pay(other, provider.PaymentCaptured, dueAmount)
		if err := w.inbox.Receive(w.T.Context(), "acme", http.Header{"Acme-Secret": {"s3cret"}}, []byte(other)); err != nil {
			w.T.Fatal(err)
		}
		if _, err := w.Queue.RunDue(w.T.Context()); err != nil {
			w.T.Fatal(err)
		}
		w.wantStatus(payers[1], byWebhook, payment.StatusPaid)
	})
}

// PAY-34: a gateway that accepts money by mandates only cannot be chosen for a payment, neither
// in the list nor by its name in a call or an address.
func TestAGatewayForMandatesIsNoChoice(t *testing.T) {
	onEachEngine(t, func(w *world) {
		w.atAcme().alone = true
		w.wire(payment.Config{ProductName: "Town", AppOrigin: appOnly.AppOrigin})
		if list := w.payments.Choices(); len(list) != 1 || list[0].Name != "razorpay" {
			w.T.Errorf("choices %+v, want razorpay alone", list)
		}
		p := w.debtor()
		tr := w.startDue(p)
		_, err := w.payments.StartGateway(w.T.Context(), p, payment.GatewayInput{TransactionID: tr.ID, UniqueID: tr.UniqueID, Gateway: "acme-wallet"})
		if f := fault.Of(err); f == nil || f.Code != "payment.gateway_not_found" {
			w.T.Errorf("chosen by its name: %v, want payment.gateway_not_found", err)
		}
		started, err := w.payments.OpenLink(w.T.Context(), tr.UniqueID, "acme-wallet")
		w.must(err)
		if c := started.Checkout; c == nil || c.Gateway != "razorpay" {
			w.T.Errorf("named in the address: checkout %+v, want that of razorpay", c)
		}
	})
}

// If a failed payment has used up an order, the next try gets another order. Money that comes
// for the first order after all goes back. If the gateway cannot give it back, a person is
// alerted.
func TestAFailedTryUsesAnOrderUp(t *testing.T) {
	onEachEngine(t, func(w *world) {
		a := w.atAcme()
		p := w.debtor()
		tr := w.startDue(p)
		first := strings.TrimPrefix(w.openAt(p, tr, "acme-wallet").ProviderURL, "https://acme.example/pay/")
		a.pay(first, provider.PaymentFailed, dueAmount)
		w.wait(time.Minute)
		w.wantStatus(p, tr, payment.StatusFailed)
		second := strings.TrimPrefix(w.openAt(p, tr, "acme-wallet").ProviderURL, "https://acme.example/pay/")
		if second == first {
			w.T.Fatal("the used order was opened again")
		}
		a.pay(second, provider.PaymentCaptured, dueAmount)
		w.wait(time.Minute)
		w.wantStatus(p, tr, payment.StatusPaid)
		a.pay(first, provider.PaymentCaptured, dueAmount)
		w.wait(time.Hour)
		if got := w.alerts(); len(got) != 1 || got[0] != "refund_failed" {
			w.T.Fatalf("alerts %v, want [refund_failed]", got)
		}
	})
}

// If the provider's page must be opened by a form, our page opens it. The page's policy lets the
// form go there and nowhere else.
func TestProviderPageByForm(t *testing.T) {
	w := newWorld(t, testkit.Open(t))
	a, p := w.atAcme(), w.pages(appOnly)
	a.form = map[string]string{"token": `"><script>`}
	payer := w.debtor()
	tr := w.startDue(payer)
	w.openAt(payer, tr, "acme-wallet")
	out := p.get("/pay/" + tr.UniqueID)
	p.want(out, http.StatusOK, `action="https://acme.example/pay/acme-`)
	if body := out.Body.String(); strings.Contains(body, `"><script>`) {
		t.Errorf("a field of the form became part of the page: %s", body)
	}
	if policy := out.Header().Get("Content-Security-Policy"); !strings.Contains(policy, "form-action https://app.example https://acme.example;") {
		t.Errorf("policy %s, want %q in it", policy, "form-action https://app.example https://acme.example;")
	}
}

// Two tabs start a payment at two gateways, and one is too late. It is told so, and the order
// that the other tab opened can still be paid.
func TestTwoTabsAtTwoGateways(t *testing.T) {
	onEachEngine(t, func(w *world) {
		a := w.atAcme()
		p := w.debtor()
		tr := w.startDue(p)
		var order string
		w.between = func(call string) error {
			if call == "POST /orders" && order == "" {
				order = strings.TrimPrefix(w.openAt(p, tr, "acme-wallet").ProviderURL, "https://acme.example/pay/")
			}
			return nil
		}
		_, err := w.payments.StartGateway(w.T.Context(), p, payment.GatewayInput{TransactionID: tr.ID, UniqueID: tr.UniqueID, Gateway: "razorpay"})
		if f := fault.Of(err); f == nil || f.Code != "payment.replaced" {
			w.T.Errorf("the tab that came too late: %v, want payment.replaced", err)
		}
		w.wantStatus(p, tr, payment.StatusPending)
		a.pay(order, provider.PaymentCaptured, dueAmount)
		w.wait(time.Minute)
		w.wantStatus(p, tr, payment.StatusPaid)
	})
}

// A payer opens the link while somebody starts the same payment at another gateway. The page says
// that the link has run out. It must not say that the payment is paid.
func TestALinkThatCameTooLate(t *testing.T) {
	w := newWorld(t, testkit.Open(t))
	w.atAcme()
	pages, payer := w.pages(appOnly), w.debtor()
	tr := w.startDue(payer)
	opened := false
	w.between = func(call string) error {
		if call == "POST /orders" && !opened {
			opened = true
			w.openAt(payer, tr, "acme-wallet")
		}
		return nil
	}
	pages.want(pages.get("/pay/"+tr.UniqueID), http.StatusGone, "This link has run out")
}

// Texts from a gateway are cut to the length that we store. Otherwise the payment could not be
// stored and would never count.
func TestALongAnswerOfAGatewayIsStored(t *testing.T) {
	onEachEngine(t, func(w *world) {
		a := w.atAcme()
		p := w.debtor()
		tr := w.startDue(p)
		order := strings.TrimPrefix(w.openAt(p, tr, "acme-wallet").ProviderURL, "https://acme.example/pay/")
		long := strings.Repeat("é\x00", 20_000)
		a.pay(order, provider.PaymentFailed, dueAmount)
		a.mu.Lock()
		told := a.paid[order]
		told.Reason, told.Method, told.Instrument = long, long, long
		a.paid[order] = told
		a.mu.Unlock()
		w.wait(time.Minute)
		w.wantStatus(p, tr, payment.StatusFailed)
		type lengths struct{ Method, Instrument, Reason, OfAttempt int }
		var stored lengths
		err := testkit.Raw(w.T, w.Store).QueryRowContext(w.T.Context(), "SELECT length(g.method), length(g.instrument), length(g.reason), length(a.reason) "+
			"FROM gateway_payments g JOIN payment_attempts a ON a.id = g.attempt_id").
			Scan(&stored.Method, &stored.Instrument, &stored.Reason, &stored.OfAttempt)
		w.must(err)
		if diff := cmp.Diff(lengths{200, 1000, 2000, 2000}, stored); diff != "" {
			w.T.Errorf("stored characters (-want +got):\n%s", diff)
		}
	})
}
