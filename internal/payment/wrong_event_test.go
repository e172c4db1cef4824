package payment_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rento/internal/ledger"
	"rento/internal/payment"
	"rento/internal/provider/juspay"
	"rento/internal/provider/paytm"
	"rento/internal/provider/razorpay"
	"rento/internal/sandbox"
	"rento/internal/sandbox/emulator"
	"rento/internal/testkit"
)

// eventSide is a gateway with its events' words for a payment that succeeded and one that failed.
type eventSide struct {
	gateway, provider string
	connect           func(*world)
	paid, failed      string
}

var eventSides = []eventSide{
	{razorpay.Name, razorpay.Name, func(*world) {}, "captured", "failed"},
	{paytm.Name, paytm.Name, (*world).atPaytm, "TXN_SUCCESS", "TXN_FAILURE"},
	{"juspay-phonepe", juspay.Name, (*world).atJuspay, "CHARGED", "AUTHORIZATION_FAILED"},
}

// An event that a gateway has signed is a hint like any other, whatever it says: the gateway's own
// answer decides, and nobody is alerted.
func TestSignedEventsThatAreWrong(t *testing.T) {
	for _, side := range eventSides {
		for name, c := range map[string]struct {
			outcome string
			alter   func(order string) emulator.Rule
		}{
			"another amount":    {emulator.Success, func(string) emulator.Rule { return emulator.Rule{Action: emulator.WrongAmount} }},
			"another currency":  {emulator.Success, func(string) emulator.Rule { return altering(`"INR"`, `"USD"`) }},
			"an unknown status": {emulator.Success, func(string) emulator.Rule { return altering(side.paid, "vanished") }},
			"a failure":         {emulator.Success, func(string) emulator.Rule { return altering(side.paid, side.failed) }},
			"a success":         {emulator.Failure, func(string) emulator.Rule { return altering(side.failed, side.paid) }},
			"another order":     {emulator.Success, func(order string) emulator.Rule { return altering(order, backwards(order)) }},
		} {
			t.Run(side.gateway+": "+name, func(t *testing.T) {
				t.Parallel()
				w := newWorld(t, testkit.Open(t))
				side.connect(w)
				payer := w.debtor()
				tr := w.startDue(payer)
				w.openAt(payer, tr, side.gateway)
				order := w.orderOf(payer, tr)
				rule := c.alter(order)
				rule.Event, rule.Times = "*", 9
				w.do(sandbox.Command{Webhooks: []emulator.Rule{rule}})
				arrived := false
				w.heard = func(e event) {
					arrived = arrived || bytes.Contains(e.body, []byte(rule.New))
					if err := w.inbox.Receive(t.Context(), e.provider, e.header, e.body); err != nil {
						t.Error(err)
					}
				}
				w.payAtProvider(side.provider, order, c.outcome)
				w.work()
				early := w.status(payer, tr)
				w.wait(10 * time.Minute)

				taken, want, owed := dueAmount, payment.StatusPaid, standing{}
				if c.outcome == emulator.Failure {
					taken, want, owed = 0, payment.StatusFailed, standing{Invoices: dueAmount}
				}
				if !arrived {
					t.Error("the altered event did not come")
				}
				if name != "another order" { // which we ask about later, by ourselves
					if diff := cmp.Diff(want, early); diff != "" {
						t.Errorf("status after the event (-want +got):\n%s", diff)
					}
				}
				w.wantStatus(payer, tr, want)
				w.wantStanding(payer, owed)
				if diff := cmp.Diff(taken, w.total(ledger.InTransit(side.gateway))); diff != "" {
					t.Errorf("in transit (-want +got):\n%s", diff)
				}
				w.wantAlerts()
			})
		}
	}
}

func altering(old, new string) emulator.Rule {
	return emulator.Rule{Action: emulator.Alter, Old: old, New: new}
}

func backwards(text string) string {
	letters := []byte(text)
	slices.Reverse(letters)
	return string(letters)
}

// payAtProvider pays an order as a payer does who never comes back.
func (w *world) payAtProvider(provider, order, outcome string) {
	w.T.Helper()
	body, err := json.Marshal(map[string]string{"order_id": order, "outcome": outcome})
	if err != nil {
		w.T.Fatal(err)
	}
	client := http.Client{Transport: w.box.Transport()}
	answer, err := client.Post(w.box.BaseURL(provider)+"/pay", "application/json", bytes.NewReader(body))
	if err != nil {
		w.T.Fatal(err)
	}
	defer answer.Body.Close()
	if diff := cmp.Diff(http.StatusOK, answer.StatusCode); diff != "" {
		w.T.Fatalf("status of the payment at %s (-want +got):\n%s", provider, diff)
	}
}
