package payment_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"rento/internal/ledger"
	"rento/internal/money"
	"rento/internal/payment"
	"rento/internal/provider"
	"rento/internal/provider/juspay"
	emulated "rento/internal/sandbox/juspay"
	"rento/internal/testkit"
)

var juspayKeys = emulated.Keys{
	MerchantID: "rento", APIKey: "SBXAPIKEY", ResponseKey: "SBXRESPONSEKEY0001", WebhookUser: "juspay", WebhookPassword: "SBXWEBHOOKS",
}

// credKey is an RSA public key. Nobody has its private key.
const credKey = "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAxLqp9dx3wrhD3JDu7f7jaJCOWgmaC+A3wXMYwXE119HGEN7IQiBaT8BI" +
	"DD869Nwdyl9UATF9jst3FF/JIpCue1PJhrYvm76B6UFbgkSwyOc2Im4vhK/O2gANjwUEx+IhkRkyTcAuq1HenNnr+xaF3K3lMFsrcLZtYfih19qTKNjqtq3w" +
	"/BqAyZexoXenE7YFbpFes8Xjmypvi5Nn3ZFLqeALS5hI6RW7v3dh1F+/AnJwA+qw0KXD+Cjumyzr7e/YON3dszKu/xVr/NzCiIhj+f7CP/1wWYEXllBMsZ6X" +
	"Pf16kkytYLZB3dzCoQkYb14ys/eVI6bBVGT2tQDMwpRUiQIDAQAB"

// atJuspay adds the production adapter, which talks to the sandbox.
func (w *world) atJuspay() {
	w.T.Helper()
	gateways, err := juspay.New(juspay.Config{
		BaseURL: w.box.BaseURL(juspay.Name), MerchantID: juspayKeys.MerchantID, APIKey: juspayKeys.APIKey, ResponseKey: juspayKeys.ResponseKey,
		WebhookUser: juspayKeys.WebhookUser, WebhookPassword: juspayKeys.WebhookPassword, CredKey: credKey,
	}, w.Clock, nil, network{w})
	if err != nil {
		w.T.Fatal(err)
	}
	w.more = nil
	for _, g := range gateways {
		w.more = append(w.more, g)
	}
	w.wire(payment.Config{ProductName: "Town", AppOrigin: appOnly.AppOrigin})
}

// payAtJuspay pays the newest payment of an order as a payer does, and returns what the browser
// brings back.
func (w *world) payAtJuspay(a emulated.Attempt) string {
	w.T.Helper()
	body, err := json.Marshal(a)
	if err != nil {
		w.T.Fatal(err)
	}
	client := http.Client{Transport: w.box.Transport()}
	answer, err := client.Post(w.box.BaseURL(juspay.Name)+"/pay", "application/json", bytes.NewReader(body))
	if err != nil {
		w.T.Fatal(err)
	}
	defer answer.Body.Close()
	var told struct {
		ReturnURL string `json:"return_url"`
	}
	if err := json.NewDecoder(answer.Body).Decode(&told); err != nil || answer.StatusCode != http.StatusOK {
		w.T.Fatalf("pay: HTTP %d, %v; want 200", answer.StatusCode, err)
	}
	return strings.TrimPrefix(told.ReturnURL, appOnly.AppOrigin)
}

// wantAtJuspay checks that our books have the amount in transit at each of the gateways, and
// that Juspay holds all of it.
func (w *world) wantAtJuspay(each money.Paise, gateways ...string) {
	w.T.Helper()
	want := money.Paise(0)
	for _, gateway := range gateways {
		if got := w.total(ledger.InTransit(gateway)); got != each {
			w.T.Fatalf("%v in transit at %s, want %v", got, gateway, each)
		}
		want += each
	}
	client := http.Client{Transport: w.box.Transport()}
	answer, err := client.Get("http://shop.test/sandbox/books")
	if err != nil {
		w.T.Fatal(err)
	}
	defer answer.Body.Close()
	var books struct {
		Juspay struct {
			Payments []struct {
				Amount   json.Number `json:"amount"`
				Captured bool        `json:"captured"`
			} `json:"payments"`
			Refunds []struct {
				Amount json.Number `json:"amount"`
			} `json:"refunds"`
		} `json:"juspay"`
	}
	if err := json.NewDecoder(answer.Body).Decode(&books); err != nil {
		w.T.Fatal(err)
	}
	var held money.Paise
	for _, p := range books.Juspay.Payments {
		if p.Captured {
			held += w.rupees(p.Amount)
		}
	}
	for _, r := range books.Juspay.Refunds {
		held -= w.rupees(r.Amount)
	}
	if held != want {
		w.T.Fatalf("Juspay holds %v, our books say %v", held, want)
	}
	w.wantInTransit(0) // nothing at Razorpay; this also checks that the books balance
}

func (w *world) rupees(n json.Number) money.Paise {
	w.T.Helper()
	amount, err := money.Parse(n.String())
	if err != nil {
		w.T.Fatal(err)
	}
	return amount
}

// PAY-12, PAY-34: all choices are listed in their order, and each wallet is its own choice.
func TestTheChoicesWithJuspay(t *testing.T) {
	w := newWorld(t, testkit.Open(t))
	w.atJuspay()
	var names []string
	for _, c := range w.payments.Choices() {
		names = append(names, c.Name)
	}
	if got, want := strings.Join(names, " "), "razorpay juspay-credpay juspay-phonepe juspay-amazonpay juspay-mobikwik"; got != want {
		t.Errorf("choices %s, want %s", got, want)
	}
}

// A wallet is paid on Juspay's page, which is opened by its address or by a form. The browser
// returns by an address, whose proof is checked.
func TestJuspayByRedirect(t *testing.T) {
	onEachEngine(t, func(w *world) {
		w.atJuspay()
		p, payers := w.pages(appOnly), w.debtors(2)

		tr := w.startDue(payers[0])
		started := w.openAt(payers[0], tr, "juspay-phonepe")
		if started.Checkout != nil || started.IntentURL != "" {
			w.T.Fatalf("started %+v; want neither our page nor an app", started)
		}
		if url := started.ProviderURL; !strings.HasPrefix(url, "http://shop.test/sandbox/juspay/v2/pay/start/") {
			w.T.Fatalf("opens %s, want Juspay's page", url)
		}
		to := p.get("/pgRedirect?gateway=juspay-phonepe&transactionId=" + tr.UniqueID).Header().Get("Location")
		if !strings.HasPrefix(to, "http://shop.test/sandbox/juspay/v2/pay/start/") {
			w.T.Fatalf("redirect to %s, want Juspay's page", to)
		}
		order := w.orderOf(payers[0], tr)
		back := w.payAtJuspay(emulated.Attempt{OrderID: order})
		p.want(p.get(strings.Replace(back, "CHARGED", "AUTHORIZING", 1)), http.StatusBadRequest, "could not verify")
		w.wantStatus(payers[0], tr, payment.StatusPending)
		for range 2 {
			p.want(p.get(back), http.StatusOK, "Payment received")
		}
		w.work()
		w.wantStatus(payers[0], tr, payment.StatusPaid)

		byForm := w.startDue(payers[1])
		w.openAt(payers[1], byForm, "juspay-amazonpay")
		page := p.get("/pay/" + byForm.UniqueID)
		p.want(page, http.StatusOK, `action="http://shop.test/sandbox/juspay/v2/pay/start/`)
		if policy := page.Header().Get("Content-Security-Policy"); !strings.Contains(policy, "form-action https://app.example http://shop.test;") {
			w.T.Errorf("policy %s; want the form to go to Juspay and nowhere else", policy)
		}
		w.payAtJuspay(emulated.Attempt{OrderID: w.orderOf(payers[1], byForm)})
		w.work() // only the webhook reports it
		w.wantStatus(payers[1], byForm, payment.StatusPaid)
		w.wantAtJuspay(dueAmount, "juspay-phonepe", "juspay-amazonpay")
	})
}

// orderOf returns the order id of a transaction's live attempt.
func (w *world) orderOf(p int64, t payment.Transaction) string {
	w.T.Helper()
	row, err := w.Store.Queries().PaymentAttemptLive(w.T.Context(), p, t.ID)
	if err != nil {
		w.T.Fatal(err)
	}
	return row.GatewayOrderID
}

// PAY-40: if the CRED app is installed, it opens; otherwise a page opens. An app brings nothing
// back, so we ask the gateway.
func TestCredOpensItsAppWhereItIs(t *testing.T) {
	onEachEngine(t, func(w *world) {
		w.atJuspay()
		p, payer := w.pages(appOnly), w.debtor()
		tr := w.startDue(payer)
		open := func(app bool) payment.Started {
			started, err := w.payments.StartGateway(w.T.Context(), payer, payment.GatewayInput{
				TransactionID: tr.ID, UniqueID: tr.UniqueID, Gateway: "juspay-credpay",
				Device: provider.Device{Platform: "client-mobile", OS: "android", Device: "mobile", AppPresent: app},
			})
			if err != nil {
				w.T.Fatal(err)
			}
			return started
		}
		if page := open(false); page.IntentURL != "" || page.ProviderURL == "" {
			w.T.Fatalf("without the app: %+v; want Juspay's page", page)
		}
		if app := open(true); !strings.HasPrefix(app.IntentURL, "credpay://") {
			w.T.Fatalf("with the app: %+v; want CRED's address", app)
		}
		w.wantStatus(payer, tr, payment.StatusPending)
		w.deaf = true
		w.payAtJuspay(emulated.Attempt{OrderID: w.orderOf(payer, tr)})
		p.want(p.get("/pay/"+tr.UniqueID+"/return"), http.StatusOK, "Payment received")
		w.wantStatus(payer, tr, payment.StatusPaid)
		w.wantAtJuspay(dueAmount, "juspay-credpay")
	})
}

// After a failed try, the next try at the same wallet uses the same order. A try at another
// wallet gets its own order. What was paid a second time goes back.
func TestJuspayAfterAFailure(t *testing.T) {
	onEachEngine(t, func(w *world) {
		w.atJuspay()
		p, payer := w.pages(appOnly), w.debtor()
		tr := w.startDue(payer)
		w.openAt(payer, tr, "juspay-mobikwik")
		first := w.orderOf(payer, tr)
		back := w.payAtJuspay(emulated.Attempt{OrderID: first, Outcome: "failed_then_paid", Seconds: int((2 * time.Hour).Seconds())})
		p.want(p.get(back), http.StatusOK, "did not go through")
		w.wantStatus(payer, tr, payment.StatusFailed)
		unproved := url.Values{"order_id": {first}, "status": {"AUTHORIZATION_FAILED"}, "status_id": {"27"}}
		p.want(p.get("/pay/"+tr.UniqueID+"/return?"+unproved.Encode()), http.StatusOK, "did not go through")
		w.openAt(payer, tr, "juspay-phonepe")
		second := w.orderOf(payer, tr)
		if second == first {
			w.T.Fatal("another wallet has the order of the one before, want its own")
		}
		w.payAtJuspay(emulated.Attempt{OrderID: second})
		w.work()
		w.wantStatus(payer, tr, payment.StatusPaid)
		w.wait(26 * time.Hour) // the first one is paid after all, and goes back
		w.wantStanding(payer, standing{})
		w.wantAlerts()
		w.wantAtJuspay(dueAmount, "juspay-phonepe")
	})
}

// A customer who has only looked at a wallet's page can pay another way at once.
func TestAWalletThatWasLeft(t *testing.T) {
	onEachEngine(t, func(w *world) {
		w.atJuspay()
		payer := w.debtor()
		tr := w.startDue(payer)
		w.openAt(payer, tr, "juspay-phonepe")
		w.wait(time.Minute)
		w.openAt(payer, tr, "juspay-mobikwik")
		w.payAtJuspay(emulated.Attempt{OrderID: w.orderOf(payer, tr)})
		w.work()
		w.wantStatus(payer, tr, payment.StatusPaid)
		w.wantAtJuspay(dueAmount, "juspay-mobikwik")
	})
}

// While a payment is under way at a wallet, nobody is offered to pay again.
func TestJuspayHoldsAPayment(t *testing.T) {
	w := newWorld(t, testkit.Open(t))
	w.atJuspay()
	payer := w.debtor()
	tr := w.startDue(payer)
	w.openAt(payer, tr, "juspay-phonepe")
	w.deaf = true
	w.payAtJuspay(emulated.Attempt{OrderID: w.orderOf(payer, tr), Outcome: "late", Seconds: 300})
	_, err := w.payments.StartGateway(t.Context(), payer, payment.GatewayInput{TransactionID: tr.ID, UniqueID: tr.UniqueID, Gateway: "razorpay"})
	wantFault(t, err, http.StatusConflict)
	w.wait(20 * time.Minute)
	w.wantStatus(payer, tr, payment.StatusPaid)
	w.wantAtJuspay(dueAmount, "juspay-phonepe")
}
