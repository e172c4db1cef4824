package payment

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"rento/internal/calendar"
	"rento/internal/ledger"
	"rento/internal/money"
	"rento/internal/provider"
)

var expected = expectation{orderID: "order_1", amount: 283000, owed: 283000}

func heardOf(state provider.PaymentState) provider.Payment {
	return provider.Payment{ID: "pay_1", OrderID: "order_1", State: state, Amount: 283000, Currency: "INR"}
}

func TestJudge(t *testing.T) {
	paid, nothingOwed := expected, expected
	paid.paid, nothingOwed.owed = true, 0
	captured, authorized := heardOf(provider.PaymentCaptured), heardOf(provider.PaymentAuthorized)
	cases := []struct {
		name string
		e    expectation
		was  record
		p    provider.Payment
		want verdict
	}{
		{"first word is capture", expected, record{}, captured, verdict{state: provider.PaymentCaptured, post: Paid}},
		{"captured again", expected, record{provider.PaymentCaptured, Paid}, captured, verdict{state: provider.PaymentCaptured}},
		{"F5 failed, then captured", expected, record{provider.PaymentFailed, NotPosted}, captured, verdict{state: provider.PaymentCaptured, post: Paid}},
		{"F6 failed, then authorized", expected, record{provider.PaymentFailed, NotPosted}, authorized, verdict{state: provider.PaymentAuthorized, capture: true}},
		{"F7 authorized is captured", expected, record{}, authorized, verdict{state: provider.PaymentAuthorized, capture: true}},
		{"F4 authorized after captured", expected, record{provider.PaymentCaptured, Paid}, authorized, verdict{state: provider.PaymentCaptured}},
		{"F10 paid already", paid, record{}, captured, verdict{state: provider.PaymentCaptured, post: Duplicate, reason: "paid_already"}},
		{"nothing owed any more", nothingOwed, record{}, captured, verdict{state: provider.PaymentCaptured, post: Duplicate, reason: "paid_already"}},
		{"authorized, but paid already", paid, record{}, authorized, verdict{state: provider.PaymentAuthorized}},
		{"failed", expected, record{}, heardOf(provider.PaymentFailed), verdict{state: provider.PaymentFailed}},
		{"refunded before we heard of it", expected, record{}, heardOf(provider.PaymentRefunded), verdict{state: provider.PaymentRefunded}},
	}
	for _, c := range cases {
		if got := judge(c.e, c.was, c.p); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
}

// mutations are the ways in which a payment can differ from the one that we asked for (F8).
var mutations = map[string]func(*provider.Payment){
	"a paisa more":    func(p *provider.Payment) { p.Amount++ },
	"a paisa less":    func(p *provider.Payment) { p.Amount-- },
	"times hundred":   func(p *provider.Payment) { p.Amount *= 100 },
	"by hundred":      func(p *provider.Payment) { p.Amount /= 100 },
	"nothing":         func(p *provider.Payment) { p.Amount = 0 },
	"negative":        func(p *provider.Payment) { p.Amount = -p.Amount },
	"other order":     func(p *provider.Payment) { p.OrderID = "order_2" },
	"no order":        func(p *provider.Payment) { p.OrderID = "" },
	"other currency":  func(p *provider.Payment) { p.Currency = "USD" },
	"small currency":  func(p *provider.Payment) { p.Currency = "inr" },
	"without any one": func(p *provider.Payment) { p.Currency = "" },
}

// mutated is how many altered observations are judged.
const mutated = 100_000

// Money that we did not ask for is never accepted silently. However an observation is altered,
// it pays nothing, and captured money goes to the suspense account with an alert (P3). F18
func TestMutatedPaymentPaysNothing(t *testing.T) {
	names := slices.Sorted(maps.Keys(mutations))
	chance := rand.New(rand.NewPCG(1, 2))
	suspended := 0
	for range mutated {
		e := expectation{orderID: "order_1", amount: money.Paise(100 + chance.Int64N(1e9)), paid: chance.IntN(2) == 0, owed: money.Paise(chance.Int64N(1e9))}
		p := heardOf(allPayments[chance.IntN(len(allPayments))])
		p.Amount = e.amount
		how := names[chance.IntN(len(names))]
		mutations[how](&p)
		was := append(slices.Clone(allPayments), "")[chance.IntN(len(allPayments)+1)]
		v := judge(e, record{state: was}, p)
		if v.post == Paid || v.post == Duplicate {
			t.Fatalf("%s of %q: %+v became %+v; want it neither paid nor returned", how, was, p, v)
		}
		if v.capture {
			t.Fatalf("%s of %q: %+v became %+v; want it not captured", how, was, p, v)
		}
		if p.State != provider.PaymentCaptured || v.state != p.State {
			continue
		}
		suspended++
		if v.post != Suspended || !v.review {
			t.Fatalf("%s of %q: captured %+v became %+v; want it in suspense and looked at", how, was, p, v)
		}
	}
	if least := mutated / 20; suspended < least {
		t.Errorf("%d captured ones of %d, want %d at least", suspended, mutated, least)
	}
}

// If we have no order for an attempt, no payment settles it. The money goes to the suspense
// account.
func TestNoOrderOfOursTakesNothing(t *testing.T) {
	e := expected
	e.orderID = ""
	p := heardOf(provider.PaymentCaptured)
	p.OrderID = ""
	if v := judge(e, record{}, p); v.post != Suspended {
		t.Errorf("verdict %+v; want it posted as %v", v, Suspended)
	}
}

func TestStanding(t *testing.T) {
	payment := func(state provider.PaymentState, posted Posting, changed bool) judged {
		return judged{record: record{state, posted}, changed: changed}
	}
	failed, oldFailure := payment(provider.PaymentFailed, NotPosted, true), payment(provider.PaymentFailed, NotPosted, false)
	paid := payment(provider.PaymentCaptured, Paid, true)
	cases := []struct {
		name     string
		present  AttemptState
		hasOrder bool
		payments []judged
		want     AttemptState
	}{
		{"nothing is there", AttemptUnknown, false, nil, AttemptUnknown},
		{"F11 order found by our reference", AttemptUnknown, true, nil, AttemptInitiated},
		{"order, no payment", AttemptInitiated, true, nil, AttemptInitiated},
		{"payment begun", AttemptInitiated, true, []judged{payment(provider.PaymentCreated, NotPosted, true)}, AttemptPending},
		{"it failed", AttemptPending, true, []judged{failed}, AttemptFailed},
		{"opened again, old failure", AttemptInitiated, true, []judged{oldFailure}, AttemptInitiated},
		{"failed stays failed", AttemptFailed, true, []judged{oldFailure}, AttemptFailed},
		{"failed, then another begun", AttemptFailed, true, []judged{oldFailure, payment(provider.PaymentCreated, NotPosted, true)}, AttemptPending},
		{"failed, then paid", AttemptFailed, true, []judged{oldFailure, paid}, AttemptSucceeded},
		{"late money", AttemptExpired, true, []judged{paid}, AttemptSucceeded},
		{"expired, payment begun", AttemptExpired, true, []judged{payment(provider.PaymentCreated, NotPosted, true)}, AttemptExpired},
		{"only a second payment", AttemptInitiated, true, []judged{payment(provider.PaymentCaptured, Duplicate, true)}, AttemptExpired},
		{"paid and paid again", AttemptInitiated, true, []judged{paid, payment(provider.PaymentCaptured, Duplicate, true)}, AttemptSucceeded},
		{"nothing leaves succeeded", AttemptSucceeded, true, []judged{failed}, AttemptSucceeded},
		{"wrong amount", AttemptInitiated, true, []judged{payment(provider.PaymentCaptured, Suspended, true)}, AttemptFailed},
	}
	for _, c := range cases {
		if got := standing(c.present, c.hasOrder, c.payments); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// PAY-16, PAY-17: the wallet pays first. The gateway collects nothing or at least one rupee. The
// total is never less than what is due.
func TestShare(t *testing.T) {
	cases := []struct{ due, credit, wallet, total money.Paise }{
		{283000, 0, 0, 283000},
		{283000, 50000, 50000, 283000},
		{283000, 283000, 283000, 283000},
		{283000, 300000, 283000, 283000},
		{283000, 282950, 282900, 283000}, // half a rupee would be left, so the wallet leaves a whole one
		{50, 0, 0, 100},
		{50, 20, 0, 100},
		{50, 50, 50, 50},
	}
	for _, c := range cases {
		if w, total := Share(c.due, c.credit); w != c.wallet || total != c.total {
			t.Errorf("Share(%d, %d) = %d, %d, want %d, %d", c.due, c.credit, w, total, c.wallet, c.total)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		due := money.Paise(rapid.Int64Range(1, 1e7).Draw(t, "due"))
		credit := money.Paise(rapid.Int64Range(0, 1e7).Draw(t, "credit"))
		wallet, total := Share(due, credit)
		gateway := total - wallet
		for rule, holds := range map[string]bool{
			"the wallet takes nothing back":                      wallet >= 0,
			"the wallet pays at most its credit":                 wallet <= credit,
			"the total covers what is due":                       total >= due,
			"the total is less than a rupee above what is due":   total-due < ledger.LeastCollected,
			"the gateway collects nothing or at least one rupee": gateway == 0 || gateway >= ledger.LeastCollected,
		} {
			if !holds {
				t.Errorf("Share(%d, %d) = %d, %d; want that %s", due, credit, wallet, total, rule)
			}
		}
	})
}

// F25: a payment never counts as later than now, whatever the gateway's clock says. We accept
// times in the past, because they decide whether a payment was late.
func TestAPaymentIsNotInTheFuture(t *testing.T) {
	now := calendar.MustParse("2026-11-10").At(23, 59)
	s := &Service{clock: calendar.NewFrozen(now)}
	for said, want := range map[time.Time]time.Time{
		{}: now, now.Add(5 * time.Minute): now, now.Add(24 * time.Hour): now, now: now, now.Add(-time.Hour): now.Add(-time.Hour),
	} {
		if got := s.paidAt(provider.Payment{At: said}); got != calendar.Stamp(want) {
			t.Errorf("said to be of %s: taken as of %s, want %s", said, got.Time(), want)
		}
	}
}
