package razorpayx_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/provider"
	"rento/internal/provider/razorpayx"
)

// says is a provider that gives the same answer to every call, and keeps the
// last one.
type says struct {
	status int
	body   string
	header http.Header
	sent   string
}

func (s *says) RoundTrip(r *http.Request) (*http.Response, error) {
	raw, err := io.ReadAll(r.Body)
	s.header, s.sent = r.Header, string(raw)
	return &http.Response{StatusCode: s.status, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(s.body)), Request: r}, err
}

func adapter(t *testing.T, s *says) *razorpayx.Payouts {
	t.Helper()
	p, err := razorpayx.New(razorpayx.Config{
		BaseURL: "https://x.test", KeyID: "rzp_test_1", KeySecret: "secret", WebhookSecret: "new", WebhookSecretOld: "old", Account: "7878",
	}, calendar.System{}, nil, s)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

const whole = `{"id":"pout_1","fund_account_id":"fa_1","amount":180820,"currency":"INR","status":"STATUS","utr":null,"reference_id":"7","status_details":null}`

// Every status of theirs is one of ours, and one that is not known is no answer.
func TestStatuses(t *testing.T) {
	for status, want := range map[string]provider.PayoutState{
		"pending": provider.PayoutPending, "queued": provider.PayoutPending, "scheduled": provider.PayoutPending,
		"processing": provider.PayoutPending, "processed": provider.PayoutProcessed, "reversed": provider.PayoutReversed,
		"cancelled": provider.PayoutFailed, "rejected": provider.PayoutFailed, "failed": provider.PayoutFailed,
	} {
		got, err := adapter(t, &says{status: 200, body: strings.Replace(whole, "STATUS", status, 1)}).FetchPayout(t.Context(), "pout_1")
		if err != nil || got.State != want || got.Amount != 180820 || got.Reference != "7" {
			t.Errorf(`%s: %+v, %v; want got.State = %v, got.Amount = 180820, got.Reference = "7"`, status, got, err, want)
		}
	}
	for name, body := range map[string]string{
		"unknown status": strings.Replace(whole, "STATUS", "held", 1), "empty": "", "no amount": `{"id":"pout_1","currency":"INR","status":"processed"}`,
		"another payout": strings.Replace(strings.Replace(whole, "pout_1", "pout_2", 1), "STATUS", "processed", 1),
	} {
		_, err := adapter(t, &says{status: 200, body: body}).FetchPayout(t.Context(), "pout_1")
		if err == nil || provider.OutcomeOf(err) != provider.Unknown {
			t.Errorf("%s: %v, want %v", name, err, provider.Unknown)
		}
	}
}

// What a payout costs has its GST in it. A cost that makes no sense is none, and the payout counts all
// the same.
func TestWhatAPayoutCosts(t *testing.T) {
	type cost struct{ Cost, Tax money.Paise }
	for told, want := range map[string]cost{
		`"fees":590,"tax":90`: {590, 90}, `"fees":0,"tax":0`: {}, `"fees":null,"tax":null`: {}, `"fees":90,"tax":590`: {}, `"fees":590,"tax":-90`: {},
	} {
		body := strings.Replace(strings.Replace(whole, "STATUS", "processed", 1), `"utr":null`, told, 1)
		got, err := adapter(t, &says{status: 200, body: body}).FetchPayout(t.Context(), "pout_1")
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, cost{got.Cost, got.Tax}); diff != "" {
			t.Errorf("%s (-want +got):\n%s", told, diff)
		}
	}
}

// The rail follows from the account and the amount; what no rail takes is not
// sent at all.
func TestPay(t *testing.T) {
	for _, c := range []struct {
		amount money.Paise
		upi    bool
		mode   string
	}{
		{100, false, "IMPS"}, {money.Rupees(500_000), false, "IMPS"}, {money.Rupees(500_000) + 1, false, "NEFT"}, {money.Rupees(100_000), true, "UPI"},
	} {
		s := &says{status: 200, body: strings.Replace(whole, "STATUS", "processing", 1)}
		req := provider.PayoutRequest{Key: "payout-7", Reference: "7", FundAccountID: "fa_1", Amount: c.amount, UPI: c.upi}
		if _, err := adapter(t, s).Pay(t.Context(), req); err != nil {
			t.Fatal(err)
		}
		if s.header.Get("X-Payout-Idempotency") != "payout-7" || !strings.Contains(s.sent, `"mode":"`+c.mode+`"`) || !strings.Contains(s.sent, `"account_number":"7878"`) {
			t.Errorf("%v: %v %s, want payout-7, %q in it and %q in it", c, s.header, s.sent, `"mode":"`+c.mode+`"`, `"account_number":"7878"`)
		}
	}
	for name, c := range map[string]struct {
		req  provider.PayoutRequest
		want provider.Outcome
	}{
		"no key":       {provider.PayoutRequest{Amount: 100}, provider.NotAttempted},
		"no amount":    {provider.PayoutRequest{Key: "payout-7"}, provider.NotAttempted},
		"too much UPI": {provider.PayoutRequest{Key: "payout-7", Amount: money.Rupees(100_001), UPI: true}, provider.Declined},
	} {
		s := &says{status: 200, body: "{}"}
		if _, err := adapter(t, s).Pay(t.Context(), c.req); provider.OutcomeOf(err) != c.want || s.header != nil {
			t.Errorf("%s: %v, sent %v, want %v", name, err, s.header, c.want)
		}
	}
}

// What is known after a refusal.
func TestRefusals(t *testing.T) {
	for status, want := range map[int]provider.Outcome{
		400: provider.Declined, 401: provider.NotAttempted, 409: provider.Unknown, 429: provider.NotAttempted, 500: provider.Unknown, 502: provider.Unknown,
	} {
		s := &says{status: status, body: `{"error":{"code":"BAD_REQUEST_ERROR","reason":"input_validation_failed"}}`}
		_, err := adapter(t, s).Pay(t.Context(), provider.PayoutRequest{Key: "payout-7", Amount: 100})
		if provider.OutcomeOf(err) != want {
			t.Errorf("%d: %v, want %v", status, err, want)
		}
	}
}

func TestValidation(t *testing.T) {
	for body, want := range map[string]provider.Validation{
		`{"status":"created","validation_results":{"account_status":null}}`:                                                        {State: provider.ValidationPending},
		`{"status":"completed","validation_results":{"account_status":"active","registered_name":"CHITRA","name_match_score":91}}`: {State: provider.ValidationActive, RegisteredName: "CHITRA", NameScore: 91},
		`{"status":"completed","validation_results":{"account_status":"invalid"}}`:                                                 {State: provider.ValidationInvalid},
		`{"status":"completed","validation_results":{}}`:                                                                           {State: provider.ValidationFailed},
		`{"status":"failed"}`: {State: provider.ValidationFailed},
	} {
		want.ID, want.FundAccountID = "fav_1", "fa_1"
		s := &says{status: 200, body: `{"id":"fav_1","fund_account":{"id":"fa_1"},` + body[1:]}
		got, err := adapter(t, s).Validate(t.Context(), provider.Beneficiary{Reference: "7", Name: "Chitra Iyer", NameInBank: "Chitra Iyer", AccountNumber: "12345678", IFSC: "HDFC0000001"})
		if err != nil || got != want || !strings.Contains(s.sent, `"source_account_number":"7878"`) || strings.Contains(s.sent, `"vpa"`) {
			t.Errorf("%s: %+v, %v, sent %s; want got = %v, strings.Contains(s.sent, `\"source_account_number\":\"7878\"`), not strings.Contains(s.sent, `\"vpa\"`)", body, got, err, s.sent, want)
		}
	}
}

// The name of a contact has 3 to 50 characters, whatever the person is called.
func TestContactNames(t *testing.T) {
	long := strings.Repeat("श्री", 20)
	for _, c := range []struct{ name, inBank, want string }{
		{"Chitra Iyer", "C Iyer", "Chitra Iyer"},
		{"Om", "Om Prakash", "Om Prakash"},
		{" Om ", "Om", "Customer 7"},
		{"Al", "", "Customer 7"},
		{long, "", string([]rune(long)[:50])},
	} {
		s := &says{status: 200, body: `{"id":"fav_1","fund_account":{"id":"fa_1"},"status":"created"}`}
		_, err := adapter(t, s).Validate(t.Context(), provider.Beneficiary{Reference: "7", Name: c.name, NameInBank: c.inBank, AccountNumber: "12345678", IFSC: "HDFC0000001"})
		if err != nil || !strings.Contains(s.sent, `"contact":{"name":"`+c.want+`"`) {
			t.Errorf("%q, %q: sent %s, %v, want %q in it", c.name, c.inBank, s.sent, err, `"contact":{"name":"`+c.want+`"`)
		}
	}
}

// A webhook counts under the present and the former secret only.
func TestWebhook(t *testing.T) {
	raw := []byte(`{"event":"payout.processed","payload":{"payout":{"entity":{"id":"pout_1"}}}}`)
	for secret, ok := range map[string]bool{"new": true, "old": true, "other": false, "": false} {
		mac := hmac.New(sha256.New, []byte(secret))
		mac.Write(raw)
		header := http.Header{"X-Razorpay-Signature": {hex.EncodeToString(mac.Sum(nil))}, "X-Razorpay-Event-Id": {"evt_1"}}
		event, err := adapter(t, &says{}).VerifyWebhook(header, raw)
		if ok != (err == nil) || ok && (event.ID != "evt_1" || event.Kind != "payout.processed" || event.SubjectID != "pout_1") {
			t.Errorf(`%q: %+v, %v; want ok = %v, not (ok && (event.ID != "evt_1" || event.Kind != "payout.processed" || event.SubjectID != "pout_1"))`, secret, event, err, (err == nil))
		}
		if !ok && !errors.Is(err, provider.ErrBadSignature) {
			t.Errorf("%q: %v, want %v", secret, err, provider.ErrBadSignature)
		}
	}
}

func TestConfigIsWhole(t *testing.T) {
	good := razorpayx.Config{BaseURL: "https://x.test", KeyID: "k", KeySecret: "s", WebhookSecret: "w", Account: "1"}
	for name, change := range map[string]func(*razorpayx.Config){
		"key": func(c *razorpayx.Config) { c.KeyID = "" }, "account": func(c *razorpayx.Config) { c.Account = "" },
		"secret": func(c *razorpayx.Config) { c.WebhookSecret = "" }, "address": func(c *razorpayx.Config) { c.BaseURL = "x" },
		"live": func(c *razorpayx.Config) { c.KeyID, c.BaseURL = "rzp_live_1", "https://x.test/sandbox/razorpayx" },
	} {
		c := good
		change(&c)
		if _, err := razorpayx.New(c, calendar.System{}, nil, nil); err == nil {
			t.Errorf("%s: taken", name)
		}
	}
	p, err := razorpayx.New(good, calendar.System{}, nil, &says{status: 200, body: `{"entity":"collection","items":[]}`})
	if err != nil {
		t.Fatal(err)
	}
	if list, err := p.ListPayouts(t.Context(), time.Unix(0, 0), time.Unix(10, 0)); err != nil || len(list.Entries)+len(list.Odd) != 0 || p.Name() != "razorpayx" {
		t.Errorf("%v, %v, want razorpayx", list, err)
	}
	// An odd entry says nothing of the others.
	odd, err := razorpayx.New(good, calendar.System{}, nil, &says{status: 200, body: `{"entity":"collection","items":[
		{"id":"pout_1","amount":100,"currency":"INR","status":"held"},{"id":"pout_2","amount":100,"currency":"INR","status":"processed"}]}`})
	if err != nil {
		t.Fatal(err)
	}
	list, err := odd.ListPayouts(t.Context(), time.Unix(0, 0), time.Unix(10, 0))
	if err != nil || len(list.Entries) != 1 || list.Entries[0].ID != "pout_2" || len(list.Odd) != 1 || list.Odd[0].ID != "pout_1" {
		t.Errorf("got %+v, %v; want pout_2, and pout_1 odd", list, err)
	}
}
