package sandbox_test

import (
	"math/rand/v2"
	"net/http"
	"testing"
	"time"

	"rento/internal/calendar"
	"rento/internal/sandbox"
	"rento/internal/sandbox/emulator"
	"rento/internal/sandbox/razorpayx"
)

var payoutKeys = razorpayx.Keys{ID: "rzp_test_X", Secret: "secret-x", WebhookSecret: "webhook-x", Account: "7878780080316316"}

// payer is a sandbox with payouts, called as the merchant's server does.
type payer struct{ *fixture }

func newPayer(t *testing.T) payer {
	t.Helper()
	w := &fixture{t: t, clock: calendar.NewFrozen(time.Unix(1767225600, 0)), status: http.StatusOK}
	box, err := sandbox.New(sandbox.Options{
		Clock: w.clock, PublicURL: origin, Random: rand.NewPCG(7, 7), Webhooks: emulator.Transport{Handler: http.HandlerFunc(w.receive)},
		Merchants: []sandbox.Merchant{{Keys: keys}, {Keys: payoutKeys, WebhookURL: origin + "/webhooks/razorpayx"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	w.box, w.client = box, &http.Client{Transport: box.Transport()}
	return payer{w}
}

func (p payer) x(method, path, key string, in any) (map[string]any, int) {
	p.t.Helper()
	return p.send(method, "/sandbox/razorpayx/v1"+path, in, func(r *http.Request) {
		r.SetBasicAuth(payoutKeys.ID, payoutKeys.Secret)
		if key != "" {
			r.Header.Set("X-Payout-Idempotency", key)
		}
	})
}

func (p payer) account() string {
	p.t.Helper()
	person, _ := p.x("POST", "/contacts", "", map[string]any{"name": "Chitra Iyer", "type": "customer", "reference_id": "c1"})
	again, _ := p.x("POST", "/contacts", "", map[string]any{"name": "Chitra Iyer", "type": "customer", "reference_id": "c1"})
	if person["id"] != again["id"] {
		p.t.Errorf("the same person twice: %v, %v, want %v", person, again, again["id"])
	}
	made, status := p.x("POST", "/fund_accounts", "", map[string]any{
		"contact_id": person["id"], "account_type": "bank_account",
		"bank_account": map[string]any{"name": "Chitra Iyer", "ifsc": "HDFC0000001", "account_number": "50100012345678"},
	})
	if status != http.StatusOK {
		p.t.Fatalf("HTTP %d %v, want 200", status, made)
	}
	return made["id"].(string)
}

func transfer(account string) map[string]any {
	return map[string]any{
		"account_number": payoutKeys.Account, "fund_account_id": account, "amount": 180820, "currency": "INR", "mode": "IMPS",
		"purpose": "refund", "queue_if_low_balance": true, "reference_id": "42", "narration": "Refund",
	}
}

func TestPayoutKeyPaysOnce(t *testing.T) {
	p := newPayer(t)
	account := p.account()
	if answer, status := p.x("POST", "/payouts", "", transfer(account)); status != http.StatusBadRequest {
		t.Errorf("without a key: HTTP %d %v, want 400", status, answer)
	}
	first, status := p.x("POST", "/payouts", "payout-1", transfer(account))
	if status != http.StatusOK || first["status"] != "processing" || first["utr"] != nil {
		t.Fatalf("HTTP %d %v, want 200 and processing", status, first)
	}
	second, _ := p.x("POST", "/payouts", "payout-1", transfer(account))
	other := transfer(account)
	other["amount"] = 180821
	_, conflict := p.x("POST", "/payouts", "payout-1", other)
	list, _ := p.x("GET", "/payouts?account_number="+payoutKeys.Account, "", nil)
	if second["id"] != first["id"] || conflict != http.StatusConflict || list["count"] != 1.0 {
		t.Errorf("repeat %v, HTTP %d, list %v, want %v, 409 and 1.0", second, conflict, list, first["id"])
	}
	p.control(sandbox.Command{Advance: "2m", Deliver: true})
	done, _ := p.x("GET", "/payouts/"+first["id"].(string), "", nil)
	if done["status"] != "processed" || done["utr"] == nil || len(p.kinds()) != 2 || p.kinds()[1] != "payout.processed" {
		t.Errorf("%v, events %v, want processed, length 2 and payout.processed", done, p.kinds())
	}
}

// A payout stays as it was decided through a restart, and a reversal follows a
// success.
func TestPayoutEnds(t *testing.T) {
	for outcome, want := range map[string][]string{
		razorpayx.PayoutFailed: {"payout.initiated", "payout.failed"}, razorpayx.PayoutQueued: {"payout.queued", "payout.processed"},
		razorpayx.PayoutReversed: {"payout.initiated", "payout.processed", "payout.reversed"}, razorpayx.Pending: {"payout.initiated"},
	} {
		p := newPayer(t)
		p.control(sandbox.Command{Provider: razorpayx.Name, Outcomes: []emulator.Answer{{Call: "payout", Outcome: outcome}}})
		p.x("POST", "/payouts", "payout-1", transfer(p.account()))
		p.control(sandbox.Command{Advance: "5h", Deliver: true})
		if got := p.kinds(); len(got) != len(want) || got[len(got)-1] != want[len(want)-1] {
			t.Errorf("%s: events %v, want length %v and %v", outcome, got, len(want), want[len(want)-1])
		}
		memory, err := p.box.Memory()
		if err != nil {
			t.Fatal(err)
		}
		if err := p.box.Recall(memory); err != nil {
			t.Fatal(err)
		}
		p.control(sandbox.Command{Advance: "5h", Deliver: true})
		if got := p.kinds(); len(got) != len(want) {
			t.Errorf("%s: after a restart %v, want length %v", outcome, got, len(want))
		}
	}
}

func TestPayoutRules(t *testing.T) {
	p := newPayer(t)
	account := p.account()
	for name, change := range map[string]func(map[string]any){
		"source": func(m map[string]any) { m["account_number"] = "1" }, "account": func(m map[string]any) { m["fund_account_id"] = "fa_x" },
		"mode": func(m map[string]any) { m["mode"] = "UPI" }, "too much": func(m map[string]any) { m["amount"] = 5_00_000_01 },
		"too little": func(m map[string]any) { m["amount"] = 99 }, "currency": func(m map[string]any) { m["currency"] = "USD" },
		"narration": func(m map[string]any) { m["narration"] = "Deposit: refund" }, "unknown": func(m map[string]any) { m["extra"] = 1 },
	} {
		in := transfer(account)
		change(in)
		answer, status := p.x("POST", "/payouts", "key-"+name, in)
		if status != http.StatusBadRequest {
			t.Errorf("%s: HTTP %d %v, want 400", name, status, answer)
		}
	}
	bad, status := p.x("POST", "/fund_accounts/validations", "", map[string]any{
		"source_account_number": payoutKeys.Account, "validation_type": "pennydrop",
		"fund_account": map[string]any{"account_type": "vpa", "vpa": map[string]any{"address": "under_score@upi"}, "contact": map[string]any{"name": "Chitra"}},
	})
	if status != http.StatusBadRequest {
		t.Errorf("HTTP %d %v, want 400", status, bad)
	}
}
