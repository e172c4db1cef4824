package razorpay_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"rento/internal/provider"
	"rento/internal/testkit/gateway"
)

const whole = `{"id":"pay_1","amount":100,"currency":"INR","status":"captured","order_id":"order_1","notes":[]`

// F24: an answer that cannot be read says nothing of the money.
func TestRZP24AnswersThatMakeNoSenseAreUnknown(t *testing.T) {
	for name, body := range map[string]string{
		"empty":           ``,
		"null":            `null`,
		"no collection":   `{"items":[]}`,
		"error inside":    `{"error":{"code":"SERVER_ERROR"}}`,
		"internal code":   `{"internal_error_code":"BAD"}`,
		"no id":           `{"entity":"collection","items":[{"amount":100,"currency":"INR","status":"captured","order_id":"order_1"}]}`,
		"no amount":       `{"entity":"collection","items":[{"id":"pay_1","currency":"INR","status":"captured","order_id":"order_1"}]}`,
		"amount fraction": `{"entity":"collection","items":[{"id":"pay_1","amount":100.5,"currency":"INR","status":"captured","order_id":"order_1"}]}`,
		"unknown status":  `{"entity":"collection","items":[{"id":"pay_1","amount":100,"currency":"INR","status":"held","order_id":"order_1"}]}`,
		"more given back": `{"entity":"collection","items":[{"id":"pay_1","amount":100,"amount_refunded":101,"currency":"INR","status":"captured","order_id":"order_1"}]}`,
		"an id of 201":    `{"entity":"collection","items":[` + strings.Replace(whole, "pay_1", strings.Repeat("p", 201), 1) + `}]}`,
		"an id with NUL":  `{"entity":"collection","items":[` + strings.Replace(whole, "pay_1", `pay\u0000`, 1) + `}]}`,
		"another order":   `{"entity":"collection","items":[` + strings.Replace(whole, "order_1", "order_2", 1) + `}]}`,
	} {
		_, err := answering(t, http.StatusOK, body).Observe(t.Context(), "RM0024", "order_1")
		if err == nil || provider.OutcomeOf(err) != provider.Unknown {
			t.Errorf("%s: %v, want %v", name, err, provider.Unknown)
		}
	}
}

// One entry of the list of payments that makes no sense says nothing of the others.
func TestOneOddEntryLeavesTheOthersOfTheList(t *testing.T) {
	odd := []string{
		`{"amount":100,"currency":"INR","status":"captured"}`,
		`{"id":"pay_fraction","amount":100.5,"currency":"INR","status":"captured"}`,
		`{"id":"pay_held","amount":100,"currency":"INR","status":"held"}`,
		`{"id":"` + strings.Repeat("p", 201) + `","amount":100,"currency":"INR","status":"captured"}`,
		`7`,
	}
	body := `{"entity":"collection","items":[` + whole + `},` + strings.Join(odd, ",") + `,` + strings.Replace(whole, "pay_1", "pay_2", 1) + `}]}`
	list, err := answering(t, http.StatusOK, body).ListPayments(t.Context(), time.Unix(0, 0), time.Unix(100, 0))
	if err != nil || len(list.Entries) != 2 || list.Entries[0].ID != "pay_1" || list.Entries[1].ID != "pay_2" {
		t.Fatalf("got %+v, %v; want pay_1 and pay_2", list, err)
	}
	var ids []string
	for _, o := range list.Odd {
		if o.Cause == nil {
			t.Errorf("%q is odd for no reason, want one", o.ID)
		}
		ids = append(ids, o.ID)
	}
	if want := []string{"", "pay_fraction", "pay_held", "", ""}; !slices.Equal(ids, want) {
		t.Errorf("odd are %q, want %q", ids, want)
	}
	if _, err := answering(t, http.StatusOK, `{"items":[]}`).ListPayments(t.Context(), time.Unix(0, 0), time.Unix(100, 0)); err == nil {
		t.Error("what is no list was taken, want an error")
	}
}

func TestRZP25RefusalsCarryTheirReason(t *testing.T) {
	for name, c := range map[string]struct {
		status int
		body   string
		want   provider.Outcome
		reason string
	}{
		"reason":          {400, `{"error":{"code":"BAD_REQUEST_ERROR","reason":"input_validation_failed"}}`, provider.Declined, "input_validation_failed"},
		"no reason":       {400, `{"error":{"code":"BAD_REQUEST_ERROR","reason":"NA"}}`, provider.Declined, "BAD_REQUEST_ERROR"},
		"400 of a proxy":  {400, `<html>`, provider.NotAttempted, ""},
		"conflict":        {409, `{"error":{"code":"BAD_REQUEST_ERROR"}}`, provider.Unknown, "BAD_REQUEST_ERROR"},
		"throttled":       {429, `{"error":{"code":"BAD_REQUEST_ERROR"}}`, provider.NotAttempted, "BAD_REQUEST_ERROR"},
		"gateway":         {502, `{"error":{"code":"GATEWAY_ERROR"}}`, provider.Unknown, "GATEWAY_ERROR"},
		"authentication":  {401, `{"error":{"code":"BAD_REQUEST_ERROR"}}`, provider.NotAttempted, "BAD_REQUEST_ERROR"},
		"server in pain":  {500, ``, provider.Unknown, ""},
		"moved elsewhere": {301, ``, provider.Unknown, ""},
	} {
		_, err := answering(t, c.status, c.body).FetchRefund(t.Context(), provider.RefundQuery{ID: "rfnd_1"})
		if e := gateway.Outcome(t, err, c.want); e.Reason != c.reason || e.Status != c.status {
			t.Errorf("%s: %+v; want e.Reason = %v, e.Status = %v", name, e, c.reason, c.status)
		}
	}
}

func TestRZP26InstrumentIsFitToBeShown(t *testing.T) {
	for more, want := range map[string]string{
		`,"method":"card","card":{"last4":"1007","network":"Visa"}}`: "Visa XXXX 1007",
		`,"method":"upi","upi":{"vpa":"rohan@okbank"}}`:              "ro…@okbank",
		`,"method":"upi","vpa":"rohan@okbank","notes":{"a":"b"}}`:    "ro…@okbank",
		`,"method":"netbanking","bank":"HDFC"}`:                      "HDFC",
		`,"method":"wallet","wallet":"payzapp"}`:                     "payzapp",
		`,"method":"card","card":null}`:                              "",
	} {
		p, err := answering(t, http.StatusOK, whole+more).FetchPayment(t.Context(), "pay_1")
		if err != nil || p.Instrument != want {
			t.Errorf("%s: %q, %v, want %v", more, p.Instrument, err, want)
		}
	}
}

func TestRZP27OldestOrderOfAReceiptCounts(t *testing.T) {
	w := inProcess(t)
	first := w.Order("RM0027", 5000)
	direct := map[string]any{"amount": 5000, "currency": "INR", "receipt": "RM0027"}
	for range 3 { // as if an earlier creation of ours had its effect very late
		w.Clock.Advance(1)
		w.merchant("/orders", direct)
	}
	if again := w.Order("RM0027", 5000); again.OrderID != first.OrderID || len(w.orders()) != 4 {
		t.Errorf("order %s, first %s, %d orders, want %v and 4", again.OrderID, first.OrderID, len(w.orders()), first.OrderID)
	}
}

func TestRZP28RefundThatDiffersIsUnknown(t *testing.T) {
	g := answering(t, http.StatusOK, `{"id":"rfnd_1","payment_id":"pay_1","amount":200,"status":"processed"}`)
	_, err := g.Refund(t.Context(), provider.RefundRequest{PaymentID: "pay_1", Amount: 100, Key: "key-28-0001"})
	if e := gateway.Outcome(t, err, provider.Unknown); e.Reason != "refund_differs" {
		t.Errorf("reason %q, want refund_differs", e.Reason)
	}
	if g.Profile().Name != "razorpay" {
		t.Errorf("name %q, want razorpay", g.Profile().Name)
	}
}
