package payment_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"rento/internal/fault"
	"rento/internal/ledger"
	"rento/internal/money"
	"rento/internal/payment"
	"rento/internal/provider"
	"rento/internal/provider/paytm"
	"rento/internal/sandbox/emulator"
	emulated "rento/internal/sandbox/paytm"
	"rento/internal/testkit"
)

var paytmKeys = emulated.Keys{MID: "SBXMID00000000000001", Key: "SBXKEY0123456789", Website: "WEBSTAGING"}

// atPaytm adds the production adapter, which talks to the sandbox.
func (w *world) atPaytm() {
	w.T.Helper()
	gateway, err := paytm.New(paytm.Config{
		BaseURL: w.box.BaseURL(paytm.Name), MID: paytmKeys.MID, Key: paytmKeys.Key, Website: paytmKeys.Website,
	}, w.Clock, nil, network{w})
	if err != nil {
		w.T.Fatal(err)
	}
	w.more = []provider.Gateway{gateway}
	w.wire(payment.Config{ProductName: "Town", AppOrigin: appOnly.AppOrigin})
}

// payAtPaytm pays an order as a payer does, and returns what the browser brings back.
func (w *world) payAtPaytm(a emulated.Attempt) url.Values {
	w.T.Helper()
	body, err := json.Marshal(a)
	if err != nil {
		w.T.Fatal(err)
	}
	client := http.Client{Transport: w.box.Transport()}
	answer, err := client.Post(w.box.BaseURL(paytm.Name)+"/pay", "application/json", bytes.NewReader(body))
	if err != nil {
		w.T.Fatal(err)
	}
	defer answer.Body.Close()
	var told struct {
		Fields map[string]string `json:"fields"`
	}
	if err := json.NewDecoder(answer.Body).Decode(&told); err != nil || answer.StatusCode != http.StatusOK {
		w.T.Fatalf("pay: HTTP %d, %v; want 200", answer.StatusCode, err)
	}
	form := url.Values{}
	for name, value := range told.Fields {
		form.Set(name, value)
	}
	return form
}

func (w *world) wantAtPaytm(want money.Paise) {
	w.T.Helper()
	if got := w.total(ledger.InTransit(paytm.Name)); got != want {
		w.T.Fatalf("%v in transit at Paytm, want %v", got, want)
	}
	client := http.Client{Transport: w.box.Transport()}
	answer, err := client.Get("http://shop.test/sandbox/books")
	if err != nil {
		w.T.Fatal(err)
	}
	defer answer.Body.Close()
	var books struct {
		Paytm emulator.Ledger `json:"paytm"`
	}
	if err := json.NewDecoder(answer.Body).Decode(&books); err != nil {
		w.T.Fatal(err)
	}
	var held money.Paise
	for _, p := range books.Paytm.Payments {
		paid, err := money.Parse(p["txnAmount"].(string))
		back, wrong := money.Parse(p["refundAmt"].(string))
		if err != nil || wrong != nil {
			w.T.Fatalf("payment %v: %v, %v", p, err, wrong)
		}
		if p["captured"] == true {
			held += paid - back
		}
	}
	if held != want {
		w.T.Fatalf("Paytm holds %v, our books say %v", held, want)
	}
	w.wantInTransit(0) // nothing at the other gateway; this also checks that the books balance
}

// The pay page opens Paytm's script in a window. After the return we ask Paytm about the
// payment, and post it once.
func TestPaytmPaysInAWindow(t *testing.T) {
	onEachEngine(t, func(w *world) {
		w.atPaytm()
		p, payer := w.pages(appOnly), w.debtor()
		tr := w.startDue(payer)
		started := w.openAt(payer, tr, paytm.Name)
		if started.Checkout == nil || started.RedirectURL != "/pgRedirect?gateway=paytm&transactionId="+tr.UniqueID {
			w.T.Fatalf("started %+v; want our page and its redirect", started)
		}
		if to := p.get(started.RedirectURL).Header().Get("Location"); to != "/pay/"+tr.UniqueID {
			w.T.Fatalf("redirect to %s, want the pay page", to)
		}
		out := p.get("/pay/" + tr.UniqueID)
		p.want(out, http.StatusOK, "/sandbox/paytm/merchantpgpui/checkoutjs/merchants/"+paytmKeys.MID+".js", "Paytm.CheckoutJS", started.Checkout.Options["token"])
		if policy := out.Header().Get("Content-Security-Policy"); !strings.Contains(policy, "connect-src http://shop.test;") {
			w.T.Errorf("policy %s; want calls to the script's own origin only", policy)
		}
		back := w.payAtPaytm(emulated.Attempt{OrderID: started.Checkout.OrderID})
		forged := url.Values{}
		for name := range back {
			forged.Set(name, back.Get(name))
		}
		forged.Set("TXNAMOUNT", "1.00")
		p.want(p.send(http.MethodPost, "/pay/"+tr.UniqueID+"/return", forged), http.StatusBadRequest, "could not verify")
		w.wantStatus(payer, tr, payment.StatusPending)
		for range 2 {
			p.want(p.send(http.MethodPost, "/pay/"+tr.UniqueID+"/return?lang=en", back), http.StatusOK, "Payment received", "TXN_SUCCESS")
		}
		w.work()
		w.wantStatus(payer, tr, payment.StatusPaid)
		w.wantAtPaytm(dueAmount)
	})
}

// After the Back key, the browser brings nothing, or the fields are in the address. Either way
// we ask Paytm.
func TestPaytmByTheBackKey(t *testing.T) {
	w := newWorld(t, testkit.Open(t))
	w.atPaytm()
	p, payers := w.pages(appOnly), w.debtors(2)
	for i, payer := range payers {
		tr := w.startDue(payer)
		order := w.openAt(payer, tr, paytm.Name).Checkout.OrderID
		back := "/pay/" + tr.UniqueID + "/return?lang=en"
		p.want(p.get(back), http.StatusOK, "do not know yet")
		fields := w.payAtPaytm(emulated.Attempt{OrderID: order})
		if i == 1 {
			back += "&" + fields.Encode()
		}
		p.want(p.get(back), http.StatusOK, "Payment received")
		w.wantStatus(payer, tr, payment.StatusPaid)
	}
}

// What a browser says about a failure decides nothing. A failure that Paytm has proved counts at
// once. The next try has its own order.
func TestPaytmFails(t *testing.T) {
	onEachEngine(t, func(w *world) {
		w.atPaytm()
		p, payer := w.pages(appOnly), w.debtor()
		tr := w.startDue(payer)
		first := w.openAt(payer, tr, paytm.Name).Checkout.OrderID
		unproved := url.Values{"STATUS": {"TXN_FAILURE"}, "ORDERID": {first}}
		p.want(p.send(http.MethodPost, "/pay/"+tr.UniqueID+"/return", unproved), http.StatusOK, "do not know yet")
		w.wantStatus(payer, tr, payment.StatusPending)
		back := w.payAtPaytm(emulated.Attempt{OrderID: first, Outcome: "failure"})
		p.want(p.send(http.MethodPost, "/pay/"+tr.UniqueID+"/return", back), http.StatusOK, "did not go through")
		w.wantStatus(payer, tr, payment.StatusFailed)
		second := w.openAt(payer, tr, paytm.Name).Checkout.OrderID
		if second == first {
			w.T.Fatal("the used order was opened again")
		}
		w.payAtPaytm(emulated.Attempt{OrderID: second})
		w.work() // the webhook
		w.work()
		w.wantStatus(payer, tr, payment.StatusPaid)
		w.wantAtPaytm(dueAmount)
	})
}

// Another gateway was chosen while Paytm's window was open. What the window brings back still
// belongs to Paytm, so we ask Paytm, whatever the other gateway would make of the fields.
func TestPaytmAfterAnotherChoice(t *testing.T) {
	w := newWorld(t, testkit.Open(t))
	w.atPaytm()
	p, payer := w.pages(appOnly), w.debtor()
	tr := w.startDue(payer)
	order := w.openAt(payer, tr, paytm.Name).Checkout.OrderID
	w.open(payer, tr)
	w.deaf = true
	back := w.payAtPaytm(emulated.Attempt{OrderID: order, Outcome: "pending"})
	p.want(p.send(http.MethodPost, "/pay/"+tr.UniqueID+"/return", back), http.StatusOK, "do not know yet")
}

// Paytm refuses an order that a failed try has used up, before we have heard of the failure. We
// ask Paytm and create another order. Money that comes for the first order after all goes back
// to its source.
func TestPaytmRefusesAUsedOrder(t *testing.T) {
	onEachEngine(t, func(w *world) {
		w.atPaytm()
		payer := w.debtor()
		tr := w.startDue(payer)
		first := w.openAt(payer, tr, paytm.Name).Checkout.OrderID
		w.deaf = true
		w.payAtPaytm(emulated.Attempt{OrderID: first, Outcome: "failed_then_paid", Seconds: int((2 * time.Hour).Seconds())})
		second := w.openAt(payer, tr, paytm.Name).Checkout.OrderID
		if second == first {
			w.T.Fatal("the used order was opened again")
		}
		w.payAtPaytm(emulated.Attempt{OrderID: second})
		w.wait(time.Hour)
		w.wantStatus(payer, tr, payment.StatusPaid)
		w.wait(26 * time.Hour)
		w.wantAtPaytm(dueAmount)
		w.wantStanding(payer, standing{})
		w.wantAlerts()
	})
}

// While we ask Paytm about a used-up order, another tab chooses another gateway. The first tab
// is told so. No order of Paytm's is stored on the other gateway's attempt, which can still be
// paid.
func TestTwoTabsAfterAUsedOrder(t *testing.T) {
	onEachEngine(t, func(w *world) {
		w.atPaytm()
		payer := w.debtor()
		tr := w.startDue(payer)
		used := w.openAt(payer, tr, paytm.Name).Checkout.OrderID
		w.deaf = true
		w.payAtPaytm(emulated.Attempt{OrderID: used, Outcome: "failure"})
		var other string
		w.between = func(call string) error {
			if strings.HasSuffix(call, "/v3/order/status") && other == "" {
				other = "chosen"
				other = w.open(payer, tr).Checkout.OrderID
			}
			return nil
		}
		_, err := w.payments.StartGateway(w.T.Context(), payer, payment.GatewayInput{TransactionID: tr.ID, UniqueID: tr.UniqueID, Gateway: paytm.Name})
		wantFault(w.T, err, http.StatusConflict)
		w.deaf = false
		w.pay(other, "success")
		w.wait(time.Minute)
		w.wantStatus(payer, tr, payment.StatusPaid)
		w.wantInTransit(dueAmount)
	})
}

// The answer to a refund is lost, and Paytm answers the repeated request with a failure. We then
// ask about the refund by our own id, on schedule or when its event comes. Nobody is told that
// the refund failed.
func TestPaytmLosesTheAnswerToARefund(t *testing.T) {
	for _, deaf := range []bool{true, false} {
		onEachEngine(t, func(w *world) {
			w.atPaytm()
			payer := w.debtor()
			tr := w.startDue(payer)
			first := w.openAt(payer, tr, paytm.Name).Checkout.OrderID
			w.deaf = true
			w.payAtPaytm(emulated.Attempt{OrderID: first, Outcome: "failed_then_paid", Seconds: int((2 * time.Hour).Seconds())})
			w.payAtPaytm(emulated.Attempt{OrderID: w.openAt(payer, tr, paytm.Name).Checkout.OrderID})
			w.wait(time.Hour)
			w.deaf = deaf
			w.inject("refunds.apply", emulator.TimeoutAfter, 1)
			w.wait(2 * day)
			w.wantAtPaytm(dueAmount)
			if owed := w.Balances(payer)[ledger.ExcessPayment]; owed != 0 || len(w.alerts()) != 0 {
				w.T.Errorf("deaf %v: %v are owed, alerts %v; want nothing owed and nobody called", deaf, -owed, w.alerts())
			}
		})
	}
}

// While a payment is under way at Paytm, nobody is offered to pay again.
func TestPaytmHoldsAPayment(t *testing.T) {
	onEachEngine(t, func(w *world) {
		w.atPaytm()
		p, payer := w.pages(appOnly), w.debtor()
		tr := w.startDue(payer)
		order := w.openAt(payer, tr, paytm.Name).Checkout.OrderID
		w.deaf = true
		back := w.payAtPaytm(emulated.Attempt{OrderID: order, Outcome: "late", Seconds: 300})
		for _, gateway := range []string{"paytm", "razorpay"} {
			_, err := w.payments.StartGateway(w.T.Context(), payer, payment.GatewayInput{TransactionID: tr.ID, UniqueID: tr.UniqueID, Gateway: gateway})
			wantFault(w.T, err, http.StatusConflict)
			if extra := fault.Of(err).Details(); extra["rmTransactionId"] != tr.ID || extra["underWaySeconds"] == nil {
				w.T.Errorf("at %s: %v; want the transaction and its age", gateway, extra)
			}
		}
		p.want(p.send(http.MethodPost, "/pay/"+tr.UniqueID+"/return", back), http.StatusOK, "do not know yet")
		p.want(p.get("/pay/"+tr.UniqueID), http.StatusOK, "We do not know yet whether this payment went through")
		w.wait(20 * time.Minute)
		w.wantStatus(payer, tr, payment.StatusPaid)
		w.wantAtPaytm(dueAmount)
	})
}

// A window that was closed without paying opens again with the same order.
func TestPaytmIsOpenedAgain(t *testing.T) {
	w := newWorld(t, testkit.Open(t))
	w.atPaytm()
	payer := w.debtor()
	tr := w.startDue(payer)
	first := w.openAt(payer, tr, paytm.Name)
	w.wait(20 * time.Minute)
	w.wantStatus(payer, tr, payment.StatusPending)
	again := w.openAt(payer, tr, paytm.Name)
	if again.Checkout.OrderID != first.Checkout.OrderID || again.Checkout.Options["token"] == first.Checkout.Options["token"] {
		t.Errorf("opened again: %+v, before: %+v; want the same order and another token", again.Checkout, first.Checkout)
	}
}
