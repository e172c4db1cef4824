package settlement_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"rento/internal/fault"
	"rento/internal/ledger"
	"rento/internal/money"
	"rento/internal/provider"
	"rento/internal/sandbox/emulator"
	emulated "rento/internal/sandbox/razorpayx"
	"rento/internal/settlement"
	"rento/internal/store"
	"rento/internal/store/db"
	"rento/internal/testkit"
	"rento/internal/testkit/company"
)

// The whole way to a bank: details, a day of cooling in which the account is validated, one
// payout, its reference, and the promised day.
func TestRefundReachesTheBank(t *testing.T) {
	testkit.BothEngines(t)
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		d := newTestCompany(t, s)
		d.giveBack()
		d.wantRefund("before the choice", refundFacts{State: settlement.Ready, Refund: refund})
		before := d.statement()
		if before.Preference != 0 || !before.PromisedBy.IsZero() {
			t.Fatalf("before the choice: %v, promised by %s; want neither", before.Preference, before.PromisedBy)
		}
		var sum money.Paise
		for _, l := range before.Lines {
			sum += l.Amount
		}
		if sum != refund || len(before.Lines) != 2 {
			t.Fatalf("%d lines with %v in all, want 2 with %v", len(before.Lines), sum, refund)
		}
		if got, want := before.Lines[1].Describe(before.Origin), "Charges, invoice "; !strings.HasPrefix(got, want) {
			t.Fatalf("the second line is %q, want it to begin with %q", got, want)
		}
		d.toBank()
		d.pass(23 * time.Hour)
		d.wantRefund("while the details cool", refundFacts{State: settlement.Ready, Refund: refund})
		if s := d.statement(); s.WorkingDays != 6 || s.PromisedBy != day("2026-11-28") {
			t.Fatalf("while the details cool: %d days, by %s, want 6 and 2026-11-28", s.WorkingDays, s.PromisedBy)
		}
		if d.payees(d.who)[settlement.ToBank].State != settlement.PayeeConfirmed {
			t.Fatal("not validated")
		}
		d.pass(2 * time.Hour)
		d.wantPaid()
		d.pass(8 * 24 * time.Hour) // nothing more happens
		d.wantPaid()
		if n := d.count("POST /payouts"); n != 1 || d.alerts() != "" {
			t.Errorf("%d calls for a payout, alerts %q, want 1 and none", n, d.alerts())
		}
		if c, err := d.service.CompareLately(t.Context()); err != nil || !c.Clean() {
			t.Errorf("compared: %+v, %v; want no difference", c, err)
		}
	})
}

// What the provider charges for a payout is in the books once, with its GST, when the payout is
// processed.
func TestThePayoutsFeeIsEntered(t *testing.T) {
	testkit.BothEngines(t)
	free := regexp.MustCompile(`"(fees|tax)": ?0`)
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		d := newTestCompany(t, s)
		d.between = func(_ *http.Request, through func() (*http.Response, error)) (*http.Response, error) {
			answer, err := through()
			if err != nil {
				return nil, err
			}
			body, err := io.ReadAll(answer.Body)
			if err != nil {
				return nil, err
			}
			text := free.ReplaceAllStringFunc(string(body), func(cell string) string {
				return map[bool]string{true: `"fees":590`, false: `"tax":90`}[strings.Contains(cell, "fees")]
			})
			answer.Body, answer.ContentLength = io.NopCloser(strings.NewReader(text)), int64(len(text))
			answer.Header.Del("Content-Length")
			return answer, nil
		}
		d.giveBack()
		bank := d.total(ledger.Bank)
		d.toBank()
		d.pass(25 * time.Hour)
		for range 2 {
			d.wantPaid()
			got := map[ledger.Account]money.Paise{ledger.Bank: d.total(ledger.Bank) - bank, ledger.GatewayFees: d.total(ledger.GatewayFees), ledger.InputGST: d.total(ledger.InputGST)}
			if diff := cmp.Diff(map[ledger.Account]money.Paise{ledger.Bank: -refund - 590, ledger.GatewayFees: 500, ledger.InputGST: 90}, got); diff != "" {
				t.Errorf("accounts (-want +got):\n%s", diff)
			}
			d.pass(8 * 24 * time.Hour) // the payout is asked about again
		}
		if err := settlement.Check(t.Context(), s.Queries()); err != nil {
			t.Error(err)
		}
	})
}

func TestRefundByUPI(t *testing.T) {
	d := newTestCompany(t, testkit.Open(t))
	if err := errors.Join(
		d.service.SaveUPI(t.Context(), d.who, "chitra@okhdfcbank"), d.service.SetPreference(t.Context(), d.who, settlement.ToUPI),
	); err != nil { // before the closure, as in the close flow
		t.Fatal(err)
	}
	d.giveBack()
	d.pass(time.Hour)
	d.wantPaid()
	if p := d.payouts(); p[0]["mode"] != "UPI" {
		t.Errorf("payout %v, want UPI", p[0])
	}
}

// Preference 10 credits the wallet at once and calls no provider.
func TestRefundToTheWallet(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		d := newTestCompany(t, s)
		d.giveBack()
		if err := d.service.SetPreference(t.Context(), d.who, settlement.ToWallet); err != nil {
			t.Fatal(err)
		}
		d.work()
		d.wantRefund("at once", refundFacts{State: settlement.Paid, Refund: refund})
		company.WantMoney(t, "at once", d.Balances(d.who.CustomerID), company.Money{OwnMoney: refund})
		if len(d.calls) != 0 {
			t.Fatalf("the provider was called: %v", d.calls)
		}
		d.pass(24 * time.Hour)
		if got := d.Balances(d.who.CustomerID).WalletCredit(); got != refund {
			t.Errorf("wallet %v, want %v", got, refund)
		}
	})
}

// The name does not match, the account does not exist, or the bank cannot say. A person is told,
// nothing is tried again, and no money moves. F27
func TestPayeeThatIsNotTheCustomers(t *testing.T) {
	for outcome, want := range map[string]settlement.PayeeState{
		emulated.ValidationMismatch: settlement.PayeeRefused, emulated.ValidationInvalid: settlement.PayeeRefused,
		emulated.ValidationSimilar: settlement.PayeeDoubtful, emulated.ValidationFailure: settlement.PayeeDoubtful,
	} {
		d := newTestCompany(t, testkit.Open(t))
		d.giveBack()
		d.decide("validation", outcome)
		d.toBank()
		d.pass(30 * time.Hour)
		if got := d.payees(d.who)[settlement.ToBank].State; got != want || !strings.Contains(d.alerts(), "payee_"+string(want)) {
			t.Errorf("%s: %s, alerts %s, want %v and %q in it", outcome, got, d.alerts(), want, "payee_"+string(want))
		}
		if n := d.count("POST /fund_accounts/validations"); n != 1 || len(d.payouts()) != 0 {
			t.Errorf("%s: asked %d times, payouts %v, want 1 and none", outcome, n, d.payouts())
		}
		corrected := hers // the customer enters other details, which are accepted
		corrected.AccountNumber = "60100012345678"
		if err := d.service.SaveBank(t.Context(), d.who, corrected); err != nil {
			t.Fatal(err)
		}
		d.pass(25 * time.Hour)
		d.wantPaid()
	}
}

// A person accepts a payee whose name is only similar. A second decision is refused.
func TestAPersonDecidesAboutADoubt(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		d := newTestCompany(t, s)
		d.giveBack()
		d.decide("validation", emulated.ValidationSimilar)
		d.toBank()
		d.pass(2 * time.Hour)
		doubts, err := d.service.Doubts(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		one := settlement.Doubt{
			CustomerID: d.who.CustomerID, PayeeID: d.payees(d.who)[settlement.ToBank].ID,
			NameInBank: hers.NameInBank, RegisteredName: "CHITRA IYER", NameScore: 61,
		}
		if diff := cmp.Diff([]settlement.Doubt{one}, doubts); diff != "" {
			t.Fatalf("doubts (-want +got):\n%s", diff)
		}
		if err := d.service.DecidePayee(t.Context(), d.Customer(), one.PayeeID, true); !fault.Is(err, http.StatusNotFound) {
			t.Errorf("another's payee: %v, want 404", err)
		}
		if err := d.service.DecidePayee(t.Context(), one.CustomerID, one.PayeeID, true); err != nil {
			t.Fatal(err)
		}
		if err := d.service.DecidePayee(t.Context(), one.CustomerID, one.PayeeID, false); !fault.Is(err, http.StatusConflict) {
			t.Errorf("decided twice: %v, want 409", err)
		}
		d.pass(25 * time.Hour)
		d.wantPaid()
	})
}

// A lost or spoiled answer never leads to a second payment, because the same key is sent again.
// F12
func TestNoFaultPaysTwice(t *testing.T) {
	for _, fault := range []emulator.Fault{emulator.TimeoutBefore, emulator.TimeoutAfter, emulator.Error500After, emulator.Throttled, emulator.Empty200} {
		for _, call := range []string{"validations.create", "validations.fetch", "payouts.create", "payouts.fetch"} {
			d := newTestCompany(t, testkit.Open(t))
			d.giveBack()
			d.inject(call, fault)
			d.deaf = true // no webhook helps
			d.toBank()
			d.pass(34 * time.Hour)
			d.wantPaid()
			if n := len(d.payouts()); n != 1 || d.alerts() != "" {
				t.Errorf("%s %s: %d payouts, alerts %q, want 1 and none", call, fault, n, d.alerts())
			}
		}
	}
}

// If a payout fails, or comes back later, the refund waits again and a person is told. It is not
// tried again by itself. F20
func TestPayoutThatFails(t *testing.T) {
	for _, outcome := range []string{emulated.PayoutFailed, emulated.PayoutReversed} {
		t.Run(outcome, func(t *testing.T) {
			d := newTestCompany(t, testkit.Open(t))
			d.giveBack()
			d.decide("payout", outcome)
			d.toBank()
			d.pass(30 * time.Hour)
			d.wantRefund(outcome, refundFacts{
				State: settlement.Ready, Refund: refund, Held: true, Payouts: 1, Alerts: "payout_" + outcome,
			})
			company.WantMoney(t, outcome, d.Balances(d.who.CustomerID), company.Money{RefundOwed: refund})
			if sum := d.total(ledger.InTransit("razorpayx")); sum != 0 {
				t.Fatalf("%s: %v is in transit", outcome, sum)
			}
			subject := "Your refund of " + refund.String() + " could not be paid"
			told := slices.DeleteFunc(d.Mails(d.who.CustomerID), func(m db.NotifyOutboxRow) bool { return m.Subject != subject })
			if len(told) != 1 {
				t.Errorf("%s: %d mails with the subject %q, want 1", outcome, len(told), subject)
			}
			other := hers
			other.AccountNumber = "60100012345678"
			if err := d.service.SaveBank(t.Context(), d.who, other); err != nil {
				t.Fatal(err)
			}
			d.pass(30 * time.Hour)
			d.wantPaid()
		})
	}
}

// An alert is raised for a refund that does not arrive in time.
func TestLatePayoutsAreTold(t *testing.T) {
	d := newTestCompany(t, testkit.Open(t))
	d.giveBack()
	d.decide("payout", emulated.Pending)
	d.toBank()
	d.pass(7 * 24 * time.Hour)
	slow := refundFacts{State: settlement.Paying, Refund: refund, Payouts: 1, Alerts: "payout_slow"}
	d.wantRefund("after a week", slow)
}

var errCrash = errors.New("the node dies here")

// A node that dies before or after any commit of a refund loses nothing and pays once: the next
// node continues from what is stored.
func TestKillAtEveryCommit(t *testing.T) {
	for _, engine := range testkit.Engines() {
		t.Run(engine, func(t *testing.T) {
			step := 1
			if engine == "postgres" {
				step = 12 // the code is the same, so a sample of the commits is enough on the other engine
			}
			for at := 1; killAt(t, engine, at); at += step {
			}
		})
	}
}

// killAt runs a refund on a database whose node dies at the given point, and reports whether that
// point was reached.
func killAt(t *testing.T, engine string, at int) (reached bool) {
	t.Helper()
	points, armed := 0, false
	var mu sync.Mutex
	s, err := store.Open(t.Context(), store.Options{
		URL: testkit.ReadyURL(t, engine), Relaxed: true, MaxConns: 4,
		Probe: func(context.Context, store.Point) error {
			mu.Lock()
			defer mu.Unlock()
			if !armed {
				return nil
			}
			if points++; points == at {
				reached = true
				return errCrash
			}
			return nil
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}()
	d := newTestCompany(t, s)
	d.giveBack()
	d.toBank()
	armed = true
	for _, long := range []time.Duration{10 * time.Second, settlement.Cooling, 2 * time.Minute, 3 * time.Minute, time.Hour} {
		_, err := d.Queue.RunDue(t.Context())
		if err != nil || reached {
			d.wire() // the next node
		}
		d.box.Deliver(t.Context())
		d.Clock.Advance(long)
	}
	armed = false
	d.pass(4 * time.Hour)
	d.wantPaid()
	if n := len(d.payouts()); n != 1 {
		t.Fatalf("point %d: %d payouts, want 1", at, n)
	}
	return reached
}

// An event about a validation comes when the provider cannot answer our question. The event is
// tried again, so the payee is confirmed before our own next question, which is two minutes
// later.
func TestValidationEventOutlivesALostAnswer(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		d := newTestCompany(t, s)
		d.giveBack()
		d.inject("validations.fetch", emulator.Empty200)
		d.toBank()
		d.work()
		if got := d.payees(d.who)[settlement.ToBank].State; got != settlement.PayeeChecking {
			t.Fatalf("payee is %s, want %s", got, settlement.PayeeChecking)
		}
		d.Clock.Advance(15 * time.Second)
		d.work()
		if got := d.payees(d.who)[settlement.ToBank].State; got != settlement.PayeeConfirmed {
			t.Fatalf("payee is %s, want %s", got, settlement.PayeeConfirmed)
		}
	})
}

// If the database cannot be read for a moment, no event of the payout provider is lost. The event
// is processed as soon as the database answers, before our own next question, which is two
// minutes later.
func TestEventOutlivesAFailedRead(t *testing.T) {
	run := func(d *testCompany) {
		d.T.Helper()
		if _, err := d.Queue.RunDue(d.T.Context()); err != nil {
			d.T.Fatal(err)
		}
	}
	// heard waits, then delivers the provider's event while a table cannot be read. After that it
	// makes the table readable again.
	heard := func(d *testCompany, table string, after time.Duration) {
		d.T.Helper()
		run(d)
		d.Clock.Advance(after)
		if d.box.Deliver(d.T.Context()) == 0 {
			d.T.Fatal("no event came")
		}
		d.deaf = true // no other event comes
		restore := testkit.Unreadable(d.T, d.Store, table)
		run(d)
		restore()
		d.Clock.Advance(12 * time.Second) // the job's first pause
		run(d)
		d.deaf = false
	}
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		d := newTestCompany(t, s)
		d.giveBack()
		d.toBank()
		heard(d, "payees", 6*time.Second)
		if got := d.payees(d.who)[settlement.ToBank].State; got != settlement.PayeeConfirmed {
			t.Fatalf("the payee is %s, want %s", got, settlement.PayeeConfirmed)
		}
		d.pass(22 * time.Hour)
		d.Clock.Advance(3 * time.Hour) // the details have cooled
		heard(d, "payouts", 65*time.Second)
		d.wantPaid()
	})
}

// Long texts from the payout provider are stored, cut to the length of their columns: the
// holder's name and the reason why a payout was refused.
func TestALongAnswerOfThePayoutProviderIsStored(t *testing.T) {
	long := strings.Repeat("é", 20_000)
	holder := regexp.MustCompile(`"registered_name": ?"[^"]+"`)
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		d := newTestCompany(t, s)
		d.between = func(r *http.Request, through func() (*http.Response, error)) (*http.Response, error) {
			answer, err := through()
			if err != nil || isPay(r) {
				answer, err = refused(r)
			}
			if err != nil {
				return nil, err
			}
			body, err := io.ReadAll(answer.Body)
			if err != nil {
				return nil, err
			}
			text := holder.ReplaceAllString(strings.Replace(string(body), "The fund account", long, 1), `"registered_name":"`+long+`"`)
			answer.Body, answer.ContentLength = io.NopCloser(strings.NewReader(text)), int64(len(text))
			answer.Header.Del("Content-Length")
			return answer, nil
		}
		d.giveBack()
		d.toBank()
		d.pass(30 * time.Hour)
		if p := d.payees(d.who)[settlement.ToBank]; p.State != settlement.PayeeConfirmed {
			t.Fatalf("the payee is %s, alerts %s, want %v", p.State, d.alerts(), settlement.PayeeConfirmed)
		}
		stored, err := s.Queries().SettlementPayee(t.Context(), d.who.CustomerID, d.payees(d.who)[settlement.ToBank].ID)
		if err != nil {
			t.Fatal(err)
		}
		name, err := d.keyring.Decrypt(fmt.Sprintf("payees.registered_name/%d/%d", stored.CustomerID, stored.ID), stored.RegisteredName)
		if err != nil {
			t.Fatal(err)
		}
		if n := utf8.RuneCountInString(name); n != provider.LongestName {
			t.Errorf("a name of %d characters is stored, want %d", n, provider.LongestName)
		}
		var state string
		var reason int
		err = testkit.Raw(t, s).QueryRowContext(t.Context(), "SELECT state, length(reason) FROM payouts").Scan(&state, &reason)
		if err != nil {
			t.Fatal(err)
		}
		if state != string(settlement.PayoutFailed) || reason != 2000 {
			t.Errorf("payout %s with a reason of %d characters, want failed with 2000", state, reason)
		}
	})
}
