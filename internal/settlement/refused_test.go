package settlement_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"rento/internal/fault"
	"rento/internal/money"
	"rento/internal/notify"
	"rento/internal/sandbox/emulator"
	emulated "rento/internal/sandbox/razorpayx"
	"rento/internal/settlement"
	"rento/internal/store"
	"rento/internal/store/db"
	"rento/internal/testkit"
	"rento/internal/testkit/company"
)

// refuseAfter makes the provider refuse every payout call after the first n.
func (d *testCompany) refuseAfter(n int) {
	d.between = func(r *http.Request, through func() (*http.Response, error)) (*http.Response, error) {
		if isPay(r) && d.count("POST /payouts") > n {
			return refused(r)
		}
		return through()
	}
}

// otherBank saves another bank account for the customer.
func (d *testCompany) otherBank() {
	d.T.Helper()
	other := hers
	other.AccountNumber = "60100012345678"
	if err := d.service.SaveBank(d.T.Context(), d.who, other); err != nil {
		d.T.Fatal(err)
	}
}

// The first answer to a payout was lost, and the repeated call is refused. We look into the
// provider's list and find that the payout was made, so nothing is paid to the new details.
func TestARefusalAfterALostAnswerPaysOnce(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		d := newTestCompany(t, s)
		d.giveBack()
		d.inject("payouts.create", emulator.TimeoutAfter)
		d.refuseAfter(1)
		d.deaf = true
		d.toBank()
		d.pass(25 * time.Hour)
		d.otherBank()
		d.pass(30 * time.Hour)
		d.wantPaid()
		d.wantRefund("in the end", refundFacts{State: settlement.Paid, Refund: refund, Payouts: 1})
		if n := d.count("POST /payouts"); n != 2 {
			t.Errorf("%d calls for a payout, want 2", n)
		}
	})
}

// A payout was refused after a lost answer and is not in the provider's list. It counts as failed
// a day after it was wanted, and not before.
func TestARefusalAfterALostCallEndsAfterADay(t *testing.T) {
	d := newTestCompany(t, testkit.Open(t))
	d.giveBack()
	d.inject("payouts.create", emulator.TimeoutBefore)
	d.refuseAfter(1)
	d.toBank()
	d.pass(24*time.Hour + 20*time.Hour)
	d.wantRefund("within the day", refundFacts{State: settlement.Paying, Refund: refund})
	d.pass(12 * time.Hour)
	late := refundFacts{State: settlement.Ready, Refund: refund, Held: true, Alerts: "payout_failed"}
	d.wantRefund("after the day", late)
	d.between = nil
	d.otherBank()
	d.pass(26 * time.Hour)
	d.wantPaid()
}

// made has the provider make the first payout and yet answer that it refused it.
func (d *testCompany) made() {
	d.between = func(r *http.Request, through func() (*http.Response, error)) (*http.Response, error) {
		answer, err := through()
		if isPay(r) && d.count("POST /payouts") == 1 {
			return refused(r)
		}
		return answer, err
	}
}

func (d *testCompany) compare() {
	d.T.Helper()
	if _, err := d.service.CompareLately(d.T.Context()); err != nil {
		d.T.Fatal(err)
	}
}

// We took a payout as failed, and the daily list has it as paid. It settles what is still owed,
// nothing is paid to the new details, and a person is told.
func TestAFailedPayoutThatWasPaid(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		d := newTestCompany(t, s)
		d.giveBack()
		d.made()
		d.deaf = true
		d.toBank()
		d.pass(24*time.Hour + time.Minute)
		want := refundFacts{State: settlement.Ready, Refund: refund, Held: true, Payouts: 1, Alerts: "payout_failed"}
		d.wantRefund("refused", want)
		d.otherBank()
		d.Clock.Advance(30 * time.Minute)
		d.compare()
		d.pass(48 * time.Hour)
		d.wantPaid()
		want.State, want.Held, want.Alerts = settlement.Paid, false, "payout_failed payout_differs"
		d.wantRefund("compared", want)
	})
}

// Another payout has gone out in the meantime, so the money has left twice. A person is told, and
// the books stay as they are.
func TestAFailedPayoutThatWasPaidTooLate(t *testing.T) {
	d := newTestCompany(t, testkit.Open(t))
	id := d.giveBack()
	d.made()
	d.deaf = true
	d.toBank()
	d.pass(24*time.Hour + time.Minute)
	if err := d.service.Retry(t.Context(), d.who.CustomerID, id); err != nil {
		t.Fatal(err)
	}
	d.pass(time.Hour)
	d.compare()
	alerts := "payout_failed payout_differs"
	d.wantRefund("compared", refundFacts{State: settlement.Paid, Refund: refund, Payouts: 2, Alerts: alerts})
	company.WantMoney(t, "compared", d.Balances(d.who.CustomerID), company.Money{})
}

// A payout has come back in our books, but the provider says that it is paid. Its refund is not
// sent anywhere until both agree again.
func TestAContradictedPayoutHoldsItsRefund(t *testing.T) {
	d := newTestCompany(t, testkit.Open(t))
	d.stuckRefund(emulated.PayoutReversed)
	d.between = func(r *http.Request, through func() (*http.Response, error)) (*http.Response, error) {
		answer, err := through()
		if err != nil || r.Method != http.MethodGet || !strings.Contains(r.URL.Path, "/payouts") {
			return answer, err
		}
		raw, err := io.ReadAll(answer.Body)
		raw = bytes.ReplaceAll(raw, []byte(`"status":"reversed"`), []byte(`"status":"processed"`))
		answer.Body, answer.ContentLength = io.NopCloser(bytes.NewReader(raw)), int64(len(raw))
		return answer, err
	}
	d.compare()
	d.otherBank()
	d.pass(50 * time.Hour)
	alerts := "payout_reversed payout_differs"
	d.wantRefund("compared", refundFacts{State: settlement.Ready, Refund: refund, Payouts: 1, Alerts: alerts})
	d.between = nil
	d.pass(26 * time.Hour)
	d.wantPaid()
}

// Details and preference may change after we have looked at a refund and before its intent is
// stored. Then the new ones count: new details cool first, and the wallet is not credited.
func TestTheIntentReadsThePayeeAgain(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		d := newTestCompany(t, s)
		id := d.giveBack()
		if err := d.service.SaveBank(t.Context(), d.who, hers); err != nil {
			t.Fatal(err)
		}
		if err := d.service.SetPreference(t.Context(), d.who, settlement.ToBank); err != nil {
			t.Fatal(err)
		}
		d.pass(23 * time.Hour) // validated, but still cooling
		d.Clock.Advance(2 * time.Hour)
		d.otherBank()
		for what, goOn := range map[string]func(context.Context, int64, int64) error{"bank": d.service.PayNow, "wallet": d.service.CreditNow} {
			if err := goOn(t.Context(), d.who.CustomerID, id); err != nil {
				t.Fatal(err)
			}
			d.wantRefund(what, refundFacts{State: settlement.Ready, Refund: refund})
			company.WantMoney(t, what, d.Balances(d.who.CustomerID), company.Money{RefundOwed: refund})
		}
		d.pass(26 * time.Hour)
		d.wantPaid()
	})
}

// Details that are saved while a payout is with the bank do not change that payout, and the
// statement names the account that it goes to. What the bank gives back goes to the new details,
// once.
func TestNewDetailsDuringAPayout(t *testing.T) {
	for outcome, want := range map[string]struct {
		payouts int
		to      string
	}{
		emulated.PayoutProcessed: {1, "XXXX5678"},
		emulated.PayoutFailed:    {2, "XXXX4321"},
		emulated.PayoutReversed:  {2, "XXXX4321"},
	} {
		t.Run(outcome, func(t *testing.T) {
			testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
				d := newTestCompany(t, s)
				d.giveBack()
				d.decide("payout", outcome)
				d.toBank()
				for n := 0; d.statement().State != settlement.Paying; n++ {
					if n > 100 {
						t.Fatalf("after %d minutes: %+v, want a payout under way", n, d.statement())
					}
					d.pass(time.Minute)
				}
				other := hers
				other.AccountNumber = "60100087654321"
				if err := d.service.SaveBank(t.Context(), d.who, other); err != nil {
					t.Fatal(err)
				}
				if got := d.statement(); got.State != settlement.Paying || !strings.Contains(got.PaidTo, "5678") {
					t.Fatalf("the payout under way: %s, to %s; want %s, to 5678", got.State, got.PaidTo, settlement.Paying)
				}
				d.pass(7 * 24 * time.Hour)
				d.wantPaid()
				if got := d.statement().PaidTo; !strings.Contains(got, want.to) {
					t.Errorf("paid to %s, want %s", got, want.to)
				}
				if n := len(d.payouts()); n != want.payouts {
					t.Errorf("%d payouts, want %d", n, want.payouts)
				}
			})
		})
	}
}

// If the provider declines to ask the bank about an account, we know nothing of the account. The
// payee is not refused, and if a person accepts it, the bank is asked again.
func TestAQuestionThatIsNotTakenRefusesNobody(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		d := newTestCompany(t, s)
		d.giveBack()
		d.between = func(r *http.Request, through func() (*http.Response, error)) (*http.Response, error) {
			if r.Method == http.MethodPost && strings.HasSuffix(r.URL.Path, "/validations") {
				return refused(r)
			}
			return through()
		}
		d.toBank()
		d.pass(time.Hour)
		doubts, err := d.service.Doubts(t.Context())
		if err != nil || len(doubts) != 1 {
			t.Fatalf("%d doubts, %v, want 1", len(doubts), err)
		}
		d.wantRefund("declined", refundFacts{State: settlement.Ready, Refund: refund, Alerts: "payee_doubtful"})
		if n := d.said("did not accept"); n != 0 {
			t.Fatalf("the customer was told %d times that the bank did not accept the account", n)
		}
		// The provider declines again, so the payee is doubtful again, and a person is told
		// again.
		for n, want := range []string{"payee_doubtful payee_doubtful", "payee_doubtful payee_doubtful"} {
			if n == 1 {
				d.between = nil
			}
			if err := d.service.DecidePayee(t.Context(), d.who.CustomerID, doubts[0].PayeeID, true); err != nil {
				t.Fatal(err)
			}
			d.pass(26 * time.Hour)
			if got := d.alerts(); got != want {
				t.Errorf("accepted %d times: alerts %s, want %s", n+1, got, want)
			}
		}
		d.wantPaid()
		if n := d.count("POST /fund_accounts/validations"); n != 3 {
			t.Errorf("asked %d times, want 3", n)
		}
	})
}

// The same inspection again changes nothing. A different one is refused.
func TestAnotherInspectionIsRefused(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w, settlements, c, item := picked(t, s, true)
		list, err := settlement.List(t.Context(), s.Queries(), c)
		if err != nil {
			t.Fatal(err)
		}
		torn := settlement.Deduction{ItemID: item, Description: "Torn cover", Amount: money.Rupees(250)}
		leg := settlement.Deduction{ItemID: item, Description: "Broken leg", Amount: money.Rupees(400)}
		more := torn
		more.Amount++
		for n, again := range []struct {
			damage []settlement.Deduction
			ok     bool
		}{
			{[]settlement.Deduction{torn, leg}, true},
			{[]settlement.Deduction{torn, leg}, true},
			{nil, false},
			{[]settlement.Deduction{torn}, false},
			{[]settlement.Deduction{leg, torn}, false},
			{[]settlement.Deduction{more, leg}, false},
			{[]settlement.Deduction{torn, leg, leg}, false},
		} {
			done, err := settlements.Inspect(t.Context(), c, list[0].ID, again.damage)
			if !again.ok {
				if !fault.Is(err, http.StatusConflict) {
					t.Errorf("inspection %d: %v, want 409", n, err)
				}
				continue
			}
			if err != nil || done.State != settlement.Ready {
				t.Errorf("inspection %d: state %q, %v, want %s", n, done.State, err, settlement.Ready)
			}
		}
		company.WantMoney(t, "inspected", w.Balances(c), company.Money{RefundOwed: 1336_20})
	})
}

// A refund below a rupee goes to the wallet, because no bank takes it. This holds whatever the
// customer has chosen, and also if dues have made the refund so small (docs/rules.md R10).
func TestLessThanARupeeGoesToTheWallet(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		d := newTestCompany(t, s)
		d.raise(d.inspected(), money.Rupees(3000)-50)
		left := money.Rupees(3000) - d.Balances(d.who.CustomerID).InvoicesDue()
		if left <= 0 || left >= settlement.LeastPayout {
			t.Fatalf("%v would be left, want less than a rupee", left)
		}
		d.Go("2026-11-09")
		d.toBank()
		d.pass(26 * time.Hour)
		d.wantRefund("in the end", refundFacts{State: settlement.Paid, Refund: left})
		company.WantMoney(t, "in the end", d.Balances(d.who.CustomerID), company.Money{OwnMoney: left})
		if n := d.count("POST /payouts"); n != 0 {
			t.Errorf("%d calls for a payout, want none", n)
		}
		if got := d.statement().Preference; got != settlement.ToWallet {
			t.Errorf("the way is %v, want %v", got, settlement.ToWallet)
		}
		if d.said("Rentomoney") == 0 {
			t.Error("nobody was told of the wallet")
		}
	})
}

// The sweep finds such a refund if its job died, even if the customer has not chosen a
// preference.
func TestLessThanARupeeIsSwept(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		d := newTestCompany(t, s)
		c := d.who.CustomerID
		d.Deposit(c, "1", money.Rupees(3000))
		sofa := d.Rent(c, company.Bengaluru, "2026-10-01", company.Sofa).Items[0].ID
		d.Go("2026-10-30")
		if err := d.Subscriptions.Close(t.Context(), c, []int64{sofa}, day("2026-10-30")); err != nil {
			t.Fatal(err)
		}
		if _, err := d.Billing.BillClosed(t.Context(), c); err != nil {
			t.Fatal(err)
		}
		d.chargeItem(sofa, money.Rupees(3000)-50-d.Balances(c).InvoicesDue())
		id, _, err := d.service.Open(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		done, err := d.service.Inspect(t.Context(), c, id, nil)
		if err != nil || done.State != settlement.Ready {
			t.Fatalf("state %q, %v, want %s", done.State, err, settlement.Ready)
		}
		if done.Refund <= 0 || done.Refund >= settlement.LeastPayout {
			t.Fatalf("the refund is %v, want less than a rupee", done.Refund)
		}
		if err := d.service.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		d.wantRefund("swept", refundFacts{State: settlement.Paid, Refund: done.Refund})
		company.WantMoney(t, "swept", d.Balances(c), company.Money{OwnMoney: done.Refund})
	})
}

// An account is not deleted while items are inspected or a refund is with the provider, although
// the books owe nothing any more.
func TestASettlementUnderWayKeepsTheAccount(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		d := newTestCompany(t, s)
		want := func(stage string, reason notify.Reason) {
			t.Helper()
			got, open, err := settlement.Deletion().Open(t.Context(), s.Queries(), d.who.CustomerID)
			if err != nil {
				t.Fatal(err)
			}
			if open != (reason != "") || got != reason {
				t.Errorf("%s: open %t for reason %q, want reason %q", stage, open, got, reason)
			}
		}
		want("before", "")
		c := d.who.CustomerID
		sofa := d.Rent(c, company.Bengaluru, "2026-10-01", company.Sofa)
		d.Deposit(c, "1", money.Rupees(3000))
		d.Go("2026-10-30")
		if err := d.Subscriptions.Close(t.Context(), c, []int64{sofa.Items[0].ID}, day("2026-10-30")); err != nil {
			t.Fatal(err)
		}
		id, _, err := d.service.Open(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		want("inspecting", notify.OpenInspection)
		if _, err := d.service.Inspect(t.Context(), c, id, nil); err != nil {
			t.Fatal(err)
		}
		want("ready", notify.OpenRefund)
		d.decide("payout", emulated.Pending)
		d.toBank()
		d.pass(26 * time.Hour)
		if state, held := d.statement().State, d.Balances(c).RefundOwed(); state != settlement.Paying || held != 0 {
			t.Fatalf("state %s, %v owed; want %s and nothing", state, held, settlement.Paying)
		}
		want("paying", notify.OpenRefund)
	})
}

// The sweep covers each open refund, however many older ones there are.
func TestTheSweepReachesEveryRefund(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		d := newTestCompany(t, s)
		d.giveBack()
		d.decide("payout", emulated.Pending)
		d.toBank()
		d.pass(26 * time.Hour)
		mine, old := d.statement(), d.Customer()
		d.Write(old, func(tx *store.Tx) error {
			if err := tx.SettlementPreferencePut(t.Context(), db.SettlementPreferencePutParams{CustomerID: old, Preference: int64(settlement.ToBank), ChosenAt: 1}); err != nil {
				return err
			}
			for range 501 { // refunds of a customer who has saved no bank account
				id := d.IDs.Next()
				if err := tx.SettlementAdd(t.Context(), db.SettlementAddParams{CustomerID: old, ID: id, Origin: string(settlement.OfOffer), DepositPaise: 100, CreatedAt: 1, UpdatedAt: 1}); err != nil {
					return err
				}
				if _, err := tx.SettlementInspected(t.Context(), db.SettlementInspectedParams{
					State: string(settlement.Ready), RefundPaise: 100, ReadyAt: mine.ReadyAt - 1, UpdatedAt: 1, CustomerID: old, ID: id,
				}); err != nil {
					return err
				}
			}
			return nil
		})
		d.Clock.Advance(7 * 24 * time.Hour)
		if err := d.service.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		if !slices.ContainsFunc(testkit.OpenAlerts(t, s), func(a db.Alert) bool {
			return a.Kind == "payout_slow" && a.Subject == fmt.Sprint(mine.ID)
		}) {
			t.Error("nobody was told of the youngest refund")
		}
	})
}
