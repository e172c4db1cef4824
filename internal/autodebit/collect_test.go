package autodebit_test

import (
	"fmt"
	"net"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rento/internal/calendar"
	"rento/internal/ledger"
	"rento/internal/mandate"
	"rento/internal/money"
	"rento/internal/payment"
	"rento/internal/provider"
	"rento/internal/sandbox"
	"rento/internal/sandbox/emulator"
	"rento/internal/testkit"
	"rento/internal/testkit/company"
)

// bill raises October's invoice, on 1 November at eight.
func (w *world) bill() {
	w.T.Helper()
	w.until(calendar.MustParse("2026-11-01").At(8, 0))
	w.Bill()
}

// soleDebit returns the customer's only debit.
func (w *world) soleDebit(c int64) mandate.Debit {
	w.T.Helper()
	list, err := w.Debits(c)
	if err != nil || len(list) != 1 {
		w.T.Fatalf("debits %+v, %v; want one", list, err)
	}
	d, err := mandate.GetDebit(w.T.Context(), w.Store.Queries(), c, list[0].ID)
	if err != nil {
		w.T.Fatal(err)
	}
	return d
}

func (w *world) hour(day string, hour int) { w.until(calendar.MustParse(day).At(hour, 30)) }

// taken is what the gateway has collected for us, less what went back.
func (w *world) taken() (total money.Paise) {
	w.T.Helper()
	return company.AccountTotal(w.T, w.Store.Queries(), ledger.InTransit(w.at.name))
}

func (w *world) wantPaid(c int64) {
	w.T.Helper()
	if d := w.soleDebit(c); d.State != mandate.Succeeded {
		w.T.Errorf("debit %+v, want it succeeded", d)
	}
	w.wantMoney(c, 0, rent)
}

// wantMoney checks what the customer owes, and what the gateway has collected for us.
func (w *world) wantMoney(c int64, due, taken money.Paise) {
	w.T.Helper()
	type sums struct{ Due, Taken money.Paise }
	if diff := cmp.Diff(sums{due, taken}, sums{w.Balances(c).Dues(), w.taken()}); diff != "" {
		w.T.Errorf("money due and taken (-want +got):\n%s", diff)
	}
}

// debit is what the tests compare of a debit.
type debit struct {
	State      mandate.DebitState
	SkippedFor mandate.Reason
	Amount     money.Paise
	On         string
	Tries      int64
}

func (w *world) wantDebit(d mandate.Debit, want debit) {
	w.T.Helper()
	if diff := cmp.Diff(want, debit{d.State, d.SkippedFor, d.Amount, d.On.String(), d.Tries}); diff != "" {
		w.T.Errorf("the debit (-want +got):\n%s", diff)
	}
}

// R12: the invoice is raised and the debit announced on the 1st, and the debit is made on the
// 3rd. The customer gets a notice before it and a receipt after it.
func TestADebitFromNoticeToReceipt(t *testing.T) {
	testkit.BothEngines(t)
	for _, method := range []provider.MandateMethod{provider.MandateUPI, provider.MandateCard, provider.MandateEMandate} {
		run := onEachGateway // the engines need one method only: to the database it is a word
		if method == provider.MandateUPI {
			run = onEachEngine
		}
		t.Run(string(method), func(t *testing.T) {
			run(t, func(w *world) {
				c := w.tenant()
				w.confirmed(c, method)
				w.bill()
				w.hour("2026-11-01", 9)
				d := w.soleDebit(c)
				w.wantDebit(d, debit{State: mandate.Notified, Amount: rent, On: "2026-11-03"})
				if d.NoticeID == "" {
					w.T.Error("the debit has no notice")
				}
				w.hour("2026-11-03", 5)
				if d := w.soleDebit(c); d.State != mandate.Notified {
					w.T.Fatalf("debit %+v at night, want it announced", d)
				}
				w.hour("2026-11-03", 8)
				w.wantPaid(c)
				told := w.told(c)
				if !slices.Contains(told, "₹1,769 will be debited on 3 November 2026") || !slices.Contains(told, "Auto Debit: ₹1,769 was debited") {
					w.T.Errorf("told %q, want the notice and the receipt", told)
				}
				w.wantTold(c, "will be debited", "on 3 November 2026, from 06:00 on, ₹1,769 will be debited by ", " invoice KA/26-27/0000001.", "skip it in your dashboard", "remove auto debit there")
				w.wantTold(c, "Auto Debit: ", "it was debited by ", " invoice KA/26-27/0000001.", "please call us at ")
				w.hour("2026-11-30", 8)
				w.wantPaid(c)
			})
		})
	}
}

// wantTold expects words in the mail to a customer whose subject contains subject, and the name
// of the mandate: payments.md 11.1, before a debit and after it.
func (w *world) wantTold(c int64, subject string, words ...string) {
	w.T.Helper()
	m, some, err := mandate.Active(w.T.Context(), w.Store.Queries(), c)
	if err != nil || !some {
		w.T.Fatalf("no active mandate: %v", err)
	}
	for _, mail := range w.Mails(c) {
		if !strings.Contains(mail.Subject, subject) {
			continue
		}
		for _, text := range append(words, "debited by "+m.Instrument()) {
			if !strings.Contains(mail.Body, text) {
				w.T.Errorf("%s: %q, want it to say %q", mail.Subject, mail.Body, text)
			}
		}
		return
	}
	w.T.Errorf("told %q, want a mail that says %q", w.told(c), subject)
}

// A debit that fails is announced and tried again within the month, and the customer is told what
// happens next. After the last try, the customer is told by when to pay.
func TestADebitThatFails(t *testing.T) {
	onEachEngine(t, func(w *world) {
		c := w.tenant()
		w.confirmed(c, provider.MandateUPI)
		w.bill()
		w.plan("debit", emulator.Failure, "insufficient_funds")
		w.hour("2026-11-03", 9)
		w.wantDebit(w.soleDebit(c), debit{State: mandate.Notified, Amount: rent, On: "2026-11-05", Tries: 1})
		w.hour("2026-11-05", 8)
		w.wantPaid(c)
		if told := w.told(c); !slices.Contains(told, "Auto debit did not go through") {
			w.T.Errorf("told %q, want the failure", told)
		}
	})
}

func TestADebitThatFailsForGood(t *testing.T) {
	onEachGateway(t, func(w *world) {
		c := w.tenant()
		w.confirmed(c, provider.MandateCard)
		w.bill()
		for range 3 {
			w.plan("debit", emulator.Failure, "insufficient_funds")
		}
		w.hour("2026-11-30", 8)
		w.wantDebit(w.soleDebit(c), debit{State: mandate.Failed, Amount: rent, On: "2026-11-07", Tries: 3})
		if due := w.Balances(c).InvoicesDue(); due != rent {
			w.T.Errorf("%v due, want %v", due, rent)
		}
	})
}

// The bank says yes after its no. The money counts, the debit that was planned again is not made,
// and the register says, like the bank, that it succeeded: before the new notice, after it, and
// after the customer has paused the mandate.
func TestALateYesToADebit(t *testing.T) {
	for name, late := range map[string]struct {
		after time.Duration
		pause bool
	}{
		"before the notice": {after: 2 * time.Hour},
		"after the notice":  {after: 26 * time.Hour},
		"while paused":      {after: 26 * time.Hour, pause: true},
	} {
		t.Run(name, func(t *testing.T) {
			onEachGateway(t, func(w *world) {
				c := w.tenant()
				m := w.confirmed(c, provider.MandateUPI)
				w.bill()
				w.control(sandbox.Command{Outcomes: []emulator.Answer{{Call: "debit", Outcome: emulator.FailedThenPaid, Seconds: int(late.after.Seconds())}}})
				w.hour("2026-11-03", 7)
				if d := w.soleDebit(c); d.State != mandate.Scheduled && d.State != mandate.Notified {
					w.T.Errorf("after the no: %+v, want it planned again", d)
				}
				if late.pause {
					w.atBank(m, "paused")
					w.run()
				}
				w.hour("2026-11-30", 8)
				w.wantMoney(c, 0, rent)
				if diff := cmp.Diff(mandate.Succeeded, w.soleDebit(c).State); diff != "" {
					w.T.Errorf("state (-want +got):\n%s", diff)
				}
				if seen := fmt.Sprint(w.calls); strings.Count(seen, w.at.debit) != 1 {
					w.T.Errorf("calls %s, want one debit", seen)
				}
			})
		})
	}
}

// A debit gets no answer, so we do not know what came of it and do not debit again. The gateway
// is asked, and what it has is booked once. F13
func TestALostAnswerToADebit(t *testing.T) {
	for _, fault := range []emulator.Fault{emulator.TimeoutBefore, emulator.TimeoutAfter} {
		run := onEachGateway // both faults leave the same rows until the gateway is asked
		if fault == emulator.TimeoutAfter {
			run = onEachEngine
		}
		t.Run(string(fault), func(t *testing.T) {
			run(t, func(w *world) {
				c := w.tenant()
				w.confirmed(c, provider.MandateUPI)
				w.bill()
				w.hour("2026-11-02", 8)
				w.control(sandbox.Command{Faults: []emulator.Plan{{Call: w.at.debitFault, Fault: fault}}})
				w.hour("2026-11-03", 9)
				w.wantPaid(c)
				w.hour("2026-11-10", 9)
				w.wantPaid(c)
			})
		})
	}
}

// Paying by hand before the debit skips it, and takes its notice back in words. While the bank has the debit, paying by hand is
// refused. Nothing is collected twice.
func TestPayingByHandBesideADebit(t *testing.T) {
	onEachEngine(t, func(w *world) {
		c, other := w.tenant(), w.tenant()
		w.confirmed(c, provider.MandateUPI)
		w.confirmed(other, provider.MandateCard)
		w.bill()
		w.hour("2026-11-01", 10)
		w.Pay(c, "by hand", rent)
		w.control(sandbox.Command{Outcomes: []emulator.Answer{{Call: "debit", Outcome: emulator.Late, Seconds: 600}}})
		w.until(calendar.MustParse("2026-11-03").At(6, 5))
		if d := w.soleDebit(c); d.State != mandate.Skipped {
			w.T.Errorf("paid by hand: %+v, want it skipped", d)
		}
		w.wantTold(c, "₹1,769 will not be debited on 3 November 2026", "nothing of your invoice KA/26-27/0000001 is to be paid any more", "on 3 November 2026, as we had announced")
		if d := w.soleDebit(other); d.State != mandate.Submitted {
			w.T.Errorf("with the bank: %+v, want it submitted", d)
		}
		if _, err := w.payments.StartDue(w.T.Context(), other, payment.DueInput{}); !payment.IsUnderWay(err) {
			w.T.Errorf("paying by hand beside it: %v, want a 409", err)
		}
		// Money that comes in another way makes the debit a second payment, which goes back.
		w.Pay(other, "in cash", rent)
		seen := fmt.Sprint(w.calls)
		if strings.Count(seen, w.at.debit) != 1 {
			w.T.Errorf("calls %s, want one debit", seen)
		}
		w.hour("2026-11-05", 8)
		w.wantDebit(w.soleDebit(other), debit{State: mandate.Succeeded, Amount: rent, On: "2026-11-03", Tries: 1}) // as the bank says
		w.wantMoney(other, 0, 0)                                                                                   // the second payment went back
	})
}

// If part of the invoice is paid after the notice, for instance by netting a refund, the rest is
// announced again. No more is taken than is owed.
func TestPaidInPartAfterTheNotice(t *testing.T) {
	onEachEngine(t, func(w *world) {
		c := w.tenant()
		w.confirmed(c, provider.MandateUPI)
		w.bill()
		w.hour("2026-11-01", 10)
		w.Pay(c, "in part", 1000*money.Rupee)
		w.hour("2026-11-02", 9)
		left := rent - 1000*money.Rupee
		w.wantDebit(w.soleDebit(c), debit{State: mandate.Notified, Amount: left, On: "2026-11-03"})
		w.Pay(c, "in part again", 100*money.Rupee)
		w.hour("2026-11-03", 17)
		w.wantMoney(c, left-100*money.Rupee, 0)
		w.hour("2026-11-04", 17)
		w.wantMoney(c, 0, left-100*money.Rupee)
		for day, amount := range map[string]string{"3 November 2026": "₹769", "4 November 2026": "₹669"} {
			words := "on " + day + ", from 06:00 on, " + amount + " will be debited by"
			if told := holding(mailsOf(w, c), words); len(told) != 1 || !strings.Contains(told[0], "It takes the place of the debit that was announced before.") {
				w.T.Errorf("told %q, want once %q in place of the debit before", told, words)
			}
		}
	})
}

// The mandate was stopped at the bank and the event about it was lost. We notice before the debit
// is announced.
func TestAStoppedMandateIsNotDebited(t *testing.T) {
	onEachGateway(t, func(w *world) {
		c := w.tenant()
		m := w.confirmed(c, provider.MandateUPI)
		w.deaf = true
		w.atBank(m, "paused")
		w.bill()
		w.hour("2026-11-03", 9)
		if d := w.soleDebit(c); d.State != mandate.Skipped || w.mandate(c, m.ID).State != mandate.Paused {
			w.T.Errorf("debit %+v, want it skipped", d)
		}
	})
}

// A notice that could not be sent is sent an hour later. F16
func TestANoticeThatFails(t *testing.T) {
	w := newWorld(t, testkit.Open(t), byBilldesk)
	c := w.tenant()
	w.confirmed(c, provider.MandateUPI)
	w.plan("notice", emulator.Failure, "")
	w.bill()
	w.until(calendar.MustParse("2026-11-01").At(8, 59)) // within the first hour
	if d := w.soleDebit(c); d.State != mandate.Scheduled {
		t.Fatalf("debit %+v, want it scheduled still", d)
	}
	w.hour("2026-11-03", 9)
	w.wantPaid(c)
	if n := strings.Count(fmt.Sprint(w.calls), "/invoices/create"); n != 2 {
		t.Errorf("%d notices asked for, want the second one to be it", n)
	}
}

// Only on the day of the debit does the gateway say that the notice did not arrive. Nothing is
// taken without a notice, and the debit is announced again. F16
func TestANoticeThatDidNotArrive(t *testing.T) {
	w := newWorld(t, testkit.Open(t), byRazorpay)
	c := w.tenant()
	w.confirmed(c, provider.MandateCard)
	w.plan("notice", emulator.Failure, "")
	w.bill()
	w.hour("2026-11-03", 22)
	w.wantDebit(w.soleDebit(c), debit{State: mandate.Notified, Amount: rent, On: "2026-11-03"})
	w.wantMoney(c, rent, 0)
	w.hour("2026-11-06", 22)
	w.wantPaid(c)
	if d := w.soleDebit(c); d.Tries != 1 {
		t.Errorf("debit %+v, want one try", d)
	}
	if open := testkit.OpenAlerts(w.T, w.Store); len(open) > 0 {
		t.Errorf("alerts %v, want none", open)
	}
}

// If the gateway is away on the day of the debit, the debit is announced again.
func TestADayThatWentBy(t *testing.T) {
	onEachEngine(t, func(w *world) {
		c := w.tenant()
		w.confirmed(c, provider.MandateUPI)
		w.bill()
		w.hour("2026-11-02", 22)
		w.between = func(call string) error {
			if call == w.at.debit {
				return &net.OpError{Op: "dial", Err: syscall.ECONNREFUSED}
			}
			return nil
		}
		w.hour("2026-11-03", 22)
		w.between = nil
		w.hour("2026-11-06", 22)
		w.wantPaid(c)
	})
}

// A debit that is tried again late in its month, and whose day goes by because the gateway cannot be
// reached, is announced for another day too.
func TestADayThatWentByAfterTries(t *testing.T) {
	onEachGateway(t, func(w *world) {
		c := w.tenant()
		w.confirmed(c, provider.MandateUPI)
		w.bill()
		for range 3 {
			w.plan("debit", emulator.Failure, "insufficient_funds")
		}
		w.hour("2026-11-08", 22)
		w.between = func(string) error { return errRefused }
		w.hour("2026-11-09", 22)
		w.between = nil
		w.hour("2026-11-13", 9)
		w.wantDebit(w.soleDebit(c), debit{State: mandate.Succeeded, Amount: rent, On: "2026-11-12", Tries: 4})
	})
}
