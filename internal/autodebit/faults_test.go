package autodebit_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rento/internal/calendar"
	"rento/internal/jobs"
	"rento/internal/mandate"
	"rento/internal/payment"
	"rento/internal/provider"
	"rento/internal/sandbox"
	"rento/internal/sandbox/emulator"
	"rento/internal/store"
	"rento/internal/testkit"
)

// The simulation of auto debit found these faults. Each test is the smallest case of its fault.

// unreachable makes calls fail whose name ends with one of the given ends. They have no effect,
// but we cannot know that.
func (w *world) unreachable(calls ...string) {
	w.between = func(call string) error {
		if slices.ContainsFunc(calls, func(end string) bool { return strings.HasSuffix(call, end) }) {
			return errors.New("connection reset")
		}
		return nil
	}
}

// asked is how often the gateway was asked to debit.
func (w *world) asked() int { return strings.Count(fmt.Sprint(w.calls), "transactions/create") }

// A debit without an answer is not submitted again once its invoice is paid by other means, or
// once the customer has removed the mandate: the gateway may not have it, and would take the money
// then.
func TestADebitWithoutAnAnswerThatIsNotWantedAnyMore(t *testing.T) {
	for name, meanwhile := range map[string]func(w *world, c int64, m mandate.Mandate){
		"paid": func(w *world, c int64, _ mandate.Mandate) { w.Pay(c, "in cash", rent) },
		"removed": func(w *world, c int64, m mandate.Mandate) {
			w.control(sandbox.Command{Outcomes: []emulator.Answer{{Call: "mandate_cancel", Outcome: emulator.Late, Seconds: 3 * 24 * 3600}}})
			if err := w.debits.Cancel(w.T.Context(), c, "billdesk", m.ID); err != nil {
				w.T.Fatal(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			onEachEngineByBilldesk(t, func(w *world) {
				c := w.tenant()
				m := w.confirmed(c, provider.MandateUPI)
				w.bill()
				w.hour("2026-11-02", 22)
				w.unreachable("transactions/create")
				w.until(calendar.MustParse("2026-11-03").At(6, 45))
				if d := w.soleDebit(c); d.State != mandate.Unknown || w.asked() != 1 {
					w.T.Fatalf("debit %+v, asked for %d times; want it unknown", d, w.asked())
				}
				w.between = nil
				meanwhile(w, c, m)
				w.hour("2026-11-03", 20)
				if w.asked() != 1 || w.taken() != 0 {
					w.T.Errorf("asked for %d times, %v taken; want no second call", w.asked(), w.taken())
				}
				w.hour("2026-11-30", 8)
				if d := w.soleDebit(c); d.State != mandate.Failed || w.taken() != 0 {
					w.T.Errorf("debit %+v, %v taken; want it given up", d, w.taken())
				}
			})
		})
	}
}

// A debit without an answer is submitted again, under its reference, when the customer has chosen
// another mandate meanwhile: it is too late to move it, so the former mandate pays this month.
func TestADebitWithoutAnAnswerWhoseMandateWasReplaced(t *testing.T) {
	onEachEngineByBilldesk(t, func(w *world) {
		c := w.tenant()
		w.confirmed(c, provider.MandateUPI)
		w.bill()
		w.hour("2026-11-02", 22)
		w.unreachable("transactions/create")
		w.until(calendar.MustParse("2026-11-03").At(6, 45))
		w.between = nil
		other := w.confirmed(c, provider.MandateCard)
		if err := w.debits.SetActive(w.T.Context(), c, "billdesk", other.ID); err != nil {
			w.T.Fatal(err)
		}
		w.hour("2026-11-30", 8)
		w.wantDebit(w.soleDebit(c), debit{State: mandate.Succeeded, Amount: rent, On: "2026-11-03", Tries: 1})
		w.wantMoney(c, 0, rent)
	})
}

// Nobody can pay by hand once a debit is about to be submitted: a node that dies at that moment
// may have submitted it.
func TestPayingByHandWhileADebitIsAboutToBeSubmitted(t *testing.T) {
	onEachEngineByBilldesk(t, func(w *world) {
		c := w.tenant()
		m := w.confirmed(c, provider.MandateUPI)
		w.bill()
		w.hour("2026-11-02", 22)
		d := w.soleDebit(c)
		err := w.Store.Write(w.T.Context(), c, func(tx *store.Tx) error {
			err := w.Mandates.MoveDebit(w.T.Context(), tx, c, d.ID, mandate.Unknown, mandate.NotSkipped)
			return errors.Join(err, w.payments.AddDebit(w.T.Context(), tx, d, m.Gateway))
		})
		if err != nil {
			w.T.Fatal(err)
		}
		if _, err := w.payments.StartDue(w.T.Context(), c, payment.DueInput{}); !payment.IsUnderWay(err) {
			w.T.Errorf("got %v, want a 409", err)
		}
	})
}

// The gateway counts the debits that it has got, not those that it refused or never received. A
// debit with a wrong number is refused for ever.
func TestTheNumberOfADebitAfterOneThatCameToNothing(t *testing.T) {
	onEachEngineByBilldesk(t, func(w *world) {
		c := w.tenant()
		w.confirmed(c, provider.MandateUPI)
		w.bill()
		w.hour("2026-11-02", 22)
		w.unreachable("transactions/create")
		w.hour("2026-11-03", 22)
		w.between = nil
		w.hour("2026-11-30", 8)
		w.wantPaid(c)
	})
}

// A debit is not tried again while nobody can say what came of the try before: the bank may have
// said yes late.
func TestADebitThatSucceedsBeforeItIsTriedAgain(t *testing.T) {
	onEachEngineByBilldesk(t, func(w *world) {
		c := w.tenant()
		w.confirmed(c, provider.MandateCard)
		w.bill()
		w.deaf = true
		w.control(sandbox.Command{Outcomes: []emulator.Answer{{Call: "debit", Outcome: emulator.FailedThenPaid, Seconds: 46 * 3600}}})
		w.hour("2026-11-04", 22)
		if d := w.soleDebit(c); d.State != mandate.Notified || d.On != calendar.MustParse("2026-11-05") {
			w.T.Fatalf("debit %+v, want it announced for the 5th", d)
		}
		w.unreachable("transactions/get")
		w.hour("2026-11-05", 8)
		w.between = nil
		w.hour("2026-11-05", 20)
		if w.asked() != 1 {
			w.T.Errorf("asked for %d times, want once", w.asked())
		}
		w.wantMoney(c, 0, rent)
	})
}

// A debit about which the gateway could not be asked for days is not tried again under another
// reference. The customer is told how to pay, and a late yes still counts.
func TestADebitThatNobodyCanAskAbout(t *testing.T) {
	onEachEngineByBilldesk(t, func(w *world) {
		c := w.tenant()
		w.confirmed(c, provider.MandateCard)
		w.bill()
		w.hour("2026-11-02", 22)
		w.deaf = true
		w.control(sandbox.Command{Faults: []emulator.Plan{{Call: "transactions.create", Fault: emulator.TimeoutAfter}}})
		w.unreachable("transactions/get")
		w.hour("2026-11-08", 8)
		w.wantDebit(w.soleDebit(c), debit{State: mandate.Failed, Amount: rent, On: "2026-11-03", Tries: 1})
		if told := w.told(c); !slices.Contains(told, "Auto debit did not go through") {
			w.T.Errorf("told %q, want the failure", told)
		}
		w.between = nil
		w.hour("2026-11-10", 8)
		w.wantPaid(c)
		if w.asked() != 1 {
			w.T.Errorf("asked for %d times, want once", w.asked())
		}
	})
}

// The daily list may have a debit whose answer was lost, before we know its order. It is the
// customer's payment, and not money of nobody: the debit would be made again.
func TestTheListHasADebitWhoseAnswerWasLost(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := newWorld(t, s, byRazorpay)
		c := w.tenant()
		w.confirmed(c, provider.MandateUPI)
		w.bill()
		w.hour("2026-11-02", 22)
		w.deaf = true
		w.control(sandbox.Command{Faults: []emulator.Plan{{Call: "payments.recurring", Fault: emulator.TimeoutAfter}}})
		submitted := false
		w.between = func(call string) error {
			submitted = submitted || call == w.at.debit
			if submitted && strings.HasPrefix(call, "GET /v1/orders") {
				return errors.New("connection reset")
			}
			return nil
		}
		w.hour("2026-11-03", 7)
		if d := w.soleDebit(c); d.State != mandate.Unknown {
			t.Fatalf("debit %+v, want it unknown", d)
		}
		if _, err := w.payments.CompareLately(t.Context()); err == nil {
			t.Error("the payment was judged without an answer about the debit")
		}
		w.between = nil
		if _, err := w.payments.CompareLately(t.Context()); err != nil {
			t.Fatal(err)
		}
		w.hour("2026-11-20", 8)
		w.wantPaid(c)
	})
}

// We find out that a mandate was resumed at the bank, even if the event is lost or looks like one
// that we have had before.
func TestAMandateThatComesBackUnheard(t *testing.T) {
	onEachEngineByBilldesk(t, func(w *world) {
		c := w.tenant()
		m := w.confirmed(c, provider.MandateUPI)
		w.atGateway("/bank", map[string]any{"reference": m.Reference, "status": "paused"})
		w.wait(time.Hour)
		w.deaf = true
		w.atGateway("/bank", map[string]any{"reference": m.Reference, "status": "active"})
		w.wait(25 * time.Hour)
		if got := w.mandate(c, m.ID); got.State != mandate.Confirmed || !got.CheckAt.IsZero() {
			w.T.Errorf("%+v, want it confirmed and not asked about any more", got)
		}
	})
}

// An event of a mandate is not lost when the gateway is away for days.
func TestAnEventWhileTheGatewayIsAway(t *testing.T) {
	onEachEngineByBilldesk(t, func(w *world) {
		c := w.tenant()
		m := w.confirmed(c, provider.MandateUPI)
		w.unreachable("mandates/get")
		w.atGateway("/bank", map[string]any{"reference": m.Reference, "status": "cancelled"})
		w.wait(6 * 24 * time.Hour)
		if dead, err := w.Queue.Dead(context.Background()); err != nil || dead != 0 {
			w.T.Errorf("%d dead jobs, %v; want none", dead, err)
		}
		w.between = nil
		w.wait(25 * time.Hour)
		if got := w.mandate(c, m.ID); got.State != mandate.Cancelled {
			w.T.Errorf("%+v, want it cancelled", got)
		}
	})
}

// A mandate that is over is not asked about again, whatever events still come while the gateway is
// away.
func TestAMandateThatIsOverHasNoQuestion(t *testing.T) {
	onEachEngineByBilldesk(t, func(w *world) {
		c := w.tenant()
		m := w.confirmed(c, provider.MandateUPI)
		w.atGateway("/bank", map[string]any{"reference": m.Reference, "status": "cancelled"})
		w.wait(time.Hour)
		got := w.mandate(c, m.ID)
		w.unreachable("mandates/get")
		err := w.Store.WriteCompany(w.T.Context(), func(tx *store.Tx) error {
			again := mandate.Told{Gateway: "billdesk", Subject: got.Token}
			return w.Queue.Enqueue(w.T.Context(), tx, jobs.Job{Kind: mandate.JobEvent, Key: "again", Payload: again})
		})
		if err != nil {
			w.T.Fatal(err)
		}
		w.wait(time.Hour)
		got = w.mandate(c, m.ID)
		if diff := cmp.Diff(mandate.Cancelled, got.State); diff != "" {
			w.T.Fatalf("state (-want +got):\n%s", diff)
		}
		if !got.CheckAt.IsZero() {
			w.T.Errorf("asked about again at %v, want never", got.CheckAt.Time())
		}
	})
}

// The gateway of a mandate is not set up any more. Our staff are alerted at once. After a week the
// debit is given up, and the customer is told in time to pay by hand.
func TestADebitWhoseGatewayIsGone(t *testing.T) {
	onEachEngineByBilldesk(t, func(w *world) {
		c := w.tenant()
		w.confirmed(c, provider.MandateUPI)
		w.bill()
		if _, err := w.raw.ExecContext(w.T.Context(), "UPDATE mandates SET gateway = 'paytm'"); err != nil {
			w.T.Fatal(err)
		}
		w.hour("2026-11-02", 12)
		var alerts int
		if err := w.raw.QueryRowContext(w.T.Context(), "SELECT COUNT(*) FROM alerts WHERE kind = 'debit_without_gateway'").Scan(&alerts); err != nil {
			w.T.Fatal(err)
		}
		if diff := cmp.Diff(1, alerts); diff != "" {
			w.T.Errorf("alerts (-want +got):\n%s", diff)
		}
		w.hour("2026-11-09", 12)
		w.wantDebit(w.soleDebit(c), debit{State: mandate.Skipped, SkippedFor: mandate.Lapsed, Amount: rent, On: "2026-11-03"})
		mails := w.Mails(c)
		if want := "by 10 November 2026"; !strings.Contains(mails[len(mails)-1].Body, want) {
			w.T.Errorf("%q, want it to say %q", mails[len(mails)-1].Body, want)
		}
	})
}

// A limit that the customer has lowered at the bank is stored, and so is a new last day.
func TestAMandateThatWasChangedAtTheBank(t *testing.T) {
	for field, value := range map[string]string{"amount": "500.00", "end_date": "2026-11-02"} {
		w := newWorld(t, testkit.Open(t), byBilldesk)
		c := w.tenant()
		m := w.confirmed(c, provider.MandateUPI)
		w.deaf = true
		w.atGateway("/bank", map[string]any{"reference": m.Reference, field: value})
		w.bill()
		w.hour("2026-11-01", 10)
		list, err := w.Debits(c)
		if err != nil {
			t.Fatal(err)
		}
		if len(list) != 1 || list[0].SkippedFor != string(mandate.NotAllowed) {
			t.Errorf("%s: debits %+v; want one, skipped as not allowed", field, list)
		}
		if strings.Contains(fmt.Sprint(w.calls), "invoices/create") {
			t.Errorf("%s: the debit was announced", field)
		}
	}
}

// onEachEngineByBilldesk runs on each engine a scenario that uses BillDesk's calls.
func onEachEngineByBilldesk(t *testing.T, scenario func(w *world)) {
	t.Helper()
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) { scenario(newWorld(t, s, byBilldesk)) })
}
