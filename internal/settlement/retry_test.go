package settlement_test

import (
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rento/internal/audit"
	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/ledger"
	emulated "rento/internal/sandbox/razorpayx"
	"rento/internal/settlement"
	"rento/internal/store"
	"rento/internal/testkit"
)

// stuckRefund makes a refund whose payout fails or comes back, although the details are
// confirmed.
func (d *testCompany) stuckRefund(outcome string) (id int64) {
	d.T.Helper()
	id = d.giveBack()
	d.decide("payout", outcome)
	d.toBank()
	d.pass(30 * time.Hour)
	return id
}

func (d *testCompany) stuckRefunds() []settlement.Stuck {
	d.T.Helper()
	list, err := d.service.Stuck(d.T.Context())
	if err != nil {
		d.T.Fatal(err)
	}
	return list
}

// retryAtOnce makes many retries at the same time and returns how many succeeded. The others must
// be conflicts.
func (d *testCompany) retryAtOnce(id int64) (taken int) {
	d.T.Helper()
	var mu sync.Mutex
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			err := d.service.Retry(audit.WithActor(d.T.Context(), audit.Staff("meera")), d.who.CustomerID, id)
			mu.Lock()
			defer mu.Unlock()
			if err == nil {
				taken++
			} else if !fault.Is(err, http.StatusConflict) {
				d.T.Errorf("retry: %v, want 409", err)
			}
		})
	}
	all.Wait()
	return taken
}

// A refund that failed or came back is listed, and it is paid to the same payee once more,
// however often a person clicks. If it fails again, it waits again. F20
func TestAPersonRetriesARefund(t *testing.T) {
	for _, outcome := range []string{emulated.PayoutFailed, emulated.PayoutReversed} {
		t.Run(outcome, func(t *testing.T) {
			testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
				d := newTestCompany(t, s)
				id := d.stuckRefund(outcome)
				list := d.stuckRefunds()
				if len(list) != 1 {
					t.Fatalf("%d stuck refunds, want 1", len(list))
				}
				got := list[0]
				if got.Reason == "" {
					t.Error("the stuck refund has no reason")
				}
				want := settlement.Stuck{
					CustomerID: d.who.CustomerID, SettlementID: id, PayoutID: got.PayoutID,
					State: settlement.PayoutState(outcome), Reason: got.Reason, Since: got.Since,
					Refund: refund, Payee: "HDFC Bank XXXXXXXXXX5678",
				}
				if diff := cmp.Diff(want, got); diff != "" {
					t.Fatalf("the stuck refund (-want +got):\n%s", diff)
				}

				d.decide("payout", outcome)
				for try := range 2 {
					if n := d.retryAtOnce(id); n != 1 {
						t.Fatalf("%d of 8 clicks were taken, want 1", n)
					}
					if got := d.statement(); got.State != settlement.Paying || got.Held {
						t.Fatalf("after the click: %s, held %t, want %s and not held", got.State, got.Held, settlement.Paying)
					}
					if got := d.statement().Preference; got != settlement.ToBank {
						t.Fatalf("after the click: preference %v, want %v", got, settlement.ToBank)
					}
					if list := d.stuckRefunds(); len(list) != 0 {
						t.Fatalf("after the click: stuck refunds %+v, want none", list)
					}
					d.pass(6 * time.Hour)
					if try > 0 {
						continue
					}
					if n, held := len(d.stuckRefunds()), d.statement().Held; n != 1 || !held {
						t.Fatalf("failed again: %d stuck refunds, held %t, want 1 that is held", n, held)
					}
				}
				d.wantPaid()
				alerts := "payout_" + outcome + " payout_" + outcome
				d.wantRefund("in the end", refundFacts{State: settlement.Paid, Refund: refund, Payouts: 3, Alerts: alerts})
				if n := d.retryAtOnce(id); n != 0 {
					t.Error("a refund that is paid was tried again")
				}
				d.wantRetriesAudited(2)
			})
		})
	}
}

func (d *testCompany) wantRetriesAudited(want int) {
	d.T.Helper()
	n := 0
	for _, a := range d.audits() {
		if a.Action == "payout_retried" && a.Actor == "staff:meera" && strings.HasSuffix(a.Object, " to HDFC Bank XXXXXXXXXX5678") {
			n++
		}
	}
	if n != want {
		d.T.Errorf("%d retries in the audit log, want %d", n, want)
	}
}

// Only a stuck refund is tried again, and a refused retry changes nothing.
func TestRetryIsRefused(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		d := newTestCompany(t, s)
		retry := func(customerID, id int64, status int) {
			t.Helper()
			if err := d.service.Retry(t.Context(), customerID, id); !fault.Is(err, status) {
				t.Errorf("%v, want %d", err, status)
			}
		}
		d.decide("payout", emulated.PayoutFailed)
		id := d.giveBack()
		retry(d.who.CustomerID, id, http.StatusConflict) // no preference is chosen
		d.toBank()
		retry(d.who.CustomerID, id, http.StatusConflict) // the details are cooling
		d.pass(23 * time.Hour)
		d.Clock.Advance(2 * time.Hour)
		retry(d.who.CustomerID, id, http.StatusConflict) // the first payout is about to begin
		d.pass(6 * time.Hour)
		retry(d.Customer(), id, http.StatusNotFound)
		retry(d.who.CustomerID, id+1, http.StatusNotFound)
		d.moveRefund(ledger.Debit(ledger.RefundPayable, refund), ledger.Credit(ledger.Wallet, refund))
		retry(d.who.CustomerID, id, http.StatusConflict) // the books no longer owe it
		d.moveRefund(ledger.Debit(ledger.Wallet, refund), ledger.Credit(ledger.RefundPayable, refund))
		other := hers
		other.AccountNumber = "60100012345678"
		if err := d.service.SaveBank(t.Context(), d.who, other); err != nil {
			t.Fatal(err)
		}
		retry(d.who.CustomerID, id, http.StatusConflict) // it continues by itself
		if n := len(d.payouts()); n != 1 || len(d.stuckRefunds()) != 0 {
			t.Errorf("%d payouts, stuck refunds %+v; want 1 and none", n, d.stuckRefunds())
		}
		d.pass(30 * time.Hour)
		d.wantPaid()
		d.wantRetriesAudited(0)
	})
}

func (d *testCompany) moveRefund(legs ...ledger.Leg) {
	d.T.Helper()
	d.Write(d.who.CustomerID, func(tx *store.Tx) error {
		_, _, err := d.Ledger.Post(d.T.Context(), tx, ledger.Entry{
			CustomerID: d.who.CustomerID, SourceType: "test", SourceID: string(legs[0].Account), At: calendar.Stamp(d.Clock.Now()), Legs: legs,
		})
		return err
	})
}
